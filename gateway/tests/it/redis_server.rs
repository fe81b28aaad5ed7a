//! A Redis server of a test's own: Debian's, on a socket in a temporary folder, gone with the test.

use std::{process::Stdio, time::Duration};

use gateway::shared_store::{RedisSettings, RedisUrl, SharedStore};
use secrecy::SecretBox;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, copy_bidirectional},
    net::{TcpListener, TcpStream, UnixStream},
    process::{Child, ChildStdout, Command},
    sync::watch,
};

use crate::program;

pub(crate) struct RedisServer {
    folder: TempDir,
    process: Child,
    /// What it writes is for its reader, who must stay.
    _output: BufReader<ChildStdout>,
}

impl RedisServer {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (process, output) = run(&folder, &[]).await;
        Self { folder, process, _output: output }
    }

    /// Starts it again, empty, where it was.
    pub(crate) async fn start_again(&mut self) {
        (self.process, self._output) = run(&self.folder, &[]).await;
    }

    pub(crate) async fn stop(&mut self) {
        self.process.kill().await.unwrap();
    }

    /// Suspends the process: connections succeed, but commands get no response.
    pub(crate) async fn hang(&self) {
        program::signal(&self.process, "-STOP").await;
    }

    pub(crate) async fn wake(&self) {
        program::signal(&self.process, "-CONT").await;
    }

    pub(crate) fn url(&self) -> String {
        format!("unix://{}", socket(&self.folder))
    }

    /// The store of one gateway, once it is connected, with time for a busy machine.
    pub(crate) async fn store(&self) -> SharedStore {
        self.store_with(Duration::from_secs(20)).await
    }

    /// Like [`Self::store`], with another response timeout.
    pub(crate) async fn store_with(&self, response_timeout: Duration) -> SharedStore {
        store(&self.url(), response_timeout).await
    }

    /// A store with a response timeout, and the line between it and Redis.
    pub(crate) async fn store_on_a_line(&self, response_timeout: Duration) -> (SharedStore, watch::Sender<Line>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("redis://{}", listener.local_addr().unwrap());
        let (sender, line) = watch::channel(Line::Open);
        let socket = socket(&self.folder);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, socket.clone(), line.clone()));
            }
        });
        (store(&url, response_timeout).await, sender)
    }

    /// Sends a command to Redis. Returns its reply.
    pub(crate) async fn command(&self, command: &str) -> String {
        self.wire(command).await.1
    }

    /// Sends a command whose reply is a list of texts.
    pub(crate) async fn list(&self, command: &str) -> Vec<String> {
        let (mut wire, count) = self.wire(command).await;
        let count: usize = count.trim_start_matches('*').parse().unwrap();
        let mut lines = String::new();
        // The length of each text comes before it.
        for _ in 0..2 * count {
            wire.read_line(&mut lines).await.unwrap();
        }
        lines.lines().skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// A connection on which a command was sent, and the first line of the reply.
    async fn wire(&self, command: &str) -> (BufReader<UnixStream>, String) {
        let mut wire = BufReader::new(UnixStream::connect(socket(&self.folder)).await.unwrap());
        wire.write_all(format!("{command}\r\n").as_bytes()).await.unwrap();
        let mut line = String::new();
        wire.read_line(&mut line).await.unwrap();
        (wire, line.trim_end().to_owned())
    }

    /// Whether a client waits until `CLIENT PAUSE` is over.
    pub(crate) async fn holds_a_client(&self) -> bool {
        let (mut wire, _) = self.wire("INFO clients").await;
        let mut line = String::new();
        while !line.starts_with("blocked_clients:") {
            line.clear();
            wire.read_line(&mut line).await.unwrap();
        }
        line.trim_end() != "blocked_clients:0"
    }

    /// The name of the only subscribed channel.
    pub(crate) async fn channel(&self) -> String {
        self.list("PUBSUB CHANNELS").await.remove(0)
    }

    /// Publishes a message. Returns how many received it.
    pub(crate) async fn publish(&self, channel: &str, message: &str) -> usize {
        let message =
            format!("*3\r\n$7\r\nPUBLISH\r\n${}\r\n{channel}\r\n${}\r\n{message}", channel.len(), message.len());
        self.command(&message).await.trim_start_matches(':').parse().unwrap()
    }

    /// Records the commands that Redis receives from now on.
    pub(crate) async fn monitor(&self) -> Monitor<'_> {
        let (wire, answer) = self.wire("MONITOR").await;
        assert_eq!(answer, "+OK");
        Monitor { server: self, wire, looks: 0 }
    }
}

/// The state of a line.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Line {
    Open,
    /// Its connections are closed.
    Cut,
    /// Its connections stay open, and nothing comes through, as after a firewall or a failover has forgotten them.
    Silent,
}

async fn forward(mut client: TcpStream, socket: String, mut line: watch::Receiver<Line>) {
    if *line.borrow_and_update() == Line::Open {
        let mut server = UnixStream::connect(socket).await.unwrap();
        tokio::select! {
            _ = copy_bidirectional(&mut client, &mut server) => return,
            _ = line.changed() => {}
        }
    }
    if *line.borrow() == Line::Silent {
        std::future::pending().await
    }
}

/// The commands that a Redis server receives.
pub(crate) struct Monitor<'a> {
    server: &'a RedisServer,
    wire: BufReader<UnixStream>,
    looks: usize,
}

impl Monitor<'_> {
    /// The commands since the last look, those of scripts as `lua`; but for the heartbeats of gateways.
    pub(crate) async fn look(&mut self) -> Vec<String> {
        self.looks += 1;
        let end = format!("look-{}", self.looks);
        self.server.command(&format!("ECHO {end}")).await;
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            self.wire.read_until(b'\n', &mut line).await.unwrap();
            let line = String::from_utf8_lossy(&line).into_owned();
            if line.contains(&end) {
                return lines;
            }
            if !line.contains(":probe:") && !line.contains("\"PING\"") && !line.contains("SUBSCRIBE") {
                lines.push(line);
            }
        }
    }

    /// How many round trips gateways made since the last look.
    pub(crate) async fn round_trips(&mut self) -> usize {
        self.look().await.iter().filter(|line| !line.contains(" lua]")).count()
    }
}

async fn store(url: &str, response_timeout: Duration) -> SharedStore {
    let url = RedisUrl::parse(&url.into()).unwrap();
    let settings = RedisSettings { url, prefix: "teste".to_owned(), response_timeout };
    let store = SharedStore::open(&settings, &SecretBox::new(Box::new([7; 32])));
    store.wait_until_connected().await;
    store
}

/// Starts a server that keeps nothing; gives it once it takes connections.
pub(crate) async fn run(folder: &TempDir, arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut process = Command::new("redis-server")
        .args(["--port", "0", "--unixsocket", &socket(folder), "--save", "", "--daemonize", "no"])
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("redis-server, which `make redis` installs");
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    // The last of what it says at its start.
    while !line.to_lowercase().contains("ready to accept connections at") {
        line.clear();
        if output.read_line(&mut line).await.unwrap() == 0 {
            let mut rest = String::new();
            output.read_to_string(&mut rest).await.unwrap();
            panic!("redis-server ended: {rest}");
        }
    }
    (process, output)
}

pub(crate) fn socket(folder: &TempDir) -> String {
    folder.path().join("redis.sock").to_str().unwrap().to_owned()
}
