//! `chain after` and `chain stationary`: where a chain is after some uses, and in the long run.

use serde_json::Value as Json;

use super::super::report::{Block, Report, Text};
use super::Asked;
use super::present::{Page, texts};
use super::walk::{Answered, Answering, Walk};
use crate::evaluate::Reach;
use crate::exact::{Rational, decimal};
use crate::prob::chain::{after, long_run};

impl Answering<'_> {
    pub(super) fn after(&self, uses: u64, fields: &[String]) -> Answered<Report> {
        let fields = self.fields(fields)?;
        let walk = self.walk_within(&fields, &[], Reach { uses: Some(uses), ..Reach::all() })?;
        let kernel = walk.chain.kernel(|_| 0);
        let interrupted = self.interrupted();
        let masses = |uses| {
            after(&kernel, walk.start, uses, &self.bounds(&interrupted))
                .map_err(|error| self.chain_problem(&error, &walk, self.place()))
        };
        let mut page = self.page("after")?;
        page.json.insert("uses".to_owned(), uses.into());
        page.records.push(texts(&["of", "value", "probability", "decimal"]));
        let mut rows = Vec::new();
        if let Some(before) = uses.checked_sub(1) {
            let before = masses(before)?;
            for (place, subject) in walk.subjects.iter().enumerate() {
                let law = walk.mixed(&before, place);
                let title = format!("{} of use {uses}", subject.label);
                page.blocks.push(Block::Table(self.law_table(title, subject, &law)));
                rows.extend(self.rows_json(subject, &law));
                self.law_records(&mut page, subject, &law);
            }
        }
        let title = format!(
            "{} after {uses} use{}",
            self.state_header().to_lowercase(),
            if uses == 1 { "" } else { "s" }
        );
        self.state_law(&mut page, &walk, masses(uses)?, title);
        page.json.insert("rows".to_owned(), Json::Array(rows));
        Ok(self.finish(page))
    }

    /// The law of the state as a table, and in the data.
    pub(super) fn state_law(&self, page: &mut Page, walk: &Walk, masses: Vec<Rational>, title: String) {
        let states: Vec<_> = walk.chain.states.iter().zip(masses).collect();
        if !self.mechanic.model.states.is_empty() {
            page.blocks.push(Block::Table(self.state_table(title, &states)));
        }
        page.json.insert("states".to_owned(), self.states_json(&states));
        for (state, mass) in states.iter().filter(|(_, mass)| !mass.is_zero()) {
            let names = self.state_names().join(" ");
            let values = self.state_record(state).join(" ");
            page.records.push(vec![names, values, mass.to_string(), decimal::plain(mass)]);
        }
    }

    pub(super) fn stationary(&self, about: &[Asked], fields: &[String]) -> Answered<Report> {
        let fields = if about.is_empty() || !fields.is_empty() { self.fields(fields)? } else { Vec::new() };
        let walk = self.walk(&fields, about)?;
        let kernel = walk.chain.kernel(|_| 0);
        let interrupted = self.interrupted();
        let found = long_run(&kernel, walk.start, &self.bounds(&interrupted))
            .map_err(|error| self.chain_problem(&error, &walk, self.place()))?;
        let mut page = self.page("stationary")?;
        page.json.insert("period".to_owned(), found.class.period.into());
        page.records.push(texts(&["of", "value", "probability", "decimal"]));
        let mut rows = Vec::new();
        for (place, subject) in walk.subjects.iter().enumerate() {
            let law = walk.mixed(&found.masses, place);
            let title = format!("{} in the long run", subject.label);
            page.blocks.push(Block::Table(self.law_table(title, subject, &law)));
            rows.extend(self.rows_json(subject, &law));
            self.law_records(&mut page, subject, &law);
        }
        let title = format!("{} in the long run", self.state_header().to_lowercase());
        self.state_law(&mut page, &walk, found.masses, title);
        if found.class.period > 1 {
            page.blocks.push(Block::Paragraph(Text::plain(format!(
                "The chain runs in a circle of {} uses: these are shares of all uses, and not the chances after one number of them.",
                found.class.period
            ))));
        }
        page.json.insert("rows".to_owned(), Json::Array(rows));
        Ok(self.finish(page))
    }
}
