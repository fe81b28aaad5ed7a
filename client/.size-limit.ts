import { readFileSync } from "node:fs";
import { SCREENS } from "./tools/screens.ts";

// What a first load of each address takes, as the built page lists it (tools/first-load.ts).
const page = readFileSync("dist/index.html", "utf8");
const files = JSON.parse(/const files = (.*);/.exec(page)?.[1] ?? "") as Readonly<Record<string, readonly string[]>>;
const entry = Array.from(page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g), ([, file]) => `dist/${file}`);

const sizes = SCREENS.map(({ path, codeKib }) => ({
  name: path,
  path: [...entry, ...(files[path] ?? []).map((file) => `dist${file}`)],
  limit: `${codeKib} KiB`,
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
