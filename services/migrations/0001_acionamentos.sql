-- Money is whole centavos. Instants are whole seconds since 1970-01-01T00:00:00Z; dates are text, YYYY-MM-DD.
-- What is hashed is named so; no token, code or password stands in this database.

CREATE TABLE perfil (
  nome TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE item_menu (
  id     INTEGER PRIMARY KEY,
  titulo TEXT NOT NULL,
  rota   TEXT NOT NULL UNIQUE,
  icone  TEXT NOT NULL,
  ordem  INTEGER NOT NULL
) STRICT;

CREATE TABLE perfil_item_menu (
  perfil    TEXT NOT NULL REFERENCES perfil,
  item_menu INTEGER NOT NULL REFERENCES item_menu,
  PRIMARY KEY (perfil, item_menu)
) STRICT, WITHOUT ROWID;

CREATE TABLE usuario (
  id             INTEGER PRIMARY KEY,
  email          TEXT NOT NULL COLLATE NOCASE UNIQUE,
  nome           TEXT NOT NULL,
  telefone       TEXT,
  perfil         TEXT NOT NULL REFERENCES perfil,
  senha_argon2   TEXT NOT NULL,
  senhas_erradas INTEGER NOT NULL DEFAULT 0,
  bloqueado      INTEGER NOT NULL DEFAULT 0 CHECK (bloqueado IN (0, 1)),
  trocar_senha   INTEGER NOT NULL DEFAULT 0 CHECK (trocar_senha IN (0, 1))
) STRICT;

CREATE TABLE codigo_acesso (
  codigo_sha256 BLOB PRIMARY KEY,
  -- Null for an unknown e-mail, which costs the same write as a known one; nobody ever receives that code.
  usuario       INTEGER REFERENCES usuario,
  expira_em     INTEGER NOT NULL,
  -- Null until the code is handed in; from then on it opens the password step, once, until expira_em.
  aceito_em     INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX codigo_acesso_usuario ON codigo_acesso (usuario);

CREATE TABLE sessao (
  token_sha256 BLOB PRIMARY KEY,
  usuario      INTEGER NOT NULL REFERENCES usuario,
  expira_em    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessao_usuario ON sessao (usuario);

CREATE TABLE seguradora (
  id    INTEGER PRIMARY KEY,
  nome  TEXT NOT NULL UNIQUE,
  cnpj  TEXT NOT NULL UNIQUE,
  ativa INTEGER NOT NULL DEFAULT 1 CHECK (ativa IN (0, 1))
) STRICT;

CREATE TABLE procedimento (
  id         INTEGER PRIMARY KEY,
  descricao  TEXT NOT NULL UNIQUE,
  categoria  TEXT NOT NULL,
  referencia INTEGER NOT NULL CHECK (referencia > 0),
  ativo      INTEGER NOT NULL DEFAULT 1 CHECK (ativo IN (0, 1))
) STRICT;

CREATE TABLE segurado (
  id       INTEGER PRIMARY KEY,
  cpf_cnpj TEXT NOT NULL UNIQUE,
  nome     TEXT NOT NULL,
  email    TEXT,
  telefone TEXT
) STRICT;

CREATE TABLE pet (
  id         INTEGER PRIMARY KEY,
  segurado   INTEGER NOT NULL REFERENCES segurado,
  nome       TEXT NOT NULL,
  especie    TEXT NOT NULL,
  raca       TEXT,
  nascimento TEXT
) STRICT;
CREATE INDEX pet_segurado ON pet (segurado);

CREATE TABLE apolice (
  id         INTEGER PRIMARY KEY,
  numero     TEXT NOT NULL UNIQUE,
  segurado   INTEGER NOT NULL REFERENCES segurado,
  seguradora INTEGER NOT NULL REFERENCES seguradora,
  inicio     TEXT NOT NULL,
  fim        TEXT NOT NULL CHECK (fim >= inicio)
) STRICT;
CREATE INDEX apolice_segurado ON apolice (segurado);

CREATE TABLE apolice_pet (
  apolice INTEGER NOT NULL REFERENCES apolice,
  pet     INTEGER NOT NULL REFERENCES pet,
  PRIMARY KEY (apolice, pet)
) STRICT, WITHOUT ROWID;

CREATE TABLE status (
  codigo       TEXT PRIMARY KEY,
  descricao    TEXT NOT NULL,
  pode_reabrir INTEGER NOT NULL CHECK (pode_reabrir IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE acionamento (
  id          INTEGER PRIMARY KEY,
  sinistro    TEXT NOT NULL UNIQUE,
  autorizacao TEXT,
  status      TEXT NOT NULL REFERENCES status,
  aberto_em   INTEGER NOT NULL,
  ocorrido_em TEXT NOT NULL,
  faturado_em TEXT,
  total       INTEGER NOT NULL CHECK (total > 0),
  observacao  TEXT,
  apolice     INTEGER NOT NULL REFERENCES apolice,
  pet         INTEGER NOT NULL REFERENCES pet,
  -- The policy's own, repeated here for the index below.
  seguradora  INTEGER NOT NULL REFERENCES seguradora,
  -- The acionamento that this one reopens; UNIQUE, since each is reopened once.
  origem      INTEGER UNIQUE REFERENCES acionamento,
  FOREIGN KEY (apolice, pet) REFERENCES apolice_pet
) STRICT;
CREATE INDEX acionamento_status ON acionamento (status, aberto_em);
CREATE INDEX acionamento_seguradora_status ON acionamento (seguradora, status, aberto_em);
CREATE INDEX acionamento_autorizacao ON acionamento (autorizacao) WHERE autorizacao IS NOT NULL;
CREATE INDEX acionamento_aberto_em ON acionamento (aberto_em);
CREATE INDEX acionamento_faturado_em ON acionamento (faturado_em) WHERE faturado_em IS NOT NULL;

CREATE TABLE procedimento_realizado (
  acionamento  INTEGER NOT NULL REFERENCES acionamento,
  ordem        INTEGER NOT NULL,
  procedimento INTEGER NOT NULL REFERENCES procedimento,
  quantidade   INTEGER NOT NULL CHECK (quantidade BETWEEN 1 AND 99),
  valor        INTEGER NOT NULL CHECK (valor > 0),
  PRIMARY KEY (acionamento, ordem)
) STRICT, WITHOUT ROWID;

CREATE TABLE evento (
  acionamento INTEGER NOT NULL REFERENCES acionamento,
  ordem       INTEGER NOT NULL,
  em          INTEGER NOT NULL,
  status      TEXT NOT NULL REFERENCES status,
  -- The name at that time: history does not change when the user does.
  usuario     TEXT NOT NULL,
  observacao  TEXT,
  PRIMARY KEY (acionamento, ordem)
) STRICT, WITHOUT ROWID;

-- The saves that carried an Idempotency-Key, with the answer to give again.
CREATE TABLE salvamento (
  usuario      INTEGER NOT NULL REFERENCES usuario,
  chave        TEXT NOT NULL,
  corpo_sha256 BLOB NOT NULL,
  resposta     TEXT NOT NULL,
  salvo_em     INTEGER NOT NULL,
  PRIMARY KEY (usuario, chave)
) STRICT, WITHOUT ROWID;
CREATE INDEX salvamento_salvo_em ON salvamento (salvo_em);

INSERT INTO status (codigo, descricao, pode_reabrir) VALUES
  ('ABERTO', 'Aberto', 0),
  ('EM_ANALISE', 'Em análise', 0),
  ('AUTORIZADO', 'Autorizado', 0),
  ('NEGADO', 'Negado', 1),
  ('FATURADO', 'Faturado', 1),
  ('CANCELADO', 'Cancelado', 1),
  ('REABERTO', 'Reaberto', 0);

INSERT INTO perfil (nome) VALUES ('Atendente'), ('Gestor'), ('Analista da seguradora');

INSERT INTO item_menu (id, titulo, rota, icone, ordem) VALUES
  (1, 'Início', '/home-page', 'home', 10),
  (2, 'Novo acionamento', '/novo-acionamento', 'plus', 20),
  (3, 'Consultar acionamentos', '/consulta-acionamento', 'search', 30),
  (4, 'Reabrir acionamento', '/reabre-acionamento', 'refresh', 40),
  (5, 'Minha conta', '/minhaconta-pg', 'user', 50);

INSERT INTO perfil_item_menu (perfil, item_menu) VALUES
  ('Atendente', 1), ('Atendente', 2), ('Atendente', 3), ('Atendente', 4),
  ('Gestor', 1), ('Gestor', 2), ('Gestor', 3), ('Gestor', 4), ('Gestor', 5),
  ('Analista da seguradora', 1), ('Analista da seguradora', 3);
