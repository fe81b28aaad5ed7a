//! `gateway check` where the messages of an API are objects, of which one key has the text for the user.

use serde_json::{Value, json};
use services::wire::{Call as _, acionamento::RetornaAcionamentoReabertura};

use super::{Live, checked, proposed, with_mapping};

/// Services whose messages are objects; a claim that cannot be reopened is refused.
fn live(message: &Value) -> Live {
    let mut live = Live::new();
    for answer in live.answers.values_mut() {
        let body: Value = serde_json::from_slice(&answer.1).unwrap();
        answer.1 = json!({ "situacao": "OK", "mensagens": [], "conteudo": body["data"] }).to_string().into_bytes();
    }
    let refusal = json!({ "situacao": "ERRO", "mensagens": [message] }).to_string();
    live.http(RetornaAcionamentoReabertura::PATH, 422, refusal.as_bytes())
}

#[tokio::test]
async fn the_key_of_the_text_is_proposed_where_messages_are_objects() {
    for (message, text) in [
        (json!({ "codigo": "ACI-001", "texto": "Sinistro não encontrado." }), "mensagens.texto"),
        (json!({ "cod": "E17", "dsMsg": "O sinistro não pode ser reaberto." }), "mensagens.dsMsg"),
        (json!({ "campo": "data da ocorrência", "erro": "inválida", "tipo": "E" }), "mensagens.erro"),
        (json!({ "erro": "ACI-001", "explicacao": "Sinistro não encontrado." }), "mensagens.explicacao"),
    ] {
        let (table, told) = proposed(&live(&message)).await;
        assert_eq!(table["envelope"]["messages"].as_str(), Some(text), "{told}");
    }
}

#[tokio::test]
async fn a_list_of_messages_that_was_always_empty_has_a_doubt() {
    let mut services = live(&json!(null));
    let nothing = json!({ "situacao": "OK", "mensagens": [], "conteudo": [] }).to_string();
    services = services.body(RetornaAcionamentoReabertura::PATH, &nothing);
    let (table, told) = proposed(&services).await;
    assert_eq!(table["envelope"]["messages"].as_str(), Some("mensagens"), "{told}");
    assert!(told.contains("# confira: a lista veio sempre vazia"), "{told}");
}

#[tokio::test]
async fn a_line_of_the_file_that_would_show_codes_gets_another_to_choose() {
    let services = live(&json!({ "cod": "E17", "dsMsg": "O sinistro não pode ser reaberto." }));
    let services = format!("http://{}", services.start().await);
    let told = with_mapping(&services, "[envelope]\nmessages = \"mensagens\"\n", &["--propose"]).await;
    assert!(told.out.contains("\nmessages = \"mensagens\"\n"), "{}", told.out);
    assert!(told.out.contains("# messages = \"mensagens.dsMsg\"  # decida: com a linha de cima"), "{}", told.out);
    assert!(told.err.contains("o texto das mensagens está em mensagens.dsMsg"), "{}", told.err);
}

#[tokio::test]
async fn a_check_says_that_codes_would_be_shown_before_the_text() {
    let services = live(&json!({ "cod": "E17", "dsMsg": "O sinistro não pode ser reaberto." }));
    let mapping = |messages: &str| {
        format!(
            "[envelope]\nstatus = 'situacao'\nsuccess = ['OK']\nmessages = '{messages}'\ndata = 'conteudo'\nrefusals = [422]\n"
        )
    };
    let told = checked(&services, &mapping("mensagens"), true).await;
    let endpoint = told.endpoint(RetornaAcionamentoReabertura::PATH);
    assert_eq!((told.exit, &endpoint["verdict"]), (1, &json!("doubtful")), "{endpoint:#}");
    assert_eq!(endpoint["calls"][0]["messageText"], "mensagens.dsMsg");
    let told = checked(&services, &mapping("mensagens"), false).await;
    let text = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("mensagens.dsMsg; diga-o em [envelope] messages"), "{}", told.out);
    assert!(text.contains("situacao texto, mensagens lista, conteudo"), "{}", told.out);
    let told = checked(&services, &mapping("mensagens.dsMsg"), true).await;
    assert_eq!(told.endpoint(RetornaAcionamentoReabertura::PATH)["calls"][0]["messageText"], Value::Null);
}

#[tokio::test]
async fn http_404_with_a_text_of_the_api_is_a_refusal_and_no_wrong_path() {
    let services = live(&json!(null));
    let refusal = json!({ "situacao": "ERRO", "mensagens": [{ "cod": "E17", "dsMsg": "Sinistro não encontrado." }] });
    let services = services.http(RetornaAcionamentoReabertura::PATH, 404, refusal.to_string().as_bytes());
    let envelope =
        "[envelope]\nstatus = 'situacao'\nsuccess = ['OK']\nmessages = 'mensagens.dsMsg'\ndata = 'conteudo'\n";
    for (refusals, problem) in [("refusals = [404]\n", "refused"), ("", "no-such-path")] {
        let told = checked(&services, &format!("{envelope}{refusals}"), true).await;
        assert_eq!(told.problem(RetornaAcionamentoReabertura::PATH).1, problem);
    }
}
