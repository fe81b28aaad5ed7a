//! Texts that stand in JSON as they are.

/// How many bytes come before a quote, a backslash or a control character. Looks at eight bytes at once.
#[inline]
pub fn until_special(bytes: &[u8]) -> usize {
    let (eights, tail) = bytes.as_chunks::<8>();
    for (at, eight) in eights.iter().enumerate() {
        if let Some(first) = first_special(*eight) {
            return 8 * at + first;
        }
    }
    if tail.is_empty() {
        return bytes.len();
    }
    // What is looked at twice here is not special.
    if let Some(last) = bytes.last_chunk() {
        return first_special(*last).map_or(bytes.len(), |first| bytes.len() - 8 + first);
    }
    tail.iter().position(|b| matches!(b, 0..b' ' | b'"' | b'\\')).unwrap_or(tail.len())
}

/// Where the first such byte of eight is, if there is one. Each test leaves the highest bit of the first byte that it is true
/// of, and of none before it.
#[inline]
pub(super) fn first_special(eight: [u8; 8]) -> Option<usize> {
    const EACH: u64 = u64::MAX / 255;
    let eight = u64::from_le_bytes(eight);
    let below = |word: u64, limit: u8| word.wrapping_sub(EACH * u64::from(limit)) & !word;
    let is = |byte: u8| below(eight ^ (EACH * u64::from(byte)), 1);
    let special = (below(eight, b' ') | is(b'"') | is(b'\\')) & (EACH << 7);
    (special != 0).then(|| special.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::until_special;

    proptest! {
        #[test]
        fn the_first_special_byte_is_found(bytes in vec(prop_oneof![8 => any::<u8>(), 1 => Just(b'"')], 0..40)) {
            let expected = bytes.iter().position(|b| *b < b' ' || *b == b'"' || *b == b'\\').unwrap_or(bytes.len());
            prop_assert_eq!(until_special(&bytes), expected);
        }
    }
}
