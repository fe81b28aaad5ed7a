//! The keys that are left for a field: which of them may be it by their values, and which is the likeliest.

use std::collections::BTreeSet;

use super::{
    evidence::{Evidence, ObservedValues, TypeEvidence},
    usual_names::is_message_key,
};
use crate::contract::{
    field_names::{likeness, says_the_same},
    value_type::{ExpectedType, ValueType},
};

/// Fewest rows of which one value is the same in all by chance.
const FEW_ROWS: u64 = 3;
/// Maximum number of values that are compared.
const MAX_VALUES: usize = 200;

/// Whether the values of a key may be those of a field, as far as other fields show.
pub(super) fn may_be(of: &TypeEvidence, evidence: &Evidence, field: usize, key: &str, came: &ObservedValues) -> bool {
    let node = &of.contract.nodes[field];
    if node.name().ends_with("Token") && (is_message_key(key) || !came.forms.values().all(|value| is_token(value))) {
        return false;
    }
    let is_day = came.kinds().all(|kind| kind == ValueType::CompactDateText);
    let has_zeros = came.values.iter().any(|value| value.len() > 1 && value.starts_with('0'));
    match node.expected {
        ExpectedType::Text if is_day => false,
        // An empty list shows nothing.
        ExpectedType::List => came.forms.values().any(|value| value.len() > 2),
        ExpectedType::Number => !is_day && !has_zeros,
        ExpectedType::Text => match base(of, field) {
            Some(base) => {
                let known: BTreeSet<_> = evidence.values_of(base).into_iter().map(form).collect();
                known.is_empty() || came.values.iter().all(|value| known.contains(&form(value)))
            }
            None if node.name().starts_with("nr") => came.times < FEW_ROWS || came.values.len() != 1,
            None => !is_own_code(of, field) || is_different_everywhere(came),
        },
        _ => true,
    }
}

/// Whether a value may be the token of a session: a text without spaces that nobody guesses.
fn is_token(value: &str) -> bool {
    const MIN_LENGTH: usize = 16;
    value.len() >= MIN_LENGTH + 2 && !value.contains(char::is_whitespace)
}

/// The keys in the order of their likeness. An instant has a time, and a day has none, where some have.
pub(super) fn ranked<'k>(
    of: &TypeEvidence,
    field: usize,
    mut keys: Vec<(&'k String, &'k ObservedValues)>,
) -> Vec<(&'k String, &'k ObservedValues)> {
    let node = &of.contract.nodes[field];
    let has_time = |came: &ObservedValues| {
        came.kinds().any(|kind| matches!(kind, ValueType::UnzonedText | ValueType::InstantText))
    };
    let is_right: Option<fn(bool) -> bool> = match node.expected {
        ExpectedType::Instant => Some(|has_time| has_time),
        ExpectedType::Date => Some(|has_time| !has_time),
        _ => None,
    };
    if let Some(is_right) = is_right.filter(|is_right| keys.iter().any(|(_, came)| is_right(has_time(came)))) {
        keys.retain(|(_, came)| is_right(has_time(came)));
    }
    let owner = node.field.as_ref().map_or("", |field| &field.owner);
    let score = |(key, came): &(&String, &ObservedValues)| {
        let decimal = came.kinds().any(|kind| {
            matches!(kind, ValueType::Decimal | ValueType::DecimalText | ValueType::CommaText | ValueType::CurrencyText)
        });
        let is_amount = f64::from(u8::from(decimal && node.expected == ExpectedType::Number));
        let has_values = f64::from(u8::from(came.values.len() > 1));
        let is_same = f64::from(u8::from(says_the_same(key, node.name())));
        likeness(key, node.name(), owner) + 0.5 * is_same + 0.3 * is_amount + 0.1 * has_values
    };
    keys.sort_by(|one, other| score(other).total_cmp(&score(one)));
    keys
}

/// The field whose name begins that of another: the claim, of the original claim.
fn base<'c>(of: &'c TypeEvidence, field: usize) -> Option<&'c str> {
    let name = of.contract.nodes[field].name();
    let fields = of.contract.nodes[of.object].children.iter().map(|&field| of.contract.nodes[field].name());
    fields.filter(|base| *base != name && name.starts_with(base)).max_by_key(|base| base.len())
}

/// Another field whose values are those of the same base: the claim that this one reopens, and the one that reopened it.
pub(super) fn sibling<'c>(of: &'c TypeEvidence, field: usize) -> Option<&'c str> {
    let base_name = base(of, field)?;
    let name = of.contract.nodes[field].name();
    let others = of.contract.nodes[of.object].children.iter().copied();
    let siblings = others.filter(|&other| base(of, other) == Some(base_name));
    let mut names = siblings.map(|other| of.contract.nodes[other].name());
    names.find(|other| *other != name)
}

/// Whether a field is the code of its own type, which no two objects share.
fn is_own_code(of: &TypeEvidence, field: usize) -> bool {
    let name = of.contract.nodes[field].name();
    name.strip_prefix("cd").is_some_and(|rest| of.contract.nodes[of.object].object.as_deref() == Some(rest))
}

fn is_different_everywhere(came: &ObservedValues) -> bool {
    let different = u64::try_from(came.values.len()).unwrap_or(u64::MAX);
    came.times < FEW_ROWS || came.values.len() >= MAX_VALUES || different * 2 > came.times
}

/// The form of a value: letters and digits, each as often as they stand together, up to three.
fn form(value: &str) -> String {
    let mut form = String::new();
    for c in value.chars() {
        let kind = match c {
            c if c.is_ascii_digit() => '9',
            c if c.is_alphabetic() => 'A',
            c => c,
        };
        if !form.ends_with(kind) {
            form.push(kind);
        }
    }
    form
}
