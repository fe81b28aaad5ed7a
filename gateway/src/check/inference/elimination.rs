//! Pairs fields with the keys that are left: one field and one key fit each other, and no others.

use super::{
    candidates,
    decision::{Decision, MAX_CANDIDATES, Proposal},
    evidence::{Evidence, ObservedValues, TypeEvidence},
    fit::may_be,
};
use crate::contract::{
    field_names::{likeness, says_the_same},
    value_type::ExpectedType,
};

/// Why a key is proposed by elimination.
pub(super) const ONLY_ONE: &str = "foi o único que sobrou com valores desse tipo";

/// Minimum likeness of a key that is shown for a field that may be absent.
const SOMEWHAT_ALIKE: f64 = 0.3;
/// Maximum number of keys that are shown for a field though no name is like its own.
const FEW_LEFT: usize = 3;

/// One field and one key are left that fit each other, and no others.
pub(super) fn by_elimination(
    of: &TypeEvidence,
    evidence: &Evidence,
    fields: &[usize],
    keys: &[(&String, &ObservedValues)],
) -> Vec<Proposal> {
    let fits = |field: usize, key: &str, came: &ObservedValues| {
        may_be(of, field, came) && candidates::may_be(of, evidence, field, key, came)
    };
    let candidates_of = |field: usize| {
        let candidates = keys.iter().copied().filter(|(key, came)| fits(field, key, came)).collect();
        candidates::ranked(of, field, candidates)
    };
    let mut proposals = Vec::new();
    for &field in fields {
        let node = &of.contract.nodes[field];
        let candidates = candidates_of(field);
        let required = of.contract.requires(field);
        let owner = node.field.as_ref().map_or("", |field| &field.owner);
        // What only has the same kind of value is no help to anybody, unless nothing is read without the field.
        let is_told = |key: &str| {
            required || likeness(key, node.name(), owner) >= SOMEWHAT_ALIKE || says_the_same(key, node.name())
        };
        let decision = match candidates[..] {
            [] => continue,
            [(key, _)] => {
                let is_of = |other: usize| candidates_of(other).iter().any(|(other, _)| *other == key);
                let rivals = fields.iter().filter(|&&other| other != field && is_of(other)).count();
                // A wrong text would be shown to users; a date or an amount alone is hardly another, and neither is the last key.
                let is_last = fields.len() == 1 && keys.len() == 1;
                let is_safe = required || is_last || node.expected != ExpectedType::Text;
                match rivals {
                    0 if is_safe => Decision::Key { key: (*key).clone(), doubt: Some(format!("confira: {ONLY_ONE}")) },
                    0 => Decision::Open { candidates: vec![(*key).clone()], reason: ONLY_ONE.to_owned() },
                    _ => Decision::Open {
                        candidates: vec![(*key).clone()],
                        reason: "pode ser, mas também de outro campo que não veio".to_owned(),
                    },
                }
            }
            _ => {
                let told = candidates.iter().map(|(key, _)| *key).filter(|key| is_told(key));
                let told: Vec<_> = told.take(MAX_CANDIDATES).cloned().collect();
                let told = match candidates.len() {
                    // So few are a help even if their names are not.
                    0..=FEW_LEFT if told.is_empty() => candidates.iter().map(|(key, _)| (*key).clone()).collect(),
                    _ => told,
                };
                if told.is_empty() {
                    continue;
                }
                Decision::Open { candidates: told, reason: "não veio; um destes pode ser".to_owned() }
            }
        };
        proposals.push(Proposal { field: node.name().to_owned(), decision });
    }
    proposals
}
