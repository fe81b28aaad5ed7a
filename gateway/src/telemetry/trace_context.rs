//! Where a request stands in a trace that goes through many programs, as the W3C's Trace Context has it: `traceparent`
//! and `tracestate`.

use hyper::header::HeaderValue;

/// Most bytes of a `tracestate` that is passed on, and most members of one.
const MOST_STATE: usize = 512;
const MOST_MEMBERS: usize = 32;
/// Members longer than this are the first to go.
const LONG_MEMBER: usize = 128;

/// A stretch of time in a trace: a request, or one call that was made for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The trace that it is part of.
    pub(super) trace: u128,
    /// Its own name in it.
    pub(super) id: u64,
    /// The span that it is part of, where there is one.
    pub(super) parent: Option<u64>,
    /// Whether the trace is recorded.
    pub(super) is_sampled: bool,
}

impl Span {
    /// The first of a new trace. Whether it is recorded is decided by its name, so that every program decides alike.
    pub(super) fn root(sampling: Sampling) -> Self {
        let trace = rand::random::<u128>().max(1);
        Self { trace, id: new_id(), parent: None, is_sampled: sampling.takes(trace) }
    }

    /// The span of whoever sent a `traceparent`; `None` if it is not one to the letter.
    pub(super) fn of_caller(traceparent: &str) -> Option<Self> {
        let (version, rest) = (hex(traceparent.get(..2)?)?, traceparent.get(2..)?);
        // Later versions may say more after what this one knows.
        let known = match version {
            0xff => return None,
            0 => rest,
            _ if rest.len() > 53 && rest.as_bytes()[53] != b'-' => return None,
            _ => rest.get(..53)?,
        };
        let [b'-', ids @ ..] = known.as_bytes() else { return None };
        let mut parts = str::from_utf8(ids).ok()?.split('-');
        let (Some(trace), Some(id), Some(flags), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        if (trace.len(), id.len(), flags.len()) != (32, 16, 2) {
            return None;
        }
        let (trace, id, flags) = (hex(trace)?, u64::try_from(hex(id)?).ok()?, hex(flags)?);
        (trace != 0 && id != 0).then_some(Self { trace, id, parent: None, is_sampled: flags & 1 == 1 })
    }

    /// A new span that is part of this one.
    pub(super) fn child(&self) -> Self {
        Self { id: new_id(), parent: Some(self.id), ..*self }
    }

    /// The trace's name, as it is told to people.
    pub(super) fn trace_id(&self) -> [u8; 32] {
        let mut text = [0; 32];
        write_hex(&self.trace.to_be_bytes(), &mut text);
        text
    }

    /// The span as it is told to whoever is called in it.
    pub(super) fn traceparent(&self) -> HeaderValue {
        let mut text = *b"00-00000000000000000000000000000000-0000000000000000-00";
        write_hex(&self.trace.to_be_bytes(), &mut text[3..35]);
        write_hex(&self.id.to_be_bytes(), &mut text[36..52]);
        write_hex(&[u8::from(self.is_sampled)], &mut text[53..]);
        HeaderValue::from_bytes(&text).expect("digits and hyphens")
    }
}

/// Which part of the traces that begin here is recorded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sampling {
    /// Of the numbers below 2^63.
    below: u64,
}

impl Sampling {
    /// A share from 0 to 1.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the share is between 0 and 1")]
    pub(super) fn of(share: f64) -> Self {
        Self { below: (share.clamp(0.0, 1.0) * (1_u64 << 63) as f64) as u64 }
    }

    /// Whether a trace is recorded: by its last bytes, as OpenTelemetry does it everywhere.
    fn takes(self, trace: u128) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "the last bytes are meant")]
        let last = trace as u64;
        last >> 1 < self.below
    }
}

/// What other programs noted beside the trace, from the lines of a `tracestate`, to be passed on as it came. What is too
/// long loses members: the long ones first, then the last. What is none is dropped as a whole.
pub(super) fn state<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut members = Vec::new();
    for member in lines.flat_map(|line| line.split(',')).map(|member| member.trim_matches([' ', '\t'])) {
        // Empty members are allowed, and mean nothing.
        if member.is_empty() {
            continue;
        }
        let (key, value) = member.split_once('=')?;
        let is_new = members.iter().all(|(known, _)| *known != key);
        if !is_key(key) || !is_value(value) || !is_new || members.len() == MOST_MEMBERS {
            return None;
        }
        members.push((key, member));
    }
    let length = |members: &[(&str, &str)]| members.iter().map(|(_, member)| member.len() + 1).sum::<usize>();
    if length(&members) > MOST_STATE + 1 {
        members.retain(|(_, member)| member.len() <= LONG_MEMBER);
    }
    while length(&members) > MOST_STATE + 1 {
        members.pop();
    }
    let members: Vec<_> = members.into_iter().map(|(_, member)| member).collect();
    (!members.is_empty()).then(|| members.join(","))
}

fn is_key(key: &str) -> bool {
    let is_part = |part: &str, most: usize, may_begin_with_digit: bool| {
        let may_begin = |b: u8| b.is_ascii_lowercase() || may_begin_with_digit && b.is_ascii_digit();
        (1..=most).contains(&part.len())
            && part.bytes().next().is_some_and(may_begin)
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_-*/".contains(&b))
    };
    match key.split_once('@') {
        None => is_part(key, 256, true),
        Some((tenant, system)) => is_part(tenant, 241, true) && is_part(system, 14, false),
    }
}

fn is_value(value: &str) -> bool {
    (1..=256).contains(&value.len()) && value.bytes().all(|b| (0x20..=0x7e).contains(&b) && !b",=".contains(&b))
}

/// A number in lower-case hexadecimal digits.
fn hex(digits: &str) -> Option<u128> {
    let is_hex = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if is_hex { u128::from_str_radix(digits, 16).ok() } else { None }
}

/// Writes bytes as lower-case hexadecimal digits, two each. Quicker than a format, which every request and every call
/// would pay for.
pub(super) fn write_hex(bytes: &[u8], to: &mut [u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (byte, digits) in bytes.iter().zip(to.chunks_exact_mut(2)) {
        digits.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

fn new_id() -> u64 {
    rand::random::<u64>().max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Sampling, Span, state};

    const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_traceparent_is_read_to_the_letter() {
        let span = Span::of_caller(PARENT).unwrap();
        assert_eq!((span.trace, span.id), (0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736, 0x00f0_67aa_0ba9_02b7));
        assert!(span.is_sampled && span.traceparent() == PARENT);
        let rest = &PARENT[2..53];
        for (text, sampled) in [
            (format!("00{rest}00"), Some(false)),
            (format!("00{rest}ff"), Some(true)),
            (format!("01{rest}01"), Some(true)),
            (format!("cc{rest}01-what-the-future-brings"), Some(true)),
            (format!("cc{rest}01."), None),
            (format!("cc{rest}01extra"), None),
            (format!("00{rest}01-more"), None),
            (format!("00{rest}01-"), None),
            (format!("ff{rest}01"), None),
            (PARENT.to_uppercase(), None),
            (PARENT.replace("4bf92f3577b34da6a3ce929d0e0e4736", &"0".repeat(32)), None),
            (PARENT.replace("00f067aa0ba902b7", &"0".repeat(16)), None),
            (PARENT.replace("4bf92f", "4bf92g"), None),
            (PARENT.replace("00f067", "+0f067"), None),
            (PARENT.replace('-', "_"), None),
            (format!(" {PARENT}"), None),
            (format!("{PARENT},{PARENT}"), None),
            ("00".to_owned(), None),
            (String::new(), None),
            ("00-é".to_owned(), None),
        ] {
            assert_eq!(Span::of_caller(&text).map(|span| span.is_sampled), sampled, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_traceparent_breaks_the_reader(text in ".{0,70}", cut in 0..56_usize) {
            let _ = Span::of_caller(&text);
            let _ = Span::of_caller(&format!("{}{text}", &PARENT[..cut.min(PARENT.len())]));
        }

        /// What is passed on is within its bounds, and made of what came.
        #[test]
        fn a_tracestate_is_passed_on_within_its_bounds(
            members in proptest::collection::vec(("[a-z]{1,6}", "[!-+\\--<>-~]{1,200}"), 0..40)
        ) {
            let text = members.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",");
            if let Some(passed) = state([text.as_str()].into_iter()) {
                prop_assert!(passed.len() <= 512);
                prop_assert!(passed.split(',').all(|member| text.split(',').any(|came| came == member)));
                prop_assert_eq!(state([passed.as_str()].into_iter()), Some(passed.clone()));
            }
        }
    }

    #[test]
    fn a_tracestate_that_is_none_is_dropped() {
        let state = |lines: &[&str]| state(lines.iter().copied());
        assert_eq!(state(&["a=1 , b@c=2", "", "d=3"]).as_deref(), Some("a=1,b@c=2,d=3"));
        for wrong in ["a", "=1", "a=", "A=1", "a=1,a=2", "a=\u{e9}", "a=b=c", "a@=1", "a@1=1", "á=1"] {
            assert_eq!(state(&[wrong]), None, "{wrong}");
        }
        let many = (0..33).map(|number| format!("a{number}=1")).collect::<Vec<_>>().join(",");
        assert_eq!(state(&[&many]), None);
        let long = format!("a={},b={},c=1", "x".repeat(248), "y".repeat(248));
        assert_eq!(state(&["d=1", &long]), Some(format!("d=1,{long}")));
        let longer = format!("{long},d={}", "z".repeat(20));
        assert_eq!(state(&[&longer]), Some(format!("c=1,d={}", "z".repeat(20))));
    }

    #[test]
    fn a_share_of_the_traces_is_recorded() {
        let recorded = |share| (0..10_000).filter(|_| Span::root(Sampling::of(share)).is_sampled).count();
        assert_eq!((recorded(0.0), recorded(1.0)), (0, 10_000));
        assert!((700..1300).contains(&recorded(0.1)));
        assert_eq!(recorded(f64::NAN), 0);
    }
}
