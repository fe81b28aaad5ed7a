//! A thousand open subscriptions: memory of each, calls to the services, the time from a save to its events, and what other
//! requests feel of them.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use contract::{Call as _, acionamento::SalvaSinistroWeb, envelope::Envelope};
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, Response, body::Incoming, service::service_fn};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{Instant, sleep, timeout},
};

use crate::{
    Result, bare_proxy, fixtures,
    load::{Body, Load, LoadResult, Sessions},
    process::Programs,
};

const SESSIONS: usize = 500;
/// What a person's tabs subscribe to.
const SCREENS: [&str; 2] = [
    "subscription { painel { abertosHoje { quantidade valor } } }",
    "subscription { painel { abertosHoje { quantidade } abertosNoMes { quantidade valor } } }",
];
/// Calls of each screen.
const CALLS: [usize; 2] = [1, 2];
const STREAMS: usize = SESSIONS * SCREENS.len();
/// Latency of the services.
const LATENCY: Duration = Duration::from_millis(5);
const TEST_TIMEOUT: Duration = Duration::from_secs(60);
const SAVES: usize = 10;
const SAVE_INTERVAL: Duration = Duration::from_secs(2);
/// Ordinary requests per second.
const PER_SECOND: f64 = 200.0;
const SAVE: &str = "mutation { abrirAcionamento(input: { chave: \"$$\", cpfCnpj: \"52998224725\", apolice: \"A\", \
    pet: \"1\", seguradora: \"1\", ocorridoEm: \"2025-11-19\", \
    procedimentos: [{ procedimento: \"1\", quantidade: 1, valor: \"1.00\" }] }) { __typename } }";

/// Services whose figures grow with each save.
#[derive(Clone, Default)]
struct Services {
    saves: Arc<AtomicUsize>,
    calls: Arc<AtomicUsize>,
    saved: Arc<Bytes>,
}

impl Services {
    async fn start() -> Result<(Self, SocketAddr)> {
        let saved = serde_json::to_vec(&Envelope::success(fixtures::acionamentos(1).pop()))?;
        let services = Self { saved: Arc::new(saved.into()), ..Self::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let answering = services.clone();
        let service = move |request| answering.clone().answer(request);
        tokio::spawn(async move { bare_proxy::accept(listener, || service_fn(service.clone())).await });
        Ok((services, address))
    }

    async fn answer(self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let is_save = request.uri().path() == SalvaSinistroWeb::PATH;
        drop(request.into_body().collect().await);
        sleep(LATENCY).await;
        let body = if is_save {
            self.saves.fetch_add(1, Ordering::SeqCst);
            Bytes::clone(&self.saved)
        } else {
            let count = self.saves.load(Ordering::SeqCst);
            format!(r#"{{"status":1,"messages":"","data":{{"qtTotal":{count},"vlTotal":1.5}}}}"#).into()
        };
        Ok(Response::new(Full::new(body)))
    }
}

/// The streams, and what they have received.
struct Streams {
    /// How many have seen each save.
    seen: watch::Sender<Vec<usize>>,
    events: AtomicUsize,
}

impl Streams {
    /// Opens all of them.
    async fn open(address: SocketAddr) -> Result<Arc<Self>> {
        let streams = Arc::new(Self { seen: watch::Sender::new(vec![0; SAVES + 1]), events: AtomicUsize::new(0) });
        for number in 0..STREAMS {
            let (session, query) = (number % SESSIONS, SCREENS[number / SESSIONS % SCREENS.len()]);
            let body = json!({ "query": query }).to_string();
            let mut socket = TcpStream::connect(address).await?;
            let request = format!(
                "POST /graphql HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\naccept: text/event-stream\r\n\
                 authorization: Bearer live-{session}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            socket.write_all(request.as_bytes()).await?;
            let streams = Arc::clone(&streams);
            tokio::spawn(async move { streams.read(socket).await });
        }
        Ok(streams)
    }

    /// Reads a stream to its end.
    async fn read(&self, mut socket: TcpStream) {
        const FIGURE: &str = "\"abertosHoje\":{\"quantidade\":";
        let mut bytes = [0; 2048];
        let mut seen = 0;
        while let Ok(read @ 1..) = socket.read(&mut bytes).await {
            let text = String::from_utf8_lossy(&bytes[..read]);
            for (at, _) in text.match_indices(FIGURE) {
                let digits: String = text[at + FIGURE.len()..].chars().take_while(char::is_ascii_digit).collect();
                let Ok(figure) = digits.parse::<usize>() else { continue };
                self.events.fetch_add(1, Ordering::SeqCst);
                self.seen.send_modify(|all| {
                    // A newer figure includes the older ones.
                    for count in all.iter_mut().take(figure + 1).skip(seen) {
                        *count += 1;
                    }
                });
                seen = seen.max(figure + 1);
            }
        }
    }

    /// Waits until so many streams have seen a save.
    async fn saw(&self, save: usize, streams: usize) -> Result<()> {
        let mut seen = self.seen.subscribe();
        let reached = seen.wait_for(|all| all[save] >= streams);
        let reached = timeout(TEST_TIMEOUT, reached).await.map(drop);
        reached.map_err(|_| format!("only {} of {streams} streams saw save {save}", self.seen.borrow()[save]).into())
    }
}

/// Measures, and prints the results.
pub(crate) async fn measure(programs: &Programs<'_>) -> Result<()> {
    let (services, upstream) = Services::start().await?;
    let options = ["--documents", "open"];
    let server = programs.start_gateway("gateway", upstream, &options).await?;
    let queries = Load {
        address: server.address,
        path: "/graphql".to_owned(),
        body: Body::new(&json!({ "query": "{ painel { seguradoras } }" })),
        length: None,
        requests: 3000,
        connections: 32,
        sessions: Sessions::Distinct,
        per_second: Some(PER_SECOND),
    };
    let saves = Load {
        body: Body::new(&json!({ "query": SAVE })),
        requests: 1,
        connections: 1,
        per_second: None,
        ..queries.clone()
    };
    queries.send().await?;
    let alone = queries.send().await?;
    let (memory, began) = (server.resident()?, Instant::now());
    let streams = Streams::open(server.address).await?;
    streams.saw(0, STREAMS).await?;
    println!("{STREAMS} streams of {SESSIONS} sessions, opened in {:.1} s", began.elapsed().as_secs_f64());
    println!("memory: {:.1} KiB a stream", (server.resident()? - memory) * 1024.0 / STREAMS as f64);

    let (calls, cpu, began) = (services.calls.load(Ordering::SeqCst), server.cpu()?, Instant::now());
    sleep(Duration::from_secs(30)).await;
    let seconds = began.elapsed().as_secs_f64();
    let made = services.calls.load(Ordering::SeqCst) - calls;
    println!(
        "idle for {seconds:.0} s: {made} calls, {:.2} an interval of 15 s for each of {} questions; CPU {:.1} %",
        made as f64 / seconds * 15.0 / (SESSIONS * SCREENS.len()) as f64,
        SESSIONS * SCREENS.len(),
        (server.cpu()? - cpu) / 10_000.0 / seconds
    );
    show("p99 of ordinary requests, without streams", &alone);
    show("the same with idle streams", &queries.send().await?);
    let calls = services.calls.load(Ordering::SeqCst);
    let (with_saves, latencies) = tokio::join!(queries.send(), save_repeatedly(&saves, &streams));
    let (with_saves, latencies) = (with_saves?, latencies?);
    let made = services.calls.load(Ordering::SeqCst) - calls;
    show("the same while there are saves", &with_saves);
    let questions: usize = CALLS.iter().map(|calls| calls * SESSIONS).sum();
    println!(
        "{SAVES} saves: {made} calls for {} events to {STREAMS} streams; {questions} calls are one read of everything",
        streams.events.load(Ordering::SeqCst)
    );
    for (share, of) in [("half", 0), ("99 %", 1), ("all", 2)] {
        let mut times: Vec<_> = latencies.iter().map(|latency| latency[of]).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "from a save to {share} of the streams: median {:.0} ms, at most {:.0} ms",
            times[times.len() / 2],
            times[times.len() - 1]
        );
    }
    println!("memory after it: {:.0} MiB in all", server.resident()?);
    // Every stream has seen every save. A read in the middle of a save may find one figure of two: such an event comes on top.
    let events = streams.events.load(Ordering::SeqCst);
    if events < STREAMS * (SAVES + 1) {
        return Err(format!("{events} events of {}: {}", server.name, STREAMS * (SAVES + 1)).into());
    }
    Ok(())
}

/// Saves, and measures in milliseconds until half, 99 % and all of the streams have seen each.
async fn save_repeatedly(saves: &Load, streams: &Streams) -> Result<Vec<[f64; 3]>> {
    let mut latencies = Vec::new();
    for save in 1..=SAVES {
        saves.send().await?;
        let began = Instant::now();
        let mut latency = [0.0; 3];
        for (at, share) in [STREAMS / 2, STREAMS * 99 / 100, STREAMS].into_iter().enumerate() {
            streams.saw(save, share).await?;
            latency[at] = began.elapsed().as_secs_f64() * 1000.0;
        }
        latencies.push(latency);
        sleep(SAVE_INTERVAL.saturating_sub(began.elapsed())).await;
    }
    Ok(latencies)
}

fn show(what: &str, result: &LoadResult) {
    println!("{what}: {:.1} ms (p50 {:.1} ms)", result.percentile(99), result.percentile(50));
}
