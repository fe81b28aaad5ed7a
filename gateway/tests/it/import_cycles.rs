//! No file imports a file that imports it, directly or through others. So a `mod.rs` knows its children or is known by them,
//! and what both need stands in a file of its own.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use crate::imports::{modules, named};

type Module = Vec<String>;

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let sources: BTreeMap<Module, String> = modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).collect();
    let file_of = |path: Module| (1..=path.len()).rev().find_map(|length| sources.get_key_value(&path[..length]));
    let imports: BTreeMap<&Module, BTreeSet<&Module>> = sources
        .iter()
        .map(|(module, source)| {
            let files = named(module, source).into_iter().filter_map(file_of).map(|(other, _)| other);
            (module, files.filter(|other| *other != module).collect())
        })
        .collect();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 1000);
    let circles: Vec<_> = imports
        .iter()
        .flat_map(|(module, imported)| imported.iter().map(move |other| (*module, *other)))
        .filter(|(module, other)| reaches(other, module, &imports))
        .map(|(module, other)| format!("{} imports {}, which leads back", module.join("::"), other.join("::")))
        .collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// Whether a module imports another one, directly or through others.
fn reaches(from: &Module, to: &Module, imports: &BTreeMap<&Module, BTreeSet<&Module>>) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            next.extend(imports.get(module).into_iter().flatten().copied());
        }
    }
    false
}
