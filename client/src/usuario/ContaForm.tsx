import { useMutation } from "@apollo/client/react";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import * as z from "zod/mini";
import { dropDraft, readDraft, writeDraft } from "../draft.ts";
import { cleanPhone, formatPhone } from "../format/phone.ts";
import { graphql } from "../gql/gql.ts";
import { updateUsuario, type Usuario } from "../session.ts";
import { alert, busy, isBusy } from "../ui/interrupt.ts";
import { reportFault } from "../ui/report.ts";
import { focusFirstInvalid, showInvalid } from "./invalid.ts";
import { PhoneField } from "./PhoneField.tsx";

const DRAFT = "minha-conta";
const Draft = z.object({ nome: z.string(), telefone: z.string() });
type Dados = z.infer<typeof Draft>;

const MAX_NAME = 120;

const AtualizarUsuario = graphql(`
  mutation AtualizarUsuario($input: DadosDoUsuario!) {
    atualizarUsuario(input: $input) {
      ... on Usuario {
        nome
        email
        telefone
        perfil
      }
      ... on EntradaInvalida {
        mensagem
        campos {
          campo
          mensagem
        }
      }
      ... on Recusa {
        mensagem
      }
    }
  }
`);

/** What users may change about themselves. What was typed outlives the page and the session until it is saved. */
export function ContaForm({ usuario }: { readonly usuario: Usuario }) {
  const [atualizarUsuario] = useMutation(AtualizarUsuario);
  const saved = dadosOf(usuario);
  const [draft] = useState(() => readDraft(DRAFT, Draft));
  const [isRestored, setRestored] = useState(draft !== undefined && differ(draft, saved));
  const form = useForm<Dados>({
    initialValues: draft ?? saved,
    validateInputOnBlur: true,
    validate: { nome: checkName, telefone: checkPhone },
    onValuesChange: (values) => {
      if (differ(values, saved)) writeDraft(DRAFT, values);
      else dropDraft(DRAFT);
    },
  });
  const { nome, telefone } = form.values;
  const canSave = differ(form.values, saved) && !checkName(nome) && !checkPhone(telefone);

  function restart(dados: Dados) {
    form.setValues(dados);
    form.clearErrors();
    dropDraft(DRAFT);
    setRestored(false);
    // The button that was pressed can no longer be: the focus would be nowhere.
    if (document.activeElement instanceof HTMLButtonElement) form.getInputNode("nome")?.focus();
  }

  async function save() {
    try {
      const input = { nome: nome.trim(), telefone: cleanPhone(telefone) || null };
      const { data } = await atualizarUsuario({ variables: { input } });
      const result = data?.atualizarUsuario;
      switch (result?.__typename) {
        case "Usuario": {
          // Services that do not say who somebody is have not changed it.
          const email = result.email ?? usuario.email;
          const perfil = result.perfil ?? usuario.perfil;
          const changed = { nome: result.nome, email, telefone: result.telefone, perfil };
          restart(dadosOf(changed));
          updateUsuario(changed);
          notifications.show({ message: "Dados salvos.", color: "verde" });
          return;
        }
        case "EntradaInvalida":
          return showInvalid(form, result);
        case "Recusa":
          return alert(result.mensagem);
      }
    } catch (error) {
      reportFault(error);
    }
  }

  return (
    <form
      className="conta-form"
      noValidate
      onSubmit={form.onSubmit(
        () => void (canSave && !isBusy() && busy(save())),
        (errors) => focusFirstInvalid(form, errors),
      )}
    >
      {isRestored && (
        <p className="conta-draft" role="status">
          O que você digitava foi recuperado e ainda não está salvo.
        </p>
      )}
      <TextInput {...form.getInputProps("nome")} label="Nome" autoComplete="name" required />
      <PhoneField
        {...form.getInputProps("telefone")}
        label="Telefone"
        description="Com DDD. Deixe em branco para não informar."
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <div className="conta-actions">
        <Button type="submit" disabled={!canSave}>
          Salvar
        </Button>
        {differ(form.values, saved) && (
          <Button variant="default" onClick={() => restart(saved)}>
            Descartar alterações
          </Button>
        )}
      </div>
    </form>
  );
}

function dadosOf({ nome, telefone }: Usuario): Dados {
  return { nome, telefone: formatPhone(telefone ?? "") };
}

function differ(one: Dados, other: Dados): boolean {
  return one.nome.trim() !== other.nome || cleanPhone(one.telefone) !== cleanPhone(other.telefone);
}

function checkName(nome: string): string | null {
  const { length } = Array.from(nome.trim());
  if (length === 0) return "O nome é obrigatório!";
  return length > MAX_NAME ? `O nome deve ter no máximo ${MAX_NAME} caracteres.` : null;
}

function checkPhone(telefone: string): string | null {
  return [0, 10, 11].includes(cleanPhone(telefone).length) ? null : "O telefone deve ter DDD e 8 ou 9 dígitos.";
}
