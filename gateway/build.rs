//! Has the gateway built again when the client was built: the files' names change, and nothing else would tell cargo.

use std::{fs, path::Path};

fn main() {
    let dist = Path::new("../client/dist");
    // Cargo runs this script again on every build while a watched path is missing, so the folder is made. Where it
    // cannot be made there is nobody to build the client into it either.
    let _ = fs::create_dir_all(dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
}
