//! What `gateway check` says about responses that cannot be read, and about services that cannot be reached.

use serde_json::json;
use services::wire::{
    Call as _,
    acionamento::{
        ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus, RetornaAcionamentoReabertura,
    },
    menu::ListaMenuUsuario,
    painel::{
        TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes, TotalSeguradoras,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
    segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use tokio::process::Command;

use super::{Live, check, command, run};

#[tokio::test]
async fn invalid_responses_are_reported_by_kind() {
    let ok = |data: &str| format!(r#"{{"status":1,"messages":"","data":{data}}}"#);
    // A response above the size limit is not read completely.
    let large = " ".repeat(6 * 1024 * 1024);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let live = Live::new()
        .http(ListaMenuUsuario::PATH, 302, b"")
        .body(ListaSeguradora::PATH, "<html><body>Manutenção</body></html>")
        .body(ListaProcedimento::PATH, "")
        .body(TotalAcionamentoAbertosDia::PATH, "[1]")
        .http(TotalAcionamentoAbertosMes::PATH, 404, b"")
        .http(TotalAcionamentoFaturadosMes::PATH, 503, large.as_bytes())
        .http(TotalSeguradoras::PATH, 403, b"")
        .body(TotalStatusSeguradorasMes::PATH, &ok(&deep))
        .body(TotalStatusAcionamentoAno::PATH, &ok(r#"{"linhas":[]}"#))
        .body(ListaAcionamentosByStatus::PATH, &large)
        .body(ListaAcionamentosBySinistro::PATH, r#"{"status":1,"data":[{"#)
        .body(ListaAcionamentosByAutorizacao::PATH, r#"{"Status":1,"mensagens":"","data":[]}"#)
        .body(RetornaAcionamentoReabertura::PATH, r#"{"status":0,"messages":"Não pode.","data":{}}"#)
        .body(ListaAcionamentosBySeguradoraStatus::PATH, r#"{"status":200,"messages":"OK","data":[{}]}"#)
        .http(PesquisaSegurado::PATH, 401, b"");
    let services = format!("http://{}", live.start().await);
    let asked = "--status ABERTO --seguradora 3 --sinistro 1 --autorizacao 1 --cpf-cnpj 1 --memory-budget-mib 16";
    let given: Vec<_> = ["--token", "ficha", "--json"].into_iter().chain(asked.split(' ')).collect();
    let run = run(command(&services, &given)).await;
    for (path, verdict, problem) in [
        (ListaMenuUsuario::PATH, "not-reached", "redirect"),
        (ListaSeguradora::PATH, "does-not-fit", "html"),
        (ListaProcedimento::PATH, "does-not-fit", "empty"),
        (TotalAcionamentoAbertosDia::PATH, "does-not-fit", "not-envelope"),
        (TotalAcionamentoAbertosMes::PATH, "does-not-fit", "no-such-path"),
        (TotalAcionamentoFaturadosMes::PATH, "not-reached", "status"),
        (TotalSeguradoras::PATH, "not-reached", "forbidden"),
        (TotalStatusSeguradorasMes::PATH, "does-not-fit", "unread"),
        (TotalStatusAcionamentoAno::PATH, "does-not-fit", "unread"),
        (ListaAcionamentosByStatus::PATH, "not-reached", "too-large"),
        (ListaAcionamentosBySinistro::PATH, "does-not-fit", "not-json"),
        (ListaAcionamentosByAutorizacao::PATH, "does-not-fit", "unread"),
        (RetornaAcionamentoReabertura::PATH, "not-reached", "refused"),
        (ListaAcionamentosBySeguradoraStatus::PATH, "does-not-fit", "refusal-with-data"),
        (PesquisaSegurado::PATH, "not-reached", "unauthorized"),
    ] {
        assert_eq!(run.problem(path), (verdict.to_owned(), problem.to_owned()), "{path}");
    }
    assert_eq!(run.exit, 1);
    assert_eq!(run.endpoint(ListaMenuUsuario::PATH)["calls"][0]["redirect"], "https://outro.example");
    let data = run.field(TotalStatusAcionamentoAno::PATH, "data");
    assert_eq!((&data["expected"], &data["found"][0]["kind"]), (&json!("list"), &json!("object")));
    let envelope = run.endpoint(ListaAcionamentosByAutorizacao::PATH)["calls"][0]["envelope"].clone();
    let resembles: Vec<_> = envelope["unknown"].as_array().unwrap().iter().map(|one| &one["resembles"]).collect();
    assert_eq!(resembles, ["status", "messages"]);
    assert!(!run.out.contains("segredo"));
}

#[tokio::test]
async fn odd_encodings_and_repeated_fields_are_reported() {
    let twice = r#"{"status":1,"messages":"","data":{"qtTotal":1,"qtTotal":2,"vlTotal":1}}"#;
    let latin: Vec<u8> = [&b"{\"status\":1,\"messages\":\"\",\"data\":{\"qtTotal\":1,\"x\":\"N\xe3o\"}}"[..]].concat();
    let live = Live::new()
        .body(TotalAcionamentoAbertosDia::PATH, twice)
        .body(TotalAcionamentoAbertosMes::PATH, "\u{feff}{\"status\":1,\"messages\":\"\",\"data\":{\"qtTotal\":1}}")
        .http(TotalAcionamentoFaturadosMes::PATH, 200, &latin);
    let run = check(live.start().await).await;
    assert_eq!(run.field(TotalAcionamentoAbertosDia::PATH, "data.qtTotal")["repeated"], 1);
    assert_eq!(run.endpoint(TotalAcionamentoAbertosDia::PATH)["verdict"], "does-not-fit");
    let detail = |path: &str| run.endpoint(path)["calls"][0]["detail"].as_str().unwrap().to_owned();
    assert!(detail(TotalAcionamentoAbertosMes::PATH).contains("BOM"));
    assert_eq!(run.endpoint(TotalAcionamentoAbertosMes::PATH)["verdict"], "does-not-fit");
    assert!(detail(TotalAcionamentoFaturadosMes::PATH).contains("UTF-8"));
}

#[tokio::test]
async fn services_must_answer_401_without_a_session() {
    for (status, verdict, exit) in [(200, "does-not-fit", 1), (403, "does-not-fit", 1), (500, "not-reached", 2)] {
        let run = check(Live { signed_out: status, ..Live::new() }.start().await).await;
        let rule = &run.json()["sessionRule"];
        assert_eq!((run.exit, &rule["verdict"], &rule["http"]), (exit, &json!(verdict), &json!(status)));
    }
}

#[tokio::test]
async fn what_could_not_be_checked_exits_with_2() {
    let mut nowhere = command("http://127.0.0.1:9", &["--token", "ficha"]);
    nowhere.args(["--connect-timeout", "1s"]);
    let nowhere = run(nowhere).await;
    assert_eq!((nowhere.exit, nowhere.err.as_str()), (2, ""));
    assert!(nowhere.out.contains("sem conexão: confira GATEWAY_UPSTREAM_URL"), "{}", nowhere.out);

    // This port does not speak TLS.
    let plain = Live::new().start().await;
    let untrusted = run(command(&format!("https://{plain}"), &["--token", "ficha", "--json"])).await;
    assert_eq!((untrusted.exit, &untrusted.json()["sessionRule"]["problem"]), (2, &json!("tls")));

    let services = format!("http://{}", Live::new().start().await);
    for (arguments, told) in [
        (&["--token", "0"][..], "GATEWAY_CHECK_TOKEN não pode ser o token"),
        (&["--token", ""], "GATEWAY_CHECK_TOKEN não pode ser o token"),
        (&[], "não há um terminal"),
        (&["--connect-timeout", "21s", "--token", "ficha"], "GATEWAY_READ_TIMEOUT"),
        (&["--ano", "99", "--token", "ficha"], "--ano"),
    ] {
        let run = run(command(&services, arguments)).await;
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(told), "{}", run.err);
    }
    let mut alone = Command::new(env!("CARGO_BIN_EXE_gateway"));
    alone.args(["check", "--token", "ficha"]).env_clear();
    let alone = run(alone).await;
    assert_eq!((alone.exit, alone.out.as_str()), (2, ""));
    assert!(alone.err.contains("GATEWAY_UPSTREAM_URL") && alone.err.lines().count() == 1, "{}", alone.err);
}

#[tokio::test]
async fn a_silent_service_times_out() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let services = format!("http://{}", silent.local_addr().unwrap());
    let mut command = command(&services, &["--token", "ficha", "--json"]);
    command.args(["--connect-timeout", "50ms", "--read-timeout", "50ms", "--write-timeout", "50ms"]);
    let run = run(command).await;
    assert_eq!((run.exit, &run.json()["sessionRule"]["problem"]), (2, &json!("timeout")));
    let endpoints = run.json()["endpoints"].clone();
    assert!(endpoints.as_array().unwrap().iter().all(|endpoint| endpoint["verdict"] == "not-asked"));
}
