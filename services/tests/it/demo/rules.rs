//! Every row obeys the rules, and there are as many of each kind as expected, at any moment.

use super::{Demo, MOMENTS, SEED};

/// Rules beside those of the tables' own constraints: each query counts the rows that violate one.
const FORBIDDEN: &[(&str, &str)] = &[
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
    ("opened today, where a holiday or a weekend has 6 and another day 14, at any hour",
     "SELECT count(*) IN (6, 14) FROM acionamento JOIN local ON em = aberto_em, tempo WHERE dia = hoje AND origem IS NULL", 1..=1),
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
