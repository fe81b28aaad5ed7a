"""Python's gql follows a subscription of a running gateway over WebSocket: `make gql`.

It starts services whose only figure it sets, and the gateway in front of them.
"""

import asyncio
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from gql import Client, gql
from gql.transport.exceptions import TransportQueryError
from gql.transport.websockets import WebsocketsTransport

SUBSCRIPTION = "subscription { painel { abertosHoje { quantidade } } }"
figure = 0


class Services(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        body = b'{"status":1,"messages":"","data":{"qtTotal":%d,"vlTotal":1}}' % figure
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def event(quantidade):
    return {"painel": {"abertosHoje": {"quantidade": quantidade}}}


async def follow(url):
    global figure
    protocols = [WebsocketsTransport.GRAPHQLWS_SUBPROTOCOL]
    payload = {"Authorization": "Bearer ana"}
    transport = WebsocketsTransport(url=url, init_payload=payload, subprotocols=protocols)
    async with Client(transport=transport) as session:
        assert await session.execute(gql(SUBSCRIPTION.replace("subscription", "query"))) == event(0)
        events = session.subscribe(gql(SUBSCRIPTION))
        # Each event arrives before the next one is produced.
        for figure in range(5):
            assert await anext(events) == event(figure)
        await events.aclose()
        try:
            await session.execute(gql("{ nada }"))
        except TransportQueryError as error:
            assert error.errors[0]["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED"
        else:
            raise AssertionError("an invalid document ran")


def main(gateway):
    services = ThreadingHTTPServer(("127.0.0.1", 0), Services)
    threading.Thread(target=services.serve_forever, daemon=True).start()
    upstream = f"http://127.0.0.1:{services.server_port}"
    options = ["--listen", "127.0.0.1:0", "--upstream-url", upstream, "--api-key", "chave", "--live-interval", "50ms"]
    with subprocess.Popen([gateway, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            url = next(line.split()[-1] for line in process.stdout if line.startswith("Grafo"))
            asyncio.run(asyncio.wait_for(follow(url.replace("http", "ws")), 30))
        finally:
            process.terminate()
    print("gql: ok")


main(sys.argv[1])
