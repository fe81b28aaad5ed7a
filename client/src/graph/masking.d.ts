import type { GraphQLCodegenDataMasking } from "@apollo/client/masking";

// A component sees the fields of its own fragment only, at run time by the cache and here by the types.
declare module "@apollo/client" {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
