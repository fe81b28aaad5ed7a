//! Integration APIs with mappings of their own.

use axum::http::HeaderMap;
use serde_json::{Map, Value, json};

use super::other_api::OtherApi;

/// The API that was first tried from outside: some keys renamed, values in other forms.
pub(super) struct Renamed;

impl OtherApi for Renamed {
    fn key(&self, type_name: &str, key: &str) -> String {
        let spelling = match (type_name, key) {
            ("Acionamento", "vlTotal") => "valor",
            ("Acionamento", "dtAbertura") => "dataAbertura",
            ("Acionamento", "nrSinistro") => "numeroSinistro",
            ("Acionamento", "nmSegurado") => "nomeSegurado",
            ("Acionamento", "cdStatus") => "codigoStatus",
            ("Acionamento", "nrCpfCnpj") => "cpf",
            ("Acionamento", "dsObservacao") => "obs",
            ("Evento", "dtEvento") => "dataHora",
            ("ProcedimentoRealizado", "qtProcedimento") => "quantidade",
            ("ItemMenu", "dsRota") => "rota",
            ("ItemMenu", "nrOrdem") => "ordem",
            ("Seguradora", "nmSeguradora") => "razaoSocial",
            ("Seguradora", "flAtiva") => "ativo",
            ("Procedimento", "vlReferencia") => "valorTabela",
            _ => key,
        };
        spelling.to_owned()
    }

    fn value(&self, key: &str, value: Value) -> Value {
        match (&key[..2], value) {
            ("dt", Value::String(text)) if text.len() == 10 => {
                format!("{}/{}/{}", &text[8..], &text[5..7], &text[..4]).into()
            }
            ("dt", Value::String(text)) => text[..19].replace('T', " ").into(),
            ("vl", Value::Number(amount)) => format!("{:.2}", amount.as_f64().unwrap()).replace('.', ",").into(),
            ("fl", Value::Bool(flag)) => (if flag { "S" } else { "N" }).into(),
            (_, value) => value,
        }
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        let spelling = match (request, key) {
            ("ListaAcionamentosByStatus", "status") => "codigoStatus",
            ("ListaAcionamentosBySinistro", "sinistro") => "numeroSinistro",
            _ => key,
        };
        spelling.to_owned()
    }

    fn success(&self, segment: &str, data: Value) -> (u16, Value) {
        let data = if segment == "lista-listaprocedimento" { json!({ "procedimentos": data }) } else { data };
        (200, json!({ "sucesso": true, "mensagem": null, "dados": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (200, json!({ "sucesso": false, "mensagem": text, "dados": null }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        self.refusal(&format!("Informe {}", expected.join(" e ")))
    }

    fn signed_out(&self) -> (u16, Value) {
        (403, json!({ "sucesso": false, "mensagem": "Sessão expirada", "dados": null }))
    }
}

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

/// Portuguese in full words, data wrapped twice, a session that ends with a message. It does not say what a request lacks.
pub(super) struct Wrapped;

impl OtherApi for Wrapped {
    fn key(&self, _: &str, key: &str) -> String {
        let kinds = [
            ("cd", "codigo"),
            ("nr", "numero"),
            ("nm", "nome"),
            ("ds", "descricao"),
            ("dt", "data"),
            ("vl", "valor"),
            ("qt", "quantidade"),
            ("fl", "indicador"),
        ];
        let kind = kinds.iter().find(|(kind, _)| key.starts_with(kind) && key[2..].starts_with(char::is_uppercase));
        kind.map_or_else(|| key.to_owned(), |(_, word)| format!("{word}{}", &key[2..]))
    }

    fn value(&self, _: &str, value: Value) -> Value {
        match value {
            Value::Bool(flag) => flag.to_string().into(),
            other => other,
        }
    }

    fn request_key(&self, request: &str, key: &str) -> String {
        let spelling = match (request, key) {
            (_, "status") => "codigoStatus",
            (_, "sinistro") => "numeroSinistro",
            (_, "sinistroOrigem") => "numeroSinistroOrigem",
            (_, "autorizacao") => "numeroAutorizacao",
            (_, "seguradora") => "codigoSeguradora",
            (_, "cpfCnpj") => "numeroCpfCnpj",
            (_, "apolice") => "numeroApolice",
            (_, "pet") => "codigoPet",
            (_, "observacao") => "descricaoObservacao",
            (_, "procedimento") => "codigoProcedimento",
            (_, "quantidade") => "quantidadeProcedimento",
            (_, "valor") => "valorProcedimento",
            (_, key) => key,
        };
        spelling.to_owned()
    }

    fn success(&self, _: &str, data: Value) -> (u16, Value) {
        let data = match data {
            Value::Array(rows) => json!({ "total": rows.len(), "itens": rows, "pagina": 1 }),
            data => json!({ "registro": data }),
        };
        (200, json!({ "codigoRetorno": "00", "mensagens": ["ok"], "conteudo": data }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (200, json!({ "codigoRetorno": "10", "mensagens": [text], "conteudo": null }))
    }

    fn invalid(&self, _: &[String]) -> (u16, Value) {
        (422, json!({ "codigoRetorno": "11", "mensagens": ["Pedido inválido"], "conteudo": null }))
    }

    fn signed_out(&self) -> (u16, Value) {
        (200, json!({ "codigoRetorno": "98", "mensagens": ["Sessão expirada"], "conteudo": null }))
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
