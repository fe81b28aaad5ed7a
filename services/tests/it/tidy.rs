//! Rules that the compiler does not check: the layers of ARCHITECTURE.md ("Who may import whom"), and the attributes of the contract.

use std::{fs, path::Path};

use crate::imports::{Rule, code, files, forbidden};

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

/// The contract's reader takes the position of a field for serde's number of it. An alias would move the positions after it,
/// and the keys of a flattened field are not translated.
#[test]
fn no_type_of_the_contract_has_aliases_or_flattened_fields() {
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/src")) {
        let code = code(&fs::read_to_string(&file).unwrap());
        let mut attributes = code.split("#[serde(").skip(1).filter_map(|after| after.split(")]").next());
        assert!(attributes.all(|all| !all.contains("alias") && !all.contains("flatten")), "{}", file.display());
    }
}

/// A field without the reader of its kind compiles and reads the contract's own JSON: only the forms of other APIs are lost.
#[test]
fn each_day_instant_flag_status_and_tax_id_has_its_reader() {
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/src")) {
        let code = code(&fs::read_to_string(&file).unwrap());
        let parts: Vec<_> = code.split("    pub ").filter(|_| code.contains("impl Call for")).collect();
        for part in parts.windows(2) {
            let (attributes, field) = (part[0], part[1].lines().next().unwrap());
            let readers: &[&str] = match field.split_once(": ").unwrap_or_default() {
                ("cd_status", _) => &["status"],
                ("nr_cpf_cnpj", _) => &["tax_id"],
                ("nr_sinistro_origem" | "nr_sinistro_reabertura", _) => &["reference"],
                (_, kind) if kind.contains("NaiveDate") => &["optional_date", "entered_date"],
                (_, kind) if kind.contains("DateTime") => &["instant"],
                (_, kind) if kind.trim_end_matches([',', '>']).ends_with("bool") => &["flag", "optional_flag"],
                _ => continue,
            };
            let has = |reader: &&str| attributes.contains(&format!("deserialize_with = \"{reader}\""));
            assert!(readers.iter().any(has), "{}: {field} needs one of {readers:?}", file.display());
        }
    }
}
