//! `plain-server`: a GraphQL server as in the crates' examples: async-graphql with its axum integration, reqwest for the calls, a
//! DataLoader for every relation. It supports the documents of the bench.

use std::{collections::HashMap, net::SocketAddr, sync::Arc};

use async_graphql::{
    ComplexObject, Context, EmptyMutation, EmptySubscription, Error, InputObject, Object, Result, Schema, SimpleObject,
    dataloader::{DataLoader, Loader},
    runtime::{TokioSpawner, TokioTimer},
};
use async_graphql_axum::{GraphQLRequest, GraphQLResponse};
use axum::{Router, extract::State, http::HeaderMap, routing::post};
use contract::{
    Call,
    acionamento::{self as wire, ListaAcionamentosByStatus},
    cpf_cnpj::CpfCnpj,
    painel::{
        self, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::{self, PesquisaSegurado},
    seguradora::ListaSeguradora,
};
use futures_util::future::try_join_all;

type Graph = Schema<Query, EmptyMutation, EmptySubscription>;

#[derive(Clone)]
struct App {
    schema: Graph,
    http: reqwest::Client,
    base: Arc<str>,
}

pub(crate) async fn serve(listen: SocketAddr, upstream: SocketAddr) -> crate::Result<()> {
    let app = App {
        schema: Schema::new(Query, EmptyMutation, EmptySubscription),
        http: reqwest::Client::builder().tls_backend_preconfigured(no_tls()).build()?,
        base: format!("http://{upstream}").into(),
    };
    let router = Router::new().route("/graphql", post(graphql)).with_state(app);
    axum::serve(tokio::net::TcpListener::bind(listen).await?, router).await?;
    Ok(())
}

/// reqwest requires a TLS configuration, which is not used here.
fn no_tls() -> rustls::ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    builder
        .expect("the provider has the default versions")
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth()
}

async fn graphql(State(app): State<App>, headers: HeaderMap, request: GraphQLRequest) -> GraphQLResponse {
    let authorization = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let services = Services { http: app.http, base: app.base, authorization: authorization.to_owned() };
    let loader = DataLoader::new(services.clone(), TokioSpawner::current(), TokioTimer::default());
    app.schema.execute(request.into_inner().data(services).data(loader)).await.into()
}

#[derive(Clone)]
struct Services {
    http: reqwest::Client,
    base: Arc<str>,
    authorization: String,
}

impl Services {
    async fn call<C: Call>(&self, call: &C) -> Result<C::Data> {
        let request = self.http.post(format!("{}{}", self.base, C::PATH)).header("authorization", &self.authorization);
        let body = request.json(call).send().await?.bytes().await?;
        let answer: Answer<C::Data> = serde_json::from_slice(&body)?;
        answer.data.ok_or_else(|| Error::new(answer.messages))
    }
}

#[derive(serde::Deserialize)]
struct Answer<T> {
    messages: String,
    data: Option<T>,
}

fn services<'a>(ctx: &Context<'a>) -> &'a Services {
    ctx.data_unchecked()
}

fn loader<'a>(ctx: &Context<'a>) -> &'a DataLoader<Services> {
    ctx.data_unchecked()
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct InsurerCode(String);
#[derive(Clone, PartialEq, Eq, Hash)]
struct ProcedureCode(String);

impl Loader<InsurerCode> for Services {
    type Value = String;
    type Error = Error;

    async fn load(&self, _: &[InsurerCode]) -> Result<HashMap<InsurerCode, String>> {
        let all = self.call(&ListaSeguradora {}).await?;
        Ok(all.into_iter().map(|one| (InsurerCode(one.cd_seguradora.0), one.nm_seguradora.0)).collect())
    }
}

impl Loader<ProcedureCode> for Services {
    type Value = Option<String>;
    type Error = Error;

    async fn load(&self, _: &[ProcedureCode]) -> Result<HashMap<ProcedureCode, Option<String>>> {
        let all = self.call(&ListaProcedimento {}).await?;
        Ok(all.into_iter().map(|one| (ProcedureCode(one.cd_procedimento.0), one.ds_categoria.into_option())).collect())
    }
}

impl Loader<CpfCnpj> for Services {
    type Value = segurado::Segurado;
    type Error = Error;

    async fn load(&self, keys: &[CpfCnpj]) -> Result<HashMap<CpfCnpj, segurado::Segurado>> {
        let one = async |key: &CpfCnpj| {
            Ok::<_, Error>((key.clone(), self.call(&PesquisaSegurado { cpf_cnpj: key.clone() }).await?))
        };
        Ok(try_join_all(keys.iter().map(one)).await?.into_iter().collect())
    }
}

struct Query;

#[derive(InputObject)]
struct Filtro {
    status: String,
}

#[Object]
impl Query {
    async fn seguradoras(&self, ctx: &Context<'_>) -> Result<Vec<Seguradora>> {
        let all = services(ctx).call(&ListaSeguradora {}).await?;
        Ok(all.into_iter().map(|one| Seguradora { nome: one.nm_seguradora.0 }).collect())
    }

    async fn acionamentos(
        &self,
        ctx: &Context<'_>,
        filtro: Filtro,
        first: usize,
        after: Option<String>,
    ) -> Result<Acionamentos> {
        let mut rows = services(ctx).call(&ListaAcionamentosByStatus { status: filtro.status }).await?;
        rows.sort_by_key(|row| std::cmp::Reverse(row.dt_abertura));
        let total = rows.len();
        let start: usize = after.map(|after| after.parse()).transpose()?.unwrap_or_default();
        let nodes = rows.into_iter().skip(start).take(first).map(Acionamento::from).collect();
        let page_info = PageInfo { end_cursor: (start + first).to_string() };
        Ok(Acionamentos { total_count: total, nodes, page_info })
    }

    async fn painel(&self) -> Painel {
        Painel
    }

    async fn totais_por_status(&self, ctx: &Context<'_>, ano: i32) -> Result<Vec<TotalMensal>> {
        let all = services(ctx).call(&TotalStatusAcionamentoAno { ano }).await?;
        let of_each = |row: painel::TotalMensal| TotalMensal {
            mes: row.nr_mes.0,
            status: Status { codigo: row.cd_status.0, descricao: row.ds_status.0 },
            quantidade: row.qt_total.0,
            valor: row.vl_total.into_option().map(|value| value.0.to_string()),
        };
        Ok(all.into_iter().map(of_each).collect())
    }
}

#[derive(SimpleObject)]
struct Seguradora {
    nome: String,
}

#[derive(SimpleObject)]
struct Acionamentos {
    total_count: usize,
    nodes: Vec<Acionamento>,
    page_info: PageInfo,
}

#[derive(SimpleObject)]
struct PageInfo {
    end_cursor: String,
}

#[derive(SimpleObject)]
#[graphql(complex)]
struct Acionamento {
    id: String,
    sinistro: String,
    autorizacao: Option<String>,
    aberto_em: String,
    ocorrido_em: Option<String>,
    valor_total: String,
    observacao: Option<String>,
    apolice: Option<String>,
    status: Status,
    segurado: Segurado,
    procedimentos: Vec<Realizado>,
    #[graphql(skip)]
    insurer: String,
}

#[ComplexObject]
impl Acionamento {
    async fn seguradora(&self, ctx: &Context<'_>) -> Result<Option<Seguradora>> {
        let name = loader(ctx).load_one(InsurerCode(self.insurer.clone())).await?;
        Ok(name.map(|nome| Seguradora { nome }))
    }
}

#[derive(SimpleObject)]
struct Status {
    codigo: String,
    descricao: String,
}

#[derive(SimpleObject)]
#[graphql(complex)]
struct Segurado {
    nome: String,
    #[graphql(skip)]
    cpf: CpfCnpj,
}

#[ComplexObject]
impl Segurado {
    async fn email(&self, ctx: &Context<'_>) -> Result<Option<String>> {
        Ok(loader(ctx).load_one(self.cpf.clone()).await?.and_then(|found| found.ds_email.into_option()))
    }
}

#[derive(SimpleObject)]
struct Realizado {
    procedimento: Procedimento,
    quantidade: i64,
    valor: String,
}

#[derive(SimpleObject)]
#[graphql(complex)]
struct Procedimento {
    id: String,
    descricao: String,
}

#[ComplexObject]
impl Procedimento {
    async fn categoria(&self, ctx: &Context<'_>) -> Result<Option<String>> {
        Ok(loader(ctx).load_one(ProcedureCode(self.id.clone())).await?.flatten())
    }
}

impl From<wire::Acionamento> for Acionamento {
    fn from(row: wire::Acionamento) -> Self {
        let of_each = |one: wire::ProcedimentoRealizado| Realizado {
            procedimento: Procedimento { id: one.cd_procedimento.0, descricao: one.ds_procedimento.0 },
            quantidade: one.qt_procedimento.0,
            valor: one.vl_procedimento.0.to_string(),
        };
        Self {
            id: row.cd_acionamento.0,
            sinistro: row.nr_sinistro.0,
            autorizacao: row.nr_autorizacao.into_option().map(|text| text.0),
            aberto_em: row.dt_abertura.to_rfc3339(),
            ocorrido_em: row.dt_ocorrencia.into_option().map(|day| day.to_string()),
            valor_total: row.vl_total.0.to_string(),
            observacao: row.ds_observacao.into_option(),
            apolice: row.nr_apolice.into_option().map(|text| text.0),
            status: Status { codigo: row.cd_status.0, descricao: row.ds_status.0 },
            segurado: Segurado { nome: row.nm_segurado.0, cpf: CpfCnpj::from_row(&row.nr_cpf_cnpj) },
            procedimentos: row.procedimentos.into_iter().map(of_each).collect(),
            insurer: row.cd_seguradora.0,
        }
    }
}

struct Painel;

#[derive(SimpleObject)]
struct Total {
    quantidade: i64,
    valor: Option<String>,
}

#[derive(SimpleObject)]
struct TotalMensal {
    mes: i64,
    status: Status,
    quantidade: i64,
    valor: Option<String>,
}

#[derive(SimpleObject)]
struct TotalPorStatus {
    status: Status,
    quantidade: i64,
    valor: Option<String>,
}

#[derive(SimpleObject)]
struct TotaisDaSeguradora {
    seguradora: Seguradora,
    totais: Vec<TotalPorStatus>,
}

impl From<painel::Total> for Total {
    fn from(total: painel::Total) -> Self {
        Self { quantidade: total.qt_total.0, valor: total.vl_total.into_option().map(|value| value.0.to_string()) }
    }
}

#[Object]
impl Painel {
    async fn abertos_hoje(&self, ctx: &Context<'_>) -> Result<Total> {
        Ok(services(ctx).call(&TotalAcionamentoAbertosDia {}).await?.into())
    }

    async fn abertos_no_mes(&self, ctx: &Context<'_>) -> Result<Total> {
        Ok(services(ctx).call(&TotalAcionamentoAbertosMes {}).await?.into())
    }

    async fn faturados_no_mes(&self, ctx: &Context<'_>) -> Result<Total> {
        Ok(services(ctx).call(&TotalAcionamentoFaturadosMes {}).await?.into())
    }

    async fn seguradoras(&self, ctx: &Context<'_>) -> Result<i64> {
        Ok(services(ctx).call(&TotalSeguradoras {}).await?.qt_total.0)
    }

    async fn status_por_seguradora_no_mes(&self, ctx: &Context<'_>) -> Result<Vec<TotaisDaSeguradora>> {
        let mut groups: Vec<(String, TotaisDaSeguradora)> = Vec::new();
        for row in services(ctx).call(&TotalStatusSeguradorasMes {}).await? {
            let total = TotalPorStatus {
                status: Status { codigo: row.cd_status.0, descricao: row.ds_status.0 },
                quantidade: row.qt_total.0,
                valor: row.vl_total.into_option().map(|value| value.0.to_string()),
            };
            match groups.iter_mut().find(|(code, _)| *code == row.cd_seguradora.0) {
                Some((_, group)) => group.totais.push(total),
                None => {
                    let seguradora = Seguradora { nome: row.nm_seguradora.0 };
                    groups.push((row.cd_seguradora.0, TotaisDaSeguradora { seguradora, totais: vec![total] }));
                }
            }
        }
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }
}
