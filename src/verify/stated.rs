//! Claims as their files state them.

use super::{Case, Finding, contradictions};

/// The verdict on each claim's own figures, in the order of the cases, which must have been decided.
/// `chosen` are rule sets by name; without any, each claim is judged under those it is read under.
#[must_use]
pub fn stated(cases: &[Case<'_>], chosen: &[String]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = cases
        .iter()
        .enumerate()
        .map(|(index, case)| {
            let stated = case.claim.stated.join(", ");
            Finding { case: Some(index), ..case.judge(&case.claim.figures, stated, chosen) }
        })
        .collect();
    contradictions(&mut findings, cases, |other| {
        let claim = other.case.and_then(|case| cases.get(case)).map(|case| case.claim);
        claim.map_or_else(String::new, |claim| {
            format!("the page under {} (claim {})", claim.section, claim.id)
        })
    });
    findings
}
