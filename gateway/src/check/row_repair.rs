//! Repairs rows that the gateway cannot parse, so that they still provide values for the next requests.
//!
//! Keeps readable fields and renames other spellings to the known name. Drops everything else. A missing required field
//! gets a sample value.

use serde_json::{Value, value::RawValue};

use super::{envelope::DATA, examination::Examination};
use crate::contract::{comparison::Members, value_type::ExpectedType};

/// Maximum number of rows repaired per list.
const MOST_ROWS: usize = 50;

impl Examination {
    /// A valid response with the readable fields of `body`.
    pub(super) fn mended(&self, body: &[u8]) -> Option<String> {
        let text = String::from_utf8_lossy(body);
        let text = text.trim_start_matches('\u{feff}');
        let data = serde_json::from_str::<Members>(text).ok()?.value(DATA)?;
        if self.contract.nodes[0].expected != ExpectedType::List {
            return Some(self.contract.with(0, &self.mended_object(0, data)?));
        }
        let row = self.contract.nodes[0].children[0];
        let rows = serde_json::from_str::<Vec<&RawValue>>(data.get()).ok()?;
        let rows: Vec<_> =
            rows.into_iter().take(MOST_ROWS).filter_map(|value| self.mended_object(row, value)).collect();
        Some(self.contract.with(row, &rows.join(",")))
    }

    fn mended_object(&self, object: usize, value: &RawValue) -> Option<String> {
        let members = serde_json::from_str::<Members>(value.get()).ok()?;
        let spellings = self.other_spellings(object);
        let mut fields = Vec::new();
        for &field in &self.contract.nodes[object].children {
            let name = self.contract.nodes[field].name();
            let spelling = spellings.iter().find(|(_, known)| *known == field).map(|(unknown, _)| *unknown);
            let value = members.value(name).or_else(|| members.value(spelling?)).map(RawValue::get);
            let sample = self.contract.requires(field).then(|| self.contract.sample(field));
            if let Some(value) = value.filter(|value| self.contract.accepts(field, value)).or(sample) {
                fields.push(format!("{}:{value}", Value::from(name)));
            }
        }
        Some(format!("{{{}}}", fields.join(",")))
    }
}
