/**
 * In the place of a screen that broke, or whose code could not be fetched; the router has logged why. Made of
 * nothing that would have to be fetched too.
 */
export function RouteFailed() {
  return (
    <div className="notice" role="alert">
      <title>Esta tela não pôde ser aberta · Acionamentos</title>
      <h1>Esta tela não pôde ser aberta</h1>
      <p>O portal pode ter sido atualizado, ou a conexão caiu. Um acionamento que você digitava continua guardado.</p>
      <div className="notice-action">
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          Tentar novamente
        </button>{" "}
        <a href="/home-page" className="plain-button">
          Ir para o início
        </a>
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
