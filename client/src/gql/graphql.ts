/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What users may change about themselves. */
export type DadosDoUsuario = {
  /** The name, 1 to 120 characters. */
  nome: string;
  /** The phone number, area code first: 10 or 11 digits, punctuation allowed. Null, left out or empty removes it. */
  telefone?: string | null | undefined;
};

/** A change of password. */
export type TrocaDeSenha = {
  /** E-mail address of the user. */
  email: string;
  /** The password as it is now. */
  senhaAtual: string;
  /**
   * The password as it shall be: 8 to 256 characters with at least one letter and one digit, neither the current
   * one nor the e-mail address.
   */
  senhaNova: string;
};

export type ValidarCodigoMutationVariables = Exact<{
  desafio: string;
  codigo: string;
}>;


export type ValidarCodigoMutation = { __typename: 'Mutation', validarCodigo:
    | { __typename: 'CodigoAceito', desafio: string, expiraEm: string }
    | { __typename: 'Recusa', mensagem: string }
   };

export type ValidarEmailMutationVariables = Exact<{
  email: string;
}>;


export type ValidarEmailMutation = { __typename: 'Mutation', validarEmail:
    | { __typename: 'CodigoEnviado', desafio: string, expiraEm: string }
    | { __typename: 'Recusa', mensagem: string }
    | { __typename: 'TrocaDeSenhaExigida', mensagem: string }
    | { __typename: 'UsuarioBloqueado', mensagem: string }
   };

export type EntrarMutationVariables = Exact<{
  desafio: string;
  senha: string;
}>;


export type EntrarMutation = { __typename: 'Mutation', entrar:
    | { __typename: 'Recusa', mensagem: string }
    | { __typename: 'Sessao', token: string, usuario: { __typename: 'Usuario', nome: string, email: string | null, telefone: string | null, perfil: string | null } }
   };

export type HomeQueryVariables = Exact<{
  comMenu: boolean;
}>;


export type HomeQuery = { __typename: 'Query', painel: { __typename: 'Painel', abertosHoje: { __typename: 'Total', quantidade: number } | null } } & { ' $fragmentRefs'?: { 'MenuFragment': MenuFragment } };

export type MenuFragment = { __typename: 'Query', menu: Array<{ __typename: 'ItemMenu', id: string, titulo: string, rota: string, icone: string | null }> | null } & { ' $fragmentName'?: 'MenuFragment' };

export type MenuDoUsuarioQueryVariables = Exact<{ [key: string]: never; }>;


export type MenuDoUsuarioQuery = { __typename: 'Query', menu: Array<{ __typename: 'ItemMenu', id: string, titulo: string, rota: string, icone: string | null }> | null };

export type AtualizarUsuarioMutationVariables = Exact<{
  input: DadosDoUsuario;
}>;


export type AtualizarUsuarioMutation = { __typename: 'Mutation', atualizarUsuario:
    | { __typename: 'EntradaInvalida', mensagem: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensagem: string }> }
    | { __typename: 'Recusa', mensagem: string }
    | { __typename: 'Usuario', nome: string, email: string | null, telefone: string | null, perfil: string | null }
   };

export type TrocarSenhaMutationVariables = Exact<{
  input: TrocaDeSenha;
}>;


export type TrocarSenhaMutation = { __typename: 'Mutation', trocarSenha:
    | { __typename: 'EntradaInvalida', mensagem: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensagem: string }> }
    | { __typename: 'Recusa', mensagem: string }
    | { __typename: 'SenhaTrocada', mensagem: string }
   };

export const MenuFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Menu"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"menu"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"rota"}},{"kind":"Field","name":{"kind":"Name","value":"icone"}}]}}]}}]} as unknown as DocumentNode<MenuFragment, unknown>;
export const ValidarCodigoDocument = {"__meta__":{"hash":"sha256:6dd92dbdf1de261c62cdc5f283b91bf7cf0a0c961322f83d9cc650371ad99c9d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ValidarCodigo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"codigo"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"validarCodigo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"desafio"},"value":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}}},{"kind":"Argument","name":{"kind":"Name","value":"codigo"},"value":{"kind":"Variable","name":{"kind":"Name","value":"codigo"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CodigoAceito"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"desafio"}},{"kind":"Field","name":{"kind":"Name","value":"expiraEm"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}}]}}]} as unknown as DocumentNode<ValidarCodigoMutation, ValidarCodigoMutationVariables>;
export const ValidarEmailDocument = {"__meta__":{"hash":"sha256:4e207a4cc602a55ca25750195521f5d345037da15f7aa15493a97ea3740f832c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ValidarEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"validarEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CodigoEnviado"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"desafio"}},{"kind":"Field","name":{"kind":"Name","value":"expiraEm"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsuarioBloqueado"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrocaDeSenhaExigida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}}]}}]} as unknown as DocumentNode<ValidarEmailMutation, ValidarEmailMutationVariables>;
export const EntrarDocument = {"__meta__":{"hash":"sha256:da1740ffc770fabb554bca64f28c503c147832cbb44a231387cde53f1091fffd"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Entrar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"senha"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entrar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"desafio"},"value":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}}},{"kind":"Argument","name":{"kind":"Name","value":"senha"},"value":{"kind":"Variable","name":{"kind":"Name","value":"senha"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Sessao"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"usuario"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nome"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"telefone"}},{"kind":"Field","name":{"kind":"Name","value":"perfil"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}}]}}]} as unknown as DocumentNode<EntrarMutation, EntrarMutationVariables>;
export const HomeDocument = {"__meta__":{"hash":"sha256:4190c067d9a91ad3a7b90e2af1db8fdad75df47a2f68a30b144d3cba6e0d1c82"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Home"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"comMenu"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Menu"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"comMenu"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"painel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"abertosHoje"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"quantidade"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Menu"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Query"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"menu"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"rota"}},{"kind":"Field","name":{"kind":"Name","value":"icone"}}]}}]}}]} as unknown as DocumentNode<HomeQuery, HomeQueryVariables>;
export const MenuDoUsuarioDocument = {"__meta__":{"hash":"sha256:f063785b502478de46358700b1de0ac4f6f97d2a1572e9e83b3f7f740671eaa1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MenuDoUsuario"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"menu"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"rota"}},{"kind":"Field","name":{"kind":"Name","value":"icone"}}]}}]}}]} as unknown as DocumentNode<MenuDoUsuarioQuery, MenuDoUsuarioQueryVariables>;
export const AtualizarUsuarioDocument = {"__meta__":{"hash":"sha256:921351fc88cc8945139e485f0610e4031f3603800bc6c74e29fe0c4ae55aa131"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AtualizarUsuario"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DadosDoUsuario"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"atualizarUsuario"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Usuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nome"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"telefone"}},{"kind":"Field","name":{"kind":"Name","value":"perfil"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}}]}}]} as unknown as DocumentNode<AtualizarUsuarioMutation, AtualizarUsuarioMutationVariables>;
export const TrocarSenhaDocument = {"__meta__":{"hash":"sha256:addbb1b30fabd32b77822d4d100d525a35d21e0ac1bbb42b6b66826a42f8c2fb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TrocarSenha"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TrocaDeSenha"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"trocarSenha"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SenhaTrocada"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}}]}}]} as unknown as DocumentNode<TrocarSenhaMutation, TrocarSenhaMutationVariables>;