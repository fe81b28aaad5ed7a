//! The commands that print something and end.

use crate::program::gateway;

#[tokio::test]
async fn effective_settings_are_printed_with_their_sources() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gateway.toml");
    let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    let text = "max-concurrency = 7\nread-timeout = '2s'\nwrite-timeout = '3s'\nmcp = true\nhosts = ['a.example', 'b.example']\n";
    std::fs::write(&file, format!("{text}desafio-key = '{key}'\n")).unwrap();
    let mut command = gateway(&["config", "--write-timeout", "9s"]);
    command.env("GATEWAY_CONFIG", &file).env("GATEWAY_READ_TIMEOUT", "8s").env("GATEWAY_API_KEY", "chave-secreta");
    let output = command.output().await.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    for (setting, source) in [
        ("max-concurrency = 7", file.to_str().unwrap()),
        ("mcp = true", file.to_str().unwrap()),
        ("hosts = \"a.example,b.example\"", file.to_str().unwrap()),
        ("read-timeout = \"8s\"", "GATEWAY_READ_TIMEOUT"),
        ("write-timeout = \"9s\"", "--write-timeout"),
        ("memory = 128", "padrão"),
        ("# api-key = \"…\"", "GATEWAY_API_KEY, não é mostrado"),
        ("# desafio-key = \"…\"", &format!("{}, não é mostrado", file.display())),
    ] {
        let line = said.lines().find(|line| line.starts_with(setting)).unwrap_or_else(|| panic!("{setting}\n{said}"));
        assert!(line.ends_with(&format!(" # {source}")), "{line}");
    }
    assert!(output.status.success() && output.stderr.is_empty(), "{said}");
    assert!(!said.contains("secreta") && !said.contains(key), "{said}");
}

#[tokio::test]
async fn wrong_settings_are_reported_and_still_printed() {
    let wrong = ["--tls-cert", "c.pem"];
    for (arguments, prints) in [(&["config"][..], true), (&["config", "--check"], false)] {
        let output = gateway(&[arguments, &wrong].concat()).output().await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.starts_with("gateway: GATEWAY_TLS_CERT só serve com o seu par"), "{said}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().contains("tls-cert = \"c.pem\" "), prints);
    }
    let files = ["config", "--check", "--tls-cert", "/nao/existe.pem", "--tls-key", "/nao/existe.pem"];
    let said = String::from_utf8(gateway(&files).output().await.unwrap().stderr).unwrap();
    assert!(said.starts_with("gateway: ") && said.contains("GATEWAY_TLS_CERT"), "{said}");
    let output = gateway(&["config", "--check"]).output().await.unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}

#[tokio::test]
async fn what_stops_a_start_stops_the_check_too() {
    for (setting, value) in [
        ("GATEWAY_SMTP_URL", "x"),
        ("GATEWAY_UPSTREAM_CA", "/nao/existe.pem"),
        ("GATEWAY_API_KEY", "chave\r\n"),
        ("GATEWAY_API_KEY", "\u{1}chave"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut said = Vec::new();
        for arguments in [&["config", "--check"][..], &["config"], &["serve", "--listen", "127.0.0.1:0"]] {
            let mut command = gateway(arguments);
            if setting == "GATEWAY_UPSTREAM_CA" {
                command.env("GATEWAY_UPSTREAM_URL", "https://127.0.0.1:9").env("GATEWAY_API_KEY", "chave");
            }
            let output = command.current_dir(&folder).env(setting, value).output().await.unwrap();
            assert_eq!(output.status.code(), Some(1), "{setting} {arguments:?}");
            said.push(String::from_utf8(output.stderr).unwrap());
        }
        assert!(said[0].starts_with("gateway: ") && said[0].contains(setting), "{}", said[0]);
        assert_eq!(said[0].lines().count(), 1, "{}", said[0]);
        assert!(said[1] == said[0] && said[2].ends_with(&said[0]), "{said:?}");
        assert!(folder.path().read_dir().unwrap().next().is_none(), "{setting}: nothing is written");
    }
}

#[tokio::test]
async fn wrong_flags_and_variables_are_one_line_that_names_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gateway.toml");
    std::fs::write(&file, "max-concurrenc = 7\n").unwrap();
    for arguments in [&["config"][..], &["config", "--check"]] {
        for (flag, (name, value), remedy) in [
            ("--max-concurrenc=7", ("GATEWAY_MAX_CONCURRENCY", "7"), "'--max-concurrency'"),
            ("--mcp=true", ("GATEWAY_READ_TIMEOUT", "abc"), "use um tempo como"),
            ("--mcp=true", ("GATEWAY_MAX_CONCURRENCY", "0"), "0 is not in 1..=10000"),
            ("--max-concurrency=0", ("GATEWAY_MAX_CONCURRENCY", "7"), "0 is not in 1..=10000"),
            ("--mcp=true", ("GATEWAY_CONFIG", file.to_str().unwrap()), "seria max-concurrency?"),
        ] {
            let output = gateway(&[arguments, &[flag]].concat()).env(name, value).output().await.unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{flag} {name}: {said}");
            assert!(said.starts_with("gateway: ") && said.contains(remedy) && said.ends_with('\n'), "{said}");
        }
    }
    // Of a check it is no finding.
    let output = gateway(&["check", "--config", file.to_str().unwrap()]).output().await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    // Other commands have clap's usage.
    let output = gateway(&["--max-concurrency", "0"]).output().await.unwrap();
    assert!(output.status.code() == Some(2) && output.stderr.ends_with(b"\n"));
}

#[tokio::test]
async fn an_unknown_variable_is_reported_with_the_nearest_setting() {
    let mut command = gateway(&["config", "--check"]);
    command
        .envs(["GATEWAY_READ_TIMEOUTS", "GATEWAY_SERVICE_HOST", "GATEWAY_PORT_8080_TCP_ADDR"].map(|name| (name, "2s")));
    // That of a command.
    let output = command.env("GATEWAY_CHECK_TOKEN", "x").output().await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.lines().count() == 1, "{said}");
    assert!(said.contains("GATEWAY_READ_TIMEOUTS") && said.contains("seria GATEWAY_READ_TIMEOUT?"), "{said}");
}

#[tokio::test]
async fn every_command_has_help() {
    let commands = String::from_utf8(gateway(&["--help"]).output().await.unwrap().stdout).unwrap();
    let (_, commands) = commands.split_once("Commands:\n").unwrap();
    let commands = commands.lines().map_while(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let mut helped = 0;
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help") {
        let help = String::from_utf8(gateway(&[command, "--help"]).output().await.unwrap().stdout).unwrap();
        assert!(help.contains(&format!("Usage: gateway {command}")), "{help}");
        // What needs no settings lists none of them.
        let without_settings = ["mapping", "healthcheck", "schema", "login", "logout", "query", "tools", "version"];
        let is_about_settings = !without_settings.contains(&command);
        assert_eq!(help.contains("--read-timeout"), is_about_settings, "{help}");
        helped += 1;
    }
    assert!(helped >= 5, "{helped}");
}

#[tokio::test]
async fn the_version_names_the_build() {
    // Also where the settings are wrong.
    let output = gateway(&["version"]).env("GATEWAY_CONFIG", "/nao/existe.toml").output().await.unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let start = format!("gateway {} (", env!("CARGO_PKG_VERSION"));
    let end = format!(", {}-{})\n", std::env::consts::ARCH, std::env::consts::OS);
    assert!(told.starts_with(&start) && told.ends_with(&end) && told.len() > start.len() + end.len(), "{told}");
}

#[tokio::test]
async fn the_schema_is_printed() {
    let output = gateway(&["schema"]).output().await.unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), gateway::schema::sdl());
    let output = gateway(&["schema", "--federation"]).output().await.unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), gateway::schema::federation::subgraph_sdl());
}
