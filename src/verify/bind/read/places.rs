//! Where the figures of a page stand: which words are in reach of each, and with which others it stands together.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::exact::Rational;
use crate::names::Names;
use crate::page::{Block, BlockKind, Figure, Grid, Page, Shape, Word};

use super::about::about;
use super::defined::{Defined, defined, said_of};
use super::layers::Layers;
use super::mention::Mentions;
use super::numbers::ends;
use super::place::{Place, states_chance};
use super::series::series;
use super::units::{counts_percentage_points, stated};
use super::words;

/// A figure with what is in reach of it.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub(crate) token: usize,
    /// The sentence, item or table that it stands in.
    pub(crate) block: usize,
    /// The paragraph or list of that, by the number that its sentences or items have together.
    pub(crate) paragraph: usize,
    pub(crate) figure: Figure,
    /// Whether it states a chance, and not a number of something.
    pub(crate) is_chance: bool,
    pub(crate) place: Place,
    /// The same without the further heads of its row: a remark may say what the row is about, or nothing at all.
    pub(crate) narrow: Option<Place>,
    /// The heads of its column and row, with the words of each.
    pub(crate) heads: Vec<(Group, Range<usize>)>,
    /// The series of figures that it is told in, by the first of them.
    pub(crate) series: Option<usize>,
    /// What it stands together with: its column, row and table, its list, its section; the nearest first.
    pub(crate) groups: Vec<Group>,
}

/// Figures that stand together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    Column(usize, usize),
    Row(usize, usize),
    Grid(usize),
    List(usize),
    Section(usize),
    Page,
}

impl Placed {
    /// Whether it is written as a chance and can be none: `150% damage`, or `1396%` where the point was lost.
    pub(crate) fn is_over(&self) -> bool {
        self.is_chance && self.figure.value().is_some_and(|value| value > Rational::ONE)
    }

    /// Whether it has three digits or more.
    pub(crate) fn is_precise(&self) -> bool {
        match &self.figure.shape {
            Shape::Percent(written) | Shape::Number(written) if written.places > 0 => {
                written.has_three_digits()
            }
            Shape::Both(_) => true,
            _ => false,
        }
    }
}

impl Group {
    pub(crate) fn is_line(self) -> bool {
        matches!(self, Group::Column(..) | Group::Row(..))
    }

    pub(crate) fn is_table(self) -> bool {
        matches!(self, Group::Column(..) | Group::Row(..) | Group::Grid(_))
    }
}

/// So many figures of a page are bound to mechanics, the first: hardly a page has a tenth of them.
pub(crate) const MOST: usize = 4_000;

/// Words that are looked at on each side of a figure, in the sentences before, and in a head.
pub(super) const REACH: usize = 80;

pub(crate) fn first(tokens: Range<usize>) -> Range<usize> {
    tokens.start..tokens.end.min(tokens.start + REACH)
}

pub(crate) fn last(tokens: Range<usize>) -> Range<usize> {
    tokens.start.max(tokens.end.saturating_sub(REACH))..tokens.end
}

/// The column of a cell in a row.
pub(super) fn column_of(grid: &Grid, row: usize, cell: usize) -> usize {
    (0..grid.columns).find(|column| grid.cell(row, *column) == Some(cell)).unwrap_or(0)
}

/// Whether a fraction reads like a month of a year: `9/2023`. The year 2000 is a round number like any.
fn is_month(text: &str) -> bool {
    let Some((month, year)) = text.split_once('/') else { return false };
    let is_year = |year: u32| (1990..2040).contains(&year) && year != 2000;
    month.trim().parse().is_ok_and(|month: u32| (1..=12).contains(&month))
        && year.trim().parse().is_ok_and(is_year)
}

/// Whether a share in words says how many there are on average: `the average number of hits is a third`.
fn is_mean_count(page: &Page, sentence: &Range<usize>, figure: usize) -> bool {
    const AGO: usize = 14;
    let is_share = !page.token_text(figure).contains(|c: char| c.is_ascii_digit());
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let tells = |token: &usize| {
        matches!(word(*token), "average" | "mean" | "expected")
            && matches!(word(token + 1), "number" | "count")
            && word(token + 2) == "of"
    };
    let ends = |token: &usize| page.has_chance_at(*token);
    let near = (figure.saturating_sub(AGO).max(sentence.start)..figure).rev();
    is_share && near.take_while(|token| !ends(token)).any(|token| tells(&token))
}

/// All figures of a page that stand in reach of a label, and the tokens of the percentages that only say under which number
/// a row or column of a table stands. Cost: linear in the length of the page.
pub(crate) fn placed(page: &Page, names: &Names<'_>, mentions: &Mentions) -> (Vec<Placed>, BTreeSet<usize>) {
    let mut reader = Reader::of(page, names, mentions);
    for block in 0..page.outline.blocks.len() {
        if reader.found.len() >= MOST {
            break;
        }
        match page.outline.blocks[block].kind {
            BlockKind::Sentence | BlockKind::Item => reader.text(block),
            BlockKind::Grid(grid) => reader.grid(block, grid),
            BlockKind::Heading(_) | BlockKind::Code => {}
        }
    }
    (reader.found, reader.given)
}

pub(crate) struct Reader<'a> {
    pub(crate) page: &'a Page,
    pub(crate) names: &'a Names<'a>,
    pub(crate) mentions: &'a Mentions,
    pub(crate) found: Vec<Placed>,
    /// The percentages that only say under which number their row or column stands, by their tokens.
    pub(crate) given: BTreeSet<usize>,
    /// The sentences that the page begins with.
    opening: Vec<Range<usize>>,
    /// The names that the page gives.
    pub(super) defined: Vec<Defined>,
    /// For each heading its tokens and those of the headings above it.
    headings: BTreeMap<usize, [Vec<Range<usize>>; 2]>,
}

/// The tokens that stand in some bytes.
pub(crate) fn tokens(page: &Page, bytes: &Range<usize>) -> Range<usize> {
    let list = &page.tokens.list;
    let first = list.partition_point(|token| (token.start as usize) < bytes.start);
    let end = list.partition_point(|token| (token.start as usize) < bytes.end);
    first..end.max(first)
}

/// The sentences that a page begins with: what they give may hold for all of it. Templates stand before them, as
/// `{{Infobox trinket` does.
fn opening(page: &Page) -> Vec<Range<usize>> {
    const SENTENCES: usize = 3;
    let blocks = &page.outline.blocks;
    let is_template = |block: &Block| {
        let text = page.text.get(block.range.clone()).unwrap_or_default();
        let after = text.rsplit_once("}}").map_or("", |(_, after)| after);
        text.starts_with("{{") && after.trim().is_empty()
    };
    let mut rest =
        blocks.iter().skip_while(|block| block.kind != BlockKind::Sentence || is_template(block)).peekable();
    let group = rest.peek().map(|first| first.group);
    let paragraph = rest.take_while(|block| block.kind == BlockKind::Sentence && Some(block.group) == group);
    paragraph.take(SENTENCES).map(|block| tokens(page, &block.range)).collect()
}

impl<'a> Reader<'a> {
    pub(crate) fn of(page: &'a Page, names: &'a Names<'_>, mentions: &'a Mentions) -> Reader<'a> {
        Reader {
            page,
            names,
            mentions,
            found: Vec::new(),
            given: BTreeSet::new(),
            opening: opening(page),
            defined: defined(page, mentions),
            headings: BTreeMap::new(),
        }
    }
}

impl Reader<'_> {
    /// The first words of a cell of a table.
    pub(crate) fn cell_words(&self, grid: &Grid, cell: usize) -> Range<usize> {
        first(self.tokens(&grid.cells[cell].content))
    }

    pub(crate) fn tokens(&self, bytes: &Range<usize>) -> Range<usize> {
        tokens(self.page, bytes)
    }

    pub(crate) fn block_tokens(&self, block: usize) -> Range<usize> {
        self.page.outline.blocks.get(block).map_or(0..0, |block| self.tokens(&block.range))
    }

    /// The heading above a block, and the headings above that with what the page begins with.
    pub(crate) fn headings(&mut self, block: usize) -> [Vec<Range<usize>>; 2] {
        let Some(section) = self.page.outline.blocks[block].section else {
            return [Vec::new(), self.opening.iter().cloned().map(first).collect()];
        };
        if let Some(found) = self.headings.get(&section) {
            return found.clone();
        }
        let mut above = Vec::new();
        let mut next = self.page.outline.blocks[section].parent;
        while let Some(heading) = next.filter(|_| above.len() < 8) {
            above.push(self.block_tokens(heading));
            next = self.page.outline.blocks[heading].parent;
        }
        above.extend(self.opening.iter().cloned());
        let found = [vec![first(self.block_tokens(section))], above.into_iter().map(first).collect()];
        self.headings.insert(section, found.clone());
        found
    }

    /// The figures among some tokens that state something.
    pub(crate) fn figures(&self, tokens: Range<usize>) -> Vec<(usize, Figure)> {
        let is_stated = |token| {
            !self.mentions.is_given(token)
                || self.is_of_a_state(token)
                || counts_percentage_points(self.page, token)
        };
        let is_stated = |token: usize| is_stated(token) && !words::is_in_a_name(self.mentions, token);
        let figure = |token| Some((token, stated(self.page, token).filter(|_| is_stated(token))?));
        // A date such as 26/08 or 9/2023 states no chance.
        let chance = |token: usize, figure: &Figure| {
            // `The offset starts at −5%`
            let may_be_below = || {
                matches!(figure.shape, Shape::Percent(_))
                    && (self.is_of_a_state(token) || self.is_of_it(token))
            };
            figure.is_chance()
                && !is_month(self.page.text.get(figure.range.clone()).unwrap_or_default())
                && figure.value().is_none_or(|value| {
                    let may_be_over = matches!(figure.shape, Shape::Percent(_));
                    (!value.is_negative() || may_be_below()) && (may_be_over || value <= Rational::ONE)
                })
        };
        let states = |(token, figure): &(usize, Figure)| {
            chance(*token, figure)
                || matches!(
                    figure.shape,
                    Shape::Number(_) | Shape::Interval(_) | Shape::Word(Word::Times(..))
                )
                || matches!(figure.shape, Shape::Word(Word::Count(_))) && self.counts(*token)
        };
        // `half a heart` is a thing, and `into half` no chance; nor is `cuts it in half`.
        let thing = |(token, figure): &(usize, Figure)| {
            let follows = || self.page.word_at(token + 1).is_some_and(|word| matches!(word, "a" | "an"));
            let parts = || match self.page.word_before(*token, 1) {
                Some("into") => true,
                Some("in") => cuts(self.page, *token),
                _ => false,
            };
            matches!(figure.shape, Shape::Word(_)) && (follows() || parts())
        };
        // `5-star` is a label.
        let inside = |token: usize| {
            /// No label is longer.
            const LONGEST: usize = 32;
            let near = token.saturating_sub(LONGEST).max(tokens.start)..token + 1;
            let mut labels = self.mentions.within(&near).map(|mention| &self.mentions.get(mention).tokens);
            labels.any(|label| label.len() > 1 && label.contains(&token))
        };
        let other = |token: usize| {
            words::is_amount(self.page, token)
                || words::is_version(self.page, token)
                || words::is_note(self.page, token)
                || token == tokens.start && words::heads_a_change(self.page, token)
        };
        tokens
            .clone()
            .filter_map(figure)
            .filter(|found| states(found) && !thing(found) && !inside(found.0) && !other(found.0))
            .collect()
    }

    /// What stands around a paragraph or an item that begins with a token.
    fn around(&mut self, block: usize, first: usize) -> Surroundings {
        let [heading, mut above] = self.headings(block);
        let own = &self.page.outline.blocks[block];
        // What the page goes on with gives nothing to what it begins with.
        above.retain(|range| range.start <= first);
        // What introduces it: the item it belongs to, the line over its list, the sentences before.
        let mut before = Vec::new();
        let mut next = own.parent;
        while let Some(parent) = next.filter(|_| before.len() < 4) {
            before.push(self.block_tokens(parent));
            next = self.page.outline.blocks[parent].parent.filter(|above| *above < parent);
        }
        before.extend(self.said_before(block, own.group));
        let is_item = own.kind == BlockKind::Item;
        let introduction = if is_item { self.introduction(block, own.group) } else { None };
        let question = self.question(block);
        before.retain(|range| Some(range) != introduction.as_ref() && Some(range) != question.as_ref());
        let before: Vec<Range<usize>> = before.into_iter().map(last).collect();
        let section = Group::Section(own.section.unwrap_or(usize::MAX));
        let list = is_item.then_some(Group::List(own.group));
        Surroundings {
            earlier: self.earlier(block, &before),
            topic: before.iter().find(|range| words::is_topic(self.page, self.mentions, range)).cloned(),
            groups: list.into_iter().chain([section, Group::Page]).collect(),
            before,
            introduction,
            question,
            heading,
            above,
        }
    }

    fn text(&mut self, block: usize) {
        let tokens = self.block_tokens(block);
        let figures = self.figures(tokens.clone());
        if figures.is_empty() {
            return;
        }
        let around = self.around(block, tokens.start);
        let (page, decimals) = (self.page, self.decimal_chances(&tokens));
        let chance = |token: usize| {
            let states = |figure: &Figure| states_chance(figure) && !is_mean_count(page, &tokens, token);
            decimals.contains(&token) || stated(page, token).is_some_and(|figure| states(&figure))
        };
        let clauses = self.clauses(&tokens, chance, false);
        let counts = self.counting(&tokens);
        let of_numbers = self.clauses(&tokens, |token| chance(token) || counts.contains(&token), true);
        let gives_chance = self.gives_chance(&tokens);
        let series = series(self.page, self.mentions, &tokens);
        let has_foreign_topic = words::has_foreign_topic(self.page, self.mentions, &tokens);
        for (token, figure) in figures.into_iter().take(MOST) {
            let is_number = !chance(token);
            let clauses = if is_number || decimals.contains(&token) { &of_numbers } else { &clauses };
            let at = clauses.partition_point(|clause| clause.end <= token);
            let Some(clause) = clauses.get(at).filter(|clause| clause.contains(&token)) else { continue };
            let clause = token.saturating_sub(REACH).max(clause.start)..(token + REACH).min(clause.end);
            if is_number && self.counts_misses(&tokens, &clause, token) {
                continue;
            }
            let (mut own, sentence) = match series.get(&token) {
                Some(own) => (own.clone(), [Vec::new(), Vec::new()]),
                None => {
                    let rest = [last(tokens.start..clause.start), first(clause.end..tokens.end)];
                    (vec![clause.clone()], rest.map(|range| vec![range]))
                }
            };
            own.extend(around.question.iter().filter(|_| !self.counts_uses(&clause)).cloned());
            let [mut said, follows] = sentence;
            // `For a success, on average: low tier 1.39 tries` is one sentence.
            said.extend(around.introduction.iter().cloned());
            said.extend(said_of(self.page, &self.defined, &clause).unwrap_or_default().iter().cloned());
            let layers = Layers::new([
                own,
                said,
                follows,
                around.before.clone(),
                around.earlier.clone(),
                around.heading.clone(),
                around.above.clone(),
            ]);
            let unknown = words::unknown_words(self.page, self.mentions, layers.own());
            let over: Vec<Range<usize>> = [first(tokens.start..clause.start)]
                .into_iter()
                .chain(around.before.iter().cloned())
                .collect();
            let place = Place {
                figure: token,
                counted: if is_number { Vec::new() } else { self.counted_alone(&clause, token, &over) },
                since: if is_number { Vec::new() } else { self.since_in_text(&tokens, &clause, token) },
                topic: around.topic.clone(),
                has_foreign: has_foreign_topic || words::are_foreign(&unknown),
                has_unknown: !unknown.is_empty(),
                layers,
                about: about(self.page, self.mentions, &tokens, token),
                is_decimal_chance: decimals.contains(&token),
                is_number,
                kind: self.kind(&tokens, (token, &figure), gives_chance),
                ..Place::default()
            };
            let series = series.keys().next().copied().filter(|_| series.contains_key(&token));
            let is_chance = !place.is_number;
            let told = token.saturating_sub(REACH).max(tokens.start)..clause.end;
            let figure = if is_number { self.as_mean(figure, &told) } else { figure };
            for (figure, end) in ends(self.page, &figure) {
                let place = Place { kind: end.unwrap_or(place.kind), ..place.clone() };
                let groups = around.groups.clone();
                let (narrow, heads) = (None, Vec::new());
                self.found.push(Placed {
                    token,
                    block,
                    paragraph: self.page.outline.blocks[block].group,
                    figure,
                    is_chance,
                    place,
                    narrow,
                    heads,
                    series,
                    groups,
                });
            }
        }
    }
}

/// What stands around a paragraph or an item.
struct Surroundings {
    /// The line over its list, where that belongs to its sentences.
    introduction: Option<Range<usize>>,
    /// The question that it answers.
    question: Option<Range<usize>>,
    before: Vec<Range<usize>>,
    earlier: Vec<Range<usize>>,
    heading: Vec<Range<usize>>,
    above: Vec<Range<usize>>,
    /// A line before it that only names what it goes on about.
    topic: Option<Range<usize>>,
    groups: Vec<Group>,
}

/// Whether a figure tells how far something is cut: `cuts the seaweed in half`.
fn cuts(page: &Page, figure: usize) -> bool {
    const AGO: usize = 8;
    const VERBS: [&str; 10] =
        ["cut", "cuts", "cutting", "chop", "chops", "slash", "slashes", "slashed", "split", "splits"];
    let mut before = figure.saturating_sub(AGO)..figure;
    before.any(|token| page.word_at(token).is_some_and(|word| VERBS.contains(&word)))
}
