//! Refusals that mean something: by their HTTP status, their code or their text.

use std::collections::HashMap;

use contract::{
    Call as _,
    envelope::SUCCESS,
    login::{BLOQUEADO, TROCARSENHA, ValidaEmail},
    mapping::{KeyPath, ScalarValue},
};
use serde_json::{Number, value::RawValue};

use super::{
    call_tables::CallTables,
    error::MappingError,
    file::{EnvelopeTable, MappingFile, RefusalsTable},
    keys::path_of,
};

/// What identifies a refusal: the HTTP status, the codes and the messages of an answer.
#[derive(Clone, Copy)]
struct RefusalMarkers<'a> {
    status: u16,
    codes: &'a [String],
    messages: &'a str,
}

/// Which responses of one service are refusals, and what they mean.
#[derive(Debug)]
pub(super) struct CallRefusals {
    /// HTTP statuses of refusals.
    statuses: Vec<u16>,
    /// The key of the code that tells refusals apart.
    code: Option<KeyPath>,
    /// How it reports that a session ended, besides HTTP 401. `None` if it needs no session.
    ended: Option<RefusalsTable>,
    /// How it reports that its list is empty, besides a list without rows.
    empty: RefusalsTable,
    /// Each special message of the login, with the refusals that mean it. It counts with any status and any data.
    special: Vec<(RefusalsTable, &'static str)>,
}

/// What a refusal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefusalMeaning {
    /// The session ended.
    SessionEnd,
    /// The list is empty.
    EmptyList,
    /// What this message means in the contract.
    Message(&'static str),
}

impl CallRefusals {
    /// Whether an HTTP status is a refusal.
    pub(super) fn include(&self, status: u16) -> bool {
        let has_status = |refusals: &RefusalsTable| refusals.has_status(status);
        self.statuses.contains(&status)
            || has_status(&self.empty)
            || self.special.iter().any(|(refusals, _)| has_status(refusals))
    }

    /// Whether an HTTP status is the end of the session.
    pub(super) fn end_session(&self, status: u16) -> bool {
        status == 401 || self.ended.as_ref().is_some_and(|ended| ended.has_status(status))
    }

    /// What a refusal means; a success too may be the special message of a service.
    pub(super) fn meaning(&self, status: u16, body: &[u8], messages: &str, is_success: bool) -> Option<RefusalMeaning> {
        if is_success && self.special.is_empty() {
            return None;
        }
        let all = self.ended.iter().chain([&self.empty]);
        let mut all = all.chain(self.special.iter().map(|(refusals, _)| refusals));
        let key = self.code.as_ref().filter(|_| all.any(|refusals| !refusals.codes.is_empty()));
        let codes = key.map(|key| codes_in(body, key)).unwrap_or_default();
        let markers = RefusalMarkers { status, codes: &codes, messages };
        if let Some((_, message)) = self.special.iter().find(|(refusals, _)| refusals.include(markers)) {
            return Some(RefusalMeaning::Message(message));
        }
        match () {
            () if is_success => None,
            () if self.ended.as_ref().is_some_and(|ended| ended.include_body(markers)) => {
                Some(RefusalMeaning::SessionEnd)
            }
            () if self.empty.include(markers) => Some(RefusalMeaning::EmptyList),
            () => None,
        }
    }
}

impl RefusalsTable {
    pub(super) fn has_status(&self, status: u16) -> bool {
        self.http.contains(&status)
    }

    /// The same, or by this message.
    fn or_message(&self, message: &str) -> Self {
        let mut table = self.clone();
        table.messages.push(message.to_owned());
        table
    }

    fn include(&self, markers: RefusalMarkers) -> bool {
        self.has_status(markers.status) || self.include_body(markers)
    }

    /// The same by what the body says.
    fn include_body(&self, markers: RefusalMarkers) -> bool {
        let has_code = self.codes.iter().any(|code| markers.codes.contains(&code.to_string()));
        has_code || self.messages.iter().any(|text| has_message(markers.messages, text.trim()))
    }
}

/// Whether messages are a text, or it is one of them.
fn has_message(messages: &str, text: &str) -> bool {
    messages.trim() == text || messages.lines().any(|line| line.trim() == text)
}

/// The codes in the body of an answer: several where lists are on the way.
pub(crate) fn codes_in(body: &[u8], key: &KeyPath) -> Vec<String> {
    let mut codes = Vec::new();
    if let Ok(body) = serde_json::from_slice(body) {
        add_codes(body, key.keys(), MAX_LISTS, &mut codes);
    }
    codes
}

/// Most lists that are nested on the way to a code: one or two, but thousands in a hostile body, which would overflow the stack.
const MAX_LISTS: usize = 8;

fn add_codes(value: &RawValue, keys: &[String], lists: usize, codes: &mut Vec<String>) {
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        let items = items.into_iter().filter(|_| lists > 0);
        items.for_each(|item| add_codes(item, keys, lists - 1, codes));
    } else if let [key, rest @ ..] = keys {
        let members: HashMap<String, &RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
        members.get(key).into_iter().for_each(|value| add_codes(value, rest, lists, codes));
    } else {
        codes.extend(serde_json::from_str(value.get()).map(|code: ScalarValue| code.to_string()));
        // Also as it is written: a code may have a fraction.
        codes.extend(serde_json::from_str(value.get()).map(|code: Number| code.to_string()));
    }
}

/// Checks what the file says of refusals.
pub(super) fn check(file: &MappingFile) -> Result<(), MappingError> {
    let [blocked, change] = [&file.login.blocked, &file.login.change_password];
    check_statuses(file)?;
    let texts = |table: &RefusalsTable| {
        let http = table.http.iter().map(|status| format!("HTTP {status}"));
        let codes = table.codes.iter().map(|code| format!("o código {code}"));
        let messages = table.messages.iter().map(|text| format!("o texto {}", text.trim()));
        http.chain(codes).chain(messages).collect::<Vec<_>>()
    };
    let blocked = texts(blocked);
    match texts(change).into_iter().find(|one| blocked.contains(one)) {
        Some(both) => Err(MappingError::at(
            &["login.blocked", "login.change-password"],
            format!("{both} de login não pode ser blocked e change-password"),
        )),
        None => Ok(()),
    }
}

/// The refusals of one service, whose status has this key.
pub(super) fn of_call(tables: &CallTables, status: Option<&KeyPath>) -> Result<CallRefusals, MappingError> {
    let CallTables { file, call, own, envelope } = tables;
    let special = match call.path() {
        ValidaEmail::PATH => vec![
            ("login.blocked", &file.login.blocked, BLOQUEADO),
            ("login.change-password", &file.login.change_password, TROCARSENHA),
        ],
        _ => Vec::new(),
    };
    let ended = call.info.session.then_some(&file.session.ended);
    let all = special.iter().map(|(place, table, _)| ((*place).to_owned(), *table));
    let all = all.chain(ended.map(|table| ("session.ended".to_owned(), table)));
    let all: Vec<_> = all.chain([(tables.place("empty"), &own.empty)]).collect();
    Ok(CallRefusals {
        statuses: envelope.refusals.clone().unwrap_or_default(),
        code: code_key(envelope, status, &tables.envelope_place(), &all)?,
        ended: ended.cloned(),
        empty: own.empty.clone(),
        special: special.into_iter().map(|(_, table, message)| (table.or_message(message), message)).collect(),
    })
}

/// The key of the code in an envelope with this key of the status, and checks the codes of refusals with which it is compared.
fn code_key(
    envelope: &EnvelopeTable,
    status: Option<&KeyPath>,
    place: &str,
    tables: &[(String, &RefusalsTable)],
) -> Result<Option<KeyPath>, MappingError> {
    let mut codes = tables.iter().flat_map(|(place, table)| table.codes.iter().map(move |code| (place, code)));
    if let Some(key) = &envelope.code {
        return path_of(key, || format!("{place}.code")).map(Some);
    }
    let Some((of, first)) = codes.clone().next() else { return Ok(None) };
    let Some(key) = status else {
        let text = format!("o código {first} não serve sem {place}.code, a chave que tem o código");
        return Err(MappingError::at(&[format!("{of}.codes")], text));
    };
    let success = match &envelope.success {
        Some(values) => values.iter().map(ScalarValue::to_string).collect(),
        None => vec![SUCCESS.to_string()],
    };
    match codes.find(|(_, code)| success.contains(&code.to_string())) {
        Some((of, code)) => Err(MappingError::at(
            &[format!("{of}.codes")],
            format!("o código {code} está em {place}.success: não pode ser também uma recusa"),
        )),
        None => Ok(Some(key.clone())),
    }
}

/// A warning about codes that no refusal can have: the envelope's status is `true` or `false`, and no other key has a code.
pub(super) fn unmatched_codes(file: &MappingFile) -> Option<String> {
    let success = file.envelope.success.as_ref()?;
    let is_flag = |value: &ScalarValue| matches!(value.to_string().as_str(), "true" | "false");
    if file.envelope.code.is_some() || !success.iter().all(|value| matches!(value, ScalarValue::Flag(_))) {
        return None;
    }
    let unmatched = tables(file).filter(|(_, table)| table.codes.iter().any(|code| !is_flag(code)));
    let places: Vec<_> = unmatched.map(|(name, _)| format!("{name}.codes")).collect();
    (!places.is_empty()).then(|| {
        format!(
            "{} não vale: o status é true ou false, e nenhum código se compara com ele; diga em [envelope] code a chave do código",
            places.join(", ")
        )
    })
}

/// All tables of refusals, with their places in the file.
fn tables(file: &MappingFile) -> impl Iterator<Item = (String, &RefusalsTable)> {
    let empty = file.calls.iter().map(|(name, call)| (format!("calls.\"{name}\".empty"), &call.empty));
    let named = [
        ("login.blocked", &file.login.blocked),
        ("login.change-password", &file.login.change_password),
        ("session.ended", &file.session.ended),
    ];
    named.into_iter().map(|(name, table)| (name.to_owned(), table)).chain(empty)
}

fn check_statuses(file: &MappingFile) -> Result<(), MappingError> {
    let own = file.calls.iter().map(|(name, call)| (format!("calls.\"{name}\".envelope"), &call.envelope));
    let envelopes = own.chain([("envelope".to_owned(), &file.envelope)]);
    let of_envelopes = envelopes.map(|(place, table)| (format!("{place}.refusals"), table.refusals.as_deref()));
    let of_tables = tables(file).map(|(place, table)| (format!("{place}.http"), Some(&*table.http)));
    for (place, statuses) in of_envelopes.chain(of_tables) {
        let is_refusal = place.ends_with("refusals") || place.ends_with("empty.http");
        for status in statuses.unwrap_or_default() {
            let ends_session = *status == 401 || file.session.ended.has_status(*status);
            let what = match status {
                // A list without rows may be no content.
                204 if place.ends_with("empty.http") => continue,
                400..=499 if !(is_refusal && ends_session) => continue,
                400..=499 => "diz que a sessão acabou: não pode ser também uma recusa",
                _ => "não serve: use um de 400 a 499",
            };
            return Err(MappingError::at(&[place], format!("o status HTTP {status} {what}")));
        }
    }
    Ok(())
}
