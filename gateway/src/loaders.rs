//! What one request loads once, however many fields ask for it.

use crate::session::Session;

/// The loaders of one request.
pub struct Loaders {
    #[expect(dead_code, reason = "the first loader uses it")]
    session: Session,
}

impl Loaders {
    /// The loaders of a request of this session.
    pub fn new(session: Session) -> Self {
        Self { session }
    }
}
