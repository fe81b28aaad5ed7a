//! Who may import whom, as ARCHITECTURE.md has it: held here, since the compiler does not.

use std::{fs, path::Path};

use crate::imports::{Rule, code, files, forbidden};

const RULES: &[Rule] = &[
    ("config", &["embed", "http", "schema", "session", "upstream"]),
    ("telemetry", &["config"]),
    ("embed", &["upstream"]),
    ("http", &["schema", "session", "upstream"]),
    ("schema", &["loaders", "session", "upstream"]),
    ("loaders", &["session", "upstream"]),
    ("session", &["upstream"]),
    ("upstream", &[]),
];

/// A word that stands for an import from elsewhere, and the only places below `src/` where it may stand.
const WORDS: &[(&str, &[&str])] = &[
    ("axum::", &["http/"]),
    ("reqwest::", &["upstream/"]),
    ("hyper::", &["http/connection", "upstream/transport.rs"]),
    ("async_graphql::", &["schema/", "http/graphql"]),
    // The server half of the services; everybody may name their wire.
    ("services::App", &["embed.rs"]),
    ("services::router", &["embed.rs"]),
    ("services::mail", &["embed.rs"]),
    ("services::demo", &["embed.rs", "main.rs"]),
    // Without a session there is no upstream: a door is opened with a token in one place only.
    (".bearer(", &["session.rs"]),
    // JSON that is ready to send, which nothing else may be taken for.
    ("Value::Binary", &["schema/json.rs", "schema/rows.rs", "schema/prepared.rs"]),
    // The program names every module; no module names it.
    ("gateway::", &["main.rs"]),
];

#[test]
fn nobody_imports_what_is_not_theirs() {
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
