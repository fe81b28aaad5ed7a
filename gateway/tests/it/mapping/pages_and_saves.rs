//! Lists in pages, and saves whose response does not have the acionamento.

use axum::{
    Json,
    http::{StatusCode, header::LOCATION},
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};
use tracing::level_filters::LevelFilter;

use super::{Api, PROCEDURES, claim, ok, procedure, success};
use crate::{
    captured_log::CapturedLog,
    kit::{Call, Shared},
};

/// The rows of a page of seven, in pages of three; the rest says `more`.
fn page(number: usize, more: impl Fn(bool) -> Value) -> Response {
    let rows: Vec<_> = (1..=7).skip(number * 3).take(3).map(procedure).collect();
    let mut data = more((number + 1) * 3 < 7);
    data["conteudo"] = rows.into();
    success(data)
}

fn ids(answer: &Value) -> Vec<&str> {
    answer["procedimentos"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect()
}

const SEVEN: [&str; 7] = ["1", "2", "3", "4", "5", "6", "7"];

#[tokio::test]
async fn pages_are_followed_to_one_list() {
    let number = |query: &str, key: &str| {
        let found = query.split('&').find_map(|pair| pair.strip_prefix(&format!("{key}=")));
        found.and_then(|number| number.parse().ok()).unwrap_or_default()
    };
    // In the query string, from 0, with a flag for the last page.
    let spring = "[pages]\npage = 'pagina'\nfirst = 0\nin = 'query'\nsize = 'tamanho'\nrows = 3\n\
                  [calls.'lista-listaprocedimento']\nlist = 'conteudo'";
    let api =
        Api::new(spring, move |(_, query, _)| page(number(query, "pagina"), |more| json!({ "ultima": !more }))).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    let asked = api.asked("lista-listaprocedimento");
    assert_eq!(
        asked.iter().map(|(query, _)| query.as_str()).collect::<Vec<_>>(),
        ["pagina=0&tamanho=3", "pagina=1&tamanho=3", "pagina=2&tamanho=3"]
    );
    // With the number of the last page, from 0 and from 1.
    let api = Api::new(spring, move |(_, query, _)| page(number(query, "pagina"), |_| json!({ "lastPage": 2 }))).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    let from_one = spring.replace("first = 0", "first = 1");
    let at = move |query: &str| number(query, "pagina") - 1;
    let api = Api::new(&from_one, move |(_, query, _)| page(at(query), |_| json!({ "lastPage": 3 }))).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    // A flag as a number under that name.
    let flag = |more: bool| json!({ "ultimaPagina": i32::from(!more) });
    let api = Api::new(&from_one, move |(_, query, _)| page(at(query), flag)).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    // In the body, within an object, from 1, with a key of its own.
    let body = "[calls.'lista-listaprocedimento']\nlist = 'conteudo'\n\
                pages = { page = 'paginacao.numero', more = 'resta' }";
    let at = |body: &Value| usize::try_from(body["paginacao"]["numero"].as_u64().unwrap()).unwrap() - 1;
    let api = Api::new(body, move |(_, _, body)| page(at(body), |more| json!({ "resta": more }))).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    // By rows to leave out, with a link to the next page.
    let odata = "[calls.'lista-listaprocedimento']\nlist = 'conteudo'\npages = { offset = '$skip', in = 'query' }";
    let link = |more: bool| if more { json!({ "@odata.nextLink": "https://x/y" }) } else { json!({}) };
    let api = Api::new(odata, move |(_, query, _)| page(number(query, "%24skip") / 3, link)).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    // Without a word about pages: until one is not full.
    let api = Api::new(spring, move |(_, query, _)| page(number(query, "pagina"), |_| json!({}))).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), SEVEN);
    // A list that has no pages is asked for once.
    let api = Api::new(spring, |_| success(json!([procedure(1)]))).await;
    assert_eq!(ids(&api.ask(PROCEDURES).await), ["1"]);
    assert_eq!(api.asked("lista-listaprocedimento").len(), 1);
}

#[tokio::test]
async fn acionamentos_in_pages_are_counted_and_summed_whole() {
    let mapping = "[pages]\npage = 'page'\nrows = 2";
    let api = Api::new(mapping, |(segment, _, body)| {
        assert_eq!(segment, "lista-acionamentos-by-status");
        let page = usize::try_from(body["page"].as_u64().unwrap()).unwrap();
        let rows: Vec<_> = (1..=5).map(|number| claim(&number.to_string())).collect();
        // A row that came meanwhile has moved the others.
        let from = (page - 1) * 2 - usize::from(page == 2);
        let rows: Vec<_> = rows.into_iter().skip(from).take(2 + usize::from(page == 2)).collect();
        ok(json!({ "status": 1, "data": rows, "totalPages": 3 }))
    })
    .await;
    let list =
        api.ask("{ acionamentos(filtro: { status: \"ABERTO\" }) { totalCount valorTotal nodes { sinistro } } }").await;
    assert_eq!(list["acionamentos"]["totalCount"], 5);
    assert_eq!(list["acionamentos"]["valorTotal"], "1005.00");
}

#[tokio::test]
async fn a_page_that_repeats_or_fails_is_no_list() {
    let mapping = "[calls.'lista-listaprocedimento']\nlist = 'conteudo'\npages = { page = 'pagina' }";
    for says in [json!({ "temMais": true }), json!({ "total": 5 }), json!({ "totalPages": 2 })] {
        let told = says.clone();
        let same = Api::new(mapping, move |_| page(0, |_| told.clone())).await;
        let (code, _) = same.gateway.query("ficha", PROCEDURES).await.error();
        assert_eq!(code, "UPSTREAM_INVALID_RESPONSE", "the service does not know the key: {says}");
    }
    let full = "[calls.'lista-listaprocedimento']\nlist = 'conteudo'\npages = { page = 'pagina', rows = 3 }";
    let whole = Api::new(full, |_| page(0, |_| json!({}))).await;
    assert_eq!(ids(&whole.ask(PROCEDURES).await), SEVEN[..3], "the first page is the whole list");
    let api = Api::new(mapping, |(_, _, body)| match body["pagina"].as_u64() {
        Some(1) => page(0, |_| json!({ "temMais": true })),
        _ => ok(json!({ "status": 0, "messages": "Página indisponível." })),
    })
    .await;
    let (code, message) = api.gateway.query("ficha", PROCEDURES).await.error();
    assert_eq!((code.as_str(), message.as_str()), ("UPSTREAM_REJECTED", "Página indisponível."));
    let endless = Api::new(mapping, |(_, _, body)| {
        let number = usize::try_from(body["pagina"].as_u64().unwrap()).unwrap();
        success(json!({ "conteudo": [procedure(number)], "hasNext": true }))
    })
    .await;
    let (code, _) = endless.gateway.query("ficha", PROCEDURES).await.error();
    assert_eq!((code.as_str(), endless.asked("lista-listaprocedimento").len()), ("UPSTREAM_INVALID_RESPONSE", 500));
}

#[tokio::test]
async fn requests_carry_more_than_the_contract() {
    let mapping = "[sending]\nbody = { empresa = '01', 'filtro.ativo' = true }\nquery = { lang = 'pt br' }\n\
                   [calls.'lista-listaprocedimento']\nbody = { tamanho = 1000, empresa = '02' }\nquery = { size = 1000 }";
    let api = Api::new(mapping, |_| success(json!([]))).await;
    api.ask("{ procedimentos { id } seguradoras { id } }").await;
    let body = json!({ "empresa": "02", "filtro": { "ativo": true }, "tamanho": 1000 });
    assert_eq!(api.asked("lista-listaprocedimento"), [("lang=pt+br&size=1000".to_owned(), body)]);
    let body = json!({ "empresa": "01", "filtro": { "ativo": true } });
    assert_eq!(api.asked("lista-seguradora"), [("lang=pt+br".to_owned(), body)]);
}

#[tokio::test]
async fn a_save_that_answers_its_number_is_read_by_it() {
    for (mapping, status, body, location) in [
        ("", 201, Some(json!({ "status": 1, "data": { "cdAcionamento": "x", "nrSinistro": "S-1" } })), None),
        (
            "[envelope]\ndata = false\n[types.Acionamento]\nnrSinistro = 'number'",
            201,
            Some(json!({ "number": "S-1" })),
            None,
        ),
        ("", 201, Some(json!({ "status": 1, "data": [{ "nrSinistro": "S-1", "vlTotal": "x" }] })), None),
        ("", 204, None, Some("/v1/sinistros/S-1")),
        ("", 201, None, Some("/v1/sinistros/S-1")),
        ("", 201, Some(json!({ "status": 1, "data": {} })), Some("https://x/sinistros/S%2D1?x=y")),
    ] {
        let has_envelope = !mapping.contains("false");
        let mapping = mapping.to_owned();
        let api = Api::new(&mapping, move |(segment, _, asked)| {
            // The first is equal but for the hyphen and the case.
            let mut claims = [claim("s1"), claim("S-1")];
            claims.iter_mut().for_each(|claim| claim["number"] = claim["nrSinistro"].clone());
            match (segment.as_str(), has_envelope) {
                ("salva-sinistro-web", _) => {
                    let status = StatusCode::from_u16(status).unwrap();
                    let mut response = match &body {
                        Some(body) => (status, Json(body.clone())).into_response(),
                        None => status.into_response(),
                    };
                    if let Some(location) = location {
                        response.headers_mut().insert(LOCATION, location.parse().unwrap());
                    }
                    response
                }
                _ if asked["sinistro"] != "S-1" => panic!("{asked}"),
                (_, true) => success(json!(claims)),
                (_, false) => ok(json!(claims)),
            }
        })
        .await;
        let saved = api.save().await.data()["abrirAcionamento"].clone();
        assert_eq!(saved["acionamento"], json!({ "sinistro": "S-1", "valorTotal": "201.00" }), "{mapping} {saved}");
        let again = api.save().await.data()["abrirAcionamento"].clone();
        assert_eq!((again, api.asked("salva-sinistro-web").len()), (saved, 1), "the key replays it");
    }
}

#[tokio::test]
async fn a_save_whose_acionamento_cannot_be_read_is_told_as_saved() {
    let save = async |answer: Value, location: Option<&'static str>| {
        let api = Api::new("", move |(segment, ..)| match segment.as_str() {
            "salva-sinistro-web" => {
                let mut response = (StatusCode::CREATED, Json(answer.clone())).into_response();
                response.headers_mut().extend(location.map(|location| (LOCATION, location.parse().unwrap())));
                response
            }
            _ => success(json!([])),
        })
        .await;
        let reply = api.save().await;
        assert_eq!(api.asked("salva-sinistro-web").len(), 1, "nothing is sent twice");
        let (code, message) = reply.error();
        (code, message, reply.json()["errors"][0]["extensions"]["sinistro"].clone())
    };
    let numbered = json!({ "status": 1, "data": { "nrSinistro": "S-1" } });
    let (code, message, sinistro) = save(numbered, None).await;
    assert_eq!((&*code, sinistro), ("UPSTREAM_OUTCOME_UNKNOWN", "S-1".into()));
    assert!(message.contains("foi salvo com o sinistro S-1,"), "{message}");
    let (_, message, sinistro) = save(json!({ "status": 1, "data": {} }), Some("/x/5a5a-7")).await;
    assert_eq!(sinistro, Value::Null);
    assert!(message.contains("foi salvo, mas"), "an address may have another identifier: {message}");
    for no_number in [json!({}), json!("Salvo com sucesso."), json!("ok")] {
        let (code, message, _) = save(json!({ "status": 1, "data": no_number }), None).await;
        assert_eq!(code, "UPSTREAM_OUTCOME_UNKNOWN");
        assert!(message.starts_with("Resultado desconhecido"), "{message}");
    }
}

#[tokio::test]
async fn a_save_that_is_known_to_be_done_is_not_sent_again_but_read_again() {
    let is_readable = Shared::new(false);
    let readable = is_readable.clone();
    let api = Api::new("", move |(segment, ..)| match segment.as_str() {
        "salva-sinistro-web" => success(json!({ "nrSinistro": "S-1" })),
        "lista-acionamentos-by-sinistro" if readable.get() => success(json!([claim("S-1")])),
        _ => success(json!([])),
    })
    .await;
    for _ in 0..2 {
        let reply = api.save().await;
        let sinistro = reply.json()["errors"][0]["extensions"]["sinistro"].clone();
        assert_eq!((&*reply.error().0, sinistro), ("UPSTREAM_OUTCOME_UNKNOWN", "S-1".into()));
    }
    is_readable.set(true);
    assert_eq!(api.save().await.data()["abrirAcionamento"]["acionamento"]["sinistro"], "S-1");
    assert_eq!(api.asked("salva-sinistro-web").len(), 1);
}

#[tokio::test]
async fn where_the_api_knows_no_idempotency_key_a_save_that_may_be_done_is_not_sent_again() {
    // 503: Envoy's answer to a connection that broke, also after the request was forwarded.
    let unknown = "UPSTREAM_OUTCOME_UNKNOWN";
    for (status, code, sent) in [(500, unknown, 1), (503, unknown, 1), (422, "UPSTREAM_ERROR", 2)] {
        let api = Api::new("[headers]\nidempotency-key = false", move |(segment, ..)| match segment.as_str() {
            "salva-sinistro-web" => StatusCode::from_u16(status).unwrap().into_response(),
            _ => success(json!([])),
        })
        .await;
        for _ in 0..2 {
            assert_eq!(api.save().await.error().0, code);
        }
        assert_eq!(api.asked("salva-sinistro-web").len(), sent, "{status}");
        let carries = |call: &Call| call.headers.contains_key("idempotency-key");
        assert!(!api.calls.so_far().iter().any(carries));
    }
}

#[tokio::test]
async fn a_401_does_not_let_a_save_that_may_be_done_be_sent_again_to_an_api_without_idempotency_keys() {
    let is_refused = Shared::new(true);
    let api = Api::new("[headers]\nidempotency-key = false", move |(segment, ..)| match segment.as_str() {
        "salva-sinistro-web" => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        "lista-menu-usuario" if is_refused.change(std::mem::take) => StatusCode::UNAUTHORIZED.into_response(),
        _ => success(json!([])),
    })
    .await;
    let unknown = "UPSTREAM_OUTCOME_UNKNOWN";
    assert_eq!(api.save().await.error().0, unknown);
    assert_eq!(api.gateway.query("ficha", "{ menu { id } }").await.error().0, "UNAUTHENTICATED");
    assert_eq!(api.save().await.error().0, unknown);
    assert_eq!(api.asked("salva-sinistro-web").len(), 1);
}

#[tokio::test]
async fn an_acionamento_that_may_be_reopened_is_one_object_or_its_answer_is_invalid() {
    for (data, code) in [
        (json!({}), "UPSTREAM_INVALID_RESPONSE"),
        (json!([claim("S-1"), claim("S-2")]), "UPSTREAM_INVALID_RESPONSE"),
        (json!([]), ""),
        (claim("S-1"), ""),
        (json!([claim("S-1")]), ""),
    ] {
        let answer = data.clone();
        let api = Api::new("", move |_| success(answer.clone())).await;
        let reply = api.gateway.query("ficha", "{ reabertura(sinistro: \"S-1\") { __typename } }").await;
        let errors = reply.json()["errors"].clone();
        assert_eq!(errors[0]["extensions"]["code"].as_str().unwrap_or_default(), code, "{data}: {}", reply.text);
    }
}

#[tokio::test]
async fn what_cannot_be_read_after_a_save_is_logged_without_its_text() {
    let (log, _guard) = CapturedLog::up_to(LevelFilter::INFO);
    let mut of_another = claim("S-1");
    of_another["nrCpfCnpj"] = "111.444.777-35".into();
    for read in [
        json!({ "status": 0, "messages": "Sem acesso ao CPF 529.982.247-25." }),
        json!({ "status": 1, "data": [] }),
        json!({ "status": 1, "data": [of_another] }),
    ] {
        let api = Api::new("", move |(segment, ..)| match segment.as_str() {
            "salva-sinistro-web" => success(json!({ "nrSinistro": "S-1" })),
            _ => ok(read.clone()),
        })
        .await;
        assert_eq!(api.save().await.error().0, "UPSTREAM_OUTCOME_UNKNOWN");
    }
    let log = log.text();
    assert!(!log.contains("529.982"), "{log}");
    let another = "the acionamento with this number is of another insured";
    for fault in ["refused", "no acionamento with this number", another] {
        assert!(log.contains(&format!("\"fault\":\"{fault}\"")), "{fault}: {log}");
    }
}
