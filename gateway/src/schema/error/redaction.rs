//! Redaction of the services' messages: what keeps a stack trace, an HTML page or a dump of data from a caller.
//!
//! The services promise sentences for people: those pass, but for tabs and line breaks. One that fails may send a stack
//! trace instead. The form of a message decides, never its words: nobody can list what a failing service may say. So one
//! short line of plain text passes, whatever it says (`ORA-00942: table or view does not exist`), unless it has a place in
//! code, a class of errors or an address with a port ([`has_stack_trace`]).

use std::borrow::Cow;

use contract::login::{BLOQUEADO, TROCARSENHA};

use crate::{schema::plain_text::is_plain_line, upstream::has_stack_trace};

/// Most characters of a message.
const MAX_LENGTH: usize = 500;

/// A line break in a message that was written for a page. Other tags stay, and give away the errors of PHP, which have `<b>` too.
const LINE_BREAKS: [&str; 6] = ["<br>", "<BR>", "<br/>", "<BR/>", "<br />", "<BR />"];

/// A service's message as a caller may read it: unchanged but for tabs and line breaks, or replaced as a whole by a sentence
/// of the gateway.
pub(crate) fn redact_upstream_message(message: &str) -> Cow<'static, str> {
    let message = LINE_BREAKS.iter().fold(message.replace('\t', " "), |text, tag| text.replace(tag, "\n"));
    match message.trim() {
        BLOQUEADO => "Entrar em contato com o administrador do sistema!".into(),
        // The portal's login compares it: PASSWORD_DUE of errorCatalogue.ts.
        TROCARSENHA => "Sua senha deve ser alterada!".into(),
        message if is_plain_sentence(message) => message.to_owned().into(),
        _ => "O serviço recusou o pedido.".into(),
    }
}

fn is_plain_sentence(message: &str) -> bool {
    let is_long = message.chars().nth(MAX_LENGTH).is_some();
    // Line breaks separate messages that came as a list. The frames of stack traces are indented.
    let has_hidden_characters = !message.lines().all(is_plain_line);
    let is_indented = message.lines().skip(1).any(|line| line.starts_with(char::is_whitespace));
    // Connection strings carry passwords.
    let has_url = message.contains("://");
    let is_dump = has_hidden_characters || is_indented || has_url || has_markup(message) || has_stack_trace(message);
    !(message.is_empty() || is_long || is_dump)
}

/// Whether a message has tags, or the braces of JSON and of code.
fn has_markup(message: &str) -> bool {
    let is_tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
    message.contains(['{', '}']) || message.match_indices('<').any(|(at, _)| is_tag(&message[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::{MAX_LENGTH, redact_upstream_message};

    #[test]
    fn stack_traces_pages_and_dumps_are_replaced() {
        for message in [
            "",
            " \n ",
            // Java
            "java.lang.NullPointerException: Cannot invoke \"Apolice.getPet()\" because \"apolice\" is null\n\
             \tat br.com.seguradora.SinistroService.salva(SinistroService.java:142)\n\
             \tat java.base/java.lang.reflect.Method.invoke(Method.java:580)",
            "Erro interno\r\n   at Integracao.Sinistro.Salva(Pedido p) in C:\\app\\Sinistro.cs:line 7\r\n",
            // .NET behind a proxy that drops the carriage returns
            "System.InvalidOperationException: Sequence contains no elements\n   at System.Linq.Enumerable.First()",
            // Python
            "Traceback (most recent call last):\n  File \"app.py\", line 3, in <module>\nKeyError: 'pet'",
            // Node.js
            "TypeError: Cannot read properties of undefined (reading 'id')\n    at /srv/app/index.js:10:15",
            // PHP
            "PHP Fatal error: Uncaught PDOException in /var/www/x.php:7\nStack trace:\n#0 {main}\n  thrown",
            // in one line
            "ORA-01017: invalid username/password; logon denied at Servico.java:42 host 10.0.0.7",
            "java.lang.NullPointerException",
            "Erro: java.lang.OutOfMemoryError.",
            "falha at com.exemplo.Servico.lista(Unknown Source)",
            "System.InvalidOperationException: Sequence contains no elements",
            "Falha ao gravar (index.js:10:15)",
            "sem conexão com 10.0.0.7:1521",
            "sem conexão com banco.interno:5432, tente de novo",
            "Nada encontrado.\njava.sql.SQLException: Closed Connection",
            // Go
            "panic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:9 +0x1d",
            // Oracle, laid out
            "ORA-06550: line 1, column 7:\nPL/SQL: Statement ignored\n\tORA-00942: table or view does not exist",
            "SELECT nome\n  FROM usuario\n WHERE id = 7",
            // pages and dumps
            "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>",
            "Erro <b>interno</b>",
            // PHP for browsers
            "<br />\n<b>Fatal error</b>:  Uncaught Exception in <b>/var/www/x.php</b> on line <b>7</b><br />",
            "System.Exception: falha<br>   em Integracao.Sinistro<br>",
            "falha<br>\tem sinistro.salva",
            "<?xml version=\"1.0\"?>",
            "{\"timestamp\":\"2026-11-20\",\"status\":500,\"error\":\"Internal Server Error\"}",
            "Pedido inválido: {cpf=52998224725}",
            // addresses
            "falha ao chamar http://127.0.0.1:8081/x",
            "amqp://portal:senha@fila:5672 recusou a conexão",
            "colorido \u{1b}[31mERROR\u{1b}[0m",
            "fim\0",
            "Olá \u{202e}odacoB",
            &"a".repeat(MAX_LENGTH + 1),
        ] {
            assert_eq!(redact_upstream_message(message), "O serviço recusou o pedido.", "{message}");
        }
    }

    #[test]
    fn sentences_are_passed_on_unchanged() {
        for message in [
            "O sinistro 2026000070003 já foi reaberto pelo sinistro 2026000070004.",
            "CPF/CNPJ inválido.",
            "Procure a seguradora em 05/06/2026 às 10:30.",
            "Valor acima de R$ 1.500,00 (10 vezes o valor de referência).",
            "Dúvidas: central@seguradora.com.br ou 0800 123 4567",
            "CPF 529.982.247-25 e CNPJ 11.222.333/0001-81 não conferem.",
            "O valor deve ser < 100 e > 0.",
            "Atenção:confira o prazo:10 dias.",
            "A partir de 01.12.2026:10 dias; das 8.30:15 em diante, v. 10.0.0.7.",
            "Apólice vencida.Código:123",
            "Pedido recusado.Motivo:3 parcelas",
            "Ligue para a Central.Tel:0800 123",
            "Dúvidas: contato@seguradora.com.br:8h às 18h",
            "Procure o Sr. Error em seguradora.com.br: 24 horas. TypeError",
            "Failed to parse \"X\": texto do serviço",
            "Selecione o pet.\nDepois, tente novamente.",
            "A apólice PET-2025-004411 não cobre esta data; update pendente.",
            // Words alone decide nothing.
            "ORA-00942: table or view does not exist",
            "Exception: delete from the list and select another pet.",
            &"a".repeat(MAX_LENGTH),
        ] {
            assert_eq!(redact_upstream_message(message), message);
        }
        assert_eq!(redact_upstream_message(" Não.\n"), "Não.");
    }

    #[test]
    fn line_breaks_written_as_tags_and_tabs_are_not_shown_as_such() {
        for (message, text) in [
            ("Código inválido.<br>Peça outro.", "Código inválido.\nPeça outro."),
            ("Código inválido.<BR/>Peça outro.<br />", "Código inválido.\nPeça outro."),
            ("Sinistro:\t2026000070003", "Sinistro: 2026000070003"),
        ] {
            assert_eq!(redact_upstream_message(message), text);
        }
    }

    #[test]
    fn the_logins_special_messages_have_their_sentences() {
        assert_eq!(redact_upstream_message("TROCARSENHA"), "Sua senha deve ser alterada!");
        assert_eq!(redact_upstream_message(" BLOQUEADO "), "Entrar em contato com o administrador do sistema!");
    }
}
