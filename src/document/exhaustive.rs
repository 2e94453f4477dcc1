//! A comparison of two rule sets over all inputs: proof that they agree, or where they differ.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Text};
use super::data::{Decimal, Fraction, Head, Values, changed_rules, inputs};
use super::diff::{DiffDocument, notes, side_title};
use super::labels::start_label;
use super::{Data, Document, Records};
use crate::check::{InputId, RuleId};
use crate::exact::{Rational, decimal};
use crate::query::{Exhaustive, Varied, Witness};
use crate::scenario::{Mechanic, Scenario};
use crate::value::{RuleValue, Value};

/// A comparison of two rule sets over all inputs: kind `diff` with `all_inputs`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExhaustiveData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// The rule set on one side.
    pub from: &'a str,
    /// The rule set on the other side.
    pub to: &'a str,
    /// Always `true`: this is what tells it from a comparison under given inputs.
    pub all_inputs: bool,
    /// The input that took every value; `null` where none did.
    pub axis: Option<&'a str>,
    /// The inputs that were varied.
    pub varied: Vec<VariedData<'a>>,
    /// Inputs that were left at their defaults though the mechanic reads them.
    pub left_at_default: Vec<&'a str>,
    /// Whether no difference was found.
    pub agree: bool,
    /// Where there are too many combinations, how many inputs may be away from their defaults at once; left out where all
    /// were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most_changed: Option<usize>,
    /// How many combinations of the inputs were compared.
    pub combinations: u64,
    /// How many more the mechanic refuses, or cannot answer because a rule is not known.
    pub refused: u64,
    /// How many combinations differ.
    pub differing: u64,
    /// Points and pieces of the axis, over all combinations.
    pub places: usize,
    /// Where they differ most; `null` where they agree.
    pub most: Option<WitnessData>,
    /// What no distance exceeds; `null` where no bound was found.
    pub ceiling: Option<Fraction>,
    /// Where they differ with the fewest inputs that are not at their defaults; `null` where they agree.
    pub fewest: Option<WitnessData>,
}

/// An input that was varied.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VariedData<'a> {
    /// The input.
    pub input: &'a str,
    /// Its values.
    pub values: Vec<String>,
    /// Whether these are all that it can have.
    pub all: bool,
    /// Whether it was also left at its default, which follows from rules and other inputs.
    pub at_default: bool,
}

/// Inputs at which both sides differ.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WitnessData {
    /// The inputs.
    pub inputs: Values,
    /// The rules that have another value on the second side than its rule set gives them; left out where there
    /// are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_rules: Option<Values>,
    /// The total variation distance there.
    pub total_variation: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
}

/// A comparison of two rule sets over all inputs.
#[derive(Debug, Clone)]
pub struct ExhaustiveDocument<'a> {
    mechanic: &'a Mechanic,
    found: &'a Exhaustive,
    most: Option<DiffDocument<'a>>,
}

impl<'a> ExhaustiveDocument<'a> {
    /// The document of a comparison; `most` is the one at the inputs where the sides differ most.
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        found: &'a Exhaustive,
        most: Option<DiffDocument<'a>>,
    ) -> ExhaustiveDocument<'a> {
        ExhaustiveDocument { mechanic, found, most }
    }

    fn name(&self, input: InputId) -> &'a str {
        &self.mechanic.model[input].declaration.name
    }

    fn titles(&self) -> (String, String) {
        let sides = &self.found.sides;
        (side_title(self.mechanic, &sides.from), side_title(self.mechanic, &sides.to))
    }

    /// Over which inputs was compared.
    fn scope(&self) -> String {
        let found = self.found;
        let axis = found.axis.map(|axis| format!("every value of {}", self.name(axis)));
        let is_flag =
            |varied: &&Varied| !varied.follows && matches!(varied.values.first(), Some(Value::Flag(_)));
        let flags = found.varied.iter().filter(is_flag).filter(|varied| varied.values.len() == 2).count();
        let flags = (flags > 0).then(|| format!("{flags} flags"));
        let others = found.varied.iter().filter(|varied| !is_flag(varied)).map(|varied| self.range(varied));
        let mut parts: Vec<String> = axis.into_iter().chain(flags).chain(others).collect();
        if parts.is_empty() {
            parts.push("no input that is read".to_owned());
        }
        let count = found.combinations + found.refused;
        let mut text = match found.within {
            None => format!("Compared over {}: {count} combinations", parts.join(", ")),
            Some(within) => {
                let all = within.all.map_or_else(String::new, |all| format!(" of {all}"));
                let inputs = if within.changed == 1 { "input is" } else { "inputs are" };
                format!(
                    "Compared over {}: {count}{all} combinations, those in which at most {} {inputs} not as usual, for the rules tell {} apart",
                    parts.join(", "),
                    within.changed,
                    within.told_apart
                )
            }
        };
        if found.refused > 0 {
            let unknown = self.unknown();
            let unknown =
                if unknown.is_empty() { String::new() } else { format!(" or in need of {unknown}") };
            text.push_str(&format!(", {} of them refused by the mechanic{unknown}", found.refused));
        }
        if found.axis.is_some() {
            text.push_str(&format!(", {} points and pieces of the axis", found.sections));
        }
        text.push('.');
        let left: Vec<&str> = found.left.iter().map(|input| self.name(*input)).collect();
        if !left.is_empty() {
            let defaults = if left.len() == 1 { "its default" } else { "their defaults" };
            text.push_str(&format!(" Left at {defaults}: {}.", left.join(", ")));
        }
        text
    }

    /// The rules that a side does not know: `Boss Rooms of the Void, which nobody knows`.
    fn unknown(&self) -> String {
        let sides = [&self.found.sides.from, &self.found.sides.to];
        let values: Vec<_> = sides.iter().map(|side| side.rule_values(self.mechanic)).collect();
        let unknown =
            |rule: &RuleId| values.iter().any(|values| matches!(values[rule.index()], RuleValue::Unknown(_)));
        let rules = self.mechanic.model.rule_ids().filter(unknown);
        let labels: Vec<&str> =
            rules.map(|rule| self.mechanic.model[rule].declaration.label.as_str()).collect();
        if labels.is_empty() { String::new() } else { format!("{}, which nobody knows", labels.join(", ")) }
    }

    /// The values of an input that is no flag: `contracts 0 to 5`.
    fn range(&self, varied: &Varied) -> String {
        let name = self.name(varied.input);
        let texts = self.texts(varied);
        let only = if varied.complete { "" } else { " (only these)" };
        let usual = if varied.follows { " and at its default" } else { "" };
        let range = match (texts.as_slice(), varied.values.first()) {
            ([single], _) => format!("{name} {single}"),
            ([first, .., last], Some(Value::Number(_))) if are_successive(&varied.values) => {
                format!("{name} {first} to {last}{only}")
            }
            (_, Some(Value::Number(_))) => format!("{name} in {}{only}", texts.join("/")),
            _ => name.to_owned(),
        };
        range + usual
    }

    fn texts(&self, varied: &Varied) -> Vec<String> {
        let kind = self.mechanic.model[varied.input].declaration.kind;
        varied.values.iter().map(|value| self.mechanic.model.value_text(kind, value)).collect()
    }

    /// Where they differ, how much and with how few inputs.
    fn difference(&self, most: &Witness, fewest: &Witness) -> [String; 3] {
        let (from, to) = self.titles();
        let Exhaustive { differing, combinations, bound, .. } = self.found;
        let bound = match bound {
            Some(bound) if *bound == most.total_variation && self.found.within.is_some() => {
                "nowhere more among these".to_owned()
            }
            Some(bound) if *bound == most.total_variation => "nowhere more".to_owned(),
            Some(bound) => format!("nowhere more than {}", percent(bound)),
            None => {
                "the greatest of all points and pieces looked at; between them no bound was found".to_owned()
            }
        };
        let at = |witness: &Witness| {
            let distance = percent(&witness.total_variation);
            format!("{} (total variation distance {distance}", self.combination(witness))
        };
        [
            format!("{from} and {to} differ under {differing} of {combinations} combinations."),
            format!("Fewest items that show a difference: {})", at(fewest)),
            format!("They differ most at: {}; {bound})", at(most)),
        ]
    }

    fn agreement(&self) -> String {
        if self.found.combinations == 0 {
            return "Nothing was compared: the mechanic answers under no combination of the inputs."
                .to_owned();
        }
        let (from, to) = self.titles();
        let label = |axis: InputId| self.mechanic.model[axis].declaration.label.to_lowercase();
        let every = self.found.axis.map_or_else(String::new, |axis| format!(", for every {}", label(axis)));
        let left = if self.found.left.is_empty() { "" } else { ", with the inputs above at their defaults" };
        let count = self.found.combinations;
        if self.found.within.is_some() {
            return format!(
                "{from} and {to} agree: every outcome has the same chance under all these {count} combinations{every}{left}. \
                 This is proven, not sampled; the others were not compared."
            );
        }
        format!(
            "{from} and {to} agree: every outcome has the same chance under all {count} combinations{every}{left}. \
             This is proven, not sampled."
        )
    }

    /// The inputs of a witness that are not at their defaults: `luck=10, lucky_foot`.
    fn combination(&self, witness: &Witness) -> String {
        let model = &self.mechanic.model;
        let scenario = Scenario { inputs: witness.inputs.clone(), ..self.found.sides.to.clone() };
        let unusual = model.input_ids().filter(|id| !model[*id].is_usual(scenario.input(*id)));
        let parts = unusual.map(|id| match scenario.input(id).value() {
            Some(Value::Flag(true)) => model[id].declaration.name.clone(),
            _ => format!("{}={}", model[id].declaration.name, scenario.input_text(self.mechanic, id)),
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { "every input at its default".to_owned() } else { parts.join(", ") }
    }

    fn witness(&self, witness: &Witness) -> WitnessData {
        let to = &self.found.sides.to;
        let scenario = Scenario { inputs: witness.inputs.clone(), ..to.clone() };
        WitnessData {
            inputs: inputs(self.mechanic, &scenario),
            changed_rules: changed_rules(self.mechanic, to),
            total_variation: (&witness.total_variation).into(),
            decimal: (&witness.total_variation).into(),
        }
    }
}

fn percent(number: &Rational) -> String {
    let decimal = decimal::round(&(number * &Rational::from(100)), 2, decimal::Rounding::HalfUp);
    format!("{}{}%", if decimal.exact { "" } else { "~" }, decimal.trimmed())
}

/// Whether they are whole numbers that follow each other without a gap, three of them or more.
fn are_successive(values: &[Value]) -> bool {
    let numbers: Vec<&Rational> = values.iter().filter_map(Value::as_number).collect();
    let follow = |pair: &[&Rational]| *pair[1] == pair[0] + &Rational::ONE;
    numbers.len() > 2 && numbers.iter().all(|number| number.is_integer()) && numbers.windows(2).all(follow)
}

impl Document for ExhaustiveDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let start = self.found.start.as_ref().map(|start| start_label(self.mechanic, start).to_plain());
        let start = start.map(|start| format!("One {}, {start}.", self.mechanic.model.use_name.one));
        let answer = match (&self.found.most, &self.found.fewest) {
            (Some(most), Some(fewest)) => self.difference(most, fewest).to_vec(),
            _ => vec![self.agreement()],
        };
        let words = std::iter::once(self.scope()).chain(notes(self.mechanic, &self.found.sides.lacking));
        let words = words.chain(start).chain(answer).map(|words| Block::Paragraph(Text::plain(words)));
        words.chain(self.most.iter().flat_map(DiffDocument::blocks)).collect()
    }

    fn data(&self) -> Data<'_> {
        let found = self.found;
        let varied = |varied: &Varied| VariedData {
            input: self.name(varied.input),
            values: self.texts(varied),
            all: varied.complete,
            at_default: varied.follows,
        };
        Box::new(ExhaustiveData {
            head: Head::new("diff"),
            mechanic: &self.mechanic.model.path,
            from: &self.mechanic.rule_set_of(&found.sides.from).name,
            to: &self.mechanic.rule_set_of(&found.sides.to).name,
            all_inputs: true,
            axis: found.axis.map(|axis| self.name(axis)),
            varied: found.varied.iter().map(varied).collect(),
            left_at_default: found.left.iter().map(|input| self.name(*input)).collect(),
            agree: found.agrees(),
            at_most_changed: found.within.map(|within| within.changed),
            combinations: found.combinations,
            refused: found.refused,
            differing: found.differing,
            places: found.sections,
            most: found.most.as_ref().map(|most| self.witness(most)),
            ceiling: found.bound.as_ref().map(Fraction::from),
            fewest: found.fewest.as_ref().map(|fewest| self.witness(fewest)),
        })
    }

    fn records(&self) -> Records<'_> {
        let most = self.found.most.as_ref();
        let header = ["agree", "combinations", "differing", "most", "total_variation"];
        let record = [
            self.found.agrees().to_string(),
            self.found.combinations.to_string(),
            self.found.differing.to_string(),
            most.map_or_else(String::new, |most| self.combination(most)),
            most.map_or_else(String::new, |most| most.total_variation.to_string()),
        ];
        Box::new([header.map(str::to_owned).to_vec(), record.to_vec()].into_iter())
    }

    fn subject(&self) -> String {
        let (from, to) = self.titles();
        format!("{}; {from} against {to} over all inputs", self.mechanic.model.path)
    }
}
