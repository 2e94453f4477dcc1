//! A comparison of two rule sets under several scenarios: what changes for each outcome in each of them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Shown, Table, Text};
use super::columns::{Columns, Place};
use super::data::{Head, documents};
use super::diff::{self, DiffDocument, DiffLayout, side_title};
use super::{Data, Document, Records};
use crate::query::{Changed, Diff};
use crate::scenario::{Axes, Mechanic, Scenario};
use crate::value::Value;

/// Comparisons of the same two rule sets under several scenarios: kind `diff`.
#[derive(Serialize, JsonSchema)]
pub struct DiffsData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// A document of this kind for each scenario.
    #[schemars(schema_with = "documents")]
    pub answers: Vec<Data<'a>>,
}

/// Comparisons of the same two rule sets under several scenarios.
#[derive(Debug, Clone)]
pub struct DiffsDocument<'a> {
    mechanic: &'a Mechanic,
    diffs: &'a [Diff],
    axes: &'a Axes,
    layout: DiffLayout,
    /// The second side of each.
    scenarios: Vec<Scenario>,
    parts: Vec<DiffDocument<'a>>,
}

impl<'a> DiffsDocument<'a> {
    /// The document of comparisons under scenarios that differ along some axes; never none.
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        diffs: &'a [Diff],
        axes: &'a Axes,
        layout: DiffLayout,
    ) -> DiffsDocument<'a> {
        let scenarios: Vec<Scenario> = diffs.iter().map(|diff| diff.sides.to.clone()).collect();
        let columns = Columns::new(mechanic, &scenarios, axes, None);
        let part =
            |(index, diff)| DiffDocument::new(mechanic, diff, layout.clone()).of_case(columns.case(index));
        let parts = diffs.iter().enumerate().map(part).collect();
        DiffsDocument { mechanic, diffs, axes, layout, scenarios, parts }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.diffs.first().and_then(|diff| diff.start.as_deref());
        let one = self.diffs.iter().all(|diff| diff.start.as_deref() == start);
        Columns::new(self.mechanic, &self.scenarios, self.axes, start.filter(|_| one))
    }

    fn places(&self) -> Vec<Place> {
        let columns = self.columns();
        columns.places(&columns.along(), false)
    }

    /// What changes of one outcome in some scenario; nothing where its law is the same in all.
    fn outcome(&self, index: usize) -> Option<Block<'_>> {
        let rows: Vec<_> = self.diffs.iter().map(|diff| diff.field_rows(index)).collect();
        let changed = rows.iter().flatten().filter(|row| !row.is_unchanged());
        let values: BTreeSet<&Value> = changed.map(|row| &row.outcome).collect();
        if values.is_empty() {
            return None;
        }
        let columns = self.columns();
        let declaration = &self.mechanic.model[self.diffs.first()?.fields[index]];
        let caption = match &self.layout.caption {
            Some(caption) => Text::raw(caption),
            None => {
                let title = Text::plain(format!("{}: what changes", declaration.label));
                Text::list([title, columns.by()], " ").in_brackets(columns.common_settings())
            }
        };
        let places = self.places();
        let header = places.iter().flat_map(|place| {
            let sides = &self.diffs[place.offset].sides;
            let titles = [&sides.from, &sides.to].map(|side| side_title(self.mechanic, side));
            let [from, to] = titles;
            [from, to, "Points".to_owned(), "Ratio".to_owned()]
                .map(|text| Header::numbers(text).under(place.labels.clone()))
        });
        let row = |value: &Value| {
            let cells = places.iter().flat_map(|place| {
                let own = rows[place.offset].iter().find(|row| row.outcome == *value);
                own.map_or_else(|| vec![Cell::words(""); 4], |row| diff::cells(row).to_vec())
            });
            Row::new(diff::value_label(self.mechanic, declaration, value), cells)
        };
        let header = std::iter::once(Header::words("Outcome")).chain(header).collect();
        Some(Block::Table(Table { caption, header, rows: values.into_iter().map(row).collect() }))
    }

    /// The distance in each scenario, and the shares of the rules in it.
    fn responsible(&self) -> Block<'_> {
        let places = self.places();
        let header = places.iter().map(|place| {
            let (last, groups) = place
                .labels
                .split_last()
                .map_or((Text::default(), &[][..]), |(last, rest)| (last.clone(), rest));
            Header::numbers(last).under(groups.to_vec())
        });
        let distance = |place: &Place| {
            Cell::Probability(self.diffs[place.offset].total_variation.clone(), Shown::Percent)
        };
        let mut changed: Vec<Changed> = Vec::new();
        for player in self.diffs.iter().flat_map(|diff| &diff.responsible) {
            let matters = player.effect.as_ref().is_none_or(|effect| !effect.is_nothing());
            if matters && !changed.contains(&player.changed) {
                changed.push(player.changed);
            }
        }
        let share = |changed: &Changed| {
            let cell = |place: &Place| {
                let players = &self.diffs[place.offset].responsible;
                let own = players.iter().find(|player| player.changed == *changed);
                let effect = own.and_then(|player| player.effect.as_ref());
                effect.map_or_else(|| Cell::words("\u{2013}"), |effect| Cell::Points(effect.share.clone()))
            };
            let label = diff::declaration(self.mechanic, *changed).label.as_str();
            Row::new(label, places.iter().map(cell))
        };
        let rows = changed.iter().map(share);
        let total = Row::new("Total variation distance", places.iter().map(distance));
        Block::Table(Table {
            caption: Text::plain("Responsible rules: their shares of the distance"),
            header: std::iter::once(Header::words("Responsible")).chain(header).collect(),
            rows: rows.chain([Row { total: true, ..total }]).collect(),
        })
    }
}

impl Document for DiffsDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let fields = self.diffs.first().map_or(&[][..], |diff| &diff.fields);
        let (mut blocks, mut same) = (Vec::new(), Vec::new());
        for (index, field) in fields.iter().enumerate() {
            match self.outcome(index) {
                Some(block) => blocks.push(block),
                None => same.push(self.mechanic.model[*field].label.as_str()),
            }
        }
        if !same.is_empty() {
            blocks.push(Block::paragraph(format!("Unchanged everywhere: {}.", same.join(", "))));
        }
        let lacking = self.diffs.first().map_or(&[][..], |diff| &diff.sides.lacking);
        blocks.extend(diff::notes(self.mechanic, lacking).map(Block::paragraph));
        blocks.push(self.responsible());
        blocks
    }

    fn data(&self) -> Data<'_> {
        Box::new(DiffsData {
            head: Head::new("diff"),
            mechanic: &self.mechanic.model.path,
            answers: self.parts.iter().map(Document::data).collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let columns = self.columns();
        // The two sides are in every record.
        let key = move |index: usize| columns.key(index).into_iter().skip(1);
        let names = self.columns().key_names().into_iter().skip(1);
        let first = self.parts.first().and_then(|part| part.records().next()).unwrap_or_default();
        let header = names.chain(first).collect();
        let own = move |(index, part): (usize, &'_ DiffDocument<'_>)| {
            let key: Vec<String> = key(index).collect();
            let records: Vec<Vec<String>> = part.records().skip(1).collect();
            records.into_iter().map(move |record| key.iter().cloned().chain(record).collect())
        };
        Box::new(std::iter::once(header).chain(self.parts.iter().enumerate().flat_map(own)))
    }

    fn subject(&self) -> String {
        let by = self.columns().by().to_plain();
        let own = self.parts.first().map(Document::subject).unwrap_or_default();
        if by.is_empty() { own } else { format!("{own}; {by}") }
    }
}
