//! Finds out how to ask for the next page of a list, where a response says that there are more rows: for a proposal only.
//!
//! A key is proposed only if the list has other rows with it. A service that ignores it would send the first page for ever.

use serde_json::Value;
use services::wire::ReadOnly;
use toml::Table;

use super::requests::Trials;
use crate::{
    check::{
        draft::Draft,
        examination::Examination,
        inference::{more_pages, usual_names::is_named},
        responses::{http_status::is_success, rows::rows_of},
    },
    contract::{value_type::ExpectedType, vocabulary::last_segment},
    upstream::RawResponse,
};

/// Usual names of the number of a page in a response, and of the number of its rows.
const PAGE: &str = "page pagina pageIndex pageNumber currentPage paginaAtual numeroPagina number indicePagina";
const SIZE: &str = "size tamanho pageSize perPage limit limite registrosPorPagina tamanhoPagina itensPorPagina";
/// Keys that are tried besides those of the response.
const PAGE_KEYS: [&str; 5] = ["page", "pagina", "pageIndex", "pageNumber", "Page"];
const SIZE_KEYS: [&str; 5] = ["size", "tamanho", "pageSize", "per_page", "limit"];
const OFFSET_KEYS: [&str; 3] = ["$skip", "offset", "start"];
/// Rows of a page that are asked for: the first that the service allows.
const ROWS: [i64; 3] = [500, 200, 100];

impl Trials<'_> {
    /// If a response says that there are more rows, tries to get the next, and proposes how.
    /// `number` is that of the response to the call. Returns whether it did.
    pub(in crate::check) async fn look_for_pages<C: ReadOnly>(
        &mut self,
        examination: &Examination,
        number: usize,
        call: &C,
        guess: &mut Draft,
    ) -> bool {
        let contract = &examination.contract;
        let Some(Ok(first)) = examination.answers.get(number) else { return false };
        let Ok(body) = std::str::from_utf8(&first.body) else { return false };
        if guess.reads_pages(C::PATH) {
            return false;
        }
        if more_pages::sign_of_more(guess, contract, body).is_none() {
            return self.follow_pages_of_others(examination, body, call, guess).await;
        }
        let rows = |raw: &RawResponse, draft: &Draft| {
            let body = std::str::from_utf8(&raw.body).ok().filter(|_| is_success(raw.status))?;
            rows_of(draft, contract, body).map(|rows| rows.into_iter().map(str::to_owned).collect::<Vec<_>>())
        };
        let Some(before) = rows(first, guess) else { return false };
        let (pages, first_page) = told(body, PAGE);
        let (sizes, _) = told(body, SIZE);
        let first_page = first_page.unwrap_or(1);
        let by_page = with(pages, &PAGE_KEYS).into_iter().map(|key| ("page", key, Some(first_page)));
        let by_offset = OFFSET_KEYS.map(|key| ("offset", key.to_owned(), None));
        let of_call = ["calls", last_segment(C::PATH), "pages"];
        for (kind, key, first) in by_page.chain(by_offset) {
            for place in ["query", "body"] {
                let mut table =
                    Table::from_iter([(kind.to_owned(), key.as_str().into()), ("in".to_owned(), place.into())]);
                let mut other = guess.clone();
                match first {
                    // The first page that is asked for is the second.
                    Some(first) => {
                        let mut next = table.clone();
                        next.insert("first".to_owned(), (first + 1).into());
                        other.set(&of_call, next, None);
                    }
                    None => {
                        let skipped = i64::try_from(before.len()).unwrap_or_default();
                        other.set(&["calls", last_segment(C::PATH), place, &key], skipped, None);
                    }
                }
                let answer = self.send(call, &other).await;
                let Some(after) = answer.and_then(|raw| rows(&raw, guess)) else { continue };
                if after.is_empty() || after.first() == before.first() {
                    continue;
                }
                if let Some(first) = first {
                    table.insert("first".to_owned(), first.into());
                }
                let mut doubt = None;
                let is_told = |size: &String| sizes.contains(size);
                // Where the response names the key, fewer rows may do.
                let candidates = with(sizes.clone(), &SIZE_KEYS).into_iter();
                let candidates = candidates.flat_map(|size| {
                    let all = if is_told(&size) { &ROWS[..] } else { &ROWS[..1] };
                    all.iter().map(move |asked| (size.clone(), *asked))
                });
                for (size, asked) in candidates {
                    let mut larger = table.clone();
                    larger.insert("size".to_owned(), size.into());
                    larger.insert("rows".to_owned(), asked.into());
                    let mut other = guess.clone();
                    other.set(&of_call, larger.clone(), None);
                    let Some(answer) = self.send(call, &other).await else { continue };
                    let Some(found) = rows(&answer, guess).filter(|rows| rows.len() > before.len()) else { continue };
                    let body = std::str::from_utf8(&answer.body).unwrap_or_default();
                    if more_pages::sign_of_more(guess, contract, body).is_some() {
                        // It sends fewer than were asked for, and there are more.
                        larger.insert("rows".to_owned(), i64::try_from(found.len()).unwrap_or(asked).into());
                    } else {
                        doubt = Some(format!("confira: o serviço pode mandar menos do que {asked} por página"));
                    }
                    table = larger;
                    break;
                }
                for (key, value) in table {
                    let doubt = doubt.clone().filter(|_| key == "rows");
                    guess.set(&[of_call[0], of_call[1], of_call[2], &key], value, doubt);
                }
                return true;
            }
        }
        false
    }
}

impl Trials<'_> {
    /// A list whose rows came whole, with the key of a page that another list understood: proposed with a doubt, if the service
    /// accepts it.
    async fn follow_pages_of_others<C: ReadOnly>(
        &mut self,
        examination: &Examination,
        body: &str,
        call: &C,
        guess: &mut Draft,
    ) -> bool {
        let of_call = ["calls", last_segment(C::PATH), "pages"];
        let (told, _) = told(body, PAGE);
        let is_list = examination.contract.nodes[0].expected == ExpectedType::List;
        let Some(pages) = guess.pages_with_key(&told).filter(|_| is_list) else { return false };
        let mut other = guess.clone();
        other.set(&of_call, pages.clone(), None);
        let Some(answer) = self.send(call, &other).await else { return false };
        let rows = |body: &str| Some(rows_of(guess, &examination.contract, body)?.len());
        let after = std::str::from_utf8(&answer.body).ok().filter(|_| is_success(answer.status)).and_then(rows);
        if after.is_none() || after != rows(body) {
            return false;
        }
        for (key, value) in pages {
            let doubt = "confira: só uma página veio; outra lista é pedida assim".to_owned();
            guess.set(&[of_call[0], of_call[1], of_call[2], &key], value, Some(doubt));
        }
        true
    }
}

/// The names that a response has for a number, and the number of the first.
fn told(body: &str, names: &str) -> (Vec<String>, Option<i64>) {
    fn add(value: &Value, depth: u8, names: &str, found: &mut Vec<(String, i64)>) {
        for (key, value) in value.as_object().into_iter().flatten() {
            match value {
                Value::Number(number) if is_named(names, key) => {
                    found.extend(number.as_i64().map(|number| (key.clone(), number)));
                }
                inner if depth > 0 => add(inner, depth - 1, names, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    if let Ok(body) = serde_json::from_str::<Value>(body) {
        add(&body, 2, names, &mut found);
    }
    let first = found.first().map(|(_, number)| *number);
    (found.into_iter().map(|(key, _)| key).collect(), first)
}

fn with(mut told: Vec<String>, usual: &[&str]) -> Vec<String> {
    for key in usual {
        if !told.iter().any(|one| one == key) {
            told.push((*key).to_owned());
        }
    }
    told
}
