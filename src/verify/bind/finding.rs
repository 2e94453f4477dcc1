//! From judgements to findings: what is said of each figure.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::InputId;
use crate::exact::Rational;
use crate::names::Names;
use crate::page::arithmetic::spelled;
use crate::page::{BlockKind, Page, Shape};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::value::Value;
use crate::verify::words::{exact_words, instead, rounded_from};
use crate::verify::{Finding, Verdict, exact_number};

use super::ask::bound::{Bound, fit};
use super::ask::candidate::Candidate;
use super::ask::question::Asker;
use super::complete::{completed, is_reached};
use super::judge::Judged;
use super::judge::traded::{Traded, traded};
use super::wording::{confirmed, correction, doubted, question, value_label};

/// What is said of some figures: of a column that is about something else once, of all others one by one.
pub(super) fn findings(
    asker: &mut Asker<'_, '_>,
    bound: &[Bound],
    judged: Vec<Option<Judged<'_>>>,
) -> Vec<Finding> {
    let (page, names) = (asker.page, asker.names);
    let mut findings: Vec<Finding> =
        traded(asker, bound, &judged).iter().map(|traded| of_traded(page, names, traded)).collect();
    let columns = findings.len();
    let mixed = mixed(page, bound, &judged);
    let completed = completed(asker, bound, &judged);
    for (at, (bound, judged)) in bound.iter().zip(judged).enumerate() {
        let Some(judged) = judged else { continue };
        let judged = match (judged, completed.get(&at)) {
            (_, Some(told)) if bound.placed.is(&told.value) => {
                Judged::Right(told, fit(&bound.placed.figure, &told.value))
            }
            (Judged::Wrong(_, right, all), Some(told)) => Judged::Wrong(told, right, all),
            (Judged::Doubt(_), Some(told)) => Judged::Doubt(told),
            (judged, _) => judged,
        };
        let depends = match &judged {
            Judged::Right(candidate, _) => depends(asker, bound, candidate),
            Judged::Wrong(..) | Judged::Doubt(_) => false,
        };
        if let Judged::Wrong(candidate, ..) | Judged::Doubt(candidate) = &judged
            && is_reached(asker, bound, candidate)
        {
            continue;
        }
        if matches!(&judged, Judged::Wrong(candidate, ..) if is_of_another_edition(asker, bound, candidate)) {
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
        if paragraph(page, bound).is_some_and(|paragraph| mixed.contains(&paragraph)) {
            finding.question = None;
        }
        if depends {
            finding.verdict = Verdict::Depends;
            finding.code = Verdict::Depends.name();
        }
        findings.push(finding);
    }
    findings
}

/// The paragraphs with figures of several mechanics: what one of them asks may be a question of another mechanic that
/// gives the same, and is no question to write behind it.
fn mixed(page: &Page, bound: &[Bound], judged: &[Option<Judged<'_>>]) -> BTreeSet<Paragraph> {
    let mut mechanics: BTreeMap<Paragraph, BTreeSet<usize>> = BTreeMap::new();
    for (bound, judged) in bound.iter().zip(judged) {
        let (Some(Judged::Right(candidate, _) | Judged::Wrong(candidate, ..)), Some(paragraph)) =
            (judged, paragraph(page, bound))
        else {
            continue;
        };
        mechanics.entry(paragraph).or_default().insert(candidate.mechanic);
    }
    mechanics.into_iter().filter(|(_, all)| all.len() > 1).map(|(paragraph, _)| paragraph).collect()
}

/// The paragraph or item of a text that a figure stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Paragraph {
    /// By the number that its sentences have together.
    Sentences(usize),
    /// By its first block.
    Item(usize),
}

fn paragraph(page: &Page, bound: &Bound) -> Option<Paragraph> {
    let blocks = &page.outline.blocks;
    let at = bound.placed.block;
    let item = |block: &usize| blocks[*block].kind == BlockKind::Item;
    match blocks[at].kind {
        BlockKind::Item => Some(Paragraph::Item(at)),
        BlockKind::Sentence => Some(match blocks[at].parent.filter(item) {
            Some(parent) => Paragraph::Item(parent),
            None => Paragraph::Sentences(blocks[at].group),
        }),
        BlockKind::Heading(_) | BlockKind::Grid(_) | BlockKind::Code => None,
    }
}

/// Whether a figure that is right under a rule set which the page names is wrong under those that were chosen.
fn depends(asker: &mut Asker<'_, '_>, bound: &Bound, candidate: &Candidate) -> bool {
    let mechanic = asker.names.mechanics[candidate.mechanic];
    let chosen: Vec<_> = asker.chosen.iter().filter_map(|name| mechanic.find_rule_set(name).ok()).collect();
    if chosen.contains(&candidate.rule_set) {
        return false;
    }
    chosen.into_iter().any(|set| asker.under(candidate, set).is_some_and(|value| !bound.placed.is(&value)))
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
            value.is_some_and(|value| bound.placed.is(&value))
        })
}

/// A column, sentence or list that is about another item than its words say, as one finding at its first figure.
fn of_traded(page: &Page, names: &Names<'_>, traded: &Traded<'_>) -> Finding {
    let model = &names.mechanics[traded.candidate.mechanic].model;
    let label = |(input, value): &(InputId, Value)| value_label(model, &model[*input].declaration, value);
    let (named, other) = (label(&traded.given), label(&traded.other));
    let wrong = Judged::Wrong(traded.candidate, 0, traded.figures);
    let mut finding = finding(page, names, traded.first, wrong, None);
    let (code, figures) = if traded.is_column {
        ("wrong-column", format!("the {} figures of this column", traded.figures))
    } else {
        ("wrong-list", format!("the {} figures from here on", traded.figures))
    };
    finding.code = code;
    finding.notes = Vec::new();
    finding.instead = None;
    finding.details = vec![format!("its first figure asks {}", question(names, traded.candidate))];
    finding.message = format!("{figures} are those of {other}, not of {named}");
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
    // A head may say in percent, or of how many one is, what its cells have without the sign or the words.
    let has_sign = stated.contains(['%', 'p', '#', '{']);
    let has_words = stated.contains(char::is_whitespace);
    let as_written = |text: String| {
        let text = match figure.shape {
            Shape::Percent(_) if !has_sign => text.trim_end_matches('%').trim_end().to_owned(),
            Shape::OneIn(_) if !has_words => text.strip_prefix("1 in ").unwrap_or(&text).to_owned(),
            _ => text,
        };
        spelled(page, &figure.range, text)
    };
    let right = verdict.is_right();
    let is_doubt = verdict == Verdict::Unclassified;
    let table = bound.placed.groups.first().is_some_and(|group| group.is_table());
    let code = match (right, table) {
        (true, _) => verdict.name(),
        _ if is_doubt => "doubtful",
        (false, true) => "wrong-cell",
        (false, false) => "wrong-figure",
    };
    let in_its_place =
        (!right && !is_doubt).then(|| instead(figure, &candidate.value)).flatten().map(as_written);
    let message = if right {
        format!("{stated} is {}", rounded_from(figure, &candidate.value))
    } else if is_doubt {
        doubted(names, candidate, figure, &stated, after)
    } else {
        correction(names, candidate, figure, &stated, after)
    };
    Finding {
        code,
        is_doubt,
        exact: if is_doubt { String::new() } else { text.clone() },
        number: (!is_doubt).then(|| candidate.value.clone()),
        accepted: figure.accepted(),
        question: (candidate.full && !is_doubt).then(|| {
            let is_default = candidate.rule_set == mechanic.default_rule_set();
            let under = if is_default { String::new() } else { format!(", under {set}") };
            format!("{}{under}", question(names, candidate))
        }),
        under: vec![set.clone()],
        holds: if right { vec![set.clone()] } else { Vec::new() },
        notes: note.into_iter().collect(),
        details: vec![format!("{}, under {set}", question(names, candidate)), exact_words(&text)],
        instead: in_its_place,
        ..Finding::new(verdict, Some(figure.range.clone()), stated, message)
    }
}
