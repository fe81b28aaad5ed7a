/** An acionamento as the services answer it, and what it is made of. */
export const ABERTO = { codigo: "ABERTO", descricao: "Aberto" };
export const EM_ANALISE = { codigo: "EM_ANALISE", descricao: "Em análise" };
export const FATURADO = { codigo: "FATURADO", descricao: "Faturado" };
export const NEGADO = { codigo: "NEGADO", descricao: "Negado" };

export const ARAUCARIA = { id: "1", nome: "Araucária Seguros" };
export const MARINA = { cpfCnpj: "52998224725", nome: "Marina Duarte" };
export const PACOCA = { id: "1", nome: "Paçoca", especie: "Cão", raca: null };
export const CONSULTA_CLINICA = { id: "1", descricao: "Consulta clínica geral" };
export const HEMOGRAMA = { id: "19", descricao: "Hemograma completo" };

const ABERTO_EM = "2026-11-20T14:03:11-03:00";
const COMPLETE = {
  __typename: "Acionamento",
  autorizacao: null,
  status: ABERTO,
  abertoEm: ABERTO_EM,
  ocorridoEm: "2026-11-19",
  faturadoEm: null,
  valorTotal: "255.00",
  observacao: null,
  seguradora: ARAUCARIA,
  segurado: MARINA,
  apolice: "PET-2026",
  pet: PACOCA,
  procedimentos: [
    { procedimento: CONSULTA_CLINICA, quantidade: 1, valor: "180.00", total: "180.00" },
    { procedimento: HEMOGRAMA, quantidade: 1, valor: "75.00", total: "75.00" },
  ],
  historico: [{ em: ABERTO_EM, status: ABERTO, usuario: "Ana Souza", observacao: null }],
  sinistroOrigem: null,
  sinistroReabertura: null,
  origem: null,
  podeReabrir: false,
};

export function acionamento(sinistro: string, part: object = {}) {
  return { ...COMPLETE, id: `id-${sinistro}`, sinistro, ...part };
}
