//! `solve`: for which values of a number something holds.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::report::{Block, Cell, Header, Report, Row, Table, Text};
use super::FormulaView;
use super::present::{insert_inputs, interval_text, root_text};
use crate::exact::symbol::{Interval, Root, Sign};

/// A comparison of two queries, as a person typed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The query on the left, without the one on the right: what is compared with zero.
    pub difference: String,
    /// How.
    pub sign: Sign,
}

/// Cuts `P(award = chest) >= P(award = coin)` at its comparison.
///
/// # Errors
/// Where there is no comparison outside of all parentheses, or more than one.
///
/// ```
/// use trueodds::query::split_comparison;
///
/// let found = split_comparison("P(award = chest) >= 1/4").expect("a comparison");
/// assert_eq!(found.difference, "(P(award = chest)) - (1/4)");
/// assert!(split_comparison("P(award = chest)").is_err());
/// ```
pub fn split_comparison(text: &str) -> Result<Comparison, String> {
    const SIGNS: [(&str, Sign); 11] = [
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
        ("≈", Sign::Zero),
    ];
    let mut depth = 0_i32;
    let mut found: Option<(usize, usize, Sign)> = None;
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        match c {
            _ if at < skip => {}
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ if depth == 0 => {
                let rest = &text[at..];
                if let Some((sign, meaning)) = SIGNS.iter().take(10).find(|(sign, _)| rest.starts_with(sign))
                {
                    if found.is_some() {
                        return Err(format!(
                            "`{text}` compares twice; write one comparison such as P(…) >= 1/4"
                        ));
                    }
                    found = Some((at, sign.len(), *meaning));
                    skip = at + sign.len();
                }
            }
            _ => {}
        }
    }
    let Some((at, length, sign)) = found else {
        return Err(format!("`{text}` compares nothing; write a comparison such as P(…) >= 1/4"));
    };
    let (left, right) = (text[..at].trim(), text[at + length..].trim());
    if left.is_empty() || right.is_empty() {
        return Err(format!("`{text}` lacks a side; write a comparison such as P(…) >= 1/4"));
    }
    Ok(Comparison { difference: format!("({left}) - ({right})"), sign })
}

/// What a comparison was found to hold for.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The comparison as typed.
    pub text: String,
    /// Where it holds.
    pub intervals: Vec<Interval>,
}

/// The report of some solutions. `view` holds what they were computed from; `digits` are those of ends that
/// are not rational.
#[must_use]
pub fn solve_report(view: &FormulaView<'_>, solutions: &[Solution], digits: usize) -> Report {
    let name = view.symbol.name(view.mechanic);
    let inputs = view.inputs().to_plain();
    let inputs = if inputs.is_empty() { inputs } else { format!(" ({inputs})") };
    let header = |text: &str| Header { text: Text::plain(text), numeric: false };
    let mut blocks = Vec::new();
    for solution in solutions {
        let texts: Vec<String> =
            solution.intervals.iter().map(|interval| interval_text(interval, name, digits)).collect();
        blocks.push(match texts.as_slice() {
            [] => Block::Paragraph(Text::plain(format!("{}: for no {name}{inputs}", solution.text))),
            [only] => Block::Paragraph(Text::plain(format!("{}: {only}{inputs}", solution.text))),
            all => Block::Table(Table {
                caption: Text::plain(format!("{}{inputs}", solution.text)),
                header: vec![header("Holds where")],
                rows: all
                    .iter()
                    .map(|text| Row {
                        label: Text::plain(text.clone()),
                        cells: Vec::<Cell>::new(),
                        total: false,
                    })
                    .collect(),
            }),
        });
        blocks.extend(equations(solution, name, digits));
    }
    let mut document = json::document("solve", Some(&view.mechanic.model.path));
    let rules = view.mechanic.rule_sets[view.scenario.rule_set].name.clone();
    document.insert("rules".to_owned(), rules.into());
    insert_inputs(&mut document, view);
    document.insert("symbol".to_owned(), name.into());
    let answer = |solution: &Solution| {
        let mut object = Map::new();
        object.insert("query".to_owned(), solution.text.clone().into());
        object.insert(
            "intervals".to_owned(),
            solution.intervals.iter().map(|own| interval(own, digits)).collect(),
        );
        Json::Object(object)
    };
    document.insert("solutions".to_owned(), solutions.iter().map(answer).collect());
    let mut records = vec![["query", "from", "to", "from_closed", "to_closed"].map(str::to_owned).to_vec()];
    for solution in solutions {
        records.extend(solution.intervals.iter().map(|own| {
            let end =
                |root: &Option<Root>| root.as_ref().map(|root| root_text(root, digits)).unwrap_or_default();
            let closed = [own.low_closed, own.high_closed].map(|closed| closed.to_string());
            [solution.text.clone(), end(&own.low), end(&own.high)].into_iter().chain(closed).collect()
        }));
    }
    let subject = format!(
        "{}; rules {}; in {name}",
        view.mechanic.model.path, view.mechanic.rule_sets[view.scenario.rule_set].name
    );
    Report { blocks, json: Json::Object(document), records, subject }
}

/// What ends that are not rational are roots of.
fn equations(solution: &Solution, name: &str, digits: usize) -> Vec<Block> {
    use crate::exact::symbol::{Function, Notation};
    let mut told: Vec<String> = Vec::new();
    for root in solution.intervals.iter().flat_map(|own| [&own.low, &own.high]).flatten() {
        if root.to_rational().is_none() {
            let equation = Function::from(root.poly()).text(name, Notation::Unicode);
            let text = format!("{} is a root of {equation} = 0.", root_text(root, digits));
            if !told.contains(&text) {
                told.push(text);
            }
        }
    }
    told.into_iter().map(|text| Block::Paragraph(Text::plain(text))).collect()
}

fn interval(interval: &Interval, digits: usize) -> Json {
    let mut object = Map::new();
    let end = |root: &Option<Root>| -> Json {
        match root {
            None => Json::Null,
            Some(root) => match root.to_rational() {
                Some(number) => number.to_string().into(),
                None => {
                    let width = (0..=digits).fold(crate::exact::Rational::ONE, |width, _| {
                        &width * &crate::exact::Rational::new(1, 10)
                    });
                    let near = root.refined(&width);
                    let (low, high) = near.between();
                    let coefficients = root.poly().coefficients().iter().map(ToString::to_string);
                    let entries = [
                        ("between".to_owned(), Json::from(vec![low.to_string(), high.to_string()])),
                        ("root_of".to_owned(), coefficients.collect()),
                    ];
                    Json::Object(entries.into_iter().collect())
                }
            },
        }
    };
    object.insert("from".to_owned(), end(&interval.low));
    object.insert("to".to_owned(), end(&interval.high));
    object.insert("from_closed".to_owned(), interval.low_closed.into());
    object.insert("to_closed".to_owned(), interval.high_closed.into());
    Json::Object(object)
}
