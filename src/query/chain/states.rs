//! `chain states` and `chain step`: which states there are, and what one use does from each.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::report::{Block, Cell, Report, Table, Text};
use super::present::{Page, header, row, texts};
use super::walk::{Answered, Answering, Walk};
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::prob::chain::{Class, classes};
use crate::value::Value;

/// What a class is, in a word.
fn nature(class: &Class) -> &'static str {
    match (class.is_absorbing(), class.closed) {
        (true, _) => "absorbing",
        (false, true) => "recurrent",
        (false, false) => "transient",
    }
}

impl Answering<'_> {
    pub(super) fn states(&self) -> Answered<Report> {
        let walk = self.walk(&[], &[])?;
        let classes = classes(&walk.chain.kernel(|_| 0));
        let mut page = self.page("states")?;
        let (states, count) = (walk.chain.states.len(), classes.len());
        let rows = classes.iter().enumerate().map(|(index, class)| {
            let period = if class.period == 0 { "\u{2013}".to_owned() } else { class.period.to_string() };
            let cells =
                [self.listed(&walk, class), class.states.len().to_string(), nature(class).to_owned(), period];
            row(
                Text::plain((index + 1).to_string()),
                cells.map(|cell| Cell::Text(Text::plain(cell))).to_vec(),
            )
        });
        let title = format!("{states} reachable state{} in {count} class{}", s(states), es(count));
        page.blocks.push(Block::Table(Table {
            caption: self.caption(title),
            header: vec![
                header("Class", false),
                header(self.state_header(), false),
                header("States", true),
                header("Kind", false),
                header("Period", true),
            ],
            rows: rows.collect(),
        }));
        self.states_data(&mut page, &walk, &classes);
        Ok(self.finish(page))
    }

    /// The states of a class; runs of whole numbers as `5 to −40`.
    fn listed(&self, walk: &Walk, class: &Class) -> String {
        let number = |state: &usize| match walk.chain.states[*state].as_slice() {
            [Value::Number(number)] => number.to_i64(),
            _ => None,
        };
        let numbers: Option<Vec<i64>> = class.states.iter().map(number).collect();
        let label = |state: usize| self.state_label(&walk.chain.states[state]).to_plain();
        let Some(numbers) = numbers else {
            return class.states.iter().map(|state| label(*state)).collect::<Vec<_>>().join("; ");
        };
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for place in 0..numbers.len() {
            let neighbour = place > 0 && numbers[place].abs_diff(numbers[place - 1]) == 1;
            match runs.last_mut() {
                Some((_, last)) if neighbour => *last = place,
                _ => runs.push((place, place)),
            }
        }
        let run = |(first, last): &(usize, usize)| {
            let (first, last) = (label(class.states[*first]), label(class.states[*last]));
            if first == last { first } else { format!("{first} to {last}") }
        };
        runs.iter().map(run).collect::<Vec<_>>().join(", ")
    }

    fn states_data(&self, page: &mut Page, walk: &Walk, classes: &[Class]) {
        let mut listed = Vec::new();
        let mut head = self.state_names();
        head.extend(texts(&["class", "kind", "period"]));
        page.records.push(head);
        for (index, class) in classes.iter().enumerate() {
            for state in &class.states {
                let values = &walk.chain.states[*state];
                let mut object = Map::new();
                object.insert("state".to_owned(), self.state_json(values));
                object.insert("class".to_owned(), (index + 1).into());
                listed.push((*state, Json::Object(object)));
                let mut record = self.state_record(values);
                record.extend([(index + 1).to_string(), nature(class).to_owned(), class.period.to_string()]);
                page.records.push(record);
            }
        }
        listed.sort_by_key(|(state, _)| *state);
        page.json.insert("states".to_owned(), listed.into_iter().map(|(_, object)| object).collect());
        let class = |(index, class): (usize, &Class)| {
            let mut object = Map::new();
            object.insert("class".to_owned(), (index + 1).into());
            object.insert("kind".to_owned(), nature(class).into());
            object.insert("period".to_owned(), class.period.into());
            object.insert("size".to_owned(), class.states.len().into());
            Json::Object(object)
        };
        page.json.insert("classes".to_owned(), classes.iter().enumerate().map(class).collect());
    }

    pub(super) fn step(&self, fields: &[String], next: bool) -> Answered<Report> {
        let fields = self.fields(fields)?;
        let walk = self.walk(&fields, &[])?;
        let mut page = self.page("step")?;
        if next {
            self.kernel_table(&mut page, &walk);
        } else {
            page.records
                .push([self.state_names(), texts(&["of", "value", "probability", "decimal"])].concat());
            for subject in 0..walk.subjects.len() {
                self.outcomes_by_state(&mut page, &walk, subject);
            }
        }
        page.json.insert("kernel".to_owned(), self.kernel_json(&walk));
        page.json.insert("rows".to_owned(), self.rows_by_state(&walk));
        Ok(self.finish(page))
    }

    /// The law of a subject from each state: states as rows, values as columns.
    fn outcomes_by_state(&self, page: &mut Page, walk: &Walk, subject: usize) {
        let about = &walk.subjects[subject];
        let laws: Vec<Pmf<Value>> =
            (0..walk.chain.states.len()).map(|state| walk.law(state, subject)).collect();
        let mut values: Vec<&Value> = laws.iter().flat_map(Pmf::support).collect();
        values.sort();
        values.dedup();
        let label =
            |value: &&Value| super::super::scenario::value_label(&self.mechanic.model, about.kind, value);
        let mut head = vec![header(self.state_header(), false)];
        head.extend(values.iter().map(|value| header(label(value).to_plain(), true)));
        let rows = walk.chain.states.iter().zip(&laws).map(|(state, law)| {
            let cells = values.iter().map(|value| self.chance(law.mass_of(value)));
            row(self.state_label(state), cells.collect())
        });
        let title = format!("{} by {}", about.label, self.state_header().to_lowercase());
        page.blocks.push(Block::Table(Table {
            caption: self.caption(title),
            header: head,
            rows: rows.collect(),
        }));
        for (state, law) in walk.chain.states.iter().zip(&laws) {
            for (value, mass) in law.iter() {
                let mut record = self.state_record(state);
                record.extend([about.name.clone(), self.value_text(about.kind, value)]);
                record.extend([mass.to_string(), decimal::plain(mass)]);
                page.records.push(record);
            }
        }
    }

    /// Every way of the kernel as a row: from, to, chance.
    fn kernel_table(&self, page: &mut Page, walk: &Walk) {
        let mut rows = Vec::new();
        let after: Vec<String> = self.state_names().iter().map(|name| format!("next_{name}")).collect();
        page.records.push([self.state_names(), after, texts(&["probability", "decimal"])].concat());
        for (from, state) in walk.chain.states.iter().enumerate() {
            for (to, mass) in walk.next(from).iter() {
                let after = &walk.chain.states[*to];
                rows.push(row(
                    self.state_label(state),
                    vec![Cell::Text(self.state_label(after)), self.chance(mass.clone())],
                ));
                let mut record = [self.state_record(state), self.state_record(after)].concat();
                record.extend([mass.to_string(), decimal::plain(mass)]);
                page.records.push(record);
            }
        }
        let header = vec![
            header(self.state_header(), false),
            header(format!("{} after the use", self.state_header()), false),
            header("Chance", true),
        ];
        page.blocks.push(Block::Table(Table { caption: self.caption("one use"), header, rows }));
    }

    fn kernel_json(&self, walk: &Walk) -> Json {
        let from = |state: usize| {
            let to = |(to, mass): (&usize, &Rational)| {
                let mut object = Map::new();
                object.insert("state".to_owned(), self.state_json(&walk.chain.states[*to]));
                json::insert_number(&mut object, "probability", mass);
                Json::Object(object)
            };
            let mut object = Map::new();
            object.insert("from".to_owned(), self.state_json(&walk.chain.states[state]));
            object.insert("to".to_owned(), walk.next(state).iter().map(to).collect());
            Json::Object(object)
        };
        (0..walk.chain.states.len()).map(from).collect()
    }

    fn rows_by_state(&self, walk: &Walk) -> Json {
        let mut rows = Vec::new();
        for (index, state) in walk.chain.states.iter().enumerate() {
            for (place, subject) in walk.subjects.iter().enumerate() {
                for object in self.rows_json(subject, &walk.law(index, place)) {
                    let mut with_state = Map::new();
                    with_state.insert("state".to_owned(), self.state_json(state));
                    if let Json::Object(object) = object {
                        with_state.extend(object);
                    }
                    rows.push(Json::Object(with_state));
                }
            }
        }
        Json::Array(rows)
    }
}

impl Walk {
    /// The law of a subject after one use from a state.
    pub(super) fn law(&self, state: usize, subject: usize) -> Pmf<Value> {
        let ways = self.chain.transitions[state].iter();
        Pmf::new(ways.filter_map(|way| Some((way.outcome.get(subject)?.clone(), way.mass.clone()))))
    }

    /// The law of the state after one use from a state.
    fn next(&self, state: usize) -> Pmf<usize> {
        Pmf::new(self.chain.transitions[state].iter().map(|way| (way.to, way.mass.clone())))
    }

    /// The law of a subject after one use from a state that has this law.
    pub(super) fn mixed(&self, masses: &[Rational], subject: usize) -> Pmf<Value> {
        let from = |(state, mass): (usize, &Rational)| {
            let ways = self.chain.transitions[state].iter();
            let share = mass.clone();
            ways.filter_map(move |way| Some((way.outcome.get(subject)?.clone(), &share * &way.mass)))
        };
        let with_mass = masses.iter().enumerate().filter(|(_, mass)| !mass.is_zero());
        Pmf::new(with_mass.flat_map(from))
    }
}

fn s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn es(count: usize) -> &'static str {
    if count == 1 { "" } else { "es" }
}
