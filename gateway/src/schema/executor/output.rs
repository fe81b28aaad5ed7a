//! How values are written to the response.

use std::sync::Arc;

use async_graphql::{PathSegment, Response, Value, Variables};

use super::{
    buffer::ResponseBuffer,
    collect_fields::Selections,
    condition::IncludedConditions,
    context::Context,
    plan::{Content, Fields, Plan, Planner},
    write_error::WriteError,
};
use crate::schema::{engine::memory_meter::MemoryMeter, error::Error, json};

/// Most bytes that are reserved for the rest of a list after its first item.
const MAX_RESERVED: usize = 256 * 1024;
/// What an error takes until the response is complete, in bytes.
const ERROR_BYTES: usize = 2 * 1024;

/// A type that a field can return.
pub trait Output {
    /// The plan of its selection set.
    type Plan: Send + Sync + 'static;
    /// Whether it may be null.
    const NULLABLE: bool = false;

    /// Plans its selection set.
    fn plan(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Self::Plan;

    /// Whether its selection set may load something.
    fn may_load(_: &Self::Plan) -> bool {
        false
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`WriteError`]: it could not be written. The caller cuts off what was written of it.
    fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError>;
}

/// An object whose fields are written in any order, and again after a load.
pub trait Object: Fields {
    /// Writes the value of a field.
    ///
    /// # Errors
    /// Those of [`Output::write`].
    fn write_field(&self, field: &Self::Field, out: &mut Writer<'_>) -> Result<(), WriteError>;
}

/// Writes the response, in one pass or several.
pub struct Writer<'a> {
    /// The context of the fields.
    pub context: Context<'a>,
    /// The variables of the request.
    pub variables: &'a Variables,
    /// The conditions of `@skip` and `@include` that hold.
    pub(super) included: IncludedConditions,
    pub(super) buffer: ResponseBuffer,
    /// The result of the introspection, if there is any.
    pub(super) introspection: Option<Response>,
    pub(super) meter: MemoryMeter,
    /// Whether something is pending: the pass only looks for what else is, and its output is discarded.
    pub(super) is_collecting_loads: bool,
    /// Rows of pages in the response.
    pub rows: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(context: Context<'a>, variables: &'a Variables, included: IncludedConditions) -> Self {
        Self {
            context,
            variables,
            included,
            buffer: ResponseBuffer::default(),
            introspection: None,
            meter: MemoryMeter::default(),
            is_collecting_loads: false,
            rows: 0,
        }
    }

    /// The JSON so far.
    pub(in crate::schema) fn json(&mut self) -> &mut Vec<u8> {
        &mut self.buffer.json
    }

    /// Writes null.
    pub(super) fn null(&mut self) {
        self.buffer.json.extend_from_slice(b"null");
    }
}

/// Writes an object.
///
/// # Errors
/// Those of [`Output::write`], but never [`WriteError::Pending`]: the writer then only collects loads.
pub fn write_object<T: Object>(object: &T, plan: &Plan<T::Field>, out: &mut Writer<'_>) -> Result<(), WriteError> {
    let (start, contents) = (out.buffer.json.len(), plan.contents());
    for response_field in &plan.response_fields {
        if (out.is_collecting_loads && !response_field.may_load) || !out.included.contains(response_field.condition) {
            continue;
        }
        out.buffer.json.extend_from_slice(response_field.before.as_bytes());
        let mark = out.buffer.mark();
        let result = match &contents[response_field.content] {
            Content::Field(field) => object.write_field(field, out),
            Content::TypeName => {
                json::text(T::NAME, &mut out.buffer.json);
                Ok(())
            }
            Content::Introspection => {
                write_introspection(&response_field.response_name, out);
                Ok(())
            }
        };
        match response_field.end(&mut out.buffer, mark, result) {
            Err(WriteError::Pending) => out.is_collecting_loads = true,
            result => result?,
        }
    }
    out.buffer.close_object(start);
    Ok(())
}

fn write_introspection(response_name: &str, out: &mut Writer<'_>) {
    let value = match out.introspection.as_ref().map(|response| &response.data) {
        Some(Value::Object(fields)) => fields.get(response_name),
        _ => None,
    };
    json::value(value.unwrap_or(&Value::Null), &mut out.buffer.json);
}

/// Writes a list of what `write` makes of each item.
///
/// # Errors
/// Those of [`Output::write`], but never [`WriteError::Pending`].
#[inline]
pub(super) fn write_items<T>(
    items: &[T],
    nullable: bool,
    out: &mut Writer<'_>,
    write: impl Fn(&T, &mut Writer<'_>) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let mut others = items.len().checked_sub(1);
    out.buffer.json.push(b'[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.buffer.json.push(b',');
        }
        let mark = out.buffer.mark();
        let result = write(item, out);
        match out.buffer.end(mark, nullable, || PathSegment::Index(at), result) {
            Err(WriteError::Pending) => out.is_collecting_loads = true,
            result => result?,
        }
        let length = out.buffer.json.len() + out.buffer.errors.len() * ERROR_BYTES;
        out.meter.allows(length).ok_or(WriteError::NoMemory)?;
        if let Some(others) = others.take() {
            // The other items are about as long as the first one. With a margin: to grow the buffer is to copy it.
            let of_each = out.buffer.json.len() - mark.json;
            let more = MAX_RESERVED.min(others * (of_each + of_each / 8));
            out.buffer.json.reserve(more);
        }
    }
    out.buffer.json.push(b']');
    Ok(())
}

/// Types without a selection set.
macro_rules! leaf_outputs {
    ($($type:ty: |$value:ident, $to:ident| $write:expr;)*) => {
        const _: () = {
            use $crate::schema::executor::{Output, Planner, Selections, WriteError, Writer};

            $(impl Output for $type {
                type Plan = ();

                fn plan(_: &mut Planner<'_>, _: &Selections<'_>) {}

                #[inline]
                fn write(&self, (): &(), out: &mut Writer<'_>) -> Result<(), WriteError> {
                    let ($value, $to) = (self, out.json());
                    $write;
                    Ok(())
                }
            })*
        };
    };
}

pub(in crate::schema) use leaf_outputs;

leaf_outputs! {
    str: |value, to| json::text(value, to);
    String: |value, to| json::text(value, to);
    i32: |value, to| json::value(value, to);
    bool: |value, to| json::value(value, to);
}

/// The plan of a wrapper is that of the value inside.
macro_rules! planned_as {
    ($inner:ident) => {
        type Plan = $inner::Plan;

        fn plan(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Self::Plan {
            $inner::plan(planner, selections)
        }

        fn may_load(plan: &Self::Plan) -> bool {
            $inner::may_load(plan)
        }
    };
}

/// Wrappers that are written as the value inside.
macro_rules! pointers {
    ($($type:ty),*) => {$(
        impl<T: Output + ?Sized> Output for $type {
            const NULLABLE: bool = T::NULLABLE;
            planned_as!(T);

            #[inline]
            fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError> {
                T::write(self, plan, out)
            }
        }
    )*};
}

pointers!(&T, Arc<T>);

impl<T: Output> Output for Option<T> {
    const NULLABLE: bool = true;
    planned_as!(T);

    #[inline]
    fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError> {
        match self {
            Some(value) => value.write(plan, out),
            None => {
                out.null();
                Ok(())
            }
        }
    }
}

impl<T: Output> Output for Result<T, Error> {
    const NULLABLE: bool = T::NULLABLE;
    planned_as!(T);

    #[inline]
    fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError> {
        match self {
            Ok(value) => value.write(plan, out),
            Err(error) => Err(error.clone().into()),
        }
    }
}

impl<T: Output> Output for Vec<T> {
    planned_as!(T);

    fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError> {
        if out.is_collecting_loads && !T::may_load(plan) {
            return Ok(());
        }
        write_items(self, T::NULLABLE, out, |item, out| item.write(plan, out))
    }
}
