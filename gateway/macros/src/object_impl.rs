//! An object type made of an `impl` block.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Error, Ident, ImplItem, ItemImpl, Result, Type};

use crate::{
    cost::{ListSize, begin_loading},
    docs::description,
    executor_traits::{ObjectParts, enum_of_fields, with_executor},
    field::{Argument, Field, Returns, deprecate, take},
    key::Key,
};

/// How the executor runs an object type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Its fields are written in any order, and again when a load has arrived.
    Object,
    /// Its fields run one after another, each once.
    Mutation,
}

/// An object type with its fields.
pub(crate) struct Object<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a dyn ToTokens,
    pub(crate) self_ty: &'a dyn ToTokens,
    pub(crate) description: TokenStream,
    pub(crate) fields: &'a [Field],
    pub(crate) kind: Kind,
    pub(crate) key: Option<&'a Key>,
    /// Whether other graphs may define the type with the same fields.
    pub(crate) is_shareable: bool,
}

/// Expands an `impl` block.
pub(crate) fn expand(mut block: ItemImpl, kind: Kind) -> Result<TokenStream> {
    let Type::Path(path) = &*block.self_ty else {
        return Err(Error::new_spanned(&block.self_ty, "an object type has a name"));
    };
    let Some(last) = path.path.segments.last() else {
        return Err(Error::new_spanned(path, "an object type has a name"));
    };
    let ident = last.ident.clone();
    let is_shareable = take(&mut block.attrs, "shareable").is_some();
    let (mut fields, mut key) = (Vec::new(), None);
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            if let Some(found) = Key::parse(method)? {
                key = Some(found);
                continue;
            }
            let is_async = method.sig.asyncness.is_some();
            if is_async != (kind == Kind::Mutation) {
                let message = "the fields of a mutation are async, those of other objects are not";
                return Err(Error::new_spanned(&method.sig, message));
            }
            fields.push(Field::parse(method)?);
        }
    }
    let (generics, _, _) = block.generics.split_for_impl();
    let object = Object {
        ident: &ident,
        generics: &generics,
        self_ty: &block.self_ty,
        description: description(&block.attrs),
        fields: &fields,
        kind,
        key: key.as_ref(),
        is_shareable,
    };
    let traits = object.traits();
    let entity = key.as_ref().map(|key| key.entity(&quote!(#generics), &block.self_ty, &fields)).transpose()?;
    let traits = with_executor(&quote!(#traits #entity));
    Ok(quote! {
        #[allow(clippy::needless_pass_by_value, reason = "arguments are owned values")]
        #block
        #traits
    })
}

impl Object<'_> {
    /// The traits of the executor and of async-graphql.
    pub(crate) fn traits(&self) -> TokenStream {
        let (executor, async_graphql) = (self.executor(), self.async_graphql());
        quote!(#executor #async_graphql)
    }

    fn executor(&self) -> TokenStream {
        let fields_enum = enum_of_fields(self.ident);
        let variants = self.fields.iter().map(|field| {
            let (variant, ty) = (&field.variant, &field.ty);
            let arguments = field.arguments.iter().map(|argument| &argument.variable);
            quote!(#variant { below: <#ty as Output>::Plan, #(#arguments: Argument,)* },)
        });
        let plans = self.fields.iter().map(|field| plan(field, &fields_enum, self.kind));
        let arms = self.fields.iter().map(|field| match self.kind {
            Kind::Object => write(field, &fields_enum),
            Kind::Mutation => run(field, &fields_enum),
        });
        let object = ObjectParts {
            name: self.ident.to_string(),
            generics: self.generics,
            self_ty: self.self_ty,
            variants: quote!(#(#variants)*),
            plans: quote!(Some(match selected.name() { #(#plans)* _ => return None })),
            arms: quote!(#(#arms)*),
        };
        object.implementations(&fields_enum, self.kind)
    }

    /// The traits of async-graphql: the schema, and the reference execution of the tests.
    fn async_graphql(&self) -> TokenStream {
        let Self { ident, generics, self_ty, description, fields, kind, key, is_shareable } = self;
        let name = ident.to_string();
        let meta = fields.iter().map(|field| {
            let (name, description, ty) = (&field.name, &field.description, &field.ty);
            let deprecation = deprecate(&quote!(field), field.deprecation.as_ref());
            let cost_directives = field.cost_directives(*kind == Kind::Mutation);
            let arguments = field.arguments.iter().map(|Argument { name, ty, description, deprecation, .. }| {
                let deprecation = deprecate(&quote!(argument), deprecation.as_ref());
                quote! {
                    let ty = <#ty as async_graphql::InputType>::create_type_info(registry);
                    let mut argument = async_graphql::registry::MetaInputValue::new(#name, ty);
                    argument.description = #description;
                    #deprecation
                    field.args.insert(#name.to_owned(), argument);
                }
            });
            quote! {
                let ty = <#ty as async_graphql::OutputType>::create_type_info(registry);
                let mut field = async_graphql::registry::MetaField::new(#name, ty);
                field.description = #description;
                if registry.enable_federation {
                    field.directive_invocations.extend(#cost_directives);
                }
                #deprecation
                #(#arguments)*
                fields.insert(#name.to_owned(), field);
            }
        });
        let resolves = fields.iter().map(|field| resolve(field, *kind));
        // Only a subgraph's schema has keys: for any other one they would turn federation on.
        let keys =
            key.map(|Key { field, .. }| quote!(.keys(registry.enable_federation.then(|| vec![#field.to_owned()]))));
        quote! {
            impl #generics async_graphql::resolver_utils::ContainerType for #self_ty {
                async fn resolve_field(
                    &self,
                    ctx: &async_graphql::Context<'_>,
                ) -> async_graphql::ServerResult<Option<async_graphql::Value>> {
                    match ctx.item.node.name.node.as_str() {
                        #(#resolves)*
                        _ => Ok(None),
                    }
                }
            }

            impl #generics async_graphql::OutputType for #self_ty {
                fn type_name() -> std::borrow::Cow<'static, str> {
                    #name.into()
                }

                fn create_type_info(registry: &mut async_graphql::registry::Registry) -> String {
                    registry.create_output_type::<Self, _>(async_graphql::registry::MetaTypeId::Object, |registry| {
                        let mut fields = async_graphql::indexmap::IndexMap::new();
                        #(#meta)*
                        async_graphql::registry::ObjectBuilder::new(#name, fields)
                            .description(#description)
                            .rust_typename(std::any::type_name::<Self>())
                            .shareable(#is_shareable)
                            #keys
                            .build()
                    })
                }

                async fn resolve(
                    &self,
                    ctx: &async_graphql::ContextSelectionSet<'_>,
                    _: &async_graphql::Positioned<async_graphql::parser::types::Field>,
                ) -> async_graphql::ServerResult<async_graphql::Value> {
                    async_graphql::resolver_utils::resolve_container(ctx, self).await
                }
            }

            impl #generics async_graphql::ObjectType for #self_ty {}
        }
    }
}

/// Plans a field.
fn plan(field: &Field, fields_enum: &Ident, kind: Kind) -> TokenStream {
    let Field { name, variant, arguments, returns, ty, loads, .. } = field;
    let arguments = arguments
        .iter()
        .map(|Argument { variable, name, .. }| quote!(#variable: Argument(selected.argument_value(#name)),));
    let prefetches = loads.iter().filter(|load| load.prefetch).map(|load| &load.loader);
    let (may_load, cost) = (*returns == Returns::Resolved, field.cost(kind == Kind::Mutation));
    quote! {
        #name => {
            #(planner.prefetch(#prefetches {}, selected);)*
            let below = <#ty as Output>::plan(planner, &selected.selections);
            PlannedField {
                nullable: <#ty as Output>::NULLABLE,
                may_load: #may_load || <#ty as Output>::may_load(&below),
                cost: #cost,
                field: #fields_enum::#variant { below, #(#arguments)* },
            }
        }
    }
}

/// Writes the value of a field.
fn write(Field { get, variant, arguments, returns, loads, list_size, .. }: &Field, fields_enum: &Ident) -> TokenStream {
    let variables: Vec<_> = arguments.iter().map(|argument| &argument.variable).collect();
    let fallible = (*returns != Returns::Plain).then(|| quote!(?));
    let begin_loading = begin_loading(loads);
    // As the cost counts them.
    let count_rows = matches!(list_size, Some(ListSize::InPage)).then(|| quote!(out.rows += value.len();));
    quote! {
        #fields_enum::#variant { below, #(#variables),* } => {
            #(let #variables = #variables.get(out.variables)?;)*
            let context = &out.context;
            #begin_loading
            let value = #get #fallible;
            #count_rows
            Output::write(&value, below, out)
        }
    }
}

/// Runs a field of a mutation, and writes its value.
fn run(Field { get, variant, arguments, .. }: &Field, fields_enum: &Ident) -> TokenStream {
    let variables: Vec<_> = arguments.iter().map(|argument| &argument.variable).collect();
    quote! {
        #fields_enum::#variant { below, #(#variables),* } => {
            #(let #variables = #variables.get(run.out.variables)?;)*
            let context = &run.request;
            let value = Box::pin(#get).await?;
            run.write(&[], |out| Output::write(&value, below, out)).await
        }
    }
}

/// Resolves a field in async-graphql.
fn resolve(Field { name, get, arguments, returns, ty, loads, .. }: &Field, kind: Kind) -> TokenStream {
    let variables: Vec<_> = arguments.iter().map(|argument| &argument.variable).collect();
    let arguments = arguments.iter().map(|Argument { variable, name, ty, .. }| {
        quote! {
            let (_, #variable) = ctx.param_value::<#ty>(#name, None).map_err(|error| ctx.set_error_path(error))?;
        }
    });
    let nullable = quote!(<#ty as Output>::NULLABLE);
    let resolve = match kind {
        Kind::Mutation => quote! {
            let context = &reference_execution::request(ctx);
            reference_execution::resolve_once(ctx, #nullable, #get.await).await
        },
        Kind::Object => {
            let fallible = (*returns != Returns::Plain).then(|| quote!(?));
            let begin_loading = begin_loading(loads);
            let get = quote!(|context: &Context<'_>| {
                #begin_loading
                #(let #variables = #variables.clone();)*
                Ok(#get #fallible)
            });
            quote!(reference_execution::resolve(ctx, #nullable, #get).await)
        }
    };
    quote!(#name => { #(#arguments)* #resolve })
}
