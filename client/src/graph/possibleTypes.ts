/**
 * What each union of the graph may be: without it Apollo cannot tell a fragment that does not apply from one that it
 * does not know, and warns of lost data. A test holds it to the schema.
 */
export const possibleTypes = {
  ResultadoAcionamento: ["AcionamentoSalvo", "EntradaInvalida", "Recusa"],
  ResultadoCodigo: ["CodigoAceito", "Recusa"],
  ResultadoEmail: ["CodigoEnviado", "UsuarioBloqueado", "TrocaDeSenhaExigida", "Recusa"],
  ResultadoEntrada: ["Sessao", "Recusa"],
  ResultadoReabertura: ["Acionamento", "Recusa"],
  ResultadoTrocaDeSenha: ["SenhaTrocada", "EntradaInvalida", "Recusa"],
  ResultadoUsuario: ["Usuario", "EntradaInvalida", "Recusa"],
};
