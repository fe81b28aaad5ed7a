//! The graph as a subgraph of Apollo Federation: `_service` and `_entities`, for a router with the key of GATEWAY_FEDERATION_KEY.
//!
//! The types and their keys are those of the graph (`#[key]`); only a router sees that they have keys. No setting of
//! async-graphql could do that: with keys its schema always has `_service`, also without introspection, and its `_entities`
//! drops all objects if one fails.

pub mod cost_directives;
mod subgraph_schema;

pub(super) use self::subgraph_schema::{SCHEMA, validation_sdl};
pub use self::subgraph_schema::{SubgraphQuery, SubgraphQueryField, composition_sdl};
