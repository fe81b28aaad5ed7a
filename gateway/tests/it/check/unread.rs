//! What `gateway check` says about responses that cannot be read, and about services that cannot be reached.

use std::collections::HashMap;

use serde_json::json;

use super::{Live, check, command, run, with_mapping};
use crate::{kit::merged, program, stub::acionamento};

#[tokio::test]
async fn invalid_responses_are_reported_by_kind() {
    let ok = |data: &str| format!(r#"{{"status":1,"messages":"","data":{data}}}"#);
    // A response above the size limit is not read completely.
    let large = " ".repeat(6 * 1024 * 1024);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let live = Live::new()
        .http("lista-menu-usuario", 302, b"")
        .body("lista-seguradora", "<html><body>Manutenção</body></html>")
        .body("lista-listaprocedimento", "")
        .body("total-acionamento-abertos-dia", "[1]")
        .http("total-acionamento-abertos-mes", 404, b"")
        .http("total-acionamento-faturados-mes", 503, large.as_bytes())
        .http("total-seguradoras", 403, b"")
        .body("total-status-seguradoras-mes", &ok(&deep))
        .body("total-status-acionamento-ano", &ok(r#"{"linhas":[]}"#))
        .body("lista-acionamentos-by-status", &large)
        .body("lista-acionamentos-by-sinistro", r#"{"status":1,"data":[{"#)
        .body("lista-acionamentos-by-autorizacao", r#"{"Status":1,"mensagens":"","data":[]}"#)
        .body("retorna-acionamento-reabertura", r#"{"status":0,"messages":"Não pode.","data":{}}"#)
        .body("lista-acionamentos-by-seguradora-status", r#"{"status":200,"messages":"OK","data":[{}]}"#)
        .http("pesquisa-segurado", 401, b"");
    let services = live.start().await;
    let asked = "--status ABERTO --seguradora 3 --sinistro 1 --autorizacao 1 --cpf-cnpj 1 --memory 16";
    let given: Vec<_> = ["--token", "ficha", "--json"].into_iter().chain(asked.split(' ')).collect();
    let run = run(command(&services, &given)).await;
    for (path, state, problem) in [
        ("lista-menu-usuario", "not-compared", "(leva a https://outro.example)"),
        ("lista-seguradora", "not-served", "chegou uma página HTML"),
        ("lista-listaprocedimento", "not-served", "a resposta veio vazia"),
        ("total-acionamento-abertos-dia", "not-served", "valor que o gateway não lê na linha 1"),
        ("total-acionamento-abertos-mes", "not-served", "não há este caminho"),
        ("total-acionamento-faturados-mes", "not-compared", "o serviço falhou"),
        ("total-seguradoras", "not-compared", "HTTP 403"),
        ("total-status-seguradoras-mes", "not-served", "valor que o gateway não lê"),
        ("total-status-acionamento-ano", "not-served", "falta nrMes"),
        ("lista-acionamentos-by-status", "not-compared", "maior do que o gateway lê"),
        ("lista-acionamentos-by-sinistro", "not-served", "não é JSON"),
        ("lista-acionamentos-by-autorizacao", "not-served", "falta status"),
        ("retorna-acionamento-reabertura", "not-compared", "a API recusou o pedido"),
        ("lista-acionamentos-by-seguradora-status", "not-served", "veja success em [envelope]"),
        ("pesquisa-segurado", "not-compared", "a sessão não vale"),
    ] {
        let (told, why) = run.problem(path);
        assert!(told == state && why.contains(problem), "{path}: {told}, {why}");
    }
    assert_eq!(run.status, 1);
    assert!(!run.out.contains("segredo"));
}

#[tokio::test]
async fn a_field_is_missing_if_an_unread_key_has_its_kind_or_its_name() {
    let (claims, procedures) = ("lista-acionamentos-by-status", "lista-listaprocedimento");
    let procedure = json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "vlReferencia": 320 });
    for (service, field, unread, value, state) in [
        (claims, "dtOcorrencia", "diaFato", json!("20/11/2026"), "missing"),
        (claims, "dtOcorrencia", "diaFato", json!("20261120"), "missing"),
        (claims, "dtOcorrencia", "dataOcorrencia", json!(1_795_194_191), "missing"),
        (claims, "dtOcorrencia", "ordem", json!(1_795_194_191), "absent"),
        (claims, "dtOcorrencia", "dataOcorrencia", json!(1_795_194_191.5), "missing"),
        (claims, "dtOcorrencia", "dataOcorrencia", json!("1795194191000"), "missing"),
        (claims, "dtOcorrencia", "dataOcorrencia", json!("20-11-2026 14:03"), "missing"),
        (claims, "nrAutorizacao", "numeroAutorizacao", json!(7.0), "missing"),
        (claims, "nrAutorizacao", "numeroAutorizacao", json!(7.5), "absent"),
        (claims, "flPodeReabrir", "podeReabrir", json!(1.0), "missing"),
        (claims, "flPodeReabrir", "podeReabrir", json!("S"), "missing"),
        (claims, "flPodeReabrir", "origem", json!("S"), "absent"),
        (procedures, "vlReferencia", "tarifa", json!("1.320,50"), "missing"),
        (procedures, "vlReferencia", "valor_referencia", json!("640"), "missing"),
        (procedures, "vlReferencia", "tarifa", json!(",01"), "missing"),
        (procedures, "vlReferencia", "tarifa", json!(","), "absent"),
        (procedures, "vlReferencia", "ordem", json!("640"), "absent"),
    ] {
        let row = if service == claims { json!(acionamento(1)) } else { procedure.clone() };
        let mut row = merged(row, json!({ unread: value }));
        row.as_object_mut().unwrap().remove(field);
        // The other services fail.
        let live = Live { answers: HashMap::new(), ..Live::new() }.data(service, &json!([row]));
        let type_name = if service == claims { "Acionamento" } else { "Procedimento" };
        let run = check(&live.start().await).await;
        assert_eq!(run.field(service, type_name, field)["state"], state, "{unread}: {value}");
    }
}

#[tokio::test]
async fn an_amount_is_missing_where_one_service_has_another_name_for_it() {
    let billed = "total-acionamento-faturados-mes";
    for (total, state, comment) in [
        (json!({ "qtTotal": 1, "valorFaturado": 640.5 }), "missing", true),
        (json!({ "qtTotal": 1, "valorFaturado": null }), "absent", false),
        (json!({ "qtTotal": 1 }), "absent", false),
    ] {
        let told = check(&Live::new().data(billed, &total).start().await).await;
        assert_eq!(told.field(billed, "Total", "vlTotal")["state"], state, "{total}");
        let lines = told.json()["lines"].to_string();
        assert_eq!(lines.contains("será valorFaturado?"), comment, "{lines}");
    }
    let total = json!({ "qtTotal": 1, "valorFaturado": 640.5 });
    for (line, state) in [("vlTotal = false", "never-comes"), ("vlTotal = 'vlTotal'", "absent")] {
        let given = format!("[calls.{billed}.types.Total]\n{line}\n");
        let told = with_mapping(&Live::new().data(billed, &total).start().await, &given, &["--json"]).await;
        assert_eq!((told.status, &told.field(billed, "Total", "vlTotal")["state"]), (0, &json!(state)));
    }
}

#[tokio::test]
async fn a_success_of_http_is_served_where_the_gateway_reads_it() {
    let total = br#"{"qtTotal":1,"vlTotal":1}"#;
    let live = Live::new()
        .http("lista-menu-usuario", 200, b"")
        .http("lista-seguradora", 204, b"")
        .http("lista-listaprocedimento", 202, b"")
        .http("total-acionamento-abertos-dia", 206, total)
        .http("total-acionamento-abertos-mes", 226, total)
        .http("total-acionamento-faturados-mes", 203, total)
        .http("total-seguradoras", 204, b"")
        .http("total-status-seguradoras-mes", 429, b"");
    let run = with_mapping(&live.start().await, "[envelope]\ndata = false\n", &["--json"]).await;
    for (path, state, problem) in [
        ("lista-menu-usuario", "not-served", "a resposta veio vazia"),
        ("lista-seguradora", "served", ""),
        ("lista-listaprocedimento", "served", ""),
        ("total-acionamento-abertos-dia", "not-compared", "o serviço falhou"),
        ("total-acionamento-abertos-mes", "not-compared", "o serviço falhou"),
        ("total-acionamento-faturados-mes", "served", ""),
        // An object is missing.
        ("total-seguradoras", "not-compared", "a API recusou o pedido"),
        ("total-status-seguradoras-mes", "not-compared", "HTTP 429: a API limita quantos pedidos recebe"),
    ] {
        let (told, why) = run.problem(path);
        assert!(told == state && why.contains(problem), "{path}: {told}, {why}");
    }
}

#[tokio::test]
async fn odd_encodings_and_repeated_fields_are_reported() {
    let twice = r#"{"status":1,"messages":"","data":{"qtTotal":1,"qtTotal":2,"vlTotal":1}}"#;
    let latin: Vec<u8> = [&b"{\"status\":1,\"messages\":\"\",\"data\":{\"qtTotal\":1,\"x\":\"N\xe3o\"}}"[..]].concat();
    let live =
        Live::new().body("total-acionamento-abertos-dia", twice).http("total-acionamento-faturados-mes", 200, &latin);
    let run = check(&live.start().await).await;
    assert_eq!(run.field("total-acionamento-abertos-dia", "Total", "qtTotal")["state"], "unreadable");
    assert!(run.problem("total-acionamento-faturados-mes").1.contains("UTF-8"));
    assert!(run.out.contains("iso-8859-1"), "{}", run.out);
    let zipped = check(&Live::new().http("lista-seguradora", 200, b"\x1f\x8b\x08\0\xff").start().await).await;
    assert!(zipped.problem("lista-seguradora").1.contains("comprimida"), "{}", zipped.out);
    assert!(!zipped.out.contains("iso-8859-1"), "{}", zipped.out);
}

#[tokio::test]
async fn a_refusal_is_shown_if_asked_for_with_its_values_redacted() {
    let body = r#"{"status":0,"messages":"Rever o pedido","data":null,"cpf":"52998224725","52998224725":1}"#;
    let services = Live::new().http("lista-seguradora", 422, body.as_bytes()).start().await;
    let silent = with_mapping(&services, "", &[]).await;
    assert!(!silent.out.contains("Rever o pedido"), "{}", silent.out);
    let told = with_mapping(&services, "", &["--show-refusals"]).await;
    assert!(told.out.contains("Rever o pedido") && told.out.contains("\"cpf\":"), "{}", told.out);
    assert!(!told.out.contains("52998224725"), "{}", told.out);
    let (state, problem) = with_mapping(&services, "", &["--json"]).await.problem("lista-seguradora");
    assert!(state == "not-served" && problem.contains("diga o HTTP em refusals de [envelope]"), "{problem}");
}

#[tokio::test]
async fn a_response_that_is_no_json_is_never_shown() {
    let body = b"Notice: x\n{\"data\":{\"nmSegurado\":\"Marina Duarte\"}}";
    let services = Live::new().http("lista-seguradora", 200, body).start().await;
    let told = with_mapping(&services, "", &["--show-refusals"]).await;
    assert!(told.out.contains("(não é JSON em UTF-8, ") && !told.out.contains("Marina"), "{}", told.out);
}

#[tokio::test]
async fn the_end_of_a_session_must_be_recognised() {
    for (status, exit) in [(200, 1), (403, 1), (500, 2)] {
        let run = check(&Live { signed_out: status, ..Live::new() }.start().await).await;
        let end = &run.json()["sessionEnd"];
        assert_eq!((run.status, &end["isRecognised"], &end["http"]), (exit, &json!(false), &json!(status)));
    }
}

#[tokio::test]
async fn what_could_not_be_checked_exits_with_2() {
    let nowhere = run(command("http://127.0.0.1:9", &["--token", "ficha"])).await;
    assert_eq!((nowhere.status, nowhere.err.as_str()), (2, ""));
    assert!(nowhere.out.contains("sem conexão: confira GATEWAY_UPSTREAM_URL"), "{}", nowhere.out);

    // This port does not speak TLS.
    let plain = Live::new().start().await;
    let untrusted = run(command(&plain.replace("http:", "https:"), &["--token", "ficha", "--json"])).await;
    assert_eq!(untrusted.status, 2);
    assert!(untrusted.problem("lista-menu-usuario").1.contains("o TLS falhou"), "{}", untrusted.out);

    let services = Live::new().start().await;
    for (arguments, told) in [
        (&["--token", "0"][..], "GATEWAY_CHECK_TOKEN não pode ser o token"),
        (&["--token", ""], "GATEWAY_CHECK_TOKEN não pode ser o token"),
        (&[], "não há um terminal"),
        (&["--upstream-cert", "c.pem", "--token", "ficha"], "GATEWAY_UPSTREAM_KEY"),
        (&["--ano", "99", "--token", "ficha"], "--ano"),
    ] {
        let run = run(command(&services, arguments)).await;
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(told), "{}", run.err);
    }
    let alone = program::run(&["check", "--token", "ficha"], &[]).await;
    assert_eq!((alone.status, alone.out.as_str()), (2, ""));
    assert!(alone.err.contains("GATEWAY_UPSTREAM_URL") && alone.err.lines().count() == 1, "{}", alone.err);
}

#[tokio::test]
async fn a_silent_service_times_out() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let services = format!("http://{}", silent.local_addr().unwrap());
    let mut command = command(&services, &["--token", "ficha", "--json"]);
    command.args(["--read-timeout", "50ms", "--write-timeout", "50ms"]);
    let run = run(command).await;
    assert_eq!(run.status, 2);
    assert!(run.problem("lista-menu-usuario").1.contains("sem resposta inteira no prazo"), "{}", run.out);
}
