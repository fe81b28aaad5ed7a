#!/usr/bin/env bash
# Usage: bash manifest.sh FILE.graphql… > manifest.json. Each file is a document. Needs jq.
set -euo pipefail
for file in "$@"; do
  id=$(sha256sum "$file" | cut --delimiter=' ' --fields=1)
  jq --null-input --rawfile body "$file" --arg id "sha256:$id" '{$id, $body}'
done | jq --slurp '{format: "apollo-persisted-query-manifest", version: 1, operations: .}'
