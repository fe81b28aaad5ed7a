//! Pairs the fields of a type that never came with the keys that the contract does not have.
//!
//! By likeness of the names, by what other types call a field of the same name, by values that are known from elsewhere, and
//! by elimination. A field is only paired with a key whose values are of its kind.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    candidates,
    decision::{Decision, MAX_CANDIDATES, Proposal},
    elimination::{ONLY_ONE, by_elimination},
    evidence::{Evidence, ObservedValues, TypeEvidence},
    fit::{Fit, fit, is_of_record, may_be},
};
use crate::{
    check::draft::Draft,
    contract::{field_names::ALIKE, value_type::ExpectedType},
};

/// Minimum score of a pair that is proposed with a doubt.
const UNSURE: f64 = 0.55;
/// Two candidates with scores this close are equally good.
const CLOSE: f64 = 0.04;

/// Why none of several keys is proposed.
pub(super) const EQUALLY_GOOD: &str = "mais de um pode ser";

/// Pairs the absent fields of a type with its unknown keys.
pub(super) fn pair(of: &TypeEvidence, evidence: &Evidence, draft: &Draft) -> Vec<Proposal> {
    let mut fields = of.absent();
    fields.retain(|&field| !never_comes(of, draft, field) && !is_decided(of, draft, field));
    let mut keys: Vec<_> = of.keys.iter().collect();
    let mut fits = BTreeMap::new();
    for &field in &fields {
        for (key, came) in &keys {
            fits.insert((field, key.as_str()), fit(of, evidence, draft, field, key, came));
        }
    }
    let mut proposals = Vec::new();
    while let Some((field, key, fit, rivals)) = best(&fits, &fields, &keys) {
        let name = |field: usize| of.contract.nodes[field].name().to_owned();
        fields.retain(|&other| other != field);
        // Keys that never came together are the spellings of different services.
        let is_together =
            |rival: &String| of.services.values().any(|one| one.keys.contains_key(rival) && one.keys.contains_key(key));
        let rivals: Vec<_> = rivals.into_iter().filter(is_together).collect();
        let chosen = if rivals.is_empty() { Some(key) } else { beside_most(&fits, key, &rivals) };
        let decision = if let Some(key) = chosen {
            let key = key.to_owned();
            // An object is not a value and the place of one.
            let around = key.split_once('.').map(|(first, _)| first);
            keys.retain(|(other, _)| **other != key && Some(other.as_str()) != around);
            let other =
                rivals.iter().find(|rival| **rival != key).map(|other| format!("confira: também podia ser {other}"));
            Decision::Key { doubt: doubt_of(fit).or(other).or_else(|| doubt_of_sibling(of, field)), key }
        } else {
            let candidates = [key.to_owned()].into_iter().chain(rivals).take(MAX_CANDIDATES).collect();
            Decision::Open { candidates, reason: EQUALLY_GOOD.to_owned() }
        };
        proposals.push(Proposal { field: name(field), decision });
    }
    // What stands in another object is only known by its name.
    keys.retain(|(key, _)| !key.contains('.'));
    let (of_record, keys): (Vec<_>, Vec<_>) = keys.into_iter().partition(|(key, _)| is_of_record(key));
    proposals.extend(by_elimination(of, evidence, &fields, &keys));
    // The time of the record is that of the event where there is no other.
    fields.retain(|&field| proposals.iter().all(|one| one.field != of.contract.nodes[field].name()));
    proposals.extend(by_elimination(of, evidence, &fields, &of_record));
    proposals
}

/// The keys that by their names are rather those of fields whose key in the operator's file never came.
pub(super) fn contradicted(of: &TypeEvidence, evidence: &Evidence, draft: &Draft) -> Vec<Proposal> {
    let fields =
        of.absent().into_iter().filter(|&field| is_decided(of, draft, field) && !never_comes(of, draft, field));
    let proposals = fields.filter_map(|field| {
        let fits = of.keys.iter().map(|(key, came)| (fit(of, evidence, draft, field, key, came).score, key));
        let mut alike = fits.filter(|(score, _)| *score >= ALIKE).map(|(_, key)| key.clone());
        let only = alike.next().filter(|_| alike.next().is_none())?;
        let reason = "a chave que o arquivo diz não veio; esta parece ela".to_owned();
        let decision = Decision::Open { candidates: vec![only], reason };
        Some(Proposal { field: of.contract.nodes[field].name().to_owned(), decision })
    });
    proposals.collect()
}

/// Pairs the fields that one service never sends, though others do, with keys that only this service has.
pub(super) fn pair_service(of: &TypeEvidence, path: &str, evidence: &Evidence, draft: &Draft) -> Vec<Proposal> {
    let Some(service) = of.services.get(path) else { return Vec::new() };
    let others = || of.services.iter().filter(|(other, _)| **other != path).map(|(_, other)| other);
    let mut found: Vec<Proposal> = Vec::new();
    let mut taken = BTreeSet::new();
    for &field in &of.contract.nodes[of.object].children {
        let node = &of.contract.nodes[field];
        let comes_elsewhere = others().any(|other| other.fields.contains(node.name()));
        if service.fields.contains(node.name()) || !comes_elsewhere || never_comes(of, draft, field) {
            continue;
        }
        // A key beside the field elsewhere is another one.
        let is_other =
            |key: &str| others().any(|other| other.fields.contains(node.name()) && other.keys.contains_key(key));
        let keys: Vec<_> =
            service.keys.iter().filter(|(key, _)| !is_other(key) && !taken.contains(key.as_str())).collect();
        let mut fits: Vec<_> =
            keys.iter().map(|(key, came)| (fit(of, evidence, draft, field, key, came).score, *key)).collect();
        fits.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let second = fits.get(1).map_or(0.0, |(score, _)| *score);
        let alike = fits.first().filter(|(score, _)| *score >= ALIKE && score - second >= CLOSE);
        let mut of_kind = keys
            .iter()
            .filter(|(key, came)| node.expected != ExpectedType::Text && !key.contains('.') && may_be(of, field, came));
        let only = of_kind.next().filter(|_| of_kind.next().is_none());
        let (key, doubt) = match (alike, only) {
            (Some((_, key)), _) => (*key, None),
            (None, Some((key, _))) => (*key, Some(format!("confira: {ONLY_ONE}"))),
            (None, None) => continue,
        };
        taken.insert(key.as_str());
        let decision = Decision::Key { key: key.clone(), doubt };
        found.push(Proposal { field: node.name().to_owned(), decision });
    }
    found
}

fn never_comes(of: &TypeEvidence, draft: &Draft, field: usize) -> bool {
    let field = of.contract.nodes[field].field.as_ref();
    field.is_some_and(|field| draft.never_comes(of.contract.path, &field.owner, &field.name))
}

/// Whether the operator's file has the key of a field, which may be absent here.
fn is_decided(of: &TypeEvidence, draft: &Draft, field: usize) -> bool {
    let field = of.contract.nodes[field].field.as_ref();
    field.is_some_and(|field| draft.is_decided(&["types", &field.owner, &field.name]))
}

/// Of keys that fit a field equally, the one whose object has more keys that fit fields: the tax number beside the name of the
/// insured, and not that beside a clinic's.
fn beside_most<'k>(fits: &BTreeMap<(usize, &'k str), Fit>, key: &'k str, rivals: &'k [String]) -> Option<&'k str> {
    let object = |key: &'k str| key.rsplit_once('.').map(|(object, _)| object);
    let beside = |key: &'k str| {
        let around = object(key)?;
        let found: BTreeSet<_> = fits
            .iter()
            .filter(|((_, other), fit)| *other != key && object(other) == Some(around) && fit.score >= ALIKE)
            .map(|((field, _), _)| field)
            .collect();
        Some(found.len())
    };
    let mut all: Vec<_> =
        rivals.iter().map(String::as_str).chain([key]).map(|key| (beside(key).unwrap_or(0), key)).collect();
    all.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    match all[..] {
        [(most, key), (second, _), ..] if most > second => Some(key),
        _ => None,
    }
}

/// Only the name tells the claim that one reopens from the claim that reopened it.
fn doubt_of_sibling(of: &TypeEvidence, field: usize) -> Option<String> {
    let sibling = candidates::sibling(of, field)?;
    Some(format!("confira: só o nome diz que não é {sibling}"))
}

fn doubt_of(fit: Fit) -> Option<String> {
    let unsure = (fit.score < ALIKE).then_some("o nome só se parece");
    fit.doubt.or(unsure).map(|doubt| format!("confira: {doubt}"))
}

/// The best pair, and the other keys that fit its field as well. A field with one good key comes before one with several.
fn best<'k>(
    fits: &BTreeMap<(usize, &str), Fit>,
    fields: &[usize],
    keys: &[(&'k String, &ObservedValues)],
) -> Option<(usize, &'k str, Fit, Vec<String>)> {
    let mut best: Option<(f64, usize, &str, Fit, Vec<String>)> = None;
    for &field in fields {
        let mut of_field: Vec<_> = keys.iter().map(|(key, _)| (fits[&(field, key.as_str())], key.as_str())).collect();
        of_field.sort_by(|(one, _), (other, _)| other.score.total_cmp(&one.score));
        let Some(&(first, key)) = of_field.first().filter(|(fit, _)| fit.score >= UNSURE) else { continue };
        let second = of_field.get(1).map_or(0.0, |(fit, _)| fit.score);
        let rivals = of_field[1..].iter().filter(|(fit, _)| fit.score >= UNSURE && first.score - fit.score < CLOSE);
        let rivals = rivals.map(|(_, key)| (*key).to_owned()).collect();
        // Scores in steps, so that the margin to the second decides between equals.
        let rank = (first.score * 16.0).round() + (first.score - second) * 0.9;
        if best.as_ref().is_none_or(|(other, ..)| rank > *other) {
            best = Some((rank, field, key, first, rivals));
        }
    }
    best.map(|(_, field, key, fit, rivals)| (field, key, fit, rivals))
}
