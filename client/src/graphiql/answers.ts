/**
 * What the newest answers have shown, so that the next example opens filled in: the `desafio` of one login step in
 * the next one, a claim of the list in the view, an insured person's policy and pet in a new claim.
 */
export type Known = Readonly<Record<string, string | number>>;

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Fields that mean the same wherever they stand in an answer. */
const TELLING = ["desafio", "sinistro", "cpfCnpj"];

/** What `data` shows: of several values the first one, which is the one that a reader sees on top. */
export function learn(data: unknown): Known {
  const known: Record<string, string> = {};
  const note = (name: string, value: Json) => {
    if (typeof value === "string" && value !== "") known[name] ??= value;
  };
  for (const object of objectsIn(data)) {
    for (const name of TELLING) note(name, object[name]);
    if (object["vigente"] === true) {
      note("apolice", object["numero"]);
      note("seguradora", field(object["seguradora"], "id"));
      note("pet", field(first(object["pets"]), "id"));
    }
    const procedimento = first(object["procedimentos"]);
    note("procedimento", field(procedimento, "id"));
    note("valor", field(procedimento, "valorReferencia"));
  }
  return known;
}

/** The `token` of a Sessao in `data`, if there is one. */
export function tokenOf(data: unknown): string | undefined {
  for (const object of objectsIn(data)) {
    if (typeof object["token"] === "string") return object["token"];
  }
  return undefined;
}

/** An example's variables with every known value in the place that bears its name. */
export function fill(variables: unknown, known: Known): unknown {
  if (Array.isArray(variables)) return variables.map((item) => fill(item, known));
  if (!isObject(variables)) return variables;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === "string" || typeof value === "number" ? (known[name] ?? value) : fill(value, known),
    ]),
  );
}

function* objectsIn(value: unknown): Generator<JsonObject> {
  if (Array.isArray(value)) {
    for (const item of value) yield* objectsIn(item);
  } else if (isObject(value)) {
    yield value;
    for (const inner of Object.values(value)) yield* objectsIn(inner);
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function first(value: Json): Json {
  return Array.isArray(value) ? value[0] : undefined;
}

function field(value: Json, name: string): Json {
  return isObject(value) ? value[name] : undefined;
}
