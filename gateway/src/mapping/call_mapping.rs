//! How one service differs from the contract: its path, its responses, its pages, and what its refusals mean.

use contract::{
    Call as _,
    login::ValidaLogin,
    mapping::{ReadForms, ResponseMapping},
};
use encoding_rs::Encoding;
use hyper::header::HeaderName;

use super::{
    added_keys,
    call_tables::CallTables,
    codes_and_flags, envelope,
    error::MappingError,
    file::{MappingFile, pages::PagePlace},
    headers::HeaderNames,
    keys,
    page_requests::{self, PageRequests},
    refusals::{self, CallRefusals},
};
use crate::{base_url::BaseUrl, contract_schema::schema::CallSchema};

/// How one service differs from the contract.
#[derive(Debug)]
pub(crate) struct CallMapping {
    /// Its path below the base URL.
    pub(crate) path: String,
    /// The base URL of its module, if that is not the gateway's.
    pub(crate) base_url: Option<BaseUrl>,
    /// The query string of its address; empty if it has none.
    pub(crate) query: String,
    /// The type of its rows, if its data are a list.
    pub(crate) rows: Option<&'static str>,
    /// How its pages are asked for; `None` if its list comes whole.
    pub(crate) pages: Option<PageRequests>,
    /// Its responses.
    pub(crate) response: ResponseMapping,
    /// The encoding of its bodies that are not UTF-8.
    pub(crate) charset: Option<&'static Encoding>,
    /// The header of its responses with the session's token, if their data do not have it.
    pub(crate) token_header: Option<HeaderName>,
    /// Which of its responses are refusals, and what they mean.
    pub(super) refusals: CallRefusals,
}

impl CallMapping {
    pub(super) fn new(
        file: &MappingFile,
        call: &'static CallSchema,
        headers: &HeaderNames,
    ) -> Result<Self, MappingError> {
        let tables = CallTables::new(file, call)?;
        let envelope = envelope::of_call(&tables)?;
        let refusals = refusals::of_call(&tables, envelope.status.as_ref())?;
        let (pages, page_keys) = page_requests::of_call(&tables)?;
        let of_pages = pages.iter().flat_map(|pages| pages.keys_in(PagePlace::Query));
        Ok(Self {
            path: path_of_call(&tables)?,
            base_url: base_url(file, call.module())?,
            query: added_keys::query(&added_keys::added_to_query(&tables, of_pages)?),
            rows: call.data.as_deref().filter(|_| call.is_list),
            response: ResponseMapping {
                list: envelope::list_of_call(&tables)?,
                envelope,
                types: keys::of_call(&tables)?,
                forms: ReadForms { amounts: file.reading.amounts, days: file.reading.dates },
                values: codes_and_flags::of_call(&tables)?,
                pages: page_keys,
                observer: None,
            },
            pages,
            charset: charset(file)?,
            token_header: headers.token.clone().filter(|_| call.path() == ValidaLogin::PATH),
            refusals,
        })
    }
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

fn path_of_call(tables: &CallTables) -> Result<String, MappingError> {
    match &tables.own.path {
        None => Ok(tables.call.path().to_owned()),
        Some(path) if is_path(path) => Ok(path.clone()),
        Some(path) => {
            let of_call = format!("calls.\"{}\"", tables.call.last_segment());
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
