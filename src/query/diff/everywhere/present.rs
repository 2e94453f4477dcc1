//! The report of a comparison over all inputs.

use serde_json::{Map, Value as Json};

use super::super::super::columns::start_text;
use super::super::super::report::{Block, Report, Text};
use super::super::super::scenario::Scenario;
use super::super::super::{Mechanic, json};
use super::space::combination;
use super::{Everywhere, EverywhereRequest, Witness};
use crate::exact::{Rational, decimal};
use crate::value::Value;

/// The report of a comparison over all inputs. `most` is the comparison at the inputs that differ most,
/// `notes` is what is to be said of the inputs that were given.
#[must_use]
pub fn everywhere_report(
    mechanic: &Mechanic,
    request: &EverywhereRequest,
    found: &Everywhere,
    notes: &[String],
    most: Option<Report>,
) -> Report {
    let model = &mechanic.model;
    let title = |scenario: &Scenario| {
        let changed = scenario.changed.iter().map(|(rule, value)| {
            let declaration = &model.rules[*rule].declaration;
            format!(", {} = {}", declaration.name, model.value_text(declaration.kind, value))
        });
        format!("{}{}", mechanic.rule_sets[scenario.rule_set].title, changed.collect::<String>())
    };
    let (from, to) = (title(&request.from), title(&request.to));
    let mut blocks = vec![Block::Paragraph(Text::plain(where_text(mechanic, found)))];
    let start = start_text(mechanic, &request.to).map(|start| format!("One use, {start}."));
    blocks.extend(notes.iter().cloned().chain(start).map(|note| Block::Paragraph(Text::plain(note))));
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
        _ if found.combinations == 0 => {
            let text = "Nothing was compared: the mechanic refuses every combination of the inputs.";
            blocks.push(Block::Paragraph(Text::plain(text)));
        }
        _ => {
            let every = found
                .axis
                .map(|axis| format!(", for every {}", model.inputs[axis].declaration.label.to_lowercase()));
            let left = if found.left.is_empty() { "" } else { ", with the inputs above at their defaults" };
            blocks.push(Block::Paragraph(Text::plain(format!(
                "{from} and {to} agree: every outcome has the same chance under all {} combinations{}{left}. This is proven, not sampled.",
                found.combinations,
                every.unwrap_or_default(),
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
        match (values.as_slice(), values.first()) {
            ([only], _) => format!("{} {}", declaration.name, model.value_text(declaration.kind, only)),
            (_, Some(Value::Number(_))) if in_a_row(values) => {
                format!("{} {} to {}{only}", declaration.name, ends[0], ends[1])
            }
            (_, Some(Value::Number(_))) => {
                let texts: Vec<String> =
                    values.iter().map(|value| model.value_text(declaration.kind, value)).collect();
                format!("{} in {}{only}", declaration.name, texts.join("/"))
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
    let left: Vec<&str> =
        found.left.iter().map(|input| model.inputs[*input].declaration.name.as_str()).collect();
    let left = if left.is_empty() {
        String::new()
    } else {
        format!(
            " Left at {}: {}.",
            if left.len() == 1 { "its default" } else { "their defaults" },
            left.join(", ")
        )
    };
    let count = found.combinations + found.refused;
    format!("Compared over {parts}: {count} combinations{refused}{places}.{left}")
}

/// Whether whole numbers follow each other without a gap.
fn in_a_row(values: &[Value]) -> bool {
    let number = |value: &Value| value.as_number().and_then(Rational::to_i64);
    values.len() > 2 && values.windows(2).all(|pair| number(&pair[0]).map(|low| low + 1) == number(&pair[1]))
}

fn everywhere_json(mechanic: &Mechanic, request: &EverywhereRequest, found: &Everywhere) -> Json {
    let mut document = json::document("diff", Some(&mechanic.model.path));
    let name = |scenario: &Scenario| mechanic.rule_sets[scenario.rule_set].name.clone();
    document.insert("from".to_owned(), name(&request.from).into());
    document.insert("to".to_owned(), name(&request.to).into());
    document.insert("all_inputs".to_owned(), true.into());
    let values = |(input, values, some): &(usize, Vec<Value>, bool)| {
        let declaration = &mechanic.model.inputs[*input].declaration;
        let texts = values.iter().map(|value| Json::from(mechanic.model.value_text(declaration.kind, value)));
        let mut object = Map::new();
        object.insert("input".to_owned(), declaration.name.clone().into());
        object.insert("values".to_owned(), texts.collect());
        object.insert("all".to_owned(), (!some).into());
        Json::Object(object)
    };
    let input = |input: &usize| Json::from(mechanic.model.inputs[*input].declaration.name.clone());
    document.insert("axis".to_owned(), found.axis.as_ref().map(input).into());
    document.insert("varied".to_owned(), found.varied.iter().map(values).collect());
    document.insert("left_at_default".to_owned(), found.left.iter().map(input).collect());
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
