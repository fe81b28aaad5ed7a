//! The mutations that open and reopen an acionamento.
//!
//! Their input is validated here as far as that needs no service, all fields at once. The services check the rest.

use async_graphql::{ID, InputObject};
use chrono::{Months, NaiveDate};
use contract::{
    acionamento::{MAX_AUTHORIZATION, MAX_NOTE, MAX_PROCEDURES, MAX_QUANTITY, NovoProcedimento, SalvaSinistroWeb},
    calendar,
    value::Money,
};
use macros::{mutation, object, union};

use super::{
    Acionamento,
    reopen::{CheckedReopening, Reopened, reopen},
};
use crate::{
    schema::{
        error::Error,
        plain_text::{is_plain_line, is_plain_text},
        recusa::{CampoInvalido, EntradaInvalida, Recusa},
        request::OperationRequest,
        scalars::{CpfCnpjArgument, Date, Decimal},
        text::MAX_CODE,
    },
    upstream::{self, IdempotencyKey, acionamentos::Acionamentos, lists::RowRef},
};

/// How long ago an event may have happened.
const MAX_AGE: Months = Months::new(20 * 12);

/// The mutations of acionamentos.
#[derive(Default)]
pub struct AcionamentoMutation;

/// A new acionamento.
#[derive(InputObject)]
pub struct NovoAcionamento {
    /// Idempotency key chosen by the caller, 1 to 200 visible ASCII characters: a UUID, for example. With the same key and
    /// input nothing is saved again, and what was saved is given as it is now; with another input the mutation is refused.
    pub chave: ID,
    /// CPF or CNPJ of the insured.
    pub cpf_cnpj: CpfCnpjArgument,
    /// Number of a policy of the insured that covers the day of the event.
    pub apolice: String,
    /// Code of a pet on the policy.
    pub pet: ID,
    /// Code of the policy's insurer.
    pub seguradora: ID,
    /// Day of the event in São Paulo, within the last 20 years and not in the future.
    pub ocorrido_em: Date,
    /// Authorization number, at most 30 characters, if there is one already.
    pub autorizacao: Option<String>,
    /// Note, at most 2,000 characters.
    pub observacao: Option<String>,
    /// The procedures, 1 to 50.
    pub procedimentos: Vec<ProcedimentoInput>,
}

/// A reopening of an acionamento.
#[derive(InputObject)]
pub struct Reabertura {
    /// Idempotency key chosen by the caller, 1 to 200 visible ASCII characters: a UUID, for example. With the same key and
    /// input nothing is saved again, and what was saved is given as it is now; with another input the mutation is refused.
    pub chave: ID,
    /// Claim number of the acionamento to reopen.
    pub sinistro: String,
    /// Reason of the reopening, 1 to 2,000 characters.
    pub observacao: String,
    /// The procedures, 1 to 50; default: those of the reopened acionamento.
    pub procedimentos: Option<Vec<ProcedimentoInput>>,
}

/// A procedure of a new acionamento.
#[derive(InputObject)]
pub struct ProcedimentoInput {
    /// Code of the procedure.
    pub procedimento: ID,
    /// Quantity, 1 to 99.
    pub quantidade: i32,
    /// Unit value in BRL, above zero. The services refuse a value far from the reference value.
    pub valor: Decimal,
}

/// The result of saving an acionamento.
#[union]
pub enum ResultadoAcionamento {
    /// It is saved.
    Salvo(AcionamentoSalvo),
    /// The input is invalid; nothing was sent to the services.
    Invalida(EntradaInvalida),
    /// The services refused it.
    Recusa(Recusa),
}

/// An acionamento that has been saved.
#[object]
pub struct AcionamentoSalvo {
    /// The acionamento as the services saved it.
    acionamento: Acionamento,
}

#[mutation]
impl AcionamentoMutation {
    /// Opens an acionamento.
    ///
    /// If no response arrives, repeat the mutation with the same `chave`: nothing is saved twice.
    async fn abrir_acionamento(
        &self,
        request: &OperationRequest<'_>,
        /// The new acionamento.
        input: NovoAcionamento,
    ) -> Result<ResultadoAcionamento, Error> {
        let session = request.caller.session()?;
        match check_novo(input, calendar::date(request.now())) {
            Ok((acionamento, key)) => match session.salva_sinistro_web(&acionamento, &key).await {
                Ok(saved) => Ok(saved_acionamento(saved)),
                Err(error) => refusal(error),
            },
            Err(invalid) => Ok(ResultadoAcionamento::Invalida(invalid)),
        }
    }

    /// Reopens an acionamento: opens a new one for the same insured, policy, pet, insurer and day, with the old one as its
    /// `origem`.
    ///
    /// If no response arrives, repeat the mutation with the same `chave`: nothing is saved twice.
    async fn reabrir_acionamento(
        &self,
        request: &OperationRequest<'_>,
        /// Which acionamento to reopen, and why.
        input: Reabertura,
    ) -> Result<ResultadoAcionamento, Error> {
        let session = request.caller.session()?;
        let reopening = match check_reabertura(input) {
            Ok(reopening) => reopening,
            Err(invalid) => return Ok(ResultadoAcionamento::Invalida(invalid)),
        };
        match reopen(session, &reopening).await {
            Ok(Reopened::Saved(saved)) => Ok(saved_acionamento(saved)),
            Ok(Reopened::Invalid(invalid)) => Ok(ResultadoAcionamento::Invalida(invalid)),
            Err(error) => refusal(error),
        }
    }
}

fn saved_acionamento(saved: RowRef<Acionamentos>) -> ResultadoAcionamento {
    ResultadoAcionamento::Salvo(AcionamentoSalvo { acionamento: Acionamento(saved) })
}

fn refusal(error: upstream::Error) -> Result<ResultadoAcionamento, Error> {
    Recusa::from_upstream(error).map(ResultadoAcionamento::Recusa)
}

fn check_novo(input: NovoAcionamento, today: NaiveDate) -> Result<(SalvaSinistroWeb, IdempotencyKey), EntradaInvalida> {
    let mut validator = InputValidator::default();
    let key = validator.key(&input.chave);
    let apolice = validator.code("apolice", &input.apolice, "Informe a apólice.");
    let pet = validator.code("pet", &input.pet, "Escolha o pet.");
    let seguradora = validator.code("seguradora", &input.seguradora, "Escolha a seguradora.");
    if input.ocorrido_em.0 > today {
        validator.refuse("ocorridoEm", "A data da ocorrência não pode estar no futuro.");
    } else if input.ocorrido_em.0 < today - MAX_AGE {
        // Older than any claim: a mistyped year.
        validator.refuse("ocorridoEm", "A data da ocorrência não pode ter mais de 20 anos.");
    }
    let autorizacao = input.autorizacao.and_then(|text| validator.line("autorizacao", &text, MAX_AUTHORIZATION));
    let observacao = input.observacao.and_then(|text| validator.note(&text));
    let procedimentos = validator.procedures(&input.procedimentos);
    match key {
        Some(key) if validator.campos.is_empty() => {
            let acionamento = SalvaSinistroWeb {
                cpf_cnpj: input.cpf_cnpj.0,
                apolice,
                pet,
                seguradora,
                data_ocorrencia: input.ocorrido_em.0,
                autorizacao,
                observacao,
                sinistro_origem: None,
                procedimentos,
            };
            Ok((acionamento, key))
        }
        _ => Err(EntradaInvalida::new(validator.campos)),
    }
}

fn check_reabertura(input: Reabertura) -> Result<CheckedReopening, EntradaInvalida> {
    let mut validator = InputValidator::default();
    let key = validator.key(&input.chave);
    let sinistro = validator.code("sinistro", &input.sinistro, "Informe o sinistro.");
    let note = validator.note(&input.observacao);
    if input.observacao.trim().is_empty() {
        validator.refuse("observacao", "Diga por que o acionamento é reaberto.");
    }
    let procedures = input.procedimentos.map(|entries| validator.procedures(&entries));
    match (key, note) {
        (Some(key), Some(note)) if validator.campos.is_empty() => {
            Ok(CheckedReopening { key, sinistro, note, procedures })
        }
        _ => Err(EntradaInvalida::new(validator.campos)),
    }
}

/// Validates an input, and collects its invalid fields.
#[derive(Default)]
struct InputValidator {
    campos: Vec<CampoInvalido>,
}

impl InputValidator {
    fn refuse(&mut self, campo: impl Into<String>, mensagem: impl Into<String>) {
        self.campos.push(CampoInvalido::new(campo, mensagem));
    }

    fn key(&mut self, chave: &str) -> Option<IdempotencyKey> {
        let key = IdempotencyKey::parse(chave);
        if key.is_none() {
            self.refuse("chave", "A chave deve ter de 1 a 200 caracteres visíveis, sem espaços nem acentos.");
        }
        key
    }

    /// A required code or number, trimmed.
    fn code(&mut self, campo: &str, text: &str, missing: &str) -> String {
        if text.trim().is_empty() {
            self.refuse(campo, missing);
        }
        self.line(campo, text, MAX_CODE).unwrap_or_default()
    }

    /// An optional text of one line, trimmed.
    fn line(&mut self, campo: &str, text: &str, max: usize) -> Option<String> {
        self.text(campo, text, max, is_plain_line)
    }

    /// An optional text of several lines, trimmed.
    fn note(&mut self, text: &str) -> Option<String> {
        self.text("observacao", text, MAX_NOTE, is_plain_text)
    }

    fn text(&mut self, campo: &str, text: &str, max: usize, is_plain: fn(&str) -> bool) -> Option<String> {
        let text = text.trim();
        if text.chars().nth(max).is_some() {
            self.refuse(campo, format!("Use no máximo {max} caracteres."));
        } else if !is_plain(text) {
            self.refuse(campo, "O texto tem caracteres que não aparecem: digite-o de novo.");
        }
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn procedures(&mut self, entries: &[ProcedimentoInput]) -> Vec<NovoProcedimento> {
        if entries.is_empty() {
            self.refuse("procedimentos", "Informe ao menos um procedimento.");
        }
        if entries.len() > MAX_PROCEDURES {
            self.refuse("procedimentos", format!("Informe no máximo {MAX_PROCEDURES} procedimentos."));
            return Vec::new();
        }
        let checked = entries.iter().enumerate().map(|(at, entry)| self.procedure(at, entry));
        checked.collect()
    }

    fn procedure(&mut self, at: usize, entry: &ProcedimentoInput) -> NovoProcedimento {
        let procedimento =
            self.code(&format!("procedimentos.{at}.procedimento"), &entry.procedimento, "Escolha o procedimento.");
        if !(1..=MAX_QUANTITY).contains(&i64::from(entry.quantidade)) {
            self.refuse(
                format!("procedimentos.{at}.quantidade"),
                format!("A quantidade deve estar entre 1 e {MAX_QUANTITY}."),
            );
        }
        if entry.valor.0 <= rust_decimal::Decimal::ZERO {
            self.refuse(format!("procedimentos.{at}.valor"), "O valor deve ser maior que zero.");
        }
        NovoProcedimento { procedimento, quantidade: entry.quantidade.into(), valor: Money(entry.valor.0) }
    }
}
