//! The text report: aligned columns, with colours if the terminal supports them.

pub(super) mod findings;
mod messages;
pub(super) mod source_lines;
pub(super) mod verdict;
pub(super) mod wire_source;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};

use self::findings::{
    CheckReport, EndpointReport, EnvelopeKey, FieldFinding, Line, SentCall, SessionRule, TOKEN_OPTION, UnknownField,
};
use self::messages::{OF_CHANGED_USERS, OF_SAVES};
use self::verdict::{FieldState, Problem, Verdict};

/// Maximum width of the text, in columns.
const WIDTH: usize = 96;
/// Width of the path column. The longest path has 59 characters.
const PATH: usize = 62;
/// Indentation of a finding, and width of its label.
const INDENT: usize = 4;
const LABEL: usize = 14;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// Prints the report.
///
/// # Errors
/// Standard output is closed.
pub(super) fn print(report: &CheckReport) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    write(report, &mut out)?;
    out.flush()
}

fn write(report: &CheckReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", styled(STRONG, format!("Os serviços em {}, diante do contrato", report.address)))?;
    writeln!(out, "Só leituras: nada é gravado, e nenhum valor das respostas aparece aqui.\n")?;
    write_session_rule(&report.session_rule, out)?;
    // If the services are unreachable, no endpoint was called: omit them.
    let mut endpoints: Vec<_> = report.endpoints.iter().filter(|_| report.session_rule.http.is_some()).collect();
    endpoints.retain(|endpoint| endpoint.ask_with != Some(TOKEN_OPTION));
    // What must change comes first.
    endpoints.sort_by_key(|endpoint| std::cmp::Reverse(endpoint.verdict));
    for endpoint in &endpoints {
        writeln!(out)?;
        write_endpoint(endpoint, out)?;
    }
    for code in &report.unjoined {
        writeln!(out)?;
        write_wrapped("códigos", &code.text(), out)?;
    }
    if let Some(text) = &report.unmatched_codes {
        writeln!(out)?;
        write_wrapped("recusas", text, out)?;
    }
    write_new(&endpoints, out)?;
    writeln!(out, "\n{}", styled(STRONG, "Resumo"))?;
    write_summary(report, out)?;
    if !report.lines.is_empty() {
        writeln!(out, "\n{}", styled(STRONG, "Linhas do dialeto e do contrato para olhar"))?;
        for line in &report.lines {
            write_line(line, out)?;
        }
    }
    Ok(())
}

fn write_session_rule(rule: &SessionRule, out: &mut impl Write) -> io::Result<()> {
    write_heading(rule.verdict, "Sem sessão", out)?;
    let text = match (rule.http, rule.problem) {
        (Some(http), _) if rule.verdict == Verdict::Fits && http != 401 => {
            format!("HTTP {http}, como o dialeto diz: assim o gateway sabe que uma sessão acabou")
        }
        (Some(401), _) => "HTTP 401, como deve ser: assim o gateway sabe que uma sessão acabou".to_owned(),
        (Some(http @ (200 | 403)), _) => format!(
            "HTTP {http} em vez de 401: o gateway não vai saber que uma sessão acabou, e ninguém será levado ao login; diga em \
             [session] ended do dialeto como a API o diz"
        ),
        (Some(http), problem) => format!("HTTP {http} em vez de 401: {}", problem.map_or("", Problem::text)),
        (None, problem) => problem.map_or("", Problem::text).to_owned(),
    };
    write_wrapped("resposta", &format!("{}: {text}", rule.path), out)
}

fn write_endpoint(endpoint: &EndpointReport, out: &mut impl Write) -> io::Result<()> {
    write_heading(endpoint.verdict, endpoint.path, out)?;
    if let Some(path) = &endpoint.sent_to {
        write_wrapped("caminho", &format!("{path}, como o dialeto diz"), out)?;
    }
    for call in &endpoint.calls {
        write_call(call, endpoint, out)?;
    }
    if !endpoint.keys.is_empty() && !endpoint.calls.is_empty() {
        write_wrapped("pedido", &endpoint.keys.join(", "), out)?;
    }
    if let Some(option) = endpoint.ask_with {
        write_wrapped("pergunta", &format!("nada com que perguntar: informe {option}"), out)?;
    }
    if let Some(rows) = endpoint.rows.filter(|_| endpoint.calls.iter().any(|call| call.envelope.is_some())) {
        let more = if endpoint.more_rows { ", as primeiras" } else { "" };
        let text = match rows {
            0 => "nenhuma: nada a comparar".to_owned(),
            rows => format!("{}{more}", grouped(rows)),
        };
        write_wrapped("linhas", &text, out)?;
    }
    if let Some(key) = &endpoint.more_pages {
        let text = format!(
            "{key} diz que há mais: o gateway lê só a primeira página; diga em [pages] do dialeto como ler as outras"
        );
        write_wrapped("páginas", &text, out)?;
    }
    for key in &endpoint.not_applied {
        let text = format!(
            "{} não filtrou: vieram linhas com outros valores; diga em [requests.{}] {} do dialeto como a API chama esta chave",
            key.sent, endpoint.request, key.name
        );
        write_wrapped("filtro", &text, out)?;
    }
    write_fields("errado", FieldState::Wrong, endpoint, out)?;
    write_fields("talvez", FieldState::Suspect, endpoint, out)?;
    for unknown in endpoint.unknown.iter().filter(|unknown| !unknown.is_new) {
        write_wrapped("desconhecido", &format!("{}: {}", unknown.path, unknown.text()), out)?;
    }
    write_fields("ausente", FieldState::Missing, endpoint, out)?;
    write_fields("aceito", FieldState::Accepted, endpoint, out)?;
    for (label, state) in [
        ("certos", FieldState::Matched),
        ("sempre null", FieldState::Null),
        ("não vistos", FieldState::Unseen),
        ("nunca vêm", FieldState::Declared),
    ] {
        // Without data these lists say nothing.
        if endpoint.fields.iter().any(|field| field.present > 0) {
            write_names(label, endpoint.fields.iter().filter(|field| field.state == state), out)?;
        }
    }
    Ok(())
}

fn write_fields(label: &str, state: FieldState, endpoint: &EndpointReport, out: &mut impl Write) -> io::Result<()> {
    for field in endpoint.fields.iter().filter(|field| field.state == state) {
        write_wrapped(label, &format!("{}: {}", field.path, field.text()), out)?;
    }
    Ok(())
}

/// The additions that no field misses, in one line.
fn write_new(endpoints: &[&EndpointReport], out: &mut impl Write) -> io::Result<()> {
    let calls = endpoints.iter().flat_map(|endpoint| &endpoint.calls);
    let of_envelopes = calls.filter_map(|call| call.envelope.as_ref()).flat_map(|envelope| &envelope.unknown);
    let of_data = endpoints.iter().flat_map(|endpoint| &endpoint.unknown);
    let names: BTreeSet<_> = of_data.chain(of_envelopes).filter(|one| one.is_new).map(UnknownField::name).collect();
    if names.is_empty() {
        return Ok(());
    }
    let all: Vec<_> = names.iter().copied().collect();
    let text = format!("{} que o contrato não tem, e o gateway ignora: {}", names.len(), all.join(", "));
    writeln!(out)?;
    write_wrapped("novos", &text, out)
}

fn write_call(call: &SentCall, endpoint: &EndpointReport, out: &mut impl Write) -> io::Result<()> {
    let mut parts = Vec::new();
    parts.extend(call.http.map(|http| format!("HTTP {http}")));
    parts.extend(call.ms.map(|ms| if ms == 0 { "menos de 1 ms".to_owned() } else { format!("{} ms", grouped(ms)) }));
    if call.bytes > 0 {
        parts.push(size(call.bytes));
    }
    parts.extend(call.content_type.iter().filter(|kind| *kind != "application/json").cloned());
    parts.extend(call.redirect.iter().map(|origin| format!("para {origin}")));
    let odd = odd_envelope(call);
    if call.envelope.is_some() && odd.is_none() {
        parts.push("envelope certo".to_owned());
    }
    if !parts.is_empty() {
        write_wrapped("resposta", &parts.join(", "), out)?;
    }
    if let Some(odd) = odd {
        write_wrapped("envelope", &odd, out)?;
    }
    if let Some(problem) = call.problem {
        let mut text = match problem {
            Problem::Redirect if call.adds_slash => {
                "redireciona para o mesmo caminho com uma barra no fim: ponha-a em [calls] path do dialeto".to_owned()
            }
            _ => endpoint.text_of(problem, call.http).to_owned(),
        };
        if let Some(position) = call.stopped_at {
            text += &format!(": o leitor parou na linha {}, coluna {} do corpo", position.line, position.column);
        }
        write_wrapped("problema", &text, out)?;
    }
    if let Some(detail) = &call.detail {
        write_wrapped("detalhe", detail, out)?;
    }
    if let Some(text) = &call.message_text {
        let text = format!(
            "o portal mostraria mais do que o texto, como códigos, e não reconheceria BLOQUEADO e TROCARSENHA: o texto está em \
             {text}; diga-o em [envelope] messages do dialeto"
        );
        write_wrapped("mensagem", &text, out)?;
    }
    if let Some(says) = &call.says {
        write_wrapped("diz", says, out)?;
    }
    let unknown = call.envelope.iter().flat_map(|envelope| &envelope.unknown);
    for unknown in unknown.filter(|unknown| !unknown.is_new) {
        write_wrapped("desconhecido", &format!("{} no envelope: {}", unknown.path, unknown.text()), out)?;
    }
    Ok(())
}

/// The keys of an unusual envelope; `None` for a usual one.
fn odd_envelope(call: &SentCall) -> Option<String> {
    let envelope = call.envelope.as_ref()?;
    if matches!(call.problem, None | Some(Problem::Unread)) && envelope.is_usual() {
        return None;
    }
    Some(envelope.keys.iter().map(EnvelopeKey::text).collect::<Vec<_>>().join(", "))
}

/// Writes field names, grouped by object.
fn write_names<'a>(
    label: &str,
    fields: impl Iterator<Item = &'a FieldFinding>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut by_object: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for field in fields {
        if let Some((object, name)) = field.path.rsplit_once('.') {
            by_object.entry(object).or_default().push(name);
        }
    }
    let mut label = label;
    for (object, names) in by_object {
        write_wrapped(label, &format!("{object}: {}", names.join(", ")), out)?;
        label = "";
    }
    Ok(())
}

fn write_summary(report: &CheckReport, out: &mut impl Write) -> io::Result<()> {
    let has_login = report.endpoints.iter().any(|endpoint| endpoint.is_login_step);
    for verdict in [
        Verdict::Fits,
        Verdict::FitsWithNotes,
        Verdict::DoesNotFit,
        Verdict::Doubtful,
        Verdict::NotReached,
        Verdict::NotAsked,
    ] {
        let with: Vec<_> = report.endpoints.iter().filter(|endpoint| endpoint.verdict == verdict).collect();
        if !with.is_empty() {
            writeln!(out, "  {} {:<22} {:>2}", mark(verdict), verdict.text(), with.len())?;
        }
        if verdict == Verdict::NotAsked {
            // Without a session nothing can be asked: that is told once.
            let is_signed_out = |endpoint: &&&EndpointReport| endpoint.ask_with == Some(TOKEN_OPTION);
            if with.iter().any(|endpoint| is_signed_out(&endpoint)) {
                let remedy = match has_login {
                    true => "o login, que está acima, não chegou a uma".to_owned(),
                    false => format!("informe {TOKEN_OPTION}"),
                };
                writeln!(out, "      sem sessão nada se pergunta: {remedy}")?;
            }
            for endpoint in with.iter().filter(|endpoint| !is_signed_out(endpoint)) {
                let option = endpoint.ask_with.map_or_else(String::new, |option| format!(": informe {option}"));
                writeln!(out, "      {}{option}", endpoint.path)?;
            }
        }
    }
    let login = match has_login {
        true => "login não conferido até o fim; seriam enviados",
        false => "login não conferido: o token veio pronto; seriam enviados",
    };
    let told =
        [(login, report.of_login()), ("nunca enviado aqui, porque grava; no portal seria enviado", report.writes())];
    for (text, others) in told.iter().filter(|(_, others)| !others.is_empty()) {
        writeln!(out, "  {text}")?;
        for one in others {
            let to = one.sent_to.as_ref().map_or_else(String::new, |path| format!(" (lá {path})"));
            let (keys, headers) = (one.keys.join(", "), one.headers.join(", "));
            write_wrapped("", &format!("{}{to}, com {keys}; cabeçalhos {headers}", one.path), out)?;
        }
    }
    for text in [OF_SAVES, OF_CHANGED_USERS] {
        write_wrapped("", text, out)?;
    }
    let told = match report.exit {
        0 => "o gateway lê tudo o que estes serviços responderam",
        1 if report.verdict == Verdict::Doubtful => {
            "o gateway lê o que chegou, mas talvez não tudo: veja o que tem ✗ acima"
        }
        1 => "o gateway não lê tudo o que estes serviços responderam",
        _ => "nem tudo pôde ser conferido",
    };
    writeln!(out, "  {}", styled(colour(report.verdict), format!("{told} (saída {})", report.exit)))
}

fn write_line(line: &Line, out: &mut impl Write) -> io::Result<()> {
    let place = format!("{}:{}", line.place.file, line.place.line);
    writeln!(out, "  {}", styled(STRONG, &line.mapping))?;
    writeln!(out, "    {place:<37} {}", line.name)?;
    for why in &line.why {
        for part in wrapped(why, WIDTH - 42) {
            writeln!(out, "{:42}{part}", "")?;
        }
    }
    Ok(())
}

fn write_heading(verdict: Verdict, name: &str, out: &mut impl Write) -> io::Result<()> {
    let dots = " ".repeat(PATH.saturating_sub(name.chars().count()));
    let verdict_text = styled(colour(verdict), verdict.text());
    writeln!(out, "{} {}{dots}{verdict_text}", mark(verdict), styled(STRONG, name))
}

fn write_wrapped(label: &str, text: &str, out: &mut impl Write) -> io::Result<()> {
    let mut label = label;
    for part in wrapped(text, WIDTH - INDENT - LABEL) {
        let gap = " ".repeat(LABEL.saturating_sub(label.chars().count()));
        writeln!(out, "{:INDENT$}{}{gap}{part}", "", styled(FAINT, label))?;
        label = "";
    }
    Ok(())
}

/// Wraps a text at word boundaries.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn mark(verdict: Verdict) -> String {
    let mark = match verdict {
        Verdict::Fits => "✓",
        Verdict::FitsWithNotes => "~",
        Verdict::Doubtful | Verdict::DoesNotFit => "✗",
        Verdict::NotReached => "!",
        Verdict::NotAsked => "?",
    };
    styled(colour(verdict), mark)
}

fn colour(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Fits => AnsiColor::Green,
        Verdict::FitsWithNotes | Verdict::NotAsked => AnsiColor::Yellow,
        Verdict::Doubtful | Verdict::DoesNotFit | Verdict::NotReached => AnsiColor::Red,
    };
    colour.on_default()
}

fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A number with points as thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    text
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(1_048_576)),
    }
}
