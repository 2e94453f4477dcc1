//! The families of a mechanic: what is declared once for every value.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Header, Row, Table, Text};
use crate::check::model::{Binding, Family, FamilyOf, Model};

/// What is declared once for every value of an enumeration or a range.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FamilyData<'a> {
    /// Its name.
    pub name: &'a str,
    /// What its members are: `input`, `rule`, `outcome` or `state`.
    pub of: &'a str,
    /// What it goes through: the names of enumerations, or ranges such as `1..6`.
    pub by: Vec<String>,
    /// Its members.
    pub members: Vec<MemberData<'a>>,
}

/// A member of a family.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberData<'a> {
    /// Its name among the inputs, rules, outcomes or states.
    pub name: &'a str,
    /// The values that it is for.
    pub values: Vec<String>,
}

/// The families for programs.
pub(super) fn family_data(model: &Model) -> Vec<FamilyData<'_>> {
    shown(model).map(|family| one(model, family)).collect()
}

fn one<'a>(model: &'a Model, family: &'a Family) -> FamilyData<'a> {
    let member = |(index, member): (usize, &Binding)| {
        let places = family.over.iter().zip(family.places(index));
        let values = places.map(|(over, place)| model.place_name(*over, place)).collect();
        Some(MemberData { name: model.member_name(*member)?, values })
    };
    FamilyData {
        name: &family.name,
        of: family.of.member(),
        by: by(model, family),
        members: family.members.iter().enumerate().filter_map(member).collect(),
    }
}

/// The families for people.
pub(super) fn family_table(model: &Model) -> Option<Table<'_>> {
    let row = |family: &Family| {
        let (of, by) = (format!("{}s", family.of.member()), by(model, family).join(", "));
        let first = family.members.first().and_then(|member| model.member_name(*member)).unwrap_or_default();
        Row::words(family.name.as_str(), [of, by, format!("{first}, …")])
    };
    let rows: Vec<Row> = shown(model).map(row).collect();
    let header = ["Name", "Of", "By", "Members"].map(Header::words).to_vec();
    (!rows.is_empty()).then(|| Table { caption: Text::plain("Families"), header, rows: rows.into() })
}

/// The families of a mechanic but for those of variables.
fn shown(model: &Model) -> impl Iterator<Item = &Family> {
    model.families.iter().filter(|family| family.of != FamilyOf::Variables)
}

fn by(model: &Model, family: &Family) -> Vec<String> {
    family.over.iter().map(|over| over.describe(model)).collect()
}
