//! What makes a mapping short: a style of names, envelopes of single services, forms of values, and where token, API key and
//! addresses are.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};
use gateway::{
    mapping::Mapping,
    upstream::{Upstream, UpstreamSettings},
};
use serde_json::{Value, json};

use super::{Api, PROCEDURES, ok, success};
use crate::kit::{ANA, API_KEY, Call, ENTRAR, Gateway, VALIDAR_EMAIL, mapped, serve};

/// The token of a session after the three steps of the login; null if the last of them failed.
async fn login(gateway: &Gateway) -> Value {
    gateway.run(None, ENTRAR, gateway.password_step().await).await.json()["data"]["entrar"]["token"].clone()
}

#[tokio::test]
async fn a_style_names_all_keys_but_those_with_a_line_of_their_own() {
    let mapping = "[names]\nstyle = 'snake_case'\n[types.Procedimento]\ndsProcedimento = 'nome'\n\
                   [requests.ListaAcionamentosByStatus]\nstatus = 'situacao'";
    let api = Api::new(mapping, |(segment, _, _)| match segment.as_str() {
        "lista-listaprocedimento" => {
            success(json!([{ "cd_procedimento": 1, "nome": "Raio X", "vl_referencia": "10,50" }]))
        }
        _ => success(json!([])),
    })
    .await;
    let read = api.ask("{ procedimentos { id descricao valorReferencia } }").await;
    assert_eq!(read["procedimentos"], json!([{ "id": "1", "descricao": "Raio X", "valorReferencia": "10.50" }]));
    api.ask("{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { sinistro } } }").await;
    assert_eq!(api.asked("lista-acionamentos-by-status")[0].1, json!({ "situacao": "ABERTO" }));
    api.ask("{ acionamentos(filtro: { sinistro: \"7\" }) { nodes { sinistro } } }").await;
    assert_eq!(api.asked("lista-acionamentos-by-sinistro")[0].1, json!({ "sinistro": "7" }));

    let pascal = Api::new("[names]\nstyle = 'PascalCase'\n[envelope]\nmessages = 'Erro'", |_| {
        ok(json!({ "Status": 1, "Erro": null, "Data": [{ "CdProcedimento": 1, "DsProcedimento": "Raio X" }] }))
    })
    .await;
    assert_eq!(pascal.ask(PROCEDURES).await["procedimentos"], json!([{ "id": "1" }]));
    let screaming = Api::new("[names]\nstyle = 'SCREAMING_SNAKE'", |_| {
        ok(json!({ "STATUS": 1, "DATA": [{ "CD_PROCEDIMENTO": 1, "DS_PROCEDIMENTO": "Raio X" }] }))
    })
    .await;
    assert_eq!(screaming.ask(PROCEDURES).await["procedimentos"], json!([{ "id": "1" }]));
}

#[tokio::test]
async fn a_service_has_an_envelope_of_its_own_and_all_lists_one_key() {
    let mapping = "[envelope]\nstatus = 'ok'\nsuccess = [true]\ndata = 'result'\nlist = 'items'\n\
                   [calls.valida-login]\nenvelope = { data = false }\n\
                   [calls.lista-seguradora]\nlist = false\nenvelope = { data = 'dados' }\n\
                   [calls.pesquisa-segurado.envelope]\nsuccess = [1]\nstatus = 'st'\nrefusals = [404]\nmessages = 'motivo'";
    let api = Api::new(mapping, |(segment, _, _)| match segment.as_str() {
        "valida-login" => ok(json!({ "dsToken": "ficha", "nmUsuario": "Ana" })),
        "lista-seguradora" => {
            ok(json!({ "ok": true, "dados": [{ "cdSeguradora": 3, "nmSeguradora": "Pata", "flAtiva": 1 }] }))
        }
        "lista-listaprocedimento" => {
            ok(json!({ "ok": true, "result": { "items": [{ "cdProcedimento": 1, "dsProcedimento": "Raio X" }] } }))
        }
        "pesquisa-segurado" => (StatusCode::NOT_FOUND, r#"{"motivo":"Não há."}"#).into_response(),
        _ => ok(json!({ "ok": true, "result": {} })),
    })
    .await;
    assert_eq!(login(&api.gateway).await, "ficha");
    assert_eq!(api.ask("{ seguradoras { id } }").await["seguradoras"], json!([{ "id": "3" }]));
    assert_eq!(api.ask(PROCEDURES).await["procedimentos"], json!([{ "id": "1" }]));
    let insured = "{ segurado(cpfCnpj: \"52998224725\") { nome } }";
    let (code, text) = api.gateway.query("ficha", insured).await.error();
    assert_eq!((&*code, &*text), ("UPSTREAM_REJECTED", "Não há."));
}

#[tokio::test]
async fn the_status_stands_beside_the_fields_of_an_object_where_its_service_says_the_objects_key() {
    let mapping = "[envelope]\ndata = false\nstatus = 'return.codigo'\nsuccess = [0]\nmessages = 'return.mensagem'\n\
                   list = 'return.linhas'\n[calls.pesquisa-segurado]\nlist = 'return'\n[calls.valida-login]\nlist = 'return'";
    let done = |mut fields: Value| {
        (fields["codigo"], fields["mensagem"]) = (0.into(), "OK".into());
        ok(json!({ "return": fields }))
    };
    let api = Api::new(mapping, move |(segment, _, body)| match (segment.as_str(), body["cpfCnpj"].as_str()) {
        ("pesquisa-segurado", Some("52998224725")) => done(json!({
            "cdSegurado": 1, "nmSegurado": "Marina", "nrCpfCnpj": "52998224725", "apolices": [],
        })),
        ("pesquisa-segurado", _) => ok(json!({ "return": { "codigo": 4, "mensagem": "Não há." } })),
        ("lista-listaprocedimento", _) => done(json!({ "linhas": [super::procedure(1)] })),
        ("valida-login", _) => done(json!({ "dsToken": "ficha", "nmUsuario": "Ana" })),
        _ => done(json!({})),
    })
    .await;
    assert_eq!(login(&api.gateway).await, "ficha");
    let read = api.ask("{ segurado(cpfCnpj: \"52998224725\") { nome } procedimentos { id } seguradoras { id } }").await;
    let expected = json!({ "segurado": { "nome": "Marina" }, "procedimentos": [{ "id": "1" }], "seguradoras": [] });
    assert_eq!(read, expected);
    let refused = api.gateway.query("ficha", "{ segurado(cpfCnpj: \"11144477735\") { nome } }").await.error();
    assert_eq!(refused, ("UPSTREAM_REJECTED".to_owned(), "Não há.".to_owned()));
}

/// The reader has its own tests; here each table of the file reaches it.
#[tokio::test]
async fn values_are_read_in_the_forms_that_the_file_says() {
    let mapping = "[reading]\namounts = 'comma'\ndates = 'dd-MM-yyyy'\n[types.Evento]\ndsStatus = false\n\
                   [types.Acionamento]\ndsStatus = false\nhistorico = 'eventos'\n[values.status]\nFATURADO = ['F', 4]\n\
                   [values.flags]\ntrue = ['Vigente', 'Não']\nfalse = 'Suspensa'\n\
                   [calls.lista-acionamentos-by-sinistro]\nflags = { true = [false], false = [true] }";
    let api = Api::new(mapping, |(segment, _, body)| match segment.as_str() {
        "lista-seguradora" => success(json!([
            { "cdSeguradora": 1, "nmSeguradora": "Um", "flAtiva": "vigente" },
            { "cdSeguradora": 2, "nmSeguradora": "Dois", "flAtiva": "Suspensa" },
            // The opposite of a word that the file inverts.
            { "cdSeguradora": 3, "nmSeguradora": "Três", "flAtiva": "SIM" },
            { "cdSeguradora": 4, "nmSeguradora": "Quatro", "flAtiva": "não" },
        ])),
        "total-status-acionamento-ano" => {
            success(json!([{ "nrMes": 1, "cdStatus": "4", "dsStatus": "x", "qtTotal": 1, "vlTotal": "1.280" }]))
        }
        _ => {
            assert!(body["sinistro"] == "7" || body["status"] == "F", "{body}");
            let mut claim = super::claim("7");
            claim["vlTotal"] = "1.280".into();
            claim["dtOcorrencia"] = "19-11-2026".into();
            claim["dtAbertura"] = json!([2026, 11, 20, 14, 3, 11]);
            claim["cdStatus"] = 4.into();
            claim["flPodeReabrir"] = false.into();
            claim["eventos"] = json!([{ "dtEvento": "20-11-2026 14:00:00", "cdStatus": "F" }]);
            success(json!([claim]))
        }
    })
    .await;
    let read = api
        .ask(
            "{ acionamento(sinistro: \"7\") { valorTotal ocorridoEm abertoEm podeReabrir
                 status { codigo descricao } historico { status { descricao } } }
               acionamentos(filtro: { status: \"FATURADO\" }) { totalCount }
               seguradoras { ativa } totaisPorStatus(ano: 2026) { status { codigo descricao } valor } }",
        )
        .await;
    let paid = json!({ "codigo": "FATURADO", "descricao": "Faturado" });
    let expected = json!({
        "acionamento": {
            "valorTotal": "1280.00", "ocorridoEm": "2026-11-19", "abertoEm": "2026-11-20T14:03:11-03:00",
            "podeReabrir": true, "status": paid, "historico": [{ "status": { "descricao": "Faturado" } }],
        },
        "acionamentos": { "totalCount": 1 },
        "seguradoras": [{ "ativa": true }, { "ativa": false }, { "ativa": false }, { "ativa": true }],
        "totaisPorStatus": [{ "status": { "codigo": "FATURADO", "descricao": "x" }, "valor": "1280.00" }],
    });
    assert_eq!(read, expected);
}

#[tokio::test]
async fn token_api_key_and_idempotency_key_have_headers_of_their_own() {
    let mapping = "[headers]\nauthorization = 'X-Token'\napi-key = 'X-Api-Key'\nidempotency-key = 'X-Chave'\n\
                   add = { X-Tenant = 'pets' }\n[session]\nscheme = ''\nended = { http = [418], messages = ['Acabou'] }";
    let api = Api::new(mapping, |(segment, _, _)| match segment.as_str() {
        "lista-seguradora" => StatusCode::IM_A_TEAPOT.into_response(),
        "lista-listaprocedimento" => ok(json!({ "status": 0, "messages": "Acabou" })),
        _ => success(super::claim("S-1")),
    })
    .await;
    api.save().await.data();
    api.gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data();
    let [save, step] = &api.calls.so_far()[..] else { panic!("two calls") };
    let header = |call: &Call, name: &str| call.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(["x-token", "x-chave"].map(|name| header(save, name)), [some("ficha"), some("chave-1")]);
    for call in [save, step] {
        let names = ["x-api-key", "x-tenant", "authorization", "idempotency-key"];
        assert_eq!(names.map(|name| header(call, name)), [some(API_KEY), some("pets"), None, None]);
        assert_eq!(call.json().get("apiKey"), None);
    }
    for document in ["{ seguradoras { id } }", PROCEDURES] {
        assert_eq!(api.gateway.query("outra", document).await.error().0, "UNAUTHENTICATED", "{document}");
    }
}

#[tokio::test]
async fn a_body_in_another_encoding_is_read_if_the_file_or_the_response_says_it() {
    let latin = |content_type: &'static str| {
        move |_: &_| {
            let body = b"{\"status\":1,\"data\":[{\"cdProcedimento\":1,\"dsProcedimento\":\"Cirurgia de c\xe3es\"}]}";
            ([(CONTENT_TYPE, content_type)], &body[..]).into_response()
        }
    };
    const READ: &str = "{ procedimentos { descricao } }";
    for (mapping, content_type) in [
        ("[reading]\ncharset = 'iso-8859-1'", "application/json"),
        ("", "application/json; charset=ISO-8859-1"),
        ("", "application/json;charset=\"windows-1252\""),
    ] {
        let api = Api::new(mapping, latin(content_type)).await;
        assert_eq!(
            api.ask(READ).await["procedimentos"],
            json!([{ "descricao": "Cirurgia de cães" }]),
            "{content_type}"
        );
    }
    for content_type in ["application/json", "application/json; charset=utf-8"] {
        let unsaid = Api::new("", latin(content_type)).await;
        assert_eq!(unsaid.gateway.query("ficha", READ).await.error().0, "UPSTREAM_INVALID_RESPONSE");
    }
    // A framework may say an encoding that it does not write.
    let utf8 = Api::new("[reading]\ncharset = 'iso-8859-1'", |_| {
        success(json!([{ "cdProcedimento": 1, "dsProcedimento": "cães" }]))
    });
    assert_eq!(utf8.await.ask(READ).await["procedimentos"], json!([{ "descricao": "cães" }]));
}

#[tokio::test]
async fn the_token_comes_in_a_header_and_the_api_key_goes_in_the_query_string() {
    let mapping = "sending = { query = { v = 2 }, query-api-key = 'api key' }\n\
                   [session]\ntoken-header = 'X-Auth-Token'\nscheme = 'Token'";
    for token in ["Bearer ficha-1", "bearer  ficha-1", "Token ficha-1", "token ficha-1", "ficha-1"] {
        let api = Api::new(mapping, move |(segment, _, _)| match segment.as_str() {
            "valida-login" => ([("x-auth-token", token)], success(json!({ "nmUsuario": "Ana" }))).into_response(),
            _ => success(json!({})),
        })
        .await;
        assert_eq!(login(&api.gateway).await, "ficha-1", "{token}");
        let (query, body) = &api.asked("valida-login")[0];
        assert!(query.starts_with("v=2&api+key=") && query.len() > "v=2&api+key=".len(), "{query}");
        assert_eq!(body.get("apiKey"), None, "{body}");
    }
    let without = Api::new(mapping, |_| success(json!({ "nmUsuario": "Ana" }))).await;
    assert_eq!(login(&without.gateway).await, Value::Null);
    // In the data the scheme may stand before it too.
    for (scheme, token) in [("", "Bearer ficha-2"), ("[session]\nscheme = 'Token'", "token ficha-2"), ("", "ficha-2")] {
        let api = Api::new(scheme, move |_| success(json!({ "dsToken": token, "nmUsuario": "Ana" }))).await;
        assert_eq!(login(&api.gateway).await, "ficha-2", "{token}");
    }
}

#[tokio::test]
async fn a_module_has_a_base_url_of_its_own() {
    let answer = |path: &'static str| {
        let calls = move |request: Request<Body>| async move {
            let (uri, headers): (_, &HeaderMap) = (request.uri(), request.headers());
            let is_expected = uri.path().starts_with(path) && headers.contains_key("host");
            let data = json!([{ "cdProcedimento": 1, "dsProcedimento": "x", "cdSeguradora": 2, "nmSeguradora": "y", "flAtiva": 1 }]);
            if is_expected { success(data) } else { Response::default() }
        };
        Router::new().fallback(calls)
    };
    let (general, own) = (serve(answer("/procedimento/")).await, serve(answer("/v2/seguradora/")).await);
    let mapping = format!("[base-urls]\nseguradora = 'http://{own}/v2'");
    let settings = mapped(general, &mapping);
    let gateway = Gateway::of(settings.clone());
    let read = gateway.query("ficha", "{ procedimentos { id } seguradoras { id } }");
    assert_eq!(read.await.data(), json!({ "procedimentos": [{ "id": "1" }], "seguradoras": [{ "id": "2" }] }));

    // Its certificates are reloaded, although most services have none.
    let mapping = "[base-urls]\nseguradora = 'https://x'".parse().unwrap();
    let upstream = |mapping| Upstream::new(UpstreamSettings { mapping, ..settings.clone() }, "chave".into());
    assert!(upstream(Arc::new(mapping)).unwrap().is_https() && !upstream(Arc::default()).unwrap().is_https());

    let error = "[base-urls]\nseguradora = 'ftp://x'".parse::<Mapping>().unwrap_err().to_string();
    assert_eq!(error, "linha 2: base-urls.seguradora: use um endereço que comece com http:// ou https://");
}
