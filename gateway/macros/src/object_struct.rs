//! An object type made of a struct: of its fields, or of the objects that it merges.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Fields, Index, ItemStruct, Result, Type};

use crate::{
    docs::{camel_case, capitalized},
    executor_traits::{ObjectType, enum_of_fields, plan_field},
    field::with_static_lifetimes,
    object_impl::Kind,
};

/// Expands a struct.
pub(crate) fn expand(item: &ItemStruct, kind: Kind) -> Result<TokenStream> {
    match (&item.fields, kind) {
        (Fields::Named(_), Kind::Object) => Ok(of_fields(item)),
        (Fields::Unnamed(fields), _) => Ok(of_objects(item, fields.unnamed.iter().map(|field| &field.ty), kind)),
        _ => Err(Error::new_spanned(item, "an object type has fields")),
    }
}

/// Each field of the struct is a field of the object.
fn of_fields(item: &ItemStruct) -> TokenStream {
    let (ident, all) = (&item.ident, enum_of_fields(&item.ident));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let fields: Vec<_> = item
        .fields
        .iter()
        .filter_map(|field| {
            let ident = field.ident.as_ref()?;
            let name = camel_case(&ident.to_string());
            let variant = format_ident!("{}", capitalized(&name));
            Some((ident, name, variant, with_static_lifetimes(&field.ty)))
        })
        .collect();
    let variants =
        fields.iter().map(|(_, _, variant, ty)| quote!(#variant(<#ty as crate::schema::executor::Output>::Plan),));
    let plans = fields.iter().map(|(_, name, variant, ty)| {
        let cost = quote!(crate::schema::executor::FieldCost::new(<#ty as crate::schema::executor::Output>::IS_LIST));
        let planned = plan_field(ty, false, &cost, &quote!(#all::#variant(below)));
        quote!(#name => { #planned })
    });
    let arms = fields.iter().map(|(ident, _, variant, _)| {
        quote!(#all::#variant(below) => crate::schema::executor::Output::write(&self.#ident, below, out),)
    });
    let object = ObjectType {
        name: ident.to_string(),
        generics: &generics,
        self_ty: &quote!(#ident #arguments),
        variants: quote!(#(#variants)*),
        plans: quote!(Some(match selected.name() { #(#plans)* _ => return None })),
        arms: quote!(#(#arms)*),
    };
    let implementations = object.implementations(&all, Kind::Object);
    quote! {
        #[derive(async_graphql::SimpleObject)]
        #item

        #implementations
    }
}

/// The object has the fields of all objects that it merges.
fn of_objects<'a>(item: &ItemStruct, parts: impl Iterator<Item = &'a Type>, kind: Kind) -> TokenStream {
    let (ident, all) = (&item.ident, enum_of_fields(&item.ident));
    let parts: Vec<_> = parts.enumerate().map(|(at, ty)| (Index::from(at), format_ident!("Part{at}"), ty)).collect();
    let variants =
        parts.iter().map(|(_, variant, ty)| quote!(#variant(<#ty as crate::schema::executor::Fields>::Field),));
    let plans = parts.iter().map(|(_, variant, ty)| {
        quote! {
            if let Some(planned) = <#ty as crate::schema::executor::Fields>::plan_field(planner, selected) {
                return Some(planned.map(#all::#variant));
            }
        }
    });
    let arms = parts.iter().map(|(at, variant, _)| match kind {
        Kind::Object => {
            quote!(#all::#variant(field) => crate::schema::executor::Object::write_field(&self.#at, field, out),)
        }
        Kind::Mutation => {
            quote!(#all::#variant(field) => crate::schema::executor::MutationFields::run_field(&self.#at, field, run).await,)
        }
    });
    let object = ObjectType {
        name: ident.to_string(),
        generics: &quote!(),
        self_ty: ident,
        variants: quote!(#(#variants)*),
        plans: quote!(#(#plans)* None),
        arms: quote!(#(#arms)*),
    };
    let implementations = object.implementations(&all, kind);
    quote! {
        #[derive(async_graphql::MergedObject)]
        #item

        #implementations
    }
}
