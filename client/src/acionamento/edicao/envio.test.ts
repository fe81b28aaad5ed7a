import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { expect, test } from "vitest";
import { aoEnviar, aoResponder, type Desfecho, mudouDepoisDoEnvio, novoEnvio } from "./envio.ts";

const failed = (code: string): Desfecho => ({
  tipo: "falhou",
  error: new CombinedGraphQLErrors({ errors: [{ message: "Não foi possível.", extensions: { code } }] }),
});
const unreachable: Desfecho = { tipo: "falhou", error: new TypeError("Failed to fetch") };

test.each([unreachable, failed("UPSTREAM_TIMEOUT"), failed("UPSTREAM_UNAVAILABLE"), failed("INTERNAL_SERVER_ERROR")])(
  "a save without an answer keeps its key and what was sent",
  (desfecho) => {
    const antes = novoEnvio();
    const depois = aoResponder(aoEnviar(antes, "a", {}), antes, desfecho);
    expect(depois.chave).toBe(antes.chave);
    expect(mudouDepoisDoEnvio(depois, "a")).toBe(false);
    expect(mudouDepoisDoEnvio(depois, "b")).toBe(true);
  },
);

test("a save that was stopped at the door leaves nothing to be unsure of", () => {
  const antes = novoEnvio();
  expect(aoResponder(aoEnviar(antes, "a", {}), antes, failed("UNAUTHENTICATED"))).toEqual(antes);
});

test("a retry that was stopped at the door says nothing about the save before it", () => {
  const novo = novoEnvio();
  const antes = aoResponder(aoEnviar(novo, "a", {}), novo, unreachable);
  const depois = aoResponder(aoEnviar(antes, "a", {}), antes, failed("RATE_LIMITED"));
  expect(depois.chave).toBe(antes.chave);
  expect(mudouDepoisDoEnvio(depois, "b")).toBe(true);
});

test.each([{ tipo: "recusado", mensagem: "Não." } as const, { tipo: "invalido", problemas: {} } as const])(
  "after a refusal the key is another, and any content may go out",
  (desfecho) => {
    const antes = novoEnvio();
    const depois = aoResponder(aoEnviar(antes, "a", {}), antes, desfecho);
    expect(depois.chave).not.toBe(antes.chave);
    expect(mudouDepoisDoEnvio(depois, "b")).toBe(false);
  },
);
