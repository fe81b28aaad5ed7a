import { today } from "../format/date.ts";
import { currentSession } from "../session.ts";
import { mayHandle } from "../shell/permission.ts";
import { cachedMenu } from "../shell/menu.ts";
import { OPEN_STATUSES } from "../status.ts";

/** The statuses of the queue. */
export const IN_PROGRESS = Object.values(OPEN_STATUSES);

/** The variables of the queue. It is for users who may open or reopen acionamentos. */
export function filaVariables() {
  const nome = currentSession()?.usuario.nome ?? "";
  return { hoje: today(), nome, ...OPEN_STATUSES, comFila: nome !== "" && mayHandle(cachedMenu()) };
}
