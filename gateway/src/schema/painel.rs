//! The figures of the dashboard.

pub(super) mod rows;

use std::{ops::RangeInclusive, sync::Arc};

use async_graphql::{Context, Object, SimpleObject};
use services::wire::{
    Call,
    painel::{
        self as wire, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    value::Integer,
};

use super::{
    acionamento::Status,
    error::Error,
    loaders,
    rows::{Rows, Single},
    scalars::{Decimal, count, out_of_range},
    seguradora::Seguradora,
};
use crate::upstream::lists::{Placed, TotaisMensais, TotaisPorSeguradora};

/// The years that there are totals of.
const YEARS: RangeInclusive<i32> = 2000..=2100;
/// An insurer hardly ever has acionamentos in more statuses than these.
const USUAL_STATUSES: usize = 8;

/// The dashboard's part of the queries.
#[derive(Default)]
pub struct PainelQuery;

/// The figures of the dashboard; nothing is read until one is asked for.
#[derive(Default)]
pub struct Painel;

/// A count of acionamentos and what they are worth.
#[derive(SimpleObject)]
pub struct Total {
    /// How many.
    quantidade: i32,
    /// Sum of their values in BRL; null where the services do not say.
    valor: Option<Decimal>,
}

/// The acionamentos of an insurer in one status: a row of the services' answer, whose numbers are in range.
pub struct TotalPorStatus {
    of: Placed<TotaisPorSeguradora>,
    quantidade: i32,
}

/// The acionamentos of a month in one status: the same of another answer.
pub struct TotalMensal {
    of: Placed<TotaisMensais>,
    mes: i32,
    quantidade: i32,
}

/// The acionamentos of one insurer, by status: never empty.
pub struct TotaisDaSeguradora(Vec<TotalPorStatus>);

#[Object]
impl PainelQuery {
    /// The figures of the dashboard. Costs one call to the services for each field that is asked for.
    async fn painel(&self) -> Single<Painel> {
        Single(Painel)
    }

    /// How many acionamentos were opened in each month of a year, by the status that they have now.
    ///
    /// Costs one call to the services for each year.
    async fn totais_por_status(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The year, 2000 to 2100.")] ano: i32,
    ) -> Option<Result<Rows<TotalMensal>, Error>> {
        Some(totais_por_status(ctx, ano).await)
    }
}

async fn totais_por_status(ctx: &Context<'_>, ano: i32) -> Result<Rows<TotalMensal>, Error> {
    let loaders = loaders(ctx)?;
    if !YEARS.contains(&ano) {
        return Err(Error::bad_user_input("\"ano\" deve estar entre 2000 e 2100."));
    }
    let totals = loaders.totais_por_status(ano).await?;
    by_month(&totals).map(Rows).ok_or_else(|| out_of_range(TotalStatusAcionamentoAno::PATH))
}

/// The figures of the dashboard, as of now. "Today" and "this month" are those of São Paulo.
///
/// Each field is one call to the services, all of them at the same time. A service that fails costs its own field,
/// which is then null with an error; the others are answered.
#[Object]
impl Painel {
    /// The acionamentos opened today.
    async fn abertos_hoje(&self, ctx: &Context<'_>) -> Option<Result<Total, Error>> {
        Some(async { Total::of::<TotalAcionamentoAbertosDia>(&*loaders(ctx)?.abertos_hoje().await?) }.await)
    }

    /// The acionamentos opened this month.
    async fn abertos_no_mes(&self, ctx: &Context<'_>) -> Option<Result<Total, Error>> {
        Some(async { Total::of::<TotalAcionamentoAbertosMes>(&*loaders(ctx)?.abertos_no_mes().await?) }.await)
    }

    /// The acionamentos billed this month.
    async fn faturados_no_mes(&self, ctx: &Context<'_>) -> Option<Result<Total, Error>> {
        Some(async { Total::of::<TotalAcionamentoFaturadosMes>(&*loaders(ctx)?.faturados_no_mes().await?) }.await)
    }

    /// How many insurers are active.
    async fn seguradoras(&self, ctx: &Context<'_>) -> Option<Result<i32, Error>> {
        Some(async { count(loaders(ctx)?.total_de_seguradoras().await?.qt_total, TotalSeguradoras::PATH) }.await)
    }

    /// The acionamentos opened this month, by insurer and status. An insurer without any is left out.
    async fn status_por_seguradora_no_mes(&self, ctx: &Context<'_>) -> Option<Result<Rows<TotaisDaSeguradora>, Error>> {
        Some(status_por_seguradora_no_mes(ctx).await.map(Rows))
    }
}

async fn status_por_seguradora_no_mes(ctx: &Context<'_>) -> Result<Vec<TotaisDaSeguradora>, Error> {
    let totals = loaders(ctx)?.status_por_seguradora().await?;
    by_seguradora(&totals).ok_or_else(|| out_of_range(TotalStatusSeguradorasMes::PATH))
}

/// The acionamentos of one insurer, by status.
#[Object]
impl TotaisDaSeguradora {
    /// The insurer. `id` and `nome` come with the totals; the rest comes from the list of insurers, when asked for.
    async fn seguradora(&self) -> Seguradora {
        let (code, name) = self.seguradora_texts();
        Seguradora::named(code, name)
    }

    /// Its totals, one for each status that has any.
    async fn totais(&self) -> &[TotalPorStatus] {
        &self.0
    }
}

/// The acionamentos in one status.
#[Object]
impl TotalPorStatus {
    /// The status.
    async fn status(&self) -> Status {
        let (code, description) = self.status_texts();
        Status::new(code, description)
    }

    /// How many.
    async fn quantidade(&self) -> i32 {
        self.quantidade
    }

    /// Sum of their values in BRL; null where the services do not say.
    async fn valor(&self) -> Option<Decimal> {
        self.to_valor()
    }
}

/// The acionamentos that were opened in one month and are in one status now. A pair that has none is left out.
#[Object]
impl TotalMensal {
    /// The month, 1 to 12.
    async fn mes(&self) -> i32 {
        self.mes
    }

    /// The status.
    async fn status(&self) -> Status {
        let (code, description) = self.status_texts();
        Status::new(code, description)
    }

    /// How many.
    async fn quantidade(&self) -> i32 {
        self.quantidade
    }

    /// Sum of their values in BRL; null where the services do not say.
    async fn valor(&self) -> Option<Decimal> {
        self.to_valor()
    }
}

/// The totals of a year. `None` if a count is out of range.
fn by_month(list: &Arc<TotaisMensais>) -> Option<Vec<TotalMensal>> {
    let total = |of: Placed<TotaisMensais>| {
        let count = |number: Integer| i32::try_from(number.0).ok();
        let (mes, quantidade) = (count(of.row().nr_mes)?, count(of.row().qt_total)?);
        Some(TotalMensal { of, mes, quantidade })
    };
    Placed::all(list).map(total).collect()
}

/// Brings the rows of each insurer together, in the order in which the services named them first. `None` if a count is out
/// of range.
fn by_seguradora(list: &Arc<TotaisPorSeguradora>) -> Option<Vec<TotaisDaSeguradora>> {
    let mut groups: Vec<TotaisDaSeguradora> = Vec::new();
    for of in Placed::all(list) {
        let total = TotalPorStatus { quantidade: i32::try_from(of.row().qt_total.0).ok()?, of };
        // Those of one insurer usually stand together.
        match groups.iter_mut().rfind(|group| group.seguradora_texts().0 == &*total.of.row().cd_seguradora) {
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
    /// `None` if the count is out of range.
    fn new(total: &wire::Total) -> Option<Self> {
        Some(Self { quantidade: i32::try_from(total.qt_total.0).ok()?, valor: total.vl_total.map(Decimal::from) })
    }

    fn of<C: Call<Data = wire::Total>>(total: &wire::Total) -> Result<Self, Error> {
        Self::new(total).ok_or_else(|| out_of_range(C::PATH))
    }
}

impl TotaisDaSeguradora {
    /// Code and name of the insurer.
    fn seguradora_texts(&self) -> (&str, &str) {
        let row = self.0[0].of.row();
        (&row.cd_seguradora, &row.nm_seguradora)
    }
}

impl TotalPorStatus {
    fn status_texts(&self) -> (&str, &str) {
        let row = self.of.row();
        (&row.cd_status, &row.ds_status)
    }

    fn to_valor(&self) -> Option<Decimal> {
        self.of.row().vl_total.map(Decimal::from)
    }
}

impl TotalMensal {
    fn status_texts(&self) -> (&str, &str) {
        let row = self.of.row();
        (&row.cd_status, &row.ds_status)
    }

    fn to_valor(&self) -> Option<Decimal> {
        self.of.row().vl_total.map(Decimal::from)
    }
}
