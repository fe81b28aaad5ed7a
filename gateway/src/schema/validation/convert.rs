//! Converts bluejay's syntax tree to async-graphql's, which the limits, the plans and the introspection are made for.

use std::collections::{HashMap, hash_map::Entry};

use async_graphql::{
    Name, Pos, Positioned, ServerError,
    parser::types::{
        BaseType, Directive, DocumentOperations, ExecutableDocument, Field, FragmentDefinition, FragmentSpread,
        InlineFragment, OperationDefinition, OperationType, Selection, SelectionSet, Type, TypeCondition,
        VariableDefinition,
    },
};
use async_graphql_value::Value;
use bluejay_core::{
    AsIter, Value as _, ValueReference,
    executable::{
        Field as _, FragmentDefinition as _, FragmentSpread as _, InlineFragment as _, OperationDefinition as _,
        VariableDefinition as _, VariableType as _, VariableTypeReference,
    },
};
use bluejay_parser::{
    HasSpan as _, Span,
    ast::{self, executable},
};

/// The document in async-graphql's types. Selection sets have no positions.
///
/// # Errors
/// There is no operation, a name is taken, an anonymous operation is not alone, or a number is too large.
pub(super) fn document(
    tree: &executable::ExecutableDocument<'_>,
    text: &str,
) -> Result<ExecutableDocument, ServerError> {
    let mut converter = Converter { text, positions: Positions::new(text) };
    let (mut anonymous, mut named, mut fragments) = (None, HashMap::new(), HashMap::new());
    for operation in tree.operation_definitions() {
        let converted = converter.operation(operation)?;
        let pos = converted.pos;
        match operation.as_ref().name() {
            Some(name) if anonymous.is_none() => insert(&mut named, name, converted)?,
            None if anonymous.is_none() && named.is_empty() => anonymous = Some(converted),
            _ => return Err(ServerError::new("an operation without a name must be the only one", Some(pos))),
        }
    }
    for fragment in tree.fragment_definitions() {
        insert(&mut fragments, fragment.name().as_str(), converter.fragment(fragment)?)?;
    }
    let operations = match anonymous {
        Some(only) => DocumentOperations::Single(only),
        None if named.is_empty() => return Err(ServerError::new("the document has no operation", None)),
        None => DocumentOperations::Multiple(named),
    };
    Ok(ExecutableDocument { operations, fragments })
}

fn insert<T>(map: &mut HashMap<Name, Positioned<T>>, name: &str, definition: Positioned<T>) -> Result<(), ServerError> {
    match map.entry(Name::new(name)) {
        Entry::Vacant(entry) => {
            entry.insert(definition);
            Ok(())
        }
        Entry::Occupied(_) => {
            Err(ServerError::new(format!("there are two definitions of `{name}`"), Some(definition.pos)))
        }
    }
}

/// A name and its value.
type Argument = (Positioned<Name>, Positioned<Value>);

struct Converter<'a> {
    text: &'a str,
    positions: Positions<'a>,
}

impl Converter<'_> {
    fn operation(
        &mut self,
        of: &executable::OperationDefinition<'_>,
    ) -> Result<Positioned<OperationDefinition>, ServerError> {
        let pos = self.positions.at(of.span());
        let of = of.as_ref();
        let ty = match of.operation_type() {
            bluejay_core::OperationType::Query => OperationType::Query,
            bluejay_core::OperationType::Mutation => OperationType::Mutation,
            bluejay_core::OperationType::Subscription => OperationType::Subscription,
        };
        let variable_definitions =
            items(of.variable_definitions()).map(|variable| self.variable(variable)).collect::<Result<_, _>>()?;
        let directives = self.directives(of.directives())?;
        let selection_set = self.selections(of.selection_set())?;
        Ok(Positioned::new(OperationDefinition { ty, variable_definitions, directives, selection_set }, pos))
    }

    fn variable(
        &mut self,
        of: &executable::VariableDefinition<'_>,
    ) -> Result<Positioned<VariableDefinition>, ServerError> {
        let pos = self.positions.at(of.variable().span());
        // Behind the `$`.
        let name = Positioned::new(Name::new(of.variable().name()), Pos { column: pos.column + 1, ..pos });
        let var_type = Positioned::new(ty(of.r#type()), self.positions.at(of.r#type().span()));
        let default_value = of.default_value().map(|default| self.value(default)).transpose()?;
        let default_value =
            default_value.and_then(|Positioned { pos, node }| Some(Positioned::new(node.into_const()?, pos)));
        let directives = self.directives(of.directives())?;
        Ok(Positioned::new(VariableDefinition { name, var_type, directives, default_value }, pos))
    }

    fn fragment(
        &mut self,
        of: &executable::FragmentDefinition<'_>,
    ) -> Result<Positioned<FragmentDefinition>, ServerError> {
        let pos = self.positions.at(of.span());
        let type_condition = self.type_condition(of.type_condition());
        let directives = self.directives(of.directives())?;
        let selection_set = self.selections(of.selection_set())?;
        Ok(Positioned::new(FragmentDefinition { type_condition, directives, selection_set }, pos))
    }

    fn selections(&mut self, of: &executable::SelectionSet<'_>) -> Result<Positioned<SelectionSet>, ServerError> {
        let items = of.iter().map(|selection| self.selection(selection)).collect::<Result<_, _>>()?;
        Ok(Positioned::new(SelectionSet { items }, Pos::default()))
    }

    fn selection(&mut self, of: &executable::Selection<'_>) -> Result<Positioned<Selection>, ServerError> {
        let (selection, pos) = match of {
            executable::Selection::Field(of) => {
                let pos = self.positions.at(of.span());
                let alias = of.alias().map(|alias| Positioned::new(Name::new(alias), pos));
                let name = self.name(of.name().as_str(), of.name().span());
                let arguments = self.arguments(of.arguments())?;
                let directives = self.directives(of.directives())?;
                let selection_set = match of.selection_set() {
                    Some(below) => self.selections(below)?,
                    None => Positioned::new(SelectionSet::default(), Pos::default()),
                };
                let field = Field { alias, name, arguments, directives, selection_set };
                (Selection::Field(Positioned::new(field, pos)), pos)
            }
            executable::Selection::FragmentSpread(of) => {
                let pos = self.positions.at(of.span());
                let fragment_name = self.name(of.name().as_str(), of.name().span());
                let directives = self.directives(of.directives())?;
                (Selection::FragmentSpread(Positioned::new(FragmentSpread { fragment_name, directives }, pos)), pos)
            }
            executable::Selection::InlineFragment(of) => {
                let pos = self.positions.at(of.span());
                let type_condition = of.type_condition().map(|condition| self.type_condition(condition));
                let directives = self.directives(of.directives())?;
                let selection_set = self.selections(of.selection_set())?;
                let fragment = InlineFragment { type_condition, directives, selection_set };
                (Selection::InlineFragment(Positioned::new(fragment, pos)), pos)
            }
        };
        Ok(Positioned::new(selection, pos))
    }

    fn type_condition(&mut self, of: &executable::TypeCondition<'_>) -> Positioned<TypeCondition> {
        let on = self.name(of.named_type().as_str(), of.named_type().span());
        Positioned { pos: on.pos, node: TypeCondition { on } }
    }

    fn directives<const CONST: bool>(
        &mut self,
        of: Option<&ast::Directives<'_, CONST>>,
    ) -> Result<Vec<Positioned<Directive>>, ServerError> {
        let directive = |of: &ast::Directive<'_, CONST>| {
            let pos = self.positions.at(of.span());
            let name = self.name(of.name().as_str(), of.name().span());
            let arguments = self.arguments(bluejay_core::Directive::arguments(of))?;
            Ok(Positioned::new(Directive { name, arguments }, pos))
        };
        items(of).map(directive).collect()
    }

    fn arguments<const CONST: bool>(
        &mut self,
        of: Option<&ast::Arguments<'_, CONST>>,
    ) -> Result<Vec<Argument>, ServerError> {
        let argument = |of: &ast::Argument<'_, CONST>| {
            Ok((self.name(of.name().as_str(), of.name().span()), self.value(of.value())?))
        };
        items(of).map(argument).collect()
    }

    fn value<const CONST: bool>(&mut self, of: &ast::Value<'_, CONST>) -> Result<Positioned<Value>, ServerError> {
        let pos = self.positions.at(of.span());
        Ok(Positioned::new(self.plain_value(of, pos)?, pos))
    }

    /// A value without its position; `pos` is that of the value around it.
    fn plain_value<const CONST: bool>(&self, of: &ast::Value<'_, CONST>, pos: Pos) -> Result<Value, ServerError> {
        Ok(match of.as_ref() {
            ValueReference::Null => Value::Null,
            ValueReference::Enum(name) => Value::Enum(Name::new(name)),
            ValueReference::Variable(variable) => Value::Variable(Name::new(variable.name())),
            ValueReference::String(text) => Value::String(text.to_owned()),
            ValueReference::Boolean(is_true) => Value::Boolean(is_true),
            ValueReference::Integer(_) | ValueReference::Float(_) => {
                let digits = match &self.text[of.span().byte_range()] {
                    // serde_json makes a float of it.
                    "-0" => "0",
                    digits => digits,
                };
                Value::Number(digits.parse().map_err(|_| ServerError::new("a number is too large", Some(pos)))?)
            }
            ValueReference::List(items) => {
                Value::List(items.iter().map(|item| self.plain_value(item, pos)).collect::<Result<_, _>>()?)
            }
            ValueReference::Object(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, field)| Ok((Name::new(name.as_str()), self.plain_value(field, pos)?)));
                Value::Object(fields.collect::<Result<_, ServerError>>()?)
            }
        })
    }

    fn name(&mut self, name: &str, span: &Span) -> Positioned<Name> {
        Positioned::new(Name::new(name), self.positions.at(span))
    }
}

/// The items of a list that may be left out.
fn items<T: AsIter>(list: Option<&T>) -> impl Iterator<Item = &T::Item> {
    list.into_iter().flat_map(T::iter)
}

fn ty(of: &executable::VariableType<'_>) -> Type {
    match of.as_ref() {
        VariableTypeReference::Named(name, is_required) => {
            Type { base: BaseType::Named(Name::new(name)), nullable: !is_required }
        }
        VariableTypeReference::List(item, is_required) => {
            Type { base: BaseType::List(Box::new(ty(item))), nullable: !is_required }
        }
    }
}

/// Lines and columns of a text, counted from 1, columns in characters. Positions in ascending order take
/// one pass.
pub(super) struct Positions<'a> {
    text: &'a [u8],
    passed: usize,
    pos: Pos,
}

impl<'a> Positions<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), passed: 0, pos: Pos { line: 1, column: 1 } }
    }

    pub(super) fn at(&mut self, span: &Span) -> Pos {
        let offset = span.byte_range().start;
        if offset < self.passed {
            (self.passed, self.pos) = (0, Pos { line: 1, column: 1 });
        }
        for at in self.passed..offset {
            match self.text[at] {
                // The second half of a line end.
                b'\n' if at > 0 && self.text[at - 1] == b'\r' => {}
                b'\n' | b'\r' => self.pos = Pos { line: self.pos.line + 1, column: 1 },
                // Count the first byte of each character.
                0x80..=0xbf => {}
                _ => self.pos.column += 1,
            }
        }
        self.passed = offset;
        self.pos
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use async_graphql::{
        Pos, Positioned,
        parser::{
            parse_query,
            types::{ExecutableDocument, Selection, SelectionSet},
        },
    };
    use bluejay_parser::ast::Parse;

    /// async-graphql's document without the positions that are left out.
    fn parsed(text: &str) -> Option<ExecutableDocument> {
        let mut document = parse_query(text).ok()?;
        match &mut document.operations {
            super::DocumentOperations::Single(operation) => strip(&mut operation.node.selection_set),
            super::DocumentOperations::Multiple(operations) => {
                operations.values_mut().for_each(|operation| strip(&mut operation.node.selection_set));
            }
        }
        for fragment in document.fragments.values_mut() {
            fragment.node.type_condition.pos = fragment.node.type_condition.node.on.pos;
            strip(&mut fragment.node.selection_set);
        }
        Some(document)
    }

    fn strip(set: &mut Positioned<SelectionSet>) {
        set.pos = Pos::default();
        for selection in &mut set.node.items {
            match &mut selection.node {
                Selection::Field(field) => strip(&mut field.node.selection_set),
                Selection::InlineFragment(fragment) => {
                    if let Some(condition) = &mut fragment.node.type_condition {
                        condition.pos = condition.node.on.pos;
                    }
                    strip(&mut fragment.node.selection_set);
                }
                Selection::FragmentSpread(_) => {}
            }
        }
    }

    fn converted(text: &str) -> Option<ExecutableDocument> {
        super::document(&Parse::parse(text).result.ok()?, text).ok()
    }

    /// A document as text, in a deterministic order.
    fn debug_text(document: &ExecutableDocument) -> String {
        let operations: BTreeMap<_, _> = document.operations.iter().collect();
        let fragments: BTreeMap<_, _> = document.fragments.iter().collect();
        format!("{operations:#?}\n{fragments:#?}")
    }

    #[track_caller]
    fn same(text: &str) {
        let (parsed, converted) = (parsed(text).expect(text), converted(text).expect(text));
        assert_eq!(debug_text(&converted), debug_text(&parsed), "{text}");
    }

    #[test]
    fn a_document_becomes_what_async_graphql_parses() {
        let portal = include_str!("../../../../client/src/gql/persisted-documents.json");
        let portal: BTreeMap<String, String> = serde_json::from_str(portal).unwrap();
        assert!(portal.len() > 10);
        portal.values().for_each(|text| same(text));
        for text in [
            "{ a }",
            "{ a(b: \"\\u0041\\n\\\"\\/\") }",
            "query { a }",
            "query A { a } query B { b c: d } mutation C { e } subscription D { f }",
            "# ç\n\u{feff}query\r\n A(\t$a: Int!, $b: [[A!]]! = [[1, -2.5e3], null]\n$c: X = {a: \"ção\", b: ENUM, c: true}) @d(e: $a) {\n x: a}",
            "{ a(b: \"é\", c: {d: [$e, {f: false}]}, g: 1.5) @skip(if: $h) @i { ...F @j ... on K @l { m } ... @include(if: true) { n } } } \
             fragment F on O @p { q }",
            "{ a(n: 123456789012345678901234567890, o: {a: 1, a: 2}) }",
        ] {
            same(text);
        }
    }

    /// async-graphql's own parser refuses it; the limits say why, in words of theirs.
    #[test]
    fn brackets_as_deep_as_a_text_may_have_them_are_converted() {
        let nested = |open: &str, close: &str| [open.repeat(120), "a".to_owned(), close.repeat(120)].concat();
        for text in [
            nested("{ a ", "}"),
            nested("{ ... ", "}").replacen("... a", "a", 1),
            format!("{{ a(b: {}) }}", nested("[", "]")),
            format!("{{ a(b: {}) }}", nested("{a: ", "}")),
            format!("query A($a: {}) {{ a }}", nested("[", "]")),
        ] {
            assert!(converted(&text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_only_one_parser_reads_rightly_is_converted() {
        for (text, plain) in [
            (r#"{ a(b: "\ud83d\udc36 \uD83D\uDC36") }"#, "{ a(b: \"🐶 🐶\") }"),
            (r#"{ a(b: "\u{1F436}\u{32}\u{00063}") }"#, "{ a(b: \"🐶2c\") }"),
            ("{ a(b: \"\"\"\n    c\n      \\u0041 \\\"\"\"\n  \"\"\") }", r#"{ a(b: "c\n  \\u0041 \"\"\"") }"#),
            ("query A($a: Int = 1 @b) { a }", "query A($a: Int @b = 1) { a }"),
        ] {
            let without_positions = |document: &ExecutableDocument| {
                // Positions differ by the length of the values.
                let lines = debug_text(document);
                lines.lines().filter(|line| !line.contains("pos: Pos(")).collect::<Vec<_>>().join("\n")
            };
            assert_eq!(
                without_positions(&converted(text).expect(text)),
                without_positions(&parsed(plain).expect(plain)),
                "{text}"
            );
        }
        assert!(
            converted("\"what\" query A(\"which\" $a: Int) { a } \"\"\"part\"\"\" fragment F on A { b }").is_some()
        );
    }

    #[test]
    fn what_no_valid_document_has_is_not_converted() {
        for text in [
            "query A { a } query A { b }",
            "query A { a } { b }",
            "{ a } { b }",
            "{ a } fragment F on A { b } fragment F on A { b }",
            "fragment F on A { b }",
            "{ a } type A { b: Int }",
            "{ a(b: 1e999) }",
        ] {
            assert!(converted(text).is_none(), "{text}");
        }
    }
}
