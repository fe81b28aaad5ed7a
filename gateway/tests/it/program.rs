//! The gateway as a program: its output, failed starts, signals.

use std::{fmt::Display, future::ready, process::Stdio, time::Duration};

use axum::{Router, http::StatusCode};
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    net::{TcpListener, TcpSocket, TcpStream},
    process::{Child, ChildStdout, Command},
    time::{sleep, timeout},
};

use crate::{
    fixture::install_fixture,
    http1_client::{self, Client},
    kit::{EMPTY, Folder, TEST_TIMEOUT, answering, own_address, serve, services},
    pki::{Authority, VALID},
    redis_server::{self, RedisServer},
};

pub(crate) type Output = Lines<BufReader<ChildStdout>>;

pub(crate) fn gateway(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command.args(arguments).env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// The gateway on a full disk: of each file it can write this many bytes, a multiple of 512.
pub(crate) fn gateway_on_a_full_disk(bytes: usize, arguments: &[&str]) -> Command {
    let mut command = Command::new("/bin/sh");
    let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", bytes / 512);
    command.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_gateway")]).args(arguments);
    command.env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Exit status and output of a command.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<std::process::Output> for CommandOutput {
    fn from(output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl CommandOutput {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Runs the gateway to its end, with an environment.
pub(crate) async fn run(arguments: &[&str], environment: &[(&str, &str)]) -> CommandOutput {
    gateway(arguments).envs(environment.iter().copied()).output().await.unwrap().into()
}

/// Starts the gateway on a free port and returns its address.
pub(crate) async fn start(arguments: &[&str]) -> (Child, Output, String) {
    let (child, output, told) = start_and_read_banner(gateway(arguments)).await;
    (child, output, address(&told).to_owned())
}

/// Starts the gateway over services, with more settings.
pub(crate) async fn start_over(services: impl Display, settings: &[&str]) -> (Child, Output, String) {
    let url = services.to_string();
    let url = if url.contains("://") { url } else { format!("http://{url}") };
    start(&[&["--upstream-url", &url, "--api-key", "chave"], settings].concat()).await
}

/// What a program that ended wrote to standard error.
pub(crate) async fn log_of(mut program: Child) -> String {
    let mut log = String::new();
    program.stderr.take().unwrap().read_to_string(&mut log).await.unwrap();
    log
}

/// Starts a gateway on a free port. Returns the banner, to the address at its end. Keep the reader: the gateway may print more.
pub(crate) async fn start_and_read_banner(mut gateway: Command) -> (Child, Output, String) {
    read_banner(gateway.args(["--listen", "127.0.0.1:0"]).spawn().unwrap()).await
}

async fn read_banner(mut child: Child) -> (Child, Output, String) {
    let (mut output, mut told) = (BufReader::new(child.stdout.take().unwrap()).lines(), String::new());
    while let Some(line) = output.next_line().await.unwrap() {
        told = told + &line + "\n";
        if line.ends_with("/graphql") {
            return (child, output, told);
        }
    }
    panic!("the gateway ended before it printed its address");
}

/// The address at the end of a banner.
pub(crate) fn address(told: &str) -> &str {
    told.rsplit_once("://").unwrap().1.strip_suffix("/graphql\n").unwrap()
}

/// Runs a command in a pseudo-terminal, and answers its questions in their order. Returns the exit status and the
/// screen.
pub(crate) async fn at_a_terminal(
    arguments: &str,
    environment: &[(&str, &str)],
    questions: &[&str],
    answer: impl Fn(usize) -> String,
) -> (Option<i32>, String) {
    let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_gateway"));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--echo", "never", "--command", &line, "/dev/null"]);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("NO_COLOR", "1").envs(environment.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut terminal = command.spawn().unwrap();
    let (mut keyboard, mut screen) = (terminal.stdin.take().unwrap(), terminal.stdout.take().unwrap());
    let (mut shown, mut answered, mut asked) = (Vec::new(), 0, 0);
    while screen.read_buf(&mut shown).await.unwrap() > 0 {
        if questions.get(asked).is_some_and(|question| shown[answered..].ends_with(question.as_bytes())) {
            answered = shown.len();
            keyboard.write_all(format!("{}\n", answer(asked)).as_bytes()).await.unwrap();
            asked += 1;
        }
    }
    (terminal.wait().await.unwrap().code(), String::from_utf8_lossy(&shown).into_owned())
}

pub(crate) async fn signal(gateway: &Child, signal: &str) {
    let id = gateway.id().unwrap().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().await.unwrap().success());
}

/// The next log line that contains a text.
pub(crate) async fn line_with(text: &str, log: &mut Lines<BufReader<impl AsyncRead + Unpin>>) -> String {
    while let Some(line) = timeout(TEST_TIMEOUT, log.next_line()).await.expect("a line in time").unwrap() {
        if line.contains(text) {
            return line;
        }
    }
    panic!("{text} does not stand in the log");
}

/// Asks the graph with a session, on a connection of its own.
pub(crate) async fn post(address: &str, query: &str) -> Value {
    exchange(address, &http1_client::graphql("", query)).await
}

/// Sends a request on a connection of its own. Returns the response, which is JSON.
pub(crate) async fn exchange(address: &str, request: &str) -> Value {
    serde_json::from_str(&http1_client::ask(address.parse().unwrap(), request).await.text).unwrap()
}

#[tokio::test]
async fn with_few_open_files_the_gateway_still_answers() {
    let own = env!("CARGO_BIN_EXE_gateway");
    let mut gateway = Command::new("sh");
    gateway.args(["-c", "ulimit -n 320 && exec \"$0\" \"$@\"", own, "--api-key", "chave"]);
    gateway.args(["--upstream-url", "http://127.0.0.1:9"]).env_clear().stdout(Stdio::piped()).stderr(Stdio::null());
    gateway.kill_on_drop(true);
    let (_gateway, _output, told) = start_and_read_banner(gateway).await;
    let address = address(&told);
    let from = async |last: u8| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, last], 0).into()).unwrap();
        socket.connect(address.parse().unwrap()).await.unwrap()
    };
    // More connections than the process may open files. One address cannot use all of them.
    let (mut idle, mut first) = (Vec::new(), [0]);
    for _ in 0..70 {
        idle.push(from(1).await);
    }
    let mut other = Client(from(2).await);
    other.is_served().await;
    assert!(
        idle[0].read(&mut first).now_or_never().is_none(),
        "the first connection was not closed in favour of the new one"
    );
    // Two addresses use all connections: a client of a third address waits until an idle connection is closed.
    for _ in 0..20 {
        idle.push(from(2).await);
    }
    Client(from(3).await).is_served().await;
    assert_eq!(idle[0].read(&mut first).await.unwrap(), 0);
}

#[tokio::test]
async fn demo_users_are_printed_only_if_they_exist_and_refused_in_production() {
    let own = tempfile::tempdir().unwrap();
    install_fixture(own.path()).await;
    let (_gateway, _output, told) = start_and_read_banner(gateway(&["--data-dir", own.path().to_str().unwrap()])).await;
    assert!(!told.contains("Demo@2026"), "{told}");
    // Nothing of the gateway makes a user.
    assert!(told.contains(&format!("`services add-user --data-dir {}`", own.path().display())), "{told}");

    let demo = tempfile::tempdir().unwrap();
    let demo = demo.path().to_str().unwrap();
    let (mut first, _output, told) = start_and_read_banner(gateway(&["--data-dir", demo])).await;
    assert!(told.contains("Demo@2026"), "{told}");
    first.kill().await.unwrap();
    let production = ["--environment", "production", "--desafio-key", DESAFIO_KEY, "--embed", "true"];
    let again = run(&[&production[..], &["--data-dir", demo]].concat(), &[]).await;
    assert!(again.status != 0 && again.out.is_empty());
    assert!(again.err.contains("endereços da demonstração") && again.err.contains("GATEWAY_DATA_DIR"), "{again:?}");
}

const DESAFIO_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// A free address for the metrics, since the gateway does not print their address.
fn free_address() -> String {
    format!("{}:9464", own_address())
}

/// What the port of the metrics responds.
async fn get(metrics: &str, path: &str) -> String {
    let answer = http1_client::ask(metrics.parse().unwrap(), http1_client::get(path)).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    answer.text
}

/// The state of Redis in the gateway's readiness.
async fn redis(metrics: &str) -> Value {
    serde_json::from_str::<Value>(&get(metrics, "/readyz").await).unwrap()["redis"].take()
}

#[tokio::test]
async fn a_lost_redis_is_logged_once_and_fails_no_request() {
    let services = answering(200, r#"{"status":1,"messages":"","data":{}}"#).await;
    let mut server = RedisServer::start().await;
    let redis_url = server.url().replace("/redis.sock", "/redis.sock?pass=senha-errada");
    let metrics = free_address();
    let start = async |url: &str| {
        let common = ["--desafio-key", DESAFIO_KEY, "--metrics-listen", &metrics, "--redis-url", url];
        start_over(services, &common).await
    };
    let (mut gateway, _output, address) = start(&server.url()).await;
    assert_eq!(redis(&metrics).await, "connected");
    server.stop().await;
    for number in 0..5 {
        let query = format!("mutation {{ validarEmail(email: \"p{number}@x.example\") {{ __typename }} }}");
        let answer = post(&address, &query).await;
        assert_eq!(answer, json!({ "data": { "validarEmail": { "__typename": "CodigoEnviado" } } }));
    }
    assert_eq!(redis(&metrics).await, "unreachable");
    server.start_again().await;
    let mut log = BufReader::new(gateway.stderr.take().unwrap()).lines();
    let (mut lost, mut connected) = (0, 0);
    while connected < 2 {
        let line = log.next_line().await.unwrap().unwrap();
        lost += usize::from(line.contains("Redis is lost"));
        connected += usize::from(line.contains("Redis is connected"));
    }
    assert_eq!((lost, redis(&metrics).await), (1, json!("connected")));
    gateway.kill().await.unwrap();
    // A wrong password makes Redis unreachable, but the gateway starts.
    server.command("CONFIG SET requirepass senha-do-redis").await;
    let (mut gateway, _output, _) = start(&redis_url).await;
    assert_eq!(redis(&metrics).await, "unreachable");
    gateway.kill().await.unwrap();
    let log = log_of(gateway).await;
    assert_eq!(log.lines().filter(|line| line.contains("WARN")).count(), 1, "{log}");
    assert!(log.contains("Redis cannot be reached") && !log.contains("senha"), "{log}");
}

#[tokio::test]
async fn redis_is_reached_over_tls_with_the_machines_authorities() {
    let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
    let (address, port) = (own_address().to_string(), "6380");
    authority.issue("redis", &address, VALID);
    let [certificate, key, ca] = ["redis.pem", "redis.key", "ca.pem"].map(|file| authority.argument(file));
    let listen = ["--bind", &address, "--tls-port", port, "--tls-auth-clients", "no"];
    let files = ["--tls-cert-file", &certificate, "--tls-key-file", &key, "--tls-ca-cert-file", &ca];
    let _server = redis_server::run(&folder, &[listen, files].concat()).await;
    let url = format!("rediss://{address}:{port}");
    let services = format!("http://{}", serve(Router::new()).await);
    let arguments = ["--upstream-url", &services, "--api-key", "chave"];
    for (authorities, expected) in [(&ca, "connected"), (&key, "unreachable")] {
        let metrics = free_address();
        let more = ["--desafio-key", DESAFIO_KEY, "--metrics-listen", &metrics];
        let mut command = gateway(&[&arguments[..], &more].concat());
        command.env("GATEWAY_REDIS_URL", &url).env("SSL_CERT_FILE", authorities);
        let _running = start_and_read_banner(command).await;
        assert_eq!(redis(&metrics).await, expected);
    }
}

#[tokio::test]
async fn a_stop_that_is_requested_during_the_start_is_not_lost() {
    // A Redis that never answers holds the start up.
    let redis = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("redis://{}", redis.local_addr().unwrap());
    let settings = ["--upstream-url", "http://127.0.0.1:9", "--api-key", "chave", "--listen", "127.0.0.1:0"];
    let mut starting = gateway(&[&settings[..], &["--desafio-key", DESAFIO_KEY, "--redis-url", &url]].concat());
    let mut starting = starting.spawn().unwrap();
    let _held = timeout(TEST_TIMEOUT, redis.accept()).await.expect("the start connects to Redis").unwrap();
    signal(&starting, "-TERM").await;
    assert_eq!(starting.wait().await.unwrap().code(), Some(0));
}

#[tokio::test]
async fn a_gateway_ends_with_its_terminal() {
    let settings = "--upstream-url http://127.0.0.1:9 --api-key chave --listen 127.0.0.1:0";
    // `exec`: the shell inherits an ignored SIGHUP from whoever started the test, and would survive its terminal.
    let line = format!("exec {} {settings}", env!("CARGO_BIN_EXE_gateway"));
    let mut terminal = Command::new("script");
    terminal.args(["--quiet", "--command", &line, "/dev/null"]).env_clear().env("PATH", "/usr/bin:/bin");
    terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut terminal, _screen, told) = read_banner(terminal.spawn().unwrap()).await;
    let address = address(&told).to_owned();
    assert!(TcpStream::connect(&address).await.is_ok());
    terminal.kill().await.unwrap();
    let ended = async {
        while TcpStream::connect(&address).await.is_ok() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(TEST_TIMEOUT, ended).await.expect("the gateway has ended");
}

/// Peak memory of a process, in bytes.
pub(crate) async fn resident(process: &Child) -> usize {
    let path = format!("/proc/{}/status", process.id().unwrap());
    let status = tokio::fs::read_to_string(path).await.unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

#[tokio::test]
async fn a_log_that_nobody_reads_holds_no_request_up() {
    // Standard error is a pipe that is never read.
    let (_gateway, _output, address) = start_over(answering(200, EMPTY).await, &["--log-format", "json"]).await;
    let mut client = Client::to(address.parse().unwrap()).await;
    // A pipe holds 64 KiB; these requests log about three times as much.
    for _ in 0..600 {
        client.send(http1_client::graphql("", "{ seguradoras { nome } }")).await;
        assert_eq!(client.answer().await.text, r#"{"data":{"seguradoras":[]}}"#);
    }
}

#[tokio::test]
async fn metrics_have_their_own_address_and_pending_exports_are_flushed_at_the_end() {
    let (collector, sent) = services(|_| ready(StatusCode::OK)).await;
    let collector = format!("http://{collector}");
    let metrics = free_address();
    let settings = ["--metrics-listen", &metrics, "--otlp-endpoint", &collector];
    let (mut gateway, _output, address) = start_over(serve(Router::new()).await, &settings).await;
    post(&address, "{ __typename }").await;
    let text = get(&metrics, "/metrics").await;
    assert!(text.contains("http_server_request_duration_seconds_count{"), "{text}");
    signal(&gateway, "-TERM").await;
    assert!(gateway.wait().await.unwrap().success());
    // One export of spans and one of metrics.
    assert_eq!(sent.so_far().len(), 2);
    let log = log_of(gateway).await;
    assert!(log.contains("gateway::request") && log.contains("stopping"), "{log}");
}

#[tokio::test]
async fn a_mapping_that_is_edited_makes_no_gateway_unhealthy() {
    let folder = Folder::new(&[("mapping.toml", "")]);
    let file = folder.path("mapping.toml");
    let (_process, _output, address) = start_over("127.0.0.1:9", &["--mapping", &file]).await;
    folder.write("mapping.toml", "x = 1");
    let settings = ["healthcheck", "--upstream-url", "http://127.0.0.1:9", "--mapping", &file, "--listen", &address];
    let healthy = run(&settings, &[]).await;
    assert_eq!((healthy.status, &*healthy.out), (0, "ok\n"), "{healthy:?}");
}
