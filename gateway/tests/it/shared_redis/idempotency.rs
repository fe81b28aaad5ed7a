//! The idempotency store at two gateways: each save is sent once.

use std::sync::atomic::{AtomicUsize, Ordering};

use contract::{
    Call as _,
    acionamento::{Acionamento, ListaAcionamentosBySinistro, SalvaSinistroWeb},
};
use futures_util::future::join;
use gateway::upstream::UpstreamSettings;
use serde_json::Value;
use tokio::time::timeout;

use super::{code, gateways};
use crate::{
    kit::{ABRIR, Gateway, Shared, TEST_TIMEOUT, eventually, mapped, novo_acionamento},
    redis_server::RedisServer,
    stub::{Answer, Stub, StubBuilder, acionamento, stub},
};

/// Services that answer the next saves so, and accept those after them.
fn answering(answers: &'static [fn() -> Answer<Acionamento>]) -> StubBuilder {
    let sent = AtomicUsize::new(0);
    let save = move |_: SalvaSinistroWeb| {
        let number = sent.fetch_add(1, Ordering::SeqCst);
        answers.get(number).map_or_else(|| Answer::Data(saved(number)), |answer| answer())
    };
    stub().on::<SalvaSinistroWeb>(save).on::<ListaAcionamentosBySinistro>(|call| Answer::Data(vec![numbered(&call)]))
}

/// What a save saves.
fn saved(number: usize) -> Acionamento {
    Acionamento { nr_cpf_cnpj: "52998224725".into(), ..acionamento(number) }
}

fn numbered(call: &ListaAcionamentosBySinistro) -> Acionamento {
    saved(call.sinistro[4..].parse().unwrap())
}

fn saves(stub: &Stub) -> usize {
    stub.bodies::<SalvaSinistroWeb>().len()
}

async fn save(gateway: &Gateway, token: &str, chave: &str, autorizacao: &str) -> Value {
    let mut variables = novo_acionamento(chave);
    variables["input"]["autorizacao"] = autorizacao.into();
    gateway.run(Some(token), ABRIR, variables).await.json()
}

const OTHER_DATA: &str = "Esta chave de idempotência já foi usada com outros dados.";

#[tokio::test]
async fn the_same_save_at_two_gateways_at_once_is_sent_once() {
    let redis = RedisServer::start().await;
    let stub = answering(&[]).holding(|call| call.path == SalvaSinistroWeb::PATH).start().await;
    let [one, other] = gateways(&redis, &stub).await;
    let both = join(
        join(save(&one, "ana", "k", "1"), save(&other, "ana", "k", "1")),
        join(save(&one, "ana", "k", "1"), save(&other, "ana", "k", "1")),
    );
    let release = async {
        stub.arrived::<SalvaSinistroWeb>(1).await;
        stub.release_all();
    };
    let (((first, second), (third, fourth)), ()) = join(both, release).await;
    assert_eq!(code(&first), "AcionamentoSalvo");
    assert!(first == second && first == third && first == fourth, "{first} {second} {third} {fourth}");
    assert_eq!(saves(&stub), 1);
    // And after it; another payload under the same key is refused.
    for gateway in [&one, &other] {
        assert_eq!(save(gateway, "ana", "k", "1").await, first);
        assert_eq!(save(gateway, "ana", "k", "2").await["data"]["abrirAcionamento"]["mensagem"], OTHER_DATA);
    }
    assert_eq!(saves(&stub), 1);
    // The same key of another session is sent, and so is another key.
    save(&other, "bia", "k", "1").await;
    save(&other, "ana", "k2", "1").await;
    assert_eq!(saves(&stub), 3);
}

#[tokio::test]
async fn the_same_save_at_one_gateway_is_sent_once() {
    let stub = answering(&[]).start().await;
    let (first, second) = join(save(&stub.gateway, "ana", "k", "1"), save(&stub.gateway, "ana", "k", "1")).await;
    assert_eq!((code(&first), &first), ("AcionamentoSalvo", &second));
    assert_eq!(save(&stub.gateway, "ana", "k", "2").await["data"]["abrirAcionamento"]["mensagem"], OTHER_DATA);
    assert_eq!(saves(&stub), 1);
}

#[tokio::test]
async fn a_failed_or_unknown_save_is_sent_again_under_the_same_key() {
    let redis = RedisServer::start().await;
    for is_shared in [true, false] {
        // A refusal; an unknown outcome; one not processed; one saved.
        let stub = answering(&[|| Answer::Refused("Não."), || Answer::Http(504), || Answer::Http(501)]).start().await;
        let alone = || [stub.gateway.clone(), stub.gateway.clone()];
        let gateways = if is_shared { gateways(&redis, &stub).await } else { alone() };
        let mut told = Vec::new();
        for at in 0..5 {
            told.push(code(&save(&gateways[at % 2], "ana", "k", "1").await).to_owned());
        }
        let saved = "AcionamentoSalvo";
        assert_eq!(told, ["Recusa", "UPSTREAM_OUTCOME_UNKNOWN", "UPSTREAM_ERROR", saved, saved]);
        let calls = stub.seen();
        let saves: Vec<_> = calls.iter().filter(|call| call.path == SalvaSinistroWeb::PATH).collect();
        assert_eq!(saves.len(), 4);
        assert!(saves.iter().all(|call| call.idempotency_key.as_deref() == Some("k") && call.body == saves[0].body));
    }
}

#[tokio::test]
async fn a_save_is_replayed_to_sessions_that_the_services_still_accept() {
    let redis = RedisServer::start().await;
    let list = Shared::new(200);
    let status = list.clone();
    let by_number = move |call| match status.get() {
        200 => Answer::Data(vec![numbered(&call)]),
        other => Answer::Http(other),
    };
    let stub = answering(&[]).on::<ListaAcionamentosBySinistro>(by_number).start().await;
    let gateways = gateways(&redis, &stub).await;
    let first = save(&gateways[0], "ana", "k", "1").await;
    // If the session cannot be checked, nothing is sent: the save has succeeded.
    for outage in [503, 500] {
        list.set(outage);
        assert_eq!(code(&save(&gateways[1], "ana", "k", "1").await), "UPSTREAM_UNAVAILABLE");
    }
    // Who may save and not list learns the number.
    for refusal in [403, 404] {
        list.set(refusal);
        for gateway in &gateways {
            let told = save(gateway, "ana", "k", "1").await;
            assert_eq!(code(&told), "UPSTREAM_OUTCOME_UNKNOWN");
            assert_eq!(told["errors"][0]["extensions"]["sinistro"], "2026000000000");
        }
    }
    list.set(401);
    for gateway in &gateways {
        assert_eq!(code(&save(gateway, "ana", "k", "1").await), "UNAUTHENTICATED");
    }
    // As it is now.
    list.set(200);
    for gateway in &gateways {
        assert_eq!(save(gateway, "ana", "k", "1").await, first);
    }
    assert_eq!(saves(&stub), 1);
}

#[tokio::test]
async fn a_save_is_sent_when_the_lease_of_a_dead_gateway_expires() {
    let redis = RedisServer::start().await;
    let stub = answering(&[]).start().await;
    let [one, other] = gateways(&redis, &stub).await;
    let mut monitor = redis.monitor().await;
    assert_eq!(code(&save(&one, "ana", "k", "1").await), "AcionamentoSalvo");
    let told = monitor.look().await;
    // The write and the read of what was saved, of 20 s each, and 5 s.
    let claim = told.iter().find(|line| line.contains("\"SET\"") && line.contains("\"PX\" \"45000\"")).unwrap();
    let name = claim.split('"').find(|word| word.starts_with("teste:save:")).unwrap();
    assert_eq!(redis.command(&format!("SET {name} cdead PX 40000")).await, "+OK");
    let mut waiting = Box::pin(save(&other, "ana", "k", "1"));
    let looks = async {
        while monitor.look().await.is_empty() {}
        assert_eq!(saves(&stub), 1);
        redis.command(&format!("DEL {name}")).await;
    };
    tokio::select! {
        answer = &mut waiting => panic!("{answer}"),
        () = looks => {}
    }
    assert_eq!(code(&waiting.await), "AcionamentoSalvo");
    assert_eq!(saves(&stub), 2);
}

#[tokio::test]
async fn where_the_services_know_no_keys_a_save_that_another_gateway_may_have_sent_is_not_sent_again() {
    let mut redis = RedisServer::start().await;
    let stub = answering(&[]).start().await;
    let gateway = async || {
        let settings = mapped(stub.address, "[headers]\nidempotency-key = false");
        Gateway::of(UpstreamSettings { store: redis.store().await, ..settings })
    };
    let (one, other) = (gateway().await, gateway().await);
    let mut monitor = redis.monitor().await;
    assert_eq!(code(&save(&one, "ana", "k", "1").await), "AcionamentoSalvo");
    // The lease outlives its gateway. One without a TTL is older than any save.
    let told = monitor.look().await;
    let leased = |line: &&String| line.contains("\"SET\"") && line.contains("\" \"c") && line.contains("\"86400000\"");
    let name = told.iter().find(leased).unwrap().split('"').find(|word| word.starts_with("teste:save:")).unwrap();
    assert_eq!(redis.command(&format!("COPY {name} stored")).await, ":1");
    assert_eq!(redis.command(&format!("SET {name} cdead")).await, "+OK");
    assert_eq!(code(&save(&other, "ana", "k", "1").await), "UPSTREAM_OUTCOME_UNKNOWN");
    // What the other gateway stored after all is the result.
    assert_eq!(redis.command(&format!("RENAME stored {name}")).await, "+OK");
    assert_eq!(code(&save(&other, "ana", "k", "1").await), "AcionamentoSalvo");
    // A result that this version cannot read.
    assert_eq!(redis.command(&format!("SET {name} sother-version")).await, "+OK");
    assert_eq!(code(&save(&gateway().await, "ana", "k", "1").await), "UPSTREAM_OUTCOME_UNKNOWN");

    assert_eq!(redis.command(&format!("SET {name} cdead PX 86400000")).await, "+OK");
    monitor.look().await;
    let mut waiting = Box::pin(save(&other, "ana", "k", "1"));
    tokio::select! {
        answer = &mut waiting => panic!("{answer}"),
        () = async { while monitor.look().await.is_empty() {} } => {}
    }
    drop(monitor);
    redis.stop().await;
    assert_eq!(code(&waiting.await), "UPSTREAM_OUTCOME_UNKNOWN");
    assert_eq!(code(&save(&other, "ana", "k", "1").await), "UPSTREAM_OUTCOME_UNKNOWN");
    assert_eq!(saves(&stub), 1);
}

#[tokio::test]
async fn a_save_whose_caller_leaves_before_redis_answers_leaves_no_lease() {
    let redis = RedisServer::start().await;
    let stub = answering(&[]).start().await;
    let [one, other] = gateways(&redis, &stub).await;
    // So that what a gateway asks at its start is not what Redis holds.
    assert_eq!(code(&save(&one, "ana", "before", "1").await), "AcionamentoSalvo");
    redis.command("CLIENT PAUSE 60000 WRITE").await;
    tokio::select! {
        answer = save(&one, "ana", "k", "1") => panic!("{answer}"),
        () = eventually(async || redis.holds_a_client().await) => {}
    }
    redis.command("CLIENT UNPAUSE").await;
    let saved = timeout(TEST_TIMEOUT, save(&other, "ana", "k", "1")).await.expect("no lease is in the way");
    assert_eq!(code(&saved), "AcionamentoSalvo");
}
