import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** File times may lag behind the clock by this many milliseconds. */
const TICK = 20;

/** The access code in the newest message of the outbox since `since`. */
export async function newestCode(folder: string, since: number): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const messages = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = messages.filter(({ at }) => at >= since - TICK).toSorted((a, b) => b.at - a.at)[0];
  return newest && codeIn(await readFile(newest.file, "utf8"));
}

/** The code is alone on an indented line. */
function codeIn(message: string): string | undefined {
  const [headers = "", ...rest] = message.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  const text = /^content-transfer-encoding: base64/im.test(headers) ? Buffer.from(body, "base64").toString() : body;
  return /^ {2,}(\w{6})\s*$/m.exec(text)?.[1];
}
