//! What the command `verify` says of a page, as a page to read: the text with its figures marked, and what is said of
//! each.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Deserialize;

use super::marked::{Marker, Span, Units, windows};
use super::why::{Asked, Links};
use crate::session::Session;
use crate::verify::exact_number;

/// A longer text is shown in parts: a browser that lays out some thousand lines is slow.
const WHOLE: usize = 200_000;
/// So many of the figures that are not right are shown with their lines where the text is shown in parts.
const SHOWN: usize = 200;
/// So many findings of a kind are listed; a reader has lost count long before.
const LISTED: usize = 200;
/// So many bytes around a figure are shown of a long text.
const AROUND: usize = 400;

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
    const ALL: [Kind; 4] = [Kind::Wrong, Kind::Doubtful, Kind::Unexplained, Kind::Right];

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
struct Document {
    verdicts: Vec<Verdict>,
}

#[derive(Deserialize)]
struct Verdict {
    line: usize,
    start: Option<usize>,
    end: Option<usize>,
    stated: String,
    exact: Option<String>,
    verdict: String,
    rules: Vec<String>,
    code: String,
    level: String,
    message: String,
    notes: Vec<String>,
    details: Vec<String>,
    instead: Option<String>,
    #[serde(default)]
    further: usize,
    judged_under: Vec<String>,
    question: Option<String>,
    mechanic: Option<String>,
    #[serde(default)]
    inputs: String,
    replacement: Option<Replacement>,
}

#[derive(Deserialize)]
struct Replacement {
    text: String,
    start: usize,
    end: usize,
}

impl Verdict {
    fn kind(&self) -> Kind {
        match (self.verdict.as_str(), self.level.as_str()) {
            ("exact" | "rounded" | "truncated", _) => Kind::Right,
            (_, "error") => Kind::Wrong,
            (_, "warning") => Kind::Doubtful,
            _ => Kind::Unexplained,
        }
    }

    fn range(&self) -> Range<usize> {
        self.start.unwrap_or(0)..self.end.unwrap_or(0)
    }

    /// What mends it, where its place is known.
    fn repair(&self, text: &str) -> Option<(Range<usize>, String)> {
        let (range, new) = match (&self.replacement, &self.instead) {
            (Some(own), _) => (own.start..own.end, &own.text),
            (None, Some(instead)) if text.get(self.range()) == Some(&self.stated) => (self.range(), instead),
            _ => return None,
        };
        let old = text.get(range.clone())?;
        (!range.is_empty() && old != new).then(|| (range, new.clone()))
    }

    /// What was asked, in words.
    fn asked(&self) -> Option<String> {
        let (question, mechanic) = (self.question.as_deref()?, self.mechanic.as_deref());
        let Some(mechanic) = mechanic else {
            // As the program understood it, which may be more than what stands on the page.
            let whole = self.details.first().map_or(question, String::as_str);
            return Some(whole.split_once(", under ").map_or(whole, |(asked, _)| asked).to_owned());
        };
        let with = if self.inputs.is_empty() { String::new() } else { format!(" with {}", self.inputs) };
        (!question.is_empty()).then(|| format!("{question} of {mechanic}{with}"))
    }

    /// The exact number where nothing else says it.
    fn exact(&self) -> Option<String> {
        let exact = self.exact.as_deref().filter(|exact| !exact.is_empty())?;
        let exact = exact.parse().map_or_else(|_| exact.to_owned(), |number| exact_number(&number));
        (!self.message.contains(&exact)).then_some(exact)
    }
}

/// A judged page.
pub(super) struct Judged<'t> {
    /// How many figures there are, and of which kind.
    pub(super) summary: String,
    /// Whether no figure is about anything that is known.
    pub(super) is_strange: bool,
    /// The text, or parts of it.
    pub(super) views: Vec<View<'t>>,
    /// What is left out of the text, in words.
    pub(super) left_out: String,
    pub(super) groups: Vec<Group>,
    /// What can be mended, for the script: a list of `[from, to, text, certain]` by units of UTF-16.
    pub(super) repairs: String,
    /// How many of these are repairs of wrong figures.
    pub(super) certain: usize,
    /// The command that says the same.
    pub(super) line: String,
}

/// A part of the text.
pub(super) struct View<'t> {
    /// The line it begins in, where it is not the whole text.
    pub(super) line: Option<usize>,
    pub(super) begins_within: bool,
    pub(super) ends_within: bool,
    pub(super) stretches: Vec<Marked<'t>>,
}

/// A stretch of the text.
pub(super) struct Marked<'t> {
    /// `None` where nothing is said of it.
    pub(super) kind: Option<Kind>,
    /// The number of its finding where it begins here.
    pub(super) begins: Option<usize>,
    /// The number of its finding where that is listed.
    pub(super) listed: Option<usize>,
    /// What it says, and what is to be thought of it.
    pub(super) label: String,
    pub(super) parts: Vec<MarkedPart<'t>>,
}

pub(super) struct MarkedPart<'t> {
    pub(super) text: &'t str,
    pub(super) repair: Option<usize>,
}

/// The findings of a kind.
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) count: usize,
    pub(super) items: Vec<Item>,
    /// How many more there are.
    pub(super) further: usize,
}

/// What is said of a figure.
pub(super) struct Item {
    pub(super) number: usize,
    pub(super) line: usize,
    pub(super) stated: String,
    /// The number of the finding whose mark stands in its place; `None` where none is shown.
    pub(super) place: Option<usize>,
    pub(super) message: String,
    pub(super) notes: Vec<String>,
    pub(super) exact: Option<String>,
    pub(super) asked: Option<String>,
    pub(super) why: Option<String>,
    /// Which repair mends it, and what that writes.
    pub(super) repair: Option<(usize, String)>,
}

/// A repair: where, what is written there, and whether a figure is mended that is wrong.
struct Repair {
    range: Range<usize>,
    text: String,
    certain: bool,
}

/// Reads what `verify` said of a text; `None` where that is none of its documents.
pub(super) fn judged<'t>(session: &Session, text: &'t str, body: &[u8], line: String) -> Option<Judged<'t>> {
    let Document { verdicts } = serde_json::from_slice(body).ok()?;
    let kinds: Vec<Kind> = verdicts.iter().map(Verdict::kind).collect();
    let (repairs, mended_by) = repairs(text, &verdicts, &kinds);
    let listed = listed(&kinds);
    let spans: Vec<Span> = verdicts
        .iter()
        .zip(&kinds)
        .map(|(verdict, kind)| Span { range: verdict.range(), weight: *kind as u8 })
        .collect();
    let ranges: Vec<Range<usize>> = repairs.iter().map(|repair| repair.range.clone()).collect();
    let mut marker = Marker::new(text, &spans, &ranges);
    let marked = |span: usize, is_first: bool| Marks {
        kind: kinds[span],
        begins: is_first.then_some(span + 1),
        listed: listed.contains(&span).then_some(span + 1),
        label: format!("{}, {}", verdicts[span].stated, kinds[span].name()),
    };
    let (views, left_out) = views(text, &spans, &kinds, &mut marker, marked);
    let mut links = Links::new(session);
    let mut item = |index: usize| {
        let verdict = &verdicts[index];
        let asked = verdict.asked();
        let why = asked.as_deref().and_then(|asked| Asked::read(asked, &verdict.judged_under));
        let depends = verdict.verdict == "depends" && !verdict.rules.is_empty();
        let elsewhere = depends.then(|| format!("right under {}", verdict.rules.join(", ")));
        Item {
            number: index + 1,
            line: verdict.line,
            stated: verdict.stated.clone(),
            place: marker.place(index).map(|span| span + 1),
            // In a list of such figures it would stand beside each.
            message: if verdict.code == "unclassified" { String::new() } else { verdict.message.clone() },
            notes: verdict.notes.iter().cloned().chain(elsewhere).collect(),
            exact: verdict.exact(),
            why: why.and_then(|asked| links.why(&asked)),
            asked,
            repair: mended_by[index].map(|repair| (repair, repairs[repair].text.clone())),
        }
    };
    let groups = Kind::ALL.into_iter().map(|kind| {
        let own = (0..verdicts.len()).filter(|index| kinds[*index] == kind);
        let count: usize = own.clone().map(|index| 1 + verdicts[index].further).sum();
        let items: Vec<Item> = own.filter(|index| listed.contains(index)).map(&mut item).collect();
        Group { kind, count, further: count - items.len(), items }
    });
    let groups: Vec<Group> = groups.filter(|group| group.count > 0).collect();
    let is_told = |(verdict, kind): (&Verdict, &Kind)| {
        verdict.question.is_some() || verdict.mechanic.is_some() || *kind == Kind::Doubtful
    };
    Some(Judged {
        summary: summary(&groups),
        is_strange: !verdicts.iter().zip(&kinds).any(is_told),
        views,
        left_out,
        groups,
        certain: repairs.iter().filter(|repair| repair.certain).count(),
        repairs: told(text, &repairs),
        line,
    })
}

/// `12 figures: 1 wrong, 11 right`.
fn summary(groups: &[Group]) -> String {
    let all: usize = groups.iter().map(|group| group.count).sum();
    if all == 0 {
        return "No figures".to_owned();
    }
    let figures = if all == 1 { "figure" } else { "figures" };
    let counts: Vec<String> =
        groups.iter().map(|group| format!("{} {}", group.count, group.kind.name())).collect();
    format!("{all} {figures}: {}", counts.join(", "))
}

/// The findings that are listed.
fn listed(kinds: &[Kind]) -> BTreeSet<usize> {
    let of = |kind: Kind| (0..kinds.len()).filter(move |index| kinds[*index] == kind).take(LISTED);
    Kind::ALL.into_iter().flat_map(of).collect()
}

/// What can be mended, in the order of the text, and for each finding the repair that mends it. Of repairs that share
/// bytes the first counts.
fn repairs(text: &str, verdicts: &[Verdict], kinds: &[Kind]) -> (Vec<Repair>, Vec<Option<usize>>) {
    let mut wanted: Vec<(Range<usize>, String, usize)> = Vec::new();
    for (index, verdict) in verdicts.iter().enumerate().filter(|(index, _)| kinds[*index].is_news()) {
        wanted.extend(verdict.repair(text).map(|(range, new)| (range, new, index)));
    }
    wanted.sort_by_key(|(range, _, index)| (range.start, range.end, *index));
    let mut repairs: Vec<Repair> = Vec::new();
    let mut mended_by = vec![None; verdicts.len()];
    for (range, new, index) in wanted {
        let certain = kinds[index] == Kind::Wrong;
        match repairs.last_mut() {
            Some(last) if last.range == range && last.text == new => last.certain |= certain,
            Some(last) if last.range.end > range.start => continue,
            _ => repairs.push(Repair { range, text: new, certain }),
        }
        mended_by[index] = repairs.len().checked_sub(1);
    }
    (repairs, mended_by)
}

fn told(text: &str, repairs: &[Repair]) -> String {
    let mut units = Units::of(text);
    let told: Vec<(usize, usize, &str, bool)> = repairs
        .iter()
        .map(|repair| {
            let from = units.before(repair.range.start);
            (from, units.before(repair.range.end), repair.text.as_str(), repair.certain)
        })
        .collect();
    serde_json::to_string(&told).unwrap_or_default()
}

/// How a span is marked.
struct Marks {
    kind: Kind,
    begins: Option<usize>,
    listed: Option<usize>,
    label: String,
}

/// The text where it is short; else the lines around what is wrong or doubtful, and in words what is left out.
fn views<'t>(
    text: &'t str,
    spans: &[Span],
    kinds: &[Kind],
    marker: &mut Marker<'t, '_>,
    marks: impl Fn(usize, bool) -> Marks,
) -> (Vec<View<'t>>, String) {
    let mut stretches = |range: Range<usize>| -> Vec<Marked<'t>> {
        let stretch = |stretch: super::marked::Stretch<'t>| {
            let marks = stretch.span.map(|span| marks(span, stretch.is_first));
            let parts = stretch.parts.into_iter();
            Marked {
                kind: marks.as_ref().map(|marks| marks.kind),
                begins: marks.as_ref().and_then(|marks| marks.begins),
                listed: marks.as_ref().and_then(|marks| marks.listed),
                label: marks.map(|marks| marks.label).unwrap_or_default(),
                parts: parts.map(|part| MarkedPart { text: part.text, repair: part.repair }).collect(),
            }
        };
        marker.stretches(range).into_iter().map(stretch).collect()
    };
    if text.len() <= WHOLE {
        let stretches = stretches(0..text.len());
        let whole = View { line: None, begins_within: false, ends_within: false, stretches };
        return (vec![whole], String::new());
    }
    let news = spans.iter().zip(kinds).filter(|(_, kind)| kind.is_news()).map(|(span, _)| span.range.clone());
    let mut news: Vec<Range<usize>> = news.filter(|range| text.get(range.clone()).is_some()).collect();
    news.sort_by_key(|range| (range.start, range.end));
    let all = news.len();
    news.truncate(SHOWN);
    let is_within = |byte: usize| !text.get(..byte).is_none_or(|before| before.is_empty() || before.ends_with('\n'));
    let views = windows(text, &news, AROUND).into_iter().map(|window| View {
        line: Some(window.line),
        begins_within: is_within(window.range.start),
        ends_within: text.get(window.range.end..).is_some_and(|rest| !rest.is_empty() && !rest.starts_with('\n')),
        stretches: stretches(window.range),
    });
    let left_out = match all {
        0 => "The page is long, and no figure of it is wrong or doubtful: its text is not shown.".to_owned(),
        all if all > news.len() => {
            format!("The page is long: only the lines around the first {} figures that are wrong or doubtful are shown.", news.len())
        }
        _ => "The page is long: only the lines around figures that are wrong or doubtful are shown.".to_owned(),
    };
    (views.collect(), left_out)
}
