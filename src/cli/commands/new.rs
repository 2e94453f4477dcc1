//! `new`: a mechanic to begin with.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::files::write_new;
use crate::diagnostic::has_errors;
use crate::parse::parse;
use crate::render::Format;
use crate::session::Session;
use crate::source::FileId;

const EXAMPLES: &str = "\
Examples:
  trueodds new dice/loot
  trueodds new isaac/shop --data mine";

/// Write a mechanic to begin with, with a rule set and a claim
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct NewArgs {
    /// Its name: the game and the mechanic
    #[arg(value_name = "GAME/MECHANIC")]
    name: String,
}

const MECHANIC: &str = include_str!("new.odds");

const RULE_SET: &str = r#"# What one text says, taken literally. What it does not say is as in the mechanic.
title = "As the page has it"
kind = "reading"

[mechanic.STEM.rules]
luck_adds = { value = "1/50", from = "The page and the section that state it" }
"#;

const CLAIMS: &str = r#"# What a page states, and the question that decides each statement. On the page `find` finds the figure.
title = "LABEL"
source = ["The title of the page"]
mechanic = "STEM"
rules = ["declared"]

[[section]]
name = "The section"
claim = [
  { id = "STEM-chest", about = "A chest without luck or charm", 
    find = "chest without luck or charm .. {6.25%}", query = "P(drop = chest)" },
]
"#;

impl Run for NewArgs {
    const NAME: &'static str = "new";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let (game, stem) = self.parts()?;
        if Session::embedded()?.names().contains(&self.name) {
            return Err(format!(
                "there is a mechanic `{}` already; `trueodds export DIR` writes the built-in ones, to change them",
                self.name
            )
            .into());
        }
        let filled = |text: &str| {
            let text = text.replace("NAME", &self.name).replace("STEM", stem);
            text.replace("LABEL", &label(stem))
        };
        let folder = context.common.data.clone().unwrap_or_default().join(game);
        let mechanic = folder.join(format!("{stem}.odds"));
        let files = [
            (mechanic.clone(), filled(MECHANIC)),
            (folder.join("rulesets").join(format!("{stem}-page.toml")), filled(RULE_SET)),
            (folder.join("claims").join(format!("{stem}.toml")), filled(CLAIMS)),
        ];
        write_new(&files, context)?;
        context.write(&next(&mechanic, &files))
    }
}

impl NewArgs {
    /// The game and the mechanic, where both are names.
    fn parts(&self) -> Result<(&str, &str), String> {
        let name = &self.name;
        let problem = |what: &str| {
            format!(
                "`{name}` {what}; a name is GAME/MECHANIC in small letters, digits and hyphens, as `dice/loot`"
            )
        };
        let parts = name.split_once('/').ok_or_else(|| problem("names no game"))?;
        let is_name = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        };
        if !is_name(parts.0) || !is_name(parts.1) {
            return Err(problem("is no name"));
        }
        let (_, problems) = parse(FileId::default(), &MECHANIC.replace("NAME", name));
        if has_errors(&problems) { Err(problem("has a word of the language in it")) } else { Ok(parts) }
    }
}

/// `Room clear` of `room-clear`.
fn label(stem: &str) -> String {
    let words = stem.replace('-', " ");
    let (first, rest) = words.split_at(1);
    first.to_uppercase() + rest
}

/// What was written, and what to type now.
fn next(mechanic: &Path, files: &[(PathBuf, String)]) -> String {
    let written: String = files.iter().map(|(path, _)| format!("wrote {}\n", path.display())).collect();
    let shown = mechanic.display();
    format!(
        "{written}\nChange them, and see what comes of it:\n  trueodds check {shown}\n  trueodds table {shown} --sweep luck=0..10\n  \
         trueodds verify {shown}\n"
    )
}
