//! What the store is told to do: a script that it carries out as a whole, on names and values.

use redis::{FromRedisValue, RedisResult, Script, ToRedisArgs, aio::MultiplexedConnection};

use super::seal::Name;

/// A script with what it works on: one round trip, and nobody else's order comes in between.
#[derive(Clone)]
pub struct Order {
    script: &'static str,
    names: Vec<Name>,
    values: Vec<Vec<u8>>,
}

impl Order {
    /// A script in Lua, as Redis runs it.
    pub fn new(script: &'static str) -> Self {
        Self { script, names: Vec::new(), values: Vec::new() }
    }

    /// Its next key.
    pub fn on(mut self, name: &Name) -> Self {
        self.names.push(name.clone());
        self
    }

    /// Its next argument.
    pub fn with(mut self, value: impl ToRedisArgs) -> Self {
        self.values.extend(value.to_redis_args());
        self
    }

    /// A script that the server does not have yet costs two round trips more, once.
    pub(super) async fn run<T: FromRedisValue>(&self, connection: &mut MultiplexedConnection) -> RedisResult<T> {
        let script = Script::new(self.script);
        let mut run = script.prepare_invoke();
        for name in &self.names {
            run.key(name.as_str());
        }
        for value in &self.values {
            run.arg(value.as_slice());
        }
        run.invoke_async(connection).await
    }
}
