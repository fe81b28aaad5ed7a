//! Acionamentos of the reference services, from the first list to a reopening.

use contract::{Call as _, acionamento::SalvaSinistroWeb};
use serde_json::{Value, json};

use crate::kit::{Kit, with};

const EVERYTHING: &str = "query ($sinistro: String!) { acionamento(sinistro: $sinistro) {
    id sinistro autorizacao status { codigo descricao } abertoEm ocorridoEm faturadoEm valorTotal observacao
    codigoSeguradora seguradora { id nome cnpj ativa }
    segurado { cpfCnpj nome email telefone apolices { numero vigente } }
    apolice pet { id nome especie raca nascimento }
    procedimentos { procedimento { id descricao categoria valorReferencia } quantidade valor total }
    historico { em status { codigo descricao } usuario observacao }
    sinistroOrigem sinistroReabertura origem { id } reabertura { id } podeReabrir
} }";

const OPEN: &str = "mutation ($input: NovoAcionamento!) { abrirAcionamento(input: $input) {
    __typename
    ... on AcionamentoSalvo { acionamento { sinistro status { codigo } valorTotal seguradora { nome } pet { raca } } }
    ... on EntradaInvalida { campos { campo mensagem } }
    ... on Recusa { mensagem codigo }
} }";

const REOPEN: &str = "mutation ($input: Reabertura!) { reabrirAcionamento(input: $input) {
    __typename
    ... on AcionamentoSalvo { acionamento {
        sinistro status { codigo } observacao valorTotal apolice pet { nome } ocorridoEm
        origem { sinistro status { codigo } sinistroReabertura podeReabrir }
    } }
    ... on EntradaInvalida { campos { campo mensagem } }
    ... on Recusa { mensagem }
} }";

#[tokio::test]
async fn an_acionamento_has_all_fields() {
    let (kit, token) = Kit::logged_in().await;
    let answer = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": "2026000070001" })).await;
    let event = |em: &str, codigo: &str, descricao: &str, usuario: &str, observacao: Option<&str>| {
        json!({
            "em": em, "status": { "codigo": codigo, "descricao": descricao }, "usuario": usuario, "observacao": observacao,
        })
    };
    let done = |id: &str, descricao: &str, categoria: &str, valor: &str| {
        json!({
            "procedimento": { "id": id, "descricao": descricao, "categoria": categoria, "valorReferencia": valor },
            "quantidade": 1, "valor": valor, "total": valor,
        })
    };
    let expected = json!({
        "id": "70001", "sinistro": "2026000070001", "autorizacao": "A-100001", "codigoSeguradora": "1",
        "status": { "codigo": "FATURADO", "descricao": "Faturado" },
        "abertoEm": "2026-09-10T14:00:00-03:00", "ocorridoEm": "2026-09-09", "faturadoEm": "2026-11-05",
        "valorTotal": "470.00", "observacao": "Dor abdominal",
        "seguradora": { "id": "1", "nome": "Pata Segura", "cnpj": "11222333000181", "ativa": true },
        "segurado": {
            "cpfCnpj": "52998224725", "nome": "Marina Duarte", "email": "marina@correio.example",
            "telefone": "11987654321",
            "apolices": [
                { "numero": "PET-2026-000002", "vigente": true },
                { "numero": "PET-2025-000001", "vigente": false },
            ],
        },
        "apolice": "PET-2026-000002",
        "pet": { "id": "1", "nome": "Paçoca", "especie": "Cão", "raca": "Vira-lata", "nascimento": "2021-03-09" },
        "procedimentos": [
            done("1", "Consulta clínica", "Consultas", "150.00"),
            done("2", "Ultrassonografia", "Diagnóstico por imagem", "320.00"),
        ],
        "historico": [
            event("2026-09-10T14:00:00-03:00", "ABERTO", "Aberto", "Ana Souza", Some("Dor abdominal")),
            event("2026-09-11T09:00:00-03:00", "EM_ANALISE", "Em análise", "Carla Reis", None),
            event("2026-09-12T10:00:00-03:00", "AUTORIZADO", "Autorizado", "Carla Reis", None),
            event("2026-11-05T16:00:00-03:00", "FATURADO", "Faturado", "Bruno Lima", None),
        ],
        "sinistroOrigem": null, "sinistroReabertura": null, "origem": null, "reabertura": null, "podeReabrir": true,
    });
    assert_eq!(answer.data()["acionamento"], expected);
    let services =
        ["lista-acionamentos-by-sinistro", "pesquisa-segurado", "lista-listaprocedimento", "lista-seguradora"];
    let calls = kit.calls();
    assert_eq!(calls.values().sum::<usize>(), services.len());
    assert!(services.iter().all(|service| calls.keys().any(|path| path.ends_with(service))), "{calls:?}");

    let reopened = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": "2026000070003" })).await.data();
    assert_eq!(reopened["acionamento"]["reabertura"], json!({ "id": "70004" }));
    assert_eq!(reopened["acionamento"]["sinistroReabertura"], "2026000070004");
    let of_reopening = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": " 2026000070004 " })).await.data();
    assert_eq!(of_reopening["acionamento"]["origem"], json!({ "id": "70003" }));
    assert_eq!(of_reopening["acionamento"]["sinistroOrigem"], "2026000070003");
    let unknown = kit.run(Some(&token), EVERYTHING, json!({ "sinistro": "0" })).await.data();
    assert_eq!(unknown["acionamento"], Value::Null);
}

#[tokio::test]
async fn an_opened_acionamento_exists_once() {
    let (kit, token) = Kit::logged_in().await;
    let input = |changes: Value| {
        let input = json!({
            "chave": "8d1f", "cpfCnpj": "52998224725", "apolice": "PET-2026-000002", "pet": "1", "seguradora": "1",
            "ocorridoEm": "2026-11-20", "observacao": "Mancando",
            "procedimentos": [
                { "procedimento": "1", "quantidade": 1, "valor": "150.00" },
                { "procedimento": "2", "quantidade": 2, "valor": "320.05" },
            ],
        });
        json!({ "input": with(input, changes) })
    };
    let first = kit.run(Some(&token), OPEN, input(json!({}))).await.data()["abrirAcionamento"].clone();
    let saved = json!({
        "sinistro": "2026000070007", "status": { "codigo": "ABERTO" }, "valorTotal": "790.10",
        "seguradora": { "nome": "Pata Segura" }, "pet": { "raca": "Vira-lata" },
    });
    assert_eq!(first, json!({ "__typename": "AcionamentoSalvo", "acionamento": saved }));
    let again = kit.run(Some(&token), OPEN, input(json!({}))).await.data()["abrirAcionamento"].clone();
    assert_eq!(again, first);

    // A text of the services has no code.
    let reused = "Esta chave de idempotência já foi usada com outros dados.";
    let policy = "A apólice PET-2026-000002 não estava vigente em 31/05/2026: vale de 01/06/2026 a 31/05/2027.";
    for (changes, codigo, mensagem) in [
        (json!({ "observacao": "outra" }), json!("CHAVE_REUTILIZADA"), reused),
        (json!({ "chave": "k2", "ocorridoEm": "2026-05-31" }), Value::Null, policy),
    ] {
        let refused = kit.run(Some(&token), OPEN, input(changes)).await.data()["abrirAcionamento"].clone();
        assert_eq!(refused, json!({ "__typename": "Recusa", "mensagem": mensagem, "codigo": codigo }));
    }
}

#[tokio::test]
async fn an_acionamento_is_reopened_once_and_a_lost_answer_is_repeated() {
    let (kit, token) = Kit::logged_in().await;
    let may = "query ($sinistro: String!) { reabertura(sinistro: $sinistro) {
        ... on Acionamento { sinistro podeReabrir } ... on Recusa { mensagem }
    } }";
    let sinistro = json!({ "sinistro": "2026000070002" });
    let possible = kit.run(Some(&token), may, sinistro.clone()).await.data();
    assert_eq!(possible["reabertura"], json!({ "sinistro": "2026000070002", "podeReabrir": true }));

    let input = json!({ "input": { "chave": "k1", "sinistro": "2026000070002", "observacao": "Novo laudo" } });
    let first = kit.run(Some(&token), REOPEN, input.clone()).await.data()["reabrirAcionamento"].clone();
    let origin = json!({
        "sinistro": "2026000070002", "status": { "codigo": "NEGADO" }, "sinistroReabertura": "2026000070007",
        "podeReabrir": false,
    });
    let saved = json!({
        "sinistro": "2026000070007", "status": { "codigo": "REABERTO" }, "observacao": "Novo laudo", "origem": origin,
        "valorTotal": "150.00", "apolice": "PET-2026-000002", "pet": { "nome": "Mia" }, "ocorridoEm": "2026-10-30",
    });
    assert_eq!(first, json!({ "__typename": "AcionamentoSalvo", "acionamento": saved }));
    kit.take_calls();
    // The response was lost: the services now report that it was reopened, and by which acionamento.
    let again = kit.run(Some(&token), REOPEN, input).await.data()["reabrirAcionamento"].clone();
    assert_eq!(again, first);
    assert!(!kit.calls().contains_key(SalvaSinistroWeb::PATH));

    let other = json!({ "input": { "chave": "k2", "sinistro": "2026000070002", "observacao": "Outro laudo" } });
    let refused = kit.run(Some(&token), REOPEN, other).await.data()["reabrirAcionamento"].clone();
    let done = "O sinistro 2026000070002 já foi reaberto pelo sinistro 2026000070007.";
    assert_eq!(refused, json!({ "__typename": "Recusa", "mensagem": done }));
    assert_eq!(kit.run(Some(&token), may, sinistro).await.data()["reabertura"]["mensagem"], done);
}
