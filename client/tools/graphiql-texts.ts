/**
 * The texts of GraphiQL's interface in Portuguese: by module of its packages, what stands in the code and what takes its place.
 * GraphiQL has no translations of its own.
 */
export type Replacement = readonly [from: string, to: string];

/** A text in quotes, as it stands in the code. */
function texts(all: Readonly<Record<string, string>>): readonly Replacement[] {
  return Object.entries(all).map(([from, to]) => [JSON.stringify(from), JSON.stringify(to)] as const);
}

/** The titles of sections, which are also the names of their icons. */
const SECTIONS = {
  Arguments: "Argumentos",
  "Deprecated Arguments": "Argumentos obsoletos",
  "Deprecated Enum Values": "Valores obsoletos",
  "Deprecated Fields": "Campos obsoletos",
  Directives: "Diretivas",
  "Enum Values": "Valores",
  Fields: "Campos",
  Implements: "Implementa",
  Implementations: "Implementações",
  "Possible Types": "Tipos possíveis",
  "Root Types": "Tipos de raiz",
  Type: "Tipo",
  "All Schema Types": "Todos os tipos",
};

export const GRAPHIQL_TEXTS: Readonly<Record<string, readonly Replacement[]>> = {
  "graphiql/dist/GraphiQL.js": [
    ...texts({
      "New tab": "Nova aba",
      "Editor Commands": "Comandos do editor",
      "Operation Editor": "Editor da operação",
      "Select active operation": "Escolher a operação",
      Variables: "Variáveis",
      Headers: "Cabeçalhos",
    }),
    ['"Show" : "Hide"} editor tools', '"Mostrar" : "Ocultar"} variáveis e cabeçalhos'],
  ],
  "graphiql/dist/ui/toolbar.js": [
    ["`Prettify query (", "`Formatar a consulta ("],
    ["`Merge fragments into query (", "`Juntar os fragmentos à consulta ("],
    ["`Copy query (", "`Copiar a consulta ("],
  ],
  "graphiql/dist/ui/sidebar.js": [
    ["`Re-fetch GraphQL schema (", "`Ler o esquema de novo ("],
    ['"Hide" : "Show"', '"Ocultar" : "Mostrar"'],
    ...texts({
      "Open short keys dialog": "Ver os atalhos do teclado",
      "Open settings dialog": "Abrir as configurações",
      "Short Keys": "Atalhos do teclado",
      "This modal provides a list of available keyboard shortcuts and their functions.":
        "Os atalhos e o que cada um faz.",
      Settings: "Configurações",
      "This modal lets you adjust header persistence, interface theme, and clear local storage.":
        "O tema, e o que fica guardado neste navegador.",
      "Persist headers": "Guardar os cabeçalhos",
      "Save headers upon reloading.": "Ficam depois de recarregar.",
      "Only enable if you trust this device.": "Só em um computador de confiança.",
      On: "Sim",
      Off: "Não",
      Theme: "Tema",
      "Adjust how the interface appears.": "As cores da tela.",
      System: "Sistema",
      Light: "Claro",
      Dark: "Escuro",
      "Clear storage": "Limpar",
      "Remove all locally stored data and start fresh.": "Apaga tudo que o GraphiQL guardou neste navegador.",
      "Cleared data": "Dados apagados",
      Failed: "Não deu certo",
      "Clear data": "Apagar os dados",
    }),
  ],
  "graphiql/dist/ui/short-keys.js": [
    ...texts({
      "Short Key": "Atalho",
      Function: "O que faz",
      "Execute query": "Executar a consulta",
      "Open the Command Palette (you must have focus in the editor)":
        "Abrir a paleta de comandos (com o foco no editor)",
      "Prettify editors": "Formatar os editores",
      "Copy query": "Copiar a consulta",
      "Re-fetch schema using introspection": "Ler o esquema de novo",
      "Search in documentation": "Pesquisar na documentação",
      "Search in editor": "Pesquisar no editor",
      "Merge fragments definitions into operation definition": "Juntar os fragmentos à operação",
      "This Graph": "O editor do Graph",
      "QL editor uses": "QL usa",
      "Monaco editor shortcuts": "os atalhos do Monaco",
      ", with keybindings similar to VS Code. See the full list of shortcuts for":
        ", como os do VS Code. A lista completa deles para",
      or: "ou",
    }),
  ],
  "@graphiql/react/dist/constants.js": texts({
    "Prettify Editors": "Formatar os editores",
    "Merge Fragments into Query": "Juntar os fragmentos à consulta",
    "Run Operation": "Executar a operação",
    "Copy Query": "Copiar a consulta",
  }),
  "@graphiql/react/dist/stores/execution.js": [
    ...texts({ "Automatically added leaf fields": "Campos acrescentados automaticamente" }),
    [
      '`Request not sent. ${editor === variableEditor ? "Variables" : "Request headers"} ',
      '`A requisição não foi enviada. ${editor === variableEditor ? "Variáveis:" : "Cabeçalhos:"} ',
    ],
  ],
  "@graphiql/react/dist/utility/jsonc.js": [
    ...texts({
      en: "pt-BR",
      "invalid symbol": "há um símbolo desconhecido",
      "invalid number format": "há um número mal escrito",
      "expected a property name": "falta o nome de um campo",
      "expected a value": "falta um valor",
      "expected a colon": "faltam dois-pontos",
      "expected a comma": "falta uma vírgula",
      "expected a closing brace": "falta fechar uma chave",
      "expected a closing bracket": "falta fechar um colchete",
      "expected end of file": "há algo depois do fim",
      "invalid comment token": "há um comentário mal escrito",
      "unexpected end of comment": "um comentário não termina",
      "unexpected end of string": "um texto não termina",
      "unexpected end of number": "um número não termina",
      "invalid unicode": "há um caractere Unicode mal escrito",
      "invalid escape character": "há uma barra invertida mal usada",
      "invalid character": "há um caractere que não pode estar aí",
      "are not a JSON object.": "o JSON deve ser um objeto, entre chaves.",
    }),
    [" at line ${line}, column ${column}", " na linha ${line}, coluna ${column}"],
    ["`are invalid JSON: ", "`o JSON tem um erro: "],
  ],
  "@graphiql/react/dist/components/dialog/index.js": texts({ "Close dialog": "Fechar" }),
  "@graphiql/react/dist/components/execute-button/index.js": [
    ['"Stop" : "Execute"} query (', '"Parar" : "Executar"} a consulta ('],
    ["`<Unnamed ${operation.operation}>`", "`<${operation.operation} sem nome>`"],
  ],
  "@graphiql/react/dist/components/response-editor.js": [
    ...texts({ "Result Window": "Resultado" }),
    [">Loading...<", ">Carregando…<"],
  ],
  "@graphiql/react/dist/components/tabs/index.js": texts({ "Close Tab": "Fechar a aba" }),
  "@graphiql/plugin-doc-explorer/dist/context.js": texts({
    "Documentation Explorer": "Documentação",
    Docs: "Documentação",
  }),
  "@graphiql/plugin-doc-explorer/dist/components/doc-explorer.js": [
    ...texts({
      "Error fetching schema": "O esquema não pôde ser lido",
      "No GraphQL schema available": "Não há esquema",
      "Schema is invalid: ": "O esquema é inválido: ",
      "Documentation Explorer": "Documentação",
    }),
    ["`Go back to ${prevName}`", "`Voltar a ${prevName}`"],
  ],
  "@graphiql/plugin-doc-explorer/dist/components/section.js": [
    ["      t1,\n      title\n", `      t1,\n      (${JSON.stringify(SECTIONS)})[title]\n`],
  ],
  "@graphiql/plugin-doc-explorer/dist/components/search.js": [
    ["`Search ${navItem.name}...`", "`Pesquisar em ${navItem.name}…`"],
    ...texts({ "No results found": "Nada encontrado", "Other results": "Outros resultados" }),
  ],
  "@graphiql/plugin-doc-explorer/dist/components/schema-documentation.js": texts({
    "A GraphQL schema provides a root type for each kind of operation.":
      "O esquema tem um tipo de raiz para cada espécie de operação.",
  }),
  "@graphiql/plugin-doc-explorer/dist/components/field-documentation.js": texts({
    "Show Deprecated Arguments": "Mostrar os argumentos obsoletos",
  }),
  "@graphiql/plugin-doc-explorer/dist/components/type-documentation.js": texts({
    "Show Deprecated Fields": "Mostrar os campos obsoletos",
    "Show Deprecated Values": "Mostrar os valores obsoletos",
  }),
  "@graphiql/plugin-doc-explorer/dist/components/argument.js": texts({ Deprecated: "Obsoleto" }),
  "@graphiql/plugin-doc-explorer/dist/components/deprecation-reason.js": texts({ Deprecated: "Obsoleto" }),
  "@graphiql/plugin-history/dist/index.js": texts({ History: "Histórico" }),
  "@graphiql/plugin-history/dist/components.js": texts({
    History: "Histórico",
    Cleared: "Apagado",
    "Failed to Clear": "Não deu certo",
    Clear: "Apagar",
    "Type a label": "Nome",
    Save: "Salvar",
    "Set active": "Abrir",
    "Edit label": "Mudar o nome",
    "Remove favorite": "Tirar dos favoritos",
    "Add favorite": "Pôr nos favoritos",
    "Delete from history": "Tirar do histórico",
  }),
};
