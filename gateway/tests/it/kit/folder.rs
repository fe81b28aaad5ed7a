//! A folder with files, gone with the test.

use std::fs;

use tempfile::TempDir;

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(files: &[(&str, impl AsRef<[u8]>)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn empty() -> Self {
        Self::new(&[("", ""); 0])
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text")
    }

    /// The path of a file as an argument; of the folder, if the name is empty.
    pub(crate) fn path(&self, name: &str) -> String {
        let path = if name.is_empty() { self.0.path().to_owned() } else { self.0.path().join(name) };
        path.into_os_string().into_string().expect("a path in UTF-8")
    }
}
