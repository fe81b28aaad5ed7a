//! Whether the key of a tool still permits its open subscriptions.

use std::future::pending;

use tokio::sync::watch;

/// The state of a tool's key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKeyState {
    /// Its subscriptions stay open.
    #[default]
    Valid,
    /// The tool's permissions have changed: it may subscribe again.
    Changed,
    /// The key is no longer valid.
    Revoked,
}

/// Ends the subscriptions of a tool.
#[derive(Debug, Default)]
pub struct ToolKeyStateSender(watch::Sender<ToolKeyState>);

/// Tells a subscription of a tool when it must end.
#[derive(Clone, Debug)]
pub struct ToolKeyStateReceiver(watch::Receiver<ToolKeyState>);

impl ToolKeyStateSender {
    /// Ends the open subscriptions, with this state as the reason.
    pub fn end(&self, state: ToolKeyState) {
        self.0.send_replace(state);
    }

    /// The receiver of a new subscription.
    pub fn receiver(&self) -> ToolKeyStateReceiver {
        ToolKeyStateReceiver(self.0.subscribe())
    }
}

impl ToolKeyStateReceiver {
    /// Waits until the key is no longer valid as it was.
    pub(super) async fn ended(&mut self) -> ToolKeyState {
        let ended = self.0.wait_for(|state| *state != ToolKeyState::Valid).await.map(|state| *state);
        match ended {
            Ok(state) => state,
            // The tools are dropped, so its key cannot be revoked any more.
            Err(_) => pending().await,
        }
    }
}
