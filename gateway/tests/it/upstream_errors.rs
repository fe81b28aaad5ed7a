//! Misbehaving services, one fault each: the client's error; nothing leaks, hangs or is sent twice.

mod login;
mod unreadable_values;

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tracing::level_filters::LevelFilter;

use crate::{captured_log::CapturedLog, kit::Gateway};

/// What a misbehaving service does with a request once it has read it.
#[derive(Clone, Debug)]
enum Fault {
    /// Writes this and closes the connection.
    Say(String),
    /// Writes this and resets the connection.
    Reset(String),
    /// Writes this and then nothing more, the connection open.
    Hang(String),
    /// Writes 200 MB after these headers, or as much as is read.
    Flood(String),

    /// Writes this and then a byte every 10 ms.
    Trickle(String),
}

/// A service with a fault.
struct Misbehaving {
    address: SocketAddr,
    requests: Arc<AtomicUsize>,
    flooded: Arc<AtomicUsize>,
}

impl Misbehaving {
    async fn with(fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = Self { address, requests: Arc::default(), flooded: Arc::default() };
        let (requests, flooded) = (Arc::clone(&service.requests), Arc::clone(&service.flooded));
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (fault, requests, flooded) = (fault.clone(), Arc::clone(&requests), Arc::clone(&flooded));
                tokio::spawn(misbehave(socket, fault, requests, flooded));
            }
        });
        service
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

async fn misbehave(mut socket: TcpStream, fault: Fault, requests: Arc<AtomicUsize>, flooded: Arc<AtomicUsize>) {
    if !read_request(&mut socket).await {
        return;
    }
    requests.fetch_add(1, Ordering::SeqCst);
    match fault {
        Fault::Say(text) => drop(socket.write_all(text.as_bytes()).await),
        Fault::Reset(text) => {
            drop(socket.write_all(text.as_bytes()).await);
            // The client has read it before the reset discards data in flight.
            drop(socket.flush().await);
            socket.set_zero_linger().unwrap();
        }
        Fault::Hang(text) => {
            drop(socket.write_all(text.as_bytes()).await);
            std::future::pending::<()>().await;
        }
        Fault::Flood(headers) => {
            drop(socket.write_all(headers.as_bytes()).await);
            let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
            for _ in 0..200_000_000 / 0x10000 {
                if socket.write_all(chunk.as_bytes()).await.is_err() {
                    return;
                }
                flooded.fetch_add(0x10000, Ordering::SeqCst);
            }
        }
        Fault::Trickle(headers) => {
            drop(socket.write_all(headers.as_bytes()).await);
            let mut beat = tokio::time::interval(Duration::from_millis(10));
            while socket.write_all(b" ").await.is_ok() {
                beat.tick().await;
            }
        }
    }
}

/// Reads one request with its body; false if there is none.
async fn read_request(socket: &mut TcpStream) -> bool {
    let mut read = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        match socket.read(&mut chunk).await {
            Ok(0) | Err(_) => return false,
            Ok(length) => read.extend_from_slice(&chunk[..length]),
        }
        let text = String::from_utf8_lossy(&read).to_ascii_lowercase();
        let Some((headers, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = headers.lines().find_map(|line| line.strip_prefix("content-length: "));
        if body.len() >= length.map_or(0, |length| length.trim().parse().unwrap()) {
            return true;
        }
    }
}

fn http(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

fn ok(body: &str) -> String {
    http("200 OK", body)
}

const QUERY: &str = "{ seguradoras { nome } }";

/// The whole response to a query over a service with a fault.
async fn answer(fault: Fault) -> String {
    let silent = matches!(fault, Fault::Hang(_) | Fault::Trickle(_));
    let may_repeat = matches!(&fault, Fault::Say(text) if text.contains(" 502 ") || text.contains(" 503 "));
    let service = Misbehaving::with(fault).await;
    let gateway = if silent { Gateway::impatient(service.address) } else { Gateway::over(service.address) };
    let began = Instant::now();
    let reply = gateway.run(Some("ficha-secreta"), QUERY, json!({})).await;
    assert!(began.elapsed() < Duration::from_secs(10), "took {:?}", began.elapsed());
    assert_eq!(reply.status, 200);
    for inside in ["127.0.0.1", "ficha-secreta", "segredo", "com.exemplo", "SELECT", "<html", "Exception"] {
        assert!(!reply.text.contains(inside), "{inside} in {}", reply.text);
    }
    // A service that may have processed the request is not retried.
    assert_eq!(service.requests(), if may_repeat { 2 } else { 1 });
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
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let reply = Gateway::over(address).run(Some("ficha"), QUERY, json!({})).await;
    assert_snapshot!(reply.text, @r#"{"errors":[{"message":"O serviço está indisponível no momento. Tente novamente em instantes.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_UNAVAILABLE"}}],"data":{"seguradoras":null}}"#);
}

#[tokio::test]
async fn silence_is_a_timeout() {
    assert_snapshot!(answer(Fault::Hang(String::new())).await, @r#"{"errors":[{"message":"O serviço demorou demais para responder. Tente novamente.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UPSTREAM_TIMEOUT"}}],"data":{"seguradoras":null}}"#);
    let halfway = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"status\": 1, ";
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
    for status in ["400 Bad Request", "404 Not Found", "502 Bad Gateway", "204 No Content"] {
        assert_eq!(
            error(Fault::Say(http(status, "<html>segredo"))).await,
            "UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.",
            "{status}"
        );
    }
    assert_snapshot!(error(Fault::Say(http("403 Forbidden", stack))).await, @"FORBIDDEN: Seu usuário não tem permissão para isto.");
    assert_snapshot!(error(Fault::Say(http("503 Service Unavailable", stack))).await, @"UPSTREAM_UNAVAILABLE: O serviço está indisponível no momento. Tente novamente em instantes.");
    assert_snapshot!(answer(Fault::Say(http("401 Unauthorized", "segredo"))).await, @r#"{"errors":[{"message":"Sua sessão terminou ou não existe. Entre novamente.","locations":[{"line":1,"column":3}],"path":["seguradoras"],"extensions":{"code":"UNAUTHENTICATED"}}],"data":{"seguradoras":null}}"#);
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let elsewhere = Misbehaving::with(Fault::Say(ok(r#"{"status":1,"messages":"","data":[]}"#))).await;
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let redirect =
            format!("HTTP/1.1 {status}\r\nlocation: http://{}/\r\ncontent-length: 0\r\n\r\n", elsewhere.address);
        assert_eq!(
            error(Fault::Say(redirect)).await,
            "UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde."
        );
    }
    assert_eq!(elsewhere.requests(), 0);
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
        let service = Misbehaving::with(Fault::Flood(headers.to_owned())).await;
        let reply = Gateway::over(service.address).run(Some("ficha"), QUERY, json!({})).await;
        assert_eq!(reply.error().0, "UPSTREAM_INVALID_RESPONSE", "{headers}");
        // Four mebibytes are read; the rest was in flight.
        assert!(service.flooded.load(Ordering::SeqCst) < 20_000_000, "{headers}");
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
async fn a_stack_trace_an_html_page_and_a_dump_are_redacted() {
    for messages in [
        "",
        "erro em com.exemplo.Servico\n\tat com.exemplo.Servico.lista(Servico.java:42)",
        "Error: segredo\n    at Object.<anonymous> (/srv/app/index.js:10:15)",
        "ORA-01017: segredo at Servico.java:42 (10.0.0.7)",
        "java.lang.NullPointerException",
        "falha ao chamar http://127.0.0.1:8081/segredo",
        "<html><h1>segredo</h1></html>",
        "{\"erro\":\"segredo\"}",
        &"segredo ".repeat(1000),
    ] {
        let body = json!({ "status": 0, "messages": messages, "data": null }).to_string();
        assert_eq!(
            error(Fault::Say(ok(&body))).await,
            "UPSTREAM_REJECTED: O serviço recusou o pedido.",
            "{messages:.80}"
        );
    }
}

#[tokio::test]
async fn a_refusal_with_a_stack_trace_is_in_the_log_and_another_is_not() {
    let trace = "ORA-01017 (529.982.247-25, 52998224725) at Servico.java:42";
    let logged = "ORA-01017 (###.###.###-##, ###########) at Servico.java:42";
    for (messages, logged, times) in [(trace, logged, 2), ("Usuário sem acesso.", "Usuário sem acesso.", 0)] {
        let log = CapturedLog::default();
        let _lines = log.up_to(LevelFilter::WARN);
        let body = json!({ "status": 0, "messages": messages, "data": null }).to_string();
        error(Fault::Say(ok(&body))).await;
        let write = Misbehaving::with(Fault::Say(ok(&body))).await;
        let document = "mutation { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }";
        Gateway::over(write.address).run(Some("ficha"), document, json!({})).await;
        assert_eq!(log.text().matches(logged).count(), times, "{}", log.text());
    }
}
