//! Every code that a client decides by, as it comes through the front door.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Body,
    extract::Request,
    http::{StatusCode, request::Builder},
    response::IntoResponse as _,
};
use gateway::{
    http::{self, GatewayParts},
    schema::{error::ErrorCode, persisted_documents::DocumentPolicy},
    session::{
        desafio::Desafios,
        login_protection::{LoginProtection, UnknownEmails},
        login_rate_limit::{LoginRateLimiter, LoginRateLimits},
    },
    upstream::Upstream,
};
use secrecy::SecretBox;
use serde_json::{Value, json};
use services::calendar::Clock;
use tower::ServiceExt as _;

use crate::kit::{self, NOW, VALIDAR_EMAIL, serve};

const QUERY: &str = "{ seguradoras { nome } }";

/// A gateway over services that all do the same, which sends one code to an e-mail address.
struct Case {
    status: StatusCode,
    body: Value,
    hangs: bool,
    clock: Clock,
    policy: DocumentPolicy,
}

impl Case {
    fn answering(status: u16, body: Value) -> Self {
        let now = NOW.parse().unwrap();
        Self {
            status: StatusCode::from_u16(status).unwrap(),
            body,
            hangs: false,
            clock: Arc::new(move || now),
            policy: DocumentPolicy::Open,
        }
    }

    async fn start(self) -> Router {
        let Self { status, body, hangs, clock, policy } = self;
        let answer = move || async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            (status, Json(body)).into_response()
        };
        let settings = kit::patient(serve(Router::new().fallback(answer)).await);
        let settings = if hangs { kit::impatient(settings) } else { settings };
        let upstream = Upstream::new(settings, "key".to_owned().into()).unwrap();
        let login_protection = LoginProtection {
            desafios: Desafios::new(&SecretBox::new(Box::new([7; 32])), None),
            rate_limiter: LoginRateLimiter::new(
                LoginRateLimits { codes_per_email: 1, ..LoginRateLimits::default() },
                None,
            ),
            unknown_emails: UnknownEmails::Revealed,
        };
        http::router(upstream, login_protection, clock, GatewayParts { policy, ..kit::default_parts() })
    }
}

/// HTTP status and body of a response.
async fn ask(gateway: &Router, token: Option<&str>, query: &str, variables: Value) -> (u16, Value) {
    send(gateway, token, json!({ "query": query, "variables": variables })).await
}

async fn send(gateway: &Router, token: Option<&str>, body: Value) -> (u16, Value) {
    let mut request = Request::post("/graphql").header("content-type", "application/json");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    respond(gateway, request, body).await
}

async fn respond(gateway: &Router, request: Builder, body: Value) -> (u16, Value) {
    let response = gateway.clone().oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap())
}

/// What a request comes to that fails with a code. A new code has no way to compile past this without one.
async fn provoke(code: ErrorCode) -> (u16, Value) {
    let fine = || json!({ "status": 1, "messages": "", "data": {} });
    let over =
        async |status, body| ask(&Case::answering(status, body).start().await, Some("t"), QUERY, json!({})).await;
    match code {
        ErrorCode::Unauthenticated => over(401, json!(null)).await,
        ErrorCode::Forbidden => over(403, json!("segredo")).await,
        ErrorCode::BadUserInput => {
            let gateway = Case::answering(200, fine()).start().await;
            let document = "query($cpfCnpj: CpfCnpj!) { segurado(cpfCnpj: $cpfCnpj) { nome } }";
            ask(&gateway, Some("t"), document, json!({ "cpfCnpj": "1" })).await
        }
        ErrorCode::UpstreamRejected => over(200, json!({ "status": 0, "messages": "Hoje não.", "data": null })).await,
        ErrorCode::UpstreamUnavailable => over(503, json!(null)).await,
        ErrorCode::UpstreamTimeout => {
            let case = Case { hangs: true, ..Case::answering(200, fine()) };
            ask(&case.start().await, Some("t"), QUERY, json!({})).await
        }
        ErrorCode::UpstreamOutcomeUnknown => {
            let case = Case { hangs: true, ..Case::answering(200, fine()) };
            let save = "mutation { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }";
            ask(&case.start().await, Some("t"), save, json!({})).await
        }
        ErrorCode::UpstreamInvalidResponse => over(200, json!({ "status": 1, "messages": "", "data": 7 })).await,
        ErrorCode::UpstreamError => over(500, json!("segredo")).await,
        ErrorCode::RateLimited => {
            let gateway = Case::answering(200, fine()).start().await;
            ask(&gateway, None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await;
            ask(&gateway, None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await
        }
        ErrorCode::QueryTooComplex => {
            let gateway = Case::answering(200, fine()).start().await;
            ask(&gateway, Some("t"), &format!("{{ {} }}", "seguradoras { nome } ".repeat(31)), json!({})).await
        }
        ErrorCode::InternalServerError => {
            // Whatever panics below a resolver does; a clock can be made to.
            let case = Case { clock: Arc::new(|| panic!("segredo")), ..Case::answering(200, fine()) };
            ask(&case.start().await, None, VALIDAR_EMAIL, json!({ "email": "ana@x.br" })).await
        }
        ErrorCode::GraphqlParseFailed => fails_as_a_document("{").await,
        ErrorCode::GraphqlValidationFailed => fails_as_a_document("{ nada }").await,
        ErrorCode::OperationResolutionFailure => {
            fails_as_a_document("query A { __typename } query B { __typename }").await
        }
        ErrorCode::PersistedQueryNotFound => {
            let gateway = Case::answering(200, fine()).start().await;
            let id = json!({ "version": 1, "sha256Hash": "0".repeat(64) });
            send(&gateway, None, json!({ "extensions": { "persistedQuery": id } })).await
        }
        ErrorCode::DocumentNotTrusted => {
            let case = Case { policy: DocumentPolicy::TrustedOnly, ..Case::answering(200, fine()) };
            ask(&case.start().await, Some("t"), QUERY, json!({})).await
        }
        ErrorCode::UnknownKey => {
            let gateway = Case::answering(200, fine()).start().await;
            let request =
                Request::post("/graphql").header("content-type", "application/json").header("x-tool-key", "x");
            respond(&gateway, request, json!({ "query": QUERY })).await
        }
    }
}

async fn fails_as_a_document(document: &str) -> (u16, Value) {
    let gateway = Case::answering(200, json!({ "status": 1, "messages": "", "data": {} })).start().await;
    ask(&gateway, Some("t"), document, json!({})).await
}

#[tokio::test]
async fn every_error_code_has_its_message() {
    let mut table = Vec::new();
    for code in ErrorCode::ALL {
        let (status, answer) = provoke(code).await;
        let error = &answer["errors"][0];
        assert_eq!(error["extensions"]["code"], code.as_str(), "{answer}");
        assert!(!answer.to_string().contains("segredo"), "{answer}");
        table.push(format!("{status} {}: {}", code.as_str(), error["message"].as_str().unwrap()));
    }
    insta::assert_snapshot!(table.join("\n"), @r"
    200 UNAUTHENTICATED: Sua sessão terminou ou não existe. Entre novamente.
    200 FORBIDDEN: Seu usuário não tem permissão para isto.
    200 BAD_USER_INPUT: O valor da variável $cpfCnpj não é aceito. Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.
    200 UPSTREAM_REJECTED: Hoje não.
    200 UPSTREAM_UNAVAILABLE: O serviço está indisponível no momento. Tente novamente em instantes.
    200 UPSTREAM_TIMEOUT: O serviço demorou demais para responder. Tente novamente.
    200 UPSTREAM_OUTCOME_UNKNOWN: Resultado desconhecido: o pedido foi enviado, mas não houve confirmação. Ele pode ter sido atendido.
    200 UPSTREAM_INVALID_RESPONSE: O serviço deu uma resposta inesperada. Tente novamente mais tarde.
    200 UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    200 RATE_LIMITED: Já enviamos códigos demais para este e-mail: use o mais recente. Tente novamente em 15 minutos.
    200 QUERY_TOO_COMPLEX: A consulta pede demais de uma vez: no máximo 20 campos na raiz.
    500 INTERNAL_SERVER_ERROR: Ocorreu um erro inesperado. Tente novamente.
    200 GRAPHQL_PARSE_FAILED: O documento GraphQL tem um erro de sintaxe.
    200 GRAPHQL_VALIDATION_FAILED: O documento GraphQL não combina com o grafo.
    200 OPERATION_RESOLUTION_FAILURE: operationName não diz qual operação do documento executar.
    200 PERSISTED_QUERY_NOT_FOUND: PersistedQueryNotFound
    200 DOCUMENT_NOT_TRUSTED: Este gateway executa apenas os documentos do portal e, com a chave de uma ferramenta, os do manifesto dela.
    200 UNKNOWN_KEY: A chave em X-Tool-Key não é a de nenhuma ferramenta deste gateway.
    ");
}

#[tokio::test]
async fn a_panic_is_an_answer_in_the_usual_form() {
    let answer = provoke(ErrorCode::InternalServerError).await;
    let error = json!({
        "message": "Ocorreu um erro inesperado. Tente novamente.", "extensions": { "code": "INTERNAL_SERVER_ERROR" },
    });
    assert_eq!(answer, (500, json!({ "errors": [error] })));
}

#[tokio::test]
async fn a_services_message_that_looks_like_the_engines_is_passed_on() {
    let said = json!({ "status": 0, "messages": "Failed to parse \"X\": texto do serviço", "data": null });
    let gateway = Case::answering(200, said).start().await;
    let (_, answer) = ask(&gateway, Some("t"), QUERY, json!({})).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "UPSTREAM_REJECTED");
    assert_eq!(answer["errors"][0]["message"], "Failed to parse \"X\": texto do serviço");
}
