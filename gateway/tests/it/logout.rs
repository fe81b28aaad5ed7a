//! The end of a session by its user, which the services do not know.

use contract::{
    login::{ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    menu::ListaMenuUsuario,
    value::{Consent, Nothing},
};
use futures_util::FutureExt as _;
use serde_json::json;

use crate::{
    kit::{ANA, ENTRAR, Gateway, Kit, PASSWORD, WRITE},
    login::{TROCAR_SENHA, password_change},
    stub::{Answer, StubBuilder, sessao, stub},
    subscriptions::subscribe,
};

const SAIR: &str = "mutation { sair }";
const MENU: &str = "{ menu { id } }";

/// Services that give a user the same token at each login.
pub(crate) fn with_one_token() -> StubBuilder {
    stub()
        .on::<ValidaEmail>(|_| Answer::Data(Nothing {}))
        .on::<ValidaCodigoAcesso>(|_| Answer::Data(Consent(true)))
        .on::<ValidaLogin>(|_| Answer::Data(sessao("ficha")))
        .on::<ListaMenuUsuario>(|_| Answer::Data(Vec::new()))
}

/// Logs in at such services.
pub(crate) async fn log_in_again(gateway: &Gateway) {
    let entered = gateway.run(None, ENTRAR, gateway.password_step().await).await.data();
    assert_eq!(entered["entrar"]["token"], "ficha");
}

#[tokio::test]
async fn a_token_that_the_services_give_again_opens_its_session_again() {
    let stub = with_one_token().start().await;
    for _ in 0..2 {
        log_in_again(&stub.gateway).await;
        stub.gateway.query("ficha", MENU).await.data();
        stub.gateway.query("ficha", SAIR).await.data();
        assert_eq!(stub.gateway.query("ficha", MENU).await.error().0, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn after_logging_out_the_token_is_refused_although_the_services_accept_it() {
    let kit = Kit::new().await;
    let (ana, bruno) = (kit.login(ANA).await, kit.login("bruno@assistencia.example").await);
    kit.query(&ana, "{ seguradoras { id } }").await.data();
    assert_eq!(kit.query(&ana, SAIR).await.data(), json!({ "sair": true }));
    let change = password_change(ANA, PASSWORD, "Nova@2026");
    for (document, variables) in
        [(MENU, json!({})), ("{ seguradoras { id } }", json!({})), (TROCAR_SENHA, change), (WRITE, json!({}))]
    {
        let (code, _) = kit.run(Some(&ana), document, variables).await.error();
        assert_eq!(code, "UNAUTHENTICATED", "{document}");
    }
    assert!(kit.take_calls().iter().all(|call| !call.path.contains("atualiza")), "nothing was sent");
    kit.query(&bruno, MENU).await.data();
    // Another gateway, which shares nothing with this one.
    kit.another_gateway(None).query(&ana, MENU).await.data();
    assert_eq!(kit.run(None, SAIR, json!({})).await.error().0, "UNAUTHENTICATED");
}

#[tokio::test]
async fn logging_out_ends_the_subscriptions_of_the_session() {
    let kit = Kit::new().await;
    let gateway = kit.another_gateway(None);
    let token = kit.login(ANA).await;
    let mut events = subscribe(&gateway, &token, "subscription { painel { seguradoras } }", json!({})).await;
    assert!(events.next().await["data"].is_object());
    gateway.query(&token, SAIR).await.data();
    assert_eq!(events.failure().await, ["UNAUTHENTICATED"]);
}

#[tokio::test]
async fn a_made_up_token_that_logs_out_is_not_remembered() {
    let kit = Kit::new().await;
    assert_eq!(kit.query("inventado", SAIR).await.data(), json!({ "sair": true }));
    kit.take_calls();
    assert_eq!(kit.query("inventado", MENU).await.error().0, "UNAUTHENTICATED");
    // A token that ended is refused without a call.
    assert_eq!(kit.take_calls().len(), 1);
}

#[tokio::test]
async fn logging_out_works_while_the_services_fail() {
    let stub = stub().on::<ListaMenuUsuario>(|_| Answer::Http(503)).start().await;
    assert_eq!(stub.ask(SAIR).await.data(), json!({ "sair": true }));
    let reply = stub.ask("{ procedimentos { id } }").await;
    assert_eq!(reply.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_client_that_leaves_is_logged_out_before_the_gateway_stops() {
    let stub = stub().on::<ListaMenuUsuario>(|_| Answer::Data(Vec::new())).holding(|_| true).start().await;
    let request = stub.gateway.spawn("ana", SAIR);
    stub.arrived::<ListaMenuUsuario>(1).await;
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    assert!(stub.gateway.upstream.wait_for_writes().now_or_never().is_none());
    stub.release_all();
    stub.gateway.upstream.wait_for_writes().await;
    assert_eq!(stub.gateway.query("ana", MENU).await.error().0, "UNAUTHENTICATED");
}
