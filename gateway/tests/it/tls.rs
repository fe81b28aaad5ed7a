//! TLS with clients: handshakes, reloaded certificates, plaintext clients, and unusable files.

use std::{fs, path::PathBuf};

use gateway::{
    http::{ClientLimits, tls::ServerTls},
    tls::Identity,
};
use rustls::version::{TLS12, TLS13};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpStream, UnixDatagram},
    time::timeout,
};
use tokio_rustls::client::TlsStream;

use crate::{
    http1_client::{Client, LIMIT, post, query},
    kit::{CLIENT_LIMITS, TEST_TIMEOUT, advance_until},
    pki::{Authority, VALID, certificate, connect, shown},
    program::{address, gateway, line_with, signal, start_and_read_banner},
    protocols::TlsSite,
};

/// A client of HTTP/1.1.
async fn http1(site: &TlsSite) -> Client<TlsStream<TcpStream>> {
    Client(site.connect(&[b"http/1.1"]).await)
}

#[tokio::test]
async fn tls_1_2_and_1_3_are_spoken() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    for version in [&TLS12, &TLS13] {
        let stream =
            connect(&site.address.to_string(), site.authority.client(&[version], &[b"http/1.1"])).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
        let mut client = Client(stream);
        client.is_served().await;
        // A rejection after many records arrives, and the connection ends with close_notify.
        client.send(post("content-length: 524288\r\n", &" ".repeat(512 * 1024))).await;
        let answer = client.answer().await;
        assert_eq!((&*answer.refusal(), answer.closes()), ("413 PAYLOAD_TOO_LARGE", true));
        assert_eq!(client.rest().await, "");
    }
}

#[tokio::test]
async fn plaintext_http_on_the_tls_port_is_not_answered() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let mut client = Client::to(site.address).await;
    client.send(query()).await;
    let mut rest = Vec::new();
    timeout(TEST_TIMEOUT, client.0.read_to_end(&mut rest)).await.expect("an end").unwrap();
    // An alert of TLS at most.
    assert!(!rest.starts_with(b"HTTP") && rest.len() < 16, "{rest:?}");
}

#[tokio::test]
async fn an_unfinished_handshake_is_timed_out() {
    let site = TlsSite::with(ClientLimits { head_timeout: LIMIT, connections: 1, ..CLIENT_LIMITS }).await;
    for beginning in [&b""[..], b"\x16\x03\x01", b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x03"] {
        let mut client = TcpStream::connect(site.address).await.unwrap();
        client.write_all(beginning).await.unwrap();
        let mut rest = Vec::new();
        advance_until(LIMIT, client.read_to_end(&mut rest)).await.unwrap();
        assert!(!rest.starts_with(b"HTTP"));
        // Its permit is returned.
        let mut next = http1(&site).await;
        next.is_served().await;
    }
}

#[tokio::test]
async fn a_reloaded_certificate_is_for_new_connections_and_a_broken_one_is_ignored() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let old = certificate(&site.authority.path("site.pem"));
    let mut kept = http1(&site).await;
    assert_eq!(shown(&kept.0), old);
    site.authority.issue("site", "localhost", VALID);
    let new = certificate(&site.authority.path("site.pem"));
    assert_ne!(old, new);
    assert_eq!(shown(&http1(&site).await.0), old);
    site.tls.reload().unwrap();
    assert_eq!(shown(&http1(&site).await.0), new);
    // The new key is not written yet.
    let key = fs::read(site.authority.path("site.key")).unwrap();
    site.authority.issue("site", "localhost", VALID);
    fs::write(site.authority.path("site.key"), key).unwrap();
    assert!(site.tls.reload().unwrap_err().to_string().contains("não é a do certificado"));
    assert_eq!(shown(&http1(&site).await.0), new);
    kept.is_served().await;
}

#[tokio::test]
async fn certificate_errors_name_the_setting_and_the_remedy() {
    let authority = Authority::new();
    authority.issue("own", "localhost", VALID);
    authority.issue("other", "localhost", VALID);
    let write = |file: &str, text: &str| {
        fs::write(authority.path(file), text).unwrap();
        authority.path(file)
    };
    let block = |kind: &str, text: &str| format!("-----BEGIN {kind}-----\n{text}\n-----END {kind}-----\n");
    let own = |certificate: Option<PathBuf>, key: Option<PathBuf>| {
        let mut identity = authority.identity("own");
        identity.certificate.path = certificate.unwrap_or(identity.certificate.path);
        identity.key.path = key.unwrap_or(identity.key.path);
        identity
    };
    let certificate = |path: PathBuf| own(Some(path), None);
    let key = |path: PathBuf| own(None, Some(path));
    let cut = fs::read_to_string(authority.path("own.pem")).unwrap().replace("-----END CERTIFICATE-----", "");
    let encrypted = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA";
    let cases: [(Identity, &str, &str); 10] = [
        (certificate(authority.path("none.pem")), "GATEWAY_TLS_CERT", "confira o caminho e as permissões"),
        (key(authority.path("none.key")), "GATEWAY_TLS_KEY", "confira o caminho e as permissões"),
        (certificate(write("der", "\u{0}0")), "GATEWAY_TLS_CERT", "BEGIN CERTIFICATE"),
        (certificate(write("cut", &cut)), "GATEWAY_TLS_CERT", "blocos inteiros"),
        (certificate(authority.path("own.key")), "GATEWAY_TLS_CERT", "BEGIN CERTIFICATE"),
        (certificate(write("bad", &block("CERTIFICATE", "AAAA"))), "GATEWAY_TLS_CERT", "use um certificado X.509 v3"),
        (key(authority.path("own.pem")), "GATEWAY_TLS_KEY", "bloco PRIVATE KEY"),
        (key(write("pkcs8", &block("ENCRYPTED PRIVATE KEY", "AAAA"))), "GATEWAY_TLS_KEY", "openssl pkey"),
        (key(write("pkcs1", &block("RSA PRIVATE KEY", encrypted))), "GATEWAY_TLS_KEY", "openssl pkey"),
        (key(authority.path("other.key")), "GATEWAY_TLS_CERT", "informe o par certo"),
    ];
    for (identity, named, remedy) in cases {
        let error = ServerTls::new(identity).err().unwrap().to_string();
        assert!(error.contains(named) && error.contains(remedy) && error.lines().count() == 1, "{error}");
    }
}

/// The next notification of systemd.
async fn notified(systemd: &UnixDatagram) -> String {
    let mut bytes = [0; 256];
    let length = timeout(TEST_TIMEOUT, systemd.recv(&mut bytes)).await.expect("a word").unwrap();
    String::from_utf8(bytes[..length].to_vec()).unwrap()
}

#[tokio::test]
async fn sighup_reloads_certificates_and_notifies_systemd() {
    let authority = Authority::new();
    authority.issue("site", "localhost", (2020, 2021));
    let (socket, certificate_file, key) =
        (authority.argument("notify"), authority.argument("site.pem"), authority.argument("site.key"));
    let systemd = UnixDatagram::bind(&socket).unwrap();
    let settings = ["--upstream-url", "http://127.0.0.1:9", "--api-key", "chave", "--tls-cert", &certificate_file];
    let settings = [&settings[..], &["--tls-key", &key]].concat();
    let mut command = gateway(&settings);
    command.env("NOTIFY_SOCKET", &socket);
    let (mut process, _output, told) = start_and_read_banner(command).await;
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    assert_eq!(notified(&systemd).await, "READY=1\n");
    line_with("has expired", &mut log).await;

    authority.issue("site", "localhost", VALID);
    signal(&process, "-HUP").await;
    let reloading = notified(&systemd).await;
    assert!(reloading.starts_with("RELOADING=1\nMONOTONIC_USEC="), "{reloading}");
    assert_eq!(notified(&systemd).await, "READY=1\n");
    line_with("certificates were reloaded", &mut log).await;
    line_with("until=4000-01-01", &mut log).await;
    let new = certificate(&authority.path("site.pem"));
    assert_eq!(shown(&connect(address(&told), authority.client(&[&TLS13], &[b"http/1.1"])).await.unwrap()), new);

    // The old pair stays in use, so nothing is logged of the validity of the file.
    let used_key = fs::read(authority.path("site.key")).unwrap();
    authority.issue("site", "localhost", (2020, 2021));
    fs::write(authority.path("site.key"), used_key).unwrap();
    signal(&process, "-HUP").await;
    let error = line_with("could not be reloaded", &mut log).await;
    assert!(error.contains("GATEWAY_TLS_CERT"), "{error}");
    fs::write(authority.path("site.pem"), "").unwrap();
    signal(&process, "-HUP").await;
    let next = log.next_line().await.unwrap().unwrap();
    assert!(next.contains("could not be reloaded"), "{next}");
    let mut client = Client(connect(address(&told), authority.client(&[&TLS13], &[b"http/1.1"])).await.unwrap());
    client.is_served().await;

    // `gateway healthcheck` uses TLS, for liveness and readiness.
    let ask = |arguments: &[&str]| {
        gateway(&[&["healthcheck", "--listen", address(&told)], &settings[..], arguments].concat()).output()
    };
    let alive = ask(&[]).await.unwrap();
    assert_eq!((alive.status.success(), String::from_utf8(alive.stdout).unwrap().as_str()), (true, "ok\n"));
    let unready = ask(&["--ready"]).await.unwrap();
    let said = String::from_utf8(unready.stderr).unwrap();
    assert!(!unready.status.success() && unready.stdout.is_empty());
    assert!(said.contains("503") && said.contains(r#"{"ready":false}"#), "{said}");

    process.start_kill().unwrap();
    process.wait().await.unwrap();
    let gone = ask(&[]).await.unwrap();
    assert!(!gone.status.success() && String::from_utf8(gone.stderr).unwrap().contains("não responde"));
}
