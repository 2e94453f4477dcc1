//! Formulas as pages write them: LaTeX, and for a wiki also parser functions that calculate the value.

use crate::document::notation::Bounds;
use crate::document::{Document, FormulaDocument};
use crate::exact::Rational;
use crate::exact::symbol::{Notation, Part, Plain, Written};
use crate::query::Formula;

/// Formulas for LaTeX, as displayed ones.
pub(super) fn latex(document: &FormulaDocument<'_>) -> String {
    let about = about(document);
    let one = |formula: &Formula| format!("% {about}\n\\[{}\\]\n", math(document, formula));
    document.formulas().formulas.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Formulas for a wiki, as `<math>` and as parser functions that calculate the value from a template's parameter.
pub(super) fn wikitext(document: &FormulaDocument<'_>) -> String {
    let about = about(document);
    let one = |formula: &Formula| {
        let (math, functions) = (math(document, formula), parser_functions(document, formula));
        format!("<!-- {about} --><math>{math}</math>\n\n{functions}\n")
    };
    document.formulas().formulas.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// What a formula holds for: it stands beside it, where readers of the page do not see it.
fn about(document: &FormulaDocument<'_>) -> String {
    document.subject().replace("--", "- -")
}

/// `\frac{931 luck + 931}{20000}`
struct Latex;

impl Notation for Latex {
    fn plus_and_minus(&self) -> [&str; 2] {
        [" + ", " - "]
    }

    fn minus(&self) -> &'static str {
        "-"
    }

    fn times(&self) -> &'static str {
        " "
    }

    fn power(&self, base: &str, exponent: usize) -> String {
        format!("{base}^{{{exponent}}}")
    }

    fn quotient(&self, top: Written, bottom: Written) -> String {
        match top.text.strip_prefix('-').filter(|_| top.is_product) {
            Some(positive) => format!("-\\frac{{{positive}}}{{{}}}", bottom.text),
            None => format!("\\frac{{{}}}{{{}}}", top.text, bottom.text),
        }
    }

    fn has_stroke(&self) -> bool {
        false
    }
}

fn math(document: &FormulaDocument<'_>, formula: &Formula) -> String {
    let escape =
        |text: &str| text.replace('\\', "").replace('_', "\\_").replace('%', "\\%").replace('#', "\\#");
    let symbol = format!("\\mathrm{{{}}}", escape(document.symbol()));
    let query = format!("\\text{{{}}}", escape(&document.query(formula)).replace(['{', '}'], ""));
    let derivative = document.formulas().derivative;
    let left = if derivative { format!("\\frac{{d}}{{d\\,{symbol}}} {query}") } else { query };
    let part = |part: &Part| {
        let condition = Bounds::from(part).condition(&symbol, ["<", "\\le"]);
        let condition = condition.unwrap_or_else(|| format!("\\text{{every }} {symbol}"));
        format!("{} & {condition}", part.function.text(&symbol, &Latex))
    };
    let parts: Vec<String> = formula.function.parts.iter().map(part).collect();
    format!("{left} = \\begin{{cases}} {} \\end{{cases}}", parts.join(" \\\\ "))
}

/// `{{#ifexpr: ({{{luck|0}}}) < (10) | {{#expr: … }} | … }}`
fn parser_functions(document: &FormulaDocument<'_>, formula: &Formula) -> String {
    // Where there is no usual value, a template without the parameter says so by itself.
    let usual = document.usual().map(|usual| format!("|{usual}")).unwrap_or_default();
    let parameter = format!("({{{{{{{}{usual}}}}}}})", document.symbol());
    let value = |part: &Part| {
        let text = part.function.text(&parameter, &Plain);
        // A chance is written as a percentage, as pages do.
        if formula.is_probability {
            format!("{{{{#expr: 100*({text}) round 2 }}}}%")
        } else {
            format!("{{{{#expr: {text} }}}}")
        }
    };
    let parts = &formula.function.parts;
    let whole = parts.first().is_some_and(|part| part.low.is_none())
        && parts.last().is_some_and(|part| part.high.is_none());
    parts.iter().rev().fold(String::new(), |rest, part| match condition(part, &parameter) {
        // What is left at the end needs no condition.
        Some(_) if rest.is_empty() && whole => value(part),
        Some(condition) => format!("{{{{#ifexpr: {condition} | {} | {rest} }}}}", value(part)),
        None => value(part),
    })
}

/// `(0) <= ({{{luck|0}}}) and ({{{luck|0}}}) < (10)`; `None` where a part has no ends.
fn condition(part: &Part, parameter: &str) -> Option<String> {
    let sign = |closed: bool| if closed { "<=" } else { "<" };
    let number = |end: &Rational| format!("({end})");
    match (&part.low, &part.high) {
        (Some(low), Some(high)) if low == high => Some(format!("{parameter} = {}", number(low))),
        (low, high) => {
            let low = low.as_ref();
            let low = low.map(|low| format!("{} {} {parameter}", number(low), sign(part.low_closed)));
            let high = high.as_ref();
            let high = high.map(|high| format!("{parameter} {} {}", sign(part.high_closed), number(high)));
            let both: Vec<String> = low.into_iter().chain(high).collect();
            (!both.is_empty()).then(|| both.join(" and "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;
    use crate::exact::symbol::Function;

    fn part(low: Option<i64>, high: Option<i64>, function: Function) -> Part {
        let (low, high) = (low.map(Rational::from), high.map(Rational::from));
        Part { low, high, low_closed: true, high_closed: false, function }
    }

    #[test]
    fn a_sign_stands_before_the_fraction() {
        let x = Function::symbol();
        let third = Function::from(Rational::new(-2, 3)).times(&x);
        assert_eq!(third.text("x", &Latex), "-\\frac{2 x}{3}");
        let sum = third.plus(&Function::from(Rational::ONE));
        assert_eq!(sum.text("x", &Latex), "\\frac{3 - 2 x}{3}");
    }

    #[test]
    fn a_condition_names_the_ends_that_there_are() {
        let x = Function::symbol;
        assert_eq!(condition(&part(Some(0), Some(1), x()), "x").unwrap(), "(0) <= x and x < (1)");
        assert_eq!(condition(&part(None, Some(1), x()), "x").unwrap(), "x < (1)");
        assert_eq!(condition(&part(Some(1), Some(1), x()), "x").unwrap(), "x = (1)");
        assert_eq!(condition(&part(None, None, x()), "x"), None);
    }
}
