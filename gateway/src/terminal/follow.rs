//! Prints the events of a subscription, and opens it again when its connection breaks.

use std::{
    io::{self, Write as _},
    time::Duration,
};

use secrecy::SecretString;
use tokio::time::sleep;

use super::{
    client::{GraphClient, GraphqlRequest, GraphqlResponse},
    events::EventStream,
    outcome::{CommandOutcome, Error},
    printable::printable,
    report::{report_errors, stopped},
};
use crate::config::QueryCommand;

/// Shortest time before a stream is opened again.
const RECONNECT_DELAY: Duration = Duration::from_millis(500);
/// Longest random addition to it: clients of a gateway that stopped do not come at once.
const RECONNECT_JITTER: Duration = Duration::from_millis(1500);

/// How a stream ended.
enum End {
    /// The gateway stopped, or the connection broke: why, if that is known.
    Broken(Option<String>),
    /// For good.
    Final(CommandOutcome),
}

/// Follows a subscription until it ends for good.
///
/// # Errors
/// [`Error`]: nothing answers the first request. Later ones are repeated.
pub(super) async fn follow(
    graph: &GraphClient,
    token: Option<&SecretString>,
    request: &GraphqlRequest<'_>,
    arguments: &QueryCommand,
) -> Result<CommandOutcome, Error> {
    let mut was_open = false;
    loop {
        let why = match graph.subscribe(token, request).await {
            Ok(Ok(events)) => {
                was_open = true;
                match print_events(events, arguments).await? {
                    End::Final(outcome) => return Ok(outcome),
                    End::Broken(why) => why.unwrap_or_else(|| "o gateway encerrou a assinatura".to_owned()),
                }
            }
            Ok(Err(refused)) => return Ok(report_errors(&refused, arguments)),
            Err(error) if was_open => error.to_string(),
            Err(error) => return Err(error),
        };
        eprintln!("gateway: {}; a assinatura é aberta de novo", printable(&why));
        sleep(RECONNECT_DELAY + RECONNECT_JITTER.mul_f64(rand::random())).await;
    }
}

async fn print_events(mut events: EventStream, arguments: &QueryCommand) -> Result<End, Error> {
    loop {
        let event = match events.next().await {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(End::Broken(None)),
            Err(error) => return Ok(End::Broken(Some(error.to_string()))),
        };
        if event.name == "complete" {
            return Ok(End::Final(CommandOutcome::Done));
        }
        let Some(response) = GraphqlResponse::parse(&event.data) else { continue };
        let outcome = report_errors(&response, arguments);
        if response.json.get("data").is_none() {
            return Ok(End::Final(outcome));
        }
        let line = response.json.line() + "\n";
        let written = io::stdout().write_all(line.as_bytes()).and_then(|()| io::stdout().flush());
        if let Err(error) = written {
            return stopped(error, CommandOutcome::Done).map(End::Final);
        }
    }
}
