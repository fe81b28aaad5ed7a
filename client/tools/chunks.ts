/** The chunks that screens share. Without them a screen loads 27 to 58 files: 0.3 to 1.2 s more at 400 kbit/s and 400 ms. */

const ICONS = "node_modules/@tabler/icons-react/dist/esm/icons";
const MANTINE = "node_modules/@mantine/core/esm";

/** What each holds, below client/: files, and whole folders. A file that is moved or renamed fails chunks.test.ts. */
export const CHUNKS: Readonly<Record<"graph" | "shared" | "forms" | "form" | "list", readonly string[]>> = {
  // Apollo Client, and what needs it on most screens. The login opens without: .size-limit.ts tells if it does not.
  graph: [
    "node_modules/@apollo/",
    "node_modules/@wry/",
    "node_modules/graphql/",
    "node_modules/optimism/",
    "node_modules/rxjs/",
    "src/gql/",
    "src/graph/GraphLayout.tsx",
    "src/graph/acionamentoKey.ts",
    "src/graph/cache.ts",
    "src/graph/client.ts",
    "src/graph/fetchUnlessSilent.ts",
    "src/graph/fieldStates.ts",
    "src/graph/useLive.ts",
    "src/shell/menu.ts",
    "src/ui/QueryBoundary.tsx",
  ],
  // Small modules that several screens share. Without this chunk each navigation loads two or three more files.
  shared: [
    `${ICONS}/IconArrowBackUp.mjs`,
    `${ICONS}/IconArrowRight.mjs`,
    "src/acionamento/NumberField.tsx",
    "src/acionamento/OutdatedNotice.tsx",
    "src/acionamento/SinistroForm.tsx",
    "src/format/dayInput.ts",
    "src/format/period.ts",
    "src/format/phone.ts",
    "src/format/words.ts",
    "src/ui/LabelledValue.tsx",
    "src/ui/LiveNotice.tsx",
    "src/ui/UndoButton.tsx",
    "src/ui/useChanged.ts",
    "src/ui/useIsPrinting.ts",
    "src/ui/useUserList.tsx",
  ],
  // What every form needs, those of the login too.
  forms: [
    "node_modules/@hookform/",
    "node_modules/react-hook-form/",
    "node_modules/zod/",
    "src/ui/FormattedField.tsx",
    "src/ui/usePortalForm.ts",
  ],
  // The forms that save an acionamento, without their pages.
  form: [
    `${ICONS}/IconStack2.mjs`,
    `${ICONS}/IconStar.mjs`,
    `${ICONS}/IconStarFilled.mjs`,
    `${ICONS}/IconTrash.mjs`,
    `${MANTINE}/components/Textarea/`,
    `${MANTINE}/core/utils/get-env/`,
    "src/acionamento/form/",
    "src/acionamento/novo/novo.css",
    "src/acionamento/novo/novo.query.ts",
    "src/acionamento/procedimentos/",
    "src/acionamento/reabertura/reabertura.query.ts",
  ],
  // The loaders of the list and of the view, which lead to each other.
  list: [
    "src/acionamento/consulta/consulta.address.ts",
    "src/acionamento/consulta/consulta.query.ts",
    "src/acionamento/listNeighbours.ts",
    "src/acionamento/visualiza/visualiza.query.ts",
  ],
};

/** Matches the module ids of a chunk: absolute paths. */
export function modulesOf(chunk: keyof typeof CHUNKS): RegExp {
  const paths = CHUNKS[chunk].map((path) => path.replaceAll(".", String.raw`\.`) + (path.endsWith("/") ? "" : "$"));
  return new RegExp(`/(?:${paths.join("|")})`);
}
