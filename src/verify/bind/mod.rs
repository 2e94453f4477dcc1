//! Figures bound to mechanics by the labels around them, without a claim.
//!
//! What stands in reach of a figure names outcomes, inputs, states and rules. Each question that these make has an
//! exact answer; a figure that is one of the answers is right. It is wrong only where the figures that stand together
//! with it confirm a reading, and every question of that reading which uses all that its own words name says
//! something else.

mod bands;
mod beside;
mod cells;
mod cues;
mod doubt;
mod draws;
mod ends;
mod evidence;
mod fixed;
mod follow;
mod given;
mod heads;
mod judge;
mod laws;
mod lines;
mod mentions;
mod numbers;
mod ordinals;
mod places;
mod plain;
mod question;
mod runs;
mod series;
mod short;
mod siblings;
mod solve;
mod states;
mod subject;
mod traded;
mod units;
mod uses;
mod what;
mod wider;
mod wording;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::names::{Names, stem};
use crate::page::{Fit, Page, Shape};
use crate::rules::{RuleSetId, RuleSetKind};

use self::evidence::excuse;
use self::follow::{say_again, says_again};
use self::judge::{Bound, Judged, judge};
pub(super) use self::laws::Laws;
use self::mentions::Mentions;
use self::places::{Group, placed};
use self::question::{Asker, Candidate};
use self::solve::solve;
use self::traded::{Traded, traded};
pub use self::what::{Again, Hit, Hits, what};
use self::wording::{confirmed, correction, doubted, question};
use super::words::instead;
use super::{Finding, Verdict, exact_number};

/// On pages with more figures than this no question goes beyond the words near its figure.
const MOST_WIDER: usize = 400;

/// What the labels of a page say of its figures. `chosen` are rule sets by name; `is_asked` says that
/// somebody named the mechanics which the page is about.
///
/// Cost: linear in the length of the page, and one evaluation for each different law.
pub(super) fn bind(page: &Page, laws: &mut Laws<'_>, chosen: &[String], is_asked: bool) -> Vec<Finding> {
    let names = laws.names;
    let mentions = Mentions::read(page, names);
    if mentions.is_empty() {
        return Vec::new();
    }
    let mut asker = Asker { page, names, mentions: &mentions, laws, chosen };
    let mut bound: Vec<Bound> = Vec::new();
    let use_names = names.mechanics.iter().map(|mechanic| &mechanic.model.use_name);
    let uses_of_all: BTreeSet<String> =
        use_names.flat_map(|names| [&names.one, &names.many]).map(|name| stem(name).into_owned()).collect();
    let placed = placed(page, names, &mentions);
    let is_short = placed.len() <= MOST_WIDER;
    for placed in placed {
        let mut candidates = asker.of_placed(&placed);
        // What nothing near a figure gives may go on from what was said before.
        let fits = |candidate: &Candidate| judge::fit(&placed.figure, &candidate.value) != Fit::Off;
        if let Some(last) = bound.last_mut().filter(|last| says_again(page, &last.placed, &placed)) {
            say_again(last, &placed, &mut candidates);
        }
        if !candidates.iter().any(fits) {
            candidates.extend(bound.last().into_iter().flat_map(|last: &Bound| last.again(&placed)));
        }
        if let Some(rest) = asker.the_rest(&placed, &bound) {
            candidates.iter_mut().for_each(|candidate| candidate.full = false);
            candidates.push(rest);
        }
        // What is told in a series has its own labels.
        if placed.series.is_none() {
            asker.doubt_carried(&placed, &bound, &mut candidates);
        }
        if !candidates.iter().any(|candidate| candidate.full) {
            candidates.extend(asker.follow(&placed, &bound));
        }
        if is_short && !candidates.iter().any(fits) {
            let has_full = candidates.iter().any(|candidate| candidate.full);
            candidates.extend(asker.wider(&placed, has_full));
        }
        let is_listed = matches!(placed.groups.first(), Some(Group::List(_)));
        if !candidates.is_empty() || placed.place.in_table || is_listed {
            let mechanics: BTreeSet<usize> = candidates.iter().map(|candidate| candidate.mechanic).collect();
            let uses = mechanics.iter().flat_map(|own| asker.uses(&placed.place, *own, placed.token));
            let in_line =
                mechanics.iter().filter_map(|own| asker.place_in_line(&placed.place, *own, placed.token));
            let counted: Vec<usize> = uses.chain(in_line).map(|(token, _)| token).collect();
            let counted = counted.into_iter().chain(numbers::partner(&placed)).collect();
            let strangers = words::strangers(page, &mentions, &placed.place, placed.token, &counted);
            let own = &placed.place.layers[0];
            let strangers = strangers
                || placed.place.is_number
                    && (numbers::counts_the_unknown(page, &mentions, &uses_of_all, placed.token)
                        || numbers::is_in_a_formula(page, placed.token))
                || (placed.place.is_number || placed.place.is_decimal_chance && !placed.place.in_table)
                    && numbers::gives_the_unknown(page, &mentions, own, placed.token);
            let is_share = words::is_told_of_a_share(page, &mentions, &placed.place, placed.token)
                || words::are_told_together(page, &mentions, &placed.place)
                || !placed.place.in_table && words::is_told_of_some(page, &mentions, &placed.place);
            let heads = placed.heads.iter().filter(|(_, head)| words::is_strange(page, &mentions, head));
            let strange = heads.map(|(group, head)| (*group, head.start)).collect();
            bound.push(Bound { placed, candidates, strangers, strange, is_share });
        }
    }
    solve(&mut asker, &mut bound);
    bound.retain(|bound| !bound.candidates.is_empty());
    excuse(&mentions, &mut bound);
    mistrust_series(&mut bound);
    let judged = judge(&bound, is_asked);
    let mut findings: Vec<Finding> =
        traded(&mut asker, &bound, &judged).iter().map(|traded| of_traded(page, names, traded)).collect();
    let columns = findings.len();
    for (bound, judged) in bound.iter().zip(judged) {
        let Some(judged) = judged else { continue };
        let depends = match &judged {
            Judged::Right(candidate, _) => depends(&mut asker, bound, candidate),
            Judged::Wrong(..) | Judged::Doubt(_) => false,
        };
        if matches!(&judged, Judged::Wrong(candidate, ..) if is_of_another_edition(&mut asker, bound, candidate))
        {
            continue;
        }
        let after = match &judged {
            Judged::Wrong(candidate, ..) | Judged::Doubt(candidate) => asker.at_the_end(candidate),
            Judged::Right(..) => None,
        };
        let mut finding = finding(page, names, bound, judged, after.as_ref());
        if findings[..columns].iter().any(|other| other.range == finding.range) {
            continue;
        }
        if depends {
            finding.verdict = Verdict::Depends;
            finding.code = Verdict::Depends.name();
        }
        findings.push(finding);
    }
    // Where an answer is missing, so is what a figure may be right by.
    if asker.laws.refused().is_some() {
        findings.retain(|finding| finding.verdict.is_right());
    }
    findings
}

/// A series is told of other things than it seems where more than one of its figures is off: none of them is wrong then.
fn mistrust_series(bound: &mut [Bound]) {
    let mut off: BTreeMap<usize, usize> = BTreeMap::new();
    for bound in bound.iter() {
        let fits = |candidate: &Candidate| judge::fit(&bound.placed.figure, &candidate.value) != Fit::Off;
        let is_off = !bound.candidates.iter().any(|candidate| candidate.full && fits(candidate));
        let series = bound.placed.series.into_iter();
        series.for_each(|series| *off.entry(series).or_default() += usize::from(is_off));
    }
    for bound in bound {
        let off = bound.placed.series.and_then(|series| off.get(&series));
        bound.strangers |= off.is_some_and(|off| *off > 1);
    }
}

/// Whether a figure that is right under a rule set which the page names is wrong under those that were chosen.
fn depends(asker: &mut Asker<'_, '_>, bound: &Bound, candidate: &Candidate) -> bool {
    let mechanic = asker.names.mechanics[candidate.mechanic];
    let chosen: Vec<_> = asker.chosen.iter().filter_map(|name| mechanic.find_rule_set(name).ok()).collect();
    if chosen.contains(&candidate.rule_set) {
        return false;
    }
    chosen.into_iter().any(|set| {
        asker.under(candidate, set).is_some_and(|value| judge::fit(&bound.placed.figure, &value) == Fit::Off)
    })
}

/// Whether a figure in a text is right under an edition that its words do not name: what a history tells of one edition
/// may go on with the next.
fn is_of_another_edition(asker: &mut Asker<'_, '_>, bound: &Bound, candidate: &Candidate) -> bool {
    let mechanic = asker.names.mechanics[candidate.mechanic];
    let edition = |set: &RuleSetId| mechanic.rule_set(*set).kind == RuleSetKind::Edition;
    let named = candidate.is_named && !bound.placed.place.in_table;
    named
        && mechanic.rule_set_ids().filter(edition).any(|set| {
            let value = asker.under(candidate, set);
            value.is_some_and(|value| judge::fit(&bound.placed.figure, &value) != Fit::Off)
        })
}

/// A column that is about another item than its words say, as one finding at its first figure.
fn of_traded(page: &Page, names: &Names<'_>, traded: &Traded<'_>) -> Finding {
    let model = &names.mechanics[traded.candidate.mechanic].model;
    let label = |input: crate::check::InputId| model[input].declaration.label.as_str();
    let (named, other) = (label(traded.flags.0), label(traded.flags.1));
    let wrong = Judged::Wrong(traded.candidate, 0, traded.figures);
    let mut finding = finding(page, names, traded.first, wrong, None);
    finding.code = "wrong-column";
    finding.notes = Vec::new();
    finding.instead = None;
    finding.details = vec![format!("its first figure asks {}", question(names, traded.candidate))];
    finding.message =
        format!("the {} figures of this column are those of {other}, not of {named}", traded.figures);
    finding
}

fn finding(
    page: &Page,
    names: &Names<'_>,
    bound: &Bound,
    judged: Judged<'_>,
    after: Option<&Rational>,
) -> Finding {
    let figure = &bound.placed.figure;
    let stated = page.text.get(figure.range.clone()).unwrap_or_default().to_owned();
    let (candidate, verdict, note) = match judged {
        Judged::Right(candidate, fit) => (candidate, Verdict::from(fit), None),
        Judged::Wrong(candidate, right, all) => (candidate, Verdict::Wrong, confirmed(right, all)),
        Judged::Doubt(candidate) => (candidate, Verdict::Unclassified, None),
    };
    let mechanic = names.mechanics[candidate.mechanic];
    let set = mechanic.rule_set(candidate.rule_set).name.clone();
    let text = exact_number(&candidate.value);
    // A head may say in percent what its cells have without the sign.
    let has_sign = stated.contains(['%', 'p', '#', '{']) || !matches!(figure.shape, Shape::Percent(_));
    let as_written =
        |text: String| if has_sign { text } else { text.trim_end_matches('%').trim_end().to_owned() };
    let right = verdict.is_right();
    let is_doubt = verdict == Verdict::Unclassified;
    let table = bound.placed.groups.first().is_some_and(|group| group.is_table());
    let code = match (right, table) {
        (true, _) => verdict.name(),
        _ if is_doubt => "doubtful",
        (false, true) => "wrong-cell",
        (false, false) => "wrong-figure",
    };
    Finding {
        verdict,
        code,
        range: Some(figure.range.clone()),
        message: if right {
            format!("{stated} is {text}")
        } else if is_doubt {
            doubted(names, candidate, figure, &stated, after)
        } else {
            correction(names, candidate, figure, &stated, after)
        },
        stated,
        is_doubt,
        exact: if is_doubt { String::new() } else { text.clone() },
        number: (!is_doubt).then(|| candidate.value.clone()),
        accepted: figure.accepted(),
        case: None,
        question: (candidate.full && !is_doubt).then(|| {
            let is_default = candidate.rule_set == mechanic.default_rule_set();
            let under = if is_default { String::new() } else { format!(", under {set}") };
            format!("{}{under}", question(names, candidate))
        }),
        under: vec![set.clone()],
        holds: if right { vec![set.clone()] } else { Vec::new() },
        notes: note.into_iter().collect(),
        details: vec![format!("{}, under {set}", question(names, candidate)), format!("exactly {text}")],
        instead: (!right && !is_doubt).then(|| instead(figure, &candidate.value)).flatten().map(as_written),
        further: 0,
        fix: None,
    }
}
