//! `completions`: what a shell needs to complete arguments.

use std::io;

use clap::Args;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  trueodds completions fish > ~/.config/fish/completions/trueodds.fish
  source <(trueodds completions bash)    in ~/.bashrc; zsh likewise in ~/.zshrc";

/// The variable by which a shell asks for candidates.
pub(crate) const VARIABLE: &str = "COMPLETE";

/// The shells that are known.
pub(crate) const SHELLS: Shells<'static> = Shells(&[&WholeWords, &Elvish, &Fish, &Powershell, &Zsh]);

/// Print what makes a shell complete mechanics, items and rule sets
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

impl Run for CompletionsArgs {
    const NAME: &'static str = "completions";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let name = self.shell.to_string();
        let shell = SHELLS.completer(&name).ok_or_else(|| format!("no shell `{name}`"))?;
        let mut script = Vec::new();
        let program = program();
        let written = shell.write_registration(VARIABLE, "trueodds", "trueodds", &program, &mut script);
        written.map_err(|error| format!("cannot write the script: {error}"))?;
        context.write(&String::from_utf8_lossy(&script))
    }
}

/// The program as it was called; by its whole path where it was called by one.
fn program() -> String {
    let called = std::env::args_os().next().unwrap_or_default();
    let path = std::path::PathBuf::from(called);
    let whole = if path.components().count() > 1 { std::path::absolute(&path).unwrap_or(path) } else { path };
    whole.to_string_lossy().into_owned()
}

/// Bash, which cuts words at `=` and `:`. Here they stay whole, so that `difficulty=h` is one.
struct WholeWords;

const SCRIPT: &str = r#"_trueodds() {
    local line="${COMP_LINE:0:COMP_POINT}" words
    read -ra words <<< "$line"
    if [[ $line == *[[:space:]] ]]; then words+=(""); fi
    local last="${words[${#words[@]} - 1]}"
    local IFS=$'\n'
    COMPREPLY=( $(VARIABLE=bash _CLAP_IFS="$IFS" _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) \
        "PROGRAM" -- "${words[@]}") ) || COMPREPLY=()
    # What stands before the cut is on the line already.
    COMPREPLY=( "${COMPREPLY[@]#"${last%"${last##*[=:]}"}"}" )
    if [[ ${COMPREPLY-} == *[=/:] ]]; then compopt -o nospace; fi
}
complete -o bashdefault -o default -F _trueodds NAME"#;

impl EnvCompleter for WholeWords {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        name: &str,
        program: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let quoted: String = program
            .chars()
            .flat_map(|sign| matches!(sign, '\\' | '"' | '$' | '`').then_some('\\').into_iter().chain([sign]))
            .collect();
        let script = SCRIPT.replace("VARIABLE", variable).replace("NAME", name).replace("PROGRAM", &quoted);
        writeln!(out, "{script}")
    }

    fn write_complete(
        &self,
        command: &mut clap::Command,
        words: Vec<std::ffi::OsString>,
        folder: Option<&std::path::Path>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        Bash.write_complete(command, words, folder, out)
    }
}
