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
    "\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": typeof types.ConsultaRowFragmentDoc,
    "\n  fragment VisualizaDados on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n": typeof types.VisualizaDadosFragmentDoc,
    "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n": typeof types.VisualizaHistoricoFragmentDoc,
    "\n  query Saved($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      autorizacao\n      status {\n        codigo\n        descricao\n      }\n      abertoEm\n      ocorridoEm\n      faturadoEm\n      valorTotal\n      observacao\n      seguradora {\n        id\n        nome\n      }\n      segurado {\n        cpfCnpj\n        nome\n      }\n      apolice\n      pet {\n        id\n        nome\n        especie\n      }\n      procedimentos {\n        quantidade\n      }\n      historico {\n        em\n      }\n      sinistroOrigem\n      sinistroReabertura\n      podeReabrir\n    }\n  }\n": typeof types.SavedDocument,
    "\n  fragment VisualizaPessoa on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n": typeof types.VisualizaPessoaFragmentDoc,
    "\n  fragment VisualizaCadastro on Acionamento {\n    segurado {\n      email\n      telefone\n    }\n    pet {\n      raca\n      nascimento\n    }\n  }\n": typeof types.VisualizaCadastroFragmentDoc,
    "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n": typeof types.VisualizaProcedimentosFragmentDoc,
    "\n  fragment VisualizaResumo on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": typeof types.VisualizaResumoFragmentDoc,
    "\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        sinistro\n        autorizacao\n        abertoEm\n        valorTotal\n        status {\n          codigo\n          descricao\n        }\n        seguradora {\n          id\n          nome\n        }\n        segurado {\n          cpfCnpj\n          nome\n        }\n        pet {\n          id\n          nome\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ConsultaExportDocument,
    "\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $ano: Int!\n    $comTotais: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50, after: $after) {\n      totalCount\n      valorTotal\n      edges {\n        node {\n          id\n          ...ConsultaRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ConsultaDocument,
    "\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      quantidade\n      status {\n        codigo\n        descricao\n      }\n    }\n  }\n": typeof types.ConsultaTotaisFragmentDoc,
    "\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n": typeof types.ConsultaSeguradorasFragmentDoc,
    "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n": typeof types.VisualizaDocument,
    "\n  query List($status: ID!, $busca: String, $ordem: OrdemAcionamentos, $after: String) {\n    acionamentos(filtro: { status: $status }, busca: $busca, ordem: $ordem, first: 3, after: $after) {\n      totalCount\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ListDocument,
    "\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.ValidarCodigoDocument,
    "\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.ValidarEmailDocument,
    "\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.EntrarDocument,
    "\n  fragment Painel on Query {\n    painel {\n      ...AbertosHoje\n      ...AbertosNoMes\n      ...FaturadosNoMes\n      ...SeguradorasAtivas\n      ...StatusPorSeguradora\n    }\n  }\n": typeof types.PainelFragmentDoc,
    "\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      status {\n        codigo\n        descricao\n      }\n      quantidade\n    }\n  }\n": typeof types.TotaisDoAnoFragmentDoc,
    "\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n": typeof types.StatusPorSeguradoraFragmentDoc,
    "\n  fragment AbertosHoje on Painel {\n    abertosHoje {\n      quantidade\n      valor\n    }\n  }\n": typeof types.AbertosHojeFragmentDoc,
    "\n  fragment AbertosNoMes on Painel {\n    abertosNoMes {\n      quantidade\n      valor\n    }\n  }\n": typeof types.AbertosNoMesFragmentDoc,
    "\n  fragment FaturadosNoMes on Painel {\n    faturadosNoMes {\n      quantidade\n      valor\n    }\n  }\n": typeof types.FaturadosNoMesFragmentDoc,
    "\n  fragment SeguradorasAtivas on Painel {\n    seguradoras\n  }\n": typeof types.SeguradorasAtivasFragmentDoc,
    "\n  query Home($ano: Int!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Painel\n    ...TotaisDoAno\n  }\n": typeof types.HomeDocument,
    "\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n": typeof types.TotaisPorMesDocument,
    "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuFragmentDoc,
    "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuDoUsuarioDocument,
    "\n  mutation AtualizarUsuario($input: DadosDoUsuario!) {\n    atualizarUsuario(input: $input) {\n      ... on Usuario {\n        nome\n        email\n        telefone\n        perfil\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.AtualizarUsuarioDocument,
    "\n  mutation TrocarSenha($input: TrocaDeSenha!) {\n    trocarSenha(input: $input) {\n      ... on SenhaTrocada {\n        mensagem\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.TrocarSenhaDocument,
};
const documents: Documents = {
    "\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": types.ConsultaRowFragmentDoc,
    "\n  fragment VisualizaDados on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n": types.VisualizaDadosFragmentDoc,
    "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n": types.VisualizaHistoricoFragmentDoc,
    "\n  query Saved($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      autorizacao\n      status {\n        codigo\n        descricao\n      }\n      abertoEm\n      ocorridoEm\n      faturadoEm\n      valorTotal\n      observacao\n      seguradora {\n        id\n        nome\n      }\n      segurado {\n        cpfCnpj\n        nome\n      }\n      apolice\n      pet {\n        id\n        nome\n        especie\n      }\n      procedimentos {\n        quantidade\n      }\n      historico {\n        em\n      }\n      sinistroOrigem\n      sinistroReabertura\n      podeReabrir\n    }\n  }\n": types.SavedDocument,
    "\n  fragment VisualizaPessoa on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n": types.VisualizaPessoaFragmentDoc,
    "\n  fragment VisualizaCadastro on Acionamento {\n    segurado {\n      email\n      telefone\n    }\n    pet {\n      raca\n      nascimento\n    }\n  }\n": types.VisualizaCadastroFragmentDoc,
    "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n": types.VisualizaProcedimentosFragmentDoc,
    "\n  fragment VisualizaResumo on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": types.VisualizaResumoFragmentDoc,
    "\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        sinistro\n        autorizacao\n        abertoEm\n        valorTotal\n        status {\n          codigo\n          descricao\n        }\n        seguradora {\n          id\n          nome\n        }\n        segurado {\n          cpfCnpj\n          nome\n        }\n        pet {\n          id\n          nome\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ConsultaExportDocument,
    "\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $ano: Int!\n    $comTotais: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50, after: $after) {\n      totalCount\n      valorTotal\n      edges {\n        node {\n          id\n          ...ConsultaRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ConsultaDocument,
    "\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      quantidade\n      status {\n        codigo\n        descricao\n      }\n    }\n  }\n": types.ConsultaTotaisFragmentDoc,
    "\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n": types.ConsultaSeguradorasFragmentDoc,
    "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n": types.VisualizaDocument,
    "\n  query List($status: ID!, $busca: String, $ordem: OrdemAcionamentos, $after: String) {\n    acionamentos(filtro: { status: $status }, busca: $busca, ordem: $ordem, first: 3, after: $after) {\n      totalCount\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ListDocument,
    "\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.ValidarCodigoDocument,
    "\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.ValidarEmailDocument,
    "\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.EntrarDocument,
    "\n  fragment Painel on Query {\n    painel {\n      ...AbertosHoje\n      ...AbertosNoMes\n      ...FaturadosNoMes\n      ...SeguradorasAtivas\n      ...StatusPorSeguradora\n    }\n  }\n": types.PainelFragmentDoc,
    "\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      status {\n        codigo\n        descricao\n      }\n      quantidade\n    }\n  }\n": types.TotaisDoAnoFragmentDoc,
    "\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n": types.StatusPorSeguradoraFragmentDoc,
    "\n  fragment AbertosHoje on Painel {\n    abertosHoje {\n      quantidade\n      valor\n    }\n  }\n": types.AbertosHojeFragmentDoc,
    "\n  fragment AbertosNoMes on Painel {\n    abertosNoMes {\n      quantidade\n      valor\n    }\n  }\n": types.AbertosNoMesFragmentDoc,
    "\n  fragment FaturadosNoMes on Painel {\n    faturadosNoMes {\n      quantidade\n      valor\n    }\n  }\n": types.FaturadosNoMesFragmentDoc,
    "\n  fragment SeguradorasAtivas on Painel {\n    seguradoras\n  }\n": types.SeguradorasAtivasFragmentDoc,
    "\n  query Home($ano: Int!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Painel\n    ...TotaisDoAno\n  }\n": types.HomeDocument,
    "\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n": types.TotaisPorMesDocument,
    "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": types.MenuFragmentDoc,
    "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": types.MenuDoUsuarioDocument,
    "\n  mutation AtualizarUsuario($input: DadosDoUsuario!) {\n    atualizarUsuario(input: $input) {\n      ... on Usuario {\n        nome\n        email\n        telefone\n        perfil\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.AtualizarUsuarioDocument,
    "\n  mutation TrocarSenha($input: TrocaDeSenha!) {\n    trocarSenha(input: $input) {\n      ... on SenhaTrocada {\n        mensagem\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.TrocarSenhaDocument,
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
export function graphql(source: "\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"];
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
export function graphql(source: "\n  query Saved($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      autorizacao\n      status {\n        codigo\n        descricao\n      }\n      abertoEm\n      ocorridoEm\n      faturadoEm\n      valorTotal\n      observacao\n      seguradora {\n        id\n        nome\n      }\n      segurado {\n        cpfCnpj\n        nome\n      }\n      apolice\n      pet {\n        id\n        nome\n        especie\n      }\n      procedimentos {\n        quantidade\n      }\n      historico {\n        em\n      }\n      sinistroOrigem\n      sinistroReabertura\n      podeReabrir\n    }\n  }\n"): (typeof documents)["\n  query Saved($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      autorizacao\n      status {\n        codigo\n        descricao\n      }\n      abertoEm\n      ocorridoEm\n      faturadoEm\n      valorTotal\n      observacao\n      seguradora {\n        id\n        nome\n      }\n      segurado {\n        cpfCnpj\n        nome\n      }\n      apolice\n      pet {\n        id\n        nome\n        especie\n      }\n      procedimentos {\n        quantidade\n      }\n      historico {\n        em\n      }\n      sinistroOrigem\n      sinistroReabertura\n      podeReabrir\n    }\n  }\n"];
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
export function graphql(source: "\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        sinistro\n        autorizacao\n        abertoEm\n        valorTotal\n        status {\n          codigo\n          descricao\n        }\n        seguradora {\n          id\n          nome\n        }\n        segurado {\n          cpfCnpj\n          nome\n        }\n        pet {\n          id\n          nome\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        sinistro\n        autorizacao\n        abertoEm\n        valorTotal\n        status {\n          codigo\n          descricao\n        }\n        seguradora {\n          id\n          nome\n        }\n        segurado {\n          cpfCnpj\n          nome\n        }\n        pet {\n          id\n          nome\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $ano: Int!\n    $comTotais: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50, after: $after) {\n      totalCount\n      valorTotal\n      edges {\n        node {\n          id\n          ...ConsultaRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $ano: Int!\n    $comTotais: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50, after: $after) {\n      totalCount\n      valorTotal\n      edges {\n        node {\n          id\n          ...ConsultaRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      quantidade\n      status {\n        codigo\n        descricao\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      quantidade\n      status {\n        codigo\n        descricao\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n"): (typeof documents)["\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      ...VisualizaResumo\n      ...VisualizaDados\n      ...VisualizaPessoa\n      ...VisualizaCadastro\n      ...VisualizaProcedimentos\n      ...VisualizaHistorico\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query List($status: ID!, $busca: String, $ordem: OrdemAcionamentos, $after: String) {\n    acionamentos(filtro: { status: $status }, busca: $busca, ordem: $ordem, first: 3, after: $after) {\n      totalCount\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query List($status: ID!, $busca: String, $ordem: OrdemAcionamentos, $after: String) {\n    acionamentos(filtro: { status: $status }, busca: $busca, ordem: $ordem, first: 3, after: $after) {\n      totalCount\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Painel on Query {\n    painel {\n      ...AbertosHoje\n      ...AbertosNoMes\n      ...FaturadosNoMes\n      ...SeguradorasAtivas\n      ...StatusPorSeguradora\n    }\n  }\n"): (typeof documents)["\n  fragment Painel on Query {\n    painel {\n      ...AbertosHoje\n      ...AbertosNoMes\n      ...FaturadosNoMes\n      ...SeguradorasAtivas\n      ...StatusPorSeguradora\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      status {\n        codigo\n        descricao\n      }\n      quantidade\n    }\n  }\n"): (typeof documents)["\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      mes\n      status {\n        codigo\n        descricao\n      }\n      quantidade\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AbertosHoje on Painel {\n    abertosHoje {\n      quantidade\n      valor\n    }\n  }\n"): (typeof documents)["\n  fragment AbertosHoje on Painel {\n    abertosHoje {\n      quantidade\n      valor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AbertosNoMes on Painel {\n    abertosNoMes {\n      quantidade\n      valor\n    }\n  }\n"): (typeof documents)["\n  fragment AbertosNoMes on Painel {\n    abertosNoMes {\n      quantidade\n      valor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FaturadosNoMes on Painel {\n    faturadosNoMes {\n      quantidade\n      valor\n    }\n  }\n"): (typeof documents)["\n  fragment FaturadosNoMes on Painel {\n    faturadosNoMes {\n      quantidade\n      valor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SeguradorasAtivas on Painel {\n    seguradoras\n  }\n"): (typeof documents)["\n  fragment SeguradorasAtivas on Painel {\n    seguradoras\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Home($ano: Int!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Painel\n    ...TotaisDoAno\n  }\n"): (typeof documents)["\n  query Home($ano: Int!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...Painel\n    ...TotaisDoAno\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n"): (typeof documents)["\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"): (typeof documents)["\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"): (typeof documents)["\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AtualizarUsuario($input: DadosDoUsuario!) {\n    atualizarUsuario(input: $input) {\n      ... on Usuario {\n        nome\n        email\n        telefone\n        perfil\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AtualizarUsuario($input: DadosDoUsuario!) {\n    atualizarUsuario(input: $input) {\n      ... on Usuario {\n        nome\n        email\n        telefone\n        perfil\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TrocarSenha($input: TrocaDeSenha!) {\n    trocarSenha(input: $input) {\n      ... on SenhaTrocada {\n        mensagem\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation TrocarSenha($input: TrocaDeSenha!) {\n    trocarSenha(input: $input) {\n      ... on SenhaTrocada {\n        mensagem\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;