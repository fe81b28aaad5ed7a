//! The key by which other graphs refer to an object type, and the function that finds the object.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, FnArg, Ident, ImplItemFn, Pat, Result, Type, ext::IdentExt as _};

use crate::{
    cost::{Loads, begin_loading, loads_cost},
    docs::camel_case,
    field::{Field, take, take_all},
};

/// A function with `#[key]`: its parameter is the key.
pub(crate) struct Key {
    function: Ident,
    /// The field that is the key.
    pub(crate) field: String,
    ty: Type,
    loads: Vec<Loads>,
}

impl Key {
    /// Reads a function, and removes the attributes of this crate from it; `None` if it has no `#[key]`.
    pub(crate) fn parse(function: &mut ImplItemFn) -> Result<Option<Self>> {
        if take(&mut function.attrs, "key").is_none() {
            return Ok(None);
        }
        let loads = take_all(&mut function.attrs, "loads")?;
        let inputs: Vec<_> = function.sig.inputs.iter().collect();
        let [FnArg::Typed(_), FnArg::Typed(key)] = inputs[..] else {
            let message = "a key is found by the `&Context<'_>` and the key, without `self`";
            return Err(Error::new_spanned(&function.sig, message));
        };
        let Pat::Ident(pattern) = &*key.pat else {
            return Err(Error::new_spanned(key, "a key has the name of its field"));
        };
        Ok(Some(Self {
            function: function.sig.ident.clone(),
            field: camel_case(&pattern.ident.unraw().to_string()),
            ty: (*key.ty).clone(),
            loads,
        }))
    }

    /// The trait of the executor.
    pub(crate) fn entity(&self, generics: &TokenStream, self_ty: &Type, fields: &[Field]) -> Result<TokenStream> {
        let Self { function, field, ty, loads } = self;
        if !fields.iter().any(|known| known.name == *field) {
            return Err(Error::new_spanned(function, format!("the key `{field}` is no field of the type")));
        }
        let (begin_loading, loads) = (begin_loading(loads), loads_cost(loads));
        Ok(quote! {
            impl #generics Entity for #self_ty {
                const KEY: &'static str = #field;

                fn find(context: &Context<'_>, key: &async_graphql::Value) -> Resolved<Option<Self>> {
                    let key = crate::schema::scalars::parse_key::<#ty>(#field, key)?;
                    #begin_loading
                    Self::#function(context, key)
                }

                fn cost() -> FieldCost {
                    let mut cost = FieldCost::default();
                    #(#loads)*
                    cost
                }
            }
        })
    }
}
