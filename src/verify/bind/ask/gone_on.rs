//! From which figures before it a figure goes on, and with how many uses.

use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::Stage;
use super::question::Asker;
use crate::exact::Rational;
use crate::page::BlockKind;
use crate::value::Value;
use crate::verify::bind::read::beside::{number_at, sign_at};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Placed;

impl Asker<'_, '_> {
    /// Whether brackets around a figure end before another, which goes on with what was told before them.
    pub(super) fn is_aside(&self, last: usize, own: usize) -> bool {
        /// No bracket that says something beside is longer.
        const FAR: usize = 12;
        let bracket = |token: &usize| matches!(sign_at(self.page, *token), '(' | ')');
        let closes = (last + 1..own.min(last + FAR)).find(bracket);
        let is_open = |token: usize| {
            let sign = (token.saturating_sub(FAR)..token).rev().find(bracket);
            sign.is_some_and(|token| sign_at(self.page, token) == '(')
        };
        // `Eels (5%), and in the rain carps (4%)`
        // `Almost half (49%) are blank; with it 37%`: alone in them stands what the text before tells.
        let is_alone = closes == Some(last + 1) && last > 0 && sign_at(self.page, last - 1) == '(';
        closes.is_some_and(|token| sign_at(self.page, token) == ')')
            && !is_alone
            && is_open(last)
            && !is_open(own)
    }

    /// The item that a block is, or is a sentence of.
    pub(super) fn item_of(&self, block: usize) -> Option<usize> {
        let blocks = &self.page.outline.blocks;
        let is_item = |block: &usize| blocks[*block].kind == BlockKind::Item;
        Some(block).filter(is_item).or_else(|| blocks[block].parent.filter(is_item))
    }

    /// What a figure before told of a number is told of the one that its own words say: `usually two: 68.6%, one is next at
    /// 19%`.
    pub(super) fn of_its_number(&self, placed: &Placed, told: &Candidate) -> Option<Measure> {
        /// Nothing that one counts so is more.
        const MOST: i64 = 20;
        let Measure::Chance(field, test, stage) = &told.measure else { return None };
        if !test.is_of_number() || !placed.is_chance || !self.times_again(&placed.place).is_empty() {
            return None;
        }
        let mut own = placed.place.tokens(Layer::Own);
        let number = own.find_map(|token| {
            let is_open = token != placed.token && !self.mentions.is_given(token);
            let number = number_at(self.page, token).filter(|number| is_open && number.is_integer())?;
            number.to_i64().filter(|number| (0..=MOST).contains(number))
        })?;
        let test = Test::In(vec![Value::Number(Rational::from(number))]);
        Some(Measure::Chance(*field, test, *stage))
    }

    /// That what a figure before told of one use comes within those of its own words: `1 in 300. 100 boosters: 28.4%`.
    pub(super) fn within_its_uses(&self, placed: &Placed, told: &Candidate) -> Option<Measure> {
        /// A chain of more uses is asked for by its own words alone.
        const MOST: i64 = 1_000;
        let Measure::Chance(field, test, Stage::End) = &told.measure else { return None };
        let near = placed.place.layers.upto(Layer::Before).flat_map(Clone::clone);
        let uses = |token: usize| {
            let number = number_at(self.page, token).filter(Rational::is_integer)?.to_i64()?;
            let is_told = token != placed.token && self.mentions.is_use(token + 1, told.mechanic);
            u64::try_from(number).ok().filter(|_| is_told && (2..=MOST).contains(&number))
        };
        // Of several the nearest.
        let all = near.filter_map(|token| Some((token.abs_diff(placed.token), uses(token)?)));
        let (_, uses) = all.min().filter(|_| placed.is_chance)?;
        Some(Measure::Chain(Sought::Within(uses), *field, test.clone()))
    }
}
