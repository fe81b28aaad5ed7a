//! The report of `gateway check` as text and as JSON, and what it must not show: values of the services, and
//! passwords and codes that are typed.

use std::fs;

use axum::{
    Router,
    http::{StatusCode, header},
};
use serde_json::{Value, json};

use super::{Live, check, command, run, with_mapping};
use crate::{
    kit::{ANA, API_KEY, Folder, Kit, PASSWORD, serve},
    program::{CommandOutput, at_a_terminal},
};

#[tokio::test]
async fn a_report_that_cannot_be_written_is_no_finding() {
    let services = Live::new().start().await;
    for arguments in [&["--token", "ficha"][..], &["--token", "ficha", "--json"]] {
        let mut command = command(&services, arguments);
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let told = CommandOutput::from(command.stdout(full).spawn().unwrap().wait_with_output().await.unwrap());
        assert!(told.status == 2 && told.err.contains("o relatório não pôde ser escrito"), "{told:?}");
    }
}

#[tokio::test]
async fn the_text_report() {
    let rows = json!([
        { "cdSeguradora": 3, "nmSeguradora": "Pata Segura", "nrCnpj": "11222333000181", "flAtiva": true },
        { "cdSeguradora": "4", "nmSeguradora": "Amigo Fiel", "nr_cnpj": "11222333000181", "flAtiva": "X" },
    ]);
    let live = Live::new()
        .data("lista-seguradora", &rows)
        .http("lista-listaprocedimento", 503, b"")
        .body("pesquisa-segurado", r#"{"status":"0","messages":["CPF não encontrado."]}"#)
        .data("total-seguradoras", &json!({ "total": 7, "versao": "1" }));
    let services = live.start().await;
    let run = run(command(&services, &["--token", "ficha"])).await;
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{}", run.out);
    // Durations vary.
    let steady = |line: &str| {
        let is_time = |part: &str| part.ends_with(" ms");
        line.split(", ").map(|part| if is_time(part) { "1 ms" } else { part }).collect::<Vec<_>>().join(", ")
    };
    let text = run.out.replace(&services, "ENDEREÇO").lines().map(steady).collect::<Vec<_>>().join("\n");
    let told = ["sem sessão", "lista-s", "lista-lista", "total-seguradoras:", "pesquisa", "Resultado"];
    let parts = text.split("\n\n").filter(|part| told.iter().any(|name| part.contains(name)));
    insta::assert_snapshot!(parts.collect::<Vec<_>>().join("\n\n"), @r#"
    ✓ /Menu/lista-menu-usuario sem sessão: HTTP 401, que o gateway entende como fim da sessão

    ✗ /seguradora/lista-seguradora: não servido
        resposta      HTTP 200, 1 ms, 214 bytes, 2 linhas
        problema      valor que o gateway não lê na linha 1, coluna 131
        ilegível      Seguradora.flAtiva (true ou false, texto de uma letra)
        às vezes      Seguradora.nmSeguradora (1 de 2), Seguradora.nrCnpj (1 de 2)
        lido          Seguradora.cdSeguradora

    ✗ /DashBoard/total-seguradoras: não servido
        resposta      HTTP 200, 1 ms, 58 bytes
        problema      falta qtTotal (linha 1, coluna 32)
        falta         QuantidadeTotal.qtTotal
        não lido      QuantidadeTotal.total, QuantidadeTotal.versao

    ! /procedimento/lista-listaprocedimento: não comparado
        resposta      HTTP 503, 1 ms, 0 bytes
        problema      o serviço falhou

    ! /PesquisaSegurado/pesquisa-segurado: não comparado
        resposta      HTTP 200, 1 ms, 50 bytes
        problema      a API recusou o pedido: pergunte com outros valores (veja gateway check --help);
                      --show-refusals mostra o que ela diz

    Resultado: o gateway não lê tudo o que o portal precisa (saída 1)
    "#);
}

#[tokio::test]
async fn a_redirect_that_only_adds_a_slash_is_reported_of_a_module_with_its_own_base_url_too() {
    let redirect = async || (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "/v2/seguradora/lista-seguradora/")]);
    let own = serve(Router::new().fallback(redirect)).await;
    let services = Live::new().start().await;
    let mapping = format!("[base-urls]\nseguradora = 'http://{own}/v2'\n");
    let told = with_mapping(&services, &mapping, &["--json"]).await;
    let (state, problem) = told.problem("lista-seguradora");
    assert_eq!(state, "not-compared");
    assert!(problem.contains("leva ao mesmo caminho com / no fim"), "{problem}");
}

#[tokio::test]
async fn the_json_format_is_stable() {
    let live = Live::new().data("total-seguradoras", &json!({ "total": 7 }));
    let mut report = check(&live.start().await).await.json();
    let services = report["services"].as_array_mut().unwrap();
    services.retain(|service| service["path"] == "/DashBoard/total-seguradoras");
    // The rest varies.
    services[0]["milliseconds"] = json!(0);
    report["address"] = json!("");
    report["lines"].as_array_mut().unwrap().retain(|line| line["table"][0] != "requests");
    report["notSent"].as_array_mut().unwrap().truncate(1);
    let expected = json!({
        "format": 3, "exit": 1, "address": "", "unknownStatuses": [],
        "sessionEnd": { "path": "/Menu/lista-menu-usuario", "http": 401, "isRecognised": true },
        "services": [{
            "path": "/DashBoard/total-seguradoras", "state": "not-served", "http": 200, "milliseconds": 0, "bytes": 45,
            "problem": "falta qtTotal (linha 1, coluna 19)",
            "fields": [{
                "type": "QuantidadeTotal", "key": "qtTotal", "state": "missing", "times": 0, "objects": 1, "forms": [],
            }],
            "unread": [{ "type": "QuantidadeTotal", "key": "total", "forms": ["integer"] }],
            "unfiltered": [], "hasUnreadPages": false,
        }],
        "lines": [{ "table": ["types", "QuantidadeTotal"], "key": "qtTotal", "value": "\"total\"", "isOpen": false }],
        "notSent": [{
            "path": "/LoginUsuarioWeb/login-valida-email", "sentTo": "/LoginUsuarioWeb/login-valida-email",
            "headers": ["authorization"],
        }],
    });
    assert_eq!(report, expected);
}

/// Replaces each text and number with a canary, and adds fields whose names are data.
fn poisoned(value: &mut Value) {
    match value {
        Value::String(text) => *text = format!("CANARIO {text}\u{1b}[2J"),
        Value::Number(_) => *value = json!("CANARIO 1"),
        Value::Array(rows) => rows.iter_mut().for_each(poisoned),
        Value::Object(fields) => {
            fields.values_mut().for_each(poisoned);
            for name in
                ["52998224725", "canario@example.com", "CANARIO da Silva", "\u{1b}[31mcanario", "cpf_11144477735"]
            {
                fields.insert(name.to_owned(), json!("CANARIO"));
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

#[tokio::test]
async fn no_value_and_no_name_that_looks_like_one_is_printed() {
    let mut live = Live::new();
    for (path, (_, body)) in live.answers.clone() {
        let mut answer: Value = serde_json::from_slice(&body).unwrap();
        poisoned(&mut answer["data"]);
        answer["messages"] = json!("CANARIO");
        answer["52998224725"] = json!("CANARIO");
        live = live.body(path, &answer.to_string());
    }
    let services = live.start().await;
    let folder = Folder::empty();
    let file = folder.path("mapping.toml");
    for format in [&[][..], &["--json"], &["--propose", &file]] {
        let mut command = command(&services, &[format, &["--cpf-cnpj", "11144477735", "--sinistro", "2026"]].concat());
        command.env("GATEWAY_CHECK_TOKEN", "ficha");
        let run = run(command).await;
        assert_eq!(run.status, 1, "{}", run.err);
        for text in [run.out, run.err, fs::read_to_string(&file).unwrap_or_default()] {
            let lower = text.to_lowercase();
            for secret in ["canario", "52998224725", "11144477735", "ficha", "\u{1b}", "chave-de-teste"] {
                assert!(!lower.contains(secret), "{secret}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn a_login_at_the_terminal_does_not_echo() {
    let kit = Kit::new().await;
    let settings = format!("--upstream-url http://{} --api-key {} --ano 2026", kit.services, API_KEY);
    let arguments = format!("check --read-timeout 20s --write-timeout 20s {settings}");
    let (exit, shown) = at_a_terminal(&arguments, &[], &["E-mail: ", "e-mail: ", "Senha: "], |at| match at {
        0 => ANA.to_owned(),
        1 => kit.newest_code(ANA),
        _ => PASSWORD.to_owned(),
    })
    .await;
    assert_eq!(exit, Some(0), "{shown}");
    assert!(shown.contains("/LoginUsuarioWeb/valida-login: servido") && shown.contains("dsToken"), "{shown}");
    assert!(!shown.contains(PASSWORD) && !shown.contains(&kit.newest_code(ANA)), "{shown}");
}

#[tokio::test]
async fn a_request_that_cannot_be_written_is_no_fault_of_the_network() {
    let services = Live::new().start().await;
    let told = with_mapping(&services, "[writing]\ncodes = 'number'\n", &["--json"]).await;
    let (state, problem) = told.problem("lista-acionamentos-by-autorizacao");
    assert_eq!((state.as_str(), problem.starts_with("não foi enviado: ")), ("not-compared", true), "{problem}");
}
