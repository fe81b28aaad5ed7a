//! `@cost` and `@listSize` in the schema of a router, by which it weighs a document before it plans it. They are printed from
//! `#[loads]` and `#[list_size]` of the fields.

use async_graphql::{Value, registry::MetaDirectiveInvocation};

/// The definitions, for the schema that documents of a router are validated by.
pub(super) const DEFINITIONS: &str = "
directive @cost(weight: Int!) on FIELD_DEFINITION
directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
";

/// The same schema with an import of the directives, for the router that composes it with others. async-graphql names an older
/// version of the specification, which has no costs.
pub(super) fn import(sdl: &str) -> String {
    let sdl = sdl.replace("https://specs.apollo.dev/federation/v2.5", "https://specs.apollo.dev/federation/v2.9");
    sdl.replace("import: [\"@key\",", "import: [\"@cost\", \"@listSize\", \"@key\",")
}

/// `@cost` of a field that makes so many calls.
pub fn cost(calls: usize) -> MetaDirectiveInvocation {
    let args = [("weight".to_owned(), calls.into())];
    MetaDirectiveInvocation { name: "cost".to_owned(), args: args.into_iter().collect() }
}

/// `@listSize` of a field that is a page.
pub fn list_size(assumed_size: i32, slicing_arguments: &[&str], sized_fields: &[&str]) -> MetaDirectiveInvocation {
    let names = |names: &[&str]| Value::List(names.iter().map(|name| Value::String((*name).to_owned())).collect());
    let args = [
        ("assumedSize", assumed_size.into()),
        ("slicingArguments", names(slicing_arguments)),
        ("sizedFields", names(sized_fields)),
        // `first` and `last` may both be left out.
        ("requireOneSlicingArgument", false.into()),
    ];
    let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    MetaDirectiveInvocation { name: "listSize".to_owned(), args }
}
