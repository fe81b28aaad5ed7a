//! Runs of plans.

use std::{collections::HashMap, mem};

use async_graphql::{
    Name, Positioned, Variables,
    parser::types::{ExecutableDocument, FragmentDefinition, OperationDefinition, OperationType, VariableDefinition},
};
use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, future::BoxFuture, stream::FuturesUnordered};

use super::{
    Context, Cost, Fields, Halt, Introspection, Mutation as _, Plan, Planner, Request, Writer,
    context::Wanted,
    output::{Answer, FieldError},
    plan::{Content, Prefetch},
    weight, write_object,
};
use crate::{
    loaders::{Arrived, Loaded},
    schema::{Mutation, Query, error::Error, json::Counted, response::Response},
};

/// So many loads that lead to others are few.
const FEW: usize = 8;
/// Bytes that an answer begins with.
const SHORT_ANSWER: usize = 1024;

/// An operation of a document, planned.
pub struct Operation {
    ty: OperationType,
    variable_definitions: Vec<Positioned<VariableDefinition>>,
    root: Root,
    introspection: Option<Introspection>,
    prefetches: Vec<Prefetch>,
    cost: Cost,
    weight: usize,
}

enum Root {
    Query(Plan<<Query as Fields>::Field>),
    Mutation(Plan<<Mutation as Fields>::Field>),
}

impl Operation {
    /// Plans an operation of a document; `None` if it is not valid.
    pub fn new(document: &ExecutableDocument, definition: &OperationDefinition) -> Option<Self> {
        Self::plan(&document.fragments, definition)
            .map(|operation| Self { introspection: Introspection::of(document, definition), ..operation })
    }

    fn plan(
        fragments: &HashMap<Name, Positioned<FragmentDefinition>>,
        definition: &OperationDefinition,
    ) -> Option<Self> {
        let mut planner = Planner::new(fragments);
        let selections = [(&definition.selection_set.node, Vec::new())];
        let root = match definition.ty {
            OperationType::Query => Root::Query(planner.object::<Query>(&selections)),
            OperationType::Mutation => Root::Mutation(planner.object::<Mutation>(&selections)),
            OperationType::Subscription => return None,
        };
        let Planner { mut prefetches, cost, weight, has_unknown_fields, .. } = planner;
        if definition.ty == OperationType::Mutation {
            // Nothing is loaded for a payload before there is one.
            prefetches.clear();
        }
        let (ty, variable_definitions) = (definition.ty, definition.variable_definitions.clone());
        let weight = weight + weight::of_variables(&variable_definitions);
        let operation = Self { ty, variable_definitions, root, introspection: None, prefetches, cost, weight };
        (!has_unknown_fields).then_some(operation)
    }

    /// Whether it is a query or a mutation.
    pub fn ty(&self) -> OperationType {
        self.ty
    }

    /// The definitions of its variables.
    pub fn variable_definitions(&self) -> &[Positioned<VariableDefinition>] {
        &self.variable_definitions
    }

    /// What it costs.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// How much memory the plan takes, in bytes.
    pub fn weight(&self) -> usize {
        size_of::<Self>() + self.weight + self.introspection.as_ref().map_or(0, Introspection::weight)
    }

    /// Runs it. The variables must be of their types.
    pub async fn run(&self, request: Request<'_>, variables: &Variables) -> Response {
        let mut run = Run::new(request, variables);
        if let Some(introspection) = &self.introspection {
            let response = introspection.run(variables, request.caller).await;
            run.answer.errors.extend(response.errors.into_iter().map(|error| FieldError { error, cause: None }));
            run.introspection = Some(response.data);
        }
        let result = match &self.root {
            Root::Query(plan) => {
                run.write_with(&self.prefetches, |out| write_object(&Query::default(), plan, out)).await
            }
            Root::Mutation(plan) => run.mutate(plan).await,
        };
        run.into_response(result)
    }
}

/// A run of an operation.
pub struct Run<'a> {
    /// The request.
    pub request: Request<'a>,
    /// Its variables.
    pub variables: &'a Variables,
    now: DateTime<Utc>,
    answer: Answer,
    introspection: Option<async_graphql::Value>,
    counted: Counted,
}

/// Loads in flight, each with whether its value leads to further ones.
type InFlight<'a> = FuturesUnordered<BoxFuture<'a, (Arrived, bool)>>;

impl<'a> Run<'a> {
    fn new(request: Request<'a>, variables: &'a Variables) -> Self {
        let mut json = Vec::with_capacity(SHORT_ANSWER);
        json.extend_from_slice(Response::BEFORE_DATA);
        let answer = Answer { json, errors: Vec::new() };
        let counted = Counted::by(request.caller.memory());
        Self { request, variables, now: request.now(), answer, introspection: None, counted }
    }

    /// Writes a value: again and again, until nothing that it needs is missing.
    ///
    /// # Errors
    /// The value failed.
    pub async fn write(
        &mut self,
        write: impl Fn(&mut Writer<'_>) -> Result<(), Halt> + Send + Sync,
    ) -> Result<(), Halt> {
        self.write_with(&[], write).await
    }

    /// The same, with what is loaded beside the first calls.
    async fn write_with(
        &mut self,
        prefetches: &[Prefetch],
        write: impl Fn(&mut Writer<'_>) -> Result<(), Halt> + Send + Sync,
    ) -> Result<(), Halt> {
        let (mark, errors) = (self.answer.json.len(), self.answer.errors.len());
        let (mut loaded, mut in_flight) = (Loaded::default(), InFlight::new());
        let (mut leading_on, mut prefetches) = (0, prefetches);
        loop {
            let wanted;
            (loaded, wanted) = match self.pass(loaded, prefetches, &write) {
                Pass::Complete(result) => return result,
                Pass::Pending(loaded, wanted) => (loaded, wanted),
            };
            prefetches = &[];
            self.answer.json.truncate(mark);
            self.answer.errors.truncate(errors);
            let session = self.request.session()?;
            for Wanted { loading, leads_on } in wanted {
                leading_on += usize::from(leads_on);
                let loading = loading.start(session);
                in_flight.push(Box::pin(async move { (loading.await, leads_on) }) as BoxFuture<'_, _>);
            }
            if in_flight.is_empty() {
                return Err(Error::internal("a field is pending and nothing is loaded for it").into());
            }
            // Of few loads that lead to others each has a pass when it arrives, so that a slow one holds up only what needs
            // it. Of many, half have one together, so that there are few passes. The last loads are waited for together.
            let enough = if leading_on <= FEW { 1 } else { leading_on - leading_on / 2 };
            let mut arrived = 0;
            while let Some((answer, leads_on)) = in_flight.next().await {
                loaded.insert(answer);
                arrived += usize::from(leads_on);
                if arrived > 0 && arrived >= enough {
                    break;
                }
            }
            leading_on -= arrived;
        }
    }

    fn pass(
        &mut self,
        loaded: Loaded,
        prefetches: &[Prefetch],
        write: &impl Fn(&mut Writer<'_>) -> Result<(), Halt>,
    ) -> Pass {
        let mut out = Writer {
            context: Context::new(self.request.caller.session.as_ref(), self.now, loaded),
            variables: self.variables,
            answer: mem::take(&mut self.answer),
            introspection: self.introspection.as_ref(),
            counted: &self.counted,
            is_probing: false,
        };
        let result = write(&mut out);
        let is_pending = out.is_probing || matches!(result, Err(Halt::Pending));
        if is_pending && !matches!(result, Err(Halt::Failed(_) | Halt::NoMemory)) {
            prefetches.iter().for_each(|prefetch| prefetch.ask(&out.context, self.variables));
        }
        self.answer = out.answer;
        match result {
            // Nothing that is pending would change it.
            Err(Halt::Failed(_) | Halt::NoMemory) => Pass::Complete(result),
            _ if is_pending => {
                let (loaded, wanted) = out.context.into_parts();
                Pass::Pending(loaded, wanted)
            }
            result => Pass::Complete(result),
        }
    }

    /// Runs the fields of a mutation, one after another, until one that may not be null fails. Each loads anew what it
    /// needs: a save makes stale what was read before it.
    async fn mutate(&mut self, plan: &Plan<<Mutation as Fields>::Field>) -> Result<(), Halt> {
        let start = self.answer.json.len();
        // What was done is answered, however much memory that takes.
        self.counted = Counted::anyway(self.request.caller.memory());
        for slot in plan.slots() {
            if !slot.condition.holds(self.variables) {
                continue;
            }
            self.answer.json.extend_from_slice(slot.before.as_bytes());
            let (mark, errors) = (self.answer.json.len(), self.answer.errors.len());
            let result = match plan.content(slot) {
                Content::Field(field) => Box::pin(Mutation::default().run_field(field, self)).await,
                Content::TypeName => {
                    crate::schema::json::text(Mutation::NAME, &mut self.answer.json);
                    Ok(())
                }
                Content::Introspection | Content::SameAs(_) => Err(Error::internal("no field of a mutation").into()),
            };
            self.answer.end_field(slot, mark, errors, result)?;
        }
        match self.answer.json.get_mut(start) {
            Some(first) => *first = b'{',
            None => self.answer.json.push(b'{'),
        }
        self.answer.json.push(b'}');
        Ok(())
    }

    fn into_response(mut self, result: Result<(), Halt>) -> Response {
        match result {
            Ok(()) => {}
            Err(Halt::Failed(failure)) => self.answer.null_at(Response::BEFORE_DATA.len(), *failure),
            // A pass that is pending is repeated.
            Err(Halt::NoMemory | Halt::Pending) => return Response::no_memory(),
        }
        let errors = self.answer.errors.into_iter().map(|FieldError { mut error, cause }| {
            if let Some(cause) = cause {
                cause.log();
            }
            error.path.reverse();
            error
        });
        Response::new(self.answer.json, self.counted, errors.collect())
    }
}

enum Pass {
    Complete(Result<(), Halt>),
    Pending(Loaded, Vec<Wanted>),
}
