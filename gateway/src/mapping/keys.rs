//! The keys of types: what an API calls those of the contract, and where they stand there.

use std::collections::BTreeMap;

use contract::mapping::{ExternalNames, KeyPath};

use super::{
    error::MappingError,
    file::{
        KeyOrFalse, MappingFile, NameStyle, TypeTables,
        requests::{RequestKey, RequestKeyTable, RequestTables},
    },
};
use crate::{
    contract_schema::{
        field_names::likeness,
        required_keys::required_keys,
        vocabulary::{CallNames, Omitted, TypeNames, Vocabulary},
    },
    nearest_name::nearest_name,
};

/// The request that carries the user's e-mail address, which the contract does not have, if the mapping names a key for it.
pub(super) const WITH_EMAIL: &str = "ValidaCodigoAcesso";
/// That key as the mapping knows it.
pub(super) const EMAIL: &str = "email";

/// Minimum likeness of a key that is suggested for another.
const MEANT: f64 = 0.55;

/// Why a request needs this key: without it the request means something else.
const OTHER_REQUEST: &str =
    "o pedido seria outro, como uma lista sem filtro, ou um acionamento novo em vez de uma reabertura";

/// By type and key of the contract: the keys that lead to the value. `None`: it never comes, or is not sent.
pub(super) type TypePaths = BTreeMap<String, BTreeMap<String, Option<KeyPath>>>;

/// By type of request and key of the contract: the paths of further keys that carry the same value.
pub(super) type MorePaths = BTreeMap<String, BTreeMap<String, Vec<KeyPath>>>;

/// Adds an entry for each key of the contract without one: its name in a naming style.
pub(super) fn in_style(mut tables: TypeTables, known: &BTreeMap<String, TypeNames>, style: NameStyle) -> TypeTables {
    for (type_name, names) in known.iter().filter(|_| style != NameStyle::default()) {
        let keys = tables.entry(type_name.clone()).or_default();
        for key in names.keys.keys() {
            keys.entry(key.clone()).or_insert_with(|| KeyOrFalse::Key(style.name(key)));
        }
    }
    tables
}

/// The API's names of the keys, of several the first. A key without a configured name has the contract's, in the naming style.
pub(super) fn of_requests(requests: &RequestTables, style: NameStyle) -> TypeTables {
    let external = |(name, key): (&String, &RequestKey)| {
        let external = match key {
            RequestKey::Sent(RequestKeyTable { key: None, .. }) => KeyOrFalse::Key(style.name(name)),
            RequestKey::Sent(RequestKeyTable { key: Some(keys), .. }) => {
                KeyOrFalse::Key(keys.all().first().cloned().unwrap_or_default())
            }
            RequestKey::False => KeyOrFalse::False,
        };
        (name.clone(), external)
    };
    let tables = requests.iter().map(|(request, keys)| (request.clone(), keys.iter().map(external).collect()));
    in_style(tables.collect(), &Vocabulary::get().requests, style)
}

/// The further keys of requests under which a value stands too: a new password, and its confirmation.
pub(super) fn more_of_requests(requests: &RequestTables, firsts: &TypePaths) -> Result<MorePaths, MappingError> {
    let mut more = MorePaths::new();
    for (request, keys) in requests {
        let (Some(names), Some(firsts)) = (Vocabulary::get().requests.get(request), firsts.get(request)) else {
            continue;
        };
        let mut all = firsts.clone();
        for (name, key) in keys {
            let RequestKey::Sent(RequestKeyTable { key: Some(names), .. }) = key else { continue };
            for external in names.all().iter().skip(1) {
                let path = path_of(external, || format!("requests.{request}.{name}"))?;
                more.entry(request.clone()).or_default().entry(name.clone()).or_default().push(path.clone());
                all.insert(format!("{name} ({external})"), Some(path));
            }
        }
        check_places(&format!("requests.{request}"), &all, names)?;
    }
    Ok(more)
}

/// The API's names in the responses' types.
pub(super) fn names(types: &TypePaths) -> ExternalNames {
    ExternalNames::new(types.iter().map(|(name, keys)| (name.clone(), keys.clone())))
}

/// The API's names in the types of a service that has some of its own.
pub(super) fn of_call(file: &MappingFile, call: &CallNames, own: &TypeTables) -> Result<ExternalNames, MappingError> {
    let vocabulary = Vocabulary::get();
    let table = format!("calls.\"{}\".types", call.last_segment());
    let of_data = vocabulary.types_of(call);
    if let Some(name) =
        own.keys().find(|name| vocabulary.types.contains_key(*name) && !of_data.contains(&name.as_str()))
    {
        let place = format!("{table}.{name}");
        return Err(MappingError::at(&[&place], format!("{place} não serve: este serviço não responde com esse tipo")));
    }
    let mut merged = file.types.clone();
    for (name, keys) in own {
        let own = keys.iter().map(|(key, external)| (key.clone(), external.clone()));
        merged.entry(name.clone()).or_default().extend(own);
    }
    let merged = in_style(merged, &vocabulary.types, file.names.style);
    Ok(names(&checked(&table, &merged, &vocabulary.types)?))
}

/// Checks the names of types and keys, that no API name is also the contract's name of another key, and that every field
/// without a key is optional.
pub(super) fn checked(
    table: &str,
    named: &TypeTables,
    known: &BTreeMap<String, TypeNames>,
) -> Result<TypePaths, MappingError> {
    let mut types = TypePaths::new();
    for (type_name, keys) in named {
        let Some(names) = known.get(type_name) else {
            let what = if table == "requests" { "o pedido" } else { "o tipo" };
            let place = format!("{table}.{type_name}");
            return Err(MappingError::unknown(&place, what, type_name, known.keys().map(String::as_str)));
        };
        let mut paths = BTreeMap::new();
        for (key, external) in keys {
            let place = || format!("{table}.{type_name}.{key}");
            let is_optional = table == "requests" && (type_name.as_str(), key.as_str()) == (WITH_EMAIL, EMAIL);
            if !names.keys.contains_key(key) && !is_optional {
                let nearest = nearest_key(key, type_name, names);
                return Err(MappingError::unknown_but(&place(), "a chave", &place(), nearest.as_deref()));
            }
            let path = match external {
                KeyOrFalse::Key(text) => Some(path_of(text, place)?),
                KeyOrFalse::False => match without(table, type_name, key, names) {
                    None => None,
                    Some(harm) => {
                        let text = format!("{} não pode ser false: sem esta chave {harm}", place());
                        return Err(MappingError::at(&[place()], text));
                    }
                },
            };
            paths.insert(key.clone(), path);
        }
        check_places(&format!("{table}.{type_name}"), &paths, names)?;
        types.insert(type_name.clone(), paths);
    }
    Ok(types)
}

/// Checks that the token comes in the login's response, in its data or in a header.
pub(super) fn check_token(file: &MappingFile) -> Result<(), MappingError> {
    let never_comes = file.types.get("Sessao").and_then(|keys| keys.get("dsToken")) == Some(&KeyOrFalse::False);
    match never_comes && file.session.token_header.is_none() {
        true => Err(MappingError::at(
            &["types.Sessao.dsToken"],
            "types.Sessao.dsToken não pode ser false sem session.token-header, o cabeçalho que traz o token",
        )),
        false => Ok(()),
    }
}

/// What is wrong without a key; `None` if it may be left out.
pub(super) fn without(table: &str, type_name: &str, key: &str, names: &TypeNames) -> Option<&'static str> {
    if table == "requests" {
        let omitted = names.keys.get(key)?.omitted;
        return (omitted == Omitted::OtherRequest).then_some(OTHER_REQUEST);
    }
    let is_required = required_keys().contains(&(type_name.to_owned(), key.to_owned()));
    is_required.then_some("o gateway não lê a resposta")
}

/// Checks that no value stands where another does, or within another.
pub(super) fn check_places(
    table: &str,
    paths: &BTreeMap<String, Option<KeyPath>>,
    names: &TypeNames,
) -> Result<(), MappingError> {
    // A key that is added is its whole place. Behind the key of a request a further name may stand in brackets.
    let places = |key: &str| [format!("{table}.{}", key.split(" (").next().unwrap_or(key)), key.to_owned()];
    let invalid = |keys: &[&String], text: String| {
        let places: Vec<_> = keys.iter().flat_map(|key| places(key)).collect();
        MappingError::at(&places, text)
    };
    let named: Vec<_> = paths.iter().filter_map(|(key, path)| Some((key, path.as_ref()?))).collect();
    for (at, (key, path)) in named.iter().enumerate() {
        for (other, of) in &named[..at] {
            if path == of {
                return Err(invalid(
                    &[other, key],
                    format!("{other} e {key} de {table} não podem ter os dois o nome {path}"),
                ));
            }
            if path.is_within(of) || of.is_within(path) {
                let text = format!("{other} e {key} de {table} não podem estar um dentro do outro: {of} e {path}");
                return Err(invalid(&[other, key], text));
            }
        }
        let in_place_of = names.keys.keys().find(|name| *name != *key && **name == path.keys()[0]);
        if let Some(other) = in_place_of.filter(|name| !paths.contains_key(*name)) {
            let text = format!(
                "{key} de {table} não pode estar em {path}: {other} é outra chave do contrato; diga também como ela se chama"
            );
            return Err(invalid(&[key], text));
        }
    }
    Ok(())
}

/// The key of a type that was probably meant, by its words: `valor` is `vlTotal`; or else by its letters.
fn nearest_key(key: &str, type_name: &str, names: &TypeNames) -> Option<String> {
    let known = names.keys.keys().map(|known| (likeness(key, known, type_name), known));
    let by_words = known.max_by(|(one, _), (other, _)| one.total_cmp(other)).filter(|(alike, _)| *alike >= MEANT);
    match by_words {
        Some((_, known)) => Some(known.clone()),
        None => nearest_name(key, names.keys.keys().map(String::as_str)).map(str::to_owned),
    }
}

/// Parses the keys in a text of the file. `place` is where it stands.
pub(super) fn path_of(text: &str, place: impl Fn() -> String) -> Result<KeyPath, MappingError> {
    text.parse().map_err(|_| {
        let text = format!("{} está vazio, ou tem uma chave vazia: diga o nome da chave", place());
        MappingError::at(&[place()], text)
    })
}
