use std::time::Duration;

use axum::{
    Router,
    http::{Request, header},
};
use serde_json::json;
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpListener, TcpStream},
    sync::{mpsc, oneshot},
};

use crate::harness::{ANA, API_KEY, Reply, TestServer, post};

const EMAIL: &str = "/LoginUsuarioWeb/login-valida-email";
const MENU: &str = "/Menu/lista-menu-usuario";
const YEAR: &str = "/ConsultaAcionamento/total-status-acionamento-ano";
const SAVE: &str = "/AcionamentoWeb/salva-sinistro-web";

#[track_caller]
fn refused_with(reply: &Reply, http: u16, text: &str) {
    let answer = reply.json();
    assert_eq!(
        (reply.http.as_u16(), &answer["status"], answer["messages"].as_str(), answer["data"].is_null()),
        (http, &json!(0), Some(text), true)
    );
}

/// A refusal whose text, of the framework, has this part.
#[track_caller]
fn refused_naming(reply: &Reply, http: u16, part: &str) {
    let answer = reply.json();
    let text = answer["messages"].as_str().unwrap();
    assert!(text.contains(part), "{text}");
    refused_with(reply, http, text);
}

async fn raw(server: &TestServer, token: Option<&str>, path: &str, body: impl Into<String>) -> Reply {
    server.send(post(path, token).body(body.into().into()).unwrap()).await
}

#[tokio::test]
async fn malformed_json_is_reported_with_line_and_column() {
    let server = TestServer::start().await;
    refused_naming(&raw(&server, None, EMAIL, "").await, 400, "line 1 column 0");
    refused_naming(&raw(&server, None, EMAIL, "{\"apiKey\":\n]").await, 400, "line 2 column 1");
    let twice = format!(r#"{{"apiKey":"{API_KEY}","email":"{ANA}"}} {{}}"#);
    refused_naming(&raw(&server, None, EMAIL, twice).await, 400, "trailing characters");
    assert_eq!(raw(&server, None, EMAIL, "[".repeat(60_000)).await.http, 400, "no stack is deep enough to break");
}

#[tokio::test]
async fn missing_fields_and_wrong_types_are_reported_with_their_path() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let email = async |body: &str| raw(&server, None, EMAIL, body).await;
    refused_naming(&email(r#"{"apiKey":"x"}"#).await, 400, "missing field `email`");
    refused_naming(&email(r#"{"apiKey":"x","email":7}"#).await, 400, "email: invalid type");
    // Serde reads a struct from a list, too.
    for (path, body) in [(EMAIL, "7"), (EMAIL, r#"["x","y"]"#), (MENU, " []"), (YEAR, "[2026]")] {
        let reply = raw(&server, Some(&token), path, body).await;
        refused_naming(&reply, 400, "O corpo deve ser um objeto JSON.");
    }
    let mut save = crate::harness::new_acionamento();
    save["procedimentos"][1] = json!({ "procedimento": "1", "quantidade": "dois", "valor": 1 });
    let reply = raw(&server, Some(&token), SAVE, save.to_string()).await;
    refused_naming(&reply, 400, "procedimentos[1].quantidade: invalid type");
    save["procedimentos"][1] = json!({ "procedimento": "1", "quantidade": 2 });
    let reply = raw(&server, Some(&token), SAVE, save.to_string()).await;
    refused_naming(&reply, 400, "procedimentos[1]: missing field `valor`");
    for date in ["2026-02-30", "20/11/2026", "", "ontem", "2026-11-9", "2026 - 11 - 19", " 2026-11-19", "+2026-11-19"] {
        let mut save = crate::harness::new_acionamento();
        save["dataOcorrencia"] = json!(date);
        let reply = raw(&server, Some(&token), SAVE, save.to_string()).await;
        refused_naming(&reply, 400, "dataOcorrencia: ");
    }
}

#[tokio::test]
async fn body_may_be_64_kib_and_no_more() {
    let server = TestServer::start().await;
    let body = |bytes: usize| {
        let fixed = json!({ "apiKey": API_KEY, "email": ANA, "x": "" }).to_string().len();
        json!({ "apiKey": API_KEY, "email": ANA, "x": "x".repeat(bytes - fixed) }).to_string()
    };
    raw(&server, None, EMAIL, body(65_536)).await.data();
    refused_naming(&raw(&server, None, EMAIL, body(65_537)).await, 413, "length limit exceeded");
}

#[tokio::test]
async fn content_type_must_be_json() {
    let server = TestServer::start().await;
    for media_type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
        let request = Request::post(EMAIL).header(header::CONTENT_TYPE, media_type).body("email=x".into()).unwrap();
        refused_naming(&server.send(request).await, 415, "`Content-Type: application/json`");
    }
    let request = Request::post(EMAIL).body("{}".into()).unwrap();
    assert_eq!(server.send(request).await.http, 415);
    let request = Request::post(EMAIL)
        .header(header::CONTENT_TYPE, "Application/JSON; charset=utf-8")
        .body(json!({ "apiKey": API_KEY, "email": ANA }).to_string().into())
        .unwrap();
    server.send(request).await.data();
}

#[tokio::test]
async fn unknown_path_is_404() {
    let server = TestServer::start().await;
    for path in ["/", "/LoginUsuarioWeb", "/loginusuarioweb/login-valida-email", "/Menu/lista-menu-usuario/"] {
        refused_with(&raw(&server, None, path, "{}").await, 404, &format!("Não há serviço em {path}."));
    }
}

#[tokio::test]
async fn wrong_method_is_405() {
    let server = TestServer::start().await;
    for method in ["GET", "PUT", "DELETE", "PATCH"] {
        let request = Request::builder().method(method).uri(EMAIL).body("".into()).unwrap();
        refused_with(&server.send(request).await, 405, &format!("{EMAIL} não atende {method}."));
    }
}

#[tokio::test(start_paused = true)]
async fn stalled_request_does_not_keep_the_server_from_stopping() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (stop, stopped) = oneshot::channel();
    let (arrive, mut arrived) = mpsc::channel(1);
    let stall = Router::new().fallback(async move || {
        arrive.send(()).await.unwrap();
        std::future::pending::<()>().await;
    });
    let server = tokio::spawn(services::server::serve(listener, stall, async { drop(stopped.await) }));
    client.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    arrived.recv().await.unwrap();
    stop.send(()).unwrap();
    tokio::time::timeout(Duration::from_secs(60), server).await.expect("it stops").unwrap().unwrap();
}

#[tokio::test]
async fn database_error_is_not_exposed() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    server.execute("DROP TABLE perfil_item_menu").await;
    let reply = server.call(Some(&token), MENU, json!({})).await;
    refused_with(&reply, 500, "Erro interno. Tente novamente mais tarde.");
}

#[tokio::test]
async fn sql_in_values_is_only_text() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    for text in ["' OR '1'='1", "1; DROP TABLE acionamento", "%", "\u{0}", "💥"] {
        let found = server
            .call(Some(&token), "/ConsultaAcionamento/lista-acionamentos-by-status", json!({ "status": text }))
            .await
            .data();
        assert_eq!(found, json!([]), "{text}");
    }
}
