// Adds to package-lock.json the optional packages that npm leaves out.
//
// oxlint and oxfmt ship one native package per platform. A registry mirror may hold only some of them; npm then
// writes a lock without the others, and `npm ci` refuses it on every machine ("Missing: … from lock file").
// The missing entries are written from what their names say (version, system, processor, C library). They carry no
// digest, because the package was never seen; npm fetches one only on the platform it is for.
//
// Run it through `npm run lock`, after every change of dependencies.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "x64"];

/** @param {string} name for example `@oxlint/binding-linux-arm-gnueabihf` */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os || !cpu) return undefined;
  const last = words.at(-1) ?? "";
  const libc =
    os !== "linux" ? undefined : last.startsWith("musl") ? "musl" : last.startsWith("gnu") ? "glibc" : undefined;
  return { cpu: [cpu], os: [os], ...(libc && { libc: [libc] }) };
}

/** Whether a package at `path` finds `name` in its own or in an outer node_modules folder. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf("/node_modules/"), 0))) {
    const candidate = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
    if (lock.packages[candidate]) return true;
    if (!at) return false;
  }
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    const platform = platformOf(name);
    if (!platform || !/^\d+\.\d+\.\d+$/.test(version)) {
      throw new Error(
        `${path} wants ${name}@${version}, which is not in the lock, and its name does not say for which platform it is.`,
      );
    }
    lock.packages[`node_modules/${name}`] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true };
    added += 1;
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en")));
const text = `${JSON.stringify(lock, null, 2)}\n`;
if (text.includes('"resolved"')) throw new Error("package-lock.json names download addresses: is .npmrc in place?");
writeFileSync(file, text);
console.log(`package-lock.json: ${added} optional packages of other platforms added.`);
