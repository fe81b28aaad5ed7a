//! The users: their passwords and their own data.

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use axum::extract::State;
use md5::Md5;
use sha2::Digest;
use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::{
    App,
    error::Error,
    http::{Answer, Body, success},
    session::Session,
    wire::{
        login::{AtualizaSenha, AtualizaUsuario, Usuario},
        value::Nothing,
    },
};

/// The wrong password that blocks the user.
const WRONG_PASSWORDS: i64 = 5;

const BLOCKED: &str = "Usuário bloqueado. Entrar em contato com o administrador do sistema!";

pub(crate) async fn atualiza_senha(
    State(app): State<App>,
    session: Option<Session>,
    Body(pedido): Body<AtualizaSenha>,
) -> Answer<AtualizaSenha> {
    app.check_api_key(&pedido.api_key)?;
    if !is_digest(&pedido.senha_nova) {
        return Err(Error::refused("A nova senha não foi enviada no formato esperado."));
    }
    if pedido.senha_nova == pedido.senha_atual {
        return Err(Error::refused("A nova senha deve ser diferente da atual."));
    }
    const WRONG: &str = "E-mail ou senha atual inválidos.";
    let mut tx = app.db.write().await?;
    let Some(usuario) = UserRow::by_email(&mut tx, pedido.email.trim()).await? else {
        drop(tx);
        // As much work as for a known user, so that the time does not tell them apart.
        in_background(move || hash_password(&pedido.senha_atual)).await?;
        return Err(Error::refused(WRONG));
    };
    usuario.check_password(&app, tx, pedido.senha_atual, WRONG).await?;

    let senha_argon2 = in_background(move || hash_password(&pedido.senha_nova)).await?;
    let mut tx = app.db.write().await?;
    sqlx::query("UPDATE usuario SET senha_argon2 = ?, trocar_senha = 0 WHERE id = ?")
        .bind(senha_argon2)
        .bind(usuario.id)
        .execute(&mut *tx)
        .await?;
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
) -> Answer<AtualizaUsuario> {
    app.check_api_key(&pedido.api_key)?;
    let nome = pedido.nome.trim();
    if nome.is_empty() {
        return Err(Error::refused("O nome é obrigatório."));
    }
    if nome.chars().count() > 120 {
        return Err(Error::refused("O nome deve ter no máximo 120 caracteres."));
    }
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
        nm_usuario: nome.to_owned(),
        ds_email: Some(email),
        nr_telefone: telefone.map(Into::into),
        ds_perfil: Some(perfil),
    })
}

/// A user as the login needs it.
#[derive(sqlx::FromRow)]
pub(crate) struct UserRow {
    pub(crate) id: i64,
    pub(crate) email: String,
    pub(crate) nome: String,
    pub(crate) telefone: Option<String>,
    pub(crate) perfil: String,
    senha_argon2: String,
    senhas_erradas: i64,
    pub(crate) bloqueado: bool,
    pub(crate) trocar_senha: bool,
}

impl UserRow {
    pub(crate) async fn by_email(tx: &mut Transaction<'_, Sqlite>, email: &str) -> sqlx::Result<Option<Self>> {
        sqlx::query_as(
            "SELECT id, email, nome, telefone, perfil, senha_argon2, senhas_erradas, bloqueado, trocar_senha
             FROM usuario WHERE email = ?",
        )
        .bind(email)
        .fetch_optional(&mut **tx)
        .await
    }

    /// Checks the password, counting the try *before* the slow comparison: of many at once no more
    /// are compared than may be wrong. Takes the transaction that the user was read in.
    pub(crate) async fn check_password(
        &self,
        app: &App,
        mut tx: Transaction<'_, Sqlite>,
        digest: String,
        wrong: &str,
    ) -> Result<(), Error> {
        if self.bloqueado || self.senhas_erradas >= WRONG_PASSWORDS {
            return Err(Error::refused(BLOCKED));
        }
        sqlx::query("UPDATE usuario SET senhas_erradas = senhas_erradas + 1 WHERE id = ?")
            .bind(self.id)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;

        let stored = self.senha_argon2.clone();
        let right = in_background(move || verify_password(&digest, &stored)).await?;
        let mut tx = app.db.write().await?;
        let update = if right {
            sqlx::query("UPDATE usuario SET senhas_erradas = 0 WHERE id = ? AND NOT bloqueado").bind(self.id)
        } else {
            sqlx::query("UPDATE usuario SET bloqueado = 1 WHERE id = ? AND senhas_erradas >= ?")
                .bind(self.id)
                .bind(WRONG_PASSWORDS)
        };
        let changed = update.execute(&mut *tx).await?.rows_affected() == 1;
        tx.commit().await?;
        match (right, changed) {
            (true, true) => Ok(()),
            (false, false) => Err(Error::refused(wrong)),
            // The fifth wrong one, now or at the same time elsewhere.
            (false, true) | (true, false) => Err(Error::refused(BLOCKED)),
        }
    }
}

/// Adds a user with a random password, which must be changed at the first login; gives that password.
///
/// # Errors
/// The e-mail is taken, or there is no such profile.
pub(crate) async fn add(conn: &mut SqliteConnection, email: &str, nome: &str, perfil: &str) -> Result<String, String> {
    let known: Vec<String> = sqlx::query_scalar("SELECT nome FROM perfil ORDER BY nome")
        .fetch_all(&mut *conn)
        .await
        .map_err(|error| error.to_string())?;
    if !known.iter().any(|known| known == perfil) {
        return Err(format!("não há o perfil {perfil}; há {}", known.join(", ")));
    }
    let senha = crate::login::random_token()[..16].to_owned();
    sqlx::query("INSERT INTO usuario (email, nome, perfil, senha_argon2, trocar_senha) VALUES (?, ?, ?, ?, 1)")
        .bind(email)
        .bind(nome)
        .bind(perfil)
        .bind(hash_password(&password_digest(&senha)))
        .execute(conn)
        .await
        .map_err(|error| match error {
            sqlx::Error::Database(error) if error.is_unique_violation() => format!("já há um usuário {email}"),
            error => error.to_string(),
        })?;
    Ok(senha)
}

/// The digest that callers send instead of a password: MD5 in lower-case hexadecimal.
pub(crate) fn password_digest(senha: &str) -> String {
    hex(&Md5::digest(senha))
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The Argon2id hash of a password's digest, with a fresh salt.
pub(crate) fn hash_password(digest: &str) -> String {
    Argon2::default().hash_password(digest.as_bytes()).expect("the default parameters are valid").to_string()
}

fn verify_password(digest: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(digest.as_bytes(), &hash).is_ok())
}

/// Runs what takes long on the processor where it holds no other request up.
async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    Ok(tokio::task::spawn_blocking(work).await?)
}

fn is_digest(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_phone(text: &str) -> bool {
    matches!(text.len(), 10 | 11) && text.bytes().all(|b| b.is_ascii_digit())
}
