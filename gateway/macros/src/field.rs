//! A field of an object type, as its method declares it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Error, FnArg, GenericArgument, Ident, ImplItemFn, Lifetime, LitStr, Pat, PathArguments, Result,
    ReturnType, Type, TypeReference, ext::IdentExt as _, parse::Parse, parse_quote, visit_mut::VisitMut,
};

use crate::{
    cost::{ListSize, Loads},
    docs::{camel_case, capitalized, description},
};

/// A field.
pub(crate) struct Field {
    /// The expression of its value: a call of the method with its arguments, or the field of a struct.
    pub(crate) get: TokenStream,
    /// Its variant in the enum of its object's fields.
    pub(crate) variant: Ident,
    /// Its name in the schema.
    pub(crate) name: String,
    pub(crate) description: TokenStream,
    /// `#[deprecation("reason")]`.
    pub(crate) deprecation: Option<LitStr>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) returns: Returns,
    /// The type of its value, with every lifetime `'static`: plans and the schema do not depend on them.
    pub(crate) ty: Type,
    pub(crate) loads: Vec<Loads>,
    pub(crate) list_size: Option<ListSize>,
}

/// An argument of a field.
pub(crate) struct Argument {
    /// Its variable in the generated code. The prefix keeps it apart from the variables of that code.
    pub(crate) variable: Ident,
    /// Its name in the schema.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) description: TokenStream,
    /// `#[deprecation("reason")]`.
    pub(crate) deprecation: Option<LitStr>,
}

/// How a method returns its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returns {
    /// As it is.
    Plain,
    /// In a `Result` with the gateway's error.
    Result,
    /// In `Resolved`: it may have to be loaded.
    Resolved,
}

impl Field {
    /// Reads a method, and removes the attributes of this crate from it.
    pub(crate) fn parse(method: &mut ImplItemFn) -> Result<Self> {
        let loads = take_all(&mut method.attrs, "loads")?;
        let deprecation = take_arguments(&mut method.attrs, "deprecation")?;
        let page = take_arguments(&mut method.attrs, "page")?.map(|page| ListSize::Page(Box::new(page)));
        let list_size = page.or_else(|| take(&mut method.attrs, "rows_of_page").map(|_| ListSize::InPage));
        let (mut arguments, mut parameters) = (Vec::new(), Vec::new());
        for input in &mut method.sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            if matches!(referenced(&input.ty).as_deref(), Some("Context" | "OperationRequest")) {
                parameters.push(quote!(context));
                continue;
            }
            let Pat::Ident(pattern) = &*input.pat else {
                return Err(Error::new_spanned(&input.pat, "an argument of a field has a name"));
            };
            let (ident, variable) = (&pattern.ident, format_ident!("argument_{}", pattern.ident));
            parameters.push(quote!(#variable));
            let (name, ty) = (camel_case(&ident.unraw().to_string()), (*input.ty).clone());
            let deprecation = take_arguments(&mut input.attrs, "deprecation")?;
            arguments.push(Argument { name, ty, description: description(&input.attrs), deprecation, variable });
            // Doc comments, which no parameter may have.
            input.attrs.retain(|attribute| !attribute.path().is_ident("doc"));
        }
        let ReturnType::Type(_, ty) = &method.sig.output else {
            return Err(Error::new_spanned(&method.sig, "a field has a value"));
        };
        let (returns, ty) = if let Some(inner) = argument_of(ty, "Resolved") {
            (Returns::Resolved, inner)
        } else if let Some(inner) = argument_of(ty, "Result") {
            (Returns::Result, inner)
        } else {
            (Returns::Plain, (**ty).clone())
        };
        if returns == Returns::Resolved && loads.is_empty() {
            let message = "the limits count the loads of this field: add `#[loads(Loader)]`";
            return Err(Error::new_spanned(&method.sig.ident, message));
        }
        if returns != Returns::Resolved && !loads.is_empty() {
            return Err(Error::new_spanned(&method.sig.ident, "a field that may load returns `Resolved`"));
        }
        let ident = &method.sig.ident;
        let name = camel_case(&ident.unraw().to_string());
        Ok(Self {
            get: quote!(self.#ident(#(#parameters),*)),
            variant: format_ident!("{}", capitalized(&name)),
            name,
            description: description(&method.attrs),
            deprecation,
            arguments,
            returns,
            ty: with_static_lifetimes(ty),
            loads,
            list_size,
        })
    }

    /// Reads the field of a struct, and removes the attribute of this crate from it.
    pub(crate) fn of_struct(field: &mut syn::Field) -> Result<Self> {
        let ident = field.ident.as_ref().ok_or_else(|| Error::new_spanned(&field.ty, "a field has a name"))?;
        let name = camel_case(&ident.unraw().to_string());
        Ok(Self {
            get: quote!(&self.#ident),
            variant: format_ident!("{}", capitalized(&name)),
            name,
            description: description(&field.attrs),
            deprecation: take_arguments(&mut field.attrs, "deprecation")?,
            arguments: Vec::new(),
            returns: Returns::Plain,
            ty: with_static_lifetimes(field.ty.clone()),
            loads: Vec::new(),
            list_size: None,
        })
    }
}

/// Takes the first attribute with this name. The compiler knows none of those that are left, and refuses them.
pub(crate) fn take(attributes: &mut Vec<Attribute>, name: &str) -> Option<Attribute> {
    let at = attributes.iter().position(|attribute| attribute.path().is_ident(name));
    at.map(|at| attributes.remove(at))
}

/// The same, and reads what stands in its parentheses.
fn take_arguments<T: Parse>(attributes: &mut Vec<Attribute>, name: &str) -> Result<Option<T>> {
    take(attributes, name).map(|attribute| attribute.parse_args()).transpose()
}

/// Takes all attributes with this name, and reads what stands in their parentheses.
pub(crate) fn take_all<T: Parse>(attributes: &mut Vec<Attribute>, name: &str) -> Result<Vec<T>> {
    std::iter::from_fn(|| take_arguments(attributes, name).transpose()).collect()
}

/// Marks a field or an argument, which is called `part`, with `@deprecated`.
pub(crate) fn deprecate(part: &TokenStream, reason: Option<&LitStr>) -> Option<TokenStream> {
    reason.map(|reason| {
        quote! {
            #part.deprecation = async_graphql::registry::Deprecation::Deprecated { reason: Some(#reason.to_owned()) };
        }
    })
}

fn with_static_lifetimes(mut ty: Type) -> Type {
    Static.visit_type_mut(&mut ty);
    ty
}

/// Makes every lifetime `'static`.
struct Static;

impl VisitMut for Static {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = parse_quote!('static);
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime = Some(parse_quote!('static));
        self.visit_type_mut(&mut reference.elem);
    }
}

/// The name of the type behind a reference.
fn referenced(ty: &Type) -> Option<String> {
    let Type::Reference(reference) = ty else { return None };
    let Type::Path(path) = &*reference.elem else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

/// The first argument of a generic type.
fn argument_of(ty: &Type, name: &str) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner.clone()),
        _ => None,
    }
}
