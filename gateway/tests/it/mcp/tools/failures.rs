//! Calls of tools that fail: the text says what is right, or what to ask for instead.

use serde_json::json;
use services::wire::{
    acionamento::ListaAcionamentosByStatus,
    procedimento::{ListaProcedimento, Procedimento},
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};

use super::{conforms, definition, failure};
use crate::{
    kit::Gateway,
    mcp::{alone, ask, call, error, over, parts, post, request},
    stub::{Reply, acionamento, cpf, segurado, seguradora, stub},
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
        (
            "listar_acionamentos",
            json!({ "status": "ABERTO", "ordem": "NOVOS" }),
            "O argumento \"ordem\" deve ser um destes: ABERTURA_DESC, ABERTURA_ASC, VALOR_DESC, VALOR_ASC, SEGURADO_ASC, SEGURADO_DESC, SINISTRO_ASC, SINISTRO_DESC, \
             AUTORIZACAO_ASC, AUTORIZACAO_DESC, PET_ASC, PET_DESC, SEGURADORA_ASC, SEGURADORA_DESC, STATUS_ASC, STATUS_DESC.",
        ),
        ("consultar_totais", json!({}), "Falta o argumento \"ano\"."),
        ("consultar_totais", json!({ "ano": "este" }), "O argumento \"ano\" deve ser um número inteiro."),
        (
            "listar_seguradoras",
            json!({ "nome": "x" }),
            "Esta ferramenta não tem o argumento \"nome\", nem outro algum.",
        ),
        // Of the graph's own scalars and arguments.
        (
            "consultar_segurado",
            json!({ "cpfCnpj": "123", "status": "ABERTO" }),
            "O argumento \"cpfCnpj\" não é aceito. Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação.",
        ),
        (
            "consultar_segurado",
            json!({ "cpfCnpj": "Douglas", "status": "ABERTO" }),
            "O argumento \"cpfCnpj\" não é aceito. Um CPF tem 11 dígitos e um CNPJ tem 14 caracteres, com ou sem pontuação. \
             Pelo nome, procure em listar_acionamentos, com busca: as linhas têm o CPF ou CNPJ.",
        ),
        ("buscar_acionamento", json!({ "sinistro": " " }), "Informe \"sinistro\" ou \"autorizacao\"."),
        (
            "buscar_acionamento",
            json!({ "sinistro": "1", "autorizacao": "2" }),
            "Use \"sinistro\" ou \"autorizacao\", não os dois: os serviços procuram por um deles.",
        ),
        ("buscar_acionamento", json!({}), "Informe \"sinistro\" ou \"autorizacao\"."),
        (
            "listar_acionamentos",
            json!({ "status": "ABERTO", "periodo": { "por": "ABERTURA" } }),
            "\"periodo\" deve ter \"de\" ou \"ate\".",
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
        (json!({}), "Falta name, o nome da ferramenta."),
        (json!({ "name": 1 }), "Falta name, o nome da ferramenta."),
        (json!({ "name": "listar_seguradoras", "arguments": [] }), "arguments deve ser um objeto."),
    ] {
        let reply = ask(&gateway, "ana", "tools/call", params.clone()).await;
        assert_eq!(error(&reply), (400, -32602, json!(7)), "{params}");
        assert_eq!(reply.json()["error"]["message"], json!(message));
        // A client with a handshake reads no body of an error status.
        assert_eq!(error(&post(&gateway, &[], request("tools/call", params)).await), (200, -32602, json!(7)));
    }
}

#[tokio::test]
async fn what_fails_is_told_with_its_code_and_what_does_not_is_given() {
    let stub = stub()
        .on::<PesquisaSegurado>(|_| Reply::Refused("Segurado não encontrado."))
        .on::<ListaSeguradora>(|_| Reply::Http(500))
        .on::<ListaAcionamentosByStatus>(|_| Reply::Data(vec![acionamento(1)]))
        .start_behind(over)
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
            Reply::Data(long)
        })
        .on::<ListaSeguradora>(|_| {
            Reply::Data((0..200).map(|at| seguradora(&at.to_string(), &"Araucária ".repeat(200))).collect())
        })
        .on::<ListaAcionamentosByStatus>(|_| Reply::Data((1..=45).map(acionamento).collect()))
        .start_behind(over)
        .await;
    let text = failure(&stub.gateway, "listar_acionamentos", json!({ "status": "ABERTO" })).await;
    assert_eq!(
        text,
        "A resposta tem 49 KiB, e o limite é de 24 KiB. O maior trecho é acionamentos.nodes (20 itens, 48 KiB). Para \
         restringir, use seguradora, periodo e busca. (RESPONSE_TOO_LONG)"
    );
    let text = failure(&stub.gateway, "consultar_segurado", json!({ "cpfCnpj": cpf(1), "status": "ABERTO" })).await;
    assert!(
        text.ends_with(
            " O maior trecho é segurado.apolices (200 itens, 468 KiB). Menos status ou periodo restringem os acionamentos; \
             apólices e pets vêm sempre todos. (RESPONSE_TOO_LONG)"
        ),
        "{text}"
    );
    let text = failure(&stub.gateway, "listar_seguradoras", json!({})).await;
    assert!(
        text.ends_with(" KiB). Esta ferramenta não tem como pedir menos: use o portal. (RESPONSE_TOO_LONG)"),
        "{text}"
    );
}

#[tokio::test]
async fn tools_run_within_the_memory_budget() {
    let stub = stub()
        .on::<ListaProcedimento>(|_| {
            let row = |at: usize| Procedimento {
                cd_procedimento: at.to_string().into(),
                ds_procedimento: "x".repeat(1000).into(),
                ds_categoria: None.into(),
                vl_referencia: None.into(),
            };
            Reply::Data((0..2300).map(row).collect())
        })
        .start_behind(|address| {
            let settings = crate::kit::patient(address);
            let settings = gateway::upstream::UpstreamSettings { memory_budget_bytes: 10 * 1024 * 1024, ..settings };
            Gateway::with_services_as(settings, parts())
        })
        .await;
    let text = failure(&stub.gateway, "listar_procedimentos", json!({})).await;
    assert!(
        text.contains("Há respostas grandes demais em curso.") && text.ends_with("(UPSTREAM_UNAVAILABLE)"),
        "{text}"
    );
}
