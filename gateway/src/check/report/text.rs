//! The report as text for the operator.

use std::fmt::{self, Write as _};

use super::{
    Report,
    service::{FieldReport, FieldState, ServiceReport, ServiceVerdict},
};

/// Width of the words before a text.
const WIDTH: usize = 14;
/// Width of the text.
const LINE: usize = 100;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}\n", self.address)?;
        let end = &self.session_end;
        let told = match (end.http, end.is_recognised) {
            (Some(http), true) => {
                format!("{} sem sessão: HTTP {http}, que o gateway entende como fim da sessão", end.path)
            }
            (Some(http), false) => {
                format!(
                    "{} sem sessão: HTTP {http}, que o gateway não entende como fim da sessão; veja [session.ended]",
                    end.path
                )
            }
            (None, _) => format!("{} sem sessão: não respondeu", end.path),
        };
        entry(f, if end.is_recognised { "✓" } else { "✗" }, &told)?;
        let mut services: Vec<&ServiceReport> = self.services.iter().collect();
        services.sort_by_key(|service| std::cmp::Reverse(service.state));
        for service in services {
            writeln!(f)?;
            service.fmt(f)?;
        }
        writeln!(f)?;
        for code in &self.unknown_statuses {
            entry(f, "!", &format!("o portal não conhece o código de status {code}: veja [values.status]"))?;
        }
        if let Some(warning) = &self.unmatched_codes {
            entry(f, "✗", warning)?;
        }
        self.write_lines(f)?;
        writeln!(f, "Nunca chamados aqui, porque gravam ou porque o token veio pronto:")?;
        for one in &self.not_sent {
            entry(f, " ", &format!("{}, cabeçalhos {}", one.sent_to, one.headers.join(", ")))?;
        }
        let verdict = match self.exit {
            0 => "o gateway lê tudo o que o portal precisa",
            1 => "o gateway não lê tudo o que o portal precisa",
            _ => "nem tudo pôde ser conferido",
        };
        writeln!(f, "\nResultado: {verdict} (saída {})", self.exit)
    }
}

impl Report {
    /// What to write into the mapping, as TOML.
    fn write_lines(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut lines = self.lines.iter().filter(|line| line.table[0] != "requests").peekable();
        if lines.peek().is_none() {
            return Ok(());
        }
        writeln!(f, "O que falta no mapeamento (gateway check --propose ARQUIVO o completa):")?;
        let mut table = None;
        for line in lines {
            if table != Some(&line.table) {
                writeln!(f, "  [{}]", line.heading())?;
                table = Some(&line.table);
            }
            write!(f, "    {}", line.text())?;
        }
        writeln!(f)
    }
}

impl fmt::Display for ServiceReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (sign, state) = match self.state {
            ServiceVerdict::Served => ("✓", "servido"),
            ServiceVerdict::NotAsked => ("!", "não perguntado"),
            ServiceVerdict::NotCompared => ("!", "não comparado"),
            ServiceVerdict::NotServed => ("✗", "não servido"),
        };
        let path = match &self.sent_to {
            Some(other) => format!("{}, enviado a {other}", self.path),
            None => self.path.to_owned(),
        };
        writeln!(f, "{sign} {path}: {state}")?;
        if let Some(option) = self.ask_with {
            return entry(f, "", &format!("nada com que perguntar; informe {option}"));
        }
        if let (Some(http), Some(milliseconds)) = (self.http, self.milliseconds) {
            let rows = self.rows.map(|rows| format!(", {rows} linhas")).unwrap_or_default();
            word(f, "resposta", &format!("HTTP {http}, {milliseconds} ms, {} bytes{rows}", self.bytes))?;
        }
        if let Some(problem) = &self.problem {
            word(f, "problema", problem)?;
        }
        if let Some(response) = &self.response {
            word(f, "veio", response)?;
        }
        if self.has_unread_pages {
            word(
                f,
                "páginas",
                "pode haver mais páginas do que o gateway lê: diga em [pages] como pedi-las, e rows se a resposta não diz se há \
                 mais",
            )?;
        }
        for key in &self.unfiltered {
            let what = if self.rows == Some(0) { "tirou tudo, e há o que se pediu" } else { "não filtrou" };
            word(f, "filtro", &format!("{key} {what}: como a API chama esta chave do pedido? Veja [requests]"))?;
        }
        for (state, label) in [
            (FieldState::Unreadable, "ilegível"),
            (FieldState::Missing, "falta"),
            (FieldState::Absent, "não veio"),
            (FieldState::Sometimes, "às vezes"),
            (FieldState::Null, "sempre nulo"),
            (FieldState::NeverComes, "nunca vem"),
            (FieldState::Unseen, "sem objetos"),
            (FieldState::Read, "lido"),
        ] {
            let of_state: Vec<String> =
                self.fields.iter().filter(|field| field.state == state).map(FieldReport::text).collect();
            if !of_state.is_empty() {
                word(f, label, &of_state.join(", "))?;
            }
        }
        let unread: Vec<String> = self.unread.iter().map(|key| format!("{}.{}", key.type_name, key.key)).collect();
        if !unread.is_empty() {
            word(f, "não lido", &unread.join(", "))?;
        }
        Ok(())
    }
}

impl FieldReport {
    fn text(&self) -> String {
        let mut text = format!("{}.{}", self.type_name, self.key);
        match self.state {
            FieldState::Unreadable => {
                let forms: Vec<&str> = self.forms.iter().map(|form| form.name()).collect();
                _ = write!(text, " ({})", forms.join(", "));
            }
            FieldState::Sometimes => _ = write!(text, " ({} de {})", self.times, self.objects),
            _ => {}
        }
        text
    }
}

fn word(f: &mut fmt::Formatter, word: &str, text: &str) -> fmt::Result {
    wrapped(f, &format!("    {word:WIDTH$}"), text)
}

fn entry(f: &mut fmt::Formatter, sign: &str, text: &str) -> fmt::Result {
    wrapped(f, &format!("{sign:1} "), text)
}

/// Writes a text in lines, which begin below each other.
fn wrapped(f: &mut fmt::Formatter, begin: &str, text: &str) -> fmt::Result {
    let indent = begin.chars().count();
    let mut line = begin.to_owned();
    let mut is_empty = true;
    for word in text.split(' ') {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > LINE {
            writeln!(f, "{}", line.trim_end())?;
            line = " ".repeat(indent);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    writeln!(f, "{}", line.trim_end())
}
