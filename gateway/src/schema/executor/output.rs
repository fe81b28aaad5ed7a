//! Values as they are written to the answer.

use std::{borrow::Cow, sync::Arc};

use async_graphql::{PathSegment, Pos, ServerError, Value, Variables, resolver_utils::EnumType};

use super::{
    Context, Plan, PlannedField, Planner, Selected, Selections, Unresolved,
    plan::{Content, Slot},
};
use crate::schema::{
    error::{Cause, Error, engine},
    json::{self, Counted},
    recusa::CodigoDaRecusa,
    scalars::{CpfCnpjText, Date, DateTime, Decimal, IdText},
};

/// Most bytes that are reserved for a list after its first item.
const MOST_RESERVED: usize = 256 * 1024;

/// What a field's value can be.
pub trait Output {
    /// What is selected below it.
    type Plan: Send + Sync + 'static;
    /// Whether it may be null.
    const NULLABLE: bool = false;
    /// Whether it is a list.
    const IS_LIST: bool = false;

    /// Plans what is selected below it.
    fn plan(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Self::Plan;

    /// Whether something below it may have to be loaded.
    fn loads(_: &Self::Plan) -> bool {
        false
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`Halt`] says why it could not be written; what was written of it is cut off by the caller.
    fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), Halt>;
}

/// The fields of an object type.
pub trait Fields {
    /// The name of the type.
    const NAME: &'static str;
    /// One of the fields, in a plan.
    type Field: Send + Sync + 'static;

    /// Plans a field; `None` if the type has no such field.
    fn plan_field(planner: &mut Planner<'_>, selected: &Selected<'_>) -> Option<PlannedField<Self::Field>>;
}

/// An object whose fields are written in any order, and again after something has been loaded.
pub trait Object: Fields {
    /// Writes the value of a field.
    ///
    /// # Errors
    /// Those of [`Output::write`].
    fn write_field(&self, field: &Self::Field, out: &mut Writer<'_>) -> Result<(), Halt>;
}

/// An object whose fields run one after another, each once.
pub trait Mutation: Fields {
    /// Runs a field and writes its value.
    fn run_field(&self, field: &Self::Field, run: &mut super::Run<'_>)
    -> impl Future<Output = Result<(), Halt>> + Send;
}

/// Why a value was not written.
pub enum Halt {
    /// Something has to be loaded first.
    Pending,
    /// It failed.
    Failed(Box<Failure>),
    /// The memory budget has no room for the answer.
    NoMemory,
}

/// An error on its way to the nearest field that may be null.
pub struct Failure {
    error: FieldError,
    /// Whether an argument is wrong. Then the field's object fails, as async-graphql has it.
    of_argument: bool,
}

/// An error of a field. Its path is from the inside out until the answer is complete.
pub(super) struct FieldError {
    pub(super) error: ServerError,
    /// For the log, when the answer is complete: a pass may be repeated.
    pub(super) cause: Option<Cause>,
}

impl Halt {
    /// An argument has a value that its type does not take.
    #[cold]
    pub(super) fn argument(mut error: ServerError) -> Self {
        engine::describe_argument_error(&mut error);
        Self::Failed(Box::new(Failure { error: FieldError { error, cause: None }, of_argument: true }))
    }
}

impl From<Error> for Halt {
    #[cold]
    fn from(error: Error) -> Self {
        let cause = error.cause();
        let mut error = async_graphql::Error::from(error).into_server_error(Pos::default());
        error.locations.clear();
        Self::Failed(Box::new(Failure { error: FieldError { error, cause }, of_argument: false }))
    }
}

impl From<Unresolved> for Halt {
    fn from(unresolved: Unresolved) -> Self {
        match unresolved {
            Unresolved::Pending => Self::Pending,
            Unresolved::Failed(error) => error.into(),
        }
    }
}

/// Writes an answer, in one pass.
pub struct Writer<'a> {
    /// What fields may know.
    pub context: Context<'a>,
    /// The variables of the request.
    pub variables: &'a Variables,
    pub(super) answer: Answer,
    /// What async-graphql answered to the introspection, if there is any.
    pub(super) introspection: Option<&'a Value>,
    pub(super) counted: &'a Counted,
    /// Whether something is pending: what is written is thrown away, and only what else is pending is looked for.
    pub(super) is_probing: bool,
}

/// What has been written.
#[derive(Default)]
pub(super) struct Answer {
    pub(super) json: Vec<u8>,
    pub(super) errors: Vec<FieldError>,
}

impl Answer {
    /// Puts null where a value failed, of which some was written since `mark`.
    #[cold]
    pub(super) fn null_at(&mut self, mark: usize, failure: Failure) {
        self.json.truncate(mark);
        self.json.extend_from_slice(b"null");
        self.errors.push(failure.error);
    }

    /// Says where errors are.
    #[cold]
    fn add_to_paths(&mut self, since: usize, segment: &PathSegment) {
        for FieldError { error, .. } in &mut self.errors[since..] {
            error.path.push(segment.clone());
        }
    }

    /// Ends a field that was written since `mark`, and of which errors are known since `errors`.
    pub(super) fn end_field<F>(
        &mut self,
        slot: &Slot<F>,
        mark: usize,
        errors: usize,
        result: Result<(), Halt>,
    ) -> Result<(), Halt> {
        if self.errors.len() > errors {
            self.add_to_paths(errors, &PathSegment::Field(slot.key.to_string()));
        }
        let Err(Halt::Failed(mut failure)) = result else { return result };
        let error = &mut failure.error.error;
        error.path.push(PathSegment::Field(slot.key.to_string()));
        if error.locations.is_empty() {
            error.locations.push(slot.position);
        }
        if failure.of_argument {
            let here =
                |at: &Pos| slot.argument_positions.iter().find(|(planned, _)| planned == at).map(|(_, here)| *here);
            error.locations.iter_mut().for_each(|at| *at = here(at).unwrap_or(*at));
        }
        if !slot.nullable || failure.of_argument {
            failure.of_argument = false;
            return Err(Halt::Failed(failure));
        }
        self.null_at(mark, *failure);
        Ok(())
    }

    /// Ends an item of a list likewise.
    fn end_item(
        &mut self,
        at: usize,
        nullable: bool,
        mark: usize,
        errors: usize,
        result: Result<(), Halt>,
    ) -> Result<(), Halt> {
        if self.errors.len() > errors {
            self.add_to_paths(errors, &PathSegment::Index(at));
        }
        let Err(Halt::Failed(mut failure)) = result else { return result };
        failure.error.error.path.push(PathSegment::Index(at));
        if !nullable {
            return Err(Halt::Failed(failure));
        }
        self.null_at(mark, *failure);
        Ok(())
    }
}

/// Writes an object.
///
/// # Errors
/// Those of [`Output::write`], but never [`Halt::Pending`]: the writer remembers that something is.
pub fn write_object<T: Object>(object: &T, plan: &Plan<T::Field>, out: &mut Writer<'_>) -> Result<(), Halt> {
    let start = out.answer.json.len();
    for slot in plan.slots() {
        if (out.is_probing && !slot.loads) || !slot.condition.holds(out.variables) {
            continue;
        }
        out.answer.json.extend_from_slice(slot.before.as_bytes());
        let (mark, errors) = (out.answer.json.len(), out.answer.errors.len());
        if slot.loads {
            out.context.set_loads_below(slot.loads_below);
        }
        let result = match plan.content(slot) {
            Content::Field(field) => object.write_field(field, out),
            Content::TypeName => {
                json::text(T::NAME, &mut out.answer.json);
                Ok(())
            }
            Content::Introspection => {
                write_introspection(&slot.key, out);
                Ok(())
            }
            // A plan never refers to such a slot.
            Content::SameAs(_) => Err(Error::internal("a field without a content").into()),
        };
        match out.answer.end_field(slot, mark, errors, result) {
            Err(Halt::Pending) => out.is_probing = true,
            result => result?,
        }
    }
    match out.answer.json.get_mut(start) {
        Some(first) => *first = b'{',
        // None of its fields is included.
        None => out.answer.json.push(b'{'),
    }
    out.answer.json.push(b'}');
    Ok(())
}

fn write_introspection(key: &str, out: &mut Writer<'_>) {
    let value = match out.introspection {
        Some(Value::Object(fields)) => fields.get(key),
        _ => None,
    };
    json::value(value.unwrap_or(&Value::Null), &mut out.answer.json);
}

/// Writes a list.
///
/// # Errors
/// Those of [`Output::write`], but never [`Halt::Pending`].
pub fn write_list<T: Output>(
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    plan: &T::Plan,
    out: &mut Writer<'_>,
) -> Result<(), Halt> {
    if out.is_probing && !T::loads(plan) {
        return Ok(());
    }
    let items = items.into_iter();
    let mut others = items.len().checked_sub(1);
    out.answer.json.push(b'[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.answer.json.push(b',');
        }
        let (mark, errors) = (out.answer.json.len(), out.answer.errors.len());
        let result = item.write(plan, out);
        match out.answer.end_item(at, T::NULLABLE, mark, errors, result) {
            Err(Halt::Pending) => out.is_probing = true,
            result => result?,
        }
        out.counted.allows(out.answer.json.len()).ok_or(Halt::NoMemory)?;
        if let Some(others) = others.take() {
            // Each of the others is about as long as the first one.
            let more = MOST_RESERVED.min(others * (out.answer.json.len() - mark));
            out.answer.json.reserve(more);
        }
    }
    out.answer.json.push(b']');
    Ok(())
}

/// Values with nothing below them.
macro_rules! leaves {
    ($($type:ty: |$value:ident, $to:ident| $write:expr;)*) => {$(
        impl Output for $type {
            type Plan = ();

            fn plan(_: &mut Planner<'_>, _: &Selections<'_>) {}

            #[inline]
            fn write(&self, (): &(), out: &mut Writer<'_>) -> Result<(), Halt> {
                let ($value, $to) = (self, &mut out.answer.json);
                $write;
                Ok(())
            }
        }
    )*};
}

leaves! {
    str: |value, to| json::text(value, to);
    String: |value, to| json::text(value, to);
    Cow<'_, str>: |value, to| json::text(value, to);
    IdText<'_>: |value, to| json::text(value.0, to);
    CpfCnpjText<'_>: |value, to| json::text(&value.0, to);
    Date: |value, to| (*value).write_json(to);
    DateTime: |value, to| (*value).write_json(to);
    Decimal: |value, to| (*value).write_json(to);
    CodigoDaRecusa: |value, to| json::text(name_of_value(*value), to);
    i32: |value, to| json::plain(value, to);
    bool: |value, to| json::plain(value, to);
}

/// The name of a value of an enum.
fn name_of_value<T: EnumType>(value: T) -> &'static str {
    T::items().iter().find(|item| item.value == value).map_or("", |item| item.name)
}

/// The plan of a value that holds others is theirs.
macro_rules! planned_as {
    ($inner:ident) => {
        type Plan = $inner::Plan;

        fn plan(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Self::Plan {
            $inner::plan(planner, selections)
        }

        fn loads(plan: &Self::Plan) -> bool {
            $inner::loads(plan)
        }
    };
}

/// Values that are written as what they hold.
macro_rules! pointers {
    ($($type:ty),*) => {$(
        impl<T: Output + ?Sized> Output for $type {
            const NULLABLE: bool = T::NULLABLE;
            const IS_LIST: bool = T::IS_LIST;
            planned_as!(T);

            #[inline]
            fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), Halt> {
                T::write(self, plan, out)
            }
        }
    )*};
}

pointers!(&T, Arc<T>);

impl<T: Output> Output for Option<T> {
    const NULLABLE: bool = true;
    const IS_LIST: bool = T::IS_LIST;
    planned_as!(T);

    #[inline]
    fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), Halt> {
        match self {
            Some(value) => value.write(plan, out),
            None => {
                out.answer.json.extend_from_slice(b"null");
                Ok(())
            }
        }
    }
}

/// Lists that are there as a whole.
macro_rules! lists {
    ($($type:ty),*) => {$(
        impl<T: Output> Output for $type {
            const IS_LIST: bool = true;
            planned_as!(T);

            fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), Halt> {
                write_list(self.iter(), plan, out)
            }
        }
    )*};
}

lists!([T], Vec<T>);
