//! Outages of Redis: requests succeed, operators see it, and changes meanwhile are applied after it.

use std::time::Duration;

use gateway::shared_store::{RedisState, ScriptCall};
use serde_json::Value;
use tokio::time::timeout;

use super::{Gateways, code, text};
use crate::{
    kit::{ABRIR, ANA, Gateway, TEST_TIMEOUT, novo_acionamento},
    redis_server::{Line, RedisServer},
};

async fn save(gateway: &Gateway, token: &str, chave: &str) -> Value {
    gateway.run(Some(token), ABRIR, novo_acionamento(chave)).await.json()
}

/// State of Redis in the readiness report. The gateway is ready in any state.
async fn redis(gateway: &Gateway) -> Value {
    let (status, details) = gateway.readiness().await;
    assert_eq!(status, 200);
    details["redis"].clone()
}

impl Gateways {
    /// Runs every operation that uses Redis on each gateway. `round` makes its input unique.
    async fn do_everything(&self, round: &str) {
        for gateway in 0..2 {
            let token = self.log_in(gateway, ANA).await;
            let saved = save(&self.gateways[gateway], &token, round).await;
            assert_eq!(code(&saved), "AcionamentoSalvo");
            assert_eq!(save(&self.gateways[gateway], &token, round).await, saved);
        }
    }

    async fn both_are(&self, condition: RedisState) {
        for (store, gateway) in self.stores.iter().zip(&self.gateways) {
            if condition == RedisState::Connected {
                timeout(Duration::from_secs(30), store.wait_until_connected()).await.expect("it is found again");
            }
            assert_eq!(redis(gateway).await, <&str>::from(condition));
        }
    }
}

#[tokio::test]
async fn requests_succeed_while_redis_fails_and_it_is_used_again_after() {
    for (fault, remedy) in [
        ("stop", "start"),
        ("hang", "wake"),
        ("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
        ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
        ("ACL SETUSER default -@scripting", "ACL SETUSER default +@all"),
    ] {
        let mut many = Gateways::with(if fault == "hang" { Duration::from_millis(200) } else { TEST_TIMEOUT }).await;
        match fault {
            "stop" => many.redis.stop().await,
            "hang" => many.redis.hang().await,
            command => assert_eq!(many.redis.command(command).await, "+OK"),
        }
        many.do_everything("failing").await;
        many.both_are(RedisState::Unreachable).await;
        match remedy {
            "start" => many.redis.start_again().await,
            "wake" => many.redis.wake().await,
            command => assert_eq!(many.redis.command(command).await, "+OK"),
        }
        many.both_are(RedisState::Connected).await;
        many.do_everything("again").await;
    }
}

#[tokio::test]
async fn an_emptied_redis_is_used_from_then_on() {
    let many = Gateways::new().await;
    many.do_everything("before").await;
    for command in ["FLUSHALL", "SCRIPT FLUSH", "CLIENT KILL TYPE normal SKIPME yes"] {
        many.redis.command(command).await;
        many.do_everything(&command.replace(' ', "-")).await;
        many.both_are(RedisState::Connected).await;
    }
}

#[tokio::test]
async fn changes_during_a_redis_outage_are_applied_after_it() {
    let many = Gateways::with(Duration::from_secs(1)).await;
    many.redis.hang().await;
    let mut sent = Value::Null;
    for _ in 0..3 {
        sent = many.ask_for_code(0, ANA).await;
    }
    // It counts by itself meanwhile.
    assert_eq!(code(&many.ask_for_code(0, ANA).await), "RATE_LIMITED");
    let desafio = text(&sent["data"]["validarEmail"]["desafio"]);
    let codigo = many.kit.newest_code(ANA);
    assert_eq!(code(&many.send_code(0, desafio, &codigo).await), "CodigoAceito");
    many.redis.wake().await;
    many.both_are(RedisState::Connected).await;
    for at in 0..2 {
        assert_eq!(code(&many.ask_for_code(at, ANA).await), "RATE_LIMITED");
        assert_eq!(code(&many.send_code(at, desafio, &codigo).await), "DESAFIO_USADO");
    }
}

/// As after a firewall or a failover.
#[tokio::test]
async fn a_connection_that_went_silent_is_replaced() {
    let redis = RedisServer::start().await;
    let (store, line) = redis.store_on_a_line(Duration::from_secs(2)).await;
    let call = ScriptCall::new("return 1");
    assert_eq!(store.run::<i64>(&call).await, Some(1));
    line.send(Line::Silent).unwrap();
    assert_eq!((store.run::<i64>(&call).await, store.state()), (None, Some(RedisState::Unreachable)));
    line.send(Line::Open).unwrap();
    timeout(Duration::from_secs(60), store.wait_until_connected()).await.expect("another connection");
    assert_eq!(store.run::<i64>(&call).await, Some(1));
}
