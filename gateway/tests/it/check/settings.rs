//! `gateway check --propose`, and again over its own file, for settings beside the names of keys: pages, absent values, flags that
//! say the contrary, and codes that the portal does not have.

use std::fs;

use axum::{Json, Router, body::to_bytes, extract::Request, http::header, response::IntoResponse as _};
use gateway::mapping::file::MappingFile;
use serde_json::{Value, json};
use services::wire::{
    Call as _, menu::ListaMenuUsuario, painel::TotalStatusAcionamentoAno, seguradora::ListaSeguradora,
};

use super::{Live, Run, command, run, with_mapping};
use crate::kit::serve;

/// Proposes for services, and again with the file. What was sure stays; returns the first file and the second run.
async fn twice(services: &str) -> (String, Run) {
    let first = run(command(services, &["--token", "ficha", "--propose"])).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    fs::write(&file, &first.out).unwrap();
    let mut again = command(services, &["--token", "ficha", "--propose"]);
    again.env("GATEWAY_MAPPING", &file);
    let second = run(again).await;
    let says = [&first, &second].map(|run| -> MappingFile {
        toml::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err))
    });
    assert_eq!(says[0], says[1], "{}\n{}", first.out, second.out);
    (first.out, second)
}

fn insurer(number: usize) -> Value {
    json!({ "cdSeguradora": number.to_string(), "nmSeguradora": format!("Seguradora {number}"), "nrCnpj": "11222333000181", "flAtiva": true })
}

/// Two insurers a page, with the page's number in the body.
fn paged() -> Router {
    let live = Live::new();
    Router::new().fallback(move |request: Request| {
        let live = live.clone();
        async move {
            if request.headers().get(header::AUTHORIZATION).is_none_or(|value| value != "Bearer ficha") {
                return axum::http::StatusCode::UNAUTHORIZED.into_response();
            }
            let path = request.uri().path().to_owned();
            let sent: Value = serde_json::from_slice(&to_bytes(request.into_body(), 4096).await.unwrap()).unwrap();
            if path != ListaSeguradora::PATH {
                return live.answers[path.as_str()].1.clone().into_response();
            }
            let page = usize::try_from(sent["pagina"].as_u64().unwrap_or(1)).unwrap();
            let rows: Vec<_> = (1..=5).map(insurer).skip((page - 1) * 2).take(2).collect();
            let data = json!({ "linhas": rows, "pagina": page, "totalPaginas": 3 });
            Json(json!({ "status": 1, "messages": "", "data": data })).into_response()
        }
    })
}

#[tokio::test]
async fn the_pages_of_one_list_are_proposed_for_that_list() {
    let services = format!("http://{}", serve(paged()).await);
    let (text, second) = twice(&services).await;
    let table: toml::Table = text.parse().unwrap();
    let call = &table["calls"]["lista-seguradora"];
    assert_eq!(call["list"].as_str(), Some("linhas"), "{text}");
    assert_eq!(json!(call["pages"]), json!({ "page": "pagina", "in": "body", "first": 1 }), "{text}");
    assert!(table.get("pages").is_none(), "{text}");
    assert!(!second.err.contains("só a primeira página"), "{}", second.err);
}

/// Rows of the menu, of which one lacks its icon.
fn menu(icon: Option<Value>) -> Value {
    let mut last = json!({ "cdMenu": "2", "dsMenu": "Novo", "dsRota": "/novo", "nrOrdem": 2 });
    if let Some(icon) = icon {
        last["dsIcone"] = icon;
    }
    json!([{ "cdMenu": "1", "dsMenu": "Início", "dsRota": "/", "dsIcone": "casa", "nrOrdem": 1 }, last])
}

/// Services that never send null.
fn without_nulls() -> Live {
    fn drop_nulls(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.retain(|_, value| !value.is_null());
                members.values_mut().for_each(drop_nulls);
            }
            Value::Array(items) => items.iter_mut().for_each(drop_nulls),
            _ => {}
        }
    }
    let mut live = Live::new();
    for answer in live.answers.values_mut() {
        let mut body: Value = serde_json::from_slice(&answer.1).unwrap();
        drop_nulls(&mut body);
        answer.1 = body.to_string().into_bytes();
    }
    live
}

#[tokio::test]
async fn requests_leave_out_what_is_absent_where_responses_do() {
    for (icon, null) in [(None, Some("omit")), (Some(Value::Null), None)] {
        let live = without_nulls().data(ListaMenuUsuario::PATH, &menu(icon));
        let (text, _) = twice(&format!("http://{}", live.start().await)).await;
        let table: toml::Table = text.parse().unwrap();
        let written = table.get("writing").and_then(|writing| writing.get("null")?.as_str());
        assert_eq!(written, null, "{text}");
        assert_eq!(text.contains("null = \"omit\"  # confira: "), null.is_some(), "{text}");
        // An API may leave a phone whose key is absent as it is.
        assert_eq!(text.contains("\n# telefone = { null = \"null\" }\n"), null.is_some(), "{text}");
    }
}

#[tokio::test]
async fn how_a_value_is_removed_is_left_open_beside_its_key() {
    let live = without_nulls().data(ListaMenuUsuario::PATH, &menu(None));
    let services = format!("http://{}", live.start().await);
    let line = "\n# telefone = { key = \"celular\", null = \"null\" }\n";
    for (said, is_open) in [
        ("telefone = \"celular\"  # confira: as respostas dizem assim", true),
        ("telefone = { key = \"celular\", null = \"null\" }", false),
        ("telefone = \"celular\"", false),
    ] {
        let told = with_mapping(&services, &format!("[requests.AtualizaUsuario]\n{said}\n"), &["--propose"]).await;
        let beside = format!("{said}\n# decida: se a API não remove o valor com um texto vazio");
        assert_eq!((told.out.contains(line), told.out.contains(&beside)), (is_open, is_open), "{said}\n{}", told.out);
    }
}

#[tokio::test]
async fn a_flag_whose_name_says_the_contrary_is_inverted_for_its_service() {
    let insurers: Vec<_> = (1..=3)
        .map(|number| {
            let mut insurer = insurer(number);
            let is_active = insurer.as_object_mut().unwrap().remove("flAtiva").unwrap() == json!(true);
            insurer["inativa"] = (!is_active || number == 2).into();
            insurer
        })
        .collect();
    let live = Live::new().data(ListaSeguradora::PATH, &json!(insurers));
    let (text, _) = twice(&format!("http://{}", live.start().await)).await;
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["types"]["Seguradora"]["flAtiva"].as_str(), Some("inativa"), "{text}");
    assert_eq!(json!(table["calls"]["lista-seguradora"]["flags"]), json!({ "true": [false] }), "{text}");
    assert!(text.contains("confira: o nome diz o contrário"), "{text}");
    assert!(table.get("values").is_none(), "{text}");
}

#[tokio::test]
async fn a_code_that_the_portal_does_not_have_is_left_open_beside_those_that_it_has() {
    let total = |code: &str, name: &str| json!({ "nrMes": 11, "cdStatus": code, "dsStatus": name, "qtTotal": 1, "vlTotal": 1.5 });
    let totals = json!([
        total("ANA", "Em análise"),
        total("FAT", "Faturado"),
        total("NEG", "Negado"),
        total("PEN", "Pendente de documentos")
    ]);
    let mut live = Live::new().data(TotalStatusAcionamentoAno::PATH, &totals);
    for answer in live.answers.values_mut() {
        answer.1 = String::from_utf8(answer.1.clone()).unwrap().replace("\"ABERTO\"", "\"ABE\"").into_bytes();
    }
    let (text, second) = twice(&format!("http://{}", live.start().await)).await;
    let table: toml::Table = text.parse().unwrap();
    let expected = json!({ "ABERTO": "ABE", "EM_ANALISE": "ANA", "FATURADO": "FAT", "NEGADO": "NEG" });
    assert_eq!(json!(table["values"]["status"]), expected, "{text}");
    for text in [&text, &second.out] {
        assert_eq!(text.matches("# \"…PEN\" = \"PEN\"").count(), 1, "{text}");
    }
}

#[tokio::test]
async fn codes_are_sure_where_each_status_has_one_by_its_description() {
    let all = [
        ("ABE", "Em aberto"),
        ("ANA", "Em análise"),
        ("AUT", "Autorizado"),
        ("REC", "Recusado"),
        ("FAT", "Faturado"),
        ("CAN", "Cancelado"),
        ("REA", "Reaberto"),
    ];
    let total = |(code, name): (&str, &str)| json!({ "nrMes": 11, "cdStatus": code, "dsStatus": name, "qtTotal": 1, "vlTotal": 1.5 });
    let proposed = async |totals: &[(&str, &str)]| {
        let totals = totals.iter().copied().map(total).collect::<Vec<_>>();
        let mut live = Live::new().data(TotalStatusAcionamentoAno::PATH, &json!(totals));
        for answer in live.answers.values_mut() {
            answer.1 = String::from_utf8(answer.1.clone()).unwrap().replace("\"ABERTO\"", "\"ABE\"").into_bytes();
        }
        twice(&format!("http://{}", live.start().await)).await
    };
    let (text, second) = proposed(&all).await;
    let expected = json!({ "ABERTO": "ABE", "EM_ANALISE": "ANA", "AUTORIZADO": "AUT", "NEGADO": "REC", "FATURADO": "FAT", "CANCELADO": "CAN", "REABERTO": "REA" });
    for text in [&text, &second.out] {
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(json!(table["values"]["status"]), expected, "{text}");
        assert!(!text.contains("pela descrição"), "{text}");
    }
    // Another code, or a status without one: what is paid may be what is invoiced elsewhere.
    let more = [&all[..], &[("PAG", "Em pagamento")]].concat();
    for unsure in [&all[..6], &more] {
        let (text, _) = proposed(unsure).await;
        assert_eq!(text.matches("confira: pela descrição").count(), unsure.len().min(7), "{text}");
    }
}

#[tokio::test]
async fn codes_are_proposed_beside_those_that_are_the_contracts_own() {
    let all = [
        ("AGUARDANDO_ANALISE", "Aguardando análise"),
        ("EM_AUDITORIA", "Em auditoria"),
        ("APROVADO", "Aprovado"),
        ("RECUSADO", "Recusado"),
        ("LIQUIDADO", "Liquidado"),
        ("CANCELADO", "Cancelado"),
        ("REABERTO", "Reaberto"),
    ];
    let total = |(code, name): (&str, &str)| json!({ "nrMes": 11, "cdStatus": code, "dsStatus": name, "qtTotal": 1, "vlTotal": 1.5 });
    let totals = all.map(total);
    let mut live = Live::new().data(TotalStatusAcionamentoAno::PATH, &json!(totals));
    for answer in live.answers.values_mut() {
        let text = String::from_utf8(answer.1.clone()).unwrap();
        answer.1 =
            text.replace("\"ABERTO\"", "\"AGUARDANDO_ANALISE\"").replace("Aberto", "Aguardando análise").into_bytes();
    }
    let (text, second) = twice(&format!("http://{}", live.start().await)).await;
    let expected = json!({ "AUTORIZADO": "APROVADO", "NEGADO": "RECUSADO", "FATURADO": "LIQUIDADO" });
    for text in [&text, &second.out] {
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(json!(table["values"]["status"]), expected, "{text}");
        for code in ["AGUARDANDO_ANALISE", "EM_AUDITORIA"] {
            assert_eq!(text.matches(&format!("# \"…{code}\" = \"{code}\"")).count(), 1, "{text}");
        }
        assert!(text.contains("sobraram ABERTO, EM_ANALISE)"), "{text}");
    }
}

#[tokio::test]
async fn a_line_that_the_responses_contradict_gets_another_to_choose() {
    let mut insurer = insurer(1);
    let name = insurer.as_object_mut().unwrap().remove("nmSeguradora").unwrap();
    insurer["nomeSeguradora"] = name;
    let live = Live::new().data(ListaSeguradora::PATH, &json!([insurer]));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    let given = "[types.Seguradora]\nnmSeguradora = \"nome_fantasia\"\nnrCnpj = \"cnpj\"\n";
    fs::write(&file, given).unwrap();
    let mut command = command(&format!("http://{}", live.start().await), &["--token", "ficha", "--propose"]);
    command.env("GATEWAY_MAPPING", &file);
    let told = run(command).await;
    let table: toml::Table = told.out.parse().unwrap();
    // It is the operator's.
    assert_eq!(table["types"]["Seguradora"]["nmSeguradora"].as_str(), Some("nome_fantasia"), "{}", told.out);
    let line = "# nmSeguradora = \"nomeSeguradora\"  # decida: a chave que o arquivo diz não veio; esta parece ela";
    assert!(told.out.contains(line), "{}", told.out);
    assert!(!told.out.contains("# cdSeguradora") && !told.out.contains("# flAtiva"), "{}", told.out);
}
