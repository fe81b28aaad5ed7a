//! `gateway login`, `logout` and `query`: a gateway's client, run as a program.

mod lists;
mod outcomes;

use std::{
    fs,
    future::ready,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use axum::{Json, response::Redirect};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{io::AsyncWriteExt as _, process::Command, sync::oneshot};

use crate::{
    kit::{ANA, CLIENT_LIMITS, Folder, Gateway, Kit, PASSWORD, answering, services},
    pki::{Authority, VALID},
    program::{CommandOutput, at_a_terminal, gateway},
    protocols::TlsSite,
    stub::stub,
};

/// A document with two operations.
const DOCUMENT: &str = "query A { __typename } query B($nome: String!) { __type(name: $nome) { kind name } }";

/// A user at a terminal, whose state is stored in a folder.
struct User {
    url: String,
    home: TempDir,
    _stop: Option<oneshot::Sender<()>>,
}

impl User {
    fn of(url: impl std::fmt::Display) -> Self {
        Self { url: format!("http://{url}"), home: tempfile::tempdir().unwrap(), _stop: None }
    }

    /// At a gateway that listens.
    async fn at(gateway: &Gateway) -> Self {
        let (address, stop) = gateway.listen().await;
        Self { _stop: Some(stop), ..Self::of(address) }
    }

    /// At a graph with such responses, by how many came before.
    async fn answered_with(response: impl Fn(usize) -> Value + Clone + Send + Sync + 'static) -> Self {
        Self::of(services(move |call| ready(Json(response(call.number)))).await.0)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = gateway(arguments);
        command.env("HOME", self.home.path()).env("GATEWAY_URL", &self.url);
        command
    }

    async fn run(&self, arguments: &[&str]) -> CommandOutput {
        self.command(arguments).output().await.unwrap().into()
    }

    /// Runs a command with a text on standard input.
    async fn run_with_input(&self, arguments: &[&str], input: &str) -> CommandOutput {
        typed(self.command(arguments), async || input.to_owned()).await
    }

    /// Logs in, with the code of the next message as soon as it has arrived.
    async fn login(&self, kit: &Kit, password: &str, arguments: &[&str]) -> CommandOutput {
        let before = kit.known_code(ANA);
        let answers = async || format!("{}\n{password}\n", kit.next_code(ANA, before).await);
        typed(self.command(&[&["login", "--email", ANA], arguments].concat()), answers).await
    }

    /// The files of sessions.
    fn sessions(&self) -> Vec<PathBuf> {
        let folder = self.home.path().join(".local/state/gateway/sessions");
        fs::read_dir(folder).map(|files| files.map(|file| file.unwrap().path()).collect()).unwrap_or_default()
    }
}

/// Runs a command with a text on standard input, which may come later.
async fn typed(mut command: Command, text: impl AsyncFnOnce() -> String) -> CommandOutput {
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text().await.as_bytes()).await.unwrap();
    child.wait_with_output().await.unwrap().into()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn a_login_is_stored_for_its_owner_alone_until_the_logout() {
    let kit = Kit::new().await;
    let (address, _stop) = kit.gateway.listen().await;
    let user = User::of(address);
    let said = user.login(&kit, PASSWORD, &[]).await;
    assert_eq!((said.status, &*said.out), (0, ""), "{said:?}");
    // Nothing is asked of nobody: cron would send that by e-mail.
    assert_eq!(said.err, format!("Sessão aberta em http://{address} para Ana Souza.\n"));

    let [file] = &*user.sessions() else { panic!("{:?}", user.sessions()) };
    assert_eq!((mode(file), mode(file.parent().unwrap())), (0o600, 0o700));
    let token = fs::read_to_string(file).unwrap().trim().to_owned();
    assert!(!token.is_empty() && !said.err.contains(&token), "{said:?}");
    let menu = user.run(&["query", "{ menu { id } }"]).await;
    assert_eq!((menu.status, &*menu.err), (0, ""));
    assert!(menu.json()["data"]["menu"][0]["id"].is_string(), "{menu:?}");

    // The session of one address is not sent to another.
    let (other, _stop) = kit.another_gateway(None).listen().await;
    let other = format!("http://{other}");
    assert_eq!(user.run(&["query", "{ menu { id } }", "--url", &other]).await.status, 3);

    // Nor is one that others may have read or replaced.
    fs::set_permissions(file, fs::Permissions::from_mode(0o640)).unwrap();
    let open = user.run(&["query", "{ menu { id } }"]).await;
    assert!(open.status == 2 && open.out.is_empty() && open.err.contains("apague o arquivo"), "{open:?}");
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();

    let said = user.run(&["logout"]).await;
    assert_eq!((said.status, user.sessions().len()), (0, 0), "{said:?}");
    let ended = kit.query(&token, "{ menu { id } }").await;
    assert_eq!(ended.error().0, "UNAUTHENTICATED");
    let said = user.run(&["query", "{ menu { id } }"]).await;
    assert_eq!((said.status, said.json()["data"].clone()), (3, json!({ "menu": null })));
    assert_eq!(
        said.err,
        format!(
            "gateway: UNAUTHENTICATED em menu: Sua sessão terminou ou não existe. Entre novamente.\n\
             gateway: para entrar: gateway login --url http://{address}\n"
        )
    );
    assert_eq!(user.run(&["logout"]).await.status, 0);
}

#[tokio::test]
async fn a_password_typed_at_a_terminal_is_not_shown() {
    let kit = Kit::new().await;
    let (address, _stop) = kit.gateway.listen().await;
    let user = User::of(address);
    let home = user.home.path().to_str().unwrap();
    let questions = ["E-mail: ", "e-mail: ", "e-mail: ", "Senha: ", "Senha: "];
    let (status, shown) =
        at_a_terminal(&format!("login --url http://{address}"), &[("HOME", home)], &questions, |at| match at {
            0 => ANA.to_owned(),
            1 => "000000".to_owned(),
            2 => kit.newest_code(ANA),
            3 => "outra-senha".to_owned(),
            _ => PASSWORD.to_owned(),
        })
        .await;
    assert!(status == Some(0) && shown.contains("Sessão aberta"), "{shown}");
    // What was wrong is said, and asked for again.
    assert!(shown.contains("Código inválido ou expirado.") && shown.contains("E-mail ou senha inválidos."), "{shown}");
    assert!(!shown.contains(PASSWORD) && !shown.contains("outra-senha") && !shown.contains(&kit.newest_code(ANA)));
    // A response is indented for people.
    let menu = format!("query '{{ __typename }}' --url http://{address}");
    let (status, shown) = at_a_terminal(&menu, &[("HOME", home)], &[], |_| String::new()).await;
    assert_eq!(
        (status, shown.replace('\r', "")),
        (Some(0), "{\n  \"data\": {\n    \"__typename\": \"Query\"\n  }\n}\n".into())
    );
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (target, followed) = services(|_| ready(())).await;
    let moved = move |_| ready(Redirect::temporary(&format!("http://{target}/graphql")));
    let user = User::of(services(moved).await.0);
    let said = user.run(&["query", "{ menu { id } }", "--token", "ficha"]).await;
    assert!(said.status == 4 && said.err.contains("respondeu HTTP 307"), "{said:?}");
    assert!(followed.so_far().is_empty());
}

#[tokio::test]
async fn a_proxy_reads_nothing_of_a_gateway_without_tls() {
    let (proxy, seen) = services(|_| ready(())).await;
    let user = User::at(&stub().start().await.gateway).await;
    let mut query = user.command(&["query", "{ __typename }", "--token", "ficha"]);
    let said = CommandOutput::from(query.env("HTTP_PROXY", format!("http://{proxy}")).output().await.unwrap());
    assert_eq!((said.status, &*said.out), (0, "{\"data\":{\"__typename\":\"Query\"}}\n"), "{said:?}");
    assert!(seen.so_far().is_empty());
}

#[tokio::test]
async fn a_refused_login_stores_nothing_and_says_why() {
    let kit = Kit::new().await;
    let user = User::at(&kit.gateway).await;
    let wrong_password = user.login(&kit, "outra", &[]).await;
    assert!(wrong_password.err.ends_with("gateway: E-mail ou senha inválidos.\n"), "{wrong_password:?}");
    let wrong_code = user.run_with_input(&["login"], &format!("{ANA}\n000000\n")).await;
    assert!(wrong_code.err.ends_with("gateway: Código inválido ou expirado.\n"), "{wrong_code:?}");
    let blocked = user.run(&["login", "--email", "davi@clinica.example"]).await;
    assert_eq!(blocked.err, "gateway: Entrar em contato com o administrador do sistema!\n");
    let change_due = user.run(&["login", "--email", "elisa@clinica.example"]).await;
    assert_eq!(change_due.err, "gateway: Sua senha deve ser alterada!\n");
    for said in [wrong_password, wrong_code, blocked, change_due] {
        assert_eq!((said.status, &*said.out), (3, ""), "{said:?}");
    }
    let silent = user.run_with_input(&["login", "--email", ANA], "").await;
    // The e-mail may be late: worth repeating.
    assert_eq!((silent.status, &*silent.err), (5, "gateway: nada foi digitado\n"));
    assert!(user.sessions().is_empty());
}

#[tokio::test]
async fn scripts_take_the_password_from_the_environment_and_the_token_from_the_output() {
    let kit = Kit::new().await;
    let user = User::at(&kit.gateway).await;
    let said = user.login(&kit, "", &["--print-token"]).await;
    assert_eq!(said.status, 5, "an empty password is none: {said:?}");
    let before = kit.known_code(ANA);
    let mut login = user.command(&["login", "--email", ANA, "--print-token"]);
    login.env("GATEWAY_PASSWORD", PASSWORD);
    let said = typed(login, async || format!("{}\n", kit.next_code(ANA, before).await)).await;
    assert!(said.status == 0 && user.sessions().is_empty(), "{said:?}");
    let query = user.command(&["query", "{ menu { id } }"]).env("GATEWAY_TOKEN", said.out.trim()).output().await;
    assert_eq!(query.unwrap().status.code(), Some(0));
}

#[tokio::test]
async fn a_document_comes_as_text_from_a_file_or_from_standard_input() {
    let stub = stub().start().await;
    let user = User::at(&stub.gateway).await;
    let folder = Folder::new(&[("two.graphql", DOCUMENT), ("pet.json", r#"{ "nome": "Pet" }"#)]);
    let expected = "{\"data\":{\"__type\":{\"kind\":\"OBJECT\",\"name\":\"Pet\"}}}\n";
    let variables = format!("@{}", folder.path("pet.json"));
    for (document, variables) in
        [(DOCUMENT, variables.as_str()), (&folder.path("two.graphql"), r#"{"nome":"Pet"}"#), ("-", &variables)]
    {
        let arguments = ["query", document, "--operation", "B", "--variables", variables];
        let said = user.run_with_input(&arguments, DOCUMENT).await;
        assert_eq!((said.status, &*said.out), (0, expected), "{said:?}");
    }
}

#[tokio::test]
async fn each_outcome_has_its_exit_status() {
    let stub = stub().start().await;
    let user = User::at(&stub.gateway).await;
    let no_graph = format!("http://{}", answering(200, "Olá").await);
    let mut others = Vec::new();
    for (status, text) in [
        (404, r#"{"status":0,"messages":"Não há serviço em /graphql.","data":null}"#),
        (200, r#"{"status":1,"messages":"","data":[]}"#),
        (200, r#"{"data":null}"#),
        (502, r#"{"data":{}}"#),
    ] {
        others.push(format!("http://{}", answering(status, text).await));
    }
    for other in &others {
        let said = user.run(&["query", "{ __typename }", "--url", other]).await;
        assert!((said.status, &*said.out) == (4, "") && said.err.contains("não como um grafo"), "{said:?}");
    }
    for (arguments, status, why) in [
        (&["{ __typename }"][..], 0, ""),
        (&["{ __typename }", "--url", &format!("{}/graphql", user.url)], 0, ""),
        (&["{ menu { nada } }"], 1, "(Field `nada` does not exist on type `ItemMenu`)"),
        (&["subscription { painel { abertosHoje { valor } } }"], 2, "gateway query não segue assinaturas"),
        (&["/nao/existe.graphql"], 2, "/nao/existe.graphql"),
        (&[""], 2, "o documento \"\" não pôde ser lido"),
        (&["{ __typename }", "--variables", "[1]"], 2, "--variables"),
        (&["{ __typename }", "--variables", "@/nao/existe.json"], 2, "/nao/existe.json"),
        (&["{ __typename }", "--url", "ftp://gateway.example"], 2, "https://gateway.example"),
        (&["{ __typename }", "--token", "a\nb"], 2, "o token ou a chave da ferramenta tem caracteres"),
        (&["{ __typename }", "--tool-key", "a\nb"], 2, "o token ou a chave da ferramenta tem caracteres"),
        (&["{ menu { id } }"], 3, "gateway login --url http"),
        (&["{ __typename }", "--url", "http://127.0.0.1:9"], 4, "http://127.0.0.1:9/graphql não responde: Connection"),
        (&["{ __typename }", "--url", &no_graph], 4, "respondeu HTTP 200, e não como um grafo"),
    ] {
        let said = user.run(&[&["query"], arguments].concat()).await;
        assert_eq!(said.status, status, "{arguments:?} {said:?}");
        assert!(said.err.contains(why) && said.err.is_empty() == (status == 0), "{arguments:?} {said:?}");
    }
}

#[tokio::test]
async fn over_https_only_a_known_authority_is_trusted() {
    let site = TlsSite::with(CLIENT_LIMITS).await;
    let user = User::of("unused.example");
    site.authority.issue("site", &site.address.ip().to_string(), VALID);
    site.tls.reload().unwrap();
    let url = format!("https://{}", site.address);
    let arguments = ["query", "{ __typename }", "--url", &url];
    let trusting = async |authority: &Authority| {
        let mut command = user.command(&arguments);
        CommandOutput::from(command.env("SSL_CERT_FILE", authority.path("ca.pem")).output().await.unwrap())
    };
    let known = trusting(&site.authority).await;
    assert_eq!((known.status, &*known.out), (0, "{\"data\":{\"__typename\":\"Query\"}}\n"), "{known:?}");
    let unknown = trusting(&Authority::named("Outra")).await;
    assert!(unknown.status == 4 && unknown.err.contains("certificate"), "{unknown:?}");
}
