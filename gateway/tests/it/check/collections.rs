//! `gateway check --propose`, twice, for an API that is generated from a model, as GeneXus does: every list is an object with
//! `Item` and `TotalItens`, nothing is null, and what is absent has the empty value of its type.

use serde_json::{Value, json};

use super::{other_api::OtherApi, vendors::twice};

#[derive(Clone, Copy)]
struct Generated;

impl OtherApi for Generated {
    fn key(&self, type_name: &str, key: &str) -> String {
        let spelling = match (type_name, key) {
            ("Acionamento", "cdSeguradora" | "nmSeguradora") => return format!("Seguradora.{}", self.key("", key)),
            ("Acionamento", "cdPet" | "nmPet" | "dsEspecie") => return format!("Pet.{}", self.key("", key)),
            ("Acionamento", "nrCpfCnpj" | "nmSegurado") => return format!("Segurado.{}", self.key("", key)),
            ("Apolice", "dtInicio") => "Vigencia.Inicio",
            ("Apolice", "dtFim") => "Vigencia.Fim",
            ("Evento", "nmUsuario") => "UsuarioNome",
            ("ItemMenu", "dsMenu") => "Titulo",
            (_, "cdStatus") => "Situacao.SituacaoId",
            (_, "dsStatus") => "Situacao.Descricao",
            (_, "historico") => "Historico.Item",
            (_, "procedimentos") => "Procedimentos.Item",
            (_, "apolices") => "Apolices.Item",
            (_, "pets") => "Pets.Item",
            (_, "cdAcionamento") => "AcionamentoId",
            (_, "nrSinistro") => "NumeroSinistro",
            (_, "nrAutorizacao") => "NumeroAutorizacao",
            (_, "dtAbertura") => "DataHoraAbertura",
            (_, "dtOcorrencia") => "DataOcorrencia",
            (_, "dtFaturamento") => "DataFaturamento",
            (_, "dtNascimento") => "DataNascimento",
            (_, "dtEvento") => "DataHora",
            (_, "vlTotal") => "ValorTotal",
            (_, "vlProcedimento") => "ValorUnitario",
            (_, "vlReferencia") => "ValorReferencia",
            (_, "dsObservacao") => "Observacao",
            (_, "nrApolice") => "NumeroApolice",
            (_, "nrSinistroOrigem") => "SinistroOrigem",
            (_, "nrSinistroReabertura") => "SinistroReabertura",
            (_, "flPodeReabrir") => "PermiteReabertura",
            (_, "flAtiva") => "Ativa",
            (_, "cdProcedimento") => "ProcedimentoId",
            (_, "dsProcedimento") => "Descricao",
            (_, "dsCategoria") => "Grupo",
            (_, "qtProcedimento" | "qtTotal") => "Quantidade",
            (_, "cdSegurado") => "SeguradoId",
            (_, "cdSeguradora") => "SeguradoraId",
            (_, "cdPet") => "PetId",
            (_, "cdMenu") => "MenuItemId",
            (_, "nrCpfCnpj") => "Documento",
            (_, "nrCnpj") => "Cnpj",
            (_, "nmSegurado" | "nmSeguradora" | "nmPet" | "nmUsuario") => "Nome",
            (_, "dsEmail") => "Email",
            (_, "nrTelefone") => "Telefone",
            (_, "dsEspecie") => "Especie",
            (_, "dsRaca") => "Raca",
            (_, "dsRota") => "Rota",
            (_, "dsIcone") => "Icone",
            (_, "nrOrdem") => "Ordem",
            (_, "nrMes") => "Mes",
            (_, other) => other,
        };
        spelling.to_owned()
    }

    fn value(&self, key: &str, value: Value) -> Value {
        match value {
            Value::Null if key.starts_with("dt") => "1900-01-01".into(),
            Value::Null => "".into(),
            Value::Bool(flag) => (if flag { "S" } else { "N" }).into(),
            Value::Number(amount) if key.starts_with("vl") => format!("{:.2}", amount.as_f64().unwrap()).into(),
            Value::String(text) if key.starts_with("dt") && text.len() > 19 => text[..19].into(),
            value => value,
        }
    }

    fn request_key(&self, _: &str, key: &str) -> String {
        let spelling = match key {
            "status" => "SituacaoId",
            "autorizacao" => "NumeroAutorizacao",
            "sinistro" => "NumeroSinistro",
            "seguradora" => "SeguradoraId",
            "ano" => "AnoReferencia",
            "cpfCnpj" => "Documento",
            other => other,
        };
        spelling.to_owned()
    }

    fn success(&self, _: &str, data: Value) -> (u16, Value) {
        let data = if data.is_array() { json!({ "Item": data }) } else { data };
        (200, json!({ "CodigoRetorno": 0, "Mensagens": [], "Retorno": counted(data), "Ambiente": "H" }))
    }

    fn refusal(&self, text: &str) -> (u16, Value) {
        (422, json!({ "CodigoRetorno": 20, "Mensagens": [{ "Id": "REGRA", "Texto": text }], "Retorno": {} }))
    }

    fn invalid(&self, expected: &[String]) -> (u16, Value) {
        self.strict(expected, &[]).unwrap()
    }

    fn strict(&self, missing: &[String], unknown: &[String]) -> Option<(u16, Value)> {
        let unknown = unknown.iter().map(|key| format!("Campo não reconhecido: {key}."));
        let missing = missing.iter().map(|key| format!("Campo obrigatório não informado: {key} (Text)."));
        let text = unknown.chain(missing).collect::<Vec<_>>().join(" ");
        Some((400, json!({ "CodigoRetorno": 400, "Mensagens": [{ "Id": "CAMPOS", "Texto": text }], "Retorno": {} })))
    }

    fn signed_out(&self) -> (u16, Value) {
        let text = "Sessão encerrada. Efetue o login novamente.";
        (401, json!({ "CodigoRetorno": 901, "Mensagens": [{ "Id": "SESSAO", "Texto": text }], "Retorno": {} }))
    }
}

/// The number of its entries beside each list.
fn counted(value: Value) -> Value {
    match value {
        Value::Array(rows) => rows.into_iter().map(counted).collect(),
        Value::Object(members) => {
            let number = members.get("Item").and_then(Value::as_array).map(Vec::len);
            let mut members: serde_json::Map<_, _> =
                members.into_iter().map(|(key, value)| (key, counted(value))).collect();
            members.extend(number.map(|number| ("TotalItens".to_owned(), number.into())));
            members.into()
        }
        other => other,
    }
}

#[tokio::test]
async fn collections_within_collections_are_found_at_once_and_their_objects_are_no_lists() {
    let twice = twice(Generated, str::to_owned).await;
    for run in [&twice.first, &twice.second] {
        for (type_name, list) in [
            ("Acionamento", "historico"),
            ("Acionamento", "procedimentos"),
            ("Segurado", "apolices"),
            ("Apolice", "pets"),
        ] {
            let line = format!("\n{list} = \"{}\"\n", Generated.key(type_name, list));
            assert!(run.out.contains(&line), "{line}{}", run.out);
        }
        assert!(!run.out.contains("TotalItens"), "{}", run.out);
        let of_save = "; sem esta linha vai procedimentos:\nprocedimentos = \"Procedimentos.Item\"\n";
        assert!(run.out.contains(of_save), "{}", run.out);
        for line in
            ["[headers]\n# idempotency-key = \"…\"  # ", "[login]\n# blocked = {", "# null-data = \"success\"  # "]
        {
            assert!(run.out.contains(line), "{line}{}", run.out);
        }
        assert!(run.out.contains("\nnull = \"empty\"  # confira: "), "{}", run.out);
    }
    assert!(twice.sure_lines_are_right(&Generated) > 90);
    twice.reads_all().await;
    twice.refuses().await;
}
