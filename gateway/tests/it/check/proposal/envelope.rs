//! The envelope and the lists: the status, the texts and the data of an API.

use serde_json::{Value, json};

use super::{completed, table, with_bodies};
use crate::{
    check::{Live, with_mapping},
    kit::merged,
};

#[tokio::test]
async fn the_envelope_is_found_around_and_beside_the_data() {
    let wrapped = |body: &Value| json!({ "response": { "sucesso": true, "avisos": [], "dados": body["data"] } });
    let live = with_bodies(Live::new(), wrapped);
    let text = completed(&live, "").await;
    assert_eq!(completed(&live, &text).await, text, "nothing is left to propose");
    let own = "[envelope]\ndata = 'response.dados'\nsuccess = [true]\n";
    assert!(!completed(&live, own).await.contains("# success"), "the file has it");
    let envelope = table(&text)["envelope"].clone();
    let expected = toml::toml! { data = "response.dados" status = "response.sucesso" success = [true] };
    assert_eq!(envelope.as_table(), Some(&expected), "{text}");
    let bare = completed(&with_bodies(Live::new(), |body| body["data"].clone()), "").await;
    let expected = toml::toml! { data = false status = false };
    assert_eq!(table(&bare)["envelope"].as_table(), Some(&expected), "{bare}");
}

#[tokio::test]
async fn the_status_and_the_texts_are_found_around_all_that_wraps_the_data_and_in_objects_beside_it() {
    type Around = fn(&Value) -> Value;
    let envelopes: [(Around, Value, &str); 9] = [
        (
            |data| json!({ "codRetorno": 0, "descricaoRetorno": "", "dados": data }),
            json!({ "codRetorno": 9, "descricaoRetorno": "Não há.", "dados": null }),
            "{ data = 'dados', status = 'codRetorno', success = [0], messages = 'descricaoRetorno' }",
        ),
        (
            |data| json!({ "cdErro": "0", "dsErro": "", "dados": data }),
            json!({ "cdErro": "9", "dsErro": "Não há.", "dados": null }),
            "{ data = 'dados', status = 'cdErro', success = ['0'], messages = 'dsErro' }",
        ),
        (
            |data| json!({ "statusCode": 200, "mensagemUsuario": "", "dados": data }),
            json!({ "statusCode": 400, "mensagemUsuario": "Não há.", "dados": null }),
            "{ data = 'dados', status = 'statusCode', success = [200, 201], messages = 'mensagemUsuario' }",
        ),
        (
            |data| json!({ "success": true, "message": "", "data": { "result": data } }),
            json!({ "success": false, "message": "Não há.", "data": null }),
            "{ data = 'data.result', status = 'success', success = [true], messages = 'message' }",
        ),
        (
            |data| json!({ "data": { "ok": 1, "msg": "", "result": data } }),
            json!({ "data": { "ok": 0, "msg": "Não há.", "result": null } }),
            "{ data = 'data.result', status = 'data.ok', messages = 'data.msg' }",
        ),
        (
            |data| json!({ "retorno": { "codigo": "00", "mensagem": "" }, "dados": data }),
            json!({ "retorno": { "codigo": "12", "mensagem": "Não há." }, "dados": "" }),
            "{ data = 'dados', status = 'retorno.codigo', success = ['00'], messages = 'retorno.mensagem' }",
        ),
        (
            |data| json!({ "result": { "code": 0, "messages": [] }, "response": data }),
            json!({ "result": { "code": 5, "messages": ["Não há."] }, "response": null }),
            "{ data = 'response', status = 'result.code', success = [0], messages = 'result.messages' }",
        ),
        (
            |data| json!({ "header": { "status": "OK", "mensagem": "" }, "body": data }),
            json!({ "header": { "status": "ERRO", "mensagem": "Não há." }, "body": null }),
            "{ data = 'body', status = 'header.status', success = ['OK'], messages = 'header.mensagem' }",
        ),
        (
            |data| json!({ "status": { "code": 200, "description": "" }, "data": data }),
            json!({ "status": { "code": 404, "description": "Não há." }, "data": null }),
            "{ status = 'status.code', success = [200, 201], messages = 'status.description' }",
        ),
    ];
    for (around, refusal, lines) in envelopes {
        let live = with_bodies(Live::new(), |body| around(&body["data"]));
        let text = completed(&live.clone().body("pesquisa-segurado", &refusal.to_string()), "").await;
        assert_eq!(table(&text), table(&format!("envelope = {lines}")), "{text}");
        let told = with_mapping(&live.start().await, &text, &[]).await;
        assert_eq!(told.status, 0, "{lines}: {}{}", told.out, told.err);
    }
}

/// The fields in the envelope itself; rows under a key of their own.
fn beside(head: Value, rows: &str, data: &Value) -> Value {
    let fields = if data.is_array() { json!({ rows: data }) } else { data.clone() };
    merged(head, fields)
}

#[tokio::test]
async fn the_status_and_the_texts_are_found_beside_the_fields() {
    type Around = fn(&Value) -> Value;
    let objects = ["abertos-dia", "abertos-mes", "faturados-mes"].map(|name| format!("total-acionamento-{name}"));
    let objects = objects.iter().map(String::as_str);
    let objects: Vec<&str> =
        objects.chain(["total-seguradoras", "retorna-acionamento-reabertura", "pesquisa-segurado"]).collect();
    let lists: String = objects.iter().map(|name| format!("[calls.{name}]\nlist = 'return'\n")).collect();
    let envelopes: [(Around, Value, String); 3] = [
        (
            |data| json!({ "return": beside(json!({ "codigo": 0, "mensagem": "" }), "linhas", data) }),
            json!({ "return": { "codigo": 1, "mensagem": "Não há.", "linhas": [] } }),
            "envelope = { data = false, status = 'return.codigo', success = [0], messages = 'return.mensagem', list = \
             'return.linhas' }\n"
                .to_owned()
                + &lists,
        ),
        (
            |data| beside(json!({ "status": "success", "message": "" }), "linhas", data),
            json!({ "status": "error", "message": "Não há." }),
            "envelope = { data = false, status = 'status', success = ['success'], messages = 'message', list = 'linhas' }"
                .to_owned(),
        ),
        (
            |data| beside(json!({ "cd_erro": 0, "ds_erro": "" }), "linhas", data),
            json!({ "cd_erro": 1, "ds_erro": "Não há." }),
            "envelope = { data = false, status = 'cd_erro', success = [0], messages = 'ds_erro', list = 'linhas' }"
                .to_owned(),
        ),
    ];
    for (around, refusal, expected) in envelopes {
        let live = with_bodies(Live::new(), |body| around(&body["data"]));
        let refusing = live.clone().body("lista-acionamentos-by-autorizacao", &refusal.to_string());
        let text = completed(&refusing, "").await;
        assert_eq!(table(&text), table(&expected), "{text}");
        assert_eq!(completed(&refusing, &text).await, text, "nothing is left to propose");
        let told = with_mapping(&refusing.start().await, &text, &["--json"]).await;
        let (_, problem) = told.problem("lista-acionamentos-by-autorizacao");
        assert!(problem.starts_with("a API recusou o pedido"), "{text}{problem}");
        let told = with_mapping(&live.start().await, &text, &[]).await;
        assert_eq!(told.status, 0, "{text}{}{}", told.out, told.err);
    }
}

#[tokio::test]
async fn a_status_beside_the_fields_without_a_text_is_left_open_and_no_field() {
    let code = |body: &Value| json!({ "retorno": beside(json!({ "codigo": 1 }), "linhas", &body["data"]) });
    let text = completed(&with_bodies(Live::new(), code), "").await;
    assert!(text.contains("# status = false  # será retorno.codigo? "), "{text}");
    assert!(!text.contains("= \"codigo\""), "{text}");
}

#[tokio::test]
async fn an_envelope_under_another_key_of_each_service_is_left_open() {
    let mut live = Live::new();
    for (name, (_, body)) in &mut live.answers {
        let answer: Value = serde_json::from_slice(body).unwrap();
        let (key, data) = (format!("{name}Result"), &answer["data"]);
        *body = json!({ key: { "Sucesso": true, "Mensagem": "", "Dados": data } }).to_string().into_bytes();
    }
    let mut given = String::new();
    // The comments become lines, then those of the services that are asked with values of the first ones.
    for _ in 0..2 {
        let text = completed(&live, &given).await;
        assert_eq!(table(&text), table(&given), "{text}");
        assert!(text.contains("# status = false  # outra chave em cada serviço"), "{text}");
        let lines = text.lines().take_while(|line| !line.contains("[requests"));
        let lines = lines.filter(|line| !line.contains("= false")).map(|line| line.trim_start_matches("# "));
        given = lines.collect::<Vec<_>>().join("\n");
    }
    assert_eq!(table(&completed(&live, &given).await), table(&given));
    assert_eq!(with_mapping(&live.start().await, &given, &[]).await.status, 0, "{given}");
}

#[tokio::test]
async fn a_success_without_data_is_reported_as_one() {
    let none = json!({ "status": 1, "messages": "", "data": null }).to_string();
    for (service, is_list) in [("lista-acionamentos-by-autorizacao", true), ("pesquisa-segurado", false)] {
        let live = Live::new().body(service, &none);
        let text = completed(&live, "").await;
        let line = "# \"null-data\" = \"success\"  # veio um sucesso sem dados";
        assert_eq!(text.contains(line), is_list, "{text}");
        let (state, problem) = with_mapping(&live.start().await, "", &["--json"]).await.problem(service);
        assert_eq!((&*state, problem.contains("null-data = \"success\"")), ("not-compared", is_list), "{problem}");
    }
}

#[tokio::test]
async fn of_two_lists_that_with_fields_of_the_contract_is_the_list() {
    type Around = fn(&Value) -> Value;
    let of: [(Around, &str); 4] = [
        (|rows| json!({ "alertas": [], "sinistros": rows }), "envelope.list = 'sinistros'"),
        (
            |rows| json!({ "acoes": [{ "id": "1", "nome": "Imprimir" }], "sinistros": rows }),
            "envelope.list = 'sinistros'",
        ),
        (|rows| json!({ "campos": ["a", "b"], "lancamentos": rows }), "envelope.list = 'lancamentos'"),
        (|rows| json!({ "pagina": { "itens": { "item": rows } } }), "envelope.list = 'pagina.itens.item'"),
    ];
    let rows_in = |around: Around, is_empty: bool| {
        move |body: &Value| match &body["data"] {
            rows @ Value::Array(_) => {
                let is_claim = rows[0].get("nrSinistro").is_some();
                let rows = if is_empty && is_claim { json!([]) } else { rows.clone() };
                json!({ "status": 1, "messages": "", "data": around(&rows) })
            }
            _ => body.clone(),
        }
    };
    for (around, line) in of {
        let live = with_bodies(Live::new(), rows_in(around, false));
        let text = completed(&live, "").await;
        assert_eq!(table(&text), table(line), "{text}");
        assert_eq!(with_mapping(&live.start().await, &text, &[]).await.status, 0, "{text}");
        // Where there are no rows, it is the list that the others have.
        let text = completed(&with_bodies(Live::new(), rows_in(around, true)), "").await;
        assert_eq!(table(&text), table(line), "{text}");
    }
    let strange = |_: &Value| json!({ "status": 1, "messages": "", "data": { "xs": [{ "a": 1 }], "ys": [] } });
    let text = completed(&with_bodies(Live::new(), strange), "").await;
    assert!(text.contains("# list = \"xs\"  # ou ys"), "{text}");
    assert_eq!(table(&text), toml::Table::new(), "{text}");
}

#[tokio::test]
async fn an_empty_list_beside_another_with_fields_of_its_rows_is_not_served() {
    let insurers = json!([{ "cdSeguradora": "3", "nmSeguradora": "Pata Segura", "flAtiva": true }]);
    let list = "[calls.lista-seguradora]\nlist = 'alertas'\n";
    let data = "[calls.lista-seguradora.envelope]\ndata = 'alertas'\n";
    for (mapping, beside, state) in [
        (list, &insurers, "not-served"),
        (list, &json!([{ "id": 1 }]), "served"),
        (list, &json!([]), "served"),
        (data, &insurers, "not-served"),
        (data, &json!({ "registros": insurers }), "not-served"),
        (data, &json!({ "registros": [] }), "served"),
    ] {
        let around = json!({ "alertas": [], "seguradoras": beside });
        let body = if mapping == list { json!({ "data": around }) } else { around };
        let body = merged(json!({ "status": 1, "messages": "" }), body).to_string();
        let services = Live::new().body("lista-seguradora", &body).start().await;
        let told = with_mapping(&services, mapping, &["--json"]).await;
        let (found, problem) = told.problem("lista-seguradora");
        assert_eq!(found, state, "{problem}");
    }
}

#[tokio::test]
async fn lists_of_texts_for_the_user_are_not_the_data() {
    let body = |body: &Value| {
        let key = if body["data"].is_array() { "sinistros" } else { "objeto" };
        json!({ "sucesso": true, "mensagem": "", "erros": [], "avisos": [], key: body["data"] })
    };
    let live = with_bodies(Live::new(), body);
    let text = completed(&live, "").await;
    let envelope = table(&text)["envelope"].clone();
    let expected =
        toml::toml! { data = false status = "sucesso" success = [true] messages = "mensagem" list = "sinistros" };
    assert_eq!(envelope.as_table(), Some(&expected), "{text}");
    assert_eq!(with_mapping(&live.start().await, &text, &[]).await.status, 0, "{text}");
    // An API that refuses all.
    let refused = |_: &Value| json!({ "codigo": -7, "msg": ["Falta um cabeçalho."], "resultado": null });
    let text = completed(&with_bodies(Live::new(), refused), "").await;
    let envelope = table(&text)["envelope"].clone();
    assert_eq!(envelope.as_table(), Some(&toml::toml! { status = "codigo" messages = "msg" }), "{text}");
    // Once it answers, the values of successes are found.
    let answered = |body: &Value| json!({ "codigo": 0, "msg": [], "resultado": body["data"] });
    let text = completed(&with_bodies(Live::new(), answered), &text).await;
    let expected = toml::toml! { data = "resultado" status = "codigo" success = [0] messages = "msg" };
    assert_eq!(table(&text)["envelope"].as_table(), Some(&expected), "{text}");
}

#[tokio::test]
async fn a_type_of_which_only_lists_are_alike_gets_no_line() {
    let around = |body: &Value| match &body["data"] {
        rows @ Value::Array(_) => {
            json!({ "status": 1, "messages": "", "data": { "pagina": { "itens": { "a": { "b": rows } } } } })
        }
        _ => body.clone(),
    };
    let rest = json!({ "status": 1, "messages": "", "data": null }).to_string();
    let live = with_bodies(Live::new(), around).body("retorna-acionamento-reabertura", &rest);
    let text = completed(&live, "").await;
    assert_eq!(table(&text), toml::Table::new(), "{text}");
}

#[tokio::test]
async fn a_status_that_a_double_writes_is_a_whole_number() {
    let as_double = |status: f64| move |body: &Value| json!({ "status": status, "messages": "", "data": body["data"] });
    for (status, lines) in [(1.0, ""), (3.0, "envelope.success = [3]")] {
        let live = with_bodies(Live::new(), as_double(status));
        let text = completed(&live, "").await;
        assert_eq!(table(&text), table(lines), "{text}");
        assert_eq!(with_mapping(&live.start().await, &text, &[]).await.status, 0, "{text}");
    }
}
