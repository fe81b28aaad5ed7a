//! `gateway check` asks with further values while a field never came.

use axum::{
    Json, Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, Uri, header::AUTHORIZATION},
    response::IntoResponse as _,
};
use serde_json::{Value, json};
use services::wire::{
    Call as _,
    acionamento::{ListaAcionamentosBySinistro, ListaAcionamentosByStatus},
    segurado::PesquisaSegurado,
};

use super::{Live, command, run, with_mapping};
use crate::{
    kit::{Calls, serve},
    stub::{acionamento, cpf, segurado},
};

/// Services with claims of eight insured, of whom some have a phone, under a key of its own.
struct Insured {
    services: String,
    calls: Calls,
}

impl Insured {
    async fn with_phone(with_phone: &'static [usize]) -> Self {
        let claims: Vec<_> = (1..=8).map(|number| json!(acionamento(number))).collect();
        let live = Live::new().data(ListaAcionamentosByStatus::PATH, &json!(claims));
        let calls = Calls::default();
        let answer = move |headers: HeaderMap, uri: Uri, body: Bytes| async move {
            if headers.get(AUTHORIZATION).is_none_or(|token| token != "Bearer ficha") {
                return StatusCode::UNAUTHORIZED.into_response();
            }
            let mut answer: Value = serde_json::from_slice(&live.answers[uri.path()].1).unwrap();
            let asked: Value = serde_json::from_slice(&body).unwrap();
            if uri.path() == ListaAcionamentosBySinistro::PATH {
                answer["data"] = claims.into_iter().filter(|claim| claim["nrSinistro"] == asked["sinistro"]).collect();
            }
            if uri.path() == PesquisaSegurado::PATH {
                let number = asked["cpfCnpj"].as_str().unwrap();
                let mut insured = json!(segurado(number));
                let phone = insured.as_object_mut().unwrap().remove("nrTelefone").unwrap();
                if with_phone.iter().any(|one| cpf(*one) == number) {
                    insured["telefone"] = phone;
                }
                answer["data"] = insured;
            }
            Json(answer).into_response()
        };
        let services = serve(calls.record(Router::new().fallback(answer))).await;
        Self { services: format!("http://{services}"), calls }
    }

    /// How many were asked for.
    fn asked(&self) -> usize {
        self.calls.so_far().iter().filter(|call| call.path == PesquisaSegurado::PATH).count()
    }
}

const MAPPING: &str = "[types.Segurado]\nnrTelefone = \"telefone\"\n";

#[tokio::test]
async fn a_field_that_the_first_insured_does_not_have_is_found_with_another() {
    let insured = Insured::with_phone(&[3, 4]).await;
    let told = run(command(&insured.services, &["--token", "ficha", "--propose"])).await;
    let table: toml::Table = told.out.parse().unwrap();
    assert_eq!(table["types"]["Segurado"]["nrTelefone"].as_str(), Some("telefone"), "{}{}", told.out, told.err);
    let insured = Insured::with_phone(&[3, 4]).await;
    let told = with_mapping(&insured.services, MAPPING, &["--json"]).await;
    assert_eq!(
        (told.field(PesquisaSegurado::PATH, "data.nrTelefone")["present"].as_u64(), insured.asked()),
        (Some(1), 3)
    );
}

#[tokio::test]
async fn a_service_is_asked_with_few_values_and_only_with_that_which_was_given() {
    let insured = Insured::with_phone(&[]).await;
    let told = with_mapping(&insured.services, MAPPING, &[]).await;
    assert_eq!((told.exit, insured.asked()), (0, 5), "{}", told.out);
    let text: String = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("com a chave que o dialeto diz: outro --cpf-cnpj pode trazê-lo"), "{}", told.out);
    let insured = Insured::with_phone(&[]).await;
    with_mapping(&insured.services, MAPPING, &["--cpf-cnpj", &cpf(2)]).await;
    assert_eq!(insured.asked(), 1);
}
