//! Sends access codes by e-mail: by SMTP, or as `.eml` files in an outbox folder.

use std::{io::Write, path::PathBuf, time::Duration};

use lettre::{
    Address, AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, SinglePart},
};
use tokio::{sync::Mutex, task::JoinSet};

use crate::{OpenError, secret::random_token};

/// How long a delivery may take. lettre's timeout is for the connection alone: it waits for answers without bound.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a connection to the SMTP server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Where to send messages.
pub enum Transport {
    /// To an SMTP server; see [`Transport::smtp`].
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// To `.eml` files in a folder, created where needed; the code is also printed on the terminal.
    Outbox(PathBuf),
}

impl Transport {
    /// An SMTP server: `smtp://host:port`, `smtps://user:password@host`, or with `?tls=required` for STARTTLS. It is not
    /// contacted.
    ///
    /// # Errors
    /// [`OpenError::Smtp`]: the URL is invalid.
    pub fn smtp(url: &str) -> Result<Self, OpenError> {
        Ok(Self::Smtp(AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.timeout(Some(CONNECT_TIMEOUT)).build()))
    }
}

/// Sends access codes.
pub(crate) struct Mailer {
    sender: Mailbox,
    transport: Transport,
    /// To the SMTP server, in the background: neither timing nor failure reveals who has an account.
    deliveries: Mutex<JoinSet<()>>,
}

impl Mailer {
    /// Sets up the transport without contacting a server.
    pub(crate) fn open(transport: Transport, sender: Mailbox) -> Result<Self, OpenError> {
        if let Transport::Outbox(folder) = &transport {
            crate::create_private_dir(folder).map_err(OpenError::Outbox)?;
        }
        Ok(Self { sender, transport, deliveries: Mutex::default() })
    }

    /// Sends an access code. Failures are only logged, since they would reveal to the caller who has an account.
    pub(crate) async fn send_code(&self, email: &str, nome: &str, codigo: &str, minutes: i64) {
        let message = match self.message(email, nome, codigo, minutes) {
            Ok(message) => message,
            Err(error) => return tracing::error!(%error, "a user's e-mail address is invalid"),
        };
        match &self.transport {
            Transport::Outbox(folder) => match AsyncFileTransport::<Tokio1Executor>::new(folder).send(message).await {
                // stdout may be closed; the outbox has the code anyway.
                Ok(_) => drop(writeln!(std::io::stdout(), "Código de acesso de {email}: {codigo}")),
                Err(error) => tracing::error!(%error, "an e-mail could not be written to the outbox"),
            },
            Transport::Smtp(transport) => {
                let mut deliveries = self.deliveries.lock().await;
                // Finished deliveries are removed, or the set would grow without bound.
                while deliveries.try_join_next().is_some() {}
                deliveries.spawn(deliver(transport.clone(), message));
            }
        }
    }

    /// Waits until all pending messages are delivered or failed.
    pub(crate) async fn close(&self) {
        while self.deliveries.lock().await.join_next().await.is_some() {}
    }

    fn message(
        &self,
        email: &str,
        nome: &str,
        codigo: &str,
        minutes: i64,
    ) -> Result<Message, Box<dyn std::error::Error>> {
        // lettre panics at a line break, which names of older versions may have.
        let nome = nome.replace(char::is_control, " ");
        let recipient = Mailbox::new(Some(nome.clone()), email.parse::<Address>()?);
        let body = format!(
            "Olá, {nome}.\n\nSeu código de acesso é:\n\n    {codigo}\n\nEle vale por {minutes} minutos e só pode ser \
             usado uma vez.\nSe não foi você que tentou entrar, ignore esta mensagem.\n"
        );
        // Large providers refuse e-mails without an id.
        let id = format!("<{}@{}>", random_token(), self.sender.email.domain());
        Ok(Message::builder()
            .message_id(Some(id))
            .from(self.sender.clone())
            .to(recipient)
            .subject("Código de acesso")
            .singlepart(SinglePart::plain(body))?)
    }
}

async fn deliver(transport: AsyncSmtpTransport<Tokio1Executor>, message: Message) {
    // The server's text may contain the recipient, so only its code is logged.
    let reason = match tokio::time::timeout(DELIVERY_TIMEOUT, transport.send(message)).await {
        Ok(Ok(_)) => return,
        Ok(Err(error)) if error.is_tls() => "TLS".to_owned(),
        Ok(Err(error)) => error.status().map_or_else(|| "connection".to_owned(), |code| code.to_string()),
        Err(_) => "timeout".to_owned(),
    };
    tracing::error!(reason, "an e-mail with an access code was not delivered");
}
