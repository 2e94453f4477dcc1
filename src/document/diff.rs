//! A comparison of two rule sets: what changes for each outcome, the distance, and which rules are responsible.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
use super::changes::{MechanicChanges, RuleChangeData, how};
use super::data::{Decimal, Fraction, Head, Values, changed_rules, inputs, outcome};
use super::labels::{self, declared_label, declared_value, describe, start_label};
use super::{Data, Document, EditionCodes, Records};
use crate::check::FieldId;
use crate::check::model::Declaration;
use crate::diagnostic::{Message, Setting};
use crate::exact::decimal;
use crate::query::{Attribution, Changed, Changes, Diff, Difference, Effect, Held, Responsible};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::{Lacking, Mechanic, Scenario};
use crate::value::{RuleValue, Value};

/// How a comparison is worded.
#[derive(Debug, Clone)]
pub struct DiffLayout {
    /// The caption, where it is not made from the outcome.
    pub caption: Option<String>,
    /// The marks of editions on a wiki.
    pub codes: EditionCodes,
    /// How a setting is written in advice.
    pub setting: fn(Setting) -> String,
}

impl Default for DiffLayout {
    fn default() -> Self {
        let setting = |setting: Setting| setting.name().to_owned();
        DiffLayout { caption: None, codes: EditionCodes::default(), setting }
    }
}

/// A comparison of two rule sets: kind `diff`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DiffData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// The rule set on one side.
    pub from: &'a str,
    /// The rule set on the other side.
    pub to: &'a str,
    /// The case by name; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The inputs: those that the second side has, then those that only the first has.
    pub inputs: Values,
    /// The rules that have another value on the second side than its rule set gives them; left out where there
    /// are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_rules: Option<Values>,
    /// Where the states begin, in words; left out for a mechanic without states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The total variation distance of the joint laws: half the sum of all differences.
    pub total_variation: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
    /// All outcomes with mass on either side, the greatest difference first.
    pub rows: Stream<'a, DiffRow>,
    /// How many of them have the same probability on both sides.
    pub unchanged: usize,
    /// The rules and inputs that differ, the greatest share first.
    pub responsible: Vec<ResponsibleData<'a>>,
    /// What is to be said of the inputs, such as those that one side lacks, and of rules that one side does not know.
    pub notes: Vec<String>,
    /// Where both sides agree, what the rules that differ change elsewhere; left out where they do not agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<RuleChangeData>>,
}

/// An outcome on both sides.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DiffRow {
    /// The outcome.
    pub outcome: Values,
    /// Its probability on one side.
    pub from: Fraction,
    /// Its probability on the other.
    pub to: Fraction,
    /// By how much the other has more.
    pub delta: Fraction,
}

/// A rule or an input that differs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ResponsibleData<'a> {
    /// Its name.
    pub rule: &'a str,
    /// Its value on one side; `?` where it is not known.
    pub from: String,
    /// Its value on the other; `?` where it is not known.
    pub to: String,
    /// What it does; left out where the rules that differ have no effect each.
    #[serde(flatten)]
    pub effect: Option<EffectData>,
}

/// What a rule or an input does to the difference.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EffectData {
    /// The distance that it alone makes, switched on the first side.
    pub total_variation: Fraction,
    /// The distance that it alone makes, switched back on the second side.
    pub undone: Fraction,
    /// Its share: all of them sum to the whole distance.
    pub share: Fraction,
}

/// A comparison of two rule sets.
#[derive(Debug, Clone)]
pub struct DiffDocument<'a> {
    mechanic: &'a Mechanic,
    diff: &'a Diff,
    case: Option<String>,
    changes: Option<&'a Changes>,
    layout: DiffLayout,
    rows: Vec<Difference<Vec<Value>>>,
}

impl<'a> DiffDocument<'a> {
    /// The document of a comparison.
    ///
    /// ```
    /// use trueodds::document::{DiffDocument, DiffLayout};
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::{DiffRequest, diff};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Settings, sides};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let settings = Settings { set: vec!["difficulty=hard".to_owned()], ..Settings::default() };
    /// let sides = sides(&award, Some("afterbirth-plus"), Some("repentance"), &settings).expect("two sides");
    /// let request = DiffRequest { sides, fields: vec![award.field("award")?], players: 10 };
    /// let diff = diff(&award, &request, &Limits::default())?;
    /// let document = DiffDocument::new(&award, &diff, DiffLayout::default());
    /// assert!(render(&document, Format::Json, &Style::default()).contains("2793/62500"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, diff: &'a Diff, layout: DiffLayout) -> DiffDocument<'a> {
        DiffDocument { mechanic, diff, case: None, changes: None, layout, rows: diff.rows() }
    }

    /// The same with what the rules that differ change elsewhere: said where both sides agree.
    #[must_use]
    pub fn with_changes(self, changes: Option<&'a Changes>) -> DiffDocument<'a> {
        DiffDocument { changes, ..self }
    }

    /// The same under a case, by name.
    pub(super) fn of_case(self, case: Option<String>) -> DiffDocument<'a> {
        DiffDocument { case, ..self }
    }

    /// What one side is called: its rule set, with the rules that were changed, and the mark of the
    /// editions that are like it.
    fn side(&self, scenario: &Scenario, alike: &[RuleSetId]) -> Text {
        let set = self.mechanic.rule_set_of(scenario);
        if !scenario.changed.is_empty() || set.kind != RuleSetKind::Edition || alike.is_empty() {
            return Text::plain(side_title(self.mechanic, scenario));
        }
        let editions = &self.mechanic.model.editions;
        let sets = || alike.iter().map(|set| self.mechanic.rule_set(*set));
        let bits = sets().filter_map(|set| editions.iter().position(|name| *name == set.name));
        match self.layout.codes.mark(bits.fold(0, |mask, bit| mask | 1_u32 << bit)) {
            Some(mark) => Text::label(&set.title, Some(&mark)),
            None if alike.len() > 1 && !self.layout.codes.codes.is_empty() => {
                Text::plain(sets().map(|set| set.title.as_str()).collect::<Vec<_>>().join(", "))
            }
            None => Text::plain(set.title.clone()),
        }
    }

    fn start(&self) -> Option<Text> {
        self.diff.start.as_ref().map(|start| start_label(self.mechanic, start))
    }

    /// The inputs of both sides: what only one of them has is as it has it.
    fn inputs(&self) -> Text {
        let sides = &self.diff.sides;
        let [first, second] = [&sides.from, &sides.to]
            .map(|side| describe(self.mechanic, &Scenario { changed: Vec::new(), ..side.clone() }, &[]));
        // One side has all that the other has, and may have more.
        let inputs = if first.to_plain().len() > second.to_plain().len() { first } else { second };
        Text::list([inputs].into_iter().chain(self.start()), "; ")
    }

    fn field(&self, index: usize) -> &Declaration {
        &self.mechanic.model[self.diff.fields[index]]
    }

    /// What changes of one outcome; nothing where its law is the same.
    fn outcome(&self, index: usize) -> Vec<Block<'_>> {
        let declaration = self.field(index);
        let (same, changed): (Vec<_>, Vec<_>) =
            self.diff.field_rows(index).into_iter().partition(Difference::is_unchanged);
        if changed.is_empty() {
            return Vec::new();
        }
        let caption = match &self.layout.caption {
            Some(caption) => Text::raw(caption),
            None => Text::plain(format!("{}: what changes", declaration.label)).in_brackets(self.inputs()),
        };
        let row = |row: Difference<Value>| {
            Row::new(value_label(self.mechanic, declaration, &row.outcome), cells(&row))
        };
        let sides = &self.diff.sides;
        let (from, to) =
            (self.side(&sides.from, &self.diff.alike_from), self.side(&sides.to, &self.diff.alike_to));
        let mut blocks = vec![Block::Table(Table {
            caption,
            header: vec![
                Header::words("Outcome"),
                Header::numbers(from),
                Header::numbers(to),
                Header::numbers("Points"),
                Header::numbers("Ratio"),
            ],
            rows: changed.into_iter().map(row).collect(),
        })];
        match same.len() {
            0 => {}
            1 => blocks.push(Block::paragraph("1 outcome is unchanged.")),
            count => blocks.push(Block::paragraph(format!("{count} outcomes are unchanged."))),
        }
        blocks
    }

    /// That both sides agree here, and where the rules that differ matter.
    fn agreement(&self, changes: MechanicChanges<'_>) -> Vec<Block<'_>> {
        let sides = &self.diff.sides;
        let [from, to] = [&sides.from, &sides.to].map(|side| side_title(self.mechanic, side));
        let fields = self.diff.fields.iter().map(|field| self.mechanic.model[*field].label.as_str());
        let fields = fields.collect::<Vec<_>>().join(", ");
        let agree = Text::plain(format!("{from} and {to} agree here")).in_brackets(self.inputs());
        let mut blocks = vec![Block::Paragraph(agree.and(format!(": {fields}.")))];
        blocks.extend(notes(self.mechanic, &sides.lacking).map(Block::paragraph));
        if changes.changes.rules.is_empty() {
            blocks.push(Block::paragraph("No rule differs."));
        }
        blocks.extend(changes.blocks());
        blocks.extend(how(&from, &to, std::iter::once(changes)).map(Block::paragraph));
        blocks
    }

    /// The outcomes whose law is the same on both sides, in one sentence.
    fn unchanged(&self, labels: &[&str]) -> Option<Block<'_>> {
        let text =
            Text::plain(format!("Unchanged: {}", labels.join(", "))).in_brackets(self.inputs()).and(".");
        (!labels.is_empty()).then(|| Block::Paragraph(text))
    }

    /// The distance, and who is responsible for it.
    fn summary(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = self.notes().map(Block::paragraph).collect();
        let joint = if self.diff.fields.len() > 1 { " of their joint law" } else { "" };
        blocks.push(Block::Statement {
            subject: Text::plain(format!("Total variation distance{joint}")),
            value: Cell::Probability(self.diff.total_variation.clone(), Shown::Both),
        });
        let effects = || self.diff.responsible.iter().filter_map(|player| player.effect.as_ref());
        if self.diff.agrees() && effects().all(Effect::is_nothing) {
            return blocks;
        }
        match &self.diff.attribution {
            Attribution::Each => {}
            Attribution::Mixture(stop) => blocks.push(Block::paragraph(format!(
                "None of the rules has a share of its own: with only some of them switched, {}.",
                stop.message
            ))),
            Attribution::TooMany(most) => {
                let count = self.diff.responsible.len();
                let text = format!(
                    "{count} rules differ; shares are computed for {most} at most: the limit `players`, raised with "
                );
                let text = Message::from(text).typed(Setting::Limit, "players=…").words(".");
                blocks.push(Block::paragraph(text.worded(&self.layout.setting)));
            }
        }
        blocks.push(Block::Table(self.responsible()));
        blocks
    }

    fn responsible(&self) -> Table<'_> {
        let mut header = ["Responsible", "From", "To"].map(Header::words).to_vec();
        if matches!(self.diff.attribution, Attribution::Each) {
            header.extend(["Alone", "Undone", "Share"].map(Header::numbers));
        }
        let matters =
            |player: &&Responsible| player.effect.as_ref().is_none_or(|effect| !effect.is_nothing());
        let shown: Vec<&Responsible> = self.diff.responsible.iter().filter(matters).collect();
        let row = |player: &&Responsible| {
            let declaration = declaration(self.mechanic, player.changed);
            let [from, to] = self.held_words(player).map(Cell::Text);
            let effect = player.effect.iter().flat_map(|effect| {
                let chances = [&effect.alone, &effect.undone].map(Clone::clone);
                let chances = chances.map(|chance| Cell::Probability(chance, Shown::Percent));
                chances.into_iter().chain([Cell::Points(effect.share.clone())])
            });
            let cells = [from, to].into_iter().chain(effect);
            Row::new(declaration.label.as_str(), cells)
        };
        let caption = match self.diff.responsible.len() - shown.len() {
            0 => "Responsible rules".to_owned(),
            1 => "Responsible rules; one more differs and changes nothing here".to_owned(),
            idle => format!("Responsible rules; {idle} more differ and change nothing here"),
        };
        Table { caption: Text::plain(caption), header, rows: shown.iter().map(row).collect() }
    }

    /// What is to be said of inputs that one side lacks, and of rules that one side does not know.
    fn notes(&self) -> impl Iterator<Item = String> {
        let sides = &self.diff.sides;
        let unknown = |player: &'a Responsible| {
            let label = &declaration(self.mechanic, player.changed).label;
            let on = |held: &'a Held, side| match held {
                Held::Rule(RuleValue::Unknown(reason)) => Some((reason, self.mechanic.rule_set_of(side))),
                _ => None,
            };
            let (reason, set) = on(&player.from, &sides.from).or_else(|| on(&player.to, &sides.to))?;
            let (title, reason) = (&set.title, reason.trim_end_matches('.'));
            Some(format!("{label} is not known in {title} ({reason}); nothing here needs it."))
        };
        let unknown = self.diff.responsible.iter().filter_map(unknown);
        notes(self.mechanic, &sides.lacking).chain(unknown)
    }

    /// What a rule or an input is on either side, in words; `?` where it is not known.
    fn held_words(&self, player: &Responsible) -> [Text; 2] {
        let declaration = declaration(self.mechanic, player.changed);
        let typed = self.held(player).map(Text::plain);
        let words = |(held, typed): (&Held, Text)| {
            held.value().map_or(typed, |value| declared_value(&self.mechanic.model, declaration, value))
        };
        let [from, to] = typed;
        [words((&player.from, from)), words((&player.to, to))]
    }

    /// What a rule or an input is on either side, as a person would type it; `?` where it is not known.
    fn held(&self, player: &Responsible) -> [String; 2] {
        let kind = declaration(self.mechanic, player.changed).kind;
        let sides = &self.diff.sides;
        [(&player.from, &sides.from), (&player.to, &sides.to)].map(|(held, side)| {
            match (player.changed, held) {
                (Changed::Input(input), _) => side.input_text(self.mechanic, input),
                (Changed::Rule(_), Held::Rule(value)) => self.mechanic.model.rule_text(kind, value),
                (Changed::Rule(_), Held::Input(_)) => String::new(),
            }
        })
    }

    fn responsible_data(&self, player: &Responsible) -> ResponsibleData<'a> {
        let declaration = declaration(self.mechanic, player.changed);
        let [from, to] = self.held(player);
        let effect = player.effect.as_ref().map(|effect| EffectData {
            total_variation: (&effect.alone).into(),
            undone: (&effect.undone).into(),
            share: (&effect.share).into(),
        });
        ResponsibleData { rule: &declaration.name, from, to, effect }
    }
}

/// What was declared of a rule or an input that differs.
pub(super) fn declaration(mechanic: &Mechanic, changed: Changed) -> &Declaration {
    match changed {
        Changed::Rule(rule) => &mechanic.model[rule].declaration,
        Changed::Input(input) => &mechanic.model[input].declaration,
    }
}

/// What an outcome is called whose chance changes.
pub(super) fn value_label(mechanic: &Mechanic, declaration: &Declaration, value: &Value) -> Text {
    match value {
        Value::Flag(_) => declared_label(declaration),
        value => declared_value(&mechanic.model, declaration, value),
    }
}

/// The chances on both sides, their difference in points, and their ratio.
pub(super) fn cells(row: &Difference<Value>) -> [Cell; 4] {
    let ratio = row.to.checked_div(&row.from).map_or_else(|| Cell::words("–"), Cell::Times);
    let [from, to] = [&row.from, &row.to].map(|chance| Cell::Probability(chance.clone(), Shown::Percent));
    [from, to, Cell::Points(row.delta()), ratio]
}

/// The title of a side's rule set, with the rules that were changed.
pub(super) fn side_title(mechanic: &Mechanic, scenario: &Scenario) -> String {
    let title = std::iter::once(mechanic.rule_set_of(scenario).title.clone());
    title.chain(labels::changed_rules(mechanic, scenario)).collect::<Vec<_>>().join(", ")
}

/// What is said of inputs that one side lacks.
pub(super) fn notes(mechanic: &Mechanic, lacking: &[Lacking]) -> impl Iterator<Item = String> {
    lacking.iter().map(|Lacking { input, rule_set }| {
        let (label, title) = (&mechanic.model[*input].declaration.label, &mechanic.rule_set(*rule_set).title);
        format!("{label} is not in {title}, and left at its default there.")
    })
}

impl Document for DiffDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        if let Some(changes) = self.changes.filter(|_| self.diff.agrees()) {
            return self.agreement(MechanicChanges { mechanic: self.mechanic, changes });
        }
        let mut blocks = Vec::new();
        let mut same = Vec::new();
        for index in 0..self.diff.fields.len() {
            let outcome = self.outcome(index);
            same.extend(outcome.is_empty().then(|| self.field(index).label.as_str()));
            blocks.extend(outcome);
        }
        blocks.extend(self.unchanged(&same));
        blocks.extend(self.summary());
        blocks
    }

    fn data(&self) -> Data<'_> {
        let sides = &self.diff.sides;
        let mut given = inputs(self.mechanic, &sides.to);
        for (name, value) in inputs(self.mechanic, &sides.from) {
            given.entry(name).or_insert(value);
        }
        let row = |row: &Difference<Vec<Value>>| DiffRow {
            outcome: outcome(self.mechanic, &self.diff.fields, &row.outcome),
            from: (&row.from).into(),
            to: (&row.to).into(),
            delta: (&row.delta()).into(),
        };
        Box::new(DiffData {
            head: Head::new("diff"),
            mechanic: &self.mechanic.model.path,
            from: &self.mechanic.rule_set_of(&sides.from).name,
            to: &self.mechanic.rule_set_of(&sides.to).name,
            case: self.case.clone(),
            inputs: given,
            changed_rules: changed_rules(self.mechanic, &sides.to),
            start: self.start().map(|start| start.to_plain()),
            total_variation: (&self.diff.total_variation).into(),
            decimal: (&self.diff.total_variation).into(),
            rows: Stream::new(move || self.rows.iter().map(row)),
            unchanged: self.rows.iter().filter(|row| row.is_unchanged()).count(),
            responsible: self.diff.responsible.iter().map(|player| self.responsible_data(player)).collect(),
            notes: self.notes().collect(),
            changes: self.changes.map(|changes| {
                let all = MechanicChanges { mechanic: self.mechanic, changes };
                changes.rules.iter().map(|rule| all.rule_data(rule)).collect()
            }),
        })
    }

    fn records(&self) -> Records<'_> {
        let model = &self.mechanic.model;
        let header = self.diff.fields.iter().map(|field| model[*field].name.clone());
        let header = header.chain(["from", "to", "delta", "decimal"].map(str::to_owned)).collect();
        let record = |row: &Difference<Vec<Value>>| {
            let text = |(field, value): (&FieldId, &Value)| model.value_text(model[*field].kind, value);
            let delta = row.delta();
            let numbers =
                [row.from.to_string(), row.to.to_string(), delta.to_string(), decimal::plain(&delta)];
            self.diff.fields.iter().zip(&row.outcome).map(text).chain(numbers).collect()
        };
        Box::new(std::iter::once(header).chain(self.rows.iter().map(record)))
    }

    fn subject(&self) -> String {
        let inputs = self.inputs().to_plain();
        let inputs = if inputs.is_empty() { "inputs at their defaults".to_owned() } else { inputs };
        let side = |scenario: &Scenario| {
            let changes = labels::changed_rules(self.mechanic, scenario).join(", ");
            let changes = if changes.is_empty() { changes } else { format!(" with {changes}") };
            format!("{}{changes}", self.mechanic.rule_set_of(scenario).name)
        };
        let sides = &self.diff.sides;
        let rules = format!("rules {} against {}", side(&sides.from), side(&sides.to));
        format!("{}; {rules}; {inputs}", self.mechanic.model.path)
    }
}
