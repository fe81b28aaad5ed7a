//! `gateway check` by what the values of several services tell together: names, flags and codes.

use serde_json::{Value, json};
use services::wire::{
    Call as _,
    acionamento::{ListaAcionamentosByStatus, RetornaAcionamentoReabertura, SalvaSinistroWeb},
    painel::TotalStatusSeguradorasMes,
    seguradora::ListaSeguradora,
};

use super::{Live, checked, proposed};
use crate::stub::acionamento;

const INSURERS: [(&str, &str, &str); 3] = [
    ("3", "Pata Segura", "Companhia Paulista de Seguros S.A."),
    ("4", "Amigo Fiel", "Fiel Participações Ltda."),
    ("5", "Bicho Bom", "BB Previdência e Seguros"),
];

#[tokio::test]
async fn the_values_of_another_service_beat_the_likeness_of_a_name() {
    let insurers: Vec<_> = INSURERS.iter().map(|(code, name, legal)| {
        json!({ "cdSeguradora": code, "QZ_CURTO": format!("{name}   "), "QZ_NOME": legal, "nrCnpj": "11222333000181", "flAtiva": true })
    }).collect();
    let totals: Vec<_> = INSURERS.iter().map(|(code, name, _)| {
        json!({ "cdSeguradora": code, "QZ_NOMESEG": name, "cdStatus": "ABERTO", "dsStatus": "Aberto", "qtTotal": 1, "vlTotal": 1.5 })
    }).collect();
    let live =
        Live::new().data(ListaSeguradora::PATH, &json!(insurers)).data(TotalStatusSeguradorasMes::PATH, &json!(totals));
    let (table, text) = proposed(&live).await;
    assert_eq!(table["types"]["Seguradora"]["nmSeguradora"].as_str(), Some("QZ_CURTO"), "{text}");
    assert!(text.contains("nmSeguradora = \"QZ_CURTO\"  # confira: "), "{text}");
    assert_eq!(table["types"]["TotalStatusSeguradora"]["nmSeguradora"].as_str(), Some("QZ_NOMESEG"), "{text}");
}

/// Insurers with flags of another API, and no tax number under the contract's key.
fn with_flags(words: [&str; 2]) -> Live {
    let insurers: Vec<_> = INSURERS.iter().enumerate().map(|(at, (code, name, _))| {
        json!({ "cdSeguradora": code, "nmSeguradora": name, "cnpj_da_casa": "11222333000181", "flAtiva": words[at % 2] })
    }).collect();
    let mut claim = json!(acionamento(1));
    (claim["flPodeReabrir"], claim["nrAutorizacao"]) = (words[0].into(), "A-1".into());
    Live::new().data(ListaSeguradora::PATH, &json!(insurers)).data(ListaAcionamentosByStatus::PATH, &json!([claim]))
}

#[tokio::test]
async fn words_of_flags_are_proposed_where_all_have_the_same_two() {
    let (table, text) = proposed(&with_flags(["1", "2"])).await;
    assert_eq!(json!(table["values"]["flags"]), json!({ "true": "1", "false": "2" }), "{text}");
    assert!(text.contains("false = \"2\"  # confira"), "{text}");
    // What is read by itself needs no words.
    let (table, text) = proposed(&with_flags(["A", "I"])).await;
    assert!(table.get("values").is_none(), "{text}");
}

#[tokio::test]
async fn declared_words_of_flags_are_no_error_beside_a_field_that_is_not_read() {
    let flags = "[values.flags]\ntrue = \"1\"\nfalse = \"2\"\n[types.Seguradora]\ncdSeguradora = \"codigo\"\n";
    let told = checked(&with_flags(["1", "2"]), flags, true).await;
    let state = |field: &str| told.field(ListaSeguradora::PATH, &format!("data[].{field}"))["state"].clone();
    assert_eq!((state("cdSeguradora"), state("flAtiva")), (json!("wrong"), json!("matched")), "{}", told.out);
}

#[tokio::test]
async fn keys_are_found_in_objects_that_only_wrap_them_and_as_whole_decimals() {
    for (item, quantity) in [
        (
            json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "vinculo": { "qtd": 2, "preco": 3.5, "item_id": 7 } }),
            "vinculo.qtd",
        ),
        (json!({ "cdProcedimento": "12", "dsProcedimento": "Raio-X", "QUANT": 2.0, "PRECO": 3.5 }), "QUANT"),
    ] {
        let mut claim = json!(acionamento(1));
        claim["nrAutorizacao"] = "A-1".into();
        claim.as_object_mut().unwrap().remove("procedimentos");
        claim["ITENS"] = json!([item]);
        let mut live = Live::new();
        for path in live.answers.keys().copied().filter(|path| path.contains("lista-acionamentos")).collect::<Vec<_>>()
        {
            live = live.data(path, &json!([claim]));
        }
        let (table, text) = proposed(&live.data(RetornaAcionamentoReabertura::PATH, &claim)).await;
        assert_eq!(table["types"]["Acionamento"]["procedimentos"].as_str(), Some("ITENS"), "{text}");
        assert_eq!(table["types"]["ProcedimentoRealizado"]["qtProcedimento"].as_str(), Some(quantity), "{text}");
    }
}

#[tokio::test]
async fn codes_that_two_services_write_differently_fail_the_check() {
    let insurers: Vec<_> =
        INSURERS.iter().map(|(code, name, _)| json!({ "cdSeguradora": format!("0{code}"), "nmSeguradora": name, "nrCnpj": null, "flAtiva": true })).collect();
    let live = Live::new().data(ListaSeguradora::PATH, &json!(insurers));
    let told = checked(&live, "", true).await;
    let report: Value = told.json();
    assert_eq!((told.exit, &report["verdict"]), (1, &json!("does-not-fit")));
    let codes = report["unjoined"].as_array().unwrap();
    assert!(
        codes.contains(&json!({ "one": "Acionamento.cdSeguradora", "other": "Seguradora.cdSeguradora" })),
        "{codes:?}"
    );
}

#[tokio::test]
async fn the_report_names_paths_headers_and_what_it_accepts() {
    let mut claim = json!(acionamento(1));
    (claim["nrAutorizacao"], claim["flPodeReabrir"]) = ("A-1".into(), true.into());
    (claim["dsObservacao"], claim["dtAbertura"]) = ("Consulta   ".into(), "20261120 14:03:11".into());
    let mut live = Live::new().data(ListaAcionamentosByStatus::PATH, &json!([claim]));
    let answer = live.answers[ListaSeguradora::PATH].clone();
    live.answers.insert("/casas", answer);
    let mapping = "[calls.lista-seguradora]\npath = \"/casas\"\n[calls.salva-sinistro-web]\npath = \"/grava\"\n[headers]\n\
                   idempotency-key = \"X-Unica\"\napi-key = \"X-Chave\"\nadd = { X-Casa = \"7\" }\n";
    let told = checked(&live, mapping, false).await;
    let text: String = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(told.exit, 0, "{}", told.out);
    assert!(text.contains("/casas, como o dialeto diz"), "{}", told.out);
    let save = text.split_once(SalvaSinistroWeb::PATH).unwrap().1;
    assert!(save.contains("(lá /grava)") && save.contains("authorization, x-chave, x-unica, x-casa"), "{}", told.out);
    for accepted in ["dsObservacao: chegou texto com espaços nas pontas", "dtAbertura: chegou data e hora sem fuso"] {
        assert!(text.contains(accepted), "{accepted}: {}", told.out);
    }
    // Additions alone are no reservation.
    assert!(!told.out.contains("com ressalvas"), "{}", told.out);
}
