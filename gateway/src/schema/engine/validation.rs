//! Validation of documents, by section 5 of the GraphQL specification.
//!
//! bluejay parses and validates. async-graphql's own parser does not know every literal of the specification, and its
//! validation ignores `__typename`, takes a string for an enum value, and misses conflicts between fields of different
//! fragments. The result depends on the text alone; [`variables`](super::variables) checks the values of variables for each
//! request.

mod errors;
mod graph_schema;

use bluejay_core::{
    AsIter,
    definition::{ObjectTypeDefinition as _, TypeDefinitionReference},
    executable::Field as _,
};
use bluejay_parser::ast::{Parse as _, ParseDetails, ParseOptions, executable::ExecutableDocument};
use bluejay_validator::executable::{Cache, document::BuiltinRulesValidator};

use self::errors::Invalid;
pub(in crate::schema) use self::graph_schema::{ScalarValidation, is_member, schema};
use super::{
    document::{Document, Fragments, InvalidPart},
    graph::Graph,
    limits::{DocumentLimits, LimitUse, limit_kind::LimitKind},
    request_error::RequestError,
};

/// Maximal depth of the syntax tree: the parser recurses at each level, and calls a deeper one a syntax error.
const MAX_DEPTH: usize = 128;
/// Most errors of one response: a short document can be wrong in thousands of places.
const MAX_ERRORS: usize = 20;

/// Parses a document.
///
/// # Errors
/// It exceeds the limit of tokens, has a syntax error or no operation, or two fragments have one name: the limits look them up
/// by name.
pub(in crate::schema) fn parse<'a>(text: &'a str, limits: &DocumentLimits) -> Result<Document<'a>, RequestError> {
    let options = ParseOptions { max_depth: MAX_DEPTH, max_tokens: Some(limits.tokens), ..ParseOptions::default() };
    let ParseDetails { result, token_count: tokens, .. } = ExecutableDocument::parse_with_options(text, options);
    LimitUse::new(LimitKind::Tokens, tokens, limits.tokens).check()?;
    let tree = result.map_err(|errors| RequestError::Syntax(errors::syntax(text, errors)))?;
    let invalid = |part| Err(RequestError::Invalid(vec![part]));
    if tree.operation_definitions().is_empty() {
        return invalid(InvalidPart { message: "the document has no operation".to_owned(), locations: Vec::new() });
    }
    let mut names = Fragments::new();
    for fragment in tree.fragment_definitions() {
        let name = fragment.name().as_str();
        if names.insert(name, fragment).is_some() {
            return invalid(InvalidPart::new(format!("there are two definitions of `{name}`"), text, fragment));
        }
    }
    Ok(Document { text, tokens, tree })
}

/// Validates a document, which must be within the limits.
///
/// # Errors
/// The first [`MAX_ERRORS`] errors.
pub(in crate::schema) fn validate(document: &Document<'_>, graph: Graph) -> Result<(), RequestError> {
    let Document { text, tree, .. } = document;
    let schema = schema(graph);
    let cache = Cache::new(tree, schema);
    let errors = BuiltinRulesValidator::validate(tree, schema, &cache);
    let errors = errors.filter(|error| !is_introspection(error) && !is_subscription_root(error));
    let errors: Vec<_> = errors.take(MAX_ERRORS).map(|error| errors::invalid(text, error, schema)).collect();
    if errors.is_empty() { Ok(()) } else { Err(RequestError::Invalid(errors)) }
}

/// Whether the plan checks this rule instead (`refused_by_subscription`): bluejay counts the selections at the root of a
/// subscription, not its fields, and follows only one level of fragments.
fn is_subscription_root(error: &Invalid<'_>) -> bool {
    matches!(error, Invalid::SubscriptionRootNotSingleField { .. })
}

/// Whether an error is a field of the introspection that bluejay does not know and async-graphql executes. One with a
/// directive stays an error: bluejay has not looked at the directive.
fn is_introspection(error: &Invalid<'_>) -> bool {
    let Invalid::FieldDoesNotExistOnType { field, r#type: TypeDefinitionReference::Object(object) } = error else {
        return false;
    };
    let name = (object.name(), field.name().as_str());
    matches!(name, ("__Type", "isOneOf") | ("__InputValue", "isDeprecated" | "deprecationReason"))
        && field.arguments().is_none()
        && field.directives().is_none_or(AsIter::is_empty)
        && field.selection_set().is_none()
}
