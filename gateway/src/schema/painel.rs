//! The figures of the dashboard.

use std::{ops::RangeInclusive, sync::Arc};

use contract::{
    Call,
    painel::{
        self as wire, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
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
    loaders::LoadedOnce,
    upstream::lists::{RowRef, TotaisMensais, TotaisPorSeguradora},
};

/// The years that have totals.
const YEARS: RangeInclusive<i32> = 2000..=2100;
/// The months of a year.
const MONTHS: RangeInclusive<i32> = 1..=12;
/// Capacity for an insurer's totals: it rarely has more statuses.
const USUAL_STATUSES: usize = 8;

/// The root fields of the dashboard, of queries and of subscriptions.
#[derive(Default)]
pub struct PainelQuery;

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

/// The acionamentos of an insurer in one status: a row of the services' response.
pub struct TotalPorStatus(RowRef<TotaisPorSeguradora>);

/// The acionamentos of a month in one status: a row of the services' response.
pub struct TotalMensal(RowRef<TotaisMensais>);

/// The acionamentos of one insurer, by status. Never empty.
pub struct TotaisDaSeguradora {
    totais: Vec<TotalPorStatus>,
}

#[object]
impl PainelQuery {
    /// The figures of the dashboard. One call to the services for each selected field.
    fn painel(&self) -> Painel {
        Painel
    }

    /// Number of acionamentos opened in each month of a year, by their current status.
    ///
    /// One call to the services for each year.
    #[loads(TotalStatusAcionamentoAno)]
    fn totais_por_status(
        &self,
        context: &Context<'_>,
        /// The year, 2000 to 2100.
        ano: i32,
    ) -> Resolved<Option<Vec<TotalMensal>>> {
        if !YEARS.contains(&ano) {
            return Err(Error::bad_user_input("\"ano\" deve estar entre 2000 e 2100.").into());
        }
        Ok(Some(RowRef::all(&context.load(&TotalStatusAcionamentoAno { ano })?).map(TotalMensal).collect()))
    }
}

/// The current figures of the dashboard. "Today" and "this month" are those of São Paulo.
///
/// Each field is one call to the services; all run at the same time. If a service fails, its field is null with an error,
/// and the others are not affected.
#[object]
impl Painel {
    /// The acionamentos opened today.
    #[loads(TotalAcionamentoAbertosDia)]
    fn abertos_hoje(&self, context: &Context<'_>) -> Resolved<Option<Total>> {
        Total::load(context, &TotalAcionamentoAbertosDia {})
    }

    /// The acionamentos opened this month.
    #[loads(TotalAcionamentoAbertosMes)]
    fn abertos_no_mes(&self, context: &Context<'_>) -> Resolved<Option<Total>> {
        Total::load(context, &TotalAcionamentoAbertosMes {})
    }

    /// The acionamentos billed this month.
    #[loads(TotalAcionamentoFaturadosMes)]
    fn faturados_no_mes(&self, context: &Context<'_>) -> Resolved<Option<Total>> {
        Total::load(context, &TotalAcionamentoFaturadosMes {})
    }

    /// Number of active insurers.
    #[loads(TotalSeguradoras)]
    fn seguradoras(&self, context: &Context<'_>) -> Resolved<Option<i32>> {
        Ok(Some(count(context.load(&TotalSeguradoras {})?.qt_total, TotalSeguradoras::PATH)?))
    }

    /// The acionamentos opened this month, by insurer and status. Insurers without any are left out.
    #[loads(TotalStatusSeguradorasMes)]
    fn status_por_seguradora_no_mes(&self, context: &Context<'_>) -> Resolved<Option<Vec<TotaisDaSeguradora>>> {
        Ok(Some(by_seguradora(&context.load(&TotalStatusSeguradorasMes {})?)))
    }

    /// Number of acionamentos opened in each month of a year, by their current status. The same as `totaisPorStatus` of the
    /// query: a subscription has one root field, and this lets it follow both.
    #[loads(TotalStatusAcionamentoAno)]
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
        let row = self.totais[0].0.row();
        Seguradora::InRow { code: &row.cd_seguradora, name: &row.nm_seguradora }
    }

    /// Its totals, one for each status that has acionamentos.
    fn totais(&self) -> Vec<&TotalPorStatus> {
        self.totais.iter().collect()
    }
}

/// The acionamentos in one status.
#[object]
impl TotalPorStatus {
    /// The status.
    fn status(&self) -> Status<'_> {
        Status::new(&self.0.row().cd_status, &self.0.row().ds_status)
    }

    /// Number of acionamentos.
    fn quantidade(&self) -> Result<i32, Error> {
        count(self.0.row().qt_total, TotalStatusSeguradorasMes::PATH)
    }

    /// Sum of their values in BRL; null if the services do not send it.
    fn valor(&self) -> Result<Option<Decimal>, Error> {
        Ok(self.0.row().vl_total.read()?.copied().map(Decimal::from))
    }
}

/// The acionamentos opened in one month that are in one status now. Months and statuses without any are left out.
#[object]
impl TotalMensal {
    /// The month, 1 to 12.
    fn mes(&self) -> Result<i32, Error> {
        let mes = count(self.0.row().nr_mes, TotalStatusAcionamentoAno::PATH)?;
        if MONTHS.contains(&mes) { Ok(mes) } else { Err(Error::out_of_range(TotalStatusAcionamentoAno::PATH)) }
    }

    /// The status.
    fn status(&self) -> Status<'_> {
        Status::new(&self.0.row().cd_status, &self.0.row().ds_status)
    }

    /// Number of acionamentos.
    fn quantidade(&self) -> Result<i32, Error> {
        count(self.0.row().qt_total, TotalStatusAcionamentoAno::PATH)
    }

    /// Sum of their values in BRL; null if the services do not send it.
    fn valor(&self) -> Result<Option<Decimal>, Error> {
        Ok(self.0.row().vl_total.read()?.copied().map(Decimal::from))
    }
}

/// Groups the rows by insurer, in order of first appearance.
fn by_seguradora(list: &Arc<TotaisPorSeguradora>) -> Vec<TotaisDaSeguradora> {
    let mut groups: Vec<TotaisDaSeguradora> = Vec::new();
    for total in RowRef::all(list).map(TotalPorStatus) {
        // The rows of one insurer are usually adjacent.
        match groups.iter_mut().rfind(|group| group.totais[0].0.row().cd_seguradora == total.0.row().cd_seguradora) {
            Some(group) => group.totais.push(total),
            None => {
                let mut totais = Vec::with_capacity(USUAL_STATUSES);
                totais.push(total);
                groups.push(TotaisDaSeguradora { totais });
            }
        }
    }
    groups
}

impl Total {
    fn load<C: LoadedOnce<Data = wire::Total>>(context: &Context<'_>, call: &C) -> Resolved<Option<Self>> {
        let total = context.load(call)?;
        let valor = total.vl_total.read().map(|valor| valor.copied().map(Decimal::from));
        Ok(Some(Self { quantidade: count(total.qt_total, C::PATH)?, valor: valor.map_err(Error::from) }))
    }
}
