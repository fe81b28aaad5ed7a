//! What `gateway check --propose` writes into a file.

mod codes;
mod envelope;
mod fields;
mod login;

use gateway::mapping::Mapping;
use serde_json::{Value, json};

use super::{Live, command, run, with_mapping};
use crate::{
    kit::{API_KEY, Folder, merged},
    program,
    stub::acionamento,
};

/// The file after a proposal.
async fn completed(live: &Live, given: &str) -> String {
    let folder = Folder::new(&[("mapping.toml", given)]);
    let services = live.start().await;
    let told = run(command(&services, &["--token", "ficha", "--propose", &folder.path("mapping.toml")])).await;
    assert_ne!(told.out, "", "{}", told.err);
    folder.read("mapping.toml")
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_told_before_anything_is_asked() {
    let (folder, live) = (Folder::empty(), Live::new());
    let file = folder.path("propostas/mapping.toml");
    let told = run(command(&live.start().await, &["--token", "ficha", "--propose", &file])).await;
    assert!(told.status == 2 && told.err.contains(&file), "{told:?}");
    assert!(live.calls.so_far().is_empty());
}

#[tokio::test]
async fn on_a_full_disk_the_file_keeps_the_operators_text() {
    let folder = Folder::new(&[("mapping.toml", "# Notas.\n")]);
    let file = folder.path("mapping.toml");
    let services = Live::new().start().await;
    let arguments =
        ["check", "--upstream-url", &services, "--api-key", API_KEY, "--token", "ficha", "--propose", &file];
    let told = run(program::gateway_on_a_full_disk(512, &arguments)).await;
    assert!(told.status == 2 && told.err.contains(&file), "{told:?}");
    assert_eq!(folder.read("mapping.toml"), "# Notas.\n");
}

#[tokio::test]
async fn the_proposed_file_is_the_mapping_from_the_start() {
    let services = Live::new().start().await;
    let folder = Folder::empty();
    let (keyless, new) = (folder.path("keyless.toml"), folder.path("new.toml"));
    folder.write("keyless.toml", "[headers]\napi-key = false\n");
    for (file, environment) in
        [(&keyless, &[][..]), (&new, &[("GATEWAY_MAPPING", new.as_str()), ("GATEWAY_API_KEY", API_KEY)])]
    {
        let arguments = ["check", "--upstream-url", &services, "--token", "ficha", "--propose", file];
        let told = program::run(&arguments, environment).await;
        assert!(told.out.contains("/Menu/lista-menu-usuario: servido"), "{told:?}");
    }
    assert!(folder.read("new.toml").contains("# [requests.SalvaSinistroWeb]"));
}

fn table(text: &str) -> toml::Table {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Every body, changed.
fn with_bodies(mut live: Live, change: impl Fn(&Value) -> Value) -> Live {
    for (_, body) in live.answers.values_mut() {
        *body = change(&serde_json::from_slice(body).unwrap()).to_string().into_bytes();
    }
    live
}

#[tokio::test]
async fn an_api_that_fits_gets_no_line_but_the_keys_of_requests() {
    let text = completed(&Live::new(), "").await;
    assert_eq!(table(&text), toml::Table::new(), "{text}");
    assert!(text.contains("# [requests.SalvaSinistroWeb]\n# apolice = \"apolice\"\n"), "{text}");
    assert!(!text.contains("[types."), "{text}");
}

#[tokio::test]
async fn the_operators_lines_never_change_and_an_open_line_is_written_once() {
    let given = "# meu\n[types.Seguradora] # nomes\nnmSeguradora = 'nome'   # visto\nnrCnpj = false";
    let rows = json!([{ "cdSeguradora": "3", "nome": "Pata", "cnpj": "1", "ativa": true }]);
    let live = Live::new().data("lista-seguradora", &rows);
    let first = completed(&live, given).await;
    assert!(first.starts_with(&format!("{given}\nflAtiva = \"ativa\"\n")), "{first}");
    assert_eq!(completed(&live, &first).await, first);
}

/// Services whose claims are this one.
fn claims_with_only(row: &Value) -> Live {
    with_bodies(Live::new(), |body| {
        let is_claim = |data: &Value| data.get("nrSinistro").is_some();
        match &body["data"] {
            data if is_claim(data) => json!({ "status": 1, "messages": "", "data": row }),
            Value::Array(rows) if is_claim(&rows[0]) => json!({ "status": 1, "messages": "", "data": [row] }),
            _ => body.clone(),
        }
    })
}

/// Claims whose values have other forms.
fn claims_with(values: &Value) -> Live {
    let mut live = Live::new();
    for (_, body) in live.answers.values_mut() {
        let mut answer: Value = serde_json::from_slice(body).unwrap();
        let data = &mut answer["data"];
        let rows = if data.is_array() { data.as_array_mut().unwrap().iter_mut().collect() } else { vec![data] };
        rows.into_iter()
            .filter(|row| row.get("nrSinistro").is_some())
            .for_each(|row| *row = merged(row.clone(), values.clone()));
        *body = answer.to_string().into_bytes();
    }
    live
}

#[tokio::test]
async fn forms_of_responses_that_may_mean_something_else_are_left_open() {
    for (values, line) in [
        (json!({ "vlTotal": 64050 }), "# amounts = \"cents\"  # todos os valores vieram inteiros: "),
        (json!({ "vlTotal": "1.280" }), "# amounts = \"comma\"  # "),
        (json!({ "dtOcorrencia": "20-11-2026" }), "# dates = \"dd-MM-yyyy\"  # "),
    ] {
        let text = completed(&claims_with(&values), "").await;
        assert!(text.contains(&format!("# [reading]\n{line}")), "{text}");
    }
    let mut row = merged(json!(acionamento(1)), json!({ "dataOcorrencia": "20-11-2026" }));
    row.as_object_mut().unwrap().remove("dtOcorrencia");
    let text = completed(&claims_with_only(&row), "").await;
    assert!(text.contains("dtOcorrencia = \"dataOcorrencia\"\n"), "{text}");
    assert!(text.contains("# dates = \"dd-MM-yyyy\"  # assim dtOcorrencia vem\n"), "{text}");
    for (values, given) in [
        (json!({}), ""),
        (json!({ "vlTotal": 640 }), ""),
        (json!({ "vlTotal": 64050 }), "[reading]\namounts = \"cents\"\n"),
    ] {
        let text = completed(&claims_with(&values), given).await;
        assert!(!text.contains("# amounts = \"cents\""), "{text}");
    }
}

#[tokio::test]
async fn a_text_under_an_unknown_key_is_left_open_as_that_of_the_texts() {
    let with_text = |body: &Value| json!({ "status": 1, "aviso": "", "versao": 2, "data": body["data"] });
    let text = completed(&with_bodies(Live::new(), with_text), "").await;
    assert!(text.contains("# messages = \"aviso\"  # são os textos de recusas?"), "{text}");
    let without = |body: &Value| json!({ "status": 1, "versao": 2, "data": body["data"] });
    let text = completed(&with_bodies(Live::new(), without), "").await;
    assert!(!text.contains("messages"), "{text}");
}

#[tokio::test]
async fn that_there_is_no_status_is_left_open_where_an_unread_key_may_be_it() {
    for (beside, may_be) in [
        (json!({ "tipo": "A" }), Some("tipo")),
        (json!({ "execucao": { "fim": "N" } }), Some("execucao.fim")),
        (json!({ "avisos": [], "texto": null }), None),
        (json!({ "links": { "self": "/x" }, "meta": { "totalRecords": 1, "totalPages": 1 } }), None),
        (json!({ "count": 1, "next": "/x?page=2", "previous": "/x" }), None),
    ] {
        let live = with_bodies(Live::new(), |body| merged(beside.clone(), json!({ "dados": body["data"] })));
        let text = completed(&live, "").await;
        match may_be {
            Some(key) => assert!(text.contains(&format!("# status = false  # será {key}? ")), "{text}"),
            None => assert!(text.contains("\nstatus = false  # ") && !text.contains("# messages"), "{text}"),
        }
    }
}

#[tokio::test]
async fn a_key_that_is_false_or_the_text_of_a_refusal_is_that_of_the_texts() {
    let as_text = |body: &Value| json!({ "erro": false, "dados": body["data"] });
    let live = with_bodies(Live::new(), as_text).body("pesquisa-segurado", r#"{"erro":"Nada encontrado."}"#);
    let text = completed(&live, "").await;
    let expected = toml::toml! { data = "dados" messages = "erro" status = false };
    assert_eq!(table(&text)["envelope"].as_table(), Some(&expected), "{text}");
    assert!(text.contains("status = false  # um texto sem dados recusa;"), "{text}");
}

#[tokio::test]
async fn the_body_of_an_http_error_names_no_key_of_texts_that_are_read_anyway() {
    let without_texts = |body: &Value| json!({ "status": 1, "meta": { "versao": 1 }, "data": body["data"] });
    let live = || with_bodies(Live::new(), without_texts);
    for (error, line) in [
        (r#"{"title":"Not Found","status":404}"#, None),
        (r#"{"MOTIVO":"Não."}"#, None),
        (r#"{"meta":{"MOTIVO":"Não."}}"#, Some("meta.MOTIVO")),
    ] {
        let text = completed(&live().http("pesquisa-segurado", 404, error.as_bytes()), "").await;
        let table = table(&text);
        let messages = table.get("envelope").and_then(|envelope| envelope.get("messages")).and_then(|key| key.as_str());
        assert_eq!(messages, line, "{text}");
    }
}

#[tokio::test]
async fn a_field_without_which_no_response_is_read_is_not_proposed_as_one_that_never_comes() {
    let menu = json!([{ "cdMenu": "1", "dsMenu": "Início", "dsRota": "/", "dsIcone": "casa" }]);
    let insurers = json!([{ "cdSeguradora": "3", "nmSeguradora": "Pata" }]);
    let live = Live::new().data("lista-menu-usuario", &menu).data("lista-seguradora", &insurers);
    let text = completed(&live, "").await;
    assert!(text.contains("# flAtiva = \"…\"  # não veio; sem ela a resposta não é lida\n"), "{text}");
    assert!(text.contains("# nrOrdem = false  # não veio; false: nunca vem\n"), "{text}");
    text.replace("# nrOrdem", "nrOrdem").replace("# [types.ItemMenu]", "[types.ItemMenu]").parse::<Mapping>().unwrap();
}

#[tokio::test]
async fn a_single_row_is_a_list_of_one_and_the_keys_of_a_map_are_no_names() {
    let one = json!(acionamento(1));
    let map = json!({ "1": { "cdSeguradora": "1", "nmSeguradora": "A", "flAtiva": true } });
    let live = Live::new().data("lista-acionamentos-by-sinistro", &one).data("lista-seguradora", &map);
    let text = completed(&live, "").await;
    assert_eq!(table(&text), toml::Table::new(), "{text}");
    let told = with_mapping(&live.start().await, "", &["--json"]).await;
    assert_eq!(told.service("lista-acionamentos-by-sinistro")["state"], "served");
    assert_eq!(told.service("lista-seguradora")["state"], "not-served");
}

#[tokio::test]
async fn a_list_within_an_object_is_found_where_the_file_says() {
    let around = |body: &Value| match &body["data"] {
        rows @ Value::Array(_) => {
            let data = json!({ "avisos": [], "pagina.1": { "itens": rows } });
            json!({ "status": 1, "messages": "", "data": data })
        }
        _ => body.clone(),
    };
    let given = "[envelope]\nlist = 'pagina\\.1.itens'\n";
    let text = completed(&with_bodies(Live::new(), around), given).await;
    assert_eq!(table(&text), table(given), "{text}");
}

/// The keys of a value in snake case.
fn in_snake_case(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(in_snake_case).collect(),
        Value::Object(members) => {
            let split = |c: char| if c.is_ascii_uppercase() { vec!['_', c.to_ascii_lowercase()] } else { vec![c] };
            let named = |(key, value): (&String, &Value)| {
                (key.chars().flat_map(split).collect::<String>(), in_snake_case(value))
            };
            Value::Object(members.iter().map(named).collect())
        }
        other => other.clone(),
    }
}

#[tokio::test]
async fn each_difference_is_one_line() {
    let own_list = json!({ "total": 1, "itens": [{ "cdSeguradora": "3", "nmSeguradora": "A", "flAtiva": true }] });
    let in_lines = |body: &Value| match &body["data"] {
        rows @ Value::Array(_) => json!({ "status": 1, "messages": "", "data": { "linhas": rows } }),
        _ => body.clone(),
    };
    let mut latin = Live::new();
    for (_, body) in latin.answers.values_mut() {
        *body = String::from_utf8(body.clone()).unwrap().chars().map(|c| c as u8).collect();
    }
    let mut row = json!(acionamento(1));
    row["valor_total"] = row.as_object_mut().unwrap().remove("vlTotal").unwrap();
    for (live, line) in [
        (Live::new().data("lista-seguradora", &own_list), "calls.lista-seguradora.list = 'itens'"),
        (with_bodies(Live::new(), in_lines), "envelope.list = 'linhas'"),
        (with_bodies(Live::new(), in_snake_case), "names.style = 'snake_case'"),
        (latin, "reading.charset = 'iso-8859-1'"),
        // A status that repeats that of HTTP, which is 201 of a save.
        (
            with_bodies(Live::new(), |body| json!({ "statusCode": 200, "messages": "OK", "data": body["data"] })),
            "envelope = { status = 'statusCode', success = [200, 201] }",
        ),
        (Live { signed_out: 419, ..Live::new() }, "session.ended.http = [419]"),
        (
            Live::new().data("lista-acionamentos-by-status", &json!([row])),
            "calls.lista-acionamentos-by-status.types.Acionamento.vlTotal = 'valor_total'",
        ),
    ] {
        let text = completed(&live, "").await;
        assert_eq!(table(&text), table(line), "{text}");
        // Nothing is wrong any more.
        let told = with_mapping(&live.start().await, &text, &[]).await;
        assert_ne!(told.status, 1, "{line}: {told:?}");
    }
}

#[tokio::test]
async fn an_http_status_that_may_mean_something_else_is_not_proposed_as_the_end_of_a_session() {
    for (status, is_open) in [(404, false), (405, false), (429, false), (400, true), (403, true)] {
        let text = completed(&Live { signed_out: status, ..Live::new() }, "").await;
        assert_eq!(table(&text), toml::Table::new(), "{text}");
        assert_eq!(text.contains(&format!("# http = [{status}]  # veio sem sessão;")), is_open, "{text}");
    }
}
