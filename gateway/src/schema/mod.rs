//! The graph: one file per domain, put together here.
//!
//! Resolvers reach what they need through [`session`], [`loaders`] and [`now`], and answer with
//! graph types or [`error::Error`]. They know nothing of HTTP on either side.

pub mod acionamento;
pub mod document;
pub mod error;
pub mod json;
pub mod limits;
pub mod login;
pub mod menu;
pub mod painel;
pub mod prepared;
pub mod procedimento;
mod query;
pub mod recusa;
mod rows;
pub mod scalars;
pub mod segurado;
pub mod seguradora;
mod selection;
mod text;
pub mod trusted;
mod validation;
mod variables;

use std::sync::Arc;

use async_graphql::{Context, EmptySubscription, MergedObject, SDLExportOptions};
use chrono::{DateTime, NaiveDate, Utc};
use services::calendar::{self, Clock};

use self::{
    error::Error,
    limits::{INTROSPECTION_DEPTH, INTROSPECTION_FIELDS, Limits, MOST_NESTING},
};
use crate::{
    loaders::Loaders,
    session::{Session, address::Address},
    telemetry::{Telemetry, trail::Trail},
    upstream::{self, memory::RequestMemory},
};

/// The schema that requests run on.
pub type Schema = async_graphql::Schema<Query, Mutation, EmptySubscription>;

/// Everything that can be asked.
#[derive(MergedObject, Default)]
pub struct Query(
    menu::MenuQuery,
    segurado::SeguradoQuery,
    seguradora::SeguradoraQuery,
    procedimento::ProcedimentoQuery,
    acionamento::AcionamentoQuery,
    painel::PainelQuery,
);

/// Everything that can be done.
#[derive(MergedObject, Default)]
pub struct Mutation(login::LoginMutation, acionamento::save::AcionamentoMutation);

/// What the schema needs for the life of the process.
pub struct Parts {
    /// The services of the login; everything else needs a session.
    pub login: upstream::Login,
    /// What guards them.
    pub guard: login::guard::Guard,
    /// What time it is.
    pub clock: Clock,
    /// How much one document may ask for.
    pub limits: Limits,
    /// Where it is told what happens.
    pub telemetry: Telemetry,
}

/// The schema as text.
pub fn sdl() -> String {
    builder().finish().sdl_with_options(SDLExportOptions::new().include_specified_by().use_space_ident())
}

type Builder = async_graphql::SchemaBuilder<Query, Mutation, EmptySubscription>;

fn builder() -> Builder {
    async_graphql::Schema::build(Query::default(), Mutation::default(), EmptySubscription)
        .limit_recursive_depth(MOST_NESTING)
}

/// What `limits` refuses never comes to the engine; its own limits are the second lock on the same door.
fn limited(limits: &Limits) -> Builder {
    builder()
        .limit_depth(limits.depth.max(INTROSPECTION_DEPTH))
        .limit_complexity(limits.fields.saturating_add(INTROSPECTION_FIELDS))
        .limit_directives(limits.directives)
}

/// Who sent a request, and what is loaded once for it. Every request carries its own.
pub struct Caller {
    address: Address,
    session: Option<Session>,
    loaders: Option<Loaders>,
    sees_schema: bool,
    trail: Arc<Trail>,
}

impl Caller {
    /// A caller at an address, with a session or without, and the trail of the request.
    pub fn new(address: Address, session: Option<Session>, trail: Arc<Trail>) -> Self {
        let loaders = session.clone().map(Loaders::new);
        Self { address, session, loaders, sees_schema: true, trail }
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

/// The caller's session. The services are reached through it and in no other way.
///
/// # Errors
/// `UNAUTHENTICATED` without a session.
pub fn session<'a>(ctx: &Context<'a>) -> Result<&'a Session, Error> {
    maybe_session(ctx).ok_or_else(Error::unauthenticated)
}

/// The caller's session, if there is one.
pub fn maybe_session<'a>(ctx: &Context<'a>) -> Option<&'a Session> {
    ctx.data_opt::<Caller>().and_then(|caller| caller.session.as_ref())
}

/// Where the caller is.
pub fn address(ctx: &Context<'_>) -> Address {
    ctx.data_opt::<Caller>().map_or(Address::UNKNOWN, |caller| caller.address)
}

/// The trail of this request.
pub fn trail(ctx: &Context<'_>) -> Arc<Trail> {
    ctx.data_opt::<Caller>().map_or_else(Trail::nobodys, |caller| Arc::clone(&caller.trail))
}

/// What is loaded once for this request.
///
/// # Errors
/// `UNAUTHENTICATED` without a session.
pub fn loaders<'a>(ctx: &Context<'a>) -> Result<&'a Loaders, Error> {
    ctx.data_opt::<Caller>().and_then(|caller| caller.loaders.as_ref()).ok_or_else(Error::unauthenticated)
}

/// What time it is.
pub fn now(ctx: &Context<'_>) -> DateTime<Utc> {
    ctx.data_unchecked::<Clock>()()
}

/// The day that it is in São Paulo.
pub fn today(ctx: &Context<'_>) -> NaiveDate {
    calendar::date(now(ctx))
}
