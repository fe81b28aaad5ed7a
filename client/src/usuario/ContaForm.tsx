import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { deferMessage, isSignedIn } from "../deferredMessages.ts";
import { currentDraft, draftOwner, dropDraft, readDraft, writeDraft } from "../draft.ts";
import { writtenText } from "../format/pasted.ts";
import { cleanPhone, formatPhone, isPhone } from "../format/phone.ts";
import { updateUsuario, type Usuario } from "../session.ts";
import { showAlert, withBusyOverlay, isBusy } from "../ui/overlays.ts";
import { reportError } from "../ui/reportError.ts";
import { PhoneField } from "./PhoneField.tsx";
import { focusField, useFields } from "./useFields.ts";
import { showToast } from "../ui/toast.ts";
import { AtualizarUsuarioDocument } from "../gql/graphql.ts";

const Draft = z.object({ nome: z.string(), telefone: z.string() });
type Dados = z.infer<typeof Draft>;

const MAX_NAME = 120;
const SAVED = "Dados salvos.";

/** The user's own data. Unsaved changes are kept as a draft. */
export function ContaForm({ usuario }: { readonly usuario: Usuario }) {
  const [atualizarUsuario] = useMutation(AtualizarUsuarioDocument);
  const saved = dadosOf(usuario);
  // The session may end during a save; the outcome still belongs to this user.
  const [owner] = useState(draftOwner);
  const [draftName] = useState(() => currentDraft("minha-conta"));
  const [draft] = useState(() => z.safeParse(Draft, readDraft(draftName)).data);
  const [isRestored, setRestored] = useState(draft !== undefined && differ(draft, saved));
  const form = useRef<HTMLFormElement>(null);
  const rules = { nome: checkName, telefone: checkPhone };
  const { values, field, change, check, showInvalid } = useFields(form, draft ?? saved, rules);
  const { nome, telefone } = values;
  const isChanged = differ(values, saved);
  // Only a stored number that is none is wrong before anything is changed.
  const phone = field("telefone");
  const phoneError = phone.error ?? (telefone === saved.telefone ? checkPhone(telefone) : undefined);
  const canSave = isChanged && !checkName(nome) && !checkPhone(telefone);

  function type(part: Partial<Dados>) {
    const typed = { ...values, ...part };
    change(part);
    if (differ(typed, saved)) writeDraft(draftName, typed);
    else dropDraft(draftName);
  }

  function restart(dados: Dados) {
    change(dados);
    dropDraft(draftName, owner);
    setRestored(false);
    // The pressed button is now disabled: move the focus.
    if (document.activeElement instanceof HTMLButtonElement) focusField(form.current, "nome");
  }

  async function save() {
    try {
      const input = { nome: writtenText(nome), telefone: cleanPhone(telefone) || null };
      const { data } = await atualizarUsuario({ variables: { input } });
      const result = data?.atualizarUsuario;
      switch (result?.__typename) {
        case "Usuario": {
          // The services may omit e-mail and profile; they are unchanged then.
          const email = result.email ?? usuario.email;
          const perfil = result.perfil ?? usuario.perfil;
          const changed = { nome: result.nome, email, telefone: result.telefone, perfil };
          if (!isSignedIn(owner)) deferMessage(owner, SAVED);
          restart(dadosOf(changed));
          if (!isSignedIn(owner)) return;
          updateUsuario(changed);
          showToast(SAVED, "verde");
          return;
        }
        case "EntradaInvalida":
          return showInvalid(result);
        case "Recusa":
          return showAlert(result.mensagem);
      }
    } catch (error) {
      reportError(error);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (canSave && !isBusy()) void withBusyOverlay(save());
  }

  return (
    <form ref={form} className="conta-form" noValidate onSubmit={submit}>
      {isRestored && (
        <p className="conta-draft" role="status">
          O que você digitava foi recuperado e ainda não está salvo.
        </p>
      )}
      <TextInput
        {...withHint(field("nome"), "Como aparece no histórico dos acionamentos.")}
        onChange={(event) => type({ nome: event.currentTarget.value })}
        onBlur={() => check("nome")}
        label="Nome"
        autoComplete="name"
        required
      />
      <PhoneField
        {...withHint({ ...phone, error: phoneError }, "Com DDD. Deixe em branco para não informar.")}
        onChange={(text) => type({ telefone: text })}
        onBlur={() => check("telefone")}
        label="Telefone"
      />
      <div className="conta-actions">
        <Button type="submit" disabled={!canSave}>
          Salvar
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => restart(saved)}>
            Descartar alterações
          </Button>
        )}
      </div>
    </form>
  );
}

/** A hint below the field, replaced by the error, so that the layout does not shift. */
function withHint<T extends { readonly error: string | undefined }>(props: T, hint: string) {
  const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
  return { ...props, description: props.error ? undefined : hint, inputWrapperOrder: order };
}

function dadosOf({ nome, telefone }: Usuario): Dados {
  return { nome, telefone: formatPhone(telefone ?? "") };
}

function differ(one: Dados, other: Dados): boolean {
  return writtenText(one.nome) !== other.nome || cleanPhone(one.telefone) !== cleanPhone(other.telefone);
}

function checkName(nome: string): string | undefined {
  const { length } = Array.from(writtenText(nome));
  if (length === 0) return "O nome é obrigatório!";
  return length > MAX_NAME ? `O nome deve ter no máximo ${MAX_NAME} caracteres.` : undefined;
}

function checkPhone(telefone: string): string | undefined {
  return telefone.trim() === "" || isPhone(telefone) ? undefined : "O telefone deve ter DDD e 8 ou 9 dígitos.";
}
