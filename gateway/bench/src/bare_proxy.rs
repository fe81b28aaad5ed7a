//! `bare-proxy`, the lower bound: makes the calls of an operation, concurrently within a round, and streams the response
//! bodies back one after the other, without parsing.

use std::{collections::HashMap, convert::Infallible, net::SocketAddr, sync::Arc};

use bytes::Bytes;
use futures_util::{future::try_join_all, stream};
use http_body_util::{BodyExt as _, Full, StreamBody, combinators::BoxBody};
use hyper::{
    Method, Request, Response,
    body::{Frame, Incoming},
    header::{self, HeaderValue},
    server::conn::http1,
    service::{HttpService, service_fn},
};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use tokio::net::TcpListener;

use crate::{
    Fault, Result,
    operation::{self, CallToMake},
    variants,
};

type Body = BoxBody<Bytes, hyper::Error>;

struct BareProxy {
    client: Client<HttpConnector, Full<Bytes>>,
    /// The stages of calls of each operation, by request path.
    stages: HashMap<String, Vec<Vec<Prepared>>>,
}

struct Prepared {
    uri: hyper::Uri,
    body: Bytes,
}

pub(crate) async fn serve(listen: SocketAddr, upstream: SocketAddr) -> Result<()> {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    let client = Client::builder(TokioExecutor::new()).build(connector);
    let prepared = |CallToMake { path, body }: CallToMake| -> Result<Prepared> {
        Ok(Prepared { uri: format!("http://{upstream}{path}").parse()?, body: body.into() })
    };
    let mut stages = HashMap::new();
    for operation in operation::ALL.into_iter().chain(variants::operations()) {
        let of_one = (operation.stages)().into_iter().map(|stage| stage.into_iter().map(prepared).collect());
        stages.insert(format!("/{}", operation.name), of_one.collect::<Result<_>>()?);
    }
    let proxy = Arc::new(BareProxy { client, stages });
    let listener = TcpListener::bind(listen).await?;
    accept(listener, || {
        let proxy = Arc::clone(&proxy);
        service_fn(move |request| respond(Arc::clone(&proxy), request))
    })
    .await;
    Ok(())
}

/// Accepts and serves connections.
pub(crate) async fn accept<S, B>(listener: TcpListener, service: impl Fn() -> S)
where
    S: HttpService<Incoming, ResBody = B, Error = Infallible> + Send + 'static,
    S::Future: Send,
    B: hyper::body::Body<Data = Bytes, Error: Into<Fault>> + Send + 'static,
{
    while let Ok((stream, _)) = listener.accept().await {
        // A failure only costs time.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service());
        tokio::spawn(async move { drop(connection.await) });
    }
}

async fn respond(proxy: Arc<BareProxy>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let authorization = request.headers().get(header::AUTHORIZATION).cloned();
    let Some(stages) = proxy.stages.get(request.uri().path()) else { return Ok(failed(404)) };
    // Drain the request body.
    drop(request.into_body().collect().await);
    let mut pieces = Vec::new();
    for stage in stages {
        let answers = try_join_all(stage.iter().map(|call| proxy.call(call, authorization.as_ref()))).await;
        let Ok(answers) = answers else { return Ok(failed(502)) };
        pieces.extend(answers.into_iter().flatten());
    }
    let frames = stream::iter(pieces.into_iter().map(|piece| Ok(Frame::data(piece))));
    let mut response = Response::new(BoxBody::new(StreamBody::new(frames)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

impl BareProxy {
    /// Makes a call and returns the response body in chunks as received.
    async fn call(&self, call: &Prepared, authorization: Option<&HeaderValue>) -> Result<Vec<Bytes>> {
        let mut request = Request::new(Full::new(call.body.clone()));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = call.uri.clone();
        let headers = request.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(authorization) = authorization {
            headers.insert(header::AUTHORIZATION, authorization.clone());
        }
        let mut body = self.client.request(request).await?.into_body();
        let mut pieces = Vec::new();
        while let Some(frame) = body.frame().await {
            // Trailers are dropped.
            pieces.extend(frame?.into_data());
        }
        Ok(pieces)
    }
}

fn failed(status: u16) -> Response<Body> {
    let mut response = Response::new(BoxBody::new(Full::default().map_err(|never| match never {})));
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or_default();
    response
}
