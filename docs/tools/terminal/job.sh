#!/usr/bin/env bash
# Usage: GATEWAY_PASSWORD=… bash job.sh E-MAIL. Writes rows.jsonl. Needs gateway, and fetch-code TIME, which waits for a message that
# is not older, and prints its code.
set -euo pipefail
email=$1

acionamentos() { gateway query operations.graphql --operation Acionamentos --variables '{"status": "AUTORIZADO"}' "$@"; }

# One login at a time. Another job may have logged in meanwhile.
login() (
  flock 9
  # The time from before the login asks for the code: both programs start at once.
  since=$(date --utc +%FT%TZ)
  acionamentos >/dev/null 2>&1 || fetch-code "$since" | gateway login --email "$email"
) 9>login.lock

for attempt in 1 2 3; do
  acionamentos --all --lines >rows.new && status=0 || status=$?
  case $status in
  0) mv rows.new rows.jsonl && exit ;;
  3) login ;;
  5 | 6) sleep 60 ;;
  *) break ;;
  esac
done
exit "$status"
