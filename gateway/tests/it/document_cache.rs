//! The cache of documents: results are the same with and without it, and it is bounded.

use contract::{acionamento::ListaAcionamentosByStatus, segurado::PesquisaSegurado};
use serde_json::json;
use tokio::{
    io::{AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

use crate::{
    http1_client::{Client, post},
    kit::{Folder, any_document},
    program::{resident, start_over},
    stub::{Reply, Stub, acionamento, segurado, stub},
};

async fn services() -> Stub {
    stub()
        .on::<ListaAcionamentosByStatus>(|_| Reply::Data(vec![acionamento(1)]))
        .on::<PesquisaSegurado>(|call| Reply::Data(segurado(call.cpf_cnpj.as_str())))
        .start()
        .await
}

#[tokio::test]
async fn a_cached_document_is_answered_as_an_uncached_one() {
    let list = "query($f: FiltroAcionamentos!, $o: OrdemAcionamentos, $n: Int, $sim: Boolean = true) { \
                acionamentos(filtro: $f, ordem: $o, first: $n) { totalCount @include(if: $sim) nodes { id } } }";
    let inside = "query($s: ID!, $o: OrdemAcionamentos = VALOR_ASC) { \
                  acionamentos(filtro: { status: $s }, ordem: $o) { totalCount } }";
    let optional = "query($s: ID = \"ABERTO\") { acionamentos(filtro: { status: $s }) { totalCount } }";
    let insured = "query A($id: CpfCnpj!) { segurado(cpfCnpj: $id) { nome } } query B { __typename }";
    let status = json!({ "status": "ABERTO" });
    let runs = [
        (list, json!({ "f": status, "o": "VALOR_ASC", "n": 5 })),
        (list, json!({ "f": { "status": "FECHADO" }, "o": "VALOR_DESC", "n": 7, "sim": false })),
        (list, json!({ "f": status, "o": "VALOR", "n": 5 })),
        (list, json!({ "f": status, "o": "ABERTO", "n": 5 })),
        (list, json!({ "f": status, "o": 7 })),
        (list, json!({ "f": status, "n": "5" })),
        (list, json!({ "f": status, "n": 5.5 })),
        (list, json!({ "f": status, "n": 3_000_000_000_u64 })),
        (list, json!({ "f": status, "n": 501 })),
        (list, json!({ "f": { "status": "ABERTO", "sinistro": "1" } })),
        (list, json!({ "f": { "outro": "ABERTO" } })),
        (list, json!({ "f": { "status": null } })),
        (list, json!({ "f": { "status": [] } })),
        (list, json!({ "f": { "status:s,x": "ABERTO" } })),
        (list, json!({ "f": {} })),
        (list, json!({ "f": status, "sim": null })),
        (list, json!({ "f": status, "sim": "true" })),
        (list, json!({ "f": status, "a mais": [1, { "x": null }] })),
        (list, json!({})),
        (inside, json!({ "s": "ABERTO" })),
        (inside, json!({ "s": 7 })),
        (inside, json!({ "s": 7.5 })),
        (inside, json!({ "s": { "status": "ABERTO" } })),
        (inside, json!({ "s": "ABERTO", "o": "NENHUMA" })),
        (optional, json!({})),
        (optional, json!({ "s": null })),
        (insured, json!({ "id": "52998224725" })),
        ("{ nada }", json!({})),
        ("{ acionamentos(filtro: { status: ABERTO }) { totalCount } }", json!({})),
        ("{ a", json!({})),
    ];
    let mut expected = Vec::new();
    for (document, variables) in &runs {
        // With an empty cache.
        expected.push(services().await.ask_with(document, variables.clone()).await.json());
    }
    let stub = services().await;
    // Forwards and backwards: valid documents come before invalid ones, and after them.
    let again: Vec<_> = runs.iter().zip(&expected).collect();
    for ((document, variables), expected) in again.iter().chain(again.iter().rev()).chain(&again) {
        let answer = stub.ask_with(document, variables.clone()).await.json();
        assert_eq!(answer, **expected, "{document} {variables}");
    }
}

/// Sends documents over one connection, pipelined by 100. Each response must contain a text.
async fn send(address: &str, fields: &str, documents: impl Iterator<Item = String>, expected: &str) {
    let mut client = Client(BufReader::new(TcpStream::connect(address).await.unwrap()));
    let requests = documents.map(|document| {
        let body = json!({ "query": document }).to_string();
        post(&format!("{fields}content-length: {}\r\n", body.len()), &body)
    });
    let requests: Vec<_> = requests.collect();
    for some in requests.chunks(100) {
        client.0.write_all(some.concat().as_bytes()).await.unwrap();
        for request in some {
            let answer = client.answer().await;
            assert!(answer.text.contains(expected), "{request}\n{}", answer.text);
        }
    }
}

const MIB: usize = 1024 * 1024;

#[tokio::test]
async fn documents_that_are_refused_take_no_memory() {
    let settings = ["--log", "warn", "--documents", "trusted-only"];
    let (gateway, _output, address) = start_over("127.0.0.1:9", &settings).await;
    // Of 1 KiB each.
    let documents = |from: usize, to: usize| (from..to).map(|at| format!("{{a{at}{}}}", " b".repeat(512)));
    send(&address, "", documents(0, 1000), "DOCUMENT_NOT_TRUSTED").await;
    let before = resident(&gateway).await;
    send(&address, "", documents(1000, 9000), "DOCUMENT_NOT_TRUSTED").await;
    let public_queries = (0..3000).map(|at| format!("{{a{at}:__typename}}"));
    send(&address, "", public_queries, r#":"Query"}}"#).await;
    let grown = resident(&gateway).await.saturating_sub(before);
    assert!(grown < 4 * MIB, "{grown}");
}

#[tokio::test]
async fn documents_that_run_are_cached_within_bounds() {
    const KEY: &str = "chave-de-ferramenta-com-mais-de-32-caracteres";
    const ROW: &str = "id sinistro autorizacao status { codigo descricao } abertoEm ocorridoEm faturadoEm valorTotal observacao \
                       codigoSeguradora seguradora { id nome cnpj ativa } segurado { cpfCnpj nome email telefone apolices { \
                       numero inicio fim vigente pets { id nome especie raca nascimento } } } apolice pet { id nome especie \
                       raca nascimento } procedimentos { quantidade valor total procedimento { id descricao categoria \
                       valorReferencia } } historico { em usuario observacao status { codigo descricao } } sinistroOrigem \
                       sinistroReabertura podeReabrir";
    let tools = Folder::new(&[("teste.toml", any_document(KEY))]);
    let settings = ["--log", "warn", "--documents", "trusted-or-tool", "--tools", &tools.path("")];
    let (gateway, _output, address) = start_over("127.0.0.1:9", &settings).await;
    // Different fields, so that each has a slot in the plan, which takes about 40 KB. Unbounded, the valid documents would take
    // 36 MB, and the invalid ones half as much.
    let documents = |from: usize, to: usize, field: &str| {
        let rows =
            format!("acionamentos(filtro: {{ status: \"A\" }}) {{ nodes {{ {ROW} origem {{ {ROW} {field} }} }} }}");
        (from..to).map(move |at| format!("{{ a{at}: __typename {rows} }}"))
    };
    let fields = format!("x-tool-key: {KEY}\r\n");
    send(&address, &fields, documents(0, 300, "id"), "UNAUTHENTICATED").await;
    let before = resident(&gateway).await;
    send(&address, &fields, documents(300, 1200, "id"), "UNAUTHENTICATED").await;
    send(&address, &fields, documents(0, 500, "nada"), "GRAPHQL_VALIDATION_FAILED").await;
    let grown = resident(&gateway).await.saturating_sub(before);
    assert!(grown < 16 * MIB, "{grown}");
}
