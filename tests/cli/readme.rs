//! README and docs/: examples are run as they stand, files that are shown are those that are there, and links lead
//! somewhere. `TRYCMD=overwrite` renews what commands print and the pictures they draw.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a page holds that can be tested.
#[derive(Default)]
struct Page {
    /// Fenced blocks with what stands after the fence.
    blocks: Vec<(String, String)>,
    /// What tables say to `type`.
    commands: Vec<String>,
    links: Vec<String>,
    /// Headings as links name them.
    anchors: Vec<String>,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let mut page = Self::default();
        let (mut head, mut block, mut heading) = (String::new(), None, None::<String>);
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::TableHead) => (head, heading) = (String::new(), Some(String::new())),
                Event::End(TagEnd::TableHead) => head = heading.take().unwrap(),
                Event::End(TagEnd::Table) => head.clear(),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    block = Some((info.to_string(), String::new()));
                }
                Event::End(TagEnd::CodeBlock) => page.blocks.extend(block.take()),
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|text| anchor(&text)))
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.to_string());
                }
                Event::Text(part) | Event::Code(part) if heading.is_some() => {
                    heading.as_mut().unwrap().push_str(&part);
                }
                Event::Text(part) => {
                    if let Some((_, text)) = &mut block {
                        text.push_str(&part);
                    }
                }
                Event::Code(code) if head.ends_with("type") && code.starts_with("trueodds ") => {
                    page.commands.push(code.to_string());
                }
                _ => {}
            }
        }
        page
    }

    fn blocks_of<'a>(&'a self, info: &'a str) -> impl Iterator<Item = &'a str> {
        self.blocks.iter().filter(move |(of, _)| of == info).map(|(_, text)| text.as_str())
    }
}

/// What a link to a heading is called.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn markdown_in(folder: &str) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "md"))
}

/// The pages that people read, in a fixed order.
fn pages() -> BTreeMap<PathBuf, Page> {
    let folders = [".", "data", "docs", "docs/examples"];
    folders
        .iter()
        .flat_map(|folder| markdown_in(folder))
        .map(|path| (path.clone(), Page::read(&path)))
        .collect()
}

/// The pages whose commands are run.
fn run_pages() -> impl Iterator<Item = (PathBuf, Page)> {
    pages().into_iter().filter(|(path, _)| {
        let folder = path.parent().unwrap();
        path.ends_with("README.md") && folder == root().join(".") || folder == root().join("docs")
    })
}

/// A folder to run commands in, which has the examples, a page to mend and a place for pictures.
#[cfg(unix)]
fn workplace() -> tempfile::TempDir {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("docs/pictures")).unwrap();
    for shared in ["docs/examples", "tests"] {
        symlink(root().join(shared), folder.path().join(shared)).unwrap();
    }
    fs::copy(root().join("tests/data/page.txt"), folder.path().join("page.txt")).unwrap();
    folder
}

/// Runs a program that finds `trueodds` on its path.
fn run(program: &str, args: &[&str], folder: &Path) -> std::io::Result<Output> {
    let bin = Path::new(env!("CARGO_BIN_EXE_trueodds")).parent().unwrap();
    let mut path = OsString::from(bin);
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Command::new(program).args(args).current_dir(folder).env("PATH", path).output()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_readme_and_docs_show_what_commands_print() {
    trycmd::TestCases::new().case("README.md").case("data/README.md").case("docs/*.md");
}

/// Those in blocks marked `sh`, one after the other, and those in tables.
#[cfg(unix)]
#[test]
fn commands_without_an_answer_beside_them_run() {
    let mut count = 0;
    for (path, page) in run_pages() {
        let folder = workplace();
        let lines = page.blocks_of("sh").flat_map(str::lines).filter(|line| line.starts_with("trueodds "));
        // A server works until it is told to end.
        let lines = lines.filter(|line| !line.starts_with("trueodds serve"));
        for command in lines.chain(page.commands.iter().map(String::as_str)) {
            let output = run("sh", &["-c", command], folder.path()).unwrap();
            // 1 says that something was found, which is an answer too.
            let answered = output.status.code().is_some_and(|code| code < 2);
            assert!(answered, "{}: {command}\n{}", path.display(), text(&output.stderr));
            count += 1;
        }
        for drawn in fs::read_dir(folder.path().join("docs/pictures")).unwrap() {
            let drawn = drawn.unwrap();
            let committed = root().join("docs/pictures").join(drawn.file_name());
            if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
                fs::copy(drawn.path(), &committed).unwrap();
            }
            let same = fs::read(drawn.path()).unwrap() == fs::read(&committed).unwrap_or_default();
            assert!(same, "{} is another picture: TRYCMD=overwrite renews it", committed.display());
        }
    }
    assert!(count > 30, "{count} commands");
}

/// A block `python` prints the block `text` that follows it. Who has no Python can still work on trueodds.
#[cfg(unix)]
#[test]
fn programs_of_others_print_what_stands_below_them() {
    for (path, page) in run_pages() {
        let folder = workplace();
        for pair in page.blocks.windows(2).filter(|pair| pair[0].0 == "python") {
            let Ok(output) = run("python3", &["-c", &pair[0].1], folder.path()) else { return };
            assert!(output.status.success(), "{}: {}", path.display(), text(&output.stderr));
            assert_eq!(text(&output.stdout), pair[1].1, "{}", path.display());
        }
    }
}

/// "```odds docs/examples/coin.odds" shows that file.
#[test]
fn a_block_that_names_a_file_shows_what_is_in_it() {
    for (path, page) in pages() {
        for (info, shown) in &page.blocks {
            let Some((_, file)) = info.split_once(' ').filter(|(_, file)| file.contains('/')) else {
                continue;
            };
            let found =
                fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(*shown, found, "{} shows another {file}", path.display());
        }
    }
}

#[test]
fn links_lead_to_files_and_headings_that_are_there() {
    let pages = pages();
    let mut wrong = Vec::new();
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let Ok(target) = target.canonicalize() else {
                wrong.push(format!("{}: no file {link}", path.display()));
                continue;
            };
            if !heading.is_empty() && !Page::read(&target).anchors.contains(&heading.to_owned()) {
                wrong.push(format!("{}: no heading {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(pages.values().map(|page| page.links.len()).sum::<usize>() > 50);
}
