//! The save of an acionamento: sent once for an idempotency key. Where a service answers with less than the acionamento, that
//! is read by its number.

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    Call as _,
    acionamento::{ListaAcionamentosBySinistro, SalvaSinistroWeb, SavedNumber},
    cpf_cnpj::CpfCnpj,
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
    menu::{ItemMenu, ListaMenuUsuario},
    value::Text,
};
use tokio::time::Instant;

use super::{
    acionamentos::Acionamentos,
    error::{Error, Fault, WriteOutcome, may_be_written},
    http_client::CallRequest,
    idempotency::{IdempotencyKey, KeyState, KeyedWrite, SaveResult},
    lists::{RowRef, Rows as _},
    response_data::ResponseData,
    session_client::SessionClient,
};

impl SessionClient {
    /// `/AcionamentoWeb/salva-sinistro-web`: saves an acionamento, new or a reopening. If one with its key succeeded before, its
    /// result is replayed; if it is in progress, its result is awaited.
    pub async fn salva_sinistro_web(
        &self,
        acionamento: &SalvaSinistroWeb,
        key: &IdempotencyKey,
    ) -> Result<RowRef<Acionamentos>, Error> {
        self.require_open(SalvaSinistroWeb::PATH)?;
        let request = self.context().request(acionamento, Some(key), None)?;
        let write = self.keyed_write(Some(acionamento), key);
        let failed = |fault| Error::new(SalvaSinistroWeb::PATH, fault);
        let lease = match self.state().idempotency.acquire(&write).await.map_err(failed)? {
            KeyState::Unused(lease) => lease,
            // First ask whether the session is still valid. If the services cannot tell, return their failure: the caller
            // retries, and nothing is sent twice.
            KeyState::Sent(result) => match self.read::<_, Vec<ItemMenu>>(&ListaMenuUsuario {}).await {
                Err(Error { fault, .. }) if fault == Fault::Unauthenticated || fault.is_outage() => {
                    return Err(failed(fault));
                }
                _ => return self.acionamento_of(result, acionamento).await,
            },
        };
        let (client, acionamento) = (self.clone(), acionamento.clone());
        let send = async move {
            let (answer, result) = client.send_and_read(&request, &acionamento).await;
            match result {
                Some(result) => client.state().idempotency.store_result(&write, lease, result).await,
                None => lease.release().await,
            }
            answer
        };
        self.state().run_uncancelled(SalvaSinistroWeb::PATH, send).await
    }

    /// What a save saved before under its key; if one is in progress, its response is awaited. `None` if no save succeeded
    /// under the key in this session, as far as the gateway knows. Nothing is sent.
    ///
    /// # Errors
    /// [`Fault::KeyReused`]: another save than `call` succeeded under the key, as any did where there is no call;
    /// [`Fault::SavedUnread`].
    pub async fn find_saved(
        &self,
        call: Option<&SalvaSinistroWeb>,
        key: &IdempotencyKey,
    ) -> Result<Option<RowRef<Acionamentos>>, Error> {
        let failed = |fault| Error::new(SalvaSinistroWeb::PATH, fault);
        match self.state().idempotency.acquire(&self.keyed_write(call, key)).await.map_err(failed)? {
            KeyState::Unused(_) | KeyState::Sent(SaveResult::Unknown) => Ok(None),
            KeyState::Sent(result) => {
                let call = call.ok_or_else(|| failed(Fault::KeyReused))?;
                self.acionamento_of(result, call).await.map(Some)
            }
        }
    }

    fn keyed_write(&self, call: Option<&SalvaSinistroWeb>, key: &IdempotencyKey) -> KeyedWrite {
        // As in the contract: gateways with another mapping compare it too.
        let payload = call
            .map(|call| serde_json::to_vec(call).expect("types of the contract are texts, numbers and lists of them"));
        KeyedWrite::new(self.session_id(), SalvaSinistroWeb::PATH, key, &payload.unwrap_or_default())
    }

    /// The response for the caller, and the result to replay, unless the save may be sent again.
    async fn send_and_read(
        &self,
        request: &CallRequest,
        acionamento: &SalvaSinistroWeb,
    ) -> (Result<RowRef<Acionamentos>, Error>, Option<SaveResult>) {
        match self.send(request).await {
            Ok(result) => match self.acionamento_of(result.clone(), acionamento).await {
                Ok(saved) => (Ok(saved.clone()), Some(SaveResult::Saved(saved))),
                Err(error) => (Err(error), Some(result)),
            },
            Err(error) => {
                let may_be_done = error.write_outcome() == Some(WriteOutcome::Unknown);
                let has_keys = self.state().calls.settings.mapping.headers.idempotency_key.is_some();
                (Err(error), (may_be_done && !has_keys).then_some(SaveResult::Unknown))
            }
        }
    }

    async fn send(&self, request: &CallRequest) -> Result<SaveResult, Error> {
        let saved = self.state().calls.write_confirmed::<SalvaSinistroWeb, Saved>(request).await;
        // No read that begins after it returns data from before it.
        if may_be_written(&saved) {
            self.state().invalidate_after_save(self.session_id()).await;
        }
        self.invalidate_if_ended(&saved);
        match saved? {
            (Saved(Ok(result)), _) => Ok(result),
            // The last segment of an address may be another identifier.
            (Saved(Err(_)), Some(segment)) => Ok(SaveResult::Numbered { number: segment, is_certain: false }),
            (Saved(Err(error)), None) => {
                let path = SalvaSinistroWeb::PATH;
                tracing::warn!(
                    path,
                    %error,
                    "a save succeeded without a claim number: if the acionamento stands in an object within the data, say \
                     `list` of salva-sinistro-web in the mapping; if the service refused, correct `success` of the envelope"
                );
                Err(Error::new(path, Fault::InvalidResponse(error)).of_write())
            }
        }
    }

    /// What was saved, read by its number where the service answered with no more.
    async fn acionamento_of(&self, result: SaveResult, call: &SalvaSinistroWeb) -> Result<RowRef<Acionamentos>, Error> {
        let path = SalvaSinistroWeb::PATH;
        let (number, is_certain) = match result {
            SaveResult::Saved(saved) => return Ok(saved),
            SaveResult::Numbered { number, is_certain } => (number, is_certain),
            SaveResult::Unknown => return Err(Error::new(path, Fault::Unconfirmed).of_write()),
        };
        let (fault, number) = match self.read_saved(&number).await {
            Ok(saved) if !is_of_another(&saved, &call.cpf_cnpj) => return Ok(saved),
            // The identifier in the response is not the claim number: the acionamento with this number belongs to another
            // insured.
            Ok(_) => ("the acionamento with this number is of another insured".to_owned(), None),
            Err(fault) => (fault, is_certain.then_some(number)),
        };
        tracing::warn!(path, %fault, "an acionamento was saved, and could not be read by its number");
        Err(Error::new(path, Fault::SavedUnread { number }).of_write())
    }

    /// The acionamento with a number; the error is for the log. Not shared with other reads, which may have begun before it
    /// was saved.
    async fn read_saved(&self, number: &str) -> Result<RowRef<Acionamentos>, String> {
        let call = ListaAcionamentosBySinistro { sinistro: number.to_owned() };
        let (request, _) = self.prepare(&call).map_err(|error| error.fault.to_string())?;
        let deadline = Instant::now() + self.state().calls.settings.read_timeout;
        let read = self.read_unshared::<ListaAcionamentosBySinistro, Acionamentos>(&request, deadline).await;
        let (found, _) = read.map_err(|error| error.fault.to_string())?;
        found.with_number(number).ok_or_else(|| "no acionamento with this number".to_owned())
    }
}

/// Whether an acionamento has the tax id of another insured. Some services mask it, which tells nothing.
fn is_of_another(saved: &RowRef<Acionamentos>, insured: &CpfCnpj) -> bool {
    let tax_id = &*saved.row().nr_cpf_cnpj;
    CpfCnpj::parse(CpfCnpj::from_row(tax_id).as_str()).is_ok() && !insured.is_of_row(tax_id)
}

/// The response to a save; or why it has neither the acionamento nor its number. An acionamento without a claim number does not
/// count: APIs without null fill the data of a refusal with empty values.
struct Saved(Result<SaveResult, String>);

impl ResponseData for Saved {
    const MAY_BE_ADDRESSED: bool = true;

    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let error = match Acionamentos::read(body.clone(), mapping) {
            // A list of one, too, or null.
            Ok(answer) if answer.data.as_ref().is_none_or(|list| list.rows().len() == 1) => {
                return Ok(answer.map(|list| {
                    let saved = RowRef::new(&Arc::new(list), 0);
                    let has_number = is_number(&saved.row().nr_sinistro);
                    let saved = has_number.then_some(SaveResult::Saved(saved));
                    Self(saved.ok_or_else(|| "the claim number is empty".to_owned()))
                }));
            }
            other => other.err(),
        };
        let answer = read_number(&body, mapping).map_err(|own| error.clone().unwrap_or(own))?;
        Ok(answer.map(|SavedNumber { nr_sinistro }| match nr_sinistro {
            Some(Text(number)) if is_number(&number) => Self(Ok(SaveResult::Numbered { number, is_certain: true })),
            _ => Self(Err(error.map_or_else(|| "no acionamento".to_owned(), |error| error.to_string()))),
        }))
    }
}

/// Reads a number in an object, or in a list of one.
fn read_number(body: &[u8], mapping: &ResponseMapping) -> Result<Answer<SavedNumber>, ReadError> {
    Answer::read_mapped(body, mapping).or_else(|error| {
        let listed = Answer::<Vec<SavedNumber>>::read_mapped(body, mapping).ok();
        let listed = listed.filter(|listed| listed.data.as_ref().is_some_and(|all| all.len() == 1));
        listed.map(|listed| listed.map(|mut all| all.remove(0))).ok_or(error)
    })
}

/// Whether a claim may have this number: not an empty text, zeros or a sentence.
fn is_number(text: &str) -> bool {
    let text = text.trim();
    text.chars().any(|c| c.is_ascii_digit() && c != '0') && !text.contains(char::is_whitespace)
}
