import { CombinedGraphQLErrors, ServerError } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { messageOf } from "./errors.ts";

function refused(code: string, message: string) {
  return new CombinedGraphQLErrors({ errors: [{ message, extensions: { code } }] });
}

test("messages of GraphQL errors are shown, duplicates once", () => {
  expect(messageOf(refused("RATE_LIMITED", "Tente novamente em 1 minuto."))).toBe("Tente novamente em 1 minuto.");
});

test("a page that is older than the gateway asks for a reload", () => {
  const errors = [
    { message: "Este gateway executa os documentos do portal.", extensions: { code: "DOCUMENT_NOT_TRUSTED" } },
  ];
  const forbidden = new ServerError("403", {
    response: new Response(null, { status: 403 }),
    bodyText: JSON.stringify({ errors }),
  });
  for (const error of [new CombinedGraphQLErrors({ errors }), forbidden]) {
    expect(messageOf(error)).toMatch(/^O portal foi atualizado. Recarregue a página/);
  }
});
