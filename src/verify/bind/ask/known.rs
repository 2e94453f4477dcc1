//! What is known of other outcomes than the one that a figure is about: `15% of the rare items have a gem`, `a common
//! chest has 21 gold on average`, a table of what each kind brings.

use std::collections::{BTreeMap, BTreeSet};

use super::background::{Background, Taken};
use super::candidate::Test;
use super::laws::Given;
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::check::{FieldId, Kind};
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::told::{is_known_of, stands_with};

/// So many known outcomes are tried for a figure.
const MOST: usize = 3;

/// A label that says what is known of an outcome.
struct Known {
    mention: usize,
    field: FieldId,
    value: Value,
    /// Whether words say that it is known, and not what is asked for.
    is_told: bool,
}

/// What is given for a figure.
pub(super) struct Condition {
    pub(super) background: Background,
    pub(super) given: Given,
    /// The labels that give it.
    pub(super) used: BTreeSet<usize>,
    /// Whether what is known is told as such, and may not be what is asked for.
    pub(super) is_sure: bool,
}

impl Asker<'_, '_> {
    /// What a figure may be about; where its own words say of which outcome it is told, also what else is named.
    pub(super) fn subjects_beside_known(
        &self,
        reach: &Reach<'_>,
        index: usize,
        drawn: &[usize],
    ) -> Vec<Subject> {
        let mut subjects = self.subjects(reach, index, drawn);
        let told: Vec<Known> = self.known(reach, index).into_iter().filter(|known| known.is_told).collect();
        if told.is_empty() {
            return subjects;
        }
        let others: Vec<usize> =
            drawn.iter().copied().chain(told.iter().map(|known| known.mention)).collect();
        let is_new = |subject: &Subject| {
            told.iter().all(|known| known.field != subject.field)
                && !subjects.iter().any(|own| own.field == subject.field && own.test == subject.test)
        };
        let further = self.subjects(reach, index, &others);
        let further: Vec<Subject> = further.into_iter().filter(is_new).collect();
        subjects.extend(further);
        subjects
    }

    /// What is given with what may be known of other outcomes than that of a subject: each background as it is, and
    /// with each that its own words name.
    pub(super) fn with_known(
        &self,
        reach: &Reach<'_>,
        index: usize,
        subject: &Subject,
        backgrounds: &BTreeMap<Taken, (Given, BTreeSet<usize>)>,
    ) -> Vec<Condition> {
        let one = |(taken, (given, used)): (&Taken, &(Given, BTreeSet<usize>))| Condition {
            background: Background::of(*taken),
            given: given.clone(),
            used: used.clone(),
            is_sure: true,
        };
        let mut found: Vec<Condition> = backgrounds.iter().map(one).collect();
        let known = self.known(reach, index);
        let known = known
            .iter()
            .filter(|known| known.field != subject.field && !subject.mentions.contains(&known.mention));
        for (place_of_known, known) in known.take(MOST).enumerate() {
            for condition in backgrounds.iter().map(one) {
                let Condition { background, mut given, mut used, .. } = condition;
                given.outcomes.insert(known.field, Test::In(vec![known.value.clone()]));
                used.insert(known.mention);
                let background = background.knowing(place_of_known + 1);
                let is_sure = reach.place.in_table || known.is_told || !reach.is_chance;
                found.push(Condition { background, given, used, is_sure });
            }
        }
        found
    }

    /// The outcomes that a figure's own words name, each as something that may be known.
    fn known(&self, reach: &Reach<'_>, index: usize) -> Vec<Known> {
        let model = &self.names.mechanics[index].model;
        let one = |mention: &usize| {
            let found = self.mentions.get(*mention);
            let mut own = found.named.iter().filter(|named| named.mechanic == index);
            let (field, value) = own.find_map(|named| match &named.meaning {
                Meaning::Outcome(field, value) if !found.denied => Some((*field, value.clone())),
                Meaning::Field(field) if model[*field].kind == Kind::Flag => {
                    Some((*field, Value::Flag(!found.denied)))
                }
                _ => None,
            })?;
            let within = reach.place.within(Layer::Own, found)?;
            let start = found.tokens.start;
            // `Without a fire wolves come on one night in three`
            let is_there = || matches!(value, Value::Flag(_)) && stands_with(self.page, start);
            let is_told = !reach.place.in_table && (is_known_of(self.page, start, within) || is_there());
            Some(Known { mention: *mention, field, value, is_told })
        };
        reach.labels.own().iter().filter_map(one).collect()
    }
}
