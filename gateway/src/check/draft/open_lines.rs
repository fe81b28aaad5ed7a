//! The lines of a draft that are commented out: what nobody but the operator can decide.

use toml::Table;

use super::{Draft, borrowed, entries::key_of_line, owned};

impl Draft {
    /// Adds a line that is commented out.
    pub(in crate::check) fn leave_open(&mut self, table: &[&str], line: String, reason: String) {
        let lines = self.open.entry(owned(table)).or_default();
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, known)) => *known = reason,
            None => lines.push((line, reason)),
        }
    }

    /// The lines of a table that are left open for an entry.
    pub(in crate::check) fn open_lines(&self, table: &[&str], key: &str) -> impl Iterator<Item = &str> {
        let lines = self.open.get(&owned(table)).into_iter().flatten().map(|(line, _)| &**line);
        lines.filter(move |line| key_of_line(line) == key)
    }

    /// Whether an entry of a table is left open.
    pub(in crate::check) fn is_open(&self, table: &[&str], key: &str) -> bool {
        self.open_lines(table, key).next().is_some()
    }

    /// The texts that are left open for an entry, for a reason.
    pub(in crate::check) fn open_keys(&self, table: &[&str], key: &str, reason: &str) -> Vec<String> {
        let lines = self.open.get(&owned(table)).into_iter().flatten();
        let of_key = lines.filter(|(line, why)| why == reason && key_of_line(line) == key);
        let texts = of_key.filter_map(|(line, _)| line.parse::<Table>().ok()?.get(key)?.as_str().map(str::to_owned));
        texts.collect()
    }

    /// Forgets what is open for an entry.
    pub(in crate::check) fn close(&mut self, table: &[&str], key: &str) {
        if let Some(lines) = self.open.get_mut(&owned(table)) {
            lines.retain(|(line, _)| key_of_line(line) != key);
        }
    }

    /// Forgets what was open: it is found out anew.
    pub(in crate::check) fn close_all(&mut self) {
        self.open.clear();
    }

    /// Keeps the lines that the operator's file has beside an entry, unless the entry is another now or no longer unsure.
    pub(in crate::check) fn keep_alternatives(&mut self, given: &Self) {
        for (table, line, reason) in given.comments.open() {
            let key = key_of_line(line);
            let path: Vec<_> = borrowed(table).into_iter().chain([key]).collect();
            let is_kept = given.get(&path).is_some() && self.get(&path) == given.get(&path);
            let is_proved = given.doubt(&path).is_some() && self.doubt(&path).is_none();
            if is_kept && !is_proved && !self.open_lines(&borrowed(table), key).any(|known| known == line) {
                self.leave_open(&borrowed(table), line.clone(), reason.clone());
            }
        }
    }
}
