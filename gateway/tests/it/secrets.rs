//! No secret leaks: runs every path of the login with the most verbose log, and searches all output for the secrets that
//! were sent.

use std::{fs, future::ready, path::Path};

use axum::{Json, http::StatusCode};
use chrono::TimeDelta;
use contract::{
    Call as _,
    login::{AtualizaSenha, ValidaCodigoAcesso, ValidaEmail, ValidaLogin},
};
use serde_json::{Value, json};

use crate::{
    captured_log::CapturedLog,
    kit::{ANA, API_KEY, ENTRAR, Gateway, Kit, PASSWORD, VALIDAR_CODIGO, VALIDAR_EMAIL, services},
    login::{ATUALIZAR_USUARIO, TROCAR_SENHA, password_change},
    redis_server::RedisServer,
};

const CPF: &str = "52998224725";
const CPF_AS_WRITTEN: &str = "529.982.247-25";
const NEW_PASSWORD: &str = "Secreta@2027";
/// MD5 of both passwords, as sent to the services.
const DIGESTS: [&str; 2] = ["23e4b3eb0ac3ae12d4f9e13372b49cda", "118686a1a30d57a7b55b0c0ba7e9f007"];

/// The secrets that a text contains, in any case; codes, which have six characters, as hex digits have some now and then, in
/// their own.
fn shown<'a>(text: &str, secrets: &[&'a str]) -> Vec<&'a str> {
    let lower = text.to_lowercase();
    let is_in = |secret: &&str| text.contains(secret) || secret.len() > 6 && lower.contains(&secret.to_lowercase());
    secrets.iter().copied().filter(is_in).collect()
}

/// The responses of a run, and the secrets that it received.
#[derive(Default)]
struct Walk {
    answers: Vec<String>,
    codes: Vec<String>,
    tokens: Vec<String>,
    desafios: Vec<String>,
}

impl Walk {
    async fn run(&mut self, gateway: &Gateway, token: Option<&str>, query: &str, variables: Value) -> Value {
        let mut answer = gateway.run(token, query, variables).await.json();
        let given = answer["data"].clone();
        // A response may contain the secret that it hands out; removed here, since it must not appear anywhere else.
        let field = answer["data"].as_object_mut().and_then(|data| data.values_mut().next());
        if let Some(Value::Object(handed_out)) = field {
            for (name, known) in [("desafio", &mut self.desafios), ("token", &mut self.tokens)] {
                if let Some(Value::String(secret)) = handed_out.remove(name) {
                    known.push(secret);
                }
            }
        }
        self.answers.push(answer.to_string());
        given
    }

    /// Runs all three steps, each with wrong input first.
    async fn log_in(&mut self, kit: &Kit) -> String {
        let gateway = &kit.gateway;
        for email in ["", "ana", "ninguem@clinica.example", "davi@clinica.example", "elisa@clinica.example"] {
            self.run(gateway, None, VALIDAR_EMAIL, json!({ "email": email })).await;
        }
        let sent = self.run(gateway, Some("ficha-alheia"), VALIDAR_EMAIL, json!({ "email": ANA })).await;
        let desafio = sent["validarEmail"]["desafio"].as_str().unwrap().to_owned();
        let codigo = kit.newest_code(ANA);
        self.codes.push(codigo.clone());
        for wrong in ["ZZZZZ", "ZZZZZZ"] {
            self.run(gateway, None, VALIDAR_CODIGO, json!({ "desafio": desafio, "codigo": wrong })).await;
        }
        // As a literal, as typed in GraphiQL, and together with an error in the document.
        let literal =
            format!("mutation {{ validarCodigo(desafio: \"{desafio}\", codigo: \"{codigo}\", x: 1) {{ x }} }}");
        self.run(gateway, None, &literal, json!({})).await;
        self.run(gateway, None, VALIDAR_CODIGO, json!({ "desafio": desafio, "codigo": [codigo] })).await;
        let variables = json!({ "desafio": desafio, "codigo": codigo });
        let accepted = self.run(gateway, None, VALIDAR_CODIGO, variables.clone()).await;
        self.run(gateway, None, VALIDAR_CODIGO, variables).await;
        let desafio = accepted["validarCodigo"]["desafio"].as_str().unwrap().to_owned();
        for wrong in
            [json!(""), json!(NEW_PASSWORD), json!([PASSWORD]), json!({ "x": PASSWORD }), json!(PASSWORD.repeat(40))]
        {
            self.run(gateway, None, ENTRAR, json!({ "desafio": desafio, "senha": wrong })).await;
        }
        let literal = format!("mutation {{ entrar(desafio: \"{desafio}\", senha: \"{PASSWORD}\", x: 1) {{ x }} }}");
        self.run(gateway, None, &literal, json!({})).await;
        let literal = format!("mutation {{ entrar(desafio: \"{desafio}\", senha: {PASSWORD}) {{ x }} }}");
        self.run(gateway, None, &literal, json!({})).await;
        let session = self.run(gateway, None, ENTRAR, json!({ "desafio": desafio, "senha": PASSWORD })).await;
        session["entrar"]["token"].as_str().unwrap().to_owned()
    }

    /// Runs operations of a session, with and without its token.
    async fn go_on(&mut self, gateway: &Gateway, token: &str) {
        for (email, new) in
            [("", "curta"), (ANA, PASSWORD), ("bruno@assistencia.example", NEW_PASSWORD), (ANA, NEW_PASSWORD)]
        {
            self.run(gateway, Some(token), TROCAR_SENHA, password_change(email, PASSWORD, new)).await;
        }
        self.run(gateway, None, TROCAR_SENHA, password_change("elisa@clinica.example", PASSWORD, NEW_PASSWORD)).await;
        self.run(gateway, Some(token), ATUALIZAR_USUARIO, json!({ "input": { "nome": "Ana", "telefone": "x" } })).await;
        for cpf in [CPF, CPF_AS_WRITTEN, "529.982.247-24"] {
            let query = format!("{{ segurado(cpfCnpj: \"{cpf}\") {{ nome x }} }}");
            self.run(gateway, Some(token), &query, json!({})).await;
            let query = "query($c: CpfCnpj!) { segurado(cpfCnpj: $c) { nome apolices { numero } } }";
            self.run(gateway, Some(token), query, json!({ "c": cpf })).await;
            self.run(gateway, Some(token), query, json!({ "c": [cpf] })).await;
        }
    }
}

#[tokio::test]
async fn no_log_line_response_or_address_has_a_secret() {
    let (log, _lines) = CapturedLog::everything();
    let (mut kit, redis) = (Kit::new().await, RedisServer::start().await);
    kit.gateway = kit.another_gateway(Some(redis.store().await));
    let mut walk = Walk::default();
    let token = walk.log_in(&kit).await;
    walk.go_on(&kit.gateway, &token).await;
    kit.advance(TimeDelta::minutes(20));
    let desafio = walk.desafios[0].clone();
    walk.run(&kit.gateway, None, VALIDAR_CODIGO, json!({ "desafio": desafio, "codigo": walk.codes[0] })).await;

    // Repeats the run with services that fail in every way.
    let garbage =
        json!({ "status": 1, "data": { "dsToken": [7], "senha": DIGESTS[0], "apiKey": API_KEY, "cpf": CPF } });
    let echo = json!({ "status": 0, "messages": format!("jdbc://{API_KEY}:{}@{CPF}", DIGESTS[0]), "data": null });
    for (status, body) in
        [(200, garbage), (200, echo), (401, json!(API_KEY)), (500, json!(CPF)), (503, json!(null)), (307, json!(null))]
    {
        let status = StatusCode::from_u16(status).unwrap();
        let answer = move |_| ready((status, [("location", "http://127.0.0.1:9/")], Json(body.clone())));
        let (address, calls) = services(answer).await;
        let failing = Gateway::over(address);
        walk.run(&failing, None, VALIDAR_EMAIL, json!({ "email": ANA })).await;
        for desafio in walk.desafios.clone() {
            walk.run(&failing, None, VALIDAR_CODIGO, json!({ "desafio": desafio, "codigo": walk.codes[0] })).await;
            walk.run(&failing, None, ENTRAR, json!({ "desafio": desafio, "senha": PASSWORD })).await;
        }
        walk.go_on(&failing, &token).await;
        for path in [ValidaEmail::PATH, ValidaCodigoAcesso::PATH, ValidaLogin::PATH, AtualizaSenha::PATH] {
            assert!(calls.count(path) > 0, "{path} never failed with {status}");
        }
    }

    let mut secrets = vec![API_KEY, PASSWORD, NEW_PASSWORD, CPF, CPF_AS_WRITTEN, token.as_str()];
    secrets.extend(DIGESTS);
    secrets.extend(walk.codes.iter().chain(&walk.tokens).chain(&walk.desafios).map(String::as_str));
    let text = log.text();
    assert!(text.contains("TRACE") && text.contains("a call failed"), "the log is not the most talkative one");
    for line in text.lines() {
        assert_eq!(shown(line, &secrets), Vec::<&str>::new(), "{line}");
    }
    for answer in &walk.answers {
        assert_eq!(shown(answer, &secrets), Vec::<&str>::new(), "{answer}");
    }
    // Calls carry secrets in their bodies. Their URLs are only paths.
    for call in kit.take_calls() {
        assert!(call.path.starts_with('/') && !call.path.contains('?'), "{}", call.path);
        assert_eq!(shown(&call.path, &secrets), Vec::<&str>::new());
    }
}

#[tokio::test]
async fn the_search_finds_a_secret_in_a_log_line() {
    let (log, _lines) = CapturedLog::everything();
    let call = contract::segurado::PesquisaSegurado { cpf_cnpj: contract::cpf_cnpj::CpfCnpj::from_row(CPF) };
    tracing::trace!(body = %serde_json::to_string(&call).unwrap(), "a call");
    tokio::spawn(async { tracing::debug!(senha = PASSWORD, "in a task") }).await.unwrap();
    assert_eq!(shown(&log.text(), &[CPF, PASSWORD, API_KEY]), [CPF, PASSWORD]);
}

/// The browser gets neither the API key nor secrets of the services.
#[test]
fn the_portal_has_no_secret() {
    let mut texts = 0;
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/dist")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let secrets = ["apiKey", "codigoAcesso", "Demo@2026", "GATEWAY_API_KEY", DIGESTS[0], CPF];
            assert_eq!(shown(&text, &secrets), Vec::<&str>::new(), "{}", path.display());
            texts += 1;
        }
    }
    assert!(texts > 5);
}
