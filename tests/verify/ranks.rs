//! Values that words tell of from one on, in the order of their kind.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// Of wooden chests 70%, 20%, 8% and 2%; of gold ones 25%, 55%, a seventh and the rest.
const CHEST: &str = r#"mechanic chestlands/chest "Chest" use "chest", "chests"

input kind: { wood "Wooden chest", gold "Gold chest" } = wood "Kind of chest"

outcome item: { common "Common", rare "Rare", epic "Epic", legendary "Legendary" } "Item"

item = match kind {
    wood => one of { 70% => common, 20% => rare, 8% => epic, else => legendary }
    gold => one of { 25% => common, 55% => rare, 1/7 => epic, else => legendary }
}
"#;

const KNOWN: &str = "A wooden chest holds a common item with 70%, a rare one with 20%, an epic one with 8% and a legendary \
                     one with 2%.\n\n";

fn chest(text: &str) -> Vec<Finding> {
    findings_about("chestlands", CHEST, &format!("{KNOWN}{text}\n"), true)
}

#[test]
fn what_is_so_good_or_better_is_all_of_it() {
    for (text, figures) in [
        ("The chance of epic or better is 10.0%.", ("10.0%", "12.0%")),
        ("Rare or higher comes with 30.0%.", ("30.0%", "36.0%")),
        ("Rare or worse comes with 90.0%.", ("90.0%", "80.0%")),
        ("An item of epic quality or better has a chance of 10.0%.", ("10.0%", "12.0%")),
    ] {
        holds(chest, text, &[figures]);
    }
    // Nothing beside it says that this is told of an item.
    let found = chest("Worse than epic: 90.0%.");
    assert!(
        found.iter().any(|finding| finding.stated == "90.0%" && finding.verdict.is_right()),
        "{found:#?}"
    );
    let found = chest("Something better than a common item comes with 30.0%.");
    assert!(
        found.iter().any(|finding| finding.stated == "30.0%" && finding.verdict.is_right()),
        "{found:#?}"
    );
    let table = "| | Rare or better | Epic+ | Legendary |\n|---|---|---|---|\n| Wooden chest | 30.0% | 10.0% | 2.0% |\n\
                 | Gold chest | 75.0% | 20.0% | 5.7% |\n";
    holds(chest, table, &[("75.0%", "57.0%"), ("20.0%", "14.3%")]);
}

#[test]
fn what_only_goes_on_with_such_a_word_is_no_rank() {
    let found = chest("A rare item and up to 3 coins come with 20.0%.");
    assert!(
        found.iter().any(|finding| finding.stated == "20.0%" && finding.verdict.is_right()),
        "{found:#?}"
    );
    // Nor does another item of a list say again what the one before it says.
    holds(chest, "- Legendary item: 1 in 50\n- Epic item (8.0%)\n", &[("8.0%", "9.0%")]);
}

#[test]
fn which_end_of_a_list_is_the_better_one_is_open() {
    let best_first = CHEST
        .replace(
            "common \"Common\", rare \"Rare\", epic \"Epic\", legendary \"Legendary\"",
            "legendary \"Legendary\", epic \
                  \"Epic\", rare \"Rare\", common \"Common\"",
        )
        .replace("chestlands", "chestlands2");
    let page = format!("{KNOWN}Epic or better: 10.0%. Rare or better comes with 30.0%.\n");
    let loud: Vec<String> = findings_about("chestlands2", &best_first, &page, true)
        .into_iter()
        .filter(|finding| finding.level() == Level::Error || finding.is_doubt)
        .map(|finding| finding.message)
        .collect();
    assert_eq!(loud, [""; 0]);
}
