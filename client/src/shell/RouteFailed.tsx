/**
 * In the place of a screen that broke, or whose code could not be fetched; the router has logged why. Made of
 * nothing that would have to be fetched too.
 */
export function RouteFailed() {
  return (
    <main className="notice" role="alert">
      <h1>Esta tela não pôde ser aberta.</h1>
      <p>O portal pode ter sido atualizado, ou a conexão caiu. Um acionamento que você digitava continua guardado.</p>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        Tentar novamente
      </button>
    </main>
  );
}
