//! Pairs fields with the keys that are left: one field and one key fit each other, and no others.

use super::{
    candidates,
    decision::{Decision, MAX_CANDIDATES, Proposal},
    evidence::{Evidence, ObservedValues, TypeEvidence},
    fit::may_be,
};
use crate::contract::value_type::ExpectedType;

/// Why a key is proposed by elimination.
pub(super) const ONLY_ONE: &str = "foi o único que sobrou com valores desse tipo";

/// One field and one key are left that fit each other, and no others.
pub(super) fn by_elimination(
    of: &TypeEvidence,
    evidence: &Evidence,
    fields: &[usize],
    keys: &[(&String, &ObservedValues)],
) -> Vec<Proposal> {
    let fits =
        |field: usize, came: &ObservedValues| may_be(of, field, came) && candidates::may_be(of, evidence, field, came);
    let mut proposals = Vec::new();
    for &field in fields {
        let node = &of.contract.nodes[field];
        let candidates: Vec<_> = keys.iter().copied().filter(|(_, came)| fits(field, came)).collect();
        let candidates = candidates::ranked(of, field, candidates);
        let required = of.contract.requires(field);
        let decision = match candidates[..] {
            [] => continue,
            [(key, came)] => {
                let rivals = fields.iter().filter(|&&other| other != field && fits(other, came)).count();
                // A wrong text would be shown to users; a date or an amount alone is hardly another.
                let is_safe = required || node.expected != ExpectedType::Text;
                match rivals {
                    0 if is_safe => Decision::Key { key: (*key).clone(), doubt: Some(format!("confira: {ONLY_ONE}")) },
                    0 => Decision::Open { candidates: vec![(*key).clone()], reason: ONLY_ONE.to_owned() },
                    _ => Decision::Open {
                        candidates: vec![(*key).clone()],
                        reason: "pode ser, mas também de outro campo que não veio".to_owned(),
                    },
                }
            }
            _ => Decision::Open {
                candidates: candidates.iter().take(MAX_CANDIDATES).map(|(key, _)| (*key).clone()).collect(),
                reason: "não veio; um destes pode ser".to_owned(),
            },
        };
        proposals.push(Proposal { field: node.name().to_owned(), decision });
    }
    proposals
}
