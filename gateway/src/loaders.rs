//! Loaders: what fields read from the services. One file a domain.
//!
//! A loader is its own key, in most cases the call of the contract: fields of a request that load equal loaders share one
//! load, also one that failed. Responses belong to one request of one session; what outlives a request is cached by
//! [`upstream`](crate::upstream). A page of acionamentos is a loader too (`schema/acionamento/connection.rs`): pages share a
//! list only while it is in flight.
//!
//! Loads by key are calls of their own, without async-graphql's `DataLoader`: ARCHITECTURE.md says why ("The executor").
//! It would not replace [`Loaded`] either: fields are synchronous.

pub mod acionamento;
pub mod by_code;
mod loaded;
mod loader;
mod once;
pub mod painel;
pub mod procedimento;
pub mod segurado;
pub mod seguradora;

pub use self::{
    loaded::{Load, Loaded, Loading},
    loader::{CallCount, LoadResult, Loader},
    once::LoadedOnce,
};
