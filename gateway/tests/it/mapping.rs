//! An integration API that spells the contract otherwise gives the same graph, with a mapping and nothing else.

mod forms;
mod said;
mod short;
mod strict;
mod unread;
