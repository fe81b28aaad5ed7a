//! Two gateways with a shared Redis: rate limits, login steps, idempotency store, announcements; and outages of Redis.

mod announcements;
mod idempotency;
mod login;
mod outage;

use std::time::Duration;

use gateway::{shared_store::SharedStore, upstream::UpstreamSettings};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{
    kit::{Gateway, Kit, PASSWORD, TEST_TIMEOUT, VALIDAR_EMAIL, eventually, upstream_settings},
    redis_server::{Line, RedisServer},
    stub::Stub,
};

/// Two gateways over the small company, with a shared Redis.
struct Gateways {
    kit: Kit,
    redis: RedisServer,
    gateways: [Gateway; 2],
    stores: [SharedStore; 2],
    /// Of a session of Ana's.
    token: String,
}

impl Gateways {
    async fn new() -> Self {
        Self::with(TEST_TIMEOUT).await
    }

    /// The same with this timeout of Redis.
    async fn with(response_timeout: Duration) -> Self {
        let redis = RedisServer::start().await;
        let stores = [redis.store_with(response_timeout).await, redis.store_with(response_timeout).await];
        Self::of(redis, stores).await
    }

    /// The same, where the way of the first gateway to Redis can be cut.
    async fn on_a_line() -> (Self, watch::Sender<Line>) {
        let redis = RedisServer::start().await;
        let (store, line) = redis.store_on_a_line(TEST_TIMEOUT).await;
        let stores = [store, redis.store().await];
        (Self::of(redis, stores).await, line)
    }

    async fn of(redis: RedisServer, stores: [SharedStore; 2]) -> Self {
        let (kit, token) = Kit::logged_in().await;
        let gateways = stores.each_ref().map(|store| kit.another_gateway(Some(store.clone())));
        let many = Self { kit, redis, gateways, stores, token };
        many.announced(2).await;
        many
    }

    /// Waits until so many gateways receive announcements.
    async fn announced(&self, gateways: usize) {
        eventually(async || {
            self.redis.command("PUBSUB CHANNELS").await == "*1"
                && self.redis.publish(&self.redis.channel().await, "nobody knows the secret").await == gateways
        })
        .await;
    }

    /// The first step of a login at one of them.
    async fn ask_for_code(&self, at: usize, email: &str) -> Value {
        let reply = self.gateways[at % 2].run(None, VALIDAR_EMAIL, json!({ "email": email })).await;
        // Two new messages to one address could not be told apart.
        self.kit.read_mail();
        reply.json()
    }

    /// The second step.
    async fn send_code(&self, at: usize, desafio: &str, codigo: &str) -> Value {
        self.gateways[at % 2].send_code(desafio, codigo).await.json()
    }

    /// The last step.
    async fn send_password(&self, at: usize, desafio: &str) -> Value {
        self.gateways[at % 2].send_password(desafio, PASSWORD).await.json()
    }

    /// A whole login with each step at the next gateway; returns the token.
    async fn log_in(&self, at: usize, email: &str) -> String {
        let sent = self.ask_for_code(at, email).await;
        let desafio = text(&sent["data"]["validarEmail"]["desafio"]);
        let accepted = self.send_code(at + 1, desafio, &self.kit.newest_code(email)).await;
        let session = self.send_password(at + 2, text(&accepted["data"]["validarCodigo"]["desafio"])).await;
        text(&session["data"]["entrar"]["token"]).to_owned()
    }
}

/// Two gateways that share a Redis, over services of the test's own.
async fn gateways(redis: &RedisServer, stub: &Stub) -> [Gateway; 2] {
    let stores = [redis.store().await, redis.store().await];
    stores.map(|store| Gateway::of(UpstreamSettings { store, ..upstream_settings(stub.address) }))
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
