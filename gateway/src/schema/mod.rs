//! The GraphQL schema: one file per domain, merged here. No other file below `schema` knows all domains
//! (`federation.rs` lists the types with keys).
//!
//! A field is a method (see [`executor`]). Fields of queries read through the loaders of their context, mutations through
//! their request. Both return types of the schema or [`error::Error`], and know nothing of HTTP.

pub mod acionamento;
pub mod engine;
pub mod error;
pub mod executor;
pub mod federation;
pub mod json;
pub mod login;
pub mod mcp_tools;
pub mod menu;
pub mod painel;
mod plain_text;
pub mod procedimento;
pub mod recusa;
pub mod request;
pub mod scalars;
pub mod search;
pub mod segurado;
pub mod seguradora;
pub mod subscriptions;
mod text;

use std::{borrow::Cow, pin::Pin, sync::LazyLock};

use async_graphql::{
    Context, ObjectType, OutputType, Response as AsyncGraphqlResponse, SDLExportOptions, SubscriptionType,
    ValidationMode, registry::Registry,
};
use futures_util::stream::Stream;
use macros::{mutation, object};

/// The root fields of queries.
#[object]
#[derive(Default)]
pub struct Query(
    menu::MenuQuery,
    segurado::SeguradoQuery,
    seguradora::SeguradoraQuery,
    procedimento::ProcedimentoQuery,
    acionamento::query::AcionamentoQuery,
    painel::PainelQuery,
);

/// The root fields of mutations.
#[mutation]
#[derive(Default)]
pub struct Mutation(login::LoginMutation, acionamento::save::AcionamentoMutation);

/// The root fields of subscriptions. Each is a field of queries. An event is the response to that query: at once, and whenever a
/// selected field changes.
#[object]
#[derive(Default)]
pub struct Subscription(painel::PainelQuery, acionamento::subscription::AcionamentoSubscription);

/// async-graphql only describes subscriptions; the executor runs them.
impl SubscriptionType for Subscription {
    fn type_name() -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        <Self as OutputType>::create_type_info(registry)
    }

    fn create_field_stream<'a>(
        &'a self,
        _: &'a Context<'_>,
    ) -> Option<Pin<Box<dyn Stream<Item = AsyncGraphqlResponse> + Send + 'a>>> {
        None
    }
}

/// A schema as async-graphql knows it: it prints the SDL and executes introspection.
type Schema<Q> = async_graphql::Schema<Q, Mutation, Subscription>;

/// The public schema. Documents that reach it are within [`limits`].
static SCHEMA: LazyLock<Schema<Query>> = LazyLock::new(schema);

/// A schema with these root fields of queries.
fn schema<Q: ObjectType + Default + 'static>() -> Schema<Q> {
    Schema::build(Q::default(), Mutation::default(), Subscription::default())
        // Documents are valid already.
        .validation_mode(ValidationMode::Fast)
        .finish()
}

/// The schema as text.
pub fn sdl() -> String {
    SCHEMA.sdl_with_options(SDLExportOptions::new().include_specified_by().use_space_ident())
}
