/** What login and logout ask the graph. It is loaded, with Apollo Client, while the user types: the login opens without it. */
import { client } from "../graph/client.ts";
import { signOut } from "../graph/clientSession.ts";
import { EntrarDocument, SairDocument, ValidarCodigoDocument, ValidarEmailDocument } from "../gql/graphql.ts";
import { currentSession, expectSessionEnd } from "../session.ts";

/** Longest wait for the gateway. A user who leaves a shared machine must not be kept from it. */
const LOGOUT_TIMEOUT_MS = 2000;

export async function validarEmail(email: string) {
  const { data } = await client.mutate({ mutation: ValidarEmailDocument, variables: { email } });
  return data?.validarEmail;
}

export async function validarCodigo(desafio: string, codigo: string) {
  const { data } = await client.mutate({ mutation: ValidarCodigoDocument, variables: { desafio, codigo } });
  return data?.validarCodigo;
}

export async function entrar(desafio: string, senha: string) {
  // A detail of the user that cannot be read is no reason to keep the user out.
  const variables = { desafio, senha };
  const { data, error } = await client.mutate({ mutation: EntrarDocument, variables, errorPolicy: "all" });
  if (error && !data?.entrar) throw error;
  return data?.entrar;
}

/** Ends the session at the gateway, which refuses its token from then on, and in all tabs. */
export async function logOut(): Promise<void> {
  if (currentSession()) {
    expectSessionEnd();
    const sair = client.mutate({ mutation: SairDocument, fetchPolicy: "no-cache" });
    const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS));
    // Offline, or ended already: the session ends here all the same.
    await Promise.race([sair.catch(() => undefined), timeout]);
  }
  await signOut();
}
