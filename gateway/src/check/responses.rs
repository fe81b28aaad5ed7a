//! Reads responses as a draft says that they are written.

pub(super) mod empty_values;
pub(super) mod filter;
pub(super) mod http_status;
pub(super) mod nested;
pub(super) mod observation;
pub(super) mod rows;
pub(super) mod sample;
pub(super) mod translation;
