//! The executor's traits of an object type, whether it is written as an `impl` block or as a struct.
//!
//! The generated code names its own variables (`planner`, `out`, …). Arguments of fields never collide with them: they are
//! called `argument_…` (see [`Argument::variable`](crate::field::Argument)).

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::object_impl::Kind;

/// What the traits of an object type are made of.
pub(crate) struct ObjectParts<'a> {
    pub(crate) name: String,
    pub(crate) generics: &'a dyn ToTokens,
    pub(crate) self_ty: &'a dyn ToTokens,
    /// The variants of the enum of its fields, each with its arguments and the plan of its selection set.
    pub(crate) variants: TokenStream,
    /// The body of `plan_field`.
    pub(crate) plans: TokenStream,
    /// The match arms that write the value of a field, or run it.
    pub(crate) arms: TokenStream,
}

/// Items that name those of the executor.
pub(crate) fn with_executor(items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(clippy::all, clippy::pedantic, unused_variables, unreachable_pub, dead_code, reason = "written by a macro")]
        const _: () = {
            use crate::schema::executor::*;

            #items
        };
    }
}

/// The name of the enum of an object type's fields.
pub(crate) fn enum_of_fields(ident: &Ident) -> Ident {
    format_ident!("{ident}Field")
}

impl ObjectParts<'_> {
    /// The enum of its fields, and its traits.
    pub(crate) fn implementations(&self, fields_enum: &Ident, kind: Kind) -> TokenStream {
        let Self { name, generics, self_ty, variants, plans, arms } = self;
        let runs = match kind {
            Kind::Object => self.object(fields_enum),
            Kind::Mutation => quote! {
                impl #generics MutationFields for #self_ty {
                    async fn run_field(&self, field: &#fields_enum, run: &mut Run<'_>) -> Result<(), WriteError> {
                        match field { #arms }
                    }
                }
            },
        };
        quote! {
            pub enum #fields_enum { #variants }

            impl #generics Fields for #self_ty {
                const NAME: &'static str = #name;
                type Field = #fields_enum;

                fn plan_field(planner: &mut Planner<'_>, selected: &Selected<'_>) -> Option<PlannedField<#fields_enum>> {
                    #plans
                }
            }

            #runs
        }
    }

    fn object(&self, fields_enum: &Ident) -> TokenStream {
        let Self { generics, self_ty, arms, .. } = self;
        quote! {
            impl #generics Object for #self_ty {
                fn write_field(&self, field: &#fields_enum, out: &mut Writer<'_>) -> Result<(), WriteError> {
                    match field { #arms }
                }
            }

            impl #generics Output for #self_ty {
                type Plan = Plan<#fields_enum>;

                fn plan(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Self::Plan {
                    planner.object::<Self>(selections)
                }

                fn may_load(plan: &Self::Plan) -> bool {
                    plan.may_load
                }

                fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError> {
                    write_object(self, plan, out)
                }
            }
        }
    }
}
