//! `fan`: the least that a gateway can do. It makes the calls of an operation at once and streams their answers back as
//! they are, one after the other. Nothing is read, nothing is understood.

use std::{collections::HashMap, convert::Infallible, net::SocketAddr, sync::Arc};

use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, future::join_all, stream};
use http_body_util::{BodyExt as _, BodyStream, Full, StreamBody, combinators::BoxBody};
use hyper::{
    Request, Response,
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

use crate::{Outcome, operation};

type Body = BoxBody<Bytes, hyper::Error>;

struct Fan {
    client: Client<HttpConnector, Full<Bytes>>,
    /// The calls of each operation, by the path that asks for it.
    calls: HashMap<String, Vec<(hyper::Uri, Bytes)>>,
}

pub(crate) async fn serve(listen: SocketAddr, upstream: SocketAddr) -> Outcome<()> {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    let client = Client::builder(TokioExecutor::new()).build(connector);
    let mut calls = HashMap::new();
    for operation in &operation::ALL {
        let of_one = operation
            .calls()
            .into_iter()
            .map(|(path, body)| Ok((format!("http://{upstream}{path}").parse()?, Bytes::from(body))));
        calls.insert(format!("/{}", operation.name), of_one.collect::<Outcome<Vec<_>>>()?);
    }
    let fan = Arc::new(Fan { client, calls });
    let listener = TcpListener::bind(listen).await?;
    accept(listener, || {
        let fan = Arc::clone(&fan);
        service_fn(move |request| respond(Arc::clone(&fan), request))
    })
    .await;
    Ok(())
}

/// Serves each connection for as long as it lasts.
pub(crate) async fn accept<S, B>(listener: TcpListener, service: impl Fn() -> S)
where
    S: HttpService<Incoming, ResBody = B, Error = Infallible> + Send + 'static,
    S::Future: Send,
    B: hyper::body::Body<Data = Bytes, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
{
    while let Ok((stream, _)) = listener.accept().await {
        // Some kernel that cannot do this is slower and no less right.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service());
        tokio::spawn(async move { drop(connection.await) });
    }
}

async fn respond(fan: Arc<Fan>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let authorization = request.headers().get(header::AUTHORIZATION).cloned();
    let Some(calls) = fan.calls.get(request.uri().path()) else { return Ok(failed(404)) };
    // What was sent is not needed, but has to be read.
    drop(request.into_body().collect().await);
    let answers = join_all(calls.iter().map(|(uri, body)| {
        let mut call = Request::post(uri.clone()).header(header::CONTENT_TYPE, "application/json");
        if let Some(authorization) = &authorization {
            call = call.header(header::AUTHORIZATION, authorization);
        }
        let call = call.body(Full::new(body.clone()));
        async { Ok::<_, Box<dyn std::error::Error + Send + Sync>>(fan.client.request(call?).await?) }
    }));
    let Ok(mut answers) = answers.await.into_iter().collect::<Result<Vec<_>, _>>() else { return Ok(failed(502)) };
    let body = match (answers.pop(), answers.is_empty()) {
        (Some(only), true) => BoxBody::new(only.into_body()),
        (last, _) => {
            let all = stream::iter(answers.into_iter().chain(last));
            let frames = all.flat_map(|answer| BodyStream::new(answer.into_body()));
            // Trailers have no place in the middle.
            let frames = frames.map_ok(|frame| Frame::data(frame.into_data().unwrap_or_default()));
            BoxBody::new(StreamBody::new(frames))
        }
    };
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

fn failed(status: u16) -> Response<Body> {
    let mut response = Response::new(BoxBody::new(Full::default().map_err(|never| match never {})));
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or_default();
    response
}
