//! The keys of types: what an API calls those of the contract, and where they stand there.

use std::collections::BTreeMap;

use contract::mapping::{ExternalNames, KeyPath};

use super::{
    call_tables::CallTables,
    error::MappingError,
    file::{
        KeyOrFalse, MappingFile, NameStyle, TypeTables,
        requests::{RequestKey, RequestKeyTable, RequestTables},
    },
};
use crate::{
    contract_schema::{
        field_names::likeness,
        schema::{ContractSchema, TypeSchema},
    },
    nearest_name::nearest_name,
};

/// Minimum likeness of a key that is suggested for another.
const MEANT: f64 = 0.55;

/// By type and key of the contract: the paths of the value. None: it never comes, or is not sent. Only a request may have
/// several: a new password stands under its confirmation too.
pub(super) type TypePaths = BTreeMap<String, BTreeMap<String, Vec<KeyPath>>>;

/// The same as texts of the file.
type TypeTexts = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The API's names of the responses' keys. A key without a configured name has the contract's, in the naming style.
fn names_of_types(types: &TypeTables, style: NameStyle) -> TypeTexts {
    let texts = |(key, external): (&String, &KeyOrFalse)| {
        let external = match external {
            KeyOrFalse::Key(text) => vec![text.clone()],
            KeyOrFalse::False => Vec::new(),
        };
        (key.clone(), external)
    };
    let tables = types.iter().map(|(name, keys)| (name.clone(), keys.iter().map(texts).collect()));
    in_style(tables.collect(), &ContractSchema::get().types, style)
}

/// The API's names of the requests' keys, as [`names_of_types`].
pub(super) fn names_of_requests(requests: &RequestTables, style: NameStyle) -> TypeTexts {
    let texts = |(key, configured): (&String, &RequestKey)| {
        let external = match configured {
            RequestKey::Sent(RequestKeyTable { key: None, .. }) => vec![style.name(key)],
            // An empty list is no name.
            RequestKey::Sent(RequestKeyTable { key: Some(keys), .. }) if keys.all().is_empty() => vec![String::new()],
            RequestKey::Sent(RequestKeyTable { key: Some(keys), .. }) => keys.all().to_vec(),
            RequestKey::False => Vec::new(),
        };
        (key.clone(), external)
    };
    let tables = requests.iter().map(|(request, keys)| (request.clone(), keys.iter().map(texts).collect()));
    in_style(tables.collect(), &ContractSchema::get().requests, style)
}

/// Adds an entry for each key of the contract without one: its name in a naming style.
fn in_style(mut tables: TypeTexts, known: &BTreeMap<String, TypeSchema>, style: NameStyle) -> TypeTexts {
    for (type_name, schema) in known.iter().filter(|_| style != NameStyle::default()) {
        let keys = tables.entry(type_name.clone()).or_default();
        for (key, _) in schema.keys.iter().filter(|(_, schema)| schema.is_sent_by_default) {
            keys.entry(key.clone()).or_insert_with(|| vec![style.name(key)]);
        }
    }
    tables
}

/// The API's names in the responses' types.
fn external_names(types: &TypePaths) -> ExternalNames {
    let first = |(key, paths): (&String, &Vec<KeyPath>)| (key.clone(), paths.first().cloned());
    ExternalNames::new(types.iter().map(|(name, keys)| (name.clone(), keys.iter().map(first).collect::<Vec<_>>())))
}

/// The API's names in the types of one service: its own over those of all services.
pub(super) fn of_call(tables: &CallTables) -> Result<ExternalNames, MappingError> {
    let (schema, style, own) = (ContractSchema::get(), tables.file.names.style, &tables.own.types);
    let of_all = checked_paths("types", &names_of_types(&tables.file.types, style), &schema.types)?;
    if own.is_empty() {
        return Ok(external_names(&of_all));
    }
    let table = tables.place("types");
    let of_data = schema.types_of(tables.call);
    if let Some(name) = own.keys().find(|name| schema.types.contains_key(*name) && !of_data.contains(&name.as_str())) {
        let what = "não serve: este serviço não responde com esse tipo";
        return Err(MappingError::of(&format!("{table}.{name}"), what));
    }
    let mut merged = tables.file.types.clone();
    for (name, keys) in own {
        let own = keys.iter().map(|(key, external)| (key.clone(), external.clone()));
        merged.entry(name.clone()).or_default().extend(own);
    }
    Ok(external_names(&checked_paths(&table, &names_of_types(&merged, style), &schema.types)?))
}

/// Checks the names of types and keys, that no API name is the contract's name of another key, and that only optional
/// fields are `false`.
pub(super) fn checked_paths(
    table: &str,
    named: &TypeTexts,
    known: &BTreeMap<String, TypeSchema>,
) -> Result<TypePaths, MappingError> {
    let mut types = TypePaths::new();
    for (type_name, keys) in named {
        let Some(schema) = known.get(type_name) else {
            let place = format!("{table}.{type_name}");
            let what = if table == "requests" { "o pedido" } else { "o tipo" };
            return Err(MappingError::unknown(&place, what, type_name, known.keys().map(String::as_str)));
        };
        let mut paths = BTreeMap::new();
        for (key, external) in keys {
            let place = || format!("{table}.{type_name}.{key}");
            let Some(key_schema) = schema.keys.get(key) else {
                let nearest = nearest_key(key, type_name, schema);
                return Err(MappingError::unknown_but(&place(), "a chave", &place(), nearest.as_deref()));
            };
            if external.is_empty()
                && let Some(harm) = key_schema.harm_if_left_out
            {
                return Err(MappingError::of(&place(), &format!("não pode ser false: sem esta chave {harm}")));
            }
            let external = external.iter().map(|text| path_of(text, place));
            paths.insert(key.clone(), external.collect::<Result<Vec<_>, _>>()?);
        }
        check_places(&format!("{table}.{type_name}"), &paths, schema)?;
        types.insert(type_name.clone(), paths);
    }
    Ok(types)
}

/// Checks that the token comes in the login's response, in its data or in a header.
pub(super) fn check_token(file: &MappingFile) -> Result<(), MappingError> {
    let never_comes = file.types.get("Sessao").and_then(|keys| keys.get("dsToken")) == Some(&KeyOrFalse::False);
    match never_comes && file.session.token_header.is_none() {
        true => Err(MappingError::of(
            "types.Sessao.dsToken",
            "não pode ser false sem session.token-header, o cabeçalho que traz o token",
        )),
        false => Ok(()),
    }
}

/// Checks that no value stands where another does, or within another.
pub(super) fn check_places(
    table: &str,
    paths: &BTreeMap<String, Vec<KeyPath>>,
    schema: &TypeSchema,
) -> Result<(), MappingError> {
    let invalid = |keys: &[&String], text: String| {
        // The key of an added value is already its place in the file (`sending.body.x`).
        let places: Vec<_> = keys.iter().flat_map(|key| [format!("{table}.{key}"), (*key).clone()]).collect();
        MappingError::at(&places, text)
    };
    let named: Vec<_> = paths.iter().flat_map(|(key, paths)| paths.iter().map(move |path| (key, path))).collect();
    for (at, (key, path)) in named.iter().enumerate() {
        for (other, of) in &named[..at] {
            if path == of {
                let text = format!("{other} e {key} de {table} não podem ter os dois o nome {path}");
                return Err(invalid(&[other, key], text));
            }
            if path.overlaps(of) {
                let text = format!("{other} e {key} de {table} não podem estar um dentro do outro: {of} e {path}");
                return Err(invalid(&[other, key], text));
            }
        }
        let in_place_of = schema.keys.keys().find(|name| *name != *key && **name == path.keys()[0]);
        if let Some(other) = in_place_of.filter(|name| !paths.contains_key(*name)) {
            let text = format!(
                "{key} de {table} não pode estar em {path}: {other} é outra chave do contrato; diga também como ela se chama"
            );
            return Err(invalid(&[key], text));
        }
    }
    Ok(())
}

/// Checks that no two keys of the file have one name. `what` is this name.
pub(super) fn check_distinct(
    named: impl IntoIterator<Item = (String, String)>,
    what: &str,
) -> Result<(), MappingError> {
    let mut places = BTreeMap::new();
    for (place, name) in named {
        if let Some(other) = places.insert(name.clone(), place.clone()) {
            let text = format!("{other} e {place} não podem ter os dois {what} {name}");
            return Err(MappingError::at(&[other, place], text));
        }
    }
    Ok(())
}

/// The key of a type that was probably meant, by its words: `valor` is `vlTotal`; or else by its letters.
fn nearest_key(key: &str, type_name: &str, schema: &TypeSchema) -> Option<String> {
    let known = schema.keys.keys().map(|known| (likeness(key, known, type_name), known));
    let by_words = known.max_by(|(one, _), (other, _)| one.total_cmp(other)).filter(|(alike, _)| *alike >= MEANT);
    match by_words {
        Some((_, known)) => Some(known.clone()),
        None => nearest_name(key, schema.keys.keys().map(String::as_str)).map(str::to_owned),
    }
}

/// Parses the keys in a text of the file. `place` is where it stands.
pub(super) fn path_of(text: &str, place: impl Fn() -> String) -> Result<KeyPath, MappingError> {
    let is_index = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    if text.starts_with("$.") || text.split('[').skip(1).any(is_index) {
        return Err(MappingError::of(&place(), "não é um caminho: diga só as chaves, com um ponto entre elas"));
    }
    text.parse().map_err(|_| MappingError::of(&place(), "está vazio, ou tem uma chave vazia: diga o nome da chave"))
}
