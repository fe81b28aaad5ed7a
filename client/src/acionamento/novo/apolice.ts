/** Policy cover on a date, and preselection of policy and pet. */
import { type Day, formatDay, today } from "../../format/date.ts";
import type { NovoSeguradoQuery } from "../../gql/graphql.ts";
import type { NovoFields } from "./novo.ts";

type Segurado = NonNullable<NovoSeguradoQuery["segurado"]>;
type Apolice = NonNullable<Segurado["apolices"]>[number];

/** Policy and pet of a new acionamento: chosen by the user, or preselected if there is only one. */
export interface ApoliceAndPet {
  readonly nome: string | undefined;
  /** Null without an insured, or if the policies could not be loaded. */
  readonly apolices: readonly Apolice[] | null;
  readonly apolice: Apolice | undefined;
  readonly pet: Apolice["pets"][number] | undefined;
}

export const NO_CHOICE: ApoliceAndPet = { nome: undefined, apolices: null, apolice: undefined, pet: undefined };

/** First and last day of cover; null means unlimited. */
interface Vigencia {
  readonly inicio: Day | null;
  readonly fim: Day | null;
}

export function covers({ inicio, fim }: Vigencia, day: Day): boolean {
  return (inicio === null || inicio <= day) && (fim === null || day <= fim);
}

/** `21/03/2026 a 20/03/2027` */
export function vigenciaText({ inicio, fim }: Vigencia): string {
  if (inicio !== null && fim !== null) return `${formatDay(inicio)} a ${formatDay(fim)}`;
  if (inicio !== null) return `desde ${formatDay(inicio)}`;
  return fim === null ? "sem limite de data" : `até ${formatDay(fim)}`;
}

/** Why a policy is not in force on a day. */
export function whyNotInForce(vigencia: Vigencia, day: Day, thisDay: Day): string | undefined {
  if (covers(vigencia, day)) return undefined;
  if (day !== thisDay) return `Não cobre ${formatDay(day)}`;
  if (vigencia.inicio !== null && thisDay < vigencia.inicio) return `Só vale a partir de ${formatDay(vigencia.inicio)}`;
  return vigencia.fim === null ? undefined : `Vencida em ${formatDay(vigencia.fim)}`;
}

/** Whether a policy can be chosen. Without a date of the event an expired one can, since the event may be earlier. */
export function mayBeChosen(vigencia: Vigencia, ocorridoEm: Day | undefined, thisDay: Day): boolean {
  if (ocorridoEm !== undefined) return covers(vigencia, ocorridoEm);
  return vigencia.inicio === null || vigencia.inicio <= thisDay;
}

/** The chosen policy and pet if they are valid, otherwise the only ones that are. */
export function choiceOf(
  segurado: Segurado | null,
  { apolice: numero, pet: id, petNome }: Pick<NovoFields, "apolice" | "pet" | "petNome">,
  ocorridoEm: Day | undefined,
): ApoliceAndPet {
  const apolices = segurado?.apolices ?? null;
  const chosen = apolices?.find((each) => each.numero === numero);
  const inForce = apolices?.filter((each) => covers(each, ocorridoEm ?? today()));
  const apolice = chosen && mayBeChosen(chosen, ocorridoEm, today()) ? chosen : single(inForce);
  // An API may number the pets within a policy.
  const meant = chosen?.pets.find((each) => each.id === id)?.nome ?? petNome;
  const same = apolice?.pets.find((each) => each.id === id && each.nome === (meant ?? each.nome));
  const pet = same ?? single(apolice?.pets);
  return { nome: segurado?.nome, apolices, apolice, pet };
}

function single<T>(all: readonly T[] = []): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
