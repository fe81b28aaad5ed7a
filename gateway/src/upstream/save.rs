//! The save of an acionamento: sent once for an idempotency key. What was saved under the key before is read by its number, and
//! so is what a service answers with no more than its number.

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    Call as _,
    acionamento::{ListaAcionamentosBySinistro, SalvaSinistroWeb, SavedNumber},
    cpf_cnpj::CpfCnpj,
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
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
    session::Session,
};

impl Session {
    /// `/AcionamentoWeb/salva-sinistro-web`: saves an acionamento, new or a reopening. If one with its key succeeded before, what
    /// it saved is read; if it is in progress, its result is awaited.
    pub async fn salva_sinistro_web(
        &self,
        acionamento: &SalvaSinistroWeb,
        key: &IdempotencyKey,
    ) -> Result<RowRef<Acionamentos>, Error> {
        self.require_open(SalvaSinistroWeb::PATH)?;
        let request = self.context().write_request(acionamento, Some(key))?;
        let write = self.keyed_write(Some(acionamento), key);
        let unsent = |fault| Error::new(SalvaSinistroWeb::PATH, fault);
        let lease = match self.state().idempotency.acquire(&write).await.map_err(unsent)? {
            KeyState::Unused(lease) => lease,
            // This read also shows whether the session is still valid. If the services cannot say, return their failure: the
            // caller retries, and nothing is sent twice.
            KeyState::Sent(result) => match self.read_saved(&result).await {
                // `UPSTREAM_ERROR` would tell the caller that nothing was saved.
                Err(Fault::Status(status)) if status.is_server_error() => {
                    return Err(unsent(Fault::Unavailable { retry_after: None }));
                }
                Err(fault) if fault.may_hide_session_end() => return Err(unsent(fault)),
                read => return acionamento_of(&result, read, acionamento),
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

    /// The acionamento that an earlier save under this key saved; if one is in progress, its result is awaited. `None` if no
    /// save succeeded under the key in this session, as far as the gateway knows. Nothing is sent.
    ///
    /// # Errors
    /// [`Fault::KeyReused`]: another save than `call` succeeded under the key (without `call` any save is another);
    /// [`Fault::SavedUnread`].
    pub async fn find_saved(
        &self,
        call: Option<&SalvaSinistroWeb>,
        key: &IdempotencyKey,
    ) -> Result<Option<RowRef<Acionamentos>>, Error> {
        let unsent = |fault| Error::new(SalvaSinistroWeb::PATH, fault);
        match self.state().idempotency.acquire(&self.keyed_write(call, key)).await.map_err(unsent)? {
            KeyState::Unused(_) | KeyState::Sent(SaveResult::Unknown) => Ok(None),
            KeyState::Sent(result) => {
                let call = call.ok_or_else(|| unsent(Fault::KeyReused))?;
                acionamento_of(&result, self.read_saved(&result).await, call).map(Some)
            }
        }
    }

    fn keyed_write(&self, call: Option<&SalvaSinistroWeb>, key: &IdempotencyKey) -> KeyedWrite {
        // As in the contract: gateways with another mapping compare it too.
        let payload = call
            .map(|call| serde_json::to_vec(call).expect("types of the contract are texts, numbers and lists of them"));
        KeyedWrite::new(self.session_id(), key, &payload.unwrap_or_default())
    }

    /// The response for the caller, and the result to store, unless the save may be sent again.
    async fn send_and_read(
        &self,
        request: &CallRequest,
        acionamento: &SalvaSinistroWeb,
    ) -> (Result<RowRef<Acionamentos>, Error>, Option<SaveResult>) {
        match self.send(request).await {
            Ok((result, Some(saved))) => (Ok(saved), Some(result)),
            Ok((result, None)) => (acionamento_of(&result, self.read_saved(&result).await, acionamento), Some(result)),
            Err(error) => {
                let may_be_done = error.write_outcome() == Some(WriteOutcome::Unknown);
                let has_keys = self.state().calls.settings.mapping.headers.idempotency_key.is_some();
                (Err(error), (may_be_done && !has_keys).then_some(SaveResult::Unknown))
            }
        }
    }

    /// The result of the save, and the acionamento if the service answers with it.
    async fn send(&self, request: &CallRequest) -> Result<(SaveResult, Option<RowRef<Acionamentos>>), Error> {
        let saved = self.state().calls.write_confirmed::<SalvaSinistroWeb, Saved>(request).await;
        // No read that begins after it returns data from before it.
        if may_be_written(&saved) {
            self.state().invalidate_after_save(self.session_id()).await;
        }
        self.invalidate_if_ended(&saved);
        match saved? {
            (Saved(Ok((number, saved))), _) => Ok((SaveResult::Numbered { number, is_certain: true }, saved)),
            // The last segment of an address may be another identifier.
            (Saved(Err(_)), Some(number)) => Ok((SaveResult::Numbered { number, is_certain: false }, None)),
            (Saved(Err(error)), None) => {
                let path = SalvaSinistroWeb::PATH;
                tracing::warn!(
                    path,
                    %error,
                    "a save succeeded without a claim number: if the acionamento stands in an object within the data, say \
                     `list` of salva-sinistro-web in the mapping; if the service refused, correct `success` of the envelope"
                );
                Err(Error::of_write(path, Fault::InvalidResponse(error)))
            }
        }
    }

    /// The acionamento that was saved, read by its number; `None` if the services have none. Not shared with other reads, which
    /// may have begun before it was saved.
    async fn read_saved(&self, result: &SaveResult) -> Result<Option<RowRef<Acionamentos>>, Fault> {
        let SaveResult::Numbered { number, .. } = result else { return Err(Fault::Unconfirmed) };
        let call = ListaAcionamentosBySinistro { sinistro: number.clone() };
        let (request, _) = self.prepare(&call).map_err(|error| error.fault)?;
        let deadline = Instant::now() + self.state().calls.settings.timeouts.read;
        let read = self.read_unshared::<ListaAcionamentosBySinistro, Acionamentos>(&request, deadline).await;
        let (found, _) = read.map_err(|error| error.fault)?;
        Ok(found.with_number(number))
    }
}

/// The response to a save: the acionamento that was read, or an error that says whether it was saved.
fn acionamento_of(
    result: &SaveResult,
    read: Result<Option<RowRef<Acionamentos>>, Fault>,
    call: &SalvaSinistroWeb,
) -> Result<RowRef<Acionamentos>, Error> {
    let path = SalvaSinistroWeb::PATH;
    let known = match result {
        SaveResult::Numbered { number, is_certain } => is_certain.then(|| number.clone()),
        SaveResult::Unknown => return Err(Error::of_write(path, Fault::Unconfirmed)),
    };
    let (fault, number) = match read {
        Ok(Some(saved)) if !is_of_another(&saved, &call.cpf_cnpj) => return Ok(saved),
        // The identifier in the response is not the claim number: the acionamento with this number belongs to another
        // insured.
        Ok(Some(_)) => ("the acionamento with this number is of another insured".to_owned(), None),
        Ok(None) => ("no acionamento with this number".to_owned(), known),
        Err(fault) => (fault.to_string(), known),
    };
    tracing::warn!(path, %fault, "an acionamento was saved, and could not be read by its number");
    Err(Error::of_write(path, Fault::SavedUnread { number }))
}

/// Whether an acionamento has the tax id of another insured. Some services mask it, which tells nothing.
fn is_of_another(saved: &RowRef<Acionamentos>, insured: &CpfCnpj) -> bool {
    let tax_id = &*saved.row().nr_cpf_cnpj;
    CpfCnpj::parse(CpfCnpj::from_row(tax_id).as_str()).is_ok() && !insured.is_of_row(tax_id)
}

/// `Ok`: the claim number, with the acionamento if the response has it. `Err`: why there is no number. An acionamento without
/// a claim number does not count: APIs without null fill the data of a refusal with empty values.
struct Saved(Result<(String, Option<RowRef<Acionamentos>>), String>);

impl ResponseData for Saved {
    const MAY_HAVE_LOCATION: bool = true;

    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let rows = Acionamentos::read(body.clone(), mapping);
        let is_empty =
            rows.as_ref().is_ok_and(|answer| answer.data.as_ref().is_some_and(|list| list.rows().is_empty()));
        let error = match rows {
            // A list of one, too, or null.
            Ok(answer) if answer.data.as_ref().is_none_or(|list| list.rows().len() == 1) => {
                return Ok(answer.map(|list| {
                    let saved = RowRef::new(&Arc::new(list), 0);
                    let number = (*saved.row().nr_sinistro).to_owned();
                    let saved = is_number(&number).then_some((number, Some(saved)));
                    Self(saved.ok_or_else(|| "the claim number is empty".to_owned()))
                }));
            }
            other => other.err(),
        };
        let mut answer = read_number(&body, mapping).map_err(|own| error.clone().unwrap_or(own))?;
        // PHP writes `[]` for an empty object. Null data alone refuse.
        answer.data = answer.data.or(is_empty.then_some(SavedNumber { nr_sinistro: None }));
        Ok(answer.map(|SavedNumber { nr_sinistro }| match nr_sinistro {
            Some(Text(number)) if is_number(&number) => Self(Ok((number, None))),
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
