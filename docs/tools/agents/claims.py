"""Which acionamentos of an insured are open? Usage: GATEWAY_TOKEN=… python claims.py CPF-OR-CNPJ"""

import asyncio
import os
import sys
from datetime import date
from decimal import Decimal

import httpx2
from mcp import MCPError
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

# Statuses that nothing follows, apart from a reopening. All others count as open.
FINAL = {"CANCELADO", "FATURADO", "NEGADO"}


async def call(client, tool, arguments):
    """The result of a tool. A failure is a result too, with a text that a model can act on."""
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise RuntimeError(result.content[0].text)
    return result.structured_content


async def show_open(client, cpf_cnpj):
    # The services own the set of statuses: those of this year's and last year's acionamentos are asked for.
    codes = set()
    for year in (date.today().year, date.today().year - 1):
        totals = await call(client, "consultar_totais", {"ano": year})
        codes |= {month["status"]["codigo"] for month in totals["totaisPorStatus"]}
    arguments = {"cpfCnpj": cpf_cnpj, "status": sorted(codes - FINAL)}
    rows = []
    while True:
        insured = (await call(client, "consultar_segurado", arguments))["segurado"]
        page = insured["acionamentos"]
        rows += page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            break
        arguments["depois"] = page["pageInfo"]["endCursor"]
    # Of all pages.
    print(f"{insured['nome']}: {page['totalCount']} open, BRL {Decimal(page['valorTotal'])}")
    for row in rows:
        print(row["sinistro"], row["status"]["codigo"], row["valorTotal"])


async def main(cpf_cnpj, token):
    url = os.environ.get("GATEWAY_URL", "http://127.0.0.1:8080")
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=30) as http:
        async with Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client:
            await show_open(client, cpf_cnpj)


def messages(failed):
    """What the client raises comes in groups, since it reads in tasks of its own."""
    for one in failed.exceptions:
        yield from messages(one) if isinstance(one, BaseExceptionGroup) else [str(one)]


if len(sys.argv) != 2 or not os.environ.get("GATEWAY_TOKEN"):
    sys.exit(__doc__)
try:
    asyncio.run(main(sys.argv[1], os.environ["GATEWAY_TOKEN"]))
# The first if there is no session: with an HTTP status in place of a result. The last if there is no gateway.
except* (MCPError, RuntimeError, httpx2.TransportError) as failed:
    sys.exit("\n".join(messages(failed)))
