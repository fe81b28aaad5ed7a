//! Tests through the front door.

mod acionamento;
mod menu;
mod painel;
mod procedimento;
mod schema;
mod segurado;
mod seguradora;
mod stub;
