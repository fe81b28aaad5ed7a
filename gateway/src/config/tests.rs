//! Every setting: its default, its validation, and the remedy that its error names.

use std::time::Duration;

use secrecy::ExposeSecret as _;

use super::{ServicesConfig, load::tests::read};

fn check(flags: &[&str]) -> Result<super::Config, String> {
    read(flags)?.0.settings.validate().map_err(|error| error.to_string())
}

const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const URL: &str = "https://api.example/v1";
const PRODUCTION: [&str; 6] = ["--environment", "production", "--desafio-key", KEY, "--embed", "true"];

#[test]
fn the_registration_page_is_here_or_anywhere() {
    assert_eq!(check(&[]).unwrap().http.cadastro_url, "/cadastro.html");
    for address in ["/", "/cadastro?de=portal#novo", "http://[::1]:8081", "https://clinica.example/c?a=1&b=\"<\"#x"] {
        assert_eq!(check(&["--cadastro-url", address]).unwrap().http.cadastro_url, address);
    }
}

#[test]
fn production_runs_the_portals_documents_and_those_of_tools() {
    use crate::schema::engine::persisted_documents::DocumentPolicy;

    let policy = |flags: &[&str]| check(flags).unwrap().http.document_policy;
    assert_eq!((policy(&[]), policy(&PRODUCTION)), (DocumentPolicy::Open, DocumentPolicy::TrustedOrTool));
    assert_eq!(policy(&["--documents", "trusted-or-tool"]), DocumentPolicy::TrustedOrTool);
    assert_eq!(policy(&[&PRODUCTION[..], &["--documents", "open"]].concat()), DocumentPolicy::Open);
    let settings = check(&[&PRODUCTION[..], &["--tools", "ferramentas"]].concat()).unwrap().http;
    assert_eq!(settings.tools.as_deref(), Some(std::path::Path::new("ferramentas")));
    assert_eq!(settings.document_policy, DocumentPolicy::TrustedOrTool);
}

#[test]
fn an_empty_list_is_one_without_items() {
    for empty in ["", " "] {
        let lists = ["--allowed-origins", "--hosts", "--trusted-proxies"].map(|flag| [flag, empty]);
        let config = check(&[&PRODUCTION[..], lists.as_flattened()].concat()).unwrap();
        assert!(config.http.browsers.origins.is_empty() && config.http.browsers.hosts.is_empty());
    }
    let several = ["--hosts", "a.example,b.example", "--hosts", "c.example"];
    assert_eq!(check(&several).unwrap().http.browsers.hosts.len(), 3);
}

#[test]
fn browsers_are_told_to_come_with_tls_in_production() {
    let tls = ["--tls-cert", "c.pem", "--tls-key", "k.pem"];
    let browsers = |flags: &[&str]| {
        let browsers = check(flags).unwrap().http.browsers;
        (browsers.hsts, browsers.tls)
    };
    assert_eq!((browsers(&[]), browsers(&tls), browsers(&PRODUCTION)), ((false, false), (false, true), (true, false)));
    assert_eq!(browsers(&[&PRODUCTION[..], &tls].concat()), (true, true));
}

#[test]
fn production_leaves_balancers_time_to_notice_a_stop() {
    let delay = |flags: &[&str]| check(flags).unwrap().drain().delay;
    assert_eq!((delay(&[]), delay(&PRODUCTION)), (Duration::ZERO, Duration::from_secs(5)));
    assert_eq!(delay(&["--drain-delay", "10s"]), Duration::from_secs(10));
}

#[test]
fn an_api_without_a_key_is_said_in_the_mapping() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "[headers]\napi-key = false").unwrap();
    let config = check(&["--upstream-url", URL, "--mapping", file.path().to_str().unwrap()]).unwrap();
    assert!(matches!(config.services, ServicesConfig::At { api_key, .. } if api_key.expose_secret().is_empty()));
}

#[test]
fn certificates_serve_where_only_a_module_has_https() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "[base-urls]\nseguradora = 'HTTPS://api.example'").unwrap();
    let mapping = ["--mapping", file.path().to_str().unwrap()];
    let flags = ["--upstream-url", "http://api.example", "--api-key", "k", "--upstream-ca", "ca.pem"];
    assert!(check(&flags).is_err());
    check(&[&flags[..], &mapping].concat()).unwrap();
}

#[test]
fn a_wrong_setting_is_named_with_its_remedy() {
    let demo = [&PRODUCTION[..], &["--demo", "true"]].concat();
    let long = format!("{URL}/{}", "a".repeat(100_000));
    for (flags, named, remedy) in [
        (&["--desafio-key", "curta"][..], "GATEWAY_DESAFIO_KEY", "openssl rand -base64 32"),
        (&["--environment", "production"], "GATEWAY_DESAFIO_KEY", "openssl rand -base64 32"),
        (&PRODUCTION[..4], "serviços", "GATEWAY_EMBED=true"),
        (&demo, "demonstração", "tire GATEWAY_DEMO"),
        (&["--embed", "false"], "serviços", "GATEWAY_UPSTREAM_URL"),
        (&["--embed", "true", "--upstream-url", URL, "--api-key", "chave"], "GATEWAY_EMBED", "tire um dos dois"),
        (&["--upstream-url", URL], "GATEWAY_UPSTREAM_URL", "informe-a em GATEWAY_API_KEY"),
        (&["--upstream-url", URL], "GATEWAY_UPSTREAM_URL", "api-key = false em [headers] do mapeamento"),
        (&["--upstream-url", URL, "--api-key", ""], "GATEWAY_API_KEY", "informe só a chave"),
        (&["--upstream-url", URL, "--api-key", " \t"], "GATEWAY_API_KEY", "informe só a chave"),
        (&["--api-key", ""], "GATEWAY_API_KEY", "tire a variável"),
        (&["--api-key", "cha\u{7f}ve"], "GATEWAY_API_KEY", "informe só a chave"),
        (&["--read-timeout", "0s"], "--read-timeout", "de 10ms a 300s"),
        (&["--write-timeout", "301s"], "--write-timeout", "de 10ms a 300s"),
        (&["--upstream-url", "ftp://api.example"], "--upstream-url", "http:// ou https://"),
        (&["--upstream-url", "https://ana:senha@api.example"], "--upstream-url", "tire o usuário e a senha"),
        (&["--upstream-url", ""], "--upstream-url", "http:// ou https://"),
        (&["--upstream-url", "http://a\"b"], "--upstream-url", "caracteres que não se usam"),
        (&["--upstream-url", &long], "--upstream-url", "longo demais"),
        (&["--cache", "1025"], "--cache", "0..=1024"),
        (&["--documents", "todos"], "--documents", "[possible values: open, trusted-or-tool]"),
        (&["--federation-key", "curta"], "GATEWAY_FEDERATION_KEY", "openssl rand -hex 32"),
        (&["--federation-key", "uma frase longa, com brancos entre as palavras"], "GATEWAY_FEDERATION_KEY", "sinais"),
        (&["--allowed-origins", "portal.example"], "--allowed-origins", "use origens como https://portal.example"),
        (&["--allowed-origins", "https://a.example/x"], "--allowed-origins", "sem caminho"),
        (&["--allowed-origins", "*"], "--allowed-origins", "use origens como"),
        (&["--allowed-origins", "https://a.example,null"], "--allowed-origins", "use origens como"),
        (&["--hosts", "https://portal.example"], "--hosts", "use nomes como portal.example"),
        (&["--tls-key", "k.pem"], "GATEWAY_TLS_KEY", "informe também GATEWAY_TLS_CERT"),
        (&["--upstream-cert", "c.pem"], "GATEWAY_UPSTREAM_CERT", "informe também GATEWAY_UPSTREAM_KEY"),
        (&["--upstream-key", "k.pem"], "GATEWAY_UPSTREAM_KEY", "informe também GATEWAY_UPSTREAM_CERT"),
        (&["--upstream-ca", "ca.pem"], "GATEWAY_UPSTREAM_CA", "ou tire os três"),
        (
            &["--upstream-url", "http://x", "--api-key", "k", "--upstream-ca", "ca.pem"],
            "GATEWAY_UPSTREAM_CA",
            "https://",
        ),
        (&["--live-interval", "0s"], "--live-interval", "de 10ms a 300s"),
        (&["--drain-delay", "sim"], "--drain-delay", "ou 0s"),
        (&["--trusted-proxies", "10.0.0.0/8,proxy"], "--trusted-proxies", "redes como 10.0.0.0/8"),
        (&["--trusted-proxies", "10.0.0.0/8,0.0.0.0/0"], "--trusted-proxies", "não todos os endereços"),
        (&["--trusted-proxies", "::/0"], "--trusted-proxies", "não todos os endereços"),
        (&["--memory", "15"], "--memory", "16..=16384"),
        (&["--otlp-endpoint", "coletor:4318"], "OTEL_EXPORTER_OTLP_ENDPOINT", "http:// ou https://"),
        (&["--log", " , "], "--log", "use error, warn, info"),
        (&["--log", "warning"], "--log", "gateway=debug"),
        (&["--log", "warn, infoo"], "--log", "use error, warn, info"),
        (&["--log", "gateway=alto"], "--log", "use error, warn, info"),
        (&["--redis-url", "http://redis.example", "--desafio-key", KEY], "GATEWAY_REDIS_URL", "use redis://"),
        (&["--redis-url", " ", "--desafio-key", KEY], "GATEWAY_REDIS_URL", "tire a variável"),
        (&["--redis-url", "redis://redis.example"], "GATEWAY_REDIS_URL", "gere uma com `openssl rand -base64 32`"),
        (&["--cadastro-url", ""], "--cadastro-url", "ou um caminho que comece com /"),
        (&["--cadastro-url", "cadastro.html"], "--cadastro-url", "ou um caminho que comece com /"),
        (&["--cadastro-url", "javascript:alert(1)"], "--cadastro-url", "http:// ou https://"),
        (&["--cadastro-url", "https://"], "--cadastro-url", "http:// ou https://"),
        (&["--cadastro-url", "https://ana:senha@clinica.example"], "--cadastro-url", "sem usuário e senha"),
        (&["--cadastro-url", "//clinica.example"], "--cadastro-url", "http:// ou https://"),
        (&["--cadastro-url", "/\\clinica.example"], "--cadastro-url", "http:// ou https://"),
        (&["check", "--ano", "1999"], "--ano", "2000..=2100"),
        (&["--cadastro-url", "/\t/clinica.example"], "--cadastro-url", "http:// ou https://"),
    ] {
        let error = check(flags).unwrap_err();
        assert!(error.contains(named) && error.contains(remedy), "{flags:?}: {error}");
    }
}

#[test]
fn a_log_filter_is_a_level_and_targets_with_theirs() {
    for filter in ["WARN", " info ", "info, gateway=debug", "off", "[span{field=1}]=trace"] {
        check(&["--log", filter]).unwrap();
    }
}

#[test]
fn keys_come_as_base64_or_hex() {
    let hex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    for key in [KEY, hex] {
        assert_eq!(check(&["--desafio-key", key]).unwrap().login.desafio_key.expose_secret()[31], 31);
    }
}

#[test]
fn a_request_has_the_time_of_its_calls_and_a_stop_that_of_requests() {
    let timeout = |flags: &[&str]| check(flags).unwrap().client_limits().request_timeout;
    assert_eq!(timeout(&[]), Duration::from_secs(15));
    assert_eq!(timeout(&["--write-timeout", "30s"]), Duration::from_secs(35));
    let event = |flags: &[&str]| check(flags).unwrap().subscriptions.read_timeout;
    assert_eq!(event(&[]), Duration::from_secs(15));
    assert_eq!(event(&["--read-timeout", "30s"]), Duration::from_secs(40));
    let limit = |flags: &[&str]| check(flags).unwrap().drain().limit;
    assert_eq!(limit(&[]), Duration::from_secs(30));
    assert_eq!(limit(&["--read-timeout", "150s", "--write-timeout", "300s"]), Duration::from_secs(900));
}
