/** The members of each union, which Apollo needs to match fragments. A test compares them with the schema. */
export const possibleTypes = {
  ResultadoAcionamento: ["AcionamentoSalvo", "EntradaInvalida", "Recusa"],
  ResultadoCodigo: ["CodigoAceito", "Recusa"],
  ResultadoEmail: ["CodigoEnviado", "UsuarioBloqueado", "TrocaDeSenhaExigida", "Recusa"],
  ResultadoEntrada: ["Sessao", "Recusa"],
  ResultadoReabertura: ["Acionamento", "Recusa"],
  ResultadoTrocaDeSenha: ["SenhaTrocada", "EntradaInvalida", "Recusa"],
  ResultadoUsuario: ["Usuario", "EntradaInvalida", "Recusa"],
};
