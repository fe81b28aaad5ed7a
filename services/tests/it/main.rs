//! The tests of the services, through the front door.

mod demo;
