//! From what was asked about a figure to the page that says why.

use std::collections::BTreeMap;

use crate::scenario::Mechanic;
use crate::session::{Reader, Session};
use crate::web::Question;

/// What was asked about a figure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Asked {
    pub(super) mechanic: String,
    pub(super) query: String,
    /// What is given, with commas between.
    pub(super) given: String,
    /// The rule sets it was judged under.
    pub(super) rules: Vec<String>,
}

impl Asked {
    /// From words such as `P(award = key) of isaac/room-clear-award with luck=0, under repentance`.
    pub(super) fn read(words: &str, rules: &[String]) -> Option<Asked> {
        let (query, rest) = words.rsplit_once(" of ")?;
        let (rest, _) = rest.split_once(", under ").unwrap_or((rest, ""));
        let (mechanic, given) = rest.split_once(" with ").unwrap_or((rest, ""));
        let text = |text: &str| text.trim().to_owned();
        Some(Asked {
            mechanic: text(mechanic),
            query: text(query),
            given: text(given),
            rules: rules.to_vec(),
        })
    }
}

/// Addresses of questions. Each is looked up once: a page may ask the same of many figures.
pub(super) struct Links<'s> {
    session: &'s Session,
    reader: Reader,
    mechanics: BTreeMap<String, Option<Mechanic>>,
    known: BTreeMap<Asked, Option<String>>,
}

impl<'s> Links<'s> {
    pub(super) fn new(session: &'s Session) -> Links<'s> {
        let (mechanics, known) = (BTreeMap::new(), BTreeMap::new());
        Links { session, reader: session.reader(), mechanics, known }
    }

    /// Where it is said why; `None` where a mechanic is not asked in this way.
    pub(super) fn why(&mut self, asked: &Asked) -> Option<String> {
        if let Some(known) = self.known.get(asked) {
            return known.clone();
        }
        let (session, name) = (self.session, &asked.mechanic);
        let is_known = || session.names().contains(name);
        let mechanic = self.mechanics.entry(name.clone());
        let mechanic = mechanic.or_insert_with(|| is_known().then(|| session.mechanic(name).ok()).flatten());
        let link = mechanic.as_ref().and_then(|mechanic| address(mechanic, &mut self.reader, asked));
        self.known.insert(asked.clone(), link.clone());
        link
    }
}

fn address(mechanic: &Mechanic, reader: &mut Reader, asked: &Asked) -> Option<String> {
    reader.question(mechanic, &asked.query).ok()?;
    let mut question = Question::default().with("view", "why").with("queries", asked.query.as_str());
    let default = &mechanic.rule_set(mechanic.default_rule_set()).name;
    if !asked.rules.is_empty() && asked.rules != [default.as_str()] {
        question =
            asked.rules.iter().fold(question, |question, rules| question.with("rules", rules.as_str()));
    }
    for part in asked.given.split(", ").map(str::trim).filter(|part| !part.is_empty()) {
        question = match (part.strip_prefix("rule "), part.split_once('=')) {
            (Some(change), _) => question.with("rule", change),
            (None, None) => question.with("with", part),
            (None, Some((name, _))) if mechanic.input(name.trim()).is_ok() => question.with("set", part),
            (None, Some((name, _))) if mechanic.state(name.trim()).is_ok() => question.with("state", part),
            _ => return None,
        };
    }
    Some(format!("/ask/{}?{}", asked.mechanic, question.query()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(words: &str, rules: &[&str]) -> Option<String> {
        let session = Session::embedded().unwrap();
        let rules: Vec<String> = rules.iter().map(|&rules| rules.to_owned()).collect();
        Links::new(&session).why(&Asked::read(words, &rules)?)
    }

    #[test]
    fn what_was_asked_is_an_address() {
        assert_eq!(
            link("P(award = key) of isaac/room-clear-award with lucky_foot, luck=7/3, under repentance", &["repentance"]),
            Some(
                "/ask/isaac/room-clear-award?view=why&queries=P%28award+%3D+key%29&rules=repentance&with=lucky_foot\
                 &set=luck%3D7%2F3"
                    .to_owned()
            )
        );
        assert_eq!(
            link("P(rarity = rare) of sts/card-roll with offset=-5", &[]),
            Some("/ask/sts/card-roll?view=why&queries=P%28rarity+%3D+rare%29&state=offset%3D-5".to_owned())
        );
        let rule = link("E(count) of isaac/room-clear-award with rule battery=0", &[]);
        assert!(rule.is_some_and(|rule| rule.ends_with("&rule=battery%3D0")));
    }

    #[test]
    fn what_cannot_be_asked_there_has_none() {
        for words in [
            "a number in the text of isaac/room-clear-award, under repentance",
            "P(award = key) before replacements of isaac/room-clear-award",
            "P(award = key) of isaac/no-such-thing",
            "P(award = key) of ../etc/passwd",
            "P(award = key) of isaac/room-clear-award with wealth=3",
            "P(award = key)",
            "",
        ] {
            assert_eq!(link(words, &[]), None, "{words}");
        }
    }

    #[test]
    fn the_rules_that_are_usual_are_not_named() {
        let link = link("P(award = key) of isaac/room-clear-award", &["repentance-plus"]);
        assert!(link.is_some_and(|link| !link.contains("rules")));
    }
}
