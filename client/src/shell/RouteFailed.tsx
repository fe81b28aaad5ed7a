import { useNavigate } from "react-router";

/**
 * In the place of a screen that broke, or whose code could not be fetched; the router has logged why. Made of
 * nothing that would have to be fetched too.
 */
export function RouteFailed() {
  const navigate = useNavigate();

  /** By a load of the whole page, which brings what has been updated; without a network it would leave nothing at all. */
  function open(address: string) {
    if (navigator.onLine) location.assign(address);
    else void navigate(address, { replace: true });
  }

  return (
    <div className="notice" role="alert">
      <title>Esta tela não pôde ser aberta · Acionamentos</title>
      <h1>Esta tela não pôde ser aberta</h1>
      <p>O portal pode ter sido atualizado, ou a conexão caiu. Um acionamento que você digitava continua guardado.</p>
      <div className="notice-action">
        <button type="button" className="plain-button" onClick={() => open(location.pathname + location.search)}>
          Tentar novamente
        </button>{" "}
        <button type="button" className="plain-button" onClick={() => open("/home-page")}>
          Ir para o início
        </button>
      </div>
    </div>
  );
}

/** The same where not even the frame around the screens is there. */
export function PortalFailed() {
  return (
    <main className="entrance">
      <RouteFailed />
    </main>
  );
}
