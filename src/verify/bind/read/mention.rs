//! Labels that stand on a page, and the numbers beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::check::FieldId;
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names, is_nothing};
use crate::scenario::Mechanic;
use crate::value::Value;

/// A label that stands on the page.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// The tokens of the page.
    pub(crate) tokens: Range<usize>,
    /// What it may stand for. Shared with the names: a page may have a million labels.
    pub(crate) named: Arc<[Named]>,
    /// Whether words before it deny it.
    pub(crate) denied: bool,
    /// The number that it is itself, where what it counts was said before: `4% at an offset of 5, 14% at \u{2212}5`.
    pub(crate) number: Option<Rational>,
    /// Whether that is "without" or "unless", which tells of what is given and of nothing that comes.
    pub(crate) without: bool,
    /// Whether the number that it has is one of something else: `the floor has 8 rooms`.
    pub(crate) holds: bool,
}

impl Mention {
    /// A label that nothing denies, and that is no number itself.
    pub(super) fn of(tokens: Range<usize>, named: impl Into<Arc<[Named]>>) -> Mention {
        Mention { tokens, named: named.into(), denied: false, number: None, without: false, holds: false }
    }

    /// Leaves of what it may stand for what stays.
    pub(super) fn keep(&mut self, stays: impl Fn(&Named) -> bool) {
        if !self.named.iter().all(&stays) {
            self.named = self.named.iter().filter(|named| stays(named)).cloned().collect();
        }
    }

    /// The same where a word denies it.
    pub(super) fn denied_by(self, denial: Option<&str>) -> Mention {
        Mention { denied: denial.is_some(), without: matches!(denial, Some("without" | "unless")), ..self }
    }

    /// What it stands for in a mechanic.
    pub(crate) fn named_in(&self, mechanic: usize) -> impl Iterator<Item = &Named> + Clone {
        self.named.iter().filter(move |named| named.mechanic == mechanic)
    }

    /// Whether it names a thing which one has or has not.
    pub(crate) fn is_thing(&self) -> bool {
        self.named.iter().any(|named| matches!(named.meaning, Meaning::Is(_, Value::Flag(true))))
    }

    /// Whether it names a value of something that is given.
    pub(super) fn gives(&self) -> bool {
        self.named.iter().any(|named| matches!(named.meaning, Meaning::Is(..)))
    }

    /// Whether it names a value of the same as another does.
    pub(super) fn shares(&self, other: &Mention) -> bool {
        let thing = |named: &Named| Some((named.mechanic, subject_of(&named.meaning)?));
        let things: Vec<_> = other.named.iter().filter_map(thing).collect();
        self.named.iter().filter_map(thing).any(|thing| things.contains(&thing))
    }

    /// Whether it names a state, and nothing else.
    pub(crate) fn is_state(&self) -> bool {
        self.named.iter().all(|named| matches!(named.meaning, Meaning::State(_)))
    }

    /// Whether it names a value that an outcome may have.
    pub(crate) fn is_value(&self) -> bool {
        self.named.iter().any(|named| matches!(named.meaning, Meaning::Outcome(..)))
    }

    /// Whether it names an outcome that there may be a number of.
    pub(crate) fn is_counted(&self) -> bool {
        self.named.iter().any(|named| matches!(named.meaning, Meaning::Field(_)))
    }

    /// Whether it names an outcome, or a value of one.
    pub(crate) fn is_outcome(&self) -> bool {
        self.is_value() || self.is_counted()
    }
}

/// All labels of a page in its order, and the words that labels have.
#[derive(Debug)]
pub(crate) struct Mentions {
    pub(super) list: Vec<Mention>,
    /// For each token the word that it is, where some label has it.
    pub(crate) words: Vec<Option<u32>>,
    /// The numbers that say what is given, by token: 5 of `luck 5`.
    pub(super) given: BTreeSet<usize>,
    /// Those of them that are written as percentages.
    pub(crate) points: BTreeSet<usize>,
    /// The heads of tables that are parts of labels, with what these stand for.
    pub(super) parts: Vec<(Range<usize>, Vec<Named>)>,
    /// For each token the mechanics of which it is what one use of them is called.
    pub(super) uses: BTreeMap<usize, Arc<[usize]>>,
}

impl Mentions {
    /// Whether a number says what is given.
    pub(crate) fn is_given(&self, token: usize) -> bool {
        self.given.contains(&token)
    }

    /// Whether a token is what one use of a mechanic is called.
    pub(crate) fn is_use(&self, token: usize, mechanic: usize) -> bool {
        self.uses.get(&token).is_some_and(|mechanics| mechanics.contains(&mechanic))
    }

    /// Whether it is what one use of any of them is called.
    pub(crate) fn is_some_use(&self, token: usize) -> bool {
        self.uses.contains_key(&token)
    }

    /// The labels among some tokens.
    pub(crate) fn within(&self, tokens: &Range<usize>) -> Range<usize> {
        let first = self.list.partition_point(|mention| mention.tokens.start < tokens.start);
        let end = self.list.partition_point(|mention| mention.tokens.start < tokens.end);
        first..end.max(first)
    }

    /// Whether a label ends right before a token.
    pub(crate) fn ends_at(&self, token: usize) -> bool {
        let before = self.list.partition_point(|mention| mention.tokens.start < token);
        before.checked_sub(1).is_some_and(|last| self.list[last].tokens.end == token)
    }

    /// Whether a label among some tokens names a value of an outcome.
    pub(crate) fn has_value(&self, tokens: &Range<usize>) -> bool {
        self.within(tokens).any(|mention| self.list[mention].is_value())
    }

    /// Whether one names an outcome, or a value of one.
    pub(crate) fn has_outcome(&self, tokens: &Range<usize>) -> bool {
        self.within(tokens).any(|mention| self.list[mention].is_outcome())
    }

    /// Adds some labels, each where it stands. Cost: one sort of all.
    pub(super) fn add(&mut self, found: Vec<Mention>) {
        self.list.extend(found);
        self.list.sort_by_key(|mention| mention.tokens.start);
    }

    pub(crate) fn get(&self, mention: usize) -> &Mention {
        &self.list[mention]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// The game of a mechanic.
pub(crate) fn game<'n>(names: &'n Names<'_>, mechanic: usize) -> &'n str {
    let path = names.mechanics.get(mechanic).map_or("", |mechanic| mechanic.model.path.as_str());
    path.split('/').next().unwrap_or_default()
}

/// The value of an outcome that stands for nothing.
pub(crate) fn nothing(mechanic: &Mechanic, field: FieldId) -> Option<Value> {
    let variants = mechanic.model.variants(mechanic.model[field].kind);
    let none = variants.iter().position(|variant| is_nothing(&variant.name))?;
    Some(Value::Variant(u32::try_from(none).ok()?))
}

/// The input or state that a label stands for, and whether it is a state.
pub(crate) fn subject_of(meaning: &Meaning) -> Option<(bool, usize)> {
    match meaning {
        Meaning::Is(input, _) | Meaning::Input(input) => Some((false, input.index())),
        Meaning::State(state) | Meaning::StateIs(state, _) => Some((true, state.index())),
        _ => None,
    }
}
