//! Programs to begin with: some of our own, and those of the guide to the language.

use std::sync::LazyLock;

/// The guide to the language.
pub(super) const GUIDE: &str = include_str!("../../../../data/README.md");

/// A program to begin with.
pub(super) struct Example {
    /// Its name in addresses.
    pub(super) name: String,
    /// What people call it.
    pub(super) label: String,
    pub(super) text: String,
}

/// The programs under a heading of the guide.
pub(super) struct Section {
    pub(super) heading: &'static str,
    pub(super) examples: Vec<Example>,
}

/// Those of our own, from the simplest on.
const OWN: [&str; 10] = [
    include_str!("../../examples/coin.odds"),
    include_str!("../../examples/ability-score.odds"),
    include_str!("../../examples/advantage.odds"),
    include_str!("../../examples/success-pool.odds"),
    include_str!("../../examples/drop-table.odds"),
    include_str!("../../examples/cards.odds"),
    include_str!("../../examples/tries.odds"),
    include_str!("../../examples/pity.odds"),
    include_str!("../../examples/luck.odds"),
    include_str!("../../examples/collection.odds"),
];

/// What `trueodds new` writes.
const NEW: &str = include_str!("../../../cli/commands/new.odds");

/// What is there before anything is typed.
pub(super) fn start() -> &'static str {
    OWN[0]
}

/// The programs of our own, and last the one that has a place for everything.
pub(super) fn own() -> &'static [Example] {
    static ALL: LazyLock<Vec<Example>> = LazyLock::new(|| {
        let new = NEW.replace("NAME", "example/new").replace("LABEL", "A new mechanic");
        let own = OWN.iter().map(|text| (*text).to_owned());
        own.chain([new]).map(Example::of).collect()
    });
    &ALL
}

/// The programs of the guide that stand alone, by its headings.
pub(super) fn guide() -> &'static [Section] {
    static ALL: LazyLock<Vec<Section>> = LazyLock::new(|| {
        let sections = GUIDE.split("\n## ").skip(1).filter_map(|part| part.split_once('\n'));
        let section = |(heading, text): (&'static str, &'static str)| Section {
            heading,
            examples: blocks(text).filter(|text| stands_alone(text)).map(Example::of).collect(),
        };
        sections.map(section).filter(|section| !section.examples.is_empty()).collect()
    });
    &ALL
}

/// The programs in a text.
fn blocks(text: &'static str) -> impl Iterator<Item = String> {
    // Behind the name of the language may stand the file that has the same text.
    let blocks = text.split("```odds").skip(1).filter_map(|block| block.split_once('\n'));
    blocks.map(|(_, rest)| rest.split("```").next().unwrap_or_default().to_owned())
}

/// Whether a program is a mechanic and needs no file beside it: none that it uses, and no table.
fn stands_alone(text: &str) -> bool {
    let is_mechanic = text.lines().any(|line| line.starts_with("mechanic "));
    is_mechanic && !text.lines().any(|line| line.starts_with("uses ") || line.contains(".csv\""))
}

impl Example {
    /// A program by the name and the label of its first line.
    fn of(text: String) -> Example {
        let head = text.lines().find_map(|line| line.strip_prefix("mechanic ")).unwrap_or_default();
        let path = head.split(' ').next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let label = head.split('"').nth(1).unwrap_or(&name).to_owned();
        Example { name, label, text }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::diagnostic::has_errors;
    use crate::evaluate::Limits;
    use crate::session::{STANDARD_INPUT, Session};

    /// What is wrong with a program, warnings included.
    fn findings(text: &str) -> Vec<crate::diagnostic::Diagnostic> {
        let mut session = Session::embedded().unwrap();
        session.add_input(text);
        session.check_file(STANDARD_INPUT, &Limits::default()).unwrap().findings
    }

    #[test]
    fn nothing_is_wrong_with_the_programs_to_begin_with() {
        for example in own() {
            let found = findings(&example.text);
            assert!(found.is_empty(), "{}: {found:?}", example.name);
        }
    }

    #[test]
    fn the_programs_of_the_guide_stand_alone() {
        let all: Vec<&Example> = guide().iter().flat_map(|section| &section.examples).collect();
        assert!(all.len() >= 40, "only {} were found", all.len());
        for example in &all {
            let found = findings(&example.text);
            assert!(!has_errors(&found), "{}: {found:?}", example.name);
        }
        let names: BTreeSet<&str> = all.iter().map(|example| example.name.as_str()).collect();
        assert_eq!(names.len(), all.len(), "a name leads to one program");
        // Three use another one, one is a library, one reads a table.
        assert_eq!(all.len() + 5, GUIDE.matches("```odds").count());
    }

    #[test]
    fn names_and_labels_are_those_of_the_first_line() {
        let names: BTreeSet<&str> = own().iter().map(|example| example.name.as_str()).collect();
        assert_eq!(names.len(), own().len());
        let score = own().iter().find(|example| example.name == "ability-score").unwrap();
        assert_eq!(score.label, "4d6, the lowest dropped");
    }
}
