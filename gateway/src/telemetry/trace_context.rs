//! W3C Trace Context: `traceparent` and `tracestate`, read by OpenTelemetry's propagator.
//!
//! The propagator is laxer than the specification: it takes ids of any length or with a sign, and a `tracestate` of any size
//! with empty and repeated members. Headers are held to the specification here first.

use data_encoding::HEXLOWER;
use hyper::header::HeaderValue;
use opentelemetry::{
    Context, SpanId, TraceFlags, TraceId,
    propagation::{Extractor, TextMapPropagator as _},
    trace::{SpanContext, SpanKind, TraceContextExt as _, TraceState},
};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{IdGenerator as _, RandomIdGenerator, Sampler, SamplingDecision, ShouldSample as _},
};

const TRACEPARENT: &str = "traceparent";
const TRACESTATE: &str = "tracestate";
/// Maximum length of a `tracestate` that is passed on, as the specification requires.
const MAX_TRACESTATE: usize = 512;
/// Members longer than this are dropped first (section 3.3.1.5).
const LONG_MEMBER: usize = 128;

/// A span of a trace: a request, or one call that was made for it.
#[derive(Clone, Debug)]
pub(super) struct Span {
    context: SpanContext,
    /// Invalid for the first span of a trace.
    parent: SpanId,
}

impl Span {
    /// The first span of a new trace. The trace id decides whether it is sampled; without a sampler it is not.
    pub(super) fn root(sampler: Option<&Sampler>) -> Self {
        let trace_id = RandomIdGenerator::default().new_trace_id();
        let is_sampled = sampler.is_some_and(|sampler| {
            let result = sampler.should_sample(None, trace_id, "", &SpanKind::Server, &[], &[]);
            result.decision == SamplingDecision::RecordAndSample
        });
        let flags = if is_sampled { TraceFlags::SAMPLED } else { TraceFlags::NOT_SAMPLED };
        Self {
            context: SpanContext::new(trace_id, new_span_id(), flags, false, TraceState::NONE),
            parent: SpanId::INVALID,
        }
    }

    /// The caller's span; `None` unless the `traceparent` is valid. An invalid `tracestate` is dropped.
    pub(super) fn of_caller(traceparent: &str, tracestate: &[&str]) -> Option<Self> {
        if !has_traceparent_form(traceparent) {
            return None;
        }
        let tracestate = valid_tracestate(tracestate).unwrap_or_default();
        let headers = Headers { traceparent: traceparent.to_owned(), tracestate };
        let context = TraceContextPropagator::new().extract_with_context(&Context::new(), &headers);
        let context = context.span().span_context().clone();
        context.is_valid().then_some(Self { context, parent: SpanId::INVALID })
    }

    /// A new child of this span.
    pub(super) fn child(&self) -> Self {
        let state = self.context.trace_state().clone();
        let flags = self.context.trace_flags();
        let context = SpanContext::new(self.context.trace_id(), new_span_id(), flags, false, state);
        Self { context, parent: self.context.span_id() }
    }

    pub(super) fn context(&self) -> &SpanContext {
        &self.context
    }

    pub(super) fn parent(&self) -> SpanId {
        self.parent
    }

    pub(super) fn is_sampled(&self) -> bool {
        self.context.is_sampled()
    }

    pub(super) fn trace_id(&self) -> TraceId {
        self.context.trace_id()
    }

    /// The `traceparent` of a call within this span. Not by the propagator, which formats it in ten times the instructions.
    pub(super) fn traceparent(&self) -> HeaderValue {
        let flags = self.context.trace_flags() & TraceFlags::SAMPLED;
        let mut text = *b"00-00000000000000000000000000000000-0000000000000000-00";
        HEXLOWER.encode_mut(&self.context.trace_id().to_bytes(), &mut text[3..35]);
        HEXLOWER.encode_mut(&self.context.span_id().to_bytes(), &mut text[36..52]);
        HEXLOWER.encode_mut(&[flags.to_u8()], &mut text[53..]);
        HeaderValue::from_bytes(&text).expect("digits and hyphens")
    }

    /// The `tracestate` that is passed on, if there is one.
    pub(super) fn tracestate(&self) -> Option<String> {
        Some(self.context.trace_state().header()).filter(|state| !state.is_empty())
    }
}

/// The two headers, as the propagator reads them.
struct Headers {
    traceparent: String,
    tracestate: String,
}

impl Extractor for Headers {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            TRACEPARENT => Some(&self.traceparent),
            TRACESTATE => Some(&self.tracestate),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT, TRACESTATE]
    }
}

/// Whether a `traceparent` has the lengths, hyphens and lower-case digits of the specification. Versions after 00 may append
/// more fields.
fn has_traceparent_form(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_hex = |from: usize, to: usize| {
        bytes.get(from..to).is_some_and(|part| part.iter().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')))
    };
    let has_hyphen = |at: usize| bytes.get(at) == Some(&b'-');
    is_hex(0, 2)
        && has_hyphen(2)
        && is_hex(3, 35)
        && has_hyphen(35)
        && is_hex(36, 52)
        && has_hyphen(52)
        && is_hex(53, 55)
        && (bytes.len() == 55 || has_hyphen(55) && !text.starts_with("00"))
}

/// Joins the lines of a `tracestate` within [`MAX_TRACESTATE`]. `None` if a member is empty on a side of `=`, or a key stands
/// twice. The propagator validates the characters.
fn valid_tracestate(lines: &[&str]) -> Option<String> {
    let mut members = Vec::new();
    for member in lines.iter().flat_map(|line| line.split(',')).map(|member| member.trim_matches([' ', '\t'])) {
        // Empty list members are allowed.
        if member.is_empty() {
            continue;
        }
        let (key, value) = member.split_once('=')?;
        let is_new = members.iter().all(|(known, _)| *known != key);
        if key.is_empty() || value.is_empty() || value.contains('=') || !member.is_ascii() || !is_new {
            return None;
        }
        members.push((key, member));
    }
    let length = |members: &[(&str, &str)]| members.iter().map(|(_, member)| member.len() + 1).sum::<usize>();
    if length(&members) > MAX_TRACESTATE + 1 {
        members.retain(|(_, member)| member.len() <= LONG_MEMBER);
    }
    while length(&members) > MAX_TRACESTATE + 1 {
        members.pop();
    }
    Some(members.into_iter().map(|(_, member)| member).collect::<Vec<_>>().join(","))
}

fn new_span_id() -> SpanId {
    RandomIdGenerator::default().new_span_id()
}

#[cfg(test)]
mod tests {
    use opentelemetry_sdk::trace::Sampler;
    use proptest::prelude::*;

    use super::Span;

    const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_traceparent_is_read_to_the_letter() {
        let span = Span::of_caller(PARENT, &[]).unwrap();
        assert_eq!(span.trace_id().to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(span.context().span_id().to_string(), "00f067aa0ba902b7");
        assert!(span.is_sampled() && span.traceparent() == PARENT);
        let rest = &PARENT[2..53];
        for (flags, written) in [("00", "00"), ("01", "01"), ("02", "00"), ("ff", "01")] {
            let span = Span::of_caller(&format!("00{rest}{flags}"), &[]).unwrap();
            assert_eq!(span.traceparent(), format!("00{rest}{written}"), "only the flag of sampling is passed on");
        }
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
            (PARENT.replace("4bf92f", "+bf92f"), None),
            (PARENT.replace("00f067", "+0f067"), None),
            ("00-1-1-1".to_owned(), None),
            (PARENT.replace('-', "_"), None),
            (format!(" {PARENT}"), None),
            (format!("{PARENT},{PARENT}"), None),
            ("00".to_owned(), None),
            (String::new(), None),
            ("00-é".to_owned(), None),
        ] {
            assert_eq!(Span::of_caller(&text, &[]).map(|span| span.is_sampled()), sampled, "{text}");
        }
    }

    fn state(lines: &[&str]) -> Option<String> {
        Span::of_caller(PARENT, lines).unwrap().child().tracestate()
    }

    proptest! {
        #[test]
        fn no_traceparent_breaks_the_reader(text in ".{0,70}", cut in 0..56_usize) {
            let _ = Span::of_caller(&text, &[]);
            let _ = Span::of_caller(&format!("{}{text}", &PARENT[..cut.min(PARENT.len())]), &[]);
        }

        /// What is passed on is within its bounds, and made of what came.
        #[test]
        fn a_tracestate_is_passed_on_within_its_bounds(
            members in proptest::collection::vec(("[a-z]{1,6}", "[!-+\\--<>-~]{1,200}"), 0..40)
        ) {
            let text = members.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",");
            if let Some(passed) = state(&[text.as_str()]) {
                prop_assert!(passed.len() <= 512);
                prop_assert!(passed.split(',').all(|member| text.split(',').any(|came| came == member)));
                prop_assert_eq!(state(&[passed.as_str()]), Some(passed.clone()));
            }
        }
    }

    #[test]
    fn an_invalid_tracestate_is_dropped() {
        assert_eq!(state(&["a=1 , b@c=2", "", "d=3"]).as_deref(), Some("a=1,b@c=2,d=3"));
        for wrong in ["a", "=1", "a=", "A=1", "a=1,a=2", "a=\u{e9}", "a=b=c", "á=1"] {
            assert_eq!(state(&[wrong]), None, "{wrong}");
        }
        // The specification allows 32 members.
        let many = (0..33).map(|number| format!("a{number}=1")).collect::<Vec<_>>().join(",");
        assert_eq!(state(&[&many]).unwrap().split(',').count(), 32);
        let long = format!("a={},b={},c=1", "x".repeat(248), "y".repeat(248));
        assert_eq!(state(&["d=1", &long]), Some(format!("d=1,{long}")));
        let longer = format!("{long},d={}", "z".repeat(20));
        assert_eq!(state(&[&longer]), Some(format!("c=1,d={}", "z".repeat(20))));
    }

    #[test]
    fn a_share_of_the_traces_is_sampled() {
        let sampled = |share| {
            let sampler = Sampler::TraceIdRatioBased(share);
            (0..10_000).filter(|_| Span::root(Some(&sampler)).is_sampled()).count()
        };
        assert_eq!((sampled(0.0), sampled(1.0)), (0, 10_000));
        assert!((700..1300).contains(&sampled(0.1)));
        assert!(!Span::root(None).is_sampled());
    }
}
