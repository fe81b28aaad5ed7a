//! Who gets a connection, and where its keys come.

use gateway::schema::engine::persisted_documents::DocumentPolicy;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

use super::{Socket, start};
use crate::{
    http1_client::{self, Client},
    kit::{GatewayParts, default_parts, document_id, tool_with, trusted},
    subscriptions::{ABERTOS_HOJE, Figure, NEVER, abertos_hoje},
};

#[tokio::test]
async fn handshakes_of_other_origins_versions_and_protocols_are_refused() {
    let (_stub, address, _stop) = start(&Figure::default(), NEVER, default_parts()).await;
    let Err(Error::Http(refused)) = Socket::with(address, &[("origin", "https://outra.example")]).await else {
        panic!("a page of another origin got a connection")
    };
    assert_eq!(refused.status(), 403);
    let own = format!("http://{address}");
    Socket::with(address, &[("origin", &own)]).await.unwrap().init("ana").await;
    const UPGRADE: &str = "connection: Upgrade\r\nupgrade: websocket\r\n";
    const KEY: &str = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const VERSION: &str = "sec-websocket-version: 13\r\n";
    const PROTOCOL: &str = "Sec-WebSocket-Protocol: graphql-transport-ws\r\n";
    let handshake = |headers: &[&str]| format!("GET /graphql HTTP/1.1\r\nhost: x\r\n{}\r\n", headers.concat());
    for headers in [
        &[UPGRADE, KEY, VERSION][..],
        &[UPGRADE, KEY, VERSION, "sec-websocket-protocol: graphql-ws\r\n"],
        &[UPGRADE, KEY, "sec-websocket-version: 8\r\n", PROTOCOL],
    ] {
        assert_eq!(http1_client::ask(address, handshake(headers)).await.status, 400, "{headers:?}");
    }
    let other_version = handshake(&[UPGRADE, KEY, "sec-websocket-version: 8\r\n", PROTOCOL]);
    assert_eq!(http1_client::ask(address, other_version).await.header("sec-websocket-version"), "13");
    // The example of RFC 6455, with the first message in the same packet.
    let mut client = Client::to(address).await;
    let init = r#"{"type":"connection_init"}"#;
    let mut bytes = handshake(&[UPGRADE, KEY, VERSION, PROTOCOL]).into_bytes();
    bytes.extend([0x81, 0x80 | u8::try_from(init.len()).unwrap(), 0, 0, 0, 0]);
    bytes.extend(init.as_bytes());
    client.send(bytes).await;
    let head = client.until(r#"{"type":"connection_ack"}"#).await.unwrap();
    // The only case in which Python's gql finds the subprotocol is that of its own request.
    assert!(head.contains("\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"), "{head}");
    let head = head.to_lowercase();
    assert!(
        head.starts_with("http/1.1 101 switching protocols\r\n")
            && head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n"),
        "{head}"
    );
}

#[tokio::test]
async fn the_bearer_and_the_tool_key_come_in_the_first_message_or_the_handshake() {
    const KEY: &str = "0123456789abcdef0123456789abcdef";
    const TRUSTED: &str = "subscription { painel { abertosHoje { quantidade } } } # by its id";
    let parts = || GatewayParts {
        portal_documents: trusted(&[TRUSTED]),
        policy: DocumentPolicy::TrustedOrTool,
        tools: tool_with(KEY),
        ..default_parts()
    };
    let (stub, address, _stop) = start(&Figure::default(), NEVER, parts()).await;
    let mut socket = Socket::of(address, "ana").await;
    assert_eq!(socket.first(ABERTOS_HOJE).await[0]["extensions"]["code"], "DOCUMENT_NOT_TRUSTED");
    socket.send(json!({ "id": "2", "type": "subscribe", "payload": { "documentId": document_id(TRUSTED) } })).await;
    assert_eq!(socket.next().await["payload"], abertos_hoje(0));
    for payload in [
        json!({ "Authorization": "Bearer ana", "X-Tool-Key": KEY }),
        json!({ "headers": { "authorization": "bearer ana", "x-tool-key": KEY } }),
    ] {
        let mut socket = Socket::open(address).await;
        socket.init_with(payload).await;
        assert_eq!(socket.first(ABERTOS_HOJE).await, abertos_hoje(0));
    }
    let mut socket = Socket::with(address, &[("authorization", "Bearer bia"), ("x-tool-key", KEY)]).await.unwrap();
    socket.init_with(Value::Null).await;
    assert_eq!(socket.first(ABERTOS_HOJE).await, abertos_hoje(0));
    let seen: Vec<_> = stub.seen().into_iter().map(|call| call.authorization.unwrap()).collect();
    assert_eq!(seen, ["Bearer ana", "Bearer ana", "Bearer ana", "Bearer bia"]);
    // Without a token: trusted documents and nothing else.
    let mut socket = Socket::open(address).await;
    socket.init_with(Value::Null).await;
    assert_eq!(socket.first("{ __typename }").await, json!({ "data": { "__typename": "Query" } }));
}
