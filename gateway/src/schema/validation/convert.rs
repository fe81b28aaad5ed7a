//! Converts apollo-compiler's syntax tree to async-graphql's: parsing twice would cost more than planning and checking.

use std::collections::{HashMap, hash_map::Entry};

use apollo_compiler::{
    Name as AstName, Node,
    ast::{self, Definition, DirectiveList, Document, Value as AstValue},
    parser::SourceSpan,
};
use async_graphql::{
    Name, Pos, Positioned,
    parser::types::{
        BaseType, Directive, DocumentOperations, ExecutableDocument, Field, FragmentDefinition, FragmentSpread,
        InlineFragment, OperationDefinition, OperationType, Selection, SelectionSet, Type, TypeCondition,
        VariableDefinition,
    },
};
use async_graphql_value::Value;

/// The document in async-graphql's types; `None` if no document with such definitions is valid. Selection sets have no
/// positions.
pub(super) fn document(document: &Document, text: &str) -> Option<ExecutableDocument> {
    let mut converter = Converter { positions: Positions::new(text) };
    let (mut anonymous, mut named, mut fragments) = (None, HashMap::new(), HashMap::new());
    for definition in &document.definitions {
        match definition {
            Definition::OperationDefinition(operation) => {
                let converted = converter.operation(operation)?;
                match &operation.name {
                    Some(name) => insert(&mut named, name, converted)?,
                    None if anonymous.is_none() => anonymous = Some(converted),
                    None => return None,
                }
            }
            Definition::FragmentDefinition(fragment) => {
                insert(&mut fragments, &fragment.name, converter.fragment(fragment)?)?;
            }
            _ => return None,
        }
    }
    let operations = match (anonymous, named.is_empty()) {
        (Some(only), true) => DocumentOperations::Single(only),
        (None, false) => DocumentOperations::Multiple(named),
        _ => return None,
    };
    Some(ExecutableDocument { operations, fragments })
}

/// `None` if the name is taken.
fn insert<T>(map: &mut HashMap<Name, T>, name: &AstName, value: T) -> Option<()> {
    match map.entry(Name::new(name)) {
        Entry::Vacant(entry) => {
            entry.insert(value);
            Some(())
        }
        Entry::Occupied(_) => None,
    }
}

struct Converter<'a> {
    positions: Positions<'a>,
}

impl Converter<'_> {
    fn operation(&mut self, node: &Node<ast::OperationDefinition>) -> Option<Positioned<OperationDefinition>> {
        let pos = self.positions.at(node.location());
        let ty = match node.operation_type {
            ast::OperationType::Query => OperationType::Query,
            ast::OperationType::Mutation => OperationType::Mutation,
            ast::OperationType::Subscription => OperationType::Subscription,
        };
        let variable_definitions =
            node.variables.iter().map(|variable| self.variable(variable)).collect::<Option<_>>()?;
        let directives = self.directives(&node.directives)?;
        let selection_set = self.selection_set(&node.selection_set)?;
        Some(Positioned::new(OperationDefinition { ty, variable_definitions, directives, selection_set }, pos))
    }

    fn variable(&mut self, node: &Node<ast::VariableDefinition>) -> Option<Positioned<VariableDefinition>> {
        let pos = self.positions.at(node.location());
        let name = self.name(&node.name);
        let var_type = Positioned::new(ty(&node.ty), self.positions.at(node.ty.location()));
        let default_value = match &node.default_value {
            Some(default) => {
                let Positioned { pos, node } = self.value(default)?;
                Some(Positioned::new(node.into_const()?, pos))
            }
            None => None,
        };
        let directives = self.directives(&node.directives)?;
        Some(Positioned::new(VariableDefinition { name, var_type, directives, default_value }, pos))
    }

    fn fragment(&mut self, node: &Node<ast::FragmentDefinition>) -> Option<Positioned<FragmentDefinition>> {
        let pos = self.positions.at(node.location());
        let type_condition = self.type_condition(&node.type_condition);
        let directives = self.directives(&node.directives)?;
        let selection_set = self.selection_set(&node.selection_set)?;
        Some(Positioned::new(FragmentDefinition { type_condition, directives, selection_set }, pos))
    }

    /// A selection set; `None` if it is empty, which apollo-compiler accepts and async-graphql's parser refuses.
    fn selection_set(&mut self, selections: &[ast::Selection]) -> Option<Positioned<SelectionSet>> {
        if selections.is_empty() { None } else { self.selections(selections) }
    }

    fn selections(&mut self, selections: &[ast::Selection]) -> Option<Positioned<SelectionSet>> {
        let items = selections.iter().map(|selection| self.selection(selection)).collect::<Option<_>>()?;
        Some(Positioned::new(SelectionSet { items }, Pos::default()))
    }

    fn selection(&mut self, selection: &ast::Selection) -> Option<Positioned<Selection>> {
        let (selection, pos) = match selection {
            ast::Selection::Field(node) => {
                let pos = self.positions.at(node.location());
                let alias = node.alias.as_ref().map(|alias| self.name(alias));
                let name = self.name(&node.name);
                let arguments = self.arguments(&node.arguments)?;
                let directives = self.directives(&node.directives)?;
                let selection_set = match &node.selection_set {
                    Some(selections) => self.selection_set(selections)?,
                    None => self.selections(&[])?,
                };
                let field = Field { alias, name, arguments, directives, selection_set };
                (Selection::Field(Positioned::new(field, pos)), pos)
            }
            ast::Selection::FragmentSpread(node) => {
                let pos = self.positions.at(node.location());
                let fragment_name = self.name(&node.fragment_name);
                let directives = self.directives(&node.directives)?;
                (Selection::FragmentSpread(Positioned::new(FragmentSpread { fragment_name, directives }, pos)), pos)
            }
            ast::Selection::InlineFragment(node) => {
                let pos = self.positions.at(node.location());
                let type_condition = node.type_condition.as_ref().map(|name| self.type_condition(name));
                let directives = self.directives(&node.directives)?;
                let selection_set = self.selection_set(&node.selection_set)?;
                let fragment = InlineFragment { type_condition, directives, selection_set };
                (Selection::InlineFragment(Positioned::new(fragment, pos)), pos)
            }
        };
        Some(Positioned::new(selection, pos))
    }

    fn type_condition(&mut self, name: &AstName) -> Positioned<TypeCondition> {
        let on = self.name(name);
        Positioned { pos: on.pos, node: TypeCondition { on } }
    }

    fn directives(&mut self, DirectiveList(nodes): &DirectiveList) -> Option<Vec<Positioned<Directive>>> {
        let directive = |node: &Node<ast::Directive>| {
            let pos = self.positions.at(node.location());
            let (name, arguments) = (self.name(&node.name), self.arguments(&node.arguments)?);
            Some(Positioned::new(Directive { name, arguments }, pos))
        };
        nodes.iter().map(directive).collect()
    }

    fn arguments(&mut self, nodes: &[Node<ast::Argument>]) -> Option<Vec<(Positioned<Name>, Positioned<Value>)>> {
        nodes.iter().map(|node| Some((self.name(&node.name), self.value(&node.value)?))).collect()
    }

    fn value(&mut self, node: &Node<AstValue>) -> Option<Positioned<Value>> {
        Some(Positioned::new(value(node)?, self.positions.at(node.location())))
    }

    fn name(&mut self, name: &AstName) -> Positioned<Name> {
        Positioned::new(Name::new(name), self.positions.at(name.location()))
    }
}

fn value(of: &AstValue) -> Option<Value> {
    Some(match of {
        AstValue::Null => Value::Null,
        AstValue::Enum(name) => Value::Enum(Name::new(name)),
        AstValue::Variable(name) => Value::Variable(Name::new(name)),
        AstValue::String(text) => Value::String(text.clone()),
        AstValue::Float(digits) => Value::Number(digits.as_str().parse().ok()?),
        AstValue::Int(digits) => Value::Number(digits.as_str().parse().ok()?),
        AstValue::Boolean(is_true) => Value::Boolean(*is_true),
        AstValue::List(items) => Value::List(items.iter().map(|item| value(item)).collect::<Option<_>>()?),
        AstValue::Object(fields) => {
            let field = |(name, field): &(AstName, Node<AstValue>)| Some((Name::new(name), value(field)?));
            Value::Object(fields.iter().map(field).collect::<Option<_>>()?)
        }
    })
}

fn ty(of: &ast::Type) -> Type {
    let (base, nullable) = match of {
        ast::Type::Named(name) => (BaseType::Named(Name::new(name)), true),
        ast::Type::NonNullNamed(name) => (BaseType::Named(Name::new(name)), false),
        ast::Type::List(item) => (BaseType::List(Box::new(ty(item))), true),
        ast::Type::NonNullList(item) => (BaseType::List(Box::new(ty(item))), false),
    };
    Type { base, nullable }
}

/// Lines and columns of a text, counted from 1, columns in characters. Positions must be requested in ascending order, which
/// takes one pass.
struct Positions<'a> {
    text: &'a [u8],
    passed: usize,
    pos: Pos,
}

impl<'a> Positions<'a> {
    fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), passed: 0, pos: Pos { line: 1, column: 1 } }
    }

    fn at(&mut self, location: Option<SourceSpan>) -> Pos {
        let Some(location) = location else { return Pos::default() };
        let offset = location.offset();
        if offset < self.passed {
            (self.passed, self.pos) = (0, Pos { line: 1, column: 1 });
        }
        for byte in &self.text[self.passed..offset] {
            match byte {
                b'\n' => self.pos = Pos { line: self.pos.line + 1, column: 1 },
                b'\r' => self.pos.column = 1,
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

    use apollo_compiler::parser::Parser;
    use async_graphql::{
        Pos, Positioned,
        parser::{
            parse_query,
            types::{ExecutableDocument, Selection, SelectionSet},
        },
    };

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
        super::document(&Parser::new().parse_ast(text, "").ok()?, text)
    }

    /// A document as text, in a deterministic order.
    fn told(document: &ExecutableDocument) -> String {
        let operations: BTreeMap<_, _> = document.operations.iter().collect();
        let fragments: BTreeMap<_, _> = document.fragments.iter().collect();
        format!("{operations:#?}\n{fragments:#?}")
    }

    #[track_caller]
    fn same(text: &str) {
        let (parsed, converted) = (parsed(text).expect(text), converted(text).expect(text));
        assert_eq!(told(&converted), told(&parsed), "{text}");
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
                let lines = told(document);
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
