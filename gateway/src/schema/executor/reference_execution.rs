//! The reference execution of the tests: async-graphql executes documents with the same methods, and tests compare the results.
//!
//! It does not run in production.

use std::sync::Arc;

use async_graphql::{OutputType, ServerResult, Value};
use futures_util::future::join_all;

use super::{
    context::{Context, Resolved},
    write_error::WriteError,
};
use crate::schema::request::{Caller, GraphDependencies, OperationRequest};

/// The request of an execution.
pub fn request<'a>(ctx: &async_graphql::Context<'a>) -> OperationRequest<'a> {
    OperationRequest {
        caller: ctx.data_unchecked::<Arc<Caller>>(),
        dependencies: ctx.data_unchecked::<GraphDependencies>(),
    }
}

/// Resolves a field: calls its method until no load is missing.
///
/// # Errors
/// Its error, if it may not be null.
pub async fn resolve<T: OutputType + Send>(
    ctx: &async_graphql::Context<'_>,
    nullable: bool,
    get: impl Fn(&Context<'_>) -> Resolved<T> + Send + Sync,
) -> ServerResult<Option<Value>> {
    let request = request(ctx);
    // async-graphql resolves fields concurrently, so each has loads of its own.
    let context = Context::new(request.caller.session.as_ref(), request.now());
    let value = loop {
        let value = get(&context);
        if !matches!(value, Err(WriteError::Pending)) {
            break value;
        }
        let loads = context.take_wanted();
        join_all(loads).await;
    };
    resolve_once(ctx, nullable, value).await
}

/// Resolves the value of a field whose method has run.
///
/// # Errors
/// Its error, if it may not be null.
pub async fn resolve_once<T: OutputType + Send>(
    ctx: &async_graphql::Context<'_>,
    nullable: bool,
    value: Result<T, impl Into<WriteError>>,
) -> ServerResult<Option<Value>> {
    match value {
        Ok(value) => {
            let below = ctx.with_selection_set(&ctx.item.node.selection_set);
            // Boxed: the futures would otherwise nest as deep as the document.
            Box::pin(OutputType::resolve(&value, &below, ctx.item)).await.map(Some)
        }
        Err(error) => {
            let error = async_graphql::Error::from(error.into().into_error()).into_server_error(ctx.item.pos);
            let error = ctx.set_error_path(error);
            if !nullable {
                return Err(error);
            }
            ctx.add_error(error);
            Ok(Some(Value::Null))
        }
    }
}
