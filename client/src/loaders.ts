/**
 * What each screen asks when it opens. One chunk, fetched beside the screen's own: small enough to be there first, so
 * that the query is under way while the screen's code still comes, and no weight on the login.
 */
export { loadConsulta } from "./acionamento/consulta/consulta.query.ts";
export { loadNovo } from "./acionamento/novo/novo.query.ts";
export { loadReabertura } from "./acionamento/reabertura/reabertura.query.ts";
export { loadVisualiza } from "./acionamento/visualiza/visualiza.query.ts";
export { isAnotherVisit, loadHome } from "./painel/home.query.ts";
export { loadMenu } from "./shell/menu.ts";
