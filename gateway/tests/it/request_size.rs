//! How large request heads and bodies may be, and bodies that break off.

use crate::{
    http1_client::{ANSWER, Client, QUERY, ask, post, with},
    kit::CLIENT_LIMITS,
};

#[tokio::test]
async fn a_request_head_has_a_size_limit() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let long = |target: usize| format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(target - 1));
    assert_eq!(ask(address, long(8 * 1024)).await.status, 404);
    let answer = ask(address, long(8 * 1024 + 1)).await;
    assert_eq!((answer.status, answer.code().as_str()), (414, "URI_TOO_LONG"));
    assert_eq!(ask(address, long(64 * 1024)).await.status, 414);

    let fields = |count: usize| format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(count - 1));
    assert_eq!(ask(address, fields(100)).await.status, 200);
    let answer = ask(address, fields(101)).await;
    assert_eq!((answer.status, answer.code().as_str()), (431, "REQUEST_HEADER_FIELDS_TOO_LARGE"));

    let large = |bytes: usize| {
        let rest = "GET /healthz HTTP/1.1\r\nhost: x\r\na: \r\n\r\n";
        rest.replace("a: ", &format!("a: {}", "b".repeat(bytes - rest.len())))
    };
    assert_eq!(ask(address, large(16 * 1024)).await.status, 200);
    let answer = ask(address, large(16 * 1024 + 1)).await;
    assert_eq!((answer.status, answer.code().as_str()), (431, "REQUEST_HEADER_FIELDS_TOO_LARGE"));
    assert_eq!(ask(address, large(1024 * 1024)).await.status, 431);
}

#[tokio::test]
async fn expect_100_continue_is_answered_before_the_body() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    client.send(post(&format!("expect: 100-continue\r\ncontent-length: {}\r\n", QUERY.len()), "")).await;
    assert_eq!(client.answer().await.status, 100);
    client.send(QUERY).await;
    assert_eq!(client.answer().await.body, ANSWER);
    // Too large: 413 instead of 100.
    client.send(post("expect: 100-continue\r\ncontent-length: 99999999\r\n", "")).await;
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (413, "PAYLOAD_TOO_LARGE", true));
    let answer = ask(address, post("expect: 200-ok\r\n", "")).await;
    assert_eq!((answer.status, answer.code().as_str()), (417, "EXPECTATION_FAILED"));
}

#[tokio::test]
async fn a_body_that_is_too_large_gets_413_while_it_is_sent() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let half = " ".repeat(512 * 1024);
    for request in [
        post("content-length: 1048576\r\n", &half),
        post("transfer-encoding: chunked\r\n", &format!("80000\r\n{half}")),
    ] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (413, "PAYLOAD_TOO_LARGE", true));
    }
}

#[tokio::test]
async fn invalid_chunks_get_400() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    for chunks in ["x\r\n", "-1\r\n", "1\r\nab\r\n0\r\n\r\n", "fffffffffffffffff\r\n", "5 5\r\n", "\r\n", "1\n{\n"] {
        let answer = ask(address, post("transfer-encoding: chunked\r\n", chunks)).await;
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (400, "BAD_REQUEST", true), "{chunks:?}");
    }
}
