//! Shares of runs and the numbers of uses within which so many have something: which of the two a figure states.

use super::candidate::Test;
use super::chains::Sought;
use super::laws::Asked;
use super::question::Asker;
use crate::exact::{Integer, Rational};
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::ordinal;
use crate::verify::bind::read::place::{Numbering, Place, states_chance};
use crate::verify::bind::read::told::still_waits;

impl Asker<'_, '_> {
    /// The share that a figure states, where it is a round one in words, or in a table, and a number of uses is the one
    /// within which so many have an event: `nine in ten by pull 46`, though it is 94.6%. In a text a share in digits is
    /// meant as it stands.
    pub(super) fn share_of(
        &mut self,
        asked: &Asked,
        sought: &Sought,
        test: &Test,
        (figure, in_table): (usize, bool),
    ) -> Option<Rational> {
        let Sought::Within(uses) = sought else { return None };
        let share = self.page.figure_at(figure)?.value()?;
        let is_in_digits = || self.page.token_text(figure).contains(|c: char| c.is_ascii_digit());
        if !in_table && is_in_digits() {
            return None;
        }
        let level = Sought::Level(share.clone());
        let is_own = level.is_stated()
            && self.laws.chain(asked, &level, test)? == Rational::from(&Integer::from(i128::from(*uses)));
        is_own.then_some(share)
    }

    /// The chances that stand in the sentence of a figure: at what share of runs a number of uses is asked for.
    pub(super) fn levels(&self, place: &Place, index: usize) -> Vec<Rational> {
        // `Half have it by card 19, nine in ten by card 31`: each share has its own number.
        let others = self.uses(place, index);
        let is_of_another = |token: usize| {
            let between = token.min(place.figure)..token.max(place.figure);
            others.iter().any(|(other, _)| between.contains(other))
        };
        let tokens = place.tokens(Layer::After);
        let tokens = tokens.filter(|token| *token != place.figure && !is_of_another(*token));
        let level = |token: usize| {
            let value = self.page.figure_at(token).filter(states_chance)?.value()?;
            (!value.is_negative() && !value.is_zero() && value < Rational::ONE).then_some(value)
        };
        let mut levels: Vec<Rational> = tokens.filter_map(level).collect();
        // `After 30 crates 74% are still waiting`: 26% have one within 30.
        if still_waits(self.page, place.layers.upto(Layer::Before)) {
            levels.iter_mut().for_each(|level| *level = &Rational::ONE - &*level);
        }
        levels.sort();
        levels.dedup();
        levels
    }

    /// Of how many runs a number is told to be the one within which they have something, where a word for that stands before
    /// it: `the first quartile is card 14, the third is card 25`, `the 99th percentile is pull 43`.
    pub(super) fn quantile(&self, place: &Place) -> Option<Rational> {
        const NEAR: usize = 6;
        const AGO: usize = 24;
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let ends = |token: &usize| {
            let is_other = self.page.figure_at(*token).is_some() && ordinal(word(*token)).is_none();
            is_other || matches!(sign_at(self.page, *token), '.' | ';' | ',')
        };
        let own: Vec<usize> = (place.figure.saturating_sub(NEAR)..place.figure)
            .rev()
            .take_while(|token| !ends(token))
            .collect();
        let of = |token: usize| match word(token) {
            "first" | "lower" => Some(Rational::new(1, 4)),
            "second" => Some(Rational::new(1, 2)),
            "third" | "upper" => Some(Rational::new(3, 4)),
            _ => None,
        };
        let named = own.iter().copied().find(|token| matches!(word(*token), "quartile" | "percentile"));
        match named.map(|token| (token, word(token))) {
            // `My first quartile`, `the first quartile of the year`
            Some((token, _))
                if word(token + 1) == "of"
                    || matches!(word(token.saturating_sub(2)), "my" | "your" | "our" | "his" | "her") =>
            {
                None
            }
            Some((token, "quartile")) => of(token.checked_sub(1)?),
            Some((token, _)) => {
                let share = ordinal(word(token.checked_sub(1)?))?.checked_div(&Rational::from(100))?;
                (share < Rational::ONE).then_some(share)
            }
            // `The third is card 25`
            None => {
                let before = place.figure.saturating_sub(AGO)..place.figure;
                let goes_on = before.into_iter().any(|token| word(token) == "quartile");
                let is_told = |token: &usize| matches!(word(token + 1), "is" | "one" | "comes" | "falls");
                goes_on.then(|| own.into_iter().filter(is_told).find_map(of)).flatten()
            }
        }
    }

    /// The share of runs that have had an event within so many uses, where that is this one to the percent: nobody tells
    /// 49.8% otherwise than as half.
    fn share_about(&mut self, asked: &Asked, uses: u64, share: &Rational, test: &Test) -> Option<Rational> {
        let within = self.laws.chain(asked, &Sought::Within(uses), test)?;
        let narrow = share.clone().min(&Rational::ONE - share);
        let far = (&narrow * &Rational::new(1, 20)).min(Rational::new(1, 200));
        ((&within - share).abs() <= far).then_some(within)
    }

    /// What is sought in many uses where a plain number states it, what that is, and whether its words say so: a number of
    /// uses may be that of a share which is told roughly.
    pub(super) fn stated_number(
        &mut self,
        place: &Place,
        asked: &Asked,
        (sought, test, value): (Sought, &Test, Rational),
        counted: Option<u64>,
    ) -> (Sought, Rational, bool) {
        let share = match &sought {
            Sought::Level(share) if sought.is_stated() => Some(share.clone()),
            Sought::Median if self.has(place.layers.upto(Layer::Own), &["half"]) => Some(Rational::new(1, 2)),
            _ => None,
        };
        let is_level = (counted.is_some() || place.in_table) && share.is_some();
        // `After 30 crates 74% are still waiting` says nothing of 30.
        let is_stated = sought.is_stated() && (place.kind != Numbering::Condition || is_level);
        if let Some((uses, share)) = counted.zip(share)
            && share < Rational::ONE
            && let Some(within) = self.share_about(asked, uses, &share, test)
        {
            let uses = Rational::from(&Integer::from(i128::from(uses)));
            // It is the number of uses for the share that have it, and not for the one that is told.
            let sought = if uses == value { sought } else { Sought::Level(within) };
            return (sought, uses, is_stated);
        }
        (sought, value, is_stated)
    }
}
