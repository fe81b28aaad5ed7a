//! Null data, empty lists that a refusal means, and a success without an envelope or a status, as the mapping configures them.

use axum::{
    Json,
    body::Body,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use super::{Api, claim, ok, success};
use crate::kit::{ANA, ENTRAR, VALIDAR_CODIGO};

async fn code_step(api: &Api) -> Value {
    api.gateway.run(None, VALIDAR_CODIGO, api.gateway.code_step().await).await.data()["validarCodigo"].clone()
}

#[tokio::test]
async fn null_data_are_a_success_where_the_mapping_says_that_the_status_decides() {
    let null = |text: &'static str| move |_: &_| ok(json!({ "status": 1, "messages": text, "data": null }));
    let mapping = "[envelope]\nnull-data = 'success'";
    for text in ["", "OK"] {
        let api = Api::new(mapping, move |asked| match asked.0.as_str() {
            "login-valida-email" => success(json!({})),
            _ => null(text)(asked),
        })
        .await;
        assert_eq!(code_step(&api).await["__typename"], "CodigoAceito", "{text}");
        assert_eq!(api.ask("{ seguradoras { id } }").await, json!({ "seguradoras": [] }), "{text}");
    }
    let first = Api::new(mapping, null("OK")).await.gateway.code_step().await;
    assert!(first["desafio"].is_string(), "step 1");
    let object = "{ segurado(cpfCnpj: \"52998224725\") { nome } }";
    for (text, code) in [("", "UPSTREAM_INVALID_RESPONSE"), ("Segurado não encontrado.", "UPSTREAM_REJECTED")] {
        let api = Api::new(mapping, null(text)).await;
        assert_eq!(api.gateway.query("ficha", object).await.error().0, code, "{text}");
    }
}

/// What a change of the password gives if an API answers so: its result, or the code of the error.
async fn changed_password(mapping: &str, body: &Value) -> Value {
    let change = "mutation { trocarSenha(input: { email: \"ana@x.br\", senhaAtual: \"Velha@2026\", \
                  senhaNova: \"Nova@2026\" }) { __typename ... on Recusa { mensagem } } }";
    let sent = body.clone();
    let api = Api::new(mapping, move |_| ok(sent.clone())).await;
    let answer = api.gateway.run(None, change, json!({})).await.json();
    let result = answer["data"]["trocarSenha"].clone();
    if result.is_null() { answer["errors"][0]["extensions"]["code"].clone() } else { result }
}

#[tokio::test]
async fn without_a_status_a_text_without_data_is_a_refusal() {
    let mapping = "[envelope]\nstatus = false\nmessages = 'erro'\ndata = 'dados'";
    let wrong = json!({ "__typename": "Recusa", "mensagem": "Senha atual incorreta." });
    for (body, told) in [
        (json!({ "erro": "Senha atual incorreta." }), wrong),
        (json!({ "erro": false, "dados": {} }), json!({ "__typename": "SenhaTrocada" })),
        (json!({}), json!({ "__typename": "SenhaTrocada" })),
    ] {
        assert_eq!(changed_password(mapping, &body).await, told, "{body}");
    }
}

#[tokio::test]
async fn a_flag_that_says_no_is_no_change_of_the_password() {
    let wrong = json!({ "__typename": "Recusa", "mensagem": "Senha atual incorreta." });
    let with = |data: Value| json!({ "status": 1, "messages": "", "data": data });
    for (mapping, body, told) in [
        ("", json!({ "status": 1, "messages": "Senha atual incorreta.", "data": false }), wrong),
        // A success that says no, and not why.
        ("", with(json!(false)), json!("UPSTREAM_OUTCOME_UNKNOWN")),
        ("", with(json!("N")), json!("UPSTREAM_OUTCOME_UNKNOWN")),
        ("[envelope]\ndata = false", json!(false), json!("UPSTREAM_OUTCOME_UNKNOWN")),
        ("", with(Value::Null), json!("UPSTREAM_OUTCOME_UNKNOWN")),
        ("[envelope]\nnull-data = 'success'", with(Value::Null), json!({ "__typename": "SenhaTrocada" })),
        ("", with(json!(true)), json!({ "__typename": "SenhaTrocada" })),
        ("", with(json!("")), json!({ "__typename": "SenhaTrocada" })),
        ("", with(json!([])), json!({ "__typename": "SenhaTrocada" })),
        ("", json!({ "status": 1, "messages": "Senha alterada." }), json!({ "__typename": "SenhaTrocada" })),
    ] {
        assert_eq!(changed_password(mapping, &body).await, told, "{mapping} {body}");
    }
}

#[tokio::test]
async fn the_envelope_of_a_service_overrides_the_general_one() {
    let mapping = "[envelope]\nnull-data = 'success'\nrefusals = [422]\n\
                   [calls.lista-seguradora.envelope]\nnull-data = 'refusal'\nrefusals = []";
    let lists = "{ seguradoras { id } procedimentos { id } }";
    let null = Api::new(mapping, |_| ok(json!({ "status": 1, "messages": "", "data": null }))).await;
    let read = null.gateway.query("ficha", lists).await.json()["data"].clone();
    assert_eq!(read, json!({ "seguradoras": null, "procedimentos": [] }));
    let refusal = |_: &_| (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "messages": "Não." }))).into_response();
    let refused = Api::new(mapping, refusal).await;
    let code = async |document| refused.gateway.query("ficha", document).await.error().0;
    assert_eq!(code("{ seguradoras { id } }").await, "UPSTREAM_ERROR");
    assert_eq!(code("{ procedimentos { id } }").await, "UPSTREAM_REJECTED");
}

#[tokio::test]
async fn null_data_refuse_a_save_with_the_text_and_a_repetition_is_sent() {
    let unknown = Err("UPSTREAM_OUTCOME_UNKNOWN");
    for (mapping, data, expected) in [
        ("", Value::Null, Ok("A apólice está suspensa.")),
        // The status says that it was saved; what was saved is missing.
        ("[envelope]\nnull-data = 'success'", Value::Null, unknown),
        // PHP writes an empty object so.
        ("", json!([]), unknown),
        ("", json!({}), unknown),
    ] {
        let answer = move |_: &_| ok(json!({ "status": 1, "messages": "A apólice está suspensa.", "data": data }));
        let api = Api::new(mapping, answer).await;
        for sent in 1..=2 {
            let reply = api.save().await;
            match expected {
                Ok(text) => assert_eq!(reply.data()["abrirAcionamento"]["mensagem"], text),
                Err(code) => assert_eq!(reply.error().0, code, "{mapping}"),
            }
            assert_eq!(api.asked("salva-sinistro-web").len(), sent, "{mapping}");
        }
    }
}

#[tokio::test]
async fn without_an_envelope_null_204_and_202_are_successes_of_the_login_steps() {
    let answers: [fn() -> Response; 4] = [
        || Json(Value::Null).into_response(),
        || StatusCode::NO_CONTENT.into_response(),
        || (StatusCode::ACCEPTED, Json(json!({}))).into_response(),
        || (StatusCode::ACCEPTED, Body::empty()).into_response(),
    ];
    for answer in answers {
        let api = Api::new("[envelope]\ndata = false", move |_| answer()).await;
        assert_eq!(code_step(&api).await["__typename"], "CodigoAceito");
    }
    let nothing = Api::new("[envelope]\ndata = false", |_| StatusCode::NO_CONTENT.into_response()).await;
    assert_eq!(nothing.ask("{ seguradoras { id } }").await["seguradoras"], json!([]));
}

#[tokio::test]
async fn a_claim_number_of_zeros_is_none() {
    for none in [json!(0), json!("0"), json!("0000000000"), json!(""), json!(null)] {
        let of_row = none.clone();
        let api = Api::new("", move |_| {
            let mut claim = claim("S-1");
            claim["nrSinistroOrigem"] = of_row.clone();
            claim["nrSinistroReabertura"] = 2026.into();
            success(json!([claim]))
        })
        .await;
        let read = api.ask("{ acionamento(sinistro: \"S-1\") { sinistroOrigem sinistroReabertura } }").await;
        let expected = json!({ "sinistroOrigem": null, "sinistroReabertura": "2026" });
        assert_eq!(read["acionamento"], expected, "{none}");
    }
}

#[tokio::test]
async fn a_blank_text_is_none() {
    let api = Api::new("", |(segment, ..)| match segment.as_str() {
        "lista-acionamentos-by-sinistro" => {
            let mut claims = [claim("S-1"), claim("S-1"), claim("S-1")];
            for (claim, (code, name)) in claims.iter_mut().zip([("", "Rex"), ("1", " "), ("", "")]) {
                (claim["cdPet"], claim["nmPet"]) = (code.into(), name.into());
            }
            success(json!(claims))
        }
        "valida-login" => success(json!({ "dsToken": "ficha", "nmUsuario": "Ana", "dsEmail": "", "dsPerfil": " " })),
        _ => success(json!({})),
    })
    .await;
    let read = api.ask("{ acionamentos(filtro: { sinistro: \"S-1\" }) { nodes { pet { nome } } } }").await;
    assert_eq!(read["acionamentos"]["nodes"], json!([{ "pet": null }, { "pet": null }, { "pet": null }]));
    let session = api.gateway.run(None, ENTRAR, api.gateway.password_step().await).await.data()["entrar"].clone();
    let user = json!({ "nome": "Ana", "email": ANA, "telefone": null, "perfil": null });
    assert_eq!(session["usuario"], user, "the address of the login");
}

#[tokio::test]
async fn the_code_step_carries_the_email_where_the_mapping_says_so() {
    for (mapping, expected) in [
        ("", json!(null)),
        ("[requests.ValidaCodigoAcesso]\nemail = false", json!(null)),
        ("[requests.ValidaCodigoAcesso]\nemail = 'usuario.email'", json!({ "email": ANA })),
    ] {
        let api = Api::new(mapping, |_| success(json!({}))).await;
        assert_eq!(code_step(&api).await["__typename"], "CodigoAceito");
        let (_, body) = api.asked("valida-codigo-acesso").remove(0);
        assert_eq!((&body["usuario"], &body["email"]), (&expected, &Value::Null), "{mapping}");
    }
}

#[tokio::test]
async fn a_refusal_may_mean_an_empty_list() {
    let said = "[calls.lista-acionamentos-by-sinistro]\nempty.http = [404]\n\
                [calls.lista-acionamentos-by-status]\nempty = { http = [204], messages = ['Nada encontrado.'] }";
    let in_pages = "\nlist = 'itens'\n[pages]\npage = 'pagina'";
    for mapping in [said.to_owned(), [said, in_pages].concat()] {
        let api = Api::new(&mapping, |(segment, _, asked)| match (segment.as_str(), asked["status"].as_str()) {
            ("lista-acionamentos-by-sinistro", _) => {
                (StatusCode::NOT_FOUND, Json(json!({ "message": "Sinistro não encontrado." }))).into_response()
            }
            (_, Some("A")) => ok(json!({ "status": 0, "messages": "Nada encontrado. " })),
            (_, Some("C")) => StatusCode::NO_CONTENT.into_response(),
            _ => ok(json!({ "status": 0, "messages": "Status bloqueado." })),
        })
        .await;
        let lists = "{ acionamento(sinistro: \"S-9\") { id }
            acionamentos(filtro: { status: \"A\" }) { totalCount nodes { id } }
            semCorpo: acionamentos(filtro: { status: \"C\" }) { totalCount } }";
        let none = json!({
            "acionamento": null, "acionamentos": { "totalCount": 0, "nodes": [] }, "semCorpo": { "totalCount": 0 },
        });
        assert_eq!(api.ask(lists).await, none);
        let other = "{ acionamentos(filtro: { status: \"B\" }) { totalCount } }";
        let refused = api.gateway.query("ficha", other).await.error();
        assert_eq!(refused, ("UPSTREAM_REJECTED".to_owned(), "Status bloqueado.".to_owned()));
    }
}
