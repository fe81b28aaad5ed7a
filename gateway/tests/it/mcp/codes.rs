//! Codes that do not exist are refused: an agent takes an empty list for "none".

use serde_json::{Value, json};

use super::{call, over};
use crate::kit::{ANA, Kit};

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn an_unknown_status_or_insurer_is_refused_with_those_there_are() {
    let kit = Kit::new().await;
    let (token, gateway) = (kit.login(ANA).await, over(kit.services));
    let call = async |tool: &str, arguments: Value| call(&gateway, &token, tool, arguments).await;
    for arguments in [
        json!({ "status": "INEXISTENTE" }),
        json!({ "status": ["ABERTO", "INEXISTENTE"] }),
        json!({ "status": ["ABERTO", "INEXISTENTE"], "seguradora": "1" }),
    ] {
        let refused = call("listar_acionamentos", arguments.clone()).await;
        assert_eq!(refused["isError"], true, "{arguments}");
        let text = text(&refused);
        assert!(text.contains("tem o status \"INEXISTENTE\". Há: ") && text.contains("ABERTO"), "{text}");
        assert!(text.ends_with("(BAD_USER_INPUT)"), "{text}");
    }
    let spelled = call("listar_acionamentos", json!({ "status": "Aberto" })).await;
    assert!(text(&spelled).contains("\"Aberto\". O mais parecido é ABERTO. Há: "), "{}", text(&spelled));
    let named = call("listar_acionamentos", json!({ "status": "ABERTO", "seguradora": "Araucaria Seguros" })).await;
    assert_eq!(named["isError"], true);
    assert!(text(&named).starts_with("\"Araucaria Seguros\" não é o código de uma seguradora: "), "{}", text(&named));
    // A code that exists and has nothing is no mistake.
    let found = call("listar_acionamentos", json!({ "status": "ABERTO" })).await;
    let cpf = &found["structuredContent"]["acionamentos"]["nodes"][0]["segurado"]["cpfCnpj"];
    let none = json!({ "status": "ABERTO", "periodo": { "por": "ABERTURA", "de": "2001-01-01", "ate": "2001-01-02" } });
    let none = call("listar_acionamentos", none).await;
    assert_eq!(
        (&none["isError"], &none["structuredContent"]["acionamentos"]["totalCount"]),
        (&json!(false), &json!(0))
    );
    let refused = call("consultar_segurado", json!({ "cpfCnpj": cpf, "status": "INEXISTENTE" })).await;
    assert!(text(&refused).contains("Há: "), "{}", text(&refused));
    // Not even one status is no question.
    for (tool, arguments) in [
        ("listar_acionamentos", json!({ "status": [] })),
        ("consultar_segurado", json!({ "cpfCnpj": cpf, "status": [] })),
    ] {
        let refused = call(tool, arguments).await;
        assert_eq!(
            text(&refused),
            "O argumento \"status\" deve ser uma lista com pelo menos um valor. (BAD_USER_INPUT)"
        );
    }
}
