//! docs/tools.md and the pages in docs/tools/: their examples are the files that run, and every code of an error is explained.

use std::{
    fs,
    path::{Path, PathBuf},
};

use gateway::schema::error::ErrorCode;

/// Inserts each named file below its line `<!-- PATH -->`, in place of what stood there.
fn with_files(page: &str, folder: &Path) -> String {
    let mut text = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        let Some(path) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        if lines.next_if(|next| next.starts_with("```")).is_some() {
            assert!(lines.any(|line| line == "```"), "the block of {path} has no end");
        }
        let file = fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(!file.contains("\n```"), "{path} would end its block");
        let language = match Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
            "diff" => "diff",
            "graphql" => "graphql",
            "jq" => "jq",
            "mjs" => "js",
            "json" => "json",
            "py" => "python",
            "rs" => "rust",
            "sh" => "sh",
            "toml" => "toml",
            "ts" => "typescript",
            other => panic!("{path}: which language is {other}?"),
        };
        text.push_str(&format!("```{language}\n{file}```\n"));
    }
    text
}

/// docs/tools.md and the pages of single clients.
fn pages() -> Vec<PathBuf> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let clients = fs::read_dir(docs.join("tools")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = clients.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    pages.push(docs.join("tools.md"));
    pages
}

/// If an example of a page is not its file, this test writes the page anew and fails.
#[test]
fn the_examples_of_the_pages_are_the_files_that_run() {
    let mut examples = 0;
    let mut out_of_date = Vec::new();
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let written = with_files(&page, path.parent().unwrap());
        examples += written.matches("\n<!-- ").count();
        if page != written {
            fs::write(&path, written).unwrap();
            out_of_date.push(path);
        }
    }
    assert!(examples >= 21, "{examples}: a page has lost an example");
    assert!(out_of_date.is_empty(), "written anew, review and commit: {out_of_date:?}");
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
