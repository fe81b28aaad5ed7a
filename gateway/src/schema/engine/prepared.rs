//! Prepared documents: parsed, validated and planned once, and run often.

use std::sync::Arc;

use async_graphql::Name;
use bluejay_core::{AsIter as _, OperationType, executable::OperationDefinition as _};
use bluejay_parser::ast::executable::Selection;

use super::{
    document::{Document, InvalidPart},
    graph::Graph,
    limits::{self, DocumentLimits},
    operation_kind::OperationKind,
    request_error::RequestError,
    response::Response,
    validation,
};
use crate::schema::{
    Mutation, Query, Subscription, error::ErrorCode, executor::Operation, federation::SubgraphQuery, login::LOGIN_STEPS,
};

/// Most characters of an operation's name that a response repeats.
const MAX_NAME: usize = 100;

/// A document that was parsed, is within the limits, is valid and has plans.
pub struct PreparedDocument {
    /// Its text.
    pub text: Arc<str>,
    operations: Vec<Arc<Operation>>,
    /// Whether its mutations are steps of the login or the logout, and nothing else.
    has_only_login_mutations: bool,
    /// Its name in logs and metrics, if it is trusted. Names that clients choose are never logged.
    pub name: Option<Arc<str>>,
}

impl PreparedDocument {
    /// Prepares a document that the operator trusts. Its cost is checked here, for the most expensive variables that
    /// it allows, so that no document of a manifest is refused later.
    ///
    /// # Errors
    /// [`RequestError`]: it cannot run.
    pub fn trusted(text: &str) -> Result<Self, RequestError> {
        let limits = DocumentLimits::default();
        let prepared = Self::parse_and_plan(Graph::Public, text, &limits)?;
        for operation in &prepared.operations {
            limits::check_cost(&operation.highest_cost, &limits, None)?;
        }
        Ok(prepared)
    }

    /// Parses, validates and plans a document that a client sent. Its cost is checked with the variables of each request, not
    /// with the highest: routers turn constants into variables, and the highest would refuse what their clients mean.
    ///
    /// # Errors
    /// [`RequestError`]: it cannot run.
    pub fn parse_and_plan(graph: Graph, text: &str, limits: &DocumentLimits) -> Result<Self, RequestError> {
        let document = validation::parse(text, limits)?;
        limits::check_form(&document, limits)?;
        validation::validate(&document, graph)?;
        Self::plan(graph, &document).map_err(|error| RequestError::Invalid(vec![error]))
    }

    /// Plans a document that bluejay finds valid.
    ///
    /// # Errors
    /// It breaks a rule that bluejay misses: two fields of one name, the root of a subscription.
    fn plan(graph: Graph, document: &Document<'_>) -> Result<Self, InvalidPart> {
        let text: Arc<str> = document.text.into();
        let is_member = move |object: &str, union: &str| validation::is_member(graph, object, union);
        let execute = graph.execute_by_async_graphql();
        let plan = match graph {
            Graph::Public => Operation::plan::<Query, Mutation, Subscription>,
            Graph::Subgraph => Operation::plan::<SubgraphQuery, Mutation, Subscription>,
        };
        let planned = |definition| plan(document, &text, definition, &is_member, execute).map(Arc::new);
        let operations = document.operations().iter().map(planned).collect::<Result<_, InvalidPart>>()?;
        Ok(Self { operations, has_only_login_mutations: has_only_login_mutations(document), text, name: None })
    }

    /// The same document, trusted and with a name for logs and metrics.
    pub(in crate::schema) fn named(self, name: Arc<str>) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Whether its operations of a kind are steps of the login or the logout.
    pub fn is_login(&self, kind: OperationKind) -> bool {
        self.has_only_login_mutations && kind == OperationKind::Mutation
    }

    /// The permissions that a tool needs for this document: the kind and the name of each operation. Login and logout need none.
    pub fn kinds_to_permit(&self) -> impl Iterator<Item = (OperationKind, &str)> {
        let all = self.operations.iter();
        let kinds = all.map(|operation| (operation.kind, self.name_of(operation)));
        kinds.filter(|(kind, _)| !self.is_login(*kind))
    }

    /// The name of an operation; of one without, that of the document.
    fn name_of<'a>(&'a self, operation: &'a Operation) -> &'a str {
        operation.name.as_deref().or(self.name.as_deref()).unwrap_or_default()
    }

    /// The most that each of its operations can cost, with the largest values of its variables, and the operation's name: of one
    /// without, that of the document.
    pub fn highest_costs(&self) -> impl Iterator<Item = (u64, &str)> {
        let all = self.operations.iter();
        all.map(|operation| (operation.highest_cost.total(), self.name_of(operation)))
    }

    /// The name of an operation; the first in alphabetical order if there are several.
    pub(super) fn first_name(&self) -> Option<&str> {
        self.operations.iter().filter_map(|operation| operation.name.as_deref()).min()
    }

    /// Its first operation, which is the only one in most documents.
    pub fn first_operation(&self) -> &Arc<Operation> {
        // A text without an operation is not parsed.
        &self.operations[0]
    }

    /// The operation of a request.
    ///
    /// # Errors
    /// The response to a request that does not say which one: it names those that there are.
    pub fn resolve(&self, name: Option<&str>) -> Result<&Arc<Operation>, Response> {
        self.operation(name).ok_or_else(|| {
            let mut known: Vec<_> =
                self.operations.iter().filter_map(|operation| operation.name.as_ref()).map(Name::as_str).collect();
            known.sort_unstable();
            let known = if known.is_empty() { "nenhuma com nome".to_owned() } else { known.join(", ") };
            let what = match name {
                None => "Falta operationName, e o documento tem mais de uma operação".to_owned(),
                Some(name) => {
                    let name: String = name.chars().take(MAX_NAME).collect();
                    format!("O documento não tem a operação {name:?}")
                }
            };
            Response::error(
                ErrorCode::OperationResolutionFailure,
                "operationName não diz qual operação do documento executar.",
            )
            .with_detail(&format!("{what}; há: {known}."))
        })
    }

    /// The operation with a name, or the only one; `None` if the request is ambiguous.
    pub fn operation(&self, name: Option<&str>) -> Option<&Arc<Operation>> {
        match (name, &self.operations[..]) {
            (None, [only]) => Some(only),
            (None, _) => None,
            (Some(name), all) => {
                all.iter().find(|operation| operation.name.as_ref().is_some_and(|known| known == name))
            }
        }
    }
}

/// Whether the mutations of a document are steps of the login or the logout, and nothing else.
fn has_only_login_mutations(document: &Document<'_>) -> bool {
    let is_step = |selection: &Selection<'_>| match selection {
        Selection::Field(field) => LOGIN_STEPS.contains(&field.name().as_str()),
        _ => false,
    };
    document.operations().iter().all(|operation| {
        operation.as_ref().operation_type() != OperationType::Mutation || operation.selection_set().iter().all(is_step)
    })
}
