//! Detects a field that a service no longer sends. Reading is lenient: otherwise users would be the first to notice.
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
use tokio::time::Instant;

use crate::contract_schema::schema::ContractSchema;

/// Shortest time between two samples of a service.
const INTERVAL: Duration = Duration::from_secs(1);
/// A field counts as missing after this many samples without it, or ten times its longest earlier absence, whichever is more.
const STOPPED: u32 = 20;

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
    /// Whether any sample had it.
    came: bool,
    /// Samples without it since the last that had it.
    missing: u32,
    longest_gap: u32,
}

/// The fields of one sampled response, and whether they came.
#[derive(Debug, Default)]
pub(super) struct ResponseSample(Mutex<BTreeMap<FieldName, bool>>);

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

    /// The fields that came in earlier samples and have now been absent for long enough.
    pub(super) fn missing(&self, sample: &ResponseSample) -> Vec<FieldName> {
        let fields = &mut self.0.lock().fields;
        let sampled = mem::take(&mut *sample.0.lock()).into_iter();
        sampled.filter(|(name, came)| fields.entry(*name).or_default().stopped(*came)).map(|(name, _)| name).collect()
    }
}

impl FieldHistory {
    /// Adds a sample. Whether the field has stopped coming.
    fn stopped(&mut self, came: bool) -> bool {
        if !came {
            self.missing += 1;
            return self.came && self.missing >= STOPPED.max(self.longest_gap.saturating_mul(10));
        }
        if self.came {
            self.longest_gap = self.longest_gap.max(self.missing);
        }
        (self.came, self.missing) = (true, 0);
        false
    }
}

impl FieldObserver for ResponseSample {
    fn object(&self, type_name: &'static str, fields: &'static [&'static str]) {
        let mut sampled = self.0.lock();
        for key in fields {
            sampled.entry((type_name, key)).or_default();
        }
    }

    fn field(&self, type_name: &'static str, key: &str, _json: &str) {
        let known = ContractSchema::get().types.get(type_name).and_then(|schema| schema.keys.get_key_value(key));
        if let Some((key, _)) = known {
            self.0.lock().insert((type_name, key), true);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use contract::{envelope::Answer, mapping::ResponseMapping, seguradora::Seguradora};
    use tokio::time::Instant;

    use super::{DriftWatch, STOPPED};

    const USUAL: &str = r#"[{"cdSeguradora":"1","nmSeguradora":"Um","nrCnpj":null,"flAtiva":true},
                            {"cdSeguradora":"2","nmSeguradora":"Dois","nrCnpj":"1","flAtiva":true}]"#;

    /// The keys that a response lacks.
    fn missing(watch: &DriftWatch, rows: &str) -> Vec<&'static str> {
        let body = format!(r#"{{"status":1,"data":{rows}}}"#);
        // A sample is always due an hour later.
        let later = watch.0.lock().sampled.map_or_else(Instant::now, |sampled| sampled + Duration::from_secs(3600));
        let (mapping, sample) = watch.sample(&ResponseMapping::default(), later).unwrap();
        Answer::<Vec<Seguradora>>::read_mapped(body.as_bytes(), &mapping).unwrap();
        watch.missing(&sample).into_iter().map(|(_, key)| key).collect()
    }

    #[test]
    fn one_sample_is_taken_per_second() {
        let (watch, began) = (DriftWatch::default(), Instant::now());
        let is_taken =
            |later| watch.sample(&ResponseMapping::default(), began + Duration::from_millis(later)).is_some();
        assert_eq!([0, 1, 999, 1000, 1999, 2000].map(is_taken), [true, false, false, true, false, true]);
    }

    #[test]
    fn a_field_that_stayed_away_before_is_reported_later() {
        let watch = DriftWatch::default();
        let without = r#"[{"cdSeguradora":"1","flAtiva":true},{"cdSeguradora":"2","flAtiva":true}]"#;
        missing(&watch, USUAL);
        for _ in 0..STOPPED {
            missing(&watch, without);
        }
        assert!(missing(&watch, "[]").is_empty(), "without rows nothing can be missing");
        assert!(missing(&watch, USUAL).is_empty());
        for _ in 1..10 * STOPPED {
            assert!(missing(&watch, without).is_empty(), "it was missing that long before");
        }
    }
}
