//! Texts that stand in JSON as they are.

/// How many bytes come before a quote, a backslash or a control character. Looks at eight bytes at once: each test
/// leaves the highest bit of the first byte that it is true of, and of none before it.
#[inline]
pub fn until_special(bytes: &[u8]) -> usize {
    const EACH: u64 = u64::MAX / 255;
    let (eights, tail) = bytes.as_chunks::<8>();
    for (at, eight) in eights.iter().enumerate() {
        let eight = u64::from_le_bytes(*eight);
        let below = |word: u64, limit: u8| word.wrapping_sub(EACH * u64::from(limit)) & !word;
        let is = |byte: u8| below(eight ^ (EACH * u64::from(byte)), 1);
        let special = (below(eight, b' ') | is(b'"') | is(b'\\')) & (EACH << 7);
        if special != 0 {
            return 8 * at + special.trailing_zeros() as usize / 8;
        }
    }
    let in_tail = tail.iter().position(|b| matches!(b, 0..b' ' | b'"' | b'\\'));
    in_tail.map_or(bytes.len(), |in_tail| bytes.len() - tail.len() + in_tail)
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
