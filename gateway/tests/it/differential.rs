//! Differential tests: random documents run on the executor and on async-graphql, the reference execution, over services with
//! odd responses and many kinds of failure. Data must be equal to the byte, and errors equal.
//!
//! `DIFFERENTIAL_DOCUMENTS=100000 cargo test -p gateway --test it differential` runs more documents, `DIFFERENTIAL_SEED` other
//! ones.

mod compare;
mod fixed;
mod generate;
mod graph;
mod odd;
mod values;

use std::{collections::BTreeSet, env, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::{StreamExt as _, future::join_all, stream};
use serde_json::{Value, json};
use tokio::time::timeout;

use self::{
    compare::{Answer, Verdict, compare},
    generate::{Request, TYPENAME, request},
    graph::{Graph, Input, Place, QUERY, innermost},
};
use crate::{
    kit::{Gateway, GatewayParts, Setup, default_parts},
    stub::{Stub, StubBuilder},
};

/// Documents of a run by default: enough for the field that random documents get least often, the cursor of an edge.
const DOCUMENTS: u64 = 1500;

/// Both executors over the same services, each in a gateway of its own: a shared circuit breaker would connect their results.
struct Executors {
    reference: Gateway,
    ours: Gateway,
}

impl Executors {
    fn over(services: SocketAddr) -> Self {
        let parts = GatewayParts { is_reference_execution: true, ..default_parts() };
        Self { reference: Gateway::of(Setup { parts, ..Setup::over(services) }), ours: Gateway::over(services) }
    }

    /// The reference execution's response and the executor's.
    async fn ask_both(&self, token: Option<&str>, parameters: &Value) -> (Answer, Answer) {
        let ask = async |gateway: &Gateway| {
            let reply = timeout(Duration::from_secs(20), gateway.post(token, parameters)).await;
            let text = reply.expect("an answer within 20 s").text;
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}\n{parameters}"))
        };
        (ask(&self.reference).await, ask(&self.ours).await)
    }

    /// Runs a document on both executors. Returns their response, which must be the same.
    async fn agree(&self, token: Option<&str>, document: &str, variables: &Value) -> Answer {
        let (reference, other) = self.ask_both(token, &json!({ "query": document, "variables": variables })).await;
        let verdict = compare(&reference, &other);
        assert_eq!(verdict, Verdict::Same, "{document}\n{variables}\nthe reference: {reference}\nours: {other}");
        other
    }
}

async fn start(services: StubBuilder) -> (Stub, Executors) {
    let stub = services.start().await;
    let executors = Executors::over(stub.address);
    (stub, executors)
}

struct World {
    graph: Graph,
    cursors: Vec<String>,
    odd: (Stub, Executors),
    failing: Vec<Stub>,
    empty: (Stub, Executors),
    seed: u64,
}

impl World {
    async fn new(seed: u64) -> Self {
        let graph = Graph::read();
        let odd = start(odd::services()).await;
        let cursors = cursors(&graph, &odd.0).await;
        let failing = join_all((0..odd::FAILING).map(|number| odd::failing_services(number).start())).await;
        Self { graph, cursors, odd, failing, empty: start(odd::empty_services()).await, seed }
    }

    fn request(&self, number: u64) -> Request {
        request(&self.graph, &self.cursors, (self.seed << 32) + number)
    }

    async fn ask(&self, number: u64, request: &Request) -> (Answer, Answer) {
        let token = request.is_signed_in.then_some("token");
        match number % 20 {
            0..14 => self.odd.1.ask_both(token, &request.body()).await,
            14 => self.empty.1.ask_both(token, &request.body()).await,
            _ => {
                let failing = &self.failing[usize::try_from(number).unwrap() % odd::FAILING];
                Executors::over(failing.address).ask_both(token, &request.body()).await
            }
        }
    }
}

/// Cursors of the odd rows, in each order.
async fn cursors(graph: &Graph, stub: &Stub) -> Vec<String> {
    let Input::Enum(orders) = graph.input("OrdemAcionamentos") else { panic!("no enumeration") };
    let orders = orders.into_iter().map(|order| format!(", ordem: {order}"));
    let mut cursors = Vec::new();
    // Most documents give no order.
    for order in orders.chain(vec![String::new(); 6]) {
        let list = format!("acionamentos(filtro: {{ status: \"A\" }}{order}) {{ edges {{ cursor }} }}");
        let edges = &stub.ask(&format!("{{ {list} }}")).await.data()["acionamentos"]["edges"];
        cursors.extend([3, 20].map(|at: usize| edges[at]["cursor"].as_str().unwrap().to_owned()));
    }
    cursors
}

/// Runs the document with a number: its data, and whether both responses say the same.
async fn run(world: Arc<World>, number: u64) -> (Value, Verdict) {
    let request = world.request(number);
    let (reference, other) = world.ask(number, &request).await;
    let verdict = compare(&reference, &other);
    let is_invalid = |error: &Value| error["extensions"]["code"].to_string().starts_with("\"GRAPHQL_");
    let is_wrong = reference.errors.iter().any(is_invalid) || matches!(verdict, Verdict::Different(_));
    let (seed, text, variables) = (world.seed, &request.text, &request.variables);
    assert!(
        !is_wrong,
        "{verdict:?} in document {number} of DIFFERENTIAL_SEED={seed}\n{text}\n{variables}\nthe reference: {reference}\nours: {other}"
    );
    (reference.data(), verdict)
}

/// Adds the fields that have a value in an object of this type, or in a list of them. A response name contains its field's.
fn add_fields(given: &mut BTreeSet<Place>, graph: &Graph, type_name: &str, data: &Value) {
    if let Value::Array(items) = data {
        return items.iter().for_each(|item| add_fields(given, graph, type_name, item));
    }
    // Every selection of a union asks for its member.
    let type_name = data[TYPENAME].as_str().unwrap_or(type_name);
    for (response_name, value) in data.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
        let Some(field) = response_name.split('_').find_map(|part| graph.field(type_name, part)) else { continue };
        given.insert((type_name.to_owned(), field.name.node.to_string()));
        add_fields(given, graph, innermost(&field.ty.node), value);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn random_documents_have_one_answer() {
    let setting = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let count = setting("DIFFERENTIAL_DOCUMENTS").unwrap_or(DOCUMENTS);
    let world = Arc::new(World::new(setting("DIFFERENTIAL_SEED").unwrap_or(0)).await);
    let (mut ran, mut comparable, mut given) = (0, 0, BTreeSet::new());
    let tasks = stream::iter(0..count).map(|number| tokio::spawn(run(Arc::clone(&world), number)));
    let mut outcomes = tasks.buffer_unordered(16);
    while let Some(outcome) = outcomes.next().await {
        let (data, verdict) = outcome.unwrap();
        ran += u64::from(data.is_object());
        comparable += u64::from(verdict == Verdict::Same);
        add_fields(&mut given, &world.graph, QUERY, &data);
    }
    println!("{count} documents, {ran} ran, {comparable} comparable");
    assert!(ran * 10 >= count * 7, "{ran} of {count}");
    assert!(comparable * 100 >= count * 98, "{comparable} of {count}");
    if count >= DOCUMENTS {
        let missing: Vec<_> = world.graph.reachable().difference(&given).cloned().collect();
        // Services refuse with a text only.
        assert_eq!(missing, [("Recusa".to_owned(), "codigo".to_owned())]);
    }
}
