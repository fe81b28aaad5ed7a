/** What login and logout ask the graph. The login loads it, with Apollo Client, while the user types; a logout too. */
import { client } from "../graph/client.ts";
import { EntrarDocument, SairDocument, ValidarCodigoDocument, ValidarEmailDocument } from "../gql/graphql.ts";

export async function validarEmail(email: string) {
  const { data } = await client.mutate({ mutation: ValidarEmailDocument, variables: { email } });
  return resultOf(data?.validarEmail);
}

export async function validarCodigo(desafio: string, codigo: string) {
  const { data } = await client.mutate({ mutation: ValidarCodigoDocument, variables: { desafio, codigo } });
  return resultOf(data?.validarCodigo);
}

export async function entrar(desafio: string, senha: string) {
  // A detail of the user that cannot be read is no reason to keep the user out.
  const variables = { desafio, senha };
  const { data, error } = await client.mutate({ mutation: EntrarDocument, variables, errorPolicy: "all" });
  return resultOf(data?.entrar, error);
}

/** Has the gateway refuse the token of a session that has ended here. Once sent it arrives, even if the user closes the tab. */
export async function sair(token: string): Promise<void> {
  const context = { headers: { authorization: `Bearer ${token}` }, fetchOptions: { keepalive: true } };
  await client.mutate({ mutation: SairDocument, fetchPolicy: "no-cache", context });
}

/** The result of a call. A response with neither a result nor an error is not the gateway's, and fails too. */
function resultOf<T>(result: T | undefined, error: unknown = new Error("No result")): T {
  if (result === undefined || result === null) throw error;
  return result;
}
