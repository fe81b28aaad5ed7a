//! What may happen to the calls of a session: `read` changes nothing, so it may be repeated, shared and kept; `write` is
//! sent exactly once.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use services::wire::{self, Call, ReadOnly, menu::ListaMenuUsuario};
use tokio::time::{Instant, sleep};

use super::{
    Age, Bearer, Error, Fault, IdempotencyKey,
    calls::{Read, Request},
    data::{Confirmed, Data},
    error::WriteOutcome,
    flight,
    key::{Key, Owner},
    lists::{InAnswer, List},
    saves::{self, Claim, Found, Write},
    when_woken::WhenWoken,
};
use crate::telemetry::{self, Cache};

impl Bearer {
    /// A call that changes nothing.
    pub(super) async fn read<C>(&self, call: &C) -> Result<Arc<C::Data>, Error>
    where
        C: ReadOnly<Data: Data>,
    {
        let (request, key) = self.question(call);
        let (data, weight) = self.answer::<C, _>(request, key).await?;
        // A list counts by itself, for as long as anybody uses it.
        self.memory().hold(weight);
        Ok(data)
    }

    /// The same where the answer is a list.
    pub(super) async fn read_list<C, L>(&self, call: &C) -> Result<Arc<L>, Error>
    where
        C: ReadOnly<Data = Vec<L::Wire>>,
        L: List,
    {
        let (request, key) = self.question(call);
        let (data, _) = self.answer::<C, L>(request, key).await?;
        Ok(self.using(data))
    }

    /// The same of a list that is kept for this session for a moment; `age` says whether a kept one will do.
    pub(super) async fn read_pages<C, L>(&self, call: &C, age: Age) -> Result<Arc<L>, Error>
    where
        C: ReadOnly<Data = Vec<L::Wire>>,
        L: List,
    {
        let lists = &self.upstream().inner.lists;
        if !lists.keeps() {
            return self.read_list(call).await;
        }
        let (request, key) = self.question(call);
        let began = Instant::now();
        if age == Age::MayBeKept {
            let found = lists.find(&key, began);
            self.cache_lookup(Cache::Lists, found.is_some());
            if let Some(found) = found {
                return Ok(self.using(found));
            }
        }
        let ticket = lists.ticket(key.clone());
        let result = self.answer::<C, L>(request, key.clone()).await;
        if let Err(Error { fault: Fault::Forbidden, .. }) = &result {
            lists.drop_one(&key);
        }
        let (data, _) = result?;
        let to_keep = data.to_keep(self.memory());
        let (weight, ticket) = (to_keep.weight(), ticket.counted(self.memory().budget(), to_keep.counted()));
        lists.keep(ticket, to_keep, weight, began);
        Ok(self.using(data))
    }

    /// The same of a list that hardly ever changes: a kept one will do, and an old one where there is no other.
    pub(super) async fn read_reference<C, L>(&self, call: &C) -> Result<Arc<L>, Error>
    where
        C: ReadOnly<Data = Vec<L::Wire>>,
        L: InAnswer,
    {
        let references = &self.upstream().inner.references;
        let (request, key) = self.question(call);
        let began = Instant::now();
        let found = references.find(&key, began);
        self.cache_lookup(Cache::References, found.is_some());
        if let Some(found) = found {
            return Ok(self.using(found));
        }
        let ticket = match references.find_elsewhere::<L>(&key, began).await {
            Ok(found) => {
                self.memory().hold(found.counted().bytes);
                return Ok(found);
            }
            Err(ticket) => ticket,
        };
        match self.answer::<C, L>(request, key.clone()).await {
            Ok((data, _)) => {
                let ticket = ticket.counted(self.memory().budget(), data.counted());
                references.keep(&key, ticket, &data, began).await;
                Ok(self.using(data))
            }
            Err(error) if error.fault.is_outage() => {
                let old = references.find_stale(&key, Instant::now()).ok_or(error)?;
                self.telemetry().cache_lookup(Cache::References, telemetry::CacheResult::Stale);
                tracing::info!(path = C::PATH, "an old list stands in for one that cannot be read");
                Ok(self.using(old))
            }
            Err(error) => {
                if error.fault == Fault::Forbidden {
                    references.drop_one(&key).await;
                }
                Err(error)
            }
        }
    }

    /// A call that changes something: sent exactly once, and to its end even if the caller leaves. No read from before it
    /// that it makes stale answers one that begins after it.
    pub(super) async fn write<C>(&self, call: &C) -> Result<C::Data, Error>
    where
        C: wire::Write<Data: DeserializeOwned + Send + Sync + 'static>,
    {
        let bearer = self.clone();
        let request = Request::new(call, &self.caller(), None);
        self.upstream().to_its_end(C::PATH, async move { bearer.written::<C>(&request).await }).await
    }

    /// The same of a call that has a name: where it was saved under that name before, that answer is the answer, and where
    /// it is under way, it is waited for.
    pub(super) async fn write_once<C>(&self, call: &C, key: &IdempotencyKey) -> Result<C::Data, Error>
    where
        C: wire::Write<Data: Clone + Serialize + DeserializeOwned + Send + Sync + 'static>,
    {
        let request = Request::new(call, &self.caller(), Some(key));
        let write = Write::new(self.session(), C::PATH, key, &request.body);
        let saves = &self.upstream().inner.saves;
        let turn = saves.turn(&write).await;
        let claim = loop {
            match saves.find::<C::Data>(&write).await {
                Found::Nothing(claim) => break claim,
                Found::UnderWay => sleep(saves::POLL).await,
                Found::Another => {
                    let messages = "Esta chave de idempotência já foi usada com outros dados.".to_owned();
                    return Err(Error::new(C::PATH, Fault::Rejected { messages }));
                }
                Found::Saved(data) => match self.read(&ListaMenuUsuario {}).await {
                    // What was saved is for whom the services still know.
                    Err(Error { fault: Fault::Unauthenticated, .. }) => {
                        return Err(Error::new(C::PATH, Fault::Unauthenticated));
                    }
                    // Nobody can say: the services judge the session and the key as if nothing were known.
                    Err(error) if error.fault.is_outage() => break Claim::none(),
                    _ => return Ok(data),
                },
            }
        };
        let bearer = self.clone();
        let send = async move {
            let _turn = turn;
            let result = bearer.written::<C>(&request).await;
            match &result {
                Ok(data) => bearer.upstream().inner.saves.remember(&write, claim, data).await,
                Err(_) => claim.give_up().await,
            }
            result
        };
        self.upstream().to_its_end(C::PATH, send).await
    }

    /// Sends a write, and drops what it may have made stale. One that surely changed nothing drops nothing.
    async fn written<C>(&self, request: &Request) -> Result<C::Data, Error>
    where
        C: wire::Write<Data: DeserializeOwned + Send + Sync + 'static>,
    {
        let upstream = self.upstream();
        let result = upstream.inner.calls.write::<C, Confirmed<C::Data>>(request).await;
        let result = result.and_then(|answer| super::confirmed(C::PATH, answer));
        match result.as_ref().map_err(Error::write_outcome) {
            Ok(_) | Err(Some(WriteOutcome::Unknown)) => upstream.forget_stale::<C>(),
            Err(_) => {}
        }
        self.forget_if_ended(&result).await;
        result
    }

    /// Drops what this session has if the services do not know it any more. A 403 ends no session: it is one service's.
    async fn forget_if_ended<T>(&self, result: &Result<T, Error>) {
        if let Err(Error { fault: Fault::Unauthenticated, .. }) = result {
            self.upstream().forget_session(self.session()).await;
        }
    }

    fn question<C: Call>(&self, call: &C) -> (Request, Key) {
        let request = Request::new(call, &self.caller(), None).counted_by(self.memory());
        let key = Key { owner: Owner::Session(self.session()), path: C::PATH, body: request.body.clone() };
        (request, key)
    }

    /// The answer to a read: that of the same one, if this session has it under way, or one of its own.
    async fn answer<C: ReadOnly, T: Data>(&self, request: Request, key: Key) -> flight::Answer<T> {
        let question = Arc::new((request, key.clone()));
        let read = |deadline| {
            let (bearer, question) = (self.clone(), Arc::clone(&question));
            WhenWoken::new(async move {
                let (request, key) = &*question;
                bearer.answer_alone::<C, T>(request, key, deadline).await
            })
        };
        let upstream = &self.upstream().inner;
        let time = upstream.calls.settings.read_timeout;
        match &upstream.flights {
            Some(flights) => flights.share(key, time, read, || self.telemetry().count_shared_read()).await,
            None => read(Instant::now() + time).await,
        }
    }

    /// A list that this request uses from here on.
    fn using<L: List>(&self, list: Arc<L>) -> Arc<L> {
        self.memory().uses(list.counted());
        list
    }

    fn cache_lookup(&self, cache: Cache, is_there: bool) {
        self.telemetry()
            .cache_lookup(cache, if is_there { telemetry::CacheResult::Hit } else { telemetry::CacheResult::Miss });
    }

    async fn answer_alone<C: ReadOnly, T: Data>(
        &self,
        request: &Request,
        key: &Key,
        deadline: Instant,
    ) -> flight::Answer<T> {
        let upstream = self.upstream();
        let read = upstream.inner.calls.read::<C, T>(request, deadline).await;
        self.forget_if_ended(&read).await;
        let Read { answer, bytes, .. } = read?;
        let data = super::accepted(C::PATH, answer)?;
        upstream.inner.references.vouch(key, Instant::now());
        // What was read takes about twice its JSON.
        Ok((Arc::new(data), 2 * bytes))
    }
}
