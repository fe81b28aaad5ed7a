//! A field of an object type, as its method declares it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Error, Expr, FnArg, GenericArgument, Ident, ImplItemFn, Lifetime, LitStr, Pat, PathArguments, Result,
    ReturnType, Token, Type, TypeImplTrait, TypeParamBound, TypeReference, bracketed,
    ext::IdentExt as _,
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
    /// `#[deprecation("reason")]`.
    pub(crate) deprecation: Option<LitStr>,
}

/// A parameter of a method.
pub(crate) enum Parameter {
    /// The context of a query, or the request of a mutation.
    Context,
    /// An argument by value, by its variable.
    Argument(Ident),
    /// An argument by reference, by its variable.
    Reference(Ident),
    /// An `Option<&str>`, by its variable.
    OptionalText(Ident),
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

/// `#[loads(Loader)]`, also with `once_per_object`, `per_item = argument.field, max = number` or
/// `only_if = argument in [VALUE, …]`.
pub(crate) struct Loads {
    pub(crate) loader: Type,
    pub(crate) once_per_object: bool,
    pub(crate) times: Times,
}

/// How many times a field loads.
pub(crate) enum Times {
    Once,
    /// For each item of the list at a path below an argument.
    PerItem {
        argument: String,
        path: Vec<String>,
        max: Box<Expr>,
    },
    /// If an argument is one of these enum values.
    OnlyIf {
        argument: String,
        values: Vec<String>,
    },
}

/// How long the list of a field may be.
pub(crate) enum ListSize {
    /// `#[list_size(…)]`: the field is a page.
    Page(Box<PageSize>),
    /// `#[rows_of_page]`: the field has the rows of the page above it.
    Rows,
}

/// `#[list_size(slicing_arguments = [first, last], assumed_size = 50, max_size = 500, sized_fields = [nodes])]`.
pub(crate) struct PageSize {
    pub(crate) slicing_arguments: Vec<String>,
    pub(crate) assumed_size: Expr,
    pub(crate) max_size: Expr,
    pub(crate) sized_fields: Vec<String>,
}

impl Parse for Loads {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let loader = input.parse()?;
        let (mut once_per_object, mut times) = (false, Times::Once);
        if input.parse::<Option<Token![,]>>()?.is_some() {
            let word: Ident = input.parse()?;
            if word == "per_item" {
                input.parse::<Token![=]>()?;
                let path = Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?;
                let mut path = path.iter().map(|name| camel_case(&name.to_string()));
                input.parse::<Token![,]>()?;
                let argument = path.next().unwrap_or_default();
                times = Times::PerItem { argument, path: path.collect(), max: named(input, "max")? };
            } else if word == "only_if" {
                input.parse::<Token![=]>()?;
                let argument = camel_case(&input.parse::<Ident>()?.to_string());
                input.parse::<Token![in]>()?;
                times = Times::OnlyIf { argument, values: names(input)? };
            } else if word == "once_per_object" {
                once_per_object = true;
            } else {
                return Err(Error::new_spanned(word, "expected `once_per_object`, `per_item` or `only_if`"));
            }
        }
        Ok(Self { loader, once_per_object, times })
    }
}

impl Parse for PageSize {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        key(input, "slicing_arguments")?;
        let slicing_arguments = names(input)?.iter().map(|name| camel_case(name)).collect();
        input.parse::<Token![,]>()?;
        let assumed_size = named(input, "assumed_size")?;
        input.parse::<Token![,]>()?;
        let max_size = named(input, "max_size")?;
        input.parse::<Token![,]>()?;
        key(input, "sized_fields")?;
        Ok(Self { slicing_arguments, assumed_size, max_size, sized_fields: names(input)? })
    }
}

/// Reads `name =`.
fn key(input: ParseStream<'_>, name: &str) -> Result<()> {
    let word: Ident = input.parse()?;
    if word != name {
        return Err(Error::new_spanned(word, format!("expected `{name}`")));
    }
    input.parse::<Token![=]>().map(drop)
}

/// Reads `name = value`.
fn named<T: Parse>(input: ParseStream<'_>, name: &str) -> Result<T> {
    key(input, name)?;
    input.parse()
}

/// Reads `[a, b]`.
fn names(input: ParseStream<'_>) -> Result<Vec<String>> {
    let content;
    bracketed!(content in input);
    let names = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
    Ok(names.iter().map(ToString::to_string).collect())
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
                list_size = Some(ListSize::Page(Box::new(attribute.parse_args()?)));
            } else if attribute.path().is_ident("rows_of_page") {
                list_size = Some(ListSize::Rows);
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
                ty => match argument_of(ty, "Option") {
                    Some(Type::Reference(reference)) => {
                        parameters.push(Parameter::OptionalText(variable.clone()));
                        let text = owned(&reference.elem);
                        parse_quote!(Option<#text>)
                    }
                    _ => {
                        parameters.push(Parameter::Argument(variable.clone()));
                        ty.clone()
                    }
                },
            };
            let name = camel_case(&ident.unraw().to_string());
            let deprecation = input.attrs.iter().find(|attribute| attribute.path().is_ident("deprecation"));
            let deprecation = deprecation.map(Attribute::parse_args).transpose()?;
            arguments.push(Argument { name, ty, description: description(&input.attrs), deprecation, variable });
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

    /// The directives of the field that tell a federation router its cost.
    pub(crate) fn cost_directives(&self, writes: bool) -> TokenStream {
        let calls = self.loads.iter().filter(|loads| !matches!(loads.times, Times::OnlyIf { .. })).count()
            + usize::from(writes);
        let cost = (calls > 0).then(|| quote!(crate::schema::federation::cost_directives::cost(#calls),));
        let list_size = match &self.list_size {
            Some(ListSize::Page(page)) => {
                let PageSize { slicing_arguments, assumed_size, sized_fields, .. } = &**page;
                Some(quote! {
                    crate::schema::federation::cost_directives::list_size(
                        #assumed_size,
                        &[#(#slicing_arguments),*],
                        &[#(#sized_fields),*],
                    ),
                })
            }
            Some(ListSize::Rows) | None => None,
        };
        quote!([#cost #list_size])
    }

    /// The cost of the field without its selection set.
    pub(crate) fn cost(&self) -> TokenStream {
        let loads = loads_cost(&self.loads);
        let list_size = self.list_size.as_ref().map(|list_size| match list_size {
            ListSize::Page(page) => {
                let PageSize { slicing_arguments, assumed_size, max_size, .. } = &**page;
                quote!(cost.page(selected.page_rows(&[#(#slicing_arguments),*], #assumed_size, #max_size));)
            }
            ListSize::Rows => quote!(cost.rows_of_page();),
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

/// Marks a field or an argument, which is called `part`, with `@deprecated`.
pub(crate) fn deprecate(part: &TokenStream, reason: Option<&LitStr>) -> Option<TokenStream> {
    reason.map(|reason| {
        quote! {
            #part.deprecation = async_graphql::registry::Deprecation::Deprecated { reason: Some(#reason.to_owned()) };
        }
    })
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
            Times::Once => quote!(crate::schema::executor::Size::fixed(1)),
            Times::PerItem { argument, path, max } => quote!(selected.items_of(#argument, &[#(#path),*], #max)),
            Times::OnlyIf { argument, values } => quote!(selected.one_if(#argument, &[#(#values),*])),
        };
        quote!(cost.loads::<#loader>(#once_per_object, #times);)
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
        Type::Slice(slice) => {
            let item = &slice.elem;
            parse_quote!(Vec<#item>)
        }
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
