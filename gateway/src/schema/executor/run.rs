//! Runs planned operations in passes: a pass that misses loads is repeated when they arrive.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use async_graphql::{Name, Variables};
use bluejay_core::executable::OperationDefinition as _;
use bluejay_parser::ast::executable::OperationDefinition;
use futures_util::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};

use super::{
    condition::Conditions,
    context::Context,
    cost::{Cost, SelectionCost},
    introspection::{self, ExecuteByAsyncGraphql},
    output::{Object, Writer, write_object},
    plan::{Content, Fields, IsMember, Plan, Planner, Prefetch},
    write_error::WriteError,
};
use crate::schema::{
    engine::{
        document::{self, Document, InvalidPart, VariableDefinition, items},
        memory_meter::MemoryMeter,
        operation_kind::OperationKind,
        response::Response,
    },
    error::{Error, ResponseError},
    json,
    request::OperationRequest,
};

/// Up to this many loads in flight get a pass each.
const MAX_LOADS_AWAITED_ONE_BY_ONE: usize = 8;
/// Initial capacity of a response in bytes.
const INITIAL_CAPACITY: usize = 1024;

/// An object whose fields run one after another, each once.
pub trait MutationFields: Fields {
    /// Runs a field and writes its value.
    fn run_field(&self, field: &Self::Field, run: &mut Run<'_>) -> impl Future<Output = Result<(), WriteError>> + Send;
}

/// A planned operation of a document.
pub struct Operation {
    pub(in crate::schema) name: Option<Name>,
    /// Whether it is a query, a mutation or a subscription.
    pub kind: OperationKind,
    /// The text of its document, in which errors have positions.
    pub(in crate::schema) text: Arc<str>,
    /// The definitions of its variables.
    pub(in crate::schema) variables: Vec<VariableDefinition>,
    root: Root,
    /// The operation as async-graphql reads it, if it has introspection fields.
    introspection: Option<String>,
    /// Lets async-graphql execute a request on the schema of its graph.
    pub(super) execute_by_async_graphql: ExecuteByAsyncGraphql,
    conditions: Conditions,
    prefetches: Vec<Prefetch>,
    cost: SelectionCost,
    /// The most that it can cost. Representations are not in it: their number comes with each request.
    pub(in crate::schema) highest_cost: Cost,
}

enum Root {
    /// Of a query or a subscription.
    Write(Box<WriteRoot>),
    /// Of a mutation.
    Run(Box<RunRoot>),
}

/// Writes the planned root fields of a query or a subscription.
type WriteRoot = dyn Fn(&mut Writer<'_>) -> Result<(), WriteError> + Send + Sync;

/// Runs the planned root fields of a mutation.
type RunRoot = dyn for<'a> Fn(&'a mut Run<'_>) -> BoxFuture<'a, Result<(), WriteError>> + Send + Sync;

fn write_root<T: Object + Default>(plan: Plan<T::Field>) -> Box<WriteRoot> {
    Box::new(move |out| write_object(&T::default(), &plan, out))
}

fn run_root<M: MutationFields + Default + Send + Sync>(plan: Plan<M::Field>) -> Box<RunRoot> {
    let plan = Arc::new(plan);
    Box::new(move |run| {
        let plan = Arc::clone(&plan);
        Box::pin(async move { run.mutate::<M>(&plan).await })
    })
}

impl Operation {
    /// Plans an operation of a document, of a schema with these root types. async-graphql executes its introspection.
    ///
    /// # Errors
    /// The document is not valid.
    pub fn plan<Q, M, S>(
        document: &Document<'_>,
        text: &Arc<str>,
        definition: &OperationDefinition<'_>,
        is_member: &IsMember,
        execute_by_async_graphql: ExecuteByAsyncGraphql,
    ) -> Result<Self, InvalidPart>
    where
        Q: Object + Default + 'static,
        M: MutationFields + Default + Send + Sync + 'static,
        S: Object + Default + 'static,
    {
        let fragments = document.fragments();
        let mut planner = Planner::new(document, &fragments, is_member);
        let selections = [(definition.selection_set(), Vec::new())];
        let definition_parts = definition.as_ref();
        let kind = definition_parts.operation_type().into();
        let root = match kind {
            OperationKind::Query => Root::Write(write_root::<Q>(planner.object::<Q>(&selections))),
            OperationKind::Mutation => Root::Run(run_root::<M>(planner.object::<M>(&selections))),
            OperationKind::Subscription => {
                let plan = planner.object::<S>(&selections);
                if let Some(message) = plan.refused_by_subscription() {
                    planner.refuse(message.to_owned(), definition);
                }
                Root::Write(write_root::<S>(plan))
            }
        };
        let Planner { conditions, mut prefetches, cost, introspects, invalid, .. } = planner;
        if let Some(error) = invalid {
            return Err(error);
        }
        if kind == OperationKind::Mutation {
            // A payload loads what it needs after the mutation.
            prefetches.clear();
        }
        let defined = |definition| VariableDefinition::new(definition, text);
        Ok(Self {
            name: definition_parts.name().map(Name::new),
            kind,
            text: Arc::clone(text),
            variables: items(definition_parts.variable_definitions()).map(defined).collect(),
            root,
            introspection: introspects.then(|| introspection::text(document, definition)),
            execute_by_async_graphql,
            conditions,
            prefetches,
            highest_cost: Cost::of(&cost, None),
            cost,
        })
    }

    /// A variable that decides whether a field is included, and is null.
    pub(in crate::schema) fn null_condition(&self, variables: &Variables) -> Option<&VariableDefinition> {
        let name = self.conditions.null_variable(variables)?;
        self.variables.iter().find(|definition| definition.name == *name)
    }

    /// What it costs with these values of the variables.
    pub fn cost(&self, variables: &Variables) -> Cow<'_, Cost> {
        if self.variables.is_empty() {
            Cow::Borrowed(&self.highest_cost)
        } else {
            Cow::Owned(Cost::of(&self.cost, Some(variables)))
        }
    }

    /// Runs it; of a subscription this is one event. The variables must be of their types.
    pub async fn run(&self, request: OperationRequest<'_>, variables: &Variables) -> Response {
        let mut run = self.begin(request, variables);
        if let Some(text) = &self.introspection {
            run.out.introspection =
                Some(introspection::run(text, self.execute_by_async_graphql, variables, request.caller).await);
        }
        let result = match &self.root {
            Root::Write(root) => run.write(&self.prefetches, root).await,
            Root::Run(root) => root(&mut run).await,
        };
        run.into_response(result, &self.text)
    }

    fn begin<'a>(&self, request: OperationRequest<'a>, variables: &'a Variables) -> Run<'a> {
        let context = Context::new(request.caller, request.now());
        let mut out = Writer::new(context, variables, self.conditions.evaluate(variables));
        out.buffer.json.reserve(INITIAL_CAPACITY);
        out.buffer.json.extend_from_slice(Response::BEFORE_DATA);
        out.meter = MemoryMeter::new(request.caller.memory());
        Run { request, out }
    }
}

/// One run of an operation.
pub struct Run<'a> {
    /// The request.
    pub request: OperationRequest<'a>,
    /// Writes its response.
    pub out: Writer<'a>,
}

impl Run<'_> {
    /// Writes a value, in as many passes as its loads need. The prefetches start together with the first loads.
    ///
    /// # Errors
    /// The value failed.
    pub async fn write(
        &mut self,
        mut prefetches: &[Prefetch],
        write: impl Fn(&mut Writer<'_>) -> Result<(), WriteError> + Send + Sync,
    ) -> Result<(), WriteError> {
        let out = &mut self.out;
        let (mark, rows) = (out.buffer.mark(), out.rows);
        let mut in_flight = FuturesUnordered::new();
        loop {
            (out.rows, out.is_collecting_loads) = (rows, false);
            match write(out) {
                Ok(()) if out.is_collecting_loads => {}
                Err(WriteError::Pending) => {}
                // The whole response has failed: what is still loading cannot change that.
                result => return result,
            }
            prefetches.iter().for_each(|prefetch| prefetch.request(&out.context, &out.included));
            prefetches = &[];
            in_flight.extend(out.context.take_wanted());
            if in_flight.is_empty() {
                return Err(Error::internal("a field is pending and nothing is loaded for it").into());
            }
            out.buffer.cut(mark);
            // Few loads: a pass after each arrival, so that a slow load delays only what needs it. Many: one pass when all have
            // arrived.
            if in_flight.len() > MAX_LOADS_AWAITED_ONE_BY_ONE {
                while in_flight.next().await.is_some() {}
            } else {
                in_flight.next().await;
                while let Some(Some(())) = in_flight.next().now_or_never() {}
            }
        }
    }

    /// Runs the fields of a mutation one after another, until a non-null one fails. Each has loads of its own: a write makes
    /// earlier ones stale.
    async fn mutate<M: MutationFields + Default + Send + Sync>(
        &mut self,
        plan: &Plan<M::Field>,
    ) -> Result<(), WriteError> {
        let (start, contents) = (self.out.buffer.json.len(), plan.contents());
        // A mutation that took effect gets its response, whatever memory that takes.
        self.out.meter = MemoryMeter::unlimited(self.request.caller.memory());
        for response_field in &plan.response_fields {
            if !self.out.included.contains(response_field.condition) {
                continue;
            }
            self.out.buffer.json.extend_from_slice(response_field.before.as_bytes());
            let mark = self.out.buffer.mark();
            self.out.context.forget();
            let result = match &contents[response_field.content] {
                Content::Field(field) => Box::pin(M::default().run_field(field, self)).await,
                Content::TypeName => {
                    json::text(M::NAME, &mut self.out.buffer.json);
                    Ok(())
                }
                Content::Introspection => Err(Error::internal("no field of a mutation").into()),
            };
            response_field.end(&mut self.out.buffer, mark, result)?;
        }
        self.out.buffer.close_object(start);
        Ok(())
    }

    fn into_response(self, result: Result<(), WriteError>, text: &str) -> Response {
        let Writer { mut buffer, introspection, meter, rows, .. } = self.out;
        self.request.caller.telemetry.add_rows(rows);
        let failure = match result {
            Ok(()) => None,
            Err(WriteError::Failed(failure)) => Some(*failure),
            Err(WriteError::Pending) => Some(Error::internal("a pass that is pending ended the run").into()),
            Err(WriteError::NoMemory) => return Response::no_memory(),
        };
        if let Some(failure) = failure {
            buffer.null_at(Response::BEFORE_DATA.len(), failure);
        }
        let of_introspection = introspection.map(|response| response.errors).unwrap_or_default();
        let mut errors: Vec<_> = of_introspection.into_iter().map(ResponseError::from).collect();
        // The rows of a list may fail at one field each.
        let mut positions = HashMap::new();
        let mut position = |start| *positions.entry(start).or_insert_with(|| document::position(text, start));
        errors.extend(buffer.errors.into_iter().map(|error| error.into_response_error(&mut position)));
        Response::new(buffer.json, meter, errors)
    }
}
