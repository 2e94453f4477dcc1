//! What the command `verify` says of a page, as a page to read: the text with its figures marked, and what is said of
//! each.

use std::collections::BTreeSet;
use std::ops::Range;

use super::marked::{Marker, Span, Units, windows};
use super::said::{Document, Kind, Verdict};
use super::why::{Asked, Links};
use crate::session::Session;

/// A longer text is shown in parts: a browser that lays out some thousand lines is slow.
const WHOLE: usize = 200_000;
/// So many of the figures that are not right are shown with their lines where the text is shown in parts.
const SHOWN: usize = 200;
/// So many findings of a kind are listed; a reader has lost count long before.
const LISTED: usize = 200;
/// So many bytes around a figure are shown of a long text.
const AROUND: usize = 400;

/// A judged page.
pub(super) struct Judged<'t> {
    /// How many figures there are, and of which kind.
    pub(super) summary: String,
    /// Whether no figure is about anything that is known.
    pub(super) is_strange: bool,
    /// The text, or parts of it.
    pub(super) views: Vec<View<'t>>,
    /// What is left out of the text, in words.
    pub(super) left_out: String,
    pub(super) groups: Vec<Group>,
    /// What can be mended, for the script: a list of `[from, to, text, certain]` by units of UTF-16.
    pub(super) repairs: String,
    /// How many of these are repairs of wrong figures.
    pub(super) certain: usize,
    /// The command that says the same.
    pub(super) line: String,
}

/// A part of the text.
pub(super) struct View<'t> {
    /// The line it begins in, where it is not the whole text.
    pub(super) line: Option<usize>,
    pub(super) begins_within: bool,
    pub(super) ends_within: bool,
    pub(super) stretches: Vec<Marked<'t>>,
}

/// A stretch of the text.
pub(super) struct Marked<'t> {
    /// `None` where nothing is said of it.
    pub(super) kind: Option<Kind>,
    /// The number of its finding where it begins here.
    pub(super) begins: Option<usize>,
    /// The number of its finding where that is listed.
    pub(super) listed: Option<usize>,
    /// What it says, and what is to be thought of it.
    pub(super) label: String,
    pub(super) parts: Vec<MarkedPart<'t>>,
}

pub(super) struct MarkedPart<'t> {
    pub(super) text: &'t str,
    pub(super) repair: Option<usize>,
}

/// The findings of a kind.
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) count: usize,
    pub(super) items: Vec<Item>,
    /// How many more there are.
    pub(super) further: usize,
}

/// What is said of a figure.
pub(super) struct Item {
    pub(super) number: usize,
    pub(super) line: usize,
    pub(super) stated: String,
    /// The number of the finding whose mark stands in its place; `None` where none is shown.
    pub(super) place: Option<usize>,
    pub(super) message: String,
    pub(super) notes: Vec<String>,
    pub(super) exact: Option<String>,
    pub(super) asked: Option<String>,
    pub(super) why: Option<String>,
    /// Which repair mends it, and what that writes.
    pub(super) repair: Option<(usize, String)>,
}

/// A repair: where, what is written there, and whether a figure is mended that is wrong.
struct Repair {
    range: Range<usize>,
    text: String,
    certain: bool,
}

/// Reads what `verify` said of a text; `None` where that is none of its documents.
pub(super) fn judged<'t>(session: &Session, text: &'t str, body: &[u8], line: String) -> Option<Judged<'t>> {
    let Document { verdicts } = serde_json::from_slice(body).ok()?;
    let kinds: Vec<Kind> = verdicts.iter().map(Verdict::kind).collect();
    let (repairs, mended_by) = repairs(text, &verdicts, &kinds);
    let listed = listed(&kinds);
    let spans: Vec<Span> = verdicts
        .iter()
        .zip(&kinds)
        .map(|(verdict, kind)| Span { range: verdict.range(), weight: *kind as u8 })
        .collect();
    let ranges: Vec<Range<usize>> = repairs.iter().map(|repair| repair.range.clone()).collect();
    let mut marker = Marker::new(text, &spans, &ranges);
    let marked = |span: usize, is_first: bool| Marks {
        kind: kinds[span],
        begins: is_first.then_some(span + 1),
        listed: listed.contains(&span).then_some(span + 1),
        label: format!("{}, {}", verdicts[span].stated, kinds[span].name()),
    };
    let (views, left_out) = views(text, &spans, &kinds, &mut marker, marked);
    let mut links = Links::new(session);
    let mut item = |index: usize| {
        let verdict = &verdicts[index];
        let asked = verdict.asked();
        let why = asked.as_deref().and_then(|asked| Asked::read(asked, &verdict.judged_under));
        let depends = verdict.verdict == "depends" && !verdict.rules.is_empty();
        let elsewhere = depends.then(|| format!("right under {}", verdict.rules.join(", ")));
        Item {
            number: index + 1,
            line: verdict.line,
            stated: verdict.stated.clone(),
            place: marker.place(index).map(|span| span + 1),
            // In a list of such figures it would stand beside each.
            message: if verdict.code == "unclassified" { String::new() } else { verdict.message.clone() },
            notes: verdict.notes.iter().cloned().chain(elsewhere).collect(),
            exact: verdict.exact(),
            why: why.and_then(|asked| links.why(&asked)),
            asked,
            repair: mended_by[index].map(|repair| (repair, repairs[repair].text.clone())),
        }
    };
    let groups = Kind::ALL.into_iter().map(|kind| {
        let own = (0..verdicts.len()).filter(|index| kinds[*index] == kind);
        let count: usize = own.clone().map(|index| 1 + verdicts[index].further).sum();
        let items: Vec<Item> = own.filter(|index| listed.contains(index)).map(&mut item).collect();
        Group { kind, count, further: count - items.len(), items }
    });
    let groups: Vec<Group> = groups.filter(|group| group.count > 0).collect();
    let is_told = |(verdict, kind): (&Verdict, &Kind)| {
        verdict.asked().is_some() || verdict.mechanic.is_some() || *kind == Kind::Doubtful
    };
    Some(Judged {
        summary: summary(&groups),
        is_strange: !verdicts.iter().zip(&kinds).any(is_told),
        views,
        left_out,
        groups,
        certain: repairs.iter().filter(|repair| repair.certain).count(),
        repairs: told(text, &repairs),
        line,
    })
}

/// `12 figures: 1 wrong, 11 right`.
fn summary(groups: &[Group]) -> String {
    let all: usize = groups.iter().map(|group| group.count).sum();
    if all == 0 {
        return "No figures".to_owned();
    }
    let figures = if all == 1 { "figure" } else { "figures" };
    let counts: Vec<String> =
        groups.iter().map(|group| format!("{} {}", group.count, group.kind.name())).collect();
    format!("{all} {figures}: {}", counts.join(", "))
}

/// The findings that are listed.
fn listed(kinds: &[Kind]) -> BTreeSet<usize> {
    let of = |kind: Kind| (0..kinds.len()).filter(move |index| kinds[*index] == kind).take(LISTED);
    Kind::ALL.into_iter().flat_map(of).collect()
}

/// What can be mended, in the order of the text, and for each finding the repair that mends it. Of repairs that share
/// bytes the first counts.
fn repairs(text: &str, verdicts: &[Verdict], kinds: &[Kind]) -> (Vec<Repair>, Vec<Option<usize>>) {
    let mut wanted: Vec<(Range<usize>, String, usize)> = Vec::new();
    for (index, verdict) in verdicts.iter().enumerate().filter(|(index, _)| kinds[*index].is_news()) {
        wanted.extend(verdict.repair(text).map(|(range, new)| (range, new, index)));
    }
    wanted.sort_by_key(|(range, _, index)| (range.start, range.end, *index));
    let mut repairs: Vec<Repair> = Vec::new();
    let mut mended_by = vec![None; verdicts.len()];
    for (range, new, index) in wanted {
        let certain = kinds[index] == Kind::Wrong;
        match repairs.last_mut() {
            Some(last) if last.range == range && last.text == new => last.certain |= certain,
            Some(last) if last.range.end > range.start => continue,
            _ => repairs.push(Repair { range, text: new, certain }),
        }
        mended_by[index] = repairs.len().checked_sub(1);
    }
    (repairs, mended_by)
}

fn told(text: &str, repairs: &[Repair]) -> String {
    let mut units = Units::of(text);
    let told: Vec<(usize, usize, &str, bool)> = repairs
        .iter()
        .map(|repair| {
            let from = units.before(repair.range.start);
            (from, units.before(repair.range.end), repair.text.as_str(), repair.certain)
        })
        .collect();
    serde_json::to_string(&told).unwrap_or_default()
}

/// How a span is marked.
struct Marks {
    kind: Kind,
    begins: Option<usize>,
    listed: Option<usize>,
    label: String,
}

/// The text where it is short; else the lines around what is wrong or doubtful, and in words what is left out.
fn views<'t>(
    text: &'t str,
    spans: &[Span],
    kinds: &[Kind],
    marker: &mut Marker<'t, '_>,
    marks: impl Fn(usize, bool) -> Marks,
) -> (Vec<View<'t>>, String) {
    let mut stretches = |range: Range<usize>| -> Vec<Marked<'t>> {
        let stretch = |stretch: super::marked::Stretch<'t>| {
            let marks = stretch.span.map(|span| marks(span, stretch.is_first));
            let parts = stretch.parts.into_iter();
            Marked {
                kind: marks.as_ref().map(|marks| marks.kind),
                begins: marks.as_ref().and_then(|marks| marks.begins),
                listed: marks.as_ref().and_then(|marks| marks.listed),
                label: marks.map(|marks| marks.label).unwrap_or_default(),
                parts: parts.map(|part| MarkedPart { text: part.text, repair: part.repair }).collect(),
            }
        };
        marker.stretches(range).into_iter().map(stretch).collect()
    };
    if text.len() <= WHOLE {
        let stretches = stretches(0..text.len());
        let whole = View { line: None, begins_within: false, ends_within: false, stretches };
        return (vec![whole], String::new());
    }
    let news = spans.iter().zip(kinds).filter(|(_, kind)| kind.is_news()).map(|(span, _)| span.range.clone());
    let mut news: Vec<Range<usize>> = news.filter(|range| text.get(range.clone()).is_some()).collect();
    news.sort_by_key(|range| (range.start, range.end));
    let all = news.len();
    news.truncate(SHOWN);
    let is_within =
        |byte: usize| !text.get(..byte).is_none_or(|before| before.is_empty() || before.ends_with('\n'));
    let views = windows(text, &news, AROUND).into_iter().map(|window| View {
        line: Some(window.line),
        begins_within: is_within(window.range.start),
        ends_within: text
            .get(window.range.end..)
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('\n')),
        stretches: stretches(window.range),
    });
    let left_out = match all {
        0 => "The page is long, and no figure of it is wrong or doubtful: its text is not shown.".to_owned(),
        all if all > news.len() => {
            format!(
                "The page is long: only the lines around the first {} figures that are wrong or doubtful are shown.",
                news.len()
            )
        }
        _ => {
            "The page is long: only the lines around figures that are wrong or doubtful are shown.".to_owned()
        }
    };
    (views.collect(), left_out)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A verdict about the last place of a text where its figure stands.
    fn verdict(text: &str, stated: &str, verdict: &str, level: &str) -> Value {
        let start = text.rfind(stated).unwrap();
        json!({
            "line": 1, "start": start, "end": start + stated.len(), "stated": stated, "exact": null,
            "verdict": verdict, "rules": [], "code": verdict, "level": level, "message": "a message", "notes": [],
            "details": [], "judged_under": [],
        })
    }

    fn with(mut verdict: Value, more: &Value) -> Value {
        verdict.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        verdict
    }

    fn seen<'t>(text: &'t str, verdicts: &[Value]) -> Judged<'t> {
        let body = json!({ "verdicts": verdicts }).to_string();
        judged(&Session::embedded().unwrap(), text, body.as_bytes(), String::new()).unwrap()
    }

    #[test]
    fn figures_are_counted_by_kind() {
        let text = "1% 2% 3% 4% 5% 6%";
        let judged = seen(
            text,
            &[
                verdict(text, "1%", "exact", "note"),
                verdict(text, "2%", "contradicts-page", "error"),
                verdict(text, "3%", "unclassified", "warning"),
                verdict(text, "4%", "depends", "warning"),
                verdict(text, "5%", "undecided", "note"),
                with(verdict(text, "6%", "unclassified", "note"), &json!({"further": 7})),
            ],
        );
        assert_eq!(judged.summary, "13 figures: 1 wrong, 2 doubtful, 9 unexplained, 1 right");
        assert!(!judged.is_strange);
        assert_eq!(judged.groups[2].further, 7);
        assert_eq!(seen("no", &[]).summary, "No figures");
        assert!(seen("no", &[]).is_strange);
    }

    #[test]
    fn what_words_come_nearest_to_can_be_asked_why() {
        let asked =
            "P(award = nothing) of isaac/room-clear-award with lucky_foot=true, under repentance-plus";
        let near = json!({"notes": ["a note"], "details": [asked], "judged_under": ["repentance-plus"]});
        let judged = seen("14%", &[with(verdict("14%", "14%", "unclassified", "note"), &near)]);
        assert!(!judged.is_strange);
        let item = &judged.groups[0].items[0];
        assert_eq!(
            item.asked.as_deref(),
            Some("P(award = nothing) of isaac/room-clear-award with lucky_foot=true")
        );
        assert!(item.why.as_deref().unwrap().contains("lucky_foot"));
    }

    #[test]
    fn repairs_are_at_their_units_of_utf_16() {
        let text = "шанс 🎲 5% и 🎲🎲 6%";
        let judged = seen(
            text,
            &[
                with(verdict(text, "5%", "wrong", "error"), &json!({"instead": "5.5%"})),
                with(verdict(text, "6%", "depends", "warning"), &json!({"instead": "7%"})),
            ],
        );
        assert_eq!(judged.repairs, r#"[[8,10,"5.5%",true],[18,20,"7%",false]]"#);
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16_lossy(&units[8..10]), "5%");
        assert_eq!(String::from_utf16_lossy(&units[18..20]), "6%");
        assert_eq!(judged.certain, 1);
    }

    #[test]
    fn of_repairs_that_share_bytes_one_is_offered() {
        let text = "1/5 (25%) of all";
        let whole = with(verdict(text, "1/5 (25%)", "wrong", "error"), &json!({"instead": "1/4 (25%)"}));
        let percent = json!({"replacement": {"text": "20%", "start": 5, "end": 8}});
        let part = with(verdict(text, "25%", "wrong", "error"), &percent);
        let judged = seen(text, &[whole, part.clone()]);
        assert_eq!(judged.repairs, r#"[[0,9,"1/4 (25%)",true]]"#);
        // The same twice is one.
        let judged = seen(text, &[part.clone(), part]);
        assert_eq!(judged.repairs, r#"[[5,8,"20%",true]]"#);
        let offered = judged.groups[0].items.iter().filter(|item| item.repair.is_some()).count();
        assert_eq!((judged.certain, offered), (1, 2));
    }

    #[test]
    fn nothing_is_put_where_something_else_stands() {
        let text = "5% of all";
        let mut stated = with(verdict(text, "5%", "wrong", "error"), &json!({"instead": "6%"}));
        stated["stated"] = json!("5%, 7%");
        assert_eq!(seen(text, &[stated]).repairs, "[]");
        let same = with(verdict(text, "5%", "wrong", "error"), &json!({"instead": "5%"}));
        assert_eq!(seen(text, &[same]).repairs, "[]");
        let right = with(verdict(text, "5%", "exact", "note"), &json!({"instead": "6%"}));
        assert_eq!(seen(text, &[right]).repairs, "[]");
    }

    #[test]
    fn of_a_long_text_what_is_wrong_is_shown() {
        let line = "nothing of note stands here, and it is long\n".repeat(5_000);
        let text = format!("{line}first 5% here\n{line}second 6% there");
        let judged =
            seen(&text, &[verdict(&text, "5%", "wrong", "error"), verdict(&text, "6%", "exact", "note")]);
        let shown: Vec<(Option<usize>, String)> = judged
            .views
            .iter()
            .map(|view| {
                let parts = view.stretches.iter().flat_map(|stretch| &stretch.parts);
                (view.line, parts.map(|part| part.text).collect())
            })
            .collect();
        let [(line, text)] = shown.as_slice() else { panic!("{shown:?}") };
        assert_eq!((*line, text.lines().count()), (Some(5_000), 3));
        assert!(text.contains("first 5% here"));
        assert!(!judged.left_out.is_empty());
        // It has no place to go to.
        assert_eq!(judged.groups[1].items[0].place, None);
    }

    #[test]
    fn what_was_asked_leads_to_the_reason() {
        let text = "22% nothing";
        let asked = "P(award = nothing) of isaac/room-clear-award with luck=0";
        let details = json!({
            "question": asked, "details": [format!("{asked}, under repentance")], "judged_under": ["repentance"],
        });
        let judged = seen(text, &[with(verdict(text, "22%", "exact", "note"), &details)]);
        let item = &judged.groups[0].items[0];
        assert_eq!(item.asked.as_deref(), Some(asked));
        assert!(item.why.as_deref().is_some_and(|why| why.contains("rules=repentance&set=luck%3D0")));
        let claim = json!({
            "mechanic": "isaac/room-clear-award", "question": "P(award = nothing)", "inputs": "lucky_foot, rule battery=0",
        });
        let judged = seen(text, &[with(verdict(text, "22%", "exact", "note"), &claim)]);
        let why = judged.groups[0].items[0].why.clone().unwrap();
        assert!(why.ends_with("&with=lucky_foot&rule=battery%3D0"), "{why}");
    }
}
