//! The filter of a list: which of the services' four queries it uses, and what the gateway filters itself.

use async_graphql::{Enum, ID, InputObject};
use chrono::NaiveDate;
use contract::{calendar, cpf_cnpj::CpfCnpj};

use crate::{
    loaders::acionamento::ListFilter,
    schema::{error::Error, scalars::Date, text::text_argument},
    upstream::acionamentos::{Row, is_same_number},
};

/// Most statuses of a filter: each is a call of its own.
pub(in crate::schema) const MAX_STATUSES: usize = 10;

/// Filter of acionamentos. Conditions that are given together must all hold.
///
/// The services list acionamentos by claim number, by authorization number, by status, and by insurer and status. So one of
/// `sinistro`, `autorizacao`, `status`, `statusEm` and `seguradoraStatus` is required; the other conditions are applied to the
/// rows that they return. `sinistro` excludes `autorizacao`, `status` excludes `statusEm`, and `seguradoraStatus` excludes
/// `seguradora`, `status` and `statusEm`.
#[derive(Clone, Default, InputObject)]
pub struct FiltroAcionamentos {
    /// By status: its code. For several: `statusEm`.
    pub status: Option<ID>,
    /// By several statuses: their codes, 1 to 10. One call to the services for each. An acionamento whose status changes
    /// between two of these calls may be missing.
    pub status_em: Option<Vec<ID>>,
    /// By insurer: its code. The services list by insurer only together with a status.
    pub seguradora: Option<ID>,
    /// By insurer and status: the same as `seguradora` with `status`, and not together with them.
    pub seguradora_status: Option<SeguradoraStatus>,
    /// By authorization number, complete.
    pub autorizacao: Option<String>,
    /// By claim number, complete.
    pub sinistro: Option<String>,
    /// By the days of one of its dates. It costs no further call.
    pub periodo: Option<PeriodoAcionamentos>,
    /// By a user who caused an event of its history: the complete name, as `historico.usuario` has it. It costs no further
    /// call.
    pub usuario: Option<String>,
}

/// An insurer and a status.
#[derive(Clone, InputObject)]
pub struct SeguradoraStatus {
    /// Code of the insurer.
    pub seguradora: ID,
    /// Code of the status.
    pub status: ID,
}

/// The days of one of the dates of an acionamento, by the calendar of São Paulo. At least one of `de` and `ate`.
#[derive(Clone, Copy, InputObject)]
pub struct PeriodoAcionamentos {
    /// Which date. An acionamento without it is in no period.
    pub por: DataAcionamento,
    /// First day.
    pub de: Option<Date>,
    /// Last day, included.
    pub ate: Option<Date>,
}

/// A date of an acionamento.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataAcionamento {
    /// When it was opened: `abertoEm`.
    Abertura,
    /// Day of the event: `ocorridoEm`.
    Ocorrencia,
    /// Day of billing: `faturadoEm`.
    Faturamento,
}

/// The lists that a page is taken from, and which of their rows.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(in crate::schema) struct ListQuery {
    /// One for each status.
    pub(in crate::schema) lists: Vec<ListFilter>,
    pub(in crate::schema) rows: RowFilter,
}

/// Conditions on a row. All that are given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowFilter {
    /// Claim number.
    pub sinistro: Option<String>,
    /// Authorization number.
    pub autorizacao: Option<String>,
    /// Codes of statuses.
    pub statuses: Option<Vec<String>>,
    /// Code of the insurer.
    pub seguradora: Option<String>,
    /// Tax id of the insured.
    pub segurado: Option<CpfCnpj>,
    /// The period of one of its dates.
    pub period: Option<RowPeriod>,
    /// Name of a user who caused an event of its history.
    pub usuario: Option<String>,
}

/// The period of one date of a row. A row without that date is in no period.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowPeriod {
    por: DataAcionamento,
    first: NaiveDate,
    /// Included.
    last: NaiveDate,
}

impl FiltroAcionamentos {
    /// Chooses the calls to the services, and what is filtered of their rows.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: a value is invalid, or the services have no such query.
    pub(in crate::schema) fn parse(self) -> Result<ListQuery, Error> {
        let Self { status, status_em, seguradora, seguradora_status, autorizacao, sinistro, periodo, usuario } = self;
        let given = |name: &str, code: Option<ID>| code.map(|code| text_argument(name, &code)).transpose();
        let statuses = match (given("filtro.status", status)?, status_em) {
            (Some(_), Some(_)) => {
                return Err(Error::bad_user_input("Use \"filtro.status\" ou \"filtro.statusEm\", não os dois."));
            }
            (Some(status), None) => Some(vec![status]),
            (None, several) => several.map(|codes| statuses("filtro.statusEm", &codes)).transpose()?,
        };
        let seguradora = given("filtro.seguradora", seguradora)?;
        let (statuses, seguradora) = match seguradora_status {
            None => (statuses, seguradora),
            Some(_) if statuses.is_some() || seguradora.is_some() => {
                return Err(Error::bad_user_input(
                    "Use \"filtro.seguradoraStatus\" sem \"filtro.seguradora\", \"filtro.status\" e \"filtro.statusEm\".",
                ));
            }
            Some(SeguradoraStatus { seguradora, status }) => (
                Some(vec![text_argument("filtro.seguradoraStatus.status", &status)?]),
                Some(text_argument("filtro.seguradoraStatus.seguradora", &seguradora)?),
            ),
        };
        let period = periodo.map(|periodo| periodo.parse("filtro.periodo")).transpose()?;
        let usuario = usuario.map(|name| text_argument("filtro.usuario", &name)).transpose()?;
        let conditions = RowFilter { period, usuario, ..RowFilter::default() };
        match (sinistro, autorizacao) {
            (Some(_), Some(_)) => Err(Error::bad_user_input(
                "Use \"filtro.sinistro\" ou \"filtro.autorizacao\", não os dois: os serviços procuram por um deles.",
            )),
            (Some(number), None) => {
                let sinistro = text_argument("filtro.sinistro", &number)?;
                let rows = RowFilter { sinistro: Some(sinistro.clone()), statuses, seguradora, ..conditions };
                Ok(ListQuery { lists: vec![ListFilter::Sinistro(sinistro)], rows })
            }
            (None, Some(number)) => {
                let number = text_argument("filtro.autorizacao", &number)?;
                let rows = RowFilter { autorizacao: Some(number.clone()), statuses, seguradora, ..conditions };
                Ok(ListQuery { lists: vec![ListFilter::Autorizacao(number)], rows })
            }
            (None, None) => {
                let statuses = statuses.ok_or_else(|| Error::bad_user_input(UNSUPPORTED_FILTER))?;
                let lists = statuses.into_iter().map(|status| match seguradora.clone() {
                    None => ListFilter::Status(status),
                    Some(seguradora) => ListFilter::SeguradoraStatus { seguradora, status },
                });
                Ok(ListQuery { lists: lists.collect(), rows: conditions })
            }
        }
    }
}

/// The refusal of a filter that no service answers.
const UNSUPPORTED_FILTER: &str = "Preencha \"filtro\": os serviços listam acionamentos só por status, pelo número da \
                                  autorização ou pelo do sinistro.";

/// The codes of several statuses, each once.
///
/// # Errors
/// `BAD_USER_INPUT`: there is none, too many, or one is invalid.
pub(in crate::schema) fn statuses(name: &str, codes: &[ID]) -> Result<Vec<String>, Error> {
    if codes.is_empty() {
        return Err(Error::bad_user_input(format!("\"{name}\" deve ter pelo menos um status.")));
    }
    if codes.len() > MAX_STATUSES {
        return Err(Error::bad_user_input(format!(
            "\"{name}\" pode ter no máximo {MAX_STATUSES} status: cada um é uma chamada aos serviços."
        )));
    }
    let mut statuses = Vec::with_capacity(codes.len());
    for code in codes {
        let status = text_argument(name, code)?;
        if !statuses.contains(&status) {
            statuses.push(status);
        }
    }
    Ok(statuses)
}

impl PeriodoAcionamentos {
    /// The period of the argument `name`.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: it has neither end, or ends before it begins.
    pub(in crate::schema) fn parse(&self, name: &str) -> Result<RowPeriod, Error> {
        if self.de.is_none() && self.ate.is_none() {
            return Err(Error::bad_user_input(format!("\"{name}\" deve ter \"de\" ou \"ate\".")));
        }
        if self.de.zip(self.ate).is_some_and(|(first, last)| first > last) {
            return Err(Error::bad_user_input(format!("\"{name}\" termina antes de começar.")));
        }
        Ok(RowPeriod {
            por: self.por,
            first: self.de.map_or(NaiveDate::MIN, |day| day.0),
            last: self.ate.map_or(NaiveDate::MAX, |day| day.0),
        })
    }
}

impl RowFilter {
    /// Whether it selects a row.
    pub fn selects(&self, row: &Row<'_>) -> bool {
        let Self { sinistro, autorizacao, statuses, seguradora, segurado, period, usuario } = self;
        statuses.as_ref().is_none_or(|codes| codes.iter().any(|code| **code == *row.cd_status))
            && seguradora.as_ref().is_none_or(|code| **code == *row.cd_seguradora)
            && period.as_ref().is_none_or(|period| period.contains(row))
            && segurado.as_ref().is_none_or(|tax_id| tax_id.is_of_row(&row.nr_cpf_cnpj))
            && sinistro.as_ref().is_none_or(|number| is_same_number(number, &row.nr_sinistro))
            && autorizacao.as_ref().is_none_or(|number| {
                // A service may list rows without it.
                row.nr_autorizacao.as_deref().is_none_or(|of_row| is_same_number(number, of_row))
            })
            && usuario.as_ref().is_none_or(|name| has_event_of(name, row))
    }
}

impl RowPeriod {
    fn contains(&self, row: &Row<'_>) -> bool {
        let day = match self.por {
            DataAcionamento::Abertura => Some(calendar::date(row.dt_abertura.to_utc())),
            DataAcionamento::Ocorrencia => row.dt_ocorrencia.into_option(),
            DataAcionamento::Faturamento => row.dt_faturamento.into_option(),
        };
        day.is_some_and(|day| (self.first..=self.last).contains(&day))
    }
}

fn has_event_of(usuario: &str, row: &Row<'_>) -> bool {
    row.historico.iter().any(|event| event.nm_usuario.as_deref().is_some_and(|name| name.trim() == usuario))
}
