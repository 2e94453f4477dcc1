//! The TOML of a rule set, as written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::written::{self, Written};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::source::{FileId, Span};
use crate::value::Basis;

/// Whether a rule set describes the game or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleSetKind {
    /// What a version of the game does.
    Edition,
    /// What one text says, taken literally.
    Reading,
}

impl RuleSetKind {
    /// As written in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RuleSetKind::Edition => "edition",
            RuleSetKind::Reading => "reading",
        }
    }
}

/// A value with its place.
#[derive(Debug, Clone)]
pub(super) struct Placed<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

/// One rule set as its file says it.
#[derive(Debug, Clone)]
pub struct RuleSetFile {
    /// Its name: that of the file.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What they type for it.
    pub short: Vec<String>,
    /// Edition or reading.
    pub kind: RuleSetKind,
    /// Where it says that it is taken when nothing is said, if it does.
    pub default: Option<Span>,
    pub(super) edition: Option<Placed<String>>,
    pub(super) extends: Option<Placed<String>>,
    pub(super) sections: Vec<Section>,
    pub(super) file: FileId,
}

/// What a rule set says of one mechanic.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) mechanic: Placed<String>,
    pub(super) rules: Vec<Override>,
    pub(super) inputs: Vec<Availability>,
}

#[derive(Debug, Clone)]
pub(super) struct Override {
    pub(super) rule: Placed<String>,
    pub(super) value: Placed<Said>,
    pub(super) basis: Basis,
}

/// What a rule set says of a rule.
#[derive(Debug, Clone)]
pub(super) enum Said {
    /// Its value, as a person would type it after `--set`.
    Value(String),
    /// That nobody knows it, and why.
    Unknown(String),
    /// One for each member of a family.
    Each(Vec<Placed<Said>>),
}

#[derive(Debug, Clone)]
pub(super) struct Availability {
    pub(super) input: Placed<String>,
    pub(super) available: bool,
    pub(super) basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    title: String,
    #[serde(default)]
    short: Vec<String>,
    kind: Spanned<String>,
    edition: Option<Spanned<String>>,
    extends: Option<Spanned<String>>,
    default: Option<Spanned<bool>>,
    #[serde(default)]
    mechanic: BTreeMap<Spanned<String>, RawSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSection {
    #[serde(default)]
    rules: BTreeMap<Spanned<String>, RawOverride>,
    #[serde(default)]
    inputs: BTreeMap<Spanned<String>, RawAvailability>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a value with its source, as in { value = \"1/4\", from = \"page: section\" }"
)]
struct RawOverride {
    value: Option<Spanned<Written>>,
    unknown: Option<Spanned<String>>,
    from: Option<String>,
    assumed: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAvailability {
    available: bool,
    from: Option<String>,
    assumed: Option<String>,
}

/// What a rule set may say, for help.
const FORM: &str = "a rule set has title, short, kind, edition, extends, default, and [mechanic.NAME.rules] with lines such as \
                    `battery = { value = \"1/20\", from = \"page: section\" }`; a name with dots stands in quotes";

impl RuleSetFile {
    /// The same as a mechanic of another game has it, for whom the mechanics of this one have the game in their names.
    #[must_use]
    pub fn seen_from_outside(mut self, game: &str) -> RuleSetFile {
        for section in &mut self.sections {
            if !section.mechanic.value.contains('/') {
                section.mechanic.value = format!("{game}/{}", section.mechanic.value);
            }
        }
        self
    }

    /// Reads the text of a rule set. `name` is its name, that of the file without its ending.
    ///
    /// # Errors
    /// What is wrong with its form, with the place. What it says of rules is checked by [`super::resolve()`].
    ///
    /// ```
    /// use trueodds::{rules::RuleSetFile, source::FileId};
    ///
    /// let text = "title = \"Rebirth\"\nkind = \"edition\"\n[mechanic.room-clear-award]\n";
    /// let file = RuleSetFile::read("rebirth", FileId::default(), text).expect("a rule set");
    /// assert_eq!(file.title, "Rebirth");
    /// assert!(RuleSetFile::read("broken", FileId::default(), "title = ").is_err());
    /// ```
    pub fn read(name: &str, file: FileId, text: &str) -> Result<RuleSetFile, Diagnostic> {
        let raw: RawFile = toml::from_str(text).map_err(|error| {
            let span = Span::new(file, error.span().unwrap_or(0..0));
            let message = error.message().trim().replace('\n', ", ");
            let unquoted =
                message.contains("quoted").then(|| "words and fractions stand in quotes: \"1/4\"".to_owned());
            let form = message.contains("field").then(|| FORM.to_owned());
            Diagnostic::error(Code::BadRuleSet, span, message).maybe_help(unquoted.or(form))
        })?;
        let kind = match raw.kind.get_ref().as_str() {
            "edition" => RuleSetKind::Edition,
            "reading" => RuleSetKind::Reading,
            other => {
                let help = or_nearest(other, ["edition", "reading"]);
                let span = Span::new(file, raw.kind.span());
                return Err(Diagnostic::error(
                    Code::BadRuleSet,
                    span,
                    format!("no kind of rule set `{other}`"),
                )
                .maybe_help(help));
            }
        };
        let place = |spanned: Spanned<String>| {
            let span = Span::new(file, spanned.span());
            Placed { value: spanned.into_inner(), span }
        };
        let change = |(rule, raw): (Spanned<String>, RawOverride)| {
            let rule = place(rule);
            let basis = basis(&rule, raw.from.as_deref(), raw.assumed.as_deref())?;
            Ok(Override { value: said(&rule, &raw, file, text)?, rule, basis })
        };
        let section = |(mechanic, section): (Spanned<String>, RawSection)| {
            let availability = |(input, raw): (Spanned<String>, RawAvailability)| {
                let input = place(input);
                let basis = basis(&input, raw.from.as_deref(), raw.assumed.as_deref())?;
                Ok(Availability { input, available: raw.available, basis })
            };
            let inputs = section.inputs.into_iter().map(availability).collect::<Result<_, Diagnostic>>()?;
            let rules = section.rules.into_iter().map(change).collect::<Result<_, Diagnostic>>()?;
            Ok(Section { mechanic: place(mechanic), rules, inputs })
        };
        let sections = raw.mechanic.into_iter().map(section).collect::<Result<_, Diagnostic>>()?;
        Ok(RuleSetFile {
            name: name.to_owned(),
            title: raw.title,
            short: raw.short,
            kind,
            default: raw.default.filter(|flag| *flag.get_ref()).map(|flag| Span::new(file, flag.span())),
            edition: raw.edition.map(place),
            extends: raw.extends.map(place),
            sections,
            file,
        })
    }
}

/// Where it is said, or why it is assumed: one of the two.
fn basis(of: &Placed<String>, from: Option<&str>, assumed: Option<&str>) -> Result<Basis, Diagnostic> {
    match (from, assumed) {
        (Some(source), None) => Ok(Basis::Source(source.to_owned())),
        (None, Some(why)) if !why.trim().is_empty() => Ok(Basis::Assumed(why.to_owned())),
        (from, assumed) => {
            let message = match (from, assumed) {
                (Some(_), Some(_)) => {
                    format!("`{}` has a source and is assumed; leave out one of the two", of.value)
                }
                (None, Some(_)) => format!("why is the value of `{}` assumed?", of.value),
                _ => format!("`{}` does not say where it comes from", of.value),
            };
            let help = "write `from = \"page: section\"`, or where no text says it `assumed = \"why\"`";
            Err(Diagnostic::error(Code::BadRuleSet, of.span, message).help(help))
        }
    }
}

/// What is said of a rule: its value, or that nobody knows it.
fn said(
    rule: &Placed<String>,
    raw: &RawOverride,
    file: FileId,
    text: &str,
) -> Result<Placed<Said>, Diagnostic> {
    let place = |range: std::ops::Range<usize>| Span::new(file, range);
    match (&raw.value, &raw.unknown) {
        (Some(value), None) => Ok(written::said(value, file, text)),
        (None, Some(reason)) if !reason.get_ref().trim().is_empty() => {
            Ok(Placed { value: Said::Unknown(reason.get_ref().clone()), span: place(reason.span()) })
        }
        (value, reason) => {
            let message = match (value, reason) {
                (Some(_), Some(_)) => {
                    format!("`{}` has a value and is not known; leave out one of the two", rule.value)
                }
                (None, Some(_)) => format!("why is `{}` not known?", rule.value),
                _ => format!("`{}` has no value", rule.value),
            };
            let known = "{ value = \"1/4\", from = \"page: section\" }";
            let unknown = "{ unknown = \"not said\", from = \"page: section\" }";
            let help = format!("write {known}, or where nobody knows it {unknown}");
            Err(Diagnostic::error(Code::BadRuleSet, rule.span, message).help(help))
        }
    }
}
