//! Documents to text, one file a format. Nothing here computes a probability.

mod blocks;
mod csv;
mod curves;
pub mod diagnostics;
mod explain;
mod formula;
mod html;
mod json;
mod latex;
mod lua;
mod markdown;
mod markup;
mod number;
mod paint;
mod svg;
mod terminal;
mod tex;
mod ticks;
mod tree;
mod verdicts;
mod wikitext;
mod xml;

use std::io;

use clap::ValueEnum as _;

use crate::diagnostic::printable;
use crate::document::{Document, Drawing, PlotDocument, Reason};
use crate::exact::Rational;
use crate::exact::decimal::Rounding;

/// A format of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Aligned text for a terminal
    #[value(alias = "txt")]
    Terminal,
    /// A MediaWiki table, ready to paste
    #[value(alias = "wiki")]
    Wikitext,
    /// A Markdown table
    #[value(alias = "md")]
    Markdown,
    /// Comma-separated records, exact and decimal
    Csv,
    /// JSON, schema trueodds/1
    Json,
    /// An HTML fragment
    Html,
    /// A LaTeX tabular
    #[value(alias = "tex")]
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
    #[value(alias = "mmd")]
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
    /// The formats of explanations: what people read, with formulas as each has them.
    pub const OF_EXPLANATIONS: [Format; 6] =
        [Format::Terminal, Format::Markdown, Format::Wikitext, Format::Html, Format::Latex, Format::Json];
    /// The formats of trees: drawings and graphs.
    pub const OF_TREES: [Format; 6] =
        [Format::Terminal, Format::Json, Format::Html, Format::Svg, Format::Dot, Format::Mermaid];
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
    /// Whether fractions are written in full, as long as anybody reads them.
    pub whole_fractions: bool,
    /// Whether explanations quote the lines of the mechanic.
    pub verbose: bool,
    /// Whether a terminal shows colours.
    pub color: bool,
    /// Where HTML finds the reason of a number by what to ask for it.
    pub reason: Option<fn(&Reason) -> String>,
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
            verbose: false,
            color: false,
            reason: None,
        }
    }
}

pub use verdicts::{VerdictStyle, write_verdicts};

pub(crate) use terminal::wrap;

/// Writes a document in a format; the text ends with a line break. Only the shape that the format prints is
/// made, and a long table row by row.
///
/// # Errors
/// Where writing fails.
pub fn write(
    document: &dyn Document,
    format: Format,
    style: &Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let is_data = matches!(format, Format::Csv | Format::Json | Format::Lua);
    let drawn = document.drawing().filter(|_| !is_data).and_then(|drawing| match drawing {
        Drawing::Chart(chart) if format == Format::Svg => Some(svg::render(chart, style)),
        Drawing::Chart(chart) if format == Format::Terminal => Some(blocks::render(chart, style)),
        Drawing::Formulas(formulas) if format == Format::Latex => Some(formula::latex(formulas)),
        Drawing::Formulas(formulas) if format == Format::Wikitext => Some(formula::wikitext(formulas)),
        // In every other format a chart is a table of its numbers, and formulas are a table of their parts.
        Drawing::Chart(_) | Drawing::Formulas(_) => None,
        // The lines of a source are whoever's wrote them.
        Drawing::Explanations(views) => Some(printable(&explain::text(&views, format, style)).into_owned()),
        Drawing::Trees(views) => Some(printable(&tree::text(&views, format, style)).into_owned()),
    });
    if let Some(text) = drawn {
        return out.write_all(text.as_bytes());
    }
    match format {
        // The formats of findings say nothing of other answers; the command line refuses them there.
        Format::Terminal | Format::Github | Format::Sarif | Format::Junit => {
            terminal::write(document, style, out)
        }
        // Nor do those of graphs and pictures.
        Format::Dot | Format::Mermaid | Format::Svg => terminal::write(document, style, out),
        Format::Wikitext => wikitext::write(document, style, out),
        Format::Markdown => markdown::write(document, style, out),
        Format::Csv => csv::write(document, out),
        Format::Json => json::write(document, out),
        Format::Html => html::write(document, style, out),
        Format::Latex => latex::write(document, style, out),
        Format::Lua => lua::write(document, out),
    }
}

/// A number of a chart as text.
fn shown(chart: &PlotDocument<'_>, style: &Style, value: &Rational) -> String {
    if chart.plot.chances { style.percent(value) } else { style.decimal(value) }
}

/// The text of a document in a format; it ends with a line break.
#[must_use]
pub fn render(document: &dyn Document, format: Format, style: &Style) -> String {
    text(|out| write(document, format, style, out))
}

/// What is written to memory, where writing does not fail.
fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    match write(&mut out) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        Err(error) => format!("cannot write: {error}\n"),
    }
}
