//! Who may import whom, as ARCHITECTURE.md has it: held here, since the compiler does not.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A word that stands for an import, and the only places below `src/` where it may stand.
const RULES: &[(&str, &[&str])] = &[
    ("axum::", &["http/", "embed.rs", "main.rs"]),
    ("reqwest::", &["upstream/"]),
    ("async_graphql::", &["schema/", "http/graphql.rs"]),
    // The server half of the services; everybody may name their wire.
    ("services::App", &["embed.rs"]),
    ("services::router", &["embed.rs"]),
    ("services::mail", &["embed.rs"]),
    ("services::demo", &["embed.rs", "main.rs"]),
    // Without a session there is no upstream: a door is opened with a token in one place only.
    (".bearer(", &["session.rs"]),
    ("crate::http", &["http/", "main.rs"]),
    ("crate::config", &["main.rs", "telemetry.rs"]),
    ("crate::schema", &["http/", "schema/"]),
    ("crate::embed", &["config.rs", "main.rs"]),
];

#[test]
fn nobody_imports_what_is_not_theirs() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = Vec::new();
    for file in files(&src) {
        let place = file.strip_prefix(&src).unwrap().to_str().unwrap().to_owned();
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for (word, places) in RULES {
                if code.contains(word) && !places.iter().any(|allowed| place.starts_with(allowed)) {
                    broken.push(format!("{place}:{}: {word} belongs to {}", number + 1, places.join(", ")));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
