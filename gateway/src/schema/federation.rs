//! The graph as a subgraph of Apollo Federation: `_service` and `_entities`, for a router with the [`RouterSecret`].
//!
//! The types and their keys are those of the graph (`#[key]`); only a router sees that they have keys. No setting of
//! async-graphql could do that: with keys its schema always has `_service`, also without introspection, and its `_entities`
//! drops all objects if one fails.

pub mod cost_directives;
mod router_schema;
mod router_secret;

pub(super) use self::router_schema::{SCHEMA, sdl};
pub use self::{
    router_schema::{RouterQuery, RouterQueryField, subgraph_sdl},
    router_secret::RouterSecret,
};
