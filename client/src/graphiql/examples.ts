/** The tabs of every visit: operations to start from. */
import list from "./examples/list.graphql?raw";
import login from "./examples/login.graphql?raw";
import subscription from "./examples/subscription.graphql?raw";
import totals from "./examples/totals.graphql?raw";

const json = (variables: object) => JSON.stringify(variables, null, 2);

export const EXAMPLES = [
  { query: login, variables: json({ email: "ana.souza@patasegura.example", desafio: "", codigo: "", senha: "" }) },
  { query: list, variables: json({ filtro: { status: "ABERTO" }, first: 10, after: null }) },
  { query: totals, variables: json({ ano: new Date().getFullYear() }) },
  { query: subscription, variables: json({}) },
];
