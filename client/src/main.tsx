import "./style.css";
import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { styleNonce } from "./environment.ts";
import { createRouter } from "./routes.tsx";
import { today } from "./format/date.ts";
import { loadFont } from "./ui/font.ts";
import { PageOverlays } from "./ui/PageOverlays.tsx";
import { cssVariables, theme } from "./ui/theme.ts";

// For the scroll lock that Mantine uses; Mantine's own styles take the nonce from the provider.
setNonce(styleNonce);

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
void loadFont();
// In tasks of their own, and as a transition, so that slow devices stay responsive.
setTimeout(() => {
  const router = createRouter();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => styleNonce}
        >
          <PageOverlays>
            <RouterProvider router={router} />
          </PageOverlays>
        </MantineProvider>
      </StrictMode>,
    ),
  );
  // The first formatter takes ten milliseconds, here while the code of the screen is loading.
  setTimeout(() => today());
});
