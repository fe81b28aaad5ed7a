//! A server as a process of its own, and what it has cost the machine so far.

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

use crate::Outcome;

/// What puts a process on cores of its own, where the machine has it.
const TASKSET: &str = "/usr/bin/taskset";

/// The cores of the load and of the servers: these have the last one, since what systems do for themselves they tend to do
/// on the first. `None` where there is but one, or nothing to put a process on it with.
pub(crate) struct Cores {
    load: String,
    servers: String,
}

impl Cores {
    pub(crate) fn find() -> Outcome<Option<Self>> {
        let last = thread::available_parallelism()?.get() - 1;
        let cores = Self { load: format!("0-{}", last.saturating_sub(1)), servers: last.to_string() };
        Ok((last > 0 && Path::new(TASKSET).exists()).then_some(cores))
    }

    /// Puts this process, which is the load and the upstream, on its cores. Called before there are threads: each that is
    /// made here stays there.
    pub(crate) fn take(&self) -> Outcome<()> {
        let own = std::process::id().to_string();
        let mut command = std::process::Command::new(TASKSET);
        let moved = command.args(["-c", "-p", &self.load, &own]).stdout(Stdio::null()).status()?;
        if moved.success() { Ok(()) } else { Err(format!("taskset could not move the load: {moved}").into()) }
    }
}

/// The programs that are measured, and where they run.
pub(crate) struct Programs<'a> {
    own: PathBuf,
    gateway: &'a Path,
    cores: Option<&'a Cores>,
    /// What the gateway keeps on disk.
    data: TempDir,
}

impl<'a> Programs<'a> {
    pub(crate) fn new(gateway: &'a Path, cores: Option<&'a Cores>) -> Outcome<Self> {
        Ok(Self { own: env::current_exe()?, gateway, cores, data: tempfile::tempdir()? })
    }

    /// Starts `fan` or `plain` in front of an upstream.
    pub(crate) async fn start_baseline(&self, name: &'static str, upstream: SocketAddr) -> Outcome<Server> {
        let arguments = |listen: SocketAddr| vec![name.to_owned(), listen.to_string(), upstream.to_string()];
        Server::start(name, &self.own, self.cores, arguments).await
    }

    /// Starts a gateway in front of an upstream.
    pub(crate) async fn start_gateway(
        &self,
        name: &'static str,
        upstream: SocketAddr,
        options: &[&str],
    ) -> Outcome<Server> {
        let (data, url) = (self.data.path().display().to_string(), format!("http://{upstream}"));
        let arguments = |listen: SocketAddr| {
            let listen = listen.to_string();
            let fixed = ["--listen", &listen, "--upstream-url", &url, "--api-key", "bench", "--data-dir", &data];
            fixed.iter().chain(options).map(|text| (*text).to_owned()).collect()
        };
        Server::start(name, self.gateway, self.cores, arguments).await
    }
}

/// A running server. It ends with this value.
pub(crate) struct Server {
    pub(crate) name: &'static str,
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts a program that listens on the address that `arguments` are made with.
    async fn start(
        name: &'static str,
        program: &Path,
        cores: Option<&Cores>,
        arguments: impl Fn(SocketAddr) -> Vec<String>,
    ) -> Outcome<Self> {
        // Nobody takes the port between here and there, or starting fails and says so.
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
        // The log is part of what is measured, and nothing to look at: who wants to know why a server does not start may
        // start it by hand.
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

    /// User and system time of the process so far, in microseconds.
    ///
    /// Read thread by thread in nanoseconds; `/proc/<pid>/stat` alone counts in hundredths of a second.
    pub(crate) fn cpu(&self) -> Outcome<f64> {
        let mut nanoseconds = 0_f64;
        for thread in fs::read_dir(self.proc("task")?)? {
            let text = fs::read_to_string(thread?.path().join("schedstat"))?;
            nanoseconds += text.split_whitespace().next().unwrap_or_default().parse::<f64>()?;
        }
        Ok(nanoseconds / 1000.0)
    }

    /// Resident memory, in mebibytes.
    pub(crate) fn resident(&self) -> Outcome<f64> {
        let status = fs::read_to_string(self.proc("status")?)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }

    fn proc(&self, what: &str) -> Outcome<PathBuf> {
        let pid = self.child.id().ok_or_else(|| format!("{} has ended", self.name))?;
        Ok(Path::new("/proc").join(pid.to_string()).join(what))
    }
}
