//! The numbers beside labels, and what a label gives with one: `luck 5`, `fewer than two keys`, `with five`.

use std::ops::Range;

use crate::check::model::Declaration;
use crate::check::{InputId, Kind, Model};
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names, stem};
use crate::page::{Ends, Page, Shape, TokenKind, Word};
use crate::value::Value;

use super::mention::Mention;
use super::roman::roman;
use super::short::is_capital;

/// Whether a label stands for an input or a state that takes a number, and this one where one is told.
pub(super) fn takes_number(names: &Names<'_>, named: &Named, number: Option<&Rational>) -> bool {
    let Some((model, declaration)) = declared(names, named) else { return false };
    matches!(declaration.kind, Kind::Integer | Kind::Number)
        && number.is_none_or(|number| model.check_number(declaration, number.clone()).is_ok())
}

/// The same for one with digits after its point.
pub(super) fn takes_decimal(names: &Names<'_>, named: &Named) -> bool {
    declared(names, named).is_some_and(|(_, declaration)| declaration.kind == Kind::Number)
}

/// The declaration of an input or a state that a label stands for.
fn declared<'n>(names: &Names<'n>, named: &Named) -> Option<(&'n Model, &'n Declaration)> {
    let model = &names.mechanics.get(named.mechanic)?.model;
    match named.meaning {
        Meaning::Input(input) => Some((model, &model[input].declaration)),
        Meaning::State(state) => Some((model, &model[state].declaration)),
        _ => None,
    }
}

/// Whether a number is one of what was spoken of before: `at \u{2212}10`, `(+5)`. Where something starts or stays there
/// the number is what is said of it.
pub(super) fn stands_alone(page: &Page, token: usize) -> bool {
    const STATES: [&str; 8] = ["starts", "begins", "start", "begin", "back", "stays", "stops", "ends"];
    let Some(figure) = page.figure_at(token) else { return false };
    let text = page.text.get(figure.range.clone()).unwrap_or_default();
    let plus = matches!(page.tokens.list[token - 1].kind, TokenKind::Symbol('+'));
    let before = token - 1 - usize::from(plus && token > 1);
    let word = |back: usize| page.word_before(before, back);
    let is_bracketed = matches!(page.tokens.list[before].kind, TokenKind::Symbol('('));
    let is_told = word(0) == Some("at") && !word(1).is_some_and(|word| STATES.contains(&word));
    let Shape::Number(number) = &figure.shape else { return false };
    // `At the very bottom, −40, it is half.`
    let is_beside = sign_at(page, before) == ',' && matches!(sign_at(page, token + 1), ',' | ':' | ';');
    // `The floor is −40, where 43% are rare`
    let is_stated =
        word(0) == Some("is") && sign_at(page, token + 1) == ',' && page.word_at(token + 2) == Some("where");
    let is_below = number.value.is_negative();
    // `Who runs it all the way to −40 sees 43%`
    let is_reached =
        || is_below && matches!(word(0), Some("to" | "of" | "past")) && chance_follows(page, token);
    let is_signed = plus || is_below || text.starts_with('&');
    number.places == 0 && is_signed && (is_bracketed || is_told || is_beside || is_stated || is_reached())
}

/// The sign that a token is; a space for a word and a figure.
pub(crate) fn sign_at(page: &Page, token: usize) -> char {
    match page.tokens.list.get(token).map(|token| token.kind) {
        Some(TokenKind::Symbol(sign)) => sign,
        _ => ' ',
    }
}

/// Whether a chance is the next figure of the sentence.
fn chance_follows(page: &Page, token: usize) -> bool {
    const FAR: usize = 20;
    let ends = |token: &usize| !matches!(sign_at(page, *token), '.' | ';');
    let is_said = |token: &usize| !page.word_at(*token).is_some_and(counts_by_the_way);
    let after = (token + 1..page.tokens.list.len().min(token + FAR)).take_while(ends);
    let mut figures = after.filter(is_said).filter_map(|token| page.figure_at(token));
    figures.next().is_some_and(|figure| figure.is_chance())
}

/// Whether a number goes on with what one before it counted: `at 10 it is 35%`, `with five you get`.
pub(crate) fn goes_on(page: &Page, token: usize) -> bool {
    const AFTER: [&str; 22] = [
        "it", "you", "the", "in", "this", "that", "they", "only", "still", "already", "we", "a", "an",
        "even", "just", "there", "is", "are", "and", "but", "then", "your",
    ];
    let is_told = matches!(page.word_before(token, 1), Some("at" | "with"));
    let next = page.tokens.list.get(token + 1).map(|token| token.kind);
    let ends = match next {
        None | Some(TokenKind::Symbol(',' | '.' | ';' | ':' | ')') | TokenKind::LineEnd) => true,
        _ => {
            let states = page.has_chance_at(token + 1);
            states || page.word_at(token + 1).is_some_and(|word| AFTER.contains(&word))
        }
    };
    is_told && ends && number_at(page, token).is_some_and(|number| number.is_integer())
}

/// Whether a number is one of points of what was spoken of before: `two points to 12%`.
pub(super) fn counts_points(page: &Page, token: usize) -> bool {
    let is_points = matches!(page.word_at(token + 1), Some("point" | "points"));
    let is_bracketed = token > 0 && page.tokens.list[token - 1].kind == TokenKind::Symbol('(');
    // `One point likelier` is a change and no number of points.
    let is_change = matches!(
        page.word_at(token + 2),
        Some("likelier" | "more" | "less" | "higher" | "lower" | "better" | "worse" | "up" | "down")
    );
    let is_other = page.word_at(token + 2) == Some("of") || is_change;
    is_points && !is_other && !is_bracketed && number_at(page, token).is_some()
        || counts_the_next(page, token)
}

/// `One point takes it to 17%, a second one to 12%`
fn counts_the_next(page: &Page, token: usize) -> bool {
    const AGO: usize = 16;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let is_next = matches!(word(token), "second" | "third" | "fourth" | "fifth")
        && matches!(word(token.saturating_sub(1)), "a" | "the")
        && matches!(
            word(token + 1),
            "one" | "to" | "takes" | "brings" | "makes" | "lowers" | "raises" | "gives"
        );
    is_next && (token.saturating_sub(AGO)..token).any(|before| matches!(word(before), "point" | "points"))
}

/// Whether a number is one of what was spoken of before: `with seven of them`.
pub(super) fn counts_them(page: &Page, token: usize) -> bool {
    let word = |token: usize| page.word_at(token);
    let before = |back: usize| token.checked_sub(back).and_then(word);
    let is_told = matches!(before(1), Some("with" | "from" | "having" | "for"))
        || matches!(before(2), Some("with" | "has" | "have"))
            && matches!(before(1), Some("only" | "exactly" | "all" | "just"));
    is_told
        && word(token + 1) == Some("of")
        && matches!(word(token + 2), Some("them" | "these" | "those"))
        && number_at(page, token).is_some_and(|number| number.is_integer())
}

/// Whether a word says how many there are and is no number: `an`, `both`.
pub(super) fn counts_by_the_way(word: &str) -> bool {
    matches!(word, "an" | "another" | "extra" | "additional" | "both")
}

/// A plain number: in digits, or as a word that counts.
pub(crate) fn number_at(page: &Page, token: usize) -> Option<Rational> {
    if page.word_at(token).is_some_and(counts_by_the_way) {
        return None;
    }
    match page.figure_at(token).map(|figure| figure.shape) {
        Some(Shape::Number(number)) => Some(number.value),
        Some(Shape::Word(Word::Count(count))) => Some(Rational::from(count)),
        Some(_) => None,
        None => roman(page, token).or_else(|| how_often(page, token)),
    }
}

/// The sign of what is had more than once: `×2`.
const TIMES: char = '\u{d7}';

/// How often something is had, in one word: `x2`, `2x`.
fn how_often(page: &Page, token: usize) -> Option<Rational> {
    let word = page.word_at(token)?;
    let number = word.strip_prefix('x').or_else(|| word.strip_suffix('x'))?;
    number.parse().ok().map(|number: u32| Rational::from(i64::from(number)))
}

/// The range of numbers behind a label, with its token: `floors 41–80`, `a depth of 30 to 59`.
pub(crate) fn range_behind(page: &Page, label: usize) -> Option<(usize, Rational, Rational)> {
    let joins = matches!(page.word_at(label), Some("of" | "from" | "between"));
    let token = label + usize::from(joins);
    interval_at(page, token).map(|(low, high)| (token, low, high))
}

/// The ends of a range of whole numbers: `41–80`.
pub(crate) fn interval_at(page: &Page, token: usize) -> Option<(Rational, Rational)> {
    let figure = page.figure_at(token)?;
    let Ends { low, high, percent } = figure.shape.ends()?;
    let is_whole = low.value < high.value && low.value.is_integer() && high.value.is_integer();
    (!percent && is_whole).then(|| (low.value.clone(), high.value.clone()))
}

/// Whether a plain number has digits after its point.
pub(crate) fn has_places(page: &Page, token: usize) -> bool {
    matches!(page.figure_at(token).map(|figure| figure.shape), Some(Shape::Number(number)) if number.places > 0)
}

/// Whether a word may stand between a label and its number.
fn joins(page: &Page, token: usize) -> bool {
    const WORDS: [&str; 22] = [
        "copies", "copy", "x", "of", "is", "at", "to", "equals", "stat", "or", "more", "least", "full",
        "capped", "stands", "begins", "starts", "point", "points", "exactly", "number", "single",
    ];
    match page.tokens.list.get(token).map(|token| token.kind) {
        Some(TokenKind::Symbol(sign)) => {
            matches!(sign, '=' | ':' | '+' | '\u{2265}' | '>' | '\'' | '-' | TIMES)
        }
        _ => page.word_at(token).is_some_and(|word| WORDS.contains(&word) || matches!(word, "id" | "no")),
    }
}

/// Whether a word tells how what a label stands for came to its number.
pub(super) fn is_said_of(page: &Page, token: usize) -> bool {
    const WORDS: [&str; 22] = [
        "has", "have", "had", "was", "been", "come", "comes", "came", "gone", "down", "up", "reached",
        "reaches", "fallen", "dropped", "sits", "sank", "sunk", "now", "already", "says", "shows",
    ];
    page.word_at(token).is_some_and(|word| WORDS.contains(&word))
}

/// The number that belongs to a label: `luck 5`, `luck of 5`, `5 luck`, `2 or more keys`. With the token it is.
pub(crate) fn number_of(page: &Page, mention: &Mention, within: &Range<usize>) -> Option<(usize, Rational)> {
    const BETWEEN: usize = 3;
    if let Some(number) = &mention.number {
        return Some((mention.tokens.start, number.clone()));
    }
    let mut after = mention.tokens.end;
    let mut end = after + BETWEEN;
    while after < within.end && after < end {
        if mention.holds && after > mention.tokens.end {
            break;
        }
        if let Some(number) = number_at(page, after) {
            return Some((after, number));
        }
        // `the offset has come down to −10`
        let is_said = is_said_of(page, after);
        end += usize::from(is_said);
        if !joins(page, after) && !is_said {
            break;
        }
        after += 1;
    }
    let mut before = mention.tokens.start;
    // `One single point of luck`
    while before > within.start && before + BETWEEN + 1 > mention.tokens.start {
        before -= 1;
        if let Some(number) = number_at(page, before) {
            return Some((before, number));
        }
        if !joins(page, before) {
            break;
        }
        // `A single point of luck`
        let is_one = matches!(page.word_at(before), Some("point" | "single"));
        if is_one && before > within.start && page.word_at(before - 1) == Some("a") {
            return Some((before, Rational::ONE));
        }
    }
    None
}

/// `a Contract from Below`: one of what is counted from 0. So is what has a name of several words. `A failure` is what
/// comes, though a state may count them, and `a level is lost` says what becomes of a state.
fn is_one(page: &Page, mention: &Mention, declaration: &Declaration) -> bool {
    let before = page.word_before(mention.tokens.start, 1);
    let words = || mention.tokens.clone().filter_map(|token| page.word_at(token));
    let is_label = |word: &str| declaration.label.to_lowercase().split(' ').any(|own| own == word);
    let is_one_of_many = || words().count() > 2 && !words().all(is_label);
    let is_event = || words().any(|word| is_miss(&stem(word)));
    // `The Contract` for one of Contracts from Below: a name in the singular.
    let is_singular = || {
        let label = declaration.label.to_lowercase();
        let plural = label.split_once(' ').map(|(first, _)| first);
        let is_it = |word: &str| plural.is_some_and(|plural| plural.strip_suffix('s') == Some(word));
        mention.tokens.len() == 1 && is_capital(page, mention.tokens.start) && words().all(is_it)
    };
    (matches!(before, Some("a" | "an")) || is_one_of_many() || is_singular())
        && declaration.kind == Kind::Integer
        && declaration.range.low.as_ref().is_some_and(Rational::is_zero)
        && !is_event()
}

/// Whether a word, as [`stem`] has it, is one for a use that gave nothing.
pub(crate) fn is_miss(stem: &str) -> bool {
    matches!(stem, "fail" | "miss" | "lose" | "blank" | "dud")
}

/// Whether a number is one too many: `fewer than two keys`, `less than 5 coins`.
fn is_fewer(page: &Page, token: usize) -> bool {
    let word = |back: usize| page.word_before(token, back);
    matches!((word(2), word(1)), (Some("fewer" | "less"), Some("than")))
}

/// What a choice is that is not one of its values, where it has two: `not on Hard`.
fn other(model: &Model, input: InputId, value: &Value) -> Option<Value> {
    let variants = model.variants(model[input].declaration.kind).len();
    match value {
        Value::Variant(value) if variants == 2 => Some(Value::Variant(1 - *value)),
        _ => None,
    }
}

/// What a label gives in a mechanic: an input or a state and its value. With the token of its number, where it has
/// one.
#[derive(Debug, Clone)]
pub(crate) struct Gives {
    pub(crate) meaning: Meaning,
    pub(crate) value: Value,
    pub(crate) number: Option<usize>,
}

/// `None` where a label gives nothing in a mechanic: it is an outcome, or a number that stands nowhere.
pub(crate) fn gives(
    page: &Page,
    names: &Names<'_>,
    mention: &Mention,
    mechanic: usize,
    within: &Range<usize>,
) -> Option<Gives> {
    let model = &names.mechanics.get(mechanic)?.model;
    // A table asks for what its ranges hold in another way.
    let in_table = || {
        let start = page.tokens.list.get(mention.tokens.start).map_or(0, |token| token.start as usize);
        page.outline.cell_at(start).is_some()
    };
    let range = || {
        let found = range_behind(page, mention.tokens.end);
        found.filter(|(token, ..)| within.contains(token) && !in_table())
    };
    let numbered = |declaration: &Declaration, meaning: &Meaning| {
        let (token, number) = match number_of(page, mention, within) {
            Some((token, number)) if is_fewer(page, token) => (Some(token), &number - &Rational::ONE),
            Some((token, number)) => (Some(token), number),
            // What holds from one number on to another is asked for at the first.
            None if let Some((token, low, _)) = range() => (Some(token), low),
            None if mention.denied => (None, Rational::ZERO),
            None if is_one(page, mention, declaration) => (None, Rational::ONE),
            None => return None,
        };
        let value = model.check_number(declaration, number).ok()?;
        Some(Gives { meaning: meaning.clone(), value, number: token })
    };
    let own = mention.named_in(mechanic);
    own.into_iter().find_map(|named| match &named.meaning {
        Meaning::Is(_, Value::Flag(true)) if mention.denied => {
            Some(Gives { meaning: named.meaning.clone(), value: Value::Flag(false), number: None })
        }
        Meaning::Is(input, value) => {
            let value = if mention.denied { other(model, *input, value)? } else { value.clone() };
            Some(Gives { meaning: named.meaning.clone(), value, number: None })
        }
        Meaning::StateIs(state, value) if !mention.denied => {
            Some(Gives { meaning: Meaning::State(*state), value: value.clone(), number: None })
        }
        Meaning::Input(input) => {
            let declaration = &model[*input].declaration;
            numbered(declaration, &named.meaning)
                .or_else(|| at_an_end(page, mention, declaration, &named.meaning))
        }
        Meaning::State(state) if model[*state].declaration.kind == Kind::Flag => {
            Some(Gives { meaning: named.meaning.clone(), value: Value::Flag(!mention.denied), number: None })
        }
        Meaning::State(_) if is_one_that_changes(page, mention) => None,
        Meaning::State(state) => numbered(&model[*state].declaration, &named.meaning),
        _ => None,
    })
}

/// The greatest or the least that an input can be, where words before it say so: `at the maximum rod level`.
fn at_an_end(page: &Page, mention: &Mention, declaration: &Declaration, meaning: &Meaning) -> Option<Gives> {
    // `With all rings on`, `with all the rings`
    let word = |back: usize| page.word_before(mention.tokens.start, back);
    let articles = usize::from(word(1) == Some("the"));
    let is_part =
        matches!(page.word_at(mention.tokens.end), Some("but" | "except" | "save" | "minus" | "you"));
    if word(1 + articles) == Some("all") && word(2 + articles) == Some("with") && !is_part {
        let all = declaration.range.high.clone().filter(Rational::is_integer)?;
        return Some(Gives { meaning: meaning.clone(), value: Value::Number(all), number: None });
    }
    let end = match word(1)? {
        "maximum" | "max" | "maximal" | "highest" | "top" | "greatest" => &declaration.range.high,
        "minimum" | "min" | "minimal" | "lowest" => &declaration.range.low,
        _ => return None,
    };
    let value = Value::Number(end.clone().filter(Rational::is_integer)?);
    Some(Gives { meaning: meaning.clone(), value, number: None })
}

/// Whether a state without a number stands behind an article, and behind nothing that says what is given: `takes a level
/// away`, and not `with a charge left`.
pub(crate) fn is_one_that_changes(page: &Page, mention: &Mention) -> bool {
    let word = |back: usize| page.word_before(mention.tokens.start, back);
    let all = 0..page.tokens.list.len();
    matches!(word(1), Some("a" | "an"))
        && !matches!(
            word(2),
            Some("with" | "after" | "at" | "having" | "has" | "have" | "on" | "if" | "when" | "without")
        )
        && number_of(page, mention, &all).is_none()
}
