// What the code generator takes by its path, under these names: the client preset, and its transform for `__typename`.
import { addTypenameSelectionDocumentTransform, preset as client } from "@graphql-codegen/client-preset";
import { visit } from "graphql";

export const { transform } = addTypenameSelectionDocumentTransform;

/** Without the file of `graphql()`, since the portal imports its documents, and without the descriptions of the schema. */
export const preset = {
  ...client,
  buildGeneratesSection: async (options) => {
    const schema = visit(options.schema, {
      StringValue: (_, key) => (key === "description" ? null : undefined),
    });
    const files = await client.buildGeneratesSection({ ...options, schema });
    return files.filter(({ filename }) => !filename.endsWith("/gql.ts"));
  },
};
