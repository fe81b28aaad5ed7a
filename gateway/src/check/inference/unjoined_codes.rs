//! Finds codes that two services write differently: `010` and `10` are one insurer to people, and two to the gateway.

use std::collections::BTreeSet;

use super::{evidence::Evidence, texts};
use crate::check::{draft::Draft, report::findings::UnjoinedCode, responses::observation::Observation};

/// The codes of which two services have none in common, unless zeros, spaces and case are left out.
pub(in crate::check) fn find(draft: &Draft, seen: &[Observation]) -> Vec<UnjoinedCode> {
    let texts = texts(draft, seen);
    let evidence = Evidence::collect(&texts);
    let codes: Vec<_> = evidence
        .types
        .iter()
        .flat_map(|(type_name, of)| {
            of.fields.iter().map(move |(&field, came)| (type_name, of.contract.nodes[field].name(), &came.values))
        })
        .filter(|(_, name, values)| name.starts_with("cd") && !values.is_empty())
        .collect();
    let mut unjoined = Vec::new();
    for (at, (type_name, name, values)) in codes.iter().enumerate() {
        for (other_type, _, others) in codes[at + 1..].iter().filter(|(_, other, _)| other == name) {
            if values.is_disjoint(others) && !plain(values).is_disjoint(&plain(others)) {
                let (one, other) = (format!("{type_name}.{name}"), format!("{other_type}.{name}"));
                unjoined.push(UnjoinedCode { one, other });
            }
        }
    }
    unjoined
}

fn plain(codes: &BTreeSet<String>) -> BTreeSet<String> {
    codes.iter().map(|code| code.trim().trim_start_matches('0').to_lowercase()).collect()
}
