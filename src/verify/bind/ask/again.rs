//! Two figures that say the same in different forms: `35.7%, which is 5 in 14`.

use std::mem::discriminant;

use super::bound::Bound;
use super::candidate::Candidate;
use super::follow::told;
use crate::page::Page;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::places::Placed;

/// Whether the second of two figures says the first again in another form: `35.7%, which is 5 in 14`.
fn says_again(page: &Page, first: &Placed, second: &Placed) -> bool {
    const BETWEEN: usize = 10;
    const SAME: [&str; 15] = [
        "which", "that", "that's", "thats", "or", "so", "i", "ie", "namely", "meaning", "equals", "equal",
        "words", "differently", "exact",
    ];
    const JOINS: [&str; 38] = [
        "is", "are", "e", "s", "about", "roughly", "exactly", "around", "nearly", "almost", "to", "be", "a",
        "an", "the", "of", "time", "times", "cases", "rooms", "floors", "runs", "in", "other", "put", "just",
        "only", "approximately", "it's", "it", "slightly", "more", "less", "than", "bit", "say", "little",
        "over",
    ];
    let between = first.token + 1..second.token;
    if between.len() > BETWEEN {
        return false;
    }
    let says = |token: usize| match page.word_at(token) {
        Some(word) => SAME.contains(&word),
        None => matches!(sign_at(page, token), '(' | '=' | '\u{2248}'),
    };
    let joins = |token: usize| match page.word_at(token) {
        Some(word) => {
            let is_of = page.word_before(token, 1) == Some("of");
            SAME.contains(&word) || JOINS.contains(&word) || is_of && word.ends_with('s')
        }
        None => page.figure_at(token).is_none() && sign_at(page, token) != ';',
    };
    // A sentence ends between them only where the next one points back.
    let ends = |token: usize| {
        sign_at(page, token) == '.'
            && !page
                .word_at(token + 1)
                .is_some_and(|word| word.starts_with("that") || matches!(word, "e" | "about" | "in"))
    };
    between.clone().any(says) && between.clone().all(joins) && !{ between }.any(ends)
}

/// Whether the second of two figures stands alone in brackets and in another form: `three quarters hold something better
/// than that (75%)`, `on a roll of 1 on a die (a 16.7% chance)`.
fn stands_in_brackets(page: &Page, first: &Placed, second: &Placed) -> bool {
    const BETWEEN: usize = 16;
    let is_article = second.token > 0 && page.word_at(second.token - 1) == Some("a");
    let open = (second.token - usize::from(is_article)).saturating_sub(1);
    let close = second.token + 1 + usize::from(page.word_at(second.token + 1) == Some("chance"));
    let between = first.token + 1..open;
    let is_one = |token: usize| {
        let ends = matches!(sign_at(page, token), '.' | ';' | ':' | '!' | '?' | '(' | ')');
        page.figure_at(token).is_none() && !ends
    };
    let is_enclosed = (sign_at(page, open), sign_at(page, close)) == ('(', ')');
    first.block == second.block && is_enclosed && between.len() <= BETWEEN && { between }.all(is_one)
}

/// Two figures of a text that say the same in different forms: what the one is about, the other is too.
pub(crate) fn say_again(page: &Page, first: &mut Bound, second: &Placed, candidates: &mut Vec<Candidate>) {
    let is_other = discriminant(&first.placed.figure.shape) != discriminant(&second.figure.shape);
    if first.placed.place.in_table || second.place.in_table || !is_other {
        return;
    }
    let again = |candidate: &Candidate| Candidate { full: true, left: Some(Vec::new()), ..candidate.clone() };
    let gives = |candidate: &Candidate| candidate.full && second.is(&candidate.value);
    if stands_in_brackets(page, &first.placed, second) && !candidates.iter().any(gives) {
        let told: Vec<Candidate> = told(first).into_iter().filter(|told| told.full).cloned().collect();
        if !told.is_empty() {
            candidates.iter_mut().for_each(|candidate| candidate.full = false);
            candidates.extend(told);
            return;
        }
    }
    if !says_again(page, &first.placed, second) {
        return;
    }
    let is_full = |all: &[Candidate]| all.iter().any(|candidate| candidate.full);
    let of_second: Vec<Candidate> = candidates.iter().filter(|own| gives(own)).map(again).collect();
    if !is_full(&first.candidates) {
        first.candidates.extend(of_second);
    }
    if !is_full(candidates) {
        candidates.extend(told(first).into_iter().map(again));
    }
}
