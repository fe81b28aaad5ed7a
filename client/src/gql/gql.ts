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
    "\n  fragment VisualizaDados on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n": typeof types.VisualizaDadosFragmentDoc,
    "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n": typeof types.VisualizaHistoricoFragmentDoc,
    "\n  fragment VisualizaPessoa on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n": typeof types.VisualizaPessoaFragmentDoc,
    "\n  fragment VisualizaCadastro on Acionamento {\n    segurado {\n      email\n      telefone\n    }\n    pet {\n      raca\n      nascimento\n    }\n  }\n": typeof types.VisualizaCadastroFragmentDoc,
    "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n": typeof types.VisualizaProcedimentosFragmentDoc,
    "\n  fragment VisualizaResumo on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": typeof types.VisualizaResumoFragmentDoc,
    "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n": typeof types.VisualizaDocument,
    "\n  query Home($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    painel {\n      abertosHoje {\n        quantidade\n      }\n    }\n  }\n": typeof types.HomeDocument,
    "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuFragmentDoc,
    "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuDoUsuarioDocument,
};
const documents: Documents = {
    "\n  fragment VisualizaDados on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n": types.VisualizaDadosFragmentDoc,
    "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n": types.VisualizaHistoricoFragmentDoc,
    "\n  fragment VisualizaPessoa on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n": types.VisualizaPessoaFragmentDoc,
    "\n  fragment VisualizaCadastro on Acionamento {\n    segurado {\n      email\n      telefone\n    }\n    pet {\n      raca\n      nascimento\n    }\n  }\n": types.VisualizaCadastroFragmentDoc,
    "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n": types.VisualizaProcedimentosFragmentDoc,
    "\n  fragment VisualizaResumo on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": types.VisualizaResumoFragmentDoc,
    "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n": types.VisualizaDocument,
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
export function graphql(source: "\n  fragment VisualizaDados on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n"): (typeof documents)["\n  fragment VisualizaDados on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaPessoa on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaPessoa on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaCadastro on Acionamento {\n    segurado {\n      email\n      telefone\n    }\n    pet {\n      raca\n      nascimento\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaCadastro on Acionamento {\n    segurado {\n      email\n      telefone\n    }\n    pet {\n      raca\n      nascimento\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaResumo on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n"): (typeof documents)["\n  fragment VisualizaResumo on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n"): (typeof documents)["\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n"];
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