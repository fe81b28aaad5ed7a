//! Tools are files: those that are shipped, and an operator's.

use contract::seguradora::ListaSeguradora;
use gateway::schema::mcp_tools::McpTools;
use serde_json::json;

use super::{ask, call, failure, shipped_tools};
use crate::{
    kit::{Folder, Gateway, GatewayParts, default_parts},
    stub::{Answer, seguradora, stub},
};

fn described(document: &str) -> String {
    format!("\"\"\"\nTítulo\n\nTexto.\n\"\"\"\n{document}")
}

/// The tools with an operator's files.
fn load(files: &[(&str, &str)]) -> Result<McpTools, String> {
    let folder = Folder::new(files);
    let path = folder.path("");
    McpTools::load(Some(path.as_ref())).map_err(|error| error.to_string().replace(&path, "pasta"))
}

#[tokio::test]
async fn an_operators_tools_are_added_or_stand_in_the_place_of_shipped_ones() {
    let files = [
        (
            "nomes.graphql",
            &*described("query (\n\"Os nomes.\" $com: Boolean!) { seguradoras { nome @include(if: $com) } }"),
        ),
        ("listar_seguradoras.graphql", &described("query so_codigos { seguradoras { id } }")),
        ("instructions.txt", "Só seguradoras.\n"),
        ("leia-me.md", "nada"),
        (".#nomes.graphql", "o que um editor deixa"),
    ];
    let mcp_tools = Some(load(&files).unwrap());
    let stub = stub()
        .on::<ListaSeguradora>(|_| Answer::Data(vec![seguradora("3", "Araucária")]))
        .start_with(GatewayParts { mcp_tools, ..default_parts() })
        .await;
    let listed = ask(&stub.gateway, "ana", "tools/list", json!({})).await.json();
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), shipped_tools() + 1);
    for (tool, arguments, data) in [
        ("nomes", json!({ "com": "true" }), json!({ "nome": "Araucária" })),
        ("nomes", json!({ "com": false }), json!({})),
        ("listar_seguradoras", json!({}), json!({ "id": "3" })),
    ] {
        let result = call(&stub.gateway, "ana", tool, arguments).await;
        assert_eq!(result["structuredContent"], json!({ "seguradoras": [data] }), "{tool}");
    }
    let discovered = ask(&stub.gateway, "ana", "server/discover", json!({})).await.json();
    assert_eq!(discovered["result"]["instructions"], json!("Só seguradoras. Hoje é 2026-11-20."));
}

#[tokio::test]
async fn refusals_name_the_arguments_of_an_operators_tool() {
    let document =
        "query lista(\n\"Quais.\" $first: FiltroAcionamentos!, \"Um.\" $um: String, \"Quantos.\" $last: Int) {
        acionamentos(filtro: $first, first: $last) { totalCount }
        ...Outros
    }
    fragment Outros on Query {
        procedimentos(busca: $um) { id }
    }";
    let mcp_tools = Some(load(&[("lista.graphql", &described(document))]).unwrap());
    let gateway = Gateway::of(GatewayParts { mcp_tools, ..default_parts() });
    for (arguments, text) in [
        (
            json!({ "first": { "status": "A" }, "um": "B", "last": 501 }),
            "\"last\" pode ser no máximo 500. (BAD_USER_INPUT)",
        ),
        (
            json!({ "first": { "status": "A", "statusEm": ["A"] }, "um": "B" }),
            "Use \"first.status\" ou \"first.statusEm\", não os dois. (BAD_USER_INPUT)",
        ),
        (json!({ "first": { "status": "A" }, "um": "a".repeat(501) }), "\"um\" pode ter no máximo "),
    ] {
        let refusal = failure(&call(&gateway, "ana", "lista", arguments).await);
        assert!(refusal.contains(text), "{refusal}");
    }
}

#[test]
fn a_result_may_lack_what_a_condition_leaves_out() {
    let document =
        "query (\n\"Se sim.\" $com: Boolean!) { seguradoras { id nome @include(if: $com) ativa @skip(if: false) } }";
    let tools = load(&[("nomes.graphql", &described(document))]).unwrap();
    let schema = tools.find("nomes").unwrap().definition.output_schema.clone().unwrap();
    let rows = &schema["properties"]["seguradoras"]["anyOf"][0]["items"];
    assert_eq!(rows["required"], json!(["id", "ativa"]), "{rows:#}");
    assert!(rows["properties"].get("nome").is_some(), "{rows:#}");
}

#[test]
fn a_wrong_file_stops_the_start_with_its_line_and_the_remedy() {
    let broken = |text: &str| load(&[("exemplo.graphql", text)]).err().unwrap_or_default();
    assert_eq!(broken(&described("query a { seguradoras { id } }")), "");
    let no_description = "não é descrita em dois ou três parágrafos: ponha antes de query, entre \"\"\", o título, o que ela faz e, se \
                          houver como, o que a restringe";
    for (document, why) in [
        ("query a { seguradoras { id } }".to_owned(), format!(":1: {no_description}")),
        (described("mutation a { sair }"), ":1: não é uma consulta: use query, pois agentes nada alteram".to_owned()),
        (
            described("query (\n  $a: Int!\n) { totaisPorStatus(ano: $a) { mes } }"),
            ":7: não descreve $a: ponha antes um texto entre aspas".to_owned(),
        ),
        (
            described("query a {\n  seguradoras { cor }\n}"),
            ":7: não combina com o grafo (Field `cor` does not exist on type `Seguradora`): compare com o esquema, schema.graphql"
                .to_owned(),
        ),
        (
            described("query a {\n  reabertura(sinistro: \"1\") { ... on Recusa { mensagem } }\n}"),
            ":7: seleciona campos de ResultadoReabertura, que não é um objeto: escolha campos de objetos".to_owned(),
        ),
        (
            described("query a { seguradoras { id } } query b { seguradoras { id } }"),
            ": tem mais de uma operação: deixe só uma".to_owned(),
        ),
    ] {
        assert_eq!(broken(&document), format!("GATEWAY_MCP_TOOLS, pasta/exemplo.graphql{why}"), "{document}");
    }
    let syntax = broken(&described("query a {"));
    assert!(syntax.starts_with("GATEWAY_MCP_TOOLS, pasta/exemplo.graphql:6: tem um erro de sintaxe ("), "{syntax}");
    let name = load(&[("dois nomes.graphql", "")]).err().unwrap();
    assert!(name.starts_with("GATEWAY_MCP_TOOLS, pasta/dois nomes.graphql: os clientes não aceitam"), "{name}");
    let missing = McpTools::load(Some("não/há".as_ref())).err().unwrap().to_string();
    assert!(missing.starts_with("GATEWAY_MCP_TOOLS, não/há: não foi possível ler: "), "{missing}");
    let year = |at: u32| format!("a{at}: totaisPorStatus(ano: {}) {{ mes }}", 2000 + at);
    let costly = broken(&described(&format!("query a {{ menu {{ id }} {} }}", (0..21).map(year).collect::<String>())));
    assert!(costly.contains(".graphql: pede mais do que um documento pode (21 "), "{costly}");
}
