//! A configured tool: what it may do, and how often.

use std::{fmt, path::PathBuf, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::watch;

use super::key::KeyDigest;
use crate::schema::{
    engine::{
        operation_kind::OperationKind,
        persisted_documents::{DocumentId, PersistedDocuments},
        prepared::PreparedDocument,
        response::Response,
    },
    error::Error,
    subscriptions::ToolKeyState,
};

/// Length of the window in which a tool's requests count, in seconds.
const WINDOW: i64 = 60;

/// A configured tool.
pub struct Tool {
    /// The name of its file, without the ending.
    pub name: Arc<str>,
    pub(super) key: KeyDigest,
    /// Which documents it may send.
    pub documents: ToolDocuments,
    pub(super) operations: Vec<OperationKind>,
    /// The most that one of its operations may cost.
    pub max_cost: Option<u64>,
    pub(super) requests_per_minute: Option<u32>,
    pub(super) requests: Arc<Mutex<Minute>>,
    /// SHA-256 of its file and its manifest.
    pub(super) source: [u8; 32],
    pub(super) key_state: watch::Sender<ToolKeyState>,
}

/// The requests of a window, which begins with its first. Around the end of a window 60 s may hold twice the limit.
#[derive(Default)]
pub(super) struct Minute {
    began: i64,
    count: u32,
}

/// Which documents a tool may send.
pub enum ToolDocuments {
    /// Any.
    Any,
    /// Those of its manifest, besides what every client may send.
    Manifest {
        /// The path as its file has it.
        path: PathBuf,
        /// The documents.
        documents: PersistedDocuments,
    },
}

impl Minute {
    /// Counts a request, unless the window has so many, and returns the seconds until another begins.
    fn acquire(&mut self, limit: u32, now: i64) -> Result<(), u64> {
        // Also where the clock was set back.
        if !(self.began..self.began + WINDOW).contains(&now) {
            *self = Self { began: now, count: 0 };
        }
        if self.count >= limit {
            return Err((self.began + WINDOW - now).unsigned_abs());
        }
        self.count += 1;
        Ok(())
    }
}

impl Tool {
    /// Counts a request. `now` is in seconds.
    ///
    /// # Errors
    /// `RATE_LIMITED`: it has sent too many within a minute. The request is not counted.
    pub fn acquire(&self, now: i64) -> Result<(), Response> {
        let Some(limit) = self.requests_per_minute else { return Ok(()) };
        let mut requests = self.requests.lock();
        requests.acquire(limit, now).map_err(|seconds| {
            let reason = format!("A ferramenta {} pode fazer {limit} requisições por minuto.", self.name);
            Error::rate_limited(&reason, seconds).into()
        })
    }

    /// For a subscription, which it ends when the key changes.
    pub fn key_state(&self) -> watch::Receiver<ToolKeyState> {
        self.key_state.subscribe()
    }

    /// Checks that it may run an operation of this kind of a document. The login is open to every tool.
    ///
    /// # Errors
    /// `FORBIDDEN`: it may not.
    pub fn permit(&self, document: &PreparedDocument, kind: OperationKind) -> Result<(), Response> {
        if document.is_login(kind) || self.operations.contains(&kind) {
            return Ok(());
        }
        Err(Error::forbidden_to_tool(&self.name, kind.into()).into())
    }

    /// The highest cost of an operation of its manifest, and the operation's name.
    fn most_expensive(&self) -> Option<(u64, &str)> {
        let ToolDocuments::Manifest { documents, .. } = &self.documents else { return None };
        documents.all().flat_map(|document| document.highest_costs()).max()
    }

    /// What an operator should know of it: its bound refuses a document of its own.
    pub fn warning(&self) -> Option<String> {
        let (cost, operation) = self.most_expensive()?;
        let max = self.max_cost.filter(|max| *max < cost)?;
        let name = &self.name;
        Some(format!(
            "{name}: a operação {operation} pode custar até {cost}, mais do que o max-cost {max}: acima disso é recusada"
        ))
    }

    /// The response to a document that it may not send. It names the id of the text that arrived: one different byte makes
    /// another id.
    pub fn refusal(&self, id: DocumentId) -> Response {
        let (name, id) = (&self.name, id.to_hex());
        let message = format!("A ferramenta {name} executa apenas os documentos do seu manifesto e os do portal.");
        let detail = format!("O texto que chegou tem o SHA-256 {id}, que nenhum documento do manifesto tem.");
        Response::document_not_trusted(message).with_detail(&detail)
    }

    /// The response to an id that no document of the tool has.
    pub fn unknown_id(&self) -> Response {
        let name = &self.name;
        Response::document_not_found(&match self.documents {
            ToolDocuments::Any => format!(
                "Nenhum documento do portal tem este id, e a ferramenta {name} não tem manifesto: envie o texto em query."
            ),
            ToolDocuments::Manifest { .. } => {
                format!("Nem o manifesto da ferramenta {name} nem o portal têm um documento com este id.")
            }
        })
    }
}

/// One line for `gateway tools list`. The digest is not shown in full.
impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let documents = match &self.documents {
            ToolDocuments::Any => "any".to_owned(),
            ToolDocuments::Manifest { path, documents } => format!("{} ({})", path.display(), documents.all().len()),
        };
        let operations: Vec<&str> = self.operations.iter().map(Into::into).collect();
        write!(f, "{}  key={}  documents={documents}  operations={}", self.name, self.key, operations.join(","))?;
        if let Some(cost) = self.max_cost {
            write!(f, "  max-cost={cost}")?;
        }
        if let Some((cost, operation)) = self.most_expensive() {
            write!(f, "  highest-cost={cost} ({operation})")?;
        }
        if let Some(requests) = self.requests_per_minute {
            write!(f, "  requests-per-minute={requests}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Minute;

    #[test]
    fn another_window_begins_after_a_minute_or_where_the_clock_was_set_back() {
        let mut minute = Minute::default();
        let acquired = [1000, 1001, 1059, 1060, 900].map(|now| minute.acquire(1, now));
        assert_eq!(acquired, [Ok(()), Err(59), Err(1), Ok(()), Ok(())]);
    }
}
