#!/usr/bin/env bash
# Usage: GATEWAY_PASSWORD=… bash job.sh E-MAIL. Writes rows.jsonl. Needs gateway, and fetch-code, which prints the code of a login.
set -euo pipefail
email=$1

acionamentos() { gateway query operations.graphql --operation Acionamentos --variables '{"status": "AUTORIZADO"}' "$@"; }

# One login at a time. Another job may have logged in meanwhile.
login() (
  flock 9
  acionamentos >/dev/null 2>&1 || fetch-code | gateway login --email "$email"
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
