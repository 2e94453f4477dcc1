//! What a page calls things in its tables and then in its text, halves of tables side by side, what was there before, the
//! long run.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// Rain comes with 20%, 30% in autumn, and twice that after a day of rain; hail with 10%; else it is clear.
///
/// In the long run a share r of days has rain, r = p + p r: 1/4 in spring, 3/7 in autumn. Hail takes a tenth of all.
const FEN: &str = r#"mechanic fen/sky "Sky" use "day", "days"

input season: { spring "Spring", autumn "Autumn" } = spring "Season"
input beacon: flag "Beacon lit"
input height: integer 0..9 = 0 "Height"

outcome sky: { clear "Clear sky", wet "Downpour", hail "Hailstorm" } "Sky tomorrow"
outcome drops: integer 0..2 "Drops"

state today: { clear "Clear sky", wet "Downpour", hail "Hailstorm" } = clear "Sky today"

let wet_chance = (if season == autumn { 30% } else { 20% }) * (if today == wet { 2 } else { 1 })
sky = one of {
    wet_chance => wet
    1/10 + height / 100 + (if beacon { 5% } else { 0 }) => hail
    else => clear
}
drops = one of { 25% => 2, 40% => 1, else => 0 }
today = match sky { clear => clear, wet => wet, hail => hail }
"#;

fn fen(text: &str) -> Vec<Finding> {
    findings_about("fen", FEN, text, false)
}

/// The heads say nothing that the mechanic calls anything; their figures do.
const TABLE: &str = "| Season | Bright | Soggy | Rocks |\n|---|---|---|---|\n| Spring | 70% | 20% | 10% |\n\
    | Autumn | 60% | 30% | 10% |\n| Spring, beacon lit | 65% | 20% | 15% |\n| Autumn, beacon lit | 55% | 30% | 15% |\n";

#[test]
fn what_a_table_tells_of_a_word_holds_in_the_text() {
    let page = format!(
        "# The fen\n\nHow the sky is on the next day:\n\n{TABLE}\nIn autumn 60.0% of days are bright, and 30.0% soggy.\n"
    );
    holds(fen, &page, &[("60.0%", "80.0%"), ("30.0%", "50.0%"), ("55%", "35%")]);
    // Without the table nobody knows the word.
    let alone = fen("# The fen\n\nIn autumn 80% of days are bright.\n");
    assert!(alone.iter().all(|finding| !finding.is_doubt && finding.level() != Level::Error), "{alone:?}");
}

#[test]
fn a_list_of_four_tells_its_names_where_each_has_three_digits() {
    // Three bones: 6 of 216 are alike, 24 of 216 a run of three, 90 of 216 have a pair.
    const BONES: &str = r#"mechanic fen/bones "Bones" use "throw", "throws"

input loaded: flag "Weighted die"

outcome hand: { triplet "Triplet", run "Sequence", pair "Pair", blank "No combination" } "Hand"

hand = one of { 1/36 => triplet, (if loaded { 5/54 } else { 1/9 }) => run, 5/12 => pair, else => blank }
"#;
    let told = |text: &str| findings_about("bones", BONES, text, false);
    let list = "WHAT COMES UP\n-------------\nThree of a kind .... 2.78%\nStraight (like 2-3-4) ... 11.11%\n\
                Two of a kind .... 41.67%\nRubbish .......... 44.44%\n\n";
    let page = format!("{list}A straight is 1 in 9, two of a kind 5/12, and rubbish 4/9 of all.\n");
    assert!(told(&page).iter().all(|finding| finding.verdict.is_right()), "{:?}", told(&page));
    holds(told, &page, &[("4/9", "4/7")]);
    // What something changes to is told under something that nobody knows.
    let page = format!("{page}\nWith the crooked bone rubbish goes up, to 46.3%.\n");
    let found = told(&page);
    assert!(found.iter().all(|finding| finding.level() != Level::Error), "{found:?}");
}

#[test]
fn a_name_beside_a_label_in_a_head_stands_for_it() {
    let page = "# The fen\n\n| Season | Gold (Clear sky) | Purple (Downpour) | Blue (Hailstorm) |\n|---|---|---|---|\n\
                | Spring | 70% | 20% | 10% |\n| Autumn | 60% | 30% | 10% |\n\n\
                In autumn gold comes on 60.0% of days. With the beacon lit blue comes 15% of the time.\n";
    holds(fen, page, &[("60.0%", "40.0%"), ("15%", "25%")]);
}

#[test]
fn halves_that_stand_side_by_side_have_their_own_rows() {
    let page = "# The fen\n\nThe sky of the next day by height, in spring:\n\n\
                {| class=\"wikitable\"\n! Height !! Hailstorm !! Clear sky !! !! Height !! Hailstorm !! Clear sky\n|-\n\
                | 0 || 10% || 70% || || 5 || 15% || 65%\n|-\n| 1 || 11% || 69% || || 6 || 16% || 64%\n|-\n\
                | 2 || 12% || 68% || || 7 || 17% || 63%\n|-\n| 3 || 13% || 67% || || 8 || 18% || 62%\n|}\n";
    holds(fen, page, &[("13%", "31%"), ("16%", "11%"), ("63%", "68%"), ("62%", "67%")]);
}

#[test]
fn what_was_there_before_is_given() {
    let page = format!(
        "# The fen\n\n{TABLE}\nAfter a downpour the sky is clear in spring with 50%, and it is a downpour again with 40%. If it was a downpour yesterday, the \
         chance of a downpour is 60.0% in autumn.\n"
    );
    holds(fen, &page, &[("50%", "75%"), ("60.0%", "65.0%")]);
    let findings = fen(&page.replace("50%", "75%"));
    let wrong = findings.iter().find(|finding| finding.stated == "75%").expect("a finding");
    assert!(wrong.message.contains("Sky today: Downpour"), "{}", wrong.message);
}

#[test]
fn under_a_title_of_the_long_run_shares_are_those_of_all_uses() {
    let page = format!(
        "# The fen\n\n{TABLE}\n## Over a whole year\n\n- Spring: 25% downpour\n- Autumn: 42.9% downpour\n"
    );
    holds(fen, &page, &[("25%", "52%"), ("42.9%", "49.2%")]);
}

#[test]
fn what_is_counted_on_average_is_of_another_figure() {
    // 2 · 25% + 40% = 0.9; the cake is nowhere in the mechanic.
    let page = format!(
        "# The fen\n\n{TABLE}\nIn autumn you get cake on 17% of days, for an average of 0.9 drops.\n"
    );
    let findings = fen(&page);
    let cake = findings.iter().find(|finding| finding.stated == "17%").expect("a finding");
    assert!(cake.level() != Level::Error, "{}", cake.message);
    holds(fen, &page, &[("0.9", "0.6")]);
}

/// A chest comes with 8%, a locked one with 4%; the lens takes 2% from each to nothing, the map gives 6% more chests, and
/// so do 2% of the hauls of each deck further down.
const HOLD: &str = r#"mechanic hold/haul "Haul" use "haul", "hauls"

input lens: flag "Old Lens"
input map: flag "Torn Map"
input deck: { upper "Upper Gallery", middle "Drowned Hall", lower "Ashen Core" } = upper "Deck"

outcome found: { nothing "Nothing", chest "Chest", locked "Locked chest", rope "Rope" } "Found"

let less = if lens { 2% } else { 0 }
found = one of {
    8% - less + (if map { 6% } else { 0 }) + (match deck { upper => 0, middle => 2%, lower => 4% }) => chest
    4% - less => locked
    50% => rope
    else => nothing
}
"#;

fn hold(text: &str) -> Vec<Finding> {
    findings_about("hold", HOLD, text, false)
}

/// What stands before a text, so that the page is about hauls.
const HAUL: &str = "A haul brings a rope 50% of the time, a chest 8%, a locked chest 4% and nothing 38%.";

#[test]
fn parts_of_labels_in_heads_hold_in_the_text_with_a_capital() {
    let page = "Where to haul:\n\n| Where | Chest | Locked chest | Rope |\n|---|---|---|---|\n| Gallery | 8% | 4% | 50% |\n\
                | Hall | 10% | 4% | 50% |\n| Core | 12% | 4% | 50% |\n\n\
                In the Hall a haul brings a chest 10.0% of the time, and with the Torn Map 16%.\n";
    holds(hold, page, &[("8%", "5%"), ("12%", "21%"), ("10.0%", "12.0%"), ("16%", "61%")]);
}

#[test]
fn of_a_kind_or_not_is_both() {
    let page = format!("{HAUL}\n\nThe Torn Map raises the chance of a chest, locked or not, to 18%.\n");
    let both = hold(&page).into_iter().find(|finding| finding.stated == "18%").expect("a finding");
    assert!(both.verdict.is_right(), "{}", both.message);
}

#[test]
fn one_thing_takes_the_place_of_another() {
    let page = format!(
        "{HAUL}\n\nWith the Old Lens the chance of a chest is 6%. The Torn Map is better and brings it to 14%.\n"
    );
    holds(hold, &page, &[("14%", "17%")]);
}

#[test]
fn what_makes_no_difference_is_told_of_something_else() {
    // The lens says nothing of ropes, and nobody knows which colour they have.
    let page = format!(
        "{HAUL}\n\nIf a rope turns out to be red, the next one is not. So with the Old Lens and a hook, the wanted colour \
         comes with 50.0%, and without the Lens with 25%.\n"
    );
    let findings = hold(&page);
    let second = findings.iter().find(|finding| finding.stated == "25%").expect("a finding");
    assert!(second.level() != Level::Error, "{}", second.message);
}

#[test]
fn what_becomes_of_some_of_them_is_no_share_of_all() {
    let findings = hold(&format!("{HAUL}\n\nWith the Torn Map one in five ropes becomes a chest.\n"));
    let stated = findings.iter().find(|finding| finding.stated == "one in five").expect("a finding");
    assert!(!stated.is_doubt && stated.level() != Level::Error, "{}", stated.message);
}
