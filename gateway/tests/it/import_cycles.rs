//! No file imports a file that imports it, directly or through others. So a `mod.rs` knows its children or is known by them,
//! and what both need stands in a file of its own.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::imports::{code, files};

type Module = Vec<String>;

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources: BTreeMap<Module, String> = files(&src)
        .into_iter()
        .map(|file| (module(file.strip_prefix(&src).unwrap()), code(&fs::read_to_string(&file).unwrap())))
        .collect();
    let imports: BTreeMap<_, _> = sources.keys().map(|module| (module, imports(module, &sources))).collect();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 1000);
    let circles: Vec<_> = imports
        .iter()
        .flat_map(|(module, imported)| imported.iter().map(move |other| (*module, *other)))
        .filter(|(module, other)| reaches(other, module, &imports))
        .map(|(module, other)| format!("{} imports {}, which leads back", module.join("::"), other.join("::")))
        .collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

fn module(file: &Path) -> Module {
    let mut parts: Module = file.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    parts.pop_if(|last| last == "mod");
    parts
}

/// The modules that a module's code names, its unit tests aside.
fn imports<'a>(module: &Module, sources: &'a BTreeMap<Module, String>) -> BTreeSet<&'a Module> {
    let code = sources[module].split("mod tests {").next().unwrap_or_default();
    // The paths of visibilities import nothing, and those of a macro are imported where it is used.
    let code = code.replace("pub(in crate", "pub(").replace("$crate::", "");
    let mut found = Vec::new();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for (at, _) in code.match_indices(|c: char| c.is_alphabetic()) {
        if !code[..at].ends_with(is_name) {
            expand(&code[at..], &[], &mut found);
        }
    }
    // A single name is a keyword, a local name, or `super` in a visibility; an empty one is a variable of a macro.
    let is_path = |path: &&Vec<&str>| path.len() > 1 && path.last().is_some_and(|name| !name.is_empty());
    let named = found.iter().filter(is_path).filter_map(|path| {
        let above = path.iter().take_while(|name| **name == "super").count();
        let (base, rest) = match path[0] {
            "crate" => (&[][..], &path[1..]),
            "self" => (&module[..], &path[1..]),
            "super" => (&module[..module.len().checked_sub(above)?], &path[above..]),
            // A module below this one.
            _ => (&module[..], &path[..]),
        };
        let full: Module = base.iter().cloned().chain(rest.iter().map(|name| (*name).to_owned())).collect();
        let longest = (1..=full.len()).rev().find_map(|length| sources.get_key_value(&full[..length]))?;
        Some(longest.0).filter(|other| *other != module)
    });
    named.collect()
}

/// Adds the path with which a text begins, or each path of its group. Returns what follows.
fn expand<'a>(mut rest: &'a str, prefix: &[&'a str], found: &mut Vec<Vec<&'a str>>) -> &'a str {
    let mut path = prefix.to_vec();
    loop {
        if let Some(group) = rest.strip_prefix('{') {
            rest = group;
            loop {
                rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
                match rest.chars().next() {
                    None => return rest,
                    Some('}') => return &rest[1..],
                    Some(c) if c.is_alphanumeric() || c == '_' => rest = expand(rest, &path, found),
                    Some(other) => rest = &rest[other.len_utf8()..],
                }
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        path.push(&rest[..end]);
        rest = &rest[end..];
        let Some(after) = rest.strip_prefix("::") else {
            found.push(path);
            return rest;
        };
        rest = after;
    }
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
