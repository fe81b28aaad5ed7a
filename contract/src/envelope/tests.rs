use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::{Value, json};

use super::{Answer, Reason};
use crate::{
    login::Sessao,
    mapping::{EnvelopeMapping, PageKeys, ResponseMapping, ScalarValue},
    segurado::Segurado,
    value::Nothing,
};

fn read(body: &str) -> Result<(String, Option<u8>), String> {
    Answer::<u8>::read(body.as_bytes()).map(|answer| (answer.messages, answer.data)).map_err(|e| e.to_string())
}

#[test]
fn status_may_be_a_number_or_text() {
    for status in ["1", "1.0", "1.00", "1e0", "\"1\"", "\" 1 \""] {
        assert_eq!(read(&format!(r#"{{"status":{status},"messages":"","data":7}}"#)), Ok((String::new(), Some(7))));
    }
    for status in ["0", "0.0", "2", "-1", "\"0\"", "\"ok\"", "\"\""] {
        assert_eq!(read(&format!(r#"{{"status":{status},"messages":"não","data":7}}"#)), Ok(("não".into(), None)));
    }
}

#[test]
fn messages_may_be_text_null_absent_or_a_list() {
    for (messages, text) in [
        (r#""messages":"um","#, "um"),
        (r#""messages":null,"#, ""),
        ("", ""),
        (r#""messages":[],"#, ""),
        (r#""messages":["um",null,"dois"],"#, "um\ndois"),
        // PHP writes false where there is no text.
        (r#""messages":false,"#, ""),
        (r#""messages":[0,"um",true],"#, "um"),
    ] {
        assert_eq!(read(&format!(r#"{{{messages}"status":1,"data":7}}"#)), Ok((text.into(), Some(7))));
    }
}

#[test]
fn null_data_is_a_refusal_and_data_of_a_refusal_are_not_read() {
    assert_eq!(read(r#"{"status":1,"messages":"nada","data":null}"#), Ok(("nada".into(), None)));
    assert_eq!(read(r#"{"status":1,"messages":"nada"}"#), Ok(("nada".into(), None)));
    assert_eq!(read(r#"{"status":0,"messages":"não","data":{"x":[]}}"#), Ok(("não".into(), None)));
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic_and_truncated_bodies_fail(bytes in vec(any::<u8>(), 0..200), cut in any::<Index>(), byte in any::<u8>()) {
        drop(Answer::<Value>::read(&bytes));
        let mut body = br#"{"status": 1, "messages": ["a", null], "data": {"x": [1.5e3, "\u00e9"]}}"#.to_vec();
        let at = cut.index(body.len());
        body[at] = byte;
        drop(Answer::<Value>::read(&body));
        assert!(Answer::<Value>::read(&body[..at]).is_err());
    }
}

#[test]
fn what_is_no_envelope_is_an_error() {
    for body in [
        "",
        "null",
        "[]",
        "<html>",
        r#"{"data":7}"#,
        r#"{"status":1,"data":"x"}"#,
        r#"{"status":true,"data":7}"#,
        r#"{"status":1.5,"data":7}"#,
        r#"{"status":1,"data":7"#,
        r#"{"status":1,"data":7,"data":7}"#,
        r#"{"data":"x","messages":"","status":1}"#,
    ] {
        assert!(read(body).is_err(), "{body}");
    }
    let latin = Answer::<u8>::read(b"{\"x\":\"\xff\",\"status\":1,\"data\":7}").unwrap_err();
    assert_eq!(latin.reason, Reason::NotUtf8);
}

#[test]
fn messages_may_stand_in_objects_and_under_other_keys() {
    let mapping = |messages: &[&str]| {
        let messages = messages.iter().map(|path| path.parse().unwrap()).collect();
        let status = Some("meta.ok".parse().unwrap());
        let success = vec![ScalarValue::Flag(true)];
        let envelope = EnvelopeMapping { status, success, messages, ..EnvelopeMapping::default() };
        ResponseMapping { envelope, ..ResponseMapping::default() }
    };
    for (messages, body, text) in [
        (&["meta.text"][..], r#"{"meta":{"ok":false,"text":"um"},"data":null}"#, "um"),
        (
            &["errors.message"],
            r#"{"errors":[{"code":"1","message":"um"},{"message":"dois"}],"meta":{"ok":false}}"#,
            "um\ndois",
        ),
        (&["errors"], r#"{"errors":[{"code":"1","message":"um"}],"meta":{"ok":false}}"#, "um"),
        (&["errors"], r#"{"errors":{"nome":["um"],"valor":["dois"]},"meta":{"ok":false}}"#, "um\ndois"),
        (&["detail", "title"], r#"{"title":"um","meta":{"ok":false},"detail":"dois"}"#, "dois"),
        (&["detail", "title"], r#"{"title":"um","meta":{"ok":false},"detail":""}"#, "um"),
        (&["error.message"], r#"{"error":null,"meta":{"ok":false}}"#, ""),
        (&["error.message"], r#"{"error":"um","meta":{"ok":false}}"#, "um"),
        (&["error.message"], r#"{"error":["um"],"meta":{"ok":false}}"#, "um"),
        (&["erros"], r#"{"erros":[{"codigo":"E-1","texto":"um"}],"meta":{"ok":false}}"#, "um"),
        (&["erros.frase"], r#"{"erros":[{"codigo":"E-1","frase":"um"}],"meta":{"ok":false}}"#, "um"),
        (&["erros.frase", "erros.causa"], r#"{"erros":[{"causa":"um"}],"meta":{"ok":false}}"#, "um"),
        (&["erros.frase", "erros.causa"], r#"{"erros":[{"causa":"um","frase":"dois"}],"meta":{"ok":false}}"#, "dois"),
        (&["erros.frase", "erros.causa"], r#"{"erros":"um","meta":{"ok":false}}"#, "um"),
        (&["erros.frase", "erros.causa"], r#"{"erros":{"causa":"um"},"meta":{"ok":false}}"#, "um"),
        (&["erros.frase", "erros.causa"], r#"{"erros":null,"meta":{"ok":false}}"#, ""),
        (&["erros.frase", "erros.causa"], r#"{"erros":false,"meta":{"ok":false}}"#, ""),
        (&["erros"], r#"{"erros":false,"meta":{"ok":false}}"#, ""),
    ] {
        let read = Answer::<u8>::read_mapped(body.as_bytes(), &mapping(messages)).unwrap();
        assert_eq!((read.is_success, read.messages.as_str()), (false, text), "{body}");
        assert_eq!(Answer::<u8>::refusal(body.as_bytes(), &mapping(messages)).messages, text, "{body}");
    }
    for bare in [r#""segredo""#, r#"["segredo"]"#] {
        assert_eq!(Answer::<u8>::refusal(bare.as_bytes(), &mapping(&["error.message"])).messages, "", "{bare}");
        assert_eq!(Answer::<u8>::refusal(bare.as_bytes(), &ResponseMapping::default()).messages, "", "{bare}");
    }
    let read = Answer::<u8>::read_mapped(br#"{"meta":{"x":[],"ok":true},"data":7}"#, &mapping(&["meta.text"])).unwrap();
    assert_eq!(read.data, Some(7));
}

#[test]
fn a_status_may_stand_beside_the_list() {
    let envelope = EnvelopeMapping {
        status: Some("ok".parse().unwrap()),
        success: vec![ScalarValue::Flag(true)],
        messages: vec!["mensagem".parse().unwrap()],
        data: None,
        ..EnvelopeMapping::default()
    };
    let list = Some("linhas".parse().unwrap());
    let mapping = ResponseMapping { envelope, list, ..ResponseMapping::default() };
    let read = |body: &str| {
        let answer = Answer::<Vec<u8>>::read_mapped(body.as_bytes(), &mapping);
        answer.map(|answer| (answer.is_success, answer.messages, answer.data)).map_err(|_| ())
    };
    assert_eq!(read(r#"{"linhas":[7],"ok":true}"#), Ok((true, String::new(), Some(vec![7]))));
    assert_eq!(read(r#"{"ok":false,"mensagem":"não"}"#), Ok((false, "não".to_owned(), None)));
    assert_eq!(read(r#"{"linhas":[7]}"#), Err(()), "without a status");
    assert_eq!(read("[7]"), Ok((true, String::new(), Some(vec![7]))), "a list has no status");
}

#[test]
fn an_empty_list_for_an_object_is_null() {
    for none in ["[]", "[ ]"] {
        let read = |messages: &str| {
            let body = format!(r#"{{"status":1,"messages":"{messages}","data":{none}}}"#);
            Answer::<Segurado>::read(body.as_bytes()).map(|answer| (answer.messages, answer.data.is_some()))
        };
        assert_eq!(read("Segurado não encontrado."), Ok(("Segurado não encontrado.".to_owned(), false)), "{none}");
        assert_eq!(read(""), Ok((String::new(), false)), "{none}");
    }
    for other in ["{}", "[1]", r#""""#, "0"] {
        let body = format!(r#"{{"status":1,"messages":"não","data":{other}}}"#);
        assert!(Answer::<Segurado>::read(body.as_bytes()).is_err(), "{other}");
    }
}

#[test]
fn a_list_without_its_key_in_the_data_is_empty_unless_rows_may_stand_elsewhere() {
    let mapping = ResponseMapping { list: Some("itens".parse().unwrap()), ..ResponseMapping::default() };
    let read = |data: &str| {
        let body = format!(r#"{{"status":1,"data":{data}}}"#);
        Answer::<Vec<u8>>::read_mapped(body.as_bytes(), &mapping).map(|answer| answer.data).map_err(|_| ())
    };
    for empty in [
        r#"{"total":0,"itens":null}"#,
        r#"{"total":0}"#,
        "{}",
        r#"{"paginacao":{"totalPaginas":0},"avisos":[]}"#,
        r#"{"itens":{}}"#,
        // Spring HATEOAS.
        r#"{"_links":{"self":{"href":"/x"}}}"#,
        r#"{"_links":{"self":{"href":"/x"}},"page":{"size":20,"totalElements":0}}"#,
    ] {
        assert_eq!(read(empty), Ok(Some(Vec::new())), "{empty}");
    }
    let beside = r#"{"status":1,"_links":{"self":{"href":"/x"}}}"#;
    assert_eq!(Answer::<Vec<u8>>::read(beside.as_bytes()).map(|answer| answer.data), Ok(Some(Vec::new())));
    for other in [
        r#"{"total":2}"#,
        r#"{"itens":null,"total":2}"#,
        r#"{"registros":[7]}"#,
        r#"{"itens":{"linha":[7]}}"#,
        r#"{"total":0,"lista":{"a":7}}"#,
        r#"{"links":[7]}"#,
        r#"{"_links":{"self":{"href":"/x"}},"page":{"totalElements":2}}"#,
    ] {
        assert_eq!(read(other), Err(()), "{other}");
    }
    let one = Answer::<Nothing>::read_mapped(br#"{"status":1,"data":{"total":0}}"#, &mapping).unwrap();
    assert!(one.data.is_some());
}

#[test]
fn a_success_without_the_key_of_the_data_is_nothing_or_an_empty_list() {
    let plain = ResponseMapping::default();
    let nothing = |body: &str| {
        let answer = Answer::<Nothing>::read_mapped(body.as_bytes(), &plain).unwrap();
        (answer.is_success, answer.data.is_some())
    };
    assert_eq!(nothing(r#"{"status":1,"messages":[]}"#), (true, true));
    assert_eq!(nothing(r#"{"status":1,"messages":[],"links":{"self":"/x"}}"#), (true, true));
    assert_eq!(nothing(r#"{"status":1,"data":null}"#), (true, false), "null is a failure");
    assert_eq!(nothing(r#"{"status":0}"#), (false, false));
    let list = |body: &str| Answer::<Vec<u8>>::read(body.as_bytes()).map(|answer| answer.data);
    assert_eq!(list(r#"{"status":1,"versao":"2","erros":[],"paginacao":{"totalPaginas":0}}"#), Ok(Some(Vec::new())));
    for empty in ["{}", "{ }", r#""""#, r#"" ""#] {
        assert_eq!(list(&format!(r#"{{"status":1,"data":{empty}}}"#)), Ok(Some(Vec::new())), "{empty}");
    }
    assert!(list(r#"{"status":1,"data":"nada"}"#).is_err());
    let missing = |body: &str| list(body).unwrap_err().to_string();
    assert_eq!(missing(r#"{"status":1,"dados":[7]}"#), "missing field `data`, line 1 column 24", "it is elsewhere");
    let object = Answer::<Sessao>::read(br#"{"status":1}"#).map(drop).unwrap_err();
    assert_eq!(object.reason, Reason::MissingField("data"));
    let bare = Answer::<Vec<u8>>::read(br#"{"data":[]}"#).unwrap_err();
    assert_eq!(bare.reason, Reason::MissingField("status"));
    let told = Answer::<Sessao>::read(br#"{"status":1,"messages":"Tente mais tarde."}"#).unwrap();
    assert!(told.data.is_none() && told.messages == "Tente mais tarde.", "the user reads why");

    // Without a status the text alone refuses.
    let envelope = EnvelopeMapping { status: None, ..EnvelopeMapping::default() };
    let mapping = ResponseMapping { envelope, ..ResponseMapping::default() };
    for (body, is_done) in [
        (r#"{"messages":"Senha atual incorreta."}"#, false),
        (r#"{"messages":"","data":{}}"#, true),
        (r#"{"messages":""}"#, true),
        ("{}", true),
    ] {
        let read = Answer::<Nothing>::read_mapped(body.as_bytes(), &mapping).unwrap();
        assert_eq!(read.data.is_some(), is_done, "{body}");
        assert!(is_done || !read.lacks_data, "a refusal, and no success whose data are missing: {body}");
    }
    let long = json!({ "messages": vec!["Não."; 16 * 1024] }).to_string();
    assert!(Answer::<Nothing>::read_mapped(long.as_bytes(), &mapping).is_err(), "a text that is not read may refuse");
}

#[test]
fn null_on_the_way_to_the_data_is_null_data() {
    let read = |body: &str, null_is_success: bool| {
        let data = Some("data.result".parse().unwrap());
        let envelope = EnvelopeMapping { status: None, data, null_is_success, ..EnvelopeMapping::default() };
        let mapping = ResponseMapping { envelope, ..ResponseMapping::default() };
        let answer = Answer::<Nothing>::read_mapped(body.as_bytes(), &mapping).unwrap();
        (answer.data.is_some(), answer.lacks_data)
    };
    for null in [r#"{"data":null}"#, r#"{"data":{"result":null}}"#] {
        assert_eq!(read(null, false), (false, false), "{null}");
        assert_eq!(read(null, true), (true, false), "{null}");
    }
    for absent in ["{}", r#"{"data":{}}"#] {
        assert_eq!(read(absent, false), (true, true), "{absent}");
    }
}

#[test]
fn refusals_of_many_kinds_have_their_texts() {
    let read = |body: &str| Answer::<u8>::refusal(body.as_bytes(), &ResponseMapping::default()).messages;
    for (body, text) in [
        // A field of the contract's envelope, and errors beside it.
        (
            r#"{"messages":["Há campos inválidos."],"erros":[{"campo":"apolice","mensagem":"Número da apólice inválido"}]}"#,
            "Há campos inválidos.\nNúmero da apólice inválido",
        ),
        (r#"{"erros":[{"campo":"email","mensagem":"não deve estar em branco"}]}"#, "email: não deve estar em branco"),
        // ASP.NET.
        (
            r#"{"title":"One or more validation errors occurred.","status":400,"errors":{"TaxId":["CPF inválido.","Obrigatório."]}}"#,
            "CPF inválido.\nObrigatório.",
        ),
        // RFC 9457.
        (r#"{"type":"about:blank","title":"Conflict","status":409,"detail":"Já foi reaberto."}"#, "Já foi reaberto."),
        (r#"{"title":"Not Found","status":404}"#, "Not Found"),
        // Spring.
        (
            r#"{"status":400,"error":"Bad Request","message":"Validation failed","errors":[{"field":"nome","defaultMessage":"Nome longo"}]}"#,
            "Nome longo",
        ),
        (r#"{"timestamp":"x","status":422,"error":"Unprocessable","message":"Sem cobertura"}"#, "Sem cobertura"),
        // Others.
        (r#"{"fault":{"faultstring":"Invalid client_id","detail":{"errorcode":"x"}}}"#, "Invalid client_id"),
        (r#"{"error":"invalid_grant","error_description":"Senha inválida"}"#, "Senha inválida"),
        (r#"{"erro":{"codigo":1,"descricao":"Pet inválido"}}"#, "Pet inválido"),
        // OData V2.
        (r#"{"error":{"code":"SY/530","message":{"lang":"pt","value":"Não encontrado"}}}"#, "Não encontrado"),
        (r#"{"errors":[{"property":"cpf","value":123,"constraints":{"isCpf":"CPF inválido"}}]}"#, "CPF inválido"),
        // Guidewire, and a list of errors (Salesforce).
        (r#"{"status":400,"errorCode":"x","userMessage":"Sem cobertura"}"#, "Sem cobertura"),
        (
            r#"[{"message":"CPF inválido.","errorCode":"x"},{"message":"Sem cobertura"}]"#,
            "CPF inválido.\nSem cobertura",
        ),
        (r#"[{"nmSegurado":"Marina Duarte"}]"#, ""),
        // The same in other styles of names.
        (r#"{"Message":"CPF inválido."}"#, "CPF inválido."),
        (r#"{"Errors":["CPF inválido."]}"#, "CPF inválido."),
        (r#"{"Title":"Inválido","Status":400,"Errors":{"Cpf":["CPF inválido."]}}"#, "CPF inválido."),
        (r#"{"Errors":[{"Key":"Cpf","Message":"CPF inválido."}]}"#, "CPF inválido."),
        (r#"{"erros":[{"Codigo":"12","Campo":"cpf","Mensagem":"inválido.","Tipo":"Erro"}]}"#, "cpf: inválido."),
        (r#"{"messages":[{"cd_mensagem":"12","ds_mensagem":"CPF inválido."}]}"#, "CPF inválido."),
        // What the user typed is not told.
        (
            r#"{"errors":[{"target":{"cpf":"123"},"value":"123","property":"cpf","constraints":{"isCpf":"CPF inválido."}}]}"#,
            "CPF inválido.",
        ),
        (r#"{"erros":[{"attemptedValue":"123","rejected_value":"123","erro":"CPF inválido."}]}"#, "CPF inválido."),
        ("<html>", ""),
        ("[]", ""),
        ("{}", ""),
    ] {
        assert_eq!(read(body), text, "{body}");
        // The same where HTTP says 200, and the envelope refuses.
        let Ok(Value::Object(mut members)) = serde_json::from_str(body) else { continue };
        members.insert("status".to_owned(), 0.into());
        let body = Value::Object(members).to_string();
        let answer = Answer::<u8>::read(body.as_bytes()).unwrap();
        assert_eq!((answer.is_success, answer.messages.as_str()), (false, text), "{body}");
    }
    // Django REST: nothing but texts by field.
    assert_eq!(read(r#"{"non_field_errors":["Sem cobertura."],"pet":["Inválido."]}"#), "Sem cobertura.\nInválido.");
    assert_eq!(read(r#"{"pet":["Inválido."],"id":7}"#), "");
    let half = r#"{"status":0,"messages":"n\ud800o"}"#;
    assert_eq!(Answer::<u8>::read(half.as_bytes()).unwrap().messages, "n\u{fffd}o", "read by this reader only");
}

#[test]
fn what_says_that_there_are_more_pages_is_read() {
    let list = |list: &str, pages: PageKeys| ResponseMapping {
        list: Some(list.parse().unwrap()),
        pages,
        ..ResponseMapping::default()
    };
    let more = |body: &str, mapping: &ResponseMapping| {
        Answer::<Vec<u8>>::read_mapped(body.as_bytes(), mapping).unwrap().pages.says_more(2, 1)
    };
    let spring = list("conteudo", PageKeys::default());
    for (data, says) in [
        (r#"{"conteudo":[1,2],"ultima":false}"#, Some(true)),
        (r#"{"last":true,"totalElements":40,"conteudo":[1,2]}"#, Some(false)),
        (r#"{"conteudo":[1,2],"totalPages":2}"#, Some(true)),
        (r#"{"conteudo":[1,2],"lastPage":1}"#, Some(false)),
        (r#"{"conteudo":[1,2],"lastPage":"3"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"lastPage":0}"#, None),
        (r#"{"conteudo":[1,2],"lastPage":false}"#, Some(true)),
        (r#"{"conteudo":[1,2],"ultimaPagina":"S"}"#, Some(false)),
        (r#"{"conteudo":[1,2],"ultima":0}"#, Some(true)),
        (r#"{"conteudo":[1,2],"ultima":1}"#, Some(false)),
        (r#"{"conteudo":[1,2],"isLast":"0"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"last":"false"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"last":"N"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"last":"Sim"}"#, Some(false)),
        (r#"{"conteudo":[1,2],"temMais":"Não"}"#, Some(false)),
        (r#"{"conteudo":[1,2],"temMais":"False"}"#, Some(false)),
        (r#"{"conteudo":[1,2],"temMais":"0"}"#, Some(false)),
        (r#"{"conteudo":[1,2],"temMais":0}"#, Some(false)),
        (r#"{"conteudo":[1,2],"temMais":"S"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"nextPage":2}"#, Some(true)),
        (r#"{"conteudo":[1,2],"nextCursor":"bGlzdA"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"nextCursor":" "}"#, Some(false)),
        (r#"{"conteudo":[1,2],"links":{"last":"https://x/y?page=3"}}"#, None),
        (r#"{"conteudo":[1,2],"total_count":3}"#, Some(true)),
        (r#"{"conteudo":[1,2],"@odata.nextLink":"https://x/y?$skip=2"}"#, Some(true)),
        (r#"{"conteudo":[1,2],"nextPage":null}"#, Some(false)),
        (r#"{"conteudo":[1,2],"paginacao":{"temProxima":true}}"#, Some(true)),
        (r#"{"conteudo":[1,2],"resumo":{"total":99},"pagina":0,"tamanho":2}"#, None),
        // Fractal, and HAL without `page`.
        (r#"{"conteudo":[1,2],"meta":{"pagination":{"total":9,"links":{}}}}"#, Some(true)),
        (r#"{"conteudo":[1,2],"_links":{"next":{"href":"/x?page=2"}}}"#, Some(true)),
    ] {
        assert_eq!(more(&format!(r#"{{"status":1,"data":{data}}}"#), &spring), says, "{data}");
    }
    let deep = format!(r#"{{"status":1,"data":[],{}"x":1{}}}"#, r#""meta":{"#.repeat(100_000), "}".repeat(100_000));
    assert_eq!(more(&deep, &spring), None);
    let beside = r#"{"status":1,"data":{"conteudo":[1,2]},"meta":{"pagination":{},"totalItems":"9"}}"#;
    assert_eq!(more(beside, &spring), Some(true));
    let path = |text: &str| Some(text.parse().unwrap());
    let own = list("conteudo", PageKeys { more: path("resumo.resta"), total: path("qtd"), ..PageKeys::default() });
    assert_eq!(more(r#"{"status":1,"data":{"conteudo":[1,2],"resumo":{"resta":true}}}"#, &own), Some(true));
    assert_eq!(more(r#"{"status":1,"data":{"conteudo":[1,2],"qtd":2}}"#, &own), Some(false));
    // A path from the root; of the same kind no usual name counts.
    let own = list("conteudo", PageKeys { total: path("data.resumo.qtd.geral"), ..PageKeys::default() });
    let body = r#"{"status":1,"data":{"conteudo":[1,2],"resumo":{"qtd":{"geral":9}}}}"#;
    assert_eq!(more(body, &own), Some(true));
    assert_eq!(more(r#"{"status":1,"data":{"conteudo":[1,2],"total":1280}}"#, &own), None);
}
