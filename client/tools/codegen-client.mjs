// What the code generator takes by its path, under these names: the client preset, and its transform for `__typename`.
import { addTypenameSelectionDocumentTransform, preset as client } from "@graphql-codegen/client-preset";

export const { transform } = addTypenameSelectionDocumentTransform;

/** Without the file of `graphql()`: the portal imports its documents. */
export const preset = {
  ...client,
  buildGeneratesSection: async (options) => {
    const files = await client.buildGeneratesSection(options);
    return files.filter(({ filename }) => !filename.endsWith("/gql.ts"));
  },
};
