//! What a chance means for a player, in a line.

use super::super::block::{Block, Text};
use super::Frame;
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};

/// A line that stands below the table of one scenario; beside others nobody could tell whose it is.
pub(super) fn line<'a>(frame: Frame<'a>, words: impl FnOnce() -> String) -> Option<Block<'a>> {
    (frame.scenarios.len() == 1).then(|| Block::Aside(Text::plain(words())))
}

/// How many runs have something of this chance: `about 1 run in 57`, `every run`.
pub(super) fn runs(chance: &Rational) -> String {
    let rest = &Rational::ONE - chance;
    if rest.is_zero() {
        return "every run".to_owned();
    }
    let Some(one_in) = Rational::ONE.checked_div(chance) else { return "no run".to_owned() };
    if *chance > Rational::new(1, 2) {
        return format!("all but {}", runs(&rest));
    }
    // Two digits say enough of a small number, whole ones of a greater.
    let places = usize::from(one_in < Rational::from(10));
    let rounded = round(&one_in, places, Rounding::HalfUp);
    let about = if rounded.exact { "" } else { "about " };
    format!("{about}1 run in {}", rounded.trimmed())
}

/// Which side of what was seen is the rarer, and how rare it is; `at_most` and `at_least` are the shares of runs on
/// either side, what was seen included.
pub(super) fn standing(seen: &str, at_most: &Rational, at_least: &Rational) -> String {
    let (side, chance) = if at_least < at_most { ("more", at_least) } else { ("fewer", at_most) };
    let unusual = if *chance > Rational::new(1, 5) { "Nothing unusual: " } else { "" };
    format!("{unusual}{seen} or {side} in {}.", runs(chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_runs() {
        let text = |top, bottom| runs(&Rational::new(top, bottom));
        assert_eq!(text(1, 57), "1 run in 57");
        assert_eq!(text(2, 113), "about 1 run in 57");
        assert_eq!(text(3, 10), "about 1 run in 3.3");
        assert_eq!(text(1, 4), "1 run in 4");
        assert_eq!(text(97, 100), "all but about 1 run in 33");
        assert_eq!((text(0, 1), text(1, 1)), ("no run".to_owned(), "every run".to_owned()));
    }

    #[test]
    fn the_rarer_side_is_told() {
        let told =
            |at_most, at_least| standing("9", &Rational::new(at_most, 20), &Rational::new(at_least, 20));
        assert_eq!(told(19, 2), "9 or more in 1 run in 10.");
        assert_eq!(told(1, 20), "9 or fewer in 1 run in 20.");
        assert_eq!(told(12, 10), "Nothing unusual: 9 or more in 1 run in 2.");
    }
}
