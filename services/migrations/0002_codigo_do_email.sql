-- A code is of the e-mail that it was sent for, known or not; of the address only the digest is stored. Codes live for
-- minutes: those of before are asked for again.

DROP TABLE codigo_acesso;

CREATE TABLE codigo_acesso (
  codigo_sha256 BLOB PRIMARY KEY,
  -- Of the e-mail in lower case, as the table of users compares them.
  email_sha256  BLOB NOT NULL,
  -- Null for an unknown e-mail, which costs the same write as a known one; nobody ever receives that code.
  usuario       INTEGER REFERENCES usuario,
  expira_em     INTEGER NOT NULL,
  -- Null until the code is handed in; from then on it opens the password step, once, until expira_em.
  aceito_em     INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX codigo_acesso_usuario ON codigo_acesso (usuario);
CREATE INDEX codigo_acesso_email ON codigo_acesso (email_sha256);
