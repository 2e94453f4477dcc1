//! Rule sets side by side: what each edition brings and changes, what each reading of the texts makes of it,
//! and which rules do so.

use super::{Made, Maker, Section, refusal};
use crate::exact::Rational;
use crate::query::report::Shown;
use crate::query::{Compared, DiffRequest, Report, Scenario, TableError, cases, diff, diff_report};
use crate::rules::RuleSetKind;
use crate::value::Value;

/// Most rules whose shares are computed.
const PLAYERS: usize = 8;

/// The inputs under which two rule sets are compared.
struct Case {
    inputs: Vec<Value>,
    named: Vec<usize>,
}

/// What comparing two rule sets has found.
struct Differences {
    /// Under how many inputs they were compared.
    all: usize,
    /// Under how many they differ.
    differing: usize,
    /// The comparison that is shown.
    most: Option<(DiffRequest, Compared)>,
}

impl Maker<'_> {
    /// The editions, oldest first as the mechanic lists them; one that it does not name stands last.
    fn edition_sets(&self) -> Vec<usize> {
        let sets = &self.mechanic.rule_sets;
        let known = &self.mechanic.model.editions;
        let age = |set: &usize| known.iter().position(|own| *own == sets[*set].name).unwrap_or(known.len());
        let mut editions: Vec<usize> =
            (0..sets.len()).filter(|set| sets[*set].kind == RuleSetKind::Edition).collect();
        editions.sort_by_key(age);
        editions
    }

    fn reading_sets(&self) -> Vec<usize> {
        let sets = &self.mechanic.rule_sets;
        (0..sets.len()).filter(|set| sets[*set].kind == RuleSetKind::Reading).collect()
    }

    /// The law with the defaults under every rule set.
    pub(super) fn side_by_side(&mut self) -> Made {
        let sets = [self.edition_sets(), self.reading_sets()].concat();
        if sets.len() < 2 {
            return Ok(None);
        }
        let under = |rule_set: usize| Scenario { rule_set, ..self.usual.clone() };
        let mut section = Section {
            title: "Rule sets side by side".to_owned(),
            command: format!("trueodds table {} --rules all", self.mechanic.model.path),
            ..Section::default()
        };
        match self.table(sets.into_iter().map(under).collect(), None, vec![Shown::Percent]) {
            Ok(report) => section.parts.push(report),
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
        let pairs: Vec<(usize, usize)> = editions.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.compared("Editions", "Each edition is compared with the one before", &pairs).map(Some)
    }

    /// Each reading against the default rule set.
    pub(super) fn readings(&mut self) -> Made {
        let usual = self.usual.rule_set;
        let pairs: Vec<(usize, usize)> =
            self.reading_sets().into_iter().filter(|set| *set != usual).map(|set| (usual, set)).collect();
        if pairs.is_empty() {
            return Ok(None);
        }
        let head =
            format!("Each text, taken literally, is compared with {}", self.mechanic.rule_sets[usual].title);
        self.compared("What the texts say", &head, &pairs).map(Some)
    }

    fn compared(&self, title: &str, head: &str, pairs: &[(usize, usize)]) -> Result<Section, TableError> {
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
    fn step(&self, from: usize, to: usize) -> Result<(String, Option<Report>), TableError> {
        let sets = &self.mechanic.rule_sets;
        let (before, after) = (&sets[from], &sets[to]);
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
        let Some((request, compared)) = most else {
            return Ok((format!("{head} no difference.{brings}"), None));
        };
        let sentence = format!("{head} a difference under {differing} of {all} inputs compared.{brings}");
        Ok((sentence, Some(diff_report(self.mechanic, &request, &compared, &self.codes))))
    }

    /// How many of the inputs that are compared make a difference; the comparison with the defaults where
    /// they differ there, else the one with the greatest distance.
    fn greatest(&self, from: usize, to: usize) -> Result<Differences, TableError> {
        let (mut all, mut differing) = (0, 0);
        let mut most: Option<(Rational, DiffRequest)> = None;
        for case in self.cases(from, to) {
            let usual = case.named.is_empty();
            let request = self.request(from, to, case);
            let compared = match diff(self.mechanic, &request, self.limits) {
                Ok(compared) => compared,
                // Inputs that one of them refuses, such as a stage that an edition lacks.
                Err(error) => {
                    refusal(error)?;
                    continue;
                }
            };
            all += 1;
            differing += usize::from(!compared.agree());
            // No distance is above 1, so that of the defaults stays.
            let distance = if usual && !compared.agree() { Rational::ONE } else { compared.total_variation };
            let before = most.as_ref().map_or(Rational::ZERO, |(distance, _)| distance.clone());
            if distance > before {
                most = Some((distance, request));
            }
        }
        let Some((_, request)) = most else { return Ok(Differences { all, differing, most: None }) };
        let request = DiffRequest { players: PLAYERS, ..request };
        let compared = diff(self.mechanic, &request, self.limits)?;
        Ok(Differences { all, differing, most: Some((request, compared)) })
    }

    /// The defaults, and every single input changed that both have.
    fn cases(&self, from: usize, to: usize) -> Vec<Case> {
        let other = cases(self.mechanic, from);
        let case = |(_, inputs): (String, Vec<Value>)| {
            let changed = self.mechanic.model.inputs.iter().zip(&inputs).enumerate();
            let named =
                changed.filter(|(_, (input, value))| input.default != **value).map(|(index, _)| index);
            Case { named: named.collect(), inputs }
        };
        cases(self.mechanic, to).into_iter().filter(|case| other.contains(case)).map(case).collect()
    }

    fn request(&self, from: usize, to: usize, case: Case) -> DiffRequest {
        let side = |rule_set: usize| Scenario {
            rule_set,
            inputs: case.inputs.clone(),
            named: case.named.clone(),
            ..self.usual.clone()
        };
        let (from, to) = (side(from), side(to));
        DiffRequest { from, to, fields: Vec::new(), players: 0, notes: Vec::new(), caption: None }
    }
}
