//! `bench`: the gateway's CPU time per operation, compared with two reference servers over the same upstream: `bare-proxy`,
//! which makes the same calls and streams the responses back, and `plain-server`, the same graph by async-graphql as it comes.
//!
//! `bench <gateway>` measures everything, prints tables and writes `results.json`. With names of operations (`Q2`,
//! `Q2-nodes`) or parts (`cliffs`, `latency`, `mapping`, `cache`) it measures only these and writes nothing. `subscriptions`
//! measures thousands of open ones instead. The commands
//! `bare-proxy` and `plain-server` run the reference servers, which it starts itself.

mod bare_proxy;
mod cache;
mod cliffs;
mod fixtures;
mod latency;
mod load;
mod operation;
mod plain_server;
mod process;
mod renamed_keys;
mod report;
mod response;
mod run;
mod subscriptions;
mod upstream;

use std::{env, error::Error, net::SocketAddr, process::ExitCode};

use tokio::runtime::Builder;

use self::process::Cores;

/// The gateway's allocator, for a fair comparison.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

type Fault = Box<dyn Error + Send + Sync>;
type Outcome<T> = Result<T, Fault>;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Outcome<()> {
    let runtime = || Builder::new_multi_thread().enable_all().build();
    match arguments {
        ["bare-proxy", listen, upstream] => {
            runtime()?.block_on(bare_proxy::serve(address(listen)?, address(upstream)?))
        }
        ["plain-server", listen, upstream] => {
            runtime()?.block_on(plain_server::serve(address(listen)?, address(upstream)?))
        }
        [gateway, "subscriptions"] => {
            let cores = Cores::find()?;
            cores.iter().try_for_each(Cores::take)?;
            runtime()?.block_on(subscriptions::measure(gateway, cores.as_ref()))
        }
        [gateway, only @ ..] => {
            let cores = Cores::find()?;
            cores.iter().try_for_each(Cores::take)?;
            runtime()?.block_on(run::all(gateway, cores.as_ref(), only))
        }
        [] => Err("use: bench <path of the gateway> [<operation or part> …]".into()),
    }
}

fn address(text: &str) -> Outcome<SocketAddr> {
    Ok(text.parse()?)
}
