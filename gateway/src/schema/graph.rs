//! The two graphs: the one that everybody sees, and the one of a federation router, which has two root fields more.

use super::{SCHEMA, executor::ExecuteByEngine, federation, sdl};

/// Which graph a document is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graph {
    /// Of everybody.
    Public,
    /// Of a federation router.
    Subgraph,
}

impl Graph {
    /// The schema as text, with all fields of the graph.
    pub(super) fn sdl(self) -> String {
        match self {
            Self::Public => sdl(),
            Self::Subgraph => federation::sdl(),
        }
    }

    /// Lets async-graphql execute a request.
    pub(super) fn execute_by_engine(self) -> ExecuteByEngine {
        match self {
            Self::Public => |request| Box::pin(SCHEMA.execute(request)),
            Self::Subgraph => |request| Box::pin(federation::SCHEMA.execute(request)),
        }
    }
}
