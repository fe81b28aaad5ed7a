//! Attributes that make GraphQL types out of Rust types.
//!
//! | attribute | on | makes |
//! |---|---|---|
//! | `#[object]` | an `impl` block | an object type: each method is a field, its parameters are the arguments |
//! | `#[object]` | a struct with named fields | an object type: each field of the struct is a field |
//! | `#[object]` | a struct of other objects | an object type with the fields of all of them |
//! | `#[mutation]` | an `impl` block of async methods, or a struct of such objects | the same for mutations |
//! | `#[union]` | an enum | a union of object types |
//!
//! Doc comments become the descriptions in the schema. Each attribute implements two sets of traits: those of
//! `gateway::schema::executor`, which plans and runs documents, and those of async-graphql, which prints the schema,
//! executes introspection and, as the reference execution of the tests, documents. Tests of the generated code stand there:
//! `schema/executor/tests.rs`.

mod cost;
mod docs;
mod executor_traits;
mod field;
mod key;
mod object_impl;
mod object_struct;
mod union;

use proc_macro::TokenStream;
use syn::{Error, Item, ItemEnum, parse_macro_input};

use self::object_impl::Kind;

/// Makes an object type. See the table of this crate.
///
/// A method takes the `&Context<'_>` and the arguments, which are owned values, and returns a value, a `Result` with the
/// gateway's error, or `Resolved` if the value may have to be loaded. A list is a `Vec`.
///
/// Further attributes of a method say what the field costs and needs:
///
/// - `#[loads(Loader)]`: the field makes the upstream call of a loader, and refuses a caller without a session before the
///   method runs. Required for `Resolved`; a load that the field does not declare fails.
/// - `#[loads(Loader, prefetch)]`: the same loader for every object; it starts together with the first calls.
/// - `#[loads(Loader, once_per_object)]`: the fields of one object that load by the same key count as one call.
/// - `#[loads(Loader, per_item = filtro.codigos, max = 10)]`: one call for each item of a list in an argument.
/// - `#[page(rows = 50, max = 500)]`: the field is a page, a connection of Relay. Its arguments `first` and `last` say how many
///   rows it has, without them 50. A federation router reads it as `@listSize`.
/// - `#[rows_of_page]`: the list has the rows of the page above it.
///
/// `#[deprecation("reason")]` marks what it is above with `@deprecated`: a method, a field of a struct or an argument.
///
/// A function with `#[key]` and its `#[loads(Loader)]`, which takes the `&Context<'_>` and a key and returns
/// `Resolved<Option<Self>>`, lets other graphs refer to the type (federation): `@key` names the field that its parameter names.
///
/// `#[shareable]` on the block marks the type with `@shareable`: other graphs may define it with the same fields.
#[proc_macro_attribute]
pub fn object(_: TokenStream, item: TokenStream) -> TokenStream {
    expand(item, Kind::Object)
}

/// Makes an object type of mutations. Its methods are async, take the `&OperationRequest<'_>`, and run one after another.
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
        Item::Impl(block) => object_impl::expand(block, kind),
        Item::Struct(item) => object_struct::expand(item, kind),
        other => Err(Error::new_spanned(other, "an object type is an `impl` block or a struct")),
    };
    expanded.unwrap_or_else(Error::into_compile_error).into()
}
