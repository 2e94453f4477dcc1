//! Numbers in Roman numerals, as levels of things have them: `Fortune III`.

use crate::exact::Rational;
use crate::page::Page;

/// The number that a word is as a Roman numeral behind a name. One letter is a numeral where the same name stands near with a
/// longer one: `Fortune I` is beside `Fortune II`, and `I` alone is who writes.
pub(crate) fn roman(page: &Page, token: usize) -> Option<Rational> {
    const NEAR: usize = 60;
    let value = value(page.token_text(token))?;
    let name = token.checked_sub(1)?;
    // What stands in the next cell has no name.
    let end = |token: usize| page.tokens.list.get(token).map(|token| token.end as usize);
    let between = page.text.get(end(name)?..page.tokens.list.get(token)?.start as usize)?;
    let name = page.word_at(name).filter(|_| matches!(between, " " | "\u{a0}"))?;
    let is_long = |token: usize| page.token_text(token).len() > 1 && value_at(page, token).is_some();
    let near = token.saturating_sub(NEAR)..token + NEAR;
    let has_longer = || { near }.any(|other| page.word_at(other) == Some(name) && is_long(other + 1));
    (is_long(token) || has_longer()).then(|| Rational::from(value))
}

/// The value of a numeral, whatever stands before it.
pub(super) fn value_at(page: &Page, token: usize) -> Option<i64> {
    page.word_at(token).and_then(|_| value(page.token_text(token)))
}

/// The value of a numeral from 1 to 20, in capitals.
fn value(text: &str) -> Option<i64> {
    const NUMERALS: [&str; 20] = [
        "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI",
        "XVII", "XVIII", "XIX", "XX",
    ];
    // Most words are asked in vain.
    if !text.starts_with(['I', 'V', 'X']) {
        return None;
    }
    let place = NUMERALS.iter().position(|numeral| *numeral == text)?;
    i64::try_from(place + 1).ok()
}
