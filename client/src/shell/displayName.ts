import type { Usuario } from "../session.ts";

/** What a user is called: not every API gives a name. */
export function displayName({ nome, email }: Usuario): string {
  return nome.trim() || email || "Usuário";
}
