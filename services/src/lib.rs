//! The acionamento services.

pub mod demo;
mod login;
pub mod wire;
