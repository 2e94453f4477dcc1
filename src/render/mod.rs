//! Reports to text, one file a format. Nothing here computes a probability.

mod blocks;
mod csv;
pub mod diagnostics;
mod explain;
mod html;
mod json;
mod latex;
mod lua;
mod markdown;
mod number;
mod svg;
mod terminal;
mod tree;
mod verdicts;
mod wikitext;

use clap::ValueEnum as _;

use crate::diagnostic::printable;
use crate::exact::decimal::Rounding;
use crate::query::{Plot, Report};

/// A format of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Aligned text for a terminal
    Terminal,
    /// A MediaWiki table, ready to paste
    Wikitext,
    /// A Markdown table
    Markdown,
    /// Comma-separated records, exact and decimal
    Csv,
    /// JSON, schema trueodds/1
    Json,
    /// An HTML fragment
    Html,
    /// A LaTeX tabular
    Latex,
    /// A Lua data module for Scribunto
    Lua,
    /// A picture (plot, tree)
    Svg,
    /// Annotations of GitHub (verify)
    Github,
    /// SARIF 2.1.0 (verify)
    Sarif,
    /// JUnit XML (verify)
    Junit,
    /// A graph for Graphviz (tree)
    Dot,
    /// A graph for Mermaid (tree)
    Mermaid,
}

impl Format {
    /// The formats of every answer that is a report.
    pub const OF_REPORTS: [Format; 8] = [
        Format::Terminal,
        Format::Wikitext,
        Format::Markdown,
        Format::Csv,
        Format::Json,
        Format::Html,
        Format::Latex,
        Format::Lua,
    ];
    /// The formats of charts: their numbers as a report, and pictures.
    pub const OF_CHARTS: [Format; 9] = [
        Format::Terminal,
        Format::Wikitext,
        Format::Markdown,
        Format::Csv,
        Format::Json,
        Format::Html,
        Format::Latex,
        Format::Lua,
        Format::Svg,
    ];
    /// The formats of findings: a report of them, and what continuous integration reads.
    pub const OF_FINDINGS: [Format; 11] = [
        Format::Terminal,
        Format::Wikitext,
        Format::Markdown,
        Format::Csv,
        Format::Json,
        Format::Html,
        Format::Latex,
        Format::Lua,
        Format::Github,
        Format::Sarif,
        Format::Junit,
    ];
    /// The formats in which a table can say where it comes from.
    pub const CITING: [Format; 3] = [Format::Wikitext, Format::Markdown, Format::Html];

    /// Its name, as people give it.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// How numbers and tables look.
#[derive(Debug, Clone)]
pub struct Style {
    /// Places after the point; `None` for what the format usually has.
    pub digits: Option<usize>,
    /// How the last place is rounded.
    pub rounding: Rounding,
    /// Whether `~` stands before a figure that is not exact.
    pub tilde: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Names of the templates that the wiki has.
    pub templates: Vec<String>,
    /// Whether a wiki table says where it comes from.
    pub cite: bool,
    /// Whether fractions are written in full, however long.
    pub whole_fractions: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            digits: None,
            rounding: Rounding::HalfUp,
            tilde: true,
            width: 80,
            templates: Vec::new(),
            cite: false,
            whole_fractions: false,
        }
    }
}

pub use explain::explanations;
pub use tree::trees;
pub use verdicts::verdicts;

pub(crate) use terminal::wrap;

/// The text of a report in a format; it ends with a line break.
#[must_use]
pub fn render(report: &Report, format: Format, style: &Style) -> String {
    let text = match format {
        // The formats of findings say nothing of other answers; the command line refuses them there.
        Format::Terminal | Format::Github | Format::Sarif | Format::Junit => terminal::render(report, style),
        // Nor do those of graphs and pictures.
        Format::Dot | Format::Mermaid | Format::Svg => terminal::render(report, style),
        Format::Wikitext => wikitext::render(report, style),
        Format::Markdown => markdown::render(report, style),
        Format::Html => html::render(report, style),
        Format::Latex => latex::render(report, style),
        // Programs read these, and they escape what they must.
        Format::Csv => return csv::render(report),
        Format::Json => return json::render(report),
        Format::Lua => return lua::render(report),
    };
    printable(&text).into_owned()
}

/// A chart in a format: drawn for a terminal and as SVG, its numbers as a table in every other.
#[must_use]
pub fn plot(plot: &Plot, format: Format, style: &Style) -> String {
    match format {
        Format::Svg => svg::render(plot, style),
        Format::Terminal => blocks::render(plot, style),
        _ => render(&plot.report(), format, style),
    }
}
