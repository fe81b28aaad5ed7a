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
        assert_eq!((answer.status, answer.body.as_str(), answer.closes()), (200, ANSWER, false));
    }
    // Pipelined.
    let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    client.send(format!("{}\r\n{get}{}{get}", query(), query())).await;
    for expected in [ANSWER, "ok\n", ANSWER, "ok\n"] {
        assert_eq!(client.answer().await.body, expected);
    }
    // Byte by byte.
    for byte in query().bytes() {
        client.send([byte]).await;
    }
    assert_eq!(client.answer().await.body, ANSWER);
    // Chunked: the last request of its connection.
    client.send(post("transfer-encoding: chunked\r\n", &format!("{:x}\r\n{QUERY}\r\n0\r\n\r\n", QUERY.len()))).await;
    let answer = client.answer().await;
    assert_eq!((answer.body.as_str(), answer.closes(), client.rest().await), (ANSWER, true, String::new()));
}

#[tokio::test]
async fn ambiguous_requests_are_refused() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let fields = |fields: &str| format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{fields}\r\n\r\n");
    let target = |target: &str| format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut requests = vec![
        "GET /healthz HTTP/1.1\r\n\r\n".to_owned(),
        fields("host: x"),
        fields("Host: y"),
        "GET /healthz HTTP/1.1\r\nhost: \r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a,b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a@b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a/b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: a:b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\nhost: x\n\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: x\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\n host: x\r\n\r\n".to_owned(),
        "GET  /healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET /healthz\r\nhost: x\r\n\r\n".to_owned(),
        "GET\t/healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "/healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "\r\n\r\n\r\n:\r\n\r\n".to_owned(),
    ];
    for field in [
        "a: b\r\n c",
        "a: b\r\n\tc",
        "a : b",
        "a",
        ": b",
        "a\0: b",
        "a: b\0c",
        "a: b\rc",
        "é: b",
        "content-length: 1\r\ncontent-length: 1",
        "content-length: 1\r\ncontent-length: 2",
        "content-length: 1, 1",
        "content-length: +1",
        "content-length: -1",
        "content-length: 0x1",
        "content-length: 1 1",
        "content-length:",
        "content-length: 99999999999999999999",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "transfer-encoding: chunked\r\ncontent-length: 5",
        "transfer-encoding: chunked\r\ntransfer-encoding: chunked",
    ] {
        requests.push(fields(field));
    }
    for path in [
        "healthz",
        "*",
        "x:443",
        "//",
        "http://",
        "ftp://x/healthz",
        "http://a@x/",
        "/\u{7f}",
        "/<a>\\^`{|}\0",
        "/healthz#x",
        "/healthz#",
        "/healthz?a#b",
        "http://x/healthz#x",
    ] {
        requests.push(target(path));
    }
    requests.push("CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n".to_owned());
    requests.push("POST /graphql HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n".to_owned());
    for request in requests {
        // What follows must not be taken for a request.
        let answer = ask(address, format!("{request}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")).await;
        if request.starts_with("GET //") {
            // A valid path with an empty first segment.
            assert_eq!(answer.status, 404, "{request:?}");
            continue;
        }
        assert_eq!((answer.status, answer.code().as_str(), answer.closes()), (400, "BAD_REQUEST", true), "{request:?}");
    }
    for (request, status, code) in [
        (fields("transfer-encoding: gzip, chunked"), 501, "NOT_IMPLEMENTED"),
        (fields("transfer-encoding: xchunked"), 501, "NOT_IMPLEMENTED"),
        (fields("transfer-encoding:\x0bchunked"), 400, "BAD_REQUEST"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), 505, "HTTP_VERSION_NOT_SUPPORTED"),
        ("GET / HTTP/3.0\r\n\r\n".to_owned(), 505, "HTTP_VERSION_NOT_SUPPORTED"),
        // The beginning of a TLS handshake.
        ("\x16\x03\x01\x02".to_owned(), 400, "BAD_REQUEST"),
    ] {
        let answer = ask(address, &request).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{request:?}");
    }
}

#[tokio::test]
async fn a_refused_request_closes_its_connection() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    let mut client = Client::to(address).await;
    // Two lengths: with the shorter one a request would begin in the body.
    let hidden = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    client.send(format!("{}{}", query(), post("content-length: 0\r\ntransfer-encoding: chunked\r\n", hidden))).await;
    assert_eq!(client.answer().await.body, ANSWER);
    assert_eq!(client.answer().await.status, 400);
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn unusual_valid_requests_are_accepted() {
    let (address, _stop) = with(CLIENT_LIMITS).listen().await;
    for request in [
        "GET http://other.example/healthz HTTP/1.1\r\nhost: x\r\n\r\n",
        "GET /healthz HTTP/1.0\r\n\r\n",
        "\r\nGET /healthz HTTP/1.1\r\nHOST:x:8080\r\na:\t \r\n\r\n",
        "GET /healthz?a=%00 HTTP/1.1\r\nhost: [::1]:80\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade\r\nhttp2-settings: AA\r\n\r\n",
    ] {
        let answer = ask(address, request).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok\n"), "{request:?}");
    }
    assert_eq!(ask(address, "OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n").await.status, 405);
    assert_eq!(ask(address, "BREW /graphql HTTP/1.1\r\nhost: x\r\n\r\n").await.status, 405);
    let mut old = Client::to(address).await;
    old.send("GET /healthz HTTP/1.0\r\n\r\n").await;
    assert!(old.rest().await.ends_with("ok\n"));
}
