// graphql-eslint's rules for schema.graphql (oxlint lints all else). Each that is off has its reason.
import * as graphql from "@graphql-eslint/eslint-plugin";

export default [
  {
    files: ["**/*.graphql"],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: "./schema.graphql" } } },
    plugins: { "@graphql-eslint": graphql },
    rules: {
      ...graphql.configs["flat/schema-recommended"].rules,
      // What has no identity of its own (results, totals, a page) has no id; an insured is known by `cpfCnpj`.
      "@graphql-eslint/strict-id-in-types": "off",
    },
  },
];
