//! What a page says in words and no figure: statements that a claim quotes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Case, Finding};
use crate::evaluate::Limits;
use crate::page::Page;

/// So many claims of a page are found on a text that is that page, or one made from it.
const CLAIMS: usize = 3;

/// Judges the statements that claims quote, on the pages that they belong to: the words alone may stand
/// anywhere. `found` are the cases whose figures the page has.
pub(super) fn said(
    page: &Page,
    cases: &mut [Case<'_>],
    found: &BTreeSet<usize>,
    chosen: &[String],
    limits: &Limits,
) -> Vec<Finding> {
    let mut sources: BTreeMap<&str, usize> = BTreeMap::new();
    for source in found.iter().flat_map(|case| &cases[*case].claim.source) {
        *sources.entry(source).or_default() += 1;
    }
    let is_own = |case: &Case<'_>| {
        case.claim
            .source
            .iter()
            .any(|source| sources.get(source.as_str()).is_some_and(|count| *count >= CLAIMS))
    };
    let own: Vec<usize> = (0..cases.len())
        .filter(|case| !cases[*case].claim.says.is_empty() && is_own(&cases[*case]))
        .collect();
    let mut findings = Vec::new();
    for number in own {
        let case = &mut cases[number];
        let quotes = case.claim.says.iter();
        let ranges: Vec<_> = quotes.flat_map(|quote| quote.find(&page.text)).collect();
        if ranges.is_empty() {
            continue;
        }
        super::decide(std::slice::from_mut(case), limits);
        for range in ranges {
            let words = page.text.get(range.clone()).unwrap_or_default().to_owned();
            let finding = case.judge(&case.claim.figures, words, chosen);
            findings.push(Finding { range: Some(range), case: Some(number), ..finding });
        }
    }
    findings
}
