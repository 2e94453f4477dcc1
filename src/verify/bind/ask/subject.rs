//! What a figure is about: the outcomes that the nearest words name which name any.

use std::ops::Range;

use super::candidate::Test;
use super::question::Asker;
use super::reach::Reach;
use crate::check::FieldId;
use crate::exact::Rational;
use crate::verify::bind::read::beside::{number_at, number_of};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::place::{Numbering, Place};
use crate::verify::bind::read::words::{is_compared, is_reason};

/// So many words may stand from one label to the next where they are told together.
const TOGETHER: usize = 6;

/// So many from "all" to the label that says what they are: `all five cards of a shop are commons`.
const ALL: usize = 9;

/// An event that words name, with the label that names it.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) field: FieldId,
    pub(crate) test: Test,
    pub(crate) mentions: Vec<usize>,
    /// Whether the figure's own sentence or row names it.
    pub(crate) is_near: bool,
    /// Whether nothing says how many.
    pub(crate) is_plain: bool,
}

impl Subject {
    /// An event that no words name.
    pub(super) fn unnamed(field: FieldId, test: Test) -> Subject {
        Subject { field, test, mentions: Vec::new(), is_near: false, is_plain: false }
    }
}

impl Asker<'_, '_> {
    /// The events that the nearest words name which name any, but for those that were `drawn` before.
    pub(crate) fn subjects(&self, reach: &Reach<'_>, index: usize, drawn: &[usize]) -> Vec<Subject> {
        const MOST: usize = 6;
        let (place, labels, figure) = (reach.place, &reach.labels, reach.place.figure);
        for (layer, mentions) in labels.iter() {
            let mut subjects: Vec<Subject> = mentions
                .iter()
                .filter(|mention| !drawn.contains(mention))
                .filter(|mention| place.in_table || !self.is_compared(**mention))
                .flat_map(|mention| self.events(place, *mention, index, &place.layers[layer]))
                .collect();
            let denied =
                |subject: &Subject| subject.mentions.iter().any(|mention| self.mentions.get(*mention).denied);
            let of_any_kind = self.of_any_kind(&subjects, index);
            if !of_any_kind.is_empty() {
                subjects = of_any_kind;
            }
            subjects = self.anything(reach, index, layer).map_or(subjects, |anything| vec![anything]);
            // `No trinket` over a column of coins, hearts and keys says that nothing is given.
            if place.in_table && !subjects.iter().all(denied) {
                subjects.retain(|subject| !denied(subject));
            }
            if matches!(layer, Layer::Before | Layer::After) {
                subjects.retain(|subject| !self.is_reason(subject));
            }
            if subjects.is_empty() {
                continue;
            }
            // What was spoken of before goes on where the sentence itself gives something.
            let gives = |mention: &usize| {
                self.names_something(*mention, index) && !self.gives_nothing(place, *mention, index)
            };
            // So does what stands alone, where nothing else was told of it yet: `The Library? It is a 5% room.`
            let is_first = || {
                labels.own().iter().all(|mention| !self.names_something(*mention, index))
                    && subjects.iter().all(|subject| !self.states_between(self.position(subject), figure))
            };
            let is_told =
                !place.has_unknown || place.is_number && self.has(place.layers.upto(Layer::Own), &cues::MEAN);
            let is_near = layer == Layer::Own
                || place.in_table
                || (!place.has_unknown || place.kind == Numbering::Mean)
                    && (layer == Layer::Before
                        || (layer == Layer::Said || layer == Layer::Heading && is_told)
                            && (place.is_number || labels.own().iter().any(gives) || is_first()));
            // A second figure of the same outcome is told under something else: `Pennies: 7% and 3.5%`.
            let is_second = layer == Layer::Before
                && !place.in_table
                && labels.own().iter().all(|mention| !self.names_something(*mention, index))
                && self.uses_within(place, Layer::Own, index).is_empty()
                && subjects.iter().any(|subject| self.states_between(self.position(subject), figure));
            let is_near = is_near && !is_second;
            let is_topic = |subject: &Subject| {
                let topic = place.topic.as_ref().filter(|_| layer == Layer::Said);
                topic.is_some_and(|topic| topic.contains(&self.position(subject)))
            };
            subjects.iter_mut().for_each(|subject| subject.is_near &= is_near || is_topic(subject));
            match layer {
                // Of the words before it the last, of those after it the first.
                Layer::Before => subjects = last_run(subjects, |subject| self.position(subject)),
                Layer::After => subjects.truncate(1),
                _ => {}
            }
            if layer == Layer::Own {
                subjects.sort_by_key(|subject| self.position(subject).abs_diff(figure));
            }
            if layer >= Layer::Said && !place.in_table {
                subjects = self.of_nearest(place, layer, subjects);
            }
            // `34.3% no rare, 44.1% exactly one`: its own words say how many.
            if layer != Layer::Own
                && reach.is_chance
                && !place.in_table
                && let [times] = self.times_again(place)[..]
            {
                let of_number = subjects.iter_mut().filter(|subject| subject.test.is_of_number());
                of_number.for_each(|subject| subject.test = times.test());
            }
            subjects.truncate(MOST);
            let is_neither = self.has(&place.layers[layer], &["neither", "nor"]);
            let together = union(&subjects, |subject| self.position(subject));
            let together = together.filter(|all| !self.is_replaced(all));
            match together.filter(|all| is_neither || !denied(all)) {
                // `Neither a shield nor a fang`: none of them.
                Some(all) if is_neither && denied(&all) => subjects = vec![all],
                // `2.2% each`
                Some(all)
                    if self.has(place.layers.upto(Layer::After), &cues::EACH)
                        && !self.has(place.layers.own(), &cues::TOGETHER) =>
                {
                    subjects.iter_mut().for_each(|subject| subject.mentions.clone_from(&all.mentions));
                }
                together => subjects.extend(together),
            }
            return subjects;
        }
        Vec::new()
    }

    /// Whether one of some outcomes comes in the place of another: `hearts are replaced by keys`.
    fn is_replaced(&self, all: &Subject) -> bool {
        const WORDS: [&str; 9] =
            ["replaced", "replace", "replaces", "into", "instead", "turn", "turns", "become", "becomes"];
        let at = |mention: &usize| self.mentions.get(*mention).tokens.start;
        let (first, last) = (all.mentions.iter().map(at).min(), all.mentions.iter().map(at).max());
        let mut between = first.unwrap_or_default()..last.unwrap_or_default();
        between.any(|token| self.page.word_at(token).is_some_and(|word| WORDS.contains(&word)))
    }

    pub(crate) fn is_compared(&self, mention: usize) -> bool {
        is_compared(self.page, self.mentions.get(mention).tokens.start)
    }

    /// Whether a figure that states a chance stands between two tokens.
    pub(super) fn states_between(&self, first: usize, end: usize) -> bool {
        let states = |token: usize| self.page.has_chance_at(token);
        (first..end).any(states)
    }

    /// Whether what is named only gives a reason: `4%, because a sack may replace it`.
    fn is_reason(&self, subject: &Subject) -> bool {
        const NEAR: usize = 4;
        let at = self.position(subject);
        (at.saturating_sub(NEAR)..at).any(|token| self.page.word_at(token).is_some_and(is_reason))
    }

    /// The subjects of the sentence that stands nearest. Of several nobody knows which one goes on.
    fn of_nearest(&self, place: &Place, layer: Layer, mut subjects: Vec<Subject>) -> Vec<Subject> {
        subjects.sort_by_key(|subject| self.position(subject).abs_diff(place.figure));
        let Some(nearest) = subjects.first().map(|subject| self.position(subject)) else { return subjects };
        let sentence = place.layers[layer].iter().find(|range| range.contains(&nearest));
        subjects.retain(|subject| sentence.is_some_and(|range| range.contains(&self.position(subject))));
        let is_same = |subject: &Subject| {
            subject.field == subjects[0].field && subject.test == subjects[0].test
                || subject.mentions == subjects[0].mentions
        };
        let is_one = subjects.iter().all(is_same);
        subjects.iter_mut().for_each(|subject| subject.is_near &= is_one);
        subjects
    }

    pub(crate) fn position(&self, subject: &Subject) -> usize {
        subject.mentions.first().map_or(0, |mention| self.mentions.get(*mention).tokens.start)
    }

    /// The number beside a label that counts it, and does not say what something else is, with its token.
    pub(super) fn count_of(&self, mention: &Mention, within: &Range<usize>) -> Option<(usize, Rational)> {
        let (token, number) = number_of(self.page, mention, within)?;
        (!self.mentions.is_given(token)).then_some((token, number))
    }

    /// `all commons`, `every card is common`, `commons only`
    pub(super) fn all_of(&self, mention: &Mention) -> bool {
        let word = |token: usize| self.page.word_at(token);
        let ends =
            word(mention.tokens.end + 1).is_none() && self.page.figure_at(mention.tokens.end + 1).is_none();
        if word(mention.tokens.end) == Some("only") && ends {
            return true;
        }
        let before = mention.tokens.start.checked_sub(1).and_then(word);
        // `All of them rare`
        let back = |tokens: usize| mention.tokens.start.checked_sub(tokens).and_then(word);
        // `A third of all rooms`
        if (back(2), back(1)) == (Some("of"), Some("all")) {
            return false;
        }
        if matches!((back(3), back(2), back(1)), (Some("all"), Some("of"), Some("them"))) {
            return true;
        }
        // `All three of them are common`
        let are_all = || {
            let mut earlier = mention.tokens.start.saturating_sub(ALL)..mention.tokens.start;
            let is_all = |token: usize| {
                let counts = matches!(word(token + 1), Some("of" | "the" | "them"))
                    || number_at(self.page, token + 1).is_some();
                word(token) == Some("all") && counts
            };
            matches!(before, Some("are" | "is" | "be")) && earlier.any(is_all)
        };
        matches!(before, Some("all" | "only" | "every" | "three")) || are_all()
    }
}

/// Several values of one outcome, told together: `a card, a pill or a trinket`.
pub(crate) fn union(subjects: &[Subject], position: impl Fn(&Subject) -> usize) -> Option<Subject> {
    let first = subjects.first()?;
    let mut values = Vec::new();
    let mut mentions = Vec::new();
    let mut places: Vec<usize> = subjects.iter().map(position).collect();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[1] - pair[0] > TOGETHER) {
        return None;
    }
    for subject in subjects {
        match &subject.test {
            Test::In(own) if subject.field == first.field => {
                values
                    .extend(own.iter().filter(|value| !values.contains(*value)).cloned().collect::<Vec<_>>());
                mentions.extend(&subject.mentions);
            }
            _ => return None,
        }
    }
    let number = values.iter().any(|value| value.as_number().is_some());
    values.sort();
    let is_near = first.is_near;
    (values.len() > 1 && !number).then_some(Subject {
        field: first.field,
        test: Test::In(values),
        mentions,
        is_near,
        is_plain: false,
    })
}

/// The subjects that stand last, where several stand together.
fn last_run(subjects: Vec<Subject>, position: impl Fn(&Subject) -> usize) -> Vec<Subject> {
    let Some(last) = subjects.last().map(&position) else { return subjects };
    let mut from = last;
    for subject in subjects.iter().rev() {
        let at = position(subject);
        if from.saturating_sub(at) > TOGETHER {
            break;
        }
        from = at;
    }
    subjects.into_iter().filter(|subject| position(subject) >= from).collect()
}
