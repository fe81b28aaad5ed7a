"""Clients of the Model Context Protocol against a running gateway: `make mcp`.

It starts the gateway with the demonstration's data and logs in. Then:
- @modelcontextprotocol/conformance runs what a revision without and one with a handshake requires, less the listed scenarios
  whose tools only a server made for the suite has;
- Python's `mcp` answers a question about an insured, with both kinds of revisions, and as the example of the documentation does;
- @modelcontextprotocol/inspector calls a tool from the command line.
"""

import asyncio
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

EMAIL, PASSWORD = "ana.souza@patasegura.example", "Demo@2026"
ENDED = "Sua sessão terminou: entre de novo e envie o token novo em Authorization: Bearer."


class Graph:
    def __init__(self, address, outbox):
        self.url, self.outbox, self.token = f"http://{address}/graphql", outbox, None

    def run(self, query, **variables):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        body = json.dumps({"query": query, "variables": variables}).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url, body, headers)) as response:
            answer = json.load(response)
        assert "errors" not in answer, answer
        return answer["data"]

    def login(self):
        email = "mutation($email: String!) { validarEmail(email: $email) { ... on CodigoEnviado { desafio } } }"
        desafio = self.run(email, email=EMAIL)["validarEmail"]["desafio"]
        [message] = self.outbox.glob("**/*.eml")
        [code] = re.findall(r"^\s*([A-Z0-9]{6})\s*$", message.read_text(), re.MULTILINE)
        query = "mutation($d: String!, $c: String!) { validarCodigo(desafio: $d, codigo: $c) { ... on CodigoAceito { desafio } } }"
        desafio = self.run(query, d=desafio, c=code)["validarCodigo"]["desafio"]
        query = "mutation($d: String!, $s: String!) { entrar(desafio: $d, senha: $s) { ... on Sessao { token } } }"
        self.token = self.run(query, d=desafio, s=PASSWORD)["entrar"]["token"]


def with_bearer(address, token):
    """A proxy that adds the session's token, which the conformance suite cannot send."""

    class Proxy(BaseHTTPRequestHandler):
        def forward(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            upstream = HTTPConnection(address)
            # The suite addresses the proxy: its `Host` and `Origin` are checked against each other as they came.
            upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in ("authorization", "connection"):
                    upstream.putheader(name, value)
            upstream.putheader("authorization", f"Bearer {token}")
            upstream.endheaders(body)
            response = upstream.getresponse()
            body = response.read()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                    self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            upstream.close()

        do_GET = do_POST = do_DELETE = do_OPTIONS = forward

        def log_message(self, *_):
            pass

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{proxy.server_port}/mcp"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def conform(node, modules, url):
    suite = f"{modules}/@modelcontextprotocol/conformance/dist/index.js"
    for revision in ("2026-07-28", "2025-11-25"):
        expected = pathlib.Path(__file__).with_name(f"mcp_expected_failures.{revision}.yaml")
        text = run(node, suite, "server", "--url", url, "--requirements", revision, "--expected-failures", str(expected))
        [total] = re.findall("^Total: .*", text, re.MULTILINE)
        print(f"conformance {revision}: ok ({total}, all of which were expected)")


async def ask(url, token, mode):
    """Which acionamentos of an insured are open? Returns the claim number of one."""
    http = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"})
    async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"buscar_acionamento", "listar_acionamentos", "consultar_segurado"} <= tools, tools
        # The client checks each result against the output schema of its tool.
        page = await client.call_tool("listar_acionamentos", {"status": ["ABERTO"]})
        [some, *_] = page.structured_content["acionamentos"]["nodes"]
        arguments = {"cpfCnpj": some["segurado"]["cpfCnpj"], "status": ["ABERTO", "EM_ANALISE"]}
        result = await client.call_tool("consultar_segurado", arguments)
        insured = result.structured_content["segurado"]
        assert insured["nome"] == some["segurado"]["nome"], insured
        opened = [row["sinistro"] for row in insured["acionamentos"]["nodes"]]
        assert some["sinistro"] in opened, opened
        assert json.loads(result.content[0].text) == result.structured_content
        # Clients that send every value as a text.
        texts = await client.call_tool("consultar_segurado", {**arguments, "status": json.dumps(arguments["status"])})
        assert texts.structured_content == result.structured_content, texts
        failed = await client.call_tool("consultar_segurado", {**arguments, "cpfCnpj": "123"})
        assert failed.is_error and "CPF" in failed.content[0].text, failed
        print(f"mcp {mode}: ok ({client.protocol_version}, {len(opened)} in progress)")
    return some


def run_example(url, token, some):
    """docs/tools/agents/claims.py, with an insured who has an open acionamento."""
    program = pathlib.Path(__file__).parents[3] / "docs/tools/agents/claims.py"
    environment = {**os.environ, "GATEWAY_URL": url.removesuffix("/mcp"), "GATEWAY_TOKEN": token}

    def example(cpf_cnpj, **other):
        command = (sys.executable, str(program), cpf_cnpj)
        return subprocess.run(command, capture_output=True, text=True, env={**environment, **other})

    found = example(some["segurado"]["cpfCnpj"])
    assert found.stdout.startswith(f"{some['segurado']['nome']}: "), found
    assert f"\n{some['sinistro']} ABERTO " in found.stdout, found
    invalid = example("123")
    assert invalid.returncode == 1 and "(BAD_USER_INPUT)" in invalid.stderr, invalid
    ended = example("123", GATEWAY_TOKEN="unknown")
    assert ended.returncode == 1 and ended.stderr.strip() == ENDED, ended
    down = example("123", GATEWAY_URL="http://127.0.0.1:1")
    assert down.returncode == 1 and "Traceback" not in down.stderr, down
    unset = example("123", GATEWAY_TOKEN="")
    assert unset.returncode == 1 and "GATEWAY_TOKEN" in unset.stderr and "Traceback" not in unset.stderr, unset
    print("example: ok")


def inspect(node, modules, url, token, sinistro):
    inspector = (node, f"{modules}/.bin/mcp-inspector", "--cli", url, "--transport", "http")
    bearer = ("--header", f"Authorization: Bearer {token}")
    # `--strict` also fails where a schema is not portable between models.
    listed = json.loads(run(*inspector, *bearer, "--method", "tools/list", "--strict"))
    assert len(listed["tools"]) == 6, listed
    # The command line sends the digits as a number.
    call = ("--method", "tools/call", "--tool-name", "buscar_acionamento", "--tool-arg", f"sinistro={sinistro}")
    found = json.loads(run(*inspector, *bearer, *call))
    [found] = found["structuredContent"]["acionamentos"]["nodes"]
    assert found["sinistro"] == sinistro, found
    # A list and an object are JSON, as in docs/tools/agents.md.
    call = ("--method", "tools/call", "--tool-name", "listar_acionamentos", "--tool-arg", 'status=["ABERTO"]')
    call += ("--tool-arg", 'periodo={"por": "ABERTURA", "de": "2000-01-01"}')
    listed = json.loads(run(*inspector, *bearer, *call))["structuredContent"]["acionamentos"]["nodes"]
    assert sinistro in [row["sinistro"] for row in listed], listed
    print("inspector: ok")


def main(gateway, modules):
    with tempfile.TemporaryDirectory() as folder:
        # The suite checks the allowed hosts, which are a setting.
        options = ["--listen", "127.0.0.1:0", "--data-dir", folder, "--mcp", "true", "--hosts", "127.0.0.1"]
        options += ["--log", "warn"]
        with subprocess.Popen([gateway, *options], stdout=subprocess.PIPE, text=True) as process:
            try:
                url = next(line.split()[-1] for line in process.stdout if line.startswith("Agentes"))
                threading.Thread(target=process.stdout.read, daemon=True).start()
                address = url.split("/")[2]
                graph = Graph(address, pathlib.Path(folder))
                graph.login()
                node = f"{modules}/node/bin/node"
                conform(node, modules, with_bearer(address, graph.token))
                for mode in ("auto", "legacy"):
                    some = asyncio.run(asyncio.wait_for(ask(url, graph.token, mode), 60))
                run_example(url, graph.token, some)
                inspect(node, modules, url, graph.token, some["sinistro"])
            finally:
                process.terminate()


main(sys.argv[1], sys.argv[2])
