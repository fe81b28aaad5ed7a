//! Usage: GATEWAY_PASSWORD=… cargo run E-MAIL

use std::{
    env,
    error::Error,
    io::{self, Write as _},
    time::Duration,
};

use graphql_client::{GraphQLQuery, Response};

// The scalars of the graph. Decimals are texts: a binary number would lose cents.
type CpfCnpj = String;
type Date = String;
type Decimal = String;

/// The types of each operation, made from the schema when this is compiled.
macro_rules! operations {
    ($($name:ident)*) => {$(
        #[derive(GraphQLQuery)]
        #[graphql(
            schema_path = "schema.graphql",
            query_path = "operations.graphql",
            response_derives = "Debug, Clone",
            variables_derives = "Clone"
        )]
        struct $name;
    )*};
}

operations! { ValidarEmail ValidarCodigo Entrar Sair Acionamentos Segurado Procedimentos AbrirAcionamento }

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Graph {
    agent: ureq::Agent,
    url: String,
    token: Option<String>,
}

impl Graph {
    fn new(url: &str, token: Option<String>) -> Self {
        // Errors are in the body whatever the status.
        let config =
            ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(30)));
        Self { agent: config.build().into(), url: format!("{url}/graphql"), token }
    }

    /// Runs an operation. With errors, what could be loaded is in `data`.
    fn run<Q: GraphQLQuery>(&self, variables: Q::Variables) -> Result<Response<Q::ResponseData>> {
        let mut request = self.agent.post(&self.url).header("accept", "application/graphql-response+json");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Ok(key) = env::var("GATEWAY_TOOL_KEY") {
            request = request.header("x-tool-key", key);
        }
        Ok(request.send_json(Q::build_query(variables))?.body_mut().read_json()?)
    }

    /// The data of a response without errors.
    fn data<Q: GraphQLQuery>(&self, variables: Q::Variables) -> Result<Q::ResponseData> {
        let response = self.run::<Q>(variables)?;
        if let Some(error) = response.errors.as_deref().and_then(|errors| errors.first()) {
            return Err(describe(error).into());
        }
        response.data.ok_or_else(|| "no data".into())
    }
}

/// Programs decide by the code; the message is for people.
fn describe(error: &graphql_client::Error) -> String {
    let code = error.extensions.as_ref().and_then(|extensions| extensions.get("code")?.as_str());
    format!("{} {}", code.unwrap_or_default(), error.message)
}

/// The three steps of the login. A refusal is data, with a text for people.
fn login(url: &str, email: String, senha: String) -> Result<Graph> {
    use entrar::EntrarEntrar::{Recusa as NotEntered, Sessao};
    use validar_codigo::ValidarCodigoValidarCodigo::{CodigoAceito, Recusa as WrongCode};
    use validar_email::ValidarEmailValidarEmail::{CodigoEnviado, Recusa, TrocaDeSenhaExigida, UsuarioBloqueado};

    let graph = Graph::new(url, None);
    let desafio = match graph.data::<ValidarEmail>(validar_email::Variables { email })?.validar_email {
        CodigoEnviado(sent) => sent.desafio,
        UsuarioBloqueado(refusal) => return Err(refusal.mensagem.into()),
        TrocaDeSenhaExigida(refusal) => return Err(refusal.mensagem.into()),
        Recusa(refusal) => return Err(refusal.mensagem.into()),
    };
    eprint!("Code: ");
    io::stderr().flush()?;
    let mut codigo = String::new();
    io::stdin().read_line(&mut codigo)?;
    let codigo = codigo.trim().to_owned();
    let desafio = match graph.data::<ValidarCodigo>(validar_codigo::Variables { desafio, codigo })?.validar_codigo {
        CodigoAceito(accepted) => accepted.desafio,
        WrongCode(refusal) => return Err(refusal.mensagem.into()),
    };
    match graph.data::<Entrar>(entrar::Variables { desafio, senha })?.entrar {
        Sessao(session) => {
            println!("session: {}", session.usuario.nome);
            Ok(Graph::new(url, Some(session.token)))
        }
        NotEntered(refusal) => Err(refusal.mensagem.into()),
    }
}

/// A list to its end: each page begins after the last cursor of the one before.
fn list(graph: &Graph, status: &str) -> Result<Vec<acionamentos::AcionamentosAcionamentosNodes>> {
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let variables = acionamentos::Variables { status: status.to_owned(), after };
        // Nullable, since a service behind it may fail; then there are errors too.
        let page = graph.data::<Acionamentos>(variables)?.acionamentos.ok_or("no list")?;
        rows.extend(page.nodes);
        if !page.page_info.has_next_page {
            println!("list: {} of {}", rows.len(), page.total_count);
            return Ok(rows);
        }
        after = page.page_info.end_cursor;
    }
}

fn show_error<Q: GraphQLQuery>(graph: &Graph, variables: Q::Variables) {
    match graph.run::<Q>(variables) {
        Ok(response) => {
            println!("error: {}", response.errors.iter().flatten().map(describe).collect::<Vec<_>>().join("; "))
        }
        Err(_) => println!("error: no response"),
    }
}

/// What a save needs: an insured with a policy and a pet, and a procedure.
fn new_acionamento(graph: &Graph, cpf_cnpjs: Vec<CpfCnpj>) -> Result<abrir_acionamento::NovoAcionamento> {
    let procedimentos = graph.data::<Procedimentos>(procedimentos::Variables)?.procedimentos.ok_or("no procedures")?;
    let mut priced = procedimentos.into_iter().filter_map(|one| Some((one.id, one.valor_referencia?)));
    let (procedimento, valor) = priced.next().ok_or("no procedure with a value")?;
    for cpf_cnpj in cpf_cnpjs {
        let data = graph.data::<Segurado>(segurado::Variables { cpf_cnpj: cpf_cnpj.clone() })?;
        let apolices = data.segurado.and_then(|segurado| segurado.apolices).unwrap_or_default();
        let Some(apolice) = apolices.into_iter().find(|apolice| apolice.vigente && !apolice.pets.is_empty()) else {
            continue;
        };
        return Ok(abrir_acionamento::NovoAcionamento {
            // Chosen once for each save, before it is first sent.
            chave: uuid::Uuid::new_v4().to_string(),
            cpf_cnpj,
            apolice: apolice.numero,
            pet: apolice.pets[0].id.clone(),
            seguradora: apolice.codigo_seguradora,
            ocorrido_em: jiff::Zoned::now().in_tz("America/Sao_Paulo")?.date().to_string(),
            autorizacao: None,
            observacao: None,
            procedimentos: vec![abrir_acionamento::ProcedimentoInput { procedimento, quantidade: 1, valor }],
        });
    }
    Err("nobody to save for".into())
}

fn save(graph: &Graph, input: &abrir_acionamento::NovoAcionamento) -> Result<String> {
    use abrir_acionamento::AbrirAcionamentoAbrirAcionamento::{AcionamentoSalvo, EntradaInvalida, Recusa};

    let variables = abrir_acionamento::Variables { input: input.clone() };
    match graph.data::<AbrirAcionamento>(variables)?.abrir_acionamento {
        AcionamentoSalvo(saved) => Ok(saved.acionamento.sinistro),
        EntradaInvalida(invalid) => {
            let fields = invalid.campos.iter().map(|field| format!("{} {}", field.campo, field.mensagem));
            Ok(fields.collect::<Vec<_>>().join("; "))
        }
        Recusa(refusal) => Err(refusal.mensagem.into()),
    }
}

fn main() -> Result<()> {
    let url = env::var("GATEWAY_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".to_owned());
    let email = env::args().nth(1).ok_or("which e-mail?")?;
    let graph = login(&url, email, env::var("GATEWAY_PASSWORD")?)?;

    let rows = list(&graph, "ABERTO")?;

    // A field that failed is null, and the data beside it came.
    show_error::<Segurado>(&graph, segurado::Variables { cpf_cnpj: "00000000191".to_owned() });
    // A variable that does not fit: nothing ran.
    show_error::<Segurado>(&graph, segurado::Variables { cpf_cnpj: "123".to_owned() });
    // A session that has ended: log in again.
    show_error::<Procedimentos>(&Graph::new(&url, Some("unknown".to_owned())), procedimentos::Variables);
    // No response at all. A query may be repeated, and a save with the same key.
    show_error::<Procedimentos>(&Graph::new("http://127.0.0.1:9", None), procedimentos::Variables);

    let new = new_acionamento(&graph, rows.into_iter().map(|row| row.segurado.cpf_cnpj).collect())?;
    let mut invalid = new.clone();
    invalid.procedimentos[0].quantidade = 0;
    println!("invalid: {}", save(&graph, &invalid)?);
    let (first, again) = (save(&graph, &new)?, save(&graph, &new)?);
    println!("saved once: {}", if first == again { "yes" } else { "no" });

    println!("logged out: {}", graph.data::<Sair>(sair::Variables)?.sair);
    Ok(())
}
