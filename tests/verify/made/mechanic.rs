//! A mechanic that is made up at random, with the chances that it has: computed from the numbers it was made of, and never
//! by what is tested.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::themes::{THEMES, Theme, Thing};
use crate::support::Random;

/// What a figure is told under. Without anything: the first level, no item, nothing missed before.
#[derive(Default, Clone, Copy)]
pub(super) struct Given {
    /// Levels above the first.
    pub(super) above: u64,
    pub(super) items: [bool; 2],
    pub(super) dry: u64,
}

/// How it is decided what comes.
enum Form {
    Chance(Box<Chance>),
    Weights(Weights),
}

/// The rarest thing has a chance of its own; the others share what is left in hundredths.
struct Chance {
    base: BigRational,
    step: BigRational,
    bonus: [Bonus; 2],
    shares: Vec<u64>,
    pity: Option<Pity>,
}

/// All things have weights; levels and items add to that of the rarest.
struct Weights {
    weights: Vec<u64>,
    step: u64,
    bonus: [u64; 2],
}

/// What an item does to the chance of the rarest thing.
enum Bonus {
    Adds(BigRational),
    Times(BigRational),
    /// A second try of its own.
    Also(BigRational),
}

struct Pity {
    /// After so many misses it comes for sure.
    last: u64,
    /// Each miss after so many adds to the chance.
    rise: Option<(u64, BigRational)>,
}

pub(super) struct Mechanic {
    pub(super) theme: &'static Theme,
    /// The rarest comes last.
    pub(super) things: Vec<&'static Thing>,
    /// One where there is nothing to raise.
    pub(super) levels: u64,
    pub(super) items: usize,
    form: Form,
}

pub(super) fn ratio(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

pub(super) fn pick<'a, T>(random: &mut Random, from: &'a [T]) -> &'a T {
    &from[usize::try_from(random.below(from.len() as u64)).unwrap()]
}

/// A name in the language for a label.
fn name(label: &str) -> String {
    label.to_lowercase().replace([' ', '-'], "_")
}

impl Mechanic {
    /// One whose rarest thing neither nearly always nor nearly never comes.
    pub(super) fn new(random: &mut Random) -> Mechanic {
        loop {
            let made = Mechanic::any(random);
            let all = Given { above: made.levels - 1, items: [true, made.items == 2], dry: 0 };
            let is_fair = |law: Vec<BigRational>| {
                law.iter().all(|chance| *chance > ratio(1, 300) && *chance < ratio(85, 100))
            };
            if is_fair(made.law(Given::default())) && is_fair(made.law(all)) {
                return made;
            }
        }
    }

    fn any(random: &mut Random) -> Mechanic {
        let theme = pick(random, &THEMES);
        let mut things: Vec<&Thing> = theme.things.iter().collect();
        for _ in 0..random.below(3) {
            things.remove(usize::try_from(1 + random.below(things.len() as u64 - 2)).unwrap());
        }
        let form = match random.below(3) {
            0 => Form::Weights(Weights::new(random, things.len())),
            1 => Form::Chance(Box::new(Chance::new(random, things.len(), None))),
            _ => {
                let last = *pick(random, &[9, 11, 19, 29]);
                let rise = (random.below(3) > 0).then(|| (last / 2, ratio(2 + random.below(5), 100)));
                Form::Chance(Box::new(Chance::new(random, things.len(), Some(Pity { last, rise }))))
            }
        };
        let items = usize::try_from(1 + random.below(2)).unwrap();
        Mechanic { theme, things, levels: *pick(random, &[1, 3, 4, 5]), items, form }
    }

    fn pity(&self) -> Option<&Pity> {
        match &self.form {
            Form::Chance(chance) => chance.pity.as_ref(),
            Form::Weights(_) => None,
        }
    }

    /// After how many misses the rarest thing comes for sure.
    pub(super) fn last(&self) -> Option<u64> {
        self.pity().map(|pity| pity.last)
    }

    /// After how many misses its chance begins to rise.
    pub(super) fn rises_after(&self) -> Option<u64> {
        self.pity()?.rise.as_ref().map(|(after, _)| *after)
    }

    /// As a file in the language.
    pub(super) fn text(&self) -> String {
        let theme = self.theme;
        let (one, many) = theme.uses;
        let mut text = format!("mechanic {} \"{}\" use \"{one}\", \"{many}\"\n\n", theme.path, theme.label);
        let level = name(theme.level);
        if self.levels > 1 {
            let _ = writeln!(text, "input {level}: integer 1..{} = 1 \"{}\"", self.levels, theme.level);
        }
        let items: Vec<String> = theme.items[..self.items].iter().map(|item| name(item.label)).collect();
        for (item, name) in theme.items.iter().zip(&items) {
            let _ = writeln!(text, "input {name}: flag \"{}\"", item.label);
        }
        let names: Vec<String> = self.things.iter().map(|thing| name(thing.label)).collect();
        let labelled =
            self.things.iter().zip(&names).map(|(thing, name)| format!("{name} \"{}\"", thing.label));
        let labelled: Vec<String> = labelled.collect();
        let _ = writeln!(text, "\noutcome result: {{ {} }} \"{}\"\n", labelled.join(", "), theme.outcome);
        let above = (self.levels > 1).then(|| format!("({level} - 1)"));
        match &self.form {
            Form::Chance(chance) => chance.write(&mut text, &names, &items, above.as_deref(), theme.dry),
            Form::Weights(weights) => weights.write(&mut text, &names, &items, above.as_deref()),
        }
        text
    }

    /// How likely each thing is in one use.
    pub(super) fn law(&self, given: Given) -> Vec<BigRational> {
        let held: Vec<usize> = (0..self.items).filter(|item| given.items[*item]).collect();
        match &self.form {
            Form::Chance(chance) => chance.law(given, &held),
            Form::Weights(weights) => weights.law(given, &held),
        }
    }

    /// How likely it is to have a thing no time, once, twice and three or more times in so many uses.
    pub(super) fn counts(&self, thing: usize, uses: u64, given: Given) -> [BigRational; 4] {
        let rarest = self.things.len() - 1;
        let mut ways = BTreeMap::from([((given.dry, 0_usize), BigRational::one())]);
        for _ in 0..uses {
            let mut next: BTreeMap<(u64, usize), BigRational> = BTreeMap::new();
            for ((dry, count), mass) in ways {
                for (own, chance) in self.law(Given { dry, ..given }).iter().enumerate() {
                    let dry = if own == rarest || self.last().is_none() { 0 } else { dry + 1 };
                    let count = (count + usize::from(own == thing)).min(3);
                    *next.entry((dry, count)).or_insert_with(BigRational::zero) += &mass * chance;
                }
            }
            // Past the last miss the rarest thing has come for sure.
            next.retain(|_, mass| !mass.is_zero());
            ways = next;
        }
        let mut counts: [BigRational; 4] = std::array::from_fn(|_| BigRational::zero());
        for ((_, count), mass) in ways {
            counts[count] += mass;
        }
        counts
    }

    /// How many uses it takes on average until the rarest thing comes.
    pub(super) fn wait(&self, given: Given) -> BigRational {
        let rarest = |dry| self.law(Given { dry, ..given }).swap_remove(self.things.len() - 1);
        let Some(last) = self.last() else { return rarest(0).recip() };
        let (mut waiting, mut mean) = (BigRational::one(), BigRational::zero());
        for dry in 0..=last {
            mean += &waiting;
            waiting *= BigRational::one() - rarest(dry);
        }
        mean
    }
}

impl Weights {
    fn new(random: &mut Random, things: usize) -> Weights {
        let mut weights: Vec<u64> = (1..things).map(|_| 8 + random.below(50)).collect();
        weights.push(2 + random.below(6));
        let bonus = [2 + random.below(8), 2 + random.below(8)];
        Weights { weights, step: 1 + random.below(3), bonus }
    }

    fn law(&self, given: Given, held: &[usize]) -> Vec<BigRational> {
        let mut weights = self.weights.clone();
        let more: u64 = held.iter().map(|item| self.bonus[*item]).sum();
        *weights.last_mut().unwrap() += more + self.step * given.above;
        let total = weights.iter().sum();
        weights.iter().map(|weight| ratio(*weight, total)).collect()
    }

    fn write(&self, text: &mut String, names: &[String], items: &[String], above: Option<&str>) {
        let mut more: Vec<String> = above.iter().map(|above| format!("{} * {above}", self.step)).collect();
        more.extend(items.iter().zip(&self.bonus).map(|(item, more)| when(item, more, 0)));
        let weights = names.iter().zip(&self.weights);
        let mut parts: Vec<String> =
            weights.map(|(name, weight)| format!("weight {weight} => {name}")).collect();
        let rarest = parts.last_mut().unwrap();
        *rarest = rarest.replace(" =>", &format!(" + {} =>", more.join(" + ")));
        let _ = writeln!(text, "result = one of {{ {} }}", parts.join(", "));
    }
}

impl Chance {
    fn new(random: &mut Random, things: usize, pity: Option<Pity>) -> Chance {
        // At most three of at most 30 each: a tenth is left for the last one.
        let mut shares: Vec<u64> = (2..things).map(|_| 8 + random.below(23)).collect();
        shares.push(100 - shares.iter().sum::<u64>());
        let base = match random.below(2) {
            0 => ratio(2 + random.below(11), 100),
            _ => ratio(8 + random.below(83), 1000),
        };
        let unit = if base > ratio(1, 50) { 100 } else { 500 };
        let mut bonus = || match random.below(3) {
            0 => Bonus::Adds(ratio(2 + random.below(8), unit)),
            1 => Bonus::Also(ratio(2 + random.below(8), unit)),
            _ => Bonus::Times(pick(random, &[ratio(2, 1), ratio(3, 2), ratio(3, 1)]).clone()),
        };
        let bonus = [bonus(), bonus()];
        Chance { base, step: ratio(1 + random.below(4), unit), bonus, shares, pity }
    }

    fn law(&self, given: Given, held: &[usize]) -> Vec<BigRational> {
        let mut chance = &self.base + &self.step * ratio(given.above, 1);
        for item in held {
            if let Bonus::Adds(more) = &self.bonus[*item] {
                chance += more;
            }
        }
        for item in held {
            if let Bonus::Times(factor) = &self.bonus[*item] {
                chance *= factor;
            }
        }
        if let Some(pity) = &self.pity {
            if let Some((after, more)) = &pity.rise {
                chance += more * ratio(given.dry.saturating_sub(*after), 1);
            }
            if given.dry == pity.last || chance > BigRational::one() {
                chance = BigRational::one();
            }
        }
        for item in held {
            if let Bonus::Also(second) = &self.bonus[*item] {
                chance = &chance + (BigRational::one() - &chance) * second;
            }
        }
        let left = BigRational::one() - &chance;
        let others = self.shares.iter().map(|share| &left * ratio(*share, 100));
        others.chain([chance.clone()]).collect()
    }

    fn write(&self, text: &mut String, names: &[String], items: &[String], above: Option<&str>, dry: &str) {
        let mut chance = self.base.to_string();
        if let Some(above) = above {
            let _ = write!(chance, " + {} * {above}", self.step);
        }
        let mut tries = "chance(p)".to_owned();
        for (item, bonus) in items.iter().zip(&self.bonus) {
            if let Bonus::Adds(more) = bonus {
                let _ = write!(chance, " + {}", when(item, more, 0));
            } else if let Bonus::Also(second) = bonus {
                let _ = write!(tries, " or ({item} and chance({second}))");
            }
        }
        for (item, bonus) in items.iter().zip(&self.bonus) {
            if let Bonus::Times(factor) = bonus {
                chance = format!("({chance}) * {}", when(item, factor, 1));
            }
        }
        if let Some(pity) = &self.pity {
            let _ = writeln!(text, "state dry: integer 0..{} = 0 \"{dry}\"\n", pity.last);
            if let Some((after, more)) = &pity.rise {
                chance = format!("min(1, {chance} + max(0, dry - {after}) * {more})");
            }
            chance = format!("if dry == {} {{ 1 }} else {{ {chance} }}", pity.last);
        }
        let (rarest, others) = names.split_last().unwrap();
        let (last, shared) = others.split_last().unwrap();
        let shares = shared.iter().zip(&self.shares).map(|(name, share)| format!("{share}/100 => {name}"));
        let shares: Vec<String> = shares.chain([format!("else => {last}")]).collect();
        let _ = writeln!(text, "let p = {chance}\nif {tries} {{ result = {rarest} }} else {{");
        let _ = writeln!(text, "    result = one of {{ {} }}\n}}", shares.join(", "));
        if self.pity.is_some() {
            let _ = writeln!(text, "dry = if result == {rarest} {{ 0 }} else {{ dry + 1 }}");
        }
    }
}

/// What a number is with an item, and without it.
fn when(item: &str, with: impl Display, without: u64) -> String {
    format!("(if {item} {{ {with} }} else {{ {without} }})")
}
