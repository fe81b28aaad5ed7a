//! Server-sent events, as graphql-sse's protocol has them (distinct connections mode).

use std::{io, time::Duration};

use tokio::time::timeout;

/// The longest silence. A gateway sends a comment every 12 seconds.
pub(super) const SILENCE: Duration = Duration::from_secs(30);

/// The events of a response.
pub(super) struct EventStream {
    answer: reqwest::Response,
    /// What came and belongs to no whole event yet.
    rest: Vec<u8>,
}

/// An event.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) name: String,
    pub(super) data: String,
}

impl EventStream {
    pub(super) fn new(answer: reqwest::Response) -> Self {
        Self { answer, rest: Vec::new() }
    }

    /// The next event; `None` if the stream ended.
    ///
    /// # Errors
    /// The connection broke, or nothing came for [`SILENCE`].
    pub(super) async fn next(&mut self) -> io::Result<Option<Event>> {
        loop {
            while let Some(end) = self.rest.windows(2).position(|two| two == b"\n\n") {
                let block: Vec<_> = self.rest.drain(..end + 2).collect();
                if let Some(event) = Event::parse(&String::from_utf8_lossy(&block)) {
                    return Ok(Some(event));
                }
            }
            let chunk = timeout(SILENCE, self.answer.chunk()).await?;
            match chunk.map_err(|error| io::Error::other(error.without_url()))? {
                // Proxies may write the ends of lines anew.
                Some(bytes) => self.rest.extend(bytes.iter().filter(|byte| **byte != b'\r')),
                None => return Ok(None),
            }
        }
    }
}

impl Event {
    /// `None` of a comment.
    fn parse(block: &str) -> Option<Self> {
        let (mut name, mut data) = (String::new(), Vec::new());
        for line in block.lines() {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "event" => name = value.to_owned(),
                "data" => data.push(value),
                _ => {}
            }
        }
        (!name.is_empty()).then(|| Self { name, data: data.join("\n") })
    }
}

#[cfg(test)]
mod tests {
    use super::Event;

    #[test]
    fn an_event_has_a_name_and_lines_of_data() {
        let event = Event::parse("event: next\ndata: {\"a\":\ndata:1}\n\n").unwrap();
        assert_eq!((&*event.name, &*event.data), ("next", "{\"a\":\n1}"));
        assert_eq!(Event::parse(":\n\n"), None);
        assert_eq!(Event::parse("event: complete\ndata:\n\n").unwrap().data, "");
    }
}
