//! A Lua script with its keys and arguments; Redis runs it atomically.

use redis::{FromRedisValue, RedisResult, Script, ToRedisArgs, aio::MultiplexedConnection};

use super::crypto::RedisKey;

/// A script call: one round trip.
#[derive(Clone)]
pub struct ScriptCall {
    script: &'static str,
    keys: Vec<RedisKey>,
    arguments: Vec<Vec<u8>>,
}

impl ScriptCall {
    /// A call of a script without keys and arguments.
    pub fn new(script: &'static str) -> Self {
        Self { script, keys: Vec::new(), arguments: Vec::new() }
    }

    /// Adds the next of `KEYS`.
    pub fn key(mut self, key: &RedisKey) -> Self {
        self.keys.push(key.clone());
        self
    }

    /// Adds the next of `ARGV`.
    pub fn arg(mut self, value: impl ToRedisArgs) -> Self {
        self.arguments.extend(value.to_redis_args());
        self
    }

    /// A script that the server has not loaded yet costs two round trips more, once.
    pub(super) async fn run<T: FromRedisValue>(&self, connection: &mut MultiplexedConnection) -> RedisResult<T> {
        let script = Script::new(self.script);
        let mut invocation = script.prepare_invoke();
        for key in &self.keys {
            invocation.key(key.as_str());
        }
        for argument in &self.arguments {
            invocation.arg(argument.as_slice());
        }
        invocation.invoke_async(connection).await
    }
}
