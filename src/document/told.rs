//! A probability told in words: what has to happen, and how a roll is made up.

use super::branches::listed;
use super::labels::{declared_value, labelled};
use crate::check::InputId;
use crate::check::model::Declaration;
use crate::evaluate::{Arm, Band, BandEnd, Draw, RollFormula};
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};
use crate::query::{
    BranchLabel, BranchNumber, ExplainedDraw, ExplainedRoll, Explanation, Saved, SharedChange, Story, Way,
};
use crate::scenario::Mechanic;
use crate::value::{InputValue, Value};

/// Says what happens at the draws of an explanation.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) explanation: &'a Explanation,
}

impl Teller<'_> {
    /// `It takes a roll from 0.95 on, and neither Lil' battery (1/20) nor Sack (1/50).` `None` where no sentence tells
    /// it.
    pub(super) fn sentence(&self) -> Option<String> {
        let things = self.story(self.explanation.story.as_ref()?)?;
        let takes = format!("t takes {}.", joined(&things));
        Some(match &self.explanation.evidence {
            Some(given) => format!("Where {given}, i{takes}"),
            None => format!("I{takes}"),
        })
    }

    /// What has to happen, one thing after another; the last of them may be one of several.
    fn story(&self, story: &Story) -> Option<Vec<Thing>> {
        let mut things = Vec::new();
        let mut story = story;
        loop {
            match story {
                Story::Done => return Some(things),
                Story::Ways(ways) => match ways.as_slice() {
                    [only] => {
                        things.push(self.way(only)?);
                        story = &only.then;
                    }
                    several => {
                        things.push(Thing::Comes(self.one_of(several)?));
                        return Some(things);
                    }
                },
            }
        }
    }

    fn one_of(&self, ways: &[Way]) -> Option<String> {
        let is_chance =
            |way: &Way| self.explanation.draws.get(way.draw).map(|draw| draw.draw) == Some(Draw::Chance);
        // Who did not get the one thing needs the other: that the first failed goes without saying.
        if let [one, other] = ways
            && is_chance(one)
        {
            for (done, goes_on) in [(one, other), (other, one)] {
                if done.then == Story::Done && goes_on.then != Story::Done {
                    let rest = self.story(&goes_on.then)?;
                    return Some(format!("either {} or else {}", joined(&[self.way(done)?]), joined(&rest)));
                }
            }
        }
        let each = |way: &Way| {
            let mut things = vec![self.way(way)?];
            things.extend(self.story(&way.then)?);
            Some(joined(&things))
        };
        Some(format!("either {}", ways.iter().map(each).collect::<Option<Vec<_>>>()?.join(", or ")))
    }

    fn way(&self, way: &Way) -> Option<Thing> {
        let thing = self.happens(self.explanation.draws.get(way.draw)?, &way.number)?;
        let Some(saved) = &way.saves else { return Some(thing) };
        let list = match saved {
            Saved::Counted(input) => self.mechanic.model.inputs.get(*input)?.declaration.label.to_lowercase(),
            Saved::Named(name) => format!("`{name}`"),
        };
        Some(thing.and(&format!(", which would take the last of the {list}")))
    }

    /// What happens at a draw in a line of its own; `None` where only the text of the mechanic says it.
    pub(super) fn thing(&self, draw: &ExplainedDraw, number: &BranchNumber) -> Option<String> {
        Some(match self.happens(draw, number)? {
            Thing::Comes(words) => words,
            Thing::StaysOut(words) => format!("no {words}"),
        })
    }

    /// What happens at a draw, as players say it; `None` where only the text of the mechanic says it.
    fn happens(&self, draw: &ExplainedDraw, number: &BranchNumber) -> Option<Thing> {
        if draw.until.is_some() {
            return None;
        }
        if draw.roll.is_some() {
            return self.falls(number).map(Thing::Comes);
        }
        let labels: Vec<&str> = draw.origin.rules.iter().map(|rule| rule.label.as_str()).collect();
        match (draw.draw, number.arms.as_slice()) {
            (Draw::Chance, [Arm::Yes]) if !labels.is_empty() => {
                Some(Thing::Comes(format!("{} ({})", named(&labels), number.number)))
            }
            (Draw::Chance, [Arm::No]) if !labels.is_empty() => {
                Some(Thing::StaysOut(format!("{} ({})", named(&labels), &Rational::ONE - &number.number)))
            }
            (Draw::Random, arms) => {
                let values = arms.iter().map(|arm| match arm {
                    Arm::Drawn(value) => Some(value.clone()),
                    _ => None,
                });
                let last = draw.whole?.checked_sub(1)?;
                let values = listed(&values.collect::<Option<Vec<_>>>()?);
                Some(Thing::Comes(format!("a roll of {values} out of 0 to {last}")))
            }
            _ => self.becomes(&number.label).map(Thing::Comes),
        }
    }

    /// Where a roll falls: `a roll from 0.95 on`.
    fn falls(&self, number: &BranchNumber) -> Option<String> {
        let bands: Vec<String> = number.bands.iter().map(band_words).collect::<Option<_>>()?;
        if bands.is_empty() {
            return None;
        }
        let roll = format!("a roll {}", bands.join(" or "));
        let whole: Rational = number.bands.iter().map(Band::chance).sum();
        if whole == number.number {
            return Some(roll);
        }
        // Within the band, other draws decide too.
        let share = number.number.checked_div(&whole)?;
        let becomes = self.becomes(&number.label);
        let becomes = becomes.map(|words| format!(" ({words})")).unwrap_or_default();
        Some(format!("{roll}, and {share} of that{becomes}"))
    }

    /// What outcomes and states become: `Award = Coin or Key`, `Library`.
    fn becomes(&self, label: &BranchLabel) -> Option<String> {
        let (BranchLabel::Changes(changes) | BranchLabel::ArmWithChanges(_, changes)) = label else {
            return None;
        };
        let words: Vec<String> = changes.iter().filter_map(|change| self.change(change)).collect();
        (!words.is_empty()).then(|| words.join(" and "))
    }

    fn change(&self, change: &SharedChange) -> Option<String> {
        let model = &self.mechanic.model;
        let states = model.states.iter().map(|state| &state.declaration);
        let declared = model.fields.iter().chain(states).find(|own| own.name == change.name)?;
        let value = |text: &String| model.parse_value(declared, text).ok();
        let values = change.values.iter().map(value).collect::<Option<Vec<Value>>>()?;
        match values.as_slice() {
            [Value::Flag(true)] => Some(declared.label.clone()),
            [Value::Flag(false)] => Some(format!("no {}", declared.label)),
            several => {
                let label = |value: &Value| declared_value(model, declared, value).to_plain();
                let labels: Vec<String> = several.iter().map(label).collect();
                Some(format!("{} = {}", declared.label, listed(&labels)))
            }
        }
    }

    /// What a roll is made of, where it has to fall, and what inputs do to it.
    pub(super) fn roll(&self, roll: &ExplainedRoll, numbers: &[BranchNumber]) -> Vec<String> {
        let mut lines = vec![format!("{}{}", formula_words(&roll.formula), uniform_words(&roll.formula))];
        let (least, greatest) = roll.formula.range();
        for number in numbers {
            let bands: Vec<(String, Rational)> =
                number.bands.iter().map(|band| interval(band, &least, &greatest)).collect();
            if bands.is_empty() {
                continue;
            }
            let width: Rational = bands.iter().map(|(_, width)| width).sum();
            let text = bands.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" and ");
            let chance: Rational = number.bands.iter().map(Band::chance).sum();
            lines.push(format!(
                "{text}, {} wide, of {} to {}: {chance} of all rolls",
                short(&width),
                short(&least),
                short(&greatest)
            ));
        }
        for (input, other) in &roll.without {
            lines.push(format!("{}: {}", self.put_back(*input), formula_words(other)));
        }
        lines
    }

    /// What the answer would be without each input: `without Lucky Foot`, with the number.
    pub(super) fn without(&self) -> impl Iterator<Item = (String, &Rational)> {
        self.explanation.without.iter().map(|one| (self.put_back(one.input), &one.value))
    }

    /// `without Lucky Foot`, `at Luck 0`
    fn put_back(&self, input: InputId) -> String {
        let model = &self.mechanic.model;
        let declaration: &Declaration = &model[input].declaration;
        match model[input].usual() {
            InputValue::Value(Value::Flag(false)) => format!("without {}", declaration.label),
            InputValue::Value(value) => format!("at {}", labelled(model, input, &value).to_plain()),
            InputValue::Default | InputValue::Law(_) => format!("with the usual {}", declaration.label),
        }
    }
}

/// Something that has to happen, or must not.
enum Thing {
    Comes(String),
    StaysOut(String),
}

impl Thing {
    fn and(self, words: &str) -> Thing {
        match self {
            Thing::Comes(text) => Thing::Comes(text + words),
            Thing::StaysOut(text) => Thing::StaysOut(text + words),
        }
    }
}

/// `A, neither B nor C, and D`
fn joined(things: &[Thing]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = things;
    while let Some((first, others)) = rest.split_first() {
        rest = others;
        let Thing::StaysOut(out) = first else {
            if let Thing::Comes(words) = first {
                parts.push(words.clone());
            }
            continue;
        };
        let mut out = vec![out.as_str()];
        while let Some((Thing::StaysOut(next), others)) = rest.split_first() {
            out.push(next);
            rest = others;
        }
        parts.push(match out.as_slice() {
            [only] => format!("no {only}"),
            several => format!("neither {}", several.join(" nor ")),
        });
    }
    listing(&parts)
}

/// `A, B, and C`: parts may have commas and "and" of their own.
fn listing(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// Labels of rules in a sentence; those with commas are marked, so that one sees where they end.
fn named(labels: &[&str]) -> String {
    let one = |label: &&str| match label.contains(',') {
        true => format!("\u{201c}{label}\u{201d}"),
        false => (*label).to_owned(),
    };
    labels.iter().map(one).collect::<Vec<_>>().join(" with ")
}

/// A number as a mechanic has it: a decimal where that is short, else a fraction.
pub(super) fn short(number: &Rational) -> String {
    const PLACES: usize = 6;
    let decimal = round(number, PLACES, Rounding::HalfUp);
    let text = if decimal.exact { decimal.trimmed() } else { number.to_string() };
    text.replace('-', "\u{2212}")
}

/// `from 0.3 to below 0.45`
fn band_words(band: &Band) -> Option<String> {
    let at = |end: &BandEnd| short(&end.at);
    match (&band.low, &band.high) {
        (Some(low), Some(high)) => Some(format!("from {} to below {}", at(low), at(high))),
        (Some(low), None) => Some(format!("from {} on", at(low))),
        (None, Some(high)) => Some(format!("below {}", at(high))),
        (None, None) => None,
    }
}

/// `[0.95, 1.5)`, and how wide it is.
fn interval(band: &Band, least: &Rational, greatest: &Rational) -> (String, Rational) {
    let low = band.low.as_ref().map_or(least, |end| &end.at);
    let high = band.high.as_ref().map_or(greatest, |end| &end.at);
    (format!("[{}, {})", short(low), short(high)), high - low)
}

/// What the uniforms of a roll are called.
const UNIFORMS: [&str; 6] = ["u", "v", "w", "x", "y", "z"];

fn uniform_name(index: usize) -> String {
    match (UNIFORMS.get(index % UNIFORMS.len()), index / UNIFORMS.len()) {
        (Some(name), 0) => (*name).to_owned(),
        (name, round) => format!("{}{}", name.copied().unwrap_or("u"), round + 1),
    }
}

/// `roll = 0.1 + 0.9·u + 0.5·v`
fn formula_words(formula: &RollFormula) -> String {
    let mut text = format!("{} =", formula.name.as_deref().unwrap_or("roll"));
    let mut first = true;
    let mut add = |number: &Rational, name: Option<String>| {
        let sign = match (number.is_negative(), first) {
            (true, true) => " \u{2212}",
            (true, false) => " \u{2212} ",
            (false, true) => " ",
            (false, false) => " + ",
        };
        first = false;
        let size = short(&number.abs());
        text.push_str(sign);
        text.push_str(&match name {
            None => size,
            Some(name) if number.abs() == Rational::ONE => name,
            Some(name) => format!("{size}\u{b7}{name}"),
        });
    };
    if !formula.constant.is_zero() || formula.uniforms.is_empty() {
        add(&formula.constant, None);
    }
    for (index, coefficient) in formula.uniforms.iter().enumerate() {
        add(coefficient, Some(uniform_name(index)));
    }
    text
}

/// `; u and v are each anywhere from 0 to 1`
fn uniform_words(formula: &RollFormula) -> String {
    let names: Vec<String> = (0..formula.uniforms.len()).map(uniform_name).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => format!("; {only} is anywhere from 0 to 1"),
        [first @ .., last] => format!("; {} and {last} are each anywhere from 0 to 1", first.join(", ")),
    }
}
