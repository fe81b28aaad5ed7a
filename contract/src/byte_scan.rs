//! SIMD scans of JSON text for the next byte of a class, sixteen bytes at a time.

use wide::u8x16;

/// Bytes in a SIMD vector.
pub(super) const VECTOR: usize = 16;

/// Number of bytes before the first quote, backslash or control character: those that JSON strings hold unescaped.
#[inline]
pub fn unescaped_len(bytes: &[u8]) -> usize {
    // Most texts are short.
    if let Some(first) = bytes.first_chunk().copied().and_then(first_special) {
        return first;
    }
    unescaped_len_of_long(bytes)
}

/// Whether a JSON string holds all these bytes unescaped.
#[inline]
pub fn is_unescaped(bytes: &[u8]) -> bool {
    let is_plain = |some: [u8; VECTOR]| first_special(some).is_none();
    if let Some(last) = bytes.last_chunk() {
        return bytes.as_chunks().0.iter().all(|some| is_plain(*some)) && is_plain(*last);
    }
    // Fewer bytes than a vector has are compared as a beginning and an end that overlap.
    let mut some = [b' '; VECTOR];
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        some[..8].copy_from_slice(first);
        some[8..].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        some[..4].copy_from_slice(first);
        some[4..8].copy_from_slice(last);
    } else {
        return !bytes.iter().any(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\'));
    }
    is_plain(some)
}

/// [`unescaped_len`] where the first sixteen bytes have none, and are not looked at again, or where there are fewer.
fn unescaped_len_of_long(bytes: &[u8]) -> usize {
    let (all, tail) = bytes.as_chunks::<VECTOR>();
    for (at, some) in all.iter().enumerate().skip(1) {
        if let Some(first) = first_special(*some) {
            return VECTOR * at + first;
        }
    }
    let mut last = [b' '; VECTOR];
    last[..tail.len()].copy_from_slice(tail);
    first_special(last).map_or(bytes.len(), |first| bytes.len() - tail.len() + first)
}

/// Number of leading bytes that are JSON white space. Most responses have none.
#[inline]
pub fn white_space_len(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count()
}

/// Position of the first quote, backslash or control character.
#[inline]
pub(super) fn first_special(bytes: [u8; VECTOR]) -> Option<usize> {
    let bytes = u8x16::new(bytes);
    let is = |byte: u8| bytes.simd_eq(u8x16::splat(byte));
    let is_control = bytes.simd_eq(bytes.min(u8x16::splat(b' ' - 1)));
    let special = (is(b'"') | is(b'\\') | is_control).to_bitmask();
    (special != 0).then(|| special.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{is_unescaped, unescaped_len};

    proptest! {
        #[test]
        fn the_first_special_byte_is_found(bytes in vec(prop_oneof![30 => b' '..=255, 1 => any::<u8>(), 1 => Just(b'"')], 0..40)) {
            let expected = bytes.iter().position(|b| *b < b' ' || *b == b'"' || *b == b'\\').unwrap_or(bytes.len());
            prop_assert_eq!(unescaped_len(&bytes), expected);
            prop_assert_eq!(is_unescaped(&bytes), expected == bytes.len());
        }
    }
}
