//! JSON, indented.

use crate::query::Report;

pub(super) fn render(report: &Report) -> String {
    format!("{:#}\n", report.json)
}
