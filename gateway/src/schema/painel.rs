//! The figures of the dashboard.

use std::{ops::RangeInclusive, sync::Arc};

use contract::{
    Call,
    painel::{
        self as wire, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    value::Integer,
};
use macros::object;

use super::{
    acionamento::Status,
    error::Error,
    executor::{Context, Resolved},
    scalars::{Decimal, count},
    seguradora::Seguradora,
};
use crate::{
    loaders::painel::{
        AbertosHojeLoader, AbertosNoMesLoader, FaturadosNoMesLoader, StatusPorSeguradoraLoader, TotaisPorStatusLoader,
        TotalDeSeguradorasLoader,
    },
    upstream::lists::{RowRef, TotaisMensais, TotaisPorSeguradora},
};

/// The years that have totals.
const YEARS: RangeInclusive<i32> = 2000..=2100;
/// The months of a year.
const MONTHS: RangeInclusive<i32> = 1..=12;
/// Capacity for an insurer's totals: it rarely has more statuses.
const USUAL_STATUSES: usize = 8;

/// The root fields of the dashboard.
#[derive(Default)]
pub struct PainelQuery;

/// The same as subscriptions.
#[derive(Default)]
pub struct PainelSubscription;

/// The figures of the dashboard. Each field reads its own.
#[derive(Default)]
pub struct Painel;

/// Number and value of acionamentos.
#[object]
pub struct Total {
    /// Number of acionamentos.
    quantidade: i32,
    /// Sum of their values in BRL; null if the services do not send it.
    valor: Result<Option<Decimal>, Error>,
}

/// The acionamentos of an insurer in one status: a row of the services' response, its count checked.
pub struct TotalPorStatus {
    of: RowRef<TotaisPorSeguradora>,
    quantidade: i32,
}

/// The acionamentos of a month in one status: a row of the services' response, its numbers checked.
pub struct TotalMensal {
    of: RowRef<TotaisMensais>,
    mes: i32,
    quantidade: i32,
}

/// The acionamentos of one insurer, by status. Never empty.
pub struct TotaisDaSeguradora(Vec<TotalPorStatus>);

#[object]
impl PainelQuery {
    /// The figures of the dashboard. One call to the services for each selected field.
    fn painel(&self) -> Painel {
        Painel
    }

    /// Number of acionamentos opened in each month of a year, by their current status.
    ///
    /// One call to the services for each year.
    #[loads(TotaisPorStatusLoader)]
    fn totais_por_status(
        &self,
        context: &Context<'_>,
        /// The year, 2000 to 2100.
        ano: i32,
    ) -> Resolved<Option<Vec<TotalMensal>>> {
        context.authenticated()?;
        if !YEARS.contains(&ano) {
            return Err(Error::bad_user_input("\"ano\" deve estar entre 2000 e 2100.").into());
        }
        let totals = context.load(&TotaisPorStatusLoader { ano })?;
        Ok(Some(by_month(&totals).ok_or_else(|| Error::out_of_range(TotalStatusAcionamentoAno::PATH))?))
    }
}

#[object]
impl PainelSubscription {
    /// The figures of the dashboard: at once, and whenever a selected one changes.
    fn painel(&self) -> Painel {
        PainelQuery.painel()
    }

    /// Number of acionamentos opened in each month of a year, by their current status: at once, and whenever one changes.
    #[loads(TotaisPorStatusLoader)]
    fn totais_por_status(
        &self,
        context: &Context<'_>,
        /// The year, 2000 to 2100.
        ano: i32,
    ) -> Resolved<Option<Vec<TotalMensal>>> {
        PainelQuery.totais_por_status(context, ano)
    }
}

/// The current figures of the dashboard. "Today" and "this month" are those of São Paulo.
///
/// Each field is one call to the services; all run at the same time. If a service fails, its field is null with an error,
/// and the others are not affected.
#[object]
impl Painel {
    /// The acionamentos opened today.
    #[loads(AbertosHojeLoader)]
    fn abertos_hoje(&self, context: &Context<'_>) -> Resolved<Option<Total>> {
        Ok(Some(Total::of::<TotalAcionamentoAbertosDia>(&*context.load(&AbertosHojeLoader)?)?))
    }

    /// The acionamentos opened this month.
    #[loads(AbertosNoMesLoader)]
    fn abertos_no_mes(&self, context: &Context<'_>) -> Resolved<Option<Total>> {
        Ok(Some(Total::of::<TotalAcionamentoAbertosMes>(&*context.load(&AbertosNoMesLoader)?)?))
    }

    /// The acionamentos billed this month.
    #[loads(FaturadosNoMesLoader)]
    fn faturados_no_mes(&self, context: &Context<'_>) -> Resolved<Option<Total>> {
        Ok(Some(Total::of::<TotalAcionamentoFaturadosMes>(&*context.load(&FaturadosNoMesLoader)?)?))
    }

    /// Number of active insurers.
    #[loads(TotalDeSeguradorasLoader)]
    fn seguradoras(&self, context: &Context<'_>) -> Resolved<Option<i32>> {
        Ok(Some(count(context.load(&TotalDeSeguradorasLoader)?.qt_total, TotalSeguradoras::PATH)?))
    }

    /// The acionamentos opened this month, by insurer and status. Insurers without any are left out.
    #[loads(StatusPorSeguradoraLoader)]
    fn status_por_seguradora_no_mes(&self, context: &Context<'_>) -> Resolved<Option<Vec<TotaisDaSeguradora>>> {
        let totals = context.load(&StatusPorSeguradoraLoader)?;
        Ok(Some(by_seguradora(&totals).ok_or_else(|| Error::out_of_range(TotalStatusSeguradorasMes::PATH))?))
    }

    /// Number of acionamentos opened in each month of a year, by their current status. The same as `totaisPorStatus` of the
    /// query: a subscription has one root field, and this lets it follow both.
    #[loads(TotaisPorStatusLoader)]
    fn totais_por_status(
        &self,
        context: &Context<'_>,
        /// The year, 2000 to 2100.
        ano: i32,
    ) -> Resolved<Option<Vec<TotalMensal>>> {
        PainelQuery.totais_por_status(context, ano)
    }
}

/// The acionamentos of one insurer, by status.
#[object]
impl TotaisDaSeguradora {
    /// The insurer. `id` and `nome` need no further call; the other fields come from the list of insurers.
    fn seguradora(&self) -> Seguradora<'_> {
        let row = self.0[0].of.row();
        Seguradora::CodeAndName { code: &row.cd_seguradora, name: &row.nm_seguradora }
    }

    /// Its totals, one for each status that has acionamentos.
    fn totais(&self) -> &[TotalPorStatus] {
        &self.0
    }
}

/// The acionamentos in one status.
#[object]
impl TotalPorStatus {
    /// The status.
    fn status(&self) -> Status<'_> {
        Status::new(&self.of.row().cd_status, &self.of.row().ds_status)
    }

    /// Number of acionamentos.
    fn quantidade(&self) -> i32 {
        self.quantidade
    }

    /// Sum of their values in BRL; null if the services do not send it.
    fn valor(&self) -> Result<Option<Decimal>, Error> {
        Ok(self.of.row().vl_total.read()?.copied().map(Decimal::from))
    }
}

/// The acionamentos opened in one month that are in one status now. Months and statuses without any are left out.
#[object]
impl TotalMensal {
    /// The month, 1 to 12.
    fn mes(&self) -> i32 {
        self.mes
    }

    /// The status.
    fn status(&self) -> Status<'_> {
        Status::new(&self.of.row().cd_status, &self.of.row().ds_status)
    }

    /// Number of acionamentos.
    fn quantidade(&self) -> i32 {
        self.quantidade
    }

    /// Sum of their values in BRL; null if the services do not send it.
    fn valor(&self) -> Result<Option<Decimal>, Error> {
        Ok(self.of.row().vl_total.read()?.copied().map(Decimal::from))
    }
}

/// The totals of a year. `None` if a count is out of range, or there is no such month.
fn by_month(list: &Arc<TotaisMensais>) -> Option<Vec<TotalMensal>> {
    let total = |of: RowRef<TotaisMensais>| {
        let count = |number: Integer| i32::try_from(number.0).ok();
        let mes = count(of.row().nr_mes).filter(|mes| MONTHS.contains(mes))?;
        let quantidade = count(of.row().qt_total)?;
        Some(TotalMensal { of, mes, quantidade })
    };
    RowRef::all(list).map(total).collect()
}

/// Groups the rows by insurer, in order of first appearance. `None` if a count is out of range.
fn by_seguradora(list: &Arc<TotaisPorSeguradora>) -> Option<Vec<TotaisDaSeguradora>> {
    let mut groups: Vec<TotaisDaSeguradora> = Vec::new();
    for of in RowRef::all(list) {
        let total = TotalPorStatus { quantidade: i32::try_from(of.row().qt_total.0).ok()?, of };
        // The rows of one insurer are usually adjacent.
        match groups.iter_mut().rfind(|group| group.0[0].of.row().cd_seguradora == total.of.row().cd_seguradora) {
            Some(group) => group.0.push(total),
            None => {
                let mut totals = Vec::with_capacity(USUAL_STATUSES);
                totals.push(total);
                groups.push(TotaisDaSeguradora(totals));
            }
        }
    }
    Some(groups)
}

impl Total {
    fn of<C: Call<Data = wire::Total>>(total: &wire::Total) -> Result<Self, Error> {
        let valor = total.vl_total.read().map(|valor| valor.copied().map(Decimal::from));
        Ok(Self { quantidade: count(total.qt_total, C::PATH)?, valor: valor.map_err(Error::from) })
    }
}
