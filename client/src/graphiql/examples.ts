/** An operation to start from, as the examples panel lists it. */
export interface Example {
  /** One of `SCREENS`. */
  readonly screen: string;
  readonly title: string;
  readonly kind: "consulta" | "mutação" | "assinatura";
  readonly query: string;
  /** JSON, as the variables editor shows it. */
  readonly variables: string;
}

/** The portal's screens, under which the examples are listed: after the login those that most come for, the acionamentos. */
export const SCREENS = [
  { name: "Login", route: "/login-pg" },
  { name: "Consulta", route: "/consulta-acionamento" },
  { name: "Novo acionamento", route: "/novo-acionamento" },
  { name: "Visualização", route: "/visualiza-acionamento" },
  { name: "Reabertura", route: "/reabre-acionamento" },
  { name: "Início", route: "/home-page" },
  { name: "Menu", route: "em todas" },
  { name: "Minha conta", route: "/minhaconta-pg" },
  { name: "Troca de senha", route: "/trocasenha-pg" },
] as const;

type Screen = (typeof SCREENS)[number]["name"];

const QUERIES = import.meta.glob<string>("./examples/**/*.graphql", { query: "?raw", import: "default", eager: true });
const VARIABLES = import.meta.glob<string>("./examples/**/*.json", { query: "?raw", import: "default", eager: true });

export const EXAMPLES: readonly Example[] = [
  example("Login", "1 · Validar e-mail", "login/1-validar-email"),
  example("Login", "2 · Validar código", "login/2-validar-codigo"),
  example("Login", "3 · Entrar", "login/3-entrar"),
  example("Consulta", "Por status, em páginas", "consulta/por-status"),
  example("Consulta", "Por vários status e seguradora", "consulta/por-varios-status"),
  example("Consulta", "Por sinistro ou autorização", "consulta/por-numero"),
  example("Consulta", "Por seguradora e status", "consulta/por-seguradora"),
  example("Novo acionamento", "1 · Segurado", "novo/1-segurado"),
  example("Novo acionamento", "2 · Procedimentos", "novo/2-procedimentos"),
  example("Novo acionamento", "3 · Abrir acionamento", "novo/3-abrir-acionamento"),
  example("Visualização", "Acionamento completo", "visualiza/acionamento"),
  example("Reabertura", "1 · Pode reabrir?", "reabre/1-reabertura"),
  example("Reabertura", "2 · Reabrir acionamento", "reabre/2-reabrir-acionamento"),
  example("Início", "Painel", "home/painel"),
  example("Início", "Abertos hoje, ao vivo", "home/painel-ao-vivo"),
  example("Início", "Totais do ano", "home/totais-por-status"),
  example("Menu", "Menu da pessoa", "menu/menu"),
  example("Minha conta", "Atualizar usuário", "conta/atualizar-usuario"),
  example("Troca de senha", "Trocar senha", "senha/trocar-senha"),
];

function example(screen: Screen, title: string, file: string): Example {
  const query = QUERIES[`./examples/${file}.graphql`];
  const variables = VARIABLES[`./examples/${file}.json`];
  if (query === undefined || variables === undefined) throw new Error(`examples/${file} needs a .graphql and a .json`);
  return {
    screen,
    title,
    kind: kindOf(query),
    query,
    variables: JSON.stringify(JSON.parse(variables), null, 2),
  };
}

function kindOf(query: string): Example["kind"] {
  if (/^mutation\b/m.test(query)) return "mutação";
  return /^subscription\b/m.test(query) ? "assinatura" : "consulta";
}

/** Number of operations in the folder, for the test that all of them are listed. */
export const STORED_EXAMPLES = Object.keys(QUERIES).length;
