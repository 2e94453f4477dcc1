//! The report of a comparison.

use serde_json::{Map, Value as Json};

use super::super::columns::common_inputs_label;
use super::super::report::{Block, Cell, Header, Report, Row, Shown, Table, Text};
use super::super::scenario::{Scenario, value_label};
use super::super::{Mechanic, json};
use super::everywhere::{Everywhere, EverywhereRequest, Witness, combination};
use super::{Compared, DiffRequest, rows};
use crate::exact::{Rational, decimal};
use crate::rules::RuleSetKind;
use crate::value::Value;

/// The codes by which a wiki marks sets of editions: for each code the editions in it, one bit each, the
/// first edition of the mechanic in the lowest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditionCodes {
    /// The template, such as `dlc`.
    pub template: String,
    /// Codes with their sets.
    pub codes: Vec<(String, u32)>,
}

impl EditionCodes {
    /// The template that marks a set of editions, where a code says just that.
    ///
    /// ```
    /// use trueodds::query::EditionCodes;
    ///
    /// let codes = EditionCodes { template: "dlc".to_owned(), codes: vec![("r".to_owned(), 24)] };
    /// assert_eq!(codes.mark(24).as_deref(), Some("{{dlc|r}}"));
    /// assert_eq!(codes.mark(10), None);
    /// ```
    #[must_use]
    pub fn mark(&self, editions: u32) -> Option<String> {
        let found = self.codes.iter().find(|(_, set)| *set == editions);
        found.map(|(code, _)| format!("{{{{{}|{code}}}}}", self.template))
    }
}

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

    fn inputs(&self) -> Text {
        let plain = Scenario { changed: Vec::new(), ..self.request.to.clone() };
        common_inputs_label(self.mechanic, &[plain], true, None)
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
        blocks.push(Block::Answer {
            question: Text::plain(format!("Total variation distance{joint}")),
            answer: Cell::Probability(self.compared.total_variation.clone(), Shown::Both),
        });
        if self.compared.agree() {
            return;
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
        let with_shares = !self.compared.too_many;
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
            if !self.compared.too_many {
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

/// The report of a comparison over all inputs. `most` is the comparison at the inputs that differ most.
#[must_use]
pub fn everywhere_report(
    mechanic: &Mechanic,
    request: &EverywhereRequest,
    found: &Everywhere,
    most: Option<Report>,
) -> Report {
    let model = &mechanic.model;
    let title = |scenario: &Scenario| mechanic.rule_sets[scenario.rule_set].title.clone();
    let (from, to) = (title(&request.from), title(&request.to));
    let mut blocks = vec![Block::Paragraph(Text::plain(where_text(mechanic, found)))];
    let answer = |question: &str, text: String| Block::Paragraph(Text::plain(format!("{question}: {text}")));
    match (&found.most, &found.fewest) {
        (Some(widest), Some(fewest)) => {
            let percent = |number: &Rational| {
                let decimal = decimal::round(&(number * &Rational::from(100)), 2, decimal::Rounding::HalfUp);
                format!("{}{}%", if decimal.exact { "" } else { "~" }, decimal.trimmed())
            };
            blocks.push(Block::Paragraph(Text::plain(format!(
                "{from} and {to} differ under {} of {} combinations.",
                found.differing, found.combinations
            ))));
            blocks.push(answer(
                "Fewest items that show a difference",
                format!(
                    "{} (total variation distance {})",
                    combination(mechanic, &fewest.inputs),
                    percent(&fewest.total_variation)
                ),
            ));
            let bound = match &found.ceiling {
                Some(ceiling) if *ceiling == widest.total_variation => "nowhere more".to_owned(),
                Some(ceiling) => format!("nowhere more than {}", percent(ceiling)),
                None => "the greatest of all points and pieces looked at; between them no bound was found"
                    .to_owned(),
            };
            blocks.push(answer(
                "They differ most at",
                format!(
                    "{} (total variation distance {}; {bound})",
                    combination(mechanic, &widest.inputs),
                    percent(&widest.total_variation)
                ),
            ));
        }
        _ => {
            let every = found
                .axis
                .map(|axis| format!(", for every {}", model.inputs[axis].declaration.label.to_lowercase()));
            blocks.push(Block::Paragraph(Text::plain(format!(
                "{from} and {to} agree: every outcome has the same chance under all {} combinations{}. This is proven, not sampled.",
                found.combinations,
                every.unwrap_or_default()
            ))));
        }
    }
    blocks.extend(most.into_iter().flat_map(|report| report.blocks));
    let json = everywhere_json(mechanic, request, found);
    let records = vec![
        ["agree", "combinations", "differing", "most", "total_variation"].map(str::to_owned).to_vec(),
        vec![
            found.most.is_none().to_string(),
            found.combinations.to_string(),
            found.differing.to_string(),
            found.most.as_ref().map(|most| combination(mechanic, &most.inputs)).unwrap_or_default(),
            found.most.as_ref().map(|most| most.total_variation.to_string()).unwrap_or_default(),
        ],
    ];
    let subject = format!("{}; {from} against {to} over all inputs", model.path);
    Report { blocks, json, records, subject }
}

/// Over which inputs was compared.
fn where_text(mechanic: &Mechanic, found: &Everywhere) -> String {
    let model = &mechanic.model;
    let axis = found.axis.map(|axis| format!("every value of {}", model.inputs[axis].declaration.name));
    let flags: Vec<&str> = found
        .varied
        .iter()
        .filter(|(input, values, _)| {
            matches!(values.first(), Some(Value::Flag(_))) && values.len() == 2 && *input < model.inputs.len()
        })
        .map(|(input, ..)| model.inputs[*input].declaration.name.as_str())
        .collect();
    let flags = (!flags.is_empty()).then(|| format!("{} flags", flags.len()));
    let others = found.varied.iter().filter(|(_, values, _)| !matches!(values.first(), Some(Value::Flag(_))));
    let others = others.map(|(input, values, some)| {
        let declaration = &model.inputs[*input].declaration;
        let ends = [values.first(), values.last()]
            .map(|value| value.map(|value| model.value_text(declaration.kind, value)).unwrap_or_default());
        let only = if *some { " (only these)" } else { "" };
        match values.first() {
            Some(Value::Number(_)) if values.len() > 2 => {
                format!("{} {} to {}{only}", declaration.name, ends[0], ends[1])
            }
            _ => declaration.name.clone(),
        }
    });
    let parts: Vec<String> = axis.into_iter().chain(flags).chain(others).collect();
    let refused = if found.refused > 0 {
        format!(", {} of them refused by the mechanic", found.refused)
    } else {
        String::new()
    };
    let parts = if parts.is_empty() { "no input that is read".to_owned() } else { parts.join(", ") };
    let places = if found.axis.is_some() {
        format!(", {} points and pieces of the axis", found.places)
    } else {
        String::new()
    };
    format!("Compared over {parts}: {} combinations{refused}{places}.", found.combinations + found.refused)
}

fn everywhere_json(mechanic: &Mechanic, request: &EverywhereRequest, found: &Everywhere) -> Json {
    let mut document = json::document("diff", Some(&mechanic.model.path));
    let name = |scenario: &Scenario| mechanic.rule_sets[scenario.rule_set].name.clone();
    document.insert("from".to_owned(), name(&request.from).into());
    document.insert("to".to_owned(), name(&request.to).into());
    document.insert("all_inputs".to_owned(), true.into());
    document.insert("agree".to_owned(), found.most.is_none().into());
    document.insert("combinations".to_owned(), found.combinations.into());
    document.insert("refused".to_owned(), found.refused.into());
    document.insert("differing".to_owned(), found.differing.into());
    document.insert("places".to_owned(), found.places.into());
    let witness = |witness: &Witness| {
        let mut object = Map::new();
        let scenario = Scenario { inputs: witness.inputs.clone(), ..request.to.clone() };
        json::insert_inputs(&mut object, mechanic, &scenario);
        object.insert("total_variation".to_owned(), witness.total_variation.to_string().into());
        object.insert("decimal".to_owned(), decimal::plain(&witness.total_variation).into());
        Json::Object(object)
    };
    document.insert("most".to_owned(), found.most.as_ref().map(witness).unwrap_or_default());
    document.insert("ceiling".to_owned(), found.ceiling.as_ref().map(ToString::to_string).into());
    document.insert("fewest".to_owned(), found.fewest.as_ref().map(witness).unwrap_or_default());
    Json::Object(document)
}
