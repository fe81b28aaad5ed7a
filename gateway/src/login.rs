//! The sealed steps of a login, and its rate limits. Nothing here writes a log line.

pub mod desafio;
pub mod protection;
pub mod rate_limit;
