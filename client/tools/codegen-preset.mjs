// The preset of the code generator, for documents with `@unmask`.
//
// The directive is Apollo Client's, which removes it before it sends a document. The gateway does not know it, so it may
// stand neither in the manifest of documents nor in the text that an id is made of.
import { createHash } from "node:crypto";
import { preset as clientPreset } from "@graphql-codegen/client-preset";

const MANIFEST = "persisted-documents.json";

/** The document as it is sent. */
export function withoutUnmask(text) {
  return text.replaceAll(/ ?@unmask\b(\([^)]*\))?/g, "");
}

function hashAlgorithm(text) {
  return `sha256:${createHash("sha256").update(withoutUnmask(text)).digest("hex")}`;
}

/** @type {typeof clientPreset} */
export const preset = {
  ...clientPreset,
  async buildGeneratesSection(options) {
    const presetConfig = { ...options.presetConfig, persistedDocuments: { hashAlgorithm } };
    const files = await clientPreset.buildGeneratesSection({ ...options, presetConfig });
    const manifest = files.find(({ filename }) => filename.endsWith(MANIFEST));
    if (!manifest) throw new Error(`codegen-preset: the client preset writes no ${MANIFEST}`);
    for (const plugin of Object.values(manifest.pluginMap)) {
      const write = plugin.plugin;
      plugin.plugin = async (...given) => {
        const { content } = await write(...given);
        return { content: withoutUnmask(content) };
      };
    }
    return files;
  },
};
