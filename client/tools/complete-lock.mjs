// Adds to package-lock.json the optional packages that npm leaves out.
//
// oxlint and oxfmt ship one native package per platform. A registry mirror may hold only some of them; npm then
// writes a lock without the others, and `npm ci` refuses it on every machine ("Missing: … from lock file").
// The missing entries are written from what their names say (version, system, processor, C library). They carry no
// digest, because the package was never seen; npm fetches one only on the platform it is for.
//
// Usage: node tools/complete-lock.mjs [--forget] [LOCK]. `npm run lock`, after every change of dependencies, does both:
// first `--forget` removes the entries without a digest, which a registry that holds the packages then completes.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ options: { forget: { type: "boolean" } }, allowPositionals: true });
const file = positionals[0] ?? new URL("../package-lock.json", import.meta.url);
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

/** The optional packages that are wanted and not in the lock. */
function missing() {
  const found = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(path, name)) continue;
      const platform = platformOf(name);
      if (!platform || !/^\d+\.\d+\.\d+$/.test(version)) {
        throw new Error(
          `${path} wants ${name}@${version}, which is not in the lock, and its name does not say for which platform it is.`,
        );
      }
      // In npm's order.
      const { cpu, os, libc } = platform;
      const dev = entry.dev && { dev: true };
      found[`node_modules/${name}`] = { version, cpu, ...dev, ...(libc && { libc }), optional: true, os };
    }
  }
  return found;
}

/** The packages that a registry has given. The project's own entry and links have no digest. */
function withDigest() {
  const entries = Object.entries(lock.packages);
  return Object.fromEntries(entries.filter(([path, entry]) => path === "" || entry.link || entry.integrity));
}

const before = Object.keys(lock.packages).length;
const packages = values.forget ? withDigest() : { ...lock.packages, ...missing() };
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, "en")));
const text = `${JSON.stringify(lock, null, 2)}\n`;
if (text.includes('"resolved"')) throw new Error("package-lock.json names download addresses: is .npmrc in place?");
writeFileSync(file, text);
const changed = Math.abs(Object.keys(lock.packages).length - before);
console.log(
  `package-lock.json: ${changed} optional packages of other platforms ${values.forget ? "removed" : "added"}.`,
);
