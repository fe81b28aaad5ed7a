//! The response to a change of the user. The check never sees one, so the user may stand in an object that the mapping does not
//! say, or outside of the one that it says.

use std::collections::HashMap;

use bytes::Bytes;
use serde_json::Value;
use services::wire::{
    envelope::{Answer, ReadError},
    login::Usuario,
    spelling::{KeyPath, ResponseSpelling},
};

use super::response_data::ResponseData;

/// The name of the type in a mapping.
pub(super) const TYPE_NAME: &str = "Usuario";

/// The user after a change.
pub(super) struct ChangedUser(pub(super) Usuario);

impl ResponseData for ChangedUser {
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        let read = Answer::<Usuario>::read_spelled(&body, spelling);
        let is_elsewhere = match &read {
            Ok(answer) => answer.data.as_ref().is_some_and(has_nothing),
            Err(_) => true,
        };
        let found = if is_elsewhere { find(&body, spelling) } else { None };
        Ok(found.map_or(read, Ok)?.map(Self))
    }
}

/// The only user in the data or in an object in them, spelt as the mapping says, within its object or without.
fn find(body: &[u8], spelling: &ResponseSpelling) -> Option<Answer<Usuario>> {
    let around = ResponseSpelling { list: None, observer: None, ..spelling.clone() };
    let members = Answer::<HashMap<String, Value>>::read_spelled(body, &around).ok()?.data?;
    let objects = members.iter().filter(|(_, value)| value.is_object());
    let places = objects.map(|(key, _)| Some(KeyPath::of_key(key))).chain([None]);
    let unwrapped = around.unwrapped(TYPE_NAME);
    let spellings: Vec<_> = [Some(&around), unwrapped.as_ref()].into_iter().flatten().collect();
    let found = places.flat_map(|list| {
        let spelt =
            spellings.iter().map(move |spelling| ResponseSpelling { list: list.clone(), ..(*spelling).clone() });
        spelt.filter_map(|spelling| Answer::<Usuario>::read_spelled(body, &spelling).ok())
    });
    let mut found = found.filter(|answer| answer.data.as_ref().is_some_and(is_user));
    found.next().filter(|_| found.next().is_none())
}

/// Whether none of a user's fields came.
fn has_nothing(user: &Usuario) -> bool {
    user.nm_usuario.trim().is_empty() && !has_more(user)
}

/// Other things have a name too.
fn is_user(user: &Usuario) -> bool {
    !user.nm_usuario.trim().is_empty() && has_more(user)
}

fn has_more(user: &Usuario) -> bool {
    let Usuario { nm_usuario: _, ds_email, nr_telefone, ds_perfil } = user;
    ds_email.as_ref().is_some() || nr_telefone.as_ref().is_some() || ds_perfil.as_ref().is_some()
}
