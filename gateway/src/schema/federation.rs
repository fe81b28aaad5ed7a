//! The graph as a subgraph of Apollo Federation: `_service` and `_entities`, for a router with the [`FederationKey`].
//!
//! The types and their keys are those of the graph (`#[key]`); nobody but a router sees that they have keys. No setting of
//! async-graphql could do that: with keys its schema always has `_service`, also without introspection, and its `_entities`
//! drops all objects if one fails.

mod key;
mod router_schema;

pub(super) use self::router_schema::{SCHEMA, sdl};
pub use self::{
    key::FederationKey,
    router_schema::{RouterQuery, RouterQueryField, subgraph_sdl},
};
