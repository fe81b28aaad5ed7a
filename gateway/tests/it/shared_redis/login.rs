//! The login at two gateways: rate limits, desafios, and their data in Redis.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use gateway::{
    client_address::ClientAddress,
    login::rate_limit::{CountedLoginAttempt, LoginAttemptKind, LoginRateLimiter, LoginRateLimits},
    shared_store::SharedStore,
    upstream::{Timeouts, UpstreamSettings},
};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use serde_json::json;

use super::{Gateways, code, text};
use crate::{
    kit::{ABRIR, ANA, Gateway, PASSWORD, TEST_TIMEOUT, novo_acionamento, upstream_settings},
    redis_server::RedisServer,
};

#[tokio::test]
async fn the_rate_limit_of_codes_counts_all_gateways() {
    let many = Gateways::new().await;
    let sent = join_all((0..8).map(|at| many.gateways[at % 2].run(None, SEND, json!({ "email": ANA })))).await;
    let sent = sent.iter().filter(|reply| reply.json().get("errors").is_none()).count();
    assert_eq!((sent, many.kit.take_calls().len()), (3, 3));
    many.kit.advance(TimeDelta::seconds(600));
    for at in 0..2 {
        let refused = many.gateways[at].run(None, SEND, json!({ "email": " ANA@clinica.example" })).await;
        assert_eq!((code(&refused.json()), refused.header("retry-after")), ("RATE_LIMITED", "300"));
    }
    many.kit.advance(TimeDelta::seconds(300));
    let sent = many.gateways[1].run(None, SEND, json!({ "email": ANA })).await;
    assert_eq!(code(&sent.json()), "CodigoEnviado");
}

const SEND: &str = "mutation($email: String!) { validarEmail(email: $email) { __typename } }";

#[tokio::test]
async fn each_step_costs_few_round_trips_and_a_read_none() {
    let many = Gateways::new().await;
    // The scripts are there from now on.
    many.log_in(0, "bruno@assistencia.example").await;
    let mut monitor = many.redis.monitor().await;
    let sent = many.ask_for_code(0, ANA).await;
    // The attempt is counted.
    assert_eq!(monitor.round_trips().await, 1);
    let desafio = text(&sent["data"]["validarEmail"]["desafio"]);
    let accepted = many.send_code(0, desafio, &many.kit.newest_code(ANA)).await;
    // Leased, counted; consumed, refunded.
    assert_eq!(monitor.round_trips().await, 4);
    let session = many.send_password(0, text(&accepted["data"]["validarCodigo"]["desafio"])).await;
    // The same, and the code given back.
    assert_eq!(monitor.round_trips().await, 5);
    let token = text(&session["data"]["entrar"]["token"]);
    let reads = "{ menu { id } painel { abertosHoje { quantidade } } acionamentos(filtro: { status: \"ABERTO\" }) \
                 { nodes { sinistro } } }";
    many.gateways[0].query(token, reads).await.data();
    assert_eq!(monitor.round_trips().await, 0);
}

#[tokio::test]
async fn a_desafio_is_used_once_across_gateways() {
    let many = Gateways::new().await;
    let sent = many.ask_for_code(0, ANA).await;
    let desafio = text(&sent["data"]["validarEmail"]["desafio"]);
    // Wrong codes are counted together; what cannot be a code is none.
    for at in 0..4 {
        assert_eq!(code(&many.send_code(at, desafio, "000000").await), "Recusa");
        assert_eq!(code(&many.send_code(at, desafio, "12345").await), "Recusa");
    }
    assert_eq!(code(&many.send_code(0, desafio, "000000").await), "DESAFIO_ESGOTADO");
    for at in 0..2 {
        assert_eq!(code(&many.send_code(at, desafio, &many.kit.newest_code(ANA)).await), "DESAFIO_ESGOTADO");
    }
    // A desafio used at one gateway is invalid at the other, and of two concurrent uses one succeeds.
    let sent = many.ask_for_code(0, ANA).await;
    let (desafio, codigo) = (text(&sent["data"]["validarEmail"]["desafio"]), many.kit.newest_code(ANA));
    let mut told = join_all((0..2).map(|at| many.send_code(at, desafio, &codigo))).await;
    told.sort_by_key(|answer| code(answer) != "CodigoAceito");
    assert_eq!(code(&told[0]), "CodigoAceito");
    assert!(["DESAFIO_EM_USO", "DESAFIO_USADO"].contains(&code(&told[1])), "{}", told[1]);
    for at in 0..2 {
        assert_eq!(code(&many.send_code(at, desafio, &codigo).await), "DESAFIO_USADO");
    }
    let last = text(&told[0]["data"]["validarCodigo"]["desafio"]);
    assert_eq!(code(&many.send_password(0, last).await), "Sessao");
    assert_eq!(code(&many.send_password(1, last).await), "DESAFIO_USADO");
}

#[tokio::test]
async fn a_gateway_that_dies_while_it_holds_a_desafio_locks_nobody_out() {
    let many = Gateways::new().await;
    let sent = many.ask_for_code(0, ANA).await;
    let desafio = text(&sent["data"]["validarEmail"]["desafio"]);
    // Its services may take their time.
    let timeouts = Timeouts { read: TEST_TIMEOUT, write: Duration::from_secs(300) };
    let store = many.stores[0].clone();
    let slow = Gateway::of(UpstreamSettings { store, timeouts, ..upstream_settings(many.kit.services) });
    let mut monitor = many.redis.monitor().await;
    assert_eq!(code(&slow.send_code(desafio, "000000").await.json()), "Recusa");
    let told = monitor.look().await;
    let held = told.iter().find(|line| line.contains("desafio-holder") && line.contains("\"SET\"")).unwrap();
    // It holds it for 5 s more than its call may take, and lets go of it by itself.
    assert!(held.contains("\"PX\" \"305000\""), "{held}");
    let holder = held.split('"').find(|word| word.starts_with("teste:desafio-holder:")).unwrap();
    assert_eq!(many.redis.command(&format!("EXISTS {holder}")).await, ":0");
    // One that does not is held by nobody once its time is over.
    assert_eq!(many.redis.command(&format!("SET {holder} dead PX 30000")).await, "+OK");
    assert_eq!(code(&many.send_code(1, desafio, "000000").await), "DESAFIO_EM_USO");
    assert_eq!(many.redis.command(&format!("DEL {holder}")).await, ":1");
    assert_eq!(code(&many.send_code(1, desafio, "000000").await), "Recusa");
}

/// Everything that a login and a save tell Redis.
#[tokio::test]
async fn redis_holds_no_personal_data_in_clear() {
    let many = Gateways::new().await;
    let mut monitor = many.redis.monitor().await;
    let sent = many.ask_for_code(0, ANA).await;
    let desafio = text(&sent["data"]["validarEmail"]["desafio"]).to_owned();
    let token = many.log_in(0, ANA).await;
    let mut input = novo_acionamento("chave-do-salvamento");
    input["input"]["observacao"] = "Dor abdominal".into();
    let saved = many.gateways[0].run(Some(&token), ABRIR, input).await;
    assert_eq!(code(&saved.json()), "AcionamentoSalvo");
    let as_told = monitor.look().await.join("");
    let told = as_told.to_lowercase();
    assert!(told.contains("evalsha") && told.contains("teste:save:") && told.contains("teste:codes:"), "{told}");
    for secret in [
        ANA,
        // Her name alone has three letters, which random digests have now and then.
        "ana souza",
        "52998224725",
        "marina",
        "dor abdominal",
        "chave-do-salvamento",
        "PET-2026-000002",
        "127.0.0.1",
        PASSWORD,
        &token,
        &desafio,
    ] {
        assert!(!told.contains(&secret.to_lowercase()), "{secret} in {told}");
    }
    // In lower case the digests have its six characters now and then.
    assert!(!as_told.contains(&many.kit.newest_code(ANA)), "{as_told}");
}

/// An instant so many seconds after the first one.
fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
}

/// Two gateways decide as one does that counts alone, whoever tries what and whatever is given back.
#[tokio::test]
async fn two_gateways_count_like_one() {
    let redis = RedisServer::start().await;
    let store = [redis.store().await, redis.store().await];
    let ceilings = LoginRateLimits { codes_per_email: 2, guesses_per_email: 3, per_client_address: 100, overall: 8 };
    let mut runner = TestRunner::new(Config { source_file: Some(file!()), ..Config::default() });
    let strategy = vec((0..6_u8, 0..2_usize, 0..3_u8, 1..200_i64), 60);
    for _ in 0..12 {
        let steps = strategy.new_tree(&mut runner).unwrap().current();
        assert_eq!(redis.command("FLUSHALL").await, "+OK");
        let alone = LoginRateLimiter::new(ceilings, SharedStore::without_redis());
        let many = store.each_ref().map(|store| LoginRateLimiter::new(ceilings, store.clone()));
        let (mut now, mut counted) = (0, Vec::new());
        for (number, (what, gateway, person, later)) in steps.iter().enumerate() {
            now += later;
            let email = format!("p{person}@x.br");
            match what {
                0 => {
                    alone.refund_newest_code(&email).await;
                    many[*gateway].refund_newest_code(&email).await;
                }
                1 if !counted.is_empty() => {
                    let (one, other): (CountedLoginAttempt, CountedLoginAttempt) =
                        counted.swap_remove(number % counted.len());
                    one.refund().await;
                    other.refund().await;
                }
                what => {
                    let what = if *what < 4 { LoginAttemptKind::Guess } else { LoginAttemptKind::SendCode };
                    let one = alone.acquire(what, &email, ClientAddress::UNKNOWN, at(now)).await;
                    let other = many[*gateway].acquire(what, &email, ClientAddress::UNKNOWN, at(now)).await;
                    match (one, other) {
                        (Ok(one), Ok(other)) => counted.push((one, other)),
                        (one, other) => assert_eq!(one.err(), other.err(), "step {number} of {steps:?}"),
                    }
                }
            }
        }
    }
}
