//! What a page says in words and no figure: statements that a claim quotes.

use std::collections::BTreeMap;

use super::{Case, Finding};
use crate::evaluate::Limits;
use crate::page::Page;

/// Judges the statements that claims quote. `sources` are those whose claims count on the page: the words alone may
/// stand anywhere.
pub(super) fn said(
    page: &Page,
    cases: &mut [Case<'_>],
    sources: &BTreeMap<&str, usize>,
    chosen: &[String],
    limits: &Limits,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, case) in cases.iter_mut().enumerate() {
        if !case.claim.source.iter().any(|source| sources.contains_key(source.as_str())) {
            continue;
        }
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
