use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

use crate::{
    fixture::{code_in, install_fixture},
    harness::{ANA, TestServer},
};

/// A message that the SMTP server received.
struct Delivery {
    recipient: String,
    text: String,
}

/// An SMTP server.
async fn smtp_server() -> (SocketAddr, mpsc::Receiver<Delivery>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let (deliver, deliveries) = mpsc::channel(10);
    tokio::spawn(async move {
        loop {
            let (socket, _) = listener.accept().await.unwrap();
            if let Some(delivery) = converse(socket).await {
                deliver.send(delivery).await.unwrap();
            }
        }
    });
    (addr, deliveries)
}

/// One SMTP session (RFC 5321).
async fn converse(socket: TcpStream) -> Option<Delivery> {
    let (reader, mut writer) = socket.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut recipient = String::new();
    writer.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.split([' ', ':']).next().unwrap_or("").to_ascii_uppercase();
        let answer: &[u8] = match verb.as_str() {
            "EHLO" => b"250-mail.example\r\n250 8BITMIME\r\n",
            "RCPT" => {
                recipient = line;
                b"250 OK\r\n"
            }
            "DATA" => {
                writer.write_all(b"354 Go on\r\n").await.ok()?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    text += &line;
                    text += "\n";
                }
                writer.write_all(b"250 Taken\r\n").await.ok()?;
                return Some(Delivery { recipient, text });
            }
            _ => b"250 OK\r\n",
        };
        writer.write_all(answer).await.ok()?;
    }
    None
}

async fn server_with_smtp(addr: SocketAddr) -> TestServer {
    let folder = tempfile::tempdir().unwrap();
    install_fixture(folder.path()).await;
    TestServer::open(folder, Some(format!("smtp://{addr}"))).await
}

#[tokio::test]
async fn code_is_delivered_by_smtp_and_works() {
    let (addr, mut deliveries) = smtp_server().await;
    let server = server_with_smtp(addr).await;
    server.request_code(ANA).await.data();
    let delivery = deliveries.recv().await.unwrap();
    assert_eq!(delivery.recipient, "RCPT TO:<ana@clinica.example>");
    assert!(delivery.text.contains("Subject: ="), "{}", delivery.text);
    assert!(delivery.text.contains("From: Acionamentos <nao-responda@acionamentos.example>"), "{}", delivery.text);
    server.validate_code(&code_in(&delivery.text).unwrap()).await.data();
    assert!(!server.folder.path().join("outbox").exists());
}

#[tokio::test]
async fn pending_messages_are_delivered_before_shutdown() {
    let (addr, mut deliveries) = smtp_server().await;
    let server = server_with_smtp(addr).await;
    server.request_code(ANA).await.data();
    server.close().await;
    assert!(deliveries.try_recv().is_ok());
}

#[tokio::test]
async fn unreachable_smtp_server_does_not_change_the_answer() {
    let dead = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let server = server_with_smtp(dead).await;
    assert_eq!(server.request_code(ANA).await.text, r#"{"status":1,"messages":"","data":{}}"#);
}

#[tokio::test]
async fn silent_smtp_server_does_not_keep_the_services_from_stopping() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = server_with_smtp(silent.local_addr().unwrap()).await;
    server.request_code(ANA).await.data();
    let _connection = silent.accept().await.unwrap();
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(20)).await;
    tokio::time::resume();
    tokio::time::timeout(Duration::from_secs(10), server.close()).await.expect("it stops");
}

#[tokio::test]
async fn outbox_message_is_a_whole_e_mail() {
    let server = TestServer::start().await;
    // A database may have names with line breaks, which no header can have.
    let name = "UPDATE usuario SET nome = 'Ana' || char(10) || 'Souza' WHERE id = 1";
    server.execute(name).await;
    server.request_code(ANA).await.data();
    let path = server.folder.path().join("outbox").read_dir().unwrap().next().unwrap().unwrap().path();
    assert_eq!(path.extension().unwrap(), "eml");
    let text = std::fs::read_to_string(path).unwrap();
    for header in [
        "From: ",
        "To: \"Ana Souza\" <ana@clinica.example>",
        "Date: ",
        "Message-ID: <",
        "Subject: ",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ] {
        assert!(text.contains(header), "{header} in {text}");
    }
}
