//! An object type made of an `impl` block.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Ident, ImplItem, ItemImpl, Result, Type};

use crate::{
    docs::description,
    executor_traits::{ObjectType, enum_of_fields, plan_field},
    field::{Argument, Field, Parameter, Returns, Value, deprecate},
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

/// What a federation router reads of an object type.
struct Federation {
    key: Option<Key>,
    /// Whether other graphs may define the type with the same fields.
    is_shareable: bool,
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
    let attributes = block.attrs.len();
    block.attrs.retain(|attribute| !attribute.path().is_ident("shareable"));
    let (mut fields, mut federation) =
        (Vec::new(), Federation { key: None, is_shareable: block.attrs.len() < attributes });
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            if let Some(found) = Key::parse(method)? {
                federation.key = Some(found);
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
    let executor = executor(&block, &ident, &fields, kind);
    let async_graphql = async_graphql(&block, &ident, &fields, &federation, kind);
    let (generics, _, _) = block.generics.split_for_impl();
    let entity = federation.key.map(|key| key.entity(&quote!(#generics), &block.self_ty, &fields)).transpose()?;
    Ok(quote!(#block #executor #async_graphql #entity))
}

/// The traits of the executor.
fn executor(block: &ItemImpl, ident: &Ident, fields: &[Field], kind: Kind) -> TokenStream {
    let (generics, _, _) = block.generics.split_for_impl();
    let all = enum_of_fields(ident);
    let variants = fields.iter().map(|field| {
        let (variant, ty) = (&field.variant, field.value.ty());
        let arguments = field
            .arguments
            .iter()
            .map(|Argument { variable, ty, .. }| quote!(#variable: crate::schema::executor::Argument<#ty>,));
        quote!(#variant { below: <#ty as crate::schema::executor::Output>::Plan, #(#arguments)* },)
    });
    let plans = fields.iter().map(|field| plan(field, &all, kind));
    let arms = fields.iter().map(|field| match kind {
        Kind::Object => write(field, &all),
        Kind::Mutation => run(field, &all),
    });
    let object = ObjectType {
        name: ident.to_string(),
        generics: &generics,
        self_ty: &block.self_ty,
        variants: quote!(#(#variants)*),
        plans: quote!(Some(match selected.name() { #(#plans)* _ => return None })),
        arms: quote!(#(#arms)*),
    };
    object.implementations(&all, kind)
}

/// Plans a field.
fn plan(field: &Field, all: &Ident, kind: Kind) -> TokenStream {
    let variant = &field.variant;
    let arguments = field
        .arguments
        .iter()
        .map(|Argument { variable, name, .. }| quote!(#variable: planner.argument(selected, #name),));
    let variant = quote!(#all::#variant { below, #(#arguments)* });
    let prefetch = field.prefetch.as_ref().map(|loader| quote!(planner.prefetch(#loader, selected);));
    let may_load = field.returns == Returns::Resolved;
    let cost = field.cost();
    let cost = match kind {
        Kind::Object => cost,
        Kind::Mutation => quote!(#cost.with_write()),
    };
    let planned = plan_field(&field.value.ty(), may_load, &cost, &variant);
    let name = &field.name;
    quote!(#name => { #prefetch #planned })
}

/// Writes the value of a field.
fn write(field: &Field, all: &Ident) -> TokenStream {
    let Field { method, variant, .. } = field;
    let arguments = variables(field);
    let get =
        field.arguments.iter().map(|Argument { variable, .. }| quote!(let #variable = #variable.get(out.arguments)?;));
    let parameters = field.parameters.iter().map(|parameter| match parameter {
        Parameter::Context => quote!(&out.context),
        Parameter::Argument(variable) => quote!(#variable.clone()),
        Parameter::Reference(variable) => quote!(#variable),
        Parameter::OptionalText(variable) => quote!(#variable.as_deref()),
    });
    let fallible = (field.returns != Returns::Plain).then(|| quote!(?));
    let write = match &field.value {
        Value::One(_) => quote!(crate::schema::executor::Output::write(&value, below, out)),
        Value::List(_) => {
            // As the cost counts them.
            let count = field.list_size.is_some().then(|| quote!(out.count_rows(ExactSizeIterator::len(&value));));
            quote!({ #count crate::schema::executor::write_list(value, below, out) })
        }
    };
    quote! {
        #all::#variant { below, #arguments } => {
            #(#get)*
            let value = self.#method(#(#parameters),*)#fallible;
            #write
        }
    }
}

/// Runs a field of a mutation, and writes its value.
fn run(field: &Field, all: &Ident) -> TokenStream {
    let Field { method, variant, .. } = field;
    let arguments = variables(field);
    let get = field
        .arguments
        .iter()
        .map(|Argument { variable, .. }| quote!(let #variable = #variable.get(&run.arguments)?.clone();));
    let parameters = field.parameters.iter().map(|parameter| match parameter {
        Parameter::Context => quote!(&request),
        Parameter::Argument(variable) => quote!(#variable),
        Parameter::Reference(variable) => quote!(&#variable),
        Parameter::OptionalText(variable) => quote!(#variable.as_deref()),
    });
    let fallible = (field.returns != Returns::Plain).then(|| quote!(?));
    quote! {
        #all::#variant { below, #arguments } => {
            #(#get)*
            let request = run.request;
            let value = Box::pin(self.#method(#(#parameters),*)).await #fallible;
            run.write(|out| crate::schema::executor::Output::write(&value, below, out)).await
        }
    }
}

fn variables(field: &Field) -> TokenStream {
    let names = field.arguments.iter().map(|argument| &argument.variable);
    quote!(#(#names),*)
}

/// The traits of async-graphql: the schema, and the oracle of the tests.
fn async_graphql(
    block: &ItemImpl,
    ident: &Ident,
    fields: &[Field],
    federation: &Federation,
    kind: Kind,
) -> TokenStream {
    let (generics, _, _) = block.generics.split_for_impl();
    let (self_ty, name, description) = (&block.self_ty, ident.to_string(), description(&block.attrs));
    let meta = fields.iter().map(|field| {
        let (name, description, ty) = (&field.name, &field.description, field.value.ty());
        let deprecation = deprecate(&quote!(field), field.deprecation.as_ref());
        let cost_directives = field.cost_directives(kind == Kind::Mutation);
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
    let resolves = fields.iter().map(|field| resolve(field, kind));
    // Only a subgraph's schema has keys: for any other one they would turn federation on.
    let keys = federation
        .key
        .as_ref()
        .map(|Key { field, .. }| quote!(.keys(registry.enable_federation.then(|| vec![#field.to_owned()]))));
    let is_shareable = federation.is_shareable;
    quote! {
        #[allow(clippy::all, clippy::pedantic, unused_variables, reason = "written by a macro")]
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

/// Resolves a field in async-graphql.
fn resolve(field: &Field, kind: Kind) -> TokenStream {
    let Field { method, name, .. } = field;
    let get = field.arguments.iter().map(|Argument { variable, name, ty, .. }| {
        quote!(let (_, #variable) = ctx.param_value::<#ty>(#name, None).map_err(|error| ctx.set_error_path(error))?;)
    });
    let parameters = field.parameters.iter().map(|parameter| match parameter {
        Parameter::Context => quote!(context),
        Parameter::Argument(variable) => quote!(#variable.clone()),
        Parameter::Reference(variable) => quote!(&#variable),
        Parameter::OptionalText(variable) => quote!(#variable.as_deref()),
    });
    let ty = field.value.ty();
    let nullable = quote!(<#ty as crate::schema::executor::Output>::NULLABLE);
    if kind == Kind::Mutation {
        let value = quote!(self.#method(#(#parameters),*).await);
        let value = if field.returns == Returns::Plain { quote!(Ok(#value)) } else { value };
        return quote! {
            #name => {
                #(#get)*
                let context = &crate::schema::executor::oracle::request(ctx);
                crate::schema::executor::oracle::resolve_once(ctx, #nullable, #value).await
            }
        };
    }
    let call = quote!(self.#method(#(#parameters),*));
    let call = match (&field.value, field.returns) {
        (Value::One(_), Returns::Plain) => quote!(Ok(#call)),
        (Value::One(_), Returns::Result) => quote!(#call.map_err(crate::schema::executor::Halt::from)),
        (Value::One(_), Returns::Resolved) => call,
        (Value::List(_), Returns::Plain) => quote!(Ok(#call.collect::<Vec<_>>())),
        (Value::List(_), _) => quote!(Ok(#call?.collect::<Vec<_>>())),
    };
    quote! {
        #name => {
            #(#get)*
            crate::schema::executor::oracle::resolve(
                ctx,
                #nullable,
                |context: &crate::schema::executor::Context<'_>| #call,
            ).await
        }
    }
}
