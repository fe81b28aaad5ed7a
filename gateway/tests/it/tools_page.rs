//! docs/tools.md and the pages in docs/tools/: their links lead somewhere, and every code of an error is explained.

use std::{
    fs,
    path::{Path, PathBuf},
};

use gateway::schema::error::ErrorCode;

/// docs/tools.md and the pages of single clients.
fn pages() -> Vec<PathBuf> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let clients = fs::read_dir(docs.join("tools")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = clients.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    pages.push(docs.join("tools.md"));
    pages
}

/// A link inside of the pages leads to a file and, in it, to a heading.
#[test]
fn the_links_between_the_pages_lead_somewhere() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let links = page.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
        for link in links.filter(|link| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let text = fs::read_to_string(&target).unwrap_or_else(|_| panic!("{}: {link}", path.display()));
            assert!(
                heading.is_empty() || text.lines().any(|line| line.starts_with('#') && anchor(line) == heading),
                "{}: {link}",
                path.display()
            );
        }
    }
}

/// The anchor that a heading of Markdown gets.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[test]
fn the_page_explains_every_code() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let page = fs::read_to_string(docs.join("tools.md")).unwrap();
    let missing: Vec<_> =
        ErrorCode::ALL.iter().map(|code| code.as_str()).filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, [""; 0]);
}
