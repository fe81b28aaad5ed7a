//! Asks at the terminal for the paths that no call shows.

use services::wire::{Call as _, menu::ListaMenuUsuario};

use crate::{
    check::{
        draft::Draft, error::Error, report::findings::CheckReport, responses::http_status, round::Check,
        trials::headers::Answer,
    },
    contract::vocabulary::{Vocabulary, last_segment},
};

impl Check<'_> {
    /// Asks for the path of the menu if it does not exist. Returns whether it is another now.
    pub(super) fn ask_for_menu(&self, draft: &mut Draft, answer: &Answer) -> Result<bool, Error> {
        let Some(http) = answer.as_ref().ok().map(|raw| raw.status).filter(|http| http_status::is_wrong_path(*http))
        else {
            return Ok(false);
        };
        let path = ListaMenuUsuario::PATH;
        let why = format!("{path} respondeu HTTP {http}. Se não é o caminho de {}", last_segment(path));
        let Some(other) = self.paths.ask(path, &why)? else { return Ok(false) };
        draft.set(&["calls", last_segment(path), "path"], other, None);
        Ok(true)
    }

    /// Asks for the paths of the services that are never called here, where the others have other paths.
    pub(super) fn ask_for_others(&self, draft: &mut Draft, report: &CheckReport) -> Result<(), Error> {
        if !self.paths.has_answer() {
            return Ok(());
        }
        for call in report.writes() {
            let entry = ["calls", last_segment(call.path), "path"];
            if draft.get(&entry).is_none() {
                let why = format!("{} grava, e não é chamado aqui. Se não é o caminho dele", call.path);
                if let Some(path) = self.paths.ask(call.path, &why)? {
                    draft.set(&entry, path, None);
                }
            }
        }
        Ok(())
    }

    /// Asks for the paths of the services that the next run needs, where the login stopped and the others have other paths.
    pub(super) fn ask_for_the_rest(&self, draft: &mut Draft) -> Result<(), Error> {
        if !self.paths.has_answer() {
            return Ok(());
        }
        let mut calls: Vec<_> = Vocabulary::get().calls.iter().collect();
        calls.sort_by_key(|call| !call.is_login_step);
        for call in calls {
            let entry = ["calls", call.last_segment(), "path"];
            if draft.get(&entry).is_none() && !self.paths.was_asked(call.path) {
                let why =
                    format!("O login parou; a próxima rodada precisa dos outros caminhos. Se não é {}", call.path);
                if let Some(path) = self.paths.ask(call.path, &why)? {
                    draft.set(&entry, path, None);
                }
            }
        }
        Ok(())
    }
}
