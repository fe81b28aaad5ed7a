//! The report of `gateway check` as text and as JSON.

use contract::{
    Call as _, painel::TotalSeguradoras, procedimento::ListaProcedimento, segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};
use serde_json::json;

use super::{Live, check, command, run};

#[tokio::test]
async fn the_text_report() {
    let rows = json!([
        { "cdSeguradora": 3, "nmSeguradora": "Pata Segura", "nrCnpj": "11222333000181", "flAtiva": true },
        { "cdSeguradora": "4", "nmSeguradora": "Amigo Fiel", "nr_cnpj": "11222333000181", "flAtiva": "X" },
    ]);
    let live = Live::new()
        .data(ListaSeguradora::PATH, &rows)
        .http(ListaProcedimento::PATH, 503, b"")
        .body(PesquisaSegurado::PATH, r#"{"status":"0","messages":["CPF não encontrado."]}"#)
        .data(TotalSeguradoras::PATH, &json!({ "total": 7, "versao": "1" }));
    let services = format!("http://{}", live.start().await);
    let run = run(command(&services, &["--token", "ficha"])).await;
    assert_eq!((run.exit, run.err.as_str()), (1, ""));
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
async fn the_json_format_is_stable() {
    let live = Live::new().data(TotalSeguradoras::PATH, &json!({ "total": 7 }));
    let mut report = check(live.start().await).await.json();
    let services = report["services"].as_array_mut().unwrap();
    services.retain(|service| service["path"] == TotalSeguradoras::PATH);
    // The rest varies.
    services[0]["milliseconds"] = json!(0);
    report["address"] = json!("");
    report["lines"].as_array_mut().unwrap().retain(|line| line["table"][0] != "requests");
    report["notSent"].as_array_mut().unwrap().truncate(1);
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap(), @r#"
    {
      "address": "",
      "exit": 1,
      "format": 3,
      "lines": [
        {
          "isOpen": false,
          "key": "qtTotal",
          "table": [
            "types",
            "QuantidadeTotal"
          ],
          "value": "\"total\""
        }
      ],
      "notSent": [
        {
          "headers": [
            "authorization"
          ],
          "path": "/LoginUsuarioWeb/login-valida-email",
          "sentTo": "/LoginUsuarioWeb/login-valida-email"
        }
      ],
      "services": [
        {
          "bytes": 45,
          "fields": [
            {
              "forms": [],
              "key": "qtTotal",
              "objects": 1,
              "state": "missing",
              "times": 0,
              "type": "QuantidadeTotal"
            }
          ],
          "hasUnreadPages": false,
          "http": 200,
          "milliseconds": 0,
          "path": "/DashBoard/total-seguradoras",
          "problem": "falta qtTotal (linha 1, coluna 19)",
          "state": "not-served",
          "unfiltered": [],
          "unread": [
            {
              "forms": [
                "integer"
              ],
              "key": "total",
              "type": "QuantidadeTotal"
            }
          ]
        }
      ],
      "sessionEnd": {
        "http": 401,
        "isRecognised": true,
        "path": "/Menu/lista-menu-usuario"
      },
      "unknownStatuses": []
    }
    "#);
}
