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
    "\n  fragment AcionamentoResumo on Acionamento {\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n": typeof types.AcionamentoResumoFragmentDoc,
    "\n  fragment AcionamentoView on Acionamento {\n    id\n    sinistro\n    ...VisualizaSummary\n    ...AcionamentoResumo\n    ...VisualizaDetails\n    ...VisualizaSegurado\n    ...VisualizaProcedimentos\n    ...VisualizaHistorico\n  }\n": typeof types.AcionamentoViewFragmentDoc,
    "\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": typeof types.ConsultaRowFragmentDoc,
    "\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        ...AcionamentoResumo @unmask\n        faturadoEm\n        apolice\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ConsultaExportDocument,
    "\n  subscription ConsultaLive($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPage @unmask\n    }\n  }\n": typeof types.ConsultaLiveDocument,
    "\n  query ContagemPorStatus($ano: Int!) {\n    ...ConsultaTotais\n  }\n": typeof types.ContagemPorStatusDocument,
    "\n  query FirstPage($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPageHead @unmask\n      edges {\n        node {\n          id\n          sinistro\n        }\n      }\n    }\n  }\n": typeof types.FirstPageDocument,
    "\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $first: Int! = 50\n    $ano: Int!\n    $anoAnterior: Int!\n    $comTotais: Boolean!\n    $comAnoAnterior: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaTotaisAnteriores @include(if: $comAnoAnterior)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: $first, after: $after) {\n      ...ConsultaPage @unmask\n    }\n  }\n": typeof types.ConsultaDocument,
    "\n  fragment ConsultaPage on AcionamentoConnection {\n    ...ConsultaPageHead @unmask\n    edges {\n      node {\n        id\n        sinistro\n        ...ConsultaRow @unmask\n      }\n    }\n  }\n": typeof types.ConsultaPageFragmentDoc,
    "\n  fragment ConsultaPageHead on AcionamentoConnection {\n    totalCount\n    valorTotal\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n": typeof types.ConsultaPageHeadFragmentDoc,
    "\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n": typeof types.ConsultaTotaisFragmentDoc,
    "\n  fragment ConsultaTotaisAnteriores on Query {\n    anoAnterior: totaisPorStatus(ano: $anoAnterior) {\n      ...TotalDoMes @unmask\n    }\n  }\n": typeof types.ConsultaTotaisAnterioresFragmentDoc,
    "\n  fragment StatusName on Status {\n    codigo\n    descricao\n  }\n": typeof types.StatusNameFragmentDoc,
    "\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n": typeof types.ConsultaSeguradorasFragmentDoc,
    "\n  fragment ConsultaParts on Query {\n    ...ConsultaTotais @unmask\n    ...ConsultaTotaisAnteriores @unmask\n    ...ConsultaSeguradoras @unmask\n  }\n": typeof types.ConsultaPartsFragmentDoc,
    "\n  query ConsultaFim(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $last: Int!\n    $before: String\n  ) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, last: $last, before: $before) {\n      edges {\n        cursor\n        node {\n          id\n          sinistro\n          ...ConsultaRow\n        }\n      }\n    }\n  }\n": typeof types.ConsultaFimDocument,
    "\n  fragment ProcedimentoCatalogue on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n": typeof types.ProcedimentoCatalogueFragmentDoc,
    "\n  query AcionamentoBySinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n": typeof types.AcionamentoBySinistroDocument,
    "\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n": typeof types.SeguradoApolicesFragmentDoc,
    "\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.AbrirAcionamentoDocument,
    "\n  query OpenAcionamentos(\n    $seguradora: ID!\n    $cpfCnpj: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    acionamentos(\n      filtro: { seguradora: $seguradora, statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      busca: $cpfCnpj\n      first: 80\n    ) {\n      nodes {\n        id\n        sinistro\n        ocorridoEm\n        status {\n          codigo\n          descricao\n        }\n        pet {\n          id\n        }\n      }\n    }\n  }\n": typeof types.OpenAcionamentosDocument,
    "\n  query NovoSegurado($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContact @unmask\n      ...SeguradoApolices @unmask\n    }\n  }\n": typeof types.NovoSeguradoDocument,
    "\n  fragment SeguradoContact on Segurado {\n    nome\n    email\n    telefone\n  }\n": typeof types.SeguradoContactFragmentDoc,
    "\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...ProcedimentoCatalogue\n  }\n": typeof types.NovoDocument,
    "\n  fragment ReaberturaForm on Acionamento {\n    id\n    ...AcionamentoResumo @unmask\n    apolice\n  }\n": typeof types.ReaberturaFormFragmentDoc,
    "\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n          origem {\n            id\n            sinistro\n            ...AcionamentoView\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.ReabrirAcionamentoDocument,
    "\n  query AcionamentoExists($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n": typeof types.AcionamentoExistsDocument,
    "\n  query Reabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...ProcedimentoCatalogue\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        sinistro\n        ...ReaberturaForm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.ReaberturaDocument,
    "\n  query SeguradoAcionamentos(\n    $cpfCnpj: CpfCnpj!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n    $ano: Int!\n    $anoAnterior: Int!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais\n    ...ConsultaTotaisAnteriores\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      nome\n      acionamentos(statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], first: 100) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n      }\n    }\n  }\n": typeof types.SeguradoAcionamentosDocument,
    "\n  query SeguradoEncerrados($cpfCnpj: CpfCnpj!, $statusEm: [ID!]!, $after: String) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      acionamentos(statusEm: $statusEm, first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": typeof types.SeguradoEncerradosDocument,
    "\n  fragment SeguradoRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": typeof types.SeguradoRowFragmentDoc,
    "\n  fragment VisualizaDetails on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n": typeof types.VisualizaDetailsFragmentDoc,
    "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n": typeof types.VisualizaHistoricoFragmentDoc,
    "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n": typeof types.VisualizaProcedimentosFragmentDoc,
    "\n  fragment VisualizaSegurado on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n": typeof types.VisualizaSeguradoFragmentDoc,
    "\n  fragment VisualizaRegister on Acionamento {\n    segurado {\n      cpfCnpj\n      email\n      telefone\n    }\n    pet {\n      id\n      nome\n      raca\n      nascimento\n    }\n  }\n": typeof types.VisualizaRegisterFragmentDoc,
    "\n  fragment VisualizaSummary on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": typeof types.VisualizaSummaryFragmentDoc,
    "\n  subscription VisualizaLive($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n": typeof types.VisualizaLiveDocument,
    "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n": typeof types.VisualizaDocument,
    "\n  fragment TotalDoMes on TotalMensal {\n    mes\n    status {\n      codigo\n      descricao\n    }\n    quantidade\n  }\n": typeof types.TotalDoMesFragmentDoc,
    "\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n": typeof types.ValidarCodigoDocument,
    "\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n": typeof types.EntrarDocument,
    "\n  mutation Sair {\n    sair\n  }\n": typeof types.SairDocument,
    "\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.ValidarEmailDocument,
    "\n  fragment AbertosHoje on Painel {\n    abertosHoje {\n      quantidade\n      valor\n    }\n  }\n": typeof types.AbertosHojeFragmentDoc,
    "\n  fragment AbertosNoMes on Painel {\n    abertosNoMes {\n      quantidade\n      valor\n    }\n  }\n": typeof types.AbertosNoMesFragmentDoc,
    "\n  fragment FaturadosNoMes on Painel {\n    faturadosNoMes {\n      quantidade\n      valor\n    }\n  }\n": typeof types.FaturadosNoMesFragmentDoc,
    "\n  fragment SeguradorasAtivas on Painel {\n    seguradoras\n  }\n": typeof types.SeguradorasAtivasFragmentDoc,
    "\n  fragment Fila on Query {\n    esperando: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    deHoje: acionamentos(\n      filtro: {\n        statusEm: [$aberto, $emAnalise, $autorizado, $reaberto]\n        periodo: { por: ABERTURA, de: $hoje, ate: $hoje }\n      }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    meus: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], usuario: $nome }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n  }\n": typeof types.FilaFragmentDoc,
    "\n  fragment FilaList on AcionamentoConnection {\n    totalCount\n    edges {\n      node {\n        id\n        sinistro\n        ...FilaRow @unmask\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n": typeof types.FilaListFragmentDoc,
    "\n  fragment FilaRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    status {\n      codigo\n      descricao\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": typeof types.FilaRowFragmentDoc,
    "\n  query Fila($hoje: Date!, $nome: String!, $aberto: ID!, $emAnalise: ID!, $autorizado: ID!, $reaberto: ID!) {\n    ...Fila\n  }\n": typeof types.FilaDocument,
    "\n  fragment PainelFigures on Painel {\n    ...AbertosHoje @unmask\n    ...AbertosNoMes @unmask\n    ...FaturadosNoMes @unmask\n    ...SeguradorasAtivas @unmask\n    ...StatusPorSeguradora @unmask\n  }\n": typeof types.PainelFiguresFragmentDoc,
    "\n  fragment Painel on Query {\n    painel {\n      ...PainelFigures @unmask\n    }\n  }\n": typeof types.PainelFragmentDoc,
    "\n  subscription PainelLive($ano: Int!) {\n    painel {\n      ...PainelFigures @unmask\n      totaisPorStatus(ano: $ano) {\n        ...TotalDoMes @unmask\n      }\n    }\n  }\n": typeof types.PainelLiveDocument,
    "\n  query Home(\n    $ano: Int!\n    $comMenu: Boolean!\n    $comFila: Boolean!\n    $hoje: Date!\n    $nome: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...Fila @include(if: $comFila)\n    ...Painel\n    ...TotaisDoAno\n  }\n": typeof types.HomeDocument,
    "\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n": typeof types.TotaisPorMesDocument,
    "\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n": typeof types.StatusPorSeguradoraFragmentDoc,
    "\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n": typeof types.TotaisDoAnoFragmentDoc,
    "\n  fragment Menu on Query {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuFragmentDoc,
    "\n  query MenuDoUsuario {\n    menu {\n      id\n      titulo\n      rota\n      icone\n    }\n  }\n": typeof types.MenuDoUsuarioDocument,
    "\n  mutation AtualizarUsuario($input: DadosDoUsuario!) {\n    atualizarUsuario(input: $input) {\n      ... on Usuario {\n        nome\n        email\n        telefone\n        perfil\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.AtualizarUsuarioDocument,
    "\n  mutation TrocarSenha($input: TrocaDeSenha!) {\n    trocarSenha(input: $input) {\n      ... on SenhaTrocada {\n        mensagem\n      }\n      ... on EntradaInvalida {\n        mensagem\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": typeof types.TrocarSenhaDocument,
};
const documents: Documents = {
    "\n  fragment AcionamentoResumo on Acionamento {\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n": types.AcionamentoResumoFragmentDoc,
    "\n  fragment AcionamentoView on Acionamento {\n    id\n    sinistro\n    ...VisualizaSummary\n    ...AcionamentoResumo\n    ...VisualizaDetails\n    ...VisualizaSegurado\n    ...VisualizaProcedimentos\n    ...VisualizaHistorico\n  }\n": types.AcionamentoViewFragmentDoc,
    "\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": types.ConsultaRowFragmentDoc,
    "\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        ...AcionamentoResumo @unmask\n        faturadoEm\n        apolice\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ConsultaExportDocument,
    "\n  subscription ConsultaLive($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPage @unmask\n    }\n  }\n": types.ConsultaLiveDocument,
    "\n  query ContagemPorStatus($ano: Int!) {\n    ...ConsultaTotais\n  }\n": types.ContagemPorStatusDocument,
    "\n  query FirstPage($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPageHead @unmask\n      edges {\n        node {\n          id\n          sinistro\n        }\n      }\n    }\n  }\n": types.FirstPageDocument,
    "\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $first: Int! = 50\n    $ano: Int!\n    $anoAnterior: Int!\n    $comTotais: Boolean!\n    $comAnoAnterior: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaTotaisAnteriores @include(if: $comAnoAnterior)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: $first, after: $after) {\n      ...ConsultaPage @unmask\n    }\n  }\n": types.ConsultaDocument,
    "\n  fragment ConsultaPage on AcionamentoConnection {\n    ...ConsultaPageHead @unmask\n    edges {\n      node {\n        id\n        sinistro\n        ...ConsultaRow @unmask\n      }\n    }\n  }\n": types.ConsultaPageFragmentDoc,
    "\n  fragment ConsultaPageHead on AcionamentoConnection {\n    totalCount\n    valorTotal\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n": types.ConsultaPageHeadFragmentDoc,
    "\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n": types.ConsultaTotaisFragmentDoc,
    "\n  fragment ConsultaTotaisAnteriores on Query {\n    anoAnterior: totaisPorStatus(ano: $anoAnterior) {\n      ...TotalDoMes @unmask\n    }\n  }\n": types.ConsultaTotaisAnterioresFragmentDoc,
    "\n  fragment StatusName on Status {\n    codigo\n    descricao\n  }\n": types.StatusNameFragmentDoc,
    "\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n": types.ConsultaSeguradorasFragmentDoc,
    "\n  fragment ConsultaParts on Query {\n    ...ConsultaTotais @unmask\n    ...ConsultaTotaisAnteriores @unmask\n    ...ConsultaSeguradoras @unmask\n  }\n": types.ConsultaPartsFragmentDoc,
    "\n  query ConsultaFim(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $last: Int!\n    $before: String\n  ) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, last: $last, before: $before) {\n      edges {\n        cursor\n        node {\n          id\n          sinistro\n          ...ConsultaRow\n        }\n      }\n    }\n  }\n": types.ConsultaFimDocument,
    "\n  fragment ProcedimentoCatalogue on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n": types.ProcedimentoCatalogueFragmentDoc,
    "\n  query AcionamentoBySinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n": types.AcionamentoBySinistroDocument,
    "\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n": types.SeguradoApolicesFragmentDoc,
    "\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.AbrirAcionamentoDocument,
    "\n  query OpenAcionamentos(\n    $seguradora: ID!\n    $cpfCnpj: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    acionamentos(\n      filtro: { seguradora: $seguradora, statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      busca: $cpfCnpj\n      first: 80\n    ) {\n      nodes {\n        id\n        sinistro\n        ocorridoEm\n        status {\n          codigo\n          descricao\n        }\n        pet {\n          id\n        }\n      }\n    }\n  }\n": types.OpenAcionamentosDocument,
    "\n  query NovoSegurado($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContact @unmask\n      ...SeguradoApolices @unmask\n    }\n  }\n": types.NovoSeguradoDocument,
    "\n  fragment SeguradoContact on Segurado {\n    nome\n    email\n    telefone\n  }\n": types.SeguradoContactFragmentDoc,
    "\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...ProcedimentoCatalogue\n  }\n": types.NovoDocument,
    "\n  fragment ReaberturaForm on Acionamento {\n    id\n    ...AcionamentoResumo @unmask\n    apolice\n  }\n": types.ReaberturaFormFragmentDoc,
    "\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n          origem {\n            id\n            sinistro\n            ...AcionamentoView\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.ReabrirAcionamentoDocument,
    "\n  query AcionamentoExists($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n": types.AcionamentoExistsDocument,
    "\n  query Reabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...ProcedimentoCatalogue\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        sinistro\n        ...ReaberturaForm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.ReaberturaDocument,
    "\n  query SeguradoAcionamentos(\n    $cpfCnpj: CpfCnpj!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n    $ano: Int!\n    $anoAnterior: Int!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais\n    ...ConsultaTotaisAnteriores\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      nome\n      acionamentos(statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], first: 100) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n      }\n    }\n  }\n": types.SeguradoAcionamentosDocument,
    "\n  query SeguradoEncerrados($cpfCnpj: CpfCnpj!, $statusEm: [ID!]!, $after: String) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      acionamentos(statusEm: $statusEm, first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": types.SeguradoEncerradosDocument,
    "\n  fragment SeguradoRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": types.SeguradoRowFragmentDoc,
    "\n  fragment VisualizaDetails on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n": types.VisualizaDetailsFragmentDoc,
    "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n": types.VisualizaHistoricoFragmentDoc,
    "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n": types.VisualizaProcedimentosFragmentDoc,
    "\n  fragment VisualizaSegurado on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n": types.VisualizaSeguradoFragmentDoc,
    "\n  fragment VisualizaRegister on Acionamento {\n    segurado {\n      cpfCnpj\n      email\n      telefone\n    }\n    pet {\n      id\n      nome\n      raca\n      nascimento\n    }\n  }\n": types.VisualizaRegisterFragmentDoc,
    "\n  fragment VisualizaSummary on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n": types.VisualizaSummaryFragmentDoc,
    "\n  subscription VisualizaLive($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n": types.VisualizaLiveDocument,
    "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n": types.VisualizaDocument,
    "\n  fragment TotalDoMes on TotalMensal {\n    mes\n    status {\n      codigo\n      descricao\n    }\n    quantidade\n  }\n": types.TotalDoMesFragmentDoc,
    "\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n": types.ValidarCodigoDocument,
    "\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n": types.EntrarDocument,
    "\n  mutation Sair {\n    sair\n  }\n": types.SairDocument,
    "\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n": types.ValidarEmailDocument,
    "\n  fragment AbertosHoje on Painel {\n    abertosHoje {\n      quantidade\n      valor\n    }\n  }\n": types.AbertosHojeFragmentDoc,
    "\n  fragment AbertosNoMes on Painel {\n    abertosNoMes {\n      quantidade\n      valor\n    }\n  }\n": types.AbertosNoMesFragmentDoc,
    "\n  fragment FaturadosNoMes on Painel {\n    faturadosNoMes {\n      quantidade\n      valor\n    }\n  }\n": types.FaturadosNoMesFragmentDoc,
    "\n  fragment SeguradorasAtivas on Painel {\n    seguradoras\n  }\n": types.SeguradorasAtivasFragmentDoc,
    "\n  fragment Fila on Query {\n    esperando: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    deHoje: acionamentos(\n      filtro: {\n        statusEm: [$aberto, $emAnalise, $autorizado, $reaberto]\n        periodo: { por: ABERTURA, de: $hoje, ate: $hoje }\n      }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    meus: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], usuario: $nome }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n  }\n": types.FilaFragmentDoc,
    "\n  fragment FilaList on AcionamentoConnection {\n    totalCount\n    edges {\n      node {\n        id\n        sinistro\n        ...FilaRow @unmask\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n": types.FilaListFragmentDoc,
    "\n  fragment FilaRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    status {\n      codigo\n      descricao\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n": types.FilaRowFragmentDoc,
    "\n  query Fila($hoje: Date!, $nome: String!, $aberto: ID!, $emAnalise: ID!, $autorizado: ID!, $reaberto: ID!) {\n    ...Fila\n  }\n": types.FilaDocument,
    "\n  fragment PainelFigures on Painel {\n    ...AbertosHoje @unmask\n    ...AbertosNoMes @unmask\n    ...FaturadosNoMes @unmask\n    ...SeguradorasAtivas @unmask\n    ...StatusPorSeguradora @unmask\n  }\n": types.PainelFiguresFragmentDoc,
    "\n  fragment Painel on Query {\n    painel {\n      ...PainelFigures @unmask\n    }\n  }\n": types.PainelFragmentDoc,
    "\n  subscription PainelLive($ano: Int!) {\n    painel {\n      ...PainelFigures @unmask\n      totaisPorStatus(ano: $ano) {\n        ...TotalDoMes @unmask\n      }\n    }\n  }\n": types.PainelLiveDocument,
    "\n  query Home(\n    $ano: Int!\n    $comMenu: Boolean!\n    $comFila: Boolean!\n    $hoje: Date!\n    $nome: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...Fila @include(if: $comFila)\n    ...Painel\n    ...TotaisDoAno\n  }\n": types.HomeDocument,
    "\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n": types.TotaisPorMesDocument,
    "\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n": types.StatusPorSeguradoraFragmentDoc,
    "\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n": types.TotaisDoAnoFragmentDoc,
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
export function graphql(source: "\n  fragment AcionamentoResumo on Acionamento {\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n"): (typeof documents)["\n  fragment AcionamentoResumo on Acionamento {\n    sinistro\n    autorizacao\n    status {\n      codigo\n      descricao\n    }\n    abertoEm\n    ocorridoEm\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AcionamentoView on Acionamento {\n    id\n    sinistro\n    ...VisualizaSummary\n    ...AcionamentoResumo\n    ...VisualizaDetails\n    ...VisualizaSegurado\n    ...VisualizaProcedimentos\n    ...VisualizaHistorico\n  }\n"): (typeof documents)["\n  fragment AcionamentoView on Acionamento {\n    id\n    sinistro\n    ...VisualizaSummary\n    ...AcionamentoResumo\n    ...VisualizaDetails\n    ...VisualizaSegurado\n    ...VisualizaProcedimentos\n    ...VisualizaHistorico\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaRow on Acionamento {\n    id\n    sinistro\n    autorizacao\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        ...AcionamentoResumo @unmask\n        faturadoEm\n        apolice\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query ConsultaExport($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!, $after: String) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 500, after: $after) {\n      totalCount\n      nodes {\n        ...AcionamentoResumo @unmask\n        faturadoEm\n        apolice\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ConsultaLive($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPage @unmask\n    }\n  }\n"): (typeof documents)["\n  subscription ConsultaLive($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPage @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContagemPorStatus($ano: Int!) {\n    ...ConsultaTotais\n  }\n"): (typeof documents)["\n  query ContagemPorStatus($ano: Int!) {\n    ...ConsultaTotais\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirstPage($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPageHead @unmask\n      edges {\n        node {\n          id\n          sinistro\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query FirstPage($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {\n      ...ConsultaPageHead @unmask\n      edges {\n        node {\n          id\n          sinistro\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $first: Int! = 50\n    $ano: Int!\n    $anoAnterior: Int!\n    $comTotais: Boolean!\n    $comAnoAnterior: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaTotaisAnteriores @include(if: $comAnoAnterior)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: $first, after: $after) {\n      ...ConsultaPage @unmask\n    }\n  }\n"): (typeof documents)["\n  query Consulta(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $after: String\n    $first: Int! = 50\n    $ano: Int!\n    $anoAnterior: Int!\n    $comTotais: Boolean!\n    $comAnoAnterior: Boolean!\n    $comSeguradoras: Boolean!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais @include(if: $comTotais)\n    ...ConsultaTotaisAnteriores @include(if: $comAnoAnterior)\n    ...ConsultaSeguradoras @include(if: $comSeguradoras)\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: $first, after: $after) {\n      ...ConsultaPage @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaPage on AcionamentoConnection {\n    ...ConsultaPageHead @unmask\n    edges {\n      node {\n        id\n        sinistro\n        ...ConsultaRow @unmask\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaPage on AcionamentoConnection {\n    ...ConsultaPageHead @unmask\n    edges {\n      node {\n        id\n        sinistro\n        ...ConsultaRow @unmask\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaPageHead on AcionamentoConnection {\n    totalCount\n    valorTotal\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaPageHead on AcionamentoConnection {\n    totalCount\n    valorTotal\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaTotais on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaTotaisAnteriores on Query {\n    anoAnterior: totaisPorStatus(ano: $anoAnterior) {\n      ...TotalDoMes @unmask\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaTotaisAnteriores on Query {\n    anoAnterior: totaisPorStatus(ano: $anoAnterior) {\n      ...TotalDoMes @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StatusName on Status {\n    codigo\n    descricao\n  }\n"): (typeof documents)["\n  fragment StatusName on Status {\n    codigo\n    descricao\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n"): (typeof documents)["\n  fragment ConsultaSeguradoras on Query {\n    seguradoras {\n      id\n      nome\n      ativa\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConsultaParts on Query {\n    ...ConsultaTotais @unmask\n    ...ConsultaTotaisAnteriores @unmask\n    ...ConsultaSeguradoras @unmask\n  }\n"): (typeof documents)["\n  fragment ConsultaParts on Query {\n    ...ConsultaTotais @unmask\n    ...ConsultaTotaisAnteriores @unmask\n    ...ConsultaSeguradoras @unmask\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConsultaFim(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $last: Int!\n    $before: String\n  ) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, last: $last, before: $before) {\n      edges {\n        cursor\n        node {\n          id\n          sinistro\n          ...ConsultaRow\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ConsultaFim(\n    $filtro: FiltroAcionamentos!\n    $busca: String\n    $ordem: OrdemAcionamentos!\n    $last: Int!\n    $before: String\n  ) {\n    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, last: $last, before: $before) {\n      edges {\n        cursor\n        node {\n          id\n          sinistro\n          ...ConsultaRow\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ProcedimentoCatalogue on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n"): (typeof documents)["\n  fragment ProcedimentoCatalogue on Query {\n    procedimentos {\n      id\n      descricao\n      categoria\n      valorReferencia\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AcionamentoBySinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n"): (typeof documents)["\n  query AcionamentoBySinistro($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment SeguradoApolices on Segurado {\n    nome\n    apolices {\n      numero\n      inicio\n      fim\n      seguradora {\n        id\n        nome\n      }\n      pets {\n        id\n        nome\n        especie\n        raca\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AbrirAcionamento($input: NovoAcionamento!) {\n    abrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OpenAcionamentos(\n    $seguradora: ID!\n    $cpfCnpj: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    acionamentos(\n      filtro: { seguradora: $seguradora, statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      busca: $cpfCnpj\n      first: 80\n    ) {\n      nodes {\n        id\n        sinistro\n        ocorridoEm\n        status {\n          codigo\n          descricao\n        }\n        pet {\n          id\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OpenAcionamentos(\n    $seguradora: ID!\n    $cpfCnpj: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    acionamentos(\n      filtro: { seguradora: $seguradora, statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      busca: $cpfCnpj\n      first: 80\n    ) {\n      nodes {\n        id\n        sinistro\n        ocorridoEm\n        status {\n          codigo\n          descricao\n        }\n        pet {\n          id\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NovoSegurado($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContact @unmask\n      ...SeguradoApolices @unmask\n    }\n  }\n"): (typeof documents)["\n  query NovoSegurado($cpfCnpj: CpfCnpj!) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      ...SeguradoContact @unmask\n      ...SeguradoApolices @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SeguradoContact on Segurado {\n    nome\n    email\n    telefone\n  }\n"): (typeof documents)["\n  fragment SeguradoContact on Segurado {\n    nome\n    email\n    telefone\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...ProcedimentoCatalogue\n  }\n"): (typeof documents)["\n  query Novo($comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    procedimentos {\n      id\n    }\n    ...ProcedimentoCatalogue\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ReaberturaForm on Acionamento {\n    id\n    ...AcionamentoResumo @unmask\n    apolice\n  }\n"): (typeof documents)["\n  fragment ReaberturaForm on Acionamento {\n    id\n    ...AcionamentoResumo @unmask\n    apolice\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n          origem {\n            id\n            sinistro\n            ...AcionamentoView\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ReabrirAcionamento($input: Reabertura!) {\n    reabrirAcionamento(input: $input) {\n      __typename\n      ... on AcionamentoSalvo {\n        acionamento {\n          id\n          sinistro\n          ...AcionamentoView\n          origem {\n            id\n            sinistro\n            ...AcionamentoView\n          }\n        }\n      }\n      ... on EntradaInvalida {\n        campos {\n          campo\n          mensagem\n        }\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AcionamentoExists($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n"): (typeof documents)["\n  query AcionamentoExists($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Reabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...ProcedimentoCatalogue\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        sinistro\n        ...ReaberturaForm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  query Reabertura($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    ...ProcedimentoCatalogue\n    reabertura(sinistro: $sinistro) {\n      __typename\n      ... on Acionamento {\n        id\n        sinistro\n        ...ReaberturaForm\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeguradoAcionamentos(\n    $cpfCnpj: CpfCnpj!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n    $ano: Int!\n    $anoAnterior: Int!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais\n    ...ConsultaTotaisAnteriores\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      nome\n      acionamentos(statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], first: 100) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query SeguradoAcionamentos(\n    $cpfCnpj: CpfCnpj!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n    $ano: Int!\n    $anoAnterior: Int!\n    $comMenu: Boolean!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...ConsultaTotais\n    ...ConsultaTotaisAnteriores\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      nome\n      acionamentos(statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], first: 100) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeguradoEncerrados($cpfCnpj: CpfCnpj!, $statusEm: [ID!]!, $after: String) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      acionamentos(statusEm: $statusEm, first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query SeguradoEncerrados($cpfCnpj: CpfCnpj!, $statusEm: [ID!]!, $after: String) {\n    segurado(cpfCnpj: $cpfCnpj) {\n      cpfCnpj\n      acionamentos(statusEm: $statusEm, first: 100, after: $after) {\n        totalCount\n        nodes {\n          id\n          sinistro\n          ...SeguradoRow\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SeguradoRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"): (typeof documents)["\n  fragment SeguradoRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    valorTotal\n    status {\n      codigo\n      descricao\n    }\n    seguradora {\n      id\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaDetails on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n"): (typeof documents)["\n  fragment VisualizaDetails on Acionamento {\n    abertoEm\n    ocorridoEm\n    faturadoEm\n    autorizacao\n    apolice\n    observacao\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaHistorico on Acionamento {\n    historico {\n      em\n      status {\n        codigo\n        descricao\n      }\n      usuario\n      observacao\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaProcedimentos on Acionamento {\n    valorTotal\n    procedimentos {\n      procedimento {\n        id\n        descricao\n      }\n      quantidade\n      valor\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaSegurado on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaSegurado on Acionamento {\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n      especie\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaRegister on Acionamento {\n    segurado {\n      cpfCnpj\n      email\n      telefone\n    }\n    pet {\n      id\n      nome\n      raca\n      nascimento\n    }\n  }\n"): (typeof documents)["\n  fragment VisualizaRegister on Acionamento {\n    segurado {\n      cpfCnpj\n      email\n      telefone\n    }\n    pet {\n      id\n      nome\n      raca\n      nascimento\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment VisualizaSummary on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n"): (typeof documents)["\n  fragment VisualizaSummary on Acionamento {\n    sinistro\n    status {\n      codigo\n      descricao\n    }\n    valorTotal\n    seguradora {\n      id\n      nome\n    }\n    sinistroOrigem\n    sinistroReabertura\n    podeReabrir\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription VisualizaLive($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n"): (typeof documents)["\n  subscription VisualizaLive($sinistro: String!) {\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n"): (typeof documents)["\n  query Visualiza($sinistro: String!, $comMenu: Boolean!) {\n    ...Menu @include(if: $comMenu)\n    acionamento(sinistro: $sinistro) {\n      id\n      sinistro\n      ...AcionamentoView @unmask\n      ...VisualizaRegister\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TotalDoMes on TotalMensal {\n    mes\n    status {\n      codigo\n      descricao\n    }\n    quantidade\n  }\n"): (typeof documents)["\n  fragment TotalDoMes on TotalMensal {\n    mes\n    status {\n      codigo\n      descricao\n    }\n    quantidade\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ValidarCodigo($desafio: String!, $codigo: String!) {\n    validarCodigo(desafio: $desafio, codigo: $codigo) {\n      ... on CodigoAceito {\n        desafio\n        expiraEm\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Entrar($desafio: String!, $senha: String!) {\n    entrar(desafio: $desafio, senha: $senha) {\n      ... on Sessao {\n        token\n        usuario {\n          nome\n          email\n          telefone\n          perfil\n        }\n      }\n      ... on Recusa {\n        mensagem\n        codigo\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Sair {\n    sair\n  }\n"): (typeof documents)["\n  mutation Sair {\n    sair\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ValidarEmail($email: String!) {\n    validarEmail(email: $email) {\n      ... on CodigoEnviado {\n        desafio\n        expiraEm\n      }\n      ... on UsuarioBloqueado {\n        mensagem\n      }\n      ... on TrocaDeSenhaExigida {\n        mensagem\n      }\n      ... on Recusa {\n        mensagem\n      }\n    }\n  }\n"];
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
export function graphql(source: "\n  fragment Fila on Query {\n    esperando: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    deHoje: acionamentos(\n      filtro: {\n        statusEm: [$aberto, $emAnalise, $autorizado, $reaberto]\n        periodo: { por: ABERTURA, de: $hoje, ate: $hoje }\n      }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    meus: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], usuario: $nome }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n  }\n"): (typeof documents)["\n  fragment Fila on Query {\n    esperando: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    deHoje: acionamentos(\n      filtro: {\n        statusEm: [$aberto, $emAnalise, $autorizado, $reaberto]\n        periodo: { por: ABERTURA, de: $hoje, ate: $hoje }\n      }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n    meus: acionamentos(\n      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], usuario: $nome }\n      ordem: ABERTURA_ASC\n      first: 4\n    ) {\n      ...FilaList @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FilaList on AcionamentoConnection {\n    totalCount\n    edges {\n      node {\n        id\n        sinistro\n        ...FilaRow @unmask\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n"): (typeof documents)["\n  fragment FilaList on AcionamentoConnection {\n    totalCount\n    edges {\n      node {\n        id\n        sinistro\n        ...FilaRow @unmask\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FilaRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    status {\n      codigo\n      descricao\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"): (typeof documents)["\n  fragment FilaRow on Acionamento {\n    id\n    sinistro\n    abertoEm\n    status {\n      codigo\n      descricao\n    }\n    segurado {\n      cpfCnpj\n      nome\n    }\n    pet {\n      id\n      nome\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Fila($hoje: Date!, $nome: String!, $aberto: ID!, $emAnalise: ID!, $autorizado: ID!, $reaberto: ID!) {\n    ...Fila\n  }\n"): (typeof documents)["\n  query Fila($hoje: Date!, $nome: String!, $aberto: ID!, $emAnalise: ID!, $autorizado: ID!, $reaberto: ID!) {\n    ...Fila\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PainelFigures on Painel {\n    ...AbertosHoje @unmask\n    ...AbertosNoMes @unmask\n    ...FaturadosNoMes @unmask\n    ...SeguradorasAtivas @unmask\n    ...StatusPorSeguradora @unmask\n  }\n"): (typeof documents)["\n  fragment PainelFigures on Painel {\n    ...AbertosHoje @unmask\n    ...AbertosNoMes @unmask\n    ...FaturadosNoMes @unmask\n    ...SeguradorasAtivas @unmask\n    ...StatusPorSeguradora @unmask\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Painel on Query {\n    painel {\n      ...PainelFigures @unmask\n    }\n  }\n"): (typeof documents)["\n  fragment Painel on Query {\n    painel {\n      ...PainelFigures @unmask\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription PainelLive($ano: Int!) {\n    painel {\n      ...PainelFigures @unmask\n      totaisPorStatus(ano: $ano) {\n        ...TotalDoMes @unmask\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription PainelLive($ano: Int!) {\n    painel {\n      ...PainelFigures @unmask\n      totaisPorStatus(ano: $ano) {\n        ...TotalDoMes @unmask\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Home(\n    $ano: Int!\n    $comMenu: Boolean!\n    $comFila: Boolean!\n    $hoje: Date!\n    $nome: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...Fila @include(if: $comFila)\n    ...Painel\n    ...TotaisDoAno\n  }\n"): (typeof documents)["\n  query Home(\n    $ano: Int!\n    $comMenu: Boolean!\n    $comFila: Boolean!\n    $hoje: Date!\n    $nome: String!\n    $aberto: ID!\n    $emAnalise: ID!\n    $autorizado: ID!\n    $reaberto: ID!\n  ) {\n    ...Menu @include(if: $comMenu)\n    ...Fila @include(if: $comFila)\n    ...Painel\n    ...TotaisDoAno\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n"): (typeof documents)["\n  query TotaisPorMes($ano: Int!) {\n    ...TotaisDoAno\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment StatusPorSeguradora on Painel {\n    statusPorSeguradoraNoMes {\n      seguradora {\n        id\n        nome\n      }\n      totais {\n        status {\n          codigo\n          descricao\n        }\n        quantidade\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n"): (typeof documents)["\n  fragment TotaisDoAno on Query {\n    totaisPorStatus(ano: $ano) {\n      ...TotalDoMes @unmask\n    }\n  }\n"];
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