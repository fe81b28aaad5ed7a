//! How large request heads and bodies may be, and bodies that break off.

use crate::{
    http1_client::{ANSWER, Client, QUERY, ask, post, with},
    kit::CLIENT_LIMITS,
};

#[tokio::test]
async fn a_request_head_has_a_size_limit() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let fields = |count: usize| format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(count - 1));
    assert_eq!(ask(address, fields(100)).await.status, 200);
    let large = |bytes: usize| {
        let rest = "GET /healthz HTTP/1.1\r\nhost: x\r\na: \r\n\r\n";
        rest.replace("a: ", &format!("a: {}", "b".repeat(bytes - rest.len())))
    };
    assert_eq!(ask(address, large(16 * 1024)).await.status, 200);
    // hyper's own response, which has no body.
    for request in [fields(101), large(16 * 1024 + 1), large(1024 * 1024)] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status.as_u16(), answer.closes()), (431, true));
    }
}

#[tokio::test]
async fn expect_100_continue_is_answered_before_the_body() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    client.send(post(&format!("expect: 100-continue\r\ncontent-length: {}\r\n", QUERY.len()), "")).await;
    assert_eq!(client.answer().await.status, 100);
    client.send(QUERY).await;
    assert_eq!(client.answer().await.text, ANSWER);
    // Too large: 413 instead of 100.
    client.send(post("expect: 100-continue\r\ncontent-length: 99999999\r\n", "")).await;
    let answer = client.answer().await;
    assert_eq!((&*answer.refusal(), answer.closes()), ("413 PAYLOAD_TOO_LARGE", true));
}

#[tokio::test]
async fn a_body_that_is_too_large_gets_413_while_it_is_sent() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let long = " ".repeat(512 * 1024);
    for request in [
        post("content-length: 524288\r\n", &long),
        post("transfer-encoding: chunked\r\n", &format!("80000\r\n{long}\r\n0\r\n\r\n")),
        // This is not read.
        post("content-length: 1048577\r\n", ""),
    ] {
        let answer = ask(address, request).await;
        assert_eq!((&*answer.refusal(), answer.closes()), ("413 PAYLOAD_TOO_LARGE", true));
    }
}

#[tokio::test]
async fn invalid_chunks_get_400() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    for chunks in ["x\r\n", "-1\r\n", "1\r\nab\r\n0\r\n\r\n", "fffffffffffffffff\r\n", "5 5\r\n", "\r\n", "1\n{\n"] {
        let mut client = Client::to(address).await;
        client.send(post("transfer-encoding: chunked\r\n", chunks)).await;
        let answer = client.answer().await;
        assert_eq!(answer.refusal(), "400 BAD_REQUEST", "{chunks:?}");
        assert_eq!(client.rest().await, "");
    }
}
