//! Calls of tools that fail: the text says what is right, or what to ask for instead.

use contract::{acionamento::ListaAcionamentosByStatus, segurado::PesquisaSegurado, seguradora::ListaSeguradora};
use serde_json::{Value, json};

use super::{conforms, data, definition, failure};
use crate::{
    kit::{Gateway, Kit, Setup},
    mcp::{alone, ask, call, error, parts},
    stub::{Answer, acionamento, cpf, segurado, seguradora, stub},
};

#[tokio::test]
async fn wrong_arguments_are_failures_that_say_what_is_right() {
    let gateway = alone();
    for (tool, arguments, text) in [
        (
            "buscar_acionamento",
            json!({ "sinitro": "1" }),
            "Esta ferramenta não tem o argumento \"sinitro\": o nome mais parecido é \"sinistro\".",
        ),
        ("consultar_totais", json!({ "x": 1 }), "Esta ferramenta não tem o argumento \"x\". Há: ano."),
        (
            "listar_seguradoras",
            json!({ "y".repeat(61): "x" }),
            "Esta ferramenta não tem o argumento \"…\", nem outro algum.",
        ),
        (
            "buscar_acionamento",
            json!({ "first": 5 }),
            "Esta ferramenta não tem o argumento \"first\". Há: autorizacao, sinistro.",
        ),
        // All else is refused by the graph, as of any caller, but by the names of the tool.
        ("consultar_totais", json!({}), "Falta o valor da variável $ano."),
        ("consultar_totais", json!({ "ano": "este" }), "O valor da variável $ano deve ser do tipo Int."),
        ("listar_acionamentos", json!({ "status": [] }), "\"status\" deve ter pelo menos um status."),
        ("listar_acionamentos", json!({ "status": "A", "linhas": 501 }), "\"linhas\" pode ser no máximo 500."),
        (
            "listar_acionamentos",
            json!({ "status": "A", "periodo": { "por": "ABERTURA", "de": "2026-11-30", "ate": "2026-11-01" } }),
            "\"periodo\" termina antes de começar.",
        ),
        (
            "buscar_acionamento",
            json!({ "sinistro": "" }),
            "Preencha \"autorizacao\" ou \"sinistro\": os serviços listam acionamentos só por status, pelo número da \
             autorização ou pelo do sinistro.",
        ),
        (
            "buscar_acionamento",
            json!({ "sinistro": "1", "autorizacao": "1" }),
            "Use \"sinistro\" ou \"autorizacao\", não os dois: os serviços procuram por um deles.",
        ),
    ] {
        assert_eq!(failure(&gateway, tool, arguments).await, format!("{text} (BAD_USER_INPUT)"));
    }
}

#[tokio::test]
async fn an_unknown_tool_is_refused_with_the_most_similar_name() {
    let gateway = alone();
    for (params, message) in [
        (
            json!({ "name": "buscar_acionamentos" }),
            "Não há essa ferramenta: o nome mais parecido é \"buscar_acionamento\". Todas só consultam: aqui nada se altera.",
        ),
        (
            json!({ "name": "xyz" }),
            "Não há essa ferramenta: tools/list diz quais há. Todas só consultam: aqui nada se altera.",
        ),
    ] {
        let reply = ask(&gateway, "ana", "tools/call", params.clone()).await;
        assert_eq!(error(&reply), (200, -32602, json!(7)), "{params}");
        assert_eq!(reply.json()["error"]["message"], json!(message));
    }
}

#[tokio::test]
async fn an_unknown_status_or_insurer_is_refused_with_those_there_are() {
    let (kit, token) = Kit::logged_in().await;
    let gateway = Gateway::of(Setup { parts: parts(), ..Setup::over(kit.services) });
    let text = async |tool: &str, arguments: Value| {
        let result = call(&gateway, &token, tool, arguments).await;
        assert_eq!(result["isError"], json!(true), "{result:#}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    };
    let found = data(&gateway, &token, "listar_acionamentos", json!({ "status": "ABERTO" })).await;
    let cpf = &found["acionamentos"]["nodes"][0]["segurado"]["cpfCnpj"];
    for (tool, arguments) in [
        ("listar_acionamentos", json!({ "status": ["ABERTO", "INEXISTENTE"] })),
        ("listar_acionamentos", json!({ "status": "INEXISTENTE", "seguradora": "1" })),
        ("consultar_segurado", json!({ "cpfCnpj": cpf, "status": "INEXISTENTE" })),
    ] {
        let text = text(tool, arguments).await;
        assert!(text.contains("tem o status «INEXISTENTE». Há: ABERTO, "), "{text}");
        assert!(text.ends_with("(BAD_USER_INPUT)"), "{text}");
    }
    let spelled = text("listar_acionamentos", json!({ "status": "Aberto" })).await;
    assert!(spelled.contains("«Aberto». O mais parecido é ABERTO. Há: "), "{spelled}");
    let named = text("listar_acionamentos", json!({ "status": "ABERTO", "seguradora": "Araucaria" })).await;
    assert!(
        named.contains("«Araucaria» não é o código de uma seguradora. Há: ") && named.contains("1 (Pata Segura)"),
        "{named}"
    );
    // The graph's name of an argument, which is the tool's `linhas`, as a value.
    let named = text("listar_acionamentos", json!({ "status": "first" })).await;
    assert!(named.contains("tem o status «first»"), "{named}");
    // A code that exists and has nothing is no mistake.
    let period = json!({ "por": "ABERTURA", "de": "2001-01-01", "ate": "2001-01-02" });
    let none = data(&gateway, &token, "listar_acionamentos", json!({ "status": "ABERTO", "periodo": period })).await;
    assert_eq!(none["acionamentos"]["totalCount"], json!(0));
    // A page of the portal offers the codes that there are: its lists cost no further call.
    let portal = "{ acionamentos(filtro: { status: \"INEXISTENTE\" }) { totalCount } }";
    let reply = gateway.query(&token, portal).await.json();
    assert_eq!(reply, json!({ "data": { "acionamentos": { "totalCount": 0 } } }));
}

#[tokio::test]
async fn what_fails_is_told_with_its_code_and_what_does_not_is_given() {
    let stub = stub()
        .on::<PesquisaSegurado>(|_| Answer::Refused("Segurado não encontrado."))
        .on::<ListaSeguradora>(|_| Answer::Http(500))
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data(vec![acionamento(1)]))
        .start_with(parts())
        .await;
    let text = failure(&stub.gateway, "consultar_segurado", json!({ "cpfCnpj": cpf(1), "status": "ABERTO" })).await;
    assert_eq!(text, "segurado: Segurado não encontrado. (UPSTREAM_REJECTED)");
    let text = failure(&stub.gateway, "listar_seguradoras", json!({})).await;
    assert_eq!(text, "seguradoras: O serviço apresentou um erro. Tente novamente mais tarde. (UPSTREAM_ERROR)");

    let result = call(&stub.gateway, "ana", "listar_acionamentos", json!({ "status": "ABERTO" })).await;
    assert_eq!(
        (&result["isError"], &result["structuredContent"]["acionamentos"]["totalCount"]),
        (&json!(false), &json!(1))
    );
    let text = "Faltam partes da resposta:\nacionamentos.nodes.0.seguradora: O serviço apresentou um erro. Tente novamente \
                mais tarde. (UPSTREAM_ERROR)";
    assert_eq!(result["content"][1], json!({ "type": "text", "text": text }));
    let schema = definition(&stub.gateway, "listar_acionamentos").await["outputSchema"].clone();
    conforms(&result["structuredContent"], &schema, "listar_acionamentos").unwrap();
}

#[tokio::test]
async fn a_response_that_is_too_long_says_how_to_ask_for_less() {
    let stub = stub()
        .on::<PesquisaSegurado>(|call| {
            let mut long = segurado(&call.cpf_cnpj.to_string());
            long.apolices = (0..200).flat_map(|_| segurado(&cpf(1)).apolices).collect();
            Answer::Data(long)
        })
        .on::<ListaSeguradora>(|_| {
            Answer::Data((0..200).map(|at| seguradora(&at.to_string(), &"Araucária ".repeat(200))).collect())
        })
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data((1..=45).map(acionamento).collect()))
        .start_with(parts())
        .await;
    let text = failure(&stub.gateway, "listar_acionamentos", json!({ "status": "ABERTO" })).await;
    assert_eq!(
        text,
        "A resposta tem 49 KiB, e o limite é de 24 KiB. O maior trecho é acionamentos.nodes (20 itens, 48 KiB). Para \
         receber menos, peça menos linhas e siga com depois; seguradora, periodo e busca restringem. (RESPONSE_TOO_LONG)"
    );
    let text = failure(&stub.gateway, "consultar_segurado", json!({ "cpfCnpj": cpf(1), "status": "ABERTO" })).await;
    assert!(
        text.ends_with(
            " O maior trecho é segurado.apolices (200 itens, 468 KiB). Menos linhas, menos status ou periodo restringem os \
             acionamentos; apólices e pets vêm sempre todos. (RESPONSE_TOO_LONG)"
        ),
        "{text}"
    );
    let text = failure(&stub.gateway, "listar_seguradoras", json!({})).await;
    assert!(
        text.ends_with(" KiB). Esta ferramenta não tem como pedir menos: use o portal. (RESPONSE_TOO_LONG)"),
        "{text}"
    );
}
