//! The findings as text for the operator.

use super::findings::{EndpointReport, EnvelopeKey, FieldFinding, UnjoinedCode, UnknownField};
use super::verdict::{FieldState, Problem, Verdict};
use crate::contract::value_type::ValueType;

/// What the response to a save must have.
pub(super) const OF_SAVES: &str = "de um acionamento gravado basta que a resposta traga o número do sinistro: o gateway lê o resto; sem ele (um 204, por \
                       exemplo) o portal diz que não sabe se gravou";
/// Where the user stands in the response to a change.
pub(super) const OF_CHANGED_USERS: &str = "de uma mudança do usuário o gateway procura o usuário na resposta e nos objetos dela; se não o achar (outros nomes em \
                       [types.Usuario]), mostra o nome e o telefone enviados, e o diz no log e em gateway_upstream_drift_total";

impl Problem {
    /// The problem and its remedy.
    pub(in crate::check) fn text(self) -> &'static str {
        match self {
            Self::NotConnected => "sem conexão: confira GATEWAY_UPSTREAM_URL e a rede até lá",
            Self::Tls => {
                "o TLS falhou: o certificado deve ter o nome que está em GATEWAY_UPSTREAM_URL e ser de uma autoridade em \
                 que esta máquina confia, ou da que está em GATEWAY_UPSTREAM_CA"
            }
            Self::Broken => "a conexão caiu antes do fim da resposta",
            Self::Timeout => "sem resposta inteira no prazo: veja GATEWAY_READ_TIMEOUT e GATEWAY_WRITE_TIMEOUT",
            Self::TooLarge => {
                "a resposta é maior do que o gateway lê: 4 MiB, ou, de uma lista de acionamentos, um terço de \
                 GATEWAY_MEMORY_BUDGET_MIB"
            }
            Self::Unauthorized => {
                "a sessão não vale, ou acabou: informe outro token, ou entre de novo; se o token está certo, a API pode querer \
                 a chave da aplicação em um cabeçalho: diga qual em [headers] api-key do dialeto"
            }
            Self::Forbidden => "esta sessão não pode perguntar isso: use a de um usuário que possa",
            Self::Redirect => "redireciona, o que o gateway não segue: confira GATEWAY_UPSTREAM_URL",
            Self::NoSuchPath => {
                "não há este caminho: confira GATEWAY_UPSTREAM_URL, e diga outro em [calls.\"…\"] path do dialeto"
            }
            Self::WrongMethod => {
                "este caminho existe, mas não aceita POST (HTTP 405), e o gateway só envia POST: se há outro, diga-o em \
                 [calls.\"…\"] path do dialeto"
            }
            Self::RequestRefused => "o serviço não aceita o pedido como o gateway o escreve",
            Self::Status => "o serviço falhou",
            Self::Empty => "a resposta veio vazia",
            Self::Html => {
                "chegou uma página HTML em vez de JSON: o endereço é de um site, de um proxy ou de uma página de login; \
                 confira GATEWAY_UPSTREAM_URL"
            }
            Self::NotJson => "a resposta não é JSON",
            Self::NotEnvelope => "a resposta é JSON, mas não é um envelope",
            Self::RefusalWithData => {
                "o envelope não diz sucesso, mas traz dados: o sucesso pode ser dito de outro modo"
            }
            Self::Refused => {
                "o serviço recusou o pedido, e sem dados não há o que comparar: pergunte com outros valores (veja gateway \
                 check --help)"
            }
            Self::NoData => {
                "o status diz sucesso, mas não vieram dados, o que para o gateway não é um sim: se é, diga null-data = \"success\" \
                 em [envelope] do dialeto"
            }
            Self::Unread => "o gateway não lê esta resposta",
        }
    }
}

impl EndpointReport {
    /// A problem and its remedy. A step of the login has no session.
    pub(in crate::check) fn text_of(&self, problem: Problem, http: Option<u16>) -> &'static str {
        match problem {
            Problem::Unauthorized | Problem::Forbidden if self.is_login_step => {
                "a API recusou este passo do login: confira o que foi digitado, e GATEWAY_API_KEY; se a API espera a chave em um \
                 cabeçalho, diga qual em [headers] api-key do dialeto"
            }
            Problem::Refused | Problem::RequestRefused if self.is_login_step => {
                "a API recusou este passo do login: confira o que foi digitado, e em [requests] do dialeto como ela chama as chaves dele"
            }
            // Other values help only where the keys and their forms are right.
            Problem::Refused if http == Some(400) => {
                "o serviço recusou o pedido: a forma dele (em [requests] do dialeto: chaves, números), ou os valores; \
                 --show-refusals mostra o que ele diz"
            }
            problem => problem.text(),
        }
    }

    /// What is left to do for the service, in one sentence.
    pub(in crate::check) fn what_is_left(&self) -> String {
        let problem = self.calls.iter().find_map(|call| Some(self.text_of(call.problem?, call.http).to_owned()));
        let of = |state: FieldState| {
            let names: Vec<_> =
                self.fields.iter().filter(|field| field.state == state).map(|field| &*field.name).collect();
            Some(names.join(", ")).filter(|names| !names.is_empty())
        };
        let wrong = of(FieldState::Wrong).map(|names| format!("sem leitura para {names}"));
        let suspect =
            of(FieldState::Suspect).map(|names| format!("{names} não veio; pode ter outro nome (false: nunca vem)"));
        let filters: Vec<_> = self.not_applied.iter().map(|key| &*key.sent).collect();
        let filter = (!filters.is_empty()).then(|| {
            format!(
                "{} não filtrou, vieram linhas com outros valores: como a API chama esta chave?",
                filters.join(", ")
            )
        });
        let pages = self.more_pages.as_ref().map(|key| format!("só a primeira página ({key} diz que há mais)"));
        let text = self.calls.iter().find_map(|call| call.message_text.as_deref());
        let text = text.map(|text| format!("o texto das mensagens está em {text}: diga-o em [envelope] messages"));
        let asked = self.ask_with.map(|option| format!("nada com que perguntar; informe {option}"));
        let found = wrong.or(suspect).or(filter).or(pages).or(text).or(problem).or(asked);
        found.unwrap_or_else(|| self.verdict.text().to_owned())
    }
}

impl EnvelopeKey {
    /// What came of it.
    pub(in crate::check) fn text(&self) -> String {
        match (self.came.or(self.found), self.is_needed) {
            (Some(kind), _) => format!("{} {}", self.spelled, kind.name()),
            (None, true) => format!("{} ausente", self.spelled),
            (None, false) => format!("{} ausente, e não faz falta", self.spelled),
        }
    }
}

impl UnjoinedCode {
    pub(in crate::check) fn text(&self) -> String {
        format!(
            "{} e {} trazem os mesmos códigos escritos de outro modo (com e sem zeros à esquerda, por exemplo): o gateway não \
             acha um pelo outro, e nenhum dialeto o diz; a API precisa escrevê-los de um modo só",
            self.one, self.other
        )
    }
}

impl Verdict {
    pub(in crate::check) fn text(self) -> &'static str {
        match self {
            Self::Fits => "serve",
            Self::FitsWithNotes => "serve, com ressalvas",
            Self::NotAsked => "não perguntado",
            Self::NotReached => "não comparado",
            Self::Doubtful => "talvez não sirva",
            Self::DoesNotFit => "não serve",
        }
    }
}

impl FieldFinding {
    /// The findings, each with its frequency.
    pub(in crate::check) fn text(&self) -> String {
        let told = self.findings().into_iter().map(|(what, times)| format!("{what}, {}", self.times(times)));
        told.collect::<Vec<_>>().join("; ")
    }

    /// The findings, each with its count.
    pub(in crate::check) fn findings(&self) -> Vec<(String, u64)> {
        let mut findings = Vec::new();
        if self.absent > 0 {
            let absent = match self.state {
                _ if self.required => "ausente, e é obrigatório",
                FieldState::Suspect => "ausente, ao lado de campos desconhecidos: pode ter outro nome",
                _ if self.is_spelled && self.present == 0 => "ausente, com a chave que o dialeto diz",
                _ => "ausente, mas opcional",
            };
            let never_came = !self.required && self.state != FieldState::Suspect && self.present == 0;
            let hint = self.option.filter(|_| never_came).map(|option| format!(": outro {option} pode trazê-lo"));
            findings.push((absent.to_owned() + &hint.unwrap_or_default(), self.absent));
        }
        if self.repeated > 0 {
            findings.push(("duas vezes no mesmo objeto".to_owned(), self.repeated));
        }
        for came in &self.found {
            let (is_expected, kind) = (self.expected.is(came.kind), came.kind.name());
            let what = match came.refused {
                0 if is_expected || (came.kind == ValueType::Null && self.nullable) => continue,
                0 => format!("chegou {kind}, que o gateway aceita no lugar de {}", self.expected.name()),
                _ if is_expected => format!("chegou {kind} que não existe ou é grande demais"),
                _ => format!("esperado {}, chegou {kind}", self.expected.name()),
            };
            findings.push((what, if came.refused > 0 { came.refused } else { came.times }));
        }
        findings
    }

    fn times(&self, times: u64) -> String {
        match self.present + self.absent {
            all if all == times => "sempre".to_owned(),
            all => format!("em {times} de {all}"),
        }
    }
}

impl UnknownField {
    pub(in crate::check) fn text(&self) -> String {
        let times = if self.times == 1 { "1 vez".to_owned() } else { format!("{} vezes", self.times) };
        let mut text = format!("{}, {times}", self.found.name());
        if let Some(known) = &self.resembles {
            text += &format!("; parece {known}");
        }
        text
    }

    /// Its name without the path of its object.
    pub(in crate::check) fn name(&self) -> &str {
        self.path.rsplit_once("].").or_else(|| self.path.split_once('.')).map_or(&self.path, |(_, name)| name)
    }
}
