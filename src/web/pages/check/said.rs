//! The document of `verify` as it is read here.

use std::ops::Range;

use serde::Deserialize;

use crate::verify::exact_number;

/// What became of a figure, for whoever reads the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Unexplained,
    Right,
    Doubtful,
    Wrong,
}

impl Kind {
    /// What is to be looked at first stands first.
    pub(super) const ALL: [Kind; 4] = [Kind::Wrong, Kind::Doubtful, Kind::Unexplained, Kind::Right];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Unexplained => "unexplained",
            Kind::Right => "right",
            Kind::Doubtful => "doubtful",
            Kind::Wrong => "wrong",
        }
    }

    pub(super) fn heading(self) -> &'static str {
        match self {
            Kind::Unexplained => "Unexplained",
            Kind::Right => "Right",
            Kind::Doubtful => "Doubtful",
            Kind::Wrong => "Wrong",
        }
    }

    /// Whether somebody has to look at it.
    pub(super) fn is_news(self) -> bool {
        self >= Kind::Doubtful
    }
}

/// The document of `verify`, as far as it is shown.
#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) verdicts: Vec<Verdict>,
}

#[derive(Deserialize)]
pub(super) struct Verdict {
    pub(super) line: usize,
    pub(super) start: Option<usize>,
    pub(super) end: Option<usize>,
    pub(super) stated: String,
    pub(super) exact: Option<String>,
    pub(super) verdict: String,
    pub(super) rules: Vec<String>,
    pub(super) code: String,
    pub(super) level: String,
    pub(super) message: String,
    pub(super) notes: Vec<String>,
    pub(super) details: Vec<String>,
    pub(super) instead: Option<String>,
    #[serde(default)]
    pub(super) further: usize,
    pub(super) judged_under: Vec<String>,
    pub(super) question: Option<String>,
    pub(super) mechanic: Option<String>,
    #[serde(default)]
    pub(super) inputs: String,
    pub(super) replacement: Option<Replacement>,
}

#[derive(Deserialize)]
pub(super) struct Replacement {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Verdict {
    pub(super) fn kind(&self) -> Kind {
        match (self.verdict.as_str(), self.level.as_str()) {
            ("exact" | "rounded" | "truncated", _) => Kind::Right,
            (_, "error") => Kind::Wrong,
            (_, "warning") => Kind::Doubtful,
            _ => Kind::Unexplained,
        }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.start.unwrap_or(0)..self.end.unwrap_or(0)
    }

    /// What mends it, where its place is known.
    pub(super) fn repair(&self, text: &str) -> Option<(Range<usize>, String)> {
        let (range, new) = match (&self.replacement, &self.instead) {
            (Some(own), _) => (own.start..own.end, &own.text),
            (None, Some(instead)) if text.get(self.range()) == Some(&self.stated) => (self.range(), instead),
            _ => return None,
        };
        let old = text.get(range.clone())?;
        (!range.is_empty() && old != new).then(|| (range, new.clone()))
    }

    /// What was asked, in words; of a figure that nothing explains, what its words come nearest to asking.
    pub(super) fn asked(&self) -> Option<String> {
        let nearest = self.details.first().filter(|_| self.verdict == "unclassified");
        let question = self.question.as_deref().or(nearest.map(String::as_str))?;
        let mechanic = self.mechanic.as_deref();
        let Some(mechanic) = mechanic else {
            // As the program understood it, which may be more than what stands on the page.
            let whole = self.details.first().map_or(question, String::as_str);
            return Some(whole.split_once(", under ").map_or(whole, |(asked, _)| asked).to_owned());
        };
        let with = if self.inputs.is_empty() { String::new() } else { format!(" with {}", self.inputs) };
        (!question.is_empty()).then(|| format!("{question} of {mechanic}{with}"))
    }

    /// The exact number where nothing else says it.
    pub(super) fn exact(&self) -> Option<String> {
        let exact = self.exact.as_deref().filter(|exact| !exact.is_empty())?;
        let exact = exact.parse().map_or_else(|_| exact.to_owned(), |number| exact_number(&number));
        let fraction = exact.split(' ').next().unwrap_or_default();
        let is_said = |text: &String| text.contains(fraction);
        (!is_said(&self.message) && !self.notes.iter().any(is_said)).then_some(exact)
    }
}
