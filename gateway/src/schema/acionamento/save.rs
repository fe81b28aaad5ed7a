//! Opening and reopening an acionamento.
//!
//! What can be known without the services is checked here, every field at once; everything else is theirs to refuse.

use async_graphql::{ID, InputObject};
use chrono::NaiveDate;
use macros::{mutation, object, union};
use services::{
    cpf_cnpj::CpfCnpj,
    wire::{
        acionamento::{MAX_AUTHORIZATION, MAX_NOTE, MAX_PROCEDURES, MAX_QUANTITY, NovoProcedimento, SalvaSinistroWeb},
        value::Money,
    },
};

use super::Acionamento;
use crate::{
    schema::{
        error::Error,
        executor::Request,
        recusa::{CampoInvalido, EntradaInvalida, Recusa},
        scalars::{CpfCnpjArgument, Date, Decimal},
        text::{is_plain_note, said},
    },
    upstream::{
        self, Bearer, Fault, IdempotencyKey,
        acionamentos::{Done, Row},
    },
};

/// Most characters of a code or number that the services hand out.
const MOST_CODE: usize = 100;

/// The acionamentos' part of the mutations.
#[derive(Default)]
pub struct AcionamentoMutation;

/// A new acionamento.
#[derive(Clone, InputObject)]
pub struct NovoAcionamento {
    /// The caller's own name for this save, 1 to 200 visible ASCII characters; a UUID, say. Sent again with the same
    /// input, it gives the first answer again and saves nothing; with another input, it is refused.
    pub chave: ID,
    /// CPF or CNPJ of the insured.
    pub cpf_cnpj: CpfCnpjArgument,
    /// Number of a policy of the insured that covers the day of the event.
    pub apolice: String,
    /// Code of a pet on that policy.
    pub pet: ID,
    /// Code of the policy's insurer.
    pub seguradora: ID,
    /// Day of the event, not in the future.
    pub ocorrido_em: Date,
    /// Authorization number, at most 30 characters, where there is one already.
    pub autorizacao: Option<String>,
    /// Note, at most 2,000 characters.
    pub observacao: Option<String>,
    /// What was done, 1 to 50 entries.
    pub procedimentos: Vec<ProcedimentoInput>,
}

/// A reopening of an acionamento.
#[derive(Clone, InputObject)]
pub struct Reabertura {
    /// The caller's own name for this save, 1 to 200 visible ASCII characters; a UUID, say. Sent again with the same
    /// input, it gives the first answer again and saves nothing; with another input, it is refused.
    pub chave: ID,
    /// Claim number of the acionamento to reopen.
    pub sinistro: String,
    /// Why it is reopened, 1 to 2,000 characters.
    pub observacao: String,
    /// What is to be done, 1 to 50 entries; the procedures of the reopened acionamento if not given.
    pub procedimentos: Option<Vec<ProcedimentoInput>>,
}

/// A procedure of an acionamento that is to be saved.
#[derive(Clone, InputObject)]
pub struct ProcedimentoInput {
    /// Code of the procedure.
    pub procedimento: ID,
    /// How many, 1 to 99.
    pub quantidade: i32,
    /// Value of one in BRL, above zero. The services refuse one that is far from the reference value.
    pub valor: Decimal,
}

/// What came of saving an acionamento.
#[union]
pub enum ResultadoAcionamento {
    /// It is saved.
    Salvo(AcionamentoSalvo),
    /// Something in the input cannot be accepted; nothing was sent to the services.
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
    /// Sent to the services exactly once. If the answer does not arrive, send it again with the same `chave`: it cannot
    /// be saved twice.
    async fn abrir_acionamento(
        &self,
        request: &Request<'_>,
        /// The new acionamento.
        input: NovoAcionamento,
    ) -> Result<ResultadoAcionamento, Error> {
        let services = request.session()?.upstream();
        match check_novo(input, request.today()) {
            Ok((acionamento, key)) => save(services, &acionamento, &key).await,
            Err(invalid) => Ok(ResultadoAcionamento::Invalida(invalid)),
        }
    }

    /// Reopens an acionamento that may be reopened: opens a new one for the same insured, policy, pet, insurer and day,
    /// which names the old one as its `origem`.
    ///
    /// Sent to the services exactly once. If the answer does not arrive, send it again with the same `chave`: it cannot
    /// be saved twice.
    async fn reabrir_acionamento(
        &self,
        request: &Request<'_>,
        /// What to reopen, and why.
        input: Reabertura,
    ) -> Result<ResultadoAcionamento, Error> {
        let services = request.session()?.upstream();
        let reopening = match check_reabertura(input) {
            Ok(reopening) => reopening,
            Err(invalid) => return Ok(ResultadoAcionamento::Invalida(invalid)),
        };
        reopen(services, reopening).await
    }
}

async fn save(
    services: &Bearer,
    acionamento: &SalvaSinistroWeb,
    key: &IdempotencyKey,
) -> Result<ResultadoAcionamento, Error> {
    match services.salva_sinistro_web(acionamento, key).await {
        Ok(saved) => Ok(ResultadoAcionamento::Salvo(AcionamentoSalvo { acionamento: Acionamento::from(&saved) })),
        Err(error) => refusal(error),
    }
}

fn refusal(error: upstream::Error) -> Result<ResultadoAcionamento, Error> {
    Recusa::from_upstream(error).map(ResultadoAcionamento::Recusa)
}

async fn reopen(services: &Bearer, reopening: Reopening) -> Result<ResultadoAcionamento, Error> {
    match services.retorna_acionamento_reabertura(reopening.sinistro.clone()).await {
        Ok(answer) => match reopening.of(Acionamento::from(&*answer).row()) {
            Ok(acionamento) => save(services, &acionamento, &reopening.key).await,
            Err(invalid) => Ok(ResultadoAcionamento::Invalida(invalid)),
        },
        Err(error) => match reopened_before(services, &reopening, &error).await {
            Some(acionamento) => Ok(ResultadoAcionamento::Salvo(AcionamentoSalvo { acionamento })),
            None => refusal(error),
        },
    }
}

/// The answer of the first try, where this is the second one.
///
/// A reopening whose answer got lost is sent again. By then the services refuse to have the old acionamento reopened,
/// because it has been. Nothing is sent after a refusal: the acionamento that reopened it is read, and where it says what
/// this caller wanted to have said, it is the answer.
async fn reopened_before(services: &Bearer, reopening: &Reopening, error: &upstream::Error) -> Option<Acionamento> {
    if !matches!(error.fault, Fault::Rejected { .. }) {
        return None;
    }
    let read = async |sinistro: &str| services.lista_acionamentos_by_sinistro(sinistro.to_owned()).await.ok();
    let answer = read(&reopening.sinistro).await?;
    let old = answer.first()?;
    let old = old.row();
    let answer = read(said(old.nr_sinistro_reabertura.as_deref())?).await?;
    answer.first().filter(|new| reopening.is_done_by(new.row(), old)).map(Acionamento)
}

/// A reopening whose input is in order.
struct Reopening {
    key: IdempotencyKey,
    sinistro: String,
    note: String,
    procedures: Option<Vec<NovoProcedimento>>,
}

impl Reopening {
    /// Whether an acionamento is the reopening of an old one that this asks for.
    fn is_done_by(&self, new: &Row<'_>, old: &Row<'_>) -> bool {
        let done: Vec<_> = new.procedimentos.iter().map(as_before).collect();
        let procedures = match &self.procedures {
            Some(procedures) => procedures.clone(),
            None => old.procedimentos.iter().map(as_before).collect(),
        };
        new.nr_sinistro_origem.as_ref() == Some(&old.nr_sinistro)
            && said(new.ds_observacao.as_deref()).map(str::trim) == Some(&self.note)
            && done.len() == procedures.len()
            && done.iter().zip(&procedures).all(|(done, asked)| {
                (&done.procedimento, done.quantidade, done.valor)
                    == (&asked.procedimento, asked.quantidade, asked.valor)
            })
    }

    /// The new acionamento that reopens an old one.
    fn of(&self, old: &Row<'_>) -> Result<SalvaSinistroWeb, EntradaInvalida> {
        let mut check = Check::default();
        let (apolice, pet, day) = (&old.nr_apolice, &old.cd_pet, old.dt_ocorrencia);
        let (Some(apolice), Some(pet), Some(data_ocorrencia)) = (apolice, pet, day) else {
            check.refuse("sinistro", "Este acionamento não traz apólice, pet e data da ocorrência: abra um novo.");
            return Err(check.invalid());
        };
        let procedimentos = match &self.procedures {
            Some(procedures) => procedures.clone(),
            None => old.procedimentos.iter().map(as_before).collect(),
        };
        if procedimentos.is_empty() {
            check.refuse("procedimentos", "Este acionamento não traz procedimentos: informe ao menos um.");
            return Err(check.invalid());
        }
        Ok(SalvaSinistroWeb {
            cpf_cnpj: CpfCnpj::from_row(&old.nr_cpf_cnpj),
            apolice: apolice.to_string(),
            pet: pet.to_string(),
            seguradora: old.cd_seguradora.to_string(),
            data_ocorrencia,
            // The reopening waits for an authorization of its own.
            autorizacao: None,
            observacao: Some(self.note.clone()),
            sinistro_origem: Some(old.nr_sinistro.to_string()),
            procedimentos,
        })
    }
}

fn check_novo(input: NovoAcionamento, today: NaiveDate) -> Result<(SalvaSinistroWeb, IdempotencyKey), EntradaInvalida> {
    let mut check = Check::default();
    let key = check.key(&input.chave);
    let apolice = check.code("apolice", &input.apolice, "Informe a apólice.");
    let pet = check.code("pet", &input.pet, "Escolha o pet.");
    let seguradora = check.code("seguradora", &input.seguradora, "Escolha a seguradora.");
    if input.ocorrido_em.0 > today {
        check.refuse("ocorridoEm", "A data da ocorrência não pode estar no futuro.");
    }
    let autorizacao = input.autorizacao.and_then(|text| check.text("autorizacao", &text, MAX_AUTHORIZATION));
    let observacao = input.observacao.and_then(|text| check.text("observacao", &text, MAX_NOTE));
    let procedimentos = check.procedures(&input.procedimentos);
    match key {
        Some(key) if check.campos.is_empty() => {
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
        _ => Err(check.invalid()),
    }
}

fn check_reabertura(input: Reabertura) -> Result<Reopening, EntradaInvalida> {
    let mut check = Check::default();
    let key = check.key(&input.chave);
    let sinistro = check.code("sinistro", &input.sinistro, "Informe o sinistro.");
    let note = check.text("observacao", &input.observacao, MAX_NOTE);
    if input.observacao.trim().is_empty() {
        check.refuse("observacao", "Diga por que o acionamento é reaberto.");
    }
    let procedures = input.procedimentos.map(|entries| check.procedures(&entries));
    match (key, note) {
        (Some(key), Some(note)) if check.campos.is_empty() => Ok(Reopening { key, sinistro, note, procedures }),
        _ => Err(check.invalid()),
    }
}

/// Collects what is wrong with an input, field by field.
#[derive(Default)]
struct Check {
    campos: Vec<CampoInvalido>,
}

impl Check {
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

    /// A code or number that must be there, without the spaces around it.
    fn code(&mut self, campo: &str, text: &str, missing: &str) -> String {
        if text.trim().is_empty() {
            self.refuse(campo, missing);
        }
        self.text(campo, text, MOST_CODE).unwrap_or_default()
    }

    /// A text that may be blank, without the spaces around it.
    fn text(&mut self, campo: &str, text: &str, most: usize) -> Option<String> {
        let text = text.trim();
        if text.chars().nth(most).is_some() {
            self.refuse(campo, format!("Use no máximo {most} caracteres."));
        } else if !is_plain_note(text) {
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

    /// What was found. There is something, or it would not be asked for.
    fn invalid(self) -> EntradaInvalida {
        EntradaInvalida::from_campos(self.campos)
            .unwrap_or(EntradaInvalida { mensagem: "Confira os campos destacados.".to_owned(), campos: Vec::new() })
    }
}

fn as_before(old: &Done<'_>) -> NovoProcedimento {
    NovoProcedimento {
        procedimento: old.cd_procedimento.to_string(),
        quantidade: old.qt_procedimento.0,
        valor: old.vl_procedimento,
    }
}
