//! How an API writes the names of its requests, by those that reads understood.

use std::collections::BTreeSet;

use crate::{
    check::{draft::Draft, responses::nested::without_wrappers},
    contract::{
        field_names::{kind_of, says_something, words_of_name},
        request,
        vocabulary::Vocabulary,
    },
};

/// Fewest keys that show a style.
const FEW_KEYS: usize = 2;

/// Whether none of the keys that services understood is what the responses call its field.
pub(super) fn differ_from_responses(found: &Draft, understood: &BTreeSet<&str>, flat: Option<FlatName>) -> bool {
    let keys = understood.iter().flat_map(|request| request::keys_of(request));
    let mut agree = keys.filter_map(|key| {
        let sent = found.request_key(&key.owner, &key.name);
        let field = request::field_for(&key.owner, &key.name).filter(|_| sent != key.name)?;
        let spelling = without_wrappers(found.spelling(field.owner, field.name)?);
        let is_flat = |(object, inner)| inner == sent || flat.is_some_and(|flat| flat(object, inner) == sent);
        Some(spelling == sent || last_object(spelling).is_some_and(is_flat))
    });
    agree.next().is_some_and(|first| !first && !agree.any(|agrees| agrees))
}

/// A name without the prefix of its table: `ZA1_APOLIC` is `APOLIC`.
pub(super) fn without_table(name: &str) -> &str {
    match name.split_once('_') {
        Some((table, rest)) if table.len() <= 3 && !rest.is_empty() && !name.contains(char::is_lowercase) => rest,
        _ => name,
    }
}

/// How an API writes names.
pub(super) type Style = fn(&str) -> String;

/// The style in which requests that services understood have the contract's own names.
pub(super) fn style(found: &Draft, understood: &BTreeSet<&str>) -> Option<Style> {
    const STYLES: [Style; 3] = [
        |name| words_of_name(name).concat().to_uppercase(),
        |name| words_of_name(name).join("_"),
        |name| words_of_name(name).join("_").to_uppercase(),
    ];
    let keys: BTreeSet<_> = understood.iter().flat_map(|request| request::keys_of(request)).collect();
    let is_in = |style: &Style| {
        let own = keys.iter().filter(|key| {
            let sent = found.request_key(&key.owner, &key.name);
            sent != key.name && sent == style(&key.name)
        });
        own.count() >= FEW_KEYS
    };
    STYLES.into_iter().find(is_in)
}

/// How requests name what responses have in an inner object: `seguradora.codigo` as `codigoSeguradora`.
pub(super) type FlatName = fn(&str, &str) -> String;

/// The way in which a read that was understood names what responses have in an inner object.
pub(super) fn flat_names(found: &Draft, understood: &BTreeSet<&str>) -> Option<FlatName> {
    const STYLES: [FlatName; 4] = [
        |object, key| format!("{key}{}", capital(object)),
        |object, key| format!("{object}{}", capital(key)),
        |object, key| format!("{key}_{object}"),
        |object, key| format!("{object}_{key}"),
    ];
    let keys = understood.iter().flat_map(|request| request::keys_of(request));
    let named: Vec<_> = keys
        .filter_map(|key| {
            let field = request::field_for(&key.owner, &key.name)?;
            let (object, inner) = last_object(found.spelling(field.owner, field.name)?)?;
            Some((found.request_key(&key.owner, &key.name).to_owned(), object.to_owned(), inner.to_owned()))
        })
        .collect();
    STYLES.into_iter().find(|style| named.iter().any(|(name, object, key)| *name == style(object, key)))
}

/// The last object of a path, and the key in it: `insurer` and `id` of `policy.insurer.id`.
pub(super) fn last_object(path: &str) -> Option<(&str, &str)> {
    let (objects, key) = path.rsplit_once('.')?;
    Some((objects.rsplit_once('.').map_or(objects, |(_, object)| object), key))
}

/// Whether a name says only what kind of value it is: `id` or `numero`, which mean nothing outside of their object.
pub(super) fn is_bare(name: &str) -> bool {
    kind_of(name).is_some() && !says_something(name)
}

/// The names that an API has in its requests, as far as services understood them, and in its responses.
pub(super) fn known_names(found: &Draft, understood: &BTreeSet<&str>) -> BTreeSet<String> {
    let requests = understood.iter().flat_map(|request| request::keys_of(request));
    let requests: BTreeSet<_> = requests.map(|key| found.request_key(&key.owner, &key.name).to_owned()).collect();
    let fields = Vocabulary::get().types.values().flat_map(|names| names.keys.keys());
    let responses = fields.flat_map(|name| found.spellings_of(name));
    let last = |path: &str| last_object(path).map_or(path, |(_, key)| key).to_owned();
    responses.map(last).chain(requests).collect()
}

/// The names of one key for what responses have in an object: `pet.id` as `petId`, `apolice.numero` as `numeroApolice`. The order
/// is that of the API's other names with the same word (`numeroSinistro`), else that of `flat`; unless one of these is known, both.
pub(super) fn joined_names(names: &BTreeSet<String>, flat: Option<FlatName>, object: &str, key: &str) -> Vec<String> {
    let is_snake = |name: &&String| name.trim_matches('_').contains('_');
    let is_upper = |text: &str| !text.contains(char::is_lowercase);
    let join = |one: &str, other: &str| match () {
        () if names.iter().filter(is_snake).count() * 2 > names.len() => format!("{one}_{other}"),
        () if is_upper(one) && is_upper(other) => format!("{one}{other}"),
        () => format!("{one}{}", capital(other)),
    };
    let (key_first, key_last) = (join(key, object), join(object, key));
    // The word begins or ends a longer name.
    let word = key.to_lowercase();
    let has = |is_it: &dyn Fn(&[String]) -> bool| {
        names.iter().map(|name| words_of_name(name)).any(|words| words.len() > 1 && is_it(&words))
    };
    let begins = has(&|words| words.first() == Some(&word));
    let ends = has(&|words| words.last() == Some(&word));
    match (begins, ends, flat) {
        (true, false, _) => vec![key_first],
        (false, true, _) => vec![key_last],
        (_, _, Some(flat)) => vec![flat(object, key)],
        _ => vec![key_first, key_last],
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
