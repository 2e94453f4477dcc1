//! `chain count`, `chain path` and `chain percentile`: how often something happens over some uses.

use indexmap::IndexMap;
use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::report::{Block, Cell, Report, Row, Shown, Table, Text};
use super::path::{Along, described};
use super::present::{Page, header, insert_measure, measure, outcome_json, row, texts};
use super::walk::{Answered, Answering, Subject};
use super::{Asked, Over};
use crate::evaluate::Reach;
use crate::exact::decimal::rational_square_root;
use crate::exact::{Integer, Rational, Ring, decimal};
use crate::prob::chain::{CountLaw, count_law, count_law_along};
use crate::query::Scenario;
use crate::value::Value;

/// Counts that are one row at either end of a table for people have together less than this: 1 in 10,000.
const TAIL: i64 = 10_000;
/// A table of so many rows is shown whole.
const WHOLE: usize = 20;

impl Answering<'_> {
    pub(super) fn count(&self, what: &Asked, over: &Over) -> Answered<Report> {
        let law = self.law_of_count(what, over)?;
        let mut page = self.page("count")?;
        self.over_json(&mut page, what, over);
        page.records.push(texts(&["count", "probability", "decimal"]));
        let rows = self.moments_of(&mut page, &law);
        let title = self.counted(what, over);
        page.blocks.push(Block::Table(Table {
            caption: self.caption(title.clone()),
            header: vec![header("Measure", false), header("Value", true)],
            rows,
        }));
        self.count_table(&mut page, title, &law);
        Ok(self.finish(page))
    }

    fn law_of_count(&self, what: &Asked, over: &Over) -> Answered<CountLaw> {
        let interrupted = self.interrupted();
        let span = what.checked.expr.span;
        match over {
            Over::Uses(uses) => {
                let reach = Reach { uses: Some(*uses), ..Reach::all() };
                let walk = self.walk_within(&[], std::slice::from_ref(what), reach)?;
                let kernel = self.marks(&walk, what)?;
                count_law(&kernel, walk.start, *uses, &self.bounds(&interrupted))
                    .map_err(|error| self.chain_problem(&error, &walk, span))
            }
            Over::Path(path) => {
                let along = self.along(path, &[], std::slice::from_ref(what))?;
                let kernels = along.kernels(|way| self.mark(way, what))?;
                let uses: Vec<_> = along.path.iter().map(|which| &kernels[*which]).collect();
                let (law, _) = count_law_along(&uses, along.start, &self.bounds(&interrupted))
                    .map_err(|error| self.chain_problem(&error, &along.walk(), span))?;
                Ok(law)
            }
        }
    }

    /// `150 uses`, `8 uses: Normal ×3, Elite, …`
    fn uses(&self, over: &Over) -> String {
        let counted = |uses: u64| format!("{uses} use{}", if uses == 1 { "" } else { "s" });
        match over {
            Over::Uses(uses) => counted(*uses),
            Over::Path(path) => {
                let uses = counted(u64::try_from(path.len()).unwrap_or(u64::MAX));
                let along = described(self.mechanic, self.scenario, path);
                if along.is_empty() { uses } else { format!("{uses}: {along}") }
            }
        }
    }

    /// `rarity = rare over 150 uses`
    fn counted(&self, what: &Asked, over: &Over) -> String {
        format!("{} over {}", what.text, self.uses(over))
    }

    fn over_json(&self, page: &mut Page, what: &Asked, over: &Over) {
        page.json.insert("event".to_owned(), what.text.clone().into());
        match over {
            Over::Uses(uses) => page.json.insert("over".to_owned(), (*uses).into()),
            Over::Path(path) => page.json.insert("path".to_owned(), self.path_json(path)),
        };
    }

    pub(super) fn path_json(&self, path: &[Scenario]) -> Json {
        path.iter().map(|scenario| json::inputs(self.mechanic, scenario)).collect()
    }

    fn moments_of(&self, page: &mut Page, law: &CountLaw) -> Vec<Row> {
        let (mean, variance) = law.moments();
        insert_measure(&mut page.json, "mean", &mean);
        insert_measure(&mut page.json, "variance", &variance);
        let median = law.quantile(&Rational::new(1, 2)).unwrap_or_default();
        page.json.insert("median".to_owned(), median.to_string().into());
        let modes: Vec<String> = law.modes().iter().map(i64::to_string).collect();
        page.json.insert("mode".to_owned(), modes.join(",").into());
        let deviation = rational_square_root(&variance).map_or(Cell::Root(variance.clone()), Cell::Number);
        vec![
            measure("Mean", Cell::Number(mean)),
            measure("Variance", Cell::Number(variance)),
            measure("Standard deviation", deviation),
            measure("Median", Cell::Number(Rational::from(median))),
            measure("Most probable", Cell::Text(Text::plain(modes.join(", ")))),
        ]
    }

    /// Exactly, at least and at most each count.
    fn count_table(&self, page: &mut Page, title: String, law: &CountLaw) {
        let mut rows = Vec::new();
        let mut listed = Vec::new();
        let mut below = Integer::ZERO;
        // Less than 1 in TAIL.
        let rare = |weight: &Integer| weight.mul(&Integer::from(TAIL)) < *law.total();
        let signed = |count: i64| count.to_string().replace('-', "\u{2212}");
        // The counts at either end that have together less than that are one row each.
        let mut few: Option<(i64, Integer)> = None;
        let mut many = false;
        for (count, weight) in law.weights() {
            let from_here = law.total().minus(&below);
            below.add_assign(weight);
            let mass = law.probability(weight);
            let object = outcome_json("count", count.to_string(), &mass);
            let text = |key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
            page.records.push(vec![count.to_string(), text("probability"), text("decimal")]);
            listed.push(object);
            if law.len() > WHOLE && rare(&below) {
                few = Some((count, below.clone()));
                continue;
            }
            if let Some((last, weight)) = few.take() {
                let chances = [&weight, law.total(), &weight];
                rows.push(self.count_row(law, format!("{} or fewer", signed(last)), chances));
            }
            let tail = law.len() > WHOLE && rare(&from_here);
            if tail && !many {
                let chances = [&from_here, &from_here, law.total()];
                rows.push(self.count_row(law, format!("{} or more", signed(count)), chances));
            }
            many = many || tail;
            if !tail {
                rows.push(self.count_row(law, signed(count), [weight, &from_here, &below]));
            }
        }
        page.blocks.push(Block::Table(Table {
            caption: self.caption(title),
            header: vec![
                header("Count", true),
                header("Exactly", true),
                header("At least", true),
                header("At most", true),
            ],
            rows,
        }));
        page.json.insert("rows".to_owned(), Json::Array(listed));
    }

    fn count_row(&self, law: &CountLaw, label: String, weights: [&Integer; 3]) -> Row {
        let cells = weights.map(|weight| self.chance(law.probability(weight)));
        row(Text::plain(label), cells.to_vec())
    }

    pub(super) fn percentile(&self, what: &Asked, over: &Over, seen: i64) -> Answered<Report> {
        let law = self.law_of_count(what, over)?;
        let mut page = self.page("percentile")?;
        self.over_json(&mut page, what, over);
        page.json.insert("seen".to_owned(), seen.into());
        page.records.push(texts(&["measure", "probability", "decimal"]));
        let shares = [
            ("fewer", format!("Fewer than {seen}"), law.mass(|count| count < seen)),
            ("exactly", format!("Exactly {seen}"), law.mass(|count| count == seen)),
            ("more", format!("More than {seen}"), law.mass(|count| count > seen)),
            ("at_most", format!("{seen} or fewer"), law.mass(|count| count <= seen)),
            ("at_least", format!("{seen} or more"), law.mass(|count| count >= seen)),
        ];
        let mut rows = Vec::new();
        for (name, label, mass) in shares {
            let mut object = Map::new();
            json::insert_number(&mut object, "probability", &mass);
            page.json.insert(name.to_owned(), Json::Object(object));
            page.records.push(texts(&[name, &mass.to_string(), &decimal::plain(&mass)]));
            rows.push(measure(label, Cell::Probability(mass, Shown::Both)));
        }
        let (mean, _) = law.moments();
        insert_measure(&mut page.json, "mean", &mean);
        rows.push(measure("Mean", Cell::Number(mean)));
        page.blocks.push(Block::Table(Table {
            caption: self.caption(format!("{}, {seen} seen", self.counted(what, over))),
            header: vec![header("Of all runs", false), header("Share", true)],
            rows,
        }));
        Ok(self.finish(page))
    }

    pub(super) fn path(&self, about: &[Asked], fields: &[String], path: &[Scenario]) -> Answered<Report> {
        let fields = if about.is_empty() || !fields.is_empty() { self.fields(fields)? } else { Vec::new() };
        let along = self.along(path, &fields, about)?;
        let walk = along.walk();
        let mut page = self.page("path")?;
        page.json.insert("path".to_owned(), self.path_json(path));
        page.records.push(texts(&["of", "value", "expected", "decimal"]));
        self.expected_table(&mut page, &along, path);
        let mut counts = Vec::new();
        for what in about {
            let law = self.law_of_count(what, &Over::Path(path.to_vec()))?;
            let mut own = self.page("path")?;
            self.moments_of(&mut own, &law);
            self.count_table(&mut own, self.counted(what, &Over::Path(path.to_vec())), &law);
            page.blocks.append(&mut own.blocks);
            let mut object = Map::new();
            object.insert("event".to_owned(), what.text.clone().into());
            for key in ["mean", "mean_decimal", "variance", "variance_decimal", "median", "mode", "rows"] {
                object.insert(key.to_owned(), own.json.remove(key).unwrap_or_default());
            }
            counts.push(Json::Object(object));
        }
        page.json.insert("counts".to_owned(), Json::Array(counts));
        let title = format!("{} at the end of the path", self.state_header().to_lowercase());
        let last = along.masses.last().cloned().unwrap_or_default();
        self.state_law(&mut page, &walk, last, title);
        Ok(self.finish(page))
    }

    /// For each value of an outcome in how many uses it is to be expected; for numbers, their sum.
    fn expected_table(&self, page: &mut Page, along: &Along, path: &[Scenario]) {
        let mut rows = Vec::new();
        let mut listed = Vec::new();
        for (place, subject) in along.subjects.iter().enumerate() {
            for (value, expected) in self.expected(along, place, subject) {
                let (label, text) = match &value {
                    None => (Text::plain(subject.label.clone()), String::new()),
                    Some(value) => {
                        let word =
                            super::super::scenario::value_label(&self.mechanic.model, subject.kind, value);
                        let flag = subject.kind == crate::check::Kind::Flag;
                        let several = along.subjects.len() > 1;
                        let label = if flag {
                            Text::plain(subject.label.clone())
                        } else if several {
                            Text::plain(format!("{}: ", subject.label)).join(word)
                        } else {
                            word
                        };
                        (label, self.value_text(subject.kind, value))
                    }
                };
                let mut object = Map::new();
                object.insert("of".to_owned(), subject.name.clone().into());
                if value.is_some() {
                    object.insert("value".to_owned(), text.clone().into());
                }
                json::insert_number(&mut object, "expected", &expected);
                listed.push(Json::Object(object));
                page.records.push(vec![
                    subject.name.clone(),
                    text,
                    expected.to_string(),
                    decimal::plain(&expected),
                ]);
                rows.push(row(label, vec![Cell::Number(expected)]));
            }
        }
        let uses = self.uses(&Over::Path(path.to_vec()));
        page.blocks.push(Block::Table(Table {
            caption: self.caption(format!("expected over {uses}")),
            header: vec![header("Outcome", false), header("Expected", true)],
            rows,
        }));
        page.json.insert("expected".to_owned(), Json::Array(listed));
    }

    fn expected(&self, along: &Along, place: usize, subject: &Subject) -> Vec<(Option<Value>, Rational)> {
        let mut sums: IndexMap<Option<Value>, Rational> = IndexMap::new();
        for (use_, before) in along.path.iter().zip(&along.masses) {
            let walk = along.walk_of(*use_);
            for (value, mass) in walk.mixed(before, place).iter() {
                let (key, amount) = match value {
                    Value::Number(number) => (None, number * mass),
                    value => (Some(value.clone()), mass.clone()),
                };
                let sum = sums.entry(key).or_default();
                *sum = &*sum + &amount;
            }
        }
        let mut listed: Vec<(Option<Value>, Rational)> = sums.into_iter().collect();
        listed.sort();
        // Of a flag only how often it holds is of interest.
        if subject.kind == crate::check::Kind::Flag {
            listed.retain(|(value, _)| *value == Some(Value::Flag(true)));
        }
        listed
    }
}
