"""Usage: GATEWAY_PASSWORD=… python tool.py E-MAIL"""

import os
import sys
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import httpx
from graphql_client import Client, GraphQLClientGraphQLMultiError, NovoAcionamento, ProcedimentoInput


def client(url, token=None):
    """A client; with a token, of its session."""
    # The status is 200 for whatever is a GraphQL response, so that the client reads its errors.
    headers = {"accept": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    if key := os.environ.get("GATEWAY_TOOL_KEY"):
        headers["x-tool-key"] = key
    return Client(f"{url}/graphql", http_client=httpx.Client(headers=headers, timeout=30))


def login(url, email, password):
    """The three steps of the login. A refusal is data, with a text for people."""
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
    return client(url, session.token)


def acionamentos(graph, status):
    """A list to its end: each page begins after the last cursor of the one before."""
    after = None
    while True:
        page = graph.acionamentos(status, after).acionamentos
        yield page
        if not page.page_info.has_next_page:
            return
        after = page.page_info.end_cursor


def show_error(call):
    try:
        call()
    except GraphQLClientGraphQLMultiError as failed:
        # Programs decide by the code; the message is for people. What could be loaded is in failed.data.
        error = failed.errors[0]
        print("error:", error.extensions["code"], error.message)
    except httpx.TransportError:
        print("error: no response")


def new_acionamento(graph, cpf_cnpjs):
    """What a save needs: an insured with a policy and a pet, and a procedure."""
    procedimento = next(p for p in graph.procedimentos().procedimentos if p.valor_referencia)
    for cpf_cnpj in cpf_cnpjs:
        segurado = graph.segurado(cpf_cnpj).segurado
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
    saved = graph.abrir_acionamento(new).abrir_acionamento
    match saved.typename__:
        case "AcionamentoSalvo":
            return saved.acionamento.sinistro
        case "EntradaInvalida":
            return "; ".join(f"{field.campo} {field.mensagem}" for field in saved.campos)
        case "Recusa":
            sys.exit(saved.mensagem)


def main(email):
    url = os.environ.get("GATEWAY_URL", "http://127.0.0.1:8080")
    graph = login(url, email, os.environ["GATEWAY_PASSWORD"])

    cpf_cnpjs = []
    for page in acionamentos(graph, "ABERTO"):
        cpf_cnpjs += [row.segurado.cpf_cnpj for row in page.nodes]
    print("list:", len(cpf_cnpjs), "of", page.total_count)

    # A field that failed is null, and the data beside it came.
    show_error(lambda: graph.segurado("00000000191"))
    # A variable that does not fit: nothing ran.
    show_error(lambda: graph.segurado("123"))
    # A session that has ended: log in again.
    show_error(lambda: client(url, "unknown").procedimentos())
    # No response at all. A query may be repeated, and a save with the same key.
    show_error(lambda: client("http://127.0.0.1:9").procedimentos())

    new = new_acionamento(graph, cpf_cnpjs)
    invalid = new.model_copy(deep=True)
    invalid.procedimentos[0].quantidade = 0
    print("invalid:", save(graph, invalid))
    first, again = save(graph, new), save(graph, new)
    print("saved once:", "yes" if first == again else "no")

    print("logged out:", str(graph.sair().sair).lower())


main(sys.argv[1])
