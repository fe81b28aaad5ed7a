//! The figures of the dashboard.

mod rows;

use async_graphql::{Context, Object, SimpleObject};
use services::wire::{
    Call,
    painel::{
        self as wire, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
};

use super::{
    acionamento::Status,
    error::Error,
    loaders,
    rows::Rows,
    scalars::{Decimal, count},
    seguradora::Seguradora,
};

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

/// The acionamentos in one status.
#[derive(SimpleObject)]
pub struct TotalPorStatus {
    /// The status.
    status: Status,
    /// How many.
    quantidade: i32,
    /// Sum of their values in BRL; null where the services do not say.
    valor: Option<Decimal>,
}

/// The acionamentos that were opened in one month and are in one status now. A pair that has none is left out.
#[derive(SimpleObject)]
pub struct TotalMensal {
    /// The month, 1 to 12.
    mes: i32,
    /// The status.
    status: Status,
    /// How many.
    quantidade: i32,
    /// Sum of their values in BRL; null where the services do not say.
    valor: Option<Decimal>,
}

/// The acionamentos of one insurer, by status.
#[derive(SimpleObject)]
pub struct TotaisDaSeguradora {
    /// The insurer. `id` and `nome` come with the totals; the rest comes from the list of insurers, when asked for.
    seguradora: Seguradora,
    /// Its totals, one for each status that has any.
    totais: Vec<TotalPorStatus>,
}

#[Object]
impl PainelQuery {
    /// The figures of the dashboard. Costs one call to the services for each field that is asked for.
    async fn painel(&self) -> Painel {
        Painel
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
    if !(2000..=2100).contains(&ano) {
        return Err(Error::bad_user_input("\"ano\" deve estar entre 2000 e 2100."));
    }
    loaders.totais_por_status(ano).await?.iter().map(TotalMensal::try_from).collect::<Result<_, _>>().map(Rows)
}

/// The figures of the dashboard, as of now. "Today" and "this month" are those of São Paulo.
///
/// Each field is one call to the services, all of them at the same time. A service that fails costs its own field,
/// which is then null with an error; the others are answered.
#[Object]
impl Painel {
    /// The acionamentos opened today.
    async fn abertos_hoje(&self, ctx: &Context<'_>) -> Option<Result<Total, Error>> {
        Some(async { Total::new::<TotalAcionamentoAbertosDia>(&*loaders(ctx)?.abertos_hoje().await?) }.await)
    }

    /// The acionamentos opened this month.
    async fn abertos_no_mes(&self, ctx: &Context<'_>) -> Option<Result<Total, Error>> {
        Some(async { Total::new::<TotalAcionamentoAbertosMes>(&*loaders(ctx)?.abertos_no_mes().await?) }.await)
    }

    /// The acionamentos billed this month.
    async fn faturados_no_mes(&self, ctx: &Context<'_>) -> Option<Result<Total, Error>> {
        Some(async { Total::new::<TotalAcionamentoFaturadosMes>(&*loaders(ctx)?.faturados_no_mes().await?) }.await)
    }

    /// How many insurers are active.
    async fn seguradoras(&self, ctx: &Context<'_>) -> Option<Result<i32, Error>> {
        Some(async { count(loaders(ctx)?.total_de_seguradoras().await?.qt_total, TotalSeguradoras::PATH) }.await)
    }

    /// The acionamentos opened this month, by insurer and status. An insurer without any is left out.
    async fn status_por_seguradora_no_mes(&self, ctx: &Context<'_>) -> Option<Result<Rows<TotaisDaSeguradora>, Error>> {
        Some(async { by_seguradora(&loaders(ctx)?.status_por_seguradora().await?) }.await)
    }
}

/// Brings the rows of each insurer together, in the order in which the services named them first.
fn by_seguradora(rows: &[wire::TotalStatusSeguradora]) -> Result<Rows<TotaisDaSeguradora>, Error> {
    let mut groups: Vec<(&str, TotaisDaSeguradora)> = Vec::new();
    for row in rows {
        let total = TotalPorStatus {
            status: Status::new(&row.cd_status, &row.ds_status),
            quantidade: count(row.qt_total, TotalStatusSeguradorasMes::PATH)?,
            valor: row.vl_total.map(Decimal::from),
        };
        match groups.iter_mut().find(|(code, _)| *code == &*row.cd_seguradora) {
            Some((_, group)) => group.totais.push(total),
            None => {
                let seguradora = Seguradora::named(&row.cd_seguradora, &row.nm_seguradora);
                groups.push((&row.cd_seguradora, TotaisDaSeguradora { seguradora, totais: vec![total] }));
            }
        }
    }
    Ok(Rows(groups.into_iter().map(|(_, group)| group).collect()))
}

impl Total {
    fn new<C: Call<Data = wire::Total>>(total: &wire::Total) -> Result<Self, Error> {
        Ok(Self { quantidade: count(total.qt_total, C::PATH)?, valor: total.vl_total.map(Decimal::from) })
    }
}

impl TryFrom<&wire::TotalMensal> for TotalMensal {
    type Error = Error;

    fn try_from(row: &wire::TotalMensal) -> Result<Self, Error> {
        Ok(Self {
            mes: count(row.nr_mes, TotalStatusAcionamentoAno::PATH)?,
            status: Status::new(&row.cd_status, &row.ds_status),
            quantidade: count(row.qt_total, TotalStatusAcionamentoAno::PATH)?,
            valor: row.vl_total.map(Decimal::from),
        })
    }
}
