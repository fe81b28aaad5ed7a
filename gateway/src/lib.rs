//! One GraphQL graph over the acionamento services, with the portal and GraphiQL inside.
//!
//! ARCHITECTURE.md has the way of a request through these modules ("One request, straight down").

mod available_memory;
pub mod base_url;
pub mod certificate_reload;
pub mod check;
pub mod client_address;
pub mod config;
mod contract_schema;
pub mod embed;
pub mod healthcheck;
pub mod http;
mod innermost_cause;
mod keyed_limit;
pub mod loaders;
pub mod login;
pub mod mapping;
mod nearest_name;
mod operation_documents;
pub mod schema;
pub mod shared_store;
pub mod signals;
pub mod telemetry;
pub mod terminal;
pub mod tls;
mod toml_error;
pub mod tools;
pub mod upstream;
mod visible_file;
