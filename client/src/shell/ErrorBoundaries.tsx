import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useLayoutEffect } from "react";
import { useNavigate } from "react-router";
import { reloadIfOutdated } from "./outdated.ts";
import { removeFrame } from "./SplashScreen.tsx";
import { localStore, sessionStore } from "../storage.ts";

/** Shown if a screen throws or its code cannot be loaded; the router has logged the error. It needs no other chunk. */
export function RouteErrorBoundary() {
  const navigate = useNavigate();
  useEffect(() => void reloadIfOutdated(), []);

  /** Reloads the page, to get an updated version; navigates in it while offline, or if a reload would lose something. */
  function open(address: string) {
    const isLosing = localStore.isOnlyInMemory() || sessionStore.isOnlyInMemory();
    if (navigator.onLine && !isLosing) location.assign(address);
    else void navigate(address, { replace: true });
  }
  const retry = () => open(location.pathname + location.search);
  useWindowEvent("online", retry);

  return (
    <div className="notice" role="alert">
      <title>Esta tela não pôde ser aberta · Acionamentos</title>
      <h1>Esta tela não pôde ser aberta</h1>
      <p>O portal pode ter sido atualizado, ou a conexão caiu. Um acionamento que você digitava continua guardado.</p>
      <div className="notice-action">
        <button type="button" className="plain-button" onClick={retry}>
          Tentar novamente
        </button>{" "}
        <button type="button" className="plain-button" onClick={() => open("/home-page")}>
          Ir para o início
        </button>
      </div>
    </div>
  );
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
