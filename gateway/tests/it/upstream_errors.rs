//! Misbehaving services, one fault each: the client's error; nothing leaks, hangs or is sent twice.

mod login;
mod unreadable_values;

use std::{future::pending, time::Duration};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tracing::level_filters::LevelFilter;

use crate::{
    captured_log::CapturedLog,
    kit::{EMPTY, Gateway, READ, TEST_TIMEOUT, WRITE, advance_tokio, answering},
    scripted_service::{Peer, Service, http},
};

/// What a misbehaving service does with a request once it has read it and written a text.
#[derive(Clone, Debug)]
enum Fault {
    Say(String),
    Reset(String),
    /// Writes nothing more, the connection open.
    Hang(String),
    /// Writes 200 MB, or as much as is read.
    Flood(String),
    /// Writes a byte every 10 ms.
    Trickle(String),
}

const CHUNK: usize = 0x10000;

async fn misbehaving(fault: Fault) -> Service {
    Service::with(move |peer| misbehave(peer, fault.clone())).await
}

async fn misbehave(mut peer: Peer, fault: Fault) {
    if !peer.request().await {
        return;
    }
    let (Fault::Say(text) | Fault::Reset(text) | Fault::Hang(text) | Fault::Flood(text) | Fault::Trickle(text)) =
        &fault;
    peer.say(text).await;
    match fault {
        Fault::Say(_) => {}
        // The client has read it before the reset discards data in flight.
        Fault::Reset(_) => peer.socket.set_zero_linger().unwrap(),
        Fault::Hang(_) => pending().await,
        Fault::Flood(_) => {
            let chunk = format!("{CHUNK:x}\r\n{}\r\n", "x".repeat(CHUNK));
            for _ in 0..200_000_000 / CHUNK {
                if peer.socket.write_all(chunk.as_bytes()).await.is_err() {
                    return;
                }
                peer.saw("flooded");
            }
        }
        Fault::Trickle(_) => {
            while peer.socket.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
}

fn ok(body: &str) -> String {
    http("200 OK", body)
}

/// The whole response to a query over a service with a fault.
async fn answer(fault: Fault) -> String {
    let is_silent = matches!(fault, Fault::Hang(_) | Fault::Trickle(_));
    let may_repeat = matches!(&fault, Fault::Say(text) if text.contains(" 502 ") || text.contains(" 503 "));
    let service = misbehaving(fault).await;
    let reply = service.gateway().spawn("ficha-secreta", READ);
    if is_silent {
        service.events.until(1, "lista-seguradora").await;
        advance_tokio(TEST_TIMEOUT).await;
    }
    let reply = reply.await.unwrap();
    assert_eq!(reply.status, 200);
    for inside in ["127.0.0.1", "ficha-secreta", "segredo", "com.exemplo", "SELECT", "<html", "Exception"] {
        assert!(!reply.text.contains(inside), "{inside} in {}", reply.text);
    }
    // A service that may have processed the request is not retried.
    assert_eq!(service.events.count("lista-seguradora"), if may_repeat { 2 } else { 1 });
    reply.text
}

/// The same, with the data and places of the error left out.
async fn error(fault: Fault) -> String {
    let answer: Value = serde_json::from_str(&answer(fault).await).unwrap();
    let error = &answer["errors"][0];
    format!("{}: {}", error["extensions"]["code"].as_str().unwrap(), error["message"].as_str().unwrap())
}

#[tokio::test]
async fn a_refused_connection_is_unavailable() {
    let reply = Gateway::alone().query("ficha", READ).await;
    assert_snapshot!(reply.text, @r#"{"errors":[{"message":"O serviço está indisponível no momento. Tente novamente em instantes.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_UNAVAILABLE"}}],"data":{"seguradoras":null}}"#);
}

#[tokio::test]
async fn silence_is_a_timeout() {
    assert_snapshot!(answer(Fault::Hang(String::new())).await, @r#"{"errors":[{"message":"O serviço demorou demais para responder. Tente novamente.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_TIMEOUT"}}],"data":{"seguradoras":null}}"#);
    let halfway = "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{\"status\": 1, ";
    for fault in [Fault::Hang(halfway.to_owned()), Fault::Trickle(halfway.to_owned())] {
        assert_eq!(error(fault).await, "UPSTREAM_TIMEOUT: O serviço demorou demais para responder. Tente novamente.");
    }
}

#[tokio::test]
async fn a_broken_connection_is_unavailable() {
    let halfway = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"status\": 1, ";
    for fault in [
        Fault::Reset(String::new()),
        Fault::Reset(halfway.to_owned()),
        Fault::Say(String::new()),
        Fault::Say(halfway.to_owned()),
        Fault::Say("SSH-2.0-segredo\r\n".to_owned()),
    ] {
        assert_eq!(
            error(fault.clone()).await,
            "UPSTREAM_UNAVAILABLE: O serviço está indisponível no momento. Tente novamente em instantes.",
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn each_http_status_is_a_kind_of_failure() {
    let stack = "java.lang.Exception: segredo\n\tat com.exemplo.Servico.lista(Servico.java:42)";
    assert_snapshot!(answer(Fault::Say(http("500 Internal Server Error", stack))).await, @r#"{"errors":[{"message":"O serviço apresentou um erro. Tente novamente mais tarde.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_ERROR"}}],"data":{"seguradoras":null}}"#);
    for status in ["400 Bad Request", "404 Not Found", "502 Bad Gateway", "504 Gateway Timeout", "204 No Content"] {
        assert_eq!(
            error(Fault::Say(http(status, "<html>segredo"))).await,
            "UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.",
            "{status}"
        );
    }
    assert!(error(Fault::Say(http("429 Too Many Requests", stack))).await.starts_with("RATE_LIMITED: "));
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let elsewhere = misbehaving(Fault::Say(ok(EMPTY))).await;
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let redirect =
            format!("HTTP/1.1 {status}\r\nlocation: http://{}/\r\ncontent-length: 0\r\n\r\n", elsewhere.address);
        assert_eq!(
            error(Fault::Say(redirect)).await,
            "UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde."
        );
    }
    assert_eq!(elsewhere.events.count("opened"), 0);
}

#[tokio::test]
async fn a_violation_of_the_contract_is_an_invalid_response() {
    let missing = r#"{"status":1,"messages":"","data":[{"cdSeguradora":"segredo"}]}"#;
    assert_snapshot!(answer(Fault::Say(ok(missing))).await, @r#"{"errors":[{"message":"O serviço deu uma resposta inesperada. Tente novamente mais tarde.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_INVALID_RESPONSE"}}],"data":{"seguradoras":null}}"#);
    for body in [
        "",
        "<html><body>segredo</body></html>",
        r#"{"status":1,"messages":"","data":[{"cdSeguradora":"1","#,
        r#"{"status":1,"messages":"","data":"segredo"}"#,
        r#"{"status":1,"messages":"","data":[{"cdSeguradora":{},"nmSeguradora":7,"flAtiva":"segredo"}]}"#,
        r#"{"messages":"segredo","data":[]}"#,
        r#"{"status":{},"messages":"segredo","data":[]}"#,
        r#"{"status":1,"messages":"","data":[]} segredo"#,
        "[]",
        "null",
        "\u{feff}{}",
        &"[".repeat(100_000),
    ] {
        assert_eq!(
            error(Fault::Say(ok(body))).await,
            "UPSTREAM_INVALID_RESPONSE: O serviço deu uma resposta inesperada. Tente novamente mais tarde.",
            "{body:.80}"
        );
    }
}

#[tokio::test]
async fn an_endless_response_is_cut_off() {
    for headers in [
        "HTTP/1.1 200 OK\r\ncontent-length: 200000000\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n",
    ] {
        let service = misbehaving(Fault::Flood(headers.to_owned())).await;
        let reply = Gateway::over(service.address).query("ficha", READ).await;
        assert_eq!(reply.error().0, "UPSTREAM_INVALID_RESPONSE", "{headers}");
        // Four mebibytes are read; the rest was in flight.
        assert!(service.events.count("flooded") * CHUNK < 20_000_000, "{headers}");
    }
}

#[tokio::test]
async fn a_refusal_has_the_services_own_text() {
    let refused = r#"{"status":0,"messages":"Usuário sem acesso às seguradoras.","data":[]}"#;
    assert_snapshot!(answer(Fault::Say(ok(refused))).await, @r#"{"errors":[{"message":"Usuário sem acesso às seguradoras.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_REJECTED"}}],"data":{"seguradoras":null}}"#);
    let list = r#"{"status":0,"messages":["Nada encontrado.","Tente outra vez."],"data":null}"#;
    assert_snapshot!(error(Fault::Say(ok(list))).await, @"UPSTREAM_REJECTED: Nada encontrado.
Tente outra vez.");
}

#[tokio::test]
async fn null_in_place_of_a_list_is_a_refusal_with_or_without_a_text() {
    for body in [
        r#"{"status":1,"messages":"Falha ao consultar as seguradoras.","data":null}"#,
        r#"{"messages":["Falha ao consultar as seguradoras."],"status":1}"#,
    ] {
        let told = error(Fault::Say(ok(body))).await;
        assert_eq!(told, "UPSTREAM_REJECTED: Falha ao consultar as seguradoras.");
    }
    for body in [r#"{"status":1,"messages":"","data":null}"#, r#"{"data":null,"status":1}"#] {
        assert_eq!(error(Fault::Say(ok(body))).await, "UPSTREAM_REJECTED: O serviço recusou o pedido.");
    }
}

#[tokio::test]
async fn a_refusal_with_a_stack_trace_is_for_the_log_alone_and_another_is_not_logged() {
    let trace = "ORA-01017 (529.982.247-25, 52998224725, ana.souza@x.br) at Servico.java:42";
    let logged = "ORA-01017 (###.###.###-##, ###########, ##############) at Servico.java:42";
    for (messages, told, times) in
        [(trace, "O serviço recusou o pedido.", 2), ("Usuário sem acesso.", "Usuário sem acesso.", 0)]
    {
        let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
        let body = json!({ "status": 0, "messages": messages, "data": null }).to_string();
        assert_eq!(error(Fault::Say(ok(&body))).await, format!("UPSTREAM_REJECTED: {told}"));
        Gateway::over(answering(200, body).await).query("ficha", WRITE).await;
        let text = log.text();
        assert_eq!((text.matches(logged).count(), text.lines().count()), (times, times), "{text}");
    }
}
