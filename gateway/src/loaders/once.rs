//! Loader of what a call without arguments returns.

use std::hash::Hash;

use contract::ReadOnly;

use super::{CallCount, LoadResult, Loader};
use crate::{session::Session, upstream::ResponseData};

/// The response to a call without arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OnceLoader<C>(pub C);

impl<C> Loader for OnceLoader<C>
where
    C: ReadOnly<Data: ResponseData> + Clone + Eq + Hash + Send + Sync + 'static,
{
    type Value = C::Data;
    const CALLS: CallCount = CallCount::OncePerRequest;

    async fn load(&self, session: &Session) -> LoadResult<C::Data> {
        session.services().read(&self.0).await
    }
}
