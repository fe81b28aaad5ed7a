//! Requests as they are sent.

use contract::cpf_cnpj::CpfCnpj;
use contract::{
    Call,
    acionamento::{
        ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro, ListaAcionamentosByStatus, NovoProcedimento,
        SalvaSinistroWeb,
    },
    login::{AtualizaSenha, AtualizaUsuario, ValidaEmail},
    painel::TotalStatusAcionamentoAno,
    value::Money,
};

use super::super::Mapping;

fn save() -> SalvaSinistroWeb {
    SalvaSinistroWeb {
        cpf_cnpj: CpfCnpj::from_row("52998224725"),
        apolice: "A".to_owned(),
        pet: "1".to_owned(),
        seguradora: "2".to_owned(),
        data_ocorrencia: "2026-11-20".parse().unwrap(),
        autorizacao: None,
        observacao: Some("diz \"isto\"".to_owned()),
        sinistro_origem: None,
        procedimentos: vec![NovoProcedimento {
            procedimento: "7".to_owned(),
            quantidade: 2,
            valor: Money::from_centavos(128_050),
        }],
    }
}

/// A request as a mapping writes it, or why it cannot.
fn sent(mapping: &str, call: &impl Call) -> String {
    let mapping: Mapping = mapping.parse().unwrap();
    match mapping.request(call) {
        Ok(body) => String::from_utf8(body.to_vec()).unwrap(),
        Err(value) => value.to_string(),
    }
}

#[test]
fn requests_are_written_in_the_mapping() {
    let mapping: Mapping = "
        [headers]
        api-key = 'X-Api-Key'
        [writing]
        dates = 'dd/MM/yyyy'
        amounts = 'text-comma'
        [requests.SalvaSinistroWeb]
        dataOcorrencia = 'data'
        procedimentos = 'itens'
        [requests.NovoProcedimento]
        valor = 'vlUnitario'
    "
    .parse()
    .unwrap();
    let save = save();
    assert_eq!(
        mapping.request(&save).unwrap(),
        r#"{"apolice":"A","autorizacao":null,"cpfCnpj":"52998224725","data":"20/11/2026","observacao":"diz \"isto\"","pet":"1","itens":[{"procedimento":"7","quantidade":2,"vlUnitario":"1280,50"}],"seguradora":"2","sinistroOrigem":null}"#
    );
    let login = ValidaEmail { api_key: "chave".to_owned().into(), email: "ana@x".to_owned() };
    assert_eq!(mapping.request(&login).unwrap(), r#"{"email":"ana@x"}"#);
    let keyless: Mapping = "[headers]\napi-key = false".parse().unwrap();
    assert_eq!(keyless.request(&login).unwrap(), r#"{"email":"ana@x"}"#);
    let plain = Mapping::default().request(&ListaAcionamentosByStatus { status: "ABERTO".to_owned() }).unwrap();
    assert_eq!(plain, r#"{"status":"ABERTO"}"#);
}

#[test]
fn keys_of_requests_may_be_nested_or_left_out_and_values_have_other_forms() {
    let mapping: Mapping = "
        [writing]
        dates = 'yyyyMMdd'
        amounts = 'cents'
        [requests.SalvaSinistroWeb]
        pet = 'animal.codigo'
        apolice = 'animal.apolice.numero'
        seguradora = 'chave\\.seguradora'
        autorizacao = false
        observacao = false
        sinistroOrigem = { null = 'omit' }
    "
    .parse()
    .unwrap();
    let save = SalvaSinistroWeb { observacao: None, ..save() };
    assert_eq!(
        mapping.request(&save).unwrap(),
        r#"{"animal":{"apolice":{"numero":"A"},"codigo":"1"},"cpfCnpj":"52998224725","dataOcorrencia":"20261120","procedimentos":[{"procedimento":"7","quantidade":2,"valor":128050}],"chave.seguradora":"2"}"#
    );
}

#[test]
fn codes_may_be_numbers_where_that_loses_nothing() {
    let of_claim = |number: &str| ListaAcionamentosBySinistro { sinistro: number.to_owned() };
    let all = "[writing]\ncodes = 'number'";
    let one = "[requests.ListaAcionamentosBySinistro]\nsinistro = { key = 'numero', as = 'number' }";
    assert_eq!(sent(all, &of_claim("202600500807")), r#"{"sinistro":202600500807}"#);
    assert_eq!(sent(one, &of_claim("202600500807")), r#"{"numero":202600500807}"#);
    for lossy in ["0123", "S-1", "", "1.0", "1e3", "-1", "+1", " 1", "99999999999999999999", "\u{661}", "1\""] {
        for mapping in [all, one] {
            let told = sent(mapping, &of_claim(lossy));
            assert_eq!(told, "O campo sinistro deve ser um número inteiro, sem zeros à esquerda.", "{lossy}");
        }
    }
    let but = format!("{all}\n[requests.SalvaSinistroWeb]\napolice = {{ as = 'text' }}\npet = 'animal.id'");
    assert_eq!(
        sent(&but, &save()),
        r#"{"apolice":"A","autorizacao":null,"cpfCnpj":"52998224725","dataOcorrencia":"2026-11-20","observacao":"diz \"isto\"","animal":{"id":1},"procedimentos":[{"procedimento":7,"quantidade":2,"valor":1280.50}],"seguradora":2,"sinistroOrigem":null}"#
    );
    let texts = "[requests.TotalStatusAcionamentoAno]\nano = { as = 'text' }";
    assert_eq!(sent(texts, &TotalStatusAcionamentoAno { ano: 2026 }), r#"{"ano":"2026"}"#);
}

#[test]
fn codes_of_statuses_are_written_as_the_file_has_them() {
    let list =
        |status: &str| ListaAcionamentosBySeguradoraStatus { seguradora: "007".to_owned(), status: status.to_owned() };
    let numbers = "[values.status]\nABERTO = 10\nFATURADO = [50, 'F']\n";
    let request = "[requests.ListaAcionamentosBySeguradoraStatus]\n";
    for (mapping, status, written) in [
        (numbers, "ABERTO", "10"),
        // All codes are numbers, so those that the file does not name are too.
        (numbers, "25", "25"),
        (numbers, "025", "\"025\""),
        (numbers, "PERITAGEM", "\"PERITAGEM\""),
        ("[values.status]\nABERTO = 10\nFATURADO = 'F'", "25", "\"25\""),
        (&format!("{request}status = {{ as = 'number' }}"), "25", "25"),
        (&format!("{numbers}{request}status = {{ as = 'text' }}"), "FATURADO", "\"50\""),
        ("[values.status]\nABERTO = '10'", "ABERTO", "\"10\""),
        (&format!("[values.status]\nABERTO = '10'\n{request}status = {{ as = 'number' }}"), "ABERTO", "10"),
    ] {
        let expected = format!(r#"{{"seguradora":"007","status":{written}}}"#);
        assert_eq!(sent(mapping, &list(status)), expected, "{mapping} {status}");
    }
    let strict = format!("{request}status = {{ as = 'number' }}");
    assert!(sent(&strict, &list("ABERTO")).starts_with("O campo status deve ser um número"));
    let common = ListaAcionamentosByStatus { status: "ABERTO".to_owned() };
    assert_eq!(sent("[writing]\ncodes = 'number'", &common), r#"{"status":"ABERTO"}"#);
}

#[test]
fn an_added_key_stands_beside_those_of_the_request_or_in_place_of_one() {
    let mapping = "
        [requests.ListaAcionamentosByStatus]
        status = 'filtro.situacao'
        [calls.lista-acionamentos-by-status]
        body = { 'filtro.empresa' = '01', status = true }
        [headers]
        api-key = false
        [calls.atualiza-usuario]
        body = { telefone = 7 }
    ";
    let list = ListaAcionamentosByStatus { status: "ABERTO".to_owned() };
    assert_eq!(sent(mapping, &list), r#"{"filtro":{"situacao":"ABERTO","empresa":"01"},"status":true}"#);
    let user = |telefone: Option<&str>| AtualizaUsuario {
        api_key: String::new().into(),
        nome: "Ana".to_owned(),
        telefone: telefone.map(str::to_owned),
    };
    assert_eq!(sent(mapping, &user(None)), r#"{"nome":"Ana","telefone":7}"#);
    // What the user entered is not lost.
    assert_eq!(sent(mapping, &user(Some("119"))), "O serviço não recebe o campo telefone: deixe-o vazio.");
    let under_another_key = "
        [headers]
        api-key = false
        [requests.AtualizaUsuario]
        telefone = ['celular', 'fixo']
        [calls.atualiza-usuario]
        body = { celular = 7 }
    ";
    assert_eq!(sent(under_another_key, &user(Some("119"))), r#"{"nome":"Ana","fixo":"119","celular":7}"#);
}

#[test]
fn absent_values_may_be_left_out_or_empty() {
    let user = |phone: Option<&str>| AtualizaUsuario {
        api_key: "chave".to_owned().into(),
        nome: "Ana".to_owned(),
        telefone: phone.map(str::to_owned),
    };
    let keyless = "[headers]\napi-key = 'X-Key'\n";
    for (mapping, expected) in [
        ("", r#"{"nome":"Ana","telefone":null}"#),
        // Without the key an API may leave the phone as it is.
        ("[writing]\nnull = 'omit'", r#"{"nome":"Ana","telefone":""}"#),
        ("[writing]\nnull = 'empty'", r#"{"nome":"Ana","telefone":""}"#),
        (
            "[writing]\nnull = 'omit'\n[requests.AtualizaUsuario]\ntelefone = { null = 'null' }",
            r#"{"nome":"Ana","telefone":null}"#,
        ),
        ("[requests.AtualizaUsuario]\ntelefone = { key = 'contato.celular', null = 'omit' }", r#"{"nome":"Ana"}"#),
        (
            "[requests.AtualizaUsuario]\ntelefone = { key = 'celular', null = 'empty' }",
            r#"{"nome":"Ana","celular":""}"#,
        ),
        ("[requests.AtualizaUsuario]\ntelefone = false", r#"{"nome":"Ana"}"#),
    ] {
        assert_eq!(sent(&format!("{keyless}{mapping}"), &user(None)), expected, "{mapping}");
    }
    assert!(!sent("[writing]\nnull = 'omit'", &SalvaSinistroWeb { observacao: None, ..save() }).contains("observacao"));
    let omit = "[writing]\nnull = 'omit'\n[requests.SalvaSinistroWeb]\nautorizacao = 'extra.autorizacao'\n\
                sinistroOrigem = { key = 'extra.origem', as = 'number' }";
    let reopening = SalvaSinistroWeb { sinistro_origem: Some("2026".to_owned()), ..save() };
    assert!(sent(omit, &reopening).contains(r#""extra":{"origem":2026}"#), "{}", sent(omit, &reopening));
    assert!(!sent(omit, &save()).contains("extra"));
}

#[test]
fn a_key_without_which_the_request_is_another_cannot_be_left_out() {
    let may_be_false = |request: &str, key: &str| {
        let mapping = format!("[requests.{request}]\n{key} = false").parse::<Mapping>();
        mapping.map_err(|error| assert!(error.to_string().contains("não pode ser false"), "{error}")).is_ok()
    };
    let requests = &crate::contract_schema::schema::ContractSchema::get().requests;
    let keys = requests.iter().flat_map(|(request, schema)| schema.keys.keys().map(move |key| (request, key)));
    let left_out: Vec<_> = keys
        .filter(|(request, key)| may_be_false(request, key))
        .map(|(request, key)| format!("{request}.{key}"))
        .collect();
    assert_eq!(
        left_out,
        [
            "AtualizaSenha.apiKey",
            "AtualizaSenha.email",
            "AtualizaUsuario.apiKey",
            "AtualizaUsuario.telefone",
            "SalvaSinistroWeb.autorizacao",
            "SalvaSinistroWeb.cpfCnpj",
            "SalvaSinistroWeb.observacao",
            "SalvaSinistroWeb.seguradora",
            "ValidaCodigoAcesso.apiKey",
            "ValidaCodigoAcesso.email",
            "ValidaEmail.apiKey",
            "ValidaLogin.apiKey",
        ]
    );
}

#[test]
fn a_value_may_stand_under_several_keys() {
    let mapping = "
        [headers]
        api-key = 'X-Api-Key'
        [requests.AtualizaSenha]
        senhaAtual = 'SenhaAtual'
        senhaNova = ['Nova.Hash', 'Nova.Confirmacao']
        [requests.AtualizaUsuario]
        telefone = { key = ['tel', 'celular'], null = 'omit' }
    ";
    let password = AtualizaSenha {
        api_key: "k".to_owned().into(),
        email: "a@b.c".to_owned(),
        senha_atual: "0".repeat(32).into(),
        senha_nova: "1".repeat(32).into(),
    };
    let expected = format!(
        r#"{{"email":"a@b.c","SenhaAtual":"{}","Nova":{{"Hash":"{1}","Confirmacao":"{1}"}}}}"#,
        "0".repeat(32),
        "1".repeat(32)
    );
    assert_eq!(sent(mapping, &password), expected);
    let user = |telefone| AtualizaUsuario { api_key: "k".to_owned().into(), nome: "Ana".to_owned(), telefone };
    assert_eq!(sent(mapping, &user(Some("119".to_owned()))), r#"{"nome":"Ana","tel":"119","celular":"119"}"#);
    assert_eq!(sent(mapping, &user(None)), r#"{"nome":"Ana"}"#);
}
