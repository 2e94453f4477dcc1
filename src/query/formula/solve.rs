//! `solve`: for which values of a number something holds.

use super::{FormulaRequest, Mechanic, QueryError, Question, formula, start};
use crate::diagnostic::Message;
use crate::evaluate::Limits;
use crate::exact::symbol::{Interval, Sign};
use crate::value::Value;

/// A comparison of two questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// As typed.
    pub text: String,
    /// The question on the left without the one on the right: what is compared with zero.
    pub difference: String,
    /// How.
    pub sign: Sign,
}

/// What a comparison was found to hold for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The comparison as typed.
    pub text: String,
    /// Where it holds, ascending.
    pub intervals: Vec<Interval>,
}

/// Solutions that were found for the same request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions {
    /// What they were computed for.
    pub request: FormulaRequest,
    /// The solutions.
    pub solutions: Vec<Solution>,
    /// Where the states begin; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
}

impl Solutions {
    /// Solutions that were found for a request.
    #[must_use]
    pub fn new(
        mechanic: &Mechanic,
        request: FormulaRequest,
        solutions: Vec<Solution>,
        limits: &Limits,
    ) -> Solutions {
        let start = start(mechanic, &request.scenario, limits);
        Solutions { request, solutions, start }
    }
}

/// Each sign after those that begin with it.
const SIGNS: [(&str, Sign); 10] = [
    ("<=", Sign::NotPositive),
    (">=", Sign::NotNegative),
    ("!=", Sign::NotZero),
    ("==", Sign::Zero),
    ("≤", Sign::NotPositive),
    ("≥", Sign::NotNegative),
    ("≠", Sign::NotZero),
    ("<", Sign::Negative),
    (">", Sign::Positive),
    ("=", Sign::Zero),
];

impl Comparison {
    /// Cuts `P(award = chest) >= P(award = coin)` at its comparison.
    ///
    /// # Errors
    /// Where there is no comparison outside of all parentheses, or more than one.
    ///
    /// ```
    /// use trueodds::query::Comparison;
    ///
    /// let found = Comparison::parse("P(award = chest) >= 1/4")?;
    /// assert_eq!(found.difference, "(P(award = chest)) - (1/4)");
    /// assert!(Comparison::parse("P(award = chest)").is_err());
    /// # Ok::<(), trueodds::diagnostic::Message>(())
    /// ```
    pub fn parse(text: &str) -> Result<Comparison, Message> {
        let problem = |what: &str, example: &str| {
            Err(format!("`{text}` {what}; write {example} such as P(…) >= 1/4").into())
        };
        let (left, rest, sign) = match cut(text) {
            None => return problem("compares nothing", "a comparison"),
            Some((_, rest, _)) if cut(rest).is_some() => return problem("compares twice", "one comparison"),
            Some(found) => found,
        };
        let (left, right) = (left.trim(), rest.trim());
        if left.is_empty() || right.is_empty() {
            return problem("lacks a side", "a comparison");
        }
        Ok(Comparison { text: text.to_owned(), difference: format!("({left}) - ({right})"), sign })
    }
}

/// What stands before and after the first comparison outside of all parentheses.
fn cut(text: &str) -> Option<(&str, &str, Sign)> {
    let mut depth = 0_i32;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ if depth == 0 => {
                let found =
                    |(sign, meaning): &(&str, Sign)| Some((text[index..].strip_prefix(sign)?, *meaning));
                if let Some((rest, meaning)) = SIGNS.iter().find_map(found) {
                    return Some((&text[..index], rest, meaning));
                }
            }
            _ => {}
        }
    }
    None
}

/// The values of the symbol for which a comparison holds; `difference` is its [`Comparison::difference`] as a
/// question.
///
/// Cost: as for [`formula`], and the roots of each part.
///
/// # Errors
/// As for [`formula`].
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::exact::Rational;
/// use trueodds::query::{Comparison, FormulaRequest, solve};
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let scenario = scenarios(&award, &Settings::default()).expect("the default rule set").remove(0);
/// let request = FormulaRequest::new(&award, scenario, "luck", None)?;
/// let comparison = Comparison::parse("P(award = chest) >= 931/6000")?;
/// let difference = session.question(&award, &comparison.difference)?;
/// let found = solve(&award, &comparison, &difference, &request, &Limits::default())?;
/// let from = found.intervals[0].low.as_ref().and_then(|root| root.to_rational());
/// assert_eq!(from, Some(&Rational::new(7, 3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    mechanic: &Mechanic,
    comparison: &Comparison,
    difference: &Question,
    request: &FormulaRequest,
    limits: &Limits,
) -> Result<Solution, QueryError> {
    let found = formula(mechanic, difference, request, limits)?;
    Ok(Solution { text: comparison.text.clone(), intervals: found.function.solve(comparison.sign) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_comparison_outside_of_parentheses_counts() {
        let found = Comparison::parse("P(count >= 2 | award != nothing) <= 1/4").unwrap();
        assert_eq!(found.difference, "(P(count >= 2 | award != nothing)) - (1/4)");
        assert_eq!(found.sign, Sign::NotPositive);
        assert_eq!(Comparison::parse("E(count) ≠ 1").unwrap().sign, Sign::NotZero);
    }

    #[test]
    fn a_comparison_has_two_sides_and_is_only_one() {
        let problem = |text| Comparison::parse(text).unwrap_err().to_string();
        assert!(problem("P(x) < 1 < 2").contains("compares twice"));
        assert!(problem("P(x = 1)").contains("compares nothing"));
        assert!(problem("= 1").contains("lacks a side"));
    }
}
