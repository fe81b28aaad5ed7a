//! The JSON before the value of a field.

/// Bytes of a [`FieldPrefix`] that are copied without a call.
const PADDED: usize = 24;

/// The JSON before the value of a field: a comma, its name and a colon.
pub(super) struct FieldPrefix {
    text: Box<str>,
    /// The same in a fixed length, if it is short enough: most are, and each value has one before it.
    padded: Option<[u8; PADDED]>,
}

impl FieldPrefix {
    pub(super) fn new(key: &str) -> Self {
        let text: Box<str> = [",\"", key, "\":"].concat().into();
        let mut padded = [b' '; PADDED];
        let beginning = padded.get_mut(..text.len()).map(|beginning| beginning.copy_from_slice(text.as_bytes()));
        Self { padded: beginning.map(|()| padded), text }
    }

    #[inline]
    pub(super) fn write(&self, to: &mut Vec<u8>) {
        match &self.padded {
            Some(padded) => {
                let end = to.len() + self.text.len();
                to.extend_from_slice(padded);
                to.truncate(end);
            }
            None => to.extend_from_slice(self.text.as_bytes()),
        }
    }
}
