mod requests;

use super::{Mapping, file::MappingFile, template};

/// The error of a text, which names its line.
fn error(text: &str) -> String {
    let error = text.parse::<Mapping>().unwrap_err().to_string();
    let line = error.strip_prefix("linha ").and_then(|rest| rest.split_once(": ")?.0.parse::<usize>().ok());
    assert!(line.is_some_and(|line| line <= text.lines().count()), "{text}: {error}");
    let english = ["expected", "unknown", "invalid", "missing", "struct", " u16", " u32", "sequence", "string"];
    assert!(!english.iter().any(|word| error.contains(word)), "{text}: {error}");
    error
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
        ("[calls.'/seguradora/lista-seguradora']\npath = '/m'", "não existe no contrato; seria lista-seguradora?"),
    ] {
        assert!(error(text).contains(expected), "{text}: {}", error(text));
    }
}

#[test]
fn what_cannot_be_used_is_an_error_with_its_line() {
    for (text, expected) in [
        ("[envelope]\n\nstatuses = 'x'", "linha 3: a chave statuses não existe aqui; seria status? Há status, "),
        ("[envelop]\nstatus = 'x'", "linha 1: a chave envelop não existe aqui; seria envelope? Há names, "),
        ("[envelope]\nstatus = true", "linha 2: use o nome de uma chave entre aspas, ou false"),
        ("[envelope]\nrefusals = 'x'", "linha 2: um texto entre aspas não serve aqui: use uma lista entre [ e ]"),
        ("[writing]\nflags = 'S/N'", "linha 2: a chave flags não existe aqui"),
        ("[writing]\ndates = 'x'", "linha 2: o valor x não serve aqui. Há yyyy-MM-dd, dd/MM/yyyy"),
        ("[envelope]\nstatus = 'a'\nstatus = 'b'", "linha 3: esta chave, ou tabela, já está mais acima"),
        ("[envelope]\nstatus = a", "linha 2: um texto fica entre aspas"),
        ("[names]\nstyle = 'snakecase'", "linha 2: o valor snakecase não serve aqui; seria snake_case?"),
        ("[names]\nstyle = 1", "linha 2: use um texto entre aspas"),
        ("[sending]\nbody = 'x'", "linha 2: um texto entre aspas não serve aqui: use uma tabela"),
        ("[types]\nnmPet = 'x'", "linha 2: um texto entre aspas não serve aqui: use uma tabela"),
        ("[envelope]\nstatus = \"a", "linha 2: o texto não termina nesta linha: falta a aspa"),
        ("[envelope]\nstatus = 'a", "linha 2: o texto não termina nesta linha: falta a aspa"),
        ("[sending]\nquery-api-key = ''", "linha 2: sending.query-api-key está vazio"),
        ("[headers]\napi-key = ''", "linha 2: headers.api-key está vazio"),
        ("[types.Acionamento]\nnmPet = '$.pet'", "linha 2: types.Acionamento.nmPet não é um caminho"),
        ("[types.Acionamento]\nnmPet = 'pet[0].nome'", "linha 2: types.Acionamento.nmPet não é um caminho"),
        ("names = 'snake_case'", "linha 1: um texto entre aspas não serve aqui: use uma tabela"),
        ("[envelope]\nsuccess = [1.5]", "linha 2: use um texto entre aspas, um número inteiro, true ou false"),
        ("[envelope]\nmessages = 1", "linha 2: use um texto entre aspas, ou uma lista deles"),
        ("[envelope]\nlist = false", "linha 2: true ou false não serve aqui: use um texto entre aspas"),
        (
            "[envelope]\nrefusals = ['404']",
            "linha 2: um texto entre aspas não serve aqui: use um número inteiro, de 0 a 65535",
        ),
        ("[calls.lista-seguradora]\npages = true", "linha 2: este valor não serve aqui: use uma tabela, ou false"),
        ("[types.Acionamento]\nnmPet = \"pet\\.nome\"", "linha 2: entre aspas duplas uma \\ se escreve"),
        ("[types.Acionamento\nnmPet = 'x'", "linha 1: falta o ] depois do nome da tabela"),
        ("{\"types\": {}}", "linha 1: uma linha diz chave = valor"),
        ("x", "linha 1: falta o = e o valor"),
        ("[pages]\npage = 'p'\noffset = 'o'", "pages: page e offset não servem juntos"),
        ("[pages]\nsize = 's'", "pages: falta page"),
        ("[pages]\nrows = 50", "pages: falta page"),
        ("[pages]\nin = 'query'", "pages: falta page"),
        ("[calls.'lista-seguradora'.pages]\nrows = 50", "calls.\"lista-seguradora\".pages: falta page"),
        ("[pages]\npage = 'p'\nsize = 's'", "pages: falta rows"),
        ("[pages]\npage = 'p'\nrows = -1", "linha 3: este valor não serve aqui: use um número inteiro, de 0 em diante"),
        ("[calls.'lista-seguradora'.pages]\npag = 'p'", "linha 2: a chave pag não existe aqui; seria page?"),
        (
            "[calls.'pesquisa-segurado']\npages = false",
            "calls.\"pesquisa-segurado\".pages não serve: este serviço não responde com uma lista",
        ),
        ("[values.flags]\nsim = 'S'", "values.flags.sim não existe: use true ou false"),
        ("[values.flags]\ntrue = 'x'\nfalse = 'X'", "x de values.flags não pode ser true e false"),
        ("[envelope]\nsuccess = []", "nada seria sucesso"),
        ("[envelope]\nmessages = 'data'", "duas chaves de envelope têm o mesmo nome: data"),
        ("[envelope]\nrefusals = [500]", "use um de 400 a 499"),
        ("[envelope]\nrefusals = [401]", "não pode ser também uma recusa"),
        ("[envelope]\nrefusals = [204]", "o status HTTP 204 não serve: use um de 400 a 499"),
        ("[calls.lista-seguradora]\nempty.http = [200]", "o status HTTP 200 não serve: use um de 400 a 499"),
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
            "[types.Acionamento]\nnmPet = 'nmSegurado'",
            "nmPet de types.Acionamento não pode estar em nmSegurado: nmSegurado é outra chave do contrato",
        ),
        (
            "[sending]\nbody = { status = 'X' }",
            "status não pode ter um valor fixo em calls.\"lista-acionamentos-by-status\".body: sem status o pedido seria outro",
        ),
        (
            "[calls.'lista-menu-usuario'.types.Pet]\nnmPet = 'nome'",
            "calls.\"lista-menu-usuario\".types.Pet não serve: este serviço não responde com esse tipo",
        ),
        (
            "[types.Total]\nvlTotal = 'valor'\n[calls.'total-acionamento-abertos-dia'.types.Total]\nqtTotal = 'valor'",
            "não podem ter os dois o nome valor",
        ),
        (
            "[envelope]\nmessages = 'data.mensagem'",
            "duas chaves de envelope não podem estar uma dentro da outra: data e data.mensagem",
        ),
        (
            "[envelope]\nstatus = 'return.codigo'\ndata = 'return'",
            "duas chaves de envelope não podem estar uma dentro da outra: return e return.codigo",
        ),
        ("[headers]\napi-key = 'X Key'", "não é nome de cabeçalho"),
        (
            "[headers]\nauthorization = 'pEntrada.Cabecalho.sToken'",
            "headers.authorization: pEntrada.Cabecalho.sToken parece uma chave do corpo, e não o nome de um cabeçalho",
        ),
        ("[headers]\nidempotency-key = 'chave.repetida'", "headers.idempotency-key: chave.repetida parece uma chave"),
        ("[headers]\napi-key = 'chave.aplicacao'", "headers.api-key: chave.aplicacao parece uma chave do corpo"),
        ("[headers]\nrequest-id = 'traceparent'", "o cabeçalho traceparent é do próprio gateway"),
        ("[headers]\nauthorization = 'Accept'", "o cabeçalho accept é do próprio gateway"),
        ("[headers]\napi-key = 'Accept-Encoding'", "o cabeçalho accept-encoding é do próprio gateway"),
        ("[calls.lista-seguradora.flags]\nsim = 'S'", "\"lista-seguradora\".flags.sim não existe: use true ou false"),
        ("[requests.ValidaEmail]\nemails = 'x'", "seria email?"),
        ("[requests.ValidaCodigoAcesso]\nsenha = 'x'", "requests.ValidaCodigoAcesso.senha não existe no contrato"),
        ("[headers.add]\nHost = 'x'", "é do próprio gateway"),
        (
            "[requests.SalvaSinistroWeb]\nsinistroOrigem = false",
            "requests.SalvaSinistroWeb.sinistroOrigem não pode ser false: sem esta chave o pedido seria outro",
        ),
        ("[requests.SalvaSinistroWeb]\npet = 1", "use o nome de uma chave, uma lista de nomes, false, ou uma tabela"),
        ("[requests.AtualizaSenha]\nsenhaNova = []", "requests.AtualizaSenha.senhaNova está vazio"),
        ("[requests.AtualizaSenha]\nsenhaNova = ['']", "requests.AtualizaSenha.senhaNova está vazio"),
        ("[requests.AtualizaSenha]\nsenhaNova = ['a', 'a']", "não podem ter os dois o nome a"),
        (
            "[requests.AtualizaSenha]\nsenhaNova = ['a', 'b.c']\nsenhaAtual = 'b'",
            "não podem estar um dentro do outro: b e b.c",
        ),
        ("[requests.AtualizaSenha]\nsenhaNova = ['a', 1]", "linha 2"),
        (
            "[requests.SalvaSinistroWeb]\npet = 'animal.codigo'\n[calls.salva-sinistro-web]\nbody = { animal = 'x' }",
            "calls.\"salva-sinistro-web\".body.animal e pet de requests.SalvaSinistroWeb não podem estar um dentro do outro",
        ),
        (
            "[sending]\nbody = { 'pet.raca' = 'SRD' }",
            "pet e sending.body.pet.raca de requests.SalvaSinistroWeb não podem estar um dentro do outro: pet e pet.raca",
        ),
        (
            "[requests.AtualizaSenha]\nsenhaNova = ['a', 'b']\n[calls.atualiza-senha]\nbody = { 'b.c' = 1 }",
            "não podem estar um dentro do outro: b.c e b",
        ),
        (
            "[sending]\nbody = { 'filtro.y' = 2 }\n[calls.lista-seguradora]\nbody = { filtro = 1 }",
            "calls.\"lista-seguradora\".body.filtro e sending.body.filtro.y de requests.ListaSeguradora não podem",
        ),
        (
            "[requests.SalvaSinistroWeb]\npet = true",
            "não serve aqui: use o nome de uma chave, uma lista de nomes, false, ou uma tabela com key, as e null",
        ),
        ("[requests.SalvaSinistroWeb]\npet = { keys = 'x' }", "a chave keys não existe aqui; seria key?"),
        ("[requests.SalvaSinistroWeb]\npets = { as = 'number' }", "seria pet?"),
        (
            "[requests.SalvaSinistroWeb]\npet = { null = 'omit' }",
            "requests.SalvaSinistroWeb.pet: null não serve: este valor nunca falta",
        ),
        ("[requests.SalvaSinistroWeb]\ncpfCnpj = { as = 'number' }", "as só serve para códigos, números de sinistro"),
        (
            "[writing]\nnull = 'empty'\ncodes = 'number'\n[requests.SalvaSinistroWeb]\nautorizacao = { as = 'text' }",
            "requests.SalvaSinistroWeb.sinistroOrigem: null = \"empty\" não serve para um número",
        ),
        (
            "[values.status]\nABERTO = 'A'\n[requests.ListaAcionamentosByStatus]\nstatus = { as = 'number' }",
            "as = \"number\" não serve: A de values.status não é um número",
        ),
        (
            "[requests.ValidaCodigoAcesso]\nemail = { key = 'e', null = 'omit' }",
            "requests.ValidaCodigoAcesso.email: null não serve: este valor nunca falta",
        ),
        ("[writing]\ncode = 'number'", "a chave code não existe aqui; seria codes?"),
        ("[login]\nbloqued = {}", "a chave bloqued não existe aqui; seria blocked?"),
        (
            "[login]\nblocked = { codes = ['17'] }\nchange-password = { codes = [17] }",
            "o código 17 de login não pode ser blocked e change-password",
        ),
        ("[login]\nblocked = { http = [500] }", "use um de 400 a 499"),
        (
            "[envelope]\nstatus = 'codigo'\nsuccess = ['00']\n[login]\nblocked = { codes = ['00'] }",
            "o código 00 está em envelope.success",
        ),
        ("[envelope]\ndata = false\n[session]\nended = { codes = [98] }", "não serve sem envelope.code"),
        ("[envelope]\ncode = 'a..b'", "envelope.code está vazio"),
        ("[calls.'lista-menu-usuario']\npath = 'menu'", "use um que comece com /"),
        ("[calls.'lista-menu-usuario']\npath = '/usuário/menu'", "outros caracteres que ASCII (á é %C3%A1)"),
        (
            "[calls.lista-acionamentos-by-sinistro]\npath = '/sinistros/{sinistro}'",
            "{…}: chaves do pedido não vão no caminho",
        ),
        ("[calls.lista-seguradora]\npath = '/<id>'", "o caminho /<id> não serve"),
        ("[calls.lista-seguradora]\npath = '/a%2'", "o caminho /a%2 não serve"),
        (
            "[requests.ListaAcionamentosByStatus]\nstatus = 'n'\n[calls.lista-acionamentos-by-status.pages]\noffset = 'n'",
            "linha 4: calls.\"lista-acionamentos-by-status\".pages.offset e status de requests.ListaAcionamentosByStatus não",
        ),
        ("[names]\nstyles = 'x'", "a chave styles não existe aqui; seria style?"),
        (
            "[base-urls]\nseguradoras = 'http://x'",
            "base-urls: o módulo seguradoras não existe no contrato; seria seguradora?",
        ),
        ("[envelope]\nlist = 'a..b'", "envelope.list está vazio"),
        ("[calls.lista-seguradora.envelope]\nlist = 'x'", "diga calls.\"lista-seguradora\".list"),
        (
            "[calls.valida-login.envelope]\nmessages = 'data'",
            "duas chaves de calls.\"valida-login\".envelope têm o mesmo",
        ),
        ("[calls.valida-login.envelope]\nstatos = 'x'", "a chave statos não existe aqui; seria status?"),
        ("[calls.valida-login.envelope]\nrefusals = [500]", "o status HTTP 500 não serve"),
        (
            "[calls.lista-seguradora]\nempty = { codes = [44] }\nenvelope = { data = false }",
            "o código 44 não serve sem calls.\"lista-seguradora\".envelope.code",
        ),
        ("[reading]\ncharset = 'latim'", "reading.charset: latim não é uma codificação de textos conhecida"),
        ("[session]\ntoken-header = 'X Token'", "X Token não é nome de cabeçalho"),
        ("[types.Sessao]\ndsToken = false", "types.Sessao.dsToken não pode ser false sem session.token-header"),
        (
            "[headers]\napi-key = 'X-Key'\n[sending]\nquery-api-key = 'key'",
            "headers.api-key e sending.query-api-key não servem juntos",
        ),
    ] {
        assert!(error(text).contains(expected), "{text}: {}", error(text));
    }
}

#[test]
fn no_two_keys_have_one_name() {
    for (text, keys, name) in [
        ("[types.Acionamento]\nvlTotal = 'x'\ndsStatus = 'x'", "dsStatus e vlTotal de types.Acionamento", "x"),
        ("[types.Acionamento]\ncdStatus = 'x'\ndsStatus = 'x'", "cdStatus e dsStatus de types.Acionamento", "x"),
        ("[names]\nstyle = 'snake_case'\n[types.Pet]\ndsRaca = 'nm_pet'", "dsRaca e nmPet de types.Pet", "nm_pet"),
        ("[headers]\napi-key = 'Authorization'", "headers.authorization e headers.api-key", "authorization"),
        ("[headers]\nauthorization = 'X-Key'\napi-key = 'x-key'", "headers.authorization e headers.api-key", "x-key"),
        (
            "[headers]\nidempotency-key = 'Authorization'",
            "headers.authorization e headers.idempotency-key",
            "authorization",
        ),
        ("[headers]\napi-key = 'Idempotency-Key'", "headers.api-key e headers.idempotency-key", "idempotency-key"),
        ("[headers]\nidempotency-key = 'X-Request-Id'", "headers.idempotency-key e headers.request-id", "x-request-id"),
        ("[headers.add]\nAuthorization = 'x'", "headers.authorization e headers.add.authorization", "authorization"),
        ("[pages]\npage = 'status'", "linha 2: pages.page e status de requests.ListaAcionamentosByStatus", "status"),
        ("[values.status]\nABERTO = 1\nPAGO = '1'", "values.status.ABERTO e values.status.PAGO", "1"),
        ("[pages]\npage = 'p'\nsize = 'p'\nrows = 5", "pages.page e pages.size de requests.ListaMenuUsuario", "p"),
        ("[pages]\npage = 'p'\nsize = 'p'\nrows = 5\nin = 'query'", "pages.page e pages.size", "p"),
        (
            "pages = { page = 'p', in = 'query' }\nsending.query-api-key = 'p'",
            "pages.page e sending.query-api-key",
            "p",
        ),
        (
            "[pages]\npage = 'p'\nin = 'query'\n[calls.lista-seguradora]\nquery = { p = 1 }",
            "pages.page e calls.\"lista-seguradora\".query.p",
            "p",
        ),
    ] {
        let told = error(text);
        let is_told = |what| told.ends_with(&format!("{keys} não podem ter os dois {what} {name}"));
        assert!(["o nome", "o cabeçalho", "o valor"].into_iter().any(is_told), "{text}: {told}");
    }
}

#[test]
fn an_error_names_the_line_that_is_wrong() {
    for (text, line) in [
        ("[types.Pet]\nnmPet = 'x'\n\n[types.Acionamento]\nnmPet = 'y'\nvltotal = 'x'", 6),
        ("[types]\nPet.nmPet = 'x'\nPet.nmPett = 'y'", 3),
        ("types = { Pet = { nmPet = 'x' } }\nrequests = { SalvaSinistro = { pet = 'x' } }\ncalls = {}", 2),
        ("\u{feff}[types.Pet]\r\nfoo = 'x'\r\n", 2),
        ("[types.Pet]\n'tipo.do pet' = 'x'", 2),
        ("[calls.\"lista-seguradora\"]\nlist = 'x'\npath = 'v2'", 3),
        ("[calls.lista-seguradora]\nlist = 'x'\npath = 'v2'", 3),
        ("[calls.lista-seguradora]\nempty.http = [404, 500]", 2),
        ("[calls.lista-seguradora]\nlist = 'x'\n[calls.lista-seguradora.empty]\ncodes = ['1']", 4),
        ("[session]\nscheme = 'x'\nended = { codes = ['1'] }", 3),
        // Of two the one further below.
        ("[values.status]\nFATURADO = 1\nABERTO = 1", 3),
        ("[envelope]\ndata = 'x'\nmessages = 'y'\nstatus = 'x'", 4),
        ("[headers]\napi-key = 'X-A'\nauthorization = 'x-a'", 3),
        ("[requests.AtualizaSenha]\nsenhaAtual = 'a'\nsenhaNova = ['b', 'a']", 3),
        // A table from which a key is missing.
        ("[names]\n\n[pages]\nrows = 50", 3),
        ("[writing]\ncodes = 'number'\nnull = 'empty'", 3),
        ("[sending]\nquery = { a = 1 }\nbody = { status = 'X' }", 3),
        ("[sending]\nquery = { a = 1 }\nbody = { 'a..b' = 'X' }", 3),
        ("[base-urls]\nMenu = 'http://a'\nseguradora = 'api.example'", 3),
    ] {
        assert!(error(text).starts_with(&format!("linha {line}: ")), "{text}: {}", error(text));
    }
}

#[test]
fn a_file_that_is_no_text_is_an_error_with_its_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), b"[names]\n# \xe7\xe3o").unwrap();
    let error = |path: &std::path::Path| Mapping::load(path).unwrap_err().to_string();
    assert_eq!(error(file.path()), "linha 2: o texto não está em UTF-8: grave o arquivo assim");
    assert_eq!(error(std::path::Path::new("/nenhum.toml")), "o arquivo não existe");
    assert_eq!(error(std::path::Path::new("/")), "é uma pasta, e não um arquivo");
}

#[test]
fn the_annotated_mapping_is_a_mapping_and_names_everything() {
    let text = template::print();
    let mapping: Mapping = text.parse().unwrap();
    assert_eq!(mapping.file, MappingFile::default(), "it says nothing");
    // Every line that may be uncommented is valid too.
    let uncommented: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) => format!("{rest}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    uncommented.parse::<Mapping>().unwrap();
    for name in ["[calls.\"salva-sinistro-web\"]", "[types.Acionamento]", "[requests.NovoProcedimento]", "# vlTotal = "]
    {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn the_keys_of_the_annotated_mapping_are_documented() {
    let documented = include_str!("../../../docs/mapping.md");
    let text = template::print();
    let (head, _) = text.split_once("\n[calls.").unwrap();
    let keys = head.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(" = "));
    for key in keys.map(|(key, _)| key.trim_start_matches("or ")).filter(|key| !key.contains(' ')) {
        let is_named = documented.contains(&format!("`{key}`")) || documented.contains(&format!("{key} = "));
        assert!(is_named, "{key}");
    }
}

#[test]
fn added_headers_are_not_in_the_debug_output() {
    let mapping: Mapping = "[headers.add]\nX-Tenant = 'segredo'".parse().unwrap();
    assert!(!format!("{mapping:?} {:?}", mapping.headers).contains("segredo"));
    assert_eq!(mapping.headers.added["x-tenant"], "segredo");
}
