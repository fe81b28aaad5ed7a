//! The stub upstream of all servers: prepared responses, a configurable latency, and a count of calls.

use std::{
    collections::HashMap,
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use contract::{
    Call,
    acionamento::{
        ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro, ListaAcionamentosByStatus, SalvaSinistroWeb,
    },
    envelope::Envelope,
    painel::{
        QuantidadeTotal, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, Response, body::Incoming, header, service::service_fn};
use serde::Serialize;
use serde_json::Value;
use tokio::time::sleep;

use crate::{Result, bare_proxy, fixtures};

/// Rows of the short and of the long list.
pub(crate) const SHORT: usize = 100;
pub(crate) const LONG: usize = 5000;
/// Number of insured in the list by insurer and status, and of its rows that reopen another.
pub(crate) const FEW: usize = 10;

/// The prepared responses.
struct Answers {
    by_path: HashMap<&'static str, Bytes>,
    by_key: HashMap<&'static str, ByKey>,
    calls: Arc<AtomicUsize>,
    /// Delay of each response.
    latency: Duration,
}

/// Responses of a path, by a field of the request.
struct ByKey {
    field: &'static str,
    answers: HashMap<String, Bytes>,
}

fn answers(calls: Arc<AtomicUsize>, latency: Duration) -> Result<Answers> {
    fn answer<T: Serialize>(data: T) -> Result<Bytes> {
        Ok(serde_json::to_vec(&Envelope::success(data))?.into())
    }
    let by_path = HashMap::from([
        (ListaSeguradora::PATH, answer(fixtures::seguradoras())?),
        (ListaProcedimento::PATH, answer(fixtures::procedimentos())?),
        (ListaAcionamentosByStatus::PATH, answer(fixtures::acionamentos(SHORT))?),
        (ListaAcionamentosBySeguradoraStatus::PATH, answer(fixtures::acionamentos_of_few(SHORT, FEW))?),
        (SalvaSinistroWeb::PATH, answer(fixtures::acionamentos(1).pop())?),
        (TotalAcionamentoAbertosDia::PATH, answer(fixtures::total())?),
        (TotalAcionamentoAbertosMes::PATH, answer(fixtures::total())?),
        (TotalAcionamentoFaturadosMes::PATH, answer(fixtures::total())?),
        (TotalSeguradoras::PATH, answer(QuantidadeTotal { qt_total: 18.into() })?),
        (TotalStatusAcionamentoAno::PATH, answer(fixtures::totais_mensais())?),
        (TotalStatusSeguradorasMes::PATH, answer(fixtures::totais_por_seguradora())?),
    ]);
    let insured = (0..SHORT).map(|number| Ok((fixtures::cpf(number), answer(fixtures::segurado(number))?)));
    let with_policies = (fixtures::cpf(SHORT), answer(fixtures::segurado_with_policies(SHORT))?);
    // The rows of the short list, and those that are reopened by rows of the other list.
    let acionamentos = fixtures::acionamentos(2 * SHORT).into_iter().enumerate();
    let acionamentos = acionamentos.map(|(number, row)| Ok((fixtures::sinistro(number), answer([row])?)));
    let long_list = ("FATURADO".to_owned(), answer(fixtures::acionamentos(LONG))?);
    let by_key = HashMap::from([
        (ListaAcionamentosByStatus::PATH, ByKey { field: "status", answers: HashMap::from([long_list]) }),
        (
            PesquisaSegurado::PATH,
            ByKey { field: "cpfCnpj", answers: insured.chain([Ok(with_policies)]).collect::<Result<_>>()? },
        ),
        (ListaAcionamentosBySinistro::PATH, ByKey { field: "sinistro", answers: acionamentos.collect::<Result<_>>()? }),
    ]);
    Ok(Answers { by_path, by_key, calls, latency })
}

/// Starts an upstream; returns its address and its count of calls.
pub(crate) async fn start(latency: Duration) -> Result<(SocketAddr, Arc<AtomicUsize>)> {
    let calls = Arc::<AtomicUsize>::default();
    let answers = Arc::new(answers(Arc::clone(&calls), latency)?);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let service = move |request| respond(Arc::clone(&answers), request);
    tokio::spawn(async move { bare_proxy::accept(listener, || service_fn(service.clone())).await });
    Ok((address, calls))
}

async fn respond(answers: Arc<Answers>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    answers.calls.fetch_add(1, Ordering::Relaxed);
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    if !answers.latency.is_zero() {
        sleep(answers.latency).await;
    }
    let path = parts.uri.path();
    let of_key = answers.by_key.get(path).and_then(|ByKey { field, answers }| {
        let call = serde_json::from_slice::<Value>(&body).ok()?;
        answers.get(call[field].as_str()?)
    });
    let found = of_key.or_else(|| answers.by_path.get(path));
    let mut response = Response::new(Full::new(found.cloned().unwrap_or_default()));
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    Ok(response)
}
