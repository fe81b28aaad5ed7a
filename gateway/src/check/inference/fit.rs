//! How well a key fits a field: by their names, by values that are known from elsewhere, and by the form of its values.

use super::{
    data_score::score_of_inner,
    evidence::{Evidence, ObservedValues, TypeEvidence},
    flags,
    known_by_values::{self, Rival},
};
use crate::{
    check::{draft::Draft, responses::nested::without_wrappers},
    contract::{
        field_names::{self, ALIKE, likeness},
        value_type::{ExpectedType, ValueType},
    },
};

/// Likeness of a name in another style of writing.
const SAME: f64 = 0.97;
/// Score of a key that requests call so.
const REQUESTED: f64 = 0.9;
/// Score of a key beside one that has the values of other services.
const NOT_BY_VALUES: f64 = 0.5;
/// Weight of the last key alone, within an object that only wraps fields.
const WRAPPED: f64 = 0.9;
/// Fewest fields that make an object a wrapper of them.
const FIELDS_OF_WRAPPER: usize = 2;
/// The field of an e-mail address, which alone is known by the form of its values.
const EMAIL: &str = "dsEmail";
/// Minimum part of an inner object's keys that resemble fields.
const INNER: f64 = 0.5;
/// Words that stand for true and false, in lower case.
const FLAGS: &str = "0 1 s n y t f a i sim não nao yes no true false ativo ativa inativo inativa active inactive enabled \
                     disabled habilitado habilitada desabilitado desabilitada on off";

/// How well a key fits a field.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::check) struct Fit {
    pub(in crate::check) score: f64,
    pub(in crate::check) doubt: Option<&'static str>,
}

pub(in crate::check) fn fit(
    of: &TypeEvidence,
    evidence: &Evidence,
    draft: &Draft,
    field: usize,
    key: &str,
    came: &ObservedValues,
) -> Fit {
    let node = &of.contract.nodes[field];
    let expected = node.expected;
    if !shape_fits(expected, came) || is_no_address(node.name(), came) {
        return Fit::default();
    }
    let name = node.name();
    let owner = node.field.as_ref().map_or("", |field| &field.owner);
    // `historico.Item`, where the lists of services stand in `Item` too.
    let wrapped = key.rsplit_once('.').filter(|(_, last)| expected == ExpectedType::List && draft.is_list_key(last));
    let mut score = name_likeness(of, draft, field, wrapped.map_or(key, |(list, _)| list), owner);
    let mut doubt = None;
    // The values tell whose object it is.
    let is_named_within = || key.rsplit_once('.').is_some_and(|(_, last)| likeness(last, name, owner) >= ALIKE);
    match score_of_inner(of.contract, field, came) {
        Some(inner) if inner >= INNER => score = score.max(0.5 + 0.5 * inner),
        // A list of one may be a single object, but not an object without its fields, such as one around the list.
        Some(_) if expected == ExpectedType::List && came.kinds().any(|kind| kind == ValueType::Object) => {
            return Fit::default();
        }
        Some(_) if wrapped.is_some() && score >= ALIKE => {}
        Some(_) if score >= SAME => doubt = Some("só o nome é o mesmo"),
        Some(_) => score *= INNER,
        None => {}
    }
    if is_of_record(key) {
        score *= 0.9;
    }
    if draft.spellings_of(name).contains(&key) {
        score = score.max(0.98);
    }
    if score < ALIKE && evidence.requested.get(name).is_some_and(|names| names.contains(key)) {
        score = REQUESTED;
        doubt = Some("os pedidos chamam assim este valor");
    }
    let known = known_by_values::known(of, evidence, field);
    // One of the two may be a part of the other: a list of all insurers, and totals of some.
    let common = came.values.iter().filter(|value| known.contains(value.as_str())).count();
    let fewer = known.len().min(came.values.len());
    let is_known = expected == ExpectedType::Text && common > 0 && common * 5 >= fewer * 4;
    if is_known {
        let weight = if common > 1 { 0.7 } else { 0.4 };
        if score < ALIKE && !is_named_within() {
            doubt = Some("só os valores são os mesmos de outro serviço");
        }
        score = 1.0 - (1.0 - score) * (1.0 - weight);
    }
    // Names are values, too, that tell keys apart better than their own names.
    match known_by_values::rival(of, &known, field, key, came) {
        Some(Rival::HasThem) => score = score.min(NOT_BY_VALUES),
        Some(Rival::HasThemToo) => doubt = Some("outra chave também tem os valores de outro serviço"),
        None => {}
    }
    if has_code_of(of, field, key, came) {
        score = score.min(NOT_BY_VALUES);
    }
    if name == EMAIL && score < ALIKE && has_only_addresses(of, key, came) {
        score = REQUESTED;
        doubt = (!is_named_within()).then_some("os valores são endereços de e-mail");
    }
    if !kind_fits(expected, came) {
        score *= 0.6;
        doubt = Some("os valores não parecem desse tipo");
    } else if expected != ExpectedType::Boolean && !is_read(of, field, came) && score >= ALIKE {
        doubt = Some("o gateway não lê os valores nesta forma");
    }
    Fit { score, doubt }
}

/// Whether a key cannot hold an e-mail address, if that is what a field holds.
fn is_no_address(field: &str, came: &ObservedValues) -> bool {
    field == EMAIL && !came.values.is_empty() && !are_addresses(came)
}

/// Whether a key, and no other of its objects, holds e-mail addresses.
fn has_only_addresses(of: &TypeEvidence, key: &str, came: &ObservedValues) -> bool {
    are_addresses(came) && !of.keys.iter().any(|(other, came)| other != key && are_addresses(came))
}

fn are_addresses(came: &ObservedValues) -> bool {
    let is_address = |value: &String| {
        let parts = value.split_once('@');
        parts.is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !value.contains(char::is_whitespace))
    };
    !came.values.is_empty() && came.values.iter().all(is_address)
}

/// Whether a key holds the code that a field describes: words in capitals under a name that says nothing of a description,
/// where the code has no better key.
fn has_code_of(of: &TypeEvidence, field: usize, key: &str, came: &ObservedValues) -> bool {
    let nodes = &of.contract.nodes;
    let Some(what) = nodes[field].name().strip_prefix("ds") else { return false };
    let code = of.absent().into_iter().find(|&other| nodes[other].name().strip_prefix("cd") == Some(what));
    let Some(code) = code.filter(|_| !matches!(field_names::kind_of(key), Some("ds" | "nm"))) else { return false };
    let owner = nodes[code].field.as_ref().map_or("", |field| &field.owner);
    let alike = |key: &str| likeness(without_wrappers(key), nodes[code].name(), owner);
    let own = alike(key);
    are_codes(came) && own >= ALIKE && !of.keys.keys().any(|other| other != key && alike(other) > own)
}

/// Whether all values are few words in capitals, as the constants of a program.
fn are_codes(came: &ObservedValues) -> bool {
    const MOST: usize = 12;
    let is_code = |value: &String| {
        value.len() > 1
            && value.bytes().any(|b| b.is_ascii_uppercase())
            && value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'))
    };
    (1..=MOST).contains(&came.values.len()) && came.values.iter().all(is_code)
}

/// How alike a key is to a field by name, on its own or by what the draft knows.
fn name_likeness(of: &TypeEvidence, draft: &Draft, field: usize, key: &str, owner: &str) -> f64 {
    let name = of.contract.nodes[field].name();
    let mut alike = likeness(without_wrappers(key), name, owner);
    // `protocolo_origem` is the original claim where the claim is `protocolo`.
    for &base in &of.contract.nodes[of.object].children {
        let base = of.contract.nodes[base].name();
        let spelling = draft.spelling(of.contract.nodes[of.object].object.as_deref().unwrap_or_default(), base);
        if let Some(spelling) = spelling.filter(|spelling| key != *spelling && base != name && name.starts_with(base))
            && spelling.len() > 3
            && (key.starts_with(spelling) || key.ends_with(spelling))
        {
            alike = alike.max(likeness(&key.replacen(spelling, &format!("{base}_"), 1), name, owner));
        }
    }
    // A code in there is that of another record.
    if let Some((object, last)) = key.rsplit_once('.')
        && !name.starts_with("cd")
        && is_wrapper(of, object)
    {
        alike = alike.max(likeness(last, name, owner) * WRAPPED);
    }
    alike
}

/// Whether an object only wraps fields: its name says nothing, and several of its keys are fields that no key beside it is.
fn is_wrapper(of: &TypeEvidence, object: &str) -> bool {
    if field_names::says_something(object) {
        return false;
    }
    let absent = of.absent().into_iter().filter(|&field| {
        let node = &of.contract.nodes[field];
        let owner = node.field.as_ref().map_or("", |field| &field.owner);
        let is_field = |key: &str| likeness(key, node.name(), owner) >= ALIKE;
        let is_beside = of.keys.keys().any(|key| !key.contains('.') && is_field(key));
        let is_within = |key: &String| key.rsplit_once('.').is_some_and(|(of, last)| of == object && is_field(last));
        !is_beside && of.keys.keys().any(is_within)
    });
    absent.count() >= FIELDS_OF_WRAPPER
}

/// Whether a key tells when its record was written, and not what it is about.
pub(in crate::check) fn is_of_record(key: &str) -> bool {
    let plain: String = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    const WORDS: [&str; 10] = [
        "created",
        "updated",
        "deleted",
        "modified",
        "modificacao",
        "cadastro",
        "atualizacao",
        "alteracao",
        "inclusao",
        "exclusao",
    ];
    WORDS.iter().any(|word| plain.contains(word))
}

/// Lists are only paired with lists, and values with values.
fn shape_fits(expected: ExpectedType, came: &ObservedValues) -> bool {
    let mut kinds = came.kinds();
    match expected {
        ExpectedType::List => kinds.all(|kind| matches!(kind, ValueType::List | ValueType::Object)),
        ExpectedType::Object => kinds.all(|kind| kind == ValueType::Object),
        _ => kinds.all(|kind| !matches!(kind, ValueType::List | ValueType::Object)),
    }
}

/// Whether the values are of the kind that a field has, in any form.
pub(in crate::check) fn kind_fits(expected: ExpectedType, came: &ObservedValues) -> bool {
    if expected == ExpectedType::Boolean && !came.values.is_empty() {
        return are_flags(came);
    }
    came.kinds().all(|kind| is_of_kind(expected, kind) || expected == ExpectedType::Integer && are_whole(came))
}

/// Whether all values are whole numbers, if some are written with decimals.
fn are_whole(came: &ObservedValues) -> bool {
    let is_whole = |value: &String| {
        let digits = value.trim_matches('"');
        digits.split_once(['.', ',']).is_none_or(|(_, fraction)| fraction.bytes().all(|b| b == b'0'))
    };
    came.kinds().all(|kind| matches!(kind, ValueType::Integer | ValueType::Decimal | ValueType::DecimalText))
        && came.forms.values().all(is_whole)
}

/// Whether all values are words for true and false.
fn are_flags(came: &ObservedValues) -> bool {
    let is_flag = |value: &String| FLAGS.split(' ').any(|word| value.to_lowercase() == word);
    came.values.iter().all(is_flag) || flags::are_pair(&came.values)
}

/// Whether a type of value may be a form of what is expected.
pub(in crate::check) fn is_of_kind(expected: ExpectedType, kind: ValueType) -> bool {
    use ValueType as V;
    match expected {
        ExpectedType::Text => kind.is_text() && !kind.is_day() && kind != V::BooleanText || kind == V::Integer,
        ExpectedType::Integer => matches!(kind, V::Integer | V::IntegerText | V::CompactDateText),
        ExpectedType::Number => {
            matches!(
                kind,
                V::Integer
                    | V::Decimal
                    | V::IntegerText
                    | V::CompactDateText
                    | V::DecimalText
                    | V::CommaText
                    | V::CurrencyText
            )
        }
        ExpectedType::Boolean => {
            matches!(kind, V::Boolean | V::BooleanText | V::LetterText | V::Integer | V::IntegerText)
        }
        ExpectedType::Date | ExpectedType::Instant => kind.is_day() || matches!(kind, V::Integer | V::CompactDateText),
        ExpectedType::List => matches!(kind, V::List | V::Object),
        ExpectedType::Object => kind == V::Object,
    }
}

fn is_read(of: &TypeEvidence, field: usize, came: &ObservedValues) -> bool {
    let expected = of.contract.nodes[field].expected;
    matches!(expected, ExpectedType::List | ExpectedType::Object)
        || came.forms.values().all(|value| of.contract.accepts(field, value))
}

/// Whether the values may be those of a field.
pub(in crate::check) fn may_be(of: &TypeEvidence, field: usize, came: &ObservedValues) -> bool {
    let expected = of.contract.nodes[field].expected;
    let is_inner = score_of_inner(of.contract, field, came).is_none_or(|inner| inner >= INNER)
        && !is_no_address(of.contract.nodes[field].name(), came);
    // A flag in other words can be declared.
    let is_read = expected == ExpectedType::Boolean || is_read(of, field, came);
    is_inner && shape_fits(expected, came) && kind_fits(expected, came) && came.kinds().next().is_some() && is_read
}
