//! Explanations: terminal, Markdown, wikitext with `<math>`, HTML, LaTeX.

use super::html::escape as html_escape;
use super::latex::escape as latex_escape;
use super::markdown::escape as markdown_escape;
use super::wikitext::escape as wiki_escape;
use super::{Format, Style, tex, wrap};
use crate::document::Text;
use crate::document::explain::{DrawView, ExplanationView, PartView};
use crate::exact::Rational;
use crate::query::ExplainedFormula;

/// Explanations as text; in a format that has none as the terminal shows them.
pub(super) fn text(views: &[ExplanationView<'_>], format: Format, style: &Style) -> String {
    let each = |one| match format {
        Format::Markdown => markdown(one, style),
        Format::Wikitext => wikitext(one, style),
        Format::Html => html(one, style),
        Format::Latex => latex(one, style),
        _ => terminal(one, style),
    };
    views.iter().map(each).collect::<Vec<_>>().join("\n")
}

fn answer(one: &ExplanationView<'_>, style: &Style) -> String {
    style.answer(&one.answer, Text::to_plain)
}

/// `27/125 = 1/50 + 49/50 · 1/5`; only one side where both are the same number.
fn equation(value: &Rational, formula: &ExplainedFormula) -> String {
    let (left, right) = (value.to_string(), infix(formula));
    if left == right { left } else { format!("{left} = {right}") }
}

/// A formula with the minus and times signs that readers know.
fn infix(formula: &ExplainedFormula) -> String {
    formula.infix("\u{b7}").replace(" - ", " \u{2212} ").replace("(-", "(\u{2212}")
}

/// Numbers of a draw in one text: `1/50 yes: is_dice = true; 49/50 no`
fn numbers(
    draw: &DrawView<'_>,
    number: impl Fn(&Rational) -> String,
    words: impl Fn(&Text) -> String,
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

    /// A draw: its numbers, what they are the chances of, and where they come from.
    fn draw(&mut self, draw: &DrawView<'_>, verbose: bool) {
        self.gap();
        let numbers: Vec<String> = draw.numbers.iter().map(|(number, _)| number.to_string()).collect();
        let widest = numbers.iter().map(|number| number.chars().count()).max().unwrap_or(0).min(WIDEST);
        let inner = 4 + widest;
        for (number, (_, what)) in numbers.iter().zip(&draw.numbers) {
            self.line(&format!("{number:widest$}  {}", what.to_plain()), 2, inner);
        }
        for remark in &draw.remarks {
            self.line(&remark.to_plain(), inner, inner + 2);
        }
        let place = draw.place.to_plain();
        match draw.sources.split_last() {
            None => self.line(&place, inner, inner + 2),
            Some((last, others)) => {
                for source in others {
                    self.line(&source.to_plain(), inner, inner + 2);
                }
                self.line(&format!("{} ({place})", last.to_plain()), inner, inner + 2);
            }
        }
        if verbose {
            self.line(&draw.line.to_plain(), inner, inner + 2);
            if let Some(text) = &draw.text {
                self.line(&text.to_plain(), inner + 2, inner + 4);
            }
        }
    }
}

/// Numbers longer than this do not push their words further to the right.
const WIDEST: usize = 12;

/// `Without Lucky Foot it is 931/4000 (~23.28%); at Luck 0, 931/18000 (~5.17%).`
fn without(one: &ExplanationView<'_>, style: &Style) -> Option<String> {
    let mut text = String::new();
    for (index, (words, value)) in one.without.iter().enumerate() {
        let (words, value) = (words.to_plain(), style.answer(value, Text::to_plain));
        match index {
            0 => {
                let mut letters = words.chars();
                let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
                text.push_str(&format!("{first}{} it is {value}", letters.as_str()));
            }
            _ => text.push_str(&format!("; {words}, {value}")),
        }
    }
    (!text.is_empty()).then(|| format!("{text}."))
}

fn terminal(one: &ExplanationView<'_>, style: &Style) -> String {
    let mut lines = Lines { width: style.width, out: String::new() };
    lines.line(&format!("{} = {}", one.question.to_plain(), answer(one, style)), 0, 2);
    let scenario = one.scenario.to_plain();
    if !scenario.is_empty() {
        lines.line(&scenario, 0, 2);
    }
    if let Some(sentence) = &one.sentence {
        lines.gap();
        lines.line(&sentence.to_plain(), 0, 0);
    }
    lines.gap();
    lines.line(&equation(one.value, one.formula), 2, 4);
    for part in &one.parts {
        lines.line(&format!("{} = {}", part.name, equation(part.value, part.formula)), 2, 4);
        lines.line(&part.meaning.to_plain(), 6, 6);
    }
    for note in &one.notes {
        lines.gap();
        lines.line(&note.to_plain(), 0, 0);
    }
    for draw in &one.draws {
        lines.draw(draw, style.verbose);
    }
    if let Some(text) = without(one, style) {
        lines.gap();
        lines.line(&text, 0, 0);
    }
    lines.out
}

fn markdown(one: &ExplanationView<'_>, style: &Style) -> String {
    let words = |text: &Text| markdown_escape(&text.to_plain());
    let mut out = format!("**{} = {}**", words(&one.question), markdown_escape(&answer(one, style)));
    let scenario = words(&one.scenario);
    if !scenario.is_empty() {
        out.push_str(&format!(" ({scenario})"));
    }
    if let Some(sentence) = &one.sentence {
        out.push_str(&format!("\n\n{}", words(sentence)));
    }
    out.push_str(&format!("\n\n{}\n", equation(one.value, one.formula)));
    if !one.parts.is_empty() {
        out.push('\n');
    }
    for part in &one.parts {
        let text = equation(part.value, part.formula);
        out.push_str(&format!("- {} = {text} ({})\n", part.name, words(&part.meaning)));
    }
    for note in &one.notes {
        out.push_str(&format!("\n{}\n", words(note)));
    }
    if !one.draws.is_empty() {
        out.push('\n');
    }
    for draw in &one.draws {
        out.push_str(&format!("- {}\n", numbers(draw, Rational::to_string, words)));
        for remark in draw.remarks.iter().chain(&draw.sources) {
            out.push_str(&format!("  - {}\n", words(remark)));
        }
        if style.verbose {
            let line = draw.line.to_plain();
            let quote = if line.contains('`') { "``" } else { "`" };
            out.push_str(&format!("  - {}: {quote}{line}{quote}\n", words(&draw.place)));
        }
    }
    if let Some(text) = without(one, style) {
        out.push_str(&format!("\n{}\n", markdown_escape(&text)));
    }
    if style.cite {
        out.push_str(&format!("\n<sub>{}</sub>\n", markdown_escape(&one.citation)));
    }
    out
}

fn html(one: &ExplanationView<'_>, style: &Style) -> String {
    let words = |text: &Text| html_escape(&text.to_plain());
    let mut out =
        format!("<p><strong>{} = {}</strong>", words(&one.question), html_escape(&answer(one, style)));
    let scenario = words(&one.scenario);
    if !scenario.is_empty() {
        out.push_str(&format!(" ({scenario})"));
    }
    out.push_str("</p>\n");
    if let Some(sentence) = &one.sentence {
        out.push_str(&format!("<p>{}</p>\n", words(sentence)));
    }
    out.push_str(&format!("<p><code>{}</code></p>\n", html_escape(&equation(one.value, one.formula))));
    let part = |part: &PartView<'_>| {
        let text = html_escape(&equation(part.value, part.formula));
        format!("<li><code>{} = {text}</code>: {}</li>\n", html_escape(part.name), words(&part.meaning))
    };
    if !one.parts.is_empty() {
        out.push_str(&format!("<ul>\n{}</ul>\n", one.parts.iter().map(part).collect::<String>()));
    }
    for note in &one.notes {
        out.push_str(&format!("<p>{}</p>\n", words(note)));
    }
    let draw = |draw: &DrawView<'_>| {
        let numbers = numbers(draw, |number| format!("<code>{number}</code>"), words);
        let below = draw.remarks.iter().chain(&draw.sources);
        let mut below: String = below.map(|text| format!("<li>{}</li>\n", words(text))).collect();
        if style.verbose {
            below.push_str(&format!("<li>{}: <code>{}</code></li>\n", words(&draw.place), words(&draw.line)));
        }
        let below = if below.is_empty() { below } else { format!("\n<ul>\n{below}</ul>\n") };
        format!("<li>{numbers}{below}</li>\n")
    };
    if !one.draws.is_empty() {
        out.push_str(&format!("<ul>\n{}</ul>\n", one.draws.iter().map(draw).collect::<String>()));
    }
    if let Some(text) = without(one, style) {
        out.push_str(&format!("<p>{}</p>\n", html_escape(&text)));
    }
    if style.cite {
        out.push_str(&format!("<p>{}</p>\n", html_escape(&one.citation)));
    }
    out
}

/// The equations in TeX: the answer, then each part with its name.
fn tex_equations(one: &ExplanationView<'_>) -> impl Iterator<Item = String> {
    let equation = |value: &Rational, formula: &ExplainedFormula| {
        let (left, right) = (tex::number(value), tex::formula(formula));
        if left == right { left } else { format!("{left} = {right}") }
    };
    let part = move |part: &PartView<'_>| {
        format!("{} = {}", tex::name(part.name), equation(part.value, part.formula))
    };
    std::iter::once(equation(one.value, one.formula)).chain(one.parts.iter().map(part))
}

fn wikitext(one: &ExplanationView<'_>, style: &Style) -> String {
    let words = |text: &Text| wiki_escape(&text.to_plain());
    let cited = || format!("<ref>{}</ref>", wiki_escape(&one.citation));
    let reference = if style.cite { cited() } else { String::new() };
    let mut out = format!("{} = {}{reference}\n", words(&one.question), wiki_escape(&answer(one, style)));
    if let Some(sentence) = &one.sentence {
        out.push_str(&format!("\n{}\n", words(sentence)));
    }
    let meanings = one.parts.iter().map(|part| format!(" ({})", words(&part.meaning)));
    for (equation, meaning) in tex_equations(one).zip(std::iter::once(String::new()).chain(meanings)) {
        out.push_str(&format!(": <math>{equation}</math>{meaning}\n"));
    }
    for note in &one.notes {
        out.push_str(&format!("{}\n", words(note)));
    }
    for draw in &one.draws {
        let text = numbers(draw, |number| format!("<math>{}</math>", tex::number(number)), words);
        out.push_str(&format!("* {text}\n"));
        for remark in draw.remarks.iter().chain(&draw.sources) {
            out.push_str(&format!("** {}\n", words(remark)));
        }
        if style.verbose {
            out.push_str(&format!("** {}: <code>{}</code>\n", words(&draw.place), words(&draw.line)));
        }
    }
    if let Some(text) = without(one, style) {
        out.push_str(&format!("\n{}\n", wiki_escape(&text)));
    }
    out
}

fn latex(one: &ExplanationView<'_>, style: &Style) -> String {
    let words = |text: &Text| latex_escape(&text.to_plain());
    let mut out = format!("{} = {}\n\n", words(&one.question), latex_escape(&answer(one, style)));
    if let Some(sentence) = &one.sentence {
        out.push_str(&format!("{}\n\n", words(sentence)));
    }
    for equation in tex_equations(one) {
        out.push_str(&format!("\\[ {equation} \\]\n"));
    }
    if !one.parts.is_empty() {
        let each =
            one.parts.iter().map(|part| format!("${}$: {}", tex::name(part.name), words(&part.meaning)));
        out.push_str(&format!("\n{}.\n", each.collect::<Vec<_>>().join("; ")));
    }
    for note in &one.notes {
        out.push_str(&format!("\n{}\n", words(note)));
    }
    out.push_str(if one.draws.is_empty() { "" } else { "\n\\begin{itemize}\n" });
    for draw in &one.draws {
        let text = numbers(draw, |number| format!("${}$", tex::number(number)), words);
        out.push_str(&format!("\\item {text}\n"));
        for remark in draw.remarks.iter().chain(&draw.sources) {
            out.push_str(&format!("  ({})\n", words(remark)));
        }
        if style.verbose {
            out.push_str(&format!("  ({}: \\texttt{{{}}})\n", words(&draw.place), words(&draw.line)));
        }
    }
    out.push_str(if one.draws.is_empty() { "" } else { "\\end{itemize}\n" });
    if let Some(text) = without(one, style) {
        out.push_str(&format!("\n{}\n", latex_escape(&text)));
    }
    out
}
