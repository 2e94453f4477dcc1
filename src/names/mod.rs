//! What things are called: the labels of mechanics, and the other words that people use for them.
//!
//! [`Names`] finds labels in running text. Every value of an outcome, every input and state, every rule set and
//! mechanic has a label of its own; wikis and players have others, which `aliases` in the data say.

mod aliases;
mod kinds;
mod parts;
mod read;
mod shorten;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::{Counter, FieldId, InputId, Kind, RuleId, StateId};
use crate::rules::RuleSetId;
use crate::scenario::Mechanic;
use crate::value::Value;

pub use aliases::Aliases;
use read::{Reader, counted_by_title};
use words::with_synonyms;
pub use words::{is_glue, is_kind, is_nothing, stem, stems};

/// What a label stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// An outcome has this value.
    Outcome(FieldId, Value),
    /// An outcome: that it is there, or how many.
    Field(FieldId),
    /// An input has this value.
    Is(InputId, Value),
    /// An input that takes the number beside it.
    Input(InputId),
    /// A state that takes the number beside it.
    State(StateId),
    /// A state has this value.
    StateIs(StateId, Value),
    /// A rule set: an edition of the game, or one text taken at its word.
    Edition(RuleSetId),
    /// The mechanic itself.
    Mechanic,
}

/// What a label stands for, and in which mechanic, by its place in [`Names::mechanics`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The mechanic.
    pub mechanic: usize,
    /// What it stands for.
    pub meaning: Meaning,
}

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spoken {
    /// Its number, whatever form of it stands there; `None` where no label has it.
    pub word: Option<u32>,
    /// Whether a label may be spoken with it or without: `since the last 5-star`.
    pub is_idle: bool,
}

/// Words that a label may be spoken with or without. `A level is lost` is Level lost.
const IDLE: [&str; 14] =
    ["a", "an", "the", "last", "next", "your", "own", "any", "this", "is", "are", "was", "were", "gets"];

/// Names in files that are verbs in texts: `luck counts up to 10 only`.
const VERBS: [&str; 4] = ["count", "number", "roll", "total"];

/// A rule with the words that say which it is.
#[derive(Debug, Clone)]
pub struct RuleName {
    /// The mechanic.
    pub mechanic: usize,
    /// The rule.
    pub rule: RuleId,
    /// The telling words of its label.
    pub words: BTreeSet<u32>,
    /// The numbers in its label, which tell it from others with the same words: 6 and 10 of `Floors 6 to 10`.
    pub numbers: BTreeSet<String>,
    /// Whether its number counts hundredths: `Rare, of 100`.
    pub hundredths: bool,
}

/// The labels of some mechanics.
#[derive(Debug)]
pub struct Names<'a> {
    /// The mechanics, in the order in which they were given.
    pub mechanics: Vec<&'a Mechanic>,
    /// Their rules.
    pub rules: Vec<RuleName>,
    words: FxHashMap<String, u32>,
    /// The telling words of those labels of each mechanic that have other words as well.
    behind: Vec<BTreeMap<Meaning, BTreeSet<u32>>>,
    /// A tree of words: from a node by a word to the next.
    next: FxHashMap<(u32, u32), u32>,
    /// What the labels stand for that end at each node.
    ends: Vec<Arc<[Named]>>,
    /// What a part of a name stands for.
    short: FxHashMap<u32, Vec<Named>>,
    /// The words in the plural that stand for a number of something: `beds` for Flower beds nearby.
    counted: FxHashMap<u32, Vec<Named>>,
    /// The words of labels that stand for what takes a number, where one follows: `displayed 80` for Displayed hit chance.
    numbered: FxHashMap<u32, Vec<Named>>,
    /// The words that more than one label has.
    shared: BTreeSet<u32>,
    /// What several values of an outcome of a mechanic are together, by how their labels end.
    kinds: BTreeMap<(usize, FieldId, Vec<String>), Vec<Value>>,
    /// What one use of each mechanic is called, as stems: a card, a reward, a fight.
    uses: Vec<BTreeSet<String>>,
    /// The number that the title of each mechanic counts.
    titled: Vec<Option<FieldId>>,
    /// The states of each mechanic that count uses.
    counters: Vec<Vec<Counter>>,
}

impl<'a> Names<'a> {
    /// The labels of some mechanics, each with the aliases of its game. Cost: linear in their number.
    ///
    /// ```
    /// use trueodds::names::{Aliases, Meaning, Names, Spoken};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let aliases = Aliases::default();
    /// let names = Names::new([(&award, &aliases)]);
    /// let spoken = |word: &&str| Spoken { word: names.word(word), is_idle: Names::is_idle(word) };
    /// let text: Vec<_> = ["tarot", "cards", "drop"].iter().map(spoken).collect();
    /// let (length, found) = names.longest(&text).expect("a tarot card is an outcome");
    /// assert_eq!(length, 2);
    /// assert!(matches!(found[0].meaning, Meaning::Outcome(..)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanics: impl IntoIterator<Item = (&'a Mechanic, &'a Aliases)>) -> Names<'a> {
        let mut names = Names {
            mechanics: Vec::new(),
            rules: Vec::new(),
            words: FxHashMap::default(),
            behind: Vec::new(),
            next: FxHashMap::default(),
            ends: vec![Arc::default()],
            short: FxHashMap::default(),
            counted: FxHashMap::default(),
            numbered: FxHashMap::default(),
            shared: BTreeSet::new(),
            kinds: BTreeMap::new(),
            uses: Vec::new(),
            titled: Vec::new(),
            counters: Vec::new(),
        };
        for (mechanic, aliases) in mechanics {
            let index = names.mechanics.len();
            names.mechanics.push(mechanic);
            names.behind.push(BTreeMap::new());
            let own = &mechanic.model.use_name;
            let called = [&own.one, &own.many].into_iter().chain(aliases.of(&own.one));
            names.uses.push(with_synonyms(called.map(|name| stem(name).into_owned()).collect()));
            names.titled.push(counted_by_title(&mechanic.model));
            names.counters.push(mechanic.model.counters());
            Reader { names: &mut names, aliases, index, model: &mechanic.model }.read(mechanic);
        }
        names.name_nothing();
        names.share_number_labels();
        names.cut_counted();
        names.shorten();
        names.name_kinds();
        names
    }

    /// The number that a mechanic has its title from: rooms of `Number of rooms`.
    #[must_use]
    pub fn counted_by_title(&self, mechanic: usize) -> Option<FieldId> {
        self.titled.get(mechanic).copied().flatten()
    }

    /// The states of a mechanic that count the uses since something came.
    #[must_use]
    pub fn counters(&self, mechanic: usize) -> &[Counter] {
        self.counters.get(mechanic).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is what one use of a mechanic is called, or what people say for it: a reward, a fight.
    #[must_use]
    pub fn is_use(&self, mechanic: usize, word: &str) -> bool {
        self.uses.get(mechanic).is_some_and(|uses| uses.contains(stem(word).as_ref()))
    }

    /// The mechanics of which a word is what one use of them is called.
    #[must_use]
    pub fn used_by(&self, word: &str) -> Vec<usize> {
        let word = stem(word);
        (0..self.uses.len()).filter(|mechanic| self.uses[*mechanic].contains(word.as_ref())).collect()
    }

    /// Whether more than one label has a word.
    #[must_use]
    pub fn is_shared(&self, word: u32) -> bool {
        self.shared.contains(&word)
    }

    /// The number of a word, whatever form of it stands there, also as what something is like: `stormy` for Storm, `sun` for
    /// Sunny; `None` where no label has it.
    #[must_use]
    pub fn word(&self, word: &str) -> Option<u32> {
        const SHORTEST: usize = 5;
        /// Party, fairy and every are not what these are like.
        const NO_NOUNS: [&str; 3] = ["part", "fair", "ever"];
        let known = |word: &str| self.words.get(stem(word).as_ref()).copied();
        let noun = || word.strip_suffix('y').filter(|_| word.len() >= SHORTEST);
        let singular = word.strip_suffix('s').unwrap_or(word);
        let doubled = || singular.chars().last().map(|last| format!("{singular}{last}y"));
        let like = match singular.len() {
            3 => doubled(),
            4..=SHORTEST if !NO_NOUNS.contains(&singular) => Some(format!("{singular}y")),
            _ => None,
        };
        let adjective = || known(like.as_deref()?);
        known(word).or_else(|| known(noun()?)).or_else(adjective)
    }

    /// The thing of which only one in all these mechanics has a word as the last of its name, or as the first before
    /// "of": `Toe` for Lucky Toe, `Rib` for Rib of Greed; and the value that has it before what all values of its input
    /// end with: `Heroic` for Heroic mode beside Normal mode, `Minor` for Minor boon. Empty for words that are labels themselves.
    #[must_use]
    pub fn short(&self, word: u32) -> &[Named] {
        self.short.get(&word).map_or(&[], Vec::as_slice)
    }

    /// The number that only one thing in all these mechanics counts with a word in the plural: `beds` for Flower beds
    /// nearby. Empty for words that are labels themselves.
    #[must_use]
    pub fn counted(&self, word: u32) -> &[Named] {
        self.counted.get(&word).map_or(&[], Vec::as_slice)
    }

    /// What takes a number and has a word in its label, where one follows: `Displayed 80` for Displayed hit chance, also
    /// beside Displayed hit chance of the enemy. Empty for words that are labels themselves.
    #[must_use]
    pub fn numbered(&self, word: u32) -> &[Named] {
        self.numbered.get(&word).map_or(&[], Vec::as_slice)
    }

    /// The telling words of the label of something that has other words as well; none where it has not.
    pub fn behind(&self, named: &Named) -> impl Iterator<Item = u32> {
        let own = self.behind.get(named.mechanic).and_then(|own| own.get(&named.meaning));
        own.into_iter().flatten().copied()
    }

    /// Whether a word is a label by itself.
    #[must_use]
    pub fn is_label(&self, word: u32) -> bool {
        self.longest(&[Spoken { word: Some(word), is_idle: false }]).is_some()
    }

    /// Whether a label may be spoken with a word or without.
    #[must_use]
    pub fn is_idle(word: &str) -> bool {
        IDLE.contains(&word)
    }

    /// The longest label that a text begins with: how many words of the text it takes, and what it stands for. Articles
    /// and their like inside a label may be left out, and others may stand there.
    #[must_use]
    pub fn longest(&self, text: &[Spoken]) -> Option<(usize, &Arc<[Named]>)> {
        let mut node = 0;
        let mut found = None;
        for (length, spoken) in (1..).zip(text) {
            let own = spoken.word.and_then(|word| self.step(node, word));
            let Some(next) = own else {
                if length > 1 && spoken.is_idle {
                    continue;
                }
                break;
            };
            node = next;
            if let Some(ends) = self.ends.get(node as usize).filter(|ends| !ends.is_empty()) {
                found = Some((length, ends));
            }
        }
        found
    }

    /// The outcome that is not there where a label stands for that: "None" and "Neither" are said of anything, and name
    /// nothing where the outcome is not named beside them.
    #[must_use]
    pub fn absent(&self, named: &Named) -> Option<FieldId> {
        let Meaning::Outcome(field, Value::Variant(value)) = named.meaning else { return None };
        let model = &self.mechanics.get(named.mechanic)?.model;
        let variant = model.variants(model[field].kind).get(usize::try_from(value).ok()?)?;
        let says_nothing = matches!(variant.label.as_str(), "None" | "Neither");
        (variant.name == "none" && says_nothing).then_some(field)
    }

    /// The node that a word leads to, over an idle word of the label where there is one.
    fn step(&self, node: u32, word: u32) -> Option<u32> {
        let over = || {
            let mut idle = IDLE.iter().filter_map(|idle| self.words.get(*idle));
            idle.find_map(|idle| self.next.get(&(*self.next.get(&(node, *idle))?, word)))
        };
        self.next.get(&(node, word)).or_else(|| over().filter(|_| node > 0)).copied()
    }

    /// What people call the numbers of an input they call so also where another mechanic of the game has that input
    /// and no names for its numbers: `Basement I` is stage 1 of all of them.
    fn share_number_labels(&mut self) {
        let game = |mechanic: &Mechanic| mechanic.model.path.split('/').next().map(str::to_owned);
        let mut shared = Vec::new();
        for from in &self.mechanics {
            for input in from.model.inputs.iter().filter(|input| !input.declaration.labels.is_empty()) {
                for (index, to) in self.mechanics.iter().enumerate().filter(|(_, to)| game(to) == game(from))
                {
                    let same = to.model.input_ids().find(|id| {
                        let own = &to.model[*id].declaration;
                        own.name == input.declaration.name && own.labels.is_empty()
                    });
                    for (id, label) in
                        same.iter().flat_map(|id| input.declaration.labels.iter().map(move |l| (*id, l)))
                    {
                        let meaning = Meaning::Is(id, Value::Number(label.value.clone()));
                        let named = Named { mechanic: index, meaning };
                        let all = std::iter::once(&label.label).chain(&label.aliases);
                        shared.extend(all.map(|text| (stems(text), named.clone())));
                    }
                }
            }
        }
        shared.into_iter().for_each(|(words, named)| self.add(&words, named));
    }

    /// Calls what is not there so where no label has the word: `comes up empty`.
    fn name_nothing(&mut self) {
        const EMPTY: &str = "empty";
        let words = stems(EMPTY);
        if words.iter().any(|word| self.words.contains_key(word)) {
            return;
        }
        let mut found = Vec::new();
        for (mechanic, own) in self.mechanics.iter().enumerate() {
            for field in own.model.field_ids() {
                let variants = (0..).zip(own.model.variants(own.model[field].kind));
                let nothing = variants.filter(|(_, variant)| is_nothing(&variant.name));
                found.extend(nothing.map(|(value, _)| Named {
                    mechanic,
                    meaning: Meaning::Outcome(field, Value::Variant(value)),
                }));
            }
        }
        found.into_iter().for_each(|named| self.add(&words, named));
    }

    /// Calls what is counted somewhere by what is counted, where nothing else is called so: `Key cards in hand`.
    fn cut_counted(&mut self) {
        const WHERE: [&str; 3] = [" in ", " on ", " per "];
        let mut found = Vec::new();
        for (mechanic, own) in self.mechanics.iter().enumerate() {
            for field in own.model.field_ids().filter(|field| own.model[*field].kind == Kind::Integer) {
                let label = own.model[field].label.as_str();
                let cut =
                    WHERE.iter().filter_map(|place| label.split_once(place)).map(|(counted, _)| counted);
                let words = cut.min_by_key(|counted| counted.len()).map(stems).unwrap_or_default();
                found.push((words, Named { mechanic, meaning: Meaning::Field(field) }));
            }
        }
        let is_free = |(words, _): &(Vec<String>, Named)| {
            let known = words.iter().map(|word| self.words.get(word).copied());
            let spoken: Vec<Spoken> = known.map(|word| Spoken { word, is_idle: false }).collect();
            self.longest(&spoken).is_none() && !words.iter().all(|word| is_glue(word))
        };
        let free: Vec<(Vec<String>, Named)> = found.into_iter().filter(is_free).collect();
        free.into_iter().for_each(|(words, named)| self.add(&words, named));
    }

    fn number(&mut self, word: &str) -> u32 {
        let next = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        *self.words.entry(word.to_owned()).or_insert(next)
    }

    fn add(&mut self, words: &[String], named: Named) {
        if words.is_empty() {
            return;
        }
        let mut node = 0;
        for word in words {
            let word = self.number(word);
            let fresh = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
            node = *self.next.entry((node, word)).or_insert(fresh);
            if node == fresh {
                self.ends.push(Arc::default());
            }
        }
        if let Some(ends) = self.ends.get_mut(node as usize)
            && !ends.contains(&named)
        {
            *ends = ends.iter().cloned().chain([named]).collect();
        }
    }
}
