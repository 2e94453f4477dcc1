//! What the words and signs right before and behind a figure make of it.

use super::figure::{Hedge, Shape};
use super::lexer::{Token, TokenKind, Tokens};

/// Tokens before a figure that are looked at.
const NEAR: usize = 5;

/// Words that hedge the figure behind them.
const ABOUT: [&str; 17] = [
    "about", "around", "roughly", "approximately", "approx", "circa", "some", "nearly", "almost", "close",
    "near", "estimated", "practically", "virtually", "quite", "say", "like",
];
const LEAST: [&str; 10] =
    ["over", "above", "exceed", "exceeds", "exceeding", "beyond", "least", "minimum", "past", "upwards"];
const MOST: [&str; 5] = ["under", "below", "beneath", "most", "maximum"];
/// Words that turn a bound: `never exceeds 15%`.
const DENIALS: [&str; 8] = ["no", "not", "never", "cannot", "can't", "doesn't", "don't", "won't"];
/// Words that may stand between such a word and a bound.
const MOVES: [&str; 14] = [
    "get", "gets", "go", "goes", "be", "is", "rise", "rises", "fall", "falls", "drop", "drops", "climb",
    "climbs",
];
/// Words that may stand between: `at least a 5%`.
const BETWEEN: [&str; 9] = ["a", "an", "the", "than", "to", "of", "at", "every", "base"];

/// Whether a word hedges a figure.
pub(super) fn is_hedge(word: &str) -> bool {
    ABOUT.contains(&word) || LEAST.contains(&word) || MOST.contains(&word)
}

/// Whether a word says that what is behind it is rough.
pub(super) fn is_rough(word: &str) -> bool {
    ABOUT.contains(&word)
}

/// What goes up to a figure comes to it: that is no bound.
const RISES: [&str; 29] = [
    "go", "goes", "going", "gone", "went", "is", "are", "it's", "was", "were", "climb", "climbs", "rise",
    "rises", "rising", "get", "gets", "jump", "jumps", "back", "move", "moves", "it", "that", "this", "them",
    "these", "chance", "odds",
];

/// Marks all figures.
pub(super) fn mark(tokens: &mut Tokens) {
    for at in 0..tokens.list.len() {
        let TokenKind::Figure(index) = tokens.list[at].kind else { continue };
        let before = before(tokens, at);
        let hedge = before.or_else(|| behind(tokens, at));
        let Some(figure) = tokens.figures.get_mut(index as usize) else { continue };
        let own = match figure.shape {
            // Its `~` is that of the percentage.
            Shape::Both(_) => figure.hedge,
            _ if figure.approximate => Hedge::About,
            _ => figure.hedge,
        };
        figure.hedge = hedge.unwrap_or(own);
    }
}

fn word(tokens: &Tokens, at: usize) -> &str {
    match tokens.list.get(at).map(|token| token.kind) {
        Some(TokenKind::Word(number)) => tokens.words.text(number),
        _ => "",
    }
}

/// Whether `<` or `>` begins a line or is part of an arrow.
fn is_mark(tokens: &Tokens, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.list.get(before));
    match before.map(|token| token.kind) {
        // `&gt;99.99%` in a cell of HTML quotes nothing.
        None | Some(TokenKind::LineEnd) => {
            let is_quote = |token: &Token| {
                token.kind == TokenKind::Symbol('>') && token.start > 0 && token.end - token.start == 1
            };
            tokens.list.get(at).is_some_and(is_quote)
        }
        Some(TokenKind::Symbol('-' | '=')) => {
            before.map(|token| token.end) == tokens.list.get(at).map(|token| token.start)
        }
        _ => false,
    }
}

fn before(tokens: &Tokens, figure: usize) -> Option<Hedge> {
    let mut compared = false;
    for at in (figure.saturating_sub(NEAR)..figure).rev() {
        match tokens.list[at].kind {
            TokenKind::Symbol('~' | '\u{2248}' | '\u{223c}' | '\u{b1}') => return Some(Hedge::About),
            // A line that is quoted, an arrow.
            TokenKind::Symbol('<' | '>') if is_mark(tokens, at) => return None,
            TokenKind::Symbol('.') => {
                return ["approx", "ca", "c", "est", "circ"]
                    .contains(&word(tokens, at - at.min(1)))
                    .then_some(Hedge::About);
            }
            TokenKind::Symbol('<' | '\u{2264}') => return Some(Hedge::Most),
            TokenKind::Symbol('>' | '\u{2265}') => return Some(Hedge::Least),
            TokenKind::Symbol('(' | '[' | '\'' | '*' | '"' | '$') => {}
            TokenKind::Word(_) => {
                let word = word(tokens, at);
                let denies = |at: usize| DENIALS.contains(&self::word(tokens, at));
                // `Never gets above 15%`
                let moves = || at > 1 && MOVES.contains(&self::word(tokens, at - 1)) && denies(at - 2);
                let denied = at > 0 && (denies(at - 1) || moves());
                let turned = |hedge| match (denied, hedge) {
                    (true, Hedge::Least) => Hedge::Most,
                    (true, Hedge::Most) => Hedge::Least,
                    (_, hedge) => hedge,
                };
                match word {
                    // `Not even 40%`
                    "even" if denied => return Some(Hedge::Most),
                    _ if ABOUT.contains(&word) => return Some(Hedge::About),
                    _ if LEAST.contains(&word) => return Some(turned(Hedge::Least)),
                    _ if MOST.contains(&word) => return Some(turned(Hedge::Most)),
                    "more" | "greater" | "higher" | "better" if compared => {
                        return Some(turned(Hedge::Least));
                    }
                    "less" | "fewer" | "lower" | "smaller" if compared => return Some(turned(Hedge::Most)),
                    "to" if at > 0 && self::word(tokens, at - 1) == "up" => {
                        let before = at.checked_sub(2);
                        // `from 49% up to 69%`
                        let kind = before.map(|before| tokens.list[before].kind);
                        let verb = before.map_or("", |verb| self::word(tokens, verb));
                        let comes = matches!(kind, Some(TokenKind::Figure(_)))
                            || RISES.contains(&verb)
                            || begins_before(tokens, at - 1);
                        return (!comes).then_some(Hedge::Most);
                    }
                    _ if !BETWEEN.contains(&word) => return None,
                    _ => compared |= word == "than",
                }
            }
            _ => return None,
        }
    }
    None
}

/// Whether a token stands behind where something begins that goes up to a figure: `from 1% as a stranger up to 8%`.
fn begins_before(tokens: &Tokens, at: usize) -> bool {
    const FAR: usize = 12;
    let is_end = |kind: TokenKind| matches!(kind, TokenKind::Symbol('.' | ';' | ':'));
    let states = |at: usize| {
        let kind = |at: usize| tokens.list.get(at).map(|token| token.kind);
        (at + 1..at + 3).any(|next| matches!(kind(next), Some(TokenKind::Figure(_))))
    };
    let before = (at.saturating_sub(FAR)..at).rev();
    before.take_while(|at| !is_end(tokens.list[*at].kind)).any(|at| word(tokens, at) == "from" && states(at))
}

/// `5%+`, `5% or more`, `5% or so`
fn behind(tokens: &Tokens, figure: usize) -> Option<Hedge> {
    let end = tokens.list[figure].end;
    if matches!(tokens.list.get(figure + 1), Some(Token { start, kind: TokenKind::Symbol('+'), .. }) if *start == end)
    {
        let next = tokens.list.get(figure + 2).map(|token| token.kind);
        return (!matches!(next, Some(TokenKind::Figure(_)))).then_some(Hedge::Least);
    }
    match (word(tokens, figure + 1), word(tokens, figure + 2)) {
        ("or", "so" | "thereabouts") | ("give", "or") => Some(Hedge::About),
        ("or", "more" | "higher" | "better" | "above" | "greater") => Some(Hedge::Least),
        ("or", "less" | "lower" | "fewer" | "below" | "worse") => Some(Hedge::Most),
        _ => None,
    }
}
