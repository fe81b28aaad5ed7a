import { useFragment } from "@apollo/client/react";
import type { ReactNode } from "react";
import { type Day, today } from "../../format/date.ts";
import { graphql } from "../../gql/gql.ts";
import type { SeguradoApolicesFragment, SeguradoDoNovoQuery } from "../../gql/graphql.ts";
import { apoliceValida, foraDeVigencia, periodo, petValido, podeEscolher } from "./apolice.ts";
import { idDoCampo } from "../edicao/problemas.ts";

const Apolices = graphql(`
  fragment SeguradoApolices on Segurado {
    nome
    apolices {
      numero
      inicio
      fim
      seguradora {
        id
        nome
      }
      pets {
        id
        nome
        especie
        raca
      }
    }
  }
`);

type Apolice = NonNullable<SeguradoApolicesFragment["apolices"]>[number];
type Pet = Apolice["pets"][number];

/** What a new acionamento is about: chosen by the person, or by itself where there is nothing to choose. */
export interface Escolha {
  /** Name of the insured. */
  readonly nome: string | undefined;
  /** Null as long as there is no insured, or where the policies could not be read. */
  readonly apolices: readonly Apolice[] | null;
  readonly apolice: Apolice | undefined;
  readonly pet: Pet | undefined;
}

interface Escolhido {
  readonly apolice: string | null;
  readonly pet: string | null;
}

export function useEscolha(
  segurado: SeguradoDoNovoQuery["segurado"],
  { apolice: numero, pet: id }: Escolhido,
  ocorridoEm: Day | undefined,
): Escolha {
  const { data, dataState } = useFragment({ fragment: Apolices, from: segurado });
  const found = segurado && dataState === "complete" ? data : undefined;
  const apolices = found?.apolices ?? null;
  const apolice = apoliceValida(apolices ?? [], numero, ocorridoEm, today());
  return { nome: found?.nome, apolices, apolice, pet: petValido(apolice?.pets ?? [], id) };
}

export interface ApoliceBlocoProps {
  readonly escolha: Escolha;
  /** What the person chose, which the day of the event may have overruled. */
  readonly escolhida: string | null;
  readonly ocorridoEm: Day | undefined;
  readonly problemas: Readonly<Record<string, string>>;
  /** In its place as long as there is no insured. */
  readonly vazio: string;
  onApolice(numero: string): void;
  onPet(id: string): void;
}

/** The policy, which brings the insurer, and the pet. */
export function ApoliceBloco(props: ApoliceBlocoProps) {
  const { escolha, escolhida, ocorridoEm, problemas, vazio, onApolice, onPet } = props;
  const { apolices, apolice, pet } = escolha;
  const hoje = today();
  const dia = ocorridoEm ?? hoje;
  const wasOverruled = apolice !== undefined && escolhida !== null && escolhida !== apolice.numero;
  return (
    <section className="card" aria-labelledby="novo-apolice">
      <h2 id="novo-apolice">Apólice e pet</h2>
      {!apolices && <p className="novo-vazio">{vazio}</p>}
      {apolices?.length === 0 && <p className="novo-vazio">Este segurado não tem apólices.</p>}
      {apolices && apolices.length > 0 && (
        <Opcoes campo="apolice" titulo="Apólice" problema={problemas["apolice"] ?? problemas["seguradora"]}>
          {apolices.map((each) => {
            const fora = foraDeVigencia(each, dia, hoje);
            return (
              <Opcao
                key={each.numero}
                name="apolice"
                isChosen={each === apolice}
                isOff={!podeEscolher(each, ocorridoEm, hoje)}
                onChoose={() => onApolice(each.numero)}
                titulo={each.numero}
                marca={fora}
              >
                {each.seguradora?.nome ?? "Seguradora não informada"}
                <br />
                <span className="figures">{periodo(each)}</span>
              </Opcao>
            );
          })}
        </Opcoes>
      )}
      <p role="status" className="novo-fala">
        {wasOverruled && `A apólice ${escolhida} não cobre o dia da ocorrência: vale a ${apolice.numero}.`}
        {apolices && apolices.length > 0 && !apolice && ocorridoEm !== undefined && noneCovers(apolices, ocorridoEm)}
      </p>
      {apolice && (
        <Opcoes campo="pet" titulo="Pet" problema={problemas["pet"]}>
          {apolice.pets.map((each) => (
            <Opcao key={each.id} name="pet" isChosen={each === pet} onChoose={() => onPet(each.id)} titulo={each.nome}>
              {[each.especie, each.raca].filter(Boolean).join(" · ")}
            </Opcao>
          ))}
          {apolice.pets.length === 0 && <p className="novo-vazio">Esta apólice não cobre nenhum pet.</p>}
        </Opcoes>
      )}
    </section>
  );
}

function noneCovers(apolices: readonly Apolice[], dia: Day): string {
  return apolices.some((each) => podeEscolher(each, dia, dia))
    ? ""
    : "Nenhuma apólice deste segurado cobre o dia da ocorrência.";
}

interface OpcoesProps {
  readonly campo: string;
  readonly titulo: string;
  readonly problema: string | undefined;
  readonly children: ReactNode;
}

function Opcoes({ campo, titulo, problema, children }: OpcoesProps) {
  const id = idDoCampo(campo);
  return (
    <fieldset id={id} className="opcoes" tabIndex={-1} aria-describedby={problema && `${id}-problema`}>
      <legend>{titulo}</legend>
      <div>{children}</div>
      {problema && (
        <p id={`${id}-problema`} className="opcoes-problema">
          {problema}
        </p>
      )}
    </fieldset>
  );
}

interface OpcaoProps {
  readonly name: string;
  readonly titulo: string;
  readonly marca?: string | undefined;
  readonly isChosen: boolean;
  readonly isOff?: boolean;
  readonly children: ReactNode;
  onChoose(): void;
}

function Opcao({ name, titulo, marca, isChosen, isOff = false, children, onChoose }: OpcaoProps) {
  return (
    <label className="opcao">
      <input type="radio" name={name} checked={isChosen} disabled={isOff} onChange={onChoose} />
      <span>
        <strong>{titulo}</strong>
        {marca !== undefined && <em>{marca}</em>}
        <span>{children}</span>
      </span>
    </label>
  );
}
