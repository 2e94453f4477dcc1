//! Claims against mechanics, and pages against claims and against themselves.
//!
//! A [`Case`] is a claim that was read and fits its mechanic. [`stated`] judges the figures that the claims
//! state; [`Judge`] finds the claims on a page and judges the figures that stand there now, checks the page's
//! own arithmetic and lists what nothing explains. Both give [`Finding`]s: what is said, not how it looks.

mod annotation;
mod bind;
mod claimed;
mod exact;
mod located;
mod mend;
mod page;
mod prepared;
mod said;
mod several;
mod stated;
mod verdict;
mod words;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

use crate::claims::{Claim, ClaimsFile, Question, Transform};
use crate::cores;
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::evaluate::Limits;
use crate::exact::{Rational, decimal};
use crate::page::Figure;
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::Mechanic;

pub use bind::{Again, Hit, Hits, what};
pub use exact::{Decider, Exact, Open, Trend};
pub use located::{Checked, ClaimInfo, LocatedFinding, Replacement, UnderRules};
pub use mend::{annotated, fixed};
pub use page::Judge;
pub(crate) use prepared::settings;
pub use prepared::{Prepared, prepare};

pub use stated::stated;
pub use verdict::{Level, Verdict, fit, in_terms_of};

/// A claim with its mechanic and its questions.
#[derive(Debug, Clone)]
pub struct Case<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// The mechanic it is about.
    pub mechanic: &'a Mechanic,
    /// The rule set that is the code printed on the page, where the mechanic has it.
    pub code: Option<usize>,
    prepared: Prepared,
    /// For each rule set of the mechanic what decides the claim; empty before they were evaluated.
    pub exact: Vec<Exact>,
}

/// A judgement about a figure.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What became of it.
    pub verdict: Verdict,
    /// The name of the kind of finding, such as `wrong-total`; that of the verdict where there is no other.
    pub code: &'static str,
    /// Its bytes on the page; `None` for what a claim states.
    pub range: Option<Range<usize>>,
    /// The figure as written.
    pub stated: String,
    /// Whether its words name something, and nothing that they name gives it: a figure that nothing explains, and is
    /// worth a look.
    pub is_doubt: bool,
    /// What is exact instead, as text; empty where nothing is.
    pub exact: String,
    /// The same where it is one number.
    pub number: Option<Rational>,
    /// From where up to where the exact number may lie for the figure to be right.
    pub accepted: Option<(Rational, Rational)>,
    /// The claim, by its index among the cases.
    pub case: Option<usize>,
    /// The question that decides it, where labels or an annotation ask it: as a person would type it.
    pub question: Option<String>,
    /// Under which rule sets it was judged.
    pub under: Vec<String>,
    /// Under which rule sets it is right.
    pub holds: Vec<String>,
    /// In one line.
    pub message: String,
    /// How that comes about, and what else there is to know.
    pub notes: Vec<String>,
    /// What was asked, in which reading, and what is exact: for who asks how it was judged.
    pub details: Vec<String>,
    /// What to write in its place, where that is one number and nothing mends it by itself.
    pub instead: Option<String>,
    /// For how many more figures after it the same holds, which are not listed.
    pub further: usize,
    /// What mends a wrong rounding: bytes of the page and what stands there instead.
    pub fix: Option<(Range<usize>, String)>,
}

impl Finding {
    /// A verdict on some bytes of a page, or on what a claim states, of which nothing else is known.
    fn new(verdict: Verdict, range: Option<Range<usize>>, stated: String, message: String) -> Finding {
        Finding {
            verdict,
            code: verdict.name(),
            range,
            stated,
            is_doubt: false,
            exact: String::new(),
            number: None,
            accepted: None,
            case: None,
            question: None,
            under: Vec::new(),
            holds: Vec::new(),
            message,
            notes: Vec::new(),
            details: Vec::new(),
            instead: None,
            further: 0,
            fix: None,
        }
    }

    /// How loudly it is said.
    #[must_use]
    pub fn level(&self) -> Level {
        if self.is_doubt { Level::Warning } else { self.verdict.level() }
    }
}

/// Reads the questions of claims. `mechanics` are by their path.
///
/// # Errors
/// Everything that is wrong with them: mechanics, rule sets, rules, inputs or outcomes that do not exist,
/// questions that are none.
pub fn cases<'a>(
    files: &'a [ClaimsFile],
    mechanics: &'a BTreeMap<String, Mechanic>,
) -> Result<Vec<Case<'a>>, Vec<Diagnostic>> {
    let mut cases = Vec::new();
    let mut problems = Vec::new();
    for file in files {
        for claim in &file.claims {
            let Some(mechanic) = mechanics.get(&claim.mechanic) else {
                let help = or_nearest(&claim.mechanic, mechanics.keys().map(String::as_str));
                let message = format!("claim `{}`: no mechanic `{}`", claim.id, claim.mechanic);
                problems.push(Diagnostic::error(Code::UnknownMechanic, claim.span, message).maybe_help(help));
                continue;
            };
            let named = claim.rules.iter();
            for name in named.filter(|name| claim.pinned && rule_set(mechanic, name).is_none()) {
                let help = or_nearest(name, mechanic.rule_sets.iter().map(|set| set.name.as_str()));
                let message =
                    format!("claim `{}`: no rule set `{name}` of {}", claim.id, mechanic.model.path);
                problems.push(Diagnostic::error(Code::UnknownRuleSet, claim.span, message).maybe_help(help));
            }
            for name in claim.within.iter().filter(|name| rule_set(mechanic, name).is_none()) {
                let help = or_nearest(name, mechanic.rule_sets.iter().map(|set| set.name.as_str()));
                let message =
                    format!("claim `{}`: no rule set `{name}` of {}", claim.id, mechanic.model.path);
                problems.push(Diagnostic::error(Code::UnknownRuleSet, claim.span, message).maybe_help(help));
            }
            let code = file.code.as_deref().and_then(|code| rule_set(mechanic, code));
            let what = format!("claim `{}`", claim.id);
            match prepare(Code::BadClaims, &what, claim.span, &claim.question, &claim.inputs, mechanic) {
                Ok(prepared) => {
                    cases.push(Case { claim, mechanic, code, prepared, exact: Vec::new() });
                }
                Err(mut found) => problems.append(&mut found),
            }
        }
    }
    if problems.is_empty() { Ok(cases) } else { Err(problems) }
}

fn rule_set(mechanic: &Mechanic, name: &str) -> Option<usize> {
    mechanic.rule_sets.iter().position(|set| set.name == name)
}

/// Evaluates what decides some cases, under every rule set. Rule sets with the same rules are
/// evaluated once. Cost: one query for each case and each different rule set, on all cores.
pub fn decide(cases: &mut [Case<'_>], limits: &Limits) {
    let waiting: Vec<&mut Case<'_>> = cases.iter_mut().filter(|case| case.exact.is_empty()).collect();
    let decider = Decider::new(limits);
    let decide = |case: &mut Case<'_>| -> Result<(), Infallible> {
        case.decide(&decider);
        Ok(())
    };
    let Ok(_) = cores::map(waiting, decide);
}

impl Case<'_> {
    fn decide(&mut self, decider: &Decider<'_>) {
        let sets = &self.mechanic.rule_sets;
        let mut open = decider.open(&self.prepared, self.mechanic);
        let mut found: Vec<Exact> = Vec::with_capacity(sets.len());
        for (index, set) in sets.iter().enumerate() {
            let same = |other: &usize| {
                sets[*other].available == set.available && sets[*other].values() == set.values()
            };
            let asked = |set: usize| {
                let within = &self.claim.within;
                within.is_empty() || within.contains(&sets[set].name)
            };
            let exact = match (0..index).find(|other| asked(*other) && same(other)) {
                _ if !asked(index) => {
                    Exact::Unavailable("what it asks for is no part of these rules".to_owned())
                }
                Some(other) => found[other].clone(),
                None => open.under(RuleSetId::new(index)),
            };
            found.push(exact);
        }
        self.exact = found;
    }

    /// The rule sets that count: those that were chosen, unless the page itself says under which it holds.
    fn under(&self, chosen: &[String]) -> Vec<usize> {
        let find = |names: &[String]| -> Vec<usize> {
            names.iter().filter_map(|name| rule_set(self.mechanic, name)).collect()
        };
        let own = if chosen.is_empty() || self.claim.pinned { Vec::new() } else { find(chosen) };
        let own = if own.is_empty() { find(&self.claim.rules) } else { own };
        if own.is_empty() {
            // Without a default nothing is judged; the first that happens to be there might be any.
            return self.mechanic.rule_sets.iter().position(|set| set.default).into_iter().collect();
        }
        own
    }

    fn names(&self, sets: &[usize]) -> Vec<String> {
        sets.iter().map(|set| self.mechanic.rule_sets[*set].name.clone()).collect()
    }

    /// What becomes of figures that stand for this claim, under the chosen rule sets.
    fn judge(&self, figures: &[Figure], stated: String, chosen: &[String]) -> Finding {
        let under = self.under(chosen);
        let fits: Vec<_> = self.exact.iter().map(|exact| fit(self.claim, figures, exact)).collect();
        let right =
            |set: &usize| fits.get(*set).copied().flatten().is_some_and(|fit| Verdict::from(fit).is_right());
        let decided: Vec<usize> =
            under.iter().copied().filter(|set| fits.get(*set).copied().flatten().is_some()).collect();
        let holds: Vec<usize> = (0..fits.len()).filter(right).collect();
        let verdict = self.verdict(&fits, &decided, &holds);
        let about = decided.iter().find(|set| !right(set)).or(decided.first()).copied();
        let exact =
            about.and_then(|set| self.exact.get(set)).map(|exact| self.exact_text(exact)).unwrap_or_default();
        let accepted = figures
            .first()
            .filter(|_| figures.len() == 1)
            .and_then(|figure| verdict::accepted(self.claim, figure));
        let mut finding = Finding {
            exact,
            number: about.and_then(|set| self.number(set)),
            accepted,
            under: self.names(&under),
            holds: self.names(&holds),
            ..Finding::new(verdict, None, stated, String::new())
        };
        finding.message = self.message(&finding, figures, &under);
        if !finding.verdict.is_right() && finding.verdict != Verdict::Undecided {
            finding.notes.extend(self.claim.why.clone());
            if let ([figure], Some(number), true) = (figures, &finding.number, self.claim.says.is_empty()) {
                finding.instead = words::instead(figure, number);
            }
        }
        finding.details.push(claimed::explained(self, &finding));
        finding.details.extend(words::exactly(&finding.exact, &finding));
        finding
    }

    fn verdict(&self, fits: &[Option<crate::page::Fit>], decided: &[usize], holds: &[usize]) -> Verdict {
        if decided.is_empty() {
            return Verdict::Undecided;
        }
        if decided.iter().all(|set| holds.contains(set)) {
            let weakest = decided.iter().filter_map(|set| fits[*set]).max();
            return weakest.map_or(Verdict::Undecided, Verdict::from);
        }
        let is_game = |set: &usize| self.mechanic.rule_sets[*set].kind == RuleSetKind::Edition;
        let against_game = decided.iter().any(|set| is_game(set) && !holds.contains(set));
        // What a page says of itself does not stand up for it against the game.
        let depends = holds.iter().any(|set| is_game(set) || !against_game);
        let prose = |set: &usize| !is_game(set) && Some(*set) != self.code;
        // A figure that only the prose of some page supports is against the code that the page prints.
        let only_prose = !holds.is_empty() && holds.iter().all(prose);
        let code_decides = self.code.is_some_and(|code| fits.get(code).copied().flatten().is_some());
        if only_prose && code_decides && !self.claim.in_code {
            Verdict::ContradictsCode
        } else if depends {
            Verdict::Depends
        } else {
            Verdict::Wrong
        }
    }

    fn message(&self, finding: &Finding, figures: &[Figure], under: &[usize]) -> String {
        // Words are judged by what the claim takes them to say.
        let stated =
            if self.claim.says.is_empty() { finding.stated.clone() } else { self.claim.stated.join(", ") };
        match finding.verdict {
            Verdict::Undecided => {
                let exact: Vec<&Exact> = under.iter().filter_map(|set| self.exact.get(*set)).collect();
                words::undecided(self.claim, &stated, &exact)
            }
            verdict if verdict.is_right() => format!("{stated} is {}", finding.exact),
            _ => words::correction(self.claim, figures, &Finding { stated, ..finding.clone() }),
        }
    }

    /// The limit that was reached before the claim was decided under every rule set, in words.
    #[must_use]
    pub fn limit(&self) -> Option<&str> {
        self.exact.iter().find_map(|exact| match exact {
            Exact::Limited(reason) => Some(reason.as_str()),
            _ => None,
        })
    }

    /// The number that decides the claim under a rule set, in its terms, where it is one.
    fn number(&self, set: usize) -> Option<Rational> {
        match self.exact.get(set)? {
            Exact::Numbers(numbers) if matches!(self.claim.question, Question::Further(..)) => {
                verdict::further(self.claim, numbers).and_then(|number| in_terms_of(self.claim, number))
            }
            Exact::Numbers(numbers) if numbers.len() == 1 => in_terms_of(self.claim, &numbers[0]),
            _ => None,
        }
    }

    /// What is exact, in the terms of the claim.
    #[must_use]
    pub fn exact_text(&self, exact: &Exact) -> String {
        match exact {
            Exact::Numbers(numbers) => {
                // A chance of 0 is one in no number; it is said as the chance that it is.
                let in_terms = numbers
                    .iter()
                    .map(|number| in_terms_of(self.claim, number).unwrap_or_else(|| number.clone()));
                number_texts(self.claim, &in_terms.collect::<Vec<_>>())
            }
            Exact::Trends(trends) => {
                let Question::Direction(queries, _) = &self.claim.question else { return String::new() };
                let moves = queries.iter().zip(trends);
                let texts = moves.map(|(query, (trend, values))| trend_text(query, *trend, values));
                texts.collect::<Vec<_>>().join("; ")
            }
            Exact::Unavailable(_) => "not available".to_owned(),
            Exact::Stopped(reason) | Exact::Limited(reason) => reason.clone(),
        }
    }
}

fn trend_text(query: &str, trend: Trend, values: &[Rational]) -> String {
    let ends = match (values.first(), values.last()) {
        (Some(first), Some(last)) => (exact_number(first), exact_number(last)),
        _ => return String::new(),
    };
    match trend {
        Trend::Rises => format!("{query} rises from {} to {}", ends.0, ends.1),
        Trend::Falls => format!("{query} falls from {} to {}", ends.0, ends.1),
        Trend::Stays => format!("{query} stays at {}", ends.0),
        Trend::Mixed => format!("{query} rises and falls between {} and {}", ends.0, ends.1),
    }
}

fn number_texts(claim: &Claim, numbers: &[Rational]) -> String {
    let texts: Vec<String> = numbers.iter().map(exact_number).collect();
    match &claim.question {
        Question::Further(..) => match texts.as_slice() {
            [drawn, added] if claim.transforms.contains(&Transform::Added) => {
                format!("{added} added, by a further chance of {drawn}")
            }
            // What it adds is no number of draws.
            [drawn, _] if !claim.transforms.is_empty() => format!("{drawn} where the first chance failed"),
            [drawn, added] => format!("{drawn} where the first chance failed, which adds {added}"),
            _ => String::new(),
        },
        Question::Range(_) | Question::Interval(..) => match numbers {
            [low, .., high] if low != high => format!("{} to {}", plain_number(low), plain_number(high)),
            [only, ..] => plain_number(only),
            [] => String::new(),
        },
        _ => texts.join(", "),
    }
}

fn plain_number(number: &Rational) -> String {
    decimal::plain(number)
}

/// `27/125 (21.6%)` for what may be a chance, the number with its decimal otherwise.
#[must_use]
pub fn exact_number(number: &Rational) -> String {
    if number.is_integer() && *number != Rational::ONE && !number.is_zero() {
        return number.to_string();
    }
    let chance = !number.is_negative() && *number <= Rational::ONE;
    let decimal = if chance {
        crate::page::arithmetic::shown(number)
    } else {
        let rounded = decimal::round(number, 4, decimal::Rounding::HalfUp);
        format!("{}{}", if rounded.exact { "" } else { "~" }, rounded.trimmed())
    };
    beside_fraction(number, decimal)
}

/// A number as a fraction with its decimal behind it; without it where it is too long to be read.
fn beside_fraction(number: &Rational, decimal: String) -> String {
    /// A longer fraction helps nobody who reads a line.
    const LONGEST: usize = 40;
    let fraction = number.to_string();
    if fraction.len() > LONGEST { decimal } else { format!("{fraction} ({decimal})") }
}

/// Of findings about the same thing, those that say different things contradict each other: one that is
/// wrong where another is right contradicts the code or the page.
fn contradictions(findings: &mut [Finding], cases: &[Case<'_>], position: impl Fn(&Finding) -> String) {
    let subject = |finding: &Finding| -> Option<String> {
        let claim = cases.get(finding.case?)?.claim;
        Some(claim.subject.clone().map_or_else(
            || format!("{}: {:?} {:?}", claim.mechanic, claim.question, claim.inputs),
            |subject| format!("{}: {subject}", claim.mechanic),
        ))
    };
    let mut by_subject: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate() {
        if let Some(subject) = subject(finding) {
            by_subject.entry(subject).or_default().push(index);
        }
    }
    for group in by_subject.values().filter(|group| group.len() > 1) {
        for index in group {
            let off = !findings[*index].verdict.is_right() && findings[*index].verdict != Verdict::Undecided;
            if !off {
                continue;
            }
            let right = |other: &&usize| {
                let (a, b) = (&findings[*index], &findings[**other]);
                let shared = |a: &Finding, b: &Finding| match (a.case, b.case) {
                    (Some(a), Some(b)) => {
                        cases[a].claim.source.iter().any(|source| cases[b].claim.source.contains(source))
                    }
                    _ => false,
                };
                shared(a, b) && !a.under.is_empty() && a.under.iter().all(|set| b.holds.contains(set))
            };
            let Some(other) = group.iter().find(right).copied() else { continue };
            let in_code = findings[other].case.is_some_and(|case| cases[case].claim.in_code);
            let both = findings[*index].case.is_some_and(|case| cases[case].claim.in_code);
            let verdict = if in_code && !both { Verdict::ContradictsCode } else { Verdict::ContradictsPage };
            let note =
                format!("{} says {}, which is right", position(&findings[other]), findings[other].stated);
            let finding = &mut findings[*index];
            finding.verdict = verdict;
            finding.code = verdict.name();
            finding.notes.push(note);
            // The page has the right figure itself, in the place that is named.
            finding.instead = finding.instead.take().filter(|_| verdict == Verdict::ContradictsCode);
        }
    }
}
