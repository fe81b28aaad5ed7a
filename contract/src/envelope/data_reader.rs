//! Reads the data of an envelope, and what stands beside them.

use serde::Deserialize;

use super::{
    missing_data::MissingData,
    page_markers::{self, PageMarkers},
};
use crate::{
    json_reader::{JsonReader, Unreadable},
    mapping::PageKeys,
};

/// Where the data of a success stand: the path to the list, and the keys beside it that describe pages.
#[derive(Clone, Copy)]
pub(super) struct DataReader<'s> {
    /// The keys that lead to the data where they are within objects.
    pub(super) list_path: &'s [String],
    pub(super) page_keys: &'s PageKeys,
}

impl DataReader<'_> {
    /// The same where only what is beside the data is read.
    pub(super) fn without_list(self) -> Self {
        Self { list_path: &[], ..self }
    }

    /// Reads what a key beside the data says of pages. Returns whether the value may be the data: a list or an object, but
    /// no page marker and no links.
    pub(super) fn read_sibling(
        self,
        reader: &mut JsonReader<'_, '_>,
        key: &str,
        pages: &mut PageMarkers,
    ) -> Result<bool, Unreadable> {
        let before = *pages;
        let may_be_data = reader.is_filled() && !(reader.is_object() && page_markers::is_links(key));
        pages.read(reader, &[], key, self.page_keys)?;
        Ok(may_be_data && *pages == before)
    }

    /// Reads the data.
    pub(super) fn read<'de, T: Deserialize<'de>>(
        self,
        reader: &mut JsonReader<'de, '_>,
        pages: &mut PageMarkers,
    ) -> Result<Option<T>, Unreadable> {
        if reader.null() {
            return Ok(None);
        }
        // Languages with one type for lists and objects write an empty list where there is no object.
        if reader.is_empty_list() {
            return reader.attempt(|reader| T::deserialize(reader));
        }
        let Some((list, within)) = self.list_path.split_first().filter(|_| reader.is_object()) else {
            return T::deserialize(reader).map(Some);
        };
        let (mut data, mut is_null, mut has_other_container) = (None, false, false);
        let mut is_first = true;
        while let Some(key) = reader.key(is_first)? {
            is_first = false;
            match &data {
                None if key == *list && reader.null() => is_null = true,
                None if key == *list => data = Some(Self { list_path: within, ..self }.read(reader, pages)?),
                _ => has_other_container |= self.read_sibling(reader, &key, pages)?,
            }
        }
        match data {
            Some(data) => Ok(data),
            // An empty list may be left out; but rows may be counted, or stand under another key.
            None if has_other_container || pages.total.is_some_and(|total| total > 0) => Err(Unreadable::default()),
            // Go writes null for an empty list. An object that is null is none.
            None if is_null => Ok(T::deserialize(MissingData::EmptyListOrNothing).ok()),
            None => T::deserialize(MissingData::EmptyListOrNothing).map(Some),
        }
    }
}
