//! `bench`: what the gateway costs, measured as CPU time of its process per operation, beside two others over the same
//! upstream: `fan`, a bare proxy that makes the same calls and streams their answers back, and `plain`, the GraphQL
//! server that everybody would write first.
//!
//! `bench <gateway>` measures, prints tables and writes `results.json`; with the names of operations (`Q2`, `Q2-nodes`) or
//! parts (`cliffs`, `latency`, `json`, `cache`) after it it measures these and writes nothing. The other commands are the servers, which it
//! starts itself. Nothing of the product depends on anything here.

mod answer;
mod cache;
mod cliffs;
mod fan;
mod json_form;
mod latency;
mod load;
mod operation;
mod plain;
mod process;
mod report;
mod rows;
mod run;
mod upstream;

use std::{env, error::Error, net::SocketAddr, process::ExitCode};

use tokio::runtime::Builder;

use self::process::Cores;

/// The gateway's own, so that no server is quicker by its allocator.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

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
        ["fan", listen, upstream] => runtime()?.block_on(fan::serve(address(listen)?, address(upstream)?)),
        ["plain", listen, upstream] => runtime()?.block_on(plain::serve(address(listen)?, address(upstream)?)),
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
