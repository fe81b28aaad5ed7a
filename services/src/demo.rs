//! Demo data: two years of a small company, generated from a seed, relative to today.
//!
//! The same seed and instant give the same rows on every machine, except for the salts of the password hashes. Every row
//! obeys the rules of a save. No real people: names are invented and addresses end in `.example`. The tables that are drawn
//! from are files in `demo/data/`.

mod acionamentos;
mod carteira;
mod catalogo;
mod marina;
mod notas;
mod ocasioes;
mod opening_times;
mod pessoas;
mod pets;
mod seeded_rng;
mod status_history;

use std::sync::LazyLock;

use chrono::{DateTime, Datelike as _, SubsecRound as _, Utc};
use chrono_tz::America::Sao_Paulo;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sqlx::{AssertSqlSafe, SqliteConnection};

use self::{acionamentos::Acionamento, carteira::Carteira, catalogo::CATALOGO, status_history::Status};
use crate::{
    acionamento::save::claim_number,
    secret::{hash_password, password_digest},
};

/// A user of the demo.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DemoUser {
    /// E-mail address.
    pub email: String,
    /// Name, as in the events.
    pub nome: String,
    /// Phone number, area code first, digits only.
    pub telefone: String,
    /// Profile, which determines the menu.
    pub perfil: String,
    /// What happens at login.
    #[serde(default)]
    pub login_state: LoginState,
}

/// What happens when a demo user logs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum LoginState {
    /// The login succeeds.
    #[default]
    Normal,
    /// The user is blocked after too many wrong passwords.
    Blocked,
    /// The user must change the password first.
    MustChangePassword,
}

/// The users, all with [`PASSWORD`].
pub static USERS: LazyLock<Vec<DemoUser>> =
    LazyLock::new(|| read_table("usuarios", include_str!("demo/data/usuarios.json")));

/// The password of all demo users.
pub const PASSWORD: &str = "Demo@2026";

/// The seed of the demo.
pub(crate) const SEED: u64 = 2026;

/// Whether an e-mail address is that of a demo user.
pub(crate) fn is_user(email: &str) -> bool {
    USERS.iter().any(|user| user.email == email)
}

/// The users as text for the terminal.
pub fn users_banner() -> String {
    let mut text = format!("Usuários de demonstração, todos com a senha {PASSWORD}:\n");
    for user in USERS.iter() {
        let note = match user.login_state {
            LoginState::Normal => "",
            LoginState::Blocked => " (bloqueado)",
            LoginState::MustChangePassword => " (deve trocar a senha)",
        };
        text += &format!("  {:<40} {}{note}\n", user.email, user.perfil);
    }
    text
}

/// Reads a table of `data/`.
fn read_table<T: DeserializeOwned>(name: &str, json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("data/{name}.json: {error}"))
}

/// The first acionamento's id; not 1, so that claim numbers look real.
const FIRST_ID: usize = 70_001;

/// Fills an empty, migrated database with a small company's data: its users, insurers, procedures,
/// insured, pets and policies, and 24 months of acionamentos up to `now`.
///
/// The caller provides the transaction. Foreign keys may be enforced.
///
/// # Errors
/// Any error of the database, such as a row that exists already.
pub async fn fill(conn: &mut SqliteConnection, now: DateTime<Utc>, seed: u64) -> Result<(), sqlx::Error> {
    let now = now.trunc_subsecs(0).with_timezone(&Sao_Paulo);
    let carteira = Carteira::draw(seed, now.date_naive());
    let acionamentos = acionamentos::draw(&carteira, now, seed);
    insert_users(conn).await?;
    insert_carteira(conn, &carteira).await?;
    insert_acionamentos(conn, &carteira, &acionamentos).await
}

async fn insert_users(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let digest = password_digest(PASSWORD);
    let rows: Vec<_> = (1..)
        .zip(USERS.iter())
        .map(|(id, user): (i64, _)| {
            let blocked = user.login_state == LoginState::Blocked;
            let wrong = if blocked { 5 } else { 0 };
            let must_change = user.login_state == LoginState::MustChangePassword;
            let hash = hash_password(&digest);
            (id, &user.email, &user.nome, &user.telefone, &user.perfil, hash, wrong, blocked, must_change)
        })
        .collect();
    insert(
        conn,
        "usuario",
        "id, email, nome, telefone, perfil, senha_argon2, senhas_erradas, bloqueado, trocar_senha",
        &rows,
    )
    .await
}

async fn insert_carteira(conn: &mut SqliteConnection, carteira: &Carteira) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = (1..)
        .zip(&carteira.seguradoras)
        .map(|(id, seguradora): (i64, _)| (id, seguradora.nome, &seguradora.cnpj, seguradora.ativa))
        .collect();
    insert(conn, "seguradora", "id, nome, cnpj, ativa", &rows).await?;

    let rows: Vec<_> =
        CATALOGO.iter().map(|it| (it.id, &it.descricao, &it.categoria, it.referencia * 100, it.ativo)).collect();
    insert(conn, "procedimento", "id, descricao, categoria, referencia, ativo", &rows).await?;

    let rows: Vec<_> = (1..)
        .zip(&carteira.segurados)
        .map(|(id, it): (i64, _)| (id, &it.cpf_cnpj, &it.nome, &it.email, &it.telefone))
        .collect();
    insert(conn, "segurado", "id, cpf_cnpj, nome, email, telefone", &rows).await?;

    let rows: Vec<_> = (1..)
        .zip(&carteira.pets)
        .map(|(id, it): (i64, _)| (id, it.segurado + 1, it.nome, it.especie, it.raca, it.nascimento))
        .collect();
    insert(conn, "pet", "id, segurado, nome, especie, raca, nascimento", &rows).await?;

    let rows: Vec<_> = (1..)
        .zip(&carteira.apolices)
        .map(|(id, it): (i64, _)| (id, &it.numero, it.segurado + 1, it.seguradora + 1, it.inicio, it.fim))
        .collect();
    insert(conn, "apolice", "id, numero, segurado, seguradora, inicio, fim", &rows).await?;

    let rows: Vec<_> = (1..)
        .zip(&carteira.apolices)
        .flat_map(|(id, it): (i64, _)| it.pets.iter().map(move |pet| (id, pet + 1)))
        .collect();
    insert(conn, "apolice_pet", "apolice, pet", &rows).await
}

async fn insert_acionamentos(
    conn: &mut SqliteConnection,
    carteira: &Carteira,
    acionamentos: &[Acionamento],
) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = (FIRST_ID..)
        .zip(acionamentos)
        .map(|(id, it)| {
            (
                id,
                claim_number(it.aberto_em.year(), id),
                &it.autorizacao,
                it.status(),
                it.aberto_em.timestamp(),
                it.ocorrido_em,
                it.reached(Status::Faturado).map(|em| em.date_naive()),
                it.total(),
                &it.observacao,
                it.apolice + 1,
                it.pet + 1,
                carteira.apolices[it.apolice].seguradora + 1,
                it.origem.map(|place| FIRST_ID + place),
            )
        })
        .collect();
    let columns = "id, sinistro, autorizacao, status, aberto_em, ocorrido_em, faturado_em, total, observacao, apolice, pet, \
                   seguradora, origem";
    insert(conn, "acionamento", columns, &rows).await?;

    let rows: Vec<_> = (FIRST_ID..)
        .zip(acionamentos)
        .flat_map(|(id, it)| {
            (0..).zip(&it.procedimentos).map(move |(ordem, realizado): (i64, _)| {
                (id, ordem, realizado.procedimento.id, realizado.quantidade, realizado.centavos)
            })
        })
        .collect();
    insert(conn, "procedimento_realizado", "acionamento, ordem, procedimento, quantidade, valor", &rows).await?;

    let rows: Vec<_> = (FIRST_ID..)
        .zip(acionamentos)
        .flat_map(|(id, it)| {
            (0..).zip(&it.eventos).map(move |(ordem, evento): (i64, _)| {
                (id, ordem, evento.em.timestamp(), evento.status, evento.usuario, &evento.observacao)
            })
        })
        .collect();
    insert(conn, "evento", "acionamento, ordem, em, status, usuario, observacao", &rows).await
}

/// Inserts all rows of a table with one statement and one JSON array; a statement per row would be 40,000 round trips.
async fn insert(
    conn: &mut SqliteConnection,
    table: &str,
    columns: &str,
    rows: &[impl Serialize],
) -> Result<(), sqlx::Error> {
    let rows = serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let values: Vec<_> = (0..columns.split(',').count()).map(|at| format!("value->>{at}")).collect();
    let sql = format!("INSERT INTO {table} ({columns}) SELECT {} FROM json_each(?1)", values.join(", "));
    sqlx::query(AssertSqlSafe(sql)).bind(rows).execute(conn).await?;
    Ok(())
}
