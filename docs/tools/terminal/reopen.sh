#!/usr/bin/env bash
# Usage: bash reopen.sh SINISTRO REASON. Reopens an acionamento, and prints the new claim number. Needs gateway and jq.
set -euo pipefail
sinistro=$1 reason=$2
# The input with its key, from before the first request until a result: the same command finishes what a crash left.
pending=reopen-$sinistro.json

if [[ ! -f $pending ]]; then
  asked=$(gateway query reopen.graphql --operation PodeReabrir --variables "$(jq -n --arg sinistro "$sinistro" '{$sinistro}')")
  jq --exit-status --raw-output '.data.reabertura.mensagem // empty' <<<"$asked" >&2 && exit 1
  jq -n --arg chave "$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)" \
    --arg sinistro "$sinistro" --arg observacao "$reason" '{input: {$chave, $sinistro, $observacao}}' >"$pending"
fi

for wait in 2 4 0; do
  response=$(gateway query reopen.graphql --operation Reabrir --variables "@$pending") && status=0 || status=$?
  # What may pass is repeated, and stays stored; so does a save without a session, or of a program that was killed.
  case $status in
  4 | 5 | 6) sleep "$wait" ;;
  0 | 1 | 2) rm "$pending" && break ;;
  *) exit "$status" ;;
  esac
done
((status == 0)) || exit "$status"

# Only AcionamentoSalvo has saved something.
jq --raw-output '.data.reabrirAcionamento | .acionamento.sinistro //
  (((.campos // [])[0] | select(.) | "\(.campo) \(.mensagem)") // .mensagem | halt_error)' <<<"$response"
