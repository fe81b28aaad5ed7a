/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A reason that programs can act on. */
export type CodigoDaRecusa =
  /** The `chave` was already used with other data: nothing was saved now. A new save takes a new `chave`. */
  | 'CHAVE_REUTILIZADA'
  /** Another request is using the `desafio`: its response counts. */
  | 'DESAFIO_EM_USO'
  /** The `desafio` has no attempts left: the login starts again with the e-mail address. */
  | 'DESAFIO_ESGOTADO'
  /** The `desafio` has expired: the login starts again with the e-mail address. */
  | 'DESAFIO_EXPIRADO'
  /** The `desafio` was already used: the login starts again with the e-mail address. */
  | 'DESAFIO_USADO';

export type ValidarEmailMutationVariables = Exact<{
  email: string;
}>;


export type ValidarEmailMutation = { __typename: 'Mutation', validarEmail:
    | { __typename: 'CodigoEnviado', desafio: string, expiraEm: string }
    | { __typename: 'Recusa', mensagem: string }
    | { __typename: 'TrocaDeSenhaExigida', mensagem: string }
    | { __typename: 'UsuarioBloqueado', mensagem: string }
   };

export type SairMutationVariables = Exact<{ [key: string]: never; }>;


export type SairMutation = { __typename: 'Mutation', sair: boolean };

export type EntrarMutationVariables = Exact<{
  desafio: string;
  senha: string;
}>;


export type EntrarMutation = { __typename: 'Mutation', entrar:
    | { __typename: 'Recusa', mensagem: string, codigo: CodigoDaRecusa | null }
    | { __typename: 'Sessao', token: string, usuario: { __typename: 'Usuario', nome: string, email: string | null, telefone: string | null, perfil: string | null } }
   };

export type ValidarCodigoMutationVariables = Exact<{
  desafio: string;
  codigo: string;
}>;


export type ValidarCodigoMutation = { __typename: 'Mutation', validarCodigo:
    | { __typename: 'CodigoAceito', desafio: string, expiraEm: string }
    | { __typename: 'Recusa', mensagem: string, codigo: CodigoDaRecusa | null }
   };


export const ValidarEmailDocument = {"__meta__":{"hash":"sha256:4e207a4cc602a55ca25750195521f5d345037da15f7aa15493a97ea3740f832c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ValidarEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"validarEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CodigoEnviado"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"desafio"}},{"kind":"Field","name":{"kind":"Name","value":"expiraEm"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UsuarioBloqueado"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TrocaDeSenhaExigida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}}]}}]}}]}}]} as unknown as DocumentNode<ValidarEmailMutation, ValidarEmailMutationVariables>;
export const SairDocument = {"__meta__":{"hash":"sha256:31766707868344ad571121a8495678f4af7f1c97f5c6f8960968fc2acc7c693d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Sair"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sair"}}]}}]} as unknown as DocumentNode<SairMutation, SairMutationVariables>;
export const EntrarDocument = {"__meta__":{"hash":"sha256:3ee31c173b612cd8571ffc86fd5a18324c3a9590faf40276e6bf3dcaf552567b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Entrar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"senha"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entrar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"desafio"},"value":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}}},{"kind":"Argument","name":{"kind":"Name","value":"senha"},"value":{"kind":"Variable","name":{"kind":"Name","value":"senha"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Sessao"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"usuario"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nome"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"telefone"}},{"kind":"Field","name":{"kind":"Name","value":"perfil"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}}]}}]}}]}}]} as unknown as DocumentNode<EntrarMutation, EntrarMutationVariables>;
export const ValidarCodigoDocument = {"__meta__":{"hash":"sha256:c748b7345a97c3bbeca45b48f74868568a449e0826f04545c889e8c4b706889e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ValidarCodigo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"codigo"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"validarCodigo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"desafio"},"value":{"kind":"Variable","name":{"kind":"Name","value":"desafio"}}},{"kind":"Argument","name":{"kind":"Name","value":"codigo"},"value":{"kind":"Variable","name":{"kind":"Name","value":"codigo"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CodigoAceito"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"desafio"}},{"kind":"Field","name":{"kind":"Name","value":"expiraEm"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Recusa"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensagem"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}}]}}]}}]}}]} as unknown as DocumentNode<ValidarCodigoMutation, ValidarCodigoMutationVariables>;