//! A field of an object type, as its method declares it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Error, Expr, FnArg, GenericArgument, Ident, ImplItemFn, Lifetime, LitStr, Pat, PathArguments, Result,
    ReturnType, Token, Type, TypeImplTrait, TypeParamBound, TypeReference,
    ext::IdentExt as _,
    parenthesized,
    parse::{Parse, ParseStream},
    parse_quote,
    punctuated::Punctuated,
    visit_mut::VisitMut,
};

use crate::docs::{camel_case, capitalized, description};

/// A field.
pub(crate) struct Field {
    pub(crate) method: Ident,
    /// Its variant in the enum of its object's fields.
    pub(crate) variant: Ident,
    /// Its name in the schema.
    pub(crate) name: String,
    pub(crate) description: TokenStream,
    /// `#[deprecation("reason")]`.
    pub(crate) deprecation: Option<LitStr>,
    pub(crate) arguments: Vec<Argument>,
    /// The parameters of the method, in declaration order.
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returns: Returns,
    pub(crate) value: Value,
    pub(crate) loads: Vec<Loads>,
    pub(crate) prefetch: Option<Expr>,
    pub(crate) list_size: Option<ListSize>,
}

/// An argument of a field.
pub(crate) struct Argument {
    /// Its variable in the generated code. The prefix keeps it apart from the variables of that code.
    pub(crate) variable: Ident,
    /// Its name in the schema.
    pub(crate) name: String,
    /// Its own type, where the method takes a reference.
    pub(crate) ty: Type,
    pub(crate) description: TokenStream,
}

/// A parameter of a method.
pub(crate) enum Parameter {
    /// The context of a query, or the request of a mutation.
    Context,
    /// An argument by value, by its variable.
    Argument(Ident),
    /// An argument by reference, by its variable.
    Reference(Ident),
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

/// The type of a value.
pub(crate) enum Value {
    One(Type),
    /// An iterator over the items of a list.
    List(Type),
}

/// `#[loads(Loader)]`, `#[loads(Loader, once_per_object)]`, `#[loads(Loader, per_item(argument.field; max))]` or
/// `#[loads(Loader, when(argument; condition))]`.
pub(crate) struct Loads {
    pub(crate) loader: Type,
    pub(crate) once_per_object: bool,
    pub(crate) times: Times,
}

/// How many times a field loads.
pub(crate) enum Times {
    Once,
    PerItem(PerItem),
    When(When),
}

/// The list in an argument that has an item for each load.
pub(crate) struct PerItem {
    /// The argument, and the input fields below it.
    pub(crate) path: Vec<String>,
    pub(crate) max: Box<Expr>,
}

/// A condition on the value of an argument.
pub(crate) struct When {
    pub(crate) argument: String,
    /// A function of the value.
    pub(crate) condition: Box<Expr>,
}

/// How long the list of a field may be.
pub(crate) enum ListSize {
    /// `#[list_size(first, last; assumed, max)]`.
    ByArguments { arguments: Vec<String>, assumed: Box<Expr>, max: Box<Expr> },
    /// `#[sized_by_connection]`.
    ByConnection,
}

impl Parse for Loads {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let loader = input.parse()?;
        let (mut once_per_object, mut times) = (false, Times::Once);
        if input.parse::<Option<Token![,]>>()?.is_some() {
            let word: Ident = input.parse()?;
            let content;
            if word == "per_item" {
                parenthesized!(content in input);
                times = Times::PerItem(content.parse()?);
            } else if word == "when" {
                parenthesized!(content in input);
                times = Times::When(content.parse()?);
            } else if word == "once_per_object" {
                once_per_object = true;
            } else {
                return Err(Error::new_spanned(word, "expected `once_per_object`, `per_item` or `when`"));
            }
        }
        Ok(Self { loader, once_per_object, times })
    }
}

impl Parse for PerItem {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let path = Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?;
        input.parse::<Token![;]>()?;
        let path = path.iter().map(|name| camel_case(&name.to_string())).collect();
        Ok(Self { path, max: input.parse()? })
    }
}

impl Parse for When {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let argument: Ident = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(Self { argument: camel_case(&argument.to_string()), condition: input.parse()? })
    }
}

impl Parse for ListSize {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let arguments = Punctuated::<Ident, Token![,]>::parse_separated_nonempty(input)?;
        input.parse::<Token![;]>()?;
        let assumed = input.parse()?;
        input.parse::<Token![,]>()?;
        let max = input.parse()?;
        let arguments = arguments.iter().map(|argument| camel_case(&argument.to_string())).collect();
        Ok(Self::ByArguments { arguments, assumed, max })
    }
}

impl Field {
    /// Reads a method, and removes the attributes of this crate from it.
    pub(crate) fn parse(method: &mut ImplItemFn) -> Result<Self> {
        let loads = take_loads(&mut method.attrs)?;
        let (mut prefetch, mut list_size, mut deprecation) = (None, None, None);
        let mut others = Vec::new();
        for attribute in std::mem::take(&mut method.attrs) {
            if attribute.path().is_ident("prefetch") {
                prefetch = Some(attribute.parse_args()?);
            } else if attribute.path().is_ident("list_size") {
                list_size = Some(attribute.parse_args()?);
            } else if attribute.path().is_ident("sized_by_connection") {
                list_size = Some(ListSize::ByConnection);
            } else if attribute.path().is_ident("deprecation") {
                deprecation = Some(attribute.parse_args()?);
            } else {
                others.push(attribute);
            }
        }
        method.attrs = others;
        let (mut arguments, mut parameters) = (Vec::new(), Vec::new());
        for input in &mut method.sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            if matches!(referenced(&input.ty).as_deref(), Some("Context" | "Request")) {
                parameters.push(Parameter::Context);
                continue;
            }
            let Pat::Ident(pattern) = &*input.pat else {
                return Err(Error::new_spanned(&input.pat, "an argument of a field has a name"));
            };
            let (ident, variable) = (&pattern.ident, format_ident!("argument_{}", pattern.ident));
            let ty = match &*input.ty {
                Type::Reference(reference) => {
                    parameters.push(Parameter::Reference(variable.clone()));
                    owned(&reference.elem)
                }
                ty => {
                    parameters.push(Parameter::Argument(variable.clone()));
                    ty.clone()
                }
            };
            let name = camel_case(&ident.unraw().to_string());
            arguments.push(Argument { name, ty, description: description(&input.attrs), variable });
            input.attrs.clear();
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
        let value = match &ty {
            Type::ImplTrait(bounds) => {
                Value::List(item(bounds).ok_or_else(|| Error::new_spanned(&ty, "a list says what its `Item` is"))?)
            }
            _ => Value::One(ty),
        };
        if returns == Returns::Resolved && loads.is_empty() {
            let message = "the limits count the loads of this field: add `#[loads(Loader)]`";
            return Err(Error::new_spanned(&method.sig.ident, message));
        }
        if returns != Returns::Resolved && !loads.is_empty() {
            return Err(Error::new_spanned(&method.sig.ident, "a field that may load returns `Resolved`"));
        }
        let name = camel_case(&method.sig.ident.unraw().to_string());
        Ok(Self {
            method: method.sig.ident.clone(),
            variant: format_ident!("{}", capitalized(&name)),
            name,
            description: description(&method.attrs),
            deprecation,
            arguments,
            parameters,
            returns,
            value,
            loads,
            prefetch,
            list_size,
        })
    }

    /// The cost of the field without its selection set.
    pub(crate) fn cost(&self) -> TokenStream {
        let loads = loads_cost(&self.loads);
        let list_size = self.list_size.as_ref().map(|list_size| match list_size {
            ListSize::ByArguments { arguments, assumed, max } => {
                quote!(cost.rows(selected.list_size(&[#(#arguments),*], #assumed, #max));)
            }
            ListSize::ByConnection => quote!(cost.rows(crate::schema::executor::ListSize::fixed(1));),
        });
        let ty = self.value.ty();
        quote!({
            #[allow(unused_mut, reason = "most fields load nothing")]
            let mut cost = crate::schema::executor::FieldCost::new(<#ty as crate::schema::executor::Output>::IS_LIST);
            #(#loads)*
            #list_size
            cost
        })
    }
}

impl Value {
    /// The type of the value, with every lifetime `'static`: plans and the schema do not depend on them.
    pub(crate) fn ty(&self) -> Type {
        let mut ty = match self {
            Self::One(ty) => ty.clone(),
            Self::List(item) => parse_quote!(Vec<#item>),
        };
        Static.visit_type_mut(&mut ty);
        ty
    }
}

/// Takes the `#[loads]` from attributes.
pub(crate) fn take_loads(attributes: &mut Vec<Attribute>) -> Result<Vec<Loads>> {
    let mut loads = Vec::new();
    for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("loads")) {
        loads.push(attribute.parse_args()?);
    }
    Ok(loads)
}

/// Adds loads to a `cost`.
pub(crate) fn loads_cost(loads: &[Loads]) -> impl Iterator<Item = TokenStream> {
    loads.iter().map(|Loads { loader, once_per_object, times }| {
        let times = match times {
            Times::PerItem(PerItem { path, max }) => quote!(selected.items_of(&[#(#path),*], #max)),
            Times::When(When { argument, condition }) => quote!(selected.when(#argument, #condition)),
            Times::Once => quote!(crate::schema::executor::ListSize::fixed(1)),
        };
        quote!(cost.requires_calls::<#loader>(#once_per_object, #times);)
    })
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

/// A type with every lifetime `'static`.
pub(crate) fn with_static_lifetimes(ty: &Type) -> Type {
    let mut ty = ty.clone();
    Static.visit_type_mut(&mut ty);
    ty
}

/// The owned type of a reference.
pub(crate) fn owned(referenced: &Type) -> Type {
    match referenced {
        Type::Path(path) if path.path.is_ident("str") => parse_quote!(String),
        other => other.clone(),
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

/// The `Item` of an `impl Iterator`.
fn item(of: &TypeImplTrait) -> Option<Type> {
    of.bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let PathArguments::AngleBracketed(arguments) = &bound.path.segments.last()?.arguments else { return None };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(item) if item.ident == "Item" => Some(item.ty.clone()),
            _ => None,
        })
    })
}
