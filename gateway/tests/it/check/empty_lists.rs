//! `gateway check` where lists are left out when they are empty.

use serde_json::{Value, json};
use services::wire::{
    Call as _, menu::ListaMenuUsuario, painel::TotalStatusAcionamentoAno, segurado::PesquisaSegurado,
};

use super::{Live, checked, command, run, with_mapping};

/// Services whose lists stand beside their length, unless they are empty.
fn live() -> Live {
    let mut live = Live::new();
    for answer in live.answers.values_mut() {
        let mut body: Value = serde_json::from_slice(&answer.1).unwrap();
        if let Some(rows) = body["data"].as_array() {
            body["data"] = json!({ "itens": rows, "total": rows.len() });
        }
        answer.1 = body.to_string().into_bytes();
    }
    live.data(TotalStatusAcionamentoAno::PATH, &json!({ "total": 0 }))
        .data(PesquisaSegurado::PATH, &json!({ "cdSegurado": "1", "nrCpfCnpj": "52998224725", "nmSegurado": "Maria" }))
}

#[tokio::test]
async fn the_key_of_a_list_that_was_left_out_is_that_of_the_others() {
    let address = format!("http://{}", live().start().await);
    let told = run(command(&address, &["--token", "ficha", "--propose"])).await;
    let table: toml::Table = told.out.parse().unwrap();
    assert_eq!(table["calls"]["lista-menu-usuario"]["list"].as_str(), Some("itens"), "{}", told.out);
    assert_eq!(table["calls"]["total-status-acionamento-ano"]["list"].as_str(), Some("itens"), "{}", told.out);
    assert!(told.out.contains("# confira: a lista veio vazia"), "{}", told.out);
    assert!(!told.out.contains("[calls.pesquisa-segurado]"), "{}", told.out);
    assert_eq!(told.exit, 0, "{}{}", told.out, told.err);

    let told = with_mapping(&address, &told.out, &["--json"]).await;
    assert_eq!(told.exit, 0, "{}", told.out);
    assert_eq!(told.endpoint(TotalStatusAcionamentoAno::PATH)["rows"], 0);
    assert_eq!(told.endpoint(TotalStatusAcionamentoAno::PATH)["verdict"], "fits-with-notes");
    assert_eq!(told.field(PesquisaSegurado::PATH, "data.apolices")["state"], "missing");
    assert_eq!(told.endpoint(ListaMenuUsuario::PATH)["rows"], 1);
}

#[tokio::test]
async fn rows_under_another_key_are_no_empty_list() {
    let live = live().data(ListaMenuUsuario::PATH, &json!({ "linhas": [{ "cdMenu": "1" }], "total": 1 }));
    let told = checked(&live, "[calls.lista-menu-usuario]\nlist = 'itens'\n", true).await;
    assert_eq!(told.problem(ListaMenuUsuario::PATH), ("does-not-fit".to_owned(), "unread".to_owned()));
}

#[tokio::test]
async fn a_list_that_was_refused_throughout_gets_the_key_of_the_others_and_its_refusal_is_shown_if_asked_for() {
    let refusal = br#"{"status":0,"messages":"Rever o pedido inteiro","data":null}"#;
    let live = live().http(TotalStatusAcionamentoAno::PATH, 400, refusal);
    let address = format!("http://{}", live.start().await);
    let told = run(command(&address, &["--token", "ficha", "--propose", "--show-refusals"])).await;
    let table: toml::Table = told.out.parse().unwrap();
    assert_eq!(table["calls"]["total-status-acionamento-ano"]["list"].as_str(), Some("itens"), "{}", told.out);
    assert!(told.out.contains("# confira: este serviço recusou tudo"), "{}", told.out);
    assert!(told.err.contains("Rever o pedido inteiro"), "{}", told.err);
    assert!(!told.err.contains("pergunte com outros valores"), "{}", told.err);
    // The same again says what was refused.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mapping.toml");
    std::fs::write(&file, &told.out).unwrap();
    let mut command = command(&address, &["--token", "ficha", "--propose"]);
    command.env("GATEWAY_MAPPING", &file);
    let told = run(command).await;
    let refused = format!("a API recusou: {} (HTTP 400); --show-refusals", TotalStatusAcionamentoAno::PATH);
    assert!(told.err.contains("nada de novo") && told.err.contains(&refused), "{}", told.err);
    assert!(!told.err.contains("Rever o pedido"), "{}", told.err);
}

#[tokio::test]
async fn of_a_response_of_which_nothing_was_read_no_other_value_is_said_to_bring_a_field() {
    let mapping = "[types.Acionamento]\nnrSinistroOrigem = 'relations.reopenOf'\n";
    let told = with_mapping(&format!("http://{}", live().start().await), mapping, &[]).await;
    let text = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let services = text.split(" Resumo ").next().unwrap().split(['✗', '✓', '~']);
    let mut unread = services.filter(|of_service| of_service.contains("esperado lista, chegou objeto")).peekable();
    assert!(unread.peek().is_some(), "{}{}", told.out, told.err);
    assert!(unread.all(|of_service| !of_service.contains("pode trazê-lo")), "{}", told.out);
}
