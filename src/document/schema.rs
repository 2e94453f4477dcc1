//! The contract of `--format json` as a JSON Schema, made from the structs that are written.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::answers::AnswersData;
use super::chain::{
    AfterData, ChainsData, CountData, DecimalAfterData, DecimalCountData, DecimalHitData, DecimalLongRunData,
    DecimalPercentileData, FirstHitData, LongRunData, PathData, PercentileData, StatesData, StepsData,
    WaitedData,
};
use super::changes::ChangesData;
use super::check::CheckData;
use super::diff::DiffData;
use super::diffs::DiffsData;
use super::exhaustive::ExhaustiveData;
use super::explain::ExplanationsData;
use super::figures::FiguresData;
use super::formula::FormulaData;
use super::law::LawData;
use super::library::LibraryData;
use super::list::ListData;
use super::plot::PlotData;
use super::refusal::RefusalData;
use super::show::ShowData;
use super::solve::SolveData;
use super::tree::TreesData;
use super::verify::VerifyData;
use super::what::WhatData;

/// The JSON Schema (draft 2020-12) of every document: `trueodds/1`.
///
/// ```
/// let schema = trueodds::document::schema();
/// assert_eq!(schema.get("title").and_then(|title| title.as_str()), Some("trueodds/1"));
/// ```
#[must_use]
pub fn schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let variants = vec![
        variant::<CheckData>(&mut generator, "check"),
        variant::<RefusalData>(&mut generator, "refusal"),
        variant::<ListData<'_>>(&mut generator, "list"),
        variant::<ShowData<'_>>(&mut generator, "show"),
        variant::<LibraryData<'_>>(&mut generator, "library"),
        variant::<LawData<'_>>(&mut generator, "table"),
        variant::<AnswersData<'_>>(&mut generator, "query"),
        variant::<PlotData<'_>>(&mut generator, "plot"),
        variant::<StatesData<'_>>(&mut generator, "chain"),
        variant::<StepsData<'_>>(&mut generator, "chain"),
        variant::<AfterData<'_>>(&mut generator, "chain"),
        variant::<LongRunData<'_>>(&mut generator, "chain"),
        variant::<FirstHitData<'_>>(&mut generator, "chain"),
        variant::<CountData<'_>>(&mut generator, "chain"),
        variant::<PathData<'_>>(&mut generator, "chain"),
        variant::<PercentileData<'_>>(&mut generator, "chain"),
        variant::<WaitedData<'_>>(&mut generator, "chain"),
        variant::<DecimalAfterData<'_>>(&mut generator, "chain"),
        variant::<DecimalLongRunData<'_>>(&mut generator, "chain"),
        variant::<DecimalHitData<'_>>(&mut generator, "chain"),
        variant::<DecimalCountData<'_>>(&mut generator, "chain"),
        variant::<DecimalPercentileData<'_>>(&mut generator, "chain"),
        variant::<ChainsData<'_>>(&mut generator, "chain"),
        variant::<ChangesData>(&mut generator, "changes"),
        variant::<DiffData<'_>>(&mut generator, "diff"),
        variant::<DiffsData<'_>>(&mut generator, "diff"),
        variant::<ExhaustiveData<'_>>(&mut generator, "diff"),
        variant::<FiguresData<'_>>(&mut generator, "diff"),
        variant::<FormulaData<'_>>(&mut generator, "formula"),
        variant::<SolveData<'_>>(&mut generator, "solve"),
        variant::<ExplanationsData<'_>>(&mut generator, "explain"),
        variant::<TreesData<'_>>(&mut generator, "tree"),
        variant::<VerifyData<'_>>(&mut generator, "verify"),
        variant::<WhatData<'_>>(&mut generator, "what"),
    ];
    let definitions = generator.take_definitions(true);
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "trueodds/1",
        "description": "What trueodds says as JSON. Changes only add to it.",
        "anyOf": variants,
        "$defs": definitions,
    })
}

/// A document of a kind.
fn variant<T: JsonSchema>(generator: &mut SchemaGenerator, kind: &str) -> Schema {
    let mut schema = generator.subschema_for::<T>();
    schema.insert(
        "properties".to_owned(),
        json_schema!({ "schema": { "const": "trueodds/1" }, "kind": { "const": kind } }).to_value(),
    );
    schema
}
