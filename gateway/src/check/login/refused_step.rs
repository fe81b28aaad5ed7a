//! Whether a step of the login was refused where no response showed yet what means success.

use serde_json::value::RawValue;
use services::wire::envelope::STATUS;

use crate::check::{
    draft::Draft,
    examination::Examination,
    inference::{refusals::has_refusal_text, success_values::UNKNOWN_STATUS},
    responses::{http_status::is_success, nested, observation::Observation},
};

/// Whether the last of the steps was certainly refused: by its HTTP status; or by a text that does not say success, and because it
/// `lacks_token` or has a value of the status that an earlier step without such a text did not have.
pub(super) fn is_certain(done: &[Examination], guess: &Draft, lacks_token: bool) -> bool {
    let steps: Vec<_> = done.iter().filter_map(|step| step.observations().last()).collect();
    let Some((last, earlier)) = steps.split_last() else { return false };
    if !is_success(last.http) {
        return true;
    }
    let keys = guess.open_keys(&["envelope"], STATUS, UNKNOWN_STATUS);
    let statuses = |one: &Observation| -> Vec<_> {
        let body = serde_json::from_str::<&RawValue>(one.body).ok();
        keys.iter().map(|key| Some(nested::at_text(body?, key)?.get().to_owned())).collect()
    };
    let has_text = |one: &Observation| has_refusal_text(guess, one.body.as_bytes());
    has_text(last) && (lacks_token || earlier.iter().any(|one| !has_text(one) && statuses(one) != statuses(last)))
}
