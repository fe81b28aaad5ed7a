//! The end of a session by its user, which the services do not know.

use serde_json::json;

use crate::{
    kit::{ANA, Gateway, Kit, Parts, patient},
    login::TROCAR_SENHA,
    subscriptions::{NEVER, settings, subscribe},
};

const SAIR: &str = "mutation { sair }";
const MENU: &str = "{ menu { id } }";

#[tokio::test]
async fn after_logging_out_the_token_is_refused_although_the_services_accept_it() {
    let kit = Kit::new().await;
    let (ana, bruno) = (kit.login(ANA).await, kit.login("bruno@assistencia.example").await);
    kit.run(Some(&ana), "{ seguradoras { id } }", json!({})).await.data();
    assert_eq!(kit.run(Some(&ana), SAIR, json!({})).await.data(), json!({ "sair": true }));
    let change = json!({ "input": { "email": ANA, "senhaAtual": "Senha@123", "senhaNova": "Nova@2026" } });
    for (document, variables) in [
        (MENU, json!({})),
        ("{ seguradoras { id } }", json!({})),
        (TROCAR_SENHA, change),
        ("mutation { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }", json!({})),
    ] {
        let (code, _) = kit.run(Some(&ana), document, variables).await.error();
        assert_eq!(code, "UNAUTHENTICATED", "{document}");
    }
    assert!(kit.take_calls().iter().all(|call| !call.path.contains("atualiza")), "nothing was sent");
    kit.run(Some(&bruno), MENU, json!({})).await.data();
    // Another gateway, which shares nothing with this one.
    Gateway::with(patient(kit.services)).run(Some(&ana), MENU, json!({})).await.data();
    assert_eq!(kit.run(None, SAIR, json!({})).await.error().0, "UNAUTHENTICATED");
}

#[tokio::test]
async fn logging_out_ends_the_subscriptions_of_the_session() {
    let kit = Kit::new().await;
    let parts = Parts { subscriptions: settings(NEVER), ..Parts::default() };
    let gateway = Gateway::with_services(kit.services, parts);
    let token = kit.login(ANA).await;
    let mut events = subscribe(&gateway, &token, "subscription { painel { seguradoras } }", json!({})).await;
    assert!(events.next().await["data"].is_object());
    gateway.run(Some(&token), SAIR, json!({})).await.data();
    assert_eq!(events.failure().await, ["UNAUTHENTICATED"]);
}
