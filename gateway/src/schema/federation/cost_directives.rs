//! `@cost` and `@listSize` in the schema of the subgraph: a router estimates the cost of a document by them before it plans the
//! document. Both are printed from `#[loads]` and `#[page]` of the fields.

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

/// `@listSize` of a page, which has so many rows without these arguments.
pub fn list_size(rows: i32, arguments: &[&str]) -> MetaDirectiveInvocation {
    let names = |names: &[&str]| Value::List(names.iter().map(|name| Value::String((*name).to_owned())).collect());
    let args = [
        ("assumedSize", rows.into()),
        ("slicingArguments", names(arguments)),
        ("sizedFields", names(&["edges", "nodes"])),
        // `first` and `last` may both be left out.
        ("requireOneSlicingArgument", false.into()),
    ];
    let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    MetaDirectiveInvocation { name: "listSize".to_owned(), args }
}
