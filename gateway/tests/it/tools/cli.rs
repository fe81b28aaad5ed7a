//! `gateway tools`, and a running gateway that is told of a new tool.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::{
    http1_client::{self, graphql},
    kit::{Folder, sha256},
    program::{self, CommandOutput, line_with, run, signal, start_over},
};

async fn tools(folder: &str, arguments: &[&str]) -> CommandOutput {
    run(&[&["tools"], arguments].concat(), &[("GATEWAY_TOOLS", folder)]).await
}

#[tokio::test]
async fn a_tool_is_added_with_a_key_that_is_printed_once() {
    let folder = Folder::empty();
    let at = &*folder.path("ferramentas");
    let added = tools(at, &["add", "relatorios"]).await;
    let key = added.out.strip_suffix('\n').unwrap();
    assert!(added.status == 0 && key.len() == 64 && key.bytes().all(|b| b.is_ascii_hexdigit()), "{added:?}");
    let path = folder.path("ferramentas/relatorios.toml");
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!written.contains(key) && written.contains(&sha256(key)), "{written}");
    // It is not overwritten, and another gets another key.
    let again = tools(at, &["add", "relatorios"]).await;
    assert!(again.status != 0 && again.out.is_empty(), "{again:?}");
    assert!(again.err.contains("relatorios.toml: a ferramenta já existe"), "{again:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
    let other = tools(at, &["add", "agenda"]).await;
    assert_ne!(other.out.trim_end(), key);
    for bad in ["Relatorios", "../fora", "", "a.b", "a b", "é"] {
        let refused = tools(at, &["add", bad]).await;
        assert!(refused.status != 0 && refused.err.contains("o nome de uma ferramenta"), "{refused:?}");
    }

    // What lists tools and settings shows no digest.
    let listed = tools(at, &["list"]).await;
    let begin = &sha256(key)[..8];
    let line = format!("relatorios  key=sha256:{begin}…  documents=any  operations=query");
    assert_eq!(listed.out.lines().collect::<Vec<_>>()[1..], [line]);
    let settings = run(&["config", "--tools", at], &[]).await;
    assert!(settings.status == 0, "{settings:?}");
    for output in [&listed, &settings] {
        assert!(!output.out.contains(&sha256(key)), "{output:?}");
    }

    let none = run(&["tools", "list"], &[]).await;
    assert!(none.status != 0 && none.err.contains("GATEWAY_TOOLS"), "{none:?}");
}

#[tokio::test]
async fn a_tool_whose_key_cannot_be_printed_is_not_added() {
    let folder = Folder::empty();
    let mut add = program::gateway(&["tools", "add", "relatorios", "--tools", &folder.path("")]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let said = CommandOutput::from(add.stdout(full).spawn().unwrap().wait_with_output().await.unwrap());
    assert!(said.status == 1 && said.err.contains("No space left on device"), "{said:?}");
    assert!(said.err.contains("a ferramenta não foi criada"), "{said:?}");
    assert!(!fs::exists(folder.path("relatorios.toml")).unwrap());
    let mut add = program::gateway_on_a_full_disk(0, &["tools", "add", "relatorios", "--tools", &folder.path("")]);
    let said = CommandOutput::from(add.output().await.unwrap());
    assert!(said.status == 1 && said.err.contains("não foi possível escrever o arquivo"), "{said:?}");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
}

/// Three operations that share a file, and one with its own.
const OPERATIONS: [(&str, &str); 2] = [
    (
        "tres.graphql",
        "query Seguradoras { seguradoras { ...Nome } }\nmutation Renomear { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }\n\
         fragment Nome on Seguradora { nome ...Cnpj }\nsubscription Abertos { painel { abertosHoje { quantidade } } }\n\
         fragment Cnpj on Seguradora { cnpj }\n",
    ),
    ("um.graphql", "# Only this.\nquery Procedimentos { procedimentos { id } }\n"),
];

#[tokio::test]
async fn a_manifest_is_written_from_files_and_checked_when_it_is_added() {
    let folder = Folder::new(&OPERATIONS);
    let at = &*folder.path("");
    // Without GATEWAY_TOOLS: the folder may be on another machine.
    let (three, one) = (folder.path("tres.graphql"), folder.path("um.graphql"));
    let written = run(&["tools", "manifest", &three, &one], &[]).await;
    assert!(written.status == 0, "{written:?}");
    let manifest: Value = written.json();
    let told: Vec<_> =
        manifest["operations"].as_array().unwrap().iter().map(|one| (&one["name"], &one["type"])).collect();
    let [subscription, last] = [["Abertos", "subscription"], ["Procedimentos", "query"]];
    assert_eq!(json!(told), json!([["Seguradoras", "query"], ["Renomear", "mutation"], subscription, last]));
    assert_eq!(manifest["operations"][3]["body"], OPERATIONS[1].1);
    assert_eq!(manifest["operations"][3]["id"], sha256(OPERATIONS[1].1));
    folder.write("m.json", written.out);
    let added = tools(at, &["add", "agenda", "--manifest", "m.json"]).await;
    assert!(added.status == 0, "{added:?}");
    let file = folder.read("agenda.toml");
    assert!(file.contains("\noperations = [\"mutation\", \"query\", \"subscription\"]\n"), "{file}");
    assert_eq!(file.matches("No limit unless set.").count(), 2);
    assert!(tools(at, &["list"]).await.out.contains("documents=m.json (4)"));

    // What the start would refuse is refused here, and nothing is written.
    folder.write("nada.json", manifest.to_string().replace("procedimentos {", "nada {"));
    for (manifest, why) in
        [("fora.json", "fora.json: copie o manifesto para lá, e repita"), ("nada.json", "não tem por id o SHA-256")]
    {
        let refused = tools(at, &["add", "outra", "--manifest", manifest]).await;
        assert!(refused.status != 0 && refused.out.is_empty(), "{refused:?}");
        assert!(refused.err.contains(why), "{refused:?}");
        assert!(!fs::exists(folder.path("outra.toml")).unwrap());
    }
    // There is a place for the manifest then.
    let new = folder.path("nova/pasta");
    let refused = tools(&new, &["add", "outra", "--manifest", "m.json"]).await;
    let place = format!("não há {new}/m.json: copie o manifesto para lá");
    assert!(refused.status != 0 && refused.err.contains(&place), "{refused:?}");
    folder.write("nova/pasta/m.json", folder.read("m.json"));
    let added = tools(&new, &["add", "outra", "--manifest", "m.json"]).await;
    assert!(added.status == 0, "{added:?}");
    for (document, why) in [
        ("{ seguradoras { nome } }", "toda operação de um manifesto tem um nome"),
        ("query A { nada }", "o documento A"),
        ("query A { menu { id } } query A { menu { id } }", "há duas operações com o nome A"),
        ("query A {", "linha 1"),
    ] {
        folder.write("um.graphql", document);
        let refused = run(&["tools", "manifest", &one], &[]).await;
        let said = &refused.err;
        assert!(refused.status != 0 && said.contains(why) && !said.contains("GATEWAY_TOOLS"), "{refused:?}");
    }
}

#[tokio::test]
async fn tools_are_listed_without_the_secrets_of_a_start() {
    let tool = format!("key = 'sha256:{}'\ndocuments = 'any'\noperations = ['query']\n", sha256("robo"));
    let folder = Folder::new(&[("robo.toml", tool)]);
    let settings = format!(
        "environment = 'production'\nupstream-url = 'https://integration.example/v1'\n\
         tools = '{}'\n",
        folder.path("")
    );
    let elsewhere = Folder::new(&[("gateway.toml", settings)]);
    let environment = [("GATEWAY_CONFIG", &*elsewhere.path("gateway.toml"))];
    let listed = run(&["tools", "list"], &environment).await;
    assert!(listed.status == 0 && listed.out.contains("robo"), "{listed:?}");
}

#[tokio::test]
async fn a_bound_below_the_cost_of_a_document_is_warned_of() {
    // The highest cost is that of one of the operations of a document.
    const TWO: &str = "query Pagina { acionamentos(filtro: { status: \"ABERTO\" }, first: 20) { nodes { sinistro } } } \
                       query Antes { seguradoras { nome } }";
    let file = |max: u64| super::tool(&format!("manifest = 'm.json'\noperations = ['query']\nmax-cost = {max}"));
    let folder = Folder::new(&[("agenda.toml", file(7)), ("m.json", super::manifest(&[TWO]).to_string())]);
    let listed = tools(&folder.path(""), &["list"]).await;
    assert!(listed.out.contains("  max-cost=7  highest-cost=22 (Pagina)\n"), "{listed:?}");
    let warning = "gateway: aviso: agenda: a operação Pagina pode custar até 22, mais do que o max-cost 7: acima disso é recusada\n";
    assert!(listed.status == 0 && listed.err == warning, "{listed:?}");
    folder.write("agenda.toml", file(22));
    assert_eq!(tools(&folder.path(""), &["list"]).await.err, "");
}

#[tokio::test]
async fn sighup_reads_the_tools_again() {
    let folder = Folder::empty();
    let at = &*folder.path("");
    let documents = ["--documents", "trusted-or-tool", "--tools", at];
    let (mut process, _output, address) = start_over("127.0.0.1:9", &documents).await;
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    let added = tools(at, &["add", "relatorios"]).await;
    let key = added.out.trim_end();
    let ask = async || {
        let schema = graphql(&format!("x-tool-key: {key}\r\n"), "{ __schema { queryType { name } } }");
        http1_client::ask(address.parse().unwrap(), schema).await.text
    };
    let before = ask().await;
    assert!(before.contains("UNKNOWN_KEY"), "{before}");
    signal(&process, "-HUP").await;
    line_with("no certificates to reload", &mut log).await;
    line_with("tools were reloaded", &mut log).await;
    let schema = r#"{"data":{"__schema":{"queryType":{"name":"Query"}}}}"#;
    assert_eq!(ask().await, schema);

    folder.write("b.toml", "");
    signal(&process, "-HUP").await;
    let error = line_with("tools could not be reloaded", &mut log).await;
    assert!(error.contains("b.toml"), "{error}");
    assert_eq!(ask().await, schema);
}
