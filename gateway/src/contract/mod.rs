//! The contract as data: what the gateway reads of a service's response, with the path and type of each field, and a parser
//! that accepts values. [`comparison`] compares responses with it.
//!
//! The fields come from the JSON Schema of the wire type. Whether a value is accepted is decided by the gateway's own reader,
//! on a sample response with that value inserted. So the check cannot differ from the gateway.

pub(crate) mod comparison;
pub(crate) mod field_names;
pub(crate) mod value_type;
pub(crate) mod vocabulary;

use std::ops::Range;

use schemars::SchemaGenerator;
use serde_json::{Map, Value, value::RawValue};
use services::wire::{
    Call,
    envelope::{Answer, Envelope},
};

use self::value_type::ExpectedType;

/// What the gateway reads of a service's response.
pub(crate) struct Contract {
    /// Path of the service.
    pub(crate) path: &'static str,
    /// Name of the request type.
    pub(crate) call: String,
    /// The data node and all its descendants; a parent precedes its children.
    pub(crate) nodes: Vec<Node>,
    /// A valid response: one row in each list, with every field.
    sample: String,
    reads: fn(&[u8]) -> Reading,
}

/// A node of the contract: the data, the rows of a list, or a field.
pub(crate) struct Node {
    /// JSON path: `data[].historico[].dtEvento`.
    pub(crate) path: String,
    /// Its type and name, if it is a field.
    pub(crate) field: Option<Field>,
    pub(crate) expected: ExpectedType,
    /// Name of the object type.
    pub(crate) object: Option<String>,
    /// The fields of an object, or the rows of a list.
    pub(crate) children: Vec<usize>,
    /// Position of the value in the sample.
    value: Range<usize>,
    /// Position of the member (key and value) in the sample.
    member: Range<usize>,
}

/// A field of a wire type.
pub(crate) struct Field {
    /// Name of the type.
    pub(crate) owner: String,
    /// JSON name.
    pub(crate) name: String,
}

/// Result of reading a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A success whose data can be read.
    Data,
    /// The service refused the request.
    Refusal,
    /// The response cannot be parsed.
    Stopped {
        /// Line of the body, starting at 1.
        line: usize,
        /// Column in that line, in bytes.
        column: usize,
    },
}

impl Node {
    /// JSON name of a field; empty for the data and for rows.
    pub(crate) fn name(&self) -> &str {
        self.field.as_ref().map_or("", |field| &field.name)
    }
}

impl Contract {
    pub(crate) fn of<C: Call>() -> Self {
        let mut schemas = SchemaGenerator::default();
        let data = schemas.subschema_for::<C::Data>().to_value();
        let mut builder = Builder { types: schemas.take_definitions(true), nodes: Vec::new(), text: String::new() };
        builder.add("data", None, &data);
        let Builder { mut nodes, text: data, .. } = builder;
        let data = RawValue::from_string(data).expect("a sample is JSON");
        let sample = serde_json::to_string(&Envelope::success(&data)).expect("an envelope is JSON");
        let offset = sample.find(data.get()).expect("an envelope holds its data");
        for node in &mut nodes {
            for range in [&mut node.value, &mut node.member] {
                *range = range.start + offset..range.end + offset;
            }
        }
        Self { path: C::PATH, call: C::schema_name().into_owned(), nodes, sample, reads: reads::<C> }
    }

    /// Reads a response body with the gateway's parser.
    pub(crate) fn read(&self, body: &[u8]) -> Reading {
        (self.reads)(body)
    }

    /// The sample with the value of a node replaced.
    pub(crate) fn with(&self, node: usize, value: &str) -> String {
        let place = &self.nodes[node].value;
        [&self.sample[..place.start], value, &self.sample[place.end..]].concat()
    }

    /// The value of a node in the sample.
    pub(crate) fn sample(&self, node: usize) -> &str {
        &self.sample[self.nodes[node].value.clone()]
    }

    /// Whether the gateway accepts a value for a node.
    pub(crate) fn accepts(&self, node: usize, value: &str) -> bool {
        self.read(self.with(node, value).as_bytes()) == Reading::Data
    }

    /// Whether the gateway rejects a response without this field.
    pub(crate) fn requires(&self, node: usize) -> bool {
        let Range { mut start, mut end } = self.nodes[node].member;
        // Removes one adjacent comma too.
        if self.sample[end..].starts_with(',') {
            end += 1;
        } else if self.sample[..start].ends_with(',') {
            start -= 1;
        }
        let answer = [&self.sample[..start], &self.sample[end..]].concat();
        self.read(answer.as_bytes()) != Reading::Data
    }
}

fn reads<C: Call>(body: &[u8]) -> Reading {
    match Answer::<C::Data>::read(body) {
        Ok(Answer { data: Some(_), .. }) => Reading::Data,
        Ok(Answer { data: None, .. }) => Reading::Refusal,
        Err(error) => Reading::Stopped { line: error.line, column: error.column },
    }
}

/// Builds the nodes and the sample.
struct Builder {
    types: Map<String, Value>,
    nodes: Vec<Node>,
    text: String,
}

impl Builder {
    /// Adds the node that a schema describes, with its descendants. Returns its index.
    fn add(&mut self, path: &str, field: Option<Field>, schema: &Value) -> usize {
        let (object, schema) = self.resolved(schema);
        let expected = ExpectedType::of(&schema);
        let number = self.nodes.len();
        let start = self.text.len();
        if let Some(field) = &field {
            self.text += &format!("{}:", Value::from(field.name.as_str()));
        }
        let value = self.text.len();
        let node =
            Node { path: path.to_owned(), field, expected, object, children: Vec::new(), value: 0..0, member: 0..0 };
        self.nodes.push(node);
        let children = match expected {
            ExpectedType::List => self.add_rows(path, &schema),
            ExpectedType::Object => self.add_fields(number, path, &schema),
            simple => {
                self.text += simple.sample();
                Vec::new()
            }
        };
        let end = self.text.len();
        let node = &mut self.nodes[number];
        (node.children, node.value, node.member) = (children, value..end, start..end);
        number
    }

    fn add_rows(&mut self, path: &str, schema: &Value) -> Vec<usize> {
        self.text.push('[');
        let rows = self.add(&format!("{path}[]"), None, &schema["items"]);
        self.text.push(']');
        vec![rows]
    }

    fn add_fields(&mut self, object: usize, path: &str, schema: &Value) -> Vec<usize> {
        let owner = self.nodes[object].object.clone().unwrap_or_default();
        let mut fields = Vec::new();
        self.text.push('{');
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if !fields.is_empty() {
                self.text.push(',');
            }
            let field = Field { owner: owner.clone(), name: name.clone() };
            fields.push(self.add(&format!("{path}.{name}"), Some(field), schema));
        }
        self.text.push('}');
        fields
    }

    /// Resolves a `$ref`: the type's name and schema. Unwraps nullable schemas.
    fn resolved(&self, schema: &Value) -> (Option<String>, Value) {
        let either = schema["anyOf"].as_array().into_iter().flatten().find(|one| one["type"] != "null");
        let schema = either.unwrap_or(schema);
        let name = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next());
        match name {
            Some(name) => (Some(name.to_owned()), self.types.get(name).cloned().unwrap_or_default()),
            None => (None, schema.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use services::wire::{
        acionamento::{
            ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
            ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
        },
        login::{ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
        menu::ListaMenuUsuario,
        painel::{
            TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
            TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
        },
        procedimento::ListaProcedimento,
        segurado::PesquisaSegurado,
        seguradora::ListaSeguradora,
    };

    use super::{Contract, Reading};
    use crate::contract::value_type::ExpectedType;

    fn all() -> Vec<Contract> {
        vec![
            Contract::of::<ValidaEmail>(),
            Contract::of::<ValidaCodigoAcesso>(),
            Contract::of::<ValidaLogin>(),
            Contract::of::<ListaMenuUsuario>(),
            Contract::of::<ListaSeguradora>(),
            Contract::of::<ListaProcedimento>(),
            Contract::of::<TotalAcionamentoAbertosDia>(),
            Contract::of::<TotalAcionamentoAbertosMes>(),
            Contract::of::<TotalAcionamentoFaturadosMes>(),
            Contract::of::<TotalSeguradoras>(),
            Contract::of::<TotalStatusSeguradorasMes>(),
            Contract::of::<TotalStatusAcionamentoAno>(),
            Contract::of::<ListaAcionamentosByStatus>(),
            Contract::of::<ListaAcionamentosBySeguradoraStatus>(),
            Contract::of::<ListaAcionamentosByAutorizacao>(),
            Contract::of::<ListaAcionamentosBySinistro>(),
            Contract::of::<RetornaAcionamentoReabertura>(),
            Contract::of::<PesquisaSegurado>(),
        ]
    }

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
            ("dsStatus", "7", false),
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
            ("historico[].dtEvento", "\"2026-11-20T14:03:11Z\"", true),
            ("procedimentos[].qtProcedimento", "\"2\"", true),
        ] {
            assert_eq!(contract.accepts(node(name), value), will_do, "{name}: {value}");
        }
        assert_eq!(contract.nodes[node("dtAbertura")].expected, ExpectedType::Instant);
    }
}
