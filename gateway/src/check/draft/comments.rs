//! The comments of an operator's mapping, so that a proposal keeps them.
//!
//! A comment belongs to the entry or the heading beside or below it. Comments that a proposal wrote are read back as what they
//! are: the doubt about an entry. What it left open is found out anew.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use toml::Table;
use toml_edit::{Document, Item, RawString, TableLike};

/// How the comment of an unsure entry begins.
const DOUBT: &str = "confira";
/// How the reason begins why an entry is left open.
const OPEN: &str = "decida: ";
/// How the heading of a proposal begins.
const HEADING: [&str; 4] = ["Dialeto de ", "Confira o que tem um comentário;", "você pode decidir.", STOPPED];
/// How the reason begins why a proposal has no more.
pub(in crate::check) const STOPPED: &str = "Parou aqui: ";

/// The comments, by the path of their entry or table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::check) struct Comments {
    above: BTreeMap<Vec<String>, Vec<String>>,
    beside: BTreeMap<Vec<String>, String>,
    /// The tables that have a heading.
    headings: BTreeSet<Vec<String>>,
    /// Those at the end of the file.
    end: Vec<String>,
    /// What the file leaves open: table, line and reason.
    open: Vec<(Vec<String>, String, String)>,
}

impl Comments {
    /// The comments of a file, and the doubts about its entries.
    pub(in crate::check) fn parse(source: &str) -> (Self, BTreeMap<Vec<String>, String>) {
        let mut doubts = BTreeMap::new();
        let mut comments = Self::default();
        let Ok(document) = source.parse::<Document<String>>() else { return (comments, doubts) };
        let text = |raw: Option<&RawString>| raw.and_then(RawString::span).map_or("", |span| &source[span]).to_owned();
        comments.open = open_lines(source);
        comments.end = own_lines(&text(Some(document.trailing())));
        comments.add(document.as_table(), &[], &text, &mut doubts);
        (comments, doubts)
    }

    fn add(
        &mut self,
        table: &dyn TableLike,
        path: &[String],
        text: &dyn Fn(Option<&RawString>) -> String,
        doubts: &mut BTreeMap<Vec<String>, String>,
    ) {
        for (key, item) in table.iter() {
            let mut at = path.to_vec();
            at.push(key.to_owned());
            let of_key = table.key(key).and_then(|key| text(key.leaf_decor().prefix()).into());
            let (above, beside) = match item {
                Item::Table(inner) if !inner.is_dotted() => {
                    self.headings.insert(at.clone());
                    (text(inner.decor().prefix()), text(inner.decor().suffix()))
                }
                Item::Value(value) => (of_key.unwrap_or_default(), text(value.decor().suffix())),
                _ => (String::new(), String::new()),
            };
            let mut above = own_lines(&above);
            // A long doubt stands above its entry.
            if let Some(doubt) = above.pop_if(|line| line.starts_with(DOUBT) && line.ends_with(':')) {
                doubts.insert(at.clone(), doubt.trim_end_matches(':').to_owned());
            }
            // What was left open is decided.
            drop(above.pop_if(|line| line.starts_with(OPEN) && line.ends_with(':')));
            if !above.is_empty() {
                self.above.insert(at.clone(), above);
            }
            match own_lines(&beside).pop() {
                Some(doubt) if doubt.starts_with(DOUBT) => drop(doubts.insert(at.clone(), doubt)),
                Some(reason) if reason.starts_with(OPEN) => {}
                Some(comment) => drop(self.beside.insert(at.clone(), comment)),
                None => {}
            }
            if let Some(inner) = item.as_table_like() {
                self.add(inner, &at, text, doubts);
            }
        }
    }

    /// What the file leaves open: table, line and reason.
    pub(in crate::check) fn open(&self) -> &[(Vec<String>, String, String)] {
        &self.open
    }

    pub(in crate::check) fn beside(&self, path: &[String]) -> Option<&String> {
        self.beside.get(path)
    }

    pub(in crate::check) fn write_above(&self, path: &[String], f: &mut fmt::Formatter) -> fmt::Result {
        self.above.get(path).into_iter().flatten().try_for_each(|line| writeln!(f, "# {line}"))
    }

    /// The tables that have comments, or entries with some.
    pub(in crate::check) fn tables(&self) -> impl Iterator<Item = &[String]> {
        let all = self.above.keys().chain(self.beside.keys());
        all.map(|path| if self.headings.contains(path) { &path[..] } else { &path[..path.len() - 1] })
    }

    /// Whether the heading of a table has a comment.
    pub(in crate::check) fn has_heading(&self, table: &[String]) -> bool {
        self.headings.contains(table) && (self.above.contains_key(table) || self.beside.contains_key(table))
    }

    /// Those of entries of a table that are no longer in it.
    pub(in crate::check) fn of_missing(&self, path: &[String], table: &Table) -> Vec<&str> {
        let is_missing = |entry: &[String]| {
            let own = entry.strip_prefix(path);
            matches!(own, Some([key]) if !table.contains_key(key)) && !self.headings.contains(entry)
        };
        let above = self.above.iter().filter(|(entry, _)| is_missing(entry)).flat_map(|(_, lines)| lines);
        let beside = self.beside.iter().filter(|(entry, _)| is_missing(entry)).map(|(_, line)| line);
        above.chain(beside).map(String::as_str).collect()
    }

    /// Writes those at the end of the file.
    pub(in crate::check) fn write_end(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if !self.end.is_empty() {
            writeln!(f)?;
        }
        self.end.iter().try_for_each(|line| writeln!(f, "# {line}"))
    }
}

/// The comments in the space between two entries, without those of a proposal that it finds out anew.
fn own_lines(space: &str) -> Vec<String> {
    let comments: Vec<_> = space.lines().filter_map(|line| line.trim().strip_prefix('#')).map(str::trim).collect();
    // A long reason stands above its entry.
    let is_reason = |at: usize| comments[at].ends_with(':') && comments.get(at + 1).is_some_and(|next| is_entry(next));
    let is_own = |&at: &usize| {
        let line = comments[at];
        let is_heading = HEADING.iter().any(|head| line.starts_with(head));
        !(line.is_empty() || is_heading || is_open(line) || is_reason(at) || at > 0 && is_reason(at - 1))
    };
    (0..comments.len()).filter(is_own).map(|at| comments[at].to_owned()).collect()
}

/// The entries that are left open, each below the heading of its table.
fn open_lines(source: &str) -> Vec<(Vec<String>, String, String)> {
    let mut table = Vec::new();
    let mut open = Vec::new();
    let mut above: Option<String> = None;
    for line in source.lines().map(str::trim) {
        if line.starts_with('[') {
            let heading = line.split_once(']').map_or(line, |(heading, _)| heading);
            let keys = toml_edit::Key::parse(heading.trim_start_matches('[')).unwrap_or_default();
            table = keys.iter().map(|key| key.get().to_owned()).collect();
        } else if let Some(comment) = line.strip_prefix('#').map(str::trim) {
            if is_open(comment)
                && let Some((entry, reason)) = comment.split_once("  # ")
            {
                open.push((table.clone(), entry.to_owned(), without_mark(reason)));
            } else if is_entry(comment)
                && let Some(reason) = above.take()
            {
                open.push((table.clone(), comment.to_owned(), without_mark(&reason)));
            }
            // A long reason stands above its entry.
            above = comment.strip_suffix(':').map(str::to_owned);
            continue;
        }
        above = None;
    }
    open
}

/// The comment of an entry that is left open for a reason. A doubt stays one where the entry is filled in.
pub(super) fn of_open_entry(reason: &str) -> String {
    if reason.starts_with(DOUBT) { reason.to_owned() } else { format!("{OPEN}{reason}") }
}

fn without_mark(comment: &str) -> String {
    comment.strip_prefix(OPEN).unwrap_or(comment).to_owned()
}

fn is_entry(line: &str) -> bool {
    line.parse::<Document<String>>().is_ok_and(|document| !document.as_table().is_empty())
}

/// Whether a comment is an entry that is left open, with its reason.
fn is_open(line: &str) -> bool {
    line.split_once(" = ").is_some_and(|(_, rest)| rest.contains("  # ")) && is_entry(line)
}

#[cfg(test)]
mod tests {
    use crate::{check::draft::Draft, mapping::Mapping};

    const FILE: &str = "# Dialeto de http://x, proposto por gateway check --propose.
# Da equipe de integração.
[types.Acionamento]
# Visto na tela.
vlTotal = \"valor\"  # pela nota de maio
dsStatus = \"situacao\"  # confira: o nome só se parece
# cdPet = \"animal\"  # não veio; um destes pode ser
# Perguntar pela apólice.
[headers]  # do manual
request-id = \"X-Id\"
# Fim.
";

    #[test]
    fn a_proposal_keeps_the_comments_and_the_doubts_of_the_file() {
        let draft = Draft::from_mapping(&FILE.parse::<Mapping>().unwrap());
        let text = draft.to_string();
        assert_eq!(
            text.trim(),
            "# Perguntar pela apólice.
[headers]  # do manual
request-id = \"X-Id\"

# Da equipe de integração.
[types.Acionamento]
dsStatus = \"situacao\"  # confira: o nome só se parece
# Visto na tela.
vlTotal = \"valor\"  # pela nota de maio

# Fim."
        );
        assert_eq!(Draft::from_mapping(&text.parse::<Mapping>().unwrap()).to_string(), text);
    }

    #[test]
    fn a_comment_stays_in_its_table_though_the_entry_is_gone() {
        let mut draft = Draft::from_mapping(&FILE.parse::<Mapping>().unwrap());
        for path in [["types", "Acionamento", "vlTotal"], ["types", "Acionamento", "dsStatus"]] {
            draft.remove_with_tables(&path);
        }
        let text = draft.to_string();
        let of_type =
            "# Da equipe de integração.\n[types.Acionamento]\n# Visto na tela.\n# pela nota de maio\n\n# Fim.\n";
        assert!(text.ends_with(of_type), "{text}");
    }

    #[test]
    fn what_is_unsure_may_be_found_out_anew_and_comes_back_otherwise() {
        let mut draft = Draft::from_mapping(&FILE.parse::<Mapping>().unwrap());
        draft.reconsider();
        assert_eq!(draft.spelling("Acionamento", "dsStatus"), None);
        let mut other = draft.clone();
        other.set(&["types", "Acionamento", "dsStatus"], "descricao", None);
        other.settle();
        assert_eq!(other.spelling("Acionamento", "dsStatus"), Some("descricao"));
        draft.settle();
        assert!(draft.to_string().contains("dsStatus = \"situacao\"  # confira: o nome só se parece"), "{draft}");
    }

    #[test]
    fn the_reason_of_an_open_entry_goes_when_it_is_filled_in() {
        let mut draft = Draft::from_mapping(&Mapping::default());
        let long = "porque ".repeat(20);
        draft.leave_open(&["headers"], "api-key = \"X\"".to_owned(), long.trim().to_owned());
        draft.leave_open(&["headers"], "request-id = \"Y\"".to_owned(), "qual é?".to_owned());
        let text = draft.to_string();
        assert!(text.contains(":\n# api-key") && text.contains("# request-id = \"Y\"  # decida: qual é?"), "{text}");
        let filled = text.replace("# api-key", "api-key").replace("# request-id", "request-id");
        let filled = Draft::from_mapping(&filled.parse::<Mapping>().unwrap());
        assert_eq!(filled.to_string().trim(), "[headers]\napi-key = \"X\"\nrequest-id = \"Y\"");
        let mut again = Draft::default();
        again.keep(&Draft::from_mapping(&text.parse::<Mapping>().unwrap()));
        assert_eq!(again.to_string(), text);
    }

    #[test]
    fn a_value_that_was_written_by_hand_beats_a_proposal_for_the_same_reason() {
        let mut draft = Draft::from_mapping(&FILE.parse::<Mapping>().unwrap());
        let path = ["types", "Acionamento", "dsStatus"];
        draft.reconsider();
        draft.set(&path, "outra", Some("confira: o nome só se parece".to_owned()));
        assert_eq!(draft.spelling("Acionamento", "dsStatus"), Some("situacao"));
        draft.set(&path, "outra", Some("confira: só os valores são os mesmos".to_owned()));
        assert_eq!(draft.spelling("Acionamento", "dsStatus"), Some("outra"));
    }

    #[test]
    fn a_key_that_was_left_out_by_hand_is_decided_with_the_comment_that_was_left_beside_it() {
        let file = "[requests.SalvaSinistroWeb]\nseguradora = false  # confira: nas respostas é sempre um número\n";
        let mut draft = Draft::from_mapping(&file.parse::<Mapping>().unwrap());
        draft.reconsider();
        draft.set_number("SalvaSinistroWeb", "seguradora", Some("confira: outro".to_owned()));
        assert_eq!(draft.to_string().trim(), file.trim());
    }

    #[test]
    fn what_contradicts_itself_is_left_open() {
        let mut draft = Draft::from_mapping(&Mapping::default());
        draft.set(&["types", "Acionamento", "nmPet"], "situacao", None);
        draft.set(&["types", "Acionamento", "cdStatus"], "situacao", None);
        draft.set(&["envelope", "refusals"], vec![toml::Value::from(400), 422.into()], None);
        draft.set(&["session", "ended", "http"], vec![toml::Value::from(400)], None);
        draft.settle();
        draft.mapping().unwrap();
        let text = draft.to_string();
        assert!(text.contains("\ncdStatus = \"situacao\"\n# nmPet = \"situacao\"  # decida: contradiz"), "{text}");
        assert!(text.contains("refusals = [422]") && text.contains("http = [400]"), "{text}");
    }
}
