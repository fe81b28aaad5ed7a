//! The fields of a line where there is no terminal: as tracing-subscriber writes them, but not by way of its colours,
//! which cost more than all the rest where there are none.

use std::{
    error::Error,
    fmt::{self, Write as _},
};

use tracing::field::{Field, Visit};
use tracing_subscriber::{
    field::{RecordFields, VisitOutput as _},
    fmt::{
        FormatFields,
        format::{DefaultVisitor, Writer},
    },
};

pub(super) struct Plain;

/// Hardly any line has longer fields.
const LONG_LINE: usize = 512;

impl<'w> FormatFields<'w> for Plain {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut line = Line { text: String::with_capacity(LONG_LINE), result: Ok(()) };
        fields.record(&mut line);
        line.result?;
        writer.write_str(&line.text)
    }
}

/// A line that is being put together: its text is handed on whole, since each piece of it would go by three writers.
struct Line {
    text: String,
    /// Nothing more is written after an error.
    result: fmt::Result,
}

impl Line {
    /// Writes a field, unless one before it could not be written.
    fn write(&mut self, write: impl FnOnce(&mut String) -> fmt::Result) {
        if self.result.is_ok() {
            self.result = write(&mut self.text);
        }
    }

    /// Has tracing-subscriber write a field that is none like the others.
    fn leave(&mut self, record: impl FnOnce(&mut DefaultVisitor<'_>)) {
        self.write(|text| {
            let is_empty = text.is_empty();
            let mut visitor = DefaultVisitor::new(Writer::new(text), is_empty);
            record(&mut visitor);
            visitor.finish()
        });
    }

    fn write_value(&mut self, field: &Field, write: impl FnOnce(&mut String) -> fmt::Result) {
        self.write(|text| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(field.name());
            text.push('=');
            write(text)
        });
    }
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if is_special(field) {
            return self.leave(|visitor| visitor.record_debug(field, value));
        }
        self.write_value(field, |text| write!(text, "{value:?}"));
    }

    /// A text as `Debug` has it: most have nothing that must be escaped.
    fn record_str(&mut self, field: &Field, value: &str) {
        if is_special(field) {
            return self.leave(|visitor| visitor.record_str(field, value));
        }
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        if !value.bytes().all(is_plain) {
            return self.record_debug(field, &value);
        }
        self.write_value(field, |text| {
            text.push('"');
            text.push_str(value);
            text.push('"');
            Ok(())
        });
    }

    fn record_error(&mut self, field: &Field, error: &(dyn Error + 'static)) {
        self.leave(|visitor| visitor.record_error(field, error));
    }
}

/// Whether a field is written in another way than `name=value`.
fn is_special(field: &Field) -> bool {
    field.name() == "message" || field.name().starts_with("r#")
}

#[cfg(test)]
mod tests {
    use std::{
        error::Error,
        io::{self, Write},
        sync::{Arc, Mutex},
    };

    use tracing::{Subscriber, subscriber::with_default};
    use tracing_subscriber::fmt;

    use super::Plain;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(line)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[derive(Debug, thiserror::Error)]
    #[error("outer \u{1b}[31m\n")]
    struct Outer(#[source] io::Error);

    fn tell() {
        let forged = "a\nINFO forged: b=\"c\" \u{1b}[31m\u{9b}\u{7}";
        let error = Outer(io::Error::other("inner \u{1b}"));
        let error: &(dyn Error + 'static) = &error;
        tracing::info!("only \u{1b} a message");
        tracing::info!(quoted = "\"", back = "\\", tab = "\t", tilde = "~", delete = "\u{7f}", empty = "");
        tracing::info!(text = forged, shown = %forged, as_debug = ?forged, "{forged}");
        tracing::info!(message = forged, status = 200_u16, ms = 0.25, whole = 3.0, is = true, below = -7);
        tracing::info!(none = None::<&str>, some = Some("é"), r#type = "raw", dotted.name = 1, last = ?());
        tracing::warn!(error, first = 1, "after");
        tracing::error!(error = error.source(), %forged);
        let span = tracing::info_span!("span", forged, number = tracing::field::Empty);
        span.record("number", 3);
        span.in_scope(|| tracing::info!(inside = true, "in a span"));
    }

    fn lines<S: Subscriber + Send + Sync>(subscriber: impl FnOnce(Lines) -> S) -> String {
        let lines = Lines::default();
        with_default(subscriber(lines.clone()), tell);
        let bytes = lines.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn plain_lines_are_those_of_tracing_subscriber() {
        let theirs = |to: Lines| fmt().without_time().with_ansi(false).with_writer(move || to.clone()).finish();
        let ours = |to: Lines| {
            fmt().without_time().with_ansi(false).with_writer(move || to.clone()).fmt_fields(Plain).finish()
        };
        let (theirs, ours) = (lines(theirs), lines(ours));
        assert_eq!(theirs, ours);
        assert!(ours.lines().count() >= 7, "{ours}");
    }
}
