import "./style.css";
import { ApolloProvider } from "@apollo/client/react";
import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { lazy, startTransition, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { styleNonce } from "./environment.ts";
import { client } from "./graph/client.ts";
import { createRouter } from "./routes.tsx";
import { cssVariables, theme } from "./ui/theme.ts";

// Mantine's own styles take it from the provider; this is for the scroll lock that it uses.
setNonce(styleNonce);

// Fetched beside the first screen: nothing is interrupted before that.
const Interruption = lazy(async () => ({ default: (await import("./ui/Interruption.tsx")).Interruption }));

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
// In slices: on a slow telephone the page answers to a touch meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <ApolloProvider client={client}>
          <RouterProvider router={createRouter()} />
          <Suspense>
            <Interruption />
          </Suspense>
        </ApolloProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
