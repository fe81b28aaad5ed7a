//! Integration APIs with names of their own.

use axum::http::HeaderMap;
use serde_json::{Map, Value, json};

use super::other_api::OtherApi;

/// English and snake_case, without an envelope; lists come in pages, refusals with HTTP 404 and 422.
pub(super) struct English;

impl OtherApi for English {
    fn key(&self, type_name: &str, key: &str) -> String {
        let spelling = match (type_name, key) {
            ("Seguradora", "cdSeguradora") | ("ItemMenu", "cdMenu") | ("Pet", "cdPet") | ("Segurado", "cdSegurado") => {
                "id"
            }
            ("Seguradora", "nmSeguradora") | ("Pet", "nmPet") | ("Segurado", "nmSegurado") => "name",
            ("Procedimento" | "ProcedimentoRealizado", "cdProcedimento") => "code",
            ("Procedimento" | "ProcedimentoRealizado", "dsProcedimento") => "description",
            ("Sessao", "nmUsuario") => "user_name",
            (_, "dsToken") => "access_token",
            (_, "cdAcionamento") => "case_id",
            (_, "nrSinistro") => "claim_number",
            (_, "nrAutorizacao") => "authorization_code",
            (_, "cdStatus") => "status",
            (_, "dsStatus") => "status_label",
            (_, "dtAbertura") => "opened_at",
            (_, "dtOcorrencia") => "incident_date",
            (_, "dtFaturamento") => "billed_on",
            (_, "vlTotal") => "total_amount",
            (_, "dsObservacao") => "notes",
            (_, "cdSeguradora") => "insurer_id",
            (_, "nmSeguradora") => "insurer_name",
            (_, "nrApolice") => "policy_number",
            (_, "nrCpfCnpj" | "nrCnpj") => "tax_id",
            (_, "nmSegurado") => "holder_name",
            (_, "cdPet") => "pet_id",
            (_, "nmPet") => "pet_name",
            (_, "dsEspecie") => "species",
            (_, "dsRaca") => "breed",
            (_, "nrSinistroOrigem") => "original_claim",
            (_, "nrSinistroReabertura") => "reopened_by_claim",
            (_, "flPodeReabrir") => "can_reopen",
            (_, "procedimentos") => "procedures",
            (_, "historico") => "history",
            (_, "qtProcedimento") => "qty",
            (_, "vlProcedimento") => "unit_price",
            (_, "dtEvento") => "at",
            (_, "nmUsuario") => "user",
            (_, "dsMenu") => "label",
            (_, "dsRota") => "path",
            (_, "dsIcone") => "icon",
            (_, "nrOrdem") => "position",
            (_, "flAtiva") => "is_active",
            (_, "dsCategoria") => "category",
            (_, "vlReferencia") => "reference_price",
            (_, "qtTotal") => "count",
            (_, "nrMes") => "month",
            (_, "dsEmail") => "email",
            (_, "nrTelefone") => "phone",
            (_, "dsPerfil") => "role",
            (_, "apolices") => "policies",
            (_, "dtInicio") => "valid_from",
            (_, "dtFim") => "valid_until",
            (_, "dtNascimento") => "birth_date",
            (_, key) => key,
        };
        spelling.to_owned()
    }

    fn request_key(&self, _: &str, key: &str) -> String {
        let spelling = match key {
            "sinistro" => "claim_number",
            "autorizacao" => "authorization_code",
            "seguradora" => "insurer_id",
            "cpfCnpj" => "tax_id",
            other => other,
        };
        spelling.to_owned()
    }

    fn token(&self, headers: &HeaderMap) -> Option<String> {
        Some(headers.get("x-auth-token")?.to_str().ok()?.to_owned())
    }

    fn api_key(&self, headers: &HeaderMap) -> Option<String> {
        Some(headers.get("x-api-key")?.to_str().ok()?.to_owned())
    }

    fn wants_api_key_header(&self) -> bool {
        true
    }

    fn success(&self, _: &str, data: Value) -> (u16, Value) {
        match data {
            Value::Array(rows) => (200, json!({ "items": rows, "page": 1, "total_pages": 1 })),
            data => (200, data),
        }
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (404, json!({ "code": "not_found", "message": text }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        let errors: Map<_, _> = expected.iter().map(|key| (key.clone(), json!(["is required"]))).collect();
        (422, json!({ "code": "invalid", "message": "Invalid request", "errors": errors }))
    }

    fn signed_out(&self) -> (u16, Value) {
        (401, json!({ "code": "unauthorized", "message": "Unauthorized" }))
    }
}

/// Status, pet and user are objects of their own; one service has its own name for a sum, one answers with a bare number, and
/// one wraps its rows. The keys of the login differ.
pub(super) struct Nested;

/// Type, key of the contract and spelling; `*` is every type.
const NESTED: &[(&str, &str, &str)] = &[
    ("*", "cdStatus", "status.codigo"),
    ("*", "dsStatus", "status.descricao"),
    ("*", "cdPet", "pet.codigo"),
    ("Pet", "cdPet", "codigo"),
    ("*", "nmPet", "pet.nome"),
    ("Pet", "nmPet", "nome"),
    ("*", "dsEspecie", "pet.especie"),
    ("Pet", "dsEspecie", "especie"),
    ("Seguradora", "cdSeguradora", "id"),
    ("Seguradora", "nmSeguradora", "attributes.nome"),
    ("Seguradora", "nrCnpj", "attributes.cnpj"),
    ("Seguradora", "flAtiva", "attributes.ativa"),
    ("Total", "vlTotal", "valor"),
    ("Sessao", "dsToken", "auth.accessToken"),
    ("Sessao", "nmUsuario", "usuario.nome"),
    ("Sessao", "dsEmail", "usuario.email"),
    ("Sessao", "nrTelefone", "usuario.telefone"),
    ("Sessao", "dsPerfil", "usuario.perfil"),
];

impl OtherApi for Nested {
    fn key(&self, type_name: &str, key: &str) -> String {
        let of = |name: &str| NESTED.iter().find(|(owner, contract, _)| (*owner, *contract) == (name, key));
        of(type_name).or_else(|| of("*")).map_or(key, |(.., spelling)| spelling).to_owned()
    }

    fn request_key(&self, _: &str, key: &str) -> String {
        match key {
            "codigoAcesso" => "codigo",
            "apiKey" => "chave_api",
            other => other,
        }
        .to_owned()
    }

    fn success(&self, segment: &str, mut data: Value) -> (u16, Value) {
        match segment {
            "total-acionamento-faturados-mes" => {
                let sum = data.as_object_mut().unwrap().remove("valor").unwrap();
                data["valorFaturado"] = sum;
            }
            "total-seguradoras" => data = data["qtTotal"].take(),
            "lista-seguradora" => data = json!({ "pagina": { "numero": 1 }, "content": data }),
            _ => {}
        }
        (200, json!({ "success": true, "error": null, "result": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (200, json!({ "success": false, "error": { "code": "E1", "message": text }, "result": null }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        let errors: Map<_, _> = expected.iter().map(|key| (key.clone(), json!(["Obrigatório"]))).collect();
        (422, json!({ "success": false, "error": { "message": "Campos inválidos" }, "errors": errors }))
    }

    fn signed_out(&self) -> (u16, Value) {
        (419, json!({ "message": "Page Expired" }))
    }
}
