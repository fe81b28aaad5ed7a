//! What `gateway check` says about responses that cannot be read, and about services that cannot be reached.

use contract::{
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
use serde_json::json;
use tokio::process::Command;

use super::{Live, check, command, run, with_mapping};

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
    let asked = "--status ABERTO --seguradora 3 --sinistro 1 --autorizacao 1 --cpf-cnpj 1 --memory 16";
    let given: Vec<_> = ["--token", "ficha", "--json"].into_iter().chain(asked.split(' ')).collect();
    let run = run(command(&services, &given)).await;
    for (path, state, problem) in [
        (ListaMenuUsuario::PATH, "not-compared", "(leva a https://outro.example)"),
        (ListaSeguradora::PATH, "not-served", "chegou uma página HTML"),
        (ListaProcedimento::PATH, "not-served", "a resposta veio vazia"),
        (TotalAcionamentoAbertosDia::PATH, "not-served", "valor que o gateway não lê na linha 1"),
        (TotalAcionamentoAbertosMes::PATH, "not-served", "não há este caminho"),
        (TotalAcionamentoFaturadosMes::PATH, "not-compared", "o serviço falhou"),
        (TotalSeguradoras::PATH, "not-compared", "HTTP 403"),
        (TotalStatusSeguradorasMes::PATH, "not-served", "valor que o gateway não lê"),
        (TotalStatusAcionamentoAno::PATH, "not-served", "falta nrMes"),
        (ListaAcionamentosByStatus::PATH, "not-compared", "maior do que o gateway lê"),
        (ListaAcionamentosBySinistro::PATH, "not-served", "não é JSON"),
        (ListaAcionamentosByAutorizacao::PATH, "not-served", "valor que o gateway não lê"),
        (RetornaAcionamentoReabertura::PATH, "not-compared", "a API recusou o pedido"),
        (ListaAcionamentosBySeguradoraStatus::PATH, "not-compared", "a API recusou o pedido"),
        (PesquisaSegurado::PATH, "not-compared", "a sessão não vale"),
    ] {
        let (told, why) = run.problem(path);
        assert!(told == state && why.contains(problem), "{path}: {told}, {why}");
    }
    assert_eq!(run.exit, 1);
    assert!(!run.out.contains("segredo"));
}

#[tokio::test]
async fn odd_encodings_and_repeated_fields_are_reported() {
    let twice = r#"{"status":1,"messages":"","data":{"qtTotal":1,"qtTotal":2,"vlTotal":1}}"#;
    let latin: Vec<u8> = [&b"{\"status\":1,\"messages\":\"\",\"data\":{\"qtTotal\":1,\"x\":\"N\xe3o\"}}"[..]].concat();
    let live =
        Live::new().body(TotalAcionamentoAbertosDia::PATH, twice).http(TotalAcionamentoFaturadosMes::PATH, 200, &latin);
    let run = check(live.start().await).await;
    assert_eq!(run.field(TotalAcionamentoAbertosDia::PATH, "Total", "qtTotal")["state"], "unreadable");
    assert!(run.problem(TotalAcionamentoFaturadosMes::PATH).1.contains("UTF-8"));
}

#[tokio::test]
async fn a_refusal_is_shown_if_asked_for_with_its_values_redacted() {
    let body = r#"{"status":0,"messages":"Rever o pedido","data":null,"cpf":"52998224725","52998224725":1}"#;
    let services = format!("http://{}", Live::new().http(ListaSeguradora::PATH, 422, body.as_bytes()).start().await);
    let silent = with_mapping(&services, "", &[]).await;
    assert!(!silent.out.contains("Rever o pedido"), "{}", silent.out);
    let told = with_mapping(&services, "", &["--show-refusals"]).await;
    assert!(told.out.contains("Rever o pedido") && told.out.contains("\"cpf\":"), "{}", told.out);
    assert!(!told.out.contains("52998224725"), "{}", told.out);
}

#[tokio::test]
async fn a_response_that_is_no_json_is_never_shown() {
    let body = b"Notice: x\n{\"data\":{\"nmSegurado\":\"Marina Duarte\"}}";
    let services = format!("http://{}", Live::new().http(ListaSeguradora::PATH, 200, body).start().await);
    let told = with_mapping(&services, "", &["--show-refusals"]).await;
    assert!(told.out.contains("(não é JSON em UTF-8, ") && !told.out.contains("Marina"), "{}", told.out);
}

#[tokio::test]
async fn a_first_page_without_rows_is_reported() {
    let body = json!({ "status": 1, "messages": "", "data": [], "totalElements": 2 }).to_string();
    let services = format!("http://{}", Live::new().body(ListaSeguradora::PATH, &body).start().await);
    let told = with_mapping(&services, "[calls.lista-seguradora.pages]\npage = 'page'\n", &["--json"]).await;
    assert_eq!((told.exit, &told.service(ListaSeguradora::PATH)["hasUnreadPages"]), (1, &json!(true)));
}

#[tokio::test]
async fn the_end_of_a_session_must_be_recognised() {
    for (status, exit) in [(200, 1), (403, 1), (500, 2)] {
        let run = check(Live { signed_out: status, ..Live::new() }.start().await).await;
        let end = &run.json()["sessionEnd"];
        assert_eq!((run.exit, &end["isRecognised"], &end["http"]), (exit, &json!(false), &json!(status)));
    }
}

#[tokio::test]
async fn what_could_not_be_checked_exits_with_2() {
    let nowhere = run(command("http://127.0.0.1:9", &["--token", "ficha"])).await;
    assert_eq!((nowhere.exit, nowhere.err.as_str()), (2, ""));
    assert!(nowhere.out.contains("sem conexão: confira GATEWAY_UPSTREAM_URL"), "{}", nowhere.out);

    // This port does not speak TLS.
    let plain = Live::new().start().await;
    let untrusted = run(command(&format!("https://{plain}"), &["--token", "ficha", "--json"])).await;
    assert_eq!(untrusted.exit, 2);
    assert!(untrusted.problem(ListaMenuUsuario::PATH).1.contains("o TLS falhou"), "{}", untrusted.out);

    let services = format!("http://{}", Live::new().start().await);
    for (arguments, told) in [
        (&["--token", "0"][..], "GATEWAY_CHECK_TOKEN não pode ser o token"),
        (&["--token", ""], "GATEWAY_CHECK_TOKEN não pode ser o token"),
        (&[], "não há um terminal"),
        (&["--upstream-cert", "c.pem", "--token", "ficha"], "GATEWAY_UPSTREAM_KEY"),
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
    command.args(["--read-timeout", "50ms", "--write-timeout", "50ms"]);
    let run = run(command).await;
    assert_eq!(run.exit, 2);
    assert!(run.problem(ListaMenuUsuario::PATH).1.contains("sem resposta inteira no prazo"), "{}", run.out);
}
