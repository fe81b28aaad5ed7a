//! Asks the operator for the paths of services.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use crate::check::{
    error::Error,
    questions::{ask_if_known, has_terminal},
};

/// After this many unanswered questions in a row no more are asked.
const MAX_UNANSWERED: usize = 2;

/// The paths that the operator is asked for.
pub(in crate::check) struct PathQuestions {
    base_url: String,
    state: Mutex<PathQuestionsState>,
}

#[derive(Default)]
struct PathQuestionsState {
    asked: BTreeSet<&'static str>,
    answered: bool,
    unanswered: usize,
}

impl PathQuestions {
    pub(in crate::check) fn new(base_url: String) -> Self {
        Self { base_url, state: Mutex::default() }
    }

    /// Whether the operator said a path.
    pub(in crate::check) fn has_answer(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).answered
    }

    /// Whether the path of a service was asked for.
    pub(in crate::check) fn was_asked(&self, service: &str) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).asked.contains(service)
    }

    /// The path of a service, if there is a terminal and the operator knows it. `why` is the beginning of the question.
    ///
    /// # Errors
    /// The terminal failed.
    pub(in crate::check) fn ask(&self, service: &'static str, why: &str) -> Result<Option<String>, Error> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.asked.insert(service);
        if !has_terminal() || state.unanswered >= MAX_UNANSWERED {
            return Ok(None);
        }
        let path = ask_if_known(&format!("{why}, qual é, depois de {} (Enter: não sei): ", self.base_url))?;
        match &path {
            Some(_) => (state.answered, state.unanswered) = (true, 0),
            None => state.unanswered += 1,
        }
        Ok(path.map(|path| format!("/{}", path.trim_start_matches('/'))))
    }
}
