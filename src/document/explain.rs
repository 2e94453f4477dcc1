//! Explanations: a formula, its parts, and the draws that its numbers come from.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Shown, Text};
use super::branches::{OriginData, branch_words, state_words};
use super::columns::Columns;
use super::data::{Decimal, Fraction, Given, Head};
use super::left_out::{LeftOutData, left_out_data};
use super::told::Teller;
use super::{Data, Document, Drawing, Records, citation};
use crate::diagnostic::printable;
use crate::evaluate::Draw;
use crate::exact::Rational;
use crate::query::{
    Assumption, BranchNumber, ExplainedDraw, ExplainedFormula, ExplainedPart, Explanation, LeftOut, Meaning,
    Note, RuleNote, UsedNote,
};
use crate::scenario::Mechanic;

/// Explanations: kind `explain`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplanationsData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// An explanation for each question and rule set.
    pub explanations: Vec<ExplanationData<'a>>,
    /// Where all rule sets were asked for, those that cannot answer; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules_left_out: Vec<LeftOutData>,
}

/// Why a number is what it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplanationData<'a> {
    /// Rules and inputs.
    #[serde(flatten)]
    pub given: Given,
    /// The question as typed.
    pub query: &'a str,
    /// The answer.
    pub value: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
    /// What has to happen, in a sentence; left out where none tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// The answer as a formula, in which letters stand for parts.
    pub expression: String,
    /// The parts that the formulas name, in the order of reading.
    pub parts: Vec<PartData<'a>>,
    /// The draws that the numbers come from, in the order of reading.
    pub draws: Vec<DrawData<'a>>,
    /// What the answer would be without each input that is not as usual; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<WithoutData>,
    /// What has to be said beside the formula.
    pub notes: Vec<&'static str>,
    /// What the answer rests on that no text says; left out where there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<AssumptionData<'a>>,
}

/// The answer with one input put back to what it usually is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WithoutData {
    /// What is put back, in words.
    pub without: String,
    /// The answer then.
    pub value: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
}

/// Something that no text says and that the answer needs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AssumptionData<'a> {
    /// The rule or input.
    pub name: &'a str,
    /// Its value, as a person would type it.
    pub value: &'a str,
    /// Why it is assumed.
    pub why: &'a str,
}

/// A part of a formula.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartData<'a> {
    /// Its name in the formulas.
    pub name: &'a str,
    /// Its value.
    pub value: Fraction,
    /// The same as a formula.
    pub expression: String,
    /// What it stands for, in words.
    pub meaning: String,
}

/// A draw that numbers of the formulas come from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawData<'a> {
    /// Where it is made.
    pub origin: OriginData<'a>,
    /// The line of the last draw, where several are taken together; else null.
    pub until_line: Option<usize>,
    /// What kind of draw it is, in words; null where its text says so.
    pub kind: Option<&'static str>,
    /// How a continuous roll is made up and where it has to fall, in words; left out for other draws.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roll: Vec<String>,
    /// The numbers.
    pub numbers: Vec<NumberData>,
}

/// A number of the formulas.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NumberData {
    /// The number.
    pub number: Fraction,
    /// Of which branches of the draw it is the chance.
    pub what: String,
    /// The same as players say it; left out where only the text of the mechanic says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

/// An explanation as people read it.
#[derive(Debug)]
pub struct ExplanationView<'a> {
    /// The question.
    pub question: Text,
    /// The answer.
    pub answer: Cell,
    /// Rules and inputs.
    pub scenario: Text,
    /// What has to happen, in a sentence, where one tells it.
    pub sentence: Option<Text>,
    /// The answer as a number.
    pub value: &'a Rational,
    /// The same as a formula.
    pub formula: &'a ExplainedFormula,
    /// The parts that the formulas name.
    pub parts: Vec<PartView<'a>>,
    /// The answer without each input that is not as usual: what is put back, and the number.
    pub without: Vec<(Text, Cell)>,
    /// What has to be said beside the formula.
    pub notes: Vec<Text>,
    /// The draws that the numbers come from.
    pub draws: Vec<DrawView<'a>>,
    /// What a reader can compute again.
    pub citation: String,
}

/// A part of a formula as people read it.
#[derive(Debug)]
pub struct PartView<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: &'a Rational,
    /// The same as a formula.
    pub formula: &'a ExplainedFormula,
    /// What it stands for.
    pub meaning: Text,
}

/// A draw as people read it.
#[derive(Debug)]
pub struct DrawView<'a> {
    /// File and line, of several draws the lines from the first to the last.
    pub place: Text,
    /// The line of the text.
    pub line: Text,
    /// The text of the draw, where the line goes on behind it.
    pub text: Option<Text>,
    /// The numbers, each with what it is the chance of.
    pub numbers: Vec<(&'a Rational, Text)>,
    /// How a roll is made up, and what kind of draw it is where the text does not say so.
    pub remarks: Vec<Text>,
    /// Where its numbers come from.
    pub sources: Vec<Text>,
}

/// Explanations of questions about a mechanic.
#[derive(Debug, Clone, Copy)]
pub struct ExplanationsDocument<'a> {
    mechanic: &'a Mechanic,
    explanations: &'a [Explanation],
    left_out: &'a [LeftOut],
}

impl<'a> ExplanationsDocument<'a> {
    /// The document of some explanations.
    ///
    /// ```
    /// use trueodds::document::ExplanationsDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::explain;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Settings, scenarios};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let rooms = session.mechanic("isaac/special-rooms")?;
    /// let question = session.question(&rooms, "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)")?;
    /// let settings = Settings { set: vec!["keys=2".to_owned()], ..Settings::default() };
    /// let scenario = &scenarios(&rooms, &settings).expect("the default rule set")[0];
    /// let found = [explain(&rooms, &question, scenario, session.sources(), &Limits::default())?];
    /// let document = ExplanationsDocument::new(&rooms, &found);
    /// assert!(render(&document, Format::Json, &Style::default()).contains("27/125"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, explanations: &'a [Explanation]) -> ExplanationsDocument<'a> {
        ExplanationsDocument { mechanic, explanations, left_out: &[] }
    }

    /// Says which rule sets are left out, where all were asked for; to programs only.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> ExplanationsDocument<'a> {
        ExplanationsDocument { left_out, ..self }
    }

    fn scenario(&self, explanation: &'a Explanation) -> Columns<'a> {
        Columns::one(self.mechanic, &explanation.scenario, explanation.start.as_deref())
    }

    fn view(&self, explanation: &'a Explanation) -> ExplanationView<'a> {
        let value = explanation.value.clone();
        let scenario = self.scenario(explanation);
        let notes = explanation.notes.iter().map(|note| Text::plain(note_words(*note)));
        let assumed = explanation.assumptions.iter().map(|one| quoted(&assumption_words(one)));
        let teller = Teller { mechanic: self.mechanic, explanation };
        let amount = |value: Rational| match explanation.is_probability {
            true => Cell::Probability(value, Shown::Both),
            false => Cell::Number(value),
        };
        let without = teller.without().map(|(words, value)| (quoted(&words), amount(value.clone())));
        ExplanationView {
            question: Text::plain(&explanation.question),
            answer: amount(value),
            sentence: teller.sentence().map(|words| quoted(&words)),
            without: without.collect(),
            scenario: scenario.common(),
            value: &explanation.value,
            formula: &explanation.formula,
            parts: explanation.parts.iter().map(PartView::new).collect(),
            notes: notes.chain(assumed).collect(),
            draws: explanation.draws.iter().map(|draw| DrawView::new(draw, teller)).collect(),
            citation: citation(&scenario.subject()),
        }
    }

    fn explanation(&self, explanation: &'a Explanation) -> ExplanationData<'a> {
        let teller = Teller { mechanic: self.mechanic, explanation };
        let without = teller.without();
        let without = without.map(|(without, value)| WithoutData {
            without,
            value: value.into(),
            decimal: value.into(),
        });
        ExplanationData {
            sentence: teller.sentence(),
            without: without.collect(),
            given: Given::new(self.mechanic, &explanation.scenario),
            query: &explanation.question,
            value: (&explanation.value).into(),
            decimal: (&explanation.value).into(),
            expression: explanation.formula.infix("*"),
            parts: explanation.parts.iter().map(PartData::new).collect(),
            draws: explanation.draws.iter().map(|draw| DrawData::new(draw, teller)).collect(),
            notes: explanation.notes.iter().map(|note| note_words(*note)).collect(),
            assumptions: explanation.assumptions.iter().map(AssumptionData::from).collect(),
        }
    }
}

impl Document for ExplanationsDocument<'_> {
    /// There are none: an explanation is drawn.
    fn blocks(&self) -> Vec<Block<'_>> {
        Vec::new()
    }

    fn drawing(&self) -> Option<Drawing<'_>> {
        Some(Drawing::Explanations(self.explanations.iter().map(|one| self.view(one)).collect()))
    }

    fn data(&self) -> Data<'_> {
        Box::new(ExplanationsData {
            head: Head::new("explain"),
            mechanic: &self.mechanic.model.path,
            explanations: self.explanations.iter().map(|one| self.explanation(one)).collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    /// There are none: a formula is no table.
    fn records(&self) -> Records<'_> {
        Box::new(std::iter::empty())
    }

    fn subject(&self) -> String {
        self.explanations.first().map_or_else(String::new, |first| self.scenario(first).subject())
    }
}

impl<'a> From<&'a Assumption> for AssumptionData<'a> {
    fn from(one: &'a Assumption) -> AssumptionData<'a> {
        AssumptionData { name: &one.name, value: &one.value, why: &one.why }
    }
}

impl<'a> PartData<'a> {
    fn new(part: &'a ExplainedPart) -> PartData<'a> {
        PartData {
            name: &part.name,
            value: (&part.value).into(),
            expression: part.formula.infix("*"),
            meaning: meaning_words(&part.meaning),
        }
    }
}

impl<'a> PartView<'a> {
    fn new(part: &'a ExplainedPart) -> PartView<'a> {
        let meaning = quoted(&meaning_words(&part.meaning));
        PartView { name: &part.name, value: &part.value, formula: &part.formula, meaning }
    }
}

impl<'a> DrawData<'a> {
    fn new(draw: &'a ExplainedDraw, teller: Teller<'_>) -> DrawData<'a> {
        let number = |one: &BranchNumber| NumberData {
            number: (&one.number).into(),
            what: number_words(one),
            told: teller.thing(draw, one),
        };
        DrawData {
            origin: (&draw.origin).into(),
            until_line: draw.until,
            kind: kind_words(draw),
            roll: draw.roll.as_ref().map(|roll| teller.roll(roll, &draw.numbers)).unwrap_or_default(),
            numbers: draw.numbers.iter().map(number).collect(),
        }
    }
}

impl<'a> DrawView<'a> {
    fn new(draw: &'a ExplainedDraw, teller: Teller<'_>) -> DrawView<'a> {
        let origin = &draw.origin;
        let until = draw.until.filter(|line| *line != origin.line);
        let until = until.map(|line| format!(" to {line}")).unwrap_or_default();
        // Where the line ends with the draw, it says it all.
        let goes_on = !origin.whole_line.ends_with(&origin.text) && draw.until.is_none();
        let number = |one: &'a BranchNumber| {
            let told = teller.thing(draw, one).map(|words| words + &state_words(&one.state));
            (&one.number, quoted(&told.unwrap_or_else(|| number_words(one))))
        };
        let roll = draw.roll.as_ref().map(|roll| teller.roll(roll, &draw.numbers)).unwrap_or_default();
        let told = draw.numbers.iter().all(|one| teller.thing(draw, one).is_some());
        let says_itself = matches!(draw.draw, Draw::Roll | Draw::Random) && told;
        let kind = kind_words(draw).filter(|_| !says_itself).map(Text::plain);
        let rule = |rule: &RuleNote| quoted(&rule_words(rule));
        let used = |used: &UsedNote| quoted(&format!("{}: {}", used.mechanic, used.source));
        DrawView {
            place: quoted(&format!("{}{until}", origin.place())),
            line: quoted(&origin.whole_line),
            text: goes_on.then(|| quoted(&origin.text)),
            numbers: draw.numbers.iter().map(number).collect(),
            remarks: roll.iter().map(|line| quoted(line)).chain(kind).collect(),
            sources: origin.rules.iter().map(rule).chain(origin.used.iter().map(used)).collect(),
        }
    }
}

/// Words with lines of a source, which are whoever's wrote them: what would steer a terminal is seen as a sign, and
/// not lost as it is in a [`Text`].
fn quoted(words: &str) -> Text {
    Text::plain(printable(words))
}

/// What a number of a draw is the chance of.
fn number_words(number: &BranchNumber) -> String {
    branch_words(&number.label) + &state_words(&number.state)
}

fn meaning_words(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Measure(text) => text.clone(),
        Meaning::MeanOfSquares => "the mean of the squares".to_owned(),
        Meaning::Mean => "the mean".to_owned(),
        Meaning::SubjectAndEvidence => "what is asked for, where what is given holds".to_owned(),
        Meaning::Evidence => "the chance of what is given".to_owned(),
        Meaning::From { origin, state } => {
            format!("from {} on{}, {}", origin.text, state_words(state), origin.place())
        }
    }
}

fn note_words(note: Note) -> &'static str {
    match note {
        Note::UnaffectedByEvidence => {
            "Of the ways on which what is given fails, none is counted; the chances of the others stay as they are, because what is given does not depend on these draws."
        }
        Note::Solved => {
            "A loop counts here without a bound, and what it counts has infinitely many values: its mean is no sum over draws. It is solved for, exactly, from what one round makes of it."
        }
        Note::NoDraw => "No draw has a say in this.",
    }
}

/// `Not said; assumed: void_bosses = 2: the page speaks of several`
fn assumption_words(one: &Assumption) -> String {
    format!("Not said; assumed: {} = {}: {}.", one.name, one.value, one.why)
}

/// What a draw is called that does not say so itself.
fn kind_words(draw: &ExplainedDraw) -> Option<&'static str> {
    match (draw.until, draw.draw) {
        (Some(_), _) => Some("several draws taken together"),
        (None, Draw::Roll) => Some("a continuous roll: the part of it that falls there"),
        (None, Draw::Loop) => Some("a loop, solved for how it ends"),
        (None, Draw::Dice) => Some("several rolls taken together"),
        (None, Draw::Random) => Some("a whole number, each equally likely"),
        (None, Draw::Chance | Draw::Choice) => None,
    }
}

/// `Sack = 1/50 (set by repentance-plus): Level Generation, …`
fn rule_words(rule: &RuleNote) -> String {
    let by = rule.rule_set.as_ref().map(|set| format!(" (set by {set})")).unwrap_or_default();
    let source = rule.basis.as_ref().map(|basis| format!(": {basis}")).unwrap_or_default();
    format!("{} = {}{by}{source}", rule.label, rule.value)
}
