//! Values of arguments: literals or variables, as a whole or in part, left out or null.
//!
//! Types decide about values. Where the value matters (an existing claim number, a cursor), it is drawn from a few that belong
//! to the argument's name.

use async_graphql::{
    Name, Value as Constant,
    parser::types::{BaseType, Type},
};
use rand::{RngExt as _, rngs::StdRng, seq::IndexedRandom as _};
use serde_json::json;

use super::graph::{Graph, Input};
use crate::stub::cpf;

/// A variable with its value in the request.
pub(super) struct Variable {
    /// It ends with an underscore, so that no name begins with another one.
    pub(super) name: String,
    ty: String,
    default: Option<Constant>,
    pub(super) given: Option<Constant>,
    /// The argument that it was made for, by name and type. Others with the same may use it too.
    made_for: (String, String),
}

impl Variable {
    pub(super) fn declaration(&self) -> String {
        let default = self.default.iter().map(|default| format!(" = {default}")).collect::<String>();
        format!("${}: {}{default}", self.name, self.ty)
    }
}

/// The position of a value: an argument or an input field.
pub(super) struct InputPosition {
    pub(super) name: String,
    pub(super) ty: Type,
}

/// Makes values for one document.
pub(super) struct Values<'a> {
    pub(super) graph: &'a Graph,
    /// Cursors of the services' lists.
    pub(super) cursors: &'a [String],
    pub(super) variables: Vec<Variable>,
}

impl Values<'_> {
    /// A value as a document has it: a literal or a variable, as a whole or in part.
    pub(super) fn value(&mut self, rng: &mut StdRng, position: &InputPosition) -> String {
        if rng.random_ratio(3, 10) {
            return format!("${}", self.variable(rng, position));
        }
        let InputPosition { name, ty } = position;
        if ty.nullable && rng.random_ratio(1, 10) {
            return "null".to_owned();
        }
        match &ty.base {
            BaseType::List(item) => {
                let item = InputPosition { name: name.clone(), ty: (**item).clone() };
                let items: Vec<_> = (0..rng.random_range(0..3)).map(|_| self.value(rng, &item)).collect();
                format!("[{}]", items.join(" "))
            }
            BaseType::Named(type_name) => match self.fields(rng, type_name) {
                None => self.constant(rng, name, ty).to_string(),
                Some(fields) => {
                    let field = |field: &InputPosition| format!("{}: {}", field.name, self.value(rng, field));
                    format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(" "))
                }
            },
        }
    }

    /// Random fields of an input object; `None` for other types.
    fn fields(&self, rng: &mut StdRng, type_name: &str) -> Option<Vec<InputPosition>> {
        let Input::Object(of) = self.graph.input(type_name) else { return None };
        let position = |at: usize| {
            let field = &of.fields[at].node;
            InputPosition { name: field.name.node.to_string(), ty: field.ty.node.clone() }
        };
        // Most filters of several conditions are refused.
        let is_optional = of.fields.iter().all(|field| field.node.ty.node.nullable);
        if is_optional && rng.random_ratio(9, 10) {
            return Some(vec![position(rng.random_range(0..of.fields.len()))]);
        }
        Some((0..of.fields.len()).map(position).filter(|position| !position.ty.nullable || rng.random()).collect())
    }

    /// The name of a variable for a value.
    fn variable(&mut self, rng: &mut StdRng, position: &InputPosition) -> String {
        let InputPosition { name, ty } = position;
        let made_for = (name.clone(), ty.to_string());
        let known: Vec<_> = self.variables.iter().filter(|variable| variable.made_for == made_for).collect();
        if let Some(known) = known.choose(rng)
            && rng.random_ratio(1, 3)
        {
            return known.name.clone();
        }
        let (nullable, strict) = (Type { nullable: true, ..ty.clone() }, Type { nullable: false, ..ty.clone() });
        let one = self.constant(rng, name, &strict);
        let default = self.constant(rng, name, &strict);
        let (ty, default, given) = match rng.random_range(0..60) {
            // Refused before anything runs.
            0 => (strict, None, None),
            1 => (ty.clone(), None, Some(wrong(rng))),
            // Not null in a non-null position: there the reference execution makes the object around the field null.
            2 if ty.nullable => (nullable, Some(default), Some(Constant::Null)),
            3..8 => (strict, Some(default), None),
            8..12 => (strict, Some(default), Some(one)),
            12..18 => (nullable, Some(default), None),
            18..22 => (nullable, Some(default), Some(one)),
            22..26 if ty.nullable => (nullable, None, None),
            26..30 if ty.nullable => (nullable, None, Some(Constant::Null)),
            30..33 if ty.nullable => (nullable, Some(Constant::Null), None),
            33..45 => (strict, None, Some(one)),
            _ => (ty.clone(), None, Some(one)),
        };
        let name = format!("{name}{}_", self.variables.len() + 1);
        self.variables.push(Variable { name: name.clone(), ty: ty.to_string(), default, given, made_for });
        name
    }

    /// A value without variables, which is not null.
    fn constant(&self, rng: &mut StdRng, name: &str, ty: &Type) -> Constant {
        let type_name = match &ty.base {
            BaseType::List(item) => {
                let length = rng.random_range(0..3);
                return Constant::List((0..length).map(|_| self.constant(rng, name, item)).collect());
            }
            BaseType::Named(type_name) => type_name,
        };
        if let Some(fields) = self.fields(rng, type_name) {
            let value =
                |position: InputPosition| (Name::new(&position.name), self.constant(rng, &position.name, &position.ty));
            return Constant::Object(fields.into_iter().map(value).collect());
        }
        match self.graph.input(type_name) {
            Input::Enum(values) => Constant::Enum(Name::new(values.choose(rng).unwrap())),
            _ => self.pool(name, type_name).choose(rng).unwrap().clone(),
        }
    }

    /// Values of a scalar. `odd` says what the services do with them. A text that the scalar itself refuses makes the
    /// document invalid, so that nothing runs.
    fn pool(&self, argument: &str, type_name: &str) -> Vec<Constant> {
        let values = match (argument, type_name) {
            ("status" | "statusEm", _) => {
                json!(["A", "A", "POUCOS", "POUCOS", "NENHUM", "GRANDE", "RECUSA", "NEGADO", 7, " "])
            }
            ("sinistro", _) => json!(["1", "2", "3", "4", "5", "6", "7", "8", " 2 ", "NENHUM", "RECUSA", "NEGADO", ""]),
            ("autorizacao", _) => json!(["POUCOS", "A", "NENHUM", "RECUSA", "\u{1}"]),
            ("seguradora", _) => json!(["3", "4", 3]),
            ("busca", _) => json!(["", "pacoca", "2 segurado", "ninguem", "x".repeat(201)]),
            ("ano", _) => json!([2026, 2026, 2026, 2025, 2024, 2023, 1999]),
            ("first" | "last", _) => json!([0, 1, 2, 3, 5, 8, 20, 500, 501, -1]),
            ("after" | "before", _) => {
                let cursors = self.cursors.iter().cloned().chain(["errado".to_owned()]);
                return cursors.map(Constant::String).collect();
            }
            (_, "CpfCnpj") => json!([cpf(1), cpf(2), cpf(3), "529.982.247-25", "11.222.333/0001-81"]),
            (_, "Boolean") => json!([true, true, false]),
            (_, "Int") => json!([0, 1, 3, -7, i32::MAX]),
            (_, "ID") => json!(["1", "é \"x\"", 7]),
            (_, "Date") => json!(["2026-11-19", "2026-11-20", "1970-01-01"]),
            (_, "DateTime") => json!(["2026-11-20T14:03:11-03:00"]),
            (_, "Decimal") => json!(["1280.50", 12]),
            _ => json!(["A", "", "é \"x\"\n"]),
        };
        values.as_array().unwrap().iter().map(|value| Constant::from_json(value.clone()).unwrap()).collect()
    }
}

/// A value that most types refuse.
fn wrong(rng: &mut StdRng) -> Constant {
    let values = [json!(7.5), json!("nada disso"), json!({ "x": [null] }), json!([])];
    Constant::from_json(values.choose(rng).unwrap().clone()).unwrap()
}
