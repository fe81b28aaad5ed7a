use std::net::SocketAddr;

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

use crate::{
    fixture::{code_in, install_fixture},
    kit::{ANA, Kit},
};

/// A message as the SMTP server got it.
struct Delivery {
    recipient: String,
    text: String,
}

/// An SMTP server that turns the first `busy` messages away for the moment and takes the others.
async fn smtp_server(busy: usize) -> (SocketAddr, mpsc::Receiver<Delivery>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let (deliver, deliveries) = mpsc::channel(10);
    tokio::spawn(async move {
        for turn in 0.. {
            let (socket, _) = listener.accept().await.unwrap();
            if let Some(delivery) = converse(socket, turn < busy).await {
                deliver.send(delivery).await.unwrap();
            }
        }
    });
    (addr, deliveries)
}

/// One conversation of RFC 5321.
async fn converse(socket: TcpStream, busy: bool) -> Option<Delivery> {
    let (reader, mut writer) = socket.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut delivery = None;
    let mut recipient = String::new();
    writer.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.split([' ', ':']).next().unwrap_or("").to_ascii_uppercase();
        let answer: &[u8] = match verb.as_str() {
            "EHLO" => b"250-mail.example\r\n250 8BITMIME\r\n",
            "MAIL" if busy => b"451 Try again later\r\n",
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
                delivery = Some(Delivery { recipient: recipient.clone(), text });
                b"250 Taken\r\n"
            }
            "QUIT" => b"221 Bye\r\n",
            _ => b"250 OK\r\n",
        };
        writer.write_all(answer).await.ok()?;
        if delivery.is_some() {
            break;
        }
    }
    delivery
}

async fn kit_with_smtp(addr: SocketAddr) -> Kit {
    let folder = tempfile::tempdir().unwrap();
    install_fixture(folder.path()).await;
    Kit::open(folder, Some(format!("smtp://{addr}"))).await
}

#[tokio::test]
async fn code_is_delivered_by_smtp_and_works() {
    let (addr, mut deliveries) = smtp_server(0).await;
    let kit = kit_with_smtp(addr).await;
    kit.ask_for_code(ANA).await.data();
    let delivery = deliveries.recv().await.unwrap();
    assert_eq!(delivery.recipient, "RCPT TO:<ana@clinica.example>");
    assert!(delivery.text.contains("Subject: ="), "{}", delivery.text);
    assert!(delivery.text.contains("From: Acionamentos <nao-responda@acionamentos.example>"), "{}", delivery.text);
    kit.hand_in_code(&code_in(&delivery.text).unwrap()).await.data();
    assert!(!kit.folder.path().join("outbox").exists());
}

#[tokio::test]
async fn busy_server_is_tried_again() {
    let (addr, mut deliveries) = smtp_server(1).await;
    let kit = kit_with_smtp(addr).await;
    kit.ask_for_code(ANA).await.data();
    assert!(code_in(&deliveries.recv().await.unwrap().text).is_some());
}

#[tokio::test]
async fn what_is_under_way_is_delivered_before_the_end() {
    let (addr, mut deliveries) = smtp_server(0).await;
    let kit = kit_with_smtp(addr).await;
    kit.ask_for_code(ANA).await.data();
    kit.close().await;
    assert!(deliveries.try_recv().is_ok());
}

#[tokio::test]
async fn dead_server_changes_nothing_in_the_answer() {
    let dead = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let kit = kit_with_smtp(dead).await;
    assert_eq!(kit.ask_for_code(ANA).await.text, r#"{"status":1,"messages":"","data":{}}"#);
}

#[tokio::test]
async fn outbox_message_is_a_whole_e_mail() {
    let kit = Kit::new().await;
    kit.ask_for_code(ANA).await.data();
    let path = kit.folder.path().join("outbox").read_dir().unwrap().next().unwrap().unwrap().path();
    assert_eq!(path.extension().unwrap(), "eml");
    let text = std::fs::read_to_string(path).unwrap();
    for header in [
        "From: ",
        "To: \"Ana Souza\" <ana@clinica.example>",
        "Date: ",
        "Subject: ",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ] {
        assert!(text.contains(header), "{header} in {text}");
    }
}
