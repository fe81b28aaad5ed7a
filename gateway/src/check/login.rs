//! A login at the terminal, step by step. Each step is sent once: services lock users out after a few refusals.

use contract::login::{BLOQUEADO, TROCARSENHA, ValidaCodigoAcesso, ValidaEmail, ValidaLogin};
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    error::Error,
    report::service::problem,
    sample::{Outcome, Sample},
    sampling::CheckRun,
    terminal,
};
use crate::upstream::digest;

/// Runs the three steps. Returns the token; `None` if a step failed, which was printed.
///
/// # Errors
/// [`Error`]: there is no terminal.
pub(super) async fn at_the_terminal(run: &mut CheckRun<'_>) -> Result<Option<SecretString>, Error> {
    terminal::require_terminal()?;
    let email = terminal::prompt("E-mail: ")?;
    let answer = run.services.login(&run.mapping)?.probe_valida_email(email.clone()).await;
    if !may_go_on(run, Sample::new::<ValidaEmail>(answer))? {
        return Ok(None);
    }
    let codigo = terminal::prompt_hidden("Código de acesso, que chega por e-mail: ")?;
    let codigo = SecretString::from(codigo.expose_secret().trim());
    let login = run.services.login(&run.mapping)?;
    let answer = login.probe_valida_codigo_acesso(&email, &codigo).await;
    if !may_go_on(run, Sample::new::<ValidaCodigoAcesso>(answer))? {
        return Ok(None);
    }
    let senha = digest(&terminal::prompt_hidden("Senha: ")?);
    let answer = run.services.login(&run.mapping)?.probe_valida_login(email, &senha).await;
    may_go_on(run, Sample::new::<ValidaLogin>(answer))?;
    let in_header = || run.samples.last()?.answer.as_ref().ok()?.token.clone();
    let in_body = || run.data::<ValidaLogin>().map(|sessao| sessao.ds_token.expose().into());
    let written = in_header().or_else(in_body);
    let token = written.map(|written| run.mapping.headers.without_scheme(written.expose_secret()).into());
    // A body without the key of the token has an empty one.
    let token: Option<SecretString> = token.filter(|token| run.services.session(&run.mapping, token).is_ok());
    if token.is_none() {
        terminal::tell("O login não trouxe um token: veja [types.Sessao] dsToken no mapeamento.");
    }
    Ok(token)
}

/// Records the response to a step, and prints its message if it was no success. Returns whether to go on. With
/// `--propose` a 2xx is enough, since the mapping may not recognise a success yet.
fn may_go_on(run: &mut CheckRun<'_>, sample: Sample) -> Result<bool, Error> {
    let path = sample.call.path();
    let is_http_success = sample.is_http_success();
    run.record(sample)?;
    let Some(step) = run.samples.last() else { return Ok(false) };
    let outcome = step.read(&run.mapping).outcome;
    let text = match &outcome {
        Outcome::Success => return Ok(true),
        Outcome::Refused(text) if text == BLOQUEADO => "este usuário está bloqueado: entre com outro".to_owned(),
        Outcome::Refused(text) if text == TROCARSENHA => {
            "este usuário precisa trocar a senha antes: troque-a no portal, ou entre com outro".to_owned()
        }
        _ => problem(step, &outcome, true).map(|(_, text)| text).unwrap_or_default(),
    };
    terminal::tell(&format!("{path}: {text}"));
    let is_refused = matches!(&outcome, Outcome::Refused(text) if [BLOQUEADO, TROCARSENHA].contains(&&**text));
    Ok(run.proposal.is_some() && is_http_success && !is_refused)
}
