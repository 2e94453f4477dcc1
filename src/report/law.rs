//! The law with the defaults, over the first input, and with each flag on alone.

use super::{Made, Maker, Picture, Section, refusal};
use crate::check::Kind;
use crate::exact::Rational;
use crate::query::plot::Chart;
use crate::query::report::{Block, Cell, Header, Report, Row, Shown, Table, Text};
use crate::query::{
    About, Along, PlotRequest, Scenario, TableError, TableRequest, marginals, marginals_report, plot, table,
    table_report,
};
use crate::value::Value;

/// How many values the first input runs through where its range is longer.
const VALUES: i64 = 10;
/// A range that is no longer is run through whole.
const SHORT: i64 = 14;

/// Flags with the scenario in which each alone is on, and what is said of those that cannot be.
type Flags = (Vec<(Text, Scenario)>, Vec<String>);

impl Maker<'_> {
    /// The outcomes that a table shows when nobody names one, and whether each stands on its own.
    fn outcomes(&self) -> (Vec<String>, bool) {
        let model = &self.mechanic.model;
        let names = model.overview.iter().map(|field| model.fields[*field].name.clone());
        (names.collect(), !model.overview.is_empty())
    }

    /// The table of some scenarios, or of a sweep.
    pub(super) fn table(
        &self,
        scenarios: Vec<Scenario>,
        sweep: Option<(usize, Vec<Value>)>,
        shown: Vec<Shown>,
    ) -> Result<Report, TableError> {
        let (fields, each) = self.outcomes();
        let (cumulative, transpose, total, caption) = (None, false, false, None);
        let request = TableRequest { scenarios, sweep, fields, cumulative, transpose, total, shown, caption };
        Ok(if each {
            let computed = marginals(self.mechanic, &request, self.limits)?;
            marginals_report(self.mechanic, &request, &computed)
        } else {
            table_report(self.mechanic, &request, &table(self.mechanic, &request, self.limits)?)
        })
    }

    /// A picture, where it has room for what is asked.
    pub(super) fn picture(
        &self,
        name: impl Into<String>,
        about: About,
        along: Option<Along>,
        stacked: bool,
    ) -> Result<Option<Picture>, TableError> {
        let scenarios = vec![self.usual.clone()];
        let request = PlotRequest { scenarios, along, about, cumulative: None, stacked, caption: None };
        match plot(self.mechanic, &request, self.limits) {
            // One bar alone says no more than its number.
            Ok(plot) if plot.chart == Chart::Bars && plot.axis.places.len() < 2 => Ok(None),
            Ok(plot) => Ok(Some(Picture { name: name.into(), plot })),
            Err(TableError::Usage(_)) => Ok(None),
            Err(error) => refusal(error).map(|_| None),
        }
    }

    fn about_outcomes(&self) -> About {
        let (fields, marginal) = self.outcomes();
        About::Outcomes { fields, marginal }
    }

    pub(super) fn law(&mut self) -> Made {
        let shown = vec![Shown::Percent, Shown::ShortFraction, Shown::OneIn];
        let mut section = Section {
            title: "Chances".to_owned(),
            command: format!("trueodds table {}", self.mechanic.model.path),
            ..Section::default()
        };
        match self.table(vec![self.usual.clone()], None, shown) {
            Ok(report) => section.parts.push(report),
            Err(error) => section.words.push(format!("With the defaults: {}.", refusal(error)?)),
        }
        section.picture = self.picture("law", self.about_outcomes(), None, false)?;
        Ok(Some(section))
    }

    /// What the first input runs through: the one that a mechanic names first is what people ask about.
    fn first_input(&self, step: &Rational) -> Option<(usize, Vec<Value>, String)> {
        let input = self.mechanic.model.inputs.first()?;
        let declaration = &input.declaration;
        if !self.mechanic.rule_sets[self.usual.rule_set].available[0] {
            return None;
        }
        let range = &declaration.range;
        let usual = input.default.as_number().cloned();
        let values = match declaration.kind {
            Kind::Enum(_) => {
                let variants = self.mechanic.model.variants(declaration.kind);
                let values = (0..).zip(variants).map(|(index, _)| Value::Variant(index)).collect();
                return Some((0, values, declaration.name.clone()));
            }
            Kind::Number => {
                let low = usual?;
                let high = &low + &Rational::from(VALUES);
                (low, range.high.clone().map_or(high.clone(), |end| end.min(high)))
            }
            Kind::Integer => whole_range(&usual?, range.low.as_ref(), range.high.as_ref()),
            _ => return None,
        };
        let (low, high) = values;
        let step = if declaration.kind == Kind::Integer { &Rational::ONE } else { step };
        let suffix = if *step == Rational::ONE { String::new() } else { format!(":{step}") };
        let text = format!("{}={low}..{high}{suffix}", declaration.name);
        let next = |last: &Rational| Some(last + step).filter(|next| *next <= high);
        let values = std::iter::successors(Some(low.clone()), next).map(Value::Number);
        Some((0, values.collect(), text))
    }

    pub(super) fn sweep(&mut self) -> Made {
        let Some((input, values, text)) = self.first_input(&Rational::ONE) else { return Ok(None) };
        let declaration = &self.mechanic.model.inputs[input].declaration;
        let path = &self.mechanic.model.path;
        let mut section = Section {
            title: format!("By {}", declaration.label),
            command: format!("trueodds table {path} --sweep {text}"),
            ..Section::default()
        };
        match self.table(vec![self.usual.clone()], Some((input, values)), vec![Shown::Percent]) {
            Ok(report) => section.parts.push(report),
            Err(error) => section.words.push(format!("Not everywhere: {}.", refusal(error)?)),
        }
        if declaration.kind == Kind::Number || declaration.kind == Kind::Integer {
            let name = declaration.name.clone();
            let about = self.about_course();
            section.picture = self.picture(name, about, self.fine_sweep(), false)?;
        }
        Ok(Some(section))
    }

    /// Curves of the outcomes; of a number, which has too many values for curves, its mean.
    fn about_course(&mut self) -> About {
        let model = &self.mechanic.model;
        if let ([], Some(field)) = (model.overview.as_slice(), model.fields.first())
            && field.kind == Kind::Integer
        {
            let text = format!("E({})", field.name);
            if let Ok(query) = self.session.query(self.mechanic, &text) {
                return About::Queries(vec![(text, query)]);
            }
        }
        self.about_outcomes()
    }

    /// The same sweep with a finer step, as a curve wants it.
    fn fine_sweep(&self) -> Option<Along> {
        let (input, values, _) = self.first_input(&Rational::new(1, 4))?;
        Some(Along::Input(input, values))
    }

    /// Areas that sum to 100%, where the first input is a number and the first outcome no number.
    pub(super) fn areas(&mut self) -> Made {
        let model = &self.mechanic.model;
        let number = model.inputs.first().is_some_and(|input| input.declaration.kind == Kind::Number);
        let single = model.overview.is_empty()
            && model.fields.first().is_some_and(|field| matches!(field.kind, Kind::Enum(_)));
        let Some((_, _, text)) = self.first_input(&Rational::new(1, 4)).filter(|_| number && single) else {
            return Ok(None);
        };
        let picture = self.picture("stacked", self.about_outcomes(), self.fine_sweep(), true)?;
        let label = &model.inputs[0].declaration.label;
        Ok(picture.map(|picture| Section {
            title: format!("Shares by {label}"),
            command: format!("trueodds plot {} --sweep {text} --stacked", model.path),
            picture: Some(picture),
            ..Section::default()
        }))
    }

    /// The law with each flag on alone: a row for each, with the outcomes that some flag changes.
    pub(super) fn flags(&mut self) -> Made {
        let path = &self.mechanic.model.path;
        let (flags, mut words) = self.single_flags()?;
        if flags.is_empty() && words.is_empty() {
            return Ok(None);
        }
        let (mut labels, mut scenarios) = (vec![Text::plain("None")], vec![self.usual.clone()]);
        for (label, scenario) in flags {
            labels.push(label);
            scenarios.push(scenario);
        }
        let mut section = Section {
            title: "Each alone".to_owned(),
            command: format!("trueodds table {path} --with FLAG"),
            ..Section::default()
        };
        match self.table(scenarios, None, vec![Shown::Percent]) {
            Ok(mut report) => {
                let caption = format!("{}: each alone", self.mechanic.model.label);
                words.extend(
                    report.blocks.first_mut().into_iter().flat_map(|own| turned(own, &labels, &caption)),
                );
                section.parts.push(report);
            }
            Err(error) => words = vec![format!("With the defaults: {}.", refusal(error)?)],
        }
        section.words = words;
        Ok(Some(section))
    }

    /// Each flag with the scenario in which it alone is on; what is said of those that cannot be.
    fn single_flags(&self) -> Result<Flags, TableError> {
        let available = &self.mechanic.rule_sets[self.usual.rule_set].available;
        let (mut flags, mut words) = (Vec::new(), Vec::new());
        for (index, input) in self.mechanic.model.inputs.iter().enumerate() {
            let declaration = &input.declaration;
            if declaration.kind != Kind::Flag || input.default != Value::Flag(false) || !available[index] {
                continue;
            }
            let mut own = self.usual.clone();
            own.inputs[index] = Value::Flag(true);
            match self.table(vec![own.clone()], None, vec![Shown::Percent]) {
                Ok(_) => flags.push((Text::label(&declaration.label, declaration.template.as_ref()), own)),
                Err(error) => words.push(format!("{} alone: {}.", declaration.label, refusal(error)?)),
            }
        }
        Ok((flags, words))
    }
}

/// The values that a whole number runs through: its whole range where that is short, else some around the
/// usual one; without a lower end those up to it.
fn whole_range(usual: &Rational, low: Option<&Rational>, high: Option<&Rational>) -> (Rational, Rational) {
    match (low, high) {
        (Some(low), Some(high)) if high - low < Rational::from(SHORT) => (low.clone(), high.clone()),
        (None, high) => {
            let last = high.map_or(usual.clone(), |high| high.clone().min(usual.clone()));
            (&last - &Rational::from(VALUES - 1), last)
        }
        (Some(low), high) => {
            let first = (usual - &Rational::from(VALUES / 2 - 1)).max(low.clone());
            let last = &first + &Rational::from(VALUES - 1);
            let last = high.map_or(last.clone(), |high| high.clone().min(last));
            (first, last)
        }
    }
}

/// Turns a table with a column for each scenario into one with a row for each. Outcomes that no scenario
/// changes and scenarios that change no outcome are left out; what is said of them.
fn turned(block: &mut Block, labels: &[Text], caption: &str) -> Vec<String> {
    let Block::Table(table) = block else { return Vec::new() };
    let number = |cell: &Cell| match cell {
        Cell::Probability(value, _) => Some(value.clone()),
        _ => None,
    };
    let changes =
        |row: &&Row| row.cells.iter().any(|cell| number(cell) != row.cells.first().and_then(number));
    let kept: Vec<&Row> = table.rows.iter().filter(changes).collect();
    let left: Vec<String> =
        table.rows.iter().filter(|row| !changes(row)).map(|row| row.label.to_plain()).collect();
    let mut header = vec![Header { text: Text::plain("With"), numeric: false }];
    header.extend(kept.iter().map(|row| Header { text: row.label.clone(), numeric: true }));
    let number_at = |row: &Row, column: usize| row.cells.get(column).and_then(number);
    let idle = |column: usize| kept.iter().all(|row| number_at(row, column) == number_at(row, 0));
    let row = |(column, label): (usize, &Text)| Row {
        label: label.clone(),
        cells: kept.iter().filter_map(|row| row.cells.get(column).cloned()).collect(),
        total: false,
    };
    let (still, moving): (Vec<_>, Vec<_>) =
        labels.iter().enumerate().partition(|(column, _)| *column > 0 && idle(*column));
    let still: Vec<String> = still.iter().map(|(_, label)| label.to_plain()).collect();
    let empty = kept.is_empty();
    let mut words = Vec::new();
    if empty {
        words.push("None of them changes anything with the other inputs at their defaults.".to_owned());
    } else if !still.is_empty() {
        words.push(format!("Nothing changes with {} alone.", still.join(", ")));
    }
    if !left.is_empty() && !empty {
        words.push(format!("The same with each of them: {}.", left.join("; ")));
    }
    let rows = moving.into_iter().map(row).collect();
    let turned = Table { caption: Text::plain(caption), header, rows };
    *block = if empty { Block::Paragraph(Text::default()) } else { Block::Table(turned) };
    words
}
