//! The fields that a service's responses may have.

use super::Examination;
use crate::{
    check::{draft::Draft, responses::observation},
    contract::{comparison::Comparison, value_type::ValueType},
};

impl Examination {
    /// The fields of the objects that came, and whether each came with a value. Those that the mapping says never come are not
    /// among them.
    pub(in crate::check) fn fields(&self, mapping: &Draft) -> Vec<(String, bool)> {
        let mut comparison = Comparison::new(&self.contract);
        for text in self.translated(mapping) {
            if let Some(data) = observation::data(&text) {
                comparison.look(&self.contract, data, true);
            }
        }
        let nodes = self.contract.nodes.iter().zip(&comparison.tallies);
        let fields = nodes.filter_map(|(node, tally)| {
            let field = node.field.as_ref().filter(|_| tally.present + tally.absent > 0)?;
            let is_value = |found: &ValueType| *found != ValueType::Null;
            let never_comes = mapping.never_comes(self.contract.path, &field.owner, &field.name);
            (!never_comes).then(|| (format!("{}.{}", field.owner, field.name), tally.found.keys().any(is_value)))
        });
        fields.collect()
    }
}
