//! The fields of a line where there is no terminal: as tracing-subscriber writes them, but not by way of its colours,
//! which cost more than all the rest where there are none.

use std::{error::Error, fmt};

use tracing::field::{Field, Visit};
use tracing_subscriber::{
    field::{RecordFields, VisitOutput as _},
    fmt::{
        FormatFields,
        format::{DefaultVisitor, Writer},
    },
};

pub(super) struct Plain;

impl<'w> FormatFields<'w> for Plain {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut line = Line { writer, is_empty: true, result: Ok(()) };
        fields.record(&mut line);
        line.result
    }
}

/// A line that is being written.
struct Line<'w> {
    writer: Writer<'w>,
    is_empty: bool,
    /// Nothing more is written after an error.
    result: fmt::Result,
}

impl Line<'_> {
    /// Writes a field, unless one before it could not be written.
    fn write(&mut self, write: impl FnOnce(&mut Self) -> fmt::Result) {
        if self.result.is_ok() {
            self.result = write(self);
            self.is_empty = false;
        }
    }

    /// Has tracing-subscriber write a field that is none like the others.
    fn leave(&mut self, record: impl FnOnce(&mut DefaultVisitor<'_>)) {
        self.write(|line| {
            let mut visitor = DefaultVisitor::new(line.writer.by_ref(), line.is_empty);
            record(&mut visitor);
            visitor.finish()
        });
    }

    fn write_name(&mut self, name: &str) -> fmt::Result {
        if !self.is_empty {
            self.writer.write_char(' ')?;
        }
        self.writer.write_str(name)?;
        self.writer.write_char('=')
    }

    /// A text as `Debug` has it: most have nothing that must be escaped.
    fn write_text(&mut self, text: &str) -> fmt::Result {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        if !text.bytes().all(is_plain) {
            return write!(self.writer, "{text:?}");
        }
        self.writer.write_char('"')?;
        self.writer.write_str(text)?;
        self.writer.write_char('"')
    }
}

impl Visit for Line<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if is_special(field) {
            return self.leave(|visitor| visitor.record_debug(field, value));
        }
        self.write(|line| {
            line.write_name(field.name())?;
            write!(line.writer, "{value:?}")
        });
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if is_special(field) {
            return self.leave(|visitor| visitor.record_str(field, value));
        }
        self.write(|line| {
            line.write_name(field.name())?;
            line.write_text(value)
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
