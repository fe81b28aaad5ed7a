//! `gateway check --propose` for what a response does not say by itself: single rows, most services, pages, codes, and what stands
//! before the first answer.

use std::fs;

use axum::{Json, Router, extract::Request, http::StatusCode, response::IntoResponse as _};
use serde_json::{Value, json};
use services::wire::{
    Call as _,
    acionamento::{ListaAcionamentosBySinistro, ListaAcionamentosByStatus, RetornaAcionamentoReabertura},
    painel::{TotalStatusAcionamentoAno, TotalStatusSeguradorasMes},
    segurado::PesquisaSegurado,
};

use super::{Live, checked, proposed, with_mapping};
use crate::{
    kit::{ANA, Kit, serve},
    program::at_a_terminal,
    stub::acionamento,
};

/// A row whose keys are spelt otherwise.
fn row(spelt: &[(&str, &str)]) -> Value {
    let mut row = json!(acionamento(1));
    let members = row.as_object_mut().unwrap();
    members.insert("nrAutorizacao".to_owned(), "A-1".into());
    members.insert("flPodeReabrir".to_owned(), true.into());
    for (name, spelling) in spelt {
        let value = members.remove(*name).unwrap();
        members.insert((*spelling).to_owned(), value);
    }
    row
}

#[tokio::test]
async fn a_list_within_one_row_is_no_result_list() {
    let mut one = row(&[("procedimentos", "itens"), ("historico", "eventos")]);
    one["itens"] =
        json!([{ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "qtProcedimento": 1, "vlProcedimento": 3.5 }]);
    one["eventos"] = json!([{ "dtEvento": "2026-11-20T10:00:00Z", "cdStatus": "ABERTO", "dsStatus": "Aberto", "nmUsuario": "Ana", "dsObservacao": "x" }]);
    let live = Live::new()
        .data(ListaAcionamentosByStatus::PATH, &json!([one]))
        .data(ListaAcionamentosBySinistro::PATH, &one)
        .data(RetornaAcionamentoReabertura::PATH, &one);
    let (table, text) = proposed(&live).await;
    assert!(table.get("calls").is_none_or(|calls| calls.get("lista-acionamentos-by-sinistro").is_none()), "{text}");
    assert_eq!(table["types"]["Acionamento"]["historico"].as_str(), Some("eventos"), "{text}");
    assert_eq!(table["types"]["Acionamento"]["procedimentos"].as_str(), Some("itens"), "{text}");
}

#[tokio::test]
async fn most_services_spell_the_type_and_one_has_its_own_spelling() {
    let usual = row(&[("nrSinistro", "numeroSinistro"), ("dtAbertura", "dataHoraAbertura")]);
    let odd = row(&[("dtAbertura", "dataAbertura")]);
    let mut live = Live::new().data(RetornaAcionamentoReabertura::PATH, &odd);
    for path in
        live.answers.keys().copied().filter(|path| path.contains("/ConsultaAcionamento/lista")).collect::<Vec<_>>()
    {
        // Rows weigh by service: the odd one has as many as the others together.
        live = live.data(path, &json!([usual]));
    }
    let (table, text) = proposed(&live).await;
    let of_type = &table["types"]["Acionamento"];
    assert_eq!(of_type["nrSinistro"].as_str(), Some("numeroSinistro"), "{text}");
    assert_eq!(of_type["dtAbertura"].as_str(), Some("dataHoraAbertura"), "{text}");
    let own = &table["calls"]["retorna-acionamento-reabertura"]["types"]["Acionamento"];
    assert_eq!(
        (own["nrSinistro"].as_str(), own["dtAbertura"].as_str()),
        (Some("nrSinistro"), Some("dataAbertura")),
        "{text}"
    );
    assert!(table["calls"].get("lista-acionamentos-by-status").is_none(), "{text}");
}

#[tokio::test]
async fn pages_that_nobody_follows_fail_the_check_and_are_left_open() {
    let data = json!({ "conteudo": [acionamento(1)], "pagina": 0, "totalElementos": 40, "ultima": false });
    let live = Live::new().data(ListaAcionamentosByStatus::PATH, &data);
    let services = format!("http://{}", live.start().await);
    let list = "[calls.lista-acionamentos-by-status]\nlist = \"conteudo\"\n";
    for (text, exit) in [(list.to_owned(), 1), (format!("{list}[pages]\npage = \"pagina\"\n"), 0)] {
        let told = with_mapping(&services, &text, &[]).await;
        assert_eq!((told.exit, told.out.contains("diz que há mais")), (exit, exit == 1), "{text}{}", told.out);
    }
    // This service has the same rows on every page: no key is proposed.
    let (table, text) = proposed(&live).await;
    let pages = table["calls"]["lista-acionamentos-by-status"]["pages"].as_table().unwrap();
    assert!(pages.is_empty() && table.get("pages").is_none() && text.contains("# page = \"…\""), "{text}");
}

#[tokio::test]
async fn codes_of_statuses_are_proposed_by_their_descriptions() {
    let status =
        |code: u8, name: &str| json!({ "nrMes": 11, "cdStatus": code, "dsStatus": name, "qtTotal": 1, "vlTotal": 1.5 });
    let mut claim = row(&[]);
    (claim["cdStatus"], claim["dsStatus"]) = (1.into(), "Open".into());
    let by_insurer = json!({ "cdSeguradora": "3", "nmSeguradora": "Pata", "cdStatus": 1, "dsStatus": "Open", "qtTotal": 1, "vlTotal": 1.5 });
    let mut live = Live::new().data(TotalStatusSeguradorasMes::PATH, &json!([by_insurer])).data(
        TotalStatusAcionamentoAno::PATH,
        &json!([status(1, "Open"), status(2, "Under review"), status(9, "Na oficina")]),
    );
    for path in live.answers.keys().copied().filter(|path| path.contains("lista-acionamentos")).collect::<Vec<_>>() {
        live = live.data(path, &json!([claim]));
    }
    live = live.data(RetornaAcionamentoReabertura::PATH, &claim);
    let (table, text) = proposed(&live).await;
    assert_eq!(json!(table["values"]["status"]), json!({ "ABERTO": 1, "EM_ANALISE": 2 }), "{text}");
    assert!(text.contains("ABERTO = 1  # confira"), "{text}");
}

#[tokio::test]
async fn a_path_that_does_not_exist_is_no_refusal() {
    let page = br#"{"timestamp":"2026-11-20T12:00:00Z","status":404,"error":"Not Found","path":"/x"}"#;
    let live = Live::new().http(PesquisaSegurado::PATH, 404, page);
    let told = checked(&live, "[envelope]\nrefusals = [404]", true).await;
    assert_eq!(told.problem(PesquisaSegurado::PATH), ("does-not-fit".to_owned(), "no-such-path".to_owned()));
}

/// An API behind a gateway of its own: a header for the key, one for the channel, and field errors that name a key.
fn guarded() -> Router {
    Router::new().fallback(|request: Request| async move {
        let has = |name: &str, value: &str| request.headers().get(name).is_some_and(|sent| sent == value);
        if !has("client_id", "chave") {
            return (StatusCode::UNAUTHORIZED, Json(json!({ "fault": { "faultstring": "Invalid client_id" } }))).into_response();
        }
        if !has("x-canal", "PORTAL") {
            let told = json!({ "status": 400, "message": "Required request header 'X-Canal' is not present" });
            return (StatusCode::BAD_REQUEST, Json(told)).into_response();
        }
        let is_step = |name: &str| request.uri().path().ends_with(name);
        if is_step("/passo-um") {
            return Json(json!({ "codigoRetorno": 0, "mensagens": [] })).into_response();
        }
        if is_step("/valida-codigo-acesso") {
            let erros = json!({ "codigoRetorno": 1, "mensagens": ["Inválido."], "erros": [{ "campo": "codigo", "mensagem": "não deve ser nulo" }] });
            return (StatusCode::BAD_REQUEST, Json(erros)).into_response();
        }
        StatusCode::NOT_FOUND.into_response()
    })
}

#[tokio::test]
async fn a_login_gets_past_headers_and_paths_and_keeps_the_file_it_was_given() {
    let services = serve(guarded()).await;
    let kit = Kit::new().await;
    let folder = tempfile::tempdir().unwrap();
    let (given, file) = (folder.path().join("given.toml"), folder.path().join("mapping.toml"));
    let text = "[types.Acionamento]\nvlTotal = \"valor\"  # confira: palpite\n# cdPet = \"animal\"  # decida: não veio; um destes pode ser\n";
    fs::write(&given, text).unwrap();
    let arguments =
        format!("check --upstream-url http://{services} --api-key chave --ano 2026 --propose > {}", file.display());
    // The login stops; the paths of the other services are not known.
    let answers = [ANA, "PORTAL", "/passo-um", "ABC123", "", ""];
    let environment = [("GATEWAY_MAPPING", given.to_str().unwrap())];
    let asks = "(Enter: não sei): ";
    let questions = ["E-mail: ", asks, asks, "e-mail: ", asks, asks];
    let (exit, shown) = at_a_terminal(&arguments, &environment, &questions, |at| answers[at].to_owned()).await;
    let text = fs::read_to_string(&file).unwrap();
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(
        json!(table["headers"]),
        json!({ "add": { "X-Canal": "PORTAL" }, "api-key": "client_id" }),
        "{shown}{text}"
    );
    assert_eq!(table["calls"]["login-valida-email"]["path"].as_str(), Some("/passo-um"), "{shown}{text}");
    assert_eq!(table["requests"]["ValidaCodigoAcesso"]["codigoAcesso"].as_str(), Some("codigo"), "{shown}{text}");
    assert!(text.contains("vlTotal = \"valor\"  # confira: palpite"), "{text}");
    assert!(text.contains("# cdPet = \"animal\"  # decida: não veio"), "{text}");
    assert!(text.contains("# Parou aqui: ") && exit != Some(0), "{text}");
    drop(kit);
}

#[tokio::test]
async fn the_last_key_of_a_type_is_proposed_for_its_last_field() {
    let mut claim = row(&[]);
    claim["historico"] = json!([
        { "dtEvento": "2026-11-20T10:00:00Z", "cdStatus": "ABERTO", "dsStatus": "Aberto", "dsObservacao": "x", "responsavel": "Ana Paula" },
        { "dtEvento": "2026-11-21T10:00:00Z", "cdStatus": "ABERTO", "dsStatus": "Aberto", "dsObservacao": "y" },
    ]);
    let mut live = Live::new();
    for path in live.answers.keys().copied().filter(|path| path.contains("/lista-acionamentos")).collect::<Vec<_>>() {
        live = live.data(path, &json!([claim]));
    }
    let (table, text) = proposed(&live.data(RetornaAcionamentoReabertura::PATH, &claim)).await;
    assert_eq!(table["types"]["Evento"]["nmUsuario"].as_str(), Some("responsavel"), "{text}");
    assert!(text.contains("nmUsuario = \"responsavel\"  # confira: "), "{text}");
}
