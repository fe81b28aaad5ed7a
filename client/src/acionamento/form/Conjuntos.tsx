import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconStack2, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { counted } from "../../format/count.ts";
import { onEnterOrEscape, OwnName, useOwnList } from "../../ui/useOwnList.tsx";
import { type Conjunto, conjuntoOf, conjuntos, MAX_CONJUNTOS, MAX_NOME } from "./ownProcedimentos.ts";
import { useCatalogue } from "./ProcedimentoSearch.tsx";
import type { Editor } from "./useRowsEditor.ts";

/** The user's own bundles of procedures: added by one click, saved from the rows, renamed, deleted. */
export function Conjuntos({ editor }: { readonly editor: Editor }) {
  const catalogue = useCatalogue();
  const own = useOwnList(conjuntos, {
    kind: "Conjunto",
    most: MAX_CONJUNTOS,
    longest: MAX_NOME,
    nameOf: ({ nome }) => nome,
  });
  /** What is open: the field that names a new bundle, or the list that renames and deletes. */
  const [open, setOpen] = useState<"save" | "edit">();
  const { all, isFull, store } = own;
  const { rows } = editor;
  if (!catalogue || (rows.length === 0 && all.length === 0 && !own.hasDeleted)) return null;

  return (
    <div className="row note bundles" role="group" aria-label="Meus conjuntos de procedimentos">
      {open !== "edit" &&
        all.map((conjunto) => (
          <Button
            key={conjunto.id}
            size="compact-md"
            variant="default"
            leftSection={<IconStack2 size={16} stroke={1.75} aria-hidden />}
            title={`Adicionar ${counted(conjunto.itens.length, "procedimento", "procedimentos")}`}
            onClick={() => editor.addConjunto(conjunto, catalogue)}
          >
            {conjunto.nome}
          </Button>
        ))}
      {open === "edit" && (
        <ul className="row plain own-name">
          {all.map((conjunto) => (
            <EditedConjunto
              key={conjunto.id}
              conjunto={conjunto}
              problemOf={(nome) =>
                own.problemOf(
                  nome,
                  all.filter((each) => each !== conjunto),
                )
              }
              onRename={(nome) => {
                const renamed = all.map((each) => (each === conjunto ? { ...conjunto, nome } : each));
                store(renamed, `O conjunto agora se chama ${nome}.`);
              }}
              onRemove={() => {
                own.remove(conjunto);
                if (all.length === 1) setOpen(undefined);
              }}
            />
          ))}
        </ul>
      )}
      {open === "save" && (
        <OwnName
          label="Nome do conjunto"
          initial={suggestedNome(rows.map(({ descricao }) => descricao))}
          save="Guardar conjunto"
          problemOf={own.problemOf}
          onSave={(nome) => {
            if (store([...all, conjuntoOf(nome, rows)], `Conjunto ${nome} guardado.`)) setOpen(undefined);
          }}
          onCancel={() => setOpen(undefined)}
        />
      )}
      {open !== "save" && rows.length > 0 && !isFull && (
        // Its text is aligned with the field above.
        <Button size="compact-md" variant="subtle" ml={all.length === 0 ? -12 : 0} onClick={() => setOpen("save")}>
          Guardar como conjunto
        </Button>
      )}
      {all.length > 0 && open !== "save" && (
        <Button size="compact-md" variant="subtle" onClick={() => setOpen(open === "edit" ? undefined : "edit")}>
          {open === "edit" ? "Concluir" : "Editar conjuntos"}
        </Button>
      )}
      {isFull && rows.length > 0 && (
        <small>São {MAX_CONJUNTOS} conjuntos, o máximo. Exclua um para guardar outro.</small>
      )}
      {own.status}
    </div>
  );
}

interface EditedConjuntoProps {
  readonly conjunto: Conjunto;
  problemOf(nome: string): string | undefined;
  onRename(nome: string): void;
  onRemove(): void;
}

function EditedConjunto({ conjunto, problemOf, onRename, onRemove }: EditedConjuntoProps) {
  const [text, setText] = useState(conjunto.nome);
  const nome = text.trim();
  const problem = problemOf(nome);
  const finish = () => {
    if (!problem && nome !== conjunto.nome) onRename(nome);
  };
  return (
    <li>
      <TextInput
        flex={1}
        aria-label={`Nome do conjunto ${conjunto.nome}`}
        value={text}
        error={problem}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={onEnterOrEscape(finish, () => setText(conjunto.nome))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Excluir o conjunto ${conjunto.nome}`}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** `Consulta + Vacina V10` */
function suggestedNome(descricoes: readonly string[]): string {
  const all = descricoes.join(" + ");
  return all.length <= MAX_NOME ? all : `${all.slice(0, MAX_NOME - 1)}…`;
}
