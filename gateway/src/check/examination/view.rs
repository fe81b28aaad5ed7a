//! How the responses of all services are looked at.

use std::collections::BTreeSet;

use crate::{check::draft::Draft, mapping::Mapping};

/// How the responses are looked at.
pub(in crate::check) struct View<'a> {
    /// How the gateway reads them.
    pub(in crate::check) mapping: &'a Draft,
    /// The same for its parser.
    pub(in crate::check) parsed: &'a Mapping,
    /// How they seem to be written.
    pub(in crate::check) guess: &'a Draft,
    /// Whether to show what services say to a request that they refuse.
    pub(in crate::check) shows_refusals: bool,
    /// The fields that came from any service, by type and name.
    pub(in crate::check) came: &'a BTreeSet<String>,
}

impl View<'_> {
    /// The path of a service in the mapping, if it is another than the contract's.
    pub(in crate::check) fn sent_to(&self, path: &'static str) -> Option<String> {
        Some(self.parsed.call(path).path.clone()).filter(|other| other != path)
    }
}
