import { useMutation } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLoaderData } from "react-router";
import { cleanCpfCnpj } from "../../format/cpfCnpj.ts";
import { parseDay } from "../../format/dayInput.ts";
import { graphql } from "../../gql/gql.ts";
import type { NovoAcionamento } from "../../gql/graphql.ts";
import { faultAt } from "../../graph/fault.ts";
import { Answer } from "../../ui/Answer.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { AbertosAviso } from "./AbertosAviso.tsx";
import { ApoliceBloco, useEscolha } from "./ApoliceBloco.tsx";
import { BarraSalvar } from "../edicao/BarraSalvar.tsx";
import { mudouDepoisDoEnvio } from "../edicao/envio.ts";
import { ENVIO_SEM_RESPOSTA, EnvioSemResposta } from "../edicao/EnvioSemResposta.tsx";
import { EventoBloco } from "./EventoBloco.tsx";
import { Formulario } from "../edicao/Formulario.tsx";
import { totalDasLinhas } from "../edicao/linhas.ts";
import { CamposDoNovo, inputDoNovo, problemasDoNovo, VAZIO } from "./novo.ts";
import type { loadNovo } from "./novo.query.ts";
import { ProcedimentoBusca } from "../edicao/ProcedimentoBusca.tsx";
import { ProcedimentosEditor } from "../edicao/ProcedimentosEditor.tsx";
import { useEditor } from "../edicao/useEditor.ts";
import { focusFirst, type Problemas, without } from "../edicao/problemas.ts";
import { RascunhoLinha } from "../edicao/RascunhoLinha.tsx";
import { keepSaved } from "../edicao/salvo.ts";
import { SeguradoPedidoAviso, useSeguradoPedido } from "./SeguradoPedido.tsx";
import { SeguradoBloco, useSegurado } from "./SeguradoBloco.tsx";
import { useEnvio } from "../edicao/useEnvio.ts";
import { useRascunho } from "../edicao/useRascunho.ts";

const AbrirMutation = graphql(`
  mutation AbrirAcionamento($input: NovoAcionamento!) {
    abrirAcionamento(input: $input) {
      __typename
      ... on AcionamentoSalvo {
        acionamento {
          id
          sinistro
          ...AcionamentoInteiro
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

/** Opens an acionamento: whom it is about, the policy and pet, what was done, and when. */
export function NovoPage() {
  const asked = useLoaderData<ReturnType<typeof loadNovo>>();
  const rascunho = useRascunho("novo-acionamento", CamposDoNovo, VAZIO);
  const { campos, envio } = rascunho;
  const [problemas, setProblemas] = useState<Problemas>({});
  const procurado = useSegurado(campos.cpfCnpj);
  const ocorridoEm = parseDay(campos.ocorridoEm);
  const escolha = useEscolha(procurado.segurado, campos, ocorridoEm);
  const { apolice, pet } = escolha;
  const input = inputDoNovo(campos, escolha);
  const mudou = !procurado.isLoading && mudouDepoisDoEnvio(envio, JSON.stringify(input));
  const { pedido, manter, comecar } = useSeguradoPedido(rascunho);

  const [abrir] = useMutation(AbrirMutation, {
    errorPolicy: "all",
    update(cache, { data }) {
      if (data?.abrirAcionamento.__typename === "AcionamentoSalvo") keepSaved(cache, data.abrirAcionamento.acionamento);
    },
  });
  const enviar = useEnvio({
    rascunho,
    send: async (novo: Omit<NovoAcionamento, "chave">, chave) => {
      const { data, error } = await abrir({ variables: { input: { ...novo, chave } } });
      return { data: data?.abrirAcionamento, error };
    },
    saved: (sinistro) => `Acionamento aberto: sinistro ${sinistro}.`,
    onProblemas: show,
  });

  const editor = useEditor(campos.linhas, (linhas, campo) => change({ linhas: [...linhas] }, campo));

  // Who comes to open an acionamento begins by typing; who finds a draft reads first.
  const begin = useEffectEvent(() => {
    if (rascunho.now().campos.cpfCnpj === "") focusFirst({ cpfCnpj: "" });
  });
  useEffect(() => begin(), []);

  function show(found: Problemas): void {
    flushSync(() => setProblemas(found));
    focusFirst(found);
  }

  function change(part: Partial<CamposDoNovo>, ...changed: string[]): void {
    rascunho.change(part);
    setProblemas((before) => changed.reduce(without, before));
  }

  function save(comoOutro = false): void {
    const found = problemasDoNovo(campos, escolha);
    if (Object.keys(found).length > 0 || !input) show(found);
    else if (mudou && !comoOutro) document.getElementById(ENVIO_SEM_RESPOSTA)?.focus();
    // What was chosen by itself is kept as chosen: it is what was sent.
    else void enviar(input, { ...campos, apolice: apolice?.numero ?? null, pet: pet?.id ?? null }, comoOutro);
  }

  function discard(): void {
    rascunho.discard();
    setProblemas({});
    focusFirst({ cpfCnpj: "" });
  }

  return (
    <div className="page">
      <PageHeader title="Novo acionamento" />
      <Formulario label="Novo acionamento" onSave={() => save()}>
        <RascunhoLinha {...rascunho} descartar="Descartar rascunho" onDiscard={discard} />
        {pedido !== undefined && (
          <SeguradoPedidoAviso
            pedido={pedido}
            atual={escolha.nome ?? campos.cpfCnpj}
            onComecar={() => {
              comecar();
              setProblemas({});
            }}
            onManter={manter}
          />
        )}
        {envio.semResposta && (
          <EnvioSemResposta
            em={envio.semResposta.em}
            mudou={mudou}
            onde={apolice?.seguradora && <VerAcionamentos seguradora={apolice.seguradora.id} />}
            onVoltar={rascunho.voltarAoEnviado}
            onSalvarOutro={() => save(true)}
          />
        )}
        <SeguradoBloco
          cpfCnpj={campos.cpfCnpj}
          procurado={procurado}
          problema={problemas["cpfCnpj"]}
          onChange={(cpfCnpj) =>
            change({ cpfCnpj, apolice: null, pet: null }, "cpfCnpj", "apolice", "pet", "seguradora")
          }
        />
        <ApoliceBloco
          escolha={escolha}
          escolhida={campos.apolice}
          ocorridoEm={ocorridoEm}
          problemas={problemas}
          vazio={
            procurado.isLoading ? "Carregando as apólices…" : "As apólices aparecem quando o segurado for encontrado."
          }
          onApolice={(numero) => change({ apolice: numero, pet: null }, "apolice", "pet", "seguradora")}
          onPet={(id) => change({ apolice: apolice?.numero ?? null, pet: id }, "pet")}
        />
        {apolice?.seguradora && pet && ocorridoEm !== undefined && (
          <AbertosAviso
            cpfCnpj={cleanCpfCnpj(campos.cpfCnpj)}
            seguradora={apolice.seguradora.id}
            pet={pet}
            ocorridoEm={ocorridoEm}
          />
        )}
        <section className="card" aria-labelledby="novo-procedimentos">
          <h2 id="novo-procedimentos">Procedimentos</h2>
          <ProcedimentosEditor editor={editor} problemas={problemas}>
            <Answer
              asked={asked}
              skeleton={<Skeleton height={60} />}
              failed="Não foi possível carregar os procedimentos."
            >
              {(_, error) => (
                <ProcedimentoBusca
                  problema={problemas["procedimentos"]}
                  falha={faultAt(error, "procedimentos")}
                  onAdd={editor.add}
                />
              )}
            </Answer>
          </ProcedimentosEditor>
        </section>
        <EventoBloco
          evento={campos}
          problemas={problemas}
          onChange={(part) => change(part, ...Object.keys(part), ...("ocorridoEm" in part ? ["apolice"] : []))}
        />
        <BarraSalvar segurado={escolha.nome} pet={pet?.nome} total={totalDasLinhas(campos.linhas)}>
          Salvar
        </BarraSalvar>
      </Formulario>
    </div>
  );
}

function VerAcionamentos({ seguradora }: { readonly seguradora: string }) {
  const address = new URLSearchParams({ seguradora, status: "ABERTO" });
  return (
    <Button component={Link} to={`/consulta-acionamento?${address.toString()}`} size="xs" variant="subtle">
      Ver os abertos da seguradora
    </Button>
  );
}
