//! The two graphs: the public one, and the subgraph of a federation router, which has two root fields more.

use crate::schema::{SCHEMA, executor::ExecuteByAsyncGraphql, federation, sdl};

/// Which graph a document is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graph {
    /// Of every caller without a federation key.
    Public,
    /// Of a federation router: with `_service` and `_entities`.
    Subgraph,
}

impl Graph {
    /// The schema as text, with all fields of the graph.
    pub(super) fn sdl(self) -> String {
        match self {
            Self::Public => sdl(),
            Self::Subgraph => federation::validation_sdl(),
        }
    }

    /// Lets async-graphql execute a request.
    pub(super) fn execute_by_async_graphql(self) -> ExecuteByAsyncGraphql {
        match self {
            Self::Public => |request| Box::pin(SCHEMA.execute(request)),
            Self::Subgraph => |request| Box::pin(federation::SCHEMA.execute(request)),
        }
    }
}
