//! Answers about chains as reports: captions, laws as tables, and the parts of the JSON document.

use serde_json::{Map, Value as Json};

use super::super::columns::{citation, common_inputs_label, joined, start_label};
use super::super::json;
use super::super::report::{Block, Cell, Header, Report, Row, Table, Text};
use super::super::scenario::value_label;
use super::walk::{Answered, Answering, Subject};
use crate::check::Kind;
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::value::Value;

/// A report that is being put together.
pub(super) struct Page {
    pub(super) blocks: Vec<Block>,
    pub(super) json: Map<String, Json>,
    pub(super) records: Vec<Vec<String>>,
}

pub(super) fn header(text: impl Into<String>, numeric: bool) -> Header {
    Header { text: Text::plain(text), numeric }
}

pub(super) fn row(label: Text, cells: Vec<Cell>) -> Row {
    Row { label, cells, total: false }
}

/// A row of a table of measures.
pub(super) fn measure(label: impl Into<String>, cell: Cell) -> Row {
    row(Text::plain(label), vec![cell])
}

pub(super) fn texts(record: &[&str]) -> Vec<String> {
    record.iter().map(|text| (*text).to_owned()).collect()
}

impl Answering<'_> {
    /// A page with what all answers say: mechanic, rules, inputs, start and question.
    pub(super) fn page(&self, question: &str) -> Answered<Page> {
        let mut json = json::document("chain", Some(&self.mechanic.model.path));
        let set = &self.mechanic.rule_sets[self.scenario.rule_set];
        json.insert("rules".to_owned(), set.name.clone().into());
        json::insert_inputs(&mut json, self.mechanic, self.scenario);
        json.insert("start".to_owned(), self.state_json(&self.start()?));
        json.insert("question".to_owned(), question.into());
        Ok(Page { blocks: Vec::new(), json, records: Vec::new() })
    }

    pub(super) fn finish(&self, page: Page) -> Report {
        let subject = citation(self.mechanic, std::slice::from_ref(self.scenario), None);
        let mut blocks = page.blocks;
        if let Some(caption) = self.caption {
            let tables = blocks.iter().filter(|block| matches!(block, Block::Table(_))).count();
            for block in &mut blocks {
                if let Block::Table(table) = block {
                    let own = std::mem::take(&mut table.caption);
                    let given = Text::plain(caption);
                    table.caption = if tables == 1 { given } else { given.and(": ").join(own) };
                }
            }
        }
        Report { blocks, json: Json::Object(page.json), records: page.records, subject }
    }

    /// `Card rarity roll: TITLE (Slay the Spire; Elite; from Offset −10)`
    pub(super) fn caption(&self, title: impl Into<String>) -> Text {
        let inputs = common_inputs_label(self.mechanic, std::slice::from_ref(self.scenario), false, None);
        let start = if self.begins { start_label(self.mechanic, self.base) } else { None };
        let common = joined([inputs].into_iter().chain(start));
        // A caption of one's own stands before the title, so the mechanic need not.
        let title: String = title.into();
        let title = match self.caption {
            Some(_) => Text::plain(title),
            None => Text::plain(format!("{}: {title}", self.mechanic.model.label)),
        };
        if common.0.is_empty() { title } else { title.and(" (").join(common).and(")") }
    }

    pub(super) fn chance(&self, mass: Rational) -> Cell {
        Cell::Probability(mass, self.shown)
    }

    /// The law of a subject as a table, ascending as the law is.
    pub(super) fn law_table(&self, title: String, subject: &Subject, law: &Pmf<Value>) -> Table {
        let model = &self.mechanic.model;
        let rows = law.iter().map(|(value, mass)| {
            row(value_label(model, subject.kind, value), vec![self.chance(mass.clone())])
        });
        Table {
            caption: self.caption(title),
            header: vec![header(subject.label.clone(), false), header("Chance", true)],
            rows: rows.collect(),
        }
    }

    /// Masses of states as a table; states without mass are left out.
    pub(super) fn state_table(&self, title: String, states: &[(&Vec<Value>, Rational)]) -> Table {
        let rows = states.iter().filter(|(_, mass)| !mass.is_zero());
        Table {
            caption: self.caption(title),
            header: vec![header(self.state_header(), false), header("Chance", true)],
            rows: rows
                .map(|(state, mass)| row(self.state_label(state), vec![self.chance(mass.clone())]))
                .collect(),
        }
    }

    /// `{"offset": "5"}`
    pub(super) fn state_json(&self, values: &[Value]) -> Json {
        let model = &self.mechanic.model;
        let entry = |(state, value): (&crate::check::model::State, &Value)| {
            let declaration = &state.declaration;
            (declaration.name.clone(), Json::from(model.value_text(declaration.kind, value)))
        };
        Json::Object(model.states.iter().zip(values).map(entry).collect())
    }

    /// `[{"state": {…}, "probability", "decimal"}…]`, without states that have no mass.
    pub(super) fn states_json(&self, states: &[(&Vec<Value>, Rational)]) -> Json {
        let entry = |(state, mass): &(&Vec<Value>, Rational)| {
            let mut object = Map::new();
            object.insert("state".to_owned(), self.state_json(state));
            json::insert_number(&mut object, "probability", mass);
            Json::Object(object)
        };
        states.iter().filter(|(_, mass)| !mass.is_zero()).map(entry).collect()
    }

    /// `[{"outcome": {NAME: value}, "probability", "decimal"}…]`
    pub(super) fn rows_json(&self, subject: &Subject, law: &Pmf<Value>) -> Vec<Json> {
        let entry = |(value, mass): (&Value, &Rational)| {
            let text = self.mechanic.model.value_text(subject.kind, value);
            outcome_json(&subject.name, text, mass)
        };
        law.iter().map(entry).collect()
    }

    /// The state as columns of a record: one for each variable.
    pub(super) fn state_record(&self, values: &[Value]) -> Vec<String> {
        let model = &self.mechanic.model;
        let states = model.states.iter().zip(values);
        states.map(|(state, value)| model.value_text(state.declaration.kind, value)).collect()
    }

    /// The names of the state variables, for the head of records.
    pub(super) fn state_names(&self) -> Vec<String> {
        self.mechanic.model.states.iter().map(|state| state.declaration.name.clone()).collect()
    }

    pub(super) fn value_text(&self, kind: Kind, value: &Value) -> String {
        self.mechanic.model.value_text(kind, value)
    }

    /// Adds a record of a law: what it is of, the value, exactly and as a decimal.
    pub(super) fn law_records(&self, page: &mut Page, subject: &Subject, law: &Pmf<Value>) {
        for (value, mass) in law.iter() {
            let value = self.value_text(subject.kind, value);
            page.records.push(vec![subject.name.clone(), value, mass.to_string(), decimal::plain(mass)]);
        }
    }
}

/// A row as in a table's document.
pub(super) fn outcome_json(name: &str, value: String, mass: &Rational) -> Json {
    let mut outcome = Map::new();
    outcome.insert(name.to_owned(), value.into());
    let mut object = Map::new();
    object.insert("outcome".to_owned(), Json::Object(outcome));
    json::insert_number(&mut object, "probability", mass);
    Json::Object(object)
}

/// A number exactly, and as a decimal beside it under a key of its own.
pub(super) fn insert_measure(json: &mut Map<String, Json>, key: &str, number: &Rational) {
    json.insert(key.to_owned(), number.to_string().into());
    json.insert(format!("{key}_decimal"), decimal::plain(number).into());
}
