//! What a field costs, as its attributes say.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Error, Expr, Ident, Result, Token, Type,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use crate::{docs::camel_case, field::Field};

/// `#[loads(Loader)]`, also with `prefetch`, `once_per_object` or `per_item = argument.field, max = number`.
pub(crate) struct Loads {
    pub(crate) loader: Type,
    pub(crate) prefetch: bool,
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
}

/// How long the list of a field may be.
pub(crate) enum ListSize {
    /// `#[page(…)]`: the field is a page.
    Page(Box<PageSize>),
    /// `#[rows_of_page]`: the field has the rows of the page above it.
    InPage,
}

/// `#[page(rows = 50, max = 500)]`.
pub(crate) struct PageSize {
    rows: Expr,
    max: Expr,
}

impl Parse for Loads {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let loader = input.parse()?;
        let (mut prefetch, mut once_per_object, mut times) = (false, false, Times::Once);
        if input.parse::<Option<Token![,]>>()?.is_some() {
            let word: Ident = input.parse()?;
            if word == "per_item" {
                input.parse::<Token![=]>()?;
                let path = Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?;
                let mut path = path.iter().map(|name| camel_case(&name.to_string()));
                input.parse::<Token![,]>()?;
                let argument = path.next().unwrap_or_default();
                times = Times::PerItem { argument, path: path.collect(), max: Box::new(named(input, "max")?) };
            } else if word == "prefetch" {
                prefetch = true;
            } else if word == "once_per_object" {
                once_per_object = true;
            } else {
                return Err(Error::new_spanned(word, "expected `prefetch`, `once_per_object` or `per_item`"));
            }
        }
        Ok(Self { loader, prefetch, once_per_object, times })
    }
}

impl Parse for PageSize {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let rows = named(input, "rows")?;
        input.parse::<Token![,]>()?;
        Ok(Self { rows, max: named(input, "max")? })
    }
}

/// Reads `name = value`.
fn named(input: ParseStream<'_>, name: &str) -> Result<Expr> {
    let word: Ident = input.parse()?;
    if word != name {
        return Err(Error::new_spanned(word, format!("expected `{name}`")));
    }
    input.parse::<Token![=]>()?;
    input.parse()
}

impl Field {
    /// The directives of the field that tell a federation router its cost.
    pub(crate) fn cost_directives(&self, writes: bool) -> TokenStream {
        let calls = self.loads.len() + usize::from(writes);
        let cost = (calls > 0).then(|| quote!(crate::schema::federation::cost_directives::cost(#calls),));
        let list_size = match &self.list_size {
            Some(ListSize::Page(page)) => {
                let (rows, given) = (&page.rows, self.page_arguments());
                Some(quote!(crate::schema::federation::cost_directives::list_size(#rows, &[#(#given),*]),))
            }
            Some(ListSize::InPage) | None => None,
        };
        quote!([#cost #list_size])
    }

    /// The arguments that say how many rows a page has.
    fn page_arguments(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().map(|argument| &*argument.name).filter(|name| matches!(*name, "first" | "last"))
    }

    /// The cost of the field without its selection set.
    pub(crate) fn cost(&self, writes: bool) -> TokenStream {
        let loads = loads_cost(&self.loads);
        let multiplicity = self.list_size.as_ref().map(|list_size| match list_size {
            ListSize::Page(page) => {
                let (PageSize { rows, max }, given) = (&**page, self.page_arguments());
                let rows = quote!(Size::rows([#(selected.argument_value(#given)),*], #rows, #max));
                quote!(cost.multiplicity = Multiplicity::Page(#rows);)
            }
            ListSize::InPage => quote!(cost.multiplicity = Multiplicity::InPage;),
        });
        let writes = writes.then(|| quote!(cost.writes = true;));
        quote!({
            #[allow(unused_mut, reason = "most fields load nothing")]
            let mut cost = FieldCost::default();
            #(#loads)*
            #multiplicity
            #writes
            cost
        })
    }
}

/// Tells the context which loaders a field declares. It refuses a caller without a session.
pub(crate) fn begin_loading(loads: &[Loads]) -> Option<TokenStream> {
    let loaders = loads.iter().map(|load| &load.loader);
    (!loads.is_empty()).then(|| quote!(context.begin_loading(const { &[#(std::any::TypeId::of::<#loaders>()),*] })?;))
}

/// Adds loads to a `cost`.
pub(crate) fn loads_cost(loads: &[Loads]) -> impl Iterator<Item = TokenStream> {
    loads.iter().map(|Loads { loader, once_per_object, times, .. }| {
        let times = match times {
            Times::Once => quote!(Size::Fixed(1)),
            Times::PerItem { argument, path, max } => {
                quote!(Size::items(selected.argument_value(#argument), &[#(#path),*], #max))
            }
        };
        quote!(cost.loads::<#loader>(#once_per_object, #times);)
    })
}
