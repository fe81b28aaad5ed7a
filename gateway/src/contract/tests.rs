use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use services::wire::{Call, acionamento::ListaAcionamentosByStatus};

use super::{Contract, Reading, all, comparison::Comparison};
use crate::contract::value_type::ExpectedType;

#[test]
fn the_sample_of_every_contract_is_read() {
    for contract in all() {
        assert_eq!(contract.read(contract.sample.as_bytes()), Reading::Data, "{}", contract.path);
    }
}

#[test]
fn the_reader_says_what_must_be_there_and_what_will_do() {
    let contract = Contract::of::<ListaAcionamentosByStatus>();
    let node = |name: &str| {
        let path = format!("data[].{name}");
        contract.nodes.iter().position(|node| node.path == path).unwrap_or_else(|| panic!("{path}"))
    };
    assert!(contract.requires(node("nrSinistro")) && contract.requires(node("vlTotal")));
    assert!(!contract.requires(node("nrAutorizacao")) && !contract.requires(node("historico")));
    for (name, value, will_do) in [
        ("nrSinistro", "2026000070213", true),
        ("nrSinistro", "null", false),
        ("nrSinistro", "1.5", false),
        ("dsStatus", "7", true),
        ("dsStatus", "true", false),
        ("vlTotal", "\"1280.50\"", true),
        ("vlTotal", "\"1.280,50\"", true),
        ("vlTotal", "\"1.280\"", false),
        ("dtOcorrencia", "null", true),
        ("dtOcorrencia", "\"20/11/2026\"", true),
        ("dtOcorrencia", "\"2026-02-30\"", false),
        ("flPodeReabrir", "\"S\"", true),
        ("flPodeReabrir", "\"X\"", false),
        ("historico", "null", true),
        ("historico[].dtEvento", "\"2026-11-20T14:03:11\"", true),
        ("historico[].dtEvento", "\"ontem\"", false),
        ("historico[].dtEvento", "\"0001-01-01T00:00:00\"", false),
        ("dtOcorrencia", "\"0001-01-01T00:00:00\"", true),
        ("dtOcorrencia", "\"+12026-01-01\"", false),
        ("vlTotal", "0.30000000000000004", true),
        ("vlTotal", "10.005", false),
        ("historico[].dtEvento", "\"2026-11-20T14:03:11Z\"", true),
        ("procedimentos[].qtProcedimento", "\"2\"", true),
    ] {
        assert_eq!(contract.accepts(node(name), value), will_do, "{name}: {value}");
    }
    assert_eq!(contract.nodes[node("dtAbertura")].expected, ExpectedType::Instant);
}

/// A service whose types are changed as an engineer may change them.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Changed {}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChangedRow {
    #[serde(alias = "numeroSinistro", alias = "sinistro")]
    nr_sinistro: String,
    #[serde(rename = "obs")]
    ds_observacao: Option<String>,
    #[serde(default, alias = "situacao")]
    ds_status: Option<String>,
    #[serde(deserialize_with = "reversed_day")]
    #[schemars(with = "chrono::NaiveDate")]
    dt_abertura: String,
}

impl Call for Changed {
    const PATH: &'static str = "/changed";
    type Data = Vec<ChangedRow>;
}

/// Reads a day as `20/11/2026` only.
fn reversed_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_day = text.len() == 10 && text.as_bytes()[2] == b'/';
    if is_day { Ok(text) } else { Err(serde::de::Error::custom("not a day")) }
}

#[test]
fn a_type_that_reads_dates_otherwise_has_a_sample_that_it_reads() {
    let contract = Contract::of::<Changed>();
    assert_eq!(contract.read(contract.sample.as_bytes()), Reading::Data, "{}", contract.sample);
    let day = contract.nodes.iter().position(|node| node.path == "data[].dtAbertura").unwrap();
    assert_eq!(contract.sample(day), "\"20/11/2026\"");
    assert!(contract.requires(day) && contract.accepts(day, "\"21/11/2026\""));
}

#[test]
fn an_alias_is_known_as_its_field() {
    let contract = Contract::of::<Changed>();
    let name = |key: &str| contract.alias_of(1, key).map(|field| contract.nodes[field].name().to_owned());
    assert_eq!(name("numeroSinistro").as_deref(), Some("nrSinistro"));
    assert_eq!(name("sinistro").as_deref(), Some("nrSinistro"));
    assert_eq!(name("situacao").as_deref(), Some("dsStatus"));
    assert_eq!((name("dsObservacao"), name("outro")), (None, None));
    let data = r#"[{"sinistro":"1","obs":null,"situacao":"Aberto","dtAbertura":"20/11/2026"}]"#;
    let mut comparison = Comparison::new(&contract);
    comparison.look(&contract, serde_json::from_str(data).unwrap(), true);
    assert!(comparison.unknown_in(1).is_empty());
    assert!(comparison.tallies.iter().skip(1).all(|tally| tally.present == 1 && tally.absent == 0));
}
