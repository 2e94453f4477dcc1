//! The law with the defaults, over the first input, and with each flag on alone.

use super::write::{self, Content};
use super::{Made, Maker, Part, Picture, Section, refusal};
use crate::check::{FieldId, InputId, Kind};
use crate::document::{
    Block, Cell, Document, Header, LawDocument, MarginalsDocument, PlotDocument, Row, Shown, TableLayout,
    Text,
};
use crate::exact::Rational;
use crate::query::plot::Chart;
use crate::query::{About, LawRequest, PlotRequest, QueryError, laws, marginals, plot};
use crate::render::{Format, Style, render};
use crate::scenario::{Axes, Outcomes, Scenario, Sweep, Swept};
use crate::value::Value;

/// How many values the first input runs through where its range is longer.
const VALUES: i64 = 10;
/// A range that is no longer is run through whole.
const SHORT: i64 = 14;

/// Flags with the scenario in which each alone is on, and what is said of those that cannot be.
type Flags = (Vec<(Text, Scenario)>, Vec<String>);

/// For each outcome the chance in each scenario, where it is known.
type Chances = Vec<Vec<Option<Rational>>>;

/// Laws as a table has them: a row for each outcome, a column for each scenario.
struct Laws {
    /// What each outcome is called.
    labels: Vec<Text>,
    /// The chances of each outcome, where they are known.
    chances: Chances,
    /// What a citation names.
    subject: String,
}

impl Maker<'_> {
    /// The outcomes that a table shows when nobody names one; whether each stands on its own is whether the
    /// mechanic says which.
    pub(super) fn overview(&self) -> Vec<FieldId> {
        let model = &self.mechanic.model;
        if model.overview.is_empty() { vec![FieldId::new(0)] } else { model.overview.clone() }
    }

    pub(super) fn outcomes(&self) -> Outcomes {
        self.overview().into()
    }

    fn each_alone(&self) -> bool {
        !self.mechanic.model.overview.is_empty()
    }

    /// What a table of some scenarios, or of a sweep, is made into.
    fn laws<T>(
        &self,
        scenarios: Vec<Scenario>,
        axes: &Axes,
        shown: Vec<Shown>,
        make: impl FnOnce(&dyn Document, Chances) -> T,
    ) -> Result<T, QueryError> {
        let scenarios = axes.spread(self.mechanic, &scenarios)?;
        let request = LawRequest { scenarios, outcomes: self.outcomes(), cumulative: None, given: None };
        let layout = TableLayout { shown, ..TableLayout::default() };
        if self.each_alone() {
            let found = marginals(self.mechanic, &request, self.limits)?;
            let chances = |(index, value): (usize, Option<Value>)| {
                let laws = found.columns.iter().map(|(_, laws)| laws[index].as_ref().ok());
                laws.map(|law| Some(law?.mass_of(value.as_ref()?))).collect()
            };
            let chances = found.values(self.mechanic).into_iter().map(chances).collect();
            return Ok(make(&MarginalsDocument::new(self.mechanic, &found, axes, layout), chances));
        }
        let found = laws(self.mechanic, &request, self.limits)?;
        let chances = |outcome: Vec<Value>| {
            let laws = found.columns.iter().map(|(_, law)| law.as_ref().ok());
            laws.map(|law| Some(law?.mass_of(&outcome))).collect()
        };
        let chances = found.outcomes().into_iter().map(chances).collect();
        Ok(make(&LawDocument::new(self.mechanic, &found, axes, layout), chances))
    }

    /// The table of some scenarios, or of a sweep.
    pub(super) fn table(
        &self,
        scenarios: Vec<Scenario>,
        axes: &Axes,
        shown: Vec<Shown>,
    ) -> Result<Part, QueryError> {
        self.laws(scenarios, axes, shown, |document, _| self.part(document))
    }

    /// A picture, where it has room for what is asked.
    pub(super) fn picture(
        &self,
        name: impl Into<String>,
        about: About,
        sweep: Option<Sweep>,
        stacked: bool,
    ) -> Result<Option<Picture>, QueryError> {
        let scenarios = vec![self.usual.clone()];
        let request = PlotRequest {
            scenarios,
            axes: sweep.into(),
            marked: Vec::new(),
            about,
            cumulative: None,
            stacked,
        };
        match plot(self.mechanic, &request, self.limits) {
            Ok(plot) => {
                let document = PlotDocument::new(self.mechanic, &plot, None);
                // One bar alone says no more than its number.
                if plot.chart == Chart::Bars && document.positions.len() < 2 {
                    return Ok(None);
                }
                let svg = render(&document, Format::Svg, &Style::default());
                Ok(Some(Picture { name: name.into(), title: document.title.to_plain(), svg }))
            }
            Err(QueryError::Usage(_)) => Ok(None),
            Err(error) => refusal(error).map(|_| None),
        }
    }

    fn about_outcomes(&self) -> About {
        About::Outcomes { outcomes: self.outcomes(), marginal: self.each_alone(), given: None }
    }

    pub(super) fn law(&mut self) -> Made {
        let shown = vec![Shown::Percent, Shown::ShortFraction, Shown::OneIn];
        let mut section = Section {
            title: "Chances".to_owned(),
            command: format!("trueodds table {}", self.mechanic.model.path),
            ..Section::default()
        };
        match self.table(vec![self.usual.clone()], &Axes::default(), shown) {
            Ok(part) => section.parts.push(part),
            Err(error) => section.words.push(format!("With the defaults: {}.", refusal(error)?)),
        }
        section.picture = self.picture("law", self.about_outcomes(), None, false)?;
        Ok(Some(section))
    }

    /// What the first input runs through: the one that a mechanic names first is what people ask about.
    fn first_input(&self, step: &Rational) -> Option<(InputId, Vec<Value>, String)> {
        let input = self.mechanic.model.inputs.first()?;
        let declaration = &input.declaration;
        if !self.mechanic.rule_set_of(&self.usual).available[0] {
            return None;
        }
        let range = &declaration.range;
        let usual = self.usual.value(self.mechanic, InputId::new(0));
        let usual = usual.and_then(|value| value.as_number().cloned());
        let values = match declaration.kind {
            Kind::Enum(_) => {
                let variants = self.mechanic.model.variants(declaration.kind);
                let values = (0..).zip(variants).map(|(index, _)| Value::Variant(index)).collect();
                return Some((InputId::new(0), values, declaration.name.clone()));
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
        Some((InputId::new(0), values.collect(), text))
    }

    pub(super) fn sweep(&mut self) -> Made {
        let Some((input, values, text)) = self.first_input(&Rational::ONE) else { return Ok(None) };
        let declaration = &self.mechanic.model[input].declaration;
        if self.sweeps(&declaration.name) {
            return Ok(None);
        }
        let path = &self.mechanic.model.path;
        let mut section = Section {
            title: format!("By {}", declaration.label),
            command: format!("trueodds table {path} --sweep {text}"),
            ..Section::default()
        };
        match self.table(
            vec![self.usual.clone()],
            &Axes::from(Some(Sweep { swept: Swept::Input(input), values })),
            vec![Shown::Percent],
        ) {
            Ok(part) => section.parts.push(part),
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
            if let Ok(question) = self.session.question(self.mechanic, &text) {
                return About::Questions(vec![question]);
            }
        }
        self.about_outcomes()
    }

    /// The same sweep with a finer step, as a curve wants it.
    fn fine_sweep(&self) -> Option<Sweep> {
        let (input, values, _) = self.first_input(&Rational::new(1, 4))?;
        Some(Sweep { swept: Swept::Input(input), values })
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
        let read = |document: &dyn Document, chances| Laws {
            labels: row_labels(document),
            chances,
            subject: document.subject(),
        };
        match self.laws(scenarios, &Axes::default(), vec![Shown::Percent], read) {
            Ok(laws) => {
                let caption = format!("{}: each alone", self.mechanic.model.label);
                let turned = turned(&laws, &labels);
                words.extend(turned.words.iter().cloned());
                if !turned.outcomes.is_empty() {
                    let content = turned.table(&laws, &labels, caption);
                    section.parts.push(self.part(&write::Shown { content, subject: laws.subject }));
                }
            }
            Err(error) => words = vec![format!("With the defaults: {}.", refusal(error)?)],
        }
        section.words = words;
        Ok(Some(section))
    }

    /// Each flag with the scenario in which it alone is on; what is said of those that cannot be.
    fn single_flags(&self) -> Result<Flags, QueryError> {
        let available = &self.mechanic.rule_set_of(&self.usual).available;
        let (mut flags, mut words) = (Vec::new(), Vec::new());
        for (index, input) in self.mechanic.model.inputs.iter().enumerate() {
            let declaration = &input.declaration;
            let off = || self.usual.value(self.mechanic, InputId::new(index)) == Some(Value::Flag(false));
            if declaration.kind != Kind::Flag || !available[index] || !off() {
                continue;
            }
            let mut own = self.usual.clone();
            own.set_input(InputId::new(index), Value::Flag(true));
            match self.table(vec![own.clone()], &Axes::default(), vec![Shown::Percent]) {
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

/// What the rows of a table are called.
fn row_labels(document: &dyn Document) -> Vec<Text> {
    let labels = |block: &Block<'_>| match block {
        Block::Table(table) => table.rows.iter().map(|row| row.label).collect(),
        _ => Vec::new(),
    };
    document.blocks().iter().flat_map(labels).collect()
}

/// A table with a row for each scenario and a column for each outcome. Outcomes that no scenario changes and
/// scenarios that change no outcome are left out, and that is said.
struct Turned {
    outcomes: Vec<usize>,
    scenarios: Vec<usize>,
    words: Vec<String>,
}

fn turned(laws: &Laws, labels: &[Text]) -> Turned {
    let changes = |chances: &[Option<Rational>]| chances.iter().any(|chance| *chance != chances[0]);
    let (outcomes, same): (Vec<usize>, Vec<usize>) =
        (0..laws.labels.len()).partition(|outcome| changes(&laws.chances[*outcome]));
    let idle = |scenario: usize| {
        outcomes.iter().all(|outcome| laws.chances[*outcome][scenario] == laws.chances[*outcome][0])
    };
    let (still, moving): (Vec<usize>, Vec<usize>) =
        (0..labels.len()).partition(|scenario| *scenario > 0 && idle(*scenario));
    let listed = |indices: &[usize], texts: &[Text], between: &str| {
        indices.iter().map(|index| texts[*index].to_plain()).collect::<Vec<_>>().join(between)
    };
    let mut words = Vec::new();
    if outcomes.is_empty() {
        words.push("None of them changes anything with the other inputs at their defaults.".to_owned());
    } else if !still.is_empty() {
        words.push(format!("Nothing changes with {} alone.", listed(&still, labels, ", ")));
    }
    if !same.is_empty() && !outcomes.is_empty() {
        words.push(format!("The same with each of them: {}.", listed(&same, &laws.labels, "; ")));
    }
    Turned { outcomes, scenarios: moving, words }
}

impl Turned {
    fn table(&self, laws: &Laws, labels: &[Text], caption: String) -> Content {
        let mut header = vec![Header::words("With")];
        let texts = self.outcomes.iter().map(|outcome| laws.labels[*outcome].clone());
        header.extend(texts.map(Header::numbers));
        let row = |scenario: &usize| {
            let chances = self.outcomes.iter().map(|outcome| laws.chances[*outcome][*scenario].clone());
            let cell = |chance: Option<Rational>| match chance {
                Some(chance) => Cell::Probability(chance, Shown::Percent),
                None => Cell::words("?"),
            };
            Row::new(labels[*scenario].clone(), chances.map(cell))
        };
        Content::Table { caption, header, rows: self.scenarios.iter().map(row).collect() }
    }
}
