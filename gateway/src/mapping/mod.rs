//! How a particular integration API differs from the contract: its envelope, keys, paths, headers and forms of values. One TOML
//! file configures it ([`file`]); without one the API is as in the contract.
//!
//! Only the calls to the services know it ([`crate::upstream`]). Responses are read by the types of the contract, with the
//! names in [`ResponseMapping`]; requests are written by them and then rewritten ([`request`]).

mod added_keys;
pub(crate) mod call_mapping;
mod call_tables;
mod codes_and_flags;
mod envelope;
pub mod error;
pub mod file;
pub(crate) mod headers;
mod keys;
pub(crate) mod page_requests;
pub(crate) mod refusals;
mod request;
pub mod request_forms;
pub(crate) mod response_meaning;
pub mod template;

use std::{
    collections::HashMap,
    fmt, fs,
    path::Path,
    str::{self, FromStr, Utf8Error},
    sync::Arc,
};

use bytes::Bytes;
use contract::{Call, mapping::ResponseMapping};

use self::{
    call_mapping::CallMapping,
    codes_and_flags::StatusCodes,
    error::MappingError,
    file::{
        CallTable, KeyOrFalse, MappingFile,
        requests::{RequestKey, RequestKeyTable},
    },
    headers::HeaderNames,
    request::RequestMapping,
    request_forms::UnwritableValue,
};
use crate::{
    contract_schema::schema::{CallSchema, ContractSchema},
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
        let (schema, style) = (ContractSchema::get(), file.names.style);
        let segments = || schema.calls.iter().map(CallSchema::last_segment);
        if let Some(name) = file.calls.keys().find(|name| schema.call(name).is_none()) {
            // The whole path may be meant.
            let nearest = nearest_name(name.rsplit('/').next().unwrap_or(name), segments());
            return Err(MappingError::unknown_but(&format!("calls.{name}"), "o serviço", name, nearest));
        }
        let modules = || schema.calls.iter().map(CallSchema::module);
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
        let calls = schema.calls.iter().map(|call| Ok((call.path(), CallMapping::new(&file, call, &headers)?.into())));
        let calls: HashMap<&str, Arc<CallMapping>> = calls.collect::<Result<_, MappingError>>()?;
        let keys = keys::checked_paths("requests", &keys::names_of_requests(&file.requests, style), &schema.requests)?;
        let mut added = HashMap::new();
        for call in &schema.calls {
            let of_call = request::keys_added_to(&file, call, &keys, calls[call.path()].pages.as_ref())?;
            added.extend((!of_call.is_empty()).then_some((call.path(), of_call)));
        }
        let requests = RequestMapping {
            keys,
            writing: file.writing,
            forms: request_forms::of_file(&file)?,
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
        self.requests.names(&C::schema_name(), "email")
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

#[cfg(test)]
mod tests;
