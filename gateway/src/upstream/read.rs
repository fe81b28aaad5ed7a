//! The functions of a session's reads, above those of a call (`call`). Those of a save are in `save`.

use std::sync::Arc;

use contract::{Call, ReadOnly};
use tokio::time::Instant;

use super::{
    call::logged,
    call_key::CallKey,
    error::{Error, Fault, accepted},
    http_client::CallRequest,
    lists::Rows,
    response_cache::ResponseCache,
    response_data::ResponseData,
    session::{Freshness, Session},
    single_flight::ReadResult,
};
use crate::telemetry::{CacheName, CacheResult};

impl Session {
    /// A read that is not cached, into the contract's type or one whose rows are read in place.
    pub async fn read<C: ReadOnly, T: ResponseData>(&self, call: &C) -> Result<Arc<T>, Error> {
        let (request, key) = self.prepare(call)?;
        self.fetch::<C, T>(request, key).await
    }

    /// A list of acionamentos, which is cached for its next pages. A save empties this cache.
    pub async fn read_list<C, L>(&self, call: &C, freshness: Freshness) -> Result<Arc<L>, Error>
    where
        C: ReadOnly<Data = Vec<L::Wire>>,
        L: Rows,
    {
        self.read_cached(&self.state().list_cache, CacheName::Lists, call, freshness).await
    }

    /// Reference data, which are cached. No save changes them.
    pub async fn read_reference<C, L>(&self, call: &C) -> Result<Arc<L>, Error>
    where
        C: ReadOnly<Data = Vec<L::Wire>>,
        L: Rows,
    {
        self.read_cached(&self.state().reference_cache, CacheName::References, call, Freshness::MayBeCached).await
    }

    async fn read_cached<C, L>(
        &self,
        cache: &ResponseCache,
        name: CacheName,
        call: &C,
        freshness: Freshness,
    ) -> Result<Arc<L>, Error>
    where
        C: ReadOnly<Data = Vec<L::Wire>>,
        L: Rows,
    {
        let (request, key) = self.prepare(call)?;
        if freshness == Freshness::MayBeCached {
            let cached = cache.get(&key);
            let result = if cached.is_some() { CacheResult::Hit } else { CacheResult::Miss };
            self.telemetry().cache_lookup(C::PATH, name, result);
            if let Some(cached) = cached {
                return Ok(cached);
            }
        }
        let generation = cache.generation();
        match self.fetch::<C, L>(request, key.clone()).await {
            Ok(data) => {
                if freshness.shows_whole(data.rows().len()) {
                    // Drop an older cached list: a cursor from before must not continue in it.
                    cache.invalidate(&key);
                } else {
                    cache.insert(key, generation, Arc::clone(&data), data.bytes());
                }
                Ok(data)
            }
            Err(error) if error.fault.allows_stale() => {
                let stale = cache.get_stale(&key).ok_or(error)?;
                self.telemetry().cache_lookup(C::PATH, name, CacheResult::Stale);
                tracing::info!(path = C::PATH, "serving an expired list: the service fails");
                Ok(stale)
            }
            Err(error) => {
                if error.fault == Fault::Forbidden {
                    cache.invalidate(&key);
                }
                Err(error)
            }
        }
    }

    pub(super) fn prepare<C: Call>(&self, call: &C) -> Result<(CallRequest, CallKey), Error> {
        self.require_open(C::PATH)?;
        let request = self.context().read_request(call, Arc::clone(self.memory()))?;
        let key = CallKey { session: self.session_id(), path: C::PATH, request: request.body.clone() };
        Ok((request, key))
    }

    /// Single flight over the call stack. The request holds the memory of the response until it ends.
    async fn fetch<C: ReadOnly, T: ResponseData>(&self, request: CallRequest, key: CallKey) -> Result<Arc<T>, Error> {
        let (state, client) = (self.state(), self.clone());
        let deadline = Instant::now() + state.calls.settings.timeouts.read;
        let read = || async move { client.read_unshared::<C, T>(&request, deadline).await };
        let joined = || self.telemetry().single_flight_joined(C::PATH);
        let (data, permit) = state.single_flight.run(key, read, joined).await?;
        self.memory().hold(permit);
        Ok(data)
    }

    /// The call itself, below single flight: one response, or all its pages.
    pub(super) async fn read_unshared<C: ReadOnly, T: ResponseData>(
        &self,
        request: &CallRequest,
        deadline: Instant,
    ) -> ReadResult<T> {
        let calls = &self.state().calls;
        let endpoint = &calls.endpoints[C::PATH];
        let read = match &endpoint.mapping.pages {
            None => {
                calls.send_with_retry::<T>(endpoint, request, deadline).await.map(|read| (read.answer, read.permit))
            }
            Some(pages) => Box::pin(calls.read_pages(endpoint, pages, request, deadline)).await,
        };
        let read = read.map_err(|fault| Error::new(C::PATH, logged::<C>(fault, request)));
        self.invalidate_if_ended(&read);
        let (answer, permit) = read?;
        Ok((Arc::new(accepted(C::PATH, answer)?), Arc::new(permit)))
    }
}
