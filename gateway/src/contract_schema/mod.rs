//! The contract as data: the services, the types of their requests and responses, and the likeness of other names to theirs.
//!
//! All of it comes from the JSON Schemas of the contract's types ([`contract`]).

pub(crate) mod field_names;
mod name_words;
pub(crate) mod schema;
pub(crate) mod value_type;
