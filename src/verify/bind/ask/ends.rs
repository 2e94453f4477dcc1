//! The mean of a number, and its least and greatest value.

use super::candidate::{Candidate, Measure};
use super::law::Law;
use super::question::Asker;
use super::subject::Subject;
use crate::exact::Rational;
use crate::page::{Shape, TokenKind};
use crate::verify::bind::read::beside::{has_places, number_at, number_of};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::{Numbering, Place};
use crate::verify::bind::read::places::Placed;

/// What the words of a number say that it is: a mean, the least, the greatest value.
type Said = [bool; 3];

impl Asker<'_, '_> {
    /// What a plain number may say of an outcome that is a number.
    pub(crate) fn of_number(
        &self,
        place: &Place,
        subject: &Subject,
        law: &Law,
        base: &Candidate,
        found: &mut Vec<Candidate>,
    ) {
        let model = &self.names.mechanics[base.mechanic].model;
        let is_needed = model.states.is_empty() && self.has(place.layers.upto(Layer::Own), &cues::NEEDED);
        // How many uses it takes is no number of the outcome.
        if !is_needed && self.has(place.layers.upto(Layer::After), &cues::TAKES)
            || !model.states.is_empty()
                && (self.tells_of_uses(place, base.mechanic)
                    || !place.in_table && !self.uses_within(place, Layer::Own, base.mechanic).is_empty())
        {
            return;
        }
        let Some((numbers, mean)) = law.numbers().zip(law.mean()) else { return };
        let Some(((least, _), (most, _))) = numbers.first().zip(numbers.last()) else { return };
        let [mut says, mut own] = [Layer::After, Layer::Own].map(|last| self.said(place, last));
        if is_needed && !says.contains(&true) {
            (says[1], own[1]) = (true, true);
        }
        let is_always = least == most;
        let any = !says.contains(&true);
        // What is always the same says nothing of how often, unless its words say that it is; in a table it may stand beside
        // others that are not.
        let is_open = place.kind == Numbering::Any && !place.in_table;
        let mut base = base.clone();
        if is_always && any && is_open {
            let Some(is_sure) = self.is_fixed(place, subject, &base) else { return };
            base.full &= is_sure;
            base.left = base.left.filter(|_| is_sure);
        }
        let base = &base;
        let field = subject.field;
        let mut push = |measure, value: &Rational, full: bool, is_told: bool| {
            let is_told = is_told && !place.in_table;
            found.push(Candidate { measure, value: value.clone(), full, is_told, ..base.clone() });
        };
        match place.kind {
            Numbering::Low => push(Measure::Least(field), least, base.full, true),
            Numbering::High => push(Measure::Most(field), most, base.full, true),
            Numbering::Mean if !place.in_table => {
                push(Measure::Mean(field), &mean, base.full, any || says[0]);
            }
            kind => {
                // `No floor exceeds 20 rooms` is said of whatever may be given.
                let of_all = (!base.background.is_own() || base.given.is_empty())
                    && self.has(place.layers.upto(Layer::Own), &["no", "any", "ever", "every", "all"]);
                let free = kind != Numbering::Condition && !of_all;
                // A plain number in a sentence may count anything, unless a word says that it is a mean or an end.
                let is_fixed = is_always && (any || self.has(place.layers.upto(Layer::Own), &cues::ALWAYS));
                let full = |cue: usize| {
                    base.full && (place.in_table || own[cue] && (cue == 0 || !of_all) || is_fixed)
                };
                let told = [own[0], free && own[1], free && own[2]];
                if says[0] || any || is_fixed {
                    push(Measure::Mean(field), &mean, full(0), told[0] || free && is_fixed);
                }
                if says[1] || any {
                    push(Measure::Least(field), least, full(1), told[1]);
                }
                if says[2] || any {
                    push(Measure::Most(field), most, full(2), told[2]);
                }
            }
        }
    }

    /// Whether the words of a figure, or the line over its list, tell of how many there are on average, and of no number of
    /// them: `average number of gems`, `half a gem on average`.
    pub(super) fn tells_of_a_mean(&self, placed: &Placed) -> bool {
        const MEAN: [&str; 4] = ["average", "avg", "mean", "expected"];
        const NUMBER: [&str; 6] = ["least", "most", "any", "exactly", "none", "more"];
        let layers = &placed.place.layers;
        let near = || layers.upto(Layer::Said).filter(|_| !placed.place.in_table);
        let is_percentage = matches!(placed.figure.shape, Shape::Percent(_) | Shape::Both(_));
        !is_percentage && self.has(near(), &MEAN) && !self.has(near(), &NUMBER)
    }

    /// What the nearest words say of a number.
    pub(super) fn said(&self, place: &Place, last: Layer) -> Said {
        let near = || place.layers.upto(last);
        let word = |back: usize| self.page.word_before(place.figure, back);
        let up_to = word(1) == Some("to") && word(2) == Some("up");
        let as_in = |many: &str| word(1) == Some("as") && word(2) == Some(many) && word(3) == Some("as");
        let than = word(1) == Some("than");
        let never = than
            && self
                .has(place.layers.upto(Layer::Own), &["never", "no", "not", "nothing", "nobody", "cannot"]);
        let [more, less] = [word(2) == Some("more"), matches!(word(2), Some("fewer" | "less"))];
        let most: &[&str] = if place.in_table { &cues::MOST } else { &cues::MOST_OF_ALL };
        let least: &[&str] = if place.in_table { &cues::LEAST } else { &cues::LEAST_OF_ALL };
        [
            self.has(near(), &cues::MEAN),
            self.has(near(), least) || never && less || as_in("few"),
            self.has(near(), most) || up_to || never && more || as_in("many"),
        ]
    }

    /// Whether a line is nothing but a label and a number: `Depths I: 24`.
    fn is_listed(&self, place: &Place) -> bool {
        let figure = place.figure;
        let sign = |token: usize| match self.page.tokens.list.get(token).map(|token| token.kind) {
            Some(TokenKind::Symbol(sign)) => sign,
            Some(TokenKind::LineEnd) | None => '\n',
            _ => ' ',
        };
        let is_behind = figure > 0 && matches!(sign(figure - 1), ':' | '=');
        is_behind
            && sign(figure + 1) == '\n'
            && place.layers.own().iter().any(|own| !self.mentions.within(own).is_empty())
    }

    /// Whether the words of a number say that it is always the same: `flat 20`, `with it a floor has 2 Shops`. `None` where
    /// they do not, and false where that may be said under something else as well.
    fn is_fixed(&self, place: &Place, subject: &Subject, base: &Candidate) -> Option<bool> {
        let figure = place.figure;
        if place.in_table {
            return has_places(self.page, figure).then_some(true);
        }
        let behind = figure + 1..figure + 5;
        let is_said = self.has(place.layers.upto(Layer::Own), &cues::ALWAYS)
            // `The Womb has 20 rooms, always.`
            || self.has([&behind], &cues::ALWAYS)
            || self.is_listed(place);
        if is_said {
            return Some(true);
        }
        let within = place.layers.own().iter().find(|range| range.contains(&figure));
        let counts = |mention: &usize| {
            let number = within.and_then(|range| number_of(self.page, self.mentions.get(*mention), range));
            number.is_some_and(|(token, _)| token == figure)
        };
        let is_counted = subject.mentions.iter().any(counts);
        // `A plum has 2 worms. A pear has 4.`
        let before = self.page.word_before(figure, 1);
        let has = || matches!(before, Some("has" | "have" | "contains" | "holds" | "always"));
        (!base.given.is_empty() && (is_counted || self.goes_on_counting(place, subject)))
            .then(|| (is_counted || has()) && base.background.is_own())
    }

    /// Whether a number counts what the number before it did, and leaves that out: `Caves I has 15 or 16 rooms, Womb I has
    /// 20.`
    fn goes_on_counting(&self, place: &Place, subject: &Subject) -> bool {
        /// So many words ago.
        const NEAR: usize = 40;
        /// What may stand behind the number.
        const BEHIND: [&str; 14] = [
            "on", "in", "with", "and", "or", "for", "if", "when", "each", "then", "instead", "under", "but",
            "now",
        ];
        /// What may stand before it: a cap of 45 is none of them.
        const BEFORE: [&str; 14] = [
            "has", "have", "had", "is", "are", "contains", "holds", "gets", "always", "then", "becomes",
            "become", "to", "it's",
        ];
        let figure = place.figure;
        let is_alone = self.page.word_at(figure + 1).is_none_or(|word| BEHIND.contains(&word))
            && match self.page.word_before(figure, 1) {
                Some(word) => BEFORE.contains(&word) || self.mentions.ends_at(figure),
                None => true,
            };
        let counted = |mention: usize| {
            let first = self.mentions.get(mention).tokens.start;
            let is_asked = self.page.word_before(first, 1) == Some("many");
            is_asked || first > 0 && number_at(self.page, first - 1).is_some()
        };
        let mut before = self.mentions.within(&(figure.saturating_sub(NEAR)..figure)).rev();
        let last = before.find(|mention| self.mentions.get(*mention).is_counted());
        is_alone && last.is_some_and(|last| subject.mentions.contains(&last) && counted(last))
    }
}
