// The headers that Hive Gateway sends to the graphs behind it.
export const gatewayConfig = {
  propagateHeaders: {
    fromClientToSubgraphs({ request, subgraphName }) {
      const authorization = request.headers.get("authorization");
      const headers = authorization ? { authorization } : {};
      // No other graph gets the key: with it any document runs.
      if (subgraphName.toLowerCase() !== "clinica") return headers;
      return { ...headers, "x-federation-key": process.env.FEDERATION_KEY };
    },
  },
};
