//! What each rule that differs changes: when it matters, and its greatest effect.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Table, Text};
use super::branches::listed;
use super::data::{Decimal, Fraction, Head, Values};
use super::diff::value_label;
use super::labels::{declared_label, declared_value, labelled, value_label as label_of};
use super::{Data, Document, Records};
use crate::check::InputId;
use crate::exact::decimal;
use crate::query::{Changes, GreatestEffect, Inputs, RuleChange};
use crate::scenario::{Mechanic, Scenario};
use crate::value::{RuleValue, Value};

/// What rule sets make different in several mechanics: kind `changes`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangesData {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The rule set on one side.
    pub from: String,
    /// The rule set on the other side.
    pub to: String,
    /// What changes in each mechanic.
    pub mechanics: Vec<MechanicChangesData>,
    /// Mechanics that have only one of the rule sets; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// What changes in a mechanic.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MechanicChangesData {
    /// The mechanic.
    pub mechanic: String,
    /// The inputs that only the second side has.
    pub gained: Vec<String>,
    /// The inputs that only the first side has.
    pub lost: Vec<String>,
    /// The rules that differ.
    pub rules: Vec<RuleChangeData>,
}

/// A rule that differs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleChangeData {
    /// The rule.
    pub rule: String,
    /// What people call it.
    pub label: String,
    /// What it is on one side; `?` where it is not known.
    pub from: String,
    /// What it is on the other.
    pub to: String,
    /// The inputs that were varied.
    pub varied: Vec<String>,
    /// How many of them were away from their defaults at once.
    pub at_once: usize,
    /// When it matters and how much; null where nothing was found.
    pub effect: Option<RuleEffectData>,
    /// Inputs that the mechanic takes on one side only, because of the rule; left out where none were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedData>,
}

/// Inputs that one side refuses.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RefusedData {
    /// The side: `from` or `to`.
    pub by: &'static str,
    /// The inputs.
    pub inputs: Values,
}

/// When a rule matters, and where the chance of one outcome changes most.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleEffectData {
    /// The smallest changes of the inputs under which it matters; one without inputs where it matters as they are.
    pub needs: Vec<Values>,
    /// The inputs away from their defaults where its effect is greatest.
    pub inputs: Values,
    /// The outcome whose chance changes most.
    pub outcome: Values,
    /// Whose other rules hold there: `from` or `to`.
    pub others: &'static str,
    /// Its chance with the rule as on the first side.
    pub before: Fraction,
    /// Its chance with the rule as on the second side.
    pub after: Fraction,
    /// By how much it changes.
    pub delta: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
}

/// What rule sets make different in several mechanics.
#[derive(Debug, Clone)]
pub struct ChangesDocument<'a> {
    changed: &'a [(Mechanic, Changes)],
    left_out: &'a [String],
}

impl<'a> ChangesDocument<'a> {
    /// The document of the changes in some mechanics; at least one. `left_out` are those that have only one of the
    /// rule sets.
    ///
    /// ```
    /// use trueodds::document::ChangesDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::changes;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Settings, sides};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let sides = sides(&award, Some("afterbirth-plus"), Some("repentance"), &Settings::default()).expect("two sides");
    /// let found = changes(&award, &sides, &Limits::default())?;
    /// let changed = [(award, found)];
    /// let text = render(&ChangesDocument::new(&changed, &[]), Format::Terminal, &Style::default());
    /// assert!(text.contains("Hearts that Hard mode removes"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(changed: &'a [(Mechanic, Changes)], left_out: &'a [String]) -> ChangesDocument<'a> {
        ChangesDocument { changed, left_out }
    }

    fn mechanics(&self) -> impl Iterator<Item = MechanicChanges<'a>> + use<'a> {
        self.changed.iter().map(|(mechanic, changes)| MechanicChanges { mechanic, changes })
    }

    /// The names of both sides.
    fn sides(&self) -> Option<[String; 2]> {
        Some(self.mechanics().next()?.titles())
    }
}

/// What changes in one mechanic.
#[derive(Clone, Copy)]
pub(super) struct MechanicChanges<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) changes: &'a Changes,
}

impl MechanicChanges<'_> {
    fn titles(&self) -> [String; 2] {
        let sides = &self.changes.sides;
        [&sides.from, &sides.to].map(|side| self.mechanic.rule_set_of(side).title.clone())
    }

    /// The rules that differ and matter, as a table, and what is said beside it.
    pub(super) fn blocks<'b>(&self) -> Vec<Block<'b>> {
        let mut blocks = Vec::new();
        let [from, to] = self.titles();
        let shown: Vec<&RuleChange> =
            self.changes.rules.iter().filter(|rule| rule.effect.is_some()).collect();
        if !shown.is_empty() {
            let label = &self.mechanic.model.label;
            let rows: Vec<Row> = shown.iter().filter_map(|rule| self.row(rule)).collect();
            blocks.push(Block::Table(Table {
                caption: Text::plain(format!("{label}: what changed from {from} to {to}")),
                header: ["Rule", "Change", "Matters", "Greatest effect"].map(Header::words).to_vec(),
                rows: rows.into(),
            }));
        }
        blocks.extend(self.remarks(&from, &to).into_iter().map(Block::paragraph));
        blocks
    }

    /// What only one side has, and which rules change nothing.
    fn remarks(&self, from: &str, to: &str) -> Vec<String> {
        let mut remarks = Vec::new();
        let labels = |inputs: &[InputId]| {
            let labels = inputs.iter().map(|input| self.mechanic.model[*input].declaration.label.as_str());
            labels.collect::<Vec<_>>().join(", ")
        };
        for (inputs, title) in [(&self.changes.gained, to), (&self.changes.lost, from)] {
            if !inputs.is_empty() {
                remarks.push(format!("Only in {title}: {}.", labels(inputs)));
            }
        }
        let idle = self.changes.rules.iter().filter(|rule| rule.effect.is_none());
        remarks.extend(idle.map(|rule| self.idle(rule, from, to)));
        remarks
    }

    /// Why nothing is said of a rule.
    fn idle(&self, rule: &RuleChange, from: &str, to: &str) -> String {
        let label = &self.mechanic.model[rule.rule].declaration.label;
        for (value, title) in [(&rule.from, from), (&rule.to, to)] {
            if let RuleValue::Unknown(reason) = value {
                return format!("{label} is not known in {title}: {}.", reason.trim_end_matches('.'));
            }
        }
        let [before, after] = self.values(rule);
        let change = format!("{label} ({before} \u{2192} {after})");
        if let Some(refused) = &rule.refused {
            let title = if refused.by_first { to } else { from };
            let inputs =
                refused.inputs.iter().map(|(input, value)| labelled(&self.mechanic.model, *input, value));
            return format!("{change}: only {title} has {}.", Text::list(inputs, " with ").to_plain());
        }
        const MOST: usize = 6;
        let labels: Vec<&str> =
            rule.varied.iter().map(|input| self.mechanic.model[*input].declaration.label.as_str()).collect();
        let tried = match (labels.len(), rule.at_once) {
            (0, _) | (_, 0) => String::new(),
            (count, at_once) if count > MOST => {
                format!(", with up to {at_once} of {count} inputs away from their defaults")
            }
            (_, at_once) => {
                format!(", with up to {at_once} of these away from the default: {}", labels.join(", "))
            }
        };
        format!("{change}: no effect was found{tried}.")
    }

    fn values(&self, rule: &RuleChange) -> [String; 2] {
        let declaration = &self.mechanic.model[rule.rule].declaration;
        [&rule.from, &rule.to].map(|value| match value.known() {
            Some(value) => declared_value(&self.mechanic.model, declaration, value).to_plain(),
            None => "?".to_owned(),
        })
    }

    fn row(&self, rule: &RuleChange) -> Option<Row> {
        let effect = rule.effect.as_ref()?;
        let greatest = &effect.greatest;
        let [before, after] = self.values(rule);
        let matters = match effect.needs.as_slice() {
            [none] if none.is_empty() => Text::plain("Always"),
            needs => self.needs(needs),
        };
        let inputs =
            greatest.inputs.iter().map(|(input, value)| labelled(&self.mechanic.model, *input, value));
        let of = self.outcome(greatest).in_brackets(Text::list(inputs, ", "));
        let label = self.mechanic.model[rule.rule].declaration.label.as_str();
        let chances = [greatest.from.clone(), greatest.to.clone()];
        let change = Cell::words(format!("{before} \u{2192} {after}"));
        Some(Row::new(label, [change, Cell::Text(matters), Cell::Change(of, chances)]))
    }

    /// `Award: Heart`, `Library`
    fn outcome(&self, effect: &GreatestEffect) -> Text {
        let declaration = &self.mechanic.model[effect.field];
        let own = value_label(self.mechanic, declaration, &effect.value);
        match effect.value {
            Value::Flag(_) | Value::Variant(_) => own,
            _ => declared_label(declaration).and(" ").join(own),
        }
    }

    /// `Hard`; `Holy Crown and Stage 9 or 10`
    fn needs(&self, needs: &[Inputs]) -> Text {
        const MOST: usize = 4;
        let mut groups: Vec<Need<'_>> = Vec::new();
        for need in needs {
            let Some(((input, value), before)) = need.split_last() else { continue };
            match groups.iter_mut().find(|own| own.before == before && own.input == *input) {
                Some(own) => own.values.push(value),
                None => groups.push(Need { before, input: *input, values: vec![value] }),
            }
        }
        let more = groups.len() > MOST;
        let text = |need: &Need<'_>| {
            let before = need.before.iter();
            let before = before.map(|(input, value)| labelled(&self.mechanic.model, *input, value));
            Text::list(before.chain([self.one_of(need.input, &need.values)]), " and ")
        };
        let text = Text::list(groups.iter().take(MOST).map(text), "; ");
        if more { text.and("; \u{2026}") } else { text }
    }

    /// `Stage 9 or 10`
    fn one_of(&self, input: InputId, values: &[&Value]) -> Text {
        let model = &self.mechanic.model;
        let declaration = &model[input].declaration;
        let numbers: Option<Vec<String>> =
            values.iter().map(|value| value.as_number().map(ToString::to_string)).collect();
        match (numbers, values) {
            (_, [only]) => labelled(model, input, only),
            (Some(numbers), _) => declared_label(declaration).and(format!(" {}", listed(&numbers))),
            (None, several) => {
                Text::list(several.iter().map(|value| label_of(model, declaration.kind, value)), " or ")
            }
        }
    }

    pub(super) fn data(&self) -> MechanicChangesData {
        let model = &self.mechanic.model;
        let names = |inputs: &[InputId]| {
            inputs.iter().map(|input| model[*input].declaration.name.clone()).collect::<Vec<String>>()
        };
        MechanicChangesData {
            mechanic: model.path.clone(),
            gained: names(&self.changes.gained),
            lost: names(&self.changes.lost),
            rules: self.changes.rules.iter().map(|rule| self.rule_data(rule)).collect(),
        }
    }

    pub(super) fn rule_data(&self, rule: &RuleChange) -> RuleChangeData {
        let model = &self.mechanic.model;
        let declaration = &model[rule.rule].declaration;
        let text = |value: &RuleValue| model.rule_text(declaration.kind, value);
        let effect = rule.effect.as_ref().map(|effect| {
            let greatest = &effect.greatest;
            let delta = &greatest.to - &greatest.from;
            let field = &model[greatest.field];
            RuleEffectData {
                needs: effect.needs.iter().map(|need| self.inputs_data(need)).collect(),
                inputs: self.inputs_data(&greatest.inputs),
                outcome: [(field.name.clone(), model.value_text(field.kind, &greatest.value))]
                    .into_iter()
                    .collect(),
                others: if greatest.of_second { "to" } else { "from" },
                before: (&greatest.from).into(),
                after: (&greatest.to).into(),
                delta: (&delta).into(),
                decimal: (&delta).into(),
            }
        });
        RuleChangeData {
            rule: declaration.name.clone(),
            label: declaration.label.clone(),
            from: text(&rule.from),
            to: text(&rule.to),
            varied: rule.varied.iter().map(|input| model[*input].declaration.name.clone()).collect(),
            at_once: rule.at_once,
            effect,
            refused: rule.refused.as_ref().map(|refused| RefusedData {
                by: if refused.by_first { "from" } else { "to" },
                inputs: self.inputs_data(&refused.inputs),
            }),
        }
    }

    fn inputs_data(&self, inputs: &Inputs) -> Values {
        let model = &self.mechanic.model;
        let entry = |(input, value): &(InputId, Value)| {
            let declaration = &model[*input].declaration;
            (declaration.name.clone(), model.value_text(declaration.kind, value))
        };
        inputs.iter().map(entry).collect()
    }
}

impl Document for ChangesDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut same = Vec::new();
        for one in self.mechanics() {
            let own = one.blocks();
            if own.is_empty() {
                same.push(one.mechanic.model.label.as_str());
            }
            blocks.extend(own);
        }
        if !same.is_empty() {
            blocks.push(Block::paragraph(format!("No rule differs: {}.", same.join(", "))));
        }
        if !self.left_out.is_empty() {
            let names = self.left_out.join(", ");
            blocks.push(Block::paragraph(format!("Without one of the two rule sets: {names}.")));
        }
        if let Some([from, to]) = self.sides() {
            blocks.extend(how(&from, &to, self.mechanics()).map(Block::paragraph));
        }
        blocks
    }

    fn data(&self) -> Data<'_> {
        let name = |side: fn(&Changes) -> &Scenario| {
            let first = self.changed.first();
            first.map_or_else(String::new, |(mechanic, changes)| {
                mechanic.rule_set_of(side(changes)).name.clone()
            })
        };
        Box::new(ChangesData {
            head: Head::new("changes"),
            from: name(|changes| &changes.sides.from),
            to: name(|changes| &changes.sides.to),
            mechanics: self.mechanics().map(|one| one.data()).collect(),
            left_out: self.left_out.to_vec(),
        })
    }

    fn records(&self) -> Records<'_> {
        const HEADER: [&str; 12] = [
            "mechanic", "rule", "label", "from", "to", "matters", "inputs", "outcome", "before", "after",
            "delta", "decimal",
        ];
        let written = |values: &Values| {
            values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        let rows = self.mechanics().flat_map(move |one| {
            let name = one.mechanic.model.path.clone();
            let record = move |rule: &RuleChange| {
                let data = one.rule_data(rule);
                let mut record = vec![name.clone(), data.rule, data.label, data.from, data.to];
                match (data.effect, &rule.effect) {
                    (Some(effect), Some(found)) => {
                        let need = |need: &Values| match need.is_empty() {
                            true => "always".to_owned(),
                            false => written(need),
                        };
                        let matters = effect.needs.iter().map(need).collect::<Vec<_>>().join("; ");
                        let delta = &found.greatest.to - &found.greatest.from;
                        record.extend([matters, written(&effect.inputs), written(&effect.outcome)]);
                        record.extend(
                            [&found.greatest.from, &found.greatest.to, &delta].map(ToString::to_string),
                        );
                        record.push(decimal::plain(&delta));
                    }
                    _ => record.extend(std::iter::repeat_n(String::new(), HEADER.len() - 5)),
                }
                record
            };
            one.changes.rules.iter().map(record).collect::<Vec<_>>()
        });
        Box::new(std::iter::once(HEADER.map(str::to_owned).to_vec()).chain(rows))
    }

    fn subject(&self) -> String {
        let names: Vec<&str> = self.mechanics().map(|one| one.mechanic.model.path.as_str()).collect();
        let sides = self.sides().map_or_else(String::new, |[from, to]| format!("; {from} against {to}"));
        format!("{}{sides}", names.join(", "))
    }
}

/// Inputs that a rule needs, which differ in the value of the last one alone.
struct Need<'n> {
    before: &'n [(InputId, Value)],
    input: InputId,
    values: Vec<&'n Value>,
}

/// How the effects were found.
pub(super) fn how<'m>(
    from: &str,
    to: &str,
    mechanics: impl Iterator<Item = MechanicChanges<'m>>,
) -> Option<String> {
    let rules: Vec<&RuleChange> =
        mechanics.flat_map(|one| &one.changes.rules).filter(|rule| rule.effect.is_some()).collect();
    let most = rules.iter().map(|rule| rule.at_once).max()?;
    let greatest = || rules.iter().filter_map(|rule| rule.effect.as_ref()).map(|effect| &effect.greatest);
    let others = match (greatest().any(|one| one.of_second), greatest().any(|one| !one.of_second)) {
        (true, true) => format!("in {to} (or, where it does nothing there, in {from})"),
        (true, false) => format!("in {to}"),
        _ => format!("in {from}"),
    };
    let at_once = match most {
        0 => "all inputs at their defaults".to_owned(),
        1 => "one input at a time away from its default".to_owned(),
        several => format!("at most {several} inputs at once away from their defaults"),
    };
    Some(format!(
        "Each effect is that of one rule alone, with all others as {others}. It is the greatest found with {at_once}, of the inputs that the rule is read together with."
    ))
}
