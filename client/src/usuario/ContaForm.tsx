import { useMutation } from "@apollo/client/react";
import { zodResolver } from "@hookform/resolvers/zod";
import { Button, TextInput } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import * as z from "zod/mini";
import { deferMessage, isSignedIn } from "../deferredMessages.ts";
import { dropDraft, newDraft, otherDrafts, readDraft, takeOverDraft, writeDraft } from "../draft.ts";
import { writtenText } from "../format/pasted.ts";
import { cleanPhone, formatPhone, formatPhoneInput, isPhone } from "../format/phone.ts";
import { sessionOwner, updateUsuario, type Usuario } from "../session.ts";
import { FormattedField } from "../ui/FormattedField.tsx";
import { reportError } from "../ui/reportError.ts";
import { showToast } from "../ui/toast.ts";
import { focusField, showRefusal, submitOnce, usePortalForm } from "../ui/usePortalForm.ts";
import { AtualizarUsuarioDocument } from "../gql/graphql.ts";

/** What is changed; the rest is as it is saved. */
const ContaDraft = z.object({ nome: z.exactOptional(z.string()), telefone: z.exactOptional(z.string()) });
type ContaDraft = z.infer<typeof ContaDraft>;
type Dados = Required<ContaDraft>;

const MAX_NAME = 120;
const SAVED = "Dados salvos.";

const Rules = z.object({
  nome: z.string().check(
    z.refine((nome) => writtenText(nome) !== "", "O nome é obrigatório!"),
    z.refine(
      (nome) => Array.from(writtenText(nome)).length <= MAX_NAME,
      `O nome deve ter no máximo ${MAX_NAME} caracteres.`,
    ),
  ),
  telefone: z
    .string()
    .check(z.refine((text) => text.trim() === "" || isPhone(text), "O telefone deve ter DDD e 8 ou 9 dígitos.")),
});

/** The user's own data. Unsaved changes are kept as a draft. */
export function ContaForm({ usuario }: { readonly usuario: Usuario }) {
  const [atualizarUsuario] = useMutation(AtualizarUsuarioDocument, { errorPolicy: "all" });
  const saved = dadosOf(usuario);
  // The session may end during a save; the outcome still belongs to this user.
  const [owner] = useState(sessionOwner);
  const [draftName] = useState(newestDraft);
  const [restored] = useState(() => ({ ...saved, ...z.safeParse(ContaDraft, readDraft(draftName)?.draft).data }));
  const [isRestored, setRestored] = useState(differ(restored, saved));
  const form = usePortalForm<Dados>({
    defaultValues: restored,
    resolver: zodResolver(Rules),
    mode: "onBlur",
    reValidateMode: "onBlur",
  });
  const { element, formState, getValues, register, setValue, subscribe, trigger } = form;
  const values = form.watch();
  const isChanged = differ(values, saved);
  const canSave = isChanged && z.safeParse(Rules, values).success;

  const keep = useEffectEvent((typed: Dados) => {
    if (differ(typed, saved)) writeDraft(draftName, changedOf(typed, saved));
    else dropDraft(draftName, owner);
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => keep(typed) }),
    [subscribe],
  );
  // Another tab may save, too: what is not being changed follows.
  const last = useRef(saved);
  const follow = useEffectEvent((next: Dados) => {
    for (const name of ["nome", "telefone"] as const)
      if (getValues(name) === last.current[name]) setValue(name, next[name]);
    last.current = next;
  });
  const { nome: savedNome, telefone: savedTelefone } = saved;
  useEffect(() => follow({ nome: savedNome, telefone: savedTelefone }), [savedNome, savedTelefone]);
  // Validates the stored telephone, the only value that may be invalid before a change.
  useEffect(() => void trigger("telefone"), [trigger]);

  function restart(dados: Dados) {
    form.reset(dados);
    dropDraft(draftName, owner);
    setRestored(false);
    // The pressed button is now disabled: move the focus.
    if (document.activeElement instanceof HTMLButtonElement) focusField(form, "nome");
  }

  async function save({ nome, telefone }: Dados) {
    try {
      const input = { nome: writtenText(nome), telefone: cleanPhone(telefone) || null };
      const { data, error } = await atualizarUsuario({ variables: { input } });
      const result = data?.atualizarUsuario;
      if (!result) throw error;
      if (result.__typename !== "Usuario") return showRefusal(form, result);
      // The services may omit them, or they cannot be read: they are as sent or unchanged then.
      const email = result.email ?? usuario.email;
      const perfil = result.perfil ?? usuario.perfil;
      const changed = { nome: result.nome, email, telefone: result.telefone ?? input.telefone, perfil };
      if (!isSignedIn(owner)) deferMessage(owner, SAVED);
      restart(dadosOf(changed));
      if (!isSignedIn(owner)) return;
      updateUsuario(changed);
      showToast(SAVED, "verde");
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <form ref={element} className="fields" noValidate onSubmit={submitOnce(form, save)}>
      {isRestored && (
        <p className="message" role="status">
          O que você digitava foi recuperado e ainda não está salvo.
        </p>
      )}
      <TextInput
        {...register("nome")}
        {...withHint(formState.errors.nome?.message, "Como aparece no histórico dos acionamentos.")}
        label="Nome"
        autoComplete="name"
        required
      />
      <FormProvider {...form}>
        <FormattedField
          name="telefone"
          {...withHint(formState.errors.telefone?.message, "Com DDD. Se ficar em branco, o telefone salvo é removido.")}
          label="Telefone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          format={formatPhoneInput}
          counts={/\d/}
        />
      </FormProvider>
      <div className="page-actions">
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

/** The newest draft of this tab or a closed one, or else a new one. */
function newestDraft(): string {
  const newest = otherDrafts("minha-conta").find(({ isElsewhere }) => !isElsewhere);
  return newest ? takeOverDraft(newest.name) : newDraft("minha-conta");
}

/** A hint, replaced by the error, so that the layout does not shift. */
function withHint(error: string | undefined, hint: string) {
  return { error, description: error ? undefined : hint };
}

function dadosOf({ nome, telefone }: Usuario): Dados {
  return { nome, telefone: formatPhone(telefone ?? "") };
}

function differ(one: Dados, other: Dados): boolean {
  return Object.keys(changedOf(one, other)).length > 0;
}

function changedOf({ nome, telefone }: Dados, saved: Dados): ContaDraft {
  return {
    ...(writtenText(nome) !== saved.nome && { nome }),
    ...(cleanPhone(telefone) !== cleanPhone(saved.telefone) && { telefone }),
  };
}
