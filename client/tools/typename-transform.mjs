// The code generator takes a transform by its path and finds it under this name.
import { addTypenameSelectionDocumentTransform } from "@graphql-codegen/client-preset";

export const { transform } = addTypenameSelectionDocumentTransform;
