//! Two gateways with a shared Redis: rate limits, login steps, idempotency store, reference data; and outages of Redis.

mod announcements;
mod idempotency;
mod login;
mod outage;

use std::time::Duration;

use gateway::shared_store::SharedStore;
use serde_json::{Value, json};

use crate::{
    kit::{Gateway, Kit, PASSWORD, VALIDAR_EMAIL},
    redis_server::RedisServer,
};

/// Two gateways over the small company, with a shared Redis.
struct Gateways {
    kit: Kit,
    redis: RedisServer,
    gateways: [Gateway; 2],
    stores: [SharedStore; 2],
}

impl Gateways {
    async fn new() -> Self {
        Self::with(Duration::from_secs(20)).await
    }

    /// The same with this timeout of Redis.
    async fn with(patience: Duration) -> Self {
        let (kit, redis) = (Kit::new().await, RedisServer::start().await);
        let stores = [redis.store_with(patience).await, redis.store_with(patience).await];
        let gateways = stores.each_ref().map(|store| kit.sharing(store.clone()));
        Self { kit, redis, gateways, stores }
    }

    /// The first step of a login at one of them.
    async fn ask_for_code(&self, at: usize, email: &str) -> Value {
        let reply = self.gateways[at % 2].run(None, VALIDAR_EMAIL, json!({ "email": email })).await;
        // Two new messages to one address could not be told apart.
        self.kit.read_mail();
        reply.json()
    }

    /// The second step.
    async fn hand_in(&self, at: usize, desafio: &str, codigo: &str) -> Value {
        self.gateways[at % 2].hand_in(desafio, codigo).await.json()
    }

    /// The last step.
    async fn enter(&self, at: usize, desafio: &str) -> Value {
        self.gateways[at % 2].enter(desafio, PASSWORD).await.json()
    }

    /// A whole login with each step at the next gateway; returns the token.
    async fn log_in(&self, at: usize, email: &str) -> String {
        let sent = self.ask_for_code(at, email).await;
        let desafio = text(&sent["data"]["validarEmail"]["desafio"]);
        let accepted = self.hand_in(at + 1, desafio, &self.kit.newest_code(email)).await;
        let session = self.enter(at + 2, text(&accepted["data"]["validarCodigo"]["desafio"])).await;
        text(&session["data"]["entrar"]["token"]).to_owned()
    }
}

#[track_caller]
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// The code of the refusal or the error of a response's only field.
fn code(answer: &Value) -> &str {
    if let Some(code) = answer.pointer("/errors/0/extensions/code") {
        return text(code);
    }
    let field = answer["data"].as_object().and_then(|data| data.values().next()).expect("one field");
    field["codigo"].as_str().unwrap_or_else(|| text(&field["__typename"]))
}
