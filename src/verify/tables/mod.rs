//! Tables of outcomes: recognised by the names of their rows, judged by the laws of the mechanics, without any
//! claim.
//!
//! A column is only taken as the law of an outcome where most of its cells say so; a table that somebody made of
//! something else is left alone.

mod labelled;
mod law;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use self::labelled::LabelledTable;
pub(super) use self::law::SharedLaws;
use self::law::{Laws, neighbours, scenario};
use self::names::{Event, Given, Name, Names, Test};
use super::{Case, Finding, Verdict, exact_number, rule_set};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::page::{Figure, Fit, Page, Shape};
use crate::rules::RuleSetId;
use crate::scenario::{Mechanic, Scenario};
use crate::value::Value;

/// A table with fewer rows or cells than this could be about anything.
const FEWEST: usize = 3;

/// What there is to be said about the cells of all tables of a page. `on_topic` are the paths of the mechanics
/// that the page is about; `chosen` are rule sets by name.
///
/// Cost: linear in the length of the page, and one evaluation for each different law.
pub(super) fn cells(
    page: &Page,
    cases: &[Case<'_>],
    on_topic: &BTreeSet<String>,
    chosen: &[String],
    limits: &Limits,
) -> Vec<Finding> {
    let mut candidates: Option<Vec<Candidate<'_>>> = None;
    let shared = cases.first().map(|case| case.laws.clone()).unwrap_or_default();
    let mut laws = Laws::new(limits, shared);
    let mut findings = Vec::new();
    for block in 0..page.outline.blocks.len() {
        let Some(table) = LabelledTable::read(page, block).filter(|table| table.figures() >= FEWEST) else {
            continue;
        };
        let candidates = candidates.get_or_insert_with(|| mechanics(cases, on_topic));
        findings.extend(judged(page, &table, candidates, chosen, &mut laws));
    }
    findings
}

/// A mechanic with its names.
struct Candidate<'a> {
    mechanic: &'a Mechanic,
    names: Names,
    /// Whether the page is about it.
    on_topic: bool,
}

fn mechanics<'a>(cases: &[Case<'a>], on_topic: &BTreeSet<String>) -> Vec<Candidate<'a>> {
    let by_path: BTreeMap<&str, &'a Mechanic> =
        cases.iter().map(|case| (case.mechanic.model.path.as_str(), case.mechanic)).collect();
    let candidate = |(path, mechanic): (&str, &'a Mechanic)| Candidate {
        mechanic,
        names: Names::read(mechanic),
        on_topic: on_topic.contains(path),
    };
    by_path.into_iter().map(candidate).collect()
}

/// What the rows of a table are about, if it is a table of outcomes.
struct Interpretation<'a> {
    candidate: &'a Candidate<'a>,
    /// By row; `None` where it is about something else.
    events: Vec<Option<Event>>,
    /// Whether all rows are values of one field.
    is_law: bool,
    /// Whether the page or the caption is about the mechanic.
    on_topic: bool,
}

/// All interpretations of a table as one of outcomes.
fn interpretations<'a>(
    table: &LabelledTable<'_>,
    candidates: &'a [Candidate<'a>],
) -> Vec<Interpretation<'a>> {
    let labelled = table.labels.iter().filter(|label| !label.is_empty()).count();
    let mut interpretations = Vec::new();
    for candidate in candidates {
        let on_topic = candidate.on_topic || candidate.names.in_caption(&table.caption);
        for list in &candidate.names.lists {
            let events: Vec<Option<Event>> =
                table.labels.iter().map(|label| list.get(label).cloned()).collect();
            let found = events.iter().flatten().count();
            let different: BTreeSet<&Event> = events.iter().flatten().collect();
            let fields: BTreeSet<usize> = different.iter().map(|event| event.field).collect();
            // A name that stands twice is said of different things.
            if found < FEWEST || different.len() < found || !on_topic && found * 10 < labelled * 6 {
                continue;
            }
            interpretations.push(Interpretation { candidate, events, is_law: fields.len() == 1, on_topic });
        }
    }
    interpretations
}

fn judged(
    page: &Page,
    table: &LabelledTable<'_>,
    candidates: &[Candidate<'_>],
    chosen: &[String],
    laws: &mut Laws<'_>,
) -> Vec<Finding> {
    let turned = table.turned();
    for table in [table, &turned] {
        let interpretations = interpretations(table, candidates);
        if interpretations.is_empty() {
            continue;
        }
        let columns = 0..table.heads.len();
        return columns
            .flat_map(|column| judged_column(page, table, column, &interpretations, chosen, laws))
            .collect();
    }
    Vec::new()
}

/// The best interpretation of a column: that under which most cells are right.
fn judged_column(
    page: &Page,
    table: &LabelledTable<'_>,
    column: usize,
    interpretations: &[Interpretation<'_>],
    chosen: &[String],
    laws: &mut Laws<'_>,
) -> Vec<Finding> {
    let mut best: Option<LawColumn<'_, '_>> = None;
    for interpretation in interpretations {
        let as_law =
            Column::read(table, column, interpretation).and_then(|column| column.into_law(chosen, laws));
        best = match (best, as_law) {
            (Some(best), Some(as_law)) if as_law.right() > best.right() => Some(as_law),
            (None, as_law) => as_law,
            (best, _) => best,
        };
    }
    best.map(|best| best.findings(page, chosen, laws)).unwrap_or_default()
}

/// The cells of a column with what they are about.
struct Column<'a, 'g> {
    interpretation: &'a Interpretation<'a>,
    cells: Vec<(&'a Event, &'g Figure)>,
    /// What its head gives.
    head: Vec<Given>,
    /// What its caption may give besides, the likeliest first.
    captions: Vec<Vec<Given>>,
}

/// A column that is the law of an outcome.
struct LawColumn<'a, 'g> {
    column: Column<'a, 'g>,
    scenario: Scenario,
    exact: Vec<Rational>,
}

impl<'a, 'g> Column<'a, 'g> {
    /// `None` where its head is not understood, or it has too few cells.
    fn read(
        table: &LabelledTable<'g>,
        column: usize,
        interpretation: &'a Interpretation<'a>,
    ) -> Option<Column<'a, 'g>> {
        let mechanic = interpretation.candidate.mechanic;
        let names = &interpretation.candidate.names;
        let head = names.head(mechanic, table.heads.get(column)?)?;
        let rows = interpretation.events.iter().zip(&table.figures);
        let cells: Vec<(&Event, &Figure)> = rows
            .filter_map(|(event, row)| Some((event.as_ref()?, row.get(column).copied().flatten()?)))
            .collect();
        let captions = captions(mechanic, names, &table.caption, &head);
        (cells.len() >= FEWEST).then_some(Column { interpretation, cells, head, captions })
    }

    fn mechanic(&self) -> &'a Mechanic {
        self.interpretation.candidate.mechanic
    }

    /// The chance of each cell under a scenario.
    fn exact(&self, scenario: &Scenario, laws: &mut Laws<'_>) -> Option<Vec<Rational>> {
        self.cells.iter().map(|(event, _)| laws.chance(self.mechanic(), scenario, event)).collect()
    }

    fn right(&self, exact: &[Rational]) -> usize {
        let cells = self.cells.iter().zip(exact);
        cells.filter(|((_, figure), exact)| figure.fit(exact) != Fit::Off).count()
    }

    /// The law that the column is: the first under which all cells are right, or that under which most are,
    /// where these are enough.
    fn into_law(self, chosen: &[String], laws: &mut Laws<'_>) -> Option<LawColumn<'a, 'g>> {
        let mechanic = self.mechanic();
        let mut best: Option<(usize, Scenario, Vec<Rational>)> = None;
        'sets: for caption in &self.captions {
            let given = [self.head.as_slice(), caption].concat();
            for set in rule_sets(mechanic, &given, chosen) {
                let Some(scenario) = scenario(mechanic, set, &given) else { continue };
                let Some(exact) = self.exact(&scenario, laws) else { continue };
                let right = self.right(&exact);
                if best.as_ref().is_none_or(|(most, ..)| right > *most) {
                    best = Some((right, scenario, exact));
                }
                if right == self.cells.len() {
                    break 'sets;
                }
            }
        }
        let (right, scenario, exact) = best?;
        let enough = if self.interpretation.on_topic {
            right * 2 >= self.cells.len()
        } else {
            right * 3 >= self.cells.len() * 2
        };
        let as_law = LawColumn { column: self, scenario, exact };
        (enough || as_law.is_shuffled()).then_some(as_law)
    }
}

/// Whether a figure is more than a few units of its last digit away.
fn is_far(figure: &Figure, exact: &Rational) -> bool {
    const FEW: i64 = 3;
    let (Shape::Percent(written) | Shape::Both { percent: written, .. }) = &figure.shape else { return true };
    let off = (&written.hundredth() - exact).abs();
    off > &written.step() * &Rational::new(FEW, 100)
}

/// What a caption may say of a column whose head says something already. The last option is to say nothing.
fn captions(mechanic: &Mechanic, names: &Names, caption: &[Name], head: &[Given]) -> Vec<Vec<Given>> {
    let new = |given: Vec<Given>| -> Vec<Given> {
        given.into_iter().filter(|own| !head.iter().any(|other| other.same_subject(own))).collect()
    };
    let both: Name = caption.concat();
    let own = caption.first().cloned().unwrap_or_default();
    let mut options = vec![new(names.caption(mechanic, &own)), new(names.caption(mechanic, &both))];
    // `(modifier at -40)`: a number may be the only state there is.
    if let [state] = mechanic.model.states.as_slice() {
        let values = both.iter().filter_map(|word| mechanic.model.parse_value(&state.declaration, word).ok());
        options.extend(values.take(FEWEST).map(|value| new(vec![Given::State(0, value)])));
    }
    options.push(Vec::new());
    let mut seen = Vec::new();
    options.retain(|option| {
        !seen.contains(option) && {
            seen.push(option.clone());
            true
        }
    });
    options
}

/// The rule sets to try: those that the table names; else the chosen ones, the default, and the others.
fn rule_sets(mechanic: &Mechanic, given: &[Given], chosen: &[String]) -> Vec<usize> {
    let named = given.iter().find_map(|given| match given {
        Given::RuleSet(set) => Some(*set),
        _ => None,
    });
    if let Some(set) = named {
        return vec![set];
    }
    let chosen = chosen.iter().filter_map(|name| rule_set(mechanic, name));
    let default = mechanic.rule_sets.iter().position(|set| set.default);
    let mut sets: Vec<usize> = Vec::new();
    for set in chosen.chain(default).chain(0..mechanic.rule_sets.len()) {
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

impl LawColumn<'_, '_> {
    fn right(&self) -> usize {
        self.column.right(&self.exact)
    }

    fn is_full(&self) -> bool {
        self.right() == self.exact.len()
    }

    /// Whether the cells are those of the law in another order: rows that traded their names.
    fn is_shuffled(&self) -> bool {
        let different: BTreeSet<&Rational> = self.exact.iter().collect();
        let mut exact: Vec<&Rational> = self.exact.iter().collect();
        let mut cells: Vec<(Rational, &Figure)> =
            self.column.cells.iter().filter_map(|(_, figure)| Some((figure.value()?, *figure))).collect();
        exact.sort();
        cells.sort_by(|a, b| a.0.cmp(&b.0));
        let fits = cells.iter().zip(&exact).all(|((_, figure), exact)| figure.fit(exact) != Fit::Off);
        self.column.interpretation.is_law && different.len() >= FEWEST && fits
    }

    /// One finding for each cell. What a page says in its prose may explain the cells that do not fit: one
    /// more input for the whole of a law, or for a single room that has a row of its own.
    fn findings(mut self, page: &Page, chosen: &[String], laws: &mut Laws<'_>) -> Vec<Finding> {
        let mechanic = self.column.mechanic();
        let others = if self.is_full() { Vec::new() } else { neighbours(mechanic, &self.scenario) };
        let whole =
            others.iter().find_map(|other| self.all_fit(other, laws).map(|exact| (other.clone(), exact)));
        if let Some((scenario, exact)) = whole {
            self.scenario = scenario;
            self.exact = exact;
        }
        let full = self.is_full();
        let doubtful = self.is_doubtful();
        let mut findings = Vec::new();
        for ((event, figure), exact) in self.column.cells.iter().zip(&self.exact) {
            let fit = figure.fit(exact);
            let elsewhere = |other: &Scenario, laws: &mut Laws<'_>| {
                laws.chance(mechanic, other, event).is_some_and(|exact| figure.fit(&exact) != Fit::Off)
            };
            let excused = !full && fit == Fit::Off && !self.column.interpretation.is_law;
            if fit == Fit::Off && doubtful || excused && others.iter().any(|other| elsewhere(other, laws)) {
                continue;
            }
            findings.push(self.finding(
                page,
                event,
                figure,
                exact,
                self.depends(event, figure, chosen, laws),
            ));
        }
        findings
    }

    /// Whether the cells that do not fit may be right under inputs that the page gives in its prose: a law that
    /// differs does so in several cells, and by more than a slip of the last digit.
    fn is_doubtful(&self) -> bool {
        let cells = self.column.cells.iter().zip(&self.exact);
        let off: Vec<bool> = cells
            .filter(|((_, figure), exact)| figure.fit(exact) == Fit::Off)
            .map(|((_, figure), exact)| is_far(figure, exact))
            .collect();
        self.column.interpretation.is_law && off.len() > 1 && off.contains(&true) && !self.is_shuffled()
    }

    /// The chances under another scenario, if all cells are right there. The cells that are wrong here come
    /// first, since most scenarios do not explain them.
    fn all_fit(&self, other: &Scenario, laws: &mut Laws<'_>) -> Option<Vec<Rational>> {
        let mechanic = self.column.mechanic();
        let fits = |event: &Event, figure: &Figure, laws: &mut Laws<'_>| {
            laws.chance(mechanic, other, event).is_some_and(|exact| figure.fit(&exact) != Fit::Off)
        };
        let cells = || self.column.cells.iter().zip(&self.exact);
        let explained = cells()
            .filter(|((_, figure), exact)| figure.fit(exact) == Fit::Off)
            .all(|((event, figure), _)| fits(event, figure, laws));
        if !explained || !cells().all(|((event, figure), _)| fits(event, figure, laws)) {
            return None;
        }
        self.column.exact(other, laws)
    }

    /// Whether a cell is wrong under the rule sets that were chosen, of which the table is none.
    fn depends(&self, event: &Event, figure: &Figure, chosen: &[String], laws: &mut Laws<'_>) -> bool {
        let mechanic = self.column.mechanic();
        let chosen: Vec<usize> = chosen.iter().filter_map(|name| rule_set(mechanic, name)).collect();
        if chosen.is_empty() || chosen.contains(&self.scenario.rule_set.index()) {
            return false;
        }
        chosen.into_iter().any(|rule_set| {
            let scenario = Scenario { rule_set: RuleSetId::new(rule_set), ..self.scenario.clone() };
            let exact = laws.chance(mechanic, &scenario, event);
            exact.is_some_and(|exact| figure.fit(&exact) == Fit::Off)
        })
    }

    fn finding(
        &self,
        page: &Page,
        event: &Event,
        figure: &Figure,
        exact: &Rational,
        depends: bool,
    ) -> Finding {
        let stated = page.text.get(figure.range.clone()).unwrap_or_default().to_owned();
        let mechanic = self.column.mechanic();
        let verdict = match Verdict::from(figure.fit(exact)) {
            verdict if verdict.is_right() && depends => Verdict::Depends,
            verdict => verdict,
        };
        let text = exact_number(exact);
        let right = figure.fit(exact) != Fit::Off;
        let set = mechanic.rule_set_of(&self.scenario).name.clone();
        Finding {
            verdict,
            code: if verdict == Verdict::Wrong { "wrong-cell" } else { verdict.name() },
            range: Some(figure.range.clone()),
            message: if right {
                format!("{stated} is {text}")
            } else {
                format!("claimed {stated}, exact {text}")
            },
            stated,
            exact: text,
            number: Some(exact.clone()),
            accepted: figure.accepted(),
            case: None,
            under: vec![set.clone()],
            holds: if right { vec![set.clone()] } else { Vec::new() },
            notes: vec![self.note(event, &set)],
            fix: None,
        }
    }

    /// `P(award = chest) of isaac/room-clear-award with luck=3, under repentance-plus: 10 of 11 cells …`
    fn note(&self, event: &Event, set: &str) -> String {
        let model = &self.column.mechanic().model;
        let field = &model.fields[event.field];
        let event_text = match &event.test {
            Test::Is(Value::Flag(_)) => field.name.clone(),
            Test::Is(value) => format!("{} = {}", field.name, model.value_text(field.kind, value)),
            Test::IsNot(value) => format!("{} != {}", field.name, model.value_text(field.kind, value)),
        };
        let inputs = self.scenario.named.iter().map(|index| {
            let text = self.scenario.input_text(self.column.mechanic(), *index);
            format!("{}={text}", model[*index].declaration.name)
        });
        let states = model.states.iter().zip(&self.scenario.states).filter_map(|(state, value)| {
            let declaration = &state.declaration;
            Some(format!("{}={}", declaration.name, model.value_text(declaration.kind, value.as_ref()?)))
        });
        let given: Vec<String> = inputs.chain(states).collect();
        let with = if given.is_empty() { String::new() } else { format!(" with {}", given.join(", ")) };
        let (right, all) = (self.right(), self.exact.len());
        format!(
            "P({event_text}) of {}{with}, under {set}; so are {right} of {all} cells of this column",
            model.path
        )
    }
}
