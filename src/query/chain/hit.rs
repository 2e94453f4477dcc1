//! `chain hit`: how many uses until something first happens.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::report::{Block, Cell, Report, Row, Shown, Table, Text};
use super::Asked;
use super::present::{Page, header, insert_measure, measure, outcome_json, row, texts};
use super::walk::{Answered, Answering, Problem};
use crate::evaluate::Reach;
use crate::exact::decimal::rational_square_root;
use crate::exact::{Rational, decimal};
use crate::prob::chain::{ChainError, FirstHit, Found, first_hit};
use crate::value::Value;

/// How many uses the law of a first hit lists when nobody says.
const MOST_ROWS: u64 = 200;

/// What a hitting time is asked for beside its moments.
pub(super) struct HitQuestion<'a> {
    pub(super) event: &'a Asked,
    pub(super) over: Option<u64>,
    pub(super) quantiles: &'a [Rational],
    pub(super) not_yet: &'a [u64],
}

impl Answering<'_> {
    pub(super) fn hit(&self, question: &HitQuestion<'_>) -> Answered<Report> {
        let event = question.event;
        // What comes after a hit does not matter.
        let waits = |outcome: &[Value]| outcome.last() != Some(&Value::Flag(true));
        let reach = Reach { follow: &waits, ..Reach::all() };
        let walk = self.walk_within(&[], std::slice::from_ref(event), reach)?;
        let kernel = self.marks(&walk, event)?;
        let interrupted = self.interrupted();
        let problem = |error: ChainError| self.chain_problem(&error, &walk, event.checked.expr.span);
        let hit = first_hit(&kernel, walk.start, &self.bounds(&interrupted)).map_err(problem)?;
        let mut page = self.page("hit")?;
        page.json.insert("event".to_owned(), event.text.clone().into());
        page.records.push(texts(&["measure", "at", "value", "decimal"]));
        let mut rows = moments(&mut page, &hit);
        self.quantiles(&mut page, &mut rows, &hit, question.quantiles, &problem)?;
        let most = question.not_yet.iter().copied().max().unwrap_or(0);
        let listed = question.over.unwrap_or(MOST_ROWS);
        let law = match question.over {
            None if most == 0 => hit.masses_as_far_as_possible(listed, &self.bounds(&interrupted)),
            _ => hit.masses(most.max(listed), &self.bounds(&interrupted)),
        };
        let law = law.map_err(problem)?;
        let listed = usize::try_from(listed).unwrap_or(usize::MAX).min(law.len());
        let listed = if question.over.is_some() { listed } else { most_of(&law[..listed], &hit.ever) };
        rows.extend(not_yet(&mut page, question.not_yet, &law));
        page.blocks.push(Block::Table(Table {
            caption: self.caption(format!("uses until {} first holds", event.text)),
            header: vec![header("Measure", false), header("Value", true)],
            rows,
        }));
        self.hit_law(&mut page, event, &law[..listed]);
        Ok(self.finish(page))
    }

    /// Median, mode and quantiles.
    fn quantiles(
        &self,
        page: &mut Page,
        rows: &mut Vec<Row>,
        hit: &FirstHit<'_>,
        levels: &[Rational],
        problem: &dyn Fn(ChainError) -> Problem,
    ) -> Answered<()> {
        let interrupted = self.interrupted();
        let all: Vec<Rational> = std::iter::once(Rational::new(1, 2)).chain(levels.iter().cloned()).collect();
        let search = hit.search(&all, &self.search_bounds(&interrupted)).map_err(problem)?;
        let mut found = search.quantiles.iter();
        let median = found.next().copied().unwrap_or(Found::Never);
        page.json.insert("median".to_owned(), uses_json(median));
        page.records.push(texts(&["median", "", &uses_text(median), ""]));
        rows.push(measure("Median", Cell::Text(Text::plain(uses_text(median)))));
        let modes: Option<Vec<String>> = search.modes.map(|modes| modes.iter().map(u64::to_string).collect());
        page.json
            .insert("mode".to_owned(), modes.as_ref().map_or(Json::Null, |modes| modes.join(",").into()));
        let modes = modes.unwrap_or_else(|| vec!["?".to_owned()]);
        page.records.push(texts(&["mode", "", &modes.join(","), ""]));
        rows.push(measure("Most probable", Cell::Text(Text::plain(modes.join(", ")))));
        let mut listed = Vec::new();
        for (level, found) in levels.iter().zip(found) {
            let mut object = Map::new();
            object.insert("level".to_owned(), level.to_string().into());
            object.insert("uses".to_owned(), uses_json(*found));
            listed.push(Json::Object(object));
            page.records.push(texts(&["quantile", &level.to_string(), &uses_text(*found), ""]));
            let percent = decimal::plain(&(level * &Rational::from(100)));
            rows.push(measure(format!("{percent}% within"), Cell::Text(Text::plain(uses_text(*found)))));
        }
        page.json.insert("quantiles".to_owned(), Json::Array(listed));
        Ok(())
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
            page.records.push(texts(&["first", &uses.to_string(), &mass.to_string(), &decimal::plain(mass)]));
        }
        if !rows.is_empty() {
            let columns = ["Use", "At this use", "By then", "Not yet"];
            page.blocks.push(Block::Table(Table {
                caption: self.caption(format!("{} for the first time", event.text)),
                header: columns.map(|column| header(column, true)).to_vec(),
                rows,
            }));
        }
        page.json.insert("rows".to_owned(), Json::Array(listed));
    }
}

/// A number of uses; one that is far out is only bounded.
fn uses_text(found: Found) -> String {
    match found {
        Found::At(uses) => uses.to_string(),
        Found::Beyond(uses) => format!("> {uses}"),
        Found::Never => "\u{221e}".to_owned(),
    }
}

fn uses_json(found: Found) -> Json {
    match found {
        Found::At(uses) => uses.to_string().into(),
        Found::Beyond(_) | Found::Never => Json::Null,
    }
}

/// How many uses have 99% of all hits.
fn most_of(law: &[Rational], ever: &Rational) -> usize {
    let enough = ever * &Rational::new(99, 100);
    let mut sum = Rational::ZERO;
    let reached = law.iter().position(|mass| {
        sum = &sum + mass;
        sum >= enough
    });
    reached.map_or(law.len(), |index| index + 1)
}

/// Mean and variance; where it may never happen, how probable it is that it ever does.
fn moments(page: &mut Page, hit: &FirstHit<'_>) -> Vec<Row> {
    let mut record = |name: &str, value: &Rational| {
        page.records.push(texts(&[name, "", &value.to_string(), &decimal::plain(value)]));
    };
    record("ever", &hit.ever);
    let rows = match &hit.moments {
        Some(moments) => {
            record("mean", &moments.mean);
            record("variance", &moments.variance);
            let root = rational_square_root(&moments.variance);
            let deviation = root.map_or(Cell::Root(moments.variance.clone()), Cell::Number);
            vec![
                measure("Mean", Cell::Number(moments.mean.clone())),
                measure("Variance", Cell::Number(moments.variance.clone())),
                measure("Standard deviation", deviation),
            ]
        }
        None => vec![
            measure("Ever", Cell::Probability(hit.ever.clone(), Shown::Both)),
            measure("Mean", Cell::Text(Text::plain("\u{221e}"))),
        ],
    };
    for (key, number) in [
        ("mean", hit.moments.as_ref().map(|moments| &moments.mean)),
        ("variance", hit.moments.as_ref().map(|moments| &moments.variance)),
        ("ever", Some(&hit.ever)),
    ] {
        match number {
            Some(number) => insert_measure(&mut page.json, key, number),
            None => drop(page.json.insert(key.to_owned(), Json::Null)),
        }
    }
    rows
}

/// The chance that it has not happened after some numbers of uses.
fn not_yet(page: &mut Page, not_yet: &[u64], law: &[Rational]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut listed = Vec::new();
    for uses in not_yet {
        let count = usize::try_from(*uses).unwrap_or(usize::MAX).min(law.len());
        let left = &Rational::ONE - &law[..count].iter().sum::<Rational>();
        let mut object = Map::new();
        object.insert("uses".to_owned(), uses.to_string().into());
        json::insert_number(&mut object, "probability", &left);
        listed.push(Json::Object(object));
        page.records.push(texts(&["not yet", &uses.to_string(), &left.to_string(), &decimal::plain(&left)]));
        rows.push(measure(format!("Not yet after {uses}"), Cell::Probability(left, Shown::Both)));
    }
    page.json.insert("not_yet".to_owned(), Json::Array(listed));
    rows
}
