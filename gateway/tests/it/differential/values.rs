//! Values of arguments: literals or variables, as a whole or in part, left out or null.
//!
//! Types decide about values. Where the value matters (an existing claim number, a cursor), it is drawn from a few that belong
//! to the argument's name.

use std::{collections::BTreeSet, fmt};

use async_graphql::{
    Name, Value as Constant,
    parser::types::{BaseType, Type},
};
use rand::{RngExt as _, rngs::StdRng, seq::IndexedRandom as _};
use serde_json::json;

use super::graph::{Graph, Input};
use crate::stub::cpf;

/// A value in a document.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Constant(Constant),
    Variable(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// A variable with its value in the request.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) default: Option<Constant>,
    pub(super) given: Option<Constant>,
    /// The argument that it was made for, by name and type. Others with the same may use it too.
    made_for: (String, String),
}

/// The position of a value: an argument or an input field.
#[derive(Clone)]
pub(super) struct Slot {
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
    pub(super) fn value(&mut self, rng: &mut StdRng, slot: &Slot) -> Value {
        if rng.random_ratio(3, 10) {
            return self.variable(rng, slot);
        }
        let Slot { name, ty, .. } = slot;
        if ty.nullable && rng.random_ratio(1, 10) {
            return Value::Constant(Constant::Null);
        }
        match &ty.base {
            BaseType::List(item) => {
                let length = rng.random_range(0..3);
                let item = Slot { name: name.clone(), ty: (**item).clone() };
                Value::List((0..length).map(|_| self.value(rng, &item)).collect())
            }
            BaseType::Named(type_name) => match self.fields(rng, type_name) {
                None => Value::Constant(self.constant(rng, name, ty)),
                Some(fields) => Value::Object(
                    fields
                        .into_iter()
                        .map(|field| {
                            let value = self.value(rng, &field);
                            (field.name, value)
                        })
                        .collect(),
                ),
            },
        }
    }

    /// Random fields of an input object; `None` for other types.
    fn fields(&self, rng: &mut StdRng, type_name: &str) -> Option<Vec<Slot>> {
        let Input::Object(of) = self.graph.input(type_name) else { return None };
        let slot = |at: usize| {
            let field = &of.fields[at].node;
            Slot { name: field.name.node.to_string(), ty: field.ty.node.clone() }
        };
        // Most filters of several conditions are refused.
        let is_optional = of.fields.iter().all(|field| field.node.ty.node.nullable);
        if is_optional && rng.random_ratio(9, 10) {
            return Some(vec![slot(rng.random_range(0..of.fields.len()))]);
        }
        Some((0..of.fields.len()).map(slot).filter(|slot| !slot.ty.nullable || rng.random()).collect())
    }

    fn variable(&mut self, rng: &mut StdRng, slot: &Slot) -> Value {
        let Slot { name, ty } = slot;
        let made_for = (name.clone(), ty.to_string());
        let known: Vec<_> = self.variables.iter().filter(|variable| variable.made_for == made_for).collect();
        if let Some(known) = known.choose(rng)
            && rng.random_ratio(1, 3)
        {
            return Value::Variable(known.name.clone());
        }
        let (nullable, strict) = (Type { nullable: true, ..ty.clone() }, Type { nullable: false, ..ty.clone() });
        let one = self.constant(rng, name, &strict);
        let default = self.constant(rng, name, &strict);
        let (ty, default, given) = match rng.random_range(0..60) {
            // Refused before anything runs.
            0 => (strict, None, None),
            1 => (ty.clone(), None, Some(wrong(rng))),
            // Not null in a non-null position: there the oracle makes the object around the field null.
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
        let variable = Variable {
            name: format!("{name}{}", self.variables.len() + 1),
            ty: ty.to_string(),
            default,
            given,
            made_for,
        };
        self.variables.push(variable);
        Value::Variable(self.variables[self.variables.len() - 1].name.clone())
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
            let value = |slot: Slot| (Name::new(&slot.name), self.constant(rng, &slot.name, &slot.ty));
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

impl Value {
    /// Adds the names of its variables.
    pub(super) fn variables<'a>(&'a self, names: &mut BTreeSet<&'a str>) {
        match self {
            Self::Constant(_) => {}
            Self::Variable(name) => drop(names.replace(name)),
            Self::List(items) => items.iter().for_each(|item| item.variables(names)),
            Self::Object(fields) => fields.iter().for_each(|(_, value)| value.variables(names)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Constant(value) => value.fmt(f),
            Self::Variable(name) => write!(f, "${name}"),
            Self::List(items) => {
                f.write_str("[")?;
                items.iter().try_for_each(|item| write!(f, "{item} "))?;
                f.write_str("]")
            }
            Self::Object(fields) => {
                f.write_str("{ ")?;
                fields.iter().try_for_each(|(name, value)| write!(f, "{name}: {value} "))?;
                f.write_str("}")
            }
        }
    }
}
