//! A parsed document: bluejay's syntax tree. The limits measure it, bluejay validates it, and plans are made from it.

use std::{collections::HashMap, fmt};

use async_graphql::{Name, Number, Pos, Value as ConstValue};
use async_graphql_value::Value;
use bluejay_core::{
    AsIter, Value as _, ValueReference,
    definition::{InputType as _, ShallowInputTypeReference},
    executable::{OperationDefinition as _, VariableType as _, VariableTypeReference},
};
use bluejay_parser::{
    HasSpan,
    ast::{
        self, VariableValue, definition,
        executable::{self, ExecutableDocument, Field, FragmentDefinition, OperationDefinition},
    },
};

/// A parsed document.
pub struct Document<'a> {
    pub text: &'a str,
    /// Number of tokens of the text.
    pub tokens: usize,
    pub tree: ExecutableDocument<'a>,
}

/// The fragments of a document by their names.
pub(in crate::schema) type Fragments<'a> = HashMap<&'a str, &'a FragmentDefinition<'a>>;

impl<'a> Document<'a> {
    pub fn operations(&self) -> &[OperationDefinition<'a>] {
        self.tree.operation_definitions()
    }

    pub fn fragments(&self) -> Fragments<'_> {
        self.tree.fragment_definitions().iter().map(|fragment| (fragment.name().as_str(), fragment)).collect()
    }

    /// The name of an operation; the first in alphabetical order if there are several.
    pub fn first_name(&self) -> Option<&str> {
        self.operations().iter().filter_map(|operation| operation.as_ref().name()).min()
    }
}

/// A part of a document that is not valid.
#[derive(Debug, PartialEq)]
pub struct InvalidPart {
    /// Why.
    pub message: String,
    /// Where it is; nowhere, if it is the whole document.
    pub locations: Vec<Pos>,
}

impl InvalidPart {
    pub fn new(message: String, text: &str, part: &impl HasSpan) -> Self {
        Self { message, locations: vec![position(text, start(part))] }
    }
}

/// A variable as its operation defines it.
pub(in crate::schema) struct VariableDefinition {
    pub name: Name,
    pub ty: InputTypeRef,
    pub default: Option<ConstValue>,
    pub position: Pos,
}

/// The type of a variable, or of a field of an input object.
pub(in crate::schema) enum InputTypeRef {
    Named { name: Box<str>, is_required: bool },
    List { item: Box<Self>, is_required: bool },
}

impl VariableDefinition {
    pub(in crate::schema) fn new(definition: &executable::VariableDefinition<'_>, text: &str) -> Self {
        Self {
            name: Name::new(definition.variable().name()),
            ty: InputTypeRef::of_variable(definition.r#type()),
            default: definition.default_value().map(const_value),
            position: position(text, start(definition.variable())),
        }
    }
}

impl InputTypeRef {
    pub(in crate::schema) fn of_variable(ty: &executable::VariableType<'_>) -> Self {
        match ty.as_ref() {
            VariableTypeReference::Named(name, is_required) => Self::Named { name: name.into(), is_required },
            VariableTypeReference::List(item, is_required) => {
                Self::List { item: Box::new(Self::of_variable(item)), is_required }
            }
        }
    }

    pub(in crate::schema) fn of_field<C: definition::Context>(ty: &definition::InputType<'_, C>) -> Self {
        match ty.as_shallow_ref() {
            ShallowInputTypeReference::Base(name, is_required) => Self::Named { name: name.into(), is_required },
            ShallowInputTypeReference::List(item, is_required) => {
                Self::List { item: Box::new(Self::of_field(item)), is_required }
            }
        }
    }

    pub(in crate::schema) fn is_required(&self) -> bool {
        let (Self::Named { is_required, .. } | Self::List { is_required, .. }) = self;
        *is_required
    }
}

impl fmt::Display for InputTypeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named { name, .. } => f.write_str(name)?,
            Self::List { item, .. } => write!(f, "[{item}]")?,
        }
        f.write_str(if self.is_required() { "!" } else { "" })
    }
}

/// The items of a list that may be left out.
pub(in crate::schema) fn items<T: AsIter>(list: Option<&T>) -> impl Iterator<Item = &T::Item> {
    list.into_iter().flat_map(T::iter)
}

/// An argument of a field.
pub(in crate::schema) fn argument<'a>(field: &'a Field<'a>, name: &str) -> Option<&'a VariableValue<'a>> {
    items(field.arguments()).find(|argument| argument.name().as_str() == name).map(ast::Argument::value)
}

/// Where a part of the document begins, in bytes of its text.
pub(in crate::schema) fn start(part: &impl HasSpan) -> usize {
    part.span().byte_range().start
}

/// The line and the column of a place, counted from 1, columns in characters.
pub(in crate::schema) fn position(text: &str, offset: usize) -> Pos {
    let before = &text.as_bytes()[..offset];
    let mut pos = Pos { line: 1, column: 1 };
    for (at, byte) in before.iter().enumerate() {
        match byte {
            // The second half of a line end.
            b'\n' if at > 0 && before[at - 1] == b'\r' => {}
            b'\n' | b'\r' => pos = Pos { line: pos.line + 1, column: 1 },
            // Count the first byte of each character.
            0x80..=0xbf => {}
            _ => pos.column += 1,
        }
    }
    pos
}

/// A value of a valid document, as arguments are parsed from it.
pub(in crate::schema) fn value<const CONST: bool>(literal: &ast::Value<'_, CONST>) -> Value {
    match literal.as_ref() {
        ValueReference::Null => Value::Null,
        ValueReference::Enum(name) => Value::Enum(Name::new(name)),
        ValueReference::Variable(variable) => Value::Variable(Name::new(variable.name())),
        ValueReference::String(text) => Value::String(text.to_owned()),
        ValueReference::Boolean(is_true) => Value::Boolean(is_true),
        // An `ID` or a `Decimal` may have more digits than any number, and both are read from a string as well.
        ValueReference::Integer(digits) => match digits.as_i64() {
            Some(number) => Value::Number(number.into()),
            None => Value::String(digits.to_string()),
        },
        ValueReference::Float(number) => Number::from_f64(number).map_or(Value::Null, Value::Number),
        ValueReference::List(items) => Value::List(items.iter().map(value).collect()),
        ValueReference::Object(fields) => {
            let fields = AsIter::iter(fields);
            Value::Object(fields.map(|(name, field)| (Name::new(name.as_str()), value(field))).collect())
        }
    }
}

/// A value without variables.
pub(in crate::schema) fn const_value(literal: &ast::ConstValue<'_>) -> ConstValue {
    value(literal).into_const().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use async_graphql::Pos;
    use bluejay_core::AsIter as _;
    use bluejay_parser::ast::{
        Parse as _,
        executable::{ExecutableDocument, Selection},
    };

    use super::{argument, position, value};

    #[test]
    fn a_position_is_a_line_and_a_column_of_characters() {
        for (text, line, column) in [("x", 1, 1), ("\n\r\n\rx", 4, 1), ("é\u{2028}x", 1, 3), ("a\nçx", 2, 2)] {
            assert_eq!(position(text, text.find('x').unwrap()), Pos { line, column }, "{text:?}");
        }
    }

    #[test]
    fn a_value_is_that_of_the_text() {
        let text = r#"{ a(b: [null, A, $c, "\u{e9}\"", true, -0, 12, 9223372036854775808, 1.5e1, {d: {e: []}}]) }"#;
        let tree = ExecutableDocument::parse(text).result.unwrap();
        let selection = tree.operation_definitions()[0].selection_set().iter().next();
        let Some(Selection::Field(field)) = selection else { panic!("no field") };
        let expected = r#"[null, A, $c, "é\"", true, 0, 12, "9223372036854775808", 15.0, {d: {e: []}}]"#;
        assert_eq!(value(argument(field, "b").unwrap()).to_string(), expected);
    }
}
