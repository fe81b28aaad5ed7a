//! The executor's traits of an object type, whether it is written as an `impl` block or as a struct.
//!
//! The generated code names its own variables (`planner`, `out`, …). Arguments of fields never collide with them: they are
//! called `argument_…` (see [`Argument::variable`](crate::field::Argument)).

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::object_impl::Kind;

/// An object type.
pub(crate) struct ObjectType<'a> {
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

/// The name of the enum of an object type's fields.
pub(crate) fn enum_of_fields(ident: &Ident) -> Ident {
    format_ident!("{ident}Field")
}

impl ObjectType<'_> {
    /// The enum of its fields, and its traits.
    pub(crate) fn implementations(&self, all: &Ident, kind: Kind) -> TokenStream {
        let Self { name, generics, self_ty, variants, plans, arms } = self;
        let runs = match kind {
            Kind::Object => self.object(all),
            Kind::Mutation => quote! {
                #[allow(clippy::all, clippy::pedantic, unused_variables, reason = "written by a macro")]
                impl #generics crate::schema::executor::MutationFields for #self_ty {
                    async fn run_field(
                        &self,
                        field: &#all,
                        run: &mut crate::schema::executor::Run<'_>,
                    ) -> Result<(), crate::schema::executor::WriteError> {
                        match field { #arms }
                    }
                }
            },
        };
        quote! {
            #[doc(hidden)]
            #[allow(missing_docs, unreachable_pub, dead_code, reason = "written by a macro")]
            pub enum #all { #variants }

            #[allow(clippy::all, clippy::pedantic, unused_variables, reason = "written by a macro")]
            impl #generics crate::schema::executor::Fields for #self_ty {
                const NAME: &'static str = #name;
                type Field = #all;

                fn plan_field(
                    planner: &mut crate::schema::executor::Planner<'_>,
                    selected: &crate::schema::executor::Selected<'_>,
                ) -> Option<crate::schema::executor::PlannedField<#all>> {
                    #plans
                }
            }

            #runs
        }
    }

    fn object(&self, all: &Ident) -> TokenStream {
        let Self { generics, self_ty, arms, .. } = self;
        quote! {
            #[allow(clippy::all, clippy::pedantic, unused_variables, reason = "written by a macro")]
            impl #generics crate::schema::executor::Object for #self_ty {
                fn write_field(
                    &self,
                    field: &#all,
                    out: &mut crate::schema::executor::Writer<'_>,
                ) -> Result<(), crate::schema::executor::WriteError> {
                    match field { #arms }
                }
            }

            impl #generics crate::schema::executor::Output for #self_ty {
                type Plan = crate::schema::executor::Plan<#all>;

                fn plan(
                    planner: &mut crate::schema::executor::Planner<'_>,
                    selections: &crate::schema::executor::Selections<'_>,
                ) -> Self::Plan {
                    planner.object::<Self>(selections)
                }

                fn may_load(plan: &Self::Plan) -> bool {
                    plan.may_load()
                }

                fn write(
                    &self,
                    plan: &Self::Plan,
                    out: &mut crate::schema::executor::Writer<'_>,
                ) -> Result<(), crate::schema::executor::WriteError> {
                    crate::schema::executor::write_object(self, plan, out)
                }
            }
        }
    }
}
