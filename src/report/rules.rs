//! Rule sets side by side: what each edition brings and changes, what each reading of the texts makes of it,
//! and which rules do so.

use super::{Made, Maker, Part, Section, refusal};
use crate::document::{DiffDocument, DiffLayout, Shown, left_out_words};
use crate::exact::Rational;
use crate::query::{Case, Diff, DiffRequest, Gaps, QueryError, cases, diff, every_rule_set};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::{Axes, Settings, Sides};

/// Most rules whose shares are computed.
const PLAYERS: usize = 8;

/// What comparing two rule sets has found.
struct Differences {
    /// Under how many inputs they were compared.
    all: usize,
    /// Under how many they differ.
    differing: usize,
    /// The comparison that is shown.
    most: Option<Diff>,
}

impl Maker<'_> {
    /// The editions, oldest first as the mechanic lists them; one that it does not name stands last.
    fn edition_sets(&self) -> Vec<RuleSetId> {
        let known = &self.mechanic.model.editions;
        let age = |set: &RuleSetId| {
            let name = &self.mechanic.rule_set(*set).name;
            known.iter().position(|own| own == name).unwrap_or(known.len())
        };
        let mut editions = self.sets_of(RuleSetKind::Edition);
        editions.sort_by_key(age);
        editions
    }

    fn sets_of(&self, kind: RuleSetKind) -> Vec<RuleSetId> {
        self.mechanic.rule_set_ids().filter(|set| self.mechanic.rule_set(*set).kind == kind).collect()
    }

    /// The law with the defaults under every rule set.
    pub(super) fn side_by_side(&mut self) -> Made {
        let sets = [self.edition_sets(), self.sets_of(RuleSetKind::Reading)].concat();
        if sets.len() < 2 {
            return Ok(None);
        }
        let settings = Settings::default();
        let found = every_rule_set(self.mechanic, &settings, &Axes::default(), Gaps::Allowed, self.limits);
        let (mut answering, left_out) = found.map_err(QueryError::from)?;
        answering.sort_by_key(|scenario| sets.iter().position(|set| *set == scenario.rule_set));
        let mut section = Section {
            title: "Rule sets side by side".to_owned(),
            command: format!("trueodds table {} --rules all", self.mechanic.model.path),
            words: left_out_words(self.mechanic, &left_out),
            ..Section::default()
        };
        match self.table(answering, &Axes::default(), vec![Shown::Percent]) {
            Ok(part) => section.parts.push(part),
            Err(error) => section.words.push(format!("Not under all of them: {}.", refusal(error)?)),
        }
        Ok(Some(section))
    }

    /// Each edition against the one before.
    pub(super) fn editions(&mut self) -> Made {
        let editions = self.edition_sets();
        if editions.len() < 2 {
            return Ok(None);
        }
        let pairs: Vec<(RuleSetId, RuleSetId)> = editions.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.compared("Editions", "Each edition is compared with the one before", &pairs).map(Some)
    }

    /// Each reading against the default rule set.
    pub(super) fn readings(&mut self) -> Made {
        let usual = self.usual.rule_set;
        let readings = self.sets_of(RuleSetKind::Reading).into_iter().filter(|set| *set != usual);
        let pairs: Vec<(RuleSetId, RuleSetId)> = readings.map(|set| (usual, set)).collect();
        if pairs.is_empty() {
            return Ok(None);
        }
        let head =
            format!("Each text, taken literally, is compared with {}", self.mechanic.rule_set(usual).title);
        self.compared("What the texts say", &head, &pairs).map(Some)
    }

    fn compared(
        &self,
        title: &str,
        head: &str,
        pairs: &[(RuleSetId, RuleSetId)],
    ) -> Result<Section, QueryError> {
        let mut words = vec![format!(
            "{head}, with the defaults and with every single input changed. Where the defaults make no difference, the input that makes the greatest is shown."
        )];
        let mut parts = Vec::new();
        for (from, to) in pairs {
            let (said, shown) = self.step(*from, *to)?;
            words.push(said);
            parts.extend(shown);
        }
        let command = format!("trueodds diff {} --from NAME --to NAME", self.mechanic.model.path);
        Ok(Section { title: title.to_owned(), command, words, parts, picture: None })
    }

    /// What one rule set changes: a sentence, and the comparison where they differ most.
    fn step(&self, from: RuleSetId, to: RuleSetId) -> Result<(String, Option<Part>), QueryError> {
        let (before, after) = (self.mechanic.rule_set(from), self.mechanic.rule_set(to));
        let inputs = self.mechanic.model.inputs.iter().enumerate();
        let new = inputs.filter(|(index, _)| after.available[*index] && !before.available[*index]);
        let new: Vec<&str> = new.map(|(_, input)| input.declaration.label.as_str()).collect();
        let gone = self.mechanic.model.inputs.iter().enumerate();
        let gone = gone.filter(|(index, _)| before.available[*index] && !after.available[*index]);
        let gone: Vec<&str> = gone.map(|(_, input)| input.declaration.label.as_str()).collect();
        let listed = |verb: &str, labels: &[&str]| match labels {
            [] => String::new(),
            labels => format!(" It {verb} {}.", labels.join(", ")),
        };
        let brings = format!("{}{}", listed("brings", &new), listed("lacks", &gone));
        let Differences { all, differing, most } = self.greatest(from, to)?;
        let head = format!("{} and {}:", before.title, after.title);
        let Some(most) = most else {
            return Ok((format!("{head} no difference.{brings}"), None));
        };
        let sentence = format!("{head} a difference under {differing} of {all} inputs compared.{brings}");
        let layout = DiffLayout { codes: self.codes.clone(), ..DiffLayout::default() };
        Ok((sentence, Some(self.part(&DiffDocument::new(self.mechanic, &most, layout)))))
    }

    /// How many of the inputs that are compared make a difference; the comparison with the defaults where
    /// they differ there, else the one with the greatest distance.
    fn greatest(&self, from: RuleSetId, to: RuleSetId) -> Result<Differences, QueryError> {
        let (mut all, mut differing) = (0, 0);
        let mut most: Option<(Rational, Sides)> = None;
        for case in self.cases(from, to) {
            let sides = self.sides(from, to, &case);
            let found = match self.diff(sides.clone(), 0) {
                Ok(found) => found,
                // Inputs that one of them refuses, such as a stage that an edition lacks.
                Err(error) => {
                    refusal(error)?;
                    continue;
                }
            };
            all += 1;
            differing += usize::from(!found.agrees());
            // No distance is above 1, so that of the defaults stays.
            let usual = case.input.is_none() && !found.agrees();
            let distance = if usual { Rational::ONE } else { found.total_variation };
            if !distance.is_zero() && most.as_ref().is_none_or(|(before, _)| distance > *before) {
                most = Some((distance, sides));
            }
        }
        let most = most.map(|(_, sides)| self.diff(sides, PLAYERS)).transpose()?;
        Ok(Differences { all, differing, most })
    }

    fn diff(&self, sides: Sides, players: usize) -> Result<Diff, QueryError> {
        let request = DiffRequest { sides, fields: self.overview(), players };
        diff(self.mechanic, &request, self.limits)
    }

    /// The defaults, and every single input changed that both have.
    fn cases(&self, from: RuleSetId, to: RuleSetId) -> Vec<Case> {
        let other = cases(self.mechanic, from);
        cases(self.mechanic, to).into_iter().filter(|case| other.contains(case)).collect()
    }

    fn sides(&self, from: RuleSetId, to: RuleSetId, case: &Case) -> Sides {
        let side = |rule_set| case.scenario(self.mechanic, rule_set);
        Sides { from: side(from), to: side(to), lacking: Vec::new() }
    }
}
