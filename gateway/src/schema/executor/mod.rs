//! The executor: a document is planned once, and each request runs the plan.
//!
//! - **A field is one synchronous method** ([`macro@macros::object`]). Where it needs a value that is not loaded yet, it returns
//!   [`WriteError::Pending`], and is called again when the load has arrived. So methods have no side effects.
//! - **Plan** ([`Plan`]): fragments and repeated fields are merged, the JSON of names is written, constant arguments are
//!   parsed, `@skip` and `@include` become conditions on variables. Its cost is known without running it, by the values of the
//!   variables.
//! - **Run** ([`Run`]): a pass writes the response into one buffer. From the first pending field on it only looks for other
//!   loads. All of them start together, and then the next pass begins.
//! - **Errors** unwind to the nearest nullable field.
//!
//! async-graphql prints the schema and executes introspection. It can also execute the same methods: [`oracle`] is what the
//! tests compare with.
//!
//! No file here knows a domain: the root types are parameters of [`Operation::plan`].

mod argument;
mod buffer;
mod collect_fields;
mod condition;
mod context;
mod cost;
mod entities;
mod introspection;
pub mod oracle;
mod output;
mod plan;
mod request;
mod run;
mod size;
#[cfg(test)]
mod tests;
mod write_error;

pub use self::{
    argument::{Argument, Arguments},
    collect_fields::{Selected, Selections},
    context::{Context, Resolved},
    cost::{Cost, FieldCost, Selects},
    entities::{Entities, Entity, EntityType, resolve_entity},
    introspection::ExecuteByEngine,
    output::{Object, Output, Writer, write_list, write_object},
    plan::{Fields, IsMember, Plan, PlannedField, Planner},
    request::Request,
    run::{MutationFields, Operation, Run},
    size::Size,
    write_error::WriteError,
};
pub(in crate::schema) use self::{collect_fields::Collected, output::leaf_outputs};
