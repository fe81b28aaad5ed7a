//! Reopening an acionamento: what is saved for it, also if the response to an earlier attempt was lost.

use contract::{
    acionamento::{ListaAcionamentosBySinistro, NovoProcedimento, RetornaAcionamentoReabertura, SalvaSinistroWeb},
    cpf_cnpj::CpfCnpj,
};

use crate::{
    schema::{
        recusa::{CampoInvalido, EntradaInvalida},
        text::text_from_service,
    },
    upstream::{
        self, Fault, IdempotencyKey, Session,
        acionamentos::{Acionamentos, Row, RowProcedure},
        lists::RowRef,
    },
};

/// A reopening whose input is valid.
pub(super) struct CheckedReopening {
    pub(super) key: IdempotencyKey,
    pub(super) sinistro: String,
    pub(super) note: String,
    /// Those of the old acionamento if `None`.
    pub(super) procedures: Option<Vec<NovoProcedimento>>,
}

/// The outcome of a reopening.
pub(super) enum Reopened {
    /// The new acionamento.
    Saved(RowRef<Acionamentos>),
    /// The old one has not all that a new one needs, so nothing was saved.
    Invalid(EntradaInvalida),
}

/// Reopens an acionamento.
///
/// # Errors
/// Those of the session.
pub(super) async fn reopen(session: &Session, reopening: &CheckedReopening) -> Result<Reopened, upstream::Error> {
    let call = RetornaAcionamentoReabertura { sinistro: reopening.sinistro.clone() };
    let error = match session.retorna_acionamento_reabertura(&call).await {
        Ok(answer) => match reopening.new_acionamento(answer.row()) {
            Ok(acionamento) => match session.salva_sinistro_web(&acionamento, &reopening.key).await {
                Ok(saved) => return Ok(Reopened::Saved(saved)),
                // Another attempt, at the same time, may have been first.
                Err(error) => error,
            },
            Err(invalid) => return Ok(Reopened::Invalid(invalid)),
        },
        Err(error) => error,
    };
    match find_other_attempt(session, reopening, &error).await? {
        Some(saved) => Ok(Reopened::Saved(saved)),
        None => Err(error),
    }
}

/// Searches for what an earlier attempt at this reopening saved: `None` if that is not found.
///
/// If the response to a reopening is lost, or has not come yet, the caller repeats it, and the services refuse: the old
/// acionamento has been reopened. So the acionamento that reopened it is read. If it is what this reopening would save, it is
/// the result.
///
/// # Errors
/// [`Fault::KeyReused`]: the idempotency key was used for other data. [`Fault::SavedUnread`].
async fn find_other_attempt(
    session: &Session,
    reopening: &CheckedReopening,
    error: &upstream::Error,
) -> Result<Option<RowRef<Acionamentos>>, upstream::Error> {
    if !matches!(error.fault, Fault::Rejected { .. }) {
        return Ok(None);
    }
    let read = async |sinistro: &str| {
        let call = ListaAcionamentosBySinistro { sinistro: sinistro.to_owned() };
        session.read::<_, Acionamentos>(&call).await.ok()
    };
    let Some(answer) = read(&reopening.sinistro).await else { return Ok(None) };
    let old = RowRef::first(&answer);
    if let Some(old) = &old
        && let Some(sinistro) = text_from_service(old.row().nr_sinistro_reabertura.as_deref())
    {
        let Some(answer) = read(sinistro).await else { return Ok(None) };
        if let Some(new) = RowRef::first(&answer).filter(|new| reopening.is_done_by(new.row(), old.row())) {
            return Ok(Some(new));
        }
    }
    // The services refuse a used key only in a call. None is sent here, so the gateway's own store is asked.
    let acionamento = old.and_then(|old| reopening.new_acionamento(old.row()).ok());
    session.find_saved(acionamento.as_ref(), &reopening.key).await
}

impl CheckedReopening {
    /// Its procedures: those of the old acionamento if it has none of its own.
    fn procedures(&self, old: &Row<'_>) -> Vec<NovoProcedimento> {
        let of_old = || old.procedimentos.iter().map(repeat_procedure).collect();
        self.procedures.clone().unwrap_or_else(of_old)
    }

    /// Whether an acionamento is what this reopening of the old one would save.
    fn is_done_by(&self, new: &Row<'_>, old: &Row<'_>) -> bool {
        let done: Vec<_> = new.procedimentos.iter().map(repeat_procedure).collect();
        let procedures = self.procedures(old);
        new.nr_sinistro_origem.as_ref() == Some(&old.nr_sinistro)
            && text_from_service(new.ds_observacao.as_deref()).map(str::trim) == Some(&self.note)
            && done.len() == procedures.len()
            && done.iter().zip(&procedures).all(|(done, wanted)| {
                (&done.procedimento, done.quantidade, done.valor)
                    == (&wanted.procedimento, wanted.quantidade, wanted.valor)
            })
    }

    /// The new acionamento that reopens an old one.
    fn new_acionamento(&self, old: &Row<'_>) -> Result<SalvaSinistroWeb, EntradaInvalida> {
        let invalid = |campo: &str, text: &'static str| EntradaInvalida::new(vec![CampoInvalido::new(campo, text)]);
        let [apolice, pet, seguradora] =
            [old.nr_apolice.as_deref(), old.cd_pet.as_deref(), Some(&*old.cd_seguradora)].map(text_from_service);
        let (Some(apolice), Some(pet), Some(seguradora), Some(data_ocorrencia)) =
            (apolice, pet, seguradora, old.dt_ocorrencia.as_ref().copied())
        else {
            let text = "Este acionamento não traz apólice, pet, seguradora e data da ocorrência: abra um novo.";
            return Err(invalid("sinistro", text));
        };
        let procedimentos = self.procedures(old);
        if procedimentos.is_empty() {
            let text = "Este acionamento não traz procedimentos: informe ao menos um.";
            return Err(invalid("procedimentos", text));
        }
        Ok(SalvaSinistroWeb {
            cpf_cnpj: CpfCnpj::from_row(&old.nr_cpf_cnpj),
            apolice: apolice.to_string(),
            pet: pet.to_string(),
            seguradora: seguradora.to_string(),
            data_ocorrencia,
            // A reopening needs an authorization of its own.
            autorizacao: None,
            observacao: Some(self.note.clone()),
            sinistro_origem: Some(old.nr_sinistro.to_string()),
            procedimentos,
        })
    }
}

fn repeat_procedure(old: &RowProcedure<'_>) -> NovoProcedimento {
    NovoProcedimento {
        procedimento: old.cd_procedimento.to_string(),
        quantidade: old.qt_procedimento.0,
        valor: old.vl_procedimento,
    }
}
