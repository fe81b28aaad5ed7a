import type { GraphQLCodegenDataMasking } from "@apollo/client/masking";

// Data masking in the types: a component sees only the fields of its own fragment.
declare module "@apollo/client" {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
