import { Button } from "@mantine/core";
import { IconStack2, IconX } from "@tabler/icons-react";
import { counted } from "../../format/count.ts";
import { useUserList } from "../../ui/useUserList.tsx";
import { conjuntoOf, conjuntos, MAX_CONJUNTOS, MAX_NOME } from "./userProcedimentos.ts";
import { quantidadeOf } from "./rows.ts";
import { useCatalogue } from "./catalogue.ts";
import type { Editor } from "./useRowsEditor.ts";

/** The user's own conjuntos of procedures: added by one click, saved from the rows, deleted. */
export function Conjuntos({ editor }: { readonly editor: Editor }) {
  const catalogue = useCatalogue();
  const { rows } = editor;
  const userList = useUserList(conjuntos, {
    noun: "Conjunto",
    maxCount: MAX_CONJUNTOS,
    maxLength: MAX_NOME,
    saveLabel: "Guardar conjunto",
    savedLabel: "guardado",
    suggestion: suggestedNome(rows.map(({ descricao }) => descricao)),
    nameOf: ({ nome }) => nome,
    newOne: (nome) => conjuntoOf(nome, rows),
  });
  const { all, isFull } = userList;
  if (!catalogue || (rows.length === 0 && all.length === 0 && !userList.hasDeleted)) return null;

  return (
    <div className="row note conjuntos" role="group" aria-label="Meus conjuntos de procedimentos">
      {all.map((conjunto) => (
        <Button.Group key={conjunto.id} miw={0}>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconStack2 size={16} stroke={1.75} aria-hidden />}
            title={`Adicionar ${counted(conjunto.itens.length, "procedimento", "procedimentos")}`}
            onClick={() => editor.addConjunto(conjunto, catalogue)}
          >
            {conjunto.nome}
          </Button>
          <Button
            flex="none"
            size="compact-md"
            variant="default"
            aria-label={`Excluir o conjunto ${conjunto.nome}`}
            onClick={() => userList.remove(conjunto)}
          >
            <IconX size={15} aria-hidden />
          </Button>
        </Button.Group>
      ))}
      {userList.nameField}
      {!userList.isNaming && rows.length > 0 && rows.every(quantidadeOf) && !isFull && (
        // Its text is aligned with the field above.
        <Button size="compact-md" variant="subtle" ml={all.length === 0 ? -12 : 0} onClick={userList.startNaming}>
          Guardar como conjunto
        </Button>
      )}
      {isFull && rows.length > 0 && (
        <small>São {MAX_CONJUNTOS} conjuntos, o máximo. Exclua um para guardar outro.</small>
      )}
      {userList.status}
    </div>
  );
}

/** `Consulta + Vacina V10` */
function suggestedNome(descricoes: readonly string[]): string {
  const all = descricoes.join(" + ");
  return all.length <= MAX_NOME ? all : `${all.slice(0, MAX_NOME - 1)}…`;
}
