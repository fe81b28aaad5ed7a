//! Whether the sender of a subscription may still have it.

use std::future::pending;

use tokio::sync::watch;

/// Whether a sender may still have its subscriptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// It may.
    #[default]
    Valid,
    /// Its permissions are others now: it may subscribe again.
    Changed,
    /// Its key is valid no more.
    Revoked,
}

/// The standing of a sender, as the one who may withdraw it holds it.
#[derive(Debug, Default)]
pub struct StandingSender(watch::Sender<Standing>);

/// The standing of a sender, as its subscriptions see it.
#[derive(Clone, Debug)]
pub struct StandingReceiver(watch::Receiver<Standing>);

impl StandingSender {
    /// Ends the subscriptions.
    pub fn end(&self, standing: Standing) {
        self.0.send_replace(standing);
    }

    /// For a new subscription.
    pub fn receiver(&self) -> StandingReceiver {
        StandingReceiver(self.0.subscribe())
    }
}

impl StandingReceiver {
    /// Waits until it is not valid any more.
    pub(super) async fn ended(&mut self) -> Standing {
        let ended = self.0.wait_for(|standing| *standing != Standing::Valid).await.map(|standing| *standing);
        match ended {
            Ok(standing) => standing,
            // The tools are dropped, so its key cannot be revoked any more.
            Err(_) => pending().await,
        }
    }
}
