//! The menu.

use contract::menu::{ItemMenu, ListaMenuUsuario};
use serde_json::json;

use crate::{
    kit::{Gateway, answering},
    stub::{Answer, item_menu, stub},
};

#[tokio::test]
async fn the_menu_is_in_display_order() {
    let stub = stub()
        .on::<ListaMenuUsuario>(|_| Answer::Data(vec![item_menu("2", Some(" "), 20), item_menu("1", Some("home"), 10)]))
        .start()
        .await;
    let answer = stub.ask("{ menu { id titulo rota icone } again: menu { id } }").await;
    assert_eq!(
        answer.data(),
        json!({
            "menu": [
                { "id": "1", "titulo": "Início \"já\"", "rota": "/home-page", "icone": "home" },
                { "id": "2", "titulo": "Início \"já\"", "rota": "/home-page", "icone": null },
            ],
            "again": [{ "id": "1" }, { "id": "2" }],
        })
    );
    assert_eq!(stub.counts(), "lista-menu-usuario 1");
}

#[tokio::test]
async fn a_menu_without_order_numbers_keeps_its_order() {
    let item = |code: &str| json!({ "cdMenu": code, "dsMenu": "Início", "dsRota": "/" });
    let body = json!({ "status": 1, "messages": "", "data": [item("2"), item("1"), item("3")] });
    let gateway = Gateway::over(answering(200, body).await);
    let answer = gateway.query("ficha", "{ menu { id } }").await;
    assert_eq!(answer.data(), json!({ "menu": [{ "id": "2" }, { "id": "1" }, { "id": "3" }] }));
}

#[tokio::test]
async fn a_route_has_one_leading_slash_however_the_services_write_it() {
    let sent = ["home-page", " /consulta-acionamento?status=A ", "//novo-acionamento", "~/painel", "#/minha", "/"];
    let routes = ["/home-page", "/consulta-acionamento?status=A", "/novo-acionamento", "/painel", "/minha", "/"];
    let items: Vec<_> = sent.into_iter().zip(1..).map(|(route, at)| entry(Some(route), at)).collect();
    let stub = stub().on::<ListaMenuUsuario>(move |_| Answer::Data(items.clone())).start().await;
    let answer = stub.ask("{ menu { rota } }").await;
    assert_eq!(answer.data(), json!({ "menu": routes.map(|rota| json!({ "rota": rota })) }));
}

fn entry(route: Option<&str>, at: i64) -> ItemMenu {
    ItemMenu { ds_rota: route.map(str::to_owned), ..item_menu("1", None, at) }
}

#[tokio::test]
async fn what_opens_no_screen_is_left_out_of_the_menu() {
    let unnamed = ItemMenu { ds_menu: " ".into(), ..entry(Some("/painel"), 5) };
    let headings = [entry(None, 1), entry(Some(" "), 2), entry(Some("https://ajuda.example/portal"), 3), unnamed];
    for (screens, said) in [
        (vec![entry(Some("/home-page"), 4)], json!({ "data": { "menu": [{ "rota": "/home-page" }] } })),
        (vec![], json!("UPSTREAM_INVALID_RESPONSE")),
    ] {
        let items = [&headings[..], &screens].concat();
        let stub = stub().on::<ListaMenuUsuario>(move |_| Answer::Data(items.clone())).start().await;
        let answer = stub.ask("{ menu { rota } }").await.json();
        assert_eq!(if screens.is_empty() { &answer["errors"][0]["extensions"]["code"] } else { &answer }, &said);
    }
}

#[tokio::test]
async fn without_a_session_nothing_is_called() {
    let stub = stub().start().await;
    let everything = r#"{ menu { id } seguradoras { id } procedimentos { id }
        painel { seguradoras abertosHoje { quantidade } }
        segurado(cpfCnpj: "52998224725") { nome } totaisPorStatus(ano: 1) { mes }
        acionamento(sinistro: " ") { id } reabertura(sinistro: "1") { __typename }
        acionamentos(filtro: { status: " " }, first: -1) { totalCount } }"#;
    for token in [None, Some("0"), Some(""), Some("com espaço"), Some("ação")] {
        let answer = stub.gateway.run(token, everything, json!({})).await;
        let refused = "UNAUTHENTICATED: Sua sessão terminou ou não existe. Entre novamente.";
        assert!(answer.errors().iter().all(|error| error.ends_with(refused)), "{token:?}: {:#}", answer.json());
        assert_eq!(answer.errors().len(), 10, "{token:?}");
    }
    assert_eq!(stub.counts(), "");
}
