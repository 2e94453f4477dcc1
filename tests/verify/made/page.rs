//! A page about a made up mechanic: sentences and tables of which every figure is right.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One as _;

use super::figure::{Figure, exact_decimals};
use super::format::Format;
use super::mechanic::{Given, Mechanic, pick, ratio};
use super::shapes::{Each, OF_ANY, OF_RAREST, TABLES, Table};
use crate::support::Random;

/// What stands around the index of a figure until the page is put together; no page has these characters.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Chances beyond these are nearly never or nearly always, and written with digits of their own.
fn is_told(chance: &BigRational) -> bool {
    *chance >= ratio(1, 500) && *chance <= ratio(98, 100)
}

/// What a sentence or a row is about.
#[derive(Clone, Copy)]
struct Scene {
    thing: usize,
    other: usize,
    item: usize,
    /// Levels above the first.
    above: u64,
    uses: u64,
    /// Misses before.
    dry: u64,
    /// Whether a number may be a word.
    is_prose: bool,
}

/// What a figure is about: of a sentence each may be about something else.
struct Asked {
    given: Given,
    thing: usize,
    uses: u64,
}

/// A mechanic and a page about it.
pub(super) struct Written {
    pub(super) mechanic: Mechanic,
    pub(super) figures: Vec<Figure>,
    /// The page with the index of each figure instead of it.
    source: String,
}

impl Written {
    /// The page of a seed: always the same.
    pub(super) fn of(seed: u64) -> Written {
        let mut random = Random(seed);
        let mechanic = Mechanic::new(&mut random);
        let format = *pick(&mut random, &Format::ALL);
        let mut writer = Writer { mechanic: &mechanic, random, format, figures: Vec::new() };
        let source = writer.page();
        let figures = writer.figures;
        Written { figures, source, mechanic }
    }

    /// The page as text with the bytes of each figure, one of which may be altered.
    pub(super) fn text(&self, altered: Option<(usize, &str)>) -> (String, Vec<Range<usize>>) {
        let mut text = String::new();
        let mut ranges = vec![0..0; self.figures.len()];
        for part in self.source.split(OPEN) {
            let Some((index, rest)) = part.split_once(CLOSE) else {
                text.push_str(part);
                continue;
            };
            let index: usize = index.parse().unwrap();
            let figure = &self.figures[index];
            let start = text.len();
            match altered {
                Some((other, stated)) if other == index => text.push_str(stated),
                _ => text.push_str(&figure.text()),
            }
            ranges[index] = start..text.len();
            text.push_str(rest);
        }
        (text, ranges)
    }
}

struct Writer<'a> {
    mechanic: &'a Mechanic,
    random: Random,
    format: Format,
    figures: Vec<Figure>,
}

impl Writer<'_> {
    fn page(&mut self) -> String {
        let theme = self.mechanic.theme;
        let level = theme.level.to_lowercase();
        let mut intro = format!(
            "This page is about the odds of {}. Unless stated otherwise, chances are ",
            theme.label.to_lowercase()
        );
        if self.mechanic.levels > 1 {
            intro.push_str(&format!("at {level} 1, "));
        }
        intro.push_str("without items");
        if self.mechanic.last().is_some() {
            intro.push_str(&format!(", and for the first {}", theme.uses.0));
        }
        let intro = self.format.paragraph(&format!("{intro}."));
        let mut blocks = vec![self.format.heading(theme.label), intro, self.format.heading("Chances")];
        for table in self.some(TABLES.iter().collect(), 2) {
            blocks.extend(self.table(table));
        }
        blocks.push(self.format.heading("Details"));
        let of_any = OF_ANY.iter().map(|shape| (*shape, false));
        let shapes = of_any.chain(OF_RAREST.iter().map(|shape| (*shape, true))).collect();
        let mut sentences = Vec::new();
        for (shape, is_rarest) in self.some(shapes, 14) {
            sentences.extend(self.sentence(shape, is_rarest));
        }
        if self.random.below(3) == 0 {
            sentences.iter_mut().for_each(|sentence| *sentence = sentence.replace("\n\n", " "));
            blocks.push(self.format.list(&sentences));
        } else {
            blocks.extend(sentences.iter().map(|sentence| self.format.paragraph(sentence)));
        }
        blocks.join("\n\n") + "\n"
    }

    /// So many of all in any order, each once.
    fn some<T>(&mut self, mut all: Vec<T>, count: usize) -> Vec<T> {
        let mut some = Vec::new();
        while some.len() < count && !all.is_empty() {
            let next = usize::try_from(self.random.below(all.len() as u64)).unwrap();
            some.push(all.swap_remove(next));
        }
        some
    }

    fn scene(&mut self, is_rarest: bool) -> Scene {
        let things = self.mechanic.things.len() as u64;
        let thing = if is_rarest { things - 1 } else { self.random.below(things) };
        let other = (thing + 1 + self.random.below(things - 1)) % things;
        let dry = match (self.mechanic.rises_after(), self.mechanic.last()) {
            (Some(after), Some(last)) => after + 1 + self.random.below(last - after - 1),
            _ => 0,
        };
        Scene {
            thing: usize::try_from(thing).unwrap(),
            other: usize::try_from(other).unwrap(),
            item: usize::try_from(self.random.below(self.mechanic.items as u64)).unwrap(),
            above: if self.mechanic.levels > 1 { 1 + self.random.below(self.mechanic.levels - 1) } else { 0 },
            uses: *pick(&mut self.random, &[3, 5, 8, 10]),
            dry,
            is_prose: true,
        }
    }

    fn sentence(&mut self, shape: &'static str, is_rarest: bool) -> Option<String> {
        let scene = self.scene(is_rarest);
        let before = self.figures.len();
        let filled = self.filled(shape, shape, &scene);
        if filled.is_none() {
            self.figures.truncate(before);
        }
        filled
    }

    /// With everything that stands in braces, or `None` where the mechanic has no such thing.
    fn filled(&mut self, shape: &'static str, template: &str, scene: &Scene) -> Option<String> {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap();
            text.push_str(before);
            match name.strip_prefix('=') {
                Some(asked) => {
                    let figure = self.figure(shape, asked, scene)?;
                    text.push_str(&format!("{OPEN}{}{CLOSE}", self.figures.len()));
                    self.figures.push(figure);
                }
                None => text.push_str(&self.word(name, scene)?),
            }
            rest = after;
        }
        Some(text + rest)
    }

    fn word(&mut self, name: &str, scene: &Scene) -> Option<String> {
        let (mechanic, theme) = (self.mechanic, self.mechanic.theme);
        let (thing, other) = (mechanic.things[scene.thing], mechanic.things[scene.other]);
        let (item, second) = (&theme.items[scene.item], &theme.items[1 - scene.item]);
        let has_second = mechanic.items == 2;
        let has_levels = mechanic.levels > 1;
        let word = match name.to_lowercase().as_str() {
            "one" => thing.one.to_owned(),
            "bare" => thing.one.split_once(' ')?.1.to_owned(),
            "many" => thing.many.to_owned(),
            "label" => thing.label.to_owned(),
            "other" => other.one.to_owned(),
            "others" => other.many.to_owned(),
            "item" => item.one.replace(item.label, &self.linked(item.label)),
            "item name" => item.label.to_owned(),
            "second" if has_second => second.one.replace(second.label, &self.linked(second.label)),
            "second name" if has_second => second.label.to_owned(),
            "use" => theme.uses.0.to_owned(),
            "uses" => theme.uses.1.to_owned(),
            "get" => theme.get.to_owned(),
            "got" => theme.got.to_owned(),
            "outcome" => theme.outcome.to_owned(),
            "counter" => theme.dry.to_owned(),
            "level" if has_levels => theme.level.to_lowercase(),
            "at" if has_levels => (scene.above + 1).to_string(),
            "top" if has_levels => mechanic.levels.to_string(),
            "n" => self.count(scene),
            "nth" => ordinal(scene.uses),
            "later" => ordinal(2 * scene.uses),
            "dry" => scene.dry.to_string(),
            "dry nth" => ordinal(scene.dry + 1),
            "second" | "second name" | "level" | "at" | "top" => return None,
            _ => panic!("no word is called {name}"),
        };
        let is_capital = name.starts_with(char::is_uppercase);
        Some(if is_capital { capitalized(&word) } else { word })
    }

    /// So many uses, in a sentence as a word or in digits.
    fn count(&mut self, scene: &Scene) -> String {
        const WORDS: [&str; 11] =
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        match usize::try_from(scene.uses).ok().and_then(|uses| WORDS.get(uses)) {
            Some(word) if scene.is_prose && self.random.below(2) == 0 => (*word).to_owned(),
            _ => scene.uses.to_string(),
        }
    }

    /// The name of an item, in three of ten cases as a page sets it apart.
    fn linked(&mut self, label: &str) -> String {
        if self.random.below(10) < 3 { self.format.linked(label) } else { label.to_owned() }
    }

    /// A figure by its kind and what it is told under, or `None` where nobody would tell it.
    fn figure(&mut self, shape: &'static str, asked: &str, scene: &Scene) -> Option<Figure> {
        let (kind, under) = asked.split_once(' ').unwrap_or((asked, ""));
        let asked = self.asked(under, scene)?;
        let mechanic = self.mechanic;
        let chance = |given: Given| mechanic.law(given).swap_remove(asked.thing);
        match kind {
            "expected" => {
                // Where a miss counts the first use is unlike the others.
                let expected = chance(asked.given) * ratio(100, 1);
                let is_told = mechanic.last().is_none() && expected.is_integer();
                return is_told.then(|| Figure::new(shape, "", expected, 0, "", 5));
            }
            "wait" => {
                let decimals = 1 + usize::from(self.random.below(2) == 0);
                return Some(Figure::new(shape, "", mechanic.wait(asked.given), decimals, "", 5));
            }
            "times" => {
                let times = chance(asked.given) / chance(Given::default());
                let decimals = exact_decimals(&times).unwrap_or(1);
                return (times >= ratio(5, 4)).then(|| Figure::new(shape, "", times, decimals, "", 5));
            }
            _ => {}
        }
        let share = self.share(kind, &asked, scene)?;
        if !is_told(&share) {
            return None;
        }
        match kind {
            "share" => {
                let behind = format!("/{}", share.denom());
                let parts = BigRational::from_integer(share.numer().clone());
                (*share.denom() <= BigInt::from(200)).then(|| Figure::new(shape, "", parts, 0, &behind, 6))
            }
            "in" => {
                let is_close = share.numer().is_one() || share < ratio(1, 8);
                is_close.then(|| Figure::new(shape, "1 in ", share.recip(), 0, "", 12))
            }
            "odds" => Some(Figure::new(shape, "1 in ", share.recip(), 1, "", 5)),
            _ => {
                let percent = share * ratio(100, 1);
                let decimals = self.decimals(&percent);
                Some(Figure::new(shape, "", percent, decimals, "%", 5))
            }
        }
    }

    /// What a figure is told under, or `None` where the mechanic has no such thing.
    fn asked(&self, under: &str, scene: &Scene) -> Option<Asked> {
        let mut asked = Asked { given: Given::default(), thing: scene.thing, uses: scene.uses };
        for word in under.split_whitespace() {
            match word {
                "item" => asked.given.items[scene.item] = true,
                "second" if self.mechanic.items < 2 => return None,
                "second" => asked.given.items[1 - scene.item] = true,
                "at" => asked.given.above = scene.above,
                "top" => asked.given.above = self.mechanic.levels - 1,
                "other" => asked.thing = scene.other,
                "later" => asked.uses *= 2,
                "dry" => asked.given.dry = self.mechanic.rises_after().map(|_| scene.dry)?,
                _ => panic!("nothing is given by {word}"),
            }
        }
        Some(asked)
    }

    /// A chance, or `None` where so many uses always end in the same.
    fn share(&self, kind: &str, asked: &Asked, scene: &Scene) -> Option<BigRational> {
        let mechanic = self.mechanic;
        let Asked { given, thing, uses } = *asked;
        let chance = |thing: usize| mechanic.law(given).swap_remove(thing);
        let is_open = |uses: u64| mechanic.last().is_none_or(|last| uses < last);
        let counts = |uses: u64| is_open(uses).then(|| mechanic.counts(thing, uses, given));
        let share = match kind {
            "chance" | "share" | "odds" | "in" => chance(thing),
            "either" => chance(thing) + chance(scene.other),
            "else" => BigRational::one() - chance(thing),
            "any" => BigRational::one() - &counts(uses)?[0],
            "none" => counts(uses)?[0].clone(),
            "once" => counts(uses)?[1].clone(),
            "two" => counts(uses)?[2].clone(),
            "more" => counts(uses)?[3].clone(),
            "first" => {
                let dry = mechanic.last().map_or(0, |_| uses - 1);
                &counts(uses - 1)?[0] * mechanic.law(Given { dry, ..given }).swap_remove(thing)
            }
            "long" => mechanic.wait(given).recip(),
            _ => panic!("no figure is called {kind}"),
        };
        Some(share)
    }

    /// As many as a page would write: mostly those that are exact where there are few.
    fn decimals(&mut self, percent: &BigRational) -> usize {
        match exact_decimals(percent) {
            Some(decimals) if self.random.below(5) > 0 => decimals,
            _ if *percent >= ratio(99, 1) || *percent < ratio(1, 1) => 2,
            _ if *percent >= ratio(10, 1) => usize::try_from(self.random.below(3)).unwrap(),
            _ => 1 + usize::try_from(self.random.below(2)).unwrap(),
        }
    }

    fn table(&mut self, table: &'static Table) -> Option<String> {
        let begin = self.figures.len();
        let scene = Scene { is_prose: false, uses: 5, ..self.scene(true) };
        let caption = self.filled(table.caption, table.caption, &scene)?;
        let mut rows = vec![self.row(table, table.head, &scene)?];
        for scene in self.scenes(table, scene) {
            for row in table.rows {
                let before = self.figures.len();
                let filled = self.row(table, row, &scene);
                if filled.is_none() {
                    self.figures.truncate(before);
                }
                rows.extend(filled);
            }
        }
        if rows.len() < 3 {
            self.figures.truncate(begin);
            return None;
        }
        if rows[0].len() == 2 && self.random.below(4) == 0 {
            let lines: Vec<String> = rows[1..].iter().map(|row| format!("{}: {}", row[0], row[1])).collect();
            let is_number = rows[1][0].starts_with(|first: char| first.is_ascii_digit());
            if !is_number {
                return Some(format!(
                    "{}\n\n{}",
                    self.format.paragraph(&format!("{caption}:")),
                    self.format.list(&lines)
                ));
            }
        }
        // Two rows of yes and no above each other are read as one, so a table of these is not turned.
        let is_turned = table.head.len() == 2 || !matches!(table.each, Each::Once);
        if is_turned && self.random.below(3) == 0 {
            rows = (0..rows[0].len())
                .map(|column| rows.iter().map(|row| row[column].clone()).collect())
                .collect();
        }
        let has_heads = self.random.below(2) == 0;
        Some(self.format.table(&caption, &rows, has_heads))
    }

    /// What each row is about.
    fn scenes(&self, table: &Table, scene: Scene) -> Vec<Scene> {
        match table.each {
            Each::Once => vec![scene],
            Each::Thing => (0..self.mechanic.things.len()).map(|thing| Scene { thing, ..scene }).collect(),
            Each::Level => (0..self.mechanic.levels).map(|above| Scene { above, ..scene }).collect(),
            Each::Uses => [1, 2, 5, 10, 20].map(|uses| Scene { uses, ..scene }).to_vec(),
            Each::Dry => {
                let last = self.mechanic.last().unwrap_or_default();
                let step = usize::try_from(1 + last / 12).unwrap();
                (last / 2..last).step_by(step).map(|dry| Scene { dry, ..scene }).collect()
            }
        }
    }

    fn row(&mut self, table: &'static Table, cells: &[&str], scene: &Scene) -> Option<Vec<String>> {
        let mut row = Vec::new();
        for cell in cells {
            match cell.strip_suffix('*') {
                Some(cell) => {
                    for thing in 0..self.mechanic.things.len() {
                        row.push(self.filled(table.caption, cell, &Scene { thing, ..*scene })?);
                    }
                }
                None => row.push(self.filled(table.caption, cell, scene)?),
            }
        }
        Some(row)
    }
}

fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The first letter of a text in capitals: behind the signs that set a name apart it is one already.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
