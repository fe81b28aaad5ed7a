//! The acionamento services.

pub mod wire;
