//! A configured tool: what it may do, and how often.

use std::{fmt, path::PathBuf, sync::Arc};

use super::{key::KeyDigest, request_rate::RequestRate};
use crate::schema::{
    error::Error, persisted_documents::PersistedDocuments, prepared::OperationKind, response::Response,
};

/// A configured tool.
pub struct Tool {
    pub(super) name: Arc<str>,
    pub(super) key: KeyDigest,
    pub(super) documents: ToolDocuments,
    pub(super) operations: Vec<OperationKind>,
    pub(super) max_cost: Option<u64>,
    pub(super) requests_per_minute: Option<u32>,
    pub(super) rate: Arc<RequestRate>,
}

/// Which documents a tool may send.
pub enum ToolDocuments {
    /// Any.
    Any,
    /// Those of its manifest, besides what everybody may send.
    Manifest {
        /// The path as its file has it.
        path: PathBuf,
        /// The documents.
        documents: PersistedDocuments,
    },
}

impl Tool {
    /// The name of its file, without the ending.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Which documents it may send.
    pub fn documents(&self) -> &ToolDocuments {
        &self.documents
    }

    /// The most that one of its operations may cost.
    pub fn max_cost(&self) -> Option<u64> {
        self.max_cost
    }

    /// Counts a request. `now` is in seconds.
    ///
    /// # Errors
    /// `RATE_LIMITED`: it has sent too many within a minute. The request is not counted.
    pub fn admit(&self, now: i64) -> Result<(), Response> {
        let Some(limit) = self.requests_per_minute else { return Ok(()) };
        self.rate.acquire(limit, now).map_err(|seconds| {
            let (name, when) = (&self.name, if seconds == 1 { "segundo" } else { "segundos" });
            let message = format!(
                "A ferramenta {name} pode fazer {limit} requisições por minuto. Tente novamente em {seconds} {when}."
            );
            Error::rate_limited(message, seconds).into()
        })
    }

    /// Checks that it may run an operation of this kind.
    ///
    /// # Errors
    /// `FORBIDDEN`: it may not.
    pub fn permit(&self, kind: OperationKind) -> Result<(), Response> {
        if self.operations.contains(&kind) {
            return Ok(());
        }
        Err(Error::forbidden_to_tool(&self.name, kind.as_str()).into())
    }

    /// The response to a document that it may not send.
    pub fn refusal(&self) -> Response {
        Response::document_not_trusted(format!(
            "A ferramenta {} executa apenas os documentos do seu manifesto e os do portal.",
            self.name
        ))
    }
}

/// One line for `gateway tools list`. The digest is not shown in full.
impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let documents = match &self.documents {
            ToolDocuments::Any => "any".to_owned(),
            ToolDocuments::Manifest { path, documents } => format!("{} ({})", path.display(), documents.all().len()),
        };
        let operations: Vec<_> = self.operations.iter().map(|kind| kind.as_str()).collect();
        write!(f, "{}  key={}  documents={documents}  operations={}", self.name, self.key, operations.join(","))?;
        if let Some(cost) = self.max_cost {
            write!(f, "  max-cost={cost}")?;
        }
        if let Some(requests) = self.requests_per_minute {
            write!(f, "  requests-per-minute={requests}")?;
        }
        Ok(())
    }
}
