//! A strict API: ids are JSON numbers, null is refused, and a code tells refusals apart.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use super::{Api, Asked, PROCEDURES, claim, ok, procedure, success};
use crate::kit::{ABRIR, ANA, VALIDAR_EMAIL, novo_acionamento};

const STRICT: &str = include_str!("strict.toml");

fn answer(http: u16, code: &str, text: &str, data: Option<Value>) -> Response {
    let mut body = json!({ "cabecalho": { "codigo": code, "descricao": text } });
    if let Some(data) = data {
        body["conteudo"] = data;
    }
    (StatusCode::from_u16(http).unwrap(), Json(body)).into_response()
}

fn done(data: Value) -> Response {
    answer(200, "00", "Operação realizada com sucesso.", Some(data))
}

fn fault(body: &Value) -> Option<Response> {
    let fields = ["pet", "sinistro", "numero", "reabre"].map(|key| body.get(key)).into_iter().flatten();
    let number = fields.chain(body["apolice"].get("cia")).find(|value| !value.is_u64());
    let null = body.as_object().unwrap().iter().find(|(_, value)| value.is_null());
    let told = match (number, null) {
        (Some(value), _) => format!("{value} deve ser um número inteiro."),
        (_, Some((key, _))) => format!("O campo {key} não aceita null: omita-o."),
        _ => return None,
    };
    Some(answer(400, "30", &told, None))
}

async fn strict(answers: impl Fn(&Asked) -> Response + Clone + Send + Sync + 'static) -> Api {
    Api::new(STRICT, move |asked| fault(&asked.2).unwrap_or_else(|| answers(asked))).await
}

#[tokio::test]
async fn a_strict_api_saves_reopens_and_finds_an_acionamento() {
    let api = strict(|(segment, _, body)| match segment.as_str() {
        "lista-acionamentos-by-sinistro" if body["sinistro"] == 404 => answer(404, "44", "Não encontrado.", None),
        "lista-acionamentos-by-sinistro" => done(json!([claim(&body["sinistro"].to_string())])),
        "retorna-acionamento-reabertura" => done(claim(&body["numero"].to_string())),
        _ => done(claim("2026")),
    })
    .await;
    let saved = api.save().await.data()["abrirAcionamento"].clone();
    assert_eq!(saved["acionamento"]["sinistro"], "2026", "{saved}");
    let body = json!({
        "cpfCnpj": "52998224725", "apolice": { "numero": "PET-2026-000002", "cia": 1 }, "pet": 1, "dataOcorrencia": "2026-11-19",
        "procedimentos": [{ "codigo": 1, "quantidade": 2, "valor": 100.50 }],
    });
    assert_eq!(api.asked("salva-sinistro-web")[0].1, body);

    let reopen = "mutation($input: Reabertura!) { reabrirAcionamento(input: $input) { __typename \
                  ... on AcionamentoSalvo { acionamento { sinistro } } ... on Recusa { mensagem } } }";
    let input = json!({ "input": { "chave": "chave-2", "sinistro": "2025", "observacao": "Voltou a mancar.",
        "procedimentos": [{ "procedimento": "1", "quantidade": 2, "valor": "100.50" }] } });
    let reopened = api.gateway.run(Some("ficha"), reopen, input).await.data()["reabrirAcionamento"].clone();
    assert_eq!(reopened["acionamento"]["sinistro"], "2026", "{reopened}");
    let (_, body) = api.asked("salva-sinistro-web").pop().unwrap();
    assert_eq!((&body["reabre"], &body["observacao"]), (&json!(2025), &json!("Voltou a mancar.")));

    let found =
        api.ask("{ um: acionamento(sinistro: \"7\") { sinistro } nenhum: acionamento(sinistro: \"404\") { id } }");
    assert_eq!(found.await, json!({ "um": { "sinistro": "7" }, "nenhum": null }));
}

#[tokio::test]
async fn a_value_that_a_strict_api_cannot_have_is_told_and_not_sent() {
    let api = strict(|_| panic!("nothing is sent")).await;
    let told = "deve ser um número inteiro, sem zeros à esquerda.";
    for number in ["S-1", "007"] {
        let document = format!("{{ acionamento(sinistro: \"{number}\") {{ id }} }}");
        let refused = api.gateway.query("ficha", &document).await.error();
        assert_eq!(refused, ("UPSTREAM_REJECTED".to_owned(), format!("O campo sinistro {told}")));
    }
    let mut input = novo_acionamento("chave-1");
    input["input"]["seguradora"] = "05177".into();
    let refused = api.gateway.run(Some("ficha"), ABRIR, input).await.data()["abrirAcionamento"].clone();
    assert_eq!(refused["mensagem"], format!("O campo seguradora {told}"));

    let keyless = Api::new("[requests.SalvaSinistroWeb]\nautorizacao = false", |_| success(claim("2026"))).await;
    let mut input = novo_acionamento("chave-1");
    input["input"]["autorizacao"] = "A-1".into();
    let refused = keyless.gateway.run(Some("ficha"), ABRIR, input).await.data()["abrirAcionamento"].clone();
    assert_eq!(refused["mensagem"], "O serviço não recebe o campo autorizacao: deixe-o vazio.");
    assert!(keyless.asked("salva-sinistro-web").is_empty());
    let saved = keyless.save().await.data()["abrirAcionamento"].clone();
    assert_eq!(saved["__typename"], "AcionamentoSalvo", "{saved}");
}

/// What step 1 of the login says.
async fn first_step(api: &Api) -> Value {
    api.gateway.run(None, VALIDAR_EMAIL, json!({ "email": ANA })).await.data()["validarEmail"]["__typename"].clone()
}

#[tokio::test]
async fn a_code_a_text_or_an_http_status_tells_a_blocked_user_and_a_password_to_change() {
    for (code, expected) in [("17", "UsuarioBloqueado"), ("18", "TrocaDeSenhaExigida"), ("16", "Recusa")] {
        let api = strict(move |_| answer(422, code, "Não foi possível entrar.", None)).await;
        assert_eq!(first_step(&api).await, expected, "{code}");
    }
    assert_eq!(first_step(&strict(|_| done(json!([]))).await).await, "CodigoEnviado");
    // A key of its own, whatever the status of the envelope is.
    let own = "[envelope]\ncode = 'CodigoErro'\n[login]\nblocked = { codes = [21] }\n\
               change-password = { messages = ['Senha expirada.'], http = [428] }";
    for (http, body, expected) in [
        (200, json!({ "status": 0, "CodigoErro": 21, "messages": "Bloqueado." }), "UsuarioBloqueado"),
        (200, json!({ "status": 1, "CodigoErro": "21", "messages": "", "data": {} }), "UsuarioBloqueado"),
        (200, json!({ "status": 0, "CodigoErro": null, "messages": "Senha expirada. " }), "TrocaDeSenhaExigida"),
        (428, json!({ "messages": "Troque a senha." }), "TrocaDeSenhaExigida"),
        (200, json!({ "status": 0, "CodigoErro": { "id": 21 }, "messages": "Outra coisa." }), "Recusa"),
        (200, json!({ "status": 1, "messages": "", "data": {} }), "CodigoEnviado"),
    ] {
        let sent = body.clone();
        let api =
            Api::new(own, move |_| (StatusCode::from_u16(http).unwrap(), Json(sent.clone())).into_response()).await;
        assert_eq!(first_step(&api).await, expected, "{http} {body}");
    }
    // In a list of messages.
    let objects =
        "[envelope]\nmessages = 'mensagens.texto'\ncode = 'mensagens.codigo'\n[login]\nblocked = { codes = [21] }";
    for (message, expected) in [
        (json!([{ "codigo": "A-1", "texto": "BLOQUEADO" }]), "UsuarioBloqueado"),
        (
            json!([{ "codigo": "A-1", "texto": "Atenção" }, { "codigo": "A-2", "texto": "TROCARSENHA" }]),
            "TrocaDeSenhaExigida",
        ),
        (json!([{ "codigo": 20, "texto": "" }, { "codigo": 21, "texto": "Fale conosco." }]), "UsuarioBloqueado"),
        (json!([]), "CodigoEnviado"),
        (json!(""), "CodigoEnviado"),
    ] {
        let told = message.clone();
        let api = Api::new(objects, move |_| ok(json!({ "status": 1, "mensagens": told, "data": {} }))).await;
        assert_eq!(first_step(&api).await, expected, "{message}");
    }
}

#[tokio::test]
async fn a_code_tells_the_end_of_a_session_and_an_empty_list() {
    let ended = strict(|_| answer(422, "98", "Acesso expirado.", None)).await;
    assert_eq!(ended.gateway.query("ficha", PROCEDURES).await.error().0, "UNAUTHENTICATED");
    let own = "[envelope]\ncode = 'erro.codigo'\n[session]\nended = { codes = [900] }";
    let refused = |code: i64| move |_: &_| ok(json!({ "status": 0, "messages": "Não.", "erro": { "codigo": code } }));
    let api = Api::new(own, refused(900)).await;
    assert_eq!(api.gateway.query("ficha", PROCEDURES).await.error().0, "UNAUTHENTICATED");
    let api = Api::new(own, refused(901)).await;
    assert_eq!(api.gateway.query("ficha", PROCEDURES).await.error().0, "UPSTREAM_REJECTED");
    // Lists in lists, as deep as only an attack has them.
    let mut body = json!({ "status": 0, "messages": "Não.", "erro": "*" }).to_string();
    body = body.replace("\"*\"", &["[".repeat(20_000), "]".repeat(20_000)].concat());
    let api = Api::new(own, move |_| body.clone().into_response()).await;
    assert_eq!(api.gateway.query("ficha", PROCEDURES).await.error().0, "UPSTREAM_REJECTED");
    let styled = "[names]\nstyle = 'PascalCase'\n[session]\nended = { codes = [98] }";
    let told = json!({ "Status": 98, "Messages": "Sessão expirada", "Data": null });
    let api = Api::new(styled, move |_| ok(told.clone())).await;
    assert_eq!(api.gateway.query("ficha", PROCEDURES).await.error().0, "UNAUTHENTICATED");
    // Of a success it says nothing.
    let fine = Api::new(own, |_| ok(json!({ "status": 1, "data": [procedure(1)], "erro": { "codigo": 900 } }))).await;
    assert_eq!(fine.ask(PROCEDURES).await["procedimentos"], json!([{ "id": "1" }]));
}

#[tokio::test]
async fn null_data_in_a_success_are_a_refusal_that_may_mean_the_end_of_a_session_or_an_empty_list() {
    let meanings = "[session]\nended = { messages = ['Sessão expirada'] }\n\
                    [calls.lista-listaprocedimento]\nempty = { messages = ['Nada encontrado'] }";
    let bare = |text: &str| json!({ "mensagem": text, "dados": null });
    let usual = |text: &str| json!({ "status": 1, "messages": text, "data": null });
    for (envelope, body) in [
        ("[envelope]\nstatus = false\ndata = 'dados'\nmessages = 'mensagem'\n", bare as fn(&str) -> Value),
        ("", usual),
    ] {
        let mapping = format!("{envelope}{meanings}");
        let api = async |text: &'static str| Api::new(&mapping, move |_| ok(body(text))).await;
        for (text, code) in [("Sessão expirada", "UNAUTHENTICATED"), ("Outra coisa.", "UPSTREAM_REJECTED")] {
            assert_eq!(api(text).await.gateway.query("ficha", PROCEDURES).await.error().0, code, "{mapping}");
        }
        assert_eq!(api("Nada encontrado").await.ask(PROCEDURES).await["procedimentos"], json!([]), "{mapping}");
    }
    // The status alone decides.
    let success = format!("[envelope]\nnull-data = 'success'\n{meanings}");
    let api = Api::new(&success, move |_| ok(usual("Sessão expirada"))).await;
    assert_eq!(api.ask(PROCEDURES).await["procedimentos"], json!([]));
}

#[tokio::test]
async fn the_list_of_one_service_may_come_in_pages() {
    let mapping = "[calls.lista-listaprocedimento.pages]\npage = 'pagina'\nsize = 'tamanho'\nrows = 2";
    let api = Api::new(mapping, |(segment, _, body)| match segment.as_str() {
        "lista-listaprocedimento" => {
            let page = usize::try_from(body["pagina"].as_u64().unwrap()).unwrap();
            success((1..=3).skip((page - 1) * 2).take(2).map(procedure).collect::<Vec<_>>().into())
        }
        _ => {
            assert_eq!(*body, json!({}), "{segment}");
            success(json!([{ "cdSeguradora": 1, "nmSeguradora": "Um", "flAtiva": true }]))
        }
    })
    .await;
    let read = api.ask("{ procedimentos { id } seguradoras { id } }").await;
    assert_eq!(read["procedimentos"].as_array().unwrap().len(), 3);
    assert_eq!(read["seguradoras"], json!([{ "id": "1" }]));
}
