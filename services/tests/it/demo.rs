//! The demo data obey all rules of saved data, for several dates and seeds.

use std::{collections::BTreeMap, path::Path};

use chrono::{DateTime, Utc};
use chrono_tz::America::Sao_Paulo;
use services::{
    cpf_cnpj::CpfCnpj,
    demo::{self, LoginState, PASSWORD, USERS},
};
use sqlx::{
    Connection as _, Row as _, SqliteConnection,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteRow},
};
use tempfile::TempDir;

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
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("demo.db"))
            .create_if_missing(true)
            .foreign_keys(true);
        let mut conn = SqliteConnection::connect_with(&options).await.unwrap();
        let migrations = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations"));
        Migrator::new(migrations).await.unwrap().run(&mut conn).await.unwrap();
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

/// Rules: each query counts the rows that violate one.
const FORBIDDEN: &[(&str, &str)] = &[
    ("a foreign key points nowhere", "SELECT count(*) FROM pragma_foreign_key_check"),
    (
        "the policy is not valid on the date of the event",
        "SELECT count(*) FROM acionamento a JOIN apolice p ON p.id = a.apolice
         WHERE a.ocorrido_em NOT BETWEEN p.inicio AND p.fim",
    ),
    (
        "the policy is not valid on the day of the opening of a new acionamento",
        "SELECT count(*) FROM acionamento a JOIN apolice p ON p.id = a.apolice JOIN local ON local.em = a.aberto_em
         WHERE a.origem IS NULL AND local.dia NOT BETWEEN p.inicio AND p.fim",
    ),
    (
        "the pet is not on the policy, or not the insured's",
        "SELECT count(*) FROM acionamento a JOIN apolice p ON p.id = a.apolice JOIN pet ON pet.id = a.pet
         WHERE pet.segurado <> p.segurado
            OR NOT EXISTS (SELECT 1 FROM apolice_pet ap WHERE ap.apolice = a.apolice AND ap.pet = a.pet)",
    ),
    (
        "a policy covers somebody else's pet",
        "SELECT count(*) FROM apolice_pet ap JOIN apolice p ON p.id = ap.apolice JOIN pet ON pet.id = ap.pet
         WHERE pet.segurado <> p.segurado",
    ),
    (
        "the insurer is not the policy's",
        "SELECT count(*) FROM acionamento a JOIN apolice p ON p.id = a.apolice WHERE a.seguradora <> p.seguradora",
    ),
    (
        "an inactive procedure",
        "SELECT count(*) FROM procedimento_realizado r JOIN procedimento p ON p.id = r.procedimento WHERE p.ativo = 0",
    ),
    (
        "a quantity or a value out of range",
        "SELECT count(*) FROM procedimento_realizado r JOIN procedimento p ON p.id = r.procedimento
         WHERE r.quantidade NOT BETWEEN 1 AND 99 OR r.valor <= 0 OR r.valor > 10 * p.referencia",
    ),
    (
        "a value far from the reference",
        "SELECT count(*) FROM procedimento_realizado r JOIN procedimento p ON p.id = r.procedimento
         WHERE r.valor NOT BETWEEN p.referencia * 0.4 AND p.referencia * 2.5",
    ),
    (
        "the same procedure twice in one acionamento",
        "SELECT count(*) FROM (SELECT 1 FROM procedimento_realizado GROUP BY acionamento, procedimento HAVING count(*) > 1)",
    ),
    (
        "the event after the opening, or before the pet's birth",
        "SELECT count(*) FROM acionamento a JOIN local ON local.em = a.aberto_em JOIN pet ON pet.id = a.pet
         WHERE a.ocorrido_em > local.dia OR a.ocorrido_em < pet.nascimento",
    ),
    (
        "a total that is not the sum",
        "SELECT count(*) FROM acionamento a
         WHERE total IS NOT (SELECT sum(quantidade * valor) FROM procedimento_realizado r WHERE r.acionamento = a.id)",
    ),
    (
        "an instant in the future, or before the 24 months",
        "SELECT count(*) FROM local, tempo WHERE em > agora OR dia < date(hoje, '-24 months', '-3 days')",
    ),
    ("no event", "SELECT count(*) FROM acionamento WHERE id NOT IN (SELECT acionamento FROM evento)"),
    (
        "events or procedures not numbered from 0 without a gap",
        "SELECT count(*) FROM (
           SELECT 1 FROM evento GROUP BY acionamento HAVING min(ordem) <> 0 OR max(ordem) <> count(*) - 1
           UNION ALL
           SELECT 1 FROM procedimento_realizado GROUP BY acionamento HAVING min(ordem) <> 0 OR max(ordem) <> count(*) - 1)",
    ),
    (
        "a first event that is not the opening",
        "SELECT count(*) FROM acionamento a JOIN evento e ON e.acionamento = a.id AND e.ordem = 0
         WHERE e.em <> a.aberto_em OR e.status <> iif(a.origem IS NULL, 'ABERTO', 'REABERTO')",
    ),
    (
        "a last event that is not the state",
        "SELECT count(*) FROM acionamento a WHERE a.status IS NOT
           (SELECT e.status FROM evento e WHERE e.acionamento = a.id ORDER BY e.ordem DESC LIMIT 1)",
    ),
    (
        "a step that the status machine does not have, or that does not come later",
        "SELECT count(*) FROM evento e JOIN evento f ON f.acionamento = e.acionamento AND f.ordem = e.ordem + 1
         WHERE f.em <= e.em OR e.status || '>' || f.status NOT IN
           ('ABERTO>EM_ANALISE', 'REABERTO>EM_ANALISE', 'EM_ANALISE>AUTORIZADO', 'EM_ANALISE>NEGADO',
            'AUTORIZADO>FATURADO', 'ABERTO>CANCELADO', 'REABERTO>CANCELADO', 'EM_ANALISE>CANCELADO')",
    ),
    (
        "an authorization without having been authorized, or the other way round",
        "SELECT count(*) FROM acionamento
         WHERE (autorizacao IS NOT NULL) <> (status IN ('AUTORIZADO', 'FATURADO'))
            OR autorizacao NOT GLOB 'A-[0-9][0-9][0-9][0-9][0-9][0-9]'",
    ),
    ("an authorization twice", "SELECT count(autorizacao) - count(DISTINCT autorizacao) FROM acionamento"),
    (
        "billed on another day than its event",
        "SELECT count(*) FROM acionamento a
         LEFT JOIN evento e ON e.acionamento = a.id AND e.status = 'FATURADO' LEFT JOIN local ON local.em = e.em
         WHERE a.faturado_em IS NOT local.dia",
    ),
    (
        "a reopening of what is not closed, before it was, for another pet or policy, or without a note",
        "SELECT count(*) FROM acionamento a JOIN acionamento o ON o.id = a.origem JOIN status s ON s.codigo = o.status
         WHERE s.pode_reabrir = 0 OR a.apolice <> o.apolice OR a.pet <> o.pet OR coalesce(a.observacao, '') = ''
            OR a.aberto_em <= (SELECT max(em) FROM evento e WHERE e.acionamento = o.id)",
    ),
    (
        "a claim number that is not the year and the id",
        "SELECT count(*) FROM acionamento a JOIN local ON local.em = a.aberto_em
         WHERE a.sinistro <> substr(local.dia, 1, 4) || printf('%09d', a.id)",
    ),
    (
        "ids that are not in the order of opening from 70001",
        "SELECT count(*) FROM (SELECT id, row_number() OVER (ORDER BY aberto_em, id) AS n FROM acionamento)
         WHERE id <> n + 70000",
    ),
    (
        "a text with a placeholder left, or one that is empty or too long",
        "SELECT count(*) FROM (SELECT observacao AS o FROM acionamento UNION ALL SELECT observacao FROM evento)
         WHERE o LIKE '%{%' OR o LIKE '%}%' OR trim(o) = '' OR length(o) > 2000",
    ),
    (
        "a policy number that does not look like one",
        "SELECT count(*) FROM apolice
         WHERE numero NOT GLOB 'PET-' || substr(inicio, 1, 4) || '-[0-9][0-9][0-9][0-9][0-9][0-9]'",
    ),
    (
        "a policy that is not for a year, or has no pet",
        "SELECT count(*) FROM apolice WHERE julianday(fim) - julianday(inicio) NOT BETWEEN 363 AND 365
            OR id NOT IN (SELECT apolice FROM apolice_pet)",
    ),
    (
        "two policies of one insured at the same time",
        "SELECT count(*) FROM apolice a JOIN apolice b ON b.segurado = a.segurado AND b.id > a.id
         WHERE b.inicio <= a.fim AND a.inicio <= b.fim",
    ),
    (
        "an inactive insurer with a policy in force",
        "SELECT count(*) FROM apolice p JOIN seguradora s ON s.id = p.seguradora, tempo WHERE s.ativa = 0 AND p.fim >= hoje",
    ),
    (
        "a pet on no policy, not born yet, or insured as a newborn",
        "SELECT count(*) FROM pet, tempo WHERE nascimento >= hoje OR id NOT IN (SELECT pet FROM apolice_pet)
            OR julianday((SELECT min(inicio) FROM apolice_pet ap JOIN apolice a ON a.id = ap.apolice WHERE ap.pet = pet.id))
               < julianday(nascimento) + 60",
    ),
    (
        "an insured without a pet or a policy",
        "SELECT count(*) FROM segurado WHERE id NOT IN (SELECT segurado FROM pet) OR id NOT IN (SELECT segurado FROM apolice)",
    ),
    (
        "an address outside the reserved domain, or a phone that is none",
        "SELECT count(*) FROM (SELECT email, telefone FROM segurado UNION ALL SELECT email, telefone FROM usuario)
         WHERE email NOT GLOB '*?@?*.example' OR email GLOB '*[^a-z0-9.@]*' OR email LIKE '%..%'
            OR telefone NOT GLOB '[1-9][1-9]9[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'",
    ),
    (
        "a breed of two species",
        "SELECT count(*) FROM (SELECT raca FROM pet GROUP BY raca HAVING count(DISTINCT especie) > 1)",
    ),
    (
        "a breed of the wrong species",
        "SELECT count(*) FROM pet WHERE (raca IN ('Vira-lata', 'Shih Tzu', 'Poodle', 'Labrador Retriever') AND especie <> 'Cão')
            OR (raca IN ('Siamês', 'Persa', 'Sem raça definida') AND especie <> 'Gato') OR (raca = 'Calopsita' AND especie <> 'Ave')",
    ),
    (
        "a vaccine of another species",
        "SELECT count(*) FROM procedimento_realizado r JOIN procedimento p ON p.id = r.procedimento
           JOIN acionamento a ON a.id = r.acionamento JOIN pet ON pet.id = a.pet
         WHERE (p.descricao GLOB '*canina*' AND pet.especie <> 'Cão') OR (p.descricao GLOB '*felina*' AND pet.especie <> 'Gato')",
    ),
    (
        "something new after a pet's death",
        "WITH obito AS MATERIALIZED (
           SELECT a.id, a.pet FROM procedimento p JOIN procedimento_realizado r ON r.procedimento = p.id
             JOIN acionamento a ON a.id = r.acionamento WHERE p.descricao = 'Cremação individual')
         SELECT count(*) FROM obito JOIN acionamento a ON a.pet = obito.pet AND a.id > obito.id AND a.origem IS NULL",
    ),
    (
        "a second castration",
        "SELECT count(*) FROM (
           SELECT 1 FROM procedimento p JOIN procedimento_realizado r ON r.procedimento = p.id
             JOIN acionamento a ON a.id = r.acionamento WHERE p.descricao = 'Castração' AND a.origem IS NULL
           GROUP BY a.pet HAVING count(*) > 1)",
    ),
    (
        "an old one that is still not decided",
        "SELECT count(*) FROM acionamento, tempo
         WHERE aberto_em < agora - 100 * 86400 AND status NOT IN ('FATURADO', 'NEGADO', 'CANCELADO')",
    ),
    ("a session or a code", "SELECT (SELECT count(*) FROM sessao) + (SELECT count(*) FROM codigo_acesso)"),
];

/// Expected counts: each query's result must be in its range.
const EXPECTED: &[(&str, &str, std::ops::RangeInclusive<i64>)] = &[
    ("users", "SELECT count(*) FROM usuario", 5..=5),
    ("insurers", "SELECT count(*) FROM seguradora", 12..=20),
    ("active insurers", "SELECT count(*) FROM seguradora WHERE ativa", 12..=12),
    ("insurers with policies", "SELECT count(DISTINCT seguradora) FROM apolice", 14..=14),
    ("active procedures", "SELECT count(*) FROM procedimento WHERE ativo", 60..=60),
    ("inactive procedures", "SELECT count(*) FROM procedimento WHERE NOT ativo", 3..=3),
    ("active procedures never used", "SELECT count(*) FROM procedimento WHERE ativo AND id NOT IN (SELECT procedimento FROM procedimento_realizado)", 0..=0),
    ("categories", "SELECT count(DISTINCT categoria) FROM procedimento", 8..=12),
    ("insured", "SELECT count(*) FROM segurado", 600..=600),
    ("companies", "SELECT count(*) FROM segurado WHERE length(cpf_cnpj) = 14", 10..=14),
    ("alphanumeric CNPJs", "SELECT count(*) FROM segurado WHERE cpf_cnpj GLOB '*[A-Z]*'", 1..=4),
    ("long names of insured", "SELECT count(*) FROM segurado WHERE length(nome) > 60", 4..=20),
    ("long names of pets", "SELECT count(*) FROM pet WHERE length(nome) > 40", 4..=10),
    ("pets", "SELECT count(*) FROM pet", 900..=900),
    ("dogs", "SELECT count(*) FROM pet WHERE especie = 'Cão'", 480..=620),
    ("cats", "SELECT count(*) FROM pet WHERE especie = 'Gato'", 220..=360),
    ("species", "SELECT count(DISTINCT especie) FROM pet", 6..=6),
    ("breeds", "SELECT count(DISTINCT raca) FROM pet", 35..=60),
    ("insured with several pets", "SELECT count(*) FROM (SELECT 1 FROM pet GROUP BY segurado HAVING count(*) > 1)", 200..=240),
    ("policies in force", "SELECT count(*) FROM apolice, tempo WHERE hoje BETWEEN inicio AND fim", 300..=560),
    ("expired policies", "SELECT count(*) FROM apolice, tempo WHERE fim < hoje", 300..=800),
    ("policies about to expire", "SELECT count(*) FROM apolice, tempo WHERE fim BETWEEN hoje AND date(hoje, '+30 days')", 15..=80),
    ("renewals with the same pets",
     "SELECT count(*) FROM apolice a JOIN apolice b ON b.segurado = a.segurado AND b.inicio = date(a.fim, '+1 day'), tempo
      WHERE a.fim < hoje AND b.fim >= hoje
        AND (SELECT group_concat(pet) FROM (SELECT pet FROM apolice_pet WHERE apolice = a.id ORDER BY pet))
          = (SELECT group_concat(pet) FROM (SELECT pet FROM apolice_pet WHERE apolice = b.id ORDER BY pet))", 150..=500),
    ("acionamentos", "SELECT count(*) FROM acionamento", 6_000..=6_000),
    ("months with acionamentos", "SELECT count(DISTINCT substr(dia, 1, 7)) FROM acionamento JOIN local ON em = aberto_em", 24..=25),
    ("opened today", "SELECT count(*) FROM acionamento JOIN local ON em = aberto_em, tempo WHERE dia = hoje AND origem IS NULL", 6..=14),
    ("open", "SELECT count(*) FROM acionamento WHERE status = 'ABERTO'", 10..=80),
    ("in analysis", "SELECT count(*) FROM acionamento WHERE status = 'EM_ANALISE'", 15..=120),
    ("authorized", "SELECT count(*) FROM acionamento WHERE status = 'AUTORIZADO'", 60..=300),
    ("denied", "SELECT count(*) FROM acionamento WHERE status = 'NEGADO'", 300..=900),
    ("billed", "SELECT count(*) FROM acionamento WHERE status = 'FATURADO'", 4_200..=5_300),
    ("cancelled", "SELECT count(*) FROM acionamento WHERE status = 'CANCELADO'", 200..=500),
    ("reopened, waiting", "SELECT count(*) FROM acionamento WHERE status = 'REABERTO'", 2..=30),
    ("reopenings", "SELECT count(*) FROM acionamento WHERE origem IS NOT NULL", 161..=161),
    ("reopenings that went on", "SELECT count(DISTINCT status) FROM acionamento WHERE origem IS NOT NULL", 5..=6),
    ("opened on weekdays, in percent", "SELECT sum(semana <= 5) * 100 / count(*) FROM acionamento JOIN local ON em = aberto_em", 80..=95),
    ("opened from 8 to 18 h, in percent", "SELECT sum(hora BETWEEN 8 AND 17) * 100 / count(*) FROM acionamento JOIN local ON em = aberto_em", 80..=95),
    ("summer against April to June, in percent",
     "SELECT sum(substr(dia, 6, 2) IN ('12', '01', '02')) * 100 / sum(substr(dia, 6, 2) IN ('04', '05', '06'))
      FROM acionamento JOIN local ON em = aberto_em", 112..=190),
    ("second year against the first, in percent",
     "SELECT sum(dia > date(hoje, '-12 months')) * 100 / sum(dia <= date(hoje, '-12 months'))
      FROM acionamento JOIN local ON em = aberto_em, tempo", 115..=180),
    ("mean against median of the totals, in percent",
     "SELECT CAST(avg(total) * 100 / (SELECT total FROM acionamento ORDER BY total LIMIT 1 OFFSET 3000) AS INTEGER)
      FROM acionamento", 150..=500),
    ("totals above five times the median", "SELECT count(*) FROM acionamento WHERE total > 5 * (SELECT total FROM acionamento ORDER BY total LIMIT 1 OFFSET 3000)", 300..=1_200),
    ("different notes", "SELECT count(DISTINCT observacao) FROM acionamento", 500..=6_000),
    ("acionamentos without a note", "SELECT count(*) FROM acionamento WHERE observacao IS NULL", 100..=600),
    ("staff in the events", "SELECT count(DISTINCT usuario) FROM evento", 8..=14),
    ("users who appear in the events", "SELECT count(*) FROM usuario WHERE nome IN (SELECT usuario FROM evento)", 5..=5),
];

#[tokio::test]
async fn every_row_obeys_the_rules_at_any_moment() {
    let mut broken = Vec::new();
    for moment in MOMENTS {
        let mut demo = Demo::at(moment, SEED).await;
        demo.create_time_tables().await;
        for (rule, sql) in FORBIDDEN {
            let count = demo.number(sql).await;
            if count != 0 {
                broken.push(format!("{moment}: {rule}: {count}"));
            }
        }
        for (what, sql, range) in EXPECTED {
            let count = demo.number(sql).await;
            if !range.contains(&count) {
                broken.push(format!("{moment}: {what}: {count}, expected {range:?}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[tokio::test]
async fn any_seed_makes_a_whole_company() {
    for seed in [0, 1, u64::MAX] {
        let mut demo = Demo::at(MOMENTS[0], seed).await;
        demo.create_time_tables().await;
        for (rule, sql) in FORBIDDEN {
            assert_eq!(demo.number(sql).await, 0, "seed {seed}: {rule}");
        }
        assert_eq!(demo.number("SELECT count(*) FROM acionamento").await, 6_000, "seed {seed}");
        assert_eq!(demo.number("SELECT count(*) FROM acionamento WHERE origem IS NOT NULL").await, 161, "seed {seed}");
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
async fn number_opened_today_does_not_depend_on_the_hour() {
    const OPENED: &str =
        "SELECT count(*) FROM acionamento JOIN local ON em = aberto_em, tempo WHERE dia = hoje AND origem IS NULL";
    for moment in [
        "2026-11-19T00:00:00-03:00",
        "2026-11-19T00:00:30-03:00",
        "2026-11-19T07:10:00-03:00",
        "2026-11-19T23:59:59-03:00",
    ] {
        let mut demo = Demo::at(moment, SEED).await;
        demo.create_time_tables().await;
        assert_eq!(demo.number(OPENED).await, 14, "{moment}");
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
    for (row, user) in rows.iter().zip(USERS) {
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

#[tokio::test]
async fn password_hash_is_of_the_md5_digest() {
    use argon2::{Argon2, PasswordVerifier as _, password_hash::phc::PasswordHash};
    use md5::{Digest as _, Md5};
    let mut demo = Demo::at(MOMENTS[0], SEED).await;
    let digest: String = Md5::digest(PASSWORD).iter().map(|byte| format!("{byte:02x}")).collect();
    for hash in demo.dump("SELECT senha_argon2 FROM usuario").await {
        let parsed = PasswordHash::new(&hash).unwrap();
        Argon2::default().verify_password(digest.as_bytes(), &parsed).unwrap();
        assert!(Argon2::default().verify_password(PASSWORD.as_bytes(), &parsed).is_err());
    }
}
