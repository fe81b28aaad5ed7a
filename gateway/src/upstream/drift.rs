//! Notices when a service's responses change: a field stops coming, or its values come in another form. Both are read
//! leniently, so that it would stay unnoticed until the data are missed.
//!
//! One response of a service is sampled per second at most. Only names of the contract are stored, no values.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::Arc,
    time::Duration,
};

use contract::mapping::{FieldObserver, ResponseMapping};
use parking_lot::Mutex;
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::contract_schema::{
    value_type::{ExpectedType, ValueType},
    vocabulary::Vocabulary,
};

/// Shortest time between two samples of a service.
const INTERVAL: Duration = Duration::from_secs(1);
/// Samples in which the usual forms of a field are learnt.
const LEARNT: u32 = 20;
/// A field counts as missing after this many samples without it, or after ten times its longest absence if that is more.
const STOPPED: u32 = 20;

/// Kinds of drift, as metrics call them.
const MISSING: &str = "missing";
const OTHER_FORM: &str = "other form";

/// Type and key of a field in the contract.
pub(super) type FieldName = (&'static str, &'static str);

/// The fields of a service's responses so far.
#[derive(Default)]
pub(super) struct DriftWatch(Mutex<Watched>);

#[derive(Default)]
struct Watched {
    /// When the last sample was taken.
    sampled: Option<Instant>,
    fields: BTreeMap<FieldName, FieldHistory>,
    /// What was logged.
    reported: BTreeSet<(FieldName, &'static str)>,
}

#[derive(Default)]
struct FieldHistory {
    /// Samples that had it.
    came: u32,
    /// Samples without it since then.
    missing: u32,
    longest_gap: u32,
    forms: BTreeSet<ValueType>,
}

/// The fields of one sampled response: the forms of those that came.
#[derive(Debug, Default)]
pub(super) struct ResponseSample(Mutex<BTreeMap<FieldName, Option<BTreeSet<ValueType>>>>);

impl DriftWatch {
    /// The mapping with which to read a response, with a sample if it is time for one.
    pub(super) fn sample(
        &self,
        mapping: &ResponseMapping,
        now: Instant,
    ) -> Option<(ResponseMapping, Arc<ResponseSample>)> {
        let sampled = &mut self.0.lock().sampled;
        if sampled.is_some_and(|sampled| now < sampled + INTERVAL) {
            return None;
        }
        *sampled = Some(now);
        let sample = Arc::<ResponseSample>::default();
        let observer: Arc<dyn FieldObserver> = Arc::<ResponseSample>::clone(&sample);
        Some((ResponseMapping { observer: Some(observer), ..mapping.clone() }, sample))
    }

    /// Whether a change is reported for the first time.
    pub(super) fn is_first(&self, field: FieldName, kind: &'static str) -> bool {
        self.0.lock().reported.insert((field, kind))
    }

    /// Compares a sample with those before it: the fields that changed, and how.
    pub(super) fn compare(&self, sample: &ResponseSample) -> Vec<(FieldName, &'static str)> {
        let fields = &mut self.0.lock().fields;
        let sampled = mem::take(&mut *sample.0.lock()).into_iter();
        sampled.filter_map(|(name, forms)| Some((name, fields.entry(name).or_default().add(forms)?))).collect()
    }
}

impl FieldHistory {
    fn add(&mut self, forms: Option<BTreeSet<ValueType>>) -> Option<&'static str> {
        let Some(forms) = forms else {
            self.missing += 1;
            let threshold = STOPPED.max(self.longest_gap.saturating_mul(10));
            return (self.came > 0 && self.missing >= threshold).then_some(MISSING);
        };
        if self.came > 0 {
            self.longest_gap = self.longest_gap.max(self.missing);
        }
        self.missing = 0;
        self.came = self.came.saturating_add(1);
        if self.came <= LEARNT {
            self.forms.extend(&forms);
            return None;
        }
        (!forms.is_subset(&self.forms)).then_some(OTHER_FORM)
    }
}

impl FieldObserver for ResponseSample {
    fn object(&self, type_name: &'static str, fields: &'static [&'static str]) {
        let mut sampled = self.0.lock();
        for key in fields {
            sampled.entry((type_name, key)).or_default();
        }
    }

    fn field(&self, type_name: &'static str, key: &str, json: &str) {
        let known = Vocabulary::get().types.get(type_name).and_then(|names| names.keys.get_key_value(key));
        let Some((key, names)) = known else { return };
        let mut sampled = self.0.lock();
        sampled.entry((type_name, key)).or_default().get_or_insert_default().extend(form(names.expected, json));
    }
}

/// The form of the value at the start of a JSON text, as far as it matters for its type. `None` for null and an empty text, which
/// say nothing about the form.
fn form(expected: ExpectedType, json: &str) -> Option<ValueType> {
    let value = serde_json::Deserializer::from_str(json).into_iter::<&RawValue>().next()?.ok()?;
    match ValueType::of(value.get()) {
        ValueType::Null | ValueType::EmptyText => None,
        found if matches!(expected, ExpectedType::Date | ExpectedType::Instant) => Some(found),
        ValueType::Integer | ValueType::Decimal => Some(ValueType::Decimal),
        ValueType::CommaText if expected == ExpectedType::Number => Some(ValueType::CommaText),
        found @ (ValueType::Boolean | ValueType::List | ValueType::Object) => Some(found),
        _ => Some(ValueType::Text),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use contract::{envelope::Answer, mapping::ResponseMapping, seguradora::Seguradora};
    use tokio::time::Instant;

    use super::{DriftWatch, MISSING, STOPPED};

    const USUAL: &str = r#"[{"cdSeguradora":"1","nmSeguradora":"Um","nrCnpj":null,"flAtiva":true},
                            {"cdSeguradora":"2","nmSeguradora":"Dois","nrCnpj":"1","flAtiva":true}]"#;

    /// The keys that a response shows to have changed, and how.
    fn changes(watch: &DriftWatch, rows: &str) -> Vec<(&'static str, &'static str)> {
        let body = format!(r#"{{"status":1,"data":{rows}}}"#);
        // A sample is always due an hour later.
        let later = watch.0.lock().sampled.map_or_else(Instant::now, |sampled| sampled + Duration::from_secs(3600));
        let (mapping, sample) = watch.sample(&ResponseMapping::default(), later).unwrap();
        Answer::<Vec<Seguradora>>::read_mapped(body.as_bytes(), &mapping).unwrap();
        watch.compare(&sample).into_iter().map(|((_, key), kind)| (key, kind)).collect()
    }

    #[test]
    fn one_sample_is_taken_per_second() {
        let (watch, began) = (DriftWatch::default(), Instant::now());
        let is_taken =
            |later| watch.sample(&ResponseMapping::default(), began + Duration::from_millis(later)).is_some();
        assert_eq!([0, 1, 999, 1000, 1999, 2000].map(is_taken), [true, false, false, true, false, true]);
    }

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
        assert_eq!(changes(&watch, without), [("nmSeguradora", MISSING), ("nrCnpj", MISSING)]);
        assert_eq!(changes(&watch, "[]"), [], "without rows nothing can be missing");
        assert_eq!(changes(&watch, USUAL), []);
        for _ in 1..10 * STOPPED {
            assert_eq!(changes(&watch, without), [], "it was missing that long before");
        }
    }
}
