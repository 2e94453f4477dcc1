//! Numbers that stand in a mechanic under words of their own, and the point of it that a wrong figure was meant to tell of.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// A chest has up to two gems, each with 13% on floor 2 and 31% on floor 3; a sword with 15%, of which two in three break.
const TOWER: &str = r#"mechanic tower/loot "Tower loot" use "chest", "chests"

input floor: integer 1..3 = 1 "Floor"
outcome loot: { nothing "Nothing", sword "Sword", shield "Shield" } "Loot"
outcome gems: integer 0..2 "Gems"
rule gem_floor2: probability = 13/100 "Gems on floor 2"
rule gem_floor3: probability = 31/100 "Gems from floor 3 on"
rule kinds: integer = 15 "Kinds of gems on a floor"

let gem = if floor == 1 { 0 } else if floor == 2 { gem_floor2 } else { gem_floor3 }
gems = (if chance(gem) { 1 } else { 0 }) + (if chance(gem) { 1 } else { 0 })
loot = one of { 15/100 => sword, 30/100 => shield, else => nothing }
if loot == sword and chance(2/3) { loot = nothing }
"#;

fn found(page: &str) -> Vec<Finding> {
    findings_about("tower", TOWER, page, false)
}

/// The figures of a page that are not right.
fn not_right(page: &str) -> Vec<String> {
    let open = found(page).into_iter().filter(|finding| !finding.verdict.is_right());
    open.map(|finding| finding.stated).collect()
}

/// 1 - 0.87² = 24.31%, 1 - 0.69² = 52.39%.
#[test]
fn the_number_beside_a_figure_says_which_rule_it_is() {
    let page = |third: &str| {
        format!(
            "Chests may have gems: 0% on floor 1, 13% on floor 2, {third} on floor 3. At least one gem is found in 24.3% of \
             chests on floor 2 and 52.4% on floor 3.\n"
        )
    };
    assert_eq!(not_right(&page("31%")), [""; 0]);
    assert_eq!(not_right(&page("33%")), ["33%"]);
    let said = found(&page("33%")).into_iter().find(|finding| finding.stated == "33%").unwrap();
    assert!(said.is_doubt && said.message.ends_with("\"Gems from floor 3 on\" is 31%"), "{}", said.message);
}

/// A third of 15% is left in the end: 5%.
#[test]
fn what_is_near_in_the_end_is_not_held_against_what_was_rolled() {
    let list =
        "# Tower loot\n\nA chest rolls for its loot:\n\n* Sword: 15%\n* Shield: 30%\n* Nothing: 55%\n\n";
    let said = |typed: &str| {
        let found = found(&format!("{list}Some break: {typed} of chests hold a sword.\n"));
        let loud = found.into_iter().filter(|own| own.is_doubt || own.level() == Level::Error);
        loud.map(|own| own.message).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(said("5.0%"), "");
    assert!(said("5.4%").ends_with("Sword is 5.0%"), "{}", said("5.4%"));
    assert!(said("14.4%").contains("Sword is 15.0% before replacements"), "{}", said("14.4%"));
}
