//! Suggestions for a misspelled name.

/// Minimum similarity (Jaro) at which a known name is suggested. Below it a suggestion is a guess.
const SIMILAR: f64 = 0.7;

/// The known name that is most similar to a misspelled one.
pub(crate) fn nearest_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|known| (strsim::jaro(&name.to_lowercase(), &known.to_lowercase()), known))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .map(|(_, known)| known)
}
