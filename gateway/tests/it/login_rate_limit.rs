//! Rate limits of the login, per client and in total, and what an attacker learns from the responses.

use std::{
    future::ready,
    net::SocketAddr,
    time::{Duration, Instant},
};

use axum::{extract::ConnectInfo, http::StatusCode, response::IntoResponse as _};
use chrono::TimeDelta;
use contract::{
    login::{ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    value::{Consent, Nothing},
};
use futures_util::future::join_all;
use gateway::{
    client_address::TrustedProxies,
    login::{protection::UnknownEmails, rate_limit::LoginRateLimits},
};
use serde_json::{Value, json};

use crate::{
    kit::{
        ANA, Gateway, GatewayParts, Kit, PASSWORD, Reply, Setup, VALIDAR_EMAIL, answering, default_parts, graphql,
        services,
    },
    login::{TROCAR_SENHA, password_change},
    stub::{Answer, sessao, stub},
};

async fn ask_for_code(kit: &Kit, email: &str) -> Reply {
    kit.run(None, VALIDAR_EMAIL, json!({ "email": email })).await
}

#[track_caller]
fn rate_limited(reply: &Reply, message: &str, seconds: u64) {
    reply.failed("RATE_LIMITED", message);
    assert_eq!(reply.json()["errors"][0]["extensions"]["retryAfter"], seconds);
    assert_eq!(reply.header("retry-after"), seconds.to_string());
}

const TOO_MANY_CODES: &str = "Foram muitos pedidos de código para este e-mail: se um chegou, use o mais recente.";
const TOO_MANY_GUESSES: &str = "Foram muitas tentativas com este e-mail.";

#[tokio::test]
async fn five_wrong_codes_end_a_desafio() {
    let kit = Kit::new().await;
    let desafio = kit.ask_for_code(ANA).await;
    kit.take_calls();
    // What cannot be a code is no try.
    for _ in 0..10 {
        assert_eq!(kit.gateway.send_code(&desafio, "12345").await.data()["validarCodigo"]["__typename"], "Recusa");
    }
    for _ in 0..4 {
        let reply = kit.gateway.send_code(&desafio, "000000").await.data();
        assert_eq!(reply["validarCodigo"]["mensagem"], "Código inválido ou expirado.");
        assert_eq!(reply["validarCodigo"]["codigo"], Value::Null);
    }
    let fifth = kit.gateway.send_code(&desafio, "000000").await.data();
    let mensagem = "Código inválido ou expirado.";
    assert_eq!(
        fifth["validarCodigo"],
        json!({ "__typename": "Recusa", "mensagem": mensagem, "codigo": "DESAFIO_ESGOTADO" })
    );
    assert_eq!(kit.take_calls().len(), 5);
    // Not even the right one opens it now.
    let right = kit.gateway.send_code(&desafio, &kit.newest_code(ANA)).await.data();
    let mensagem = "Foram muitos códigos errados. Comece de novo pelo e-mail.";
    assert_eq!(
        right["validarCodigo"],
        json!({ "__typename": "Recusa", "mensagem": mensagem, "codigo": "DESAFIO_ESGOTADO" })
    );
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn an_email_has_ten_wrong_codes_and_passwords_in_15_minutes() {
    let kit = Kit::new().await;
    for round in 0..2 {
        let desafio = kit.ask_for_code(["ana@clinica.example", " ANA@CLINICA.example"][round]).await;
        for _ in 0..4 {
            kit.gateway.send_code(&desafio, "000000").await.data();
        }
    }
    // A change of password guesses one as well.
    let change =
        async || kit.run(None, TROCAR_SENHA, password_change("Ana@clinica.example", "errada", "Nova@2026")).await;
    for _ in 0..2 {
        assert_eq!(change().await.data()["trocarSenha"]["__typename"], "Recusa");
    }
    kit.take_calls();
    kit.advance(TimeDelta::seconds(300));
    let refused = change().await;
    rate_limited(&refused, &format!("{TOO_MANY_GUESSES} Tente novamente em 10 minutos."), 600);
    let desafio = kit.ask_for_code(ANA).await;
    kit.take_calls();
    let codigo = kit.newest_code(ANA);
    let refused = kit.gateway.send_code(&desafio, &codigo).await;
    rate_limited(&refused, &format!("{TOO_MANY_GUESSES} Tente novamente em 10 minutos."), 600);
    assert!(kit.calls().is_empty());
    // Others are not concerned, and the account is not locked: later its person goes on where they were.
    kit.login("bruno@assistencia.example").await;
    kit.advance(TimeDelta::seconds(599));
    assert_eq!(kit.gateway.send_code(&desafio, &codigo).await.error().0, "RATE_LIMITED");
    kit.advance(TimeDelta::seconds(1));
    let desafio = kit.ask_for_code(ANA).await;
    let reply = kit.gateway.send_code(&desafio, &kit.newest_code(ANA)).await.data();
    assert_eq!(reply["validarCodigo"]["__typename"], "CodigoAceito");
}

#[tokio::test]
async fn an_email_is_sent_three_codes_in_15_minutes_also_by_concurrent_requests() {
    let kit = Kit::new().await;
    let spellings = [ANA, " ANA@clinica.example", "Ana@Clinica.Example ", "ana@CLINICA.example"];
    let replies = join_all((0..12).map(|at| ask_for_code(&kit, spellings[at % 4]))).await;
    let sent = replies.iter().filter(|reply| reply.json().get("errors").is_none()).count();
    assert_eq!((sent, kit.take_calls().len()), (3, 3));
    let refused = ask_for_code(&kit, ANA).await;
    rate_limited(&refused, &format!("{TOO_MANY_CODES} Tente novamente em 15 minutos."), 900);
    // Several in one document are refused as a whole.
    let many = "mutation { a: validarEmail(email: \"bia@x.br\") { __typename } b: validarEmail(email: \"bia@x.br\") { __typename } }";
    assert_eq!(kit.run(None, many, json!({})).await.error().0, "QUERY_TOO_COMPLEX");
    assert!(kit.calls().is_empty());
    kit.advance(TimeDelta::seconds(899));
    rate_limited(&ask_for_code(&kit, ANA).await, &format!("{TOO_MANY_CODES} Tente novamente em 1 segundo."), 1);
    kit.advance(TimeDelta::seconds(1));
    assert_eq!(ask_for_code(&kit, ANA).await.data()["validarEmail"]["__typename"], "CodigoEnviado");
}

#[tokio::test]
async fn completed_logins_are_refunded() {
    let kit = Kit::new().await;
    for _ in 0..12 {
        kit.login(ANA).await;
    }
}

#[tokio::test]
async fn changes_of_a_password_count_and_leave_its_user_the_login() {
    let (kit, token) = Kit::logged_in().await;
    let change = async |at: usize| {
        let [from, to] = if at.is_multiple_of(2) { [PASSWORD, "Nova@2026"] } else { ["Nova@2026", PASSWORD] };
        kit.run(Some(&token), TROCAR_SENHA, password_change(ANA, from, to)).await
    };
    for at in 0..10 {
        assert_eq!(change(at).await.data()["trocarSenha"]["__typename"], "SenhaTrocada", "{at}");
        if at == 1 {
            kit.login(ANA).await;
        }
    }
    // Each drops the caches of all sessions.
    rate_limited(&change(10).await, &format!("{TOO_MANY_GUESSES} Tente novamente em 15 minutos."), 900);
}

#[tokio::test]
async fn a_session_that_logged_out_uses_up_no_attempts_of_its_user() {
    let (kit, token) = Kit::logged_in().await;
    kit.query(&token, "mutation { sair }").await.data();
    let change =
        async |token: &str| kit.run(Some(token), TROCAR_SENHA, password_change(ANA, PASSWORD, "Nova@2026")).await;
    for _ in 0..10 {
        assert_eq!(change(&token).await.error().0, "UNAUTHENTICATED");
    }
    let token = kit.login(ANA).await;
    assert_eq!(change(&token).await.data()["trocarSenha"]["__typename"], "SenhaTrocada");
}

#[tokio::test]
async fn an_unknown_email_is_counted_and_answered_like_any_other() {
    let kit = Kit::new().await;
    let mut told = Vec::new();
    for email in [ANA, "aaa@clinica.example"] {
        let mut replies = vec![ask_for_code(&kit, email).await];
        let desafio = replies[0].data()["validarEmail"]["desafio"].as_str().unwrap().to_owned();
        for _ in 0..6 {
            replies.push(kit.gateway.send_code(&desafio, "000000").await);
        }
        for _ in 0..3 {
            replies.push(ask_for_code(&kit, email).await);
        }
        let plain = |reply: Reply| {
            let mut answer = reply.json();
            if let Some(desafio) = answer["data"]["validarEmail"].get_mut("desafio") {
                *desafio = json!(desafio.as_str().unwrap().len());
            }
            answer.to_string()
        };
        told.push(replies.into_iter().map(plain).collect::<Vec<_>>());
    }
    assert_eq!(told[0], told[1]);
}

async fn email_codes(gateway: &Gateway, times: usize) -> Vec<String> {
    let mut codes = Vec::new();
    for _ in 0..times {
        codes.push(gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.error().0);
    }
    codes.dedup();
    codes
}

#[tokio::test]
async fn attempts_are_refunded_in_an_outage_but_not_after_an_ambiguous_failure() {
    let later = |_| ready((StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "1")]).into_response());
    let down = Gateway::over(services(later).await.0);
    assert_eq!(email_codes(&down, 8).await, ["UPSTREAM_UNAVAILABLE"]);
    // A code may be on its way; a password was not compared.
    let cut_off = Gateway::over(answering(503, json!(null)).await);
    assert_eq!(email_codes(&cut_off, 8).await, ["UPSTREAM_OUTCOME_UNKNOWN", "RATE_LIMITED"]);
    for gateway in [down, cut_off] {
        for _ in 0..12 {
            let reply = gateway.run(None, TROCAR_SENHA, password_change(ANA, "errada", "Nova@2026")).await;
            assert_ne!(reply.error().0, "RATE_LIMITED", "{}", reply.text);
        }
    }
    let broken = Gateway::over(answering(500, json!(null)).await);
    assert_eq!(email_codes(&broken, 8).await, ["UPSTREAM_OUTCOME_UNKNOWN", "RATE_LIMITED"]);
}

#[tokio::test]
async fn an_email_check_that_sent_no_code_counts_as_a_guess() {
    let refusing = Gateway::over(answering(200, json!({ "status": 0, "messages": "Não.", "data": null })).await);
    for attempt in 1..=14 {
        let reply = refusing.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await;
        // Ten guesses; the services are asked three times more, as for codes.
        assert_eq!(reply.text.contains("RATE_LIMITED"), attempt > 10, "{attempt}");
        assert_eq!(reply.text.contains("Foram muitas tentativas com este e-mail."), (11..14).contains(&attempt));
    }
    let rate_limits = LoginRateLimits { per_client_address: 6, ..LoginRateLimits::default() };
    for (status, messages) in [(200, "BLOQUEADO"), (200, "TROCARSENHA"), (200, "Não."), (422, "Não."), (409, "")] {
        let service = answering(status, json!({ "status": 0, "messages": messages, "data": null })).await;
        let gateway = Gateway::of(Setup { rate_limits, ..Setup::over(service) });
        for attempt in 1..=7 {
            let reply = gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await;
            let is_refused = reply.text.contains("RATE_LIMITED");
            // The sixth check has the address's last place as a code, and none is left for it as a guess.
            assert_eq!(is_refused, attempt > 5 || (status == 409 && attempt > 3), "{status} {messages} {attempt}");
        }
    }
}

/// Asks for a code as a client at an address, with headers.
async fn from(gateway: &Gateway, peer: &str, headers: &[(&str, &str)], email: &str) -> Reply {
    let mut request = graphql(headers, &json!({ "query": VALIDAR_EMAIL, "variables": { "email": email } }));
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 4711)));
    gateway.send(request).await
}

#[tokio::test]
async fn a_client_address_has_a_limit_and_only_trusted_proxies_name_it() {
    let fine = answering(200, json!({ "status": 1, "messages": "", "data": {} })).await;
    let rate_limits = LoginRateLimits { per_client_address: 2, ..LoginRateLimits::default() };
    let proxies = TrustedProxies::new(&["10.0.0.0/8".parse().unwrap()]);
    let parts = GatewayParts { proxies, ..default_parts() };
    let gateway = Gateway::of(Setup { parts, rate_limits, ..Setup::over(fine) });
    let mut emails = (0..).map(|at| format!("p{at}@x.br"));
    let mut allowed = async |peer: &str, headers: &[(&str, &str)]| {
        let reply = from(&gateway, peer, headers, &emails.next().unwrap()).await.json();
        assert!(
            reply.get("errors").is_none()
                || reply["errors"][0]["message"] == "Há acessos demais no momento. Tente novamente em 15 minutos.",
            "{reply}"
        );
        reply.get("errors").is_none()
    };
    // A stranger's word does not count.
    for (at, said) in ["198.51.100.1", "198.51.100.2", "198.51.100.3"].iter().enumerate() {
        assert_eq!(allowed("203.0.113.7", &[("x-forwarded-for", said)]).await, at < 2);
    }
    // A proxy's does, as far as it is the proxy's.
    for (said, may) in [
        ("198.51.100.1", true),
        ("1.1.1.1, 198.51.100.1", true),
        ("2.2.2.2, 198.51.100.1", false),
        ("198.51.100.2", true),
    ] {
        assert_eq!(allowed("10.1.2.3", &[("x-forwarded-for", said)]).await, may, "{said}");
    }
    assert!(allowed("10.1.2.3", &[("forwarded", "for=198.51.100.2")]).await);
    assert!(!allowed("10.1.2.3", &[("forwarded", "for=\"198.51.100.2:80\";proto=https")]).await);
}

#[tokio::test]
async fn unknown_emails_can_be_hidden() {
    // It knows Ana alone, and takes every code and every password. Some APIs refuse an e-mail by the status alone.
    let stub = stub()
        .on::<ValidaEmail>(|call| match call.email.as_str() {
            ANA => Answer::Data(Nothing {}),
            "caio@clinica.example" => Answer::Http(404),
            "dora@clinica.example" => Answer::Http(503),
            "davi@clinica.example" => Answer::Refused("BLOQUEADO"),
            _ => Answer::Refused("E-mail não cadastrado."),
        })
        .on::<ValidaCodigoAcesso>(|_| Answer::Data(Consent(true)))
        .on::<ValidaLogin>(|_| Answer::Data(sessao("ficha")))
        .start()
        .await;
    let told = stub.gateway.run(None, VALIDAR_EMAIL, json!({ "email": "bia@x.br" })).await.data();
    assert_eq!(told["validarEmail"]["mensagem"], "E-mail não cadastrado.");

    let floor = Duration::from_millis(60);
    let unknown_emails = UnknownEmails::Hidden(floor);
    let gateway = Gateway::of(Setup { unknown_emails, ..Setup::over(stub.address) });
    let mut ends = Vec::new();
    for email in [ANA, "bia@clinica.example", "caio@clinica.example"] {
        let began = Instant::now();
        let sent = gateway.run(None, VALIDAR_EMAIL, json!({ "email": email })).await.data();
        assert!(began.elapsed() >= floor);
        assert_eq!(sent["validarEmail"]["__typename"], "CodigoEnviado");
        let accepted = gateway.send_code(&sent["validarEmail"]["desafio"], "ABCDEF").await.data();
        assert_eq!(accepted["validarCodigo"]["__typename"], "CodigoAceito");
        let entered = gateway.send_password(&accepted["validarCodigo"]["desafio"], PASSWORD).await;
        ends.push(entered.data()["entrar"].clone());
    }
    assert_eq!(ends[0]["token"], "ficha");
    let refused = json!({ "__typename": "Recusa", "mensagem": "E-mail ou senha inválidos.", "codigo": null });
    assert_eq!(ends[1..], [refused.clone(), refused]);
    let began = Instant::now();
    let failed = gateway.run(None, VALIDAR_EMAIL, json!({ "email": "dora@clinica.example" })).await.error();
    assert!(failed.0 == "UPSTREAM_OUTCOME_UNKNOWN" && began.elapsed() >= floor, "{failed:?}");
    for attempt in 1..=11 {
        let began = Instant::now();
        let reply = gateway.run(None, VALIDAR_EMAIL, json!({ "email": "davi@clinica.example" })).await;
        assert_eq!(reply.text.contains("RATE_LIMITED"), attempt > 10, "{attempt}");
        assert!(began.elapsed() >= floor, "{attempt}");
    }
}
