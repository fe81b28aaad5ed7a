//! The names of keys and headers in a refusal.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::refusal_sentences::{self, Says, is_key, last_key};
use crate::{
    check::{
        draft::Draft, examination::Examination, inference::usual_names::is_message_key,
        responses::http_status::is_success,
    },
    contract::field_names::{likeness, shown},
    upstream::RawResponse,
};
use services::wire::envelope::{MESSAGES, STATUS};

/// How deep the objects of a refusal are looked into.
const DEPTH: u8 = 2;

/// What a refusal names.
#[derive(Debug, Default)]
pub(in crate::check) struct RefusalNames {
    /// Words that look like names of keys.
    pub(in crate::check) names: BTreeSet<String>,
    /// Keys of the errors themselves, and values of members that name a field.
    keys: BTreeSet<String>,
    /// Its other words: one may be a key by its meaning.
    pub(in crate::check) words: BTreeSet<String>,
    /// Keys that it says it does not know.
    pub(in crate::check) unknown: BTreeSet<String>,
    /// Keys that it says did not come.
    pub(in crate::check) missing: BTreeSet<String>,
    /// Keys that it knows, with a value of another kind.
    pub(in crate::check) wrong_values: BTreeSet<String>,
    /// Those of them whose value should be a number.
    pub(in crate::check) numbers: BTreeSet<String>,
    /// Whether the keys of the refusal itself begin with capitals.
    has_capitals: bool,
}

impl RefusalNames {
    /// Adds a key with what a sentence says about it.
    fn add(&mut self, name: &str, says: Says, sentence: &str) {
        if !is_key(name) {
            return;
        }
        let name = name.to_owned();
        match says {
            Says::Unknown => drop(self.unknown.insert(name)),
            Says::Missing => drop(self.missing.insert(name)),
            Says::WrongValue => {
                if refusal_sentences::wants_number(sentence) {
                    self.numbers.insert(name.clone());
                }
                self.wrong_values.insert(name);
            }
        }
    }

    /// A key that it does not know is none of its names.
    fn settle(&mut self) {
        self.names.append(&mut self.missing.clone());
        self.names.append(&mut self.wrong_values.clone());
        self.names.retain(|name| !self.unknown.contains(name));
        self.words.retain(|word| !self.unknown.contains(word) && !self.names.contains(word));
    }

    /// The names that are none of the keys that were sent, if they look like names of this API's keys.
    pub(in crate::check) fn not_sent(&self, sent: &[&str]) -> impl Iterator<Item = &String> {
        let is_word = |name: &str| !name.contains(['_', '-']) && !name.contains(char::is_lowercase);
        let is_capital = |name: &str| name.starts_with(char::is_uppercase) && !self.has_capitals;
        let is_told = |name: &String| self.missing.contains(name) || self.keys.contains(name);
        let is_of_style = move |name: &&String| is_told(name) || !is_word(name) && !is_capital(name);
        self.names.iter().filter(move |name| !sent.contains(&&***name)).filter(is_of_style)
    }

    /// Where no sentence says which key is unknown: the only key that was sent and is named, and the only name that was not
    /// sent, are one.
    pub(in crate::check) fn pair(&mut self, sent: &[&str]) {
        if sent.iter().any(|key| self.unknown.contains(*key)) {
            return;
        }
        let is_refused = |key: &&&str| {
            self.names.contains(**key) && !self.missing.contains(**key) && !self.wrong_values.contains(**key)
        };
        let refused: Vec<_> = sent.iter().filter(is_refused).collect();
        let others: Vec<_> = self.not_sent(sent).cloned().collect();
        let ([key], [name]) = (&refused[..], &others[..]) else { return };
        // Another key that is more like it is the unknown one.
        let alike = |key: &str| likeness(name, key, "");
        if self.wrong_values.contains(name) || sent.iter().any(|other| alike(other) > alike(key)) {
            return;
        }
        self.names.remove(**key);
        self.unknown.insert((**key).to_owned());
        self.missing.insert(name.clone());
    }

    /// Whether it names a key in any way.
    pub(in crate::check) fn names_key(&self, key: &str) -> bool {
        [&self.names, &self.words, &self.unknown].iter().any(|names| names.contains(key))
    }

    /// Whether it names a key of which it says neither that it is unknown, nor that it did not come.
    pub(in crate::check) fn may_be_about_value(&self, key: &str) -> bool {
        self.names_key(key) && !self.unknown.contains(key) && !self.missing.contains(key)
    }

    /// Whether it is about the value of one of some keys, and not about their names.
    pub(in crate::check) fn is_about_value_of<'a>(&self, mut keys: impl Iterator<Item = &'a str>) -> bool {
        self.unknown.is_empty() && self.missing.is_empty() && keys.any(|key| self.wrong_values.contains(key))
    }
}

/// The header that a refusal asks for: `Header X-Canal é obrigatório`.
pub(in crate::check) fn header_in_refusal(raw: &RawResponse) -> Option<String> {
    if !matches!(raw.status, 400 | 401 | 403) {
        return None;
    }
    let text = String::from_utf8_lossy(&raw.body);
    let mut words =
        text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).filter(|word| !word.is_empty());
    let is_header = |word: &&str| matches!(word.to_lowercase().as_str(), "header" | "cabeçalho" | "cabecalho");
    let mut after = words.by_ref().skip_while(|word| !is_header(word)).skip(1).take(4);
    let is_name = |word: &&str| has_form_of_name(word) && word.is_ascii() && shown(word).is_ok();
    after.find(is_name).map(str::to_owned)
}

/// Whether a word has the form of a key or a header: `X-Canal`, `tenant_id`, `tenantId`.
fn has_form_of_name(word: &str) -> bool {
    let mut letters = word.chars().skip_while(|c| !c.is_lowercase());
    word.trim_matches(['-', '_']).contains(['-', '_']) || letters.any(char::is_uppercase)
}

/// The header that a refusal of a call without a body asks for, even if it does not call it a header: `Informe tenantId`.
pub(in crate::check) fn header_for_empty_call(raw: &RawResponse) -> Option<String> {
    if raw.status != 400 {
        return header_in_refusal(raw);
    }
    let names = names_in_body(&raw.body);
    let mut asked = names.names.into_iter().filter(|name| has_form_of_name(name) && name.is_ascii());
    let only = asked.next().filter(|_| asked.next().is_none());
    header_in_refusal(raw).or(only)
}

/// Words of a refusal that may be the header of an application's key: `Invalid client_id`.
pub(in crate::check) fn key_headers_in_refusal(raw: &RawResponse) -> Vec<String> {
    const WORDS: [&str; 5] = ["key", "client", "app", "chave", "token"];
    let text = String::from_utf8_lossy(&raw.body);
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    let is_header = |word: &&str| {
        let lower = word.to_lowercase();
        word.trim_matches(['-', '_']).contains(['-', '_'])
            && WORDS.iter().any(|one| lower.contains(one))
            && shown(word).is_ok()
    };
    words.filter(is_header).take(3).map(str::to_owned).collect()
}

/// The words of the last refusal that look like names of keys.
pub(in crate::check) fn names_in_refusal(examination: &Examination, guess: &Draft) -> RefusalNames {
    let mut names = RefusalNames::default();
    if let Some(Ok(raw)) = examination.answers.last() {
        if is_success(raw.status) {
            // Only the messages of an envelope that says refusal: the rest may be data.
            let text = examination.last_translated(guess);
            let body = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()).unwrap_or_default();
            let is_refusal = !matches!(&body[STATUS], Value::Null)
                && body[STATUS].as_i64() != Some(1)
                && body[STATUS].as_str() != Some("1");
            if is_refusal {
                add_texts(&body[MESSAGES], &mut names);
                names.names.append(&mut names.keys);
            }
        } else {
            add_names_in(&raw.body, &mut names);
        }
    }
    names.settle();
    names
}

/// What the body of a refusal by HTTP status names.
pub(super) fn names_in_body(body: &[u8]) -> RefusalNames {
    let mut names = RefusalNames::default();
    add_names_in(body, &mut names);
    names.settle();
    names
}

/// The names in the body of a refusal by HTTP status: in its messages, and the keys of its object of errors.
fn add_names_in(body: &[u8], names: &mut RefusalNames) {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(members)) => add_members(&members, DEPTH, names),
        Ok(_) => {}
        Err(_) => {
            let text = String::from_utf8_lossy(body);
            if !text.trim_start().starts_with(['<', '{', '[']) {
                add_words(&text, names);
            }
        }
    }
}

/// Adds the names in the messages of an object, and of the objects in it: a head with the code and the message.
fn add_members(members: &Map<String, Value>, depth: u8, names: &mut RefusalNames) {
    let has_camel_keys = members.keys().all(|key| key.starts_with(char::is_lowercase));
    names.has_capitals |= members.keys().any(|key| key.starts_with(char::is_uppercase));
    let mut found = RefusalNames::default();
    // A text beside the messages is the path or the name of the error.
    let is_told = |key: &str, value: &Value| is_message_key(key) || is_field_key(key) && !value.is_string();
    for (key, value) in members {
        match value {
            value if is_told(key, value) => add_texts(value, &mut found),
            Value::Object(inner) if depth > 0 => add_members(inner, depth - 1, names),
            // `{"codigo": ["Unknown field."]}`
            Value::Array(texts) => {
                let text = texts.first().and_then(Value::as_str);
                if let Some((says, text)) = text.and_then(|text| Some((refusal_sentences::says(text)?, text)))
                    && is_key(key)
                {
                    found.keys.insert(key.clone());
                    found.add(key, says, text);
                }
            }
            _ => {}
        }
    }
    // ASP.NET names the member of its class, and its bodies have the key in camel case.
    let spelt = |name: String| if has_camel_keys { camel_case(name) } else { name };
    let as_sent = |name: String| if found.keys.contains(&name) { spelt(name) } else { name };
    names.unknown.extend(found.unknown.into_iter().map(as_sent));
    names.missing.extend(found.missing.into_iter().map(as_sent));
    names.wrong_values.extend(found.wrong_values.into_iter().map(as_sent));
    names.numbers.extend(found.numbers.into_iter().map(as_sent));
    names.names.extend(found.names.into_iter().filter(|name| !found.keys.contains(name)));
    names.names.extend(found.keys.into_iter().map(spelt));
    names.words.extend(found.words);
}

/// `AccessCode` as `accessCode`; other styles stay.
fn camel_case(name: String) -> String {
    let mut letters = name.chars();
    let (first, second) = (letters.next(), letters.next());
    match first {
        Some(first) if first.is_uppercase() && second.is_some_and(char::is_lowercase) && !name.contains('_') => {
            first.to_lowercase().chain(name.chars().skip(1)).collect()
        }
        _ => name,
    }
}

/// The words of messages: a text, a list of texts, or objects with messages by the names of fields.
fn add_texts(value: &Value, names: &mut RefusalNames) {
    match value {
        Value::String(text) => add_words(text, names),
        Value::Array(items) => items.iter().for_each(|item| add_texts(item, names)),
        Value::Object(members) => {
            // The keys of an error with a message, or with the name of its field, are its own.
            let is_own = |key: &str| is_message_key(key) || is_field_key(key) || matches!(key, "value" | "lang");
            let names_field = members.keys().any(|key| is_own(key));
            add_told_fields(members, names);
            for (key, value) in members {
                if let (true, Value::Object(inside)) = (is_place(key), value) {
                    add_texts(&Value::Object(inside.clone()), names);
                    continue;
                }
                if !names_field && is_key(last_key(key)) && !is_message_key(key) && !is_field_key(key) {
                    names.keys.insert(last_key(key).to_owned());
                }
                // What else an error quotes may be a value that was sent or found.
                if is_field_key(key) {
                    match named_field(key, value) {
                        Some(field) => drop(names.keys.insert(field.to_owned())),
                        // Rules of a schema: `{"type": "integer"}`.
                        None if key == "params" && value.is_object() => {}
                        None => add_texts(value, names),
                    }
                } else if is_message_key(key) || key == "value" && members.contains_key("lang") {
                    add_texts(value, names);
                }
            }
        }
        _ => {}
    }
}

/// Whether a key of errors is the part of a request that they are about.
fn is_place(key: &str) -> bool {
    matches!(key, "body" | "json" | "query" | "form" | "data")
}

/// The field that a member of an error names: a name, a path as a text or as a list, or the parameter of a rule.
fn named_field<'a>(key: &str, value: &'a Value) -> Option<&'a str> {
    const PARAMETERS: [&str; 2] = ["additionalProperty", "missingProperty"];
    let name = match value {
        Value::String(path) => path,
        Value::Array(path) if matches!(key, "loc" | "path") => path.iter().rev().find_map(Value::as_str)?,
        Value::Object(rule) => PARAMETERS.iter().find_map(|name| rule.get(*name)?.as_str())?,
        _ => return None,
    };
    Some(last_key(name)).filter(|name| is_key(name))
}

/// Whether a key of an error usually names the field that it is about, or holds such errors.
fn is_field_key(key: &str) -> bool {
    const NAMES: &str = "field fields fieldname campo campos nomecampo param params parameter parametro property \
                         propertyname propriedade pointer path source loc name nome chave violations fielderrors \
                         validationerrors issues instancepath datapath invalidparams invalidfields errosvalidacao validacoes camposinvalidos";
    let plain: String = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    NAMES.split_whitespace().any(|name| name == plain)
}

/// The fields that an error is about, with what its text says: `{"field": "x", "message": "unknown"}`, `{"x": ["required"]}`.
fn add_told_fields(members: &Map<String, Value>, names: &mut RefusalNames) {
    let text = |value: &Value| match value {
        Value::Array(items) => items.first().and_then(Value::as_str).map(str::to_owned),
        value => value.as_str().map(str::to_owned),
    };
    let is_named =
        |(key, value): (&String, &Value)| named_field(key, value).filter(|_| is_field_key(key)).map(str::to_owned);
    let field = members.iter().find_map(is_named);
    let message = members.iter().find(|(key, _)| is_message_key(key)).and_then(|(_, value)| text(value));
    let told: Vec<_> = match (field, message) {
        (Some(field), Some(message)) => vec![(field, message)],
        (None, None) if !members.contains_key("lang") => {
            members.iter().filter_map(|(key, value)| Some((key.clone(), text(value)?))).collect()
        }
        _ => return,
    };
    for (field, message) in told {
        if let Some(says) = refusal_sentences::says(&message).filter(|_| shown(last_key(&field)).is_ok()) {
            names.add(last_key(&field), says, &message);
        }
    }
}

fn add_words(text: &str, names: &mut RefusalNames) {
    for (says, of_sentence, sentence) in refusal_sentences::named_in(text) {
        of_sentence.into_iter().for_each(|name| names.add(name, says, sentence));
    }
    for word in refusal_sentences::words(text) {
        let has_form = word.contains('_') || word.chars().skip(1).any(char::is_uppercase);
        let is_quoted = ["\"", "'", "`"].iter().any(|quote| text.contains(&format!("{quote}{word}{quote}")));
        let is_only = text.trim() == word && word.starts_with(char::is_lowercase);
        let to = if has_form || is_quoted || is_only { &mut names.names } else { &mut names.words };
        to.insert(word.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::names_in_body;

    #[test]
    fn only_messages_and_keys_of_errors_name_keys() {
        let names = |body: &str| names_in_body(body.as_bytes()).names.into_iter().collect::<Vec<_>>().join(" ");
        for (body, expected) in [
            (r#"{"message":"Informe codigoStatus","data":{"nmPet":"Rex"},"apelido":"MarinaDuarte"}"#, "codigoStatus"),
            (r#"{"errors":{"claim_number":["is required"]}}"#, "claim_number"),
            (r#"{"errors":[{"field":"numeroSinistro","rejectedValue":"Rex"}]}"#, "numeroSinistro"),
            (r#"{"codigo":1,"erros":[{"campo":"codigo","mensagem":"não deve ser nulo"}]}"#, "codigo"),
            (r#"{"title":"Invalid","errors":{"AccessCode":["is required"]}}"#, "accessCode"),
            (r#"{"Message":"Invalid","Errors":{"AccessCode":["is required"]}}"#, "AccessCode"),
            (r#"{"title":"Invalid","errors":{"$.incidentDate":["could not be converted"]}}"#, "incidentDate"),
            (r#"{"error":{"code":"Z1","message":{"lang":"pt","value":"Falta 'Email'"}}}"#, "Email"),
            (r#"{"code":"C","message":"Falta um campo","detailedMessage":"O campo ZA_STATUS nao veio"}"#, "ZA_STATUS"),
            (r#"{"fieldErrors":{"cd_situacao":"obrigatório"}}"#, "cd_situacao"),
            (r#"{"type":"about:blank","invalid-params":[{"name":"situacao","reason":"must be set"}]}"#, "situacao"),
            (
                r#"{"errors":[{"source":{"pointer":"/data/attributes/claimNumber"},"detail":"can't be blank"}]}"#,
                "claimNumber",
            ),
            (r#"{"detail":[{"loc":["body","claim_number"],"msg":"Field required"}]}"#, "claim_number"),
            (r#"{"timestamp":"x_y","status":404,"error":"Not Found","path":"/a_b"}"#, ""),
            (r#"["MarinaDuarte"]"#, ""),
            ("falta o campo cdSituacao", "cdSituacao"),
            ("<p>falta o campo cdSituacao</p>", ""),
        ] {
            assert_eq!(names(body), expected, "{body}");
        }
    }
}
