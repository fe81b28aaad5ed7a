//! The code that the macros generate, on an object type of its own.

use async_graphql::{EmptyMutation, EmptySubscription, Schema, Variables};
use chrono::DateTime;
use contract::{procedimento::ListaProcedimento, seguradora::ListaSeguradora};
use macros::object;

use super::{Context, Fields, Object as _, Resolved, WriteError, Writer, condition::Conditions, context::UNDECLARED};
use crate::{
    client_address::ClientAddress,
    schema::{error::Error, request::Caller},
    telemetry::Telemetry,
};

/// An object whose arguments have the names of the generated code's variables: it compiles.
struct Hygiene;

#[object]
impl Hygiene {
    /// The sum of its arguments.
    #[expect(clippy::too_many_arguments, reason = "one for each variable of the generated code")]
    fn sum(
        &self,
        out: i32,
        below: i32,
        run: i32,
        request: i32,
        planner: i32,
        selected: i32,
        field: i32,
        value: i32,
        context: i32,
        ctx: i32,
        argument_out: i32,
        r#type: i32,
    ) -> i32 {
        out + below + run + request + planner + selected + field + value + context + ctx + argument_out + r#type
    }

    /// One.
    #[deprecation("Use `sum`.")]
    fn one(
        &self,
        /// Another number.
        #[deprecation("Leave it out.")]
        other: Option<i32>,
    ) -> i32 {
        other.unwrap_or(1)
    }
}

#[test]
fn a_deprecation_is_printed_with_its_reason() {
    let sdl = Schema::new(Hygiene, EmptyMutation, EmptySubscription).sdl();
    for line in ["Int! @deprecated(reason: \"Use `sum`.\")", "other: Int @deprecated(reason: \"Leave it out.\")"] {
        assert!(sdl.contains(line), "{sdl}");
    }
}

/// An object whose field checks an argument before it loads.
struct Checks;

#[object]
impl Checks {
    #[loads(ListaSeguradora)]
    fn seguradora(&self, context: &Context<'_>) -> Resolved<bool> {
        let code: Result<u8, _> = "x".parse();
        code.map_err(|_| Error::bad_user_input("um código tem dígitos"))?;
        context.load(&ListaSeguradora {}).map(|_| true)
    }
}

#[test]
fn a_field_that_loads_needs_a_session_before_its_method_runs_and_loads_what_it_declares() {
    type Field = <Checks as Fields>::Field;
    let variables = Variables::default();
    let caller = Caller::new(ClientAddress::UNKNOWN, None, Telemetry::default().begin_without_headers());
    let context = Context::new(&caller, DateTime::UNIX_EPOCH);
    let mut out = Writer::new(context, &variables, Conditions::default().evaluate(&variables));
    let written = Checks.write_field(&Field::Seguradora { below: () }, &mut out);
    assert_eq!(written.map_err(WriteError::into_error), Err(Error::unauthenticated()));
    let undeclared = out.context.load_result(&ListaProcedimento {});
    assert_eq!(undeclared.map(drop).map_err(WriteError::into_error), Err(Error::internal(UNDECLARED)));
    let declared = out.context.load_result(&ListaSeguradora {});
    assert_eq!(declared.map(drop).map_err(WriteError::into_error), Err(Error::unauthenticated()));
}
