//! Where services spell a field of one type differently, most of them spell the type, and the others have a spelling of their
//! own: a save, which is never seen, is then read as most services are.

use std::collections::BTreeMap;

use super::evidence::TypeEvidence;
use crate::{check::draft::Draft, contract::vocabulary::last_segment};

/// Moves the spelling of most services to the type.
pub(super) fn settle(draft: &mut Draft, type_name: &str, of: &TypeEvidence) {
    for &field in &of.contract.nodes[of.object].children {
        let name = of.contract.nodes[field].name();
        let of_type = ["types", type_name, name];
        if draft.is_given_entry(&of_type) {
            continue;
        }
        let spelled = spellings(draft, type_name, name, of);
        let usual = draft.spelling(type_name, name).unwrap_or(name).to_owned();
        let votes = |spelling: &str| spelled.values().filter(|one| *one == spelling).count();
        let Some(most) = spelled.values().max_by_key(|one| (votes(one), **one == usual)).cloned() else { continue };
        if most == usual {
            continue;
        }
        for (path, spelling) in &spelled {
            let of_call = ["calls", last_segment(path), "types", type_name, name];
            if draft.is_given_entry(&of_call) {
                continue;
            }
            if *spelling == most {
                draft.remove_with_tables(&of_call);
            } else {
                draft.set(&of_call, spelling.as_str(), None);
            }
        }
        if most == name {
            draft.remove_with_tables(&of_type);
        } else {
            draft.set(&of_type, most, None);
        }
    }
}

/// What the services call a field, by their paths: those in whose responses it came, or a key that was proposed for it.
fn spellings(draft: &Draft, type_name: &str, name: &str, of: &TypeEvidence) -> BTreeMap<&'static str, String> {
    let spelled = of.services.iter().filter_map(|(path, service)| {
        let spelling = draft.spelling_in(path, type_name, name).unwrap_or(name);
        let came = service.keys.contains_key(spelling) || service.fields.contains(name);
        came.then(|| (*path, spelling.to_owned()))
    });
    spelled.collect()
}
