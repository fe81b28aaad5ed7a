//! The layering rules of ARCHITECTURE.md ("Who may import whom"), which the compiler does not check.

use std::path::Path;

use crate::imports::{Rule, forbidden};

/// Imports of the domains' handlers.
const DOMAIN: &[&str] = &["App", "db", "error", "http", "mail", "secret", "session"];

const RULES: &[Rule] = &[
    ("mail", &["OpenError", "create_private_dir", "secret"]),
    ("http", &["error"]),
    ("session", &["App", "error", "secret"]),
    ("usuario", DOMAIN),
    // A login changes the user's row.
    ("login", &["App", "db", "error", "http", "mail", "secret", "session", "usuario"]),
    ("menu", DOMAIN),
    ("segurado", DOMAIN),
    ("seguradora", DOMAIN),
    ("procedimento", DOMAIN),
    ("acionamento", DOMAIN),
    ("painel", DOMAIN),
    // For the claim number.
    ("demo", &["acionamento", "secret"]),
];

#[test]
fn modules_import_only_what_the_rules_allow() {
    let broken = forbidden(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), RULES);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
