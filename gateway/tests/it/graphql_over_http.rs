//! GraphQL over HTTP: media types, methods, errors, caching. Over HTTP/1.1 and HTTP/2.

mod error_texts;
mod explain;

use axum::{
    body::Body,
    extract::Request,
    http::{Method, header},
};
use chrono::TimeDelta;
use insta::assert_snapshot;
use serde_json::json;

use crate::{
    http1_client::{self, Client},
    kit::{Gateway, Kit, Reply, by_get, graphql},
    protocols::send,
};

fn gateway() -> Gateway {
    Gateway::alone()
}

async fn post(content_type: &str, body: impl Into<Body>) -> Reply {
    let request = Request::post("/graphql").header(header::CONTENT_TYPE, content_type);
    send(&gateway(), request.body(body.into()).unwrap()).await
}

async fn get(address: &str) -> Reply {
    send(&gateway(), by_get(address, &[])).await
}

const JSON: &str = "application/json";

#[tokio::test]
async fn header_names_of_http1_are_in_title_case() {
    let (address, _stop) = gateway().listen().await;
    for request in ["GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "GET /healthz HTTP/3\r\n\r\n"] {
        let mut client = Client::to(address).await;
        client.send(request).await;
        let response = client.rest().await;
        let names: Vec<_> = response.lines().skip(1).map_while(|line| Some(line.split_once(": ")?.0)).collect();
        assert!(names.contains(&"Date"), "{response}");
        assert!(names.iter().all(|name| name.starts_with(|c: char| c.is_ascii_uppercase())), "{response}");
    }
}

#[tokio::test]
async fn the_date_of_a_response_follows_a_clock_that_is_set_back() {
    let kit = Kit::new().await;
    let mut dates = Vec::new();
    for hours in [0, 26, -26] {
        kit.advance(TimeDelta::hours(hours));
        dates.push(kit.run(None, "{ __typename }", json!({})).await.header("date").to_owned());
    }
    assert_eq!(
        dates,
        ["Fri, 20 Nov 2026 18:00:00 GMT", "Sat, 21 Nov 2026 20:00:00 GMT", "Fri, 20 Nov 2026 18:00:00 GMT"]
    );
}

#[tokio::test]
async fn a_query_runs_by_post_and_by_get() {
    let reply = post(JSON, r#"{"query":"{ __typename }","unknown":1,"variables":null,"extensions":{}}"#).await;
    assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, r#"{"data":{"__typename":"Query"}}"#));
    assert_eq!(reply.header("content-type"), "application/json; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "private, no-store");
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    let address = "/graphql?query=query%20A(%24s:Boolean!)%7Ba:__schema%20@include(if:%24s)%7BqueryType%7Bname%7D%7D%7D%20query%20B%7Bb:__typename%7D\
                   &operationName=A&variables=%7B%22s%22:true%7D&extensions=";
    assert_eq!(get(address).await.text, r#"{"data":{"a":{"queryType":{"name":"Query"}}}}"#);
}

#[tokio::test]
async fn introspection_has_the_default_of_an_argument_whose_variable_has_no_value() {
    let fields = |arguments: &str| format!("__type(name: \"Acionamento\") {{ fields{arguments} {{ name }} }}");
    let expected = send(&gateway(), graphql(&[], &json!({ "query": format!("{{ {} }}", fields("")) }))).await.data();
    for definition in ["$d: Boolean", "$d: Boolean = false"] {
        let query = format!("query({definition}) {{ {} }}", fields("(includeDeprecated: $d)"));
        for variables in [json!({}), json!({ "d": null })] {
            let request = json!({ "query": query, "variables": variables });
            assert_eq!(send(&gateway(), graphql(&[], &request)).await.data(), expected, "{request}");
        }
    }
}

#[tokio::test]
async fn the_media_type_of_the_answer_is_the_clients_choice() {
    for (accept, is_newer) in [
        ("application/graphql-response+json", true),
        ("application/json, application/graphql-response+json;q=0.9", false),
        ("application/json;q=0.9, application/graphql-response+json", true),
        ("application/json, application/graphql-response+json", true),
        ("application/json;q=0, APPLICATION/*;q=0.001", true),
        ("", false),
        ("application/json", false),
        ("application/graphql-response+json;q=0, */*", false),
        ("text/html, */*;q=0.1", false),
        // The default of Java's HttpURLConnection.
        ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", false),
        ("*", false),
        ("text/html, *;q=.2", false),
        ("application/json;q=1., */*;q=0.", false),
        ("application/json ; q = .2 , text/html", false),
        ("application/json;q=.333, application/graphql-response+json;q=0.33333333", true),
    ] {
        let kind = if is_newer { "application/graphql-response+json" } else { "application/json" };
        let content_type = &*format!("{kind}; charset=utf-8");
        let reply = send(&gateway(), graphql(&[("accept", accept)], &json!({ "query": "{ nada }" }))).await;
        let told = (reply.status.as_u16(), reply.header("content-type"));
        assert_eq!(told, (if is_newer { 422 } else { 200 }, content_type), "{accept}");
    }
    let newer = [("accept", "application/graphql-response+json")];
    for (query, status) in [("{ __typename }", 200), ("{", 400)] {
        assert_eq!(send(&gateway(), graphql(&newer, &json!({ "query": query }))).await.status, status, "{query}");
    }
    for accept in [
        "text/html",
        "*/*;q=0",
        "application/json;q=0.000",
        "application/json;q=2",
        "application/json;q=x",
        "application/json;q=.",
        "application/json;q=",
        "application/json;q=-.2",
        "*;q=.0",
        "application/json; charset=latin1",
        "image/*, application/graphql+json",
    ] {
        let reply = send(&gateway(), by_get("/graphql?query=%7B__typename%7D", &[("accept", accept)])).await;
        assert_eq!(reply.refusal(), "406 NOT_ACCEPTABLE", "{accept}");
    }
}

#[tokio::test]
async fn invalid_requests_get_400_as_a_graphql_error() {
    assert_snapshot!(post(JSON, "{").await.text, @r#"{"errors":[{"extensions":{"code":"BAD_REQUEST"},"message":"O corpo da requisição não é JSON válido."}]}"#);
    for body in [
        "",
        "{",
        "null",
        "[]",
        "7",
        r#"[{"query":"{__typename}"}]"#,
        // The fields of a request in their order.
        r#" ["{__typename}",null,null,null,null]"#,
        "\u{feff}{}",
        &"[".repeat(1000),
        "{}",
        r#"{"query":null}"#,
        r#"{"query":7}"#,
        r#"{"query":"{__typename}","variables":[]}"#,
        r#"{"query":"{__typename}","variables":"{}"}"#,
        r#"{"query":"{__typename}","operationName":7}"#,
        r#"{"query":"{__typename}","extensions":"x"}"#,
        // Of duplicate keys one program takes the first, another the last.
        r#"{"query":"{__typename}","query":"{__typename}"}"#,
        r#"{"query":"{__typename}","operationName":null,"operationName":null}"#,
        r#"{"query":"{__typename}"} x"#,
        r#"{"query":"{__typename}"}{}"#,
        r#"{"query":"{__typename}",}"#,
        r#"{"query":"\ud800"}"#,
        "{'query':'{__typename}'}",
    ] {
        let reply = post(JSON, body.to_owned()).await;
        assert_eq!(reply.refusal(), "400 BAD_REQUEST", "{body:.80}");
    }
    let last = r#"{"query":"query($s:Boolean!){__typename @skip(if:$s)}","variables":{"s":true,"s":false}}"#;
    assert_eq!(post(JSON, last.to_owned()).await.data(), json!({ "__typename": "Query" }));
    let with_values = |values: usize| json!({ "query": "{__typename}", "variables": { "a": vec![0; values] } });
    assert_eq!(post(JSON, with_values(9_000).to_string()).await.status, 200);
    assert_eq!(post(JSON, with_values(10_000).to_string()).await.refusal(), "400 BAD_REQUEST");
    let no_text = post(JSON, b"{\"query\":\"{__typename}\",\"x\":\"\xff\"}".to_vec()).await;
    assert_eq!(no_text.refusal(), "400 BAD_REQUEST");
    for address in [
        "/graphql",
        "/graphql?query=%7B__typename%7D&variables=%5B%5D",
        "/graphql?query=%7B__typename%7D&variables=%7B",
        "/graphql?query=%7B__typename%7D&query=%7B__typename%7D",
    ] {
        let reply = get(address).await;
        assert_eq!(reply.refusal(), "400 BAD_REQUEST", "{address}");
    }
}

#[tokio::test]
async fn only_json_in_utf8_and_uncompressed_is_accepted() {
    let send_with = async |headers: &[(&str, &str)]| {
        let request =
            headers.iter().fold(Request::post("/graphql"), |request, (name, value)| request.header(*name, *value));
        send(&gateway(), request.body(r#"{"query":"{ __typename }"}"#.into()).unwrap()).await
    };
    let json = ("content-type", JSON);
    for headers in [
        &[json][..],
        &[("content-type", "application/json; charset=utf-8")],
        &[("content-type", "Application/JSON;charset=\"UTF-8\"")],
        &[json, ("content-encoding", "identity")],
    ] {
        assert_eq!(send_with(headers).await.status, 200, "{headers:?}");
    }
    for headers in [
        &[][..],
        &[("content-type", "text/plain")],
        &[("content-type", "application/x-www-form-urlencoded")],
        &[("content-type", "multipart/form-data; boundary=x")],
        &[("content-type", "application/json; charset=latin1")],
        &[("content-type", "application/graphql")],
        &[("content-type", "application/jsonp")],
        &[("content-type", "")],
        &[json, ("content-type", "text/plain")],
        &[json, ("content-encoding", "gzip")],
        &[json, ("content-encoding", "br")],
        &[json, ("content-encoding", "deflate")],
        &[json, ("content-encoding", "identity, gzip")],
        &[json, ("content-encoding", "")],
    ] {
        let reply = send_with(headers).await;
        assert_eq!(reply.refusal(), "415 UNSUPPORTED_MEDIA_TYPE", "{headers:?}");
        let is_encoded = headers.iter().any(|(name, _)| *name == "content-encoding");
        assert!(!is_encoded || reply.header("accept-encoding") == "identity", "{headers:?}");
    }
}

#[tokio::test]
async fn no_response_is_stored() {
    for address in ["/graphql?query=%7B__typename%7D", "/graphql?query=%7Bseguradoras%7Bnome%7D%7D"] {
        let reply = send(&gateway(), by_get(address, &[("if-none-match", "*")])).await;
        assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "private, no-store"));
        assert!(reply.header("vary").contains("accept") && reply.header("vary").contains("authorization"));
    }
}

#[tokio::test]
async fn the_status_tells_newer_clients_what_a_response_is() {
    let variable = json!({ "query": "query($i: Boolean!) { __typename @skip(if: $i) }", "variables": { "i": 1 } });
    let deep = json!({ "query": format!("{{ {} }}", "a: __typename ".repeat(31)) });
    for (body, status) in [
        (json!({ "query": "{ __typename }" }), 200),
        (json!({ "query": "{ __typename seguradoras { nome } }" }), 294),
        (json!({ "query": "{ seguradoras { nome } }" }), 294),
        (json!({ "query": "{" }), 400),
        (json!({ "query": 1 }), 400),
        (json!({}), 422),
        (json!({ "query": "{ nada }" }), 422),
        (json!({ "query": "query A { __typename }", "operationName": "B" }), 422),
        (variable, 422),
        (deep, 422),
    ] {
        let reply = send(&gateway(), graphql(&[("accept", "application/graphql-response+json")], &body)).await;
        assert_eq!((reply.status.as_u16(), reply.json().get("data").is_some()), (status, status < 300), "{body}");
        assert_eq!(reply.header("content-type"), "application/graphql-response+json; charset=utf-8", "{body}");
        let older = if reply.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST" { 400 } else { 200 };
        assert_eq!(post(JSON, body.to_string()).await.status.as_u16(), older, "{body}");
    }
}

#[tokio::test]
async fn the_status_of_partial_success_has_its_name() {
    let (address, _stop) = gateway().listen().await;
    let mut client = Client::to(address).await;
    let accept = "accept: application/graphql-response+json\r\n";
    client.send(http1_client::graphql(accept, "{ __typename seguradoras { nome } }")).await;
    assert_eq!(client.until("\r\n").await.unwrap(), "HTTP/1.1 294 Partial Success\r\n");
}

#[tokio::test]
async fn head_has_no_body() {
    let head = async |address: &str| send(&gateway(), Request::head(address).body(Body::empty()).unwrap()).await;
    let reply = head("/graphql?query=%7B__typename%7D").await;
    assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, ""));
    assert_eq!(reply.header("content-length"), "31");
    assert_eq!(head("/graphql?query=mutation%7B__typename%7D").await.status, 405);
}

#[tokio::test]
async fn long_responses_are_compressed() {
    let send_query = async |query: &str, accept: &str| {
        send(&gateway(), graphql(&[("accept-encoding", accept)], &json!({ "query": query }))).await
    };
    // Longer than a TLS record and a frame of HTTP/2.
    let long = "{ __schema { types { name description fields { name description } } } }";
    let plain = send_query(long, "identity").await;
    assert!(plain.text.len() > 16 * 1024 && plain.header("content-encoding").is_empty());
    for (accept, encoding) in [("gzip, deflate, br, zstd", "gzip"), ("gzip;q=0.5", "gzip"), ("br, gzip;q=0", "")] {
        let reply = send_query(long, accept).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-encoding")), (200, encoding), "{accept}");
        assert_eq!(reply.text.len() < plain.text.len(), encoding == "gzip");
        let vary: Vec<_> = reply.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
        assert!(vary.join(",").contains("accept-encoding"), "{vary:?}");
    }
    assert_eq!(send_query("{ __typename }", "gzip").await.text, r#"{"data":{"__typename":"Query"}}"#);
}

#[tokio::test]
async fn a_body_may_have_64_kib_and_no_more() {
    let body = |length: usize| {
        let query = r#"{"query":"{ __typename }"}"#;
        format!("{query}{}", " ".repeat(length - query.len()))
    };
    assert_eq!(post(JSON, body(64 * 1024)).await.status, 200);
    let reply = post(JSON, body(64 * 1024 + 1)).await;
    assert_eq!(reply.refusal(), "413 PAYLOAD_TOO_LARGE");
    assert_eq!(reply.error().1, "A requisição é grande demais: o limite é de 64 KiB.");
}

#[tokio::test]
async fn a_mutation_does_not_run_by_get() {
    let kit = Kit::new().await;
    for address in [
        "/graphql?query=mutation%7BvalidarEmail(email:%22ana@clinica.example%22)%7B__typename%7D%7D",
        "/graphql?query=query%20Q%7B__typename%7D%20mutation%20M%7BvalidarEmail(email:%22ana@clinica.example%22)%7B__typename%7D%7D&operationName=M",
    ] {
        let reply = send(&kit.gateway, by_get(address, &[])).await;
        assert_eq!(reply.status, 405, "{address}");
        assert_eq!(reply.header("allow"), "POST");
        assert_eq!(reply.error().0, "METHOD_NOT_ALLOWED");
    }
    assert!(kit.calls().is_empty());
}

#[tokio::test]
async fn other_methods_are_refused_with_those_that_work() {
    for method in [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
        let request = Request::builder().method(method.clone()).uri("/graphql").header("accept", "text/html");
        let request = request.body(Body::empty()).unwrap();
        let reply = send(&gateway(), request).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, "GET, HEAD, POST"), "{method}");
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn only_one_bearer_is_a_session() {
    let (kit, token) = Kit::logged_in().await;
    let run = |headers: Vec<String>| {
        let headers = headers.iter().map(|value| ("authorization", value.as_str()));
        let headers: Vec<_> = headers.chain([("accept", "application/graphql-response+json")]).collect();
        send(&kit.gateway, graphql(&headers, &json!({ "query": "{ menu { id } }" })))
    };
    run(vec![format!("bearer {token}")]).await.data();
    let ended = "Sua sessão terminou ou não existe. Entre novamente.";
    // Without a session the request runs, and its field is null.
    for headers in [
        vec![format!("Bearer {token}"), format!("Bearer {token}")],
        vec![format!("Bearer {token}, Bearer {token}")],
        // Another scheme is of a proxy.
        vec![format!("Basic {token}")],
    ] {
        let reply = run(headers).await;
        assert_eq!((reply.status.as_u16(), reply.error()), (294, ("UNAUTHENTICATED".to_owned(), ended.to_owned())));
    }
    let reply = run(vec![token]).await;
    let message = "O cabeçalho Authorization deve ser Bearer, um espaço e o token da sessão.";
    assert_eq!((reply.status.as_u16(), reply.error()), (401, ("UNAUTHENTICATED".to_owned(), message.to_owned())));
}
