//! `gateway check --propose`: how requests that are never sent write values, where responses differ.

use serde_json::{Value, json};
use services::wire::{
    Call as _,
    acionamento::RetornaAcionamentoReabertura,
    painel::{
        TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
    },
    procedimento::ListaProcedimento,
};

use super::{Live, proposed};

/// Services whose values are changed, in an object of every depth.
fn with_values(paths: &[&str], change: &dyn Fn(&str, &mut Value)) -> Live {
    let mut live = Live::new();
    for (path, (_, body)) in &mut live.answers {
        if paths.iter().any(|one| path.contains(one)) {
            let mut answer: Value = serde_json::from_slice(body).unwrap();
            change_within(&mut answer["data"], change);
            *body = answer.to_string().into_bytes();
        }
    }
    live
}

fn change_within(value: &mut Value, change: &dyn Fn(&str, &mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| change_within(item, change)),
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| {
            change(key, value);
            change_within(value, change);
        }),
        _ => {}
    }
}

fn with_comma(key: &str, value: &mut Value) {
    if let ("vl", Some(amount)) = (&key[..2], value.as_f64()) {
        *value = format!("{amount:.2}").replace('.', ",").into();
    }
}

const TOTALS: [&str; 5] = [
    TotalAcionamentoAbertosDia::PATH,
    TotalAcionamentoAbertosMes::PATH,
    TotalAcionamentoFaturadosMes::PATH,
    TotalStatusAcionamentoAno::PATH,
    TotalStatusSeguradorasMes::PATH,
];
const CLAIMS: [&str; 2] = ["lista-acionamentos", RetornaAcionamentoReabertura::PATH];

#[tokio::test]
async fn amounts_are_written_as_claims_have_them_though_one_list_has_numbers() {
    let (table, text) = proposed(&with_values(&[&TOTALS[..], &CLAIMS].concat(), &with_comma)).await;
    assert_eq!(table["writing"]["amounts"].as_str(), Some("text-comma"), "{text}");
    let doubt = "confira: o sinistro e os procedimentos dele escrevem assim, mas não Procedimento.vlReferencia";
    assert!(text.contains(doubt), "{text}");
}

#[tokio::test]
async fn amounts_of_claims_beat_those_of_more_other_types() {
    let others = [&TOTALS[..], &[ListaProcedimento::PATH]].concat();
    let (table, text) = proposed(&with_values(&others, &with_comma)).await;
    assert!(table.get("writing").is_none_or(|writing| writing.get("amounts").is_none()), "{text}");
}

#[tokio::test]
async fn days_are_written_as_claims_have_them_though_others_differ() {
    let local = |key: &str, value: &mut Value| {
        if let (true, Some(text)) = (key.starts_with("dt"), value.as_str().filter(|text| text.len() == 10)) {
            *value = format!("{}/{}/{}", &text[8..], &text[5..7], &text[..4]).into();
        }
    };
    let (table, text) = proposed(&with_values(&CLAIMS, &local)).await;
    assert_eq!(table["writing"]["dates"].as_str(), Some("dd/MM/yyyy"), "{text}");
    assert!(text.contains("mas não Apolice.dtFim"), "{text}");
}

#[tokio::test]
async fn a_form_that_nothing_decides_is_left_open() {
    let forms = |key: &str, value: &mut Value| match (key, value.as_f64()) {
        ("vlTotal", Some(_)) => *value = "640,00".into(),
        ("vlReferencia", Some(_)) => *value = "320.00".into(),
        _ => {}
    };
    // Claims came with several forms.
    let mut live = with_values(&[TotalAcionamentoAbertosDia::PATH, ListaProcedimento::PATH], &forms);
    for path in live.answers.keys().copied().filter(|path| path.contains("lista-acionamentos")).collect::<Vec<_>>() {
        live = live.data(path, &json!([]));
    }
    for path in [TotalStatusAcionamentoAno::PATH, TotalStatusSeguradorasMes::PATH] {
        live = live.data(path, &json!([]));
    }
    let refusal = json!({ "status": 0, "messages": "Não pode.", "data": null }).to_string();
    let live = live.body(RetornaAcionamentoReabertura::PATH, &refusal);
    let (table, text) = proposed(&live).await;
    assert!(table["writing"].get("amounts").is_none(), "{text}");
    assert!(text.contains("# amounts = \"text\"  # decida: as respostas não escrevem todas do mesmo modo"), "{text}");
}

#[tokio::test]
async fn a_code_is_written_as_claims_have_it_though_one_list_has_text() {
    let numbers = |key: &str, value: &mut Value| {
        if let ("cdProcedimento" | "cdPet", Some(number)) =
            (key, value.as_str().and_then(|text| text.parse::<i64>().ok()))
        {
            *value = number.into();
        }
    };
    let (table, text) = proposed(&with_values(&CLAIMS, &numbers)).await;
    assert_eq!(table["requests"]["NovoProcedimento"]["procedimento"]["as"].as_str(), Some("number"), "{text}");
    assert!(text.contains("mas não em Procedimento.cdProcedimento"), "{text}");
    assert_eq!(table["requests"]["SalvaSinistroWeb"]["pet"]["as"].as_str(), Some("number"), "{text}");
    assert!(text.contains("mas não em Pet.cdPet"), "{text}");
}

#[tokio::test]
async fn centavos_of_the_first_services_are_taken_back_where_later_ones_have_decimals() {
    let spelled = |value: &mut Value, key: &str, spelling: &str| {
        for row in value.as_array_mut().into_iter().flatten() {
            row[spelling] = 64_000.into();
            row.as_object_mut().unwrap().remove(key);
        }
    };
    let mut live = Live::new();
    for path in [&TOTALS[..], &[ListaProcedimento::PATH]].concat() {
        let mut answer: Value = serde_json::from_slice(&live.answers[path].1).unwrap();
        let key = if path == ListaProcedimento::PATH { "vlReferencia" } else { "vlTotal" };
        let is_row = answer["data"].is_object();
        let mut rows = if is_row { json!([answer["data"]]) } else { answer["data"].clone() };
        spelled(&mut rows, key, &format!("{key}Centavos"));
        answer["data"] = if is_row { rows[0].clone() } else { rows };
        live = live.body(path, &answer.to_string());
    }
    let decimals = |key: &str, value: &mut Value| {
        if key.starts_with("vl") && value.is_number() {
            *value = 640.5.into();
        }
    };
    let claims = with_values(&CLAIMS, &decimals);
    for (path, answer) in claims.answers.into_iter().filter(|(path, _)| CLAIMS.iter().any(|claim| path.contains(claim)))
    {
        live.answers.insert(path, answer);
    }
    let (table, text) = proposed(&live).await;
    let amounts = |section: &str| table.get(section).and_then(|section| section.get("amounts")).cloned();
    assert_eq!((amounts("reading"), amounts("writing")), (None, None), "{text}");
    assert!(
        text.contains("# decida: uns nomes dizem centavos")
            && text.contains("\n# amounts = \"cents\"\n")
            && !text.contains("sem leitura"),
        "{text}"
    );
}

#[tokio::test]
async fn the_form_of_flags_is_no_line_because_no_request_has_a_flag() {
    let letters = |_: &str, value: &mut Value| {
        if let Some(flag) = value.as_bool() {
            *value = if flag { "S" } else { "N" }.into();
        }
    };
    let (_, text) = proposed(&with_values(&[""], &letters)).await;
    assert!(!text.contains("S/N"), "{text}");
}
