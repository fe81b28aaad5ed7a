//! The import rules of ARCHITECTURE.md, which the compiler does not check.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::imports::{Rule, code, files, forbidden, modules, named};

const RULES: &[Rule] = &[
    ("certificate_reload", &["http", "tls", "upstream"]),
    ("check", &["config", "contract_schema", "mapping", "shared_store", "telemetry", "tls", "upstream"]),
    ("contract_schema", &[]),
    ("mapping", &["base_url", "contract_schema", "nearest_name", "toml_error"]),
    ("available_memory", &[]),
    ("base_url", &[]),
    ("client_address", &[]),
    ("innermost_cause", &[]),
    ("visible_file", &[]),
    ("keyed_limit", &[]),
    ("nearest_name", &[]),
    ("toml_error", &["nearest_name"]),
    (
        "config",
        &[
            "available_memory",
            "base_url",
            "mapping",
            "client_address",
            "embed",
            "http",
            "login",
            "nearest_name",
            "schema",
            "shared_store",
            "telemetry",
            "tls",
            "toml_error",
            "tools",
            "upstream",
        ],
    ),
    ("embed", &["base_url"]),
    ("healthcheck", &["innermost_cause", "tls"]),
    ("signals", &[]),
    (
        "http",
        &["client_address", "keyed_limit", "login", "nearest_name", "schema", "telemetry", "tls", "tools", "upstream"],
    ),
    (
        "schema",
        &["client_address", "keyed_limit", "loaders", "login", "nearest_name", "telemetry", "upstream", "visible_file"],
    ),
    ("loaders", &["upstream"]),
    ("login", &["client_address", "shared_store"]),
    ("upstream", &["base_url", "contract_schema", "mapping", "shared_store", "telemetry", "tls"]),
    ("shared_store", &[]),
    ("telemetry", &["tls"]),
    ("operation_documents", &[]),
    ("terminal", &["config", "innermost_cause", "operation_documents", "tls"]),
    ("tls", &[]),
    ("tools", &["operation_documents", "schema", "toml_error", "visible_file"]),
];

/// Import paths, and the only places below `src/` that may contain them.
const WORDS: &[(&str, &[&str])] = &[
    ("axum::", &["http/"]),
    ("reqwest::", &["healthcheck.rs", "telemetry/exporters.rs", "terminal/client.rs"]),
    // The HTTP client of the upstream calls, and its TLS.
    ("legacy::", &["upstream/http_client.rs"]),
    ("hyper_rustls::", &["upstream/http_client.rs"]),
    ("redis::", &["shared_store"]),
    (
        "hyper::",
        &[
            "base_url.rs",
            // Names and values of headers.
            "mapping/call_mapping.rs",
            "mapping/headers.rs",
            "mapping/mod.rs",
            // Statuses of responses.
            "mapping/response_meaning.rs",
            "check/sample.rs",
            "http/connection.rs",
            // The name of a status.
            "http/graphql/http_response.rs",
            "http/http2_stall.rs",
            "http/request_telemetry.rs",
            "telemetry/request.rs",
            "telemetry/spans.rs",
            "upstream/",
        ],
    ),
    ("rustls::", &["tls.rs", "http/tls.rs", "upstream/"]),
    ("async_graphql::", &["schema/", "http/graphql", "http/mcp", "terminal/"]),
    ("rmcp::", &["http/mcp", "schema/mcp_tools"]),
    ("async_graphql_value::", &["schema/engine/document.rs", "schema/executor/"]),
    ("bluejay_", &["operation_documents.rs", "schema/"]),
    ("opentelemetry", &["telemetry"]),
    ("prometheus::", &["telemetry"]),
    // The services' implementation. Every module may use the contract.
    ("services::App", &["embed.rs"]),
    ("services::router", &["embed.rs"]),
    ("services::mail", &["embed.rs"]),
    ("services::demo", &["embed.rs", "bin/"]),
    // Upstream access requires a session: only these make one of a caller's token.
    ("upstream.session(", &["check/", "http/"]),
    // Raw responses, without circuit breaker and single flight, are only for `gateway check`.
    (".probe(", &["check/", "upstream/"]),
    (".probe::", &["upstream/"]),
    // The binary names the library; no module does. The access log is an exception: its target starts with it.
    ("gateway::", &["bin/", "telemetry/access_log.rs"]),
];

#[test]
fn modules_import_only_what_their_layer_may() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = forbidden(&src, RULES);
    for file in files(&src) {
        let place = file.strip_prefix(&src).unwrap().to_str().unwrap();
        for (number, line) in code(&fs::read_to_string(&file).unwrap()).lines().enumerate() {
            for (word, places) in WORDS {
                if line.contains(word) && !places.iter().any(|allowed| place.starts_with(allowed)) {
                    broken.push(format!("{place}:{}: {word} belongs to {}", number + 1, places.join(", ")));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The file of a folder and a child may import each other: they count as one.
#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let sources: BTreeMap<_, _> = modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).collect();
    let file_of = |path: Vec<String>| (1..=path.len()).rev().find_map(|length| sources.get_key_value(&path[..length]));
    let imports = sources.iter().map(|(module, source)| {
        let files = named(module, source).into_iter().filter_map(file_of).map(|(other, _)| &**other);
        (&**module, files.collect())
    });
    let mut left = merged(&imports.collect());
    assert!(left.values().map(BTreeSet::len).sum::<usize>() > 1000);
    // A file that imports none of those left is in no circle, nor one that none of those left imports.
    loop {
        let imported: BTreeSet<_> = left.values().flatten().copied().collect();
        let in_circles = |(module, imports): &(&&[String], &BTreeSet<_>)| {
            imported.contains(**module) && imports.iter().any(|other| left.contains_key(*other))
        };
        let next: BTreeMap<_, _> =
            left.iter().filter(in_circles).map(|(file, imports)| (*file, imports.clone())).collect();
        if next.len() == left.len() {
            break;
        }
        left = next;
    }
    assert!(left.is_empty(), "files in circles, with their imports: {left:#?}");
}

/// Files by their modules, with those that they import.
type Imports<'a> = BTreeMap<&'a [String], BTreeSet<&'a [String]>>;

/// The same, with a folder's file and those of its children that import each other as one.
fn merged<'a>(imports: &Imports<'a>) -> Imports<'a> {
    let whole = |file: &'a [String]| {
        let folder = &file[..file.len() - 1];
        let imports_it = |of_folder: &BTreeSet<_>| of_folder.contains(file) && imports[file].contains(folder);
        if imports.get(folder).is_some_and(imports_it) { folder } else { file }
    };
    let mut merged = Imports::new();
    for (file, others) in imports {
        let others = others.iter().map(|other| whole(other)).filter(|other| *other != whole(file));
        merged.entry(whole(file)).or_default().extend(others);
    }
    if merged.len() == imports.len() { merged } else { self::merged(&merged) }
}

#[test]
fn each_row_of_the_security_tables_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["contract/src", "gateway/src", "gateway/tests/it", "services/src"].map(|folder| root.join(folder));
    let sources: Vec<_> =
        folders.iter().flat_map(|folder| modules(folder)).map(|(path, source)| (path.join("::"), source)).collect();
    let document = fs::read_to_string(root.join("docs/security.md")).unwrap();
    // Below each table, by the number of its row: "1. `module::test`, `module::*` for all tests of a module, `…::test` for the
    // previous module".
    let is_of_row = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(". `");
    for section in document.split("\n## ") {
        let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
        let rows: Vec<_> = rows.filter_map(|row| row.split(' ').nth(1)).collect();
        let tests: Vec<_> = section.lines().filter(is_of_row).filter_map(|tests| tests.split('.').next()).collect();
        assert_eq!(tests, rows, "tests of rows: {section}");
        assert!((1..=rows.len()).map(|number| number.to_string()).eq(rows), "numbers of rows: {section}");
    }
    let named: Vec<_> =
        document.lines().filter(is_of_row).flat_map(|tests| tests.split('`').skip(1).step_by(2)).collect();
    let (mut module, mut tests) = ("", 0);
    for (path, name) in named.iter().filter_map(|name| name.rsplit_once("::")) {
        module = if path == "…" { module } else { path };
        let is_in = |(path, source): &(String, String)| {
            (path == module || format!("{path}::tests") == module)
                && (name == "*" || source.contains(&format!("fn {name}(")))
        };
        assert!(sources.iter().any(is_in), "{module}::{name}");
        tests += 1;
    }
    assert!(tests > 60, "{tests}");
}

#[test]
fn texts_for_people_have_no_names_of_code_but_documented_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let words = |text: &str| -> Vec<String> {
        // With its brace: a value in a text is no word of it.
        text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '{').map(str::to_owned).collect()
    };
    let documents = ["schema.graphql", "docs/operations.md", "docs/tools.md"];
    let documented: BTreeSet<_> =
        documents.iter().flat_map(|file| words(&fs::read_to_string(root.join(file)).unwrap())).collect();
    let is_code = |word: &str| {
        let is_hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        !word.contains('{') && (word.contains('_') || word.as_bytes().windows(2).any(is_hump))
    };
    let mut found = Vec::new();
    for file in ["http", "schema"].iter().flat_map(|folder| files(&root.join("gateway/src").join(folder))) {
        // Agents read the names of their tools.
        if file.to_string_lossy().contains("mcp") {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        let code = code(source.split("#[cfg(test)]").next().unwrap());
        // Only Portuguese texts have accents.
        let texts = code.lines().flat_map(|line| line.split('"')).filter(|text| !text.is_ascii());
        let names = texts.flat_map(words).filter(|word| is_code(word) && !documented.contains(word));
        found.extend(names.map(|name| format!("{}: {name}", file.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
