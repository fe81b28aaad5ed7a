//! Finds the imports between a crate's modules (`crate::…`, and `super::…` out of the module) in the source text, to check
//! the layering rules of ARCHITECTURE.md. Shared by the tests of the services and of the gateway.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A module below `src/`, and the items of the crate root that it and its submodules may import.
pub(crate) type Rule = (&'static str, &'static [&'static str]);

/// The violations of the rules, one line each. A module without a rule may import nothing.
pub(crate) fn forbidden(src: &Path, rules: &[Rule]) -> Vec<String> {
    let mut broken = Vec::new();
    for file in files(src) {
        let place = file.strip_prefix(src).unwrap();
        let module = module(place);
        let owner = module.first().map_or("", String::as_str);
        let allowed = rules.iter().find(|(name, _)| *name == owner).map_or(&[][..], |(_, allowed)| allowed);
        for named in named(&fs::read_to_string(&file).unwrap(), &module) {
            if named != owner && !allowed.contains(&named.as_str()) {
                broken.push(format!("{}: {named} is not for {owner}", place.display()));
            }
        }
    }
    broken
}

/// Every Rust file below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// A source without its comments.
pub(crate) fn code(source: &str) -> String {
    source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The module path of a file; `lib` and `main` are the crate roots.
fn module(place: &Path) -> Vec<String> {
    let path = place.with_extension("");
    let mut parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    parts.pop_if(|last| last == "mod");
    parts
}

/// The items of the crate root that a module imports.
fn named(source: &str, module: &[String]) -> BTreeSet<String> {
    let code = code(source);
    let mut named = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        named.extend(first_names(&code[at + "crate::".len()..]));
    }
    // A path with as many `super::` as the module is deep starts at the root. The file's tests are one module deeper, so
    // they are left out.
    let out = "super::".repeat(module.len());
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    for (at, _) in code.match_indices(&out) {
        named.extend(first_names(&code[at + out.len()..]));
    }
    named
}

/// The first name of a path, or of each path in braces.
fn first_names(path: &str) -> Vec<String> {
    let name =
        |text: &str| -> String { text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let (mut depth, mut names, mut start) = (1, Vec::new(), 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            names.push(name(&group[start..at]));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn names_are_found_in_every_form() {
    let source = "use crate::{\n    App, // not crate::mail\n    http::{Answer, Body},\n    wire::login,\n};\n\
                  fn f() -> crate::db::Db { super::calendar::date() }";
    let of = |module: &[&str]| {
        let module: Vec<_> = module.iter().map(|&part| part.to_owned()).collect();
        named(source, &module).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of(&["painel"]), "App calendar db http wire");
    assert_eq!(of(&["demo", "draw"]), "App db http wire");
}
