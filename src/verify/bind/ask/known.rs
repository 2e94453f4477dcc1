//! What is known of other outcomes than the one that a figure is about: `15% of the rare items have a gem`, `a common
//! chest has 21 gold on average`, a table of what each kind brings.

use std::collections::{BTreeMap, BTreeSet};

use super::laws::Given;
use super::question::Asker;
use super::subject::Subject;
use crate::check::{FieldId, Kind};
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::told::is_known_of;

/// A background in which an outcome is known has so much more than the one it comes from.
const KNOWN: usize = 1_000;
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
pub(super) struct Background {
    /// Up to which layer around it, and which outcome is known.
    pub(super) number: usize,
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
        place: &Place,
        layers: &[Vec<usize>],
        index: usize,
        figure: usize,
        drawn: &[usize],
    ) -> Vec<Subject> {
        let mut subjects = self.subjects(place, layers, index, figure, drawn);
        let told: Vec<Known> =
            self.known(place, layers, index).into_iter().filter(|known| known.is_told).collect();
        if told.is_empty() {
            return subjects;
        }
        let others: Vec<usize> =
            drawn.iter().copied().chain(told.iter().map(|known| known.mention)).collect();
        let is_new = |subject: &Subject| {
            told.iter().all(|known| known.field != subject.field)
                && !subjects.iter().any(|own| own.field == subject.field && own.test == subject.test)
        };
        let further = self.subjects(place, layers, index, figure, &others);
        let further: Vec<Subject> = further.into_iter().filter(is_new).collect();
        subjects.extend(further);
        subjects
    }

    /// What is given with what may be known of other outcomes than that of a subject: each background as it is, and
    /// with each that its own words name.
    pub(super) fn with_known(
        &self,
        place: &Place,
        layers: &[Vec<usize>],
        index: usize,
        (subject, chance): (&Subject, bool),
        backgrounds: &BTreeMap<usize, (Given, BTreeSet<usize>)>,
    ) -> Vec<Background> {
        let one = |(number, (given, used)): (&usize, &(Given, BTreeSet<usize>))| Background {
            number: *number,
            given: given.clone(),
            used: used.clone(),
            is_sure: true,
        };
        let mut found: Vec<Background> = backgrounds.iter().map(one).collect();
        let known = self.known(place, layers, index);
        let known = known
            .iter()
            .filter(|known| known.field != subject.field && !subject.mentions.contains(&known.mention));
        for (place_of_known, known) in known.take(MOST).enumerate() {
            for background in backgrounds.iter().map(one) {
                let Background { number, mut given, mut used, .. } = background;
                given.outcomes.insert(known.field, known.value.clone());
                used.insert(known.mention);
                let number = number + KNOWN * (place_of_known + 1);
                let is_sure = place.in_table || known.is_told || !chance;
                found.push(Background { number, given, used, is_sure });
            }
        }
        found
    }

    /// The outcomes that a figure's own words name, each as something that may be known.
    fn known(&self, place: &Place, layers: &[Vec<usize>], index: usize) -> Vec<Known> {
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
            let within = place.layers[0].iter().find(|range| range.contains(&found.tokens.start))?;
            let is_told = !place.in_table && is_known_of(self.page, found.tokens.start, within);
            Some(Known { mention: *mention, field, value, is_told })
        };
        layers[0].iter().filter_map(one).collect()
    }
}
