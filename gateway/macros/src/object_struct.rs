//! An object type made of a struct: of its fields, or of the objects that it merges.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Fields, Index, ItemStruct, Result, Type};

use crate::{
    docs::description,
    executor_traits::{ObjectParts, enum_of_fields, with_executor},
    field::Field,
    object_impl::{Kind, Object},
};

/// Expands a struct.
pub(crate) fn expand(item: ItemStruct, kind: Kind) -> Result<TokenStream> {
    match (&item.fields, kind) {
        (Fields::Named(_), Kind::Object) => of_fields(item),
        (Fields::Unnamed(fields), _) => Ok(of_objects(&item, fields.unnamed.iter().map(|field| &field.ty), kind)),
        _ => Err(Error::new_spanned(item, "an object type has fields")),
    }
}

/// Each field of the struct is a field of the object.
fn of_fields(mut item: ItemStruct) -> Result<TokenStream> {
    let fields = item.fields.iter_mut().map(Field::of_struct).collect::<Result<Vec<_>>>()?;
    let (ident, (generics, arguments, _)) = (&item.ident, item.generics.split_for_impl());
    let object = Object {
        ident,
        generics: &generics,
        self_ty: &quote!(#ident #arguments),
        description: description(&item.attrs),
        fields: &fields,
        kind: Kind::Object,
        key: None,
        is_shareable: false,
    };
    let traits = with_executor(&object.traits());
    Ok(quote!(#item #traits))
}

/// The object has the fields of all objects that it merges.
fn of_objects<'a>(item: &ItemStruct, parts: impl Iterator<Item = &'a Type>, kind: Kind) -> TokenStream {
    let (ident, fields_enum) = (&item.ident, enum_of_fields(&item.ident));
    let parts: Vec<_> = parts.enumerate().map(|(at, ty)| (Index::from(at), format_ident!("Part{at}"), ty)).collect();
    let variants = parts.iter().map(|(_, variant, ty)| quote!(#variant(<#ty as Fields>::Field),));
    let plans = parts.iter().map(|(_, variant, ty)| {
        quote! {
            if let Some(planned) = <#ty as Fields>::plan_field(planner, selected) {
                return Some(planned.map(#fields_enum::#variant));
            }
        }
    });
    let arms = parts.iter().map(|(at, variant, _)| match kind {
        Kind::Object => {
            quote!(#fields_enum::#variant(field) => Object::write_field(&self.#at, field, out),)
        }
        Kind::Mutation => {
            quote!(#fields_enum::#variant(field) => MutationFields::run_field(&self.#at, field, run).await,)
        }
    });
    let object = ObjectParts {
        name: ident.to_string(),
        generics: &quote!(),
        self_ty: ident,
        variants: quote!(#(#variants)*),
        plans: quote!(#(#plans)* None),
        arms: quote!(#(#arms)*),
    };
    let implementations = with_executor(&object.implementations(&fields_enum, kind));
    quote! {
        #[derive(async_graphql::MergedObject)]
        #item

        #implementations
    }
}
