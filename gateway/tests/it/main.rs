//! Tests through the front door.
