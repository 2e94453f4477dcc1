//! What is given for a figure: the inputs, states and rule sets that words in reach name, and which of these words a
//! question may leave out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::background::Taken;
use super::laws::Given;
use super::question::Asker;
use super::reach::Reach;
use super::runs::Drawn;
use super::states::{Fact, Facts, end_at};
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::beside::{Gives, gives, number_of};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::{game, subject_of};
use crate::verify::bind::read::ordinals::ordinal;
use crate::verify::bind::read::place::Place;

/// So many labels before are looked at for the number of what is told again.
const NEAR: usize = 20;

impl Asker<'_, '_> {
    /// What is given, taking in more and more of the words in reach, and at last nothing; each once.
    pub(in crate::verify::bind) fn backgrounds(
        &self,
        reach: &Reach<'_>,
        index: usize,
        (facts, drawn): (Option<&Facts>, Option<&Drawn>),
    ) -> BTreeMap<Taken, (Given, BTreeSet<usize>)> {
        let place = reach.place;
        let mut given = Given::default();
        let mut used = BTreeSet::new();
        let mut found: BTreeMap<Taken, (Given, BTreeSet<usize>)> = BTreeMap::new();
        for counted in place.counted.iter().filter(|counted| counted.mechanic == index) {
            self.count(counted.label, &counted.number, index, &mut given, &mut used);
        }
        for since in place.since.iter().filter(|since| since.mechanic == index) {
            given.states.insert(since.state, since.value.clone());
        }
        for named in place.joined.iter().filter(|named| named.mechanic == index) {
            if let Meaning::Is(input, value) = &named.meaning {
                given.inputs.insert(*input, value.clone());
            }
        }
        for gives in drawn.iter().flat_map(|drawn| drawn.gives.clone()) {
            given.take(gives);
        }
        used.extend(drawn.iter().flat_map(|drawn| &drawn.mentions));
        if let Some(later) = self.later(reach, index) {
            given.take(later);
        }
        let is_alone = !place.in_table && self.has_alone(&reach.labels);
        // `Over 5 floors` is no fifth floor.
        let uses: Vec<usize> = self.uses(place, index).into_iter().map(|(token, _)| token).collect();
        let is_use = |gives: &Gives| {
            let is_place =
                |number: usize| self.page.word_at(number).is_some_and(|word| ordinal(word).is_some());
            let of_uses = |number: usize| {
                uses.contains(&number) && !is_place(number) && self.mentions.is_use(number + 1, index)
            };
            gives.number.is_some_and(of_uses)
        };
        for (layer, mentions) in reach.labels.iter() {
            // What a text said long before is what it speaks of, and no condition of what it says now.
            if layer == Layer::Earlier && !place.in_table {
                continue;
            }
            let is_after = layer == Layer::After && !place.in_table;
            let last = place.layers[Layer::Said].first().filter(|_| layer == Layer::Said && !place.in_table);
            let mut is_last = last.is_some();
            for mention in self.nearest_first(mentions, place.figure) {
                // What something was likened to in another sentence is not given here.
                let is_aside = layer != Layer::Own && !place.in_table && self.is_compared(mention);
                // `48%, and adding flux makes it 58%`
                let is_anothers =
                    || is_after && (self.is_added(mention) || self.stands_nearer_to_another(place, mention));
                let is_outcome = || !place.in_table && self.becomes(place, mention);
                // `20.5% with both, 16.3% with just the oil`
                let is_other = is_alone && layer != Layer::Own && self.mentions.get(mention).is_thing();
                // `1.5% (3% with a ladder). In autumn it is 4%`: what another sentence had in brackets beside another figure.
                let is_bracketed =
                    || layer == Layer::Said && !place.in_table && self.is_of_a_bracket(mention, place.figure);
                if used.contains(&mention)
                    || is_aside
                    || is_other
                    || is_bracketed()
                    || is_anothers()
                    || is_outcome()
                {
                    continue;
                }
                let Some(within) = place.within(layer, self.mentions.get(mention)) else { continue };
                let gives = gives(self.page, self.names, self.mentions.get(mention), index, within);
                let gives = gives.or_else(|| self.at_an_end(mention, index, facts, within));
                let gives = gives.or_else(|| self.gives_again(mention, index));
                let Some(gives) = gives.filter(|gives| gives.number != Some(place.figure) && !is_use(gives))
                else {
                    continue;
                };
                if is_last
                    && last.is_some_and(|last| !last.contains(&self.mentions.get(mention).tokens.start))
                {
                    is_last = false;
                    if !found.values().any(|(other, _)| *other == given) {
                        found.insert(Taken::Last, (given.clone(), used.clone()));
                    }
                }
                if given.take(gives) {
                    used.insert(mention);
                }
            }
            if !found.values().any(|(other, _)| *other == given) {
                found.insert(Taken::DownTo(layer), (given.clone(), used.clone()));
            }
            if layer == Layer::Own && !place.in_table && !is_alone {
                self.take_both(reach, index, &mut found);
            }
        }
        // So may a sentence that gives a number. A table may stand under a text that gives more than its figures take: each thing alone is tried as well.
        if (place.in_table || place.is_number)
            && let Some((own, used)) = found.get(&Taken::DownTo(Layer::Own)).cloned()
        {
            for (number, gives) in self.given_around(reach, index).into_iter().enumerate() {
                let mut one = (own.clone(), used.clone());
                let is_new = one.0.take(gives) && !found.values().any(|(other, _)| *other == one.0);
                if is_new {
                    found.insert(Taken::Around(number), one);
                }
            }
        }
        let nothing = Given::default();
        if !found.values().any(|(other, _)| *other == nothing) {
            found.insert(Taken::Nothing, (nothing, BTreeSet::new()));
        }
        found
    }

    /// Whether a token stands behind the clause of a figure, in its sentence.
    pub(super) fn is_in_after(&self, place: &Place, token: usize) -> bool {
        place.layers[Layer::After].iter().any(|range| range.contains(&token))
    }

    /// Whether words before a label tell that it comes to what was given before.
    fn is_added(&self, mention: usize) -> bool {
        const WORDS: [&str; 12] = [
            "adding", "add", "adds", "plus", "put", "putting", "equip", "equipping", "bring", "bringing",
            "switching", "switch",
        ];
        let label = self.mentions.get(mention).tokens.start;
        let word = |back: usize| self.page.word_before(label, back).unwrap_or_default();
        let is_idle = matches!(word(1), "a" | "an" | "the" | "on" | "in" | "to" | "your");
        WORDS.contains(&word(1 + usize::from(is_idle)))
    }

    /// What "after that" gives: one more than the number that was given right before, as in `25% on the first floor,
    /// 44% after that`.
    fn later(&self, reach: &Reach<'_>, index: usize) -> Option<Gives> {
        let place = reach.place;
        let own = || place.tokens(Layer::Own);
        let word = |token: usize| self.page.word_at(token);
        // `Depths I and later` begins with the first of them.
        let is_joined = |token: usize| {
            let joins = matches!(self.page.word_before(token, 1), Some("and" | "or"));
            joins && self.mentions.ends_at(token - 1)
        };
        let is_later = |token: usize| match word(token) {
            Some("later") => !is_joined(token),
            Some("afterwards" | "thereafter") => true,
            Some("after") => matches!(word(token + 1), Some("that" | "it")),
            _ => false,
        };
        if place.in_table || !own().any(is_later) {
            return None;
        }
        let model = &self.names.mechanics[index].model;
        let number = |layer: Layer, mention: usize| {
            let gives = self.given_by(place, layer, mention, index)?;
            let (Meaning::Input(input) | Meaning::Is(input, _)) = gives.meaning else { return None };
            let next = gives.value.as_number()? + &Rational::ONE;
            let value = model.check_number(&model[input].declaration, next).ok()?;
            Some(Gives { meaning: Meaning::Input(input), value, number: None })
        };
        let of_layer =
            |layer: Layer| reach.labels[layer].iter().rev().find_map(|mention| number(layer, *mention));
        [Layer::Before, Layer::Said].into_iter().find_map(of_layer)
    }

    /// What a state is given where words say that it is at its start or at an end: `once the offset has bottomed out`.
    fn at_an_end(
        &self,
        mention: usize,
        index: usize,
        facts: Option<&Facts>,
        within: &Range<usize>,
    ) -> Option<Gives> {
        const NEAR: usize = 4;
        let found = self.mentions.get(mention);
        let state = found.named.iter().find_map(|named| match named.meaning {
            Meaning::State(state) if named.mechanic == index => Some(state),
            _ => None,
        })?;
        let [start, least, most] = facts?.get(state.index())?.as_ref()?;
        let first = found.tokens.start.saturating_sub(NEAR).max(within.start);
        let mut near = first..(found.tokens.end + NEAR).min(within.end);
        let value = match near.find_map(|token| end_at(self.page, token))? {
            Fact::Start => start,
            Fact::Least => least,
            Fact::Most => most,
        };
        Some(Gives { meaning: Meaning::State(state), value: Value::Number(value.clone()), number: None })
    }

    /// What a label gives by what was said before: `with the keys` after `two keys`.
    fn gives_again(&self, mention: usize, index: usize) -> Option<Gives> {
        let found = self.mentions.get(mention);
        let before = self.page.word_before(found.tokens.start, 1);
        let is_told_again = matches!(before, Some("the" | "those" | "these" | "such"));
        if !is_told_again {
            return None;
        }
        let all = 0..found.tokens.start;
        let near = (mention.saturating_sub(NEAR)..mention).rev();
        let own = found.named_in(index);
        let things: BTreeSet<(bool, usize)> = own.filter_map(|own| subject_of(&own.meaning)).collect();
        let mut earlier =
            near.filter_map(|other| gives(self.page, self.names, self.mentions.get(other), index, &all));
        // `Such floors` are those of the last stage that was told, be it by its name or by its number.
        let is_told = |gives: &Gives| {
            let is_numbered = gives.number.is_some() || gives.value.as_number().is_some();
            is_numbered && subject_of(&gives.meaning).is_some_and(|thing| things.contains(&thing))
        };
        earlier.find(is_told).map(|gives| Gives { number: None, ..gives })
    }

    /// Where the figure's own words say "both" and name no two things, the two things that were named last.
    fn take_both(
        &self,
        reach: &Reach<'_>,
        index: usize,
        found: &mut BTreeMap<Taken, (Given, BTreeSet<usize>)>,
    ) {
        const WORDS: [&str; 5] = ["both", "together", "pair", "combined", "combo"];
        let has = |layer: Layer, mention: usize| {
            let gives = self.given_by(reach.place, layer, mention, index)?;
            let is_one = gives.value == Value::Flag(true)
                || gives.number.is_none() && gives.value.as_number() == Some(&Rational::ONE);
            match gives.meaning {
                Meaning::Is(input, _) | Meaning::Input(input) if is_one => Some((input, gives.value)),
                _ => None,
            }
        };
        let around = &reach.place.layers;
        let says_both =
            || self.has(around.upto(Layer::Before), &WORDS) || self.has(&around[Layer::Said], &WORDS);
        let Some((given, used)) = found.get(&Taken::DownTo(Layer::Own)).cloned().filter(|_| says_both())
        else {
            return;
        };
        let own = reach.labels.own().iter();
        let mut pair: BTreeMap<_, _> = own.filter_map(|mention| has(Layer::Own, *mention)).collect();
        for layer in [Layer::Before, Layer::Said, Layer::Earlier, Layer::Heading] {
            let mut near: Vec<usize> = reach.labels[layer].clone();
            near.sort_by_key(|mention| std::cmp::Reverse(*mention));
            for (input, value) in near.iter().filter_map(|mention| has(layer, *mention)) {
                if pair.len() < 2 {
                    pair.insert(input, value);
                }
            }
        }
        if pair.len() == 2 {
            let mut both = given;
            both.inputs.extend(pair);
            if !found.values().any(|(other, _)| *other == both) {
                found.insert(Taken::Both, (both, used));
            }
        }
    }

    /// Whether what stands over a figure is a line of a word or two, as a heading is.
    fn is_a_line(&self, ranges: &[Range<usize>]) -> bool {
        const WORDS: usize = 3;
        let mut tokens = ranges.iter().take(1).flat_map(Clone::clone);
        let words = tokens.clone().filter(|token| self.page.word_at(*token).is_some()).count();
        (1..=WORDS).contains(&words) && !tokens.any(|token| self.page.figure_at(token).is_some())
    }

    /// What stands around a table gives, in its order: the caption, the text over it, the headings.
    fn given_around(&self, reach: &Reach<'_>, index: usize) -> Vec<Gives> {
        const MOST: usize = 6;
        // A line over a list that nobody knows begins something new.
        let place = reach.place;
        let is_new = !place.in_table
            && reach.labels[Layer::Said].is_empty()
            && self.is_a_line(&place.layers[Layer::Said]);
        let around = reach.labels.iter().filter(|(layer, _)| *layer >= Layer::Said);
        let around = around.filter(|(layer, _)| !is_new || *layer != Layer::Earlier);
        let around =
            around.flat_map(|(layer, mentions)| mentions.iter().map(move |mention| (layer, *mention)));
        let one = |(layer, mention)| self.given_by(reach.place, layer, mention, index);
        around.filter_map(one).take(MOST).collect()
    }

    /// Whether the rest of the sentence gives several values to what the figure's own words give none: `14% at -5 and
    /// 19% at -10; commons are 49% and 44%`.
    pub(super) fn is_ambiguous(&self, reach: &Reach<'_>, index: usize) -> bool {
        let values = |layer: Layer| -> Vec<Gives> {
            let one = |mention: &usize| self.given_by(reach.place, layer, *mention, index);
            reach.labels[layer].iter().filter_map(one).collect()
        };
        let own = values(Layer::Own);
        let same = |a: &Gives, b: &Gives| {
            std::mem::discriminant(&a.meaning) == std::mem::discriminant(&b.meaning)
                && subject_of(&a.meaning) == subject_of(&b.meaning)
        };
        let rest = [values(Layer::Before), values(Layer::After)].concat();
        rest.iter().any(|first| {
            rest.iter().any(|other| same(first, other) && first.value != other.value)
                && !own.iter().any(|own| same(own, first))
        })
    }

    /// A number that heads a row or column: what it counts has this value.
    pub(crate) fn count(
        &self,
        mention: usize,
        number: &Rational,
        index: usize,
        given: &mut Given,
        used: &mut BTreeSet<usize>,
    ) {
        let model = &self.names.mechanics[index].model;
        for named in self.mentions.get(mention).named_in(index) {
            let value = match &named.meaning {
                Meaning::Input(input) => model.check_number(&model[*input].declaration, number.clone()).ok(),
                Meaning::State(state) => model.check_number(&model[*state].declaration, number.clone()).ok(),
                // `yes` or `no` under its name
                Meaning::Is(_, Value::Flag(true)) => Some(Value::Flag(!number.is_zero())),
                _ => None,
            };
            if let Some(value) = value
                && given.take(Gives { meaning: named.meaning.clone(), value, number: None })
            {
                used.insert(mention);
            }
        }
    }

    /// Whether a label says something in the game of a mechanic that a question about it has to take in. The mechanic
    /// itself and editions are taken in by every question about them.
    pub(in crate::verify::bind) fn names_something(&self, mention: usize, mechanic: usize) -> bool {
        let game = |index: usize| game(self.names, index);
        let named = &self.mentions.get(mention).named;
        let idle = |meaning: &Meaning| matches!(meaning, Meaning::Mechanic | Meaning::Edition(_));
        let own = named.iter().any(|named| named.mechanic == mechanic && idle(&named.meaning));
        !own && named.iter().any(|named| {
            game(named.mechanic) == game(mechanic) && !matches!(named.meaning, Meaning::Edition(_))
        })
    }

    /// Whether a label is that of an outcome.
    pub(super) fn names_field(&self, mention: usize, mechanic: usize, field: FieldId) -> bool {
        let named = &self.mentions.get(mention).named;
        named.iter().any(|named| named.mechanic == mechanic && named.meaning == Meaning::Field(field))
    }

    /// Whether a label stands for what takes a number, and there is none: `at any luck`.
    pub(super) fn gives_nothing(&self, place: &Place, mention: usize, mechanic: usize) -> bool {
        let found = self.mentions.get(mention);
        if self.is_use_name(mention, mechanic) {
            return true;
        }
        let within =
            place.layers.upto(Layer::After).find(|range| range.contains(&found.tokens.start)).cloned();
        let counts = |meaning: &Meaning, index: usize| match meaning {
            Meaning::Input(_) | Meaning::State(_) => true,
            Meaning::Field(field) => {
                let kind = self.names.mechanics[index].model[*field].kind;
                index != mechanic && matches!(kind, Kind::Integer | Kind::Number)
            }
            Meaning::Mechanic | Meaning::Edition(_) => true,
            Meaning::Is(..) | Meaning::StateIs(..) | Meaning::Outcome(..) => false,
        };
        let own = game(self.names, mechanic);
        let within = within.unwrap_or(0..0);
        let mut named = found.named.iter().filter(|named| game(self.names, named.mechanic) == own);
        // `With Contract from Below` has one.
        let is_had = || {
            let given = gives(self.page, self.names, found, mechanic, &within);
            !found.denied && given.is_some_and(|given| matches!(given.meaning, Meaning::Input(_)))
        };
        named.all(|named| counts(&named.meaning, named.mechanic))
            && number_of(self.page, found, &within).is_none()
            && !is_had()
    }

    /// Whether a label is what one use of a mechanic is called, and names nothing else of it: `19.97 cards on average`.
    fn is_use_name(&self, mention: usize, mechanic: usize) -> bool {
        let found = self.mentions.get(mention);
        let is_use = |token: usize| self.mentions.is_use(token, mechanic);
        found.tokens.clone().all(is_use) && found.named.iter().all(|named| named.mechanic != mechanic)
    }

    /// Whether something is given for what a label stands for.
    pub(crate) fn is_given(&self, mention: usize, mechanic: usize, given: &Given) -> bool {
        let named = &self.mentions.get(mention).named;
        named.iter().filter(|named| named.mechanic == mechanic).any(|named| match &named.meaning {
            Meaning::Input(input) | Meaning::Is(input, _) => given.inputs.contains_key(input),
            Meaning::State(state) | Meaning::StateIs(state, _) => given.states.contains_key(state),
            _ => false,
        })
    }

    /// Whether two labels stand for the same input or state.
    pub(super) fn names_the_same(&self, one: usize, other: usize, mechanic: usize) -> bool {
        let things = |mention: usize| {
            let named = self.mentions.get(mention).named_in(mechanic);
            named.filter_map(|named| match &named.meaning {
                Meaning::Input(_) | Meaning::State(_) => Some(&named.meaning),
                _ => None,
            })
        };
        things(one).any(|thing| things(other).any(|same| same == thing))
    }

    /// Whether a label only says what a number counts in another mechanic.
    pub(super) fn counts_elsewhere(&self, place: &Place, mention: usize, mechanic: usize) -> bool {
        let own = self.mentions.get(mention).named.iter().any(|named| named.mechanic == mechanic);
        !own && place.counted.iter().any(|counted| counted.label == mention)
    }
}

impl Given {
    /// Takes what a label gives, unless something nearer gave the same input or state another value: whether it does.
    pub(crate) fn take(&mut self, gives: Gives) -> bool {
        match gives.meaning {
            Meaning::Is(input, _) | Meaning::Input(input) => match self.inputs.get(&input) {
                Some(value) => *value == gives.value,
                None => self.inputs.insert(input, gives.value).is_none(),
            },
            Meaning::State(state) => match self.states.get(&state) {
                Some(value) => *value == gives.value,
                None => self.states.insert(state, gives.value).is_none(),
            },
            _ => false,
        }
    }

    /// Takes what a label gives in the place of what was given.
    pub(super) fn replace(&mut self, gives: Gives) {
        match gives.meaning {
            Meaning::Is(input, _) | Meaning::Input(input) => drop(self.inputs.insert(input, gives.value)),
            Meaning::State(state) => drop(self.states.insert(state, gives.value)),
            _ => {}
        }
    }

    /// All of it but one input or state, each.
    pub(super) fn without_one(&self) -> Vec<Given> {
        let input = |input| {
            let mut rest = self.clone();
            rest.inputs.remove(input);
            rest
        };
        let state = |state| {
            let mut rest = self.clone();
            rest.states.remove(state);
            rest
        };
        self.inputs.keys().map(input).chain(self.states.keys().map(state)).collect()
    }
}
