import "./Conjuntos.css";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconStack2, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { counted } from "../../format/count.ts";
import { usePreference } from "../../preferences.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";
import { usePassingText } from "../../ui/usePassingText.ts";
import { type Conjunto, conjuntoOf, conjuntos, MAX_CONJUNTOS, MAX_NOME, problemOfNome } from "./ownProcedimentos.ts";
import { useCatalogue } from "./ProcedimentoSearch.tsx";
import type { Editor } from "./useRowsEditor.ts";

/** What is open: the field that names a new bundle, or the list that renames and deletes. */
type Open = "save" | "edit" | undefined;

/** The user's own bundles of procedures: added by one click, saved from the rows, renamed, deleted. */
export function Conjuntos({ editor }: { readonly editor: Editor }) {
  const catalogue = useCatalogue();
  const [all, setAll] = usePreference(conjuntos);
  const [open, setOpen] = useState<Open>();
  const [deleted, setDeleted] = useState<{ readonly conjunto: Conjunto; readonly at: number }>();
  const [news, setNews] = usePassingText();
  const { rows } = editor;
  const isFull = all.length >= MAX_CONJUNTOS;
  if (!catalogue || (rows.length === 0 && all.length === 0 && !deleted)) return null;

  function store(next: readonly Conjunto[], done: string): boolean {
    const isStored = setAll(next);
    setNews(isStored ? done : "Este navegador não guardou a mudança.");
    return isStored;
  }

  function save(nome: string): void {
    setDeleted(undefined);
    if (store([...all, conjuntoOf(nome, rows)], `Conjunto ${nome} guardado.`)) setOpen(undefined);
  }

  function remove(conjunto: Conjunto): void {
    const at = all.indexOf(conjunto);
    if (!store(all.toSpliced(at, 1), "")) return;
    setDeleted({ conjunto, at });
    if (all.length === 1) setOpen(undefined);
  }

  function restore(): void {
    if (!deleted) return;
    setDeleted(undefined);
    store(all.toSpliced(deleted.at, 0, deleted.conjunto), `Conjunto ${deleted.conjunto.nome} de volta.`);
  }

  function toggleEdit(): void {
    setDeleted(undefined);
    setOpen(open === "edit" ? undefined : "edit");
  }

  return (
    <div className="bundles" role="group" aria-label="Meus conjuntos de procedimentos">
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
        <ul>
          {all.map((conjunto) => (
            <EditedConjunto
              key={conjunto.id}
              conjunto={conjunto}
              others={all.filter((each) => each !== conjunto)}
              onRename={(nome) => {
                setDeleted(undefined);
                store(
                  all.map((each) => (each === conjunto ? { ...conjunto, nome } : each)),
                  `O conjunto agora se chama ${nome}.`,
                );
              }}
              onRemove={() => remove(conjunto)}
            />
          ))}
        </ul>
      )}
      {open === "save" && <NewName rows={rows} all={all} onSave={save} onCancel={() => setOpen(undefined)} />}
      {open !== "save" && rows.length > 0 && !isFull && (
        <Button size="compact-md" variant="subtle" onClick={() => setOpen("save")}>
          Guardar como conjunto
        </Button>
      )}
      {all.length > 0 && open !== "save" && (
        <Button size="compact-md" variant="subtle" onClick={toggleEdit}>
          {open === "edit" ? "Concluir" : "Editar conjuntos"}
        </Button>
      )}
      {isFull && rows.length > 0 && (
        <small>São {MAX_CONJUNTOS} conjuntos, o máximo. Exclua um para guardar outro.</small>
      )}
      <span role="status">{deleted ? `Conjunto ${deleted.conjunto.nome} excluído.` : news}</span>
      {deleted && <UndoButton onClick={restore} />}
    </div>
  );
}

interface NewNameProps {
  readonly rows: Editor["rows"];
  readonly all: readonly Conjunto[];
  onSave(nome: string): void;
  onCancel(): void;
}

/** Names the bundle of the rows; a name is suggested. */
function NewName({ rows, all, onSave, onCancel }: NewNameProps) {
  const [text, setText] = useState(() => suggestedNome(rows.map(({ descricao }) => descricao)));
  const [problem, setProblem] = useState<string>();

  function submit() {
    const nome = text.trim();
    const found = problemOfNome(nome, all);
    setProblem(found);
    if (!found) onSave(nome);
  }

  return (
    <div className="bundles-new">
      <TextInput
        label="Nome do conjunto"
        value={text}
        error={problem}
        autoComplete="off"
        // The user has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onEnterOrEscape(submit, onCancel)}
      />
      <Button variant="light" onClick={submit}>
        Guardar conjunto
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  );
}

interface EditedConjuntoProps {
  readonly conjunto: Conjunto;
  readonly others: readonly Conjunto[];
  onRename(nome: string): void;
  onRemove(): void;
}

function EditedConjunto({ conjunto, others, onRename, onRemove }: EditedConjuntoProps) {
  const [text, setText] = useState(conjunto.nome);
  const nome = text.trim();
  const problem = problemOfNome(nome, others);
  const finish = () => {
    if (!problem && nome !== conjunto.nome) onRename(nome);
  };
  return (
    <li>
      <TextInput
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

/** Not the Enter of the form around it, which leads to the next field. */
function onEnterOrEscape(onEnter: () => void, onEscape: () => void) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") onEnter();
    else if (event.key === "Escape") onEscape();
    else return;
    event.preventDefault();
  };
}

/** `Consulta + Vacina V10` */
function suggestedNome(descricoes: readonly string[]): string {
  const all = descricoes.join(" + ");
  return all.length <= MAX_NOME ? all : `${all.slice(0, MAX_NOME - 1)}…`;
}
