//! What is known of other outcomes than the one that a figure is about: `15% of the rare items have a gem`, `a common
//! chest has 21 gold on average`, a table of what each kind brings.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::background::{Background, Taken};
use super::candidate::Test;
use super::laws::Given;
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::check::{FieldId, Kind};
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::subject_of;
use crate::verify::bind::read::told::{
    goes_on_with_it, is_counted_of, is_excluded, is_known_of, stands_with,
};

/// So many known outcomes are tried for a figure.
const MOST: usize = 3;

/// Labels that say what is known of an outcome.
struct Known {
    mentions: Vec<usize>,
    field: FieldId,
    test: Test,
    /// Whether words say that it is known, and not what is asked for.
    is_told: bool,
    /// Whether the sentence before says it.
    is_said: bool,
}

/// What is given for a figure.
pub(super) struct Condition {
    pub(super) background: Background,
    pub(super) given: Given,
    /// The labels that give it.
    pub(super) used: BTreeSet<usize>,
    /// Whether what is known is told as such, and may not be what is asked for.
    pub(super) is_sure: bool,
}

impl Asker<'_, '_> {
    /// What a figure may be about; where its own words say of which outcome it is told, also what else is named.
    pub(super) fn subjects_beside_known(
        &self,
        reach: &Reach<'_>,
        index: usize,
        drawn: &[usize],
    ) -> Vec<Subject> {
        let mut subjects = self.subjects(reach, index, drawn);
        let told: Vec<Known> = self.known(reach, index).into_iter().filter(|known| known.is_told).collect();
        if told.is_empty() {
            return subjects;
        }
        // `Nine out of ten successes are plain`: that is no chance of a success.
        let is_counted = |mention: &usize| is_counted_of(self.page, &self.mentions.get(*mention).tokens);
        subjects.iter_mut().for_each(|subject| subject.is_near &= !subject.mentions.iter().any(is_counted));
        let known = told.iter().flat_map(|known| &known.mentions);
        let others: Vec<usize> = drawn.iter().chain(known).copied().collect();
        let is_new = |subject: &Subject| {
            told.iter().all(|known| known.leaves(subject))
                && !subjects.iter().any(|own| own.field == subject.field && own.test == subject.test)
        };
        let further = self.subjects(reach, index, &others);
        let further: Vec<Subject> = further.into_iter().filter(is_new).collect();
        subjects.extend(further);
        subjects
    }

    /// What is given with what may be known of other outcomes than that of a subject: each background as it is, and
    /// with each that its own words name.
    pub(super) fn with_known(
        &self,
        reach: &Reach<'_>,
        index: usize,
        subject: &Subject,
        backgrounds: &BTreeMap<Taken, (Given, BTreeSet<usize>)>,
    ) -> Vec<Condition> {
        let one = |(taken, (given, used)): (&Taken, &(Given, BTreeSet<usize>))| Condition {
            background: Background::of(*taken),
            given: given.clone(),
            used: used.clone(),
            is_sure: true,
        };
        // A label that an event is named by gives nothing as well: a foal is a Starlight, whatever its sire was.
        let gives = |mention: usize| {
            let named = self.mentions.get(mention).named.iter();
            named.filter_map(|named| match &named.meaning {
                Meaning::Is(_, value) | Meaning::StateIs(_, value) if named.mechanic == index => {
                    Some((subject_of(&named.meaning)?, value))
                }
                _ => None,
            })
        };
        let asked: Vec<((bool, usize), &Value)> =
            subject.mentions.iter().flat_map(|mention| gives(*mention)).collect();
        let strip = |mut condition: Condition| {
            let others = condition.used.iter().filter(|used| !subject.mentions.contains(used));
            let others: Vec<((bool, usize), &Value)> = others.flat_map(|used| gives(*used)).collect();
            let is_kept = |own: &((bool, usize), &Value)| !asked.contains(own) || others.contains(own);
            condition.given.inputs.retain(|input, value| is_kept(&((false, input.index()), value)));
            condition.given.states.retain(|state, value| is_kept(&((true, state.index()), value)));
            condition
        };
        let one = |background: (&Taken, &(Given, BTreeSet<usize>))| strip(one(background));
        let mut found: Vec<Condition> = backgrounds.iter().map(one).collect();
        let known = self.known(reach, index);
        // What a sentence goes on with may hold under what the one before it said.
        let goes_on = known.iter().any(|known| known.is_said);
        found.iter_mut().for_each(|condition| condition.is_sure &= !goes_on);
        let is_asked = |mention: &usize| subject.mentions.contains(mention);
        let known =
            known.iter().filter(|known| known.leaves(subject) && !known.mentions.iter().any(is_asked));
        for (place_of_known, known) in known.take(MOST).enumerate() {
            for condition in backgrounds.iter().map(one) {
                let Condition { background, mut given, mut used, .. } = condition;
                given.outcomes.insert(known.field, known.test.clone());
                used.extend(&known.mentions);
                let background = background.knowing(place_of_known + 1);
                let is_sure = reach.place.in_table || known.is_told || !reach.is_chance;
                found.push(Condition { background, given, used, is_sure });
            }
        }
        found
    }

    /// The outcomes that a figure's own words name, each as something that may be known.
    fn known(&self, reach: &Reach<'_>, index: usize) -> Vec<Known> {
        let model = &self.names.mechanics[index].model;
        let one = |mention: &usize| {
            let found = self.mentions.get(*mention);
            let mut own = found.named_in(index);
            let (field, value) = own.find_map(|named| match &named.meaning {
                Meaning::Outcome(field, value) if !found.denied => Some((*field, value.clone())),
                Meaning::Field(field) if model[*field].kind == Kind::Flag => {
                    Some((*field, Value::Flag(!found.denied)))
                }
                _ => None,
            })?;
            let within = reach.place.within(Layer::Own, found)?;
            let start = found.tokens.start;
            // `Without a fire wolves come on one night in three`
            let is_there = || matches!(value, Value::Flag(_)) && stands_with(self.page, start);
            let is_known =
                || is_known_of(self.page, start, within) || is_counted_of(self.page, &found.tokens);
            let is_told = !reach.place.in_table && (is_known() || is_there());
            Some(Known {
                mentions: vec![*mention],
                field,
                test: Test::In(vec![value]),
                is_told,
                is_said: false,
            })
        };
        let excluded = self.excluded(reach, index);
        excluded.into_iter().chain(reach.labels.own().iter().filter_map(one)).collect()
    }

    /// What the sentence of a figure, or where it goes on with `it is` the one before, says that an outcome is not: `if it is
    /// not a mimic`, `whatever is neither a mimic nor a relic`.
    fn excluded(&self, reach: &Reach<'_>, index: usize) -> Option<Known> {
        let place = reach.place;
        // `Common (no mimic)` over a column, `if the chest is not a mimic` over a table
        if place.in_table {
            let layers = [[Layer::Own], [Layer::Said], [Layer::Earlier]];
            return layers.iter().find_map(|layers| self.excluded_in(reach, index, layers));
        }
        if let Some(own) = self.excluded_in(reach, index, &[Layer::Own, Layer::Before]) {
            return Some(Known { is_told: true, ..own });
        }
        let sentence = [Layer::Own, Layer::Before].into_iter().flat_map(|layer| &place.layers[layer]);
        let first = sentence.filter(|range| !range.is_empty()).map(|range| range.start).min()?;
        let said =
            goes_on_with_it(self.page, first).then(|| self.excluded_in(reach, index, &[Layer::Said]))??;
        Some(Known { is_said: true, ..said })
    }

    /// What the words of some layers exclude of one outcome.
    fn excluded_in(&self, reach: &Reach<'_>, index: usize, layers: &[Layer]) -> Option<Known> {
        let model = &self.names.mechanics[index].model;
        let mut found: BTreeMap<FieldId, (Vec<usize>, Vec<Value>)> = BTreeMap::new();
        for layer in layers {
            for mention in &reach.labels[*layer] {
                let label = self.mentions.get(*mention);
                let Some(within) = reach.place.within(*layer, label).filter(|_| label.denied) else {
                    continue;
                };
                let start = label.tokens.start;
                let is_beside_another = || {
                    let others = reach.labels[*layer].iter().map(|other| self.mentions.get(*other));
                    let mut own = others.filter(|other| within.contains(&other.tokens.start));
                    reach.place.in_table && own.any(|other| !other.denied && other.is_value())
                };
                let is_excluded =
                    || !label.without && (is_excluded(self.page, start, within) || is_beside_another());
                if !is_excluded() && !self.is_of_uses_without(start, within, index) {
                    continue;
                }
                for named in label.named_in(index) {
                    if let Meaning::Outcome(field, value) = &named.meaning {
                        let (mentions, values) = found.entry(*field).or_default();
                        mentions.push(*mention);
                        values.push(value.clone());
                    }
                }
            }
        }
        let (field, (mentions, values)) = found.into_iter().next()?;
        let test = match values.as_slice() {
            [one] => Test::Not(one.clone()),
            _ => {
                let all = model.values(model[field].kind);
                Test::In(all.into_iter().filter(|value| !values.contains(value)).collect())
            }
        };
        Some(Known { mentions, field, test, is_told: false, is_said: false })
    }

    /// Whether a label that is denied ends what says of which uses a share is told: `of the casts that bring no pike`,
    /// `of all casts without a pike`.
    fn is_of_uses_without(&self, label: usize, within: &Range<usize>, index: usize) -> bool {
        const NEAR: usize = 9;
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let mut before = (label.saturating_sub(NEAR).max(within.start)..label).rev();
        let is_part = |token: &usize| matches!(word(*token), "of" | "among" | "in");
        let Some(part) = before.find(is_part) else { return false };
        let is_article = |token: &usize| matches!(word(*token), "the" | "all" | "those" | "these" | "your");
        let Some(first) = (part + 1..label).find(|token| !is_article(token)) else { return false };
        self.mentions.is_use(first, index)
            && matches!(word(first + 1), "that" | "which" | "where" | "with" | "without")
    }
}

impl Known {
    /// Whether a subject may be asked for beside it: another outcome, or one of the values that are left.
    fn leaves(&self, subject: &Subject) -> bool {
        let is_left = |test: &Test| match test {
            Test::In(values) => values.iter().all(|value| self.test.holds(value)),
            _ => false,
        };
        let excludes =
            matches!(&self.test, Test::Not(_)) || matches!(&self.test, Test::In(values) if values.len() > 1);
        self.field != subject.field || excludes && is_left(&subject.test)
    }
}
