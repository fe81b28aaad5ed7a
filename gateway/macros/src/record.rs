//! An object type, of a struct: of its fields, or of the objects that it consists of.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Fields, ItemStruct, Result, Type};

use crate::{
    docs::{camel_case, capitalized},
    field::with_static_lifetimes,
    object::{Kind, enum_of_fields, output},
};

/// Writes what makes an object type of a struct.
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
    let name = ident.to_string();
    let fields: Vec<_> = item
        .fields
        .iter()
        .filter_map(|field| {
            let ident = field.ident.as_ref()?;
            let name = camel_case(&ident.to_string());
            let variant = quote::format_ident!("{}", capitalized(&name));
            Some((ident, name, variant, with_static_lifetimes(&field.ty)))
        })
        .collect();
    let variants =
        fields.iter().map(|(_, _, variant, ty)| quote!(#variant(<#ty as crate::schema::executor::Output>::Plan),));
    let plans = fields.iter().map(|(_, name, variant, ty)| {
        quote! {
            #name => {
                let below = <#ty as crate::schema::executor::Output>::plan(planner, selected.selections());
                let loads_below = <#ty as crate::schema::executor::Output>::loads(&below);
                crate::schema::executor::PlannedField {
                    nullable: <#ty as crate::schema::executor::Output>::NULLABLE,
                    loads: loads_below,
                    loads_below,
                    cost: crate::schema::executor::FieldCost::default(),
                    field: #all::#variant(below),
                }
            }
        }
    });
    let writes = fields.iter().map(|(ident, _, variant, _)| {
        quote!(#all::#variant(below) => crate::schema::executor::Output::write(&self.#ident, below, out),)
    });
    let output = output(&generics, &quote!(#ident #arguments), &all);
    quote! {
        #[derive(async_graphql::SimpleObject)]
        #item

        #[doc(hidden)]
        #[allow(missing_docs, unreachable_pub, dead_code, reason = "written by a macro")]
        pub enum #all { #(#variants)* }

        impl #generics crate::schema::executor::Fields for #ident #arguments {
            const NAME: &'static str = #name;
            type Field = #all;

            fn plan_field(
                planner: &mut crate::schema::executor::Planner<'_>,
                selected: &crate::schema::executor::Selected<'_>,
            ) -> Option<crate::schema::executor::PlannedField<#all>> {
                Some(match selected.name() {
                    #(#plans)*
                    _ => return None,
                })
            }
        }

        impl #generics crate::schema::executor::Object for #ident #arguments {
            fn write_field(
                &self,
                field: &#all,
                out: &mut crate::schema::executor::Writer<'_>,
            ) -> Result<(), crate::schema::executor::Halt> {
                match field { #(#writes)* }
            }
        }

        #output
    }
}

/// The object has the fields of all its parts.
fn of_objects<'a>(item: &ItemStruct, parts: impl Iterator<Item = &'a Type>, kind: Kind) -> TokenStream {
    let (ident, all) = (&item.ident, enum_of_fields(&item.ident));
    let name = ident.to_string();
    let parts: Vec<_> =
        parts.enumerate().map(|(at, ty)| (syn::Index::from(at), quote::format_ident!("Part{at}"), ty)).collect();
    let variants =
        parts.iter().map(|(_, variant, ty)| quote!(#variant(<#ty as crate::schema::executor::Fields>::Field),));
    let plans = parts.iter().map(|(_, variant, ty)| {
        quote! {
            if let Some(planned) = <#ty as crate::schema::executor::Fields>::plan_field(planner, selected) {
                return Some(planned.map(#all::#variant));
            }
        }
    });
    let runs = match kind {
        Kind::Object => {
            let writes = parts.iter().map(|(at, variant, _)| {
                quote!(#all::#variant(field) => crate::schema::executor::Object::write_field(&self.#at, field, out),)
            });
            let output = output(&quote!(), ident, &all);
            quote! {
                impl crate::schema::executor::Object for #ident {
                    fn write_field(
                        &self,
                        field: &#all,
                        out: &mut crate::schema::executor::Writer<'_>,
                    ) -> Result<(), crate::schema::executor::Halt> {
                        match field { #(#writes)* }
                    }
                }

                #output
            }
        }
        Kind::Mutation => {
            let runs = parts.iter().map(|(at, variant, _)| {
                quote!(
                    #all::#variant(field) => crate::schema::executor::Mutation::run_field(&self.#at, field, run).await,
                )
            });
            quote! {
                impl crate::schema::executor::Mutation for #ident {
                    async fn run_field(
                        &self,
                        field: &#all,
                        run: &mut crate::schema::executor::Run<'_>,
                    ) -> Result<(), crate::schema::executor::Halt> {
                        match field { #(#runs)* }
                    }
                }
            }
        }
    };
    quote! {
        #[derive(async_graphql::MergedObject)]
        #item

        #[doc(hidden)]
        #[allow(missing_docs, unreachable_pub, dead_code, reason = "written by a macro")]
        pub enum #all { #(#variants)* }

        impl crate::schema::executor::Fields for #ident {
            const NAME: &'static str = #name;
            type Field = #all;

            fn plan_field(
                planner: &mut crate::schema::executor::Planner<'_>,
                selected: &crate::schema::executor::Selected<'_>,
            ) -> Option<crate::schema::executor::PlannedField<#all>> {
                #(#plans)*
                None
            }
        }

        #runs
    }
}
