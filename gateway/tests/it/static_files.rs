//! Static files: paths, encodings, caching, CSP.

use std::collections::BTreeSet;

use axum::{body::Body, extract::Request};
use gateway::http::portal_page::{PortalPageSettings, ROUTES};

use crate::kit::{Gateway, GatewayParts, Reply, default_parts, static_files};

fn portal() -> Gateway {
    let files = [
        ("index.html", "<p>portal"),
        ("index.html.br", "br(portal)"),
        ("cadastro.html", "<p>cadastro"),
        ("cadastro.html.br", "br(cadastro)"),
        ("cadastro.css", "p{}"),
        ("favicon.svg", "<svg/>"),
        ("assets/app-1a2b3c.js", "app()"),
        ("assets/app-1a2b3c.js.br", "br(app)"),
        ("assets/app-1a2b3c.js.gz", "gz(app)"),
        ("assets/logo-9f8e7d.woff2", "font"),
        ("graphiql/index.html", "<p>graphiql"),
    ];
    let files = static_files(&files, &PortalPageSettings::default());
    Gateway::of(GatewayParts { files, ..default_parts() })
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Reply {
    portal().get(path, headers).await
}

#[tokio::test]
async fn hashed_files_are_cached_for_a_year_and_pages_are_revalidated() {
    let script = get("/assets/app-1a2b3c.js", &[]).await;
    assert_eq!((script.text.as_str(), script.header("content-type")), ("app()", "text/javascript; charset=utf-8"));
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(get("/assets/logo-9f8e7d.woff2", &[]).await.header("content-type"), "font/woff2");
    for (path, content_type, cache_control) in [
        ("/cadastro.html", "text/html; charset=utf-8", "no-cache"),
        ("/cadastro.css", "text/css; charset=utf-8", "no-cache"),
        ("/favicon.svg", "image/svg+xml", "public, max-age=3600, must-revalidate"),
    ] {
        let page = get(path, &[]).await;
        assert_eq!((page.header("cache-control"), page.header("content-type")), (cache_control, content_type));
        assert_eq!(page.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn the_smallest_encoding_that_the_browser_reads_is_sent() {
    for (accept, encoding, text) in [
        ("gzip, deflate, br, zstd", "br", "br(app)"),
        ("gzip", "gzip", "gz(app)"),
        ("br;q=0, gzip;q=0.5", "gzip", "gz(app)"),
        ("BR", "br", "br(app)"),
        ("identity", "", "app()"),
        ("", "", "app()"),
    ] {
        let reply = get("/assets/app-1a2b3c.js", &[("accept-encoding", accept)]).await;
        assert_eq!((reply.header("content-encoding"), reply.text.as_str()), (encoding, text), "{accept}");
        assert_eq!(reply.header("vary"), "accept-encoding");
        assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
    }
    // This file has no compressed variant.
    assert_eq!(get("/favicon.svg", &[("accept-encoding", "br, gzip")]).await.header("content-encoding"), "");
}

#[tokio::test]
async fn an_unchanged_file_gets_304() {
    let plain = get("/cadastro.html", &[]).await.header("etag").to_owned();
    let brotli = get("/cadastro.html", &[("accept-encoding", "br")]).await.header("etag").to_owned();
    assert_ne!(plain, brotli);
    for tags in [plain.clone(), format!("\"x\", W/{plain}"), "*".to_owned()] {
        let reply = get("/cadastro.html", &[("if-none-match", &tags)]).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (304, ""), "{tags}");
        assert_eq!(reply.header("etag"), plain);
        assert_eq!(reply.header("cache-control"), "no-cache");
    }
    assert_eq!(get("/cadastro.html", &[("if-none-match", &brotli)]).await.status, 200);
}

#[tokio::test]
async fn a_route_of_the_portal_is_its_page_and_any_other_address_is_missing() {
    const BROWSER: &[(&str, &str)] = &[("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in ["/", "/login-pg", "/visualiza-acionamento?sinistro=1.2", "/home-page/", "/Home-Page"] {
        let reply = get(path, &[]).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, "<p>portal"), "{path}");
    }
    for path in ["/nada", "/qualquer/rota?x=1", "/xyz/", "/%E7", "/login-pg/x", "//login-pg"] {
        let reply = get(path, &[]).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (404, "<p>portal"), "{path}");
    }
    for path in [
        "/nope.css",
        "/favicon-nope.ico",
        "/index.html",
        "/index.html.br",
        "/../../etc/passwd",
        "/%2e%2e/%2E%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/.env",
        "/assets/app-000000.js",
        "/assets/",
        "/graphiql/x",
        "/graphql/",
    ] {
        let reply = get(path, &[("accept", "*/*")]).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (404, "não encontrado\n"), "{path}");
        let reply = get(path, BROWSER).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (404, "<p>portal"), "{path}");
    }
    for path in ["/graphiql", "/graphiql/"] {
        let page = get(path, &[]).await;
        assert_eq!(page.text, "<p>graphiql");
        assert!(page.header("content-security-policy").contains("script-src 'self'"));
    }
}

#[test]
fn the_gateway_knows_the_routes_of_the_portal() {
    let source = include_str!("../../../client/src/routes.tsx");
    let paths = source.split("path: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let of_portal: BTreeSet<_> = paths.filter(|path| *path != "*").collect();
    assert_eq!(of_portal, BTreeSet::from(ROUTES));
}

#[tokio::test]
async fn files_that_open_as_pages_have_a_csp_without_scripts() {
    for path in ["/cadastro.html", "/favicon.svg"] {
        assert_eq!(
            get(path, &[]).await.header("content-security-policy"),
            "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
            "{path}"
        );
    }
    // A worker has the CSP of its script, and imports others.
    assert_eq!(get("/assets/app-1a2b3c.js", &[]).await.header("content-security-policy"), "");
}

#[tokio::test]
async fn every_answer_is_closed_to_other_origins() {
    for path in ["/", "/cadastro.html", "/graphiql", "/nada.txt", "/healthz", "/graphql"] {
        let reply = get(path, &[]).await;
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
            ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(reply.header(name), value, "{path} {name}");
        }
    }
}

#[tokio::test]
async fn files_are_only_read() {
    let head = portal().send(Request::head("/assets/app-1a2b3c.js").body(Body::empty()).unwrap()).await;
    assert_eq!((head.status.as_u16(), head.header("etag").is_empty()), (200, false));
    let post = portal().send(Request::post("/login-pg").body(Body::empty()).unwrap()).await;
    assert_eq!((post.status.as_u16(), post.header("allow")), (405, "GET, HEAD"));
}

#[tokio::test]
async fn before_the_portal_is_built_there_are_no_pages() {
    let gateway = Gateway::alone();
    for path in ["/", "/graphiql", "/login-pg"] {
        assert_eq!(gateway.get(path, &[]).await.status, 404);
    }
}
