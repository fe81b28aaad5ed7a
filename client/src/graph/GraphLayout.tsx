import { ApolloProvider } from "@apollo/client/react";
import { Outlet } from "react-router";
import { client } from "./client.ts";

export function GraphLayout() {
  return (
    <ApolloProvider client={client}>
      <Outlet />
    </ApolloProvider>
  );
}
