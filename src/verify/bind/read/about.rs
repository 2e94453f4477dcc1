//! What a figure of a text tells of: how likely something is, or how it once was, by how much it changes, what is left
//! where something else did not happen, what comes of many uses, how much of a quantity there is.

use std::ops::Range;

use super::beside::{number_at, sign_at};
use super::likelier::part;
use super::mention::Mentions;
use super::places::REACH;
use super::units::counts_percentage_points;
use super::words::{is_in_label, unknown_words};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Figure, Page, Shape, TokenKind};

/// What a figure of a text tells of.
///
/// All but the first say nothing against a question of one use under what is given, however near its answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum About {
    /// How likely something is.
    #[default]
    Now,
    /// How it was before a change, in another version: no mechanic says that.
    Once,
    /// The same in a line or a clause about an older version: no edition that it names is one of these.
    Older,
    /// By how much something changes, or what it is with so much of it: `by 5%`, `adds 6%`, `has half the chance: 0.5%`.
    Change,
    /// How likely something is where an outcome did not come: `otherwise`, `if you aren't cursed`.
    Otherwise,
    /// What comes of many uses: `in a row`, `for a whole week`.
    Many,
    /// All the rest, or the other side: `all but 7%`, `64% vs 36%`.
    Rest,
    /// What something does that the sentence only calls "it": `It gives a 33% chance of nothing`.
    Effect,
    /// How much of a quantity, or how likely something that no label has: `25% of the damage`, `a 10% chance to poison`.
    Else,
}

/// Words that stand between a figure and what says what it is.
const HEDGES: [&str; 17] = [
    "about", "around", "roughly", "only", "just", "a", "an", "the", "up", "to", "some", "nearly", "almost",
    "mere", "approximately", "another", "flat",
];
/// What is told of a time before.
const ONCE: [&str; 5] = ["previously", "formerly", "originally", "initially", "beta"];
/// Words for what a game or a page was before.
const VERSIONS: [&str; 9] =
    ["patch", "version", "update", "hotfix", "release", "build", "printing", "season", "beta"];
/// What else there may be an older one of.
const BOOKS: [&str; 5] = ["edition", "rulebook", "book", "rules", "game"];
/// Words for what was done to a number.
const CHANGED: [&str; 18] = [
    "increased", "raised", "reduced", "lowered", "decreased", "nerfed", "buffed", "changed", "upped",
    "dropped", "cut", "boosted", "halved", "doubled", "went", "bumped", "adjusted", "rebalanced",
];
/// Words for what does something to a number.
const CHANGES: [&str; 36] = [
    "increase", "increases", "increased", "raise", "raises", "raised", "reduce", "reduces", "reduced",
    "lower", "lowers", "lowered", "decrease", "decreases", "decreased", "boost", "boosts", "boosted",
    "nerfed", "buffed", "rise", "rises", "rose", "fall", "falls", "grows", "drops", "improves", "cut",
    "cuts", "shrinks", "climbs", "raising", "reducing", "lowering", "increasing",
];

/// What there is more or less of.
const QUANTITIES: [&str; 12] = [
    "damage", "health", "hp", "mana", "price", "cost", "value", "max", "maximum", "worth", "speed",
    "durability",
];

/// Those who play, and what they have or say, which no mechanic tells.
const PEOPLE: [&str; 8] =
    ["players", "people", "users", "readers", "voters", "gamers", "accounts", "everyone"];
const THEIRS: [&str; 16] = [
    "own", "owned", "owns", "use", "used", "say", "said", "voted", "think", "believe", "prefer", "reported",
    "bought", "play", "played", "answered",
];

/// What a figure tells of, in a sentence or an item by its tokens. Cost: that of some words around it.
pub(super) fn about(page: &Page, mentions: &Mentions, tokens: &Range<usize>, figure: usize) -> About {
    // Of a text without an end what is near.
    let near = figure.saturating_sub(REACH).max(tokens.start)..(figure + REACH).min(tokens.end);
    let told = Told { page, mentions, first: tokens.start, tokens: near, figure };
    // `Adds 3 or 4 rooms`: what is told of the one is told of the other.
    let is_either =
        page.word_before(figure, 1) == Some("or") && figure > 1 && page.figure_at(figure - 2).is_some();
    let adds = |first: usize| Told { figure: first, tokens: told.tokens.clone(), ..told }.is_change();
    if told.is_of_a_version() || told.is_of_an_older_one() {
        About::Older
    } else if told.is_once() {
        About::Once
    } else if told.is_change() || is_either && adds(figure - 2) {
        About::Change
    } else if told.is_otherwise() || told.is_of_an_unknown_part() {
        About::Otherwise
    } else if told.is_of_many() {
        About::Many
    } else if told.is_the_rest() {
        About::Rest
    } else if told.is_an_effect() {
        About::Effect
    } else if told.is_of_a_quantity()
        || told.is_of_the_unknown()
        || told.is_one_of_each()
        || told.is_refuted()
        || told.is_of_people()
        || told.is_of_somebodys()
        || told.is_one_of_several()
    {
        About::Else
    } else {
        About::Now
    }
}

struct Told<'a> {
    page: &'a Page,
    mentions: &'a Mentions,
    /// Where the sentence or item begins.
    first: usize,
    /// What of it stands near the figure.
    tokens: Range<usize>,
    figure: usize,
}

impl Told<'_> {
    /// `One of each: 4.72%`
    fn is_one_of_each(&self) -> bool {
        let ends = |token: usize| self.page.word_at(token).is_none();
        let is_each =
            |token: usize| self.word(token) == "of" && self.word(token + 1) == "each" && ends(token + 2);
        (self.tokens.start + 1..self.figure)
            .any(|token| is_each(token) && number_at(self.page, token - 1).is_some())
    }

    /// `It gives a 33% chance`, `this adds another 5%`
    fn is_an_effect(&self) -> bool {
        const VERBS: [&str; 8] = ["gives", "give", "grants", "grant", "adds", "add", "provides", "offers"];
        let mut words = (self.first..self.figure).filter_map(|token| self.page.word_at(token));
        matches!(words.next(), Some("it" | "this" | "they"))
            && words.next().is_some_and(|word| VERBS.contains(&word))
    }

    fn word(&self, token: usize) -> &str {
        self.page.word_at(token).filter(|_| token < self.tokens.end).unwrap_or_default()
    }

    /// The last word before the figure that is no hedge, and its token.
    fn before(&self) -> Option<(usize, &str)> {
        let mut before = self.tokens.start..self.figure;
        let token = before.rfind(|token| {
            let word = self.word(*token);
            !HEDGES.contains(&word)
        })?;
        Some((token, self.word(token)))
    }

    /// Whether it is said to be wrong: `not 5% but 4%`, `it would be 5%, but`, `the wiki gave 6%, which is wrong`, `12%. This is a myth`.
    fn is_refuted(&self) -> bool {
        const FAR: usize = 14;
        let behind = self.figure + 1 + usize::from(self.page.word_at(self.figure + 1).is_none());
        let is_but = self.word(behind) == "but";
        let is_denied = self.before().is_some_and(|(token, word)| {
            let would = || token > 0 && self.word(token - 1) == "would";
            is_but && (word == "not" || word == "be" && would())
        });
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_wrong = |token: usize| {
            matches!(word(token), "myth" | "false" | "wrong" | "untrue" | "incorrect")
                && matches!(word(token - 1), "is" | "was" | "a" | "are" | "were")
        };
        is_denied || (self.figure + 1..self.figure + FAR).any(is_wrong)
    }

    /// Whether it is the last of several that have one sign: `4/6/8% at level 1/2/3`.
    fn is_one_of_several(&self) -> bool {
        let Some(before) = self.figure.checked_sub(2) else { return false };
        let is_parted = self.page.tokens.list[before + 1].kind == TokenKind::Symbol('/');
        let is_number = |before: Figure| matches!(before.shape, Shape::Number(_));
        is_parted && self.page.figure_at(before).is_some_and(is_number)
    }

    /// Whether it counts people by what they have or say: `8.9% of players own a Silver Hook`.
    fn is_of_people(&self) -> bool {
        let word = |behind: usize| self.word(self.figure + behind);
        let all = usize::from(matches!(word(2), "all" | "the" | "our"));
        let have = usize::from(matches!(word(3 + all), "have" | "had"));
        // `90% of players have caught one within 25 casts` is told of those casts.
        let counts = || {
            let cues = ["within", "after", "by", "until"];
            self.tokens.clone().any(|token| cues.contains(&self.word(token)))
        };
        let is_theirs = || THEIRS.contains(&word(3 + all + have)) || have > 0 && !counts();
        word(1) == "of" && PEOPLE.contains(&word(2 + all)) && is_theirs()
    }

    /// Whether the figure is so much of what somebody or something has and no label is: `dragons win 62% of their fights`,
    /// `fills 60% of your energy`. What goes on from it tells of the same: `griffins 55%`.
    fn is_of_somebodys(&self) -> bool {
        // What somebody makes with his bars may be all that there is.
        const OWN: [&str; 12] = [
            "energy", "health", "hp", "mana", "life", "stamina", "hunger", "attack", "defense", "defence",
            "armor", "armour",
        ];
        let theirs = |token: usize| {
            let own = token + 1..token + 2;
            let is_theirs = match self.word(token) {
                "their" | "its" => true,
                "his" | "her" | "your" => OWN.contains(&self.word(token + 1)),
                _ => false,
            };
            self.word(token - 1) == "of"
                && is_theirs
                && !self.mentions.is_some_use(token + 1)
                && !unknown_words(self.page, self.mentions, std::slice::from_ref(&own)).is_empty()
        };
        let is_chance = |token: usize| self.page.has_chance_at(token);
        let first = (self.tokens.start..=self.figure).find(|token| is_chance(*token));
        first.is_some_and(|first| theirs(first + 2))
    }

    /// Whether the line is one of a history: `1.3: Mimics now come with 1 in 12`, `Patch 5.2: ...`.
    fn is_of_a_version(&self) -> bool {
        let first = self.first;
        let is_number = |token: usize| {
            token < self.tokens.end && self.page.token_text(token).bytes().any(|byte| byte.is_ascii_digit())
        };
        let is_end = |token: usize| {
            matches!(
                self.page.tokens.list.get(token).map(|token| token.kind),
                Some(TokenKind::Symbol(':' | '-'))
            )
        };
        let names = VERSIONS.contains(&self.word(first)) && is_number(first + 1);
        let number = usize::from(names) + first;
        // `1.3` with a point, and not only a number that heads a figure.
        let has_point = || self.page.token_text(number).bytes().any(|byte| byte == b'.');
        let leads = || !self.word(number + 2).is_empty();
        is_number(number) && is_end(number + 1) && (names || has_point()) && leads() && self.figure > number
    }

    /// Whether the figure is what something was: `was 5%`, `used to be 5%`, `increased from 5%`, `in the beta`.
    fn is_once(&self) -> bool {
        let word = |token: usize| self.word(token);
        let (token, last) = self.before().unwrap_or_default();
        let is_changed = |token: usize| {
            let word = self.word(token);
            CHANGED.contains(&word) && !is_in_label(self.mentions, token) || word == "now"
        };
        let was = matches!(last, "was" | "were" | "been");
        let from = || last == "from" && (self.tokens.start..token).any(is_changed);
        let used = |token: usize| {
            word(token) == "used"
                && word(token + 1) == "to"
                && word(token + 2) == "be"
                && !is_in_label(self.mentions, token)
        };
        was || from() || self.is_followed_by_now() || self.tokens.clone().any(used)
    }

    /// Whether its sentence goes on with what it is now: `took 500 kills and now takes 400`, but not `5% now, 10% later`.
    fn is_followed_by_now(&self) -> bool {
        let is_figure = |token: &usize| self.page.figure_at(*token).is_some();
        let mut between = (self.figure + 1..self.tokens.end).take_while(|token| !is_figure(token));
        let end = between.clone().last().map_or(self.figure, |last| last + 1);
        let joins = |token: &usize| {
            matches!(self.word(*token), "and" | "but")
                || self.page.tokens.list[*token].kind == TokenKind::Symbol(',')
        };
        let is_now = |token: usize| {
            let next = token + 1 + usize::from(matches!(self.word(token + 1), "is" | "are"));
            self.word(next) == "now" && next < end
        };
        is_figure(&end) && between.find(joins).is_some_and(is_now)
    }

    /// Whether its sentence tells of an older version: `until patch 2.0`, `before 1.3`, `in the beta`.
    fn is_of_an_older_one(&self) -> bool {
        let word = |token: usize| self.word(token);
        let has_point = |token: usize| {
            let text = self.page.figure_at(token).map(|_| self.page.token_text(token)).unwrap_or_default();
            text.split('.').count() > 1 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        };
        self.tokens.clone().any(|token| {
            let is_before = matches!(word(token), "before" | "until" | "prior" | "pre");
            let is_version = || {
                (token + 1..token + 4).any(|next| VERSIONS.contains(&word(next)))
                    || has_point(token + 1 + usize::from(word(token + 1) == "to"))
                    || self.names_an_edition(token + 1)
            };
            let is_old = matches!(word(token), "old" | "older" | "earlier" | "previous" | "original")
                && (VERSIONS.contains(&word(token + 1)) || BOOKS.contains(&word(token + 1)));
            (ONCE.contains(&word(token)) || is_before && is_version() || is_old)
                && !is_in_label(self.mentions, token)
        })
    }

    /// Whether a label that begins at a token, or behind an article there, is an edition: `before Repentance`.
    fn names_an_edition(&self, token: usize) -> bool {
        let mut near = self.mentions.within(&(token..token + 2));
        near.any(|mention| {
            let mut named = self.mentions.get(mention).named.iter();
            named.any(|named| matches!(named.meaning, Meaning::Edition(_)))
        })
    }

    /// Whether the figure is by how much something changes.
    fn is_change(&self) -> bool {
        const AGO: usize = 8;
        let is_points = self.word(self.figure + 1) == "points"
            || counts_percentage_points(self.page, self.figure)
            || part(self.page, self.figure).is_some()
            || self.is_signed();
        let Some((token, last)) = self.before() else { return is_points };
        let ago = token.saturating_sub(AGO).max(self.tokens.start)..token;
        // `Goes up by 5%` and `is raised by 5%`
        let is_by = || {
            let turns = token > 0 && matches!(self.word(token - 1), "up" | "down");
            last == "by" && (turns || ago.clone().any(|token| CHANGES.contains(&self.word(token))))
        };
        let is_added = || {
            matches!(
                last,
                "adds" | "add" | "adding" | "subtracts" | "plus" | "further" | "additional" | "extra"
            )
        };
        // `Takes off 5%`, `shaves 5% off`
        let is_taken = || {
            const TAKES: [&str; 8] =
                ["takes", "take", "taking", "knocks", "shaves", "cuts", "shave", "knock"];
            last == "off" && token > 0 && TAKES.contains(&self.word(token - 1))
                || TAKES.contains(&last) && self.word(self.figure + 1) == "off"
        };
        // `If he is nearly dead there is another 20% chance`
        let is_another = || {
            let figure = self.page.figure_at(self.figure).map(|figure| figure.shape);
            self.word(self.figure.saturating_sub(1)) == "another"
                && (self.word(self.figure + 1) == "chance" || matches!(figure, Some(Shape::OneIn(_))))
                && self.tokens.clone().any(|token| matches!(self.word(token), "if" | "when" | "whenever"))
        };
        // `A second roll of 25% is made`
        let is_second = || {
            let is_roll = last == "of" && token > 1 && matches!(self.word(token - 1), "roll" | "chance");
            is_roll
                && matches!(self.word(token - 2), "second" | "extra" | "additional" | "further" | "separate")
        };
        // `Replaces 10% of the keys`
        let replaces = || {
            matches!(last, "replaces" | "replace" | "replacing" | "converts" | "convert")
                && self.word(self.figure + 1) == "of"
        };
        // `Is worth a flat 5%`, and not `is worth 2.69 gold`
        let is_worth = || last == "worth" && self.page.has_chance_at(self.figure);
        is_points
            || is_by()
            || is_added()
            || is_another()
            || is_second()
            || is_taken()
            || is_worth()
            || replaces()
            || self.is_part_of_a_chance()
    }

    /// Whether a plus stands before the figure, and no word that makes it what is reached: `+4% chance`, and not `at +40%`.
    fn is_signed(&self) -> bool {
        let is_at = matches!(self.before(), Some((_, "at" | "of" | "on" | "from" | "until" | "past")));
        let is_chance = self.page.has_chance_at(self.figure);
        is_chance && self.figure > 0 && sign_at(self.page, self.figure - 1) == '+' && !is_at
    }

    /// Whether the figure says how much of a quantity there is: `25% of the damage`, `10% of your max HP`.
    fn is_of_a_quantity(&self) -> bool {
        const NEAR: usize = 5;
        let behind = self.figure + 2..self.figure + NEAR;
        self.word(self.figure + 1) == "of"
            && behind
                .into_iter()
                .any(|token| QUANTITIES.contains(&self.word(token)) && !is_in_label(self.mentions, token))
    }

    /// Whether the figure says how likely something is that no label has: `a 10% chance to poison`, `63% to drop a level`.
    fn is_of_the_unknown(&self) -> bool {
        const NEAR: usize = 6;
        let is_chance = matches!(self.word(self.figure + 1), "chance" | "probability");
        let event = self.figure + 2 + usize::from(is_chance);
        let behind = event..(event + NEAR).min(self.tokens.end);
        let is_known = || match is_chance {
            true => !self.mentions.within(&behind).is_empty(),
            false => self.mentions.has_outcome(&behind),
        };
        self.word(event - 1) == "to"
            && event < behind.end
            && !unknown_words(self.page, self.mentions, std::slice::from_ref(&(event..event + 1))).is_empty()
            && !is_known()
    }

    /// Whether words before the figure tell of so much of a chance: `half the chance`, `a third of the usual rate`.
    fn is_part_of_a_chance(&self) -> bool {
        const NEAR: usize = 5;
        const PARTS: [&str; 8] =
            ["half", "twice", "double", "triple", "thrice", "third", "quarter", "quadruple"];
        let is_part =
            |token: usize| PARTS.contains(&self.word(token)) && matches!(self.word(token + 1), "the" | "of");
        let is_chance =
            |token: usize| matches!(self.word(token), "chance" | "chances" | "odds" | "rate" | "probability");
        (self.tokens.start..self.figure)
            .any(|token| is_part(token) && (token + 2..(token + NEAR).min(self.figure)).any(is_chance))
    }

    /// Whether the figure is told under the condition that some outcome does not come, in the same sentence before it.
    fn is_otherwise(&self) -> bool {
        const NEAR: usize = 8;
        let first = self.word(self.first);
        let denies = |token: usize| {
            let word = self.word(token);
            matches!(word, "not" | "no" | "never") || word.ends_with("n't") || word.ends_with("n\u{2019}t")
        };
        let near = |token: usize| token + 1..(token + NEAR).min(self.figure);
        let condition = |token: usize| {
            matches!(self.word(token), "if" | "when" | "given" | "provided")
                && near(token).any(|denied| denies(denied) && self.mentions.has_outcome(&near(denied)))
        };
        matches!(first, "otherwise" | "else") || (self.tokens.start..self.figure).any(condition)
    }

    /// Whether the figure is told of a part by words that nobody knows: `of the blows that land, one in eleven`, `only
    /// counting swings that connect`.
    fn is_of_an_unknown_part(&self) -> bool {
        const AGO: usize = 6;
        let is_part = |token: usize| {
            let before = token.saturating_sub(AGO).max(self.tokens.start)..token;
            before.into_iter().any(|token| matches!(self.word(token), "of" | "counting" | "among"))
        };
        let is_unknown = |verb: Range<usize>| {
            !unknown_words(self.page, self.mentions, std::slice::from_ref(&verb)).is_empty()
        };
        // `Of the fish that bite 12% are eels, with bread 10%`: of these as well.
        let goes_on = |token: usize| {
            matches!(self.word(self.first), "of" | "among")
                && (token..self.figure).any(|token| self.page.has_chance_at(token))
        };
        let says = |token: usize| {
            matches!(self.word(token), "that" | "which" | "who")
                && is_part(token)
                && (is_unknown(token + 1..token + 2) || goes_on(token))
        };
        (self.tokens.start..self.figure.saturating_sub(1)).any(says)
    }

    /// Whether its sentence tells of several uses.
    fn is_of_many(&self) -> bool {
        let word = |token: usize| self.word(token);
        let whole = |token: usize| {
            word(token) == "whole"
                && matches!(
                    word(token + 1),
                    "week" | "day" | "month" | "year" | "season" | "hour" | "game" | "run"
                )
        };
        says_in_a_row(self.page, self.tokens.clone()) || self.tokens.clone().any(whole)
    }

    /// Whether the figure is one of two sides that make up all: `64% vs 36%`.
    fn is_one_side(&self) -> bool {
        let is_against =
            |token: usize| self.tokens.contains(&token) && matches!(self.word(token), "vs" | "versus");
        let chance = |token: usize| self.page.figure_at(token).filter(|figure| figure.is_chance())?.value();
        let [before, behind] = [self.figure.saturating_sub(1), self.figure + 1];
        let beside = if is_against(before) {
            before.checked_sub(1)
        } else {
            is_against(behind).then(|| {
                behind
                    + 1
                    + usize::from(self.page.word_at(behind + 1).is_none() && chance(behind + 1).is_none())
            })
        };
        let all = beside.and_then(chance).zip(chance(self.figure)).map(|(one, other)| &one + &other);
        all.is_some_and(|all| (&all - &Rational::ONE).abs() <= Rational::new(1, 100))
    }

    /// Whether it is all but the figure that something is told of.
    fn is_the_rest(&self) -> bool {
        self.is_one_side()
            || self.before().is_some_and(|(token, word)| {
                let all = token.checked_sub(1).map(|all| self.word(all)).unwrap_or_default();
                match word {
                    "but" | "except" => matches!(all, "all" | "everyone" | "everybody" | "everything"),
                    _ => false,
                }
            })
    }
}

/// Whether some words tell of one use right after the other.
pub(crate) fn says_in_a_row(page: &Page, mut tokens: Range<usize>) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    tokens.any(|token| match word(token) {
        "in" => word(token + 1) == "a" && word(token + 2) == "row",
        "on" => word(token + 1) == "the" && word(token + 2) == "trot",
        "consecutive" | "consecutively" | "succession" => true,
        // `A straight` is a hand.
        "straight" => (1..3).any(|back| token >= back && number_at(page, token - back).is_some()),
        _ => false,
    })
}
