import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { reloadIfOutdated } from "./outdated.ts";
import { removeFrame } from "./SplashScreen.tsx";
import { localStore, sessionStore } from "../storage.ts";

/** Shown if a screen throws or its code cannot be loaded; the router has logged the error. It needs no other chunk. */
export function RouteErrorBoundary() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  useEffect(() => void reloadIfOutdated(), []);

  // With the history state: a search text with a CPF is only there.
  function retry() {
    if (mayReload()) location.reload();
    else void navigate(pathname + search, { replace: true, state });
  }
  useWindowEvent("online", retry);

  function goHome() {
    if (mayReload()) location.assign("/home-page");
    else void navigate("/home-page", { replace: true });
  }

  return (
    <div className="notice" role="alert">
      <title>Esta tela não pôde ser aberta · Acionamentos</title>
      <h1>Esta tela não pôde ser aberta</h1>
      <p>O portal pode ter sido atualizado, ou a conexão caiu. Um acionamento que você digitava continua guardado.</p>
      <div className="notice-action">
        <button type="button" className="plain-button" onClick={retry}>
          Tentar novamente
        </button>{" "}
        <button type="button" className="plain-button" onClick={goHome}>
          Ir para o início
        </button>
      </div>
    </div>
  );
}

/** Whether the page can be loaded anew, to get an updated version, without losing what is in its memory alone. */
function mayReload(): boolean {
  return navigator.onLine && !localStore.isOnlyInMemory() && !sessionStore.isOnlyInMemory();
}

/** The same outside of the shell. */
export function RootErrorBoundary() {
  useLayoutEffect(removeFrame, []);
  return (
    <main className="entrance">
      <RouteErrorBoundary />
    </main>
  );
}
