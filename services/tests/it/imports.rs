//! Finds the imports between a crate's modules in the source text, to check the layering rules of ARCHITECTURE.md. Shared by
//! the tests of the services and of the gateway.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A module below `src/`, and the items of the crate root that it and its submodules may import.
pub(crate) type Rule = (&'static str, &'static [&'static str]);

/// The violations of the rules, one line each. A module without a rule may import nothing.
pub(crate) fn forbidden(src: &Path, rules: &[Rule]) -> Vec<String> {
    let mut broken = Vec::new();
    for (module, source) in modules(src) {
        let allowed = rules.iter().find(|(name, _)| *name == module[0]).map_or(&[][..], |(_, allowed)| allowed);
        let named = named(&module, &source).into_iter().map(|mut path| path.swap_remove(0));
        let wrong = named.filter(|name| *name != module[0] && !allowed.contains(&name.as_str()));
        broken.extend(wrong.map(|name| format!("{}: {name} is not for {}", module.join("::"), module[0])));
    }
    broken
}

/// The modules below a folder, with their sources; `lib` and `main` are the crate roots.
pub(crate) fn modules(src: &Path) -> impl Iterator<Item = (Vec<String>, String)> {
    files(src).into_iter().map(move |file| {
        let place = file.strip_prefix(src).unwrap().with_extension("");
        let mut module: Vec<_> = place.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        module.pop_if(|last| last == "mod");
        (module, fs::read_to_string(&file).unwrap())
    })
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

/// The paths that a module names, from the root of its crate; those of its unit tests are left out.
pub(crate) fn named(module: &[String], source: &str) -> Vec<Vec<String>> {
    let code = code(source);
    let code = code.split("mod tests {").next().unwrap_or_default();
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
    found.retain(|path| path.len() > 1 && path.last().is_some_and(|name| !name.is_empty()));
    let from_root = found.iter().filter_map(|path| {
        let above = path.iter().take_while(|name| **name == "super").count();
        let (base, rest) = match path[0] {
            "crate" => (&[][..], &path[1..]),
            "self" => (module, &path[1..]),
            "super" => (&module[..module.len().checked_sub(above)?], &path[above..]),
            // A module below this one, or another crate.
            _ => (module, &path[..]),
        };
        Some(base.iter().cloned().chain(rest.iter().map(|&name| name.to_owned())).collect())
    });
    from_root.collect()
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

#[test]
fn names_are_found_in_every_form() {
    let source = "use crate::{\n    App, // not crate::mail\n    http::{Answer, Body},\n    wire::login,\n};\n\
                  fn f() -> crate::db::Db { super::calendar::date() }";
    let of = |module: &[&str]| {
        let module: Vec<_> = module.iter().map(|&part| part.to_owned()).collect();
        let others = named(&module, source).into_iter().filter(|path| path[0] != module[0]);
        others.map(|path| path.join("::")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of(&["painel"]), "App http::Answer http::Body wire::login db::Db calendar::date");
    assert_eq!(of(&["demo", "draw"]), "App http::Answer http::Body wire::login db::Db");
}
