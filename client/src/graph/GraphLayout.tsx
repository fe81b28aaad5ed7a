import { ApolloProvider } from "@apollo/client/react";
import { Outlet } from "react-router";
import { client } from "./client.ts";

/** The screens that read the graph. */
export function GraphLayout() {
  return (
    <ApolloProvider client={client}>
      <Outlet />
    </ApolloProvider>
  );
}
