//! Attributes that make GraphQL types of Rust types.
//!
//! | attribute | on | makes |
//! |---|---|---|
//! | `#[object]` | an `impl` block | an object type: each method is a field, its parameters are the arguments |
//! | `#[object]` | a struct with named fields | an object type: each field of the struct is a field |
//! | `#[object]` | a struct of other objects | an object type with the fields of all of them |
//! | `#[mutation]` | an `impl` block of async methods, or a struct of such | the same for mutations |
//! | `#[union]` | an enum | a union of object types |
//!
//! Doc comments are the descriptions in the schema. Each attribute writes two implementations: of the traits of
//! `gateway::schema::executor`, which plans and runs documents, and of those of async-graphql, which prints the schema,
//! answers introspection, and executes documents as the oracle of the tests.

mod docs;
mod executor;
mod field;
mod object;
mod record;
mod union;

use proc_macro::TokenStream;
use syn::{Error, Item, ItemEnum, parse_macro_input};

use self::object::Kind;

/// Makes an object type. See the table of this crate.
///
/// A method may take the `&Context<'_>` and arguments. It returns a value, a `Result` with the gateway's error, or
/// `Resolved` where the value may have to be loaded; a list may be an `impl ExactSizeIterator`. These attributes of a method
/// say what the field costs and needs:
///
/// - `#[loads(Loader)]`: the field makes the calls of a loader. One that returns `Resolved` says at least one. `#[loads(Loader, once_per_object)]`: all fields of an object,
///   and of the objects that are part of it, load by the same key and share one call.
/// - `#[prefetch(loader)]`: the value of a loader that does not depend on the object; it is loaded with the first calls of
///   a query.
/// - `#[list_size(first, last; assumed, most)]`: how many rows the list below has, by these arguments.
/// - `#[sized_by_connection]`: the field above says how many rows this list has.
#[proc_macro_attribute]
pub fn object(_: TokenStream, item: TokenStream) -> TokenStream {
    expand(item, Kind::Object)
}

/// Makes an object type of mutations: its methods are async, may take the `&Request<'_>`, and run one after another.
#[proc_macro_attribute]
pub fn mutation(_: TokenStream, item: TokenStream) -> TokenStream {
    expand(item, Kind::Mutation)
}

/// Makes a union. Each variant holds one object type.
#[proc_macro_attribute]
pub fn union(_: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as ItemEnum);
    union::expand(&item).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(item: TokenStream, kind: Kind) -> TokenStream {
    let expanded = match parse_macro_input!(item as Item) {
        Item::Impl(block) => object::expand(block, kind),
        Item::Struct(item) => record::expand(&item, kind),
        other => Err(Error::new_spanned(other, "an object type is an `impl` block or a struct")),
    };
    expanded.unwrap_or_else(Error::into_compile_error).into()
}
