//! Who may import whom, as ARCHITECTURE.md has it: held here, since the compiler does not.

use std::{fs, path::Path};

use crate::imports::{Rule, code, files, forbidden};

const RULES: &[Rule] = &[
    ("certificate_reload", &["http", "tls", "upstream"]),
    ("check", &["config", "session", "telemetry", "upstream"]),
    ("config", &["embed", "http", "schema", "session", "shared_store", "telemetry", "tls", "upstream"]),
    ("embed", &["upstream"]),
    ("signals", &[]),
    ("http", &["schema", "session", "telemetry", "tls", "upstream"]),
    ("schema", &["loaders", "session", "telemetry", "upstream"]),
    ("loaders", &["session", "upstream"]),
    ("session", &["shared_store", "telemetry", "upstream"]),
    ("upstream", &["shared_store", "telemetry", "tls"]),
    ("shared_store", &[]),
    ("telemetry", &["tls"]),
    ("tls", &[]),
];

/// A word that stands for an import from elsewhere, and the only places below `src/` where it may stand.
const WORDS: &[(&str, &[&str])] = &[
    ("axum::", &["http/"]),
    ("reqwest::", &["telemetry/export/client.rs"]),
    // The HTTP client of the calls, and its TLS.
    ("legacy::", &["upstream/http_client.rs"]),
    ("hyper_rustls::", &["upstream/http_client.rs"]),
    ("h2::", &["http/connection"]),
    ("redis::", &["shared_store", "config.rs"]),
    (
        "hyper::",
        &[
            "http/connection",
            "http/request_telemetry.rs",
            "telemetry/request.rs",
            "telemetry/trace_context.rs",
            "upstream/",
        ],
    ),
    (
        "rustls::",
        &["tls.rs", "http/server_tls.rs", "http/connection", "http/health/", "telemetry/export/client.rs", "upstream/"],
    ),
    ("async_graphql::", &["schema/", "http/graphql"]),
    ("async_graphql_value::", &["schema/executor/", "schema/validation/"]),
    ("apollo_compiler::", &["schema/validation"]),
    ("opentelemetry", &["telemetry"]),
    ("prometheus::", &["telemetry"]),
    // The server half of the services; everybody may name their wire.
    ("services::App", &["embed.rs"]),
    ("services::router", &["embed.rs"]),
    ("services::mail", &["embed.rs"]),
    ("services::demo", &["embed.rs", "bin/"]),
    // Without a session there is no upstream: a door is opened with a token in one place only.
    (".bearer(", &["session.rs"]),
    // Answers as they came, past breakers and sharing, are for the check alone.
    (".probe(", &["check/", "upstream/"]),
    (".probe::", &["upstream/"]),
    ("anstream::", &["check/report.rs"]),
    // The program names every module; no module names it. The lines of requests have a target of their own below it.
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

#[test]
fn every_test_named_in_the_security_tables_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["gateway/src", "gateway/tests/it", "services/src"].map(|folder| root.join(folder));
    let sources: String =
        folders.iter().flat_map(|folder| files(folder)).map(|file| fs::read_to_string(file).unwrap()).collect();
    let document = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let proofs = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit(" | ").next());
    // What stands between two backticks; names of tests have their module before them.
    let named: Vec<_> = proofs.flat_map(|proof| proof.split('`').skip(1).step_by(2)).collect();
    let tests: Vec<_> =
        named.iter().filter_map(|name| name.rsplit_once("::")).filter(|(_, name)| *name != "*").collect();
    assert!(tests.len() > 60, "{}", tests.len());
    for (module, name) in tests {
        assert!(sources.contains(&format!("fn {name}(")), "{module}::{name}");
    }
}
