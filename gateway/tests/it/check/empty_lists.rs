//! `gateway check` where lists are left out when they are empty.

use serde_json::{Value, json};
use services::wire::{
    Call as _, menu::ListaMenuUsuario, painel::TotalStatusAcionamentoAno, segurado::PesquisaSegurado,
};

use super::{Live, checked, command, run, with_dialect};

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

    let told = with_dialect(&address, &told.out, &["--json"]).await;
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
