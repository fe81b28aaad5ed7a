import { useFragment, useMutation } from "@apollo/client/react";
import type { FragmentType } from "@apollo/client/masking";
import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay, formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { graphql } from "../../gql/gql.ts";
import type { AcionamentoParaReabrirFragment, Reabertura } from "../../gql/graphql.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { viewOf } from "../address.ts";
import { BarraSalvar } from "../edicao/BarraSalvar.tsx";
import { mudouDepoisDoEnvio } from "../edicao/envio.ts";
import { ENVIO_SEM_RESPOSTA, EnvioSemResposta } from "../edicao/EnvioSemResposta.tsx";
import { Nota } from "../edicao/Nota.tsx";
import { Formulario } from "../edicao/Formulario.tsx";
import { totalDasLinhas } from "../edicao/linhas.ts";
import { ProcedimentoBusca } from "../edicao/ProcedimentoBusca.tsx";
import { ProcedimentosEditor } from "../edicao/ProcedimentosEditor.tsx";
import { useEditor } from "../edicao/useEditor.ts";
import { focusFirst, type Problemas, without } from "../edicao/problemas.ts";
import { RascunhoLinha } from "../edicao/RascunhoLinha.tsx";
import {
  CamposDaReabertura,
  inputDaReabertura,
  linhasDe,
  mudaramAsLinhas,
  problemasDaReabertura,
} from "./reabertura.ts";
import { keepSaved } from "../edicao/salvo.ts";
import { useEnvio } from "../edicao/useEnvio.ts";
import { useRascunho } from "../edicao/useRascunho.ts";

const ParaReabrir = graphql(`
  fragment AcionamentoParaReabrir on Acionamento {
    id
    sinistro
    autorizacao
    status {
      codigo
      descricao
    }
    abertoEm
    ocorridoEm
    valorTotal
    seguradora {
      id
      nome
    }
    segurado {
      cpfCnpj
      nome
    }
    apolice
    pet {
      id
      nome
      especie
    }
    procedimentos {
      procedimento {
        id
        descricao
      }
      quantidade
      valor
    }
  }
`);

// The old acionamento comes back with the new one: it has been reopened now, and its view must say so.
const ReabrirMutation = graphql(`
  mutation ReabrirAcionamento($input: Reabertura!) {
    reabrirAcionamento(input: $input) {
      __typename
      ... on AcionamentoSalvo {
        acionamento {
          id
          sinistro
          ...AcionamentoInteiro
          origem {
            id
            ...AcionamentoInteiro
          }
        }
      }
      ... on EntradaInvalida {
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

export interface ReaberturaFormProps {
  readonly acionamento: FragmentType<AcionamentoParaReabrirFragment>;
  /** Why the list of procedures could not be read. */
  readonly falha: string | undefined;
}

/** The old acionamento, and what is to be different in the one that reopens it. */
export function ReaberturaForm({ acionamento, falha }: ReaberturaFormProps) {
  const { data, dataState } = useFragment({ fragment: ParaReabrir, from: acionamento });
  return dataState === "complete" ? <Campos antigo={data} falha={falha} /> : null;
}

interface CamposProps {
  readonly antigo: AcionamentoParaReabrirFragment;
  readonly falha: string | undefined;
}

function Campos({ antigo, falha }: CamposProps) {
  const { sinistro, segurado, pet } = antigo;
  const [vazio] = useState<CamposDaReabertura>(() => ({ linhas: linhasDe(antigo), observacao: "" }));
  const rascunho = useRascunho(`reabertura-${sinistro}`, CamposDaReabertura, vazio);
  const { campos, envio } = rascunho;
  const [problemas, setProblemas] = useState<Problemas>({});
  const input = inputDaReabertura(sinistro, campos, vazio.linhas);
  const mudou = mudouDepoisDoEnvio(envio, JSON.stringify(input));

  const [reabrir] = useMutation(ReabrirMutation, {
    errorPolicy: "all",
    update(cache, { data }) {
      if (data?.reabrirAcionamento.__typename !== "AcionamentoSalvo") return;
      const novo = data.reabrirAcionamento.acionamento;
      keepSaved(cache, novo);
      if (novo.origem) return;
      // It was saved, and the old one could not be read again: this much is certain.
      cache.modify({
        id: cache.identify({ __typename: "Acionamento", id: antigo.id }) ?? "",
        fields: { sinistroReabertura: () => novo.sinistro, podeReabrir: () => false },
      });
    },
  });
  const enviar = useEnvio({
    rascunho,
    send: async (reabertura: Omit<Reabertura, "chave">, chave) => {
      const { data, error } = await reabrir({ variables: { input: { ...reabertura, chave } } });
      return { data: data?.reabrirAcionamento, error };
    },
    saved: (novo) => `Sinistro ${sinistro} reaberto: o novo sinistro é ${novo}.`,
    onProblemas: show,
  });

  function show(found: Problemas): void {
    flushSync(() => setProblemas(found));
    focusFirst(found);
  }

  function change(part: Partial<CamposDaReabertura>, campo: string): void {
    rascunho.change(part);
    setProblemas((before) => without(before, campo));
  }

  function save(comoOutro = false): void {
    const found = problemasDaReabertura(campos);
    if (Object.keys(found).length > 0) show(found);
    else if (mudou && !comoOutro) document.getElementById(ENVIO_SEM_RESPOSTA)?.focus();
    else void enviar(input, campos, comoOutro);
  }

  const editor = useEditor(campos.linhas, (linhas, campo) => change({ linhas: [...linhas] }, campo));
  const view = viewOf(sinistro);
  return (
    <Formulario label="Reabrir acionamento" onSave={() => save()}>
      <RascunhoLinha
        {...rascunho}
        descartar="Descartar rascunho"
        onDiscard={() => {
          rascunho.discard();
          setProblemas({});
          focusFirst({ observacao: "" });
        }}
      />
      {envio.semResposta && (
        <EnvioSemResposta
          em={envio.semResposta.em}
          mudou={mudou}
          onde={
            <Button component={Link} to={view} size="xs" variant="subtle">
              Ver o sinistro {sinistro}
            </Button>
          }
          onVoltar={rascunho.voltarAoEnviado}
          onSalvarOutro={() => save(true)}
        />
      )}
      <section className="card" aria-labelledby="reabertura-antigo">
        <h2 id="reabertura-antigo">
          Sinistro <Link to={view}>{sinistro}</Link> <StatusBadge status={antigo.status} />
        </h2>
        <dl className="facts">
          <Fato nome="Segurado">
            {segurado.nome}
            <br />
            <span className="figures">{formatCpfCnpj(segurado.cpfCnpj)}</span>
          </Fato>
          <Fato nome="Pet">{pet ? [pet.nome, pet.especie].filter(Boolean).join(" · ") : "Não informado"}</Fato>
          <Fato nome="Seguradora">{antigo.seguradora?.nome ?? "Não informada"}</Fato>
          <Fato nome="Apólice">{antigo.apolice ?? "Não informada"}</Fato>
          <Fato nome="Ocorrência">{antigo.ocorridoEm ? formatDay(antigo.ocorridoEm) : "Não informada"}</Fato>
          <Fato nome="Aberto em">{formatInstant(antigo.abertoEm)}</Fato>
          {antigo.autorizacao !== null && <Fato nome="Autorização">{antigo.autorizacao}</Fato>}
          <Fato nome="Total">{formatMoney(antigo.valorTotal)}</Fato>
        </dl>
      </section>
      <section className="card" aria-labelledby="reabertura-motivo">
        <h2 id="reabertura-motivo">Por que reabrir</h2>
        <Nota
          campo="observacao"
          label="Motivo da reabertura"
          value={campos.observacao}
          problema={problemas["observacao"]}
          onChange={(observacao) => change({ observacao }, "observacao")}
        />
      </section>
      <section className="card" aria-labelledby="reabertura-procedimentos">
        <h2 id="reabertura-procedimentos">Procedimentos</h2>
        <ProcedimentosEditor editor={editor} problemas={problemas}>
          <ProcedimentoBusca problema={problemas["procedimentos"]} falha={falha} onAdd={editor.add} />
        </ProcedimentosEditor>
        {mudaramAsLinhas(campos.linhas, vazio.linhas) && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            onClick={() => {
              change({ linhas: vazio.linhas }, "procedimentos");
              focusFirst({ procedimentos: "" });
            }}
          >
            Voltar aos procedimentos do sinistro
          </Button>
        )}
      </section>
      <BarraSalvar segurado={segurado.nome} pet={pet?.nome} total={totalDasLinhas(campos.linhas)}>
        Reabrir
      </BarraSalvar>
    </Formulario>
  );
}

function Fato({ nome, children }: { readonly nome: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{nome}</dt>
      <dd>{children}</dd>
    </div>
  );
}
