//! docs/tools.md: its examples are the files that are run, and everything that it says of errors is so.

use std::{fs, path::Path};

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
            "graphql" => "graphql",
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

/// If an example of the page is not its file, this test writes the page anew and fails.
#[test]
fn the_examples_of_the_page_are_the_files_that_run() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let page = fs::read_to_string(docs.join("tools.md")).unwrap();
    let written = with_files(&page, &docs);
    assert!(written.matches("\n<!-- tools/").count() >= 10, "the page has lost its examples");
    if page != written {
        fs::write(docs.join("tools.md"), written).unwrap();
        panic!("docs/tools.md was out of date and has been written anew: review and commit it");
    }
}

#[test]
fn the_page_explains_every_code() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let page = fs::read_to_string(docs.join("tools.md")).unwrap();
    let missing: Vec<_> =
        ErrorCode::ALL.iter().map(|code| code.as_str()).filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, [""; 0]);
}
