import "graphiql/setup-workers/vite";
import "graphiql/style.css";
import "./explorer.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Explorer } from "./Explorer.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("graphiql/index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <Explorer />
  </StrictMode>,
);
