//! Clients that are slow, idle or gone (slowloris), and requests that take too long.

use contract::login::AtualizaUsuario;
use futures_util::future::{join, join_all};
use gateway::http::ClientLimits;
use tokio::{io::AsyncWriteExt as _, time::timeout};

use crate::{
    http1_client::{ANSWER, Client, LIMIT, SHORT, ask, graphql, post, query, with},
    kit::{CLIENT_LIMITS, GatewayParts, READ, TEST_TIMEOUT, WRITE, advance_until, default_parts, eventually},
    protocols::TlsSite,
    stub::stub,
};

#[tokio::test]
async fn a_slow_request_head_ends_its_connection() {
    let (address, _stop) =
        with(ClientLimits { head_timeout: LIMIT, idle_timeout: LIMIT, ..CLIENT_LIMITS }).listen().await;
    let mut clients = Vec::new();
    for beginning in ["G", "GET / HTTP/1.1\r\nhost: x\r\n"] {
        let (mut first, mut second) = (Client::to(address).await, Client::to(address).await);
        first.send(beginning).await;
        // The second request of a connection.
        second.is_served().await;
        second.send(beginning).await;
        clients.extend([first, second]);
    }
    let heads = clients.iter_mut().map(async |client| assert_eq!(client.rest().await, ""));
    // Empty lines before a request give no more time.
    let empty_lines = async {
        let mut client = Client::to(address).await;
        eventually(async || client.0.write_all(b"\r\n").await.is_err()).await;
    };
    advance_until(LIMIT, join(join_all(heads), empty_lines)).await;
}

#[tokio::test]
async fn a_slow_request_body_gets_408() {
    let (address, _stop) = with(ClientLimits { body_timeout: SHORT, ..CLIENT_LIMITS }).listen().await;
    for request in [post("content-length: 26\r\n", "{"), post("transfer-encoding: chunked\r\n", "1\r\n{\r\n")] {
        let answer = ask(address, request).await;
        assert_eq!((&*answer.refusal(), answer.closes()), ("408 REQUEST_TIMEOUT", true));
    }
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed_and_a_used_one_stays() {
    let (address, _stop) = with(ClientLimits { head_timeout: LIMIT, ..CLIENT_LIMITS }).listen().await;
    let mut used = Client::to(address).await;
    used.is_served().await;
    assert_eq!(advance_until(LIMIT, Client::to(address).await.rest()).await, "");
    used.is_served().await;
}

#[tokio::test]
async fn a_client_that_reads_no_response_is_cut_off() {
    let gateway = with(ClientLimits { send_timeout: SHORT, connections: 1, ..CLIENT_LIMITS });
    let (address, _stop) = gateway.listen().await;
    // More responses than socket buffers hold.
    let mut client = Client::to(address).await;
    let long = graphql("", "{ __schema { types { name description fields { name description } } } }");
    let flood = async { while client.0.write_all(long.as_bytes()).await.is_ok() {} };
    timeout(TEST_TIMEOUT, flood).await.expect("an end");
    // Its permit is returned.
    assert_eq!(ask(address, query()).await.text, ANSWER);
}

#[tokio::test]
async fn a_request_past_its_timeout_gets_504() {
    let client_limits = ClientLimits { request_timeout: LIMIT, ..CLIENT_LIMITS };
    let stub = stub().holding(|_| true).start_with(GatewayParts { client_limits, ..default_parts() }).await;
    let read = advance_until(LIMIT, stub.gateway.query("t", READ)).await;
    assert_eq!(read.refusal(), "504 UPSTREAM_TIMEOUT");
    let write = stub.gateway.spawn("t", WRITE);
    stub.arrived::<AtualizaUsuario>(1).await;
    let write = advance_until(LIMIT, write).await.unwrap();
    assert_eq!(write.refusal(), "504 UPSTREAM_OUTCOME_UNKNOWN");
    assert!(write.error().1.starts_with("Resultado desconhecido"), "{}", write.text);
}

#[tokio::test]
async fn idle_and_slow_clients_delay_no_other() {
    let gateway = with(CLIENT_LIMITS);
    let (address, _stop) = gateway.listen().await;
    let site = TlsSite::of(&gateway).await;
    let (handshake, body) = (&b"\x16\x03\x01\x02\x00\x01"[..], post("content-length: 100\r\n", "{"));
    let mut others = vec![Client::to(address).await, Client::to(site.address).await];
    for (at, beginning) in [(site.address, handshake), (address, b"GET / HT"), (address, body.as_bytes())] {
        let mut client = Client::to(at).await;
        client.send(beginning).await;
        others.push(client);
    }
    assert_eq!(ask(address, query()).await.text, ANSWER);
    Client(site.connect(&[b"http/1.1"]).await).is_served().await;
}
