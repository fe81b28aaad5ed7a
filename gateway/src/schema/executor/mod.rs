//! The executor: a document becomes a plan once, and each request runs the plan.
//!
//! - **A field is one synchronous method** ([`macro@macros::object`]). It reads what is there. Where it needs something that is
//!   not loaded yet, it returns [`Unresolved::Pending`], and is called again when it is. So methods have no side effects.
//! - **Plan** ([`Plan`]): fragments and repeated fields merged, names of the answer written as JSON, constant arguments
//!   parsed, `@skip` and `@include` as conditions on variables. Its cost is known without running it ([`Cost`]).
//! - **Run** ([`Run`]): a pass writes the answer from the root into one buffer. At the first pending field it goes on only
//!   to find what else has to be loaded; all of that is started together, and then the next pass begins.
//! - **Errors** unwind to the nearest field that may be null.
//!
//! async-graphql parses, prints the schema and answers introspection. It can execute documents itself, from the same
//! methods: [`oracle`] is what the tests compare with.

mod argument;
mod condition;
mod context;
mod cost;
mod introspection;
pub mod oracle;
mod output;
mod plan;
mod run;
mod weight;

use self::introspection::Introspection;
pub use self::{
    argument::Argument,
    context::{Context, Request, Resolved, Unresolved},
    cost::{Cost, FieldCost},
    output::{Fields, Halt, Mutation, Object, Output, Writer, write_list, write_object},
    plan::{Plan, PlannedField, Planner, Selected, Selections},
    run::{Operation, Run},
};
