//! Servers as processes, and their CPU time and memory.

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    net::{TcpListener, TcpStream},
    process::{Child, Command},
};

use crate::Result;

/// Pins processes to cores, if available.
const TASKSET: &str = "/usr/bin/taskset";

/// CPU affinity: the servers get the last core, since systems tend to use the first one, and the load gets the others.
/// `None` with a single core or without `taskset`.
pub(crate) struct Cores {
    load: String,
    servers: String,
}

impl Cores {
    pub(crate) fn find() -> Result<Option<Self>> {
        let last = thread::available_parallelism()?.get() - 1;
        let cores = Self { load: format!("0-{}", last.saturating_sub(1)), servers: last.to_string() };
        Ok((last > 0 && Path::new(TASKSET).exists()).then_some(cores))
    }

    /// Pins this process (load and upstream). Must be called before threads are created, which inherit the affinity.
    pub(crate) fn take(&self) -> Result<()> {
        let own = std::process::id().to_string();
        let mut command = std::process::Command::new(TASKSET);
        let moved = command.args(["-c", "-p", &self.load, &own]).stdout(Stdio::null()).status()?;
        if moved.success() { Ok(()) } else { Err(format!("taskset could not move the load: {moved}").into()) }
    }
}

/// Starts the measured programs.
pub(crate) struct Programs<'a> {
    own: PathBuf,
    gateway: &'a Path,
    cores: Option<&'a Cores>,
    /// The gateway's data folder.
    data: TempDir,
}

impl<'a> Programs<'a> {
    pub(crate) fn new(gateway: &'a Path, cores: Option<&'a Cores>) -> Result<Self> {
        Ok(Self { own: env::current_exe()?, gateway, cores, data: tempfile::tempdir()? })
    }

    /// Starts a reference server in front of an upstream.
    pub(crate) async fn start_reference_server(&self, name: &'static str, upstream: SocketAddr) -> Result<Server> {
        let arguments = |listen: SocketAddr| vec![name.to_owned(), listen.to_string(), upstream.to_string()];
        Server::start(name, &self.own, self.cores, arguments).await
    }

    /// Starts a gateway in front of an upstream.
    pub(crate) async fn start_gateway(
        &self,
        name: &'static str,
        upstream: SocketAddr,
        options: &[&str],
    ) -> Result<Server> {
        let (data, url) = (self.data.path().display().to_string(), format!("http://{upstream}"));
        let arguments = |listen: SocketAddr| {
            let listen = listen.to_string();
            let fixed = ["--listen", &listen, "--upstream-url", &url, "--api-key", "bench", "--data-dir", &data];
            fixed.iter().chain(options).map(|text| (*text).to_owned()).collect()
        };
        Server::start(name, self.gateway, self.cores, arguments).await
    }
}

/// A running server, killed on drop.
pub(crate) struct Server {
    pub(crate) name: &'static str,
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts a program; `arguments` gets the address to listen on.
    async fn start(
        name: &'static str,
        program: &Path,
        cores: Option<&Cores>,
        arguments: impl Fn(SocketAddr) -> Vec<String>,
    ) -> Result<Self> {
        // The port is free unless another process takes it meanwhile; then starting fails.
        let address = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
        let mut command = match cores {
            Some(cores) => {
                let mut command = Command::new(TASKSET);
                command.args(["-c", &cores.servers]).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.args(arguments(address)).stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
        // The log is written as part of the measured work, but discarded.
        command.stderr(Stdio::null());
        let mut server = Self { name, address, child: command.spawn()? };
        for _ in 0..400 {
            if TcpStream::connect(address).await.is_ok() {
                return Ok(server);
            }
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("{name} ended at once: {status}").into());
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        Err(format!("{name} does not listen").into())
    }

    /// CPU time (user and system) of the process so far, in microseconds.
    ///
    /// Summed over the threads' `schedstat` in nanoseconds; `/proc/<pid>/stat` has a resolution of 10 ms.
    pub(crate) fn cpu(&self) -> Result<f64> {
        let mut nanoseconds = 0_f64;
        for thread in fs::read_dir(self.proc("task")?)? {
            let text = fs::read_to_string(thread?.path().join("schedstat"))?;
            nanoseconds += text.split_whitespace().next().unwrap_or_default().parse::<f64>()?;
        }
        Ok(nanoseconds / 1000.0)
    }

    /// Resident memory, in mebibytes.
    pub(crate) fn resident(&self) -> Result<f64> {
        let status = fs::read_to_string(self.proc("status")?)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }

    fn proc(&self, what: &str) -> Result<PathBuf> {
        let pid = self.child.id().ok_or_else(|| format!("{} has ended", self.name))?;
        Ok(Path::new("/proc").join(pid.to_string()).join(what))
    }
}
