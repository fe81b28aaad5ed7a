//! The users: passwords, profile data, and the administrator's commands.

use axum::extract::State;
use sqlx::{Row as _, SqliteConnection, sqlite::SqliteRow};

use crate::{
    App,
    error::Error,
    http::{Body, HandlerResult, success},
    secret::{hash_password, is_digest, password_digest, random_password, verify_password},
    session::Session,
};
use contract::{
    login::{AtualizaSenha, AtualizaUsuario, MAX_NAME, Usuario},
    value::{Nothing, Secret},
};

/// Number of consecutive wrong passwords that blocks the user.
const MAX_WRONG_PASSWORDS: i64 = 5;

const WRONG_CURRENT_PASSWORD: &str = "E-mail ou senha atual inválidos.";
const WRONG_OR_NOT_DUE: &str =
    "E-mail ou senha atual inválidos. Se a troca não foi exigida no acesso, entre antes de trocar a senha.";
const BLOCKED: &str = "Usuário bloqueado. Entrar em contato com o administrador do sistema!";

pub(crate) async fn atualiza_senha(
    State(app): State<App>,
    session: Result<Session, Error>,
    Body(pedido): Body<AtualizaSenha>,
) -> HandlerResult<AtualizaSenha> {
    let session = match session {
        Ok(session) => Some(session),
        Err(Error::Unauthenticated) => None,
        Err(error) => return Err(error),
    };
    app.check_api_key(&pedido.api_key)?;
    let digest = pedido.senha_nova.expose();
    if !is_digest(digest) || digest == password_digest("") {
        return Err(Error::refused("A nova senha não foi enviada no formato esperado."));
    }
    if pedido.senha_nova.expose() == pedido.senha_atual.expose() {
        return Err(Error::refused("A nova senha deve ser diferente da atual."));
    }
    // The same text whether or not the user exists.
    let wrong = if session.is_some() { WRONG_CURRENT_PASSWORD } else { WRONG_OR_NOT_DUE };
    let mut tx = app.db.read().await?;
    let usuario = UserRow::by_email(&mut tx, pedido.email.trim()).await?;
    drop(tx);
    // Without the user's own session only a forced change is allowed. Otherwise passwords could be guessed here without an
    // access code, and wrong ones could block any user.
    let may_change = |usuario: &UserRow| {
        usuario.trocar_senha || session.as_ref().is_some_and(|session| session.usuario == usuario.id)
    };
    let Some(usuario) = usuario.filter(may_change) else {
        // The work of a password check, for equal timing.
        in_background(move || hash_password(pedido.senha_atual.expose())).await?;
        return Err(Error::refused(wrong));
    };
    usuario.check_password(&app, pedido.senha_atual, wrong).await?;

    let senha_argon2 = in_background(move || hash_password(pedido.senha_nova.expose())).await?;
    let mut tx = app.db.write().await?;
    // Compare and swap: of two concurrent changes the second no longer finds the password that it verified.
    let changed =
        sqlx::query("UPDATE usuario SET senha_argon2 = ?, trocar_senha = 0 WHERE id = ? AND senha_argon2 = ?")
            .bind(senha_argon2)
            .bind(usuario.id)
            .bind(&usuario.senha_argon2)
            .execute(&mut *tx)
            .await?;
    if changed.rows_affected() == 0 {
        return Err(Error::refused(wrong));
    }
    sqlx::query("DELETE FROM codigo_acesso WHERE usuario = ?").bind(usuario.id).execute(&mut *tx).await?;
    sqlx::query("DELETE FROM sessao WHERE usuario = ? AND token_sha256 IS NOT ?")
        .bind(usuario.id)
        .bind(session.map(|session| session.token_sha256))
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    success(Nothing {})
}

pub(crate) async fn atualiza_usuario(
    State(app): State<App>,
    session: Session,
    Body(pedido): Body<AtualizaUsuario>,
) -> HandlerResult<AtualizaUsuario> {
    app.check_api_key(&pedido.api_key)?;
    let nome = checked_name(&pedido.nome).map_err(Error::Refused)?;
    let telefone = pedido.telefone.as_deref().map(str::trim).filter(|telefone| !telefone.is_empty());
    if telefone.is_some_and(|telefone| !is_phone(telefone)) {
        return Err(Error::refused("O telefone deve ter 10 ou 11 dígitos, com o DDD."));
    }
    let mut tx = app.db.write().await?;
    let (email, perfil) =
        sqlx::query_as("UPDATE usuario SET nome = ?, telefone = ? WHERE id = ? RETURNING email, perfil")
            .bind(nome)
            .bind(telefone)
            .bind(session.usuario)
            .fetch_one(&mut *tx)
            .await?;
    tx.commit().await?;
    success(Usuario {
        nm_usuario: nome.into(),
        ds_email: Some(email).into(),
        nr_telefone: telefone.map(Into::into).into(),
        ds_perfil: Some(perfil).into(),
    })
}

/// A user with the fields of the login.
#[derive(Clone)]
pub(crate) struct UserRow {
    pub(crate) id: i64,
    pub(crate) email: String,
    pub(crate) nome: String,
    pub(crate) telefone: Option<String>,
    pub(crate) perfil: String,
    senha_argon2: String,
    pub(crate) bloqueado: bool,
    pub(crate) trocar_senha: bool,
}

impl UserRow {
    pub(crate) async fn by_email(conn: &mut SqliteConnection, email: &str) -> sqlx::Result<Option<Self>> {
        let usuario = |row: SqliteRow| {
            Ok(Self {
                id: row.try_get("id")?,
                email: row.try_get("email")?,
                nome: row.try_get("nome")?,
                telefone: row.try_get("telefone")?,
                perfil: row.try_get("perfil")?,
                senha_argon2: row.try_get("senha_argon2")?,
                bloqueado: row.try_get("bloqueado")?,
                trocar_senha: row.try_get("trocar_senha")?,
            })
        };
        sqlx::query("SELECT * FROM usuario WHERE email = ?").bind(email).try_map(usuario).fetch_optional(conn).await
    }

    /// Checks the password; refuses with the text `wrong` if it does not match.
    pub(crate) async fn check_password(&self, app: &App, digest: Secret, wrong: &'static str) -> Result<(), Error> {
        // A task of its own, since a disconnect cancels the handler: a counted attempt must also be evaluated.
        tokio::spawn(attempt_password(app.clone(), self.clone(), digest, wrong)).await?
    }
}

/// Counts the attempt *before* the slow comparison, so that concurrent ones cannot exceed the limit. Blocks the user only
/// after it: a block ends all sessions, so it must not precede a right password.
async fn attempt_password(app: App, usuario: UserRow, digest: Secret, wrong: &'static str) -> Result<(), Error> {
    let mut tx = app.db.write().await?;
    let counted = sqlx::query(
        "UPDATE usuario SET senhas_erradas = senhas_erradas + 1 WHERE id = ? AND NOT bloqueado AND senhas_erradas < ?",
    )
    .bind(usuario.id)
    .bind(MAX_WRONG_PASSWORDS)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    if counted.rows_affected() == 0 {
        return Err(Error::refused(BLOCKED));
    }

    let right = in_background(move || verify_password(digest.expose(), &usuario.senha_argon2)).await?;
    let mut tx = app.db.write().await?;
    if right {
        // A concurrent wrong attempt may have blocked the user meanwhile: then the right password is refused too.
        let reset = sqlx::query("UPDATE usuario SET senhas_erradas = 0 WHERE id = ? AND NOT bloqueado")
            .bind(usuario.id)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        return if reset.rows_affected() == 0 { Err(Error::refused(BLOCKED)) } else { Ok(()) };
    }
    let blocked = sqlx::query("UPDATE usuario SET bloqueado = 1 WHERE id = ? AND senhas_erradas >= ?")
        .bind(usuario.id)
        .bind(MAX_WRONG_PASSWORDS)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Err(Error::refused(if blocked.rows_affected() == 0 { wrong } else { BLOCKED }))
}

/// Why an administrator's command failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The text is not an e-mail address.
    #[error("{0} não é um endereço de e-mail")]
    NoAddress(String),
    /// Another user has the e-mail.
    #[error("já há um usuário {0}")]
    Taken(String),
    /// Nobody has the e-mail.
    #[error("não há um usuário {0}")]
    Unknown(String),
    /// The profile is unknown; the second field lists the known ones.
    #[error("não há o perfil {0}; há {1}")]
    UnknownProfile(String, String),
    /// The name is invalid, for this reason.
    #[error("{0}")]
    InvalidName(String),
    /// The database cannot be read or written.
    #[error(transparent)]
    Db(#[from] sqlx::Error),
}

impl App {
    /// Adds a user and returns the temporary password, which must be changed at the first login.
    ///
    /// # Errors
    /// [`AdminError`]: the e-mail or the name is invalid, the e-mail is taken, the profile is unknown, or the database
    /// cannot be written.
    pub async fn add_user(&self, email: &str, nome: &str, perfil: &str) -> Result<String, AdminError> {
        let email = email.trim();
        if email.parse::<lettre::Address>().is_err() {
            return Err(AdminError::NoAddress(email.to_owned()));
        }
        let nome = checked_name(nome).map_err(AdminError::InvalidName)?;
        let mut tx = self.db.write().await?;
        let known: Vec<String> =
            sqlx::query_scalar("SELECT nome FROM perfil ORDER BY nome").fetch_all(&mut *tx).await?;
        if !known.iter().any(|known| known == perfil) {
            return Err(AdminError::UnknownProfile(perfil.to_owned(), known.join(", ")));
        }
        let senha = random_password();
        sqlx::query("INSERT INTO usuario (email, nome, perfil, senha_argon2, trocar_senha) VALUES (?, ?, ?, ?, 1)")
            .bind(email)
            .bind(nome)
            .bind(perfil)
            .bind(hash_password(&password_digest(&senha)))
            .execute(&mut *tx)
            .await
            .map_err(|error| match error {
                sqlx::Error::Database(error) if error.is_unique_violation() => AdminError::Taken(email.to_owned()),
                error => AdminError::Db(error),
            })?;
        tx.commit().await?;
        Ok(senha)
    }

    /// Unblocks a user, ends the user's sessions and returns a temporary password, to be changed at the next login.
    ///
    /// # Errors
    /// [`AdminError`]: the e-mail is unknown, or the database cannot be written.
    pub async fn readmit_user(&self, email: &str) -> Result<String, AdminError> {
        let email = email.trim();
        let mut tx = self.db.write().await?;
        let Some(usuario) = UserRow::by_email(&mut tx, email).await? else {
            return Err(AdminError::Unknown(email.to_owned()));
        };
        let senha = random_password();
        sqlx::query(
            "UPDATE usuario SET senha_argon2 = ?, trocar_senha = 1, senhas_erradas = 0, bloqueado = 0 WHERE id = ?",
        )
        .bind(hash_password(&password_digest(&senha)))
        .bind(usuario.id)
        .execute(&mut *tx)
        .await?;
        sqlx::query("DELETE FROM codigo_acesso WHERE usuario = ?").bind(usuario.id).execute(&mut *tx).await?;
        sqlx::query("DELETE FROM sessao WHERE usuario = ?").bind(usuario.id).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(senha)
    }
}

/// Runs CPU-bound work on the blocking thread pool.
async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    Ok(tokio::task::spawn_blocking(work).await?)
}

/// The trimmed name, or why it cannot be one.
fn checked_name(text: &str) -> Result<&str, String> {
    match text.trim() {
        "" => Err("O nome é obrigatório.".to_owned()),
        nome if nome.chars().count() > MAX_NAME || nome.contains(char::is_control) => {
            Err(format!("O nome deve ter no máximo {MAX_NAME} caracteres, em uma só linha."))
        }
        nome => Ok(nome),
    }
}

fn is_phone(text: &str) -> bool {
    matches!(text.len(), 10 | 11) && text.bytes().all(|b| b.is_ascii_digit())
}
