//! `chain after`, `chain stationary` and `chain hit`: where a chain is after some uses, in the long run, and
//! when something first happens.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::report::{Block, Cell, Report, Shown, Table, Text};
use super::Asked;
use super::present::{Page, header, insert_measure, measure, outcome_json, row, texts};
use super::walk::{Answered, Answering, Walk};
use crate::exact::decimal::rational_square_root;
use crate::exact::{Rational, decimal};
use crate::prob::chain::{ChainError, FirstHit, after, first_hit, long_run};

/// How many uses the law of a first hit lists when nobody says.
const MOST_ROWS: u64 = 200;

impl Answering<'_> {
    pub(super) fn after(&self, uses: u64, fields: &[String]) -> Answered<Report> {
        let fields = self.fields(fields)?;
        let walk = self.walk(&fields, &[])?;
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

    pub(super) fn hit(
        &self,
        event: &Asked,
        over: Option<u64>,
        quantiles: &[Rational],
        not_yet: &[u64],
    ) -> Answered<Report> {
        let walk = self.walk(&[], std::slice::from_ref(event))?;
        let kernel = self.marks(&walk, event)?;
        let interrupted = self.interrupted();
        let problem = |error: ChainError| self.chain_problem(&error, &walk, event.checked.expr.span);
        let hit = first_hit(&kernel, walk.start, &self.bounds(&interrupted)).map_err(problem)?;
        let search = self.search_bounds(&interrupted);
        let mut page = self.page("hit")?;
        page.json.insert("event".to_owned(), event.text.clone().into());
        page.records.push(texts(&["measure", "value", "exact", "decimal"]));
        let mut rows = self.moments(&mut page, &hit);
        let half = Rational::new(1, 2);
        let levels = std::iter::once(&half).chain(quantiles);
        let mut last = None;
        let mut listed = Vec::new();
        for level in levels {
            let found = hit.quantile(level, &search).map_err(problem)?;
            last = last.max(found);
            let text = found.map_or_else(|| "\u{221e}".to_owned(), |uses| uses.to_string());
            let (name, label) = if *level == half {
                ("median".to_owned(), "Median".to_owned())
            } else {
                (format!("quantile {level}"), format!("{} have it within", percent(level)))
            };
            page.records.push(vec![
                name,
                text.clone(),
                found.map_or_else(String::new, |uses| uses.to_string()),
                String::new(),
            ]);
            rows.push(measure(label, Cell::Text(Text::plain(text))));
            if *level == half {
                page.json
                    .insert("median".to_owned(), found.map_or(Json::Null, |uses| uses.to_string().into()));
            } else {
                let mut object = Map::new();
                object.insert("level".to_owned(), level.to_string().into());
                object.insert("uses".to_owned(), found.map_or(Json::Null, |uses| uses.to_string().into()));
                listed.push(Json::Object(object));
            }
        }
        let modes = hit.modes(&search).map_err(problem)?;
        let modes: Vec<String> = modes.iter().map(u64::to_string).collect();
        rows.push(measure("Most probable", Cell::Text(Text::plain(modes.join(", ")))));
        page.records.push(vec!["mode".to_owned(), modes.join(","), modes.join(","), String::new()]);
        page.json.insert("mode".to_owned(), modes.join(",").into());
        page.json.insert("quantiles".to_owned(), Json::Array(listed));
        let percentile = hit.quantile(&Rational::new(99, 100), &search).map_err(problem)?;
        let shown = over.unwrap_or(percentile.unwrap_or(MOST_ROWS).min(MOST_ROWS));
        let most = not_yet.iter().copied().max().unwrap_or(0).max(shown);
        let law = hit.masses(most, &self.bounds(&interrupted)).map_err(problem)?;
        rows.extend(self.not_yet(&mut page, not_yet, &law));
        page.blocks.push(Block::Table(Table {
            caption: self.caption(format!("uses until {} first holds", event.text)),
            header: vec![header("Measure", false), header("Value", true)],
            rows,
        }));
        let shown = usize::try_from(shown).unwrap_or(usize::MAX).min(law.len());
        self.hit_law(&mut page, event, &law[..shown]);
        Ok(self.finish(page))
    }

    fn moments(&self, page: &mut Page, hit: &FirstHit<'_>) -> Vec<super::super::report::Row> {
        let mut rows = Vec::new();
        let mut number = |page: &mut Page, name: &str, label: &str, value: &Rational| {
            insert_measure(&mut page.json, name, value);
            page.records.push(vec![
                name.to_owned(),
                value.to_string(),
                value.to_string(),
                decimal::plain(value),
            ]);
            rows.push(measure(label, Cell::Number(value.clone())));
        };
        match &hit.moments {
            Some(moments) => {
                number(page, "mean", "Mean", &moments.mean);
                number(page, "variance", "Variance", &moments.variance);
                let root = rational_square_root(&moments.variance);
                let root = root.map_or(Cell::Root(moments.variance.clone()), Cell::Number);
                rows.push(measure("Standard deviation", root));
            }
            None => {
                page.json.insert("mean".to_owned(), Json::Null);
                page.json.insert("variance".to_owned(), Json::Null);
                rows.push(measure("Mean", Cell::Text(Text::plain("\u{221e}"))));
                rows.push(measure("Ever", Cell::Probability(hit.ever.clone(), Shown::Both)));
            }
        }
        page.json.insert("ever".to_owned(), hit.ever.to_string().into());
        page.records.push(texts(&[
            "ever",
            &hit.ever.to_string(),
            &hit.ever.to_string(),
            &decimal::plain(&hit.ever),
        ]));
        rows
    }

    /// The chance that it has not happened after some numbers of uses.
    fn not_yet(&self, page: &mut Page, not_yet: &[u64], law: &[Rational]) -> Vec<super::super::report::Row> {
        let mut rows = Vec::new();
        let mut listed = Vec::new();
        for uses in not_yet {
            let count = usize::try_from(*uses).unwrap_or(usize::MAX).min(law.len());
            let left = &Rational::ONE - &law[..count].iter().sum::<Rational>();
            let mut object = Map::new();
            object.insert("uses".to_owned(), uses.to_string().into());
            json::insert_number(&mut object, "probability", &left);
            listed.push(Json::Object(object));
            let label = format!("Not yet after {uses}");
            page.records.push(vec![
                format!("not yet after {uses}"),
                left.to_string(),
                left.to_string(),
                decimal::plain(&left),
            ]);
            rows.push(measure(label, Cell::Probability(left, Shown::Both)));
        }
        page.json.insert("not_yet".to_owned(), Json::Array(listed));
        rows
    }

    fn hit_law(&self, page: &mut Page, event: &Asked, law: &[Rational]) {
        let mut rows = Vec::new();
        let mut listed = Vec::new();
        let mut by_then = Rational::ZERO;
        for (uses, mass) in (1_u64..).zip(law) {
            by_then = &by_then + mass;
            let left = &Rational::ONE - &by_then;
            let cells = [mass.clone(), by_then.clone(), left].map(|mass| self.chance(mass));
            rows.push(row(Text::plain(uses.to_string()), cells.to_vec()));
            listed.push(outcome_json("uses", uses.to_string(), mass));
            page.records.push(vec![
                "first at".to_owned(),
                uses.to_string(),
                mass.to_string(),
                decimal::plain(mass),
            ]);
        }
        if !rows.is_empty() {
            page.blocks.push(Block::Table(Table {
                caption: self.caption(format!("{} for the first time", event.text)),
                header: vec![
                    header("Use", true),
                    header("At this use", true),
                    header("By then", true),
                    header("Not yet", true),
                ],
                rows,
            }));
        }
        page.json.insert("rows".to_owned(), Json::Array(listed));
    }
}

/// A level as a percentage: `99%`.
fn percent(level: &Rational) -> String {
    format!("{}%", decimal::plain(&(level * &Rational::from(100))))
}
