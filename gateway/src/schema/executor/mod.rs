//! The executor: a document is planned once ([`Plan`]), and each request runs the plan ([`Run`]): see ARCHITECTURE.md.
//!
//! A field is one synchronous method ([`macro@macros::object`]), which is called again when a load that it needs has arrived: it
//! has no side effects. No file here knows a domain: the root types are parameters of [`Operation::plan`].

mod argument;
mod buffer;
mod collect_fields;
mod condition;
mod context;
mod cost;
mod entities;
mod introspection;
mod output;
mod plan;
pub mod reference_execution;
mod run;
mod size;
#[cfg(test)]
mod tests;
mod write_error;

pub use self::{
    argument::Argument,
    collect_fields::{Selected, Selections},
    context::{Context, Resolved},
    cost::{Cost, FieldCost, Multiplicity},
    entities::{Entities, Entity, EntityType, resolve_entity},
    introspection::ExecuteByAsyncGraphql,
    output::{Object, Output, Writer, write_object},
    plan::{Fields, IsMember, Plan, PlannedField, Planner},
    run::{MutationFields, Operation, Run},
    size::Size,
    write_error::WriteError,
};
pub(in crate::schema) use self::{collect_fields::Collected, output::leaf_outputs};
