//! The settings: each is one clap declaration of its flag, environment variable, default and meaning.
//!
//! [`load`] reads flags, the environment and a file; [`GatewayArgs::validate`] validates them and returns a [`Config`], or
//! one sentence with what is wrong and the remedy.
//!
//! `…Args` are settings as given, `…Config` the same once checked (calls and telemetry need no type of their own), `…Command`
//! the arguments of a command. `…Settings` belong to the module that is built with them.

mod calls;
mod command_line;
mod effective;
mod file;
mod gateway_config;
mod http;
mod load;
mod login;
mod services;
mod telemetry;
mod terminal;
#[cfg(test)]
mod tests;
mod value;

pub use self::{
    calls::CallArgs,
    command_line::{CheckCommand, Cli, Command, ToolsCommand},
    effective::EffectiveSettings,
    gateway_config::{Config, GatewayArgs},
    load::{load, unknown_variables},
    services::ServicesConfig,
    telemetry::TelemetryArgs,
    terminal::{GraphArgs, LoginCommand, LogoutCommand, QueryCommand},
    value::{ConfigError, Environment},
};
