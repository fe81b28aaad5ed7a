//! Usage: GATEWAY_PASSWORD=… cargo run E-MAIL

use std::{
    env,
    error::Error,
    fmt, fs,
    io::{self, BufRead, BufReader, Write as _},
    thread,
    time::Duration,
};

use graphql_client::{GraphQLQuery, Response};

// The scalars of the graph. Decimals are texts: a binary number would lose cents.
type CpfCnpj = String;
type Date = String;
type Decimal = String;

/// The types of each operation, made from the schema when this is compiled.
macro_rules! operations {
    ($file:tt $($name:ident)*) => {$(
        #[derive(GraphQLQuery)]
        #[graphql(
            schema_path = "schema.graphql",
            query_path = $file,
            response_derives = "Debug, Clone",
            variables_derives = "Clone, Deserialize"
        )]
        struct $name;
    )*};
}

operations! {
    "operations.graphql"
    ValidarEmail ValidarCodigo Entrar Sair Acionamentos Segurado Procedimentos AbrirAcionamento
}
operations! { "live.graphql" AoVivo }

/// Codes of failures that may pass.
const PASSING: [&str; 7] = [
    "UPSTREAM_UNAVAILABLE",
    "UPSTREAM_TIMEOUT",
    "UPSTREAM_ERROR",
    "UPSTREAM_INVALID_RESPONSE",
    "UPSTREAM_OUTCOME_UNKNOWN",
    "RATE_LIMITED",
    "TOO_MANY_REQUESTS",
];
const ATTEMPTS: u32 = 3;
/// The longest wait that is worth it.
const MAX_WAIT: Duration = Duration::from_secs(60);
const TIMEOUT: Duration = Duration::from_secs(30);
/// A save that was begun.
const PENDING: &str = "pending.json";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The errors of a response.
#[derive(Debug)]
struct GraphErrors(Vec<graphql_client::Error>);

impl fmt::Display for GraphErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(describe).collect::<Vec<_>>().join("; "))
    }
}

impl Error for GraphErrors {}

/// What a save was refused with: the graph has answered, and nothing was saved.
type Refusal = String;

struct Graph {
    agent: ureq::Agent,
    url: String,
    token: Option<String>,
}

impl Graph {
    fn new(url: &str, token: Option<String>) -> Self {
        // Errors are in the body whatever the status.
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        Self { agent: config.build().into(), url: format!("{url}/graphql"), token }
    }

    /// Runs an operation. With errors, what could be loaded is in `data`.
    fn run<Q: GraphQLQuery>(&self, variables: Q::Variables) -> Result<Response<Q::ResponseData>> {
        let accept = "application/graphql-response+json";
        Ok(self.send::<Q>(variables, accept, Some(TIMEOUT))?.body_mut().read_json()?)
    }

    fn send<Q: GraphQLQuery>(
        &self,
        variables: Q::Variables,
        accept: &str,
        timeout: Option<Duration>,
    ) -> Result<ureq::http::Response<ureq::Body>> {
        let request = self.agent.post(&self.url).header("accept", accept);
        let mut request = request.config().timeout_connect(Some(TIMEOUT)).timeout_global(timeout).build();
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(key) = env::var("GATEWAY_TOOL_KEY").ok().filter(|key| !key.is_empty()) {
            request = request.header("x-tool-key", key);
        }
        Ok(request.send_json(Q::build_query(variables))?)
    }

    /// Repeats a query, or a save that has a key. Waits as long as the error says.
    fn repeat<Q: GraphQLQuery<Variables: Clone>>(&self, variables: &Q::Variables) -> Result<Q::ResponseData> {
        for attempt in 1.. {
            let response = self.run::<Q>(variables.clone());
            let mut wait = Duration::from_secs_f64(f64::from(1 << attempt) * (0.1 + 0.2 * fastrand::f64()));
            let may_pass = match &response {
                Ok(Response { errors: Some(errors), .. }) => {
                    wait = wait.max(errors.iter().filter_map(retry_after).max().unwrap_or_default());
                    errors.iter().all(|error| PASSING.contains(&code(error)))
                }
                Ok(Response { data: Some(_), .. }) => false,
                // No response of the graph; a proxy may answer with JSON of its own.
                Ok(_) | Err(_) => true,
            };
            if !may_pass || attempt == ATTEMPTS || wait > MAX_WAIT {
                return data::<Q>(response?);
            }
            thread::sleep(wait);
        }
        unreachable!("the last attempt returns")
    }

    /// The data of a response without errors.
    fn data<Q: GraphQLQuery>(&self, variables: Q::Variables) -> Result<Q::ResponseData> {
        data::<Q>(self.run::<Q>(variables)?)
    }
}

fn data<Q: GraphQLQuery>(response: Response<Q::ResponseData>) -> Result<Q::ResponseData> {
    match response.errors {
        Some(errors) if !errors.is_empty() => Err(GraphErrors(errors).into()),
        _ => response.data.ok_or_else(|| "no data".into()),
    }
}

/// Programs decide by the code; the message is for people.
fn code(error: &graphql_client::Error) -> &str {
    let code = error.extensions.as_ref().and_then(|extensions| extensions.get("code")?.as_str());
    code.unwrap_or_default()
}

fn retry_after(error: &graphql_client::Error) -> Option<Duration> {
    Some(Duration::from_secs(error.extensions.as_ref()?.get("retryAfter")?.as_u64()?))
}

fn describe(error: &graphql_client::Error) -> String {
    format!("{} {}", code(error), error.message)
}

/// The events of a subscription. A stream that ends without `complete` is opened again.
struct Events<'a, Q: GraphQLQuery> {
    graph: &'a Graph,
    variables: Q::Variables,
    stream: Option<Box<dyn BufRead>>,
}

impl<'a, Q: GraphQLQuery<Variables: Clone>> Events<'a, Q> {
    fn new(graph: &'a Graph, variables: Q::Variables) -> Self {
        Self { graph, variables, stream: None }
    }

    /// The next event; the first of a stream is the present state. None after `complete`.
    fn next(&mut self) -> Result<Option<Q::ResponseData>> {
        loop {
            let Some(stream) = &mut self.stream else {
                // A stream has no end, so it has no timeout.
                if let Ok(response) = self.graph.send::<Q>(self.variables.clone(), "text/event-stream", None) {
                    self.stream = Some(Box::new(BufReader::new(response.into_body().into_reader())));
                } else {
                    thread::sleep(pause());
                }
                continue;
            };
            let mut line = String::new();
            if stream.read_line(&mut line).unwrap_or(0) == 0 {
                self.stream = None;
                thread::sleep(pause());
            } else if line.trim_end() == "event: complete" {
                return Ok(None);
            // A request that was refused gets a response in place of a stream.
            } else if let Some(json) = line.strip_prefix("data: ").or(line.starts_with('{').then_some(&line)) {
                let event: Response<Q::ResponseData> = serde_json::from_str(json)?;
                // What failed comes again with the next event.
                if event.errors.is_none() || event.data.is_none() {
                    return Ok(Some(data::<Q>(event)?));
                }
            }
        }
    }
}

/// Not all clients come back at once.
fn pause() -> Duration {
    Duration::from_secs_f64(0.5 + fastrand::f64())
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
        let page = graph.repeat::<Acionamentos>(&variables)?.acionamentos.ok_or("no list")?;
        rows.extend(page.nodes);
        if !page.page_info.has_next_page {
            println!("list: {} of {}", rows.len(), page.total_count);
            return Ok(rows);
        }
        after = page.page_info.end_cursor;
    }
}

fn show_error<Q: GraphQLQuery>(response: Result<Response<Q::ResponseData>>) {
    match response {
        Ok(response) => {
            println!("error: {}", GraphErrors(response.errors.unwrap_or_default()))
        }
        Err(_) => println!("error: no response"),
    }
}

/// What a save needs: an insured with a policy and a pet, and a procedure.
fn new_acionamento(graph: &Graph, cpf_cnpjs: Vec<CpfCnpj>) -> Result<abrir_acionamento::NovoAcionamento> {
    let procedimentos =
        graph.repeat::<Procedimentos>(&procedimentos::Variables)?.procedimentos.ok_or("no procedures")?;
    let mut priced = procedimentos.into_iter().filter_map(|one| Some((one.id, one.valor_referencia?)));
    let (procedimento, valor) = priced.next().ok_or("no procedure with a value")?;
    for cpf_cnpj in cpf_cnpjs {
        let data = graph.repeat::<Segurado>(&segurado::Variables { cpf_cnpj: cpf_cnpj.clone() })?;
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

/// Saves, as often as it takes, and returns the claim number, or why it was refused.
fn save(
    graph: &Graph,
    input: &abrir_acionamento::NovoAcionamento,
) -> Result<std::result::Result<String, Refusal>> {
    use abrir_acionamento::AbrirAcionamentoAbrirAcionamento::{AcionamentoSalvo, EntradaInvalida, Recusa};

    let variables = abrir_acionamento::Variables { input: input.clone() };
    Ok(match graph.repeat::<AbrirAcionamento>(&variables)?.abrir_acionamento {
        AcionamentoSalvo(saved) => Ok(saved.acionamento.sinistro),
        EntradaInvalida(invalid) => {
            let fields = invalid.campos.iter().map(|field| format!("{} {}", field.campo, field.mensagem));
            Err(fields.collect::<Vec<_>>().join("; "))
        }
        Recusa(refusal) => Err(refusal.mensagem),
    })
}

/// Saves across crashes: what is sent is stored before, until a result has arrived, and sent again by the next start.
fn save_stored(
    graph: &Graph,
    input: &abrir_acionamento::NovoAcionamento,
) -> Result<std::result::Result<String, Refusal>> {
    fs::write(PENDING, serde_json::to_vec(input)?)?;
    let result = save(graph, input);
    // Kept without a response, and after a failure that may pass, by itself or after a login. A refusal is a result.
    let is_kept = result.as_ref().is_err_and(|error| match error.downcast_ref::<GraphErrors>() {
        Some(GraphErrors(errors)) => {
            errors.iter().all(|error| PASSING.contains(&code(error)) || code(error) == "UNAUTHENTICATED")
        }
        None => true,
    });
    if !is_kept {
        fs::remove_file(PENDING)?;
    }
    result
}

fn main() -> Result<()> {
    let url = env::var("GATEWAY_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".to_owned());
    let email = env::args().nth(1).ok_or("which e-mail?")?;
    let graph = login(&url, email, env::var("GATEWAY_PASSWORD")?)?;

    let rows = list(&graph, "AUTORIZADO")?;

    // A field that failed is null, and the data beside it came.
    show_error::<Segurado>(graph.run::<Segurado>(segurado::Variables { cpf_cnpj: "00000000191".to_owned() }));
    // A variable that does not fit: nothing ran.
    show_error::<Segurado>(graph.run::<Segurado>(segurado::Variables { cpf_cnpj: "123".to_owned() }));
    // A session that has ended: log in again.
    let ended = Graph::new(&url, Some("unknown".to_owned()));
    show_error::<Procedimentos>(ended.run::<Procedimentos>(procedimentos::Variables));
    // No response at all.
    let nobody = Graph::new("http://127.0.0.1:9", None);
    println!("error: {}", nobody.repeat::<Procedimentos>(&procedimentos::Variables).map_or("no response", |_| "none"));

    // A save that an earlier run did not finish is sent again, with its key.
    if let Ok(pending) = fs::read(PENDING) {
        let result = save_stored(&graph, &serde_json::from_slice(&pending)?)?;
        eprintln!("pending: {}", result.unwrap_or_else(|refusal| refusal));
    }

    let new = new_acionamento(&graph, rows.into_iter().map(|row| row.segurado.cpf_cnpj).collect())?;
    let mut invalid = new.clone();
    invalid.procedimentos[0].quantidade = 0;
    if let Err(refusal) = save(&graph, &invalid)? {
        println!("invalid: {refusal}");
    }

    let mut events = Events::<AoVivo>::new(&graph, ao_vivo::Variables { status: "ABERTO".to_owned() });
    let mut open =
        || -> Result<i64> { Ok(events.next()?.and_then(|event| event.acionamentos).ok_or("no event")?.total_count) };
    let before = open()?;

    // The key is what makes a repetition safe.
    let (first, again) = (save_stored(&graph, &new)??, save(&graph, &new)??);
    println!("saved once: {}", if first == again { "yes" } else { "no" });

    let mut now = before;
    while now == before {
        now = open()?;
    }
    println!("live: {} more", now - before);

    println!("logged out: {}", graph.data::<Sair>(sair::Variables)?.sair);
    Ok(())
}
