#!/usr/bin/env bash
# Usage: GATEWAY_PASSWORD=… bash tool.sh E-MAIL. Needs curl and jq.
set -euo pipefail
url=${GATEWAY_URL:-http://127.0.0.1:8080}
email=$1
token=
here=$(dirname "$0")

# Sends an operation: send FILE NAME VARIABLES ACCEPT [OPTIONS OF CURL]. Other users of the machine see command lines: what is
# secret comes from files and pipes.
send() {
  local body
  body=$(jq --rawfile query "$here/$1" --arg name "$2" '{$query, operationName: $name, variables: .}' <<<"$3")
  exec curl --silent --show-error --no-buffer "$url/graphql" --data-binary @- \
    --header 'content-type: application/json' --header "accept: $4" \
    --header @<(printf '%s\n' ${token:+"authorization: Bearer $token"} ${GATEWAY_TOOL_KEY:+"x-tool-key: $GATEWAY_TOOL_KEY"}) \
    "${@:5}" <<<"$body"
}

# Runs an operation of operations.graphql: graph NAME [VARIABLES]. Prints the response, whatever its HTTP status.
graph() { (send operations.graphql "$1" "${2:-null}" application/graphql-response+json --max-time 30); }

# The codes of failures that may pass.
passing='^(UPSTREAM_(UNAVAILABLE|TIMEOUT|ERROR|INVALID_RESPONSE|OUTCOME_UNKNOWN)|RATE_LIMITED|TOO_MANY_REQUESTS)$'

# Whether a text is a response of the graph. A proxy may answer in its place, with a page or an error of its own.
is_response() {
  jq --exit-status 'type == "object" and (has("errors") or (.data | type == "object"))' >/dev/null 2>&1 <<<"$1"
}

# The same for a query, or a save that has a key: repeated up to twice. Waits as long as the error says, at most a minute.
repeat() {
  local attempt response wait
  for attempt in 1 2 3; do
    if response=$(graph "$@") && is_response "$response"; then
      # Nothing is printed if there is no error, or one that does not pass.
      wait=$(jq --raw-output --argjson attempt "$attempt" --arg passing "$passing" '[.errors[]?.extensions]
        | select(length > 0 and all(.code | test($passing)))
        | [$attempt, .[].retryAfter // 0] | max | select(. <= 60)' <<<"$response")
    else
      response='' wait=$attempt
    fi
    [[ $wait && $attempt -lt 3 ]] || break
    sleep "$wait"
  done
  [[ $response ]] && echo "$response"
}

# Prints the data of a response. Its errors end the script.
data() {
  jq --exit-status --raw-output 'if .errors then "\(.errors)" | halt_error else .data | '"$1"' end'
}

# Opens a subscription of live.graphql as descriptor 3: open_stream NAME VARIABLES. A stream has no end, so no --max-time.
open_stream() {
  exec 3< <(send live.graphql "$1" "$2" text/event-stream)
  stream=$!
}

# Reads the next event into $event: next_event NAME VARIABLES. A stream that ends without `complete` is opened again, and so is
# one that is silent for 30 seconds: the gateway sends something every 12.
next_event() {
  local line
  while true; do
    while IFS= read -r -t 30 line <&3; do
      case $line in
      'event: complete') echo 'no more events' >&2 && return 1 ;;
      'data: {'*) event=$(data . <<<"${line#data: }") && return ;;
      # The response to a request that was refused.
      '{'*) data . <<<"$line" && return 1 ;;
      esac
    done
    kill "$stream" 2>/dev/null || true
    sleep $((1 + RANDOM % 2))
    open_stream "$@"
  done
}

# The login: a code goes to the e-mail address. A refusal is data, with a text for people.
step='.[] | if .mensagem then .mensagem | halt_error else'
desafio=$(graph ValidarEmail "$(jq -n --arg email "$email" '{$email}')" | data "$step .desafio end")
read -rp 'Code: ' codigo
desafio=$(graph ValidarCodigo "$(desafio=$desafio codigo=$codigo jq -n '{desafio: env.desafio, codigo: env.codigo}')" |
  data "$step .desafio end")
session=$(graph Entrar "$(desafio=$desafio jq -n '{desafio: env.desafio, senha: env.GATEWAY_PASSWORD}')" |
  data "$step . end")
token=$(jq --raw-output .token <<<"$session")
echo "session: $(jq --raw-output .usuario.nome <<<"$session")"

# A list to its end: each page begins after the last cursor of the one before.
after=null rows='[]' page=
until [[ $page && $(jq .pageInfo.hasNextPage <<<"$page") == false ]]; do
  page=$(repeat Acionamentos "{\"status\": \"AUTORIZADO\", \"after\": $after}" | data .acionamentos)
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
# No response at all.
(url=http://127.0.0.1:9 && repeat Procedimentos 2>/dev/null || echo 'error: no response')

# Prints the claim number of a response. A refusal is data, with a text for people, and invalid input with one for each field.
saved() {
  data '.abrirAcionamento | .acionamento.sinistro //
    (((.campos // [])[0] | select(.) | "\(.campo) \(.mensagem)") // .mensagem | halt_error)'
}

# Saves, as often as it takes: save VARIABLES.
save() { repeat AbrirAcionamento "$1" | saved; }

# Saves across crashes: what is sent is stored before, until a result has arrived, and sent again by the next start.
save_stored() {
  local response
  echo "$1" >pending.json
  response=$(repeat AbrirAcionamento "$1") || return
  # Kept without a response, and after a failure that may pass, by itself or after a login. A refusal is a result.
  jq --exit-status --arg passing "$passing|^UNAUTHENTICATED$" \
    'has("errors") and all(.errors[].extensions.code; test($passing))' <<<"$response" >/dev/null || rm pending.json
  saved <<<"$response"
}

# A save that an earlier run did not finish is sent again, with its key.
if [[ -f pending.json ]]; then
  pending=$(save_stored "$(<pending.json)" 2>&1) || true
  echo "pending: $pending" >&2
  [[ ! -f pending.json ]]
fi

# A save needs an insured with a policy and a pet, and a procedure.
for cpf_cnpj in $(jq --raw-output '.[].segurado.cpfCnpj' <<<"$rows"); do
  apolice=$(repeat Segurado "{\"cpfCnpj\": \"$cpf_cnpj\"}" |
    data '[.segurado.apolices[]? | select(.vigente and .pets != [])][0]') && break
done
procedimento=$(repeat Procedimentos | data '[.procedimentos[] | select(.valorReferencia)][0]')
# The key is chosen once for each save, before it is first sent.
input=$(jq --null-input --arg chave "$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)" \
  --arg cpfCnpj "$cpf_cnpj" --argjson apolice "$apolice" --argjson procedimento "$procedimento" \
  --arg ocorridoEm "$(TZ=America/Sao_Paulo date +%F)" '{input: {
    $chave, $cpfCnpj, apolice: $apolice.numero, seguradora: $apolice.codigoSeguradora, pet: $apolice.pets[0].id,
    $ocorridoEm, procedimentos: [{procedimento: $procedimento.id, quantidade: 1, valor: $procedimento.valorReferencia}]
  }}')
invalid=$(save "$(jq '.input.procedimentos[0].quantidade = 0' <<<"$input")" 2>&1) || echo "invalid: $invalid"

# The first event is the present state.
open_stream AoVivo '{"status": "ABERTO"}'
next_event AoVivo '{"status": "ABERTO"}'
before=$(jq .acionamentos.totalCount <<<"$event")

# The key is what makes a repetition safe.
first=$(save_stored "$input")
again=$(save "$input")
echo "saved once: $([[ $first == "$again" ]] && echo yes)"

now=$before
while [[ $now == "$before" ]]; do
  next_event AoVivo '{"status": "ABERTO"}'
  now=$(jq .acionamentos.totalCount <<<"$event")
done
kill "$stream"
echo "live: $((now - before)) more"

graph Sair | data '"logged out: \(.sair)"'
