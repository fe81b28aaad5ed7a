//! `_entities` of a federation subgraph: finds the objects that another graph refers to by their keys.
//!
//! The field is planned and run as a list is: one pass requests the loads of all objects, equal ones once, and an object that
//! fails is null. Its cost depends on the number of representations of each type, so it is known with the variables.

use async_graphql::{Any, Context as AsyncGraphqlContext, OutputType, ServerResult, Value};
use futures_util::future::BoxFuture;

use super::{
    argument::Argument,
    collect_fields::{Selected, Selections},
    context::{Context, Resolved},
    cost::{FieldCost, Multiplicity},
    output::{Object, Writer, write_items, write_object},
    plan::{PlannedField, Planner},
    reference_execution,
    size::Size,
    write_error::WriteError,
};
use crate::schema::{engine::document, error::Error};

/// The argument of `_entities`.
const REPRESENTATIONS: &str = "representations";
/// The field of a representation that names its type.
const TYPE_NAME: &str = "__typename";

/// An object type that another graph may refer to. `#[key]` in its definition implements it.
pub trait Entity: Object + OutputType + Send + Sync {
    /// The field that is its key.
    const KEY: &'static str;

    /// The object with a key; `None` if there is none.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: the value is no key of the type. Otherwise those of [`Context::load`].
    fn find(context: &Context<'_>, key: &Value) -> Resolved<Option<Self>>
    where
        Self: Sized;

    /// The loads of [`Self::find`].
    fn cost() -> FieldCost;
}

/// The type of an [`Entity`].
pub struct EntityType {
    name: &'static str,
    key: &'static str,
    /// Plans what is selected of it, and adds the cost of one object.
    plan: fn(&mut Planner<'_>, &Selections<'_>) -> Box<WriteEntity>,
    /// Lets async-graphql resolve the object with a key.
    resolve: for<'a> fn(&'a AsyncGraphqlContext<'_>, &'a Value) -> BoxFuture<'a, ServerResult<Option<Value>>>,
}

impl EntityType {
    /// The type of a Rust type.
    pub const fn of<T: Entity + 'static>() -> Self {
        Self {
            name: T::NAME,
            key: T::KEY,
            plan: plan::<T>,
            resolve: |ctx, key| Box::pin(reference_execution::resolve(ctx, true, move |context| T::find(context, key))),
        }
    }
}

/// Writes what is selected of the object with a key, or null if there is none.
type WriteEntity = dyn Fn(&Value, &mut Writer<'_>) -> Result<(), WriteError> + Send + Sync;

fn plan<T: Entity + 'static>(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Box<WriteEntity> {
    let others = planner.prefetches.len();
    let (plan, below) = planner.plan_below(|planner| planner.object::<T>(selections));
    // Prefetches of this type start with its objects' loads, not with the operation: a request may have no representation of the
    // type.
    let prefetches = planner.prefetches.split_off(others);
    planner.cost.push(FieldCost { below, ..T::cost() });
    Box::new(move |key, out| {
        let found = T::find(&out.context, key);
        if matches!(found, Err(WriteError::Pending)) {
            prefetches.iter().for_each(|prefetch| prefetch.request(&out.context, &out.included));
        }
        match found? {
            Some(object) => write_object(&object, &plan, out),
            None => {
                out.null();
                Ok(())
            }
        }
    })
}

/// The planned field `_entities`.
pub struct Entities {
    types: &'static [EntityType],
    /// What is selected of each type.
    planned: Vec<Box<WriteEntity>>,
    representations: Argument,
    /// Where the field begins in the document.
    start: usize,
}

impl Entities {
    /// Plans the field.
    pub fn plan(
        planner: &mut Planner<'_>,
        selected: &Selected<'_>,
        types: &'static [EntityType],
    ) -> PlannedField<Self> {
        let representations = selected.argument_value(REPRESENTATIONS);
        let mut planned = Vec::new();
        for ty in types {
            let (of_type, below) = planner.plan_below(|planner| (ty.plan)(planner, &selected.selections));
            let number = Size::representations(representations.clone(), Some(ty.name));
            planner.cost.push(FieldCost {
                multiplicity: Multiplicity::Entities(number),
                below,
                ..FieldCost::default()
            });
            planned.push(of_type);
        }
        let representations_in_all = Some(Size::representations(representations.clone(), None));
        let cost = FieldCost { representations: representations_in_all, ..FieldCost::default() };
        let (representations, start) = (Argument(representations), document::start(selected.field));
        let field = Self { types, planned, representations, start };
        PlannedField { nullable: false, may_load: true, cost, field }
    }

    /// Writes the objects in the order of the representations.
    ///
    /// # Errors
    /// Those of [`write_items`].
    pub fn write(&self, out: &mut Writer<'_>) -> Result<(), WriteError> {
        let representations: Vec<Any> = self.representations.get(out.variables)?;
        out.context.session()?;
        out.rows += representations.len();
        write_items(&representations, true, out, |Any(representation), out| {
            self.write_one(representation, out).map_err(|error| error.at(self.start))
        })
    }

    fn write_one(&self, representation: &Value, out: &mut Writer<'_>) -> Result<(), WriteError> {
        let (at, key) = type_and_key(self.types, representation)?;
        self.planned[at](key, out)
    }
}

/// Lets async-graphql resolve a representation. What fails is null, with an error.
///
/// # Errors
/// Never an `Err`, for which async-graphql would drop all other objects.
pub async fn resolve_entity(
    ctx: &AsyncGraphqlContext<'_>,
    types: &[EntityType],
    representation: &Value,
) -> ServerResult<Option<Value>> {
    let resolved = match type_and_key(types, representation) {
        Ok((at, key)) => (types[at].resolve)(ctx, key).await,
        Err(error) => reference_execution::resolve_once(ctx, true, Err::<Option<bool>, _>(error)).await,
    };
    // async-graphql takes `None` for an error.
    Ok(Some(resolved?.unwrap_or(Value::Null)))
}

/// The type of a representation, as its position in the list, and the value of its key.
fn type_and_key<'a>(types: &[EntityType], representation: &'a Value) -> Result<(usize, &'a Value), Error> {
    let no_type = || Error::bad_user_input("Cada representação é um objeto com __typename e a chave do seu tipo.");
    let Value::Object(fields) = representation else { return Err(no_type()) };
    let Some(Value::String(name)) = fields.get(TYPE_NAME) else { return Err(no_type()) };
    let Some(at) = types.iter().position(|ty| ty.name == name) else {
        let names: Vec<_> = types.iter().map(|ty| ty.name).collect();
        let message = format!("O __typename da representação não é nenhum destes: {}.", names.join(", "));
        return Err(Error::bad_user_input(message));
    };
    let key = types[at].key;
    let missing = || Error::bad_user_input(format!("Falta a chave {key} na representação de {name}."));
    fields.get(key).map(|value| (at, value)).ok_or_else(missing)
}
