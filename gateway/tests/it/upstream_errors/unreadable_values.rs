//! Values that cannot be what the graph shows: where a field may be null it is, with an error; elsewhere the response is invalid.

use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use crate::{
    captured_log::CapturedLog,
    kit::{Gateway, answering},
    stub::acionamento,
};

/// The answer to a query over rows that differ in one value, which is JSON.
async fn answer(query: &str, key: &str, values: &[&str]) -> Value {
    let mut usual = serde_json::to_value(acionamento(1)).unwrap();
    usual["historico"] =
        json!([{ "dtEvento": "2026-11-20T09:00:00-03:00", "cdStatus": "ABERTO", "dsStatus": "Aberto" }]);
    let row = |value: &&str| {
        let text = usual.to_string();
        let member = |value: &str| format!(r#""{key}":{value}"#);
        let usual = member(&find(&usual, key).unwrap().to_string());
        assert!(text.contains(&usual), "{text}");
        text.replace(&usual, &member(value))
    };
    let rows: Vec<_> = values.iter().map(row).collect();
    let body = format!(r#"{{"status":1,"messages":"","data":[{}]}}"#, rows.join(","));
    let service = answering(200, &body).await;
    let reply = Gateway::over(service).query("ficha", query).await;
    reply.json()
}

/// The value of a key, in the row or in its history.
fn find<'a>(row: &'a Value, key: &str) -> Option<&'a Value> {
    row.get(key).or_else(|| row["historico"][0].get(key))
}

fn assert_is_invalid(answer: &Value, path: &Value, value: &str) {
    let error = &answer["errors"][0];
    assert_eq!(error["path"], *path, "{value}: {answer}");
    assert_eq!(error["extensions"]["code"], "UPSTREAM_INVALID_RESPONSE", "{value}");
}

const AMOUNTS: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { valorTotal nodes { valorTotal } } }";

#[tokio::test]
async fn an_amount_with_too_many_digits_is_refused() {
    let exact = "792281625142643375935439503.35";
    let list = json!({ "valorTotal": exact, "nodes": [{ "valorTotal": exact }] });
    assert_eq!(answer(AMOUNTS, "vlTotal", &[exact]).await["data"]["acionamentos"], list);
    for amount in
        ["7922816251426433759354395033.55", r#""7922816251426433759354395033.55""#, "79228162514264337593543950336"]
    {
        assert_is_invalid(&answer(AMOUNTS, "vlTotal", &[amount]).await, &json!(["acionamentos"]), amount);
    }
    // Each is representable, their sum is not.
    let sum = answer(AMOUNTS, "vlTotal", &["79228162514264337593543950335", "0.01"]).await;
    assert_is_invalid(&sum, &json!(["acionamentos", "valorTotal"]), "the sum");
}

const INSTANTS: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { abertoEm historico { em } } } }";

#[tokio::test]
async fn an_instant_is_one_of_rfc_3339_and_none_that_stands_for_none() {
    for (sent, shown) in [
        ("2026-11-20T14:03:11", "2026-11-20T14:03:11-03:00"),
        ("2026-11-20T14:03:60-03:00", "2026-11-20T14:04:00-03:00"),
        ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00Z"),
        ("2026-11-20T14:03:60.5-03:00", "2026-11-20T14:04:00.500-03:00"),
    ] {
        let answer = answer(INSTANTS, "dtEvento", &[&json!(sent).to_string()]).await.to_string();
        assert!(answer.contains(&format!("\"em\":\"{shown}\"")), "{sent}: {answer}");
    }
    for instant in [
        "-0001-01-01T00:00:00Z",
        "+12026-01-01T00:00:00-03:00",
        "0001-01-01T00:00:00",
        "1900-01-01T00:00:00-03:00",
        "30/12/1899 00:00:00",
        "9999-12-31T23:59:59.9999999",
        "9999-12-31T23:59:60Z",
        "2026-11-20T24:00:00-03:00",
        "2026-11-20T14:03:61-03:00",
    ] {
        let answer = answer(INSTANTS, "dtAbertura", &[&json!(instant).to_string()]).await;
        assert_is_invalid(&answer, &json!(["acionamentos"]), instant);
    }
}

#[tokio::test]
async fn a_day_has_a_year_of_four_digits() {
    const DAYS: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { ocorridoEm } } }";
    for day in ["-0001-12-31", "+12026-01-01", "+262142-12-31"] {
        let answer = answer(DAYS, "dtOcorrencia", &[&json!(day).to_string()]).await;
        assert_is_invalid(&answer, &json!(["acionamentos", "nodes", 0, "ocorridoEm"]), day);
    }
}

#[tokio::test]
async fn an_unreadable_value_costs_its_field_in_its_row_and_nothing_where_it_is_not_selected() {
    const ROWS: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { FIELD sinistro } } }";
    for (field, key, bad) in [
        ("ocorridoEm", "dtOcorrencia", r#""2026-02-30""#),
        ("faturadoEm", "dtFaturamento", "{}"),
        ("autorizacao", "nrAutorizacao", "[]"),
        ("observacao", "dsObservacao", "{}"),
        ("apolice", "nrApolice", "true"),
        ("pet { nome }", "nmPet", "true"),
        ("pet { nome }", "cdPet", "[]"),
        ("sinistroOrigem", "nrSinistroOrigem", "[1]"),
        ("sinistroReabertura", "nrSinistroReabertura", "{}"),
        ("origem { sinistro }", "nrSinistroOrigem", "[1]"),
        ("podeReabrir", "flPodeReabrir", r#""talvez""#),
    ] {
        let selected = answer(&ROWS.replace("FIELD", field), key, &["null", bad]).await;
        let name = field.split(' ').next().unwrap();
        assert_is_invalid(&selected, &json!(["acionamentos", "nodes", 1, name]), bad);
        assert_eq!(selected["errors"].as_array().unwrap().len(), 1, "{selected}");
        let row = &selected["data"]["acionamentos"]["nodes"][1];
        assert_eq!((&row[name], &row["sinistro"]), (&json!(null), &json!(acionamento(1).nr_sinistro)), "{selected}");
        let others = answer(&ROWS.replace("FIELD", ""), key, &["null", bad]).await;
        assert_eq!(others.get("errors"), None, "{others}");
    }
    let species = ROWS.replace("FIELD", "pet { nome especie }");
    let species = answer(&species, "dsEspecie", &["[]"]).await;
    assert_is_invalid(&species, &json!(["acionamentos", "nodes", 0, "pet", "especie"]), "a list");
    let event = ROWS.replace("FIELD", "historico { observacao }");
    let note = r#"[{"dtEvento":"2026-11-20T09:00:00-03:00","cdStatus":"A","dsObservacao":{}}]"#;
    let event = answer(&event, "historico", &[note]).await;
    assert_is_invalid(&event, &json!(["acionamentos", "nodes", 0, "historico", 0, "observacao"]), "an object");
}

#[tokio::test]
async fn the_log_names_the_service_and_field_of_what_is_null_and_the_row_of_what_costs_the_list() {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
    answer(AMOUNTS, "dtOcorrencia", &["null", r#""2026-02-30""#, r#""2026-02-31""#]).await;
    let text = log.text();
    let told =
        ["/ConsultaAcionamento/lista-acionamentos-by-status", "Acionamento.dtOcorrencia", r#""kind":"unreadable""#];
    assert!(told.iter().all(|part| text.contains(part)) && !text.contains("2026-02-3"), "{text}");
    answer(AMOUNTS, "vlTotal", &["1.00", r#""71.280""#]).await;
    let text = log.text();
    assert!(text.contains("a value of another type in Acionamento.vlTotal, row 2"), "{text}");
    // More seconds than a timestamp has.
    assert!(!text.contains("71.280"), "{text}");
}

#[tokio::test]
async fn a_tax_id_that_may_be_two_is_the_one_that_was_asked_for() {
    const INSURED: &str = "{ segurado(cpfCnpj: \"00000000000191\") { cpfCnpj nome } }";
    for (sent, is_found) in [
        ("191", true),
        (r#""00000000000191""#, true),
        (r#""00000000191""#, false),
        // Masked: of this one as far as it shows, and of another.
        (r#""**.000.000/0001-**""#, true),
        (r#""XX.000.000/XXXX-XX""#, true),
        (r#""***""#, true),
        (r#""**.000.001/0001-**""#, false),
        (r#""*****000191""#, false),
    ] {
        let insured = format!(r#"{{"cdSegurado":1,"nrCpfCnpj":{sent},"nmSegurado":"Banco"}}"#);
        let service = answering(200, &format!(r#"{{"status":1,"data":{insured}}}"#)).await;
        let reply = Gateway::over(service).query("ficha", INSURED).await;
        let answer = reply.json();
        let expected = if is_found { json!({ "cpfCnpj": "00000000000191", "nome": "Banco" }) } else { Value::Null };
        assert_eq!(answer["data"]["segurado"], expected, "{answer}");
    }
    let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
    const ROWS: &str = "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { segurado { cpfCnpj } } } }";
    let rows = answer(ROWS, "nrCpfCnpj", &["191", "1984560000", r#""00052998224725""#]).await;
    let shown = ["191", "01984560000", "52998224725"].map(|shown| json!({ "segurado": { "cpfCnpj": shown } }));
    assert_eq!(rows["data"]["acionamentos"]["nodes"], json!(shown), "{rows}");
    let text = log.text();
    // Nothing after the kind: the value is not told.
    assert!(text.contains(r#""field":"Acionamento.nrCpfCnpj","kind":"CPF or CNPJ"},"#), "{text}");
}
