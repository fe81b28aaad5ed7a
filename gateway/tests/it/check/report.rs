//! The report of `gateway check` as text and as JSON.

use serde_json::json;
use services::wire::{
    Call as _, painel::TotalSeguradoras, procedimento::ListaProcedimento, segurado::PesquisaSegurado,
    seguradora::ListaSeguradora,
};

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
        .data(TotalSeguradoras::PATH, &json!({ "total": 7 }));
    let services = format!("http://{}", live.start().await);
    let run = run(command(&services, &["--token", "ficha"])).await;
    assert_eq!((run.exit, run.err.as_str()), (1, ""));
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{}", run.out);
    // Durations and line numbers vary.
    let steady = |line: &str| {
        let is_time = |part: &str| part.ends_with(" ms");
        let line: Vec<_> = line.split(", ").map(|part| if is_time(part) { "1 ms" } else { part }).collect();
        let line = line.join(", ");
        match line.split_once(".rs:") {
            Some((file, rest)) => {
                format!("{file}.rs:0 {}", rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim())
            }
            None => line,
        }
    };
    let text = run.out.lines().map(steady).collect::<Vec<_>>().join("\n");
    let told = ["Sem sess", "lista-s", "lista-lista", "total-seguradoras ", "pesquisa", "Resumo", "Linhas"];
    let parts = text.split("\n\n").filter(|part| told.iter().any(|name| part.contains(name)));
    insta::assert_snapshot!(parts.collect::<Vec<_>>().join("\n\n"), @r#"
    ✓ Sem sessão                                                    serve
        resposta      /Menu/lista-menu-usuario: HTTP 401, como deve ser: assim o gateway sabe que
                      uma sessão acabou

    ✗ /seguradora/lista-seguradora                                  não serve
        resposta      HTTP 200, 1 ms, 214 bytes, envelope certo
        problema      o gateway não lê esta resposta: o leitor parou na linha 1, coluna 131 do corpo
        linhas        2
        errado        data[].flAtiva: esperado true ou false, chegou texto de uma letra, em 1 de 2
        desconhecido  data[].nr_cnpj: número inteiro entre aspas, 1 vez; parece nrCnpj
        ausente       data[].nrCnpj: ausente, mas opcional, em 1 de 2
        aceito        data[].cdSeguradora: chegou número inteiro, que o gateway aceita no lugar de
                      texto, em 1 de 2
        certos        data[]: nmSeguradora

    ✗ /DashBoard/total-seguradoras                                  não serve
        resposta      HTTP 200, 1 ms, 45 bytes, envelope certo
        problema      o gateway não lê esta resposta: o leitor parou na linha 1, coluna 19 do corpo
        errado        data.qtTotal: ausente, e é obrigatório, sempre
        desconhecido  data.total: número inteiro, 1 vez; parece qtTotal

    ! /procedimento/lista-listaprocedimento                         não comparado
        resposta      HTTP 503, 1 ms
        problema      o serviço falhou

    ! /PesquisaSegurado/pesquisa-segurado                           não comparado
        resposta      HTTP 200, 1 ms, 50 bytes
        envelope      status número inteiro entre aspas, messages lista, data ausente
        problema      o serviço recusou o pedido, e sem dados não há o que comparar: pergunte com
                      outros valores (veja gateway check --help)
        pedido        cpfCnpj

    Resumo
      ✓ serve                  11
      ✗ não serve               2
      ! não comparado           2
      login não conferido: o token veio pronto; seriam enviados
                      /LoginUsuarioWeb/login-valida-email, com apiKey, email; cabeçalhos
                      authorization
                      /LoginUsuarioWeb/valida-codigo-acesso, com apiKey, codigoAcesso; cabeçalhos
                      authorization
                      /LoginUsuarioWeb/valida-login, com apiKey, email, senha; cabeçalhos
                      authorization
      nunca enviado aqui, porque grava; no portal seria enviado
                      /LoginUsuarioWeb/atualiza-senha, com apiKey, email, senhaAtual, senhaNova;
                      cabeçalhos authorization
                      /LoginUsuarioWeb/atualiza-usuario, com apiKey, nome, telefone; cabeçalhos
                      authorization
                      /AcionamentoWeb/salva-sinistro-web, com apolice, autorizacao, cpfCnpj,
                      dataOcorrencia, observacao, pet, procedimentos, procedimentos[].procedimento,
                      procedimentos[].quantidade, procedimentos[].valor, seguradora, sinistroOrigem;
                      cabeçalhos authorization, idempotency-key
                      de um acionamento gravado basta que a resposta traga o número do sinistro: o
                      gateway lê o resto; sem ele (um 204, por exemplo) o portal diz que não sabe se
                      gravou
                      de uma mudança do usuário o gateway procura o usuário na resposta e nos
                      objetos dela; se não o achar (outros nomes em [types.Usuario]), mostra o nome
                      e o telefone enviados, e o diz no log e em gateway_upstream_drift_total
      o gateway não lê tudo o que estes serviços responderam (saída 1)

    Linhas do dialeto e do contrato para olhar
      [types.QuantidadeTotal] qtTotal
        services/src/wire/painel.rs:0 QuantidadeTotal.qtTotal
                                              ausente, e é obrigatório
                                              chegou total, que parece qtTotal
      [types.Seguradora] nrCnpj
        services/src/wire/seguradora.rs:0 Seguradora.nrCnpj
                                              ausente, mas opcional
                                              chegou nr_cnpj, que parece nrCnpj
      [types.Seguradora] flAtiva
        services/src/wire/seguradora.rs:0 Seguradora.flAtiva
                                              esperado true ou false, chegou texto de uma letra
    "#);
}

#[tokio::test]
async fn the_json_format_is_stable() {
    let live = Live::new().data(TotalSeguradoras::PATH, &json!({ "total": 7 }));
    let mut report = check(live.start().await).await.json();
    let endpoints = report["endpoints"].as_array_mut().unwrap();
    endpoints.retain(|endpoint| endpoint["path"] == TotalSeguradoras::PATH);
    // The rest varies.
    report["address"] = json!("");
    report["endpoints"][0]["calls"][0]["ms"] = json!(0);
    for place in ["/endpoints/0/fields/0/line", "/endpoints/0/unknown/0/line", "/lines/0/line"] {
        *report.pointer_mut(place).unwrap() = json!(0);
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap(), @r#"
    {
      "address": "",
      "endpoints": [
        {
          "askWith": null,
          "calls": [
            {
              "addsSlash": false,
              "bytes": 45,
              "contentType": null,
              "detail": null,
              "envelope": {
                "accepts": false,
                "keys": [
                  {
                    "found": "integer",
                    "name": "status"
                  },
                  {
                    "found": "empty-text",
                    "name": "messages"
                  },
                  {
                    "found": "object",
                    "name": "data"
                  }
                ],
                "unknown": []
              },
              "http": 200,
              "messageText": null,
              "ms": 0,
              "problem": "unread",
              "redirect": null,
              "says": null,
              "stoppedAt": {
                "column": 19,
                "line": 1
              }
            }
          ],
          "fields": [
            {
              "absent": 1,
              "expected": "integer",
              "file": "services/src/wire/painel.rs",
              "found": [],
              "line": 0,
              "name": "QuantidadeTotal.qtTotal",
              "nullable": false,
              "path": "data.qtTotal",
              "present": 0,
              "repeated": 0,
              "required": true,
              "state": "wrong"
            }
          ],
          "keys": [],
          "morePages": null,
          "moreRows": false,
          "notApplied": [],
          "path": "/DashBoard/total-seguradoras",
          "request": "TotalSeguradoras",
          "rows": null,
          "sentTo": null,
          "unknown": [
            {
              "file": "services/src/wire/painel.rs",
              "found": "integer",
              "isNew": false,
              "line": 0,
              "of": "QuantidadeTotal.qtTotal",
              "path": "data.total",
              "resembles": "qtTotal",
              "times": 1
            }
          ],
          "verdict": "does-not-fit"
        }
      ],
      "exit": 1,
      "format": 2,
      "lines": [
        {
          "mapping": "[types.QuantidadeTotal] qtTotal",
          "file": "services/src/wire/painel.rs",
          "line": 0,
          "name": "QuantidadeTotal.qtTotal",
          "why": [
            "ausente, e é obrigatório",
            "chegou total, que parece qtTotal"
          ]
        }
      ],
      "notVerified": [
        {
          "headers": [
            "authorization"
          ],
          "keys": [
            "apiKey",
            "email"
          ],
          "path": "/LoginUsuarioWeb/login-valida-email",
          "sentTo": null
        },
        {
          "headers": [
            "authorization"
          ],
          "keys": [
            "apiKey",
            "codigoAcesso"
          ],
          "path": "/LoginUsuarioWeb/valida-codigo-acesso",
          "sentTo": null
        },
        {
          "headers": [
            "authorization"
          ],
          "keys": [
            "apiKey",
            "email",
            "senha"
          ],
          "path": "/LoginUsuarioWeb/valida-login",
          "sentTo": null
        },
        {
          "headers": [
            "authorization"
          ],
          "keys": [
            "apiKey",
            "email",
            "senhaAtual",
            "senhaNova"
          ],
          "path": "/LoginUsuarioWeb/atualiza-senha",
          "sentTo": null
        },
        {
          "headers": [
            "authorization"
          ],
          "keys": [
            "apiKey",
            "nome",
            "telefone"
          ],
          "path": "/LoginUsuarioWeb/atualiza-usuario",
          "sentTo": null
        },
        {
          "headers": [
            "authorization",
            "idempotency-key"
          ],
          "keys": [
            "apolice",
            "autorizacao",
            "cpfCnpj",
            "dataOcorrencia",
            "observacao",
            "pet",
            "procedimentos",
            "procedimentos[].procedimento",
            "procedimentos[].quantidade",
            "procedimentos[].valor",
            "seguradora",
            "sinistroOrigem"
          ],
          "path": "/AcionamentoWeb/salva-sinistro-web",
          "sentTo": null
        }
      ],
      "sessionRule": {
        "http": 401,
        "path": "/Menu/lista-menu-usuario",
        "problem": null,
        "verdict": "fits"
      },
      "unjoined": [],
      "verdict": "does-not-fit"
    }
    "#);
}
