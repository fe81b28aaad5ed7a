//! Notices when a service's responses change: a field stops coming, or its values come in another form. Both are read
//! leniently, so that it would stay unnoticed until the data are missed.
//!
//! One response of a service is sampled per second at most. Only names of the contract are stored, no values.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::value::RawValue;
use services::wire::spelling::{FieldFault, FieldObserver, ResponseSpelling};
use tokio::time::Instant;

use crate::contract::{
    value_type::{ExpectedType, ValueType},
    vocabulary::Vocabulary,
};

/// Shortest time between two samples of a service.
const INTERVAL: Duration = Duration::from_secs(1);
/// Samples in which the usual forms of a field are learnt.
const LEARNT: u32 = 20;
/// A field has stopped coming after this many samples without it, and ten times as many as it was missing before.
const STOPPED: u32 = 20;

/// The fields of a service's responses so far.
#[derive(Default)]
pub(super) struct DriftWatch {
    state: Mutex<SampledResponses>,
    /// Whether a list that did not come whole was reported.
    is_incomplete: AtomicBool,
    /// The faults of values that were reported.
    faults: Mutex<BTreeSet<FieldFault>>,
}

#[derive(Default)]
struct SampledResponses {
    sampled: Option<Instant>,
    /// By type and key.
    fields: BTreeMap<(&'static str, &'static str), FieldHistory>,
}

#[derive(Default)]
struct FieldHistory {
    /// Samples that had it.
    came: u32,
    /// Samples without it since then.
    missing: u32,
    longest_gap: u32,
    forms: BTreeSet<ValueForm>,
    is_reported: [bool; 2],
}

/// A field that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drift {
    /// Name of its type in the contract.
    pub(super) type_name: &'static str,
    /// Its key in the contract.
    pub(super) key: &'static str,
    pub(super) kind: DriftKind,
    /// Whether it is the first report of this change.
    pub(super) is_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DriftKind {
    /// It stopped coming.
    Missing,
    /// Its values come in another form.
    OtherForm,
}

impl DriftKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OtherForm => "other form",
        }
    }
}

/// The form of a value, as far as it matters for its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ValueForm {
    /// A date or an instant in this form.
    Time(ValueType),
    Text,
    /// A text with a decimal comma.
    CommaText,
    Number,
    Boolean,
    Nested,
}

/// The fields of one sampled response.
#[derive(Debug, Default)]
pub(super) struct ResponseSample {
    /// By type and key: whether the key came, and in which forms.
    fields: Mutex<SampledFields>,
}

type SampledFields = BTreeMap<&'static str, BTreeMap<&'static str, SampledField>>;

#[derive(Debug, Default)]
struct SampledField {
    came: bool,
    forms: BTreeSet<ValueForm>,
}

impl DriftWatch {
    /// The spelling with which to read a response, with a sample if it is time for one.
    pub(super) fn sample(
        &self,
        spelling: &ResponseSpelling,
        now: Instant,
    ) -> Option<(ResponseSpelling, Arc<ResponseSample>)> {
        let mut state = locked(&self.state);
        if state.sampled.is_some_and(|sampled| now < sampled + INTERVAL) {
            return None;
        }
        state.sampled = Some(now);
        let sample = Arc::<ResponseSample>::default();
        let observer: Arc<dyn FieldObserver> = Arc::<ResponseSample>::clone(&sample);
        Some((ResponseSpelling { observer: Some(observer), ..spelling.clone() }, sample))
    }

    /// Whether this is the first list that did not come whole.
    pub(super) fn is_first_incomplete(&self) -> bool {
        !self.is_incomplete.swap(true, Ordering::Relaxed)
    }

    /// Whether this is the first such fault.
    pub(super) fn is_first_fault(&self, fault: FieldFault) -> bool {
        locked(&self.faults).insert(fault)
    }

    /// Compares a sample with those before it.
    pub(super) fn compare(&self, sample: &ResponseSample) -> Vec<Drift> {
        let mut state = locked(&self.state);
        let mut drifts = Vec::new();
        for (type_name, fields) in mem::take(&mut *locked(&sample.fields)) {
            for (key, sampled) in fields {
                let field = state.fields.entry((type_name, key)).or_default();
                drifts.extend(field.add(&sampled).map(|kind| {
                    let is_first = !mem::replace(&mut field.is_reported[kind as usize], true);
                    Drift { type_name, key, kind, is_first }
                }));
            }
        }
        drifts
    }
}

impl FieldHistory {
    fn add(&mut self, sampled: &SampledField) -> Option<DriftKind> {
        if !sampled.came {
            self.missing += 1;
            let threshold = STOPPED.max(self.longest_gap.saturating_mul(10));
            return (self.came > 0 && self.missing >= threshold).then_some(DriftKind::Missing);
        }
        if self.came > 0 {
            self.longest_gap = self.longest_gap.max(self.missing);
        }
        self.missing = 0;
        self.came = self.came.saturating_add(1);
        if self.came <= LEARNT {
            self.forms.extend(&sampled.forms);
            return None;
        }
        (!sampled.forms.is_subset(&self.forms)).then_some(DriftKind::OtherForm)
    }
}

impl FieldObserver for ResponseSample {
    fn object(&self, type_name: &'static str, fields: &'static [&'static str]) {
        let mut sampled = locked(&self.fields);
        let keys = sampled.entry(type_name).or_default();
        if keys.is_empty() {
            keys.extend(fields.iter().map(|key| (*key, SampledField::default())));
        }
    }

    fn field(&self, type_name: &'static str, key: &str, json: &str) {
        let mut sampled = locked(&self.fields);
        let Some(field) = sampled.get_mut(type_name).and_then(|keys| keys.get_mut(key)) else { return };
        field.came = true;
        let known = Vocabulary::get().types.get(type_name).and_then(|names| names.keys.get(key));
        if let Some(names) = known {
            field.forms.extend(ValueForm::of(names.expected, json));
        }
    }
}

impl ValueForm {
    /// The form of the value at the start of a JSON text. `None`: it is empty, which every form may be.
    fn of(expected: ExpectedType, json: &str) -> Option<Self> {
        let value = serde_json::Deserializer::from_str(json).into_iter::<&RawValue>().next()?.ok()?;
        let found = ValueType::of(value.get());
        let is_time = matches!(expected, ExpectedType::Date | ExpectedType::Instant);
        match found {
            ValueType::Null | ValueType::EmptyText => None,
            found if is_time => Some(Self::Time(found)),
            ValueType::Integer | ValueType::Decimal => Some(Self::Number),
            ValueType::Boolean => Some(Self::Boolean),
            ValueType::List | ValueType::Object => Some(Self::Nested),
            ValueType::CommaText if expected == ExpectedType::Number => Some(Self::CommaText),
            _ => Some(Self::Text),
        }
    }
}

fn locked<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics half-way through a change.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use services::wire::{envelope::Answer, seguradora::Seguradora, spelling::ResponseSpelling};
    use tokio::time::Instant;

    use super::{DriftKind, DriftWatch, LEARNT, STOPPED};

    /// The changes that a response shows.
    fn changes(watch: &DriftWatch, rows: &str) -> Vec<(&'static str, DriftKind, bool)> {
        let body = format!(r#"{{"status":1,"data":{rows}}}"#);
        // A sampled watch is always due an hour later.
        let later = locked_sampled(watch).map_or_else(Instant::now, |sampled| sampled + Duration::from_secs(3600));
        let (spelling, sample) = watch.sample(&ResponseSpelling::default(), later).unwrap();
        Answer::<Vec<Seguradora>>::read_spelled(body.as_bytes(), &spelling).unwrap();
        watch.compare(&sample).into_iter().map(|drift| (drift.key, drift.kind, drift.is_first)).collect()
    }

    fn locked_sampled(watch: &DriftWatch) -> Option<Instant> {
        super::locked(&watch.state).sampled
    }

    const USUAL: &str = r#"[{"cdSeguradora":"1","nmSeguradora":"Um","nrCnpj":null,"flAtiva":true},
                            {"cdSeguradora":"2","nmSeguradora":"Dois","nrCnpj":"1","flAtiva":true}]"#;

    #[test]
    fn a_field_that_stops_coming_is_reported() {
        let watch = DriftWatch::default();
        let without = r#"[{"cdSeguradora":"1","flAtiva":true},{"cdSeguradora":"2","flAtiva":true}]"#;
        for _ in 0..100 {
            assert_eq!(changes(&watch, without), [], "what never came has not stopped");
        }
        changes(&watch, USUAL);
        for _ in 1..STOPPED {
            assert_eq!(changes(&watch, without), []);
        }
        let missing =
            |is_first| [("nmSeguradora", DriftKind::Missing, is_first), ("nrCnpj", DriftKind::Missing, is_first)];
        assert_eq!(changes(&watch, without), missing(true));
        assert_eq!(changes(&watch, without), missing(false));
        assert_eq!(changes(&watch, "[]"), [], "without rows nothing can be missing");
        assert_eq!(changes(&watch, USUAL), []);
        for _ in 0..10 * STOPPED {
            assert_eq!(changes(&watch, without), [], "it was missing that long before");
        }
    }

    #[test]
    fn a_value_in_another_form_is_reported() {
        let watch = DriftWatch::default();
        for _ in 0..LEARNT {
            assert_eq!(changes(&watch, USUAL), []);
        }
        let other = USUAL.replace("true", r#""S""#);
        assert_eq!(changes(&watch, &other), [("flAtiva", DriftKind::OtherForm, true)]);
        assert_eq!(changes(&watch, &other), [("flAtiva", DriftKind::OtherForm, false)]);
        assert_eq!(changes(&watch, USUAL), []);
        assert_eq!(changes(&watch, &USUAL.replace("\"Um\"", "null")), [], "null is no other form");
    }

    #[test]
    fn one_response_is_sampled_per_second() {
        let (watch, now) = (DriftWatch::default(), Instant::now());
        let is_sampled =
            |after: u64| watch.sample(&ResponseSpelling::default(), now + Duration::from_millis(after)).is_some();
        assert_eq!([0, 500, 999, 1000, 1500, 2000].map(is_sampled), [true, false, false, true, false, true]);
    }
}
