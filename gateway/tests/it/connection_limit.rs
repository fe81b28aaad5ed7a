//! The limits of connections and of requests in progress, in all and per address.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use contract::seguradora::ListaSeguradora;
use gateway::{client_address::TrustedProxies, http::ClientLimits};
use serde_json::json;
use tokio::{net::TcpSocket, time::timeout};

use crate::{
    http1_client::{self, ANSWER, Client, SHORT, ask, get, query, with},
    kit::{CLIENT_LIMITS, GatewayParts, READ, TEST_TIMEOUT, default_parts, graphql},
    protocols::{TlsSite, post},
    stub::one_insurer,
};

#[tokio::test]
async fn at_the_connection_limit_clients_wait_until_one_is_closed() {
    let limits = ClientLimits { connections: 1, connections_per_address: 1, idle_timeout: SHORT, ..CLIENT_LIMITS };
    let (address, _stop) = with(limits).listen().await;
    let mut first = Client::to(address).await;
    first.send(query()).await;
    first.answer().await;
    assert_eq!(ask(address, query()).await.text, ANSWER);
    assert_eq!(first.rest().await, "");
}

#[tokio::test]
async fn a_connection_of_an_address_past_its_limit_is_closed() {
    let (address, _stop) = with(ClientLimits { connections_per_address: 2, ..CLIENT_LIMITS }).listen().await;
    let from = async |from: [u8; 4]| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let mut client = Client(socket.connect(address).await.unwrap());
        client.is_served().await;
        client
    };
    let (mut first, mut second) = (from([127, 0, 0, 1]).await, from([127, 0, 0, 1]).await);
    assert_eq!(Client::to(address).await.rest().await, "");
    // Other addresses are served.
    from([127, 0, 0, 2]).await;
    first.is_served().await;
    // A closed connection makes room for another.
    second.send("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    assert!(second.rest().await.ends_with("ok\n"));
    let freed = async {
        loop {
            let mut next = Client::to(address).await;
            if next.0.try_write(query().as_bytes()).is_ok() && next.next().await.is_some() {
                return;
            }
        }
    };
    timeout(TEST_TIMEOUT, freed).await.expect("a permit");
}

#[tokio::test]
async fn requests_past_the_limit_get_503_over_one_connection_or_many() {
    // Three of one address.
    let client_limits = ClientLimits { requests: 4, requests_per_address: 3, ..CLIENT_LIMITS };
    let stub = one_insurer().holding(|_| true).start_with(GatewayParts { client_limits, ..default_parts() }).await;
    let site = TlsSite::of(&stub.gateway).await;
    let client = site.http2().await;
    let held: Vec<_> = (0..3)
        .map(|at| {
            let mut client = client.clone();
            let request = post(&format!("{{ a{at}: seguradoras {{ nome }} }}"));
            tokio::spawn(async move { client.send(request).await.unwrap().status })
        })
        .collect();
    let refused = async {
        loop {
            let reply = client.clone().query("{ __typename }").await.unwrap();
            if reply.status == 503 {
                return reply;
            }
        }
    };
    let refused = timeout(TEST_TIMEOUT, refused).await.expect("a refusal");
    assert_eq!((refused.error().0.as_str(), refused.header("retry-after")), ("TOO_MANY_REQUESTS", "1"));
    assert_eq!(refused.json()["errors"][0]["extensions"]["retryAfter"], 1);
    let mut other = Client(site.connect(&[b"http/1.1"]).await);
    other.send(http1_client::graphql("accept: application/graphql-response+json\r\n", "{ __typename }")).await;
    let reply = other.answer().await;
    let content_type = "application/graphql-response+json; charset=utf-8";
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (503, content_type));
    // A flood restarts no pod.
    other.send(get("/healthz")).await;
    assert_eq!(other.answer().await.status, 200);
    // Of another address, here of none.
    assert_eq!(stub.gateway.query("ficha", "{ __typename }").await.status, 200);
    stub.release_all();
    for held in held {
        assert_eq!(held.await.unwrap(), 200);
    }
    assert_eq!(client.clone().query("{ __typename }").await.unwrap().status, 200);
}

#[tokio::test]
async fn behind_a_trusted_proxy_requests_count_for_the_client_that_it_names() {
    let client_limits = ClientLimits { requests: 4, requests_per_address: 3, ..CLIENT_LIMITS };
    let proxies = TrustedProxies::new(&["10.0.0.0/8".parse().unwrap()]);
    let parts = GatewayParts { client_limits, proxies, ..default_parts() };
    let stub = one_insurer().holding(|_| true).start_with(parts).await;
    let from = |client: &str, token: &str, query: &str| {
        let headers = [("x-forwarded-for", client), ("authorization", token)];
        let mut request = graphql(&headers, &json!({ "query": query }));
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, 1, 2, 3], 4711))));
        let gateway = stub.gateway.clone();
        async move { gateway.send(request).await.status }
    };
    let held: Vec<_> =
        ["Bearer a", "Bearer b", "Bearer c"].map(|token| tokio::spawn(from("198.51.100.1", token, READ))).into();
    stub.arrived::<ListaSeguradora>(3).await;
    assert_eq!(from("198.51.100.1", "Bearer d", "{ __typename }").await, 503);
    assert_eq!(from("198.51.100.2", "Bearer d", "{ __typename }").await, 200);
    stub.release_all();
    for held in held {
        assert_eq!(held.await.unwrap(), 200);
    }
}
