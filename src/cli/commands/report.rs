//! `report`: writes reports/, or says which of its files are not what the data give.

use std::fs;
use std::path::Path;

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::output::styled_message;
use crate::render::Format;
use crate::report::{File, ReportError, files};

const EXAMPLES: &str = "\
Examples:
  trueodds report                        write reports/
  trueodds report --data data -o out     of a folder, into another
  trueodds report --check                say which files differ";

/// Make the pages, pictures and wikitext of reports/
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// Write nothing; name the files that differ
    ///
    /// The exit status is 1 where there are any.
    #[arg(long)]
    check: bool,
}

/// What is said where an option asks for one text.
const FOLDER: &str = "`report` writes its files into a folder, `--output DIR`; leave out `--format`";

/// The folder of the reports, where no other is named.
const REPORTS: &str = "reports";

impl Run for ReportArgs {
    const NAME: &'static str = "report";
    const FORMATS: &'static [Format] = &[Format::Terminal];
    const REFUSAL: Option<&'static str> = Some(FOLDER);

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let folder = context.output.as_deref().unwrap_or(Path::new(REPORTS));
        let session = context.data_alone()?;
        let watched = context.is_watched();
        let progress = |what: &str| {
            if watched {
                styled_message(&format!("\r\u{1b}[Kreport: {what}"));
            }
        };
        let made = files(&session, &context.limits, &progress);
        if watched {
            styled_message("\r\u{1b}[K");
        }
        let made = made.map_err(|error| match error {
            ReportError::Data(failure) => CliError::from(failure),
            ReportError::Stopped(error, mechanic) => CliError::stopped(error, &mechanic, session.sources()),
        })?;
        let drift = drift(folder, &made);
        let text: String = drift.iter().map(|(path, what)| format!("{path}: {what}\n")).collect();
        if self.check {
            context.target_at(None)?.write(&text)?;
            return Ok(Status::of(!drift.is_empty()));
        }
        write(folder, &made, context)?;
        if !context.common.quiet {
            let changed = if drift.is_empty() { "nothing changed\n".to_owned() } else { text };
            context.target_at(None)?.write(&changed)?;
        }
        Ok(Status::Clean)
    }
}

/// The files that are not as they should be, each with what is wrong.
fn drift(folder: &Path, made: &[File]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in made {
        let path = folder.join(&file.path);
        let shown = path.display().to_string();
        match fs::read(&path) {
            Ok(bytes) if bytes == file.text.as_bytes() => {}
            Ok(bytes) => found.push((shown, difference(&String::from_utf8_lossy(&bytes), &file.text))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                found.push((shown, "missing".to_owned()));
            }
            Err(error) => found.push((shown, error.to_string())),
        }
    }
    let mut stray = Vec::new();
    strays(folder, folder, made, &mut stray);
    stray.sort();
    found.extend(stray.into_iter().map(|path| (path, "made no longer; delete it".to_owned())));
    found
}

/// Pages and pictures in the folder that nothing makes.
fn strays(root: &Path, folder: &Path, made: &[File], found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // A link may lead out of the folder, or round.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            strays(root, &path, made, found);
            continue;
        }
        let ours = path.extension().is_some_and(|own| own == "md" || own == "svg" || own == "wikitext");
        let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if ours && !made.iter().any(|file| file.path == below) {
            found.push(path.display().to_string());
        }
    }
}

/// The first line that differs: `line 12: "a" should be "b"`.
fn difference(old: &str, new: &str) -> String {
    let mut lines = (1..).zip(old.lines().map(Some).chain(std::iter::repeat(None)));
    let mut wanted = new.lines().map(Some).chain(std::iter::repeat(None));
    let most = old.lines().count().max(new.lines().count());
    for _ in 0..most {
        if let (Some((number, own)), Some(other)) = (lines.next(), wanted.next())
            && own != other
        {
            let text =
                |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("`{}`", cut(line)));
            return format!("line {number} is {}, and should be {}", text(own), text(other));
        }
    }
    "the ends of lines differ".to_owned()
}

/// A line as far as it helps.
fn cut(line: &str) -> String {
    const LONGEST: usize = 120;
    let kept: String = line.chars().take(LONGEST).collect();
    if kept.len() < line.len() { format!("{kept}…") } else { kept }
}

/// Writes each file whole or not at all; those that are right are left alone.
fn write(folder: &Path, made: &[File], context: &Context) -> Result<(), CliError> {
    for file in made {
        let path = folder.join(&file.path);
        if fs::read(&path).is_ok_and(|bytes| bytes == file.text.as_bytes()) {
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .map_err(|error| format!("cannot make the folder {}: {error}", parent.display()))?;
        }
        context.target_at(Some(&path))?.write(&file.text)?;
    }
    Ok(())
}
