//! Arguments to jobs, jobs to text, text to where it belongs.

use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;

use super::args::{Cli, Command, Common, QueryArgs, ScenarioArgs, TildeArg};
use super::output::{Target, message, terminal_width, use_color};
use crate::diagnostic::{Code, Diagnostic, has_errors, or_nearest};
use crate::evaluate::Stop;
use crate::parse::{parse, print};
use crate::query::report::Shown;
use crate::query::{
    Mechanic, Report, Scenario, Settings, TableError, ask, ask_report, catalogue, parse_sweep, scenario,
    show, start_text,
};
use crate::render::{Format, Style, diagnostics, render, wrap};
use crate::session::{DataSource, Failure, Session, read_text};
use crate::source::SourceMap;

/// Findings: a diagnostic, a file that is not in canonical layout.
const FINDINGS: u8 = 1;
/// What was asked for does not fit, or cannot be read or written.
const USAGE: u8 = 2;

/// Does what the arguments say. Everything is printed, and the exit status returned.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let job = Job { color: use_color(cli.common.color), common: cli.common };
    match job.command(cli.command) {
        Ok(code) => ExitCode::from(code),
        Err(Trouble { problems, diagnostics, sources }) => {
            let mut text = diagnostics::render(&diagnostics, &sources, job.color);
            for problem in problems {
                let line = format!("error: {problem}");
                // A person reads whole words; a program reads whole lines.
                let looking = std::io::IsTerminal::is_terminal(&std::io::stderr());
                text.push_str(&if looking { wrap(&line, terminal_width()) } else { line });
                text.push('\n');
            }
            message(&text);
            ExitCode::from(USAGE)
        }
    }
}

pub(super) struct Job {
    pub(super) common: Common,
    color: bool,
}

/// What is said when a job ends without an answer.
pub(super) struct Trouble {
    pub(super) problems: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl From<String> for Trouble {
    fn from(problem: String) -> Trouble {
        Trouble::from(vec![problem])
    }
}

impl From<Vec<String>> for Trouble {
    fn from(problems: Vec<String>) -> Trouble {
        Trouble { problems, diagnostics: Vec::new(), sources: SourceMap::default() }
    }
}

/// A failure with the texts it is about.
pub(super) fn failed(failure: Failure, session: &Session) -> Trouble {
    match failure {
        Failure::Usage(problems) => problems.into(),
        Failure::Findings(diagnostics) => {
            Trouble { problems: Vec::new(), diagnostics, sources: session.sources().clone() }
        }
    }
}

impl Job {
    fn command(&self, command: Command) -> Result<u8, Trouble> {
        if self.common.cite
            && !matches!(self.common.format, Format::Wikitext | Format::Markdown | Format::Html)
        {
            return Err("`--cite` needs `--format wikitext`, `markdown` or `html`".to_owned().into());
        }
        let for_findings = matches!(self.common.format, Format::Github | Format::Sarif | Format::Junit);
        if for_findings && !matches!(command, Command::Verify(_)) {
            return Err("`--format github`, `sarif` and `junit` are formats of `verify`".to_owned().into());
        }
        let for_trees = matches!(self.common.format, Format::Dot | Format::Mermaid);
        if for_trees && !matches!(command, Command::Tree(_)) {
            return Err("`--format dot` and `mermaid` are formats of `tree`".to_owned().into());
        }
        if self.common.format == Format::Svg && !matches!(command, Command::Plot(_) | Command::Tree(_)) {
            return Err("`--format svg` is a format of `plot` and `tree`".to_owned().into());
        }
        match command {
            Command::List => self.list(),
            Command::Show { mechanic } => self.show(&mechanic),
            Command::Table(args) => self.table(args),
            Command::Query(args) => self.query(&args),
            Command::Plot(args) => self.plot(&args),
            Command::Report(args) => self.make_report(&args),
            Command::Chain(args) => self.chain(&args),
            Command::Diff(args) => self.diff(&args),
            Command::Formula(args) => self.formula(&args),
            Command::Solve(args) => self.solve(&args),
            Command::Explain(args) => self.why(&args),
            Command::Tree(args) => self.tree(&args),
            Command::Verify(args) => self.verify(&args),
            Command::Check { files, explain } => self.check(&files, explain.as_deref()),
            Command::Fmt { files, check } => self.fmt(&files, check),
            Command::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut Cli::command(), "trueodds", &mut script);
                self.write(&String::from_utf8_lossy(&script))
            }
            Command::Man { command } => self.man(command.as_deref()),
        }
    }

    pub(super) fn target(&self) -> Result<Target, Trouble> {
        Ok(Target::open(self.common.output.as_deref())?)
    }

    fn write(&self, text: &str) -> Result<u8, Trouble> {
        self.target()?.write(text)?;
        Ok(0)
    }

    pub(super) fn session(&self) -> Result<Session, Trouble> {
        let source = self.common.data.clone().map_or(DataSource::Embedded, DataSource::Folder);
        Session::open(&source).map_err(|failure| match failure {
            Failure::Usage(problems) => problems.into(),
            Failure::Findings(_) => Vec::new().into(),
        })
    }

    /// Whether the answer itself is coloured: on a terminal only.
    pub(super) fn color_of_output(&self) -> bool {
        let asked = matches!(self.common.color, super::args::ColorArg::Always);
        let looking = std::io::IsTerminal::is_terminal(&std::io::stdout());
        self.common.output.is_none() && (asked || self.color && looking)
    }

    pub(super) fn style(&self, templates: Vec<String>) -> Style {
        Style {
            digits: self.common.digits.map(usize::from),
            rounding: self.common.round.into(),
            tilde: self.common.tilde == TildeArg::Auto,
            width: self.common.width.map_or_else(terminal_width, usize::from),
            templates,
            cite: self.common.cite,
            whole_fractions: false,
        }
    }

    /// Renders with the templates of the mechanic's wiki.
    pub(super) fn render(
        &self,
        report: &Report,
        session: &Session,
        mechanic: &str,
    ) -> Result<String, Trouble> {
        let wiki = session.wiki(mechanic).map_err(|failure| failed(failure, session))?;
        let style = self.style(wiki.templates(self.common.wiki.name()));
        Ok(render(report, self.common.format, &style))
    }

    pub(super) fn mechanic(&self, session: &mut Session, name: &str) -> Result<Mechanic, Trouble> {
        session.mechanic(name).map_err(|failure| failed(failure, session))
    }

    fn list(&self) -> Result<u8, Trouble> {
        let target = self.target()?;
        let mut session = self.session()?;
        let mut mechanics = Vec::new();
        for name in session.names() {
            mechanics.push(self.mechanic(&mut session, &name)?);
        }
        target.write(&render(&catalogue(&mechanics), self.common.format, &self.style(Vec::new())))?;
        Ok(0)
    }

    fn show(&self, name: &str) -> Result<u8, Trouble> {
        let target = self.target()?;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, name)?;
        target.write(&self.render(&show(&mechanic), &session, &mechanic.model.path)?)?;
        Ok(0)
    }

    pub(super) fn scenarios(
        &self,
        mechanic: &Mechanic,
        args: &ScenarioArgs,
        sweep: Option<&str>,
    ) -> Result<Vec<Scenario>, Trouble> {
        let mut settings = Settings {
            rules: args.rules.clone(),
            set: args.set.clone(),
            with: args.with.clone(),
            state: args.state.clone(),
            rule: args.rule.clone(),
        };
        if settings.rules == ["all"] {
            settings.rules = mechanic.rule_sets.iter().map(|set| set.name.clone()).collect();
        }
        let swept = sweep.map(|text| text.split('=').next().unwrap_or(text).trim());
        let both = swept.filter(|name| settings.gives(name));
        let both = both.map(|name| format!("`{name}` is swept and given a value; leave out one of the two"));
        match (scenario(mechanic, &settings), both) {
            (Ok(scenarios), None) => Ok(scenarios),
            (Ok(_), Some(problem)) => Err(problem.into()),
            (Err(mut problems), both) => {
                problems.extend(both);
                Err(problems.into())
            }
        }
    }

    /// An answer has no caption that says where the states begin; a person who is looking is told.
    fn mention_start(&self, mechanic: &Mechanic, scenario: Option<&Scenario>) {
        let looking = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let Some(start) = scenario.and_then(|scenario| start_text(mechanic, scenario)) else { return };
        if looking && !self.common.quiet {
            message(&format!("\nThis is {start}; begin elsewhere with `--state NAME=VALUE`.\n"));
        }
    }

    fn query(&self, args: &QueryArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let scenarios = self.scenarios(&mechanic, &args.scenario, args.sweep.sweep.as_deref())?;
        let sweep = args
            .sweep
            .sweep
            .as_deref()
            .map(|text| parse_sweep(&mechanic.model, text, limits.columns))
            .transpose()?;
        let mut report: Option<Report> = None;
        for text in &args.queries {
            let query = session.query(&mechanic, text).map_err(|failure| failed(failure, &session))?;
            let answers = ask(&mechanic, &query, &scenarios, sweep.as_ref(), &limits.evaluate)
                .map_err(|error| stopped(error, &mechanic, &session))?;
            let next =
                ask_report(&mechanic, text, &answers, scenarios.len() > 1, sweep.as_ref(), Shown::Both);
            report = Some(match report {
                None => next,
                Some(first) => first.join(next),
            });
        }
        if let Some(report) = report {
            target.write(&self.render(&report, &session, &mechanic.model.path)?)?;
        }
        self.mention_start(&mechanic, scenarios.first());
        Ok(0)
    }

    fn check(&self, files: &[String], explain: Option<&str>) -> Result<u8, Trouble> {
        if let Some(name) = explain {
            return self.explain(name);
        }
        if !matches!(self.common.format, Format::Terminal | Format::Json) {
            return Err("`check` prints `--format terminal` or `--format json`".to_owned().into());
        }
        let target = self.target()?;
        let limits = self.limits()?.evaluate;
        let mut session = self.session()?;
        let mut findings = Vec::new();
        if files.is_empty() {
            findings = session.check_all(&limits);
        }
        for file in files {
            let mut found = session.check_file(file, &limits).map_err(|failure| failed(failure, &session))?;
            findings.append(&mut found);
        }
        findings.dedup();
        if self.common.format == Format::Json {
            target.write(&diagnostics::json(&findings, session.sources()))?;
        } else if findings.is_empty() {
            let count = if files.is_empty() { session.names().len() } else { files.len() };
            let what = if files.is_empty() { "mechanic" } else { "file" };
            if !self.common.quiet {
                target.write(&format!("no findings in {}\n", counted(count, what)))?;
            }
        } else {
            let errors = findings.iter().filter(|finding| finding.is_error()).count();
            let mut text =
                diagnostics::render(&findings, session.sources(), self.color && self.common.output.is_none());
            let warnings = findings.len() - errors;
            text.push_str(&format!("\n{}, {}\n", counted(errors, "error"), counted(warnings, "warning")));
            target.write(&text)?;
        }
        Ok(if findings.is_empty() { 0 } else { FINDINGS })
    }

    fn explain(&self, name: &str) -> Result<u8, Trouble> {
        let Some(code) = Code::ALL.iter().find(|code| code.name() == name) else {
            let help = or_nearest(name, Code::ALL.iter().map(|code| code.name()));
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            return Err(format!("no code `{name}`{help}").into());
        };
        let text: Vec<&str> = code.explanation().lines().map(str::trim).collect();
        self.write(&format!("{code}: {}\n", text.join(" ")))
    }

    fn fmt(&self, files: &[String], only_check: bool) -> Result<u8, Trouble> {
        if self.common.output.is_some() && (only_check || files != ["-"]) {
            return Err("`fmt` writes each file in its own place; with `--output` give it `-`"
                .to_owned()
                .into());
        }
        let mut changed = false;
        let mut sources = SourceMap::default();
        let mut findings = Vec::new();
        let mut unreadable: Vec<String> = Vec::new();
        for name in files {
            let text = match read(name) {
                Ok(text) => text,
                Err(problem) => {
                    unreadable.push(problem);
                    continue;
                }
            };
            let id = sources.add(name.as_str(), text.as_str());
            let (tree, problems) = parse(id, &text);
            if has_errors(&problems) {
                findings.extend(problems);
                continue;
            }
            let formatted = print(&tree, &text);
            if only_check {
                if formatted != text {
                    changed = true;
                    let help =
                        if name == "-" { String::new() } else { format!("; run `trueodds fmt {name}`") };
                    message(&format!("{name}: not in canonical layout{help}\n"));
                }
            } else if name == "-" {
                self.write(&formatted)?;
            } else if formatted != text {
                Target::open(Some(Path::new(name)))?.write(&formatted)?;
            }
        }
        if !unreadable.is_empty() {
            return Err(Trouble { problems: unreadable, diagnostics: findings, sources });
        }
        if !findings.is_empty() {
            message(&diagnostics::render(&findings, &sources, self.color));
            return Ok(FINDINGS);
        }
        Ok(if changed { FINDINGS } else { 0 })
    }

    fn man(&self, command: Option<&str>) -> Result<u8, Trouble> {
        let mut all = Cli::command();
        // Options of every command are passed on to the commands only when the definition is built.
        all.build();
        let found = match command {
            None => all,
            Some(name) => {
                let known: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
                let help = or_nearest(name, known.iter().copied()).unwrap_or_default();
                let found = all.find_subcommand(name).cloned();
                found.ok_or_else(|| format!("no command `{name}`; {help}"))?
            }
        };
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(found).render(&mut page);
        rendered.map_err(|error| format!("cannot write the man page: {error}"))?;
        self.write(&String::from_utf8_lossy(&page))
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn read(name: &str) -> Result<String, String> {
    if name != "-" {
        return read_text(Path::new(name));
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
    Ok(text)
}

/// An evaluation that stopped, with the scenario in which it did.
pub(super) fn stopped(error: TableError, mechanic: &Mechanic, session: &Session) -> Trouble {
    match error {
        TableError::Usage(problems) => problems.into(),
        TableError::Stopped(stop, scenario) => {
            let stop: Stop = stop;
            let set = mechanic.rule_sets.get(scenario.rule_set).map_or("", |set| set.name.as_str());
            let given: Vec<String> = mechanic
                .model
                .inputs
                .iter()
                .zip(&scenario.inputs)
                .filter(|(input, value)| input.default != **value)
                .map(|(input, value)| {
                    format!(
                        "{}={}",
                        input.declaration.name,
                        mechanic.model.value_text(input.declaration.kind, value)
                    )
                })
                .collect();
            let with = if given.is_empty() { "the defaults".to_owned() } else { given.join(", ") };
            let diagnostic = stop.note(format!("under the rule set `{set}` with {with}"));
            Trouble {
                problems: Vec::new(),
                diagnostics: vec![diagnostic],
                sources: session.sources().clone(),
            }
        }
    }
}
