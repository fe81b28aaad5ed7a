//! An HTTP/2 client that sends arbitrary frames.

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, ReadHalf, WriteHalf, split},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::client::TlsStream;

use crate::{kit::TEST_TIMEOUT, protocols::TlsSite};

pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The end of a stream as its client saw it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Status(u16),
    /// It was reset, with this code.
    Reset(u32),
    Closed,
}

pub(crate) struct RawClient {
    read: ReadHalf<TlsStream<TcpStream>>,
    write: WriteHalf<TlsStream<TcpStream>>,
    /// A status received before the test reads it.
    status: Option<u16>,
}

struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
    payload: Vec<u8>,
}

impl RawClient {
    pub(crate) async fn connect(site: &TlsSite) -> Self {
        Self::with_window(site, 65_535).await
    }

    /// A client that takes so many bytes of each response before it says more.
    pub(crate) async fn with_window(site: &TlsSite, window: u32) -> Self {
        let (read, write) = split(site.connect(&[b"h2"]).await);
        let mut client = Self { read, write, status: None };
        client.send_bytes(PREFACE).await;
        client.send(0x4, 0, 0, &[&[0, 4][..], &window.to_be_bytes()].concat()).await;
        client
    }

    pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
    }

    /// The header block of a request, whose other pseudo-headers are the usual ones.
    pub(crate) fn request(fields: &[(&str, &str)]) -> Vec<u8> {
        let (pseudo, others): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| name.starts_with(':'));
        let usual = [(":scheme", "https"), (":authority", "localhost")];
        Self::header_block(&[&usual[..], &pseudo, &others].concat())
    }

    /// Fields as HPACK has them without its tables.
    pub(crate) fn header_block(fields: &[(&str, &str)]) -> Vec<u8> {
        fields.iter().flat_map(|(name, value)| [vec![0], text(name), text(value)].concat()).collect()
    }

    /// A field that enters HPACK's table, as the newest.
    pub(crate) fn indexed_field(name: &str, value: &str) -> Vec<u8> {
        [vec![0x40], text(name), text(value)].concat()
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.write.write_all(bytes).await.unwrap();
        self.write.flush().await.unwrap();
    }

    pub(crate) async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        self.send_bytes(&Self::frame(kind, flags, stream, payload)).await;
    }

    /// A whole request without a body.
    pub(crate) async fn send_headers(&mut self, stream: u32, block: &[u8]) {
        self.send(0x1, 0x5, stream, block).await;
    }

    pub(crate) async fn outcome(&mut self, stream: u32) -> Outcome {
        let mut status = self.status.take();
        loop {
            let Some(frame) = self.next().await else { return Outcome::Closed };
            if frame.stream != stream {
                continue;
            }
            match frame.kind {
                0x1 => status = Some(read_status(&frame.payload)),
                0x3 => {
                    let code = u32::from_be_bytes(frame.payload[..4].try_into().unwrap());
                    return status.map_or(Outcome::Reset(code), Outcome::Status);
                }
                _ => {}
            }
            if matches!(frame.kind, 0x0 | 0x1) && frame.flags & 0x1 != 0 {
                return Outcome::Status(status.unwrap());
            }
        }
    }

    /// The value of a setting that the gateway announces.
    pub(crate) async fn setting(&mut self, id: u16) -> u32 {
        while let Some(Frame { kind, payload, .. }) = self.next().await {
            if let Some(entry) = payload.chunks(6).find(|entry| kind == 0x4 && entry[..2] == id.to_be_bytes()) {
                return u32::from_be_bytes(entry[2..].try_into().unwrap());
            }
        }
        panic!("the gateway closed");
    }

    pub(crate) async fn assert_closed(&mut self) {
        while self.next().await.is_some() {}
    }

    /// Sends again and again until the gateway closes.
    pub(crate) async fn flood(&mut self, mut bytes: impl FnMut(u32) -> Vec<u8>) {
        let Self { read, write, .. } = self;
        let send = async {
            for at in 0.. {
                if write.write_all(&bytes(at)).await.is_err() || write.flush().await.is_err() {
                    break;
                }
            }
        };
        let receive = async {
            let mut bytes = vec![0; 16 * 1024];
            while read.read(&mut bytes).await.is_ok_and(|length| length > 0) {}
        };
        tokio::select! { () = send => {}, () = receive => {} }
    }

    async fn next(&mut self) -> Option<Frame> {
        let read = async {
            let mut head = [0; 9];
            self.read.read_exact(&mut head).await.ok()?;
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
            let mut payload = vec![0; length as usize];
            self.read.read_exact(&mut payload).await.ok()?;
            let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
            Some(Frame { kind: head[3], flags: head[4], stream, payload })
        };
        timeout(TEST_TIMEOUT, read).await.expect("a frame or an end in time")
    }
}

/// A text as HPACK writes it without Huffman's code.
fn text(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut length = text.len();
    if length < 0x7f {
        bytes.push(u8::try_from(length).unwrap());
    } else {
        bytes.push(0x7f);
        length -= 0x7f;
        while length >= 0x80 {
            bytes.push(u8::try_from(length % 0x80).unwrap() | 0x80);
            length /= 0x80;
        }
        bytes.push(u8::try_from(length).unwrap());
    }
    [&bytes[..], text.as_bytes()].concat()
}

/// The status, with which a header block begins: of HPACK's table, or its digits in Huffman's code.
fn read_status(block: &[u8]) -> u16 {
    match block {
        [indexed @ 0x88..=0x8e, ..] => [200, 204, 206, 304, 400, 404, 500][usize::from(indexed - 0x88)],
        [0x48, 0x83, 0x68, 0x0f, 0x7f, ..] => 408,
        [0x48, 0x82, 0x68, 0x41, ..] => 421,
        [0x48, 0x83, 0x69, 0x90, 0xff, ..] => 431,
        _ => panic!("another status: {block:x?}"),
    }
}
