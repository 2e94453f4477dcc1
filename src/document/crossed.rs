//! A table of things under scenarios: which of both are its rows, and which its columns.

use std::rc::Rc;

use super::block::{Cell, Header, Items, Row, Shown, Stream, Table, Text};
use super::columns::{Along, Columns, Place};
use super::reasons::Reason;

/// The cells of a thing under a scenario, by its index.
type Cells<'a, I> = Box<dyn Fn(&I, usize) -> Vec<Cell> + 'a>;

/// What to ask about a thing under a scenario, by its index.
pub(super) type Reasons<'a, I> = Box<dyn Fn(&I, usize) -> Option<Reason> + 'a>;

/// Outcomes or questions under scenarios that stand side by side. The things are an axis as rule sets, cases and what
/// runs are, and the layout says which of them go down.
pub(super) struct Crossed<'a, I> {
    /// The scenarios.
    pub(super) columns: Columns<'a>,
    /// What the things are called: `Award`.
    pub(super) what: Text,
    /// The things.
    pub(super) items: Stream<'a, I>,
    /// What one of them is called.
    pub(super) label: Box<dyn Fn(&I) -> Text + 'a>,
    /// The cells of one under a scenario, by its index: one for each way to show it.
    pub(super) cells: Cells<'a, I>,
    /// What to ask to hear why a thing is what it is under a scenario; `None` where nobody wants to.
    pub(super) asked: Option<Reasons<'a, I>>,
    /// Whether one sums up the others.
    pub(super) is_total: fn(&I) -> bool,
    /// Whether single things were asked for, so that scenarios may be both rows and columns.
    pub(super) chosen: bool,
    /// Rows as columns.
    pub(super) transpose: bool,
    /// What stands above the cells of one thing under a scenario where they are several, or nothing else does.
    pub(super) shown: Vec<&'static str>,
}

/// What one side of a table runs through.
#[derive(Debug, Clone)]
struct Side {
    /// Whether the things are on it.
    items: bool,
    /// What scenarios differ in along it.
    along: Vec<Along>,
}

/// What stands above a number that is shown so.
pub(super) fn shown_word(shown: Shown) -> &'static str {
    match shown {
        Shown::Percent => "Chance",
        Shown::Fraction | Shown::ShortFraction => "Exact",
        Shown::Both => "Exact and chance",
        Shown::OneIn => "About",
    }
}

impl<'a, I: Clone + 'a> Crossed<'a, I> {
    /// The rows, and the columns.
    fn sides(&self) -> (Side, Side) {
        let all = self.columns.along();
        let (down, across) = match self.columns.downward().filter(|_| self.chosen) {
            Some(down) => {
                let rest = all.into_iter().filter(|own| *own != down).collect();
                (Side { items: false, along: vec![down] }, Side { items: true, along: rest })
            }
            None => (Side { items: true, along: Vec::new() }, Side { items: false, along: all }),
        };
        if self.transpose { (across, down) } else { (down, across) }
    }

    /// The places of a side, each with its thing where those are on it.
    fn places(&self, side: &Side, alone: bool) -> Items<'a, (Option<I>, Place)> {
        let places = self.columns.places(&side.along, alone);
        if !side.items {
            return Box::new(places.into_iter().map(|place| (None, place)));
        }
        let beside = move |item: I| places.clone().into_iter().map(move |place| (Some(item.clone()), place));
        Box::new(self.items.iter().flat_map(beside))
    }

    /// What a place is called, the widest first.
    fn words(&self, item: Option<&I>, place: &Place) -> Vec<Text> {
        let words = item.map(|item| (self.label)(item)).into_iter().chain(place.labels.iter().cloned());
        words.filter(|words| !words.is_empty()).collect()
    }

    fn headers(&self, item: Option<&I>, place: &Place) -> Vec<Header> {
        let words = self.words(item, place);
        let header = |shown: &&'static str| {
            let mut groups = words.clone();
            let Some(text) = groups.pop() else { return Header::numbers(*shown) };
            let told = self.shown.len() > 1;
            let text = if told { text.and(format!(" ({})", shown.to_lowercase())) } else { text };
            Header::numbers(text).under(groups)
        };
        self.shown.iter().map(header).collect()
    }

    /// What the rows are called.
    fn corner(&self, down: &Side) -> Text {
        let names = down.along.iter().map(|along| Text::plain(self.columns.name(*along)));
        let names = Text::list(down.items.then(|| self.what.clone()).into_iter().chain(names), ", ");
        if names.is_empty() { Text::plain("Rules") } else { names }
    }

    fn row(&self, item: Option<I>, place: &Place, across: &[(Option<I>, Place)]) -> Row {
        let words = self.words(item.as_ref(), place);
        let label = if words.is_empty() { self.columns.label(place.offset) } else { Text::list(words, ", ") };
        let cells = across.iter().flat_map(|(other, beside)| {
            let item = item.as_ref().or(other.as_ref());
            item.map(|item| (self.cells)(item, place.offset + beside.offset)).unwrap_or_default()
        });
        let asked = self.asked.iter().flat_map(|asked| {
            across.iter().flat_map(|(other, beside)| {
                let item = item.as_ref().or(other.as_ref());
                let asked = item.and_then(|item| asked(item, place.offset + beside.offset));
                // However many ways a chance is shown in, its reason is one.
                let others = self.shown.len().saturating_sub(1);
                std::iter::once(asked).chain(std::iter::repeat_n(None, others))
            })
        });
        let total = item.as_ref().is_some_and(self.is_total);
        Row { total, asked: asked.collect(), ..Row::new(label, cells) }
    }

    /// The table.
    pub(super) fn table(self, caption: Text) -> Table<'a> {
        let (down, across) = self.sides();
        let across: Vec<(Option<I>, Place)> = self.places(&across, false).collect();
        let headers = across.iter().flat_map(|(item, place)| self.headers(item.as_ref(), place));
        let header = std::iter::once(Header::words(self.corner(&down))).chain(headers).collect();
        // The corner names what runs down, and the columns say what its numbers are of.
        let alone = self.chosen && !down.items && down.along.len() == 1;
        let shared = Rc::new((self, across));
        let rows = Stream::new(move || {
            let shared = shared.clone();
            let places = shared.0.places(&down, alone);
            places.map(move |(item, place)| shared.0.row(item, &place, &shared.1))
        });
        Table { caption, header, rows }
    }
}
