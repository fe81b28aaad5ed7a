import { readFileSync } from "node:fs";

// What a first load of each address takes, gzipped, as the built page lists it (tools/first-load.ts).
const page = readFileSync("dist/index.html", "utf8");
const files = JSON.parse(/const files = (.*);/.exec(page)[1]);
const entry = Array.from(page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g), ([, file]) => `dist/${file}`);

/** At most, in KiB; some three percent above what it is. */
const SCREENS = {
  "/login-pg": 180,
  "/home-page": 232,
  "/consulta-acionamento": 256,
  "/novo-acionamento": 268,
  "/visualiza-acionamento": 237,
  "/reabre-acionamento": 264,
  "/minhaconta-pg": 251,
  "/trocasenha-pg": 250,
};

const sizes = Object.entries(SCREENS).map(([address, limit]) => ({
  name: address,
  path: [...entry, ...files[address].map((file) => `dist${file}`)],
  limit: `${limit} KiB`,
  gzip: true,
}));

export default [
  {
    name: "JavaScript of every address",
    path: entry.filter((file) => file.endsWith(".js")),
    limit: "115 KiB",
    gzip: true,
  },
  ...sizes,
];
