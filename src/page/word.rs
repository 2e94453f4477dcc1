//! Words that say as much as a figure: `never`, `halves`, `two`.

/// Words that say as much as a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// `always`, `guaranteed`
    Always,
    /// `never`, `cannot`, `can't`
    Never,
    /// `equal`, `equally`
    Equal,
    /// `unequal`, `not always`, `not equally`: a certainty or an equality that is denied.
    Denied,
    /// `increases`
    Increases,
    /// `decreases`
    Decreases,
    /// `unchanged`
    Unchanged,
    /// `affects`: one way or the other.
    Changes,
    /// `halves`, `doubles`: what it multiplies with, as numerator and denominator.
    Times(i64, i64),
    /// `two`
    Count(i64),
}

impl Word {
    /// The figure that a word stands for, in lower case.
    ///
    /// ```
    /// use trueodds::page::Word;
    /// assert_eq!(Word::read("halves"), Some(Word::Times(1, 2)));
    /// assert_eq!(Word::read("chest"), None);
    /// ```
    #[must_use]
    pub fn read(word: &str) -> Option<Word> {
        const COUNTS: [&str; 20] = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ];
        const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
        Some(match word {
            "always" | "guaranteed" | "guaranteeing" | "guarantees" | "certain" | "ensures" | "ensure"
            | "only" | "each" | "every" | "all" | "placed" => Word::Always,
            "never" | "cannot" | "can't" | "won't" | "impossible" | "not" | "no" => Word::Never,
            "equal" | "equally" => Word::Equal,
            "unequal" | "unequally" => Word::Denied,
            "increase" | "increases" | "rise" | "rises" | "raise" | "raises" | "grows" | "higher"
            | "more" => Word::Increases,
            "decrease" | "decreases" | "fall" | "falls" | "drop" | "drops" | "shrinks" | "lower" | "less" => {
                Word::Decreases
            }
            "unchanged" | "unaffected" | "same" | "normal" | "independent" => Word::Unchanged,
            "affect" | "affects" | "change" | "changes" | "modify" | "modifies" => Word::Changes,
            "halves" | "halving" | "half" => Word::Times(1, 2),
            "thirds" => Word::Times(1, 3),
            "quarters" | "quarter" => Word::Times(1, 4),
            "doubles" | "doubling" | "twice" | "double" => Word::Times(2, 1),
            "triples" | "triple" | "thrice" => Word::Times(3, 1),
            "an" | "another" | "extra" | "additional" => Word::Count(1),
            "both" => Word::Count(2),
            "twenty" => Word::Count(20),
            "thirty" => Word::Count(30),
            "forty" => Word::Count(40),
            "fifty" => Word::Count(50),
            "sixty" => Word::Count(60),
            "seventy" => Word::Count(70),
            "eighty" => Word::Count(80),
            "ninety" => Word::Count(90),
            "hundred" => Word::Count(100),
            _ => {
                let place = COUNTS.iter().position(|count| *count == word);
                let place =
                    place.or_else(|| ORDINALS.iter().position(|count| *count == word).map(|at| at + 1));
                Word::Count(i64::try_from(place?).ok()?)
            }
        })
    }

    /// What a word says after "not".
    #[must_use]
    pub(super) fn denied(self) -> Word {
        match self {
            Word::Always | Word::Equal => Word::Denied,
            other => other,
        }
    }
}
