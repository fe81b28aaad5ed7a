//! Every code that a client decides by, as it comes through the front door.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::body::{Body, Bytes};
use contract::{login::AtualizaUsuario, seguradora::ListaSeguradora};
use futures_util::stream;
use gateway::{
    http::{ClientLimits, GatewayParts, cross_origin::BrowserPolicy},
    login::rate_limit::LoginRateLimits,
    schema::{engine::persisted_documents::DocumentPolicy, error::ErrorCode},
};
use serde_json::{Value, json};

use crate::{
    kit::{
        CLIENT_LIMITS, Gateway, READ, Reply, Setup, VALIDAR_EMAIL, WRITE, answering, default_parts, graphql, metric,
        scraped,
    },
    stub::unanswered,
};

async fn over(status: u16, body: Value) -> Gateway {
    Gateway::over(answering(status, body).await)
}

/// A response that fails with a code; `None` of the codes of `/mcp` alone, whose responses have another form. A new code has no
/// way to compile past this without one.
async fn provoke(code: ErrorCode) -> Option<Reply> {
    let alone = Gateway::alone();
    let ask = async |gateway: Gateway, query: &str| gateway.query("t", query).await;
    let email = json!({ "email": "ana@x.br" });
    let limited = |client_limits| Gateway::of(GatewayParts { client_limits, ..default_parts() });
    Some(match code {
        ErrorCode::Unauthenticated => ask(over(401, json!(null)).await, READ).await,
        ErrorCode::Forbidden => ask(over(403, json!("segredo")).await, READ).await,
        ErrorCode::BadUserInput => {
            let document = "query($cpfCnpj: CpfCnpj!) { segurado(cpfCnpj: $cpfCnpj) { nome } }";
            alone.run(Some("t"), document, json!({ "cpfCnpj": "1" })).await
        }
        ErrorCode::UpstreamRejected => {
            // It looks like one of async-graphql's.
            let text = "Failed to parse \"X\": hoje não.";
            ask(over(200, json!({ "status": 0, "messages": text, "data": null })).await, READ).await
        }
        ErrorCode::UpstreamUnavailable => ask(over(503, json!(null)).await, READ).await,
        ErrorCode::UpstreamTimeout => unanswered::<ListaSeguradora>(READ).await,
        ErrorCode::UpstreamOutcomeUnknown => unanswered::<AtualizaUsuario>(WRITE).await,
        ErrorCode::UpstreamInvalidResponse => {
            ask(over(200, json!({ "status": 1, "messages": "", "data": 7 })).await, READ).await
        }
        ErrorCode::UpstreamError => ask(over(500, json!("segredo")).await, READ).await,
        ErrorCode::RateLimited => {
            let fine = answering(200, json!({ "status": 1, "messages": "", "data": {} })).await;
            let rate_limits = LoginRateLimits { codes_per_email: 1, ..LoginRateLimits::default() };
            let gateway = Gateway::of(Setup { rate_limits, ..Setup::over(fine) });
            gateway.run(None, VALIDAR_EMAIL, email.clone()).await.data();
            gateway.run(None, VALIDAR_EMAIL, email).await
        }
        ErrorCode::QueryTooComplex => ask(alone, &format!("{{ {} }}", "seguradoras { nome } ".repeat(201))).await,
        // Whatever panics below a resolver does; a clock can be made to.
        ErrorCode::InternalServerError => {
            let setup = Setup { clock: Arc::new(|| panic!("segredo")), ..default_parts().into() };
            Gateway::of(setup).run(None, VALIDAR_EMAIL, email).await
        }
        ErrorCode::GraphqlParseFailed => ask(alone, "{").await,
        ErrorCode::GraphqlValidationFailed => ask(alone, "{ nada }").await,
        ErrorCode::OperationResolutionFailure => ask(alone, "query A { __typename } query B { __typename }").await,
        ErrorCode::PersistedQueryNotFound => alone.ask(&[], &json!({ "documentId": "outro" })).await,
        ErrorCode::DocumentNotTrusted => {
            let policy = DocumentPolicy::TrustedOrTool;
            ask(Gateway::of(GatewayParts { policy, ..default_parts() }), READ).await
        }
        ErrorCode::UnknownKey => alone.ask(&[("x-tool-key", "x")], &json!({ "query": READ })).await,
        ErrorCode::BadRequest => alone.ask(&[], &json!({})).await,
        ErrorCode::MethodNotAllowed => alone.get("/graphql?query=mutation%7Bsair%7D", &[]).await,
        ErrorCode::NotAcceptable => alone.ask(&[("accept", "text/html")], &json!({ "query": READ })).await,
        ErrorCode::UnsupportedMediaType => alone.ask(&[("content-encoding", "gzip")], &json!({ "query": READ })).await,
        ErrorCode::PayloadTooLarge => {
            let limits = ClientLimits { body_bytes: 1024, ..CLIENT_LIMITS };
            ask(limited(limits), &" ".repeat(1024)).await
        }
        ErrorCode::RequestTimeout => {
            let limits = ClientLimits { body_timeout: Duration::ZERO, ..CLIENT_LIMITS };
            let mut slow = graphql(&[], &json!({}));
            *slow.body_mut() = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
            limited(limits).send(slow).await
        }
        ErrorCode::TooManyRequests => ask(limited(ClientLimits { requests: 0, ..CLIENT_LIMITS }), READ).await,
        ErrorCode::OriginNotAllowed => {
            alone.ask(&[("origin", "https://evil.example")], &json!({ "query": READ })).await
        }
        ErrorCode::MisdirectedRequest => {
            let browsers = BrowserPolicy { hosts: vec!["portal.example".parse().unwrap()], ..BrowserPolicy::default() };
            ask(Gateway::of(GatewayParts { browsers, ..default_parts() }), READ).await
        }
        ErrorCode::NotFound | ErrorCode::ResponseTooLong => return None,
    })
}

#[tokio::test]
async fn every_error_code_has_its_message() {
    let mut table = Vec::new();
    for code in ErrorCode::ALL.iter().copied() {
        let Some(reply) = provoke(code).await else { continue };
        let (told, message) = reply.error();
        assert_eq!(told, code.as_str(), "{}", reply.text);
        assert!(!reply.text.contains("segredo"), "{}", reply.text);
        table.push(format!("{} {told}: {message}", reply.status.as_u16()));
    }
    insta::assert_snapshot!(table.join("\n"), @r#"
    200 UNAUTHENTICATED: Sua sessão terminou ou não existe. Entre novamente.
    200 FORBIDDEN: Seu usuário não tem permissão para isto.
    200 BAD_USER_INPUT: O valor da variável $cpfCnpj não é aceito. Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.
    200 UPSTREAM_REJECTED: Failed to parse "X": hoje não.
    200 UPSTREAM_UNAVAILABLE: O serviço está indisponível no momento. Tente novamente em instantes.
    200 UPSTREAM_TIMEOUT: O serviço demorou demais para responder. Tente novamente.
    200 UPSTREAM_OUTCOME_UNKNOWN: Resultado desconhecido: o pedido foi enviado, mas não houve confirmação. Ele pode ter sido atendido.
    200 UPSTREAM_INVALID_RESPONSE: O serviço deu uma resposta inesperada. Tente novamente mais tarde.
    200 UPSTREAM_ERROR: O serviço apresentou um erro. Tente novamente mais tarde.
    200 RATE_LIMITED: Foram muitos pedidos de código para este e-mail: se um chegou, use o mais recente. Tente novamente em 15 minutos.
    200 QUERY_TOO_COMPLEX: A consulta pede demais de uma vez: no máximo 400 campos e fragmentos, contados a cada uso.
    500 INTERNAL_SERVER_ERROR: Ocorreu um erro inesperado. Tente novamente.
    200 GRAPHQL_PARSE_FAILED: O documento GraphQL tem um erro de sintaxe.
    200 GRAPHQL_VALIDATION_FAILED: O documento GraphQL não combina com o grafo.
    200 OPERATION_RESOLUTION_FAILURE: operationName não diz qual operação do documento executar.
    200 PERSISTED_QUERY_NOT_FOUND: PersistedQueryNotFound
    200 DOCUMENT_NOT_TRUSTED: Este gateway executa os documentos do portal, pelo seu id. Para enviar outros e ver o esquema, informe uma chave de ferramenta no cabeçalho X-Tool-Key (no GraphiQL: aba Headers).
    200 UNKNOWN_KEY: A chave em X-Tool-Key não é a de nenhuma ferramenta deste gateway.
    400 BAD_REQUEST: Falta o documento GraphQL em query, ou o seu id em documentId ou em extensions.persistedQuery.
    405 METHOD_NOT_ALLOWED: Por GET só é possível consultar. Envie a operação por POST.
    406 NOT_ACCEPTABLE: As respostas são application/graphql-response+json ou application/json; as de assinaturas, text/event-stream ou multipart/mixed;subscriptionSpec=1.0.
    415 UNSUPPORTED_MEDIA_TYPE: Envie a requisição sem compressão.
    413 PAYLOAD_TOO_LARGE: A requisição é grande demais: o limite é de 1 KiB.
    408 REQUEST_TIMEOUT: O corpo da requisição demorou demais para chegar.
    503 TOO_MANY_REQUESTS: Há requisições demais em andamento. Tente novamente em instantes.
    403 ORIGIN_NOT_ALLOWED: Páginas de outros endereços não podem usar este grafo.
    421 MISDIRECTED_REQUEST: Este servidor não responde por este endereço.
    "#);
}

/// Otherwise the first refusal would be no increase.
#[tokio::test]
async fn what_http_refuses_is_counted_from_zero() {
    let gateway = Gateway::of(GatewayParts { telemetry: scraped(), ..default_parts() });
    let refused = || metric(&gateway.telemetry, "gateway_errors_total{error_type=\"BAD_REQUEST\"}");
    assert_eq!(refused(), Some(0.0));
    gateway.ask(&[], &json!({})).await;
    assert_eq!(refused(), Some(1.0));
}
