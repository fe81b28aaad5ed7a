//! How a particular integration API spells the contract: its envelope, keys, paths, headers and forms of values. One TOML file
//! says it ([`file`]); without one the API spells as the contract does.
//!
//! Only the calls to the services know it ([`crate::upstream`]). Responses are read by the types of the contract, with the
//! spellings in [`ResponseSpelling`]; requests are written by them and then respelt ([`request`]).

pub(crate) mod call_spelling;
mod envelope;
pub mod error;
pub mod file;
mod headers;
mod keys;
pub(crate) mod on_demand;
pub(crate) mod pages;
pub(crate) mod refusals;
mod request;
mod syntax_error;
pub mod template;
pub mod value_forms;
mod values;

use std::{collections::HashMap, fmt, fs, path::Path, sync::Arc};

use bytes::Bytes;
use services::wire::{
    Call,
    login::{BLOQUEADO, TROCARSENHA, ValidaEmail},
    spelling::{PageKeys, ResponseSpelling},
};

use self::{
    call_spelling::CallSpelling,
    error::MappingError,
    file::{
        CallTable, KeyOrFalse, MappingFile, ReadAmountForm, RefusalsTable,
        pages::PagesOrFalse,
        requests::{RequestKey, RequestKeyTable},
    },
    headers::HeaderSpelling,
    keys::path_of,
    refusals::Refusals,
    request::RequestSpelling,
    value_forms::UnwritableValue,
    values::StatusCodes,
};
use crate::contract::vocabulary::{CallNames, Vocabulary};

/// How an integration API spells the contract.
pub struct Mapping {
    file: MappingFile,
    /// The text of the file, for its comments.
    source: String,
    calls: HashMap<&'static str, Arc<CallSpelling>>,
    requests: RequestSpelling,
    headers: HeaderSpelling,
}

/// Added headers may be secret.
impl fmt::Debug for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Mapping")
    }
}

impl Default for Mapping {
    fn default() -> Self {
        Self::new(MappingFile::default()).expect("the contract's own spelling is valid")
    }
}

impl Mapping {
    /// Reads a mapping from its file.
    ///
    /// # Errors
    /// [`MappingError`]: the file cannot be read or used.
    pub fn load(path: &Path) -> Result<Self, MappingError> {
        fs::read_to_string(path)?.parse()
    }

    /// Checks a mapping against the contract.
    ///
    /// # Errors
    /// [`MappingError`]: a name that the contract does not have, two keys with one spelling, or a value that cannot be used.
    pub fn new(mut file: MappingFile) -> Result<Self, MappingError> {
        // Empty tables say nothing.
        file.types.retain(|_, keys| !keys.is_empty());
        for keys in file.requests.values_mut() {
            keys.retain(|_, key| *key != RequestKey::Sent(RequestKeyTable::default()));
        }
        file.requests.retain(|_, keys| !keys.is_empty());
        for call in file.calls.values_mut() {
            call.types.retain(|_, keys| !keys.is_empty());
        }
        file.calls.retain(|_, call| *call != CallTable::default());
        let vocabulary = Vocabulary::get();
        let segments = || vocabulary.calls.iter().map(CallNames::last_segment);
        if let Some(name) = file.calls.keys().find(|name| vocabulary.call(name).is_none()) {
            return Err(MappingError::unknown("o serviço", name, segments()));
        }
        let code = refusals::code_key(&file)?;
        let envelope = Arc::new(envelope::spelling(&file.envelope)?);
        let types = Arc::new(keys::spellings(&keys::checked("types", &file.types, &vocabulary.types)?));
        let requests = keys::checked("requests", &keys::of_requests(&file.requests), &vocabulary.requests)?;
        let values =
            Arc::new(values::spellings(&file.values.status, ("values.flags", &file.values.flags), &file.labels)?);
        let common_pages = file.pages.clone();
        let paged = pages::paged_lists(&file)?;
        let refusals: Arc<[u16]> = file.envelope.refusals.as_slice().into();
        let ended = Arc::new(Refusals::new(&file.session.ended));
        let spelling = |call: &'static CallNames| {
            let none = CallTable::default();
            let table = file.calls.get(call.last_segment()).unwrap_or(&none);
            let path = match &table.path {
                None => call.path.to_owned(),
                Some(path) if is_path(path) => path.clone(),
                Some(path) => {
                    return Err(MappingError::Invalid(format!(
                        "o caminho {path} não serve em calls.\"{}\": use um que comece com / e não tenha ? nem #",
                        call.last_segment()
                    )));
                }
            };
            let place = |key: &str| format!("calls.\"{}\".{key}", call.last_segment());
            let list = match &table.list {
                Some(KeyOrFalse::Key(list)) => Some(path_of(list, || place("list"))?),
                Some(KeyOrFalse::False) | None => None,
            };
            let (pages, page_keys) = match &table.pages {
                _ if !call.is_list && table.pages.is_some() => return Err(no_list(&place("pages"))),
                _ if !call.is_list => (None, PageKeys::default()),
                Some(PagesOrFalse::Pages(pages)) => pages::pages(pages, &place("pages"))?,
                Some(PagesOrFalse::False) => (None, PageKeys::default()),
                None if paged.is_some_and(|lists| !lists.iter().any(|list| list == call.last_segment())) => {
                    (None, PageKeys::default())
                }
                None => pages::pages(&common_pages, "pages")?,
            };
            if !call.is_list && table.empty != RefusalsTable::default() {
                return Err(no_list(&place("empty")));
            }
            let empty = Refusals::new(&table.empty);
            let mut query = file.sending.query.clone();
            query.extend(table.query.clone());
            let query = pages::query(&pages::added(&query, &place("query"))?);
            let types = match table.types.is_empty() {
                true => Arc::clone(&types),
                false => Arc::new(keys::of_call(&file, call, &table.types)?),
            };
            let values = match table.flags.is_empty() {
                true => Arc::clone(&values),
                false => {
                    let flags = (place("flags"), &table.flags);
                    Arc::new(values::spellings(&file.values.status, (&flags.0, flags.1), &file.labels)?)
                }
            };
            let response = ResponseSpelling {
                envelope: Arc::clone(&envelope),
                list,
                types,
                cents: file.reading.amounts == ReadAmountForm::Cents,
                values,
                pages: Arc::new(page_keys),
                observer: None,
            };
            let ended = call.session.then(|| Arc::clone(&ended));
            let rows = call.data.as_deref().filter(|_| call.is_list);
            let refusals = Arc::clone(&refusals);
            let special = match call.path {
                ValidaEmail::PATH => vec![
                    (Refusals::new(&file.login.blocked), BLOQUEADO),
                    (Refusals::new(&file.login.change_password), TROCARSENHA),
                ],
                _ => Vec::new(),
            };
            let code = code.clone();
            let spelling = CallSpelling { path, query, rows, pages, response, refusals, code, ended, empty, special };
            Ok((call.path, Arc::new(spelling)))
        };
        let calls = vocabulary.calls.iter().map(spelling).collect::<Result<_, _>>()?;
        let headers = HeaderSpelling::new(&file.headers, &file.session)?;
        let mut added = HashMap::new();
        for call in &vocabulary.calls {
            let mut body = file.sending.body.clone();
            body.extend(file.calls.get(call.last_segment()).map(|table| table.body.clone()).unwrap_or_default());
            if !body.is_empty() {
                added.insert(call.path, pages::added(&body, &format!("calls.\"{}\".body", call.last_segment()))?);
            }
        }
        let statuses = StatusCodes::new(&file.values);
        let requests = RequestSpelling {
            more_keys: keys::more_of_requests(&file.requests, &requests)?,
            keys: requests,
            writing: file.writing,
            forms: value_forms::of_file(&file)?,
            omits_api_key: file.headers.api_key.is_some(),
            statuses,
            added,
        };
        Ok(Self { calls, requests, headers, file, source: String::new() })
    }

    /// The file that says it.
    pub fn file(&self) -> &MappingFile {
        &self.file
    }

    /// Whether the API has an application key.
    pub fn has_api_key(&self) -> bool {
        self.file.headers.api_key != Some(KeyOrFalse::False)
    }

    /// A warning about codes of refusals that no response can have.
    pub fn unmatched_codes(&self) -> Option<String> {
        refusals::unmatched_codes(&self.file)
    }

    /// The text of the file; empty if there is none.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// How the service at a path of the contract is spelt.
    pub(crate) fn call(&self, path: &str) -> &Arc<CallSpelling> {
        self.calls.get(path).expect("every path of the contract has a spelling")
    }

    /// How the responses of a service are spelt.
    pub fn response(&self, path: &str) -> &ResponseSpelling {
        &self.call(path).response
    }

    pub(crate) fn headers(&self) -> &HeaderSpelling {
        &self.headers
    }

    /// Whether a request carries the user's e-mail address although the contract's does not.
    pub(crate) fn asks_for_email<C: Call>(&self) -> bool {
        self.requests.names(&C::schema_name(), on_demand::EMAIL)
    }

    /// Writes the body of a request.
    ///
    /// # Errors
    /// [`UnwritableValue`]: the API takes no such value.
    pub fn request<C: Call>(&self, call: &C) -> Result<Bytes, UnwritableValue> {
        self.requests.write(call)
    }

    /// The mapping as TOML. Empty for the contract's own spelling.
    #[cfg(test)]
    pub(crate) fn fingerprint(&self) -> String {
        toml::to_string(&self.file).expect("a mapping is TOML")
    }
}

impl std::str::FromStr for Mapping {
    type Err = MappingError;

    fn from_str(text: &str) -> Result<Self, MappingError> {
        let file = toml::from_str(text).map_err(|error: toml::de::Error| MappingError::Syntax {
            line: error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count()),
            message: syntax_error::in_portuguese(error.message()),
        })?;
        Ok(Self { source: text.to_owned(), ..Self::new(file)? })
    }
}

fn no_list(place: &str) -> MappingError {
    MappingError::Invalid(format!("{place} não serve: este serviço não responde com uma lista"))
}

fn is_path(path: &str) -> bool {
    path.starts_with('/') && !path.contains(['?', '#', ' ', '\\']) && path.is_ascii() && !path.contains("..")
}

#[cfg(test)]
mod tests;
