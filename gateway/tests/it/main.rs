//! Tests through the front door.

mod schema;
