/**
 * The route loaders, which start each screen's query. One small chunk, fetched in parallel with the screen's own chunk, so
 * that the query starts before the screen's code has arrived. The login does not load it.
 */
export { loadConsulta } from "./acionamento/consulta/consulta.query.ts";
export { loadNovo } from "./acionamento/novo/novo.query.ts";
export { loadReabertura } from "./acionamento/reabertura/reabertura.query.ts";
export { loadVisualiza } from "./acionamento/visualiza/visualiza.query.ts";
export { isNewVisit, loadHome } from "./painel/home.query.ts";
export { loadMenu } from "./shell/menu.ts";
