//! A union made of an enum.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Fields, Index, ItemEnum, Result};

use crate::executor_traits::with_executor;

/// Expands an enum.
pub(crate) fn expand(item: &ItemEnum) -> Result<TokenStream> {
    let ident = &item.ident;
    let mut members = Vec::new();
    for variant in &item.variants {
        match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                members.push((&variant.ident, &fields.unnamed[0].ty));
            }
            _ => return Err(Error::new_spanned(variant, "a member of a union is one object type")),
        }
    }
    let types: Vec<_> = members.iter().map(|(_, ty)| ty).collect();
    let places: Vec<_> = (0..members.len()).map(Index::from).collect();
    let writes = members
        .iter()
        .zip(&places)
        .map(|((variant, _), at)| quote!(Self::#variant(member) => write_object(member, &plan.#at, out),));
    let output = with_executor(&quote! {
        impl Output for #ident {
            type Plan = (#(<#types as Output>::Plan,)*);

            fn plan(planner: &mut Planner<'_>, selections: &Selections<'_>) -> Self::Plan {
                (#(planner.object::<#types>(selections),)*)
            }

            fn may_load(plan: &Self::Plan) -> bool {
                #(plan.#places.may_load)||*
            }

            fn write(&self, plan: &Self::Plan, out: &mut Writer<'_>) -> Result<(), WriteError> {
                match self { #(#writes)* }
            }
        }
    });
    Ok(quote! {
        #[derive(async_graphql::Union)]
        #item

        #output
    })
}
