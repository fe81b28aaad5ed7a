//! Who may import whom, as ARCHITECTURE.md has it: held here, since the compiler does not.

use std::path::Path;

use crate::imports::{Rule, forbidden};

/// What a domain's handlers need.
const DOMAIN: &[&str] = &["App", "calendar", "cpf_cnpj", "db", "error", "http", "mail", "secret", "session", "wire"];

const RULES: &[Rule] = &[
    ("wire", &["cpf_cnpj"]),
    ("calendar", &[]),
    ("cpf_cnpj", &[]),
    ("db", &[]),
    ("mail", &["create_private_dir"]),
    ("serve", &[]),
    // The length of a code is the contract's.
    ("secret", &["wire"]),
    ("error", &["wire"]),
    ("http", &["error", "wire"]),
    ("openapi", &["wire"]),
    ("session", &["App", "error", "secret"]),
    ("usuario", DOMAIN),
    // A login changes the user's row.
    ("login", &["App", "calendar", "cpf_cnpj", "db", "error", "http", "mail", "secret", "session", "usuario", "wire"]),
    ("menu", DOMAIN),
    ("segurado", DOMAIN),
    ("seguradora", DOMAIN),
    ("procedimento", DOMAIN),
    ("acionamento", DOMAIN),
    ("painel", DOMAIN),
    // Its rows are those that a save writes.
    ("demo", &["acionamento", "calendar", "cpf_cnpj", "secret"]),
];

#[test]
fn nobody_imports_what_is_not_theirs() {
    let broken = forbidden(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), RULES);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
