import { CombinedGraphQLErrors, ServerError } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { messageOf } from "./errors.ts";

test("messages of GraphQL errors are shown, duplicates once", () => {
  const errors = ["Um.", "Dois.", "Um."].map((message) => ({ message }));
  expect(messageOf(new CombinedGraphQLErrors({ errors }))).toBe("Um.\nDois.");
});

test("an error without a message shows a default one", () => {
  const errors = ["", "Dois."].map((message) => ({ message }));
  expect(messageOf(new CombinedGraphQLErrors({ errors }))).toBe("Dois.");
  expect(messageOf(new CombinedGraphQLErrors({ errors: errors.slice(0, 1) }))).toMatch(/^O servidor respondeu/);
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
