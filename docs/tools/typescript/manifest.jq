# Usage: jq --from-file manifest.jq gql/persisted-documents.json > manifest.json
{ format: "apollo-persisted-query-manifest", version: 1, operations: [to_entries[] | { id: .key, body: .value }] }
