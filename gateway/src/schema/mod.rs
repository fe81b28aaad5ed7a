//! The graph: one file per domain, put together here.
//!
//! A field is a method (see [`executor`]). Fields of queries read through the context's loaders, those of mutations work
//! with the request; both answer with graph types or [`error::Error`]. They know nothing of HTTP on either side.

pub mod acionamento;
pub mod document_error;
pub mod error;
pub mod executor;
pub mod json;
pub mod limits;
pub mod login;
pub mod menu;
pub mod painel;
pub mod prepared;
pub mod procedimento;
mod public_query;
pub mod recusa;
pub mod response;
pub mod scalars;
pub mod segurado;
pub mod seguradora;
mod text;
pub mod trusted_documents;
mod validation;
mod variables;

use std::sync::{Arc, LazyLock};

use async_graphql::{EmptySubscription, SDLExportOptions, ValidationMode};
use macros::{mutation, object};
use services::calendar::Clock;

use self::limits::{DocumentLimits, INTROSPECTION_DEPTH, INTROSPECTION_FIELDS, MAX_NESTING};
use crate::{
    session::{Session, client_address::ClientAddress},
    telemetry::{Telemetry, request::RequestTelemetry},
    upstream::{self, memory::RequestMemory},
};

/// Everything that can be queried.
#[object]
#[derive(Default)]
pub struct Query(
    menu::MenuQuery,
    segurado::SeguradoQuery,
    seguradora::SeguradoraQuery,
    procedimento::ProcedimentoQuery,
    acionamento::AcionamentoQuery,
    painel::PainelQuery,
);

/// Everything that can be changed.
#[mutation]
#[derive(Default)]
pub struct Mutation(login::LoginMutation, acionamento::save::AcionamentoMutation);

/// async-graphql's side of the graph: it prints the schema and answers introspection.
type Schema = async_graphql::Schema<Query, Mutation, EmptySubscription>;

/// What an executor of documents is made of.
pub struct ExecutorParts {
    /// What it has for all requests.
    pub environment: GraphDependencies,
    /// How much one document may ask for.
    pub limits: DocumentLimits,
    /// Where it is told what happens.
    pub telemetry: Telemetry,
    /// Whether async-graphql executes documents instead of the executor: for tests that compare the two.
    pub is_oracle: bool,
}

/// What the gateway has for all requests.
#[derive(Clone)]
pub struct GraphDependencies {
    /// The services of the login; everything else needs a session.
    pub login: upstream::LoginClient,
    /// What guards them.
    pub guard: login::protection::LoginProtection,
    /// What time it is.
    pub clock: Clock,
}

/// The only schema. What [`limits`] refuses never comes to it; its own limits are the second lock on the same door.
static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::build(Query::default(), Mutation::default(), EmptySubscription)
        .limit_recursive_depth(MAX_NESTING)
        .limit_depth(INTROSPECTION_DEPTH)
        .limit_complexity(INTROSPECTION_FIELDS)
        // Documents are valid when they come to it.
        .validation_mode(ValidationMode::Fast)
        .finish()
});

/// The schema as text.
pub fn sdl() -> String {
    SCHEMA.sdl_with_options(SDLExportOptions::new().include_specified_by().use_space_ident())
}

/// Who sent a request. Every request carries its own.
pub struct Caller {
    address: ClientAddress,
    session: Option<Session>,
    sees_schema: bool,
    telemetry: Arc<RequestTelemetry>,
}

impl Caller {
    /// A caller at an address, with a session or without, and the trail of the request.
    pub fn new(address: ClientAddress, session: Option<Session>, telemetry: Arc<RequestTelemetry>) -> Self {
        Self { address, session, sees_schema: true, telemetry }
    }

    /// What the answer to a caller with a session is counted by.
    pub fn memory(&self) -> Option<&Arc<RequestMemory>> {
        self.session.as_ref().map(|session| session.upstream().memory())
    }

    /// The same, for whom the graph has no schema to look at.
    pub fn without_introspection(self) -> Self {
        Self { sees_schema: false, ..self }
    }
}
