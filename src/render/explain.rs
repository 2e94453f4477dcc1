//! Explanations: terminal, Markdown, wikitext with `<math>`, LaTeX, JSON.

use super::latex::escape as latex_escape;
use super::markdown::escape as markdown_escape;
use super::wikitext::escape as wiki_escape;
use super::{Format, Style, wrap};
use crate::diagnostic::printable;
use crate::exact::Rational;
use crate::query::report::{Cell, Shown, Text};
use crate::query::{Amount, ExplainedDraw, Explanation, RuleNote, explanations_json, tex_name, tex_number};

/// Explanations about a mechanic in a format; `None` where the format has none.
///
/// ```
/// use trueodds::render::{Format, Style, explanations};
///
/// assert!(explanations("isaac/room-clear-award", &[], Format::Csv, &Style::default()).is_none());
/// ```
#[must_use]
pub fn explanations(mechanic: &str, found: &[Explanation], format: Format, style: &Style) -> Option<String> {
    let each =
        |render: &dyn Fn(&Explanation) -> String| found.iter().map(render).collect::<Vec<_>>().join("\n");
    let text = match format {
        Format::Terminal => each(&|one| terminal(one, style)),
        Format::Markdown => each(&|one| markdown(one, style)),
        Format::Wikitext => each(&|one| wikitext(one, style)),
        Format::Latex => each(&|one| latex(one, style)),
        // JSON escapes what it must.
        Format::Json => return Some(format!("{:#}\n", explanations_json(mechanic, found))),
        _ => return None,
    };
    // The lines of the source are whoever's wrote them.
    Some(printable(&text).into_owned())
}

fn answer(one: &Explanation, style: &Style) -> String {
    let cell = match &one.amount {
        Amount::Probability(number) => Cell::Probability(number.clone(), Shown::Both),
        _ => Cell::Number(one.value()),
    };
    style.answer(&cell, Text::to_plain)
}

/// `27/125 = 1/50 + 49/50 · 1/5`; only one side where both are the same number.
fn equation(left: &str, right: &str) -> String {
    if left == right { left.to_owned() } else { format!("{left} = {right}") }
}

/// What a wiki or a reader sees of a minus sign and a times sign.
fn typeset(text: &str) -> String {
    text.replace(" - ", " \u{2212} ").replace("(-", "(\u{2212}")
}

fn infix(formula: &crate::query::ExplainedFormula) -> String {
    typeset(&formula.infix("\u{b7}"))
}

/// `special-rooms.odds:202`, `room-clear-award.odds:79 to 104`
fn place(draw: &ExplainedDraw) -> String {
    let until = draw
        .until
        .filter(|line| *line != draw.origin.line)
        .map(|line| format!(" to {line}"))
        .unwrap_or_default();
    format!("{}{until}", draw.origin.place())
}

/// `rule dice = 1/50 (repentance-plus): Level Generation, …`
fn rule(note: &RuleNote) -> String {
    let by = note.rule_set.as_ref().map(|set| format!(" (set by {set})")).unwrap_or_default();
    let source = note.source.as_ref().map(|source| format!(": {source}")).unwrap_or_default();
    format!("rule {} = {}{by}{source}", note.name, note.value)
}

/// What kind of draw it is where that says more than the text, and its rules.
fn remarks(draw: &ExplainedDraw) -> impl Iterator<Item = String> + '_ {
    draw.kind.iter().cloned().chain(draw.origin.rules.iter().map(rule))
}

/// Numbers of a draw in one text: `1/50 yes: is_dice = true; 49/50 no`
fn numbers(
    draw: &ExplainedDraw,
    number: impl Fn(&Rational) -> String,
    words: impl Fn(&str) -> String,
) -> String {
    let each = draw.numbers.iter().map(|(value, what)| format!("{} {}", number(value), words(what)));
    each.collect::<Vec<_>>().join("; ")
}

/// Lines of at most so many columns; what goes on is indented further.
struct Lines {
    width: usize,
    out: String,
}

impl Lines {
    fn line(&mut self, text: &str, first: usize, further: usize) {
        const LEAST: usize = 20;
        let room = self.width.saturating_sub(further).max(LEAST);
        for (index, part) in wrap(text, room).lines().enumerate() {
            let indent = if index == 0 { first } else { further };
            self.out.push_str(&format!("{}{part}\n", " ".repeat(indent)));
        }
    }

    fn gap(&mut self) {
        self.out.push('\n');
    }

    /// A draw; its line is not repeated where the one before is made there too.
    fn draw(&mut self, draw: &ExplainedDraw, before: Option<&ExplainedDraw>) {
        if before.is_none_or(|before| place(before) != place(draw)) {
            self.gap();
            self.line(&format!("{}  {}", place(draw), draw.origin.whole_line), 0, 2);
        }
        let mut indent = 2;
        // Where the line ends with the draw, it says it all.
        if !draw.origin.whole_line.ends_with(&draw.origin.text) && draw.until.is_none() {
            self.line(&draw.origin.text, 2, 6);
            indent = 4;
        }
        for (number, what) in &draw.numbers {
            self.line(&format!("{number}  {what}"), indent, indent + 2);
        }
        for text in remarks(draw) {
            self.line(&text, indent, indent + 2);
        }
    }
}

fn terminal(one: &Explanation, style: &Style) -> String {
    let mut lines = Lines { width: style.width, out: String::new() };
    lines.line(&format!("{} = {}", one.question, answer(one, style)), 0, 2);
    let scenario = one.scenario.to_plain();
    if !scenario.is_empty() {
        lines.line(&scenario, 0, 2);
    }
    lines.gap();
    lines.line(&equation(&one.value().to_string(), &infix(&one.formula)), 2, 4);
    for part in &one.parts {
        let text = equation(&part.value.to_string(), &infix(&part.formula));
        lines.line(&format!("{} = {text}", part.name), 2, 4);
        lines.line(&part.meaning, 6, 6);
    }
    for note in &one.notes {
        lines.gap();
        lines.line(note, 0, 0);
    }
    let mut before = None;
    for draw in &one.draws {
        lines.draw(draw, before);
        before = Some(draw);
    }
    lines.out
}

fn markdown(one: &Explanation, style: &Style) -> String {
    let words = |text: &str| markdown_escape(text);
    let mut out = format!("**{} = {}**", words(&one.question), words(&answer(one, style)));
    let scenario = one.scenario.to_plain();
    if !scenario.is_empty() {
        out.push_str(&format!(" ({})", words(&scenario)));
    }
    out.push_str(&format!("\n\n{}\n", equation(&one.value().to_string(), &infix(&one.formula))));
    if !one.parts.is_empty() {
        out.push('\n');
    }
    for part in &one.parts {
        let text = equation(&part.value.to_string(), &infix(&part.formula));
        out.push_str(&format!("- {} = {text} ({})\n", part.name, words(&part.meaning)));
    }
    for note in &one.notes {
        out.push_str(&format!("\n{}\n", words(note)));
    }
    if !one.draws.is_empty() {
        out.push('\n');
    }
    for draw in &one.draws {
        let quote = if draw.origin.whole_line.contains('`') { "``" } else { "`" };
        let text = numbers(draw, Rational::to_string, words);
        let line = &draw.origin.whole_line;
        out.push_str(&format!("- {text}: {}, {quote}{line}{quote}\n", words(&place(draw))));
        for text in remarks(draw) {
            out.push_str(&format!("  - {}\n", words(&text)));
        }
    }
    if style.cite {
        out.push_str(&format!("\n<sub>{}</sub>\n", words(&one.citation())));
    }
    out
}

fn tex(one: &Explanation) -> Vec<(String, String)> {
    let first = (tex_number(&one.value()), one.formula.tex());
    let parts = one.parts.iter().map(|part| {
        let (value, formula) = (tex_number(&part.value), part.formula.tex());
        (
            format!("{} = {value}", tex_name(&part.name)),
            if value == formula { String::new() } else { formula },
        )
    });
    let same = first.0 == first.1;
    std::iter::once((first.0, if same { String::new() } else { first.1 })).chain(parts).collect()
}

fn tex_equation((left, right): &(String, String)) -> String {
    if right.is_empty() { left.clone() } else { format!("{left} = {right}") }
}

fn wikitext(one: &Explanation, style: &Style) -> String {
    let words = |text: &str| wiki_escape(text);
    let reference = if style.cite { format!("<ref>{}</ref>", words(&one.citation())) } else { String::new() };
    let mut out = format!("{} = {}{reference}\n", words(&one.question), words(&answer(one, style)));
    let equations = tex(one);
    let meanings = std::iter::once("").chain(one.parts.iter().map(|part| part.meaning.as_str()));
    for (equation, meaning) in equations.iter().zip(meanings) {
        let meaning = if meaning.is_empty() { String::new() } else { format!(" ({})", words(meaning)) };
        out.push_str(&format!(": <math>{}</math>{meaning}\n", tex_equation(equation)));
    }
    for note in &one.notes {
        out.push_str(&format!("{}\n", words(note)));
    }
    for draw in &one.draws {
        let text = numbers(draw, |number| format!("<math>{}</math>", tex_number(number)), words);
        out.push_str(&format!("* {text}: <code>{}</code>\n", words(&draw.origin.whole_line)));
        for text in remarks(draw) {
            out.push_str(&format!("** {}\n", words(&text)));
        }
    }
    out
}

fn latex(one: &Explanation, style: &Style) -> String {
    let words = |text: &str| latex_escape(text);
    let mut out = format!("{} = {}\n\n", words(&one.question), words(&answer(one, style)));
    for equation in &tex(one) {
        out.push_str(&format!("\\[ {} \\]\n", tex_equation(equation)));
    }
    if !one.parts.is_empty() {
        let each =
            one.parts.iter().map(|part| format!("${}$: {}", tex_name(&part.name), words(&part.meaning)));
        out.push_str(&format!("\n{}.\n", each.collect::<Vec<_>>().join("; ")));
    }
    for note in &one.notes {
        out.push_str(&format!("\n{}\n", words(note)));
    }
    if one.draws.is_empty() {
        return out;
    }
    out.push_str("\n\\begin{itemize}\n");
    for draw in &one.draws {
        let text = numbers(draw, |number| format!("${}$", tex_number(number)), words);
        out.push_str(&format!("\\item {text}: \\texttt{{{}}}\n", words(&draw.origin.whole_line)));
        for text in remarks(draw) {
            out.push_str(&format!("  ({})\n", words(&text)));
        }
    }
    out.push_str("\\end{itemize}\n");
    out
}
