/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query AbertosDoSegurado($seguradora: ID!, $cpfCnpj: String!) {\n    aberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"ABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    emAnalise: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"EM_ANALISE\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    autorizado: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"AUTORIZADO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    reaberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"REABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n  }\n": typeof types.AbertosDoSeguradoDocument,
    "\n  fragment Abertos on AcionamentoConnection {\n    nodes {\n      id\n      sinistro\n      ocorridoEm\n      status {\n        codigo\n        descricao\n      }\n      pet {\n        id\n      }\n    }\n  }\n": typeof types.AbertosFragmentDoc,
    "\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n": typeof types.SeguradoApolicesFragmentDoc,
    "\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.AbrirAcionamentoDocument,
    "\n  fragment Catalogo on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n": typeof types.CatalogoFragmentDoc,
    "\n  fragment AcionamentoParaReabrir on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n": typeof types.AcionamentoParaReabrirFragmentDoc,
    "\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n          origem {\n            id\n            ...AcionamentoInteiro\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.ReabrirAcionamentoDocument,
    "\n  query SeguradoDoNovo($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContato\n      ...SeguradoApolices\n    }\n  }\n": typeof types.SeguradoDoNovoDocument,
    "\n  fragment SeguradoContato on Segurado {\n    nome\n    email\n    telefone\n  }\n": typeof types.SeguradoContatoFragmentDoc,
    "\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...Catalogo\n  }\n": typeof types.NovoDocument,
    "\n  query TelaReabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Catalogo\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        ...AcionamentoParaReabrir\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.TelaReaberturaDocument,
    "\n  fragment AcionamentoInteiro on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    valorTotal\n    observacao\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": typeof types.AcionamentoInteiroFragmentDoc,
    "\n  query AcionamentoPeloSinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n    }\n  }\n": typeof types.AcionamentoPeloSinistroDocument,
    "\n  query Home($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    painel {\n      abertosHoje {\n        quantidade\n      }\n    }\n  }\n": typeof types.HomeDocument,
    "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuFragmentDoc,
    "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuDoUsuarioDocument,
};
const documents: Documents = {
    "\n  query AbertosDoSegurado($seguradora: ID!, $cpfCnpj: String!) {\n    aberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"ABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    emAnalise: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"EM_ANALISE\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    autorizado: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"AUTORIZADO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    reaberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"REABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n  }\n": types.AbertosDoSeguradoDocument,
    "\n  fragment Abertos on AcionamentoConnection {\n    nodes {\n      id\n      sinistro\n      ocorridoEm\n      status {\n        codigo\n        descricao\n      }\n      pet {\n        id\n      }\n    }\n  }\n": types.AbertosFragmentDoc,
    "\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n": types.SeguradoApolicesFragmentDoc,
    "\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.AbrirAcionamentoDocument,
    "\n  fragment Catalogo on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n": types.CatalogoFragmentDoc,
    "\n  fragment AcionamentoParaReabrir on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n": types.AcionamentoParaReabrirFragmentDoc,
    "\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n          origem {\n            id\n            ...AcionamentoInteiro\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.ReabrirAcionamentoDocument,
    "\n  query SeguradoDoNovo($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContato\n      ...SeguradoApolices\n    }\n  }\n": types.SeguradoDoNovoDocument,
    "\n  fragment SeguradoContato on Segurado {\n    nome\n    email\n    telefone\n  }\n": types.SeguradoContatoFragmentDoc,
    "\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...Catalogo\n  }\n": types.NovoDocument,
    "\n  query TelaReabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Catalogo\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        ...AcionamentoParaReabrir\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.TelaReaberturaDocument,
    "\n  fragment AcionamentoInteiro on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    valorTotal\n    observacao\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": types.AcionamentoInteiroFragmentDoc,
    "\n  query AcionamentoPeloSinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n    }\n  }\n": types.AcionamentoPeloSinistroDocument,
    "\n  query Home($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    painel {\n      abertosHoje {\n        quantidade\n      }\n    }\n  }\n": types.HomeDocument,
    "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": types.MenuFragmentDoc,
    "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": types.MenuDoUsuarioDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AbertosDoSegurado($seguradora: ID!, $cpfCnpj: String!) {\n    aberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"ABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    emAnalise: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"EM_ANALISE\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    autorizado: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"AUTORIZADO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    reaberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"REABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n  }\n"): (typeof documents)["\n  query AbertosDoSegurado($seguradora: ID!, $cpfCnpj: String!) {\n    aberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"ABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    emAnalise: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"EM_ANALISE\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    autorizado: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"AUTORIZADO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n    reaberto: acionamentos(\n      filtro: { seguradoraStatus: { seguradora: $seguradora, status: \"REABERTO\" } }\n      busca: $cpfCnpj\n      first: 20\n    ) {\n      ...Abertos @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Abertos on AcionamentoConnection {\n    nodes {\n      id\n      sinistro\n      ocorridoEm\n      status {\n        codigo\n        descricao\n      }\n      pet {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment Abertos on AcionamentoConnection {\n    nodes {\n      id\n      sinistro\n      ocorridoEm\n      status {\n        codigo\n        descricao\n      }\n      pet {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Catalogo on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n"): (typeof documents)["\n  fragment Catalogo on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AcionamentoParaReabrir on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n"): (typeof documents)["\n  fragment AcionamentoParaReabrir on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n          origem {\n            id\n            ...AcionamentoInteiro\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoInteiro\n          origem {\n            id\n            ...AcionamentoInteiro\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeguradoDoNovo($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContato\n      ...SeguradoApolices\n    }\n  }\n"): (typeof documents)["\n  query SeguradoDoNovo($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContato\n      ...SeguradoApolices\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SeguradoContato on Segurado {\n    nome\n    email\n    telefone\n  }\n"): (typeof documents)["\n  fragment SeguradoContato on Segurado {\n    nome\n    email\n    telefone\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...Catalogo\n  }\n"): (typeof documents)["\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...Catalogo\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TelaReabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Catalogo\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        ...AcionamentoParaReabrir\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  query TelaReabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Catalogo\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        ...AcionamentoParaReabrir\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AcionamentoInteiro on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    valorTotal\n    observacao\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n"): (typeof documents)["\n  fragment AcionamentoInteiro on Acionamento {\n    id\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    valorTotal\n    observacao\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    apolice\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AcionamentoPeloSinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n    }\n  }\n"): (typeof documents)["\n  query AcionamentoPeloSinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Home($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    painel {\n      abertosHoje {\n        quantidade\n      }\n    }\n  }\n"): (typeof documents)["\n  query Home($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    painel {\n      abertosHoje {\n        quantidade\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"): (typeof documents)["\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"): (typeof documents)["\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;