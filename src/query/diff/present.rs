//! The report of a comparison.

use serde_json::{Map, Value as Json};

use super::super::columns::{common_inputs_label, joined, start_label};
use super::super::report::{Block, Cell, Header, Report, Row, Shown, Table, Text};
use super::super::scenario::{Scenario, value_label};
use super::super::{Mechanic, json};
use super::{Compared, DiffRequest, rows};
use crate::exact::{Rational, decimal};
use crate::rules::RuleSetKind;
use crate::value::Value;

/// The report of a comparison: for each outcome what differs, then the distance and who is responsible.
#[must_use]
pub fn diff_report(
    mechanic: &Mechanic,
    request: &DiffRequest,
    compared: &Compared,
    codes: &EditionCodes,
) -> Report {
    let presenting = Presenting { mechanic, request, compared, codes };
    let mut blocks: Vec<Block> = Vec::new();
    let same: Vec<usize> =
        (0..compared.fields.len()).filter(|place| !presenting.outcome(*place, &mut blocks)).collect();
    blocks.extend(presenting.unchanged(&same));
    presenting.summary(&mut blocks);
    Report { blocks, json: presenting.json(), records: presenting.records(), subject: presenting.citation() }
}

struct Presenting<'a> {
    mechanic: &'a Mechanic,
    request: &'a DiffRequest,
    compared: &'a Compared,
    codes: &'a EditionCodes,
}

fn header(text: Text, numeric: bool) -> Header {
    Header { text, numeric }
}

impl Presenting<'_> {
    /// What one side is called: its rule set, with the rules that were changed, and the mark of the
    /// editions that are like it.
    fn side(&self, scenario: &Scenario, alike: &[usize]) -> Text {
        let sets = &self.mechanic.rule_sets;
        let set = &sets[scenario.rule_set];
        let changes = self.changes(scenario);
        if !changes.is_empty() {
            return Text::plain(format!("{}, {changes}", set.title));
        }
        if set.kind != RuleSetKind::Edition || alike.is_empty() {
            return Text::plain(set.title.clone());
        }
        let editions = &self.mechanic.model.editions;
        let bit = |set: &usize| editions.iter().position(|name| *name == sets[*set].name);
        let mask = alike.iter().filter_map(bit).fold(0, |mask, bit| mask | 1_u32 << bit);
        match self.codes.mark(mask) {
            Some(mark) => Text::label(&set.title, Some(&mark)),
            None if alike.len() > 1 && !self.codes.codes.is_empty() => {
                let titles: Vec<&str> = alike.iter().map(|set| sets[*set].title.as_str()).collect();
                Text::plain(titles.join(", "))
            }
            None => Text::plain(set.title.clone()),
        }
    }

    fn changes(&self, scenario: &Scenario) -> String {
        let model = &self.mechanic.model;
        let text = |(rule, value): &(usize, Value)| {
            let declaration = &model.rules[*rule].declaration;
            format!("{} = {}", declaration.name, model.value_text(declaration.kind, value))
        };
        scenario.changed.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// The inputs of both sides: what only one of them has is as it has it.
    fn inputs(&self) -> Text {
        let (from, to) = (&self.request.from, &self.request.to);
        let plain = |scenario: &Scenario| Scenario { changed: Vec::new(), ..scenario.clone() };
        let sides = [to, from].map(|side| common_inputs_label(self.mechanic, &[plain(side)], true, None));
        let [second, first] = sides;
        // One side has all that the other has, and may have more.
        let inputs = if first.to_plain().len() > second.to_plain().len() { first } else { second };
        joined([inputs].into_iter().chain(start_label(self.mechanic, to)))
    }

    fn outcome(&self, place: usize, blocks: &mut Vec<Block>) -> bool {
        let declaration = &self.mechanic.model.fields[self.compared.fields[place]];
        let (from, to) = self.compared.marginal(place);
        // Of a flag where it holds; the rest is the complement.
        let told = |value: &Value| *value != Value::Flag(false);
        let all = rows(&from, &to).into_iter().filter(|(value, ..)| told(value));
        let (changed, same): (Vec<_>, Vec<_>) = all.partition(|(_, from, to)| from != to);
        if changed.is_empty() {
            return false;
        }
        let title = match &self.request.caption {
            Some(caption) => Text::plain(caption.clone()),
            None => Text::plain(format!("{}: what changes", declaration.label)).join(self.with_inputs()),
        };
        let row = |(value, from, to): &(Value, Rational, Rational)| {
            let ratio = to.checked_div(from).map_or_else(|| Cell::Text(Text::plain("–")), Cell::Times);
            let label = match value {
                Value::Flag(_) => Text::label(&declaration.label, declaration.template.as_ref()),
                _ => value_label(&self.mechanic.model, declaration.kind, value),
            };
            Row {
                label,
                cells: vec![
                    Cell::Probability(from.clone(), Shown::Percent),
                    Cell::Probability(to.clone(), Shown::Percent),
                    Cell::Points(to - from),
                    ratio,
                ],
                total: false,
            }
        };
        blocks.push(Block::Table(Table {
            caption: title,
            header: vec![
                header(Text::plain("Outcome"), false),
                header(self.side(&self.request.from, &self.compared.like_from), true),
                header(self.side(&self.request.to, &self.compared.like_to), true),
                header(Text::plain("Points"), true),
                header(Text::plain("Ratio"), true),
            ],
            rows: changed.iter().map(row).collect(),
        }));
        if !same.is_empty() {
            let count = same.len();
            let text = format!("{count} outcome{} unchanged.", if count == 1 { " is" } else { "s are" });
            blocks.push(Block::Paragraph(Text::plain(text)));
        }
        true
    }

    fn with_inputs(&self) -> Text {
        let inputs = self.inputs();
        if inputs.0.is_empty() { inputs } else { Text::plain(" (").join(inputs).and(")") }
    }

    /// The outcomes whose law is the same on both sides, in one sentence.
    fn unchanged(&self, places: &[usize]) -> Option<Block> {
        let label = |place: &usize| self.mechanic.model.fields[self.compared.fields[*place]].label.clone();
        let labels: Vec<String> = places.iter().map(label).collect();
        let text = format!("Unchanged: {}", labels.join(", "));
        (!labels.is_empty()).then(|| Block::Paragraph(Text::plain(text).join(self.with_inputs()).and(".")))
    }

    fn summary(&self, blocks: &mut Vec<Block>) {
        for note in &self.request.notes {
            blocks.push(Block::Paragraph(Text::plain(note.clone())));
        }
        let joint = if self.compared.fields.len() > 1 { " of their joint law" } else { "" };
        blocks.push(Block::Statement {
            subject: Text::plain(format!("Total variation distance{joint}")),
            value: Cell::Probability(self.compared.total_variation.clone(), Shown::Both),
        });
        if self.compared.agree() {
            return;
        }
        if let Some(reason) = &self.compared.unattributed {
            blocks.push(Block::Paragraph(Text::plain(format!(
                "None of the rules has a share of its own: with only some of them switched, {reason}."
            ))));
        }
        if self.compared.too_many {
            let text = format!(
                "{} rules differ; shares are computed for {} at most: the limit `players`, raised with `--limit players=…`.",
                self.compared.responsible.len(),
                self.request.players
            );
            blocks.push(Block::Paragraph(Text::plain(text)));
        }
        blocks.push(Block::Table(self.responsible()));
    }

    fn responsible(&self) -> Table {
        let with_shares = self.compared.has_shares();
        let mut headers = vec![
            header(Text::plain("Responsible"), false),
            header(Text::plain("From"), false),
            header(Text::plain("To"), false),
        ];
        if with_shares {
            headers.extend(["Alone", "Undone", "Share"].map(|text| header(Text::plain(text), true)));
        }
        let shown: Vec<_> =
            self.compared.responsible.iter().filter(|player| !with_shares || player.matters()).collect();
        let row = |player: &&super::Responsible| {
            let mut cells = vec![
                Cell::Text(Text::plain(player.from.clone())),
                Cell::Text(Text::plain(player.to.clone())),
            ];
            if with_shares {
                cells.push(Cell::Probability(player.alone.clone(), Shown::Percent));
                cells.push(Cell::Probability(player.back.clone(), Shown::Percent));
                cells.push(Cell::Points(player.share.clone()));
            }
            Row { label: Text::plain(player.name.clone()), cells, total: false }
        };
        let idle = self.compared.responsible.len() - shown.len();
        let caption = match idle {
            0 => "Responsible rules".to_owned(),
            1 => "Responsible rules; one more differs and changes nothing here".to_owned(),
            _ => format!("Responsible rules; {idle} more differ and change nothing here"),
        };
        Table { caption: Text::plain(caption), header: headers, rows: shown.iter().map(row).collect() }
    }

    fn set_name(&self, scenario: &Scenario) -> String {
        self.mechanic.rule_sets[scenario.rule_set].name.clone()
    }

    fn json(&self) -> Json {
        let mut document = json::document("diff", Some(&self.mechanic.model.path));
        document.insert("from".to_owned(), self.set_name(&self.request.from).into());
        document.insert("to".to_owned(), self.set_name(&self.request.to).into());
        json::insert_inputs(&mut document, self.mechanic, &self.request.to);
        if let Some(Json::Object(inputs)) = document.get_mut("inputs") {
            let Json::Object(first) = json::inputs(self.mechanic, &self.request.from) else {
                return Json::Null;
            };
            let lacking: Vec<_> = first.into_iter().filter(|(name, _)| !inputs.contains_key(name)).collect();
            inputs.extend(lacking);
        }
        if let Some(start) = start_label(self.mechanic, &self.request.to) {
            document.insert("start".to_owned(), start.to_plain().into());
        }
        let distance = &self.compared.total_variation;
        document.insert("total_variation".to_owned(), distance.to_string().into());
        document.insert("decimal".to_owned(), decimal::plain(distance).into());
        let rows = rows(&self.compared.from, &self.compared.to);
        let unchanged = rows.iter().filter(|(_, from, to)| from == to).count();
        let row = |(values, from, to): &(Vec<Value>, Rational, Rational)| {
            let mut object = Map::new();
            object.insert("outcome".to_owned(), json::outcome(self.mechanic, &self.compared.fields, values));
            object.insert("from".to_owned(), from.to_string().into());
            object.insert("to".to_owned(), to.to_string().into());
            object.insert("delta".to_owned(), (to - from).to_string().into());
            Json::Object(object)
        };
        document.insert("rows".to_owned(), rows.iter().map(row).collect());
        document.insert("unchanged".to_owned(), unchanged.into());
        let player = |player: &super::Responsible| {
            let mut object = Map::new();
            object.insert("rule".to_owned(), player.name.clone().into());
            object.insert("from".to_owned(), player.from.clone().into());
            object.insert("to".to_owned(), player.to.clone().into());
            if self.compared.has_shares() {
                object.insert("total_variation".to_owned(), player.alone.to_string().into());
                object.insert("undone".to_owned(), player.back.to_string().into());
                object.insert("share".to_owned(), player.share.to_string().into());
            }
            Json::Object(object)
        };
        document.insert("responsible".to_owned(), self.compared.responsible.iter().map(player).collect());
        document.insert("notes".to_owned(), self.request.notes.clone().into());
        Json::Object(document)
    }

    fn records(&self) -> Vec<Vec<String>> {
        let model = &self.mechanic.model;
        let mut first: Vec<String> =
            self.compared.fields.iter().map(|field| model.fields[*field].name.clone()).collect();
        first.extend(["from", "to", "delta", "decimal"].map(str::to_owned));
        let mut records = vec![first];
        for (values, from, to) in rows(&self.compared.from, &self.compared.to) {
            let fields = self.compared.fields.iter().zip(&values);
            let text = |(field, value): (&usize, &Value)| model.value_text(model.fields[*field].kind, value);
            let mut record: Vec<String> = fields.map(text).collect();
            let delta = &to - &from;
            record.extend([from.to_string(), to.to_string(), delta.to_string(), decimal::plain(&delta)]);
            records.push(record);
        }
        records
    }

    fn citation(&self) -> String {
        let inputs = self.inputs().to_plain();
        let inputs = if inputs.is_empty() { "inputs at their defaults".to_owned() } else { inputs };
        let side = |scenario: &Scenario| {
            let changes = self.changes(scenario);
            let changes = if changes.is_empty() { changes } else { format!(" with {changes}") };
            format!("{}{changes}", self.set_name(scenario))
        };
        format!(
            "{}; rules {} against {}; {inputs}",
            self.mechanic.model.path,
            side(&self.request.from),
            side(&self.request.to)
        )
    }
}

impl super::Responsible {
    /// Whether switching it changes anything here.
    fn matters(&self) -> bool {
        !(self.alone.is_zero() && self.back.is_zero() && self.share.is_zero())
    }
}
