//! How many uses of a mechanic stand around a figure, and which of them it is about.

use std::ops::Range;

use super::question::Asker;
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::{BlockKind, TokenKind};
use crate::value::Value;
use crate::verify::bind::read::about::says_in_a_row;
use crate::verify::bind::read::beside::{number_at, sign_at};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::dry::begins_after;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::{MOST_USES, OF_USES, ordinal, place_of_use};
use crate::verify::bind::read::place::{Place, states_chance};

/// How often something comes is not counted in more uses than these.
pub(super) const MOST_COUNTED: u64 = 500;
/// So many uses may begin a sentence: of fewer something else may be told.
const MANY: u64 = 10;
/// So many words stand between a share and the number of uses after which so many have something.
const AFTER_SHARE: usize = 4;
/// So many words behind a number of uses say that these are enough.
const ENOUGH: usize = 8;

/// A number that may count uses.
struct Counted<'p> {
    place: &'p Place,
    /// The words that it stands in.
    range: &'p Range<usize>,
    token: usize,
    index: usize,
    /// What stands behind the labels after it.
    next: usize,
}

impl Asker<'_, '_> {
    /// The number of uses that a token is: `among the first 40 cards`, `by pull 80`, `by the tenth reward`; where uses
    /// were named before also `within 30` and `by the tenth`.
    pub(super) fn count_of_uses(
        &self,
        place: &Place,
        range: &Range<usize>,
        token: usize,
        index: usize,
    ) -> Option<u64> {
        let word = |back: usize| self.page.word_before(token, back);
        let in_line = self.place_of_use(token, index);
        let is_place = in_line.is_some();
        let number = in_line.or_else(|| number_at(self.page, token)).filter(Rational::is_integer)?;
        if place.since.iter().any(|since| since.token == Some(token)) {
            return None;
        }
        let is_use =
            |token: usize| self.mentions.is_use(token, index) || self.is_called_by_kind(token, index);
        // `After 30 low-tide crates`, `after five normal fights`
        let next = self.behind_labels(token + 1);
        // `In a ten-swing fight`
        let is_joined = || sign_at(self.page, token + 1) == '-' && is_use(token + 2);
        let after = token + 1 < range.end && (is_use(token + 1) || is_use(next - 1) || is_joined())
            || next < range.end && is_use(next);
        let before = token > range.start && is_use(token - 1);
        let first = token - usize::from(before && !after);
        let mut near = first.saturating_sub(2).max(range.start)..first;
        // `With 30 pulls you have one in 45%`, `from 30 pulls: 45%`
        let is_plural = || {
            let plural = |token: usize| self.page.word_at(token).is_some_and(|word| word.ends_with('s'));
            plural(token + 1) || [next - 1, next].into_iter().any(|token| is_use(token) && plural(token))
        };
        let is_with = matches!(word(1), Some("with" | "from")) && is_plural();
        let is_cued =
            is_with || near.any(|token| self.page.word_at(token).is_some_and(|word| OF_USES.contains(&word)));
        let number: u64 = number.to_string().parse().ok()?;
        let counted = Counted { place, range, token, index, next };
        // `A hundred pulls give 1.6 stars`, `three attempts have at least one success`
        let is_first = || self.begins_a_sentence(first) && (number >= MANY || self.tells_of_one(place));
        // The rarity of `card 10` is that of one.
        let is_up_to = is_cued && word(2) != Some("of");
        let is_told = after
            && (is_cued
                || is_place
                || self.are_done(token)
                || is_first()
                || self.are_with(&counted)
                || self.lacks(&counted)
                || self.are_in_a_row(&counted)
                || self.begins_a_sentence(first) && (self.are_enough(&counted) || self.bring(&counted)))
            || before && is_up_to
            || self.go_on(&counted, is_place);
        (is_told && (2..=MOST_USES).contains(&number)).then_some(number)
    }

    /// Which use something comes by: `by the tenth`, `on your 55th pull or earlier`.
    fn place_of_use(&self, token: usize, index: usize) -> Option<Rational> {
        let word = |back: usize| self.page.word_before(token, back);
        let place = ordinal(self.page.word_at(token)?)?;
        let is_by = matches!((word(2), word(1)), (Some("by" | "until"), Some("the" | "your")));
        let is_earlier = self.mentions.is_use(token + 1, index)
            && self.page.word_at(token + 2) == Some("or")
            && matches!(self.page.word_at(token + 3), Some("earlier" | "sooner" | "before"));
        (is_by || is_earlier).then_some(place)
    }

    /// `Within 30`, `71% have one after 20 boxes, and half of them after 12`: uses were named before.
    fn go_on(&self, counted: &Counted<'_>, is_place: bool) -> bool {
        let Counted { place, range, token, index, .. } = *counted;
        let cue = self.page.word_before(token, 1);
        let is_after = || {
            let mut behind = (range.start..token.saturating_sub(1)).rev().take(AFTER_SHARE);
            matches!(cue, Some("after" | "by"))
                && behind.any(|token| self.page.figure_at(token).is_some_and(|figure| states_chance(&figure)))
        };
        (is_place || cue == Some("within") || is_after())
            && self.page.word_at(token + 1).is_none()
            && place.tokens(Layer::Earlier).any(|token| self.mentions.is_use(token, index))
    }

    /// `40 cards without a single rare`
    fn lacks(&self, counted: &Counted<'_>) -> bool {
        let mut behind = counted.token + 2..counted.next + 2;
        behind.any(|token| self.page.word_at(token) == Some("without"))
    }

    /// `Five offerings in a row`, `three consecutive pulls`
    fn are_in_a_row(&self, counted: &Counted<'_>) -> bool {
        let Counted { token, index, next, .. } = *counted;
        let last = if self.mentions.is_use(token + 1, index) { token + 1 } else { next };
        says_in_a_row(self.page, token + 1..last + 5)
    }

    /// `Three tries are enough`, `five tries at the high tier get you one`
    fn are_enough(&self, counted: &Counted<'_>) -> bool {
        let word = |token: usize| self.page.word_at(token);
        let mut behind = counted.next..counted.range.end.min(counted.next + ENOUGH);
        behind.any(|token| match word(token) {
            Some("enough" | "suffice" | "sufficient") => true,
            Some("get" | "give" | "bring" | "net" | "earn") => word(token + 1) == Some("you"),
            _ => false,
        })
    }

    /// Whether the number of uses that a token is begins a sentence whose verb says that they bring something together.
    /// `20 baskets: 48%` may be told of something else.
    pub(super) fn bring_together(&self, place: &Place, token: usize, index: usize) -> bool {
        let range = place.layers.own().iter().find(|range| range.contains(&token));
        let is_each = || self.has(place.layers.own(), &cues::EACH);
        range.is_some_and(|range| {
            let counted = Counted { place, range, token, index, next: self.behind_labels(token + 1) };
            self.begins_a_sentence(token) && self.has_verb(&counted) && !is_each()
        })
    }

    /// Whether what is told of some uses at the beginning of a sentence is what they bring together: `Three elites show a
    /// rare in 49%`, `Seven normal fights: 61%`.
    fn bring(&self, counted: &Counted<'_>) -> bool {
        let last = self.behind_uses(counted);
        sign_at(self.page, last) == ':' || last == counted.place.figure || self.has_verb(counted)
    }

    /// What stands behind some uses.
    fn behind_uses(&self, counted: &Counted<'_>) -> usize {
        let Counted { token, index, next, .. } = *counted;
        if next == token + 1 || self.mentions.is_use(next, index) { next + 1 } else { next }
    }

    /// Whether a verb behind some uses says that they bring something.
    fn has_verb(&self, counted: &Counted<'_>) -> bool {
        const BRING: [&str; 18] = [
            "show", "give", "have", "bring", "contain", "yield", "produce", "drop", "offer", "include",
            "get", "gets", "will", "would", "should", "mean", "make", "net",
        ];
        const NEAR: usize = 4;
        let last = self.behind_uses(counted);
        let brings = |token: usize| self.page.word_at(token).is_some_and(|word| BRING.contains(&word));
        (last..counted.place.figure.min(last + NEAR)).any(brings)
    }

    /// Whether uses are called by what is given in them: `three elites` for fights with one. Not where two things may be
    /// that: two opals are no uses, where each parent may be one.
    fn is_called_by_kind(&self, token: usize, index: usize) -> bool {
        let is_plural = || self.page.word_at(token).is_some_and(|word| word.ends_with('s'));
        let kinds = |mention: usize| {
            let own = self.mentions.get(mention).named_in(index);
            own.filter(|named| matches!(named.meaning, Meaning::Is(_, Value::Variant(_)))).count()
        };
        let mut labels = self.mentions.within(&(token..token + 1));
        is_plural()
            && labels.any(|mention| self.mentions.get(mention).tokens.len() == 1 && kinds(mention) == 1)
    }

    /// `With 10 digs at least two relics come in 3.5%`; behind a sentence that counts them `with 20 digs it is 52%`.
    fn are_with(&self, counted: &Counted<'_>) -> bool {
        let Counted { place, token, index, .. } = *counted;
        let cue = self.page.word_before(token, 1);
        let is_counted = |token: usize| {
            let is_use = |token: usize| self.mentions.is_use(token, index);
            let next = || self.behind_labels(token + 1);
            number_at(self.page, token).is_some()
                && (is_use(token + 1) || is_use(next()) || is_use(next() - 1))
        };
        let says_how_many = || place.layers.own().iter().any(|range| self.way(range.clone()).is_some());
        let goes_on = || self.tells_of_it(counted) && place.tokens(Layer::Earlier).any(is_counted);
        matches!(cue, Some("with" | "for"))
            && self.begins_a_sentence(token - 1)
            && (cue == Some("with") && says_how_many() || goes_on())
    }

    /// Whether what is said of uses is told of something that was named before: `it is`, `that's`, `the chance is`.
    fn tells_of_it(&self, counted: &Counted<'_>) -> bool {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let mut behind = counted.next..counted.place.figure.min(counted.range.end);
        behind.any(|token| match word(token) {
            "it" | "that" | "this" => {
                matches!(word(token + 1), "is" | "becomes" | "would" | "rises" | "goes")
            }
            "it's" | "that's" => true,
            "chance" | "odds" | "probability" => word(token - 1) == "the",
            _ => false,
        })
    }

    /// Whether a number of uses is one that somebody makes: `if you buy four packs`.
    pub(super) fn are_done(&self, token: usize) -> bool {
        let word = |back: usize| self.page.word_before(token, back);
        word(1).is_some()
            && matches!(word(2), Some("you" | "i" | "we" | "they" | "someone" | "somebody" | "players"))
            && matches!(word(3), Some("if" | "when" | "whenever" | "once" | "after" | "suppose" | "say"))
    }

    /// Whether a clause tells of one or more of something: `at least one`, `at least once`, `one or more`.
    pub(super) fn tells_of_one(&self, place: &Place) -> bool {
        let word = |token: usize| self.page.word_at(token);
        place.tokens(Layer::Own).any(|token| match (word(token), word(token + 1)) {
            (Some("at"), Some("least")) => matches!(word(token + 2), Some("one" | "once" | "a" | "an")),
            (Some("one"), Some("or")) => word(token + 2) == Some("more"),
            _ => false,
        })
    }

    /// Whether the clause of a figure tells of what comes again and again.
    pub(super) fn tells_of_a_row(&self, place: &Place) -> bool {
        place.layers.own().iter().any(|range| says_in_a_row(self.page, range.clone()))
    }

    /// Whether nothing but an article stands before a word in its sentence or item.
    fn begins_a_sentence(&self, token: usize) -> bool {
        let is_article = token > 0 && matches!(self.page.word_at(token - 1), Some("a" | "one"));
        let first = token - usize::from(is_article);
        let byte = self.page.tokens.list[first].start as usize;
        let block = self.page.outline.block_at(byte).map(|block| &self.page.outline.blocks[block]);
        let begins = block.is_some_and(|block| block.range.start == byte);
        let before = first.checked_sub(1);
        begins
            || before.is_none_or(|before| match self.page.tokens.list[before].kind {
                TokenKind::Symbol(sign) => matches!(sign, '.' | ':' | '!' | '?' | '*' | '>'),
                kind => kind == TokenKind::LineEnd,
            })
    }

    /// What a table is called: its caption, else a line right before it that begins with the name of a mechanic
    /// and a colon.
    pub(super) fn title<'p>(&self, place: &'p Place) -> impl Iterator<Item = &'p Range<usize>> + use<'p> {
        let (captions, said) =
            (place.layers[Layer::Said].as_slice(), place.layers[Layer::Earlier].as_slice());
        let is_captioned = !captions.iter().all(Range::is_empty);
        let begins = |line: &Range<usize>| {
            let first = self.mentions.within(line).next().map(|mention| self.mentions.get(mention));
            first.is_some_and(|first| {
                let is_title = |named: &Named| named.meaning == Meaning::Mechanic;
                let next = self.page.tokens.list.get(first.tokens.end).map(|token| token.kind);
                first.named.iter().any(is_title)
                    && next == Some(TokenKind::Symbol(':'))
                    && (line.start..first.tokens.start).all(|token| self.page.word_at(token).is_none())
            })
        };
        let title = said.first().filter(|line| !is_captioned && begins(line));
        captions.iter().chain(title).take(if place.in_table { usize::MAX } else { 0 })
    }

    /// The number of the use that a figure of a text is about, with its token: `the tenth card is rare with 3.3%`,
    /// `pull 41 is at 9.2%`.
    pub(crate) fn place_in_line(&self, place: &Place, index: usize) -> Option<(usize, u64)> {
        // Over a table its caption says it: `Rarity of card 10`.
        let own = (!place.in_table).then(|| place.layers.own().iter()).into_iter().flatten();
        let title = self.title(place).filter(|_| place.uses.is_empty());
        own.chain(title)
            .flat_map(|range| range.clone().map(move |token| (range, token)))
            .filter(|(_, token)| *token != place.figure)
            .filter(|(range, token)| self.count_of_uses(place, range, *token, index).is_none())
            .find_map(|(_, token)| Some((token, place_of_use(self.page, self.mentions, index, token)?)))
    }

    /// Whether what is said around a figure names the uses of a mechanic, or says that something takes some.
    pub(super) fn tells_of_uses(&self, place: &Place, index: usize) -> bool {
        const NEAR: usize = 5;
        let is_use = |token: usize| self.mentions.is_use(token, index);
        let figure = place.figure;
        let mut near = figure.saturating_sub(1)..figure + NEAR;
        // `The likeliest card to be the first is number 17`
        let is_numbered = || {
            let before = self.page.word_before(figure, 1);
            before == Some("number") && place.tokens(Layer::Own).any(is_use)
        };
        let takes = |range: &Range<usize>| self.has([range], &cues::TAKES);
        let all = || place.layers.upto(Layer::After).chain(self.title(place));
        all().any(takes)
            || near.any(is_use)
            || is_numbered()
            || place.in_table && all().flat_map(Clone::clone).any(is_use)
    }

    /// The numbers of uses that stand around a figure, each with its token.
    pub(crate) fn uses(&self, place: &Place, index: usize) -> Vec<(usize, u64)> {
        let mut found = self.uses_within(place, Layer::After, index);
        // A table that counts how often something comes says over it in how many.
        if place.times.is_some() {
            found.extend(self.uses_in(place, self.title(place), index));
        }
        if found.is_empty() {
            found.extend(self.counted_before(place, index));
        }
        if found.is_empty() {
            found.extend(self.uses_over(place, index));
        }
        found
    }

    /// The numbers of uses that stand over a table within which something comes: `a thunderstorm within 7 days` over seasons
    /// and regions.
    pub(super) fn uses_over(&self, place: &Place, index: usize) -> Vec<(usize, u64)> {
        let over = place.layers.between(Layer::Said, Layer::Heading).filter(|_| place.in_table);
        let mut found = self.uses_in(place, over, index);
        found.retain(|(token, _)| self.page.word_before(*token, 1) == Some("within"));
        found
    }

    /// Whether the words of a figure tell how often something comes in several uses: `at least one`, `exactly two`; in a
    /// list or a table also `no pike`.
    fn tells_of_several(&self, place: &Place) -> bool {
        let own = place.layers.own();
        let is_item = || {
            let byte = self.page.tokens.list.get(place.figure).map_or(0, |token| token.start as usize);
            let block = self.page.outline.block_at(byte).map(|block| &self.page.outline.blocks[block]);
            place.in_table || block.is_some_and(|block| block.kind == BlockKind::Item)
        };
        let denies = |mention: &usize| {
            let mention = self.mentions.get(*mention);
            mention.denied && mention.is_outcome()
        };
        self.tells_of_one(place)
            || own.iter().any(|range| self.way(range.clone()).is_some())
            || is_item() && self.mentioned(own, place.figure).iter().any(denies)
    }

    /// The number of uses that what stands before a figure tells, where the figure is one of several uses.
    pub(super) fn counted_before(&self, place: &Place, index: usize) -> Option<(usize, u64)> {
        self.tells_of_several(place).then(|| self.uses_before(place, index))?
    }

    /// The number of uses that the sentence before a figure tells, or the heading over it: `A game has 20 turns. At least one
    /// pair comes with 97.4%`, `## Six gold chests`.
    fn uses_before(&self, place: &Place, index: usize) -> Option<(usize, u64)> {
        // `One pack has at least one gem` is told of one.
        let is_one = |token: usize| {
            let before = self.page.word_before(token, 1);
            self.mentions.is_use(token, index)
                && matches!(before, Some("a" | "one" | "each" | "every" | "per" | "single"))
        };
        if place.tokens(Layer::Own).any(is_one) {
            return None;
        }
        let is_use = |token: usize| self.mentions.is_use(token, index);
        let number = |token: usize| {
            let number = number_at(self.page, token).filter(Rational::is_integer)?.to_i64()?;
            let number = u64::try_from(number).ok().filter(|number| (2..=MOST_USES).contains(number))?;
            // `Six gold chests`
            let next = self.behind_labels(token + 1);
            (is_use(token + 1) || is_use(next - 1) || is_use(next)).then_some((token, number))
        };
        let layers: &[Layer] = match place.in_table {
            true => &[Layer::Said, Layer::Earlier, Layer::Heading],
            false => &[Layer::Before, Layer::Said, Layer::Heading],
        };
        let said = layers.iter().map(|layer| place.layers[*layer].iter().flat_map(Clone::clone));
        said.into_iter().find_map(|said| said.rev().find_map(number))
    }

    /// The token behind the label that begins at a token; where no label does, that token itself.
    fn behind_labels(&self, token: usize) -> usize {
        let labels = self.mentions.within(&(token..token + 1));
        labels.map(|mention| self.mentions.get(mention).tokens.end).max().unwrap_or(token)
    }

    /// The same in the layers around it down to one.
    pub(super) fn uses_within(&self, place: &Place, last: Layer, index: usize) -> Vec<(usize, u64)> {
        let heads = place.uses.iter().filter(|uses| uses.mechanic == index);
        let said = self.uses_in(place, place.layers.upto(last), index);
        heads.map(|uses| (uses.token, uses.number)).chain(said).collect()
    }

    pub(super) fn uses_in<'r>(
        &self,
        place: &Place,
        ranges: impl IntoIterator<Item = &'r Range<usize>>,
        index: usize,
    ) -> Vec<(usize, u64)> {
        let all = ranges.into_iter().flat_map(|range| range.clone().map(move |token| (range, token)));
        // `After 35 pulls without a star the next has 50%` is told of one, and of those before it.
        let is_behind = |token: usize| {
            place.since.iter().any(|since| since.token == Some(token)) && begins_after(self.page, token)
        };
        let is_told =
            |token: usize| token == place.figure || place.uses.iter().any(|uses| uses.token == token);
        all.filter(|(_, token)| !is_told(*token) && !is_behind(*token))
            .filter_map(|(range, token)| Some((token, self.count_of_uses(place, range, token, index)?)))
            .collect()
    }
}
