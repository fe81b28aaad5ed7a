#!/usr/bin/env bash
# Usage: GATEWAY_PASSWORD=… bash tool.sh E-MAIL. Needs curl and jq.
set -euo pipefail
url=${GATEWAY_URL:-http://127.0.0.1:8080}
email=$1
token=
here=$(dirname "$0")

# Runs an operation of operations.graphql: graph NAME [VARIABLES]. Prints the response, whatever its HTTP status.
graph() {
  jq --null-input --rawfile query "$here/operations.graphql" --arg name "$1" --argjson variables "${2:-null}" \
    '{$query, operationName: $name, $variables}' |
    curl --silent --show-error --max-time 30 "$url/graphql" --data-binary @- \
      --header 'content-type: application/json' --header 'accept: application/graphql-response+json' \
      ${token:+--header "authorization: Bearer $token"} \
      ${GATEWAY_TOOL_KEY:+--header "x-tool-key: $GATEWAY_TOOL_KEY"}
}

# Prints the data of a response. Its errors end the script.
data() {
  jq --exit-status --raw-output 'if .errors then "\(.errors)" | halt_error else .data | '"$1"' end'
}

# The login: a code goes to the e-mail address. A refusal is data, with a text for people.
step='.[] | if .mensagem then .mensagem | halt_error else'
desafio=$(graph ValidarEmail "$(jq -n --arg email "$email" '{$email}')" | data "$step .desafio end")
read -rp 'Code: ' codigo
desafio=$(graph ValidarCodigo "$(jq -n --arg desafio "$desafio" --arg codigo "$codigo" '{$desafio, $codigo}')" |
  data "$step .desafio end")
session=$(graph Entrar "$(jq -n --arg desafio "$desafio" '{$desafio, senha: env.GATEWAY_PASSWORD}')" |
  data "$step . end")
token=$(jq --raw-output .token <<<"$session")
echo "session: $(jq --raw-output .usuario.nome <<<"$session")"

# A list to its end: each page begins after the last cursor of the one before.
after=null rows='[]' page=
until [[ $page && $(jq .pageInfo.hasNextPage <<<"$page") == false ]]; do
  page=$(graph Acionamentos "{\"status\": \"ABERTO\", \"after\": $after}" | data .acionamentos)
  rows=$(jq --argjson page "$page" '. + $page.nodes' <<<"$rows")
  after=$(jq .pageInfo.endCursor <<<"$page")
done
echo "list: $(jq length <<<"$rows") of $(jq .totalCount <<<"$page")"

# Errors. Programs decide by `extensions.code`; `message` is for people.
error() { jq --raw-output '"error: " + (.errors[0] | .extensions.code + " " + .message)'; }
# A field that failed is null, and the data beside it came.
graph Segurado '{"cpfCnpj": "00000000191"}' | error
# A variable that does not fit: nothing ran.
graph Segurado '{"cpfCnpj": "123"}' | error
# A session that has ended: log in again.
(token=unknown && graph Procedimentos | error)
# No response at all. A query may be repeated, and a save with the same key.
(url=http://127.0.0.1:9 && graph Procedimentos 2>/dev/null || echo 'error: no response')

# A save needs an insured with a policy and a pet, and a procedure.
for cpf_cnpj in $(jq --raw-output '.[].segurado.cpfCnpj' <<<"$rows"); do
  apolice=$(graph Segurado "{\"cpfCnpj\": \"$cpf_cnpj\"}" |
    data '[.segurado.apolices[]? | select(.vigente and .pets != [])][0]') && break
done
procedimento=$(graph Procedimentos | data '[.procedimentos[] | select(.valorReferencia)][0]')
# The key is chosen once for each save, before it is first sent.
input=$(jq --null-input --arg chave "$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)" --arg cpfCnpj "$cpf_cnpj" \
  --argjson apolice "$apolice" --argjson procedimento "$procedimento" \
  --arg ocorridoEm "$(TZ=America/Sao_Paulo date +%F)" '{input: {
    $chave, $cpfCnpj, apolice: $apolice.numero, seguradora: $apolice.codigoSeguradora, pet: $apolice.pets[0].id,
    $ocorridoEm, procedimentos: [{procedimento: $procedimento.id, quantidade: 1, valor: $procedimento.valorReferencia}]
  }}')
# Invalid input is data too: a text for each field.
invalid=$(jq '.input.procedimentos[0].quantidade = 0' <<<"$input")
graph AbrirAcionamento "$invalid" |
  data '.abrirAcionamento | "invalid: \(.campos[0].campo) \(.campos[0].mensagem)"'
save() { graph AbrirAcionamento "$input" | data '.abrirAcionamento | .acionamento.sinistro // (.mensagem | halt_error)'; }
first=$(save)
again=$(save)
echo "saved once: $([[ $first == "$again" ]] && echo yes)"

graph Sair | data '"logged out: \(.sair)"'
