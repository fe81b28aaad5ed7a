//! The graph as a subgraph of Apollo Federation: `_service` and `_entities`, for a router with the key of GATEWAY_FEDERATION_KEY.
//!
//! The types and their keys are those of the graph (`#[key]`); only a router sees that they have keys. That takes a second
//! schema: async-graphql exposes `_service` in every schema that has keys, also without introspection. `_entities` is the
//! gateway's own, since async-graphql's drops all objects if one fails.

pub mod cost_directives;

use std::{borrow::Cow, sync::LazyLock};

use async_graphql::{
    ContainerType, Context as AsyncGraphqlContext, ContextSelectionSet, ObjectType, OutputType, Positioned,
    SDLExportOptions, ServerResult, Value, parser::types::Field, registry::Registry,
};
use macros::object;

use super::{
    Query, Schema,
    acionamento::Acionamento,
    executor::{
        Entities, EntityType, FieldCost, Fields, Object, Output, PlannedField, Planner, Selected, WriteError, Writer,
        resolve_entity,
    },
    procedimento::Procedimento,
    schema,
    segurado::types::Segurado,
    seguradora::Seguradora,
};

/// The types with a `#[key]`.
static ENTITY_TYPES: &[EntityType] = &[
    EntityType::of::<Acionamento>(),
    EntityType::of::<Procedimento<'_>>(),
    EntityType::of::<Segurado<'_>>(),
    EntityType::of::<Seguradora<'_>>(),
];

/// The schema as async-graphql knows it. It is built only where there is a router.
pub(super) static SCHEMA: LazyLock<Schema<SubgraphQuery>> = LazyLock::new(schema);

/// The schema by which documents are validated: with `_service` and `_entities`.
pub(super) fn validation_sdl() -> String {
    let sdl = SCHEMA.sdl_with_options(SDLExportOptions::new().include_specified_by().use_space_ident());
    sdl + cost_directives::DEFINITIONS
}

/// What the router composes with other schemas: the keys and the costs, and neither `_service` nor `_entities`.
static COMPOSITION_SDL: LazyLock<String> = LazyLock::new(|| {
    let options = SDLExportOptions::new().federation().include_specified_by().use_space_ident();
    cost_directives::import(&SCHEMA.sdl_with_options(options))
});

/// The schema that a router composes with others, as `_service` has it.
pub fn composition_sdl() -> &'static str {
    &COMPOSITION_SDL
}

/// The root fields. Which of them a document may have is a matter of its validation.
#[derive(Default)]
pub struct SubgraphQuery;

/// The subgraph itself. async-graphql describes the type.
#[object]
pub struct _Service {
    /// The schema that the router composes with others.
    sdl: &'static str,
}

/// A planned root field.
#[expect(clippy::large_enum_variant, reason = "nearly every root field is one of the public schema")]
pub enum SubgraphQueryField {
    /// One of the public schema.
    Public(<Query as Fields>::Field),
    /// `_service`
    Service(<_Service as Output>::Plan),
    /// `_entities`
    Entities(Entities),
}

impl Fields for SubgraphQuery {
    const NAME: &'static str = Query::NAME;
    type Field = SubgraphQueryField;

    fn plan_field(planner: &mut Planner<'_>, selected: &Selected<'_>) -> Option<PlannedField<SubgraphQueryField>> {
        Some(match selected.name() {
            "_service" => PlannedField {
                nullable: false,
                may_load: false,
                cost: FieldCost::default(),
                field: SubgraphQueryField::Service(_Service::plan(planner, &selected.selections)),
            },
            "_entities" => Entities::plan(planner, selected, ENTITY_TYPES).map(SubgraphQueryField::Entities),
            _ => Query::plan_field(planner, selected)?.map(SubgraphQueryField::Public),
        })
    }
}

impl Object for SubgraphQuery {
    fn write_field(&self, field: &SubgraphQueryField, out: &mut Writer<'_>) -> Result<(), WriteError> {
        match field {
            SubgraphQueryField::Public(field) => Query::default().write_field(field, out),
            SubgraphQueryField::Service(plan) => _Service { sdl: composition_sdl() }.write(plan, out),
            SubgraphQueryField::Entities(entities) => entities.write(out),
        }
    }
}

/// async-graphql adds `_service` and `_entities` itself, where types have keys.
impl OutputType for SubgraphQuery {
    fn type_name() -> Cow<'static, str> {
        <Query as OutputType>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.enable_federation = true;
        registry.federation_subscription = true;
        <Query as OutputType>::create_type_info(registry)
    }

    async fn resolve(&self, ctx: &ContextSelectionSet<'_>, field: &Positioned<Field>) -> ServerResult<Value> {
        OutputType::resolve(&Query::default(), ctx, field).await
    }
}

impl ContainerType for SubgraphQuery {
    async fn resolve_field(&self, ctx: &AsyncGraphqlContext<'_>) -> ServerResult<Option<Value>> {
        Query::default().resolve_field(ctx).await
    }

    async fn find_entity(&self, ctx: &AsyncGraphqlContext<'_>, representation: &Value) -> ServerResult<Option<Value>> {
        resolve_entity(ctx, ENTITY_TYPES, representation).await
    }
}

impl ObjectType for SubgraphQuery {}
