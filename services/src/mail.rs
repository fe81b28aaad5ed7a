//! E-mail with access codes: by SMTP, or as `.eml` files in an outbox folder.

use std::{io::Write, path::PathBuf, sync::Arc, time::Duration};

use lettre::{
    Address, AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, SinglePart},
    transport::smtp,
};
use tokio::{sync::Mutex, task::JoinSet};

/// How often a message is handed to the SMTP server before it is given up, and the pause before each try.
const TRIES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(200), Duration::from_secs(2), Duration::from_secs(10)];

/// Where messages go.
#[derive(Clone)]
pub enum Transport {
    /// To an SMTP server: `smtp://host:port`, `smtps://user:password@host`, or with `?tls=required` for STARTTLS.
    Smtp(String),
    /// To `.eml` files in a folder, created where needed; the code is also printed on the terminal.
    Outbox(PathBuf),
}

/// Why no mail can be sent.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The SMTP address cannot be used.
    #[error("o endereço SMTP não serve: {0}")]
    Smtp(#[from] smtp::Error),
    /// The outbox folder cannot be made.
    #[error("a pasta de saída de e-mails não pôde ser criada: {0}")]
    Outbox(#[from] std::io::Error),
}

/// Sends access codes.
#[derive(Clone)]
pub struct Mailer {
    sender: Mailbox,
    channel: Channel,
}

#[derive(Clone)]
enum Channel {
    /// Delivery goes on after the answer: neither its time nor its failure tells who has an account.
    Smtp {
        transport: AsyncSmtpTransport<Tokio1Executor>,
        deliveries: Arc<Mutex<JoinSet<()>>>,
    },
    Outbox(AsyncFileTransport<Tokio1Executor>),
}

impl Mailer {
    /// Prepares the transport; no server is contacted yet.
    ///
    /// # Errors
    /// The SMTP address cannot be used or the outbox folder cannot be made.
    pub fn open(transport: &Transport, sender: Mailbox) -> Result<Self, OpenError> {
        let channel = match transport {
            Transport::Smtp(url) => Channel::Smtp {
                transport: AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?
                    .timeout(Some(Duration::from_secs(10)))
                    .build(),
                deliveries: Arc::default(),
            },
            Transport::Outbox(folder) => {
                crate::create_private_dir(folder)?;
                Channel::Outbox(AsyncFileTransport::new(folder))
            }
        };
        Ok(Self { sender, channel })
    }

    /// Sends an access code. Failures are logged: whoever asked for the code must not learn of them.
    pub async fn send_code(&self, email: &str, nome: &str, codigo: &str, minutes: i64) {
        let message = match self.message(email, nome, codigo, minutes) {
            Ok(message) => message,
            Err(error) => return tracing::error!(%error, "a user's e-mail address cannot be written to"),
        };
        match &self.channel {
            Channel::Outbox(transport) => match transport.send(message).await {
                // Nobody may be reading the terminal; the outbox has it all the same.
                Ok(_) => drop(writeln!(std::io::stdout(), "Código de acesso de {email}: {codigo}")),
                Err(error) => tracing::error!(%error, "an e-mail could not be put into the outbox"),
            },
            Channel::Smtp { transport, deliveries } => {
                let transport = transport.clone();
                let mut deliveries = deliveries.lock().await;
                // Those that ended are taken out, or the set would grow for ever.
                while deliveries.try_join_next().is_some() {}
                deliveries.spawn(deliver(transport, message));
            }
        }
    }

    /// Waits until what is under way has been delivered or given up.
    pub async fn close(&self) {
        if let Channel::Smtp { deliveries, .. } = &self.channel {
            while deliveries.lock().await.join_next().await.is_some() {}
        }
    }

    fn message(
        &self,
        email: &str,
        nome: &str,
        codigo: &str,
        minutes: i64,
    ) -> Result<Message, Box<dyn std::error::Error>> {
        let recipient = Mailbox::new(Some(nome.to_owned()), email.parse::<Address>()?);
        let body = format!(
            "Olá, {nome}.\n\nSeu código de acesso é:\n\n    {codigo}\n\nEle vale por {minutes} minutos e só pode ser \
             usado uma vez.\nSe não foi você que tentou entrar, ignore esta mensagem.\n"
        );
        Ok(Message::builder()
            .from(self.sender.clone())
            .to(recipient)
            .subject("Código de acesso")
            .singlepart(SinglePart::plain(body))?)
    }
}

async fn deliver(transport: AsyncSmtpTransport<Tokio1Executor>, message: Message) {
    for (tried, pause) in TRIES.into_iter().enumerate() {
        tokio::time::sleep(pause).await;
        match transport.send(message.clone()).await {
            Ok(_) => return,
            // A server's text may name the recipient, so only its code is logged.
            Err(error) if error.is_permanent() => {
                return tracing::error!(code = ?error.status(), "an e-mail was refused by the SMTP server");
            }
            Err(error) => tracing::warn!(code = ?error.status(), tried, "an e-mail was not taken by the SMTP server"),
        }
    }
    tracing::error!("an e-mail with an access code was given up");
}
