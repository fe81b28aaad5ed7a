use services::cpf_cnpj::CpfCnpj;
use services::wire::{
    acionamento::{ListaAcionamentosByStatus, NovoProcedimento, SalvaSinistroWeb},
    login::ValidaEmail,
    value::Money,
};

use super::{Dialect, template};

fn error(text: &str) -> String {
    text.parse::<Dialect>().unwrap_err().to_string()
}

#[test]
fn a_name_that_the_contract_does_not_have_is_an_error_with_the_nearest() {
    for (text, expected) in [
        ("[types.Acionamentos]\nvlTotal = 'valor'", "o tipo Acionamentos não existe no contrato; seria Acionamento?"),
        (
            "[types.Acionamento]\nvlTotals = 'valor'",
            "a chave types.Acionamento.vlTotals não existe no contrato; seria vlTotal?",
        ),
        ("[types.Acionamento]\nvalor = 'x'", "a chave types.Acionamento.valor não existe no contrato; seria vlTotal?"),
        ("[requests.ListaAcionamentosByEstado]\nx = 'y'", "seria ListaAcionamentosByStatus?"),
        ("[calls.'lista-menu']\npath = '/m'", "o serviço lista-menu não existe no contrato; seria lista-menu-usuario?"),
        ("[calls.'xyz']\npath = '/m'", "o serviço xyz não existe no contrato"),
    ] {
        assert!(error(text).contains(expected), "{text}: {}", error(text));
    }
}

#[test]
fn what_cannot_be_used_is_an_error_with_its_line() {
    for (text, expected) in [
        ("[envelope]\n\nstatuses = 'x'", "linha 3: a chave statuses não existe aqui; seria status?"),
        ("[envelop]\nstatus = 'x'", "linha 1: a chave envelop não existe aqui; seria envelope?"),
        ("[envelope]\nstatus = true", "linha 2: o valor não serve: devia ser uma chave como texto, ou false"),
        ("[envelope]\nrefusals = 'x'", "linha 2: o valor não serve: é o texto \"x\", e devia ser uma lista"),
        ("[writing]\ndates = 'x'", "linha 2: o valor x não serve; use um de yyyy-MM-dd, dd/MM/yyyy"),
        ("[envelope]\nstatus = 'a'\nstatus = 'b'", "linha 3: esta chave já foi dita acima"),
        ("[envelope]\nstatus = a", "linha 2: um texto fica entre aspas"),
        ("[envelope]\nstatus", "linha 2: falta o sinal = e o valor desta chave"),
        ("[envelope\nstatus = 'a'", "linha 1: falta fechar um colchete"),
        ("[envelope]\nstatus = 'a", "linha 2: faltam as aspas que fecham o texto"),
        ("x", "linha 1: falta o sinal = e o valor desta chave"),
        ("[pages]\npage = 'p'\noffset = 'o'", "pages: page e offset não servem juntos"),
        ("[pages]\nsize = 's'", "pages: falta page"),
        ("[pages]\npage = 'p'\nsize = 's'", "pages: falta rows"),
        ("[pages]\npage = 'p'\nrows = -1", "linha 3: o valor não serve: é o número"),
        ("[calls.'lista-seguradora'.pages]\npag = 'p'", "a chave pag não existe aqui; seria page?"),
        (
            "[calls.'pesquisa-segurado']\npages = false",
            "calls.\"pesquisa-segurado\".pages não serve: este serviço não responde com uma lista",
        ),
        ("[values.status]\nABERTO = 1\nPAGO = '1'", "ABERTO e PAGO de values.status não podem ser os dois 1"),
        ("[values.flags]\nsim = 'S'", "values.flags.sim não existe: use true ou false"),
        ("[values.flags]\ntrue = 'x'\nfalse = 'X'", "x de values.flags não pode ser true e false"),
        ("[envelope]\nsuccess = []", "nada seria sucesso"),
        ("[envelope]\nmessages = 'data'", "duas chaves de envelope têm o mesmo nome: data"),
        ("[envelope]\nrefusals = [500]", "use um de 400 a 499"),
        ("[envelope]\nrefusals = [401]", "não pode ser também uma recusa"),
        (
            "[types.Acionamento]\nvlTotal = 'x'\ndsStatus = 'x'",
            "dsStatus e vlTotal de types.Acionamento não podem ter os dois o nome x",
        ),
        ("[types.Acionamento]\nvlTotal = ''", "está vazio"),
        ("[types.Acionamento]\nvlTotal = 'a..b'", "types.Acionamento.vlTotal está vazio, ou tem uma chave vazia"),
        (
            "[types.Acionamento]\nvlTotal = false",
            "types.Acionamento.vlTotal não pode ser false: sem esta chave o gateway não lê a resposta",
        ),
        (
            "[types.Acionamento]\ncdPet = 'pet'\nnmPet = 'pet.nome'",
            "cdPet e nmPet de types.Acionamento não podem estar um dentro do outro: pet e pet.nome",
        ),
        ("[types.Acionamento]\nnmPet = 'historico.nome'", "historico é outra chave do contrato"),
        (
            "[calls.'lista-menu-usuario'.types.Pet]\nnmPet = 'nome'",
            "calls.\"lista-menu-usuario\".types.Pet não serve: este serviço não responde com esse tipo",
        ),
        (
            "[types.Total]\nvlTotal = 'valor'\n[calls.'total-acionamento-abertos-dia'.types.Total]\nqtTotal = 'valor'",
            "não podem ter os dois o nome valor",
        ),
        ("[envelope]\nmessages = 'data.mensagem'", "duas chaves de envelope"),
        ("[headers]\napi-key = 'X Key'", "não é nome de cabeçalho"),
        (
            "[headers]\nauthorization = 'pEntrada.Cabecalho.sToken'",
            "headers.authorization: pEntrada.Cabecalho.sToken parece uma chave do corpo, e não o nome de um cabeçalho",
        ),
        ("[headers]\nidempotency-key = 'chave.repetida'", "headers.idempotency-key: chave.repetida parece uma chave"),
        ("[headers]\napi-key = 'chave.aplicacao'", "headers.api-key: chave.aplicacao parece uma chave do corpo"),
        (
            "[calls.lista-seguradora.flags]\nsim = 'S'",
            "calls.\"lista-seguradora\".flags.sim não existe: use true ou false",
        ),
        ("[envelope]\nnull-data = 'falha'", "linha 2: o valor falha não serve; use um de refusal, success"),
        ("[requests.ValidaEmail]\nemails = 'x'", "seria email?"),
        (
            "[requests.ValidaCodigoAcesso]\nsenha = 'x'",
            "a chave requests.ValidaCodigoAcesso.senha não existe no contrato",
        ),
        ("[headers.add]\nHost = 'x'", "é do próprio gateway"),
        ("[calls.'lista-menu-usuario']\npath = 'menu'", "use um que comece com /"),
        ("[writing]\ndates = 'MM/dd/yyyy'", "o valor MM/dd/yyyy não serve"),
    ] {
        assert!(error(text).contains(expected), "{text}: {}", error(text));
    }
}

#[test]
fn the_annotated_dialect_is_a_dialect_and_names_everything() {
    let text = template::print();
    let dialect: Dialect = text.parse().unwrap();
    assert_eq!(dialect.fingerprint(), "", "it says nothing");
    // Every line that may be uncommented is valid too.
    let uncommented: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) => format!("{rest}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    uncommented.parse::<Dialect>().unwrap();
    for name in ["[calls.\"salva-sinistro-web\"]", "[types.Acionamento]", "[requests.NovoProcedimento]", "# vlTotal = "]
    {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn requests_are_written_in_the_dialect() {
    let dialect: Dialect = "
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
    let save = SalvaSinistroWeb {
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
    };
    assert_eq!(
        dialect.request(&save),
        r#"{"apolice":"A","autorizacao":null,"cpfCnpj":"52998224725","data":"20/11/2026","observacao":"diz \"isto\"","pet":"1","itens":[{"procedimento":"7","quantidade":2,"vlUnitario":"1280,50"}],"seguradora":"2","sinistroOrigem":null}"#
    );
    let login = ValidaEmail { api_key: "chave".to_owned().into(), email: "ana@x".to_owned() };
    assert_eq!(dialect.request(&login), r#"{"email":"ana@x"}"#);
    let keyless: Dialect = "[headers]\napi-key = false".parse().unwrap();
    assert_eq!(keyless.request(&login), r#"{"email":"ana@x"}"#);
    let plain = Dialect::default().request(&ListaAcionamentosByStatus { status: "ABERTO".to_owned() });
    assert_eq!(plain, r#"{"status":"ABERTO"}"#);
}

#[test]
fn keys_of_requests_may_be_nested_or_left_out_and_values_have_other_forms() {
    let dialect: Dialect = "
        [writing]
        dates = 'yyyyMMdd'
        amounts = 'cents'
        [requests.SalvaSinistroWeb]
        pet = 'animal.codigo'
        apolice = 'animal.apolice.numero'
        seguradora = 'chave\\.seguradora'
        autorizacao = false
        observacao = false
        sinistroOrigem = false
    "
    .parse()
    .unwrap();
    let valor = Money::from_centavos(5);
    let save = SalvaSinistroWeb {
        cpf_cnpj: CpfCnpj::from_row("52998224725"),
        apolice: "A".to_owned(),
        pet: "1".to_owned(),
        seguradora: "2".to_owned(),
        data_ocorrencia: "2026-11-20".parse().unwrap(),
        autorizacao: None,
        observacao: None,
        sinistro_origem: None,
        procedimentos: vec![NovoProcedimento { procedimento: "7".to_owned(), quantidade: 2, valor }],
    };
    assert_eq!(
        dialect.request(&save),
        r#"{"animal":{"apolice":{"numero":"A"},"codigo":"1"},"cpfCnpj":"52998224725","dataOcorrencia":"20261120","procedimentos":[{"procedimento":"7","quantidade":2,"valor":5}],"chave.seguradora":"2"}"#
    );
}

#[test]
fn added_headers_are_not_in_the_debug_output() {
    let dialect: Dialect = "[headers.add]\nX-Tenant = 'segredo'".parse().unwrap();
    assert!(!format!("{dialect:?} {:?}", dialect.headers()).contains("segredo"));
    assert_eq!(dialect.headers().added["x-tenant"], "segredo");
}
