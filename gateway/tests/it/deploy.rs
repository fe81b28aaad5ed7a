//! What operators and developers start from: the files of `gateway/deploy/` and the documents fit the program.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use clap::CommandFactory as _;
use gateway::{config::Cli, schema::error::ErrorCode};

use crate::{kit::Folder, program::run};

const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The texts that name settings, by path.
fn texts() -> Vec<(String, String)> {
    let mut folders = vec![root().join("gateway/deploy"), root().join("docs")];
    let mut files = vec![root().join("README.md")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let list = if path.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    let read = |path: PathBuf| Some((path.display().to_string(), fs::read_to_string(path).ok()?));
    files.into_iter().filter_map(read).collect()
}

#[test]
fn every_documented_variable_is_a_setting() {
    let command = Cli::command();
    let commands = [&command].into_iter().chain(command.get_subcommands());
    let settings = commands.flat_map(|command| command.get_arguments().filter_map(|arg| arg.get_env()?.to_str()));
    let mut known: BTreeSet<&str> = settings.collect();
    // What a build and `gateway login` take.
    known.extend(["GATEWAY_COMMIT", "GATEWAY_PASSWORD"]);
    let mut named = 0;
    for (path, text) in texts() {
        for (at, _) in text.match_indices("GATEWAY_") {
            let name = &text[at..];
            let end = name.find(|c: char| !c.is_ascii_uppercase() && c != '_').unwrap_or(name.len());
            // `GATEWAY_MAX_…` is all that begin so.
            let is_family = name[end..].starts_with('…') && known.iter().any(|known| known.starts_with(&name[..end]));
            assert!(is_family || known.contains(&name[..end]), "{path}: {}", &name[..end]);
            named += 1;
        }
    }
    assert!(named > 40, "{named}");
}

#[tokio::test]
async fn the_example_settings_are_valid() {
    let deploy = root().join("gateway/deploy");
    let read = |name: &str| fs::read_to_string(deploy.join(name)).unwrap();
    let manifest = read("kubernetes.yaml");
    let (_, in_cluster) = manifest.split_once("gateway.toml: |\n").unwrap();
    let in_cluster: Vec<_> = in_cluster.lines().map_while(|line| line.strip_prefix("    ")).collect();
    for example in [read("gateway.toml"), in_cluster.join("\n")] {
        let folder = Folder::new(&[("gateway.toml", &example)]);
        let arguments = ["config", "--check", "--config", &folder.path("gateway.toml")];
        let said = run(&arguments, &[("GATEWAY_API_KEY", "chave"), ("GATEWAY_DESAFIO_KEY", KEY)]).await;
        assert_eq!(said.status, 0, "{said:?}\n{example}");
    }
}

#[test]
fn what_the_image_copies_is_let_into_its_build() {
    let deploy = root().join("gateway/deploy");
    let ignored = fs::read_to_string(deploy.join("Dockerfile.dockerignore")).unwrap();
    let built = fs::read_to_string(deploy.join("Dockerfile")).unwrap();
    let copies = built.lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|copy| !copy.starts_with("--from"));
    let sources: Vec<_> = copies.flat_map(|copy| copy.rsplit_once(' ').unwrap().0.split(' ')).collect();
    assert!(sources.len() > 8, "{sources:?}");
    for source in sources {
        let first = source.split('/').next().unwrap();
        assert!(root().join(source).exists() && ignored.lines().any(|line| line == format!("!{first}")), "{source}");
    }
}

/// docs/tools.md and the pages of single clients.
fn pages() -> Vec<PathBuf> {
    let docs = root().join("docs");
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

fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[test]
fn the_page_explains_every_code() {
    let docs = root().join("docs");
    let page = fs::read_to_string(docs.join("tools.md")).unwrap();
    let missing: Vec<_> =
        ErrorCode::ALL.iter().map(|code| code.as_str()).filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, [""; 0]);
}
