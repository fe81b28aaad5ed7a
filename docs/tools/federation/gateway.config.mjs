// What Hive Gateway sends to the graphs behind it, and how long it waits for them.
export const gatewayConfig = {
  propagateHeaders: {
    fromClientToSubgraphs({ request, subgraphName }) {
      // No other graph gets the key, with which any document runs, or the person's session.
      if (subgraphName.toLowerCase() !== "clinica") return {};
      const authorization = request.headers.get("authorization");
      return { ...(authorization && { authorization }), "x-federation-key": process.env.FEDERATION_KEY };
    },
  },
  // A graph that hangs fails its fields after 20 s; this graph's own limit is 15 s, or longer if its
  // operator said so. Subscriptions have no end.
  upstreamTimeout: ({ executionRequest }) => (executionRequest?.operationType === "subscription" ? 0 : 20_000),
};
