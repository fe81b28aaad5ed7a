//! A save at one gateway is seen at the others: by subscriptions, and by pages of cached lists.

use std::time::Duration;

use contract::{login::AtualizaSenha, seguradora::ListaSeguradora, value::Nothing};
use gateway::upstream::UpstreamSettings;
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{Gateways, code, gateways};
use crate::{
    captured_log::CapturedLog,
    kit::{ABRIR, CHANGE_PASSWORD, Gateway, READ, Shared, caching, eventually, novo_acionamento},
    logout::{log_in_again, with_one_token},
    redis_server::{Line, RedisServer},
    stub::{Answer, seguradora, stub},
    subscriptions::{Events, subscribe},
};

const PAINEL: &str = "subscription { painel { abertosHoje { quantidade } } }";

impl Gateways {
    async fn subscribe(&self, gateway: usize) -> (Events, i64) {
        let mut events = subscribe(&self.gateways[gateway], &self.token, PAINEL, json!({})).await;
        let first = today(&events.next().await);
        (events, first)
    }

    async fn save(&self, gateway: usize, chave: &str) {
        let saved = self.gateways[gateway].run(Some(&self.token), ABRIR, novo_acionamento(chave)).await.data();
        assert_eq!(saved["abrirAcionamento"]["__typename"], "AcionamentoSalvo");
    }

    async fn log_out(&self, gateway: usize) {
        let over = self.gateways[gateway].query(&self.token, "mutation { sair }").await.data();
        assert_eq!(over["sair"], true);
    }

    /// Waits until a gateway refuses the session.
    async fn is_refused_by(&self, gateway: &Gateway) {
        eventually(async || gateway.query(&self.token, MENU).await.json()["errors"].is_array()).await;
    }
}

const MENU: &str = "{ menu { id } }";

fn today(event: &Value) -> i64 {
    event["data"]["painel"]["abertosHoje"]["quantidade"].as_i64().unwrap_or_else(|| panic!("{event}"))
}

#[tokio::test]
async fn a_save_invalidates_the_cached_lists_of_another_gateway() {
    let many = Gateways::new().await;
    let page = |after: Value| {
        let query = "query($after: String) { acionamentos(filtro: { status: \"ABERTO\" }, first: 1, after: $after) {
            totalCount pageInfo { endCursor } } }";
        many.gateways[1].run(Some(&many.token), query, json!({ "after": after }))
    };
    let first = page(Value::Null).await.data()["acionamentos"].clone();
    let cursor = &first["pageInfo"]["endCursor"];
    let count = first["totalCount"].as_i64().unwrap();
    assert_eq!(page(cursor.clone()).await.data()["acionamentos"]["totalCount"], count);
    let (mut events, _) = many.subscribe(1).await;
    many.save(0, "uma").await;
    // The announcement has arrived.
    events.next().await;
    assert_eq!(page(cursor.clone()).await.data()["acionamentos"]["totalCount"], count + 1);
}

#[tokio::test]
async fn what_was_missed_while_redis_was_away_is_read_after_it() {
    let mut many = Gateways::new().await;
    let (mut events, before) = many.subscribe(1).await;
    many.redis.stop().await;
    // The save succeeds, and nobody hears of it.
    many.save(0, "uma").await;
    many.redis.start_again().await;
    assert_eq!(today(&events.next().await), before + 1);
    many.announced(2).await;
    many.save(0, "duas").await;
    assert_eq!(today(&events.next().await), before + 2);
}

#[tokio::test]
async fn a_redis_user_without_channels_loses_only_the_announcements() {
    let many = Gateways::new().await;
    many.redis.command("ACL SETUSER default resetchannels").await;
    // Redis closes the connections of those who may not be on the channel any more.
    let (mut own, before) = many.subscribe(0).await;
    many.save(0, "uma").await;
    assert_eq!(today(&own.next().await), before + 1);
    let (_, details) = many.gateways[0].readiness().await;
    assert_eq!(details["redis"], "connected");
    let (mut events, now) = many.subscribe(1).await;
    assert_eq!(now, before + 1);
    many.redis.command("ACL SETUSER default allchannels").await;
    many.announced(2).await;
    many.save(0, "duas").await;
    assert_eq!(today(&events.next().await), before + 2);
}

#[tokio::test]
async fn announcements_reveal_nothing_and_forged_ones_are_ignored() {
    let many = Gateways::new().await;
    let (mut events, before) = many.subscribe(1).await;
    let mut monitor = many.redis.monitor().await;
    many.save(0, "uma").await;
    assert_eq!(today(&events.next().await), before + 1);
    let published: Vec<_> = monitor.look().await.into_iter().filter(|line| line.contains("PUBLISH")).collect();
    assert!(!published.is_empty() && published.iter().all(|line| !line.contains("acionamento")), "{published:?}");
    let name = many.redis.channel().await;
    many.kit.take_calls();
    assert_eq!(many.redis.publish(&name, r#"{"gateway":1,"stale":null}"#).await, 2);
    // A save after it is the next thing that is read.
    many.save(0, "duas").await;
    assert_eq!(today(&events.next().await), before + 2);
    let reads = many.kit.calls();
    assert_eq!(reads.get("/DashBoard/total-acionamento-abertos-dia"), Some(&1), "{reads:?}");
}

#[tokio::test]
async fn a_session_that_ends_at_one_gateway_ends_at_all_and_at_those_that_start_later() {
    let many = Gateways::new().await;
    let (mut events, _) = many.subscribe(1).await;
    many.log_out(0).await;
    assert_eq!(events.failure().await, ["UNAUTHENTICATED"]);
    let (code, _) = many.gateways[1].query(&many.token, MENU).await.error();
    assert_eq!(code, "UNAUTHENTICATED");
    many.is_refused_by(&many.kit.another_gateway(Some(many.redis.store().await))).await;
}

#[tokio::test]
async fn ended_sessions_that_redis_returns_slowly_cost_no_request_its_redis() {
    let (log, _guard) = CapturedLog::up_to(LevelFilter::INFO);
    let many = Gateways::new().await;
    many.log_out(0).await;
    let store = many.redis.store_with(Duration::from_millis(500)).await;
    many.redis.command("CLIENT PAUSE 1000 WRITE").await;
    let later = many.kit.another_gateway(Some(store));
    many.is_refused_by(&later).await;
    assert!(!log.text().contains("Redis is lost"), "{}", log.text());
}

#[tokio::test]
async fn a_session_that_ends_at_a_gateway_without_redis_ends_at_all_once_it_has_redis() {
    let (many, line) = Gateways::on_a_line().await;
    let (mut events, _) = many.subscribe(1).await;
    line.send(Line::Cut).unwrap();
    many.log_out(0).await;
    // The other gateway has its channel all the time: what it missed cannot be seen there.
    line.send(Line::Open).unwrap();
    assert_eq!(events.failure().await, ["UNAUTHENTICATED"]);
    many.is_refused_by(&many.gateways[1]).await;
}

#[tokio::test]
async fn a_session_that_ended_is_learned_though_redis_refuses_scripts_when_the_channel_is_back() {
    let (many, line) = Gateways::on_a_line().await;
    line.send(Line::Cut).unwrap();
    many.announced(1).await;
    many.log_out(1).await;
    many.redis.command("ACL SETUSER default -@scripting").await;
    line.send(Line::Open).unwrap();
    many.announced(2).await;
    eventually(async || many.gateways[0].readiness().await.1["redis"] == "unreachable").await;
    many.redis.command("ACL SETUSER default +@all").await;
    many.is_refused_by(&many.gateways[0]).await;
}

#[tokio::test]
async fn sessions_that_ended_before_redis_lost_its_data_end_at_gateways_that_start_later() {
    let mut many = Gateways::new().await;
    many.log_out(0).await;
    many.redis.stop().await;
    many.redis.start_again().await;
    let later = many.kit.another_gateway(Some(many.redis.store().await));
    many.is_refused_by(&later).await;
    assert_eq!(many.redis.list("KEYS teste:ended-sessions:*").await.len(), 1);
}

#[tokio::test]
async fn a_session_is_given_back_to_redis_with_the_time_at_which_it_ended() {
    let mut many = Gateways::new().await;
    many.log_out(0).await;
    let set = many.redis.list("KEYS teste:ended-sessions:*").await.remove(0);
    let ended = many.redis.list("TIME").await[0].parse::<u64>().unwrap() - 86_390;
    many.redis.command(&format!("ZADD {set} {ended} {}", "x".repeat(32))).await;
    let later = many.kit.another_gateway(Some(many.redis.store().await));
    many.is_refused_by(&later).await;
    many.redis.stop().await;
    many.redis.start_again().await;
    eventually(async || many.redis.command(&format!("ZCARD {set}")).await == ":2").await;
    assert_eq!(many.redis.command(&format!("ZCOUNT {set} 0 {ended}")).await, ":1");
}

#[tokio::test]
async fn a_session_whose_token_the_services_give_again_begins_again_at_all_gateways() {
    let redis = RedisServer::start().await;
    let stub = with_one_token().start().await;
    let [one, other] = gateways(&redis, &stub).await;
    let is_refused = async |gateway: &Gateway| gateway.query("ficha", MENU).await.json()["errors"].is_array();
    one.query("ficha", "mutation { sair }").await.data();
    eventually(async || is_refused(&other).await).await;
    log_in_again(&one).await;
    assert!(!is_refused(&one).await);
    eventually(async || !is_refused(&other).await).await;
    // Nor does a gateway that starts later learn of the end.
    assert!(redis.list("KEYS teste:ended-sessions*").await.is_empty());
}

#[tokio::test]
async fn a_save_at_a_gateway_without_redis_is_seen_at_the_others_once_it_has_redis() {
    let (many, line) = Gateways::on_a_line().await;
    let (mut events, before) = many.subscribe(1).await;
    line.send(Line::Cut).unwrap();
    many.save(0, "uma").await;
    many.save(0, "duas").await;
    line.send(Line::Open).unwrap();
    assert_eq!(today(&events.next().await), before + 2);
}

/// The channel stays, so that nothing but the save itself remembers what was missed.
#[tokio::test]
async fn a_save_while_redis_refuses_scripts_is_seen_at_the_others_after_it() {
    let many = Gateways::new().await;
    let (mut events, before) = many.subscribe(1).await;
    many.redis.command("ACL SETUSER default -@scripting").await;
    many.save(0, "uma").await;
    many.redis.command("ACL SETUSER default +@all").await;
    assert_eq!(today(&events.next().await), before + 1);
}

async fn insurer(gateway: &Gateway, token: &str) -> String {
    let answer = gateway.query(token, READ).await.json();
    match answer.pointer("/data/seguradoras/0/nome") {
        Some(name) => name.as_str().unwrap().to_owned(),
        None => code(&answer).to_owned(),
    }
}

#[tokio::test]
async fn a_password_change_invalidates_the_caches_of_all_gateways() {
    let redis = RedisServer::start().await;
    let ended = Shared::new(false);
    let has_ended = ended.clone();
    let stub = stub()
        .on::<AtualizaSenha>(|_| Answer::Data(Nothing {}))
        .on_session::<ListaSeguradora>(move |token, _| match has_ended.get() {
            true => Answer::Http(401),
            false => Answer::Data(vec![seguradora("3", token)]),
        })
        .start()
        .await;
    let [one, other] = [redis.store().await, redis.store().await]
        .map(|store| Gateway::of(UpstreamSettings { store, ..caching(stub.address) }));
    assert_eq!((insurer(&one, "bia").await, insurer(&other, "bia").await), ("bia".to_owned(), "bia".to_owned()));
    assert_eq!(code(&one.query("ana", CHANGE_PASSWORD).await.json()), "SenhaTrocada");
    ended.set(true);
    assert_eq!(insurer(&one, "bia").await, "UNAUTHENTICATED");
    eventually(async || insurer(&other, "bia").await == "UNAUTHENTICATED").await;
}
