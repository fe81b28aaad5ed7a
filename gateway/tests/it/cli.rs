//! The commands that print something and end.

use tokio::net::TcpListener;

use crate::{
    kit::Folder,
    program::{CommandOutput, gateway, run},
};

#[tokio::test]
async fn effective_settings_are_printed_with_their_sources() {
    let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    let text = "max-concurrency = 7\nread-timeout = '2s'\nwrite-timeout = '3s'\nmcp = true\nhosts = ['a.example', 'b.example']\n";
    let folder = Folder::new(&[("gateway.toml", format!("{text}desafio-key = '{key}'\n"))]);
    let config = &*folder.path("gateway.toml");
    let environment =
        [("GATEWAY_CONFIG", config), ("GATEWAY_READ_TIMEOUT", "8s"), ("GATEWAY_API_KEY", "chave-secreta")];
    let said = run(&["--max-concurrency", "8", "config", "--write-timeout", "9s"], &environment).await;
    for (setting, source) in [
        // A flag may stand before the command and after it.
        ("max-concurrency = 8", "--max-concurrency"),
        ("mcp = true", config),
        ("hosts = \"a.example,b.example\"", config),
        ("read-timeout = \"8s\"", "GATEWAY_READ_TIMEOUT"),
        ("write-timeout = \"9s\"", "--write-timeout"),
        ("memory = 128", "padrão"),
        ("# api-key = \"…\"", "GATEWAY_API_KEY, não é mostrado"),
        ("# desafio-key = \"…\"", &format!("{config}, não é mostrado")),
    ] {
        let line =
            said.out.lines().find(|line| line.starts_with(setting)).unwrap_or_else(|| panic!("{setting} {said:?}"));
        assert!(line.ends_with(&format!(" # {source}")), "{line}");
    }
    assert!(said.status == 0 && said.err.is_empty(), "{said:?}");
    assert!(!said.out.contains("secreta") && !said.out.contains(key), "{said:?}");
}

#[tokio::test]
async fn wrong_settings_are_reported_and_still_printed() {
    let wrong = ["--tls-cert", "c.pem"];
    for (arguments, prints) in [(&["config"][..], true), (&["config", "--check"], false)] {
        let said = run(&[arguments, &wrong].concat(), &[]).await;
        assert_eq!((said.status, said.err.lines().count()), (1, 1), "{said:?}");
        assert!(said.err.starts_with("gateway: GATEWAY_TLS_CERT só serve com o seu par"), "{said:?}");
        assert_eq!(said.out.contains("tls-cert = \"c.pem\" "), prints);
    }
    let said = run(&["config", "--otlp-endpoint", "http://coletor:segredo@localhost:4318"], &[]).await;
    assert!(said.status == 1 && said.out.contains("# otlp-endpoint = \"…\""), "{said:?}");
    assert!(!format!("{said:?}").contains("segredo"), "{said:?}");
    let files = ["config", "--check", "--tls-cert", "/nao/existe.pem", "--tls-key", "/nao/existe.pem"];
    let said = run(&files, &[]).await;
    assert!(said.err.starts_with("gateway: ") && said.err.contains("GATEWAY_TLS_CERT"), "{said:?}");
    let said = run(&["config", "--check"], &[]).await;
    assert!(said.status == 0 && said.out.is_empty() && said.err.is_empty(), "{said:?}");
}

#[tokio::test]
async fn what_cannot_work_stops_the_start_with_one_sentence_and_the_check_too() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let (folder, tools) = (Folder::empty(), Folder::new(&[("a.toml", "")]));
    let tools = &*tools.path("");
    let over = ["--upstream-url", "https://127.0.0.1:9", "--api-key", "chave", "--upstream-ca"];
    for (arguments, named) in [
        (&["--desafio-key", "chave-curta"][..], "GATEWAY_DESAFIO_KEY"),
        (&["--api-key", "chave\r\n"], "GATEWAY_API_KEY"),
        (&["--tls-cert", "/dev/null/c.pem", "--tls-key", "k.pem"], "GATEWAY_TLS_CERT"),
        (&[&over[..], &["/dev/null"]].concat(), "GATEWAY_UPSTREAM_CA"),
        (&[&over[..], &["/nao/existe.pem"]].concat(), "GATEWAY_UPSTREAM_CA"),
        (&["--smtp-url", "x"], "GATEWAY_SMTP_URL"),
        (&["--tools", tools], "GATEWAY_TOOLS"),
        (&["--tools", "/nao/existe"], "GATEWAY_TOOLS"),
        // Only the start can tell.
        (&["--listen", &taken], "GATEWAY_LISTEN"),
        (&["--metrics-listen", &taken], "GATEWAY_METRICS_LISTEN"),
        (&["--data-dir", "/dev/null/x"], "GATEWAY_DATA_DIR"),
    ] {
        let is_checked = !["GATEWAY_LISTEN", "GATEWAY_METRICS_LISTEN", "GATEWAY_DATA_DIR"].contains(&named);
        let mut told = Vec::new();
        for command in [&["serve"][..], &["config", "--check"], &["config"]].iter().take(if is_checked { 3 } else { 1 })
        {
            let mut command = gateway(&[command, arguments].concat());
            command.current_dir(folder.path("")).env("GATEWAY_LISTEN", "127.0.0.1:0");
            let said = CommandOutput::from(command.output().await.unwrap());
            assert!(said.status == 1 && said.err.lines().count() == 1, "{arguments:?} {said:?}");
            assert!(said.err.starts_with("gateway: ") && said.err.contains(named), "{said:?}");
            assert!(!said.err.contains("chave-curta"), "{said:?}");
            told.push(said.err);
        }
        told.dedup();
        assert_eq!(told.len(), 1, "{told:?}");
    }
    assert!(std::fs::read_dir(folder.path("")).unwrap().next().is_none(), "nothing is written");
}

#[tokio::test]
async fn wrong_flags_variables_and_files_are_refused_with_the_remedy() {
    let folder = Folder::new(&[("gateway.toml", "max-concurrenc = 7\n")]);
    let file = &*folder.path("gateway.toml");
    // Of a check this status is no finding.
    for command in [&[][..], &["config", "--check"], &["check"], &["healthcheck"], &["version"]] {
        for (flag, variable, remedy) in [
            ("--max-concurrenc=7", ("GATEWAY_MAX_CONCURRENCY", "7"), "'--max-concurrency'"),
            ("--mcp=true", ("GATEWAY_READ_TIMEOUT", "abc"), "use um tempo como"),
            ("--mcp=true", ("GATEWAY_MAX_CONCURRENCY", "0"), "0 is not in 1..=10000"),
            ("--max-concurrency=0", ("GATEWAY_MAX_CONCURRENCY", "7"), "0 is not in 1..=10000"),
            ("--mcp=true", ("GATEWAY_CONFIG", file), "seria max-concurrency?"),
        ] {
            let said = run(&[command, &[flag]].concat(), &[variable]).await;
            assert!(said.status == 2 && said.out.is_empty(), "{said:?}");
            assert!(said.err.starts_with("error: ") && said.err.contains(remedy), "{said:?}");
        }
    }
}

#[tokio::test]
async fn an_unknown_variable_is_reported_with_the_nearest_setting() {
    // The last one is that of a command.
    let names = ["GATEWAY_READ_TIMEOUTS", "GATEWAY_SERVICE_HOST", "GATEWAY_PORT_8080_TCP_ADDR", "GATEWAY_CHECK_TOKEN"];
    let said = run(&["config", "--check"], &names.map(|name| (name, "2s"))).await;
    assert!(said.status == 0 && said.err.lines().count() == 1, "{said:?}");
    assert!(said.err.contains("GATEWAY_READ_TIMEOUTS") && said.err.contains("seria GATEWAY_READ_TIMEOUT?"), "{said:?}");
}

#[tokio::test]
async fn every_command_has_help() {
    let commands = run(&["--help"], &[]).await.out;
    let (_, commands) = commands.split_once("Commands:\n").unwrap();
    let commands = commands.lines().map_while(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let mut helped = 0;
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help") {
        let help = run(&[command, "--help"], &[]).await.out;
        assert!(help.contains(&format!("Usage: gateway {command}")), "{help}");
        // What needs no settings lists none of them.
        let without_settings = ["mapping", "healthcheck", "schema", "login", "logout", "query", "tools", "version"];
        assert_eq!(help.contains("--read-timeout"), !without_settings.contains(&command), "{help}");
        helped += 1;
    }
    assert!(helped >= 5, "{helped}");
    for command in ["add", "list", "manifest"] {
        let help = run(&["tools", command, "--help"], &[]).await.out;
        assert!(help.contains(&format!("Usage: gateway tools {command}")) && help.contains("GATEWAY_TOOLS"), "{help}");
        assert!(help.lines().count() < 40 && !help.contains("--read-timeout"), "{help}");
    }
}

#[tokio::test]
async fn a_collector_that_the_start_could_not_use_fails_the_check_too() {
    let without_authorities = [("SSL_CERT_FILE", "/nao/existe.pem"), ("SSL_CERT_DIR", "/nao/existe")];
    let arguments = ["config", "--check", "--otlp-endpoint", "https://collector.example"];
    let said = run(&arguments, &without_authorities).await;
    assert!(said.status == 1 && said.err.lines().count() == 1, "{said:?}");
}

#[tokio::test]
async fn the_version_names_the_build() {
    let told = run(&["version"], &[]).await.out;
    let start = format!("gateway {} (", env!("CARGO_PKG_VERSION"));
    let end = format!(", {}-{})\n", std::env::consts::ARCH, std::env::consts::OS);
    assert!(told.starts_with(&start) && told.ends_with(&end) && told.len() > start.len() + end.len(), "{told}");
}

#[tokio::test]
async fn the_schema_is_printed() {
    assert_eq!(run(&["schema"], &[]).await.out, gateway::schema::sdl());
    assert_eq!(run(&["schema", "--federation"], &[]).await.out, gateway::schema::federation::composition_sdl());
}
