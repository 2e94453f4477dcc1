//! The numbers of a chart as a table, as JSON and as records.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::report::{Block, Cell, Header, Report, Row, Shown, Table, Text};
use super::model::{Chart, Place, Plot, Series};
use crate::exact::{Rational, decimal};

impl Plot {
    /// The same numbers without a picture.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            blocks: vec![Block::Table(self.table())],
            json: self.json(),
            records: self.records(),
            subject: self.cited.clone(),
        }
    }

    /// A number of the chart as a cell.
    #[must_use]
    pub fn cell(&self, value: &Rational) -> Cell {
        if self.chances {
            Cell::Probability(value.clone(), Shown::Percent)
        } else {
            Cell::Number(value.clone())
        }
    }

    /// What tells a series from the others.
    #[must_use]
    pub fn series_label(&self, series: &Series) -> Text {
        let group = self.groups.get(series.group).map(|group| group.label.clone()).unwrap_or_default();
        let subject = self.subjects.get(series.subject).map(|own| own.label.clone()).unwrap_or_default();
        match (self.chart, self.subjects.len() > 1, self.groups.len() > 1) {
            (Chart::Bars | Chart::Columns, ..) | (_, false, true) => group,
            (_, _, false) => subject,
            (_, true, true) => subject.and(", ").join(group),
        }
    }

    /// A row for each place, a column for each series.
    fn table(&self) -> Table {
        let single = self.series.len() == 1;
        let mut header = vec![Header { text: Text::plain(self.axis.label.clone()), numeric: false }];
        header.extend(self.series.iter().map(|series| {
            let text = if single { Text::plain(self.measure.clone()) } else { self.series_label(series) };
            Header { text, numeric: true }
        }));
        let row = |(index, place): (usize, &Place)| Row {
            label: place.label.clone(),
            cells: self
                .series
                .iter()
                .filter_map(|own| own.values.get(index))
                .map(|own| self.cell(own))
                .collect(),
            total: false,
        };
        let rows = self.axis.places.iter().enumerate().map(row).collect();
        Table { caption: self.title.clone(), header, rows }
    }

    fn json(&self) -> Json {
        let mut document = json::document("plot", Some(&self.mechanic));
        document.insert("chart".to_owned(), self.chart.name().into());
        document.insert("title".to_owned(), self.title.to_plain().into());
        document.insert("description".to_owned(), self.description.clone().into());
        document.insert("axis".to_owned(), self.axis.name.clone().into());
        document.insert("axis_label".to_owned(), self.axis.label.clone().into());
        document.insert("measure".to_owned(), self.measure.clone().into());
        let series = self.series.iter().map(|series| self.series_json(series));
        document.insert("series".to_owned(), series.collect());
        let mark = |mark: &super::model::Mark| {
            let mut object = Map::new();
            object.insert("label".to_owned(), mark.label.clone().into());
            object.insert("at".to_owned(), mark.at.to_string().into());
            Json::Object(object)
        };
        document.insert("marks".to_owned(), self.marks.iter().map(mark).collect());
        Json::Object(document)
    }

    fn series_json(&self, series: &Series) -> Json {
        let mut object = Map::new();
        if let Some(group) = self.groups.get(series.group) {
            object.insert("rules".to_owned(), group.rules.clone().into());
            object.insert("inputs".to_owned(), group.inputs.clone());
        }
        if self.chart != Chart::Bars {
            let of = self.subjects.get(series.subject).map(|subject| subject.name.clone());
            object.insert("of".to_owned(), of.into());
        }
        object.insert("label".to_owned(), self.series_label(series).to_plain().into());
        let point = |(place, value): (&Place, &Rational)| {
            let mut point = Map::new();
            point.insert("at".to_owned(), place.name.clone().into());
            json::insert_number(&mut point, "value", value);
            Json::Object(point)
        };
        let points = self.axis.places.iter().zip(&series.values).map(point);
        object.insert("points".to_owned(), points.collect());
        Json::Object(object)
    }

    fn records(&self) -> Vec<Vec<String>> {
        let header = ["rules", "series", self.axis.name.as_str(), "value", "decimal"];
        let mut records = vec![header.map(str::to_owned).to_vec()];
        for series in &self.series {
            let rules = self.groups.get(series.group).map(|group| group.rules.clone()).unwrap_or_default();
            let label = self.series_label(series).to_plain();
            for (place, value) in self.axis.places.iter().zip(&series.values) {
                let own = [rules.clone(), label.clone(), place.name.clone()];
                records.push(own.into_iter().chain([value.to_string(), decimal::plain(value)]).collect());
            }
        }
        records
    }
}
