//! The reference execution of the tests: async-graphql executes documents with the same methods, and tests compare the results.
//!
//! It does not run in production.

use std::sync::Arc;

use async_graphql::{OutputType, Request, ServerResult, Value, Variables};
use futures_util::future::join_all;

use super::{
    context::{Context, Resolved},
    run::Operation,
    write_error::WriteError,
};
use crate::schema::{
    engine::{memory_meter::MemoryMeter, response::Response},
    error::ResponseError,
    json,
    request::{Caller, GraphDependencies, OperationRequest},
};

/// Lets async-graphql execute the document of an operation.
pub async fn run(operation: &Operation, request: OperationRequest<'_>, variables: &Variables) -> Response {
    let OperationRequest { caller, dependencies } = request;
    let mut request = Request::new(&*operation.text).variables(variables.clone());
    request.operation_name = operation.name.as_ref().map(ToString::to_string);
    if !caller.sees_schema {
        request = request.disable_introspection();
    }
    let request = request.data(dependencies.clone()).data(Arc::new(caller.clone()));
    let response = (operation.execute_by_async_graphql)(request).await;
    let errors: Vec<_> = response.errors.into_iter().map(ResponseError::from).collect();
    // An error of a field has a path.
    let ran = response.data != Value::Null || errors.iter().any(|error| !error.path.is_empty());
    if !ran {
        return Response::refused(errors);
    }
    let mut to = Response::BEFORE_DATA.to_vec();
    json::value(&response.data, &mut to);
    Response::new(to, MemoryMeter::default(), errors)
}

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
    let context = Context::new(request.caller, request.now());
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
