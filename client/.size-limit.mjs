import { readFileSync } from "node:fs";

// What a first load of each address takes, gzipped, as the built page lists it (tools/first-load.ts).
const page = readFileSync("dist/index.html", "utf8");
const files = JSON.parse(/const files = (.*);/.exec(page)[1]);
const entry = Array.from(page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g), ([, file]) => `dist/${file}`);

/** At most, in KiB; some three percent above what it is. */
const SCREENS = {
  "/login-pg": 216,
  "/home-page": 232,
  "/consulta-acionamento": 256,
  "/novo-acionamento": 253,
  "/visualiza-acionamento": 237,
  "/reabre-acionamento": 250,
  "/minhaconta-pg": 234,
  "/trocasenha-pg": 231,
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
    limit: "165 KiB",
    gzip: true,
  },
  ...sizes,
];
