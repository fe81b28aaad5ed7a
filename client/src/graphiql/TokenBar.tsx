import { useRef, useState } from "react";
import { setToken, useToken } from "./session.ts";

/** The top bar, with the bearer token of all requests. */
export function TokenBar() {
  const token = useToken();
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take(next: string) {
    setToken(next);
    // The pressed button disappears: move the focus.
    input.current?.focus();
  }

  return (
    <header className="bar">
      <a className="bar-home" href="/">
        <img src="/favicon.svg" alt="" width="26" height="26" />
        <span>Acionamentos</span>
      </a>

      <section className="token" aria-label="Token da sessão">
        <label htmlFor="token">Token</label>
        <div className="token-field">
          <input
            ref={input}
            id="token"
            type={shown ? "text" : "password"}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            placeholder="Cole aqui o token do login"
            autoComplete="off"
            spellCheck={false}
            data-1p-ignore
          />
          {token && (
            <>
              <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
                Mostrar
              </button>
              <button type="button" onClick={() => take("")}>
                Limpar
              </button>
            </>
          )}
        </div>
        <p className="token-state" data-on={token !== ""}>
          {token ? "Vai em toda requisição" : "Sem sessão"}
        </p>
      </section>
    </header>
  );
}
