//! Lists that answer as one, and objects that do.
//!
//! The engine gives each field of each row a future and a value of its own; for a page of rows that is most of what an
//! answer costs. A list of [`Rows`] looks at what is asked of its rows once, loads what they need in one step, and writes
//! them straight down. A [`Single`] is the same for one, and a query all of whose fields answer as one is one itself, which
//! does not come to the engine any more ([`of_query`]).
//!
//! The resolvers stay the one definition of the graph, and the engine the judge of everything unusual: a field that has
//! no [`Column`] here, a service that fails, a number out of range, and the list resolves as any other does. What was
//! loaded meanwhile is not asked for again. So a column says only what its resolver says where nothing goes wrong; the
//! test `rows` compares the two on documents that nobody thought of.

mod engine;
mod needs;

use std::{
    borrow::{Borrow, Cow},
    collections::HashMap,
    slice,
};

use async_graphql::{
    ContextSelectionSet, InputType, Name, OutputType, Positioned, ServerResult, Value, Variables,
    parser::types::{
        Directive, ExecutableDocument, Field, FragmentDefinition, OperationDefinition, Selection, SelectionSet,
    },
    registry::Registry,
};

use self::needs::Needs;
pub(super) use self::needs::{Loaded, Segurados};
use super::{Caller, Query, json};

/// Hardly any row takes more bytes than this.
const LONG_ROW: usize = 1024;
/// Most bytes that room is made for ahead of what is written.
const MOST_AHEAD: usize = 256 * 1024;

/// A list whose members answer as one where they can.
pub(super) struct Rows<T>(pub(super) Vec<T>);

/// A row that stands alone.
pub(super) struct Single<T>(pub(super) T);

/// What answers as one.
pub(super) trait Row: OutputType + Sized + 'static {
    /// Their type in the graph.
    const TYPE: &'static str;

    /// How one of their fields is written; `None` where that is for the engine.
    fn column<'a>(walk: &mut Walk<'a>, field: &Selected<'a>) -> Option<Column<Self>>;

    /// The tax id of the insured that it names.
    fn insured(&self) -> Option<&str> {
        None
    }

    /// Bytes of its texts, about, where they may be many.
    fn length(&self) -> usize {
        0
    }

    /// Whether it names a pet of that insured.
    fn has_pet(&self) -> bool {
        false
    }

    /// Whether it names a procedure, as far as that is known.
    fn may_have_procedures(&self) -> bool {
        false
    }
}

/// Writes the value of one field. `None` where that is for the engine to do.
pub(super) type Column<T> = Box<dyn Fn(&T, &Loaded, &mut Vec<u8>) -> Option<()> + Send + Sync>;

/// The fields that are asked of an object, each with what stands before its value.
pub(super) struct Columns<T>(Vec<(String, Column<T>)>);

/// A field that is asked for, wherever in the selection it stands.
pub(super) struct Selected<'a> {
    /// Its name in the graph.
    pub(super) name: &'a str,
    /// Its name in the answer.
    key: &'a str,
    /// Where it stands first, which has the same arguments as every other place.
    field: &'a Field,
    /// What is asked of it, each time that it stands there.
    pub(super) below: Vec<&'a SelectionSet>,
}

/// Looks at what is asked of rows, and remembers what that needs.
pub(super) struct Walk<'a> {
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    variables: &'a Variables,
    pub(super) needs: Needs,
}

/// Marks a request that may answer as one: nothing that would stands in its document under the same name twice,
/// which the engine would then have to merge.
pub(super) struct AsOne;

impl AsOne {
    /// The mark, if a document deserves it.
    pub(super) fn of(document: &ExecutableDocument) -> Option<Self> {
        let fragments = &document.fragments;
        let mut sets = document.operations.iter().map(|(_, operation)| &operation.node.selection_set.node);
        sets.all(|set| merges_nothing(&[set], fragments)).then_some(Self)
    }
}

/// The fields that answer with [`Rows`] or a [`Single`]. What is below them is merged here, and not by the engine; one that
/// is missing here is only held to more than it needs.
const AS_ONE: [&str; 6] = ["edges", "nodes", "painel", "seguradoras", "statusPorSeguradoraNoMes", "totaisPorStatus"];

/// Whether no field that has fields stands in the answer under one name twice.
fn merges_nothing(sets: &[&SelectionSet], fragments: &HashMap<Name, Positioned<FragmentDefinition>>) -> bool {
    let mut all = Vec::new();
    let known = collect(sets, fragments, &|_| false, &|_| true, &mut all);
    let mut fields = all.iter();
    known.is_some()
        && fields.all(|field| {
            let has_fields = !field.below[0].items.is_empty();
            !has_fields
                || field.below.len() == 1 && (AS_ONE.contains(&field.name) || merges_nothing(&field.below, fragments))
        })
}

/// Brings the fields of selection sets together: one for each name in the answer, in the order of the answer. `None` if
/// there is something here that only the engine understands.
fn collect<'a>(
    sets: &[&'a SelectionSet],
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    is_skipped: &dyn Fn(&[Positioned<Directive>]) -> bool,
    applies: &dyn Fn(&str) -> bool,
    to: &mut Vec<Selected<'a>>,
) -> Option<()> {
    for set in sets {
        for selection in set.items.iter().filter(|selection| !is_skipped(selection.node.directives())) {
            let (condition, below) = match &selection.node {
                Selection::Field(field) => {
                    add(&field.node, to);
                    continue;
                }
                Selection::InlineFragment(fragment) => {
                    (fragment.node.type_condition.as_ref(), &fragment.node.selection_set.node)
                }
                Selection::FragmentSpread(spread) => {
                    let fragment = &fragments.get(&spread.node.fragment_name.node)?.node;
                    (Some(&fragment.type_condition), &fragment.selection_set.node)
                }
            };
            if condition.is_none_or(|condition| applies(&condition.node.on.node)) {
                collect(&[below], fragments, is_skipped, applies, to)?;
            }
        }
    }
    Some(())
}

fn add<'a>(field: &'a Field, to: &mut Vec<Selected<'a>>) {
    let key = field.response_key().node.as_str();
    let below = &field.selection_set.node;
    match to.iter_mut().find(|known| known.key == key) {
        Some(known) => known.below.push(below),
        None => to.push(Selected { name: &field.name.node, key, field, below: vec![below] }),
    }
}

impl<'a> Walk<'a> {
    /// The columns of an object of a type. `None` if one of them is for the engine.
    pub(super) fn columns<T>(
        &mut self,
        type_name: &'static str,
        sets: &[&'a SelectionSet],
        column: impl Fn(&mut Self, &Selected<'a>) -> Option<Column<T>>,
    ) -> Option<Columns<T>> {
        let mut columns = Vec::new();
        for field in self.fields(type_name, sets)? {
            let column = match field.name {
                "__typename" => Box::new(|_: &T, _: &Loaded, to: &mut Vec<u8>| {
                    json::text(type_name, to);
                    Some(())
                }),
                _ => column(self, &field)?,
            };
            let before = if columns.is_empty() { "{\"" } else { ",\"" };
            columns.push(([before, field.key, "\":"].concat(), column));
        }
        Some(Columns(columns))
    }

    /// Whether nothing but one field (and `__typename`) is asked of an object.
    pub(super) fn asks_only(&self, type_name: &str, sets: &[&'a SelectionSet], name: &str) -> bool {
        let fields = self.fields(type_name, sets);
        fields.is_some_and(|fields| fields.iter().all(|field| field.name == "__typename" || field.name == name))
    }

    fn fields(&self, type_name: &str, sets: &[&'a SelectionSet]) -> Option<Vec<Selected<'a>>> {
        let mut fields = Vec::new();
        let is_skipped =
            |directives: &[Positioned<Directive>]| directives.iter().any(|directive| self.skips(&directive.node));
        collect(sets, self.fragments, &is_skipped, &|condition| condition == type_name, &mut fields)?;
        Some(fields)
    }

    /// Whether a directive takes out what it stands at, as the engine has it.
    fn skips(&self, directive: &Directive) -> bool {
        let is_wanted = match directive.name.node.as_str() {
            "skip" => false,
            "include" => true,
            _ => return false,
        };
        directive.get_argument("if").is_some_and(|condition| {
            let value = condition.node.clone().into_const_with(|name| self.variable(&name));
            value.is_ok_and(|value| value == Value::Boolean(true)) != is_wanted
        })
    }

    /// An argument of a field; `None` where it is for the engine to understand.
    pub(super) fn argument<T: InputType>(&self, of: &Selected<'a>, name: &str) -> Option<T> {
        let given = of.field.get_argument(name);
        let value = given.and_then(|value| value.node.clone().into_const_with(|name| self.variable(&name)).ok());
        T::parse(value).ok()
    }

    fn variable(&self, name: &Name) -> Result<Value, ()> {
        self.variables.get(name).cloned().ok_or(())
    }
}

impl<T> Columns<T> {
    /// Writes an object.
    pub(super) fn write(&self, of: &T, loaded: &Loaded, to: &mut Vec<u8>) -> Option<()> {
        if self.0.is_empty() {
            // Every one of them is skipped.
            to.push(b'{');
        }
        for (before, column) in &self.0 {
            to.extend_from_slice(before.as_bytes());
            column(of, loaded, to)?;
        }
        to.push(b'}');
        Some(())
    }

    /// Writes a list of objects.
    pub(super) fn write_all(
        &self,
        all: impl IntoIterator<Item: Borrow<T>, IntoIter: ExactSizeIterator>,
        loaded: &Loaded,
        to: &mut Vec<u8>,
    ) -> Option<()> {
        let all = all.into_iter();
        let (mut whole, mut others) = (Some(()), all.len().checked_sub(1));
        json::list(all, to, |one, to| {
            let before = to.len();
            whole = whole
                .and_then(|()| self.write(one.borrow(), loaded, to))
                .and_then(|()| loaded.counted.allows(to.len()));
            if let Some(others) = others.take() {
                // They are about as long as the first one, each.
                to.reserve(MOST_AHEAD.min(others * (to.len() - before)));
            }
        });
        whole
    }
}

/// A column of texts.
pub(super) fn text<T: 'static>(of: impl Fn(&T) -> &str + Send + Sync + 'static) -> Option<Column<T>> {
    scalar(move |row, to| json::text(of(row), to))
}

/// A column of texts, where there are any.
pub(super) fn maybe<T: 'static>(of: impl Fn(&T) -> Option<&str> + Send + Sync + 'static) -> Option<Column<T>> {
    scalar(move |row, to| or_null(of(row), to, json::text))
}

/// A column of scalars, each written by itself.
pub(super) fn scalar<T: 'static>(of: impl Fn(&T, &mut Vec<u8>) + Send + Sync + 'static) -> Option<Column<T>> {
    Some(Box::new(move |row, _, to| {
        of(row, to);
        Some(())
    }))
}

/// A column of objects that say what the row itself says.
pub(super) fn object<T: 'static>(columns: Columns<T>) -> Option<Column<T>> {
    Some(Box::new(move |row, loaded, to| columns.write(row, loaded, to)))
}

/// Writes what there is, or null.
pub(super) fn or_null<T>(value: Option<T>, to: &mut Vec<u8>, write: impl Fn(T, &mut Vec<u8>)) {
    match value {
        Some(value) => write(value, to),
        None => to.extend_from_slice(b"null"),
    }
}

impl<T: Row> OutputType for Rows<T> {
    fn type_name() -> Cow<'static, str> {
        Vec::<T>::type_name()
    }

    fn qualified_type_name() -> String {
        Vec::<T>::qualified_type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        Vec::<T>::create_type_info(registry)
    }

    async fn resolve(&self, ctx: &ContextSelectionSet<'_>, field: &Positioned<Field>) -> ServerResult<Value> {
        let rows = self.0.as_slice();
        let write = |columns: &Columns<T>, loaded: &Loaded, to: &mut Vec<u8>| columns.write_all(rows, loaded, to);
        match of_field(rows, ctx, write).await {
            Some(ready) => Ok(ready),
            None => {
                engine::reserve(rows, ctx)?;
                self.0.resolve(ctx, field).await
            }
        }
    }
}

impl<T: Row> OutputType for Single<T> {
    fn type_name() -> Cow<'static, str> {
        T::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        T::create_type_info(registry)
    }

    async fn resolve(&self, ctx: &ContextSelectionSet<'_>, field: &Positioned<Field>) -> ServerResult<Value> {
        let write = |columns: &Columns<T>, loaded: &Loaded, to: &mut Vec<u8>| columns.write(&self.0, loaded, to);
        match of_field(slice::from_ref(&self.0), ctx, write).await {
            Some(ready) => Ok(ready),
            None => self.0.resolve(ctx, field).await,
        }
    }
}

/// The answer to a whole query, ready to be sent: nothing of it is left to the engine then. The query must be known to be
/// valid, and deserve [`AsOne`].
pub(super) async fn of_query(
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    variables: &Variables,
    caller: &Caller,
) -> Option<Value> {
    let walk = Walk { fragments: &document.fragments, variables, needs: Needs::default() };
    let query = Query::default();
    let write = |columns: &Columns<Query>, loaded: &Loaded, to: &mut Vec<u8>| {
        json::whole(to, |to| columns.write(&query, loaded, to))
    };
    as_one(slice::from_ref(&query), walk, &operation.selection_set.node, Some(caller), write).await
}

async fn of_field<T: Row>(
    rows: &[T],
    ctx: &ContextSelectionSet<'_>,
    write: impl Fn(&Columns<T>, &Loaded, &mut Vec<u8>) -> Option<()>,
) -> Option<Value> {
    ctx.data_opt::<AsOne>()?;
    let env = ctx.query_env;
    let walk = Walk { fragments: &env.fragments, variables: &env.variables, needs: Needs::default() };
    as_one(rows, walk, &ctx.item.node, ctx.data_opt::<Caller>(), write).await
}

/// The JSON of rows; `None` where they are for the engine.
async fn as_one<'a, T: Row>(
    rows: &[T],
    mut walk: Walk<'a>,
    set: &'a SelectionSet,
    caller: Option<&Caller>,
    write: impl Fn(&Columns<T>, &Loaded, &mut Vec<u8>) -> Option<()>,
) -> Option<Value> {
    let columns = walk.columns(T::TYPE, &[set], T::column)?;
    // Nothing is asked for on behalf of nobody.
    let mut loaded = if rows.is_empty() || walk.needs == Needs::default() {
        Loaded::default()
    } else {
        Loaded::load(walk.needs, caller?.loaders.as_ref()?, rows).await?
    };
    loaded.counted = json::Counted::by(caller.and_then(Caller::memory));
    let mut to = Vec::with_capacity(LONG_ROW);
    write(&columns, &loaded, &mut to)?;
    Some(Value::Binary(loaded.counted.written(to)))
}
