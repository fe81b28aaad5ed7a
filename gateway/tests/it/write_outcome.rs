//! Outcome of writes without a usable response, and responses 429.

use std::{
    future::ready,
    net::SocketAddr,
    time::{Duration, SystemTime},
};

use axum::{
    Json,
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::IntoResponse as _,
};
use contract::{
    Call as _,
    acionamento::SalvaSinistroWeb,
    login::{AtualizaSenha, AtualizaUsuario, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
    seguradora::ListaSeguradora,
};
use gateway::upstream::{Timeouts, UpstreamSettings};
use serde_json::{Value, json};

use crate::{
    kit::{
        self, ABRIR, ANA, Calls, ENTRAR, Gateway, PASSWORD, Reply, TEST_TIMEOUT, VALIDAR_CODIGO, VALIDAR_EMAIL, WRITE,
        novo_acionamento, services, upstream_settings,
    },
    login::{ATUALIZAR_USUARIO, TROCAR_SENHA, password_change},
    stub::acionamento,
};

/// A mutation and the service that it writes to.
pub(crate) struct Write {
    path: &'static str,
    pub(crate) mutation: &'static str,
    pub(crate) variables: Value,
    /// Whether it is one of the login's three steps, which change nothing.
    is_a_step: bool,
}

/// All writes of the contract.
pub(crate) async fn writes() -> Vec<Write> {
    // Successful steps provide the desafios for the failing ones: gateways with one key accept each other's.
    let gateway = Gateway::over(answering("", 200, HeaderMap::new(), "").await.0);
    let (code, password) = (gateway.code_step().await, gateway.password_step().await);
    let change = password_change(ANA, PASSWORD, "Nova@2026");
    let all = [
        (ValidaEmail::PATH, VALIDAR_EMAIL, json!({ "email": ANA }), true),
        (ValidaCodigoAcesso::PATH, VALIDAR_CODIGO, code, true),
        (ValidaLogin::PATH, ENTRAR, password, true),
        (AtualizaSenha::PATH, TROCAR_SENHA, change, false),
        (AtualizaUsuario::PATH, ATUALIZAR_USUARIO, json!({ "input": { "nome": "Ana" } }), false),
        (SalvaSinistroWeb::PATH, ABRIR, novo_acionamento("k"), false),
    ];
    all.map(|(path, mutation, variables, is_a_step)| Write { path, mutation, variables, is_a_step }).into()
}

/// Services of which one responds like this, and the others successfully.
async fn answering(path: &'static str, status: u16, headers: HeaderMap, body: impl Into<Bytes>) -> (SocketAddr, Calls) {
    let (status, body) = (StatusCode::from_u16(status).unwrap(), body.into());
    services(move |call| {
        ready(match call.path == path {
            true => (status, headers.clone(), body.clone()).into_response(),
            false => Json(json!({ "status": 1, "messages": "", "data": {} })).into_response(),
        })
    })
    .await
}

/// The result of a write whose service responds like this, or its error code.
async fn result(write: &Write, status: u16, body: &str) -> Value {
    let headers = HeaderMap::from_iter([(header::LOCATION, HeaderValue::from_static("/outro"))]);
    let (address, calls) = answering(write.path, status, headers, body.to_owned()).await;
    let mutation = write.mutation.replacen("__typename", "__typename ... on Recusa { mensagem }", 1);
    let reply = Gateway::over(address).run(Some("ficha"), &mutation, write.variables.clone()).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(calls.count(write.path), 1, "{status} of {}: a write is sent once", write.path);
    let answer = reply.json();
    let result = answer["data"].as_object().and_then(|data| data.values().next()).filter(|result| result.is_object());
    result.cloned().unwrap_or_else(|| reply.error().0.into())
}

/// The type of that result, or the error code.
async fn told(write: &Write, status: u16, body: &str) -> String {
    let result = result(write, status, body).await;
    result.get("__typename").unwrap_or(&result).as_str().unwrap().to_owned()
}

#[tokio::test]
async fn each_http_status_decides_the_outcome_of_each_write() {
    for write in writes().await {
        for (statuses, code) in [
            (&[201, 202, 203, 204, 205, 206, 226][..], "UPSTREAM_OUTCOME_UNKNOWN"),
            (&[300, 301, 302, 303, 304], "UPSTREAM_OUTCOME_UNKNOWN"),
            (&[408, 409, 499], "UPSTREAM_OUTCOME_UNKNOWN"),
            (&[500, 502, 503, 504, 505, 507, 599], "UPSTREAM_OUTCOME_UNKNOWN"),
            (&[307, 308], "UPSTREAM_ERROR"),
            (&[400, 402, 404, 405, 406, 410, 412, 413, 415, 418, 421, 422, 428, 431, 501], "UPSTREAM_ERROR"),
            (&[401], if write.is_a_step { "UPSTREAM_ERROR" } else { "UNAUTHENTICATED" }),
            (&[403], "FORBIDDEN"),
            (&[429], "RATE_LIMITED"),
        ] {
            for status in statuses {
                assert_eq!(told(&write, *status, "").await, code, "{status} of {}", write.path);
            }
        }
    }
}

#[tokio::test]
async fn every_success_of_http_is_read_but_what_is_yet_to_be_done_or_a_part() {
    for write in writes().await {
        let body = match write.path {
            ValidaLogin::PATH => json!({ "dsToken": "ficha", "nmUsuario": "Ana" }),
            AtualizaUsuario::PATH => json!({ "nmUsuario": "Ana" }),
            SalvaSinistroWeb::PATH => serde_json::to_value(acionamento(1)).unwrap(),
            _ => json!({}),
        };
        let body = json!({ "status": 1, "messages": "", "data": body }).to_string();
        let success = told(&write, 200, &body).await;
        assert!(!success.starts_with("UPSTREAM"), "{success} of {}", write.path);
        for status in [201, 202, 203, 206, 207, 226] {
            let expected = match status {
                202 if !write.is_a_step => "UPSTREAM_OUTCOME_UNKNOWN",
                206 | 226 => "UPSTREAM_OUTCOME_UNKNOWN",
                _ => success.as_str(),
            };
            assert_eq!(told(&write, status, &body).await, expected, "{status} of {}", write.path);
        }
    }
}

#[tokio::test]
async fn success_without_data_is_a_refusal_with_its_text_or_an_unknown_outcome_of_a_write() {
    for write in writes().await {
        // Null data are a failure with the service's text (specification, sections 3 and 8).
        for body in [
            r#"{"data":null,"messages":"A apólice está suspensa.","status":"1"}"#,
            r#"{"status":1,"messages":["A apólice está suspensa."],"data":null}"#,
        ] {
            let refused = result(&write, 200, body).await;
            assert_eq!(refused["__typename"], "Recusa", "{body} of {}", write.path);
            // A step of the login may add how to go on.
            let text = refused["mensagem"].as_str().unwrap();
            assert!(text.starts_with("A apólice está suspensa."), "{text} of {}", write.path);
        }
        for body in [r#"{"status":1,"data":null}"#, r#"{"status":1,"messages":" ","data":null}"#] {
            // A status without a text opens the code step (section 4).
            let expected = match write.is_a_step {
                true if write.path == ValidaEmail::PATH => "CodigoEnviado",
                true => "Recusa",
                false => "UPSTREAM_OUTCOME_UNKNOWN",
            };
            assert_eq!(told(&write, 200, body).await, expected, "{body} of {}", write.path);
        }
        // Without the key a call that expects nothing succeeded; an object is missing, and the code is not accepted.
        let expects_data = [ValidaCodigoAcesso::PATH, ValidaLogin::PATH, AtualizaUsuario::PATH, SalvaSinistroWeb::PATH];
        let expects_nothing = !expects_data.contains(&write.path);
        let success = told(&write, 200, r#"{"status":1,"data":{}}"#).await;
        for body in [r#"{"status":1}"#, r#"{"status":1,"messages":["Salvo."]}"#] {
            let expected = match () {
                () if expects_nothing => success.as_str(),
                // Of a save "Salvo." would be read as the reason why it was refused, and it would be sent once more.
                () if body.contains("messages") && write.is_a_step => "Recusa",
                () => "UPSTREAM_OUTCOME_UNKNOWN",
            };
            assert_eq!(told(&write, 200, body).await, expected, "{body} of {}", write.path);
        }
        for body in [r#"{"status":0,"data":null}"#, r#"{"status":"2","messages":"Não.","data":{}}"#] {
            assert_eq!(told(&write, 200, body).await, "Recusa", "{body} of {}", write.path);
            assert_eq!(told(&write, 201, body).await, "Recusa", "{body} of {}", write.path);
        }
        // The envelope repeats the success of HTTP, which the mapping does not know.
        for (http, body) in [
            (201, r#"{"status":201,"messages":"Criado","data":{}}"#),
            (200, r#"{"status":"200","messages":"OK","data":null}"#),
        ] {
            assert_eq!(told(&write, http, body).await, "UPSTREAM_OUTCOME_UNKNOWN", "{body} of {}", write.path);
        }
        if write.path == SalvaSinistroWeb::PATH {
            // What is created at an address is not refused by null data.
            let created = told(&write, 201, r#"{"status":1,"messages":"Criado.","data":null}"#).await;
            assert_eq!(created, "UPSTREAM_OUTCOME_UNKNOWN");
        }
        for body in ["", "<html>", "{}", r#"{"status":1,"data":{}"#, "null"] {
            assert_eq!(told(&write, 200, body).await, "UPSTREAM_OUTCOME_UNKNOWN", "{body} of {}", write.path);
        }
    }
}

/// The seconds of `retryAfter` and of the header, which are the same.
fn retry_after(reply: &Reply) -> Option<u64> {
    let seconds = reply.json()["errors"][0]["extensions"].get("retryAfter").and_then(Value::as_u64);
    assert_eq!(reply.header("retry-after"), seconds.map(|seconds| seconds.to_string()).unwrap_or_default());
    seconds
}

#[tokio::test]
async fn a_retry_after_of_a_429_or_a_503_is_passed_on() {
    let date = |seconds: u64| httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(seconds));
    let day = 24 * 60 * 60;
    // The range of the seconds, and what the message of a 429 says.
    for (wish, range, when) in [
        (None, None, "em instantes"),
        // It was not processed, and may be repeated at once.
        (Some("0"), None, "em instantes"),
        (Some("1"), Some(1..=1), "em 1 segundo"),
        // Longer than a read waits for a retry.
        (Some("17"), Some(17..=17), "em 17 segundos"),
        (Some("300"), Some(300..=300), "em 5 minutos"),
        (Some("99999999999999"), Some(day..=day), "em 1440 minutos"),
        // A date: so many seconds from now.
        (Some("+3600"), Some(3000..=3600), "minutos"),
    ] {
        for (status, code) in [(429, "RATE_LIMITED"), (503, "UPSTREAM_UNAVAILABLE")] {
            for (path, query) in [(ListaSeguradora::PATH, "{ seguradoras { nome } }"), (AtualizaUsuario::PATH, WRITE)] {
                let written = wish.map(|wish| match wish.strip_prefix('+') {
                    Some(seconds) => date(seconds.parse().unwrap()),
                    None => wish.to_owned(),
                });
                let headers = written.iter().map(|wish| (header::RETRY_AFTER, wish.parse().unwrap())).collect();
                let (address, _) = answering(path, status, headers, "").await;
                let timeouts = Timeouts { read: Duration::from_secs(5), write: TEST_TIMEOUT };
                let settings = UpstreamSettings { timeouts, ..upstream_settings(address) };
                let reply = Gateway::of(settings).query("ficha", query).await;
                let (told, message) = reply.error();
                // Without the header a proxy may have forwarded the write.
                let is_unknown = status == 503 && wish.is_none() && query == WRITE;
                assert_eq!(told, if is_unknown { "UPSTREAM_OUTCOME_UNKNOWN" } else { code }, "{}", reply.text);
                let too_many = "O serviço está recebendo pedidos demais. Tente novamente ";
                assert!(
                    status == 503 || message.starts_with(too_many) && message.ends_with(&format!("{when}.")),
                    "{message}"
                );
                match (retry_after(&reply), &range) {
                    (Some(seconds), Some(range)) => assert!(range.contains(&seconds), "{wish:?}: {seconds}"),
                    (seconds, range) => assert_eq!((seconds, range), (None, &None), "{wish:?}"),
                }
            }
        }
    }
}

/// An acionamento with every value as odd as the contract allows.
fn odd() -> Vec<Value> {
    let usual = serde_json::to_value(acionamento(7)).unwrap();
    let mut changes: Vec<Value> = serde_json::from_str(include_str!("write_outcome/odd_rows.json")).unwrap();
    let odd_text = "\u{0}\u{1f}\"\\\u{2028}\u{10ffff}";
    changes.push(json!({ "nmSegurado": odd_text, "dsObservacao": "x".repeat(100_000) }));
    changes.into_iter().map(|changes| kit::merged(usual.clone(), changes)).collect()
}

#[tokio::test]
async fn any_row_with_a_claim_number_in_the_response_to_a_save_is_returned_as_saved() {
    let all = "mutation($input: NovoAcionamento!) { abrirAcionamento(input: $input) { __typename \
        ... on AcionamentoSalvo { acionamento { id sinistro autorizacao status { codigo descricao } abertoEm ocorridoEm \
        faturadoEm valorTotal observacao sinistroOrigem podeReabrir segurado { nome cpfCnpj } pet { id nome especie } \
        procedimentos { quantidade valor procedimento { id descricao } } \
        historico { em status { codigo } usuario observacao } } } } }";
    let save = writes().await.pop().unwrap();
    let mut shown = 0;
    for row in odd() {
        let text = row.to_string();
        let envelope = json!({ "status": 1, "messages": "", "data": row }).to_string();
        let told = contract::envelope::Answer::<contract::acionamento::Acionamento>::read(envelope.as_bytes());
        let (address, _) = answering(save.path, 200, HeaderMap::new(), envelope).await;
        let reply = Gateway::over(address).run(Some("ficha"), all, save.variables.clone()).await;
        assert_eq!(reply.status, StatusCode::OK, "{text:.300}: {}", reply.text);
        match told {
            Ok(_) if row["nrSinistro"].as_str().is_some_and(|number| !number.trim_matches(['0', ' ']).is_empty()) => {
                // A value that cannot be read costs its field.
                let answer: Value = serde_json::from_str(&reply.text).unwrap();
                assert_eq!(answer["data"]["abrirAcionamento"]["__typename"], "AcionamentoSalvo", "{text:.300}");
                shown += 1;
            }
            // A value outside the contract is an invalid response; a row without a claim number shows no save.
            _ => assert_eq!(reply.error().0, "UPSTREAM_OUTCOME_UNKNOWN", "{text:.300}"),
        }
    }
    assert!(shown > 25, "{shown}");
}
