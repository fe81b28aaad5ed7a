//! The code that the macros generate, run on an object type of its own.

use async_graphql::{EmptyMutation, EmptySubscription, Schema, Variables};
use chrono::DateTime;
use macros::object;

use super::{
    argument::Arguments,
    buffer::ResponseBuffer,
    context::Context,
    output::{Writer, write_object},
    plan::Planner,
};
use crate::{
    loaders::Loaded,
    schema::{memory_meter::MemoryMeter, validation},
};

/// An object whose arguments have the names of the generated code's variables.
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

#[test]
fn arguments_may_have_the_names_of_generated_variables() {
    let names = [
        "out",
        "below",
        "run",
        "request",
        "planner",
        "selected",
        "field",
        "value",
        "context",
        "ctx",
        "argumentOut",
        "type",
    ];
    // Each has a digit of its own in the sum.
    let arguments: Vec<_> = names.iter().zip(1..).map(|(name, at)| format!("{name}: {}", 1 << at)).collect();
    let text = format!("query($n: Int) {{ sum({}) }}", arguments.join(", ").replace("out: 2", "out: $n"));
    let document = validation::parse(&text).ok().unwrap();
    let fragments = document.fragments();
    let mut planner = Planner::new(&document, &fragments, |_, _| false);
    let plan = planner.object::<Hygiene>(&[(document.operations()[0].selection_set(), Vec::new())]);
    assert_eq!(planner.invalid, None);
    let variables = Variables::from_json(serde_json::json!({ "n": 2 }));
    let arguments = Arguments::new(&variables, planner.arguments);
    let (included, meter) = (planner.conditions.evaluate(&variables), MemoryMeter::default());
    let mut out = Writer {
        context: Context::new(None, DateTime::UNIX_EPOCH, Loaded::default()),
        arguments: &arguments,
        included: &included,
        buffer: ResponseBuffer::default(),
        introspection: None,
        meter: &meter,
        is_probing: false,
        rows: 0,
    };
    assert!(write_object(&Hygiene, &plan, &mut out).is_ok());
    assert_eq!(String::from_utf8(out.buffer.json).unwrap(), format!("{{\"sum\":{}}}", (1 << 13) - 2));
}
