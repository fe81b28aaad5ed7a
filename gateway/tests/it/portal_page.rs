//! The portal's page: its template, nonce and CSP.

use std::{collections::HashSet, io::Read as _, time::Duration};

use axum::body::to_bytes;
use flate2::read::GzDecoder;
use gateway::http::portal_page::PortalPageSettings;

use crate::kit::{Gateway, GatewayParts, Reply, by_get, default_parts, static_files};

const TEMPLATE: &str = "<meta property=\"csp-nonce\" nonce=\"__NONCE__\">\
                        <html data-environment=\"__ENVIRONMENT__\">\
                        <meta name=\"request-timeout\" content=\"__REQUEST_TIMEOUT__\">\
                        <meta name=\"cadastro\" content=\"__CADASTRO__\">\
                        <script type=\"module\" nonce=\"__NONCE__\" src=\"/assets/app.js\"></script>";

fn portal(template: &'static str, cadastro_url: &str) -> Gateway {
    let files = [
        ("index.html", template),
        ("index.html.br", "br(portal)"),
        ("index.html.gz", "gz(portal)"),
        ("assets/app.js", "app()"),
        ("assets/app.js.br", "br(app)"),
    ];
    let cadastro_url = cadastro_url.to_owned();
    let request_timeout = Duration::from_millis(15_500);
    let settings = PortalPageSettings { environment: "production", request_timeout, cadastro_url };
    Gateway::of(GatewayParts { files: static_files(&files, &settings), ..default_parts() })
}

fn nonce(page: &Reply) -> String {
    let policy = page.header("content-security-policy");
    policy.split_once("script-src 'self' 'nonce-").unwrap().1.split_once('\'').unwrap().0.to_owned()
}

#[tokio::test]
async fn each_answer_has_a_nonce_of_its_own_in_the_page_and_in_its_policy() {
    let gateway = portal(TEMPLATE, "/cadastro.html");
    let mut nonces = HashSet::new();
    for path in ["/", "/", "/login-pg", "/?a=1", "/qualquer/rota"] {
        let page = gateway.get(path, &[]).await;
        let nonce = nonce(&page);
        // 24 digits of 6 bits.
        assert!(nonce.len() == 24 && nonce.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/".contains(&b)), "{nonce}");
        assert_eq!(
            page.header("content-security-policy"),
            format!(
                "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
                 img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                 form-action 'self'; frame-ancestors 'none'; object-src 'none'"
            )
        );
        assert_eq!(page.text.matches(&format!("nonce=\"{nonce}\"")).count(), 2, "{}", page.text);
        assert!(!page.text.contains("__"), "{}", page.text);
        assert!(nonces.insert(nonce), "a nonce came twice");
    }
}

#[tokio::test]
async fn the_page_is_kept_by_nobody_and_not_that_of_the_build() {
    let gateway = portal(TEMPLATE, "/cadastro.html");
    for path in ["/", "/login-pg"] {
        let page = gateway.get(path, &[("accept-encoding", "br"), ("if-none-match", "*")]).await;
        assert_eq!((page.status.as_u16(), page.header("cache-control")), (200, "no-store"), "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        for absent in ["etag", "content-encoding", "last-modified"] {
            assert_eq!(page.header(absent), "", "{path} {absent}");
        }
        assert!(page.text.starts_with("<meta "), "{}", page.text);
    }
    // The files are the template, also compressed.
    for path in ["/index.html", "/index.html.br", "/index.html.gz"] {
        assert_eq!(gateway.get(path, &[]).await.status, 404, "{path}");
    }
    assert_eq!(gateway.get("/assets/app.js", &[("accept-encoding", "br")]).await.text, "br(app)");
}

#[tokio::test]
async fn the_page_is_compressed_with_its_nonce() {
    let gateway = portal(TEMPLATE, "/cadastro.html");
    let page = gateway.open(by_get("/login-pg", &[("accept-encoding", "gzip, deflate, br")])).await;
    assert_eq!(page.headers()["content-encoding"], "gzip");
    assert_eq!(page.headers()["vary"], "accept-encoding");
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let body = to_bytes(page.into_body(), usize::MAX).await.unwrap();
    let mut text = String::new();
    GzDecoder::new(&*body).read_to_string(&mut text).unwrap();
    let nonce = text.split_once("nonce=\"").unwrap().1.split_once('"').unwrap().0;
    assert!(text.starts_with("<meta ") && policy.contains(&format!("'nonce-{nonce}'")), "{policy}\n{text}");
    let refused = gateway.get("/login-pg", &[("accept-encoding", "gzip;q=0")]).await;
    assert!(refused.text.starts_with("<meta ") && refused.header("content-encoding").is_empty());
}

#[tokio::test]
async fn the_page_says_where_it_runs() {
    for (address, written) in [
        ("/cadastro.html", "/cadastro.html"),
        ("https://c.example/?a=\"><script>&b='c'", "https://c.example/?a=&quot;&gt;&lt;script&gt;&amp;b=&#39;c&#39;"),
        // Only placeholders of the template are replaced.
        ("/__NONCE__/__CADASTRO__/__ENVIRONMENT__", "/__NONCE__/__CADASTRO__/__ENVIRONMENT__"),
    ] {
        let page = portal(TEMPLATE, address).get("/", &[]).await;
        let filled = format!(
            "<html data-environment=\"production\"><meta name=\"request-timeout\" content=\"15.5\">\
             <meta name=\"cadastro\" content=\"{written}\">"
        );
        assert!(page.text.contains(&filled), "{}", page.text);
    }
}
