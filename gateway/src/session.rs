//! The client address, the sealed steps of a login, and its rate limits. Nothing here writes a log line.

pub mod client_address;
pub mod desafio;
pub mod login_protection;
pub mod login_rate_limit;
