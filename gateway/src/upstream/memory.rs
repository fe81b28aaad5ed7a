//! The memory budget: bytes that all responses in progress may hold, from the first byte of a service to the last byte sent
//! to a client.
//!
//! It counts the bodies of services and the data parsed from them while a request uses them, the response while it is
//! written, and its compressor. Each is a [`Charge`], which returns its bytes when dropped. A body counts twice
//! from its first byte on, so that parsing needs no more; a list that is packed while it is parsed counts its packed size
//! instead. Cached data have the cache's bound and a [`CacheExemption`]: a list that a request still uses counts again when
//! the cache evicts it.
//!
//! Small charges are an atomic addition, refused when the budget is exhausted. An eighth of the budget is for them alone, so
//! that large lists leave enough for small requests.
//!
//! A large body needs a claim before more than its beginning is read. A request without a large body queues for its first
//! claim, first come, first served, until the deadline of its call; but only while others have claims, and is refused
//! otherwise. A request with a large body never waits: it gets more at once, or is refused. **So deadlock is impossible:** a
//! request waits only while others have claims, and a request with a claim waits for a service, a processor or a client, all
//! of which have deadlines, and never for memory. A read that joined another is the exception: it may queue for a claim
//! although its own request has one, until the deadline of the call.
//! First claims get half of what claims may have, so that requests that need a second one usually find it; one request
//! gets two thirds of the budget at most.

mod budget;
mod request;

pub(super) use self::budget::{CacheExemption, SMALL, weight};
pub use self::{
    budget::{Charge, CountedSize, MemoryBudget, NoMemory},
    request::RequestMemory,
};

#[cfg(test)]
mod tests;
