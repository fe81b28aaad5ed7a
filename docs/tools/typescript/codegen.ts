import type { CodegenConfig } from "@graphql-codegen/cli";

const config: CodegenConfig = {
  schema: "schema.graphql",
  documents: ["operations.graphql", "live.graphql"],
  generates: {
    "gql/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: {
        // The documents are texts, so the tool needs no GraphQL library when it runs.
        documentMode: "string",
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        // Decimals are texts: a number would lose cents.
        scalars: { CpfCnpj: "string", Date: "string", DateTime: "string", Decimal: "string" },
      },
    },
  },
  // Imports of ES modules end in .js.
  emitLegacyCommonJSImports: false,
};

export default config;
