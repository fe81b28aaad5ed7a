//! Opening acionamentos.

use contract::acionamento::{Acionamento, SalvaSinistroWeb};
use serde_json::{Value, json};

use crate::{
    kit::{self, merged},
    stub::{Answer, Stub, StubBuilder, acionamento, stub},
};

const OPEN: &str = "mutation ($input: NovoAcionamento!) { abrirAcionamento(input: $input) {
    __typename
    ... on AcionamentoSalvo { acionamento { id sinistro status { codigo } valorTotal origem { id } } }
    ... on EntradaInvalida { mensagem campos { campo mensagem } }
    ... on Recusa { mensagem }
} }";

fn new() -> Value {
    json!({
        "chave": "0b7e", "cpfCnpj": "529.982.247-25", "apolice": " PET-2025-004411 ", "pet": 881, "seguradora": "3",
        "ocorridoEm": "2026-11-20", "autorizacao": " ", "observacao": "Nota",
        "procedimentos": [{ "procedimento": "12", "quantidade": 2, "valor": "320.00" }],
    })
}

/// The outcome of a save with these changes.
async fn open(stub: &Stub, changes: Value) -> kit::Reply {
    stub.ask_with(OPEN, json!({ "input": merged(new(), changes) })).await
}

pub(super) fn saving() -> StubBuilder {
    stub().on::<SalvaSinistroWeb>(|call| {
        Answer::Data(Acionamento { nr_sinistro_origem: call.sinistro_origem.map(Into::into).into(), ..acionamento(7) })
    })
}

/// The invalid fields of an input, each with its message.
pub(super) async fn invalid(stub: &Stub, mutation: &str, input: Value) -> Vec<String> {
    let data = stub.ask_with(mutation, json!({ "input": input })).await.data();
    let result = data.as_object().unwrap().values().next().unwrap();
    assert_eq!(result["__typename"], "EntradaInvalida", "{result}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let campos = result["campos"].as_array().unwrap();
    campos.iter().map(|campo| format!("{}: {}", text(&campo["campo"]), text(&campo["mensagem"]))).collect()
}

#[tokio::test]
async fn opening_saves_once_with_the_callers_idempotency_key() {
    let stub = saving().start().await;
    assert_eq!(
        open(&stub, json!({})).await.data()["abrirAcionamento"],
        json!({
            "__typename": "AcionamentoSalvo",
            "acionamento": {
                "id": "7", "sinistro": "2026000000007", "status": { "codigo": "ABERTO" }, "valorTotal": "640.00",
                "origem": null,
            },
        })
    );
    assert_eq!(stub.counts(), "salva-sinistro-web 1");
    assert_eq!(stub.seen()[0].idempotency_key.as_deref(), Some("0b7e"));
    assert_eq!(
        stub.seen()[0].json(),
        json!({
            "cpfCnpj": "52998224725", "apolice": "PET-2025-004411", "pet": "881", "seguradora": "3",
            "dataOcorrencia": "2026-11-20", "autorizacao": null, "observacao": "Nota", "sinistroOrigem": null,
            "procedimentos": [{ "procedimento": "12", "quantidade": 2, "valor": 320.0 }],
        })
    );
}

#[tokio::test]
async fn every_invalid_field_is_named_and_nothing_is_sent() {
    let stub = stub().start().await;
    let input = merged(
        new(),
        json!({
            "chave": "com espaço", "apolice": " ", "pet": "", "seguradora": "x".repeat(101),
            // Tomorrow: the clock is noon of the 20th in São Paulo.
            "ocorridoEm": "2026-11-21", "autorizacao": "x".repeat(31), "observacao": "é".repeat(2001),
            "procedimentos": [
                { "procedimento": "12", "quantidade": 1, "valor": "0.01" },
                { "procedimento": " ", "quantidade": 0, "valor": "0" },
                { "procedimento": "12", "quantidade": 100, "valor": -1 },
            ],
        }),
    );
    insta::assert_snapshot!(invalid(&stub, OPEN, input).await.join("\n"), @r#"
    chave: A chave deve ter de 1 a 200 caracteres visíveis, sem espaços nem acentos.
    apolice: Informe a apólice.
    pet: Escolha o pet.
    seguradora: Use no máximo 100 caracteres.
    ocorridoEm: A data da ocorrência não pode estar no futuro.
    autorizacao: Use no máximo 30 caracteres.
    observacao: Use no máximo 2000 caracteres.
    procedimentos.1.procedimento: Escolha o procedimento.
    procedimentos.1.quantidade: A quantidade deve estar entre 1 e 99.
    procedimentos.1.valor: O valor deve ser maior que zero.
    procedimentos.2.quantidade: A quantidade deve estar entre 1 e 99.
    procedimentos.2.valor: O valor deve ser maior que zero.
    "#);
    let entry = json!({ "procedimento": "12", "quantidade": 1, "valor": 1 });
    let too_long_ago = "ocorridoEm: A data da ocorrência não pode ter mais de 20 anos.";
    for (changes, error) in [
        (json!({ "procedimentos": [] }), "procedimentos: Informe ao menos um procedimento."),
        (json!({ "procedimentos": vec![entry; 51] }), "procedimentos: Informe no máximo 50 procedimentos."),
        (json!({ "ocorridoEm": "2006-11-19" }), too_long_ago),
        (json!({ "ocorridoEm": "0026-11-20" }), too_long_ago),
    ] {
        assert_eq!(invalid(&stub, OPEN, merged(new(), changes)).await, [error]);
    }
    for chave in [String::new(), "x".repeat(201), "ação".to_owned(), "a\nb".to_owned()] {
        assert_eq!(invalid(&stub, OPEN, merged(new(), json!({ "chave": chave }))).await.len(), 1);
    }
    for field in ["apolice", "pet", "seguradora", "autorizacao"] {
        let error = format!("{field}: O texto tem caracteres que não aparecem: digite-o de novo.");
        assert_eq!(invalid(&stub, OPEN, merged(new(), json!({ field: "1\n2" }))).await, [error]);
    }
    assert_eq!(stub.counts(), "");
}

#[tokio::test]
async fn values_at_the_limits_are_accepted() {
    let stub = saving().start().await;
    let entry = json!({ "procedimento": "12", "quantidade": 99, "valor": "999999999999.99" });
    let most = json!({
        "chave": "x".repeat(200), "ocorridoEm": "2006-11-20", "autorizacao": "á".repeat(30),
        "observacao": "á".repeat(2000), "procedimentos": vec![entry; 50],
    });
    assert_eq!(open(&stub, most).await.data()["abrirAcionamento"]["__typename"], "AcionamentoSalvo");
}

#[tokio::test]
async fn invalid_amounts_and_days_are_bad_input() {
    let stub = stub().start().await;
    let mut errors = Vec::new();
    for valor in [json!("320,00"), json!("1.005"), json!(0.1 + 0.2), json!("1e3"), json!(true)] {
        let entry = json!({ "procedimento": "12", "quantidade": 1, "valor": valor });
        errors.extend(open(&stub, json!({ "procedimentos": [entry] })).await.errors());
    }
    for day in ["20/11/2026", "2026-02-30"] {
        errors.extend(open(&stub, json!({ "ocorridoEm": day })).await.errors());
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
     BAD_USER_INPUT: O valor da variável $input.procedimentos.0.valor não é aceito. O valor deve ter só dígitos, com ponto e até duas casas decimais, por exemplo 1280.50.
     BAD_USER_INPUT: O valor da variável $input.procedimentos.0.valor não é aceito. O valor pode ter no máximo duas casas decimais.
     BAD_USER_INPUT: O valor da variável $input.procedimentos.0.valor não é aceito. O valor pode ter no máximo duas casas decimais.
     BAD_USER_INPUT: O valor da variável $input.procedimentos.0.valor não é aceito. O valor deve ter só dígitos, com ponto e até duas casas decimais, por exemplo 1280.50.
     BAD_USER_INPUT: O valor da variável $input.procedimentos.0.valor não é aceito. Envie o valor como texto, por exemplo "1280.50".
     BAD_USER_INPUT: O valor da variável $input.ocorridoEm não é aceito. A data deve estar no formato AAAA-MM-DD.
     BAD_USER_INPUT: O valor da variável $input.ocorridoEm não é aceito. Esta data não existe no calendário.
    "#);
    assert_eq!(stub.counts(), "");
}
