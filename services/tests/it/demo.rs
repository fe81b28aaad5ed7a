//! The demo data obey all rules of saved data, for several dates and seeds.

mod rules;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use chrono_tz::America::Sao_Paulo;
use contract::cpf_cnpj::CpfCnpj;
use services::{
    db::Db,
    demo::{self, LoginState, USERS},
};
use sqlx::{Connection as _, Row as _, SqliteConnection, sqlite::SqliteRow};
use tempfile::TempDir;

use crate::fixture::connect;

const SEED: u64 = 2026;

/// Edge cases of the calendar, in São Paulo's time.
const MOMENTS: [&str; 6] = [
    // A Friday afternoon.
    "2026-11-20T14:03:11-03:00",
    // A holiday and the year's first minute.
    "2027-01-01T00:00:30-03:00",
    // Exactly midnight of a Sunday, the first of a month.
    "2026-11-01T00:00:00-03:00",
    "2028-02-29T10:30:00-03:00",
    // Still December in São Paulo, January in UTC.
    "2026-12-31T23:59:59-03:00",
    // In summer time (until 2019), with clock changes within the 24 months.
    "2019-01-15T09:00:00-02:00",
];

struct Demo {
    conn: SqliteConnection,
    now: DateTime<Utc>,
    /// Removes the file when the test ends.
    _folder: TempDir,
}

impl Demo {
    async fn at(moment: &str, seed: u64) -> Self {
        let now = moment.parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        Db::open(folder.path()).await.unwrap().close().await;
        let mut conn = connect(folder.path()).await;
        let mut transaction = conn.begin().await.unwrap();
        demo::fill(&mut transaction, now, seed).await.unwrap();
        transaction.commit().await.unwrap();
        Self { conn, now, _folder: folder }
    }

    async fn number(&mut self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut self.conn).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    async fn rows(&mut self, sql: &'static str) -> Vec<SqliteRow> {
        sqlx::query(sql).fetch_all(&mut self.conn).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// Every value of a query, as text.
    async fn dump(&mut self, sql: &'static str) -> Vec<String> {
        self.rows(sql).await.iter().map(|row| row.get(0)).collect()
    }

    /// Creates tables for the queries: `tempo` with `agora` (seconds) and `hoje` (São Paulo's date), and `local` dates.
    async fn create_time_tables(&mut self) {
        sqlx::query("CREATE TEMP TABLE tempo AS SELECT ?1 AS agora, ?2 AS hoje")
            .bind(self.now.timestamp())
            .bind(self.now.with_timezone(&Sao_Paulo).date_naive().to_string())
            .execute(&mut self.conn)
            .await
            .unwrap();
        // SQLite has no time zones: the local date of each instant is computed here.
        let instants: Vec<i64> = self
            .rows("SELECT aberto_em FROM acionamento UNION SELECT em FROM evento")
            .await
            .iter()
            .map(|row| row.get(0))
            .collect();
        let local: Vec<(i64, String)> = instants
            .into_iter()
            .map(|em| {
                let local = DateTime::from_timestamp(em, 0).unwrap().with_timezone(&Sao_Paulo);
                (em, local.format("%Y-%m-%d %H %u").to_string())
            })
            .collect();
        sqlx::query("CREATE TEMP TABLE local (em INTEGER PRIMARY KEY, dia TEXT, hora INTEGER, semana INTEGER)")
            .execute(&mut self.conn)
            .await
            .unwrap();
        sqlx::query(
            "INSERT INTO local SELECT value->>0, substr(value->>1, 1, 10), CAST(substr(value->>1, 12, 2) AS INTEGER),
               CAST(substr(value->>1, 15, 1) AS INTEGER) FROM json_each(?1)",
        )
        .bind(serde_json::to_string(&local).unwrap())
        .execute(&mut self.conn)
        .await
        .unwrap();
    }
}

/// All columns of each table as one JSON text per row, without the salted hashes.
const CONTENT: [&str; 9] = [
    "SELECT json_array(id, email, nome, telefone, perfil, senhas_erradas, bloqueado, trocar_senha) FROM usuario ORDER BY 1",
    "SELECT json_array(id, nome, cnpj, ativa) FROM seguradora ORDER BY id",
    "SELECT json_array(id, descricao, categoria, referencia, ativo) FROM procedimento ORDER BY id",
    "SELECT json_array(id, cpf_cnpj, nome, email, telefone) FROM segurado ORDER BY id",
    "SELECT json_array(id, segurado, nome, especie, raca, nascimento) FROM pet ORDER BY id",
    "SELECT json_array(p.id, numero, segurado, seguradora, inicio, fim, pet)
     FROM apolice p JOIN apolice_pet ap ON ap.apolice = p.id ORDER BY p.id, pet",
    "SELECT json_array(id, sinistro, autorizacao, status, aberto_em, ocorrido_em, faturado_em, total, observacao, apolice,
       pet, seguradora, origem) FROM acionamento ORDER BY id",
    "SELECT json_array(acionamento, ordem, procedimento, quantidade, valor) FROM procedimento_realizado
     ORDER BY acionamento, ordem",
    "SELECT json_array(acionamento, ordem, em, status, usuario, observacao) FROM evento ORDER BY acionamento, ordem",
];

#[tokio::test]
async fn same_seed_and_instant_make_the_same_rows() {
    let mut one = Demo::at(MOMENTS[0], SEED).await;
    let mut same = Demo::at(MOMENTS[0], SEED).await;
    let mut other = Demo::at(MOMENTS[0], SEED + 1).await;
    let mut differ = 0;
    for sql in CONTENT {
        let rows = one.dump(sql).await;
        assert!(!rows.is_empty(), "{sql}");
        assert!(rows == same.dump(sql).await, "{sql}");
        differ += usize::from(rows != other.dump(sql).await);
    }
    assert_eq!(differ, 7, "another seed changes all but the users and the procedures");
}

#[tokio::test]
async fn the_insured_are_the_same_people_on_every_day() {
    let mut one = Demo::at(MOMENTS[0], SEED).await;
    let mut later = Demo::at(MOMENTS[3], SEED).await;
    for sql in [CONTENT[1], CONTENT[3], "SELECT json_array(id, segurado, nome, especie, raca) FROM pet ORDER BY id"] {
        assert!(one.dump(sql).await == later.dump(sql).await, "{sql}");
    }
}

#[tokio::test]
async fn something_is_billed_this_month_unless_it_has_hardly_begun() {
    // The first office day of November 2026 is Tuesday the 3rd.
    for (moment, expected) in
        [("2026-11-03T17:00:00-03:00", true), ("2026-11-20T14:03:11-03:00", true), ("2026-11-02T10:00:00-03:00", false)]
    {
        let mut demo = Demo::at(moment, SEED).await;
        demo.create_time_tables().await;
        let billed = demo
            .number("SELECT count(*) FROM acionamento, tempo WHERE faturado_em >= substr(hoje, 1, 8) || '01'")
            .await;
        assert_eq!(billed > 0, expected, "{moment}: {billed}");
    }
}

#[tokio::test]
async fn every_tax_id_has_right_check_digits() {
    let mut demo = Demo::at(MOMENTS[0], SEED).await;
    let ids = demo.dump("SELECT cnpj FROM seguradora UNION ALL SELECT cpf_cnpj FROM segurado").await;
    assert_eq!(ids.len(), 614);
    for id in ids {
        assert_eq!(CpfCnpj::parse(&id).map(|parsed| parsed.to_string()), Ok(id));
    }
}

#[tokio::test]
async fn marina_duarte_has_one_acionamento_in_each_state() {
    for moment in MOMENTS {
        let mut demo = Demo::at(moment, SEED).await;
        demo.create_time_tables().await;
        let pets = demo
            .dump(
                "SELECT json_array(pet.nome, especie, raca) FROM segurado s JOIN pet ON pet.segurado = s.id
                   JOIN apolice_pet ap ON ap.pet = pet.id JOIN apolice p ON p.id = ap.apolice, tempo
                 WHERE s.cpf_cnpj = '52998224725' AND s.nome = 'Marina Duarte' AND hoje BETWEEN p.inicio AND p.fim
                 ORDER BY pet.id",
            )
            .await;
        assert_eq!(pets, [r#"["Paçoca","Cão","Vira-lata"]"#, r#"["Mingau","Gato","Siamês"]"#], "{moment}");
        let states: BTreeMap<String, i64> = demo
            .rows(
                "SELECT a.status, count(*) FROM acionamento a JOIN pet ON pet.id = a.pet AND pet.nome = 'Paçoca'
                   JOIN segurado s ON s.id = pet.segurado WHERE s.cpf_cnpj = '52998224725' GROUP BY a.status",
            )
            .await
            .iter()
            .map(|row| (row.get(0), row.get(1)))
            .collect();
        let expected = ["ABERTO", "AUTORIZADO", "CANCELADO", "EM_ANALISE", "FATURADO", "NEGADO", "REABERTO"]
            .map(|status| (status.to_owned(), if status == "FATURADO" { 2 } else { 1 }));
        assert_eq!(states, BTreeMap::from(expected), "{moment}");
    }
}

#[tokio::test]
async fn users_are_those_of_the_banner() {
    let mut demo = Demo::at(MOMENTS[0], SEED).await;
    let rows = demo.rows("SELECT email, perfil, senha_argon2, bloqueado, trocar_senha FROM usuario ORDER BY id").await;
    assert_eq!(rows.len(), USERS.len());
    for (row, user) in rows.iter().zip(USERS.iter()) {
        assert_eq!(row.get::<&str, _>(0), user.email);
        assert_eq!(row.get::<&str, _>(1), user.perfil);
        assert!(row.get::<&str, _>(2).starts_with("$argon2id$"), "{}", user.email);
        assert_eq!(row.get::<bool, _>(3), user.login_state == LoginState::Blocked, "{}", user.email);
        assert_eq!(row.get::<bool, _>(4), user.login_state == LoginState::MustChangePassword, "{}", user.email);
    }
    for perfil in ["Atendente", "Gestor", "Analista da seguradora"] {
        assert!(USERS.iter().any(|user| user.perfil == perfil && user.login_state == LoginState::Normal), "{perfil}");
    }
    for special in [LoginState::Blocked, LoginState::MustChangePassword] {
        assert_eq!(USERS.iter().filter(|user| user.login_state == special).count(), 1);
    }
}
