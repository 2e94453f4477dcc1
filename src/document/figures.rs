//! The numbers that mechanics publish, before and after a change of the data.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Shown, Table, Text};
use super::data::Head;
use super::{Data, Document, Records};
use crate::query::{ChangedFigure, FigureSide, FiguresDiff, NotCompared};

/// The published numbers that change: kind `diff` with `changed`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FiguresData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// How many numbers were compared.
    pub numbers: usize,
    /// Those that differ.
    pub changed: Vec<ChangedData<'a>>,
    /// The outcomes that were not compared; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_compared: Vec<NotComparedData<'a>>,
}

/// A number that differs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangedData<'a> {
    /// The mechanic.
    pub mechanic: &'a str,
    /// The rule set.
    pub rules: &'a str,
    /// The input that is not at its default: `lucky_foot=true`; empty for the defaults.
    pub inputs: &'a str,
    /// Whose probability it is: `award = chest`.
    pub event: String,
    /// The probability before; `none`, or why there is none.
    pub from: String,
    /// The probability after; `none`, or why there is none.
    pub to: String,
}

/// An outcome that was not compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NotComparedData<'a> {
    /// The mechanic.
    pub mechanic: &'a str,
    /// The rule set.
    pub rules: &'a str,
    /// The input that is not at its default: `lucky_foot=true`; empty for the defaults.
    pub inputs: &'a str,
    /// The outcome.
    pub outcome: &'a str,
    /// The limit that was reached.
    pub reason: &'a str,
}

/// What changes of the published numbers.
#[derive(Debug, Clone, Copy)]
pub struct FiguresDocument<'a> {
    diff: &'a FiguresDiff,
}

impl<'a> FiguresDocument<'a> {
    /// The document of a comparison.
    ///
    /// ```
    /// use trueodds::document::FiguresDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::figures;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let count = figures(&session.mechanic("isaac/room-count")?, &Limits::default())?;
    /// let diff = count.compare(&count);
    /// let text = render(&FiguresDocument::new(&diff), Format::Terminal, &Style::default());
    /// assert!(text.starts_with("No published number changes"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(diff: &'a FiguresDiff) -> FiguresDocument<'a> {
        FiguresDocument { diff }
    }

    fn table(&self, mechanic: &str) -> Table<'a> {
        let cell = |side: &FigureSide| match side {
            FigureSide::Chance(number) => Cell::Probability(number.clone(), Shown::Both),
            other => Cell::words(text(other)),
        };
        let row = |number: &ChangedFigure| {
            let key = &number.key;
            let with = if key.inputs.is_empty() { "the defaults" } else { &key.inputs };
            let cells = [Cell::words(&key.rules), Cell::words(with), cell(&number.from), cell(&number.to)];
            Row::new(event(number), cells)
        };
        let own = self.diff.changed.iter().filter(|number| number.key.mechanic == mechanic);
        let words = ["Event", "Rules", "With"].map(Header::words).into_iter();
        Table {
            caption: Text::plain(format!("{mechanic}: numbers that change")),
            header: words.chain(["From", "To"].map(Header::numbers)).collect(),
            rows: own.map(row).collect(),
        }
    }

    fn summary(&self) -> String {
        let FiguresDiff { changed, same, not_compared } = self.diff;
        match changed.len() {
            0 if not_compared.is_empty() => format!("No published number changes: {same} are the same."),
            0 if *same == 0 => "No published number was compared.".to_owned(),
            0 => format!("No published number that was compared changes: {same} are the same."),
            1 => format!("1 published number changes; {same} are the same."),
            count => format!("{count} published numbers change; {same} are the same."),
        }
    }

    /// How many outcomes were not compared, and why.
    fn not_compared(&self) -> Option<String> {
        let reasons: BTreeSet<&str> = self.diff.not_compared.iter().map(|law| law.reason.as_str()).collect();
        let reasons = reasons.into_iter().collect::<Vec<_>>().join("; ");
        match self.diff.not_compared.len() {
            0 => None,
            1 => Some(format!("The numbers of 1 outcome were not compared: {reasons}.")),
            count => Some(format!(
                "The numbers of {count} outcomes, each under one rule set and input, were not compared: {reasons}."
            )),
        }
    }
}

fn text(side: &FigureSide) -> String {
    match side {
        FigureSide::Absent => "none".to_owned(),
        FigureSide::Chance(number) => number.to_string(),
        FigureSide::Refused(reason) => reason.clone(),
    }
}

/// `award = chest`; the outcome alone where it has no law on either side.
fn event(number: &ChangedFigure) -> String {
    let field = &number.key.field;
    number.value.as_ref().map_or_else(|| field.clone(), |value| format!("{field} = {value}"))
}

impl Document for FiguresDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mechanics: BTreeSet<&str> =
            self.diff.changed.iter().map(|number| number.key.mechanic.as_str()).collect();
        let tables = mechanics.into_iter().map(|mechanic| Block::Table(self.table(mechanic)));
        let words = std::iter::once(self.summary()).chain(self.not_compared());
        tables.chain(words.map(Block::paragraph)).collect()
    }

    fn data(&self) -> Data<'_> {
        let changed = self.diff.changed.iter().map(|number| ChangedData {
            mechanic: &number.key.mechanic,
            rules: &number.key.rules,
            inputs: &number.key.inputs,
            event: event(number),
            from: text(&number.from),
            to: text(&number.to),
        });
        let not_compared = self.diff.not_compared.iter().map(|NotCompared { key, reason }| NotComparedData {
            mechanic: &key.mechanic,
            rules: &key.rules,
            inputs: &key.inputs,
            outcome: &key.field,
            reason,
        });
        Box::new(FiguresData {
            head: Head::new("diff"),
            numbers: self.diff.same + self.diff.changed.len(),
            changed: changed.collect(),
            not_compared: not_compared.collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let header = ["mechanic", "rules", "inputs", "event", "from", "to"].map(str::to_owned).to_vec();
        let record = |number: &ChangedFigure| {
            let key = &number.key;
            let own = [&key.mechanic, &key.rules, &key.inputs].map(Clone::clone);
            own.into_iter().chain([event(number), text(&number.from), text(&number.to)]).collect()
        };
        Box::new(std::iter::once(header).chain(self.diff.changed.iter().map(record)))
    }

    fn subject(&self) -> String {
        "data".to_owned()
    }
}
