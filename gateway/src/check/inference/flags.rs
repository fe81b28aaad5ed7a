//! Proposes words of flags where an API has others: one that is read shows what the other means.

use std::collections::BTreeSet;

use super::evidence::Evidence;
use crate::{
    check::draft::Draft,
    contract::{value_type::ExpectedType, vocabulary::last_segment},
};

/// Words that mean yes and no where both stand alone: those of the reader, and usual ones that it does not read.
const PAIRS: [(&str, &str); 7] = [("1", "2"), ("1", "0"), ("s", "n"), ("y", "n"), ("v", "f"), ("t", "f"), ("a", "i")];
const DOUBT: &str = "confira: todas as chaves de sim ou não têm estes dois valores";

/// Words of names that say the contrary of a flag that is true where something counts.
const CONTRARY: [&str; 12] = [
    "suspens",
    "inativ",
    "bloquead",
    "cancelad",
    "encerrad",
    "desativ",
    "desabilitad",
    "inactiv",
    "disabled",
    "blocked",
    "suspended",
    "excluid",
];
const INVERTED: &str = "confira: o nome diz o contrário";

/// A flag whose key says the contrary is inverted, with a doubt, where it is the only flag of its service.
pub(super) fn invert(draft: &mut Draft, evidence: &Evidence) {
    for (name, of) in &evidence.types {
        let fields = of.contract.nodes[of.object].children.iter().map(|&field| &of.contract.nodes[field]);
        let flags: Vec<_> = fields.filter(|node| node.expected == ExpectedType::Boolean).collect();
        let [flag] = flags[..] else { continue };
        let says_contrary = |key: &str| CONTRARY.iter().any(|word| key.to_lowercase().contains(word));
        let is_contrary = draft.spelling(name, flag.name()).is_some_and(says_contrary);
        for path in of.services.keys().filter(|_| is_contrary && !says_contrary(flag.name())) {
            let table = ["calls", last_segment(path), "flags", "true"];
            if draft.get(&table[..3]).is_none() && draft.get(&["values", "flags"]).is_none() {
                draft.set(&table, vec![toml::Value::from(false)], Some(INVERTED.to_owned()));
            }
        }
    }
}

/// Whether all of some values may be the two words of one API for yes and no.
pub(super) fn are_pair(values: &BTreeSet<String>) -> bool {
    let is_one = |value: &String, (yes, no): (&str, &str)| [yes, no].contains(&&*value.to_lowercase());
    PAIRS.iter().any(|pair| values.iter().all(|value| is_one(value, *pair)))
}

/// Proposes the words of all flags that the gateway does not read, if they have the same two.
pub(super) fn infer(draft: &mut Draft, evidence: &Evidence) {
    if draft.get(&["values", "flags"]).is_some() {
        return;
    }
    let mut unread: BTreeSet<String> = BTreeSet::new();
    for of in evidence.types.values() {
        for (&field, came) in &of.fields {
            let is_flag = of.contract.nodes[field].expected == ExpectedType::Boolean;
            let is_unread = || {
                came.forms.values().any(|value| !of.contract.accepts(field, value))
                    || came.values.iter().any(|value| !is_read(value))
            };
            if is_flag && is_unread() {
                unread.extend(came.values.iter().cloned());
            }
        }
    }
    let pair = PAIRS.iter().find(|(yes, no)| {
        let is_word = |value: &String| [*yes, *no].contains(&&*value.to_lowercase());
        !unread.is_empty() && unread.iter().all(is_word)
    });
    let Some((yes, no)) = pair else { return };
    for (flag, word) in [("true", *yes), ("false", *no)] {
        let word = unread.iter().find(|value| value.to_lowercase() == word).map_or(word, String::as_str);
        draft.set(&["values", "flags", flag], word, Some(DOUBT.to_owned()));
    }
}

/// Whether the gateway reads a word of [`PAIRS`] by itself.
fn is_read(word: &str) -> bool {
    ["1", "0", "s", "n", "y", "a", "i"].contains(&&*word.to_lowercase())
}
