/**
 * Values of the latest responses, to fill in the variables of the next example: the `desafio` of a login step in the next
 * step, a claim of the list in the view, an insured's policy and pet in a new claim.
 */
export type ExampleValues = Readonly<Record<string, string | number>>;

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Fields with the same meaning anywhere in a response. */
const SAME_EVERYWHERE = ["desafio", "sinistro", "cpfCnpj"];

/** The values in `data`; of several values with the same name the first one. */
export function extractValues(data: unknown): ExampleValues {
  const known: Record<string, string> = {};
  const note = (name: string, value: Json) => {
    if (typeof value === "string" && value !== "") known[name] ??= value;
  };
  for (const object of objectsIn(data)) {
    for (const name of SAME_EVERYWHERE) note(name, object[name]);
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

/** The `token` of a Sessao in `data`, if any. */
export function tokenOf(data: unknown): string | undefined {
  for (const object of objectsIn(data)) {
    if (typeof object["token"] === "string") return object["token"];
  }
  return undefined;
}

/** An example's variables, with known values filled in by name. */
export function fillVariables(variables: unknown, known: ExampleValues): unknown {
  if (Array.isArray(variables)) return variables.map((item) => fillVariables(item, known));
  if (!isObject(variables)) return variables;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === "string" || typeof value === "number" ? (known[name] ?? value) : fillVariables(value, known),
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
