// Usage: node compose.mjs NAME=URL=FILE… > supergraph.graphql
import { readFileSync } from "node:fs";
import { composeServices } from "@theguild/federation-composition";
import { parse } from "graphql";

const services = process.argv.slice(2).map((argument) => {
  const [name, url, file] = argument.split("=");
  return { name, url, typeDefs: parse(readFileSync(file, "utf8")) };
});
const { supergraphSdl, errors } = composeServices(services);
if (errors) {
  for (const { message } of errors) console.error(message);
  process.exit(1);
}
console.log(supergraphSdl);
