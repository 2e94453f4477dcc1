//! What the options of every command come to: limits with the clock of the command, the data, where the
//! answer goes, and how it looks.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{AxesArgs, ColorArg, Common, ScenarioArgs, TildeArg};
use super::ending::format_for;
use super::error::{CliError, option};
use super::guard::Clock;
use super::limits;
use super::output::{COLUMNS, Target, message, styled_message, terminal_width, use_color};
use super::streams::{Held, Streams};
use super::typed::{address_advice, one_by_one};
use crate::diagnostic::{Code, Diagnostic, Setting, printable};
use crate::document::{Document, EditionCodes, Reason, left_out_words, start_label};
use crate::evaluate::Limits;
use crate::query::{Gaps, LeftOut, NotKnown, every_rule_set, start};
use crate::render::{Format, Style, diagnostics, write};
use crate::scenario::{Axes, Mechanic, Scenario, Settings, scenarios};
use crate::session::{DataSource, STANDARD_INPUT, Session, mechanic_text, page_text};
use crate::source::SourceMap;

/// How a command that has an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Nothing to complain of.
    Clean,
    /// A diagnostic, a wrong figure, a difference, a file that is not in canonical layout.
    Findings,
}

impl Status {
    /// Findings where there are any.
    pub(crate) fn of(findings: bool) -> Status {
        if findings { Status::Findings } else { Status::Clean }
    }
}

/// A command: its arguments as typed, and what is done with them.
pub(crate) trait Run {
    /// Its name on the command line.
    const NAME: &'static str;
    /// The formats that it prints.
    const FORMATS: &'static [Format];
    /// What is said of another format, where that is more than the list of these.
    const REFUSAL: Option<&'static str> = None;

    /// Does what the arguments say.
    fn run(&self, context: &Context) -> Result<Status, CliError>;
}

/// Rule sets that stand side by side, and what scenarios differ in beside them.
pub(crate) struct Asked {
    /// One scenario for each rule set.
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) axes: Axes,
    /// Where all rule sets were asked for, those that cannot answer.
    pub(crate) left_out: Vec<LeftOut>,
}

impl Asked {
    /// The scenarios of all combinations.
    pub(crate) fn spread(&self, mechanic: &Mechanic) -> Result<Vec<Scenario>, CliError> {
        Ok(self.axes.spread(mechanic, &self.scenarios)?)
    }
}

fn settings(args: &ScenarioArgs) -> Settings {
    Settings {
        rules: args.rules.clone(),
        set: one_by_one(&args.set),
        with: args.with.clone(),
        state: args.state.clone(),
        rule: args.rule.clone(),
    }
}

fn is_all(settings: &Settings) -> bool {
    settings.rules == ["all"]
}

/// What the options of every command come to.
pub(crate) struct Context {
    pub(crate) common: Common,
    /// The limits of the whole command: all that it does draws on one clock.
    pub(crate) limits: Limits,
    /// How long the command has worked.
    pub(crate) clock: Arc<Clock>,
    /// Whether messages are coloured.
    pub(crate) color: bool,
    /// The format of the answer.
    pub(crate) format: Format,
    /// The file that it is written to; standard output where there is none.
    pub(crate) output: Option<PathBuf>,
    streams: Streams,
    /// A setting as it is given here.
    pub(crate) setting: fn(Setting) -> String,
    definition: fn() -> clap::Command,
}

impl Context {
    /// Begins a command; its time runs from now on. `definition` gives the arguments of all commands.
    pub(crate) fn new(common: Common, definition: fn() -> clap::Command) -> Result<Context, CliError> {
        let clock = Clock::start();
        let limits = limits::read(&common.limit, &clock)?;
        let output = common.output.clone().filter(|path| path.as_os_str() != "-");
        let format = format_for(common.format, output.as_deref())?;
        let (color, streams) = (use_color(common.color), Streams::Process);
        Ok(Context { color, limits, clock, format, output, streams, setting: option, common, definition })
    }

    /// As [`Context::new`] where all is held in memory; `setting` says how settings are given there.
    #[cfg_attr(not(feature = "web"), expect(dead_code, reason = "only the server asks in memory"))]
    pub(crate) fn held(
        common: Common,
        definition: fn() -> clap::Command,
        held: Arc<Held>,
        setting: fn(Setting) -> String,
    ) -> Result<Context, CliError> {
        let clock = Clock::start();
        let mut limits = limits::read(&common.limit, &clock)?;
        let (timed, watch) = (limits.watch, held.watch.clone());
        limits.watch = watch.until(move || timed.halt());
        let format = format_for(common.format, None)?;
        let streams = Streams::Held(held);
        Ok(Context {
            color: false,
            limits,
            clock,
            format,
            output: None,
            streams,
            setting,
            common,
            definition,
        })
    }

    /// A message beside the answer.
    pub(crate) fn message(&self, text: &str) {
        match &self.streams {
            Streams::Process => message(text),
            Streams::Held(held) => held.message(&printable(text)),
        }
    }

    /// The arguments of all commands, of which completions and the man pages are made.
    pub(crate) fn definition(&self) -> clap::Command {
        (self.definition)()
    }

    /// What makes the arguments of all commands.
    #[cfg(feature = "web")]
    pub(crate) fn definition_of_all(&self) -> fn() -> clap::Command {
        self.definition
    }

    /// Where the answer goes; opened before the work, so that a bad path fails at once.
    pub(crate) fn target(&self) -> Result<Target, CliError> {
        self.target_at(self.output.as_deref())
    }

    /// A file, or standard output where none is given.
    pub(crate) fn target_at(&self, path: Option<&Path>) -> Result<Target, CliError> {
        Ok(Target::open(path, &self.clock, &self.streams)?)
    }

    /// Writes an answer that took no work.
    pub(crate) fn write(&self, text: &str) -> Result<Status, CliError> {
        self.target()?.write(text)?;
        Ok(Status::Clean)
    }

    /// The built-in data, with the folder over it that was given.
    pub(crate) fn session(&self) -> Result<Session, CliError> {
        if let Streams::Held(held) = &self.streams {
            return Ok(held.session.clone());
        }
        Ok(Session::open(&self.common.data.clone().map_or(DataSource::Embedded, DataSource::Over))?)
    }

    /// The folder that was given, as it is; the built-in data where none was.
    pub(crate) fn data_alone(&self) -> Result<Session, CliError> {
        Ok(Session::open(&self.common.data.clone().map_or(DataSource::Embedded, DataSource::Folder))?)
    }

    /// The mechanic on standard input.
    pub(crate) fn input(&self) -> Result<String, String> {
        self.given(|from| mechanic_text(from, "standard input"))
    }

    /// The page on standard input.
    pub(crate) fn page_input(&self) -> Result<String, String> {
        self.given(|from| page_text(from, "standard input"))
    }

    fn given(&self, read: impl Fn(&mut dyn Read) -> Result<String, String>) -> Result<String, String> {
        if let Streams::Held(held) = &self.streams {
            let text = held.input.as_deref();
            let text = text.ok_or_else(|| "`-` is the text that is sent along, and none is".to_owned())?;
            return read(&mut text.as_bytes());
        }
        let mut text = Ok(String::new());
        let waited = self.clock.wait(|| {
            text = read(&mut std::io::stdin().lock());
            Ok(())
        });
        waited.map_err(|error: std::io::Error| format!("standard input: {error}")).and(text)
    }

    /// Adds the mechanic of a file or of standard input, where a name is that of one.
    pub(crate) fn add(&self, session: &mut Session, name: &str) -> Result<(), CliError> {
        if let Some(advice) = address_advice(name) {
            return Err(advice.into());
        }
        if name == STANDARD_INPUT {
            session.add_input(&self.input()?);
        } else if Session::is_path(name) && matches!(self.streams, Streams::Process) {
            session.add_file(name)?;
        }
        Ok(())
    }

    /// A mechanic of the data, of a file, or of standard input.
    pub(crate) fn mechanic(&self, session: &mut Session, name: &str) -> Result<Mechanic, CliError> {
        self.add(session, name)?;
        self.added(session, name)
    }

    /// A mechanic that is there. Where it is another than the built-in one of that name, that is said.
    pub(crate) fn added(&self, session: &Session, name: &str) -> Result<Mechanic, CliError> {
        let mechanic = session.mechanic(name)?;
        self.warn(session, name, &mechanic);
        let in_place = session.in_place(name);
        if !self.common.quiet && !in_place.is_empty() {
            let path = &mechanic.model.path;
            self.message(&format!("{path} is as {} says, and not as it is built in\n", in_place.join(", ")));
        }
        Ok(mechanic)
    }

    /// Says what may be wrong with a mechanic. That a rule has no source changes no answer; `check` says it.
    fn warn(&self, session: &Session, name: &str, mechanic: &Mechanic) {
        /// How many are shown; an answer is not to drown in them.
        const SHOWN: usize = 3;
        let warnings = mechanic.warnings.iter().filter(|warning| warning.code != Code::MissingSource);
        let warnings: Vec<Diagnostic> =
            warnings.map(|warning| warning.clone().worded(&self.setting)).collect();
        if self.common.quiet || warnings.is_empty() {
            return;
        }
        let shown = &warnings[..warnings.len().min(SHOWN)];
        let mut text = diagnostics::render(shown, session.sources(), self.color);
        if warnings.len() > SHOWN {
            text.push_str(&format!("{} more: trueodds check {name}\n", warnings.len() - SHOWN));
        }
        text.push('\n');
        match &self.streams {
            Streams::Process => styled_message(&text),
            Streams::Held(held) => held.message(&text),
        }
    }

    /// Findings in place of an answer: beside nothing, or as why there is none.
    pub(crate) fn found(&self, findings: Vec<Diagnostic>, sources: SourceMap) -> Result<Status, CliError> {
        match &self.streams {
            Streams::Process => {
                styled_message(&diagnostics::render(&findings, &sources, self.color));
                Ok(Status::Findings)
            }
            Streams::Held(_) => Err(CliError::findings(findings, sources)),
        }
    }

    /// Whether a person is looking who wants to hear more than the answer.
    pub(crate) fn is_watched(&self) -> bool {
        let is_process = matches!(self.streams, Streams::Process);
        is_process && std::io::IsTerminal::is_terminal(&std::io::stderr()) && !self.common.quiet
    }

    /// Whether the answer itself is coloured: on a terminal only.
    pub(crate) fn color_of_output(&self) -> bool {
        let asked = matches!(self.common.color, ColorArg::Always);
        let is_process = matches!(self.streams, Streams::Process);
        is_process && self.output.is_none() && (asked || self.color && self.is_on_terminal())
    }

    /// Whether the answer itself is read on a terminal.
    pub(crate) fn is_on_terminal(&self) -> bool {
        let is_process = matches!(self.streams, Streams::Process);
        is_process && self.output.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout())
    }

    /// How many columns the answer may have where nothing is said. A terminal in which somebody else is answered does not
    /// count.
    fn columns(&self) -> usize {
        match &self.streams {
            Streams::Process => terminal_width(),
            Streams::Held(_) => COLUMNS,
        }
    }

    /// Where the reason of a number is found, where somebody wants to know.
    fn reason(&self) -> Option<fn(&Reason) -> String> {
        match &self.streams {
            Streams::Process => None,
            Streams::Held(held) => held.reason,
        }
    }

    /// Whether each number of a table says what to ask to hear why.
    pub(crate) fn wants_reasons(&self) -> bool {
        self.reason().is_some()
    }

    /// How numbers and tables look, with the templates of a wiki.
    pub(crate) fn style(&self, templates: Vec<String>) -> Style {
        Style {
            digits: self.common.digits.map(usize::from),
            rounding: self.common.round.into(),
            tilde: self.common.tilde == TildeArg::Auto,
            width: self.common.width.map_or_else(|| self.columns(), usize::from),
            templates,
            cite: self.common.cite,
            whole_fractions: false,
            verbose: false,
            color: self.color_of_output(),
            reason: self.reason(),
        }
    }

    /// As [`Context::style`], with the templates of the mechanic's wiki.
    pub(crate) fn style_of(&self, session: &Session, mechanic: &Mechanic) -> Result<Style, CliError> {
        let wiki = session.wiki(mechanic)?;
        Ok(self.style(wiki.templates(self.common.wiki.name())))
    }

    /// The marks of editions on the wiki of a mechanic.
    pub(crate) fn codes(&self, session: &Session, mechanic: &Mechanic) -> Result<EditionCodes, CliError> {
        Ok(session.wiki(mechanic)?.edition_codes(self.common.wiki.name()))
    }

    /// Writes a document about a mechanic, as its wiki has it.
    pub(crate) fn print(
        &self,
        target: Target,
        document: &dyn Document,
        session: &Session,
        mechanic: &Mechanic,
    ) -> Result<(), CliError> {
        self.print_styled(target, document, &self.style_of(session, mechanic)?)
    }

    /// Writes a document piece by piece.
    pub(crate) fn print_styled(
        &self,
        target: Target,
        document: &dyn Document,
        style: &Style,
    ) -> Result<(), CliError> {
        let mut out = target.writer();
        let written = write(document, self.format, style, &mut out);
        Ok(out.finish(written)?)
    }

    /// The scenarios that the arguments name, one for each rule set.
    pub(crate) fn scenarios(
        &self,
        mechanic: &Mechanic,
        args: &ScenarioArgs,
    ) -> Result<Vec<Scenario>, CliError> {
        let mut settings = settings(args);
        if is_all(&settings) {
            settings.rules = mechanic.rule_sets.iter().map(|set| set.name.clone()).collect();
        }
        Ok(scenarios(mechanic, &settings)?)
    }

    /// The scenarios that the arguments name, with what they differ in. Where all rule sets are asked for, those that
    /// cannot answer are left out.
    pub(crate) fn asked(
        &self,
        mechanic: &Mechanic,
        args: &ScenarioArgs,
        axes: &AxesArgs,
        gaps: Gaps,
    ) -> Result<Asked, CliError> {
        let settings = settings(args);
        let axes = Axes::parse(mechanic, &settings, &axes.case, &axes.sweep, self.limits.columns);
        let (axes, problems) =
            axes.map_or_else(|problems| (Axes::default(), problems), |axes| (axes, Vec::new()));
        let found = if is_all(&settings) {
            every_rule_set(mechanic, &settings, &axes, gaps, &self.limits)
        } else {
            scenarios(mechanic, &settings).map(|scenarios| (scenarios, Vec::new()))
        };
        match found {
            Ok((scenarios, left_out)) if problems.is_empty() => {
                if scenarios.is_empty() {
                    let reasons = left_out_words(mechanic, &left_out).join(" ");
                    return Err(format!("no rule set can answer this. {reasons}").into());
                }
                Ok(Asked { scenarios, axes, left_out })
            }
            Ok(_) => Err(problems.into()),
            Err(mut others) => {
                others.extend(problems);
                Err(others.into())
            }
        }
    }

    /// Says which rule sets are left out, beside an answer that has no place for it.
    pub(crate) fn mention_left_out(&self, mechanic: &Mechanic, left_out: &[LeftOut]) {
        if !self.common.quiet {
            left_out_words(mechanic, left_out).iter().for_each(|words| self.message(&format!("{words}\n")));
        }
    }

    /// A table says which rules are not known and why; a person who is looking is told how to answer.
    pub(crate) fn mention_unknown<'u>(
        &self,
        mechanic: &Mechanic,
        unknown: impl Iterator<Item = &'u NotKnown>,
    ) {
        let names: BTreeSet<&str> =
            unknown.map(|unknown| mechanic.model[unknown.rule].declaration.name.as_str()).collect();
        if !names.is_empty() && self.is_watched() {
            let options: Vec<String> = names.iter().map(|name| format!("`--rule {name}=…`")).collect();
            self.message(&format!("\nGive what is not known a value with {}.\n", options.join(", ")));
        }
    }

    /// An answer has no caption that says where the states begin; a person who is looking is told.
    pub(crate) fn mention_start(&self, mechanic: &Mechanic, scenario: Option<&Scenario>) {
        let start = scenario.and_then(|scenario| start(mechanic, scenario, &self.limits));
        if let Some(start) = start.filter(|_| self.is_watched()) {
            let start = start_label(mechanic, &start).to_plain();
            self.message(&format!("\nThis is {start}; begin elsewhere with `--state NAME=VALUE`.\n"));
        }
    }
}
