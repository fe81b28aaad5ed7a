//! The files of tools and their manifests: what is refused, and what is read again.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{AD_HOC, Folder, INSURERS, KEY, RENAME, keyed, manifest, tool, with_key};
use crate::kit::sha256;

const ANY: &str = "documents = 'any'\noperations = ['query']";

#[test]
fn a_file_that_cannot_be_used_is_refused_with_its_remedy() {
    let mut said = Vec::new();
    for (name, text) in [
        ("Relatorios.toml", tool(ANY)),
        ("-.toml", tool(ANY)),
        ("a.toml", format!("key = {KEY}")),
        ("a.toml", format!("{ANY}\nkey = '{KEY}'")),
        ("a.toml", tool(&format!("{ANY}\nmax_cost = 7"))),
        ("a.toml", tool(&format!("{ANY}\nmax-cost = 0"))),
        ("a.toml", tool("documents = 'any'\noperations = []")),
        ("a.toml", tool("documents = 'any'\noperations = ['queries']")),
        ("a.toml", tool("documents = 'all'\noperations = ['query']")),
        ("a.toml", tool(&format!("{ANY}\nmanifest = 'a.json'"))),
        ("a.toml", tool("operations = ['query']")),
        ("a.toml", tool("manifest = 'nenhum.json'\noperations = ['query']")),
    ] {
        let error = Folder::new(&[(name, text)]).error();
        assert!(!error.contains(KEY) && !error.contains(&sha256(KEY)), "{error}");
        said.push(error);
    }
    let twice = Folder::new(&[("a.toml", tool(ANY)), ("b.toml", tool(ANY))]);
    said.push(twice.error());
    assert_snapshot!(said.join("\n"), @r#"
    GATEWAY_TOOLS, ferramentas/Relatorios.toml: o nome de uma ferramenta tem de 1 a 40 letras minúsculas sem acento, algarismos e hifens, e começa com uma letra
    GATEWAY_TOOLS, ferramentas/-.toml: o nome de uma ferramenta tem de 1 a 40 letras minúsculas sem acento, algarismos e hifens, e começa com uma letra
    GATEWAY_TOOLS, ferramentas/a.toml: linha 1: o valor não é um número, nem true ou false: um texto fica entre aspas
    GATEWAY_TOOLS, ferramentas/a.toml: key não é sha256: e 64 dígitos hexadecimais: `gateway tools add` escreve um arquivo
    GATEWAY_TOOLS, ferramentas/a.toml: linha 4: a chave max_cost não existe aqui; seria max-cost? Há key, documents, manifest, operations, max-cost, requests-per-minute
    GATEWAY_TOOLS, ferramentas/a.toml: max-cost e requests-per-minute começam em 1: sem limite, tire a linha
    GATEWAY_TOOLS, ferramentas/a.toml: operations lista o que a ferramenta pode fazer, entre "query", "mutation" e "subscription"
    GATEWAY_TOOLS, ferramentas/a.toml: operations lista o que a ferramenta pode fazer, entre "query", "mutation" e "subscription"
    GATEWAY_TOOLS, ferramentas/a.toml: diga os documentos: documents = "any" ou manifest = "arquivo.json"
    GATEWAY_TOOLS, ferramentas/a.toml: tem documents e manifest: documents = "any" já permite todos. Tire um dos dois
    GATEWAY_TOOLS, ferramentas/a.toml: diga os documentos: documents = "any" ou manifest = "arquivo.json"
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto nenhum.json, não foi possível ler o arquivo: No such file or directory (os error 2)
    GATEWAY_TOOLS, ferramentas/b.toml: tem a mesma chave que a ferramenta a
    "#);
}

fn with_manifest(manifest: &Value) -> Folder {
    let file = tool("manifest = 'm.json'\noperations = ['query']");
    Folder::new(&[("a.toml", file), ("m.json", manifest.to_string())])
}

#[test]
fn a_manifest_that_does_not_fit_is_refused_with_the_name_of_its_document() {
    let with = |key: &str, value: Value| {
        let mut manifest = manifest(&[INSURERS]);
        manifest[key] = value;
        manifest
    };
    let entry = |key: &str, value: Value| {
        let mut manifest = manifest(&[INSURERS]);
        manifest["operations"][0][key] = value;
        manifest
    };
    let said: Vec<_> = [
        json!({ sha256(INSURERS): INSURERS }),
        with("format", "relay".into()),
        with("version", 2.into()),
        with("operations", json!([])),
        entry("id", sha256(RENAME).into()),
        entry("id", "seguradoras-1".into()),
        entry("body", format!("{INSURERS} ").into()),
        entry("name", "Outra".into()),
        manifest(&["query Nada { nada }"]),
        manifest(&[INSURERS, RENAME]),
    ]
    .iter()
    .map(|manifest| with_manifest(manifest).error())
    .collect();
    assert_snapshot!(said.join("\n"), @r#"
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, não é um apollo-persisted-query-manifest: missing field `format` at line 1 column 113
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, não é um apollo-persisted-query-manifest: format e version têm de ser "apollo-persisted-query-manifest" e 1
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, não é um apollo-persisted-query-manifest: format e version têm de ser "apollo-persisted-query-manifest" e 1
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, operations está vazia: a ferramenta não executaria nada
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, o documento Seguradoras não tem por id o SHA-256 do seu texto
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, o documento Seguradoras não tem por id o SHA-256 do seu texto
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, o documento Seguradoras não tem por id o SHA-256 do seu texto
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, o documento Outra não tem uma operação com este nome
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, o documento Nada não combina com o grafo (Field `nada` does not exist on type `Query`)
    GATEWAY_TOOLS, ferramentas/a.toml: no manifesto m.json, a operação Nome é mutation, que não está em operations
    "#);
    // An anonymous operation needs no name.
    let mut anonymous = json!({ "id": sha256(AD_HOC), "body": AD_HOC, "type": "query" });
    for name in [Value::Null, "".into()] {
        anonymous["name"] = name;
        with_manifest(&with("operations", json!([anonymous]))).open();
    }
}

#[tokio::test]
async fn tools_are_read_again_and_a_bad_file_changes_nothing() {
    let folder = Folder::new(&[("a.toml", tool(ANY)), (".#a.toml", "o que um editor deixa".to_owned())]);
    let tools = folder.open();
    let gateway = keyed(tools.clone()).await;
    let code = async |text: &str| {
        let reply = with_key(&gateway, json!({ "query": text })).await.json();
        reply["errors"][0]["extensions"]["code"].as_str().map(str::to_owned)
    };
    assert_eq!((code(AD_HOC).await, code(RENAME).await), (None, Some("FORBIDDEN".to_owned())));
    // One of two files is bad.
    folder.write("a.toml", tool("documents = 'any'\noperations = ['query', 'mutation']"));
    folder.write("b.toml", "key = 7");
    let error = tools.reload().err().unwrap().to_string();
    assert!(error.contains("b.toml: linha 1: "), "{error}");
    assert_eq!((code(AD_HOC).await, code(RENAME).await), (None, Some("FORBIDDEN".to_owned())));
    folder.write("b.toml", tool(ANY).replace(&sha256(KEY), &sha256("outra")));
    assert_eq!(tools.reload(), Ok(Some(2)));
    assert_eq!(code(AD_HOC).await, None);
    assert_ne!(code(RENAME).await.as_deref(), Some("FORBIDDEN"));
    // A tool that is gone is known no more.
    std::fs::remove_file(folder.path("a.toml")).unwrap();
    assert_eq!(tools.reload(), Ok(Some(1)));
    assert_eq!(code(AD_HOC).await.as_deref(), Some("UNKNOWN_KEY"));
    folder.write("a.toml", tool("manifest = 'm.json'\noperations = ['query']"));
    folder.write("m.json", manifest(&[INSURERS]).to_string());
    assert_eq!(tools.reload(), Ok(Some(2)));
    assert_eq!(code(AD_HOC).await.as_deref(), Some("DOCUMENT_NOT_TRUSTED"));
    assert_eq!(code(INSURERS).await, None);
}
