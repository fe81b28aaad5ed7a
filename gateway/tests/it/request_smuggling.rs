//! Requests that two programs could read in two ways, byte by byte, and those that look odd and are valid.

use crate::{
    http1_client::{ANSWER, Client, QUERY, ask, post, query, with},
    kit::CLIENT_LIMITS,
};

#[tokio::test]
async fn pipelined_and_split_requests_are_answered_in_order() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    for _ in 0..3 {
        client.send(query()).await;
        let answer = client.answer().await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str(), answer.closes()), (200, ANSWER, false));
    }
    // Pipelined.
    let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    client.send(format!("{}\r\n{get}{}{get}", query(), query())).await;
    for expected in [ANSWER, "ok\n", ANSWER, "ok\n"] {
        assert_eq!(client.answer().await.text, expected);
    }
    // Byte by byte.
    for byte in query().bytes() {
        client.send([byte]).await;
    }
    assert_eq!(client.answer().await.text, ANSWER);
    client.send(post("transfer-encoding: chunked\r\n", &format!("{:x}\r\n{QUERY}\r\n0\r\n\r\n", QUERY.len()))).await;
    assert_eq!(client.answer().await.text, ANSWER);
}

#[tokio::test]
async fn malformed_heads_end_their_connection() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let fields = |fields: &str| format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{fields}\r\n\r\n");
    let target = |target: &str| format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut requests = vec![
        "GET /healthz HTTP/1.1\r\n host: x\r\n\r\n".to_owned(),
        "GET /healthz\r\nhost: x\r\n\r\n".to_owned(),
        "\r\n\r\n\r\n:\r\n\r\n".to_owned(),
        "POST /graphql HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n".to_owned(),
        // HTTP/2, and the beginning of a TLS handshake.
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        "\x16\x03\x01\x02".to_owned(),
    ];
    requests.extend(
        [
            "a: b\r\n c",
            "a: b\r\n\tc",
            "a : b",
            "a\0: b",
            "a: b\0c",
            "a: b\rc",
            "content-length: 1\r\ncontent-length: 2",
            "content-length: 1, 1",
            "content-length:",
            "content-length: +1",
            "content-length: -1",
            "content-length: 0x1",
            "content-length: 1 1",
            "content-length: 99999999999999999999",
            "transfer-encoding: xchunked",
            "transfer-encoding:\x0bchunked",
        ]
        .map(fields),
    );
    requests.extend(["http://", "/\u{7f}", "/<a>\\^`{|}\0"].map(target));
    for request in requests {
        // What follows must not be taken for a request.
        let mut client = Client::to(address).await;
        client.send(format!("{request}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")).await;
        let rest = client.rest().await;
        assert!(rest.is_empty() || rest.starts_with("HTTP/1.1 400 "), "{request:?}: {rest}");
        assert!(!rest.contains("ok\n"), "{request:?}: {rest}");
    }
}

#[tokio::test]
async fn no_request_is_read_as_two() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let hidden = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let chunk = format!("{:x}\r\n{hidden}\r\n0\r\n\r\n", hidden.len());
    let whole = hidden.len();
    for (fields, body) in [
        // By the shorter of two lengths the body would be a request; by the chunks it is none.
        ("content-length: 0\r\ntransfer-encoding: chunked".to_owned(), hidden),
        ("content-length: 0\r\ntransfer-encoding: chunked".to_owned(), &chunk),
        ("transfer-encoding: chunked\r\ncontent-length: 0".to_owned(), &chunk),
        (format!("content-length: {whole}\r\ntransfer-encoding: chunked"), &format!("0\r\n\r\n{hidden}")),
        (format!("transfer-encoding: chunked\r\ncontent-length: {}", whole + 5), &format!("0\r\n\r\n{hidden}")),
        (format!("content-length: {whole}\r\ncontent-length: {whole}"), hidden),
        (format!("content-length: 0\r\ncontent-length: {whole}"), hidden),
        ("transfer-encoding: chunked, gzip".to_owned(), hidden),
        (format!("transfer-encoding: identity\r\ncontent-length: {whole}"), hidden),
    ] {
        let mut client = Client::to(address).await;
        client.send(format!("{}{}", query(), post(&format!("connection: close\r\n{fields}\r\n"), body))).await;
        let rest = client.rest().await;
        assert!(rest.contains(ANSWER), "{fields:?}: {rest}");
        assert!(!rest.contains("ok\n"), "{fields:?} {body:?}: {rest}");
    }
}

#[tokio::test]
async fn heads_that_others_may_read_differently_end_their_connection() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let head = |line: &str, fields: &str| format!("{line}\r\ncontent-type: application/json\r\n{fields}\r\n");
    let body = format!("content-length: {}\r\n\r\n{QUERY}", QUERY.len());
    let mut requests = vec![head("GET http://x/healthz HTTP/1.1", "")];
    for hosts in ["", "host: x\r\nhost: x\r\n", "host: a b\r\n", "host: a@x\r\n", "host: x:y\r\n", "host: ::1\r\n"] {
        requests.push(head("GET /healthz HTTP/1.1", hosts));
        requests.push(head("POST /graphql HTTP/1.1", &format!("{hosts}{body}")));
    }
    requests.push(head("GET /healthz HTTP/1.0", "host: x\r\nhost: y\r\n"));
    for codings in ["gzip, chunked", "foo, chunked", "chunked, chunked", "gzip\r\ntransfer-encoding: chunked"] {
        let chunks = format!("host: x\r\ntransfer-encoding: {codings}\r\n\r\n{:x}\r\n{QUERY}\r\n0\r\n", QUERY.len());
        requests.push(head("POST /graphql HTTP/1.1", &chunks));
    }
    for request in requests {
        let mut client = Client::to(address).await;
        client.send(format!("{request}{}", query())).await;
        let rest = client.rest().await;
        assert!(rest.get(8..12) == Some(" 400") && rest.contains("BAD_REQUEST"), "{request:?}: {rest}");
        assert!(!rest.contains(ANSWER), "{request:?}: {rest}");
    }
}

#[tokio::test]
async fn unusual_valid_hosts_are_accepted() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    for request in [
        "GET http://other.example/healthz HTTP/1.1\r\nhost: x\r\n\r\n",
        "GET /healthz HTTP/1.0\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHOST:x:8080\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost:\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost: [::1]:80\r\n\r\n",
    ] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "ok\n"), "{request:?}");
    }
}
