//! The editions of a game side by side: what each brings, what it changes, and which rules do so.

use super::{Made, Maker, Section, refusal};
use crate::exact::Rational;
use crate::query::{Compared, DiffRequest, Report, Scenario, TableError, cases, diff, diff_report};
use crate::rules::RuleSetKind;

/// Most rules whose shares are computed.
const PLAYERS: usize = 10;

impl Maker<'_> {
    /// Each edition against the one before.
    pub(super) fn editions(&mut self) -> Made {
        let sets = &self.mechanic.rule_sets;
        let known = &self.mechanic.model.editions;
        let mut editions: Vec<usize> =
            (0..sets.len()).filter(|set| sets[*set].kind == RuleSetKind::Edition).collect();
        // Oldest first, as the mechanic lists them; one that it does not name stands last.
        let age = |set: &usize| known.iter().position(|own| *own == sets[*set].name).unwrap_or(known.len());
        editions.sort_by_key(age);
        if editions.len() < 2 {
            return Ok(None);
        }
        let names: Vec<&str> = editions.iter().map(|set| sets[*set].title.as_str()).collect();
        let mut words = vec![format!(
            "{}: each is compared with the one before, with the defaults and with every single input changed; where they differ, the inputs with the greatest distance are shown.",
            names.join(", ")
        )];
        let mut parts = Vec::new();
        for pair in editions.windows(2) {
            if let [from, to] = pair {
                let (said, shown) = self.step(*from, *to)?;
                words.push(said);
                parts.extend(shown);
            }
        }
        let command = format!("trueodds diff {} --from EDITION --to EDITION", self.mechanic.model.path);
        Ok(Some(Section { title: "Editions".to_owned(), command, words, parts, picture: None }))
    }

    /// What one edition changes: a sentence, and the comparison where they differ most.
    fn step(&self, from: usize, to: usize) -> Result<(String, Option<Report>), TableError> {
        let sets = &self.mechanic.rule_sets;
        let (before, after) = (&sets[from], &sets[to]);
        let inputs = self.mechanic.model.inputs.iter().enumerate();
        let new = inputs.filter(|(index, _)| after.available[*index] && !before.available[*index]);
        let new: Vec<&str> = new.map(|(_, input)| input.declaration.label.as_str()).collect();
        let brings = if new.is_empty() { String::new() } else { format!(" It brings {}.", new.join(", ")) };
        let (differing, most) = self.greatest(from, to)?;
        let head = format!("{} to {}:", before.title, after.title);
        let Some((request, compared)) = most else {
            return Ok((format!("{head} no law changes.{brings}"), None));
        };
        let told = format!(
            "{head} {} law{} of those compared change{}.{brings}",
            differing,
            if differing == 1 { "" } else { "s" },
            if differing == 1 { "s" } else { "" }
        );
        Ok((told, Some(diff_report(self.mechanic, &request, &compared, &self.codes))))
    }

    /// How many of the inputs that are compared make a difference, and the comparison with the greatest.
    fn greatest(
        &self,
        from: usize,
        to: usize,
    ) -> Result<(usize, Option<(DiffRequest, Compared)>), TableError> {
        let mut differing = 0;
        let mut most: Option<(Rational, DiffRequest)> = None;
        // Only inputs that both have can be compared.
        let both = |rule_set: usize| cases(self.mechanic, rule_set);
        let other = both(from);
        for (name, inputs) in both(to).into_iter().filter(|case| other.contains(case)) {
            let changed = self.mechanic.model.inputs.iter().zip(&inputs).enumerate();
            let named =
                changed.filter(|(_, (input, value))| input.default != **value).map(|(index, _)| index);
            let named: Vec<usize> = named.collect();
            let side = |rule_set: usize| Scenario {
                rule_set,
                inputs: inputs.clone(),
                named: named.clone(),
                ..self.usual.clone()
            };
            let request = DiffRequest {
                from: side(from),
                to: side(to),
                fields: Vec::new(),
                players: 0,
                notes: Vec::new(),
                caption: None,
            };
            let compared = match diff(self.mechanic, &request, self.limits) {
                Ok(compared) => compared,
                // Inputs that one edition refuses, such as a stage that it lacks.
                Err(error) => {
                    refusal(error)?;
                    continue;
                }
            };
            drop(name);
            differing += usize::from(!compared.agree());
            let before = most.as_ref().map_or(Rational::ZERO, |(distance, _)| distance.clone());
            if compared.total_variation > before {
                most = Some((compared.total_variation, request));
            }
        }
        let Some((_, request)) = most else { return Ok((differing, None)) };
        let request = DiffRequest { players: PLAYERS, ..request };
        let compared = diff(self.mechanic, &request, self.limits)?;
        Ok((differing, Some((request, compared))))
    }
}
