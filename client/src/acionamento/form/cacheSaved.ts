/** What a saved acionamento leaves in the cache: itself, ready to be viewed, and no list or total that lacks it. */
import type { ApolloCache } from "@apollo/client";
import { graphql } from "../../gql/gql.ts";

/** Everything that a screen shows of an acionamento, so that the view of a new one has nothing left to ask. */
export const SavedAcionamentoFragment = graphql(`
  fragment SavedAcionamento on Acionamento {
    id
    sinistro
    autorizacao
    status {
      codigo
      descricao
    }
    abertoEm
    ocorridoEm
    faturadoEm
    valorTotal
    observacao
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
      total
    }
    historico {
      em
      status {
        codigo
        descricao
      }
      usuario
      observacao
    }
    sinistroOrigem
    sinistroReabertura
    podeReabrir
  }
`);

/** The place in the cache where the view looks for an acionamento; never sent. */
const BySinistro = graphql(`
  query AcionamentoBySinistro($sinistro: String!) {
    acionamento(sinistro: $sinistro) {
      id
    }
  }
`);

/** Fields of the root that may be out of date once an acionamento more is saved. */
const MAY_HAVE_CHANGED = ["acionamentos", "painel", "totaisPorStatus"];

export function cacheSavedAcionamento(
  cache: ApolloCache,
  { id, sinistro }: { readonly id: string; readonly sinistro: string },
): void {
  const acionamento = { __typename: "Acionamento", id } as const;
  cache.writeQuery({ query: BySinistro, variables: { sinistro }, data: { __typename: "Query", acionamento } });
  for (const fieldName of MAY_HAVE_CHANGED) cache.evict({ id: "ROOT_QUERY", fieldName });
  cache.gc();
}
