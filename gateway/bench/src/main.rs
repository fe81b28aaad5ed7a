//! `bench`: the gateway's CPU time per operation, compared with two reference servers over the same upstream: `bare-proxy`,
//! which makes the same calls and streams the responses back, and `plain-server`, the same graph by async-graphql as it comes.
//!
//! `bench <gateway>` measures everything and prints tables. With names of operations (`Q2`, `Q2-nodes`) or parts (`cliffs`,
//! `latency`) it measures only these. `subscriptions` measures thousands of open ones instead. The
//! commands `bare-proxy` and `plain-server` run the reference servers, which it starts itself.

mod bare_proxy;
mod cliffs;
mod fixtures;
mod latency;
mod load;
mod operation;
mod operations;
mod plain_server;
mod process;
mod response;
mod rounds;
mod subscriptions;
mod upstream;
mod variants;

use std::{env, error::Error, net::SocketAddr, path::Path, process::ExitCode};

use tokio::runtime::Builder;

use self::{
    process::{Cores, Programs},
    variants::COMPARISONS,
};

/// The gateway's allocator, for a fair comparison.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

type Fault = Box<dyn Error + Send + Sync>;
type Result<T, E = Fault> = std::result::Result<T, E>;

/// Names of the parts other than operations.
const CLIFFS: &str = "cliffs";
const LATENCY: &str = "latency";

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

fn run(arguments: &[&str]) -> Result<()> {
    let runtime = || Builder::new_multi_thread().enable_all().build();
    match arguments {
        ["bare-proxy", listen, upstream] => {
            runtime()?.block_on(bare_proxy::serve(address(listen)?, address(upstream)?))
        }
        ["plain-server", listen, upstream] => {
            runtime()?.block_on(plain_server::serve(address(listen)?, address(upstream)?))
        }
        [gateway, only @ ..] => {
            let cores = Cores::find()?;
            cores.iter().try_for_each(Cores::take)?;
            let programs = Programs::new(Path::new(gateway), cores.as_ref())?;
            runtime()?.block_on(measure(&programs, only))
        }
        [] => Err("use: bench <path of the gateway> [<operation or part> …]".into()),
    }
}

fn address(text: &str) -> Result<SocketAddr> {
    Ok(text.parse()?)
}

/// Measures everything, or only the named operations and parts.
async fn measure(programs: &Programs<'_>, only: &[&str]) -> Result<()> {
    if only == ["subscriptions"] {
        return subscriptions::measure(programs).await;
    }
    let names = operation::ALL.iter().map(|one| one.name).chain(COMPARISONS.iter().map(|(variant, _)| variant.name));
    let names: Vec<_> = names.chain([CLIFFS, LATENCY, "subscriptions"]).collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        return Err(format!("no operation or part is called {unknown}; there are {}", names.join(", ")).into());
    }
    let is_selected = |name: &str| only.is_empty() || only.contains(&name);
    operations::measure(programs, is_selected).await?;
    cliffs::measure(programs, |name| is_selected(CLIFFS) || is_selected(name)).await?;
    if is_selected(LATENCY) {
        latency::measure(programs).await?;
    }
    Ok(())
}
