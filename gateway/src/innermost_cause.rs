//! The innermost cause of an error.

use std::error::Error;

/// The innermost cause says what happened: a name that is not known, a port without a listener, a certificate.
pub(crate) fn innermost_cause<'e>(mut error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    while let Some(cause) = error.source() {
        error = cause;
    }
    error
}
