"""Usage: GATEWAY_PASSWORD=… python tool.py E-MAIL"""

import json
import os
import random
import sys
import time
import uuid
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
from graphql_client import (
    Client,
    GraphQLClientGraphQLMultiError,
    GraphQLClientHttpError,
    GraphQLClientInvalidResponseError,
    NovoAcionamento,
    ProcedimentoInput,
)
from httpx_sse import connect_sse

# Codes of failures that may pass.
PASSING = {
    "UPSTREAM_UNAVAILABLE",
    "UPSTREAM_TIMEOUT",
    "UPSTREAM_ERROR",
    "UPSTREAM_INVALID_RESPONSE",
    "UPSTREAM_OUTCOME_UNKNOWN",
    "RATE_LIMITED",
    "TOO_MANY_REQUESTS",
}
ATTEMPTS = 3
# The longest wait that is worth it, in seconds.
MAX_WAIT = 60
# What a request may fail with.
FAILURES = (
    GraphQLClientGraphQLMultiError,
    GraphQLClientHttpError,
    GraphQLClientInvalidResponseError,
    httpx.TransportError,
)
# A save that was begun.
PENDING = Path("pending.json")


class Refusal(Exception):
    """What a save was refused with: the graph has answered, and nothing was saved."""


def headers(token=None):
    found = {"authorization": f"Bearer {token}"} if token else {}
    if key := os.environ.get("GATEWAY_TOOL_KEY"):
        found["x-tool-key"] = key
    return found


def client(url, token=None):
    """A client; with a token, of its session."""
    # The generated client reads no errors of a response whose status is not 2xx; so it asks for 200.
    accept = {"accept": "application/json"}
    return Client(f"{url}/graphql", http_client=httpx.Client(headers=headers(token) | accept, timeout=30))


def errors_of(failed):
    """The errors of a response; none if the connection failed."""
    if isinstance(failed, GraphQLClientGraphQLMultiError):
        return failed.errors
    try:
        # A response whose status is not 2xx.
        found = failed.response.json()["errors"]
    except (AttributeError, ValueError, KeyError):
        return []
    return GraphQLClientGraphQLMultiError.from_errors_dicts(found).errors


def repeat(request, *arguments):
    """Repeats a query, or a save that has a key. Waits as long as the error says."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return request(*arguments)
        except FAILURES as failed:
            extensions = [error.extensions for error in errors_of(failed)]
            backoff = 2**attempt * random.uniform(0.1, 0.3)
            wait = max([backoff, *(one.get("retryAfter", 0) for one in extensions)])
            may_pass = all(one["code"] in PASSING for one in extensions)
            if attempt == ATTEMPTS or wait > MAX_WAIT or not may_pass:
                raise
            time.sleep(wait)


def follow(url, token, document, variables):
    """The data of each event of a subscription. A stream that ends without `complete` is opened again."""
    # The gateway sends something every 12 seconds.
    with httpx.Client(headers=headers(token), timeout=30) as http:
        while True:
            body = {"query": Path(document).read_text(), "variables": variables}
            try:
                with connect_sse(http, "POST", f"{url}/graphql", json=body) as stream:
                    # What HTTP refuses is no stream. A proxy's 502 passes.
                    if stream.response.is_client_error:
                        stream.response.raise_for_status()
                    for event in stream.iter_sse():
                        if event.event == "complete":
                            return
                        response = json.loads(event.data)
                        errors = response.get("errors")
                        if errors and not response.get("data"):
                            raise RuntimeError(f"{errors[0]['extensions']['code']} {errors[0]['message']}")
                        # What failed comes again with the next event.
                        if not errors:
                            yield response["data"]
            except httpx.TransportError:
                pass
            # Not all clients come back at once.
            time.sleep(random.uniform(0.5, 1.5))


def login(url, email, password):
    """The three steps of the login, which return a token. A refusal is data, with a text for people."""
    graph = client(url)
    sent = graph.validar_email(email).validar_email
    if sent.typename__ != "CodigoEnviado":
        sys.exit(sent.mensagem)
    print("Code: ", end="", file=sys.stderr, flush=True)
    accepted = graph.validar_codigo(sent.desafio, sys.stdin.readline().strip()).validar_codigo
    if accepted.typename__ != "CodigoAceito":
        sys.exit(accepted.mensagem)
    session = graph.entrar(accepted.desafio, password).entrar
    if session.typename__ != "Sessao":
        sys.exit(session.mensagem)
    print("session:", session.usuario.nome)
    return session.token


def acionamentos(graph, status):
    """A list to its end: each page begins after the last cursor of the one before."""
    after = None
    while True:
        page = repeat(graph.acionamentos, status, after).acionamentos
        yield page
        if not page.page_info.has_next_page:
            return
        after = page.page_info.end_cursor


def show_error(request, *arguments):
    try:
        request(*arguments)
    except FAILURES as failed:
        # Programs decide by the code; the message is for people. What could be loaded is in failed.data.
        errors = [f"{error.extensions['code']} {error.message}" for error in errors_of(failed)]
        print("error:", "; ".join(errors) or "no response")


def new_acionamento(graph, cpf_cnpjs):
    """What a save needs: an insured with a policy and a pet, and a procedure."""
    procedimento = next(p for p in repeat(graph.procedimentos).procedimentos if p.valor_referencia)
    for cpf_cnpj in cpf_cnpjs:
        segurado = repeat(graph.segurado, cpf_cnpj).segurado
        apolice = next((a for a in segurado.apolices if a.vigente and a.pets), None)
        if apolice:
            break
    return NovoAcionamento(
        # Chosen once for each save, before it is first sent.
        chave=str(uuid.uuid4()),
        cpfCnpj=cpf_cnpj,
        apolice=apolice.numero,
        pet=apolice.pets[0].id,
        seguradora=apolice.codigo_seguradora,
        ocorridoEm=datetime.now(ZoneInfo("America/Sao_Paulo")).date().isoformat(),
        procedimentos=[
            ProcedimentoInput(procedimento=procedimento.id, quantidade=1, valor=procedimento.valor_referencia)
        ],
    )


def save(graph, new):
    """Saves, as often as it takes, and returns the claim number."""
    saved = repeat(graph.abrir_acionamento, new).abrir_acionamento
    match saved.typename__:
        case "AcionamentoSalvo":
            return saved.acionamento.sinistro
        case "EntradaInvalida":
            raise Refusal("; ".join(f"{field.campo} {field.mensagem}" for field in saved.campos))
        case "Recusa":
            raise Refusal(saved.mensagem)


def save_stored(graph, new):
    """Saves across crashes: what is sent is stored before, until a result has arrived, and sent again by the next start."""
    PENDING.write_text(new.model_dump_json(by_alias=True))
    try:
        sinistro = save(graph, new)
    except Refusal:
        # A result, too.
        PENDING.unlink()
        raise
    except FAILURES as failed:
        # Kept without a response, and after a failure that may pass, by itself or after a login.
        codes = {error.extensions["code"] for error in errors_of(failed)}
        if codes - PASSING - {"UNAUTHENTICATED"}:
            PENDING.unlink()
        raise
    PENDING.unlink()
    return sinistro


def main(email):
    url = os.environ.get("GATEWAY_URL", "http://127.0.0.1:8080")
    token = login(url, email, os.environ["GATEWAY_PASSWORD"])
    graph = client(url, token)

    cpf_cnpjs = []
    for page in acionamentos(graph, "AUTORIZADO"):
        cpf_cnpjs += [row.segurado.cpf_cnpj for row in page.nodes]
    print("list:", len(cpf_cnpjs), "of", page.total_count)

    # A field that failed is null, and the data beside it came.
    show_error(graph.segurado, "00000000191")
    # A variable that does not fit: nothing ran.
    show_error(graph.segurado, "123")
    # A session that has ended: log in again.
    show_error(client(url, "unknown").procedimentos)
    # No response at all.
    show_error(repeat, client("http://127.0.0.1:9").procedimentos)

    # A save that an earlier run did not finish is sent again, with its key.
    if PENDING.exists():
        try:
            result = save_stored(graph, NovoAcionamento.model_validate_json(PENDING.read_text()))
        except Refusal as refused:
            result = refused
        print("pending:", result, file=sys.stderr)

    new = new_acionamento(graph, cpf_cnpjs)
    invalid = new.model_copy(deep=True)
    invalid.procedimentos[0].quantidade = 0
    try:
        save(graph, invalid)
    except Refusal as refused:
        print("invalid:", refused)

    events = follow(url, token, "live.graphql", {"status": "ABERTO"})
    # The first event is the present state.
    before = next(events)["acionamentos"]["totalCount"]

    # The key is what makes a repetition safe.
    first, again = save_stored(graph, new), save(graph, new)
    print("saved once:", "yes" if first == again else "no")

    now = before
    while now == before:
        now = next(events)["acionamentos"]["totalCount"]
    events.close()
    print("live:", now - before, "more")

    print("logged out:", str(graph.sair().sair).lower())


main(sys.argv[1])
