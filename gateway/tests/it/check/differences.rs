//! What a report says about differences that the gateway could overlook, and how it says it.

use serde_json::json;
use services::wire::{
    Call as _,
    acionamento::{
        ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus,
    },
    menu::ListaMenuUsuario,
    painel::{TotalAcionamentoAbertosDia, TotalSeguradoras, TotalStatusAcionamentoAno},
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};

use super::{Live, at_the_terminal, check, checked, command, run};
use crate::{
    kit::{Kit, serve},
    stub::acionamento,
};

#[tokio::test]
async fn optional_fields_that_never_come_beside_unknown_ones_fail_the_check() {
    let row = json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "grupo": "Imagem", "vlReferencia": 320.00 });
    let live = Live::new().data(ListaProcedimento::PATH, &json!([row]));
    let told = check(live.start().await).await;
    let field = told.field(ListaProcedimento::PATH, "data[].dsCategoria");
    assert_eq!((told.exit, &field["state"]), (1, &json!("suspect")));
    assert_eq!(told.endpoint(ListaProcedimento::PATH)["verdict"], "doubtful");

    // An unknown key of another kind cannot be its name.
    let row = json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "links": {}, "vlReferencia": 320.00 });
    let live = Live::new().data(ListaProcedimento::PATH, &json!([row]));
    let told = check(live.start().await).await;
    let field = told.field(ListaProcedimento::PATH, "data[].dsCategoria");
    assert_eq!((told.exit, &field["state"]), (0, &json!("missing")), "{}", told.out);
}

#[tokio::test]
async fn what_must_change_comes_first_and_additions_are_one_line() {
    let insurer =
        json!({ "cdSeguradora": "3", "nmSeguradora": "Pata", "nrCnpj": null, "flAtiva": true, "zona": 1, "uf": "SP" });
    let live = Live::new()
        .data(ListaSeguradora::PATH, &json!([insurer]))
        .data(TotalSeguradoras::PATH, &json!({ "qtTotal": {}, "versao": 2 }));
    let services = format!("http://{}", live.start().await);
    let told = run(command(&services, &["--token", "ficha"])).await;
    let at = |text: &str| told.out.find(text).unwrap_or_else(|| panic!("{text}: {}", told.out));
    assert!(at("/DashBoard/total-seguradoras") < at("/seguradora/lista-seguradora"));
    assert!(told.out.contains("3 que o contrato não tem, e o gateway ignora: uf, versao, zona"), "{}", told.out);
    assert!(!told.out.contains("desconhecido"), "{}", told.out);
    // What is never sent is told with its keys, and what was not asked is in the summary.
    assert!(told.out.contains("/AcionamentoWeb/salva-sinistro-web, com apolice, autorizacao"), "{}", told.out);
}

#[tokio::test]
async fn keys_of_nested_objects_are_told_by_their_path() {
    let mut row = json!(acionamento(7));
    let members = row.as_object_mut().unwrap();
    members.remove("nmPet");
    members.insert("pet".to_owned(), json!({ "nome": "Rex", "porte": "M" }));
    members.insert("auditoria".to_owned(), json!({ "criadoPor": "x", "origem": { "canal": "WEB" } }));
    members.insert("nrCpfCnpj".to_owned(), "529.982.247-25".into());
    let live = Live::new().data(ListaAcionamentosByStatus::PATH, &json!([row]));
    let told = check(live.start().await).await;
    let endpoint = told.endpoint(ListaAcionamentosByStatus::PATH);
    let unknown: Vec<_> =
        endpoint["unknown"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(unknown, ["data[].auditoria", "data[].pet.nome", "data[].pet.porte"]);
    let nested = &endpoint["unknown"][1];
    assert_eq!((&nested["resembles"], &nested["of"]), (&json!("nmPet"), &json!("Acionamento.nmPet")));
    let field = told.field(ListaAcionamentosByStatus::PATH, "data[].nmPet");
    assert_eq!((told.exit, &field["state"]), (1, &json!("suspect")));
    let document = told.field(ListaAcionamentosByStatus::PATH, "data[].nrCpfCnpj");
    assert_eq!(document["state"], "accepted", "{document}");
}

#[tokio::test]
async fn a_field_that_the_mapping_says_never_comes_is_not_missed() {
    let row = json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "grupo": "Imagem", "vlReferencia": 320.00 });
    let live = Live::new().data(ListaProcedimento::PATH, &json!([row]));
    let told = checked(&live, "[types.Procedimento]\ndsCategoria = false", true).await;
    let field = told.field(ListaProcedimento::PATH, "data[].dsCategoria");
    assert_eq!((told.exit, &field["state"]), (0, &json!("declared")), "{}", told.out);
}

#[tokio::test]
async fn one_refused_list_does_not_silence_the_others() {
    let row = json!(acionamento(7));
    let live = Live::new()
        .body(ListaAcionamentosByStatus::PATH, r#"{"status":0,"messages":"Informe a unidade.","data":null}"#)
        .data(ListaAcionamentosBySeguradoraStatus::PATH, &json!([row]));
    let told = check(live.start().await).await;
    for path in [ListaAcionamentosBySinistro::PATH, PesquisaSegurado::PATH] {
        assert!(!told.endpoint(path)["calls"].as_array().unwrap().is_empty(), "{path}");
    }
    assert_eq!(told.endpoint(ListaAcionamentosByAutorizacao::PATH)["verdict"], "not-asked", "it has no number");
}

#[tokio::test]
async fn a_refusal_is_shown_only_if_asked_for() {
    let live = Live::new()
        .body(ListaAcionamentosByStatus::PATH, r#"{"status":0,"messages":"Falta o campo cdSituacao","data":null}"#)
        .http(ListaSeguradora::PATH, 422, b"{\"erro\":\"falta \x1b[2J pagina\"}");
    let services = format!("http://{}", live.start().await);
    let silent = run(command(&services, &["--token", "ficha", "--status", "ABERTO"])).await;
    assert!(!silent.out.contains("cdSituacao") && !silent.out.contains("falta"), "{}", silent.out);
    let told = run(command(&services, &["--token", "ficha", "--status", "ABERTO", "--show-refusals"])).await;
    assert!(told.out.contains("Falta o campo cdSituacao"), "{}", told.out);
    assert!(told.out.contains(r#"{"erro":"falta [2J pagina"}"#), "{}", told.out);
    assert!(told.out.contains("pedido        status"), "{}", told.out);
}

#[tokio::test]
async fn a_redirect_to_a_slash_and_a_refused_key_name_the_remedy() {
    let slash = axum::Router::new().fallback(|request: axum::extract::Request| async move {
        let path = format!("{}/", request.uri().path());
        let headers = [(axum::http::header::LOCATION, path)];
        let has_session = request.headers().get("authorization").is_some_and(|value| value == "Bearer ficha");
        if has_session {
            Ok((axum::http::StatusCode::PERMANENT_REDIRECT, headers))
        } else {
            Err(axum::http::StatusCode::UNAUTHORIZED)
        }
    });
    let services = format!("http://{}", serve(slash).await);
    let told = run(command(&services, &["--token", "ficha"])).await;
    assert!(told.out.contains("uma barra no fim: ponha-a em [calls] path"), "{}", told.out);

    let denied = axum::Router::new().fallback(|| async { axum::http::StatusCode::UNAUTHORIZED });
    let services = serve(denied).await;
    let kit = Kit::new().await;
    let arguments = format!("--upstream-url http://{services} --api-key x --ano 2026");
    let (exit, shown) = at_the_terminal(&kit, &arguments).await;
    assert_eq!(exit, Some(2), "{shown}");
    assert!(shown.contains("confira GATEWAY_API_KEY") && shown.contains("[headers] api-key"), "{shown}");
}

#[tokio::test]
async fn lenient_forms_are_told_by_field_and_form() {
    let menu = json!([{ "cdMenu": "1", "dsMenu": null, "dsRota": "/", "dsIcone": null, "nrOrdem": 1 }]);
    let live = Live::new()
        .data(ListaMenuUsuario::PATH, &menu)
        .data(
            ListaSeguradora::PATH,
            &json!({ "cdSeguradora": "3", "nmSeguradora": "Pata", "nrCnpj": null, "flAtiva": true }),
        )
        .data(TotalAcionamentoAbertosDia::PATH, &json!({ "qtTotal": 7, "vlTotal": "1.280,50" }));
    let services = format!("http://{}", live.start().await);
    let told = run(command(&services, &["--token", "ficha"])).await;
    assert_eq!(told.exit, 0, "{}", told.out);
    let text: String = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "aceito data[].dsMenu: chegou null, que o gateway aceita no lugar de texto, sempre",
        "linhas 1 aceito data: chegou objeto, que o gateway aceita no lugar de lista, sempre",
        "aceito data.vlTotal: chegou número com vírgula entre aspas, que o gateway aceita no lugar de número, sempre",
    ] {
        assert!(text.contains(line), "{line}: {}", told.out);
    }
}

#[tokio::test]
async fn what_the_gateway_reads_fits_http_202_and_one_key_for_a_code_and_its_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    std::fs::write(&file, "[types.TotalMensal]\ncdStatus = 'situacao'\ndsStatus = 'situacao'\n").unwrap();
    let rows = json!([{ "nrMes": 11, "situacao": "ABERTO", "qtTotal": 1, "vlTotal": 640.00 }]);
    let body = json!({ "status": 1, "messages": "", "data": rows }).to_string();
    let live = Live::new().http(TotalStatusAcionamentoAno::PATH, 202, body.as_bytes());
    let services = format!("http://{}", live.start().await);
    let told = run(command(&services, &["--token", "ficha", "--json", "--mapping", file.to_str().unwrap()])).await;
    assert_eq!((told.exit, &told.endpoint(TotalStatusAcionamentoAno::PATH)["verdict"]), (0, &json!("fits")));
    // Parts of an answer are none.
    let live = Live::new().http(TotalStatusAcionamentoAno::PATH, 206, body.as_bytes());
    let told = check(live.start().await).await;
    assert_eq!(told.problem(TotalStatusAcionamentoAno::PATH).1, "status", "{}", told.out);
}
