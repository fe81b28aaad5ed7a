//! Subscriptions: what they send and when, over each transport.

mod events;
mod limits;
mod transports;
pub(crate) mod websocket;

use std::time::Duration;

use axum::{body::BodyDataStream, extract::Request, http::header, response::Response};
use contract::{
    painel::{Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes},
    value::Money,
};
use futures_util::{FutureExt as _, StreamExt as _};
use gateway::schema::subscriptions::SubscriptionSettings;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{
    kit::{Gateway, GatewayParts, Shared, TEST_TIMEOUT, default_parts, eventually, graphql},
    stub::{Answer, Stub, StubBuilder, stub},
};

/// A subscription to a figure that a test changes.
const ABERTOS_HOJE: &str = "subscription { painel { abertosHoje { quantidade } } }";

/// An interval that no test waits for.
pub(crate) const NEVER: Duration = Duration::from_secs(300);
/// An interval that every test waits for.
const OFTEN: Duration = Duration::from_millis(10);

pub(crate) fn settings(interval: Duration) -> SubscriptionSettings {
    SubscriptionSettings { interval, ..SubscriptionSettings::default() }
}

pub(crate) fn parts(subscriptions: SubscriptionSettings) -> GatewayParts {
    GatewayParts { subscriptions, ..default_parts() }
}

/// A figure of the services.
#[derive(Clone, Default)]
struct Figure(Shared<i64>);

impl Figure {
    fn set(&self, value: i64) {
        self.0.set(value);
    }

    fn total(&self) -> Answer<Total> {
        let count = self.0.get();
        Answer::Data(Total { qt_total: count.into(), vl_total: Some(Money::from_centavos(count)).into() })
    }

    /// Services with this figure, and one that stays the same.
    fn services(&self) -> StubBuilder {
        let figure = self.clone();
        stub()
            .on::<TotalAcionamentoAbertosDia>(move |_| figure.total())
            .on::<TotalAcionamentoAbertosMes>(|_| Figure::default().total())
    }
}

fn abertos_hoje(quantidade: i64) -> Value {
    json!({ "data": { "painel": { "abertosHoje": { "quantidade": quantidade } } } })
}

/// A request as `POST /graphql` with a session.
fn request(token: &str, accept: &str, parameters: &Value) -> Request {
    graphql(&[("accept", accept), ("authorization", &format!("Bearer {token}"))], parameters)
}

/// Subscribes by server-sent events.
pub(crate) async fn subscribe(gateway: &Gateway, token: &str, query: &str, variables: Value) -> Events {
    let parameters = json!({ "query": query, "variables": variables });
    Events::of(gateway.open(request(token, "text/event-stream", &parameters)).await)
}

pub(crate) struct Events {
    body: BodyDataStream,
    text: String,
}

impl Events {
    pub(crate) fn of(response: Response) -> Self {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream; charset=utf-8");
        Self { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next event or comment; `None` at the end.
    async fn next_block(&mut self) -> Option<String> {
        let read = async {
            loop {
                if let Some((block, rest)) = self.text.split_once("\n\n") {
                    let block = block.to_owned();
                    self.text = rest.to_owned();
                    return Some(block);
                }
                let chunk = self.body.next().await?.unwrap();
                self.text.push_str(str::from_utf8(&chunk).unwrap());
            }
        };
        timeout(TEST_TIMEOUT, read).await.expect("an event or the end")
    }

    /// The next event as its name and data; `None` at the end. Comments are skipped.
    pub(crate) async fn event(&mut self) -> Option<(String, String)> {
        let read = async {
            loop {
                let block = self.next_block().await?;
                if block != ":" {
                    let (name, data) = block.strip_prefix("event: ").unwrap().split_once("\ndata:").unwrap();
                    return Some((name.to_owned(), data.trim_start().to_owned()));
                }
            }
        };
        // Comments come for as long as the stream is open.
        timeout(TEST_TIMEOUT, read).await.expect("an event or the end")
    }

    pub(crate) async fn next(&mut self) -> Value {
        let (name, data) = self.event().await.expect("an event");
        assert_eq!(name, "next");
        serde_json::from_str(&data).unwrap()
    }

    /// The codes of the failure that ends the stream.
    pub(crate) async fn failure(&mut self) -> Vec<String> {
        let failure = self.next().await;
        assert_eq!(self.event().await, Some(("complete".to_owned(), String::new())));
        assert_eq!(self.event().await, None);
        let errors = failure["errors"].as_array().unwrap();
        errors.iter().map(|error| error["extensions"]["code"].as_str().unwrap().to_owned()).collect()
    }

    /// Reads until `then` completes; returns whether no event came.
    async fn is_silent_until(&mut self, then: impl Future<Output = ()>) -> bool {
        tokio::select! {
            biased;
            _ = self.event() => false,
            () = then => true,
        }
    }

    /// Whether nothing has arrived.
    fn is_silent(&mut self) -> bool {
        self.text.is_empty() && self.body.next().now_or_never().is_none()
    }
}

/// Waits until the services were called so often.
async fn calls(stub: &Stub, count: usize) {
    eventually(async || stub.seen().len() >= count).await;
}
