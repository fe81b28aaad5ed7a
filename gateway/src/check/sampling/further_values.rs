//! Further values to ask with while a field never came: one insured may have no phone, and no other response shows its key.

use std::collections::BTreeSet;

use crate::check::{draft::Draft, examination::Examination, responses::observation};

/// Maximum number of values that a service is asked with.
pub(super) const MAX_VALUES: usize = 5;

/// The fields that never came with a value.
pub(super) struct MissingFields<'a> {
    before: &'a [Examination],
    mapping: &'a Draft,
    /// Those that came before; read where it is needed.
    came: Option<BTreeSet<String>>,
}

impl<'a> MissingFields<'a> {
    pub(super) fn new(before: &'a [Examination], mapping: &'a Draft) -> Self {
        Self { before, mapping, came: None }
    }

    /// Whether fields of a service came neither from it nor before.
    pub(super) fn are_of(&mut self, examination: &Examination) -> bool {
        let fields = examination.fields(self.mapping);
        let mut absent = fields.iter().filter(|(_, came)| !came).map(|(field, _)| field).peekable();
        if absent.peek().is_none() {
            return false;
        }
        let came = self.came.get_or_insert_with(|| {
            let all = self.before.iter().flat_map(|one| one.fields(self.mapping));
            all.filter_map(|(field, came)| came.then_some(field)).collect()
        });
        // Two objects of a response may have a field of the same type.
        came.extend(fields.iter().filter(|(_, came)| *came).map(|(field, _)| field.clone()));
        absent.any(|field| !came.contains(field))
    }
}

/// Takes the last response back if it has no data: a refusal of a further value shows nothing.
pub(super) fn forget_without_data(examination: &mut Examination, mapping: &Draft) {
    let answer = examination.last_translated(mapping);
    let data = answer.as_deref().and_then(observation::data);
    if data.is_none_or(|data| data.get() == "null") {
        examination.take();
    }
}
