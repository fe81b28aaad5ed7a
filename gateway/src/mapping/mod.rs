//! How a particular integration API differs from the contract: its envelope, keys, paths, headers and forms of values. One TOML
//! file configures it ([`file`]); without one the API is as in the contract.
//!
//! Only the calls to the services know it ([`crate::upstream`]). Responses are read by the types of the contract, with the
//! names in [`ResponseMapping`]; requests are written by them and then rewritten ([`request`]).

mod added_keys;
pub(crate) mod call_mapping;
mod envelope;
pub mod error;
pub mod file;
pub(crate) mod headers;
mod keys;
pub(crate) mod pages;
pub(crate) mod refusals;
mod request;
pub mod template;
pub mod value_forms;
mod values;

use std::{
    collections::HashMap,
    fmt, fs,
    path::Path,
    str::{self, FromStr, Utf8Error},
    sync::Arc,
};

use bytes::Bytes;
use contract::{
    Call,
    login::{BLOQUEADO, TROCARSENHA, ValidaEmail, ValidaLogin},
    mapping::{ExternalNames, PageKeys, ReadForms, ResponseMapping, ValueWords},
};
use encoding_rs::Encoding;

use self::{
    call_mapping::CallMapping,
    error::MappingError,
    file::{
        CallTable, EnvelopeTable, KeyOrFalse, MappingFile, RefusalsTable,
        pages::{PagePlace, PagesOrFalse},
        requests::{RequestKey, RequestKeyTable},
    },
    headers::HeaderNames,
    keys::path_of,
    request::RequestMapping,
    value_forms::UnwritableValue,
    values::StatusCodes,
};
use crate::{
    base_url::BaseUrl,
    contract_schema::vocabulary::{CallNames, Vocabulary},
    nearest_name::nearest_name,
    toml_error,
};

/// How an integration API differs from the contract.
pub struct Mapping {
    /// The parsed mapping file.
    pub file: MappingFile,
    calls: HashMap<&'static str, Arc<CallMapping>>,
    requests: RequestMapping,
    pub(crate) headers: HeaderNames,
}

/// Added headers may be secret.
impl fmt::Debug for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Mapping")
    }
}

impl Default for Mapping {
    fn default() -> Self {
        Self::new(MappingFile::default()).expect("the contract itself is valid")
    }
}

impl Mapping {
    /// Reads a mapping from its file.
    ///
    /// # Errors
    /// [`MappingError`]: the file cannot be read or used.
    pub fn load(path: &Path) -> Result<Self, MappingError> {
        let bytes = fs::read(path)?;
        let not_text = |error: Utf8Error| {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            MappingError::new(format!("linha {line}: o texto não está em UTF-8: grave o arquivo assim"))
        };
        str::from_utf8(&bytes).map_err(not_text)?.parse()
    }

    /// Checks a mapping against the contract.
    ///
    /// # Errors
    /// [`MappingError`]: a name that the contract does not have, two keys with one name, or a value that cannot be used.
    pub fn new(mut file: MappingFile) -> Result<Self, MappingError> {
        leave_out_empty_tables(&mut file);
        let (vocabulary, style) = (Vocabulary::get(), file.names.style);
        let segments = || vocabulary.calls.iter().map(CallNames::last_segment);
        if let Some(name) = file.calls.keys().find(|name| vocabulary.call(name).is_none()) {
            // The whole path may be meant.
            let nearest = nearest_name(name.rsplit('/').next().unwrap_or(name), segments());
            return Err(MappingError::unknown_but(&format!("calls.{name}"), "o serviço", name, nearest));
        }
        let modules = || vocabulary.calls.iter().map(CallNames::module);
        if let Some(name) = file.base_urls.keys().find(|name| !modules().any(|module| module == **name)) {
            return Err(MappingError::unknown(&format!("base-urls.{name}"), "base-urls: o módulo", name, modules()));
        }
        added_keys::parse_added_keys(&file.sending.body, "sending.body")?;
        added_keys::parse_added_keys(&file.sending.query, "sending.query")?;
        if file.sending.query_api_key.as_deref() == Some("") {
            return Err(MappingError::of("sending.query-api-key", "está vazio"));
        }
        refusals::check(&file)?;
        keys::check_token(&file)?;
        let headers = HeaderNames::new(&file.headers, &file.session)?;
        if file.sending.query_api_key.is_some() && matches!(file.headers.api_key, Some(KeyOrFalse::Key(_))) {
            let text = "headers.api-key e sending.query-api-key não servem juntos: diga um dos dois";
            return Err(MappingError::at(&["headers.api-key", "sending.query-api-key"], text));
        }
        let common = CommonMapping {
            types: Arc::new(keys::external_names(&keys::checked_paths(
                "types",
                &keys::names_of_types(&file.types, style),
                &vocabulary.types,
            )?)),
            values: Arc::new(values::response_words(&file, ("values.flags", &file.values.flags))?),
            ended: Arc::new(file.session.ended.clone()),
            paged: pages::paged_lists(&file)?,
            charset: charset(&file)?,
            headers: &headers,
        };
        let calls = vocabulary.calls.iter().map(|call| Ok((call.path, Arc::new(common.of_call(&file, call)?))));
        let calls: HashMap<&str, Arc<CallMapping>> = calls.collect::<Result<_, MappingError>>()?;
        let keys =
            keys::checked_paths("requests", &keys::names_of_requests(&file.requests, style), &vocabulary.requests)?;
        let mut added = HashMap::new();
        for call in &vocabulary.calls {
            let of_call = request::keys_added_to(&file, call, &keys, calls[call.path].pages.as_ref())?;
            added.extend((!of_call.is_empty()).then_some((call.path, of_call)));
        }
        let requests = RequestMapping {
            keys,
            writing: file.writing,
            forms: value_forms::of_file(&file)?,
            omits_api_key: file.headers.api_key.is_some() || file.sending.query_api_key.is_some(),
            statuses: StatusCodes::new(&file.values),
            added,
        };
        Ok(Self { calls, requests, headers, file })
    }

    /// The key of the query string that carries the API key, if one does.
    pub(crate) fn query_api_key(&self) -> Option<&str> {
        self.file.sending.query_api_key.as_deref()
    }

    /// Whether the API has an application key.
    pub fn has_api_key(&self) -> bool {
        self.file.headers.api_key != Some(KeyOrFalse::False)
    }

    /// Whether a module has an address of its own that is HTTPS.
    pub(crate) fn has_https_module(&self) -> bool {
        self.file.base_urls.values().any(|url| url.to_ascii_lowercase().starts_with("https:"))
    }

    /// A warning about codes of refusals that no response can have.
    pub fn unmatched_codes(&self) -> Option<String> {
        refusals::unmatched_codes(&self.file)
    }

    /// How the service at a path of the contract differs.
    pub(crate) fn call(&self, path: &str) -> &Arc<CallMapping> {
        self.calls.get(path).expect("every path of the contract has a mapping")
    }

    /// How the responses of a service are read.
    pub fn response(&self, path: &str) -> &ResponseMapping {
        &self.call(path).response
    }

    /// Whether a request carries the user's e-mail address although the contract's does not.
    pub(crate) fn asks_for_email<C: Call>(&self) -> bool {
        self.requests.names(&C::schema_name(), keys::EMAIL)
    }

    /// Writes the body of a request.
    ///
    /// # Errors
    /// [`UnwritableValue`]: the API takes no such value.
    pub fn request<C: Call>(&self, call: &C) -> Result<Bytes, UnwritableValue> {
        self.requests.write(call)
    }
}

impl FromStr for Mapping {
    type Err = MappingError;

    fn from_str(text: &str) -> Result<Self, MappingError> {
        let file = toml::from_str(text).map_err(|error| MappingError::new(toml_error::in_one_line(&error, text)))?;
        Self::new(file).map_err(|error| error.with_line(text))
    }
}

/// What the services have in common.
struct CommonMapping<'a> {
    types: Arc<ExternalNames>,
    values: Arc<ValueWords>,
    ended: Arc<RefusalsTable>,
    /// The services whose lists come in pages; `None`: every list.
    paged: Option<&'a [String]>,
    charset: Option<&'static Encoding>,
    headers: &'a HeaderNames,
}

impl CommonMapping<'_> {
    fn of_call(&self, file: &MappingFile, call: &'static CallNames) -> Result<CallMapping, MappingError> {
        let none = CallTable::default();
        let table = file.calls.get(call.last_segment()).unwrap_or(&none);
        let place = |key: &str| format!("calls.\"{}\".{key}", call.last_segment());
        let of_lists = [("pages", table.pages.is_some()), ("empty", table.empty != RefusalsTable::default())];
        if let Some((key, _)) = of_lists.iter().find(|(_, is_said)| *is_said && !call.is_list) {
            return Err(MappingError::of(&place(key), "não serve: este serviço não responde com uma lista"));
        }
        if table.envelope.list.is_some() {
            return Err(MappingError::of(&place("envelope.list"), &format!("não serve: diga {}", place("list"))));
        }
        let has_envelope = table.envelope != EnvelopeTable::default();
        let of_envelope = if has_envelope { place("envelope") } else { "envelope".to_owned() };
        let envelope = envelope::merged(&file.envelope, &table.envelope);
        let list = match (&table.list, &envelope.list) {
            (Some(KeyOrFalse::Key(list)), _) => Some(path_of(list, || place("list"))?),
            (None, Some(list)) if call.is_list => Some(path_of(list, || "envelope.list".to_owned())?),
            _ => None,
        };
        let is_paged = || self.paged.is_none_or(|lists| lists.iter().any(|list| list == call.last_segment()));
        let of_pages = if table.pages.is_some() { place("pages") } else { "pages".to_owned() };
        let (pages, page_keys) = match &table.pages {
            Some(PagesOrFalse::Pages(pages)) => pages::pages(pages, &of_pages)?,
            None if call.is_list && is_paged() => pages::pages(&file.pages, &of_pages)?,
            _ => (None, PageKeys::default()),
        };
        let of_query = pages.iter().flat_map(|pages| pages.keys_in(PagePlace::Query));
        let query = added_keys::added_to_query(file, table, &place("query"), of_query)?;
        let values = match table.flags.is_empty() {
            true => Arc::clone(&self.values),
            false => Arc::new(values::response_words(file, (&place("flags"), &table.flags))?),
        };
        let response = ResponseMapping {
            envelope: Arc::new(envelope::checked_keys(&envelope, file.names.style, &of_envelope)?),
            list,
            types: match table.types.is_empty() {
                true => Arc::clone(&self.types),
                false => Arc::new(keys::names_of_call(file, call, &table.types)?),
            },
            forms: ReadForms { amounts: file.reading.amounts, days: file.reading.dates },
            values,
            pages: Arc::new(page_keys),
            observer: None,
        };
        let special = match call.path {
            ValidaEmail::PATH => vec![
                ("login.blocked", &file.login.blocked, BLOQUEADO),
                ("login.change-password", &file.login.change_password, TROCARSENHA),
            ],
            _ => Vec::new(),
        };
        let ended = call.session.then_some(&file.session.ended);
        let all = special.iter().map(|(place, table, _)| ((*place).to_owned(), *table));
        let all = all.chain(ended.map(|table| ("session.ended".to_owned(), table)));
        let tables: Vec<_> = all.chain([(place("empty"), &table.empty)]).collect();
        let token_header = self.headers.token.clone().filter(|_| call.path == ValidaLogin::PATH);
        let code = refusals::code_key(&envelope, response.envelope.status.as_ref(), &of_envelope, &tables)?;
        Ok(CallMapping {
            path: path_of_call(call, table)?,
            base_url: base_url(file, call.module())?,
            query: added_keys::query(&query),
            rows: call.data.as_deref().filter(|_| call.is_list),
            pages,
            response,
            charset: self.charset,
            token_header,
            code,
            refusals: envelope.refusals.unwrap_or_default().into(),
            ended: ended.map(|_| Arc::clone(&self.ended)),
            empty: table.empty.clone(),
            special: special.into_iter().map(|(_, table, message)| (table.clone(), message)).collect(),
        })
    }
}

/// Empty tables configure nothing.
fn leave_out_empty_tables(file: &mut MappingFile) {
    file.types.retain(|_, keys| !keys.is_empty());
    for keys in file.requests.values_mut() {
        keys.retain(|_, key| *key != RequestKey::Sent(RequestKeyTable::default()));
    }
    file.requests.retain(|_, keys| !keys.is_empty());
    for call in file.calls.values_mut() {
        call.types.retain(|_, keys| !keys.is_empty());
    }
    file.calls.retain(|_, call| *call != CallTable::default());
}

fn charset(file: &MappingFile) -> Result<Option<&'static Encoding>, MappingError> {
    let Some(label) = &file.reading.charset else { return Ok(None) };
    let text = || format!("reading.charset: {label} não é uma codificação de textos conhecida");
    Encoding::for_label(label.as_bytes()).map(Some).ok_or_else(|| MappingError::at(&["reading.charset"], text()))
}

/// The base URL of a module, if it is not that of the settings.
fn base_url(file: &MappingFile, module: &str) -> Result<Option<BaseUrl>, MappingError> {
    let Some(url) = file.base_urls.get(module) else { return Ok(None) };
    let place = format!("base-urls.{module}");
    url.parse().map(Some).map_err(|wrong| MappingError::at(&[&place], format!("{place}: {wrong}")))
}

fn path_of_call(call: &CallNames, table: &CallTable) -> Result<String, MappingError> {
    match &table.path {
        None => Ok(call.path.to_owned()),
        Some(path) if is_path(path) => Ok(path.clone()),
        Some(path) => {
            let of_call = format!("calls.\"{}\"", call.last_segment());
            let text = format!(
                "o caminho {path} não serve em {of_call}: use um que comece com / e não tenha ?, #, \\, espaço, .. nem outros \
                 caracteres que ASCII (á é %C3%A1), nem {{…}}: chaves do pedido não vão no caminho"
            );
            Err(MappingError::at(&[format!("{of_call}.path")], text))
        }
    }
}

fn is_path(path: &str) -> bool {
    let is_escape =
        |at: usize| path.as_bytes().get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    path.starts_with('/')
        && !path.contains(['?', '#', '\\', '{', '}', '<', '>', '"'])
        && path.bytes().all(|byte| byte.is_ascii_graphic())
        && !path.contains("..")
        && path.match_indices('%').all(|(at, _)| is_escape(at))
}

#[cfg(test)]
mod tests;
