//! Pages as people copy them out of a browser and write them in forums: columns parted by one space, bullets of their own,
//! rolls of dice, levels in Roman numerals, numbers that state nothing.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// Two dice of a board game, thrown together; of one throw the better or the worse die may count.
const DICE: &str = r#"mechanic board/throw "A throw" use "throw", "throws"

input mode: { both "Both dice", high "High hand", low "Low hand" } = both "Hand"
outcome score: integer 1..12 "Score"

score = match mode {
    both => sum of 2 die(6)
    high => sum of highest 1 of 2 die(6)
    low => sum of lowest 1 of 2 die(6)
}
"#;

/// A pump brings up amber from a well, more with each grade of its filter; a failed try makes the next one likelier.
const PUMP: &str = r#"mechanic well/pump "A pump" use "pump", "pumps"

input filter: integer 0..4 = 0 "Filter grade"
input salt: flag "Salt Method"
outcome find: { mud "Mud", clay "Clay", amber "Amber", jet "Jet" } "Find"

let amber_odds = 7/100 + filter * 3/100 + (if salt { 6/100 } else { 0 })
find = one of { amber_odds => amber, 2/100 => jet, 38/100 => clay, else => mud }
"#;

/// A bell rings with 8% at first, and 8% more after each try at which it did not.
const BELL: &str = r#"mechanic tower/bell "The bell" use "pull", "pulls"

state silent: integer 0..12 = 0 "Pulls since it rang"
outcome rings: flag "The bell rings"

rings = chance(min(1, 8/100 * (silent + 1)))
silent = if rings { 0 } else { min(12, silent + 1) }
"#;

fn dice(text: &str) -> Vec<Finding> {
    findings_about("board", DICE, text, true)
}

fn pump(text: &str) -> Vec<Finding> {
    findings_about("well", PUMP, text, true)
}

fn bell(text: &str) -> Vec<Finding> {
    findings_about("tower", BELL, text, true)
}

/// The figures that are wrong or in doubt.
fn loud(found: Vec<Finding>) -> Vec<String> {
    let is_loud = |finding: &Finding| finding.is_doubt || finding.level() == Level::Error;
    found.into_iter().filter(is_loud).map(|finding| finding.stated).collect()
}

/// The same, where what is known stands before them.
fn loud_behind(read: fn(&str) -> Vec<Finding>, known: &str, text: &str) -> Vec<String> {
    loud(read(&format!("{known}\n\n{text}\n")))
}

#[test]
fn columns_that_one_space_parts_are_a_table() {
    let text = "What one pump brings up:\n\nFind Plain pump Salt Method pump\nAmber 7% 13%\nClay 38% 38%\nJet 2% 2%\n\
                Mud 53% 47%\n";
    holds(pump, text, &[("13%", "31%"), ("53%", "35%"), ("47%", "74%")]);
    let grades = "Amber by filter grade\n\nGrade Chance\n0 7%\n1 10%\n2 13%\n3 16%\n4 19%\n";
    holds(pump, grades, &[("13%", "31%"), ("16%", "61%"), ("19%", "91%")]);
}

#[test]
fn lines_that_end_in_one_figure_are_items() {
    let text = "What one pump brings up\n\nFind Chance of a pump\nAmber ~7%\nClay 38%\nJet 1/50\nMud 53%\n\nMethod Chance \
                of amber\nNothing special 7%\nSalt Method 13%\nSalt Method + filter grade 2 19%\n";
    holds(pump, text, &[("38%", "83%"), ("53%", "35%"), ("13%", "31%"), ("19%", "91%")]);
    assert_eq!(loud(pump(text)), [""; 0], "`Method` over a column is not the Salt Method");
}

#[test]
fn bullets_that_markdown_does_not_know_are_items() {
    let text = "# A pump\n\nOne pump brings up:\n\n\u{2022} Amber (7%)\n\u{2022} Clay (38%)\n\u{2022} Jet (2%)\n\u{2022} \
                Mud (53%)\n";
    holds(pump, text, &[("38%", "83%"), ("53%", "35%")]);
}

#[test]
fn fractions_may_have_spaces_and_phrases_be_wrapped() {
    let text = "# A pump\n\nRate of amber: 7 / 100\nJet comes with one pump in\nfifty. Clay comes 38-in-100 times.\n\n\
                | Find | Rate |\n|---|---|\n| Amber | 7 / 100 (7%) |\n| Clay | 19 / 50 |\n| Jet | 1 / 50 |\n";
    let right: Vec<String> =
        pump(text).into_iter().filter(|found| found.verdict.is_right()).map(|found| found.stated).collect();
    for stated in ["7 / 100", "7 / 100 (7%)", "19 / 50", "1 / 50"] {
        assert!(right.iter().any(|own| own == stated), "{stated}: {right:?}");
    }
    let altered = text.replace("19 / 50", "17 / 50");
    assert_eq!(loud(pump(&altered)), ["17 / 50"]);
    // Three numbers for three columns, and two levels.
    assert_eq!(loud(pump("With filter grade 0 / 1 / 2 amber comes with 7% / 10% / 13%.\n")), [""; 0]);
}

#[test]
fn what_is_rolled_is_the_number_that_comes() {
    let text = "The chance of rolling a 7 is 1 in 6, that of throwing a 12 is 1-in-36. You throw 10 or higher with 1 in\n6. \
                Rolling 3: 1/18.\n\nWith the high hand a score of 2 or lower comes 1 time in 9, and a natural 6 with 11/36.\n";
    holds(dice, text, &[("1-in-36", "1-in-63"), ("11/36", "11/63")]);
    // What is to be rolled is no statement itself.
    assert_eq!(
        loud(dice("The chance of rolling a 7 is 1 in 6. Here you need to roll a 10 or higher.\n")),
        [""; 0]
    );
    assert_eq!(
        loud(dice("4 or 10 = 3/36 (8.33%), 5 or 9 = 4/36 (11.11%), 6 or 8 = 5/36 (13.89%).\n")),
        [""; 0]
    );
}

#[test]
fn numbers_that_head_rows_may_be_the_least_that_comes() {
    let table = |head: &str| {
        format!(
            "Odds of beating a target\n\n{head} | Plain | High hand | Low hand |\n---|---|---|---|\n2 | 100% | 97.22% | \
             69.44% |\n3 | 97.22% | 88.89% | 44.44% |\n4 | 91.67% | 75% | 25% |\n5 | 83.33% | 55.56% | 11.11% |\n6 | \
             72.22% | 30.56% | 2.78% |\n"
        )
    };
    let figures = [("91.67%", "97.61%"), ("55.56%", "56.55%"), ("30.56%", "36.50%"), ("2.78%", "7.28%")];
    holds(dice, &table("Target"), &figures);
}

#[test]
fn levels_in_roman_numerals_are_numbers() {
    let text = "Filter grade I brings up amber with 10% of pumps, filter grade II with 13%, and filter grade III with 16%.\n";
    holds(pump, text, &[("10%", "11%"), ("13%", "31%"), ("16%", "61%")]);
    // Who writes is no numeral.
    assert_eq!(
        loud(pump("With a better filter grade I got amber more often: it comes with 7% at first.\n")),
        [""; 0]
    );
}

#[test]
fn how_many_uses_it_takes_at_most() {
    let text = "The bell rings on your 4th pull or earlier with 60.1%, and on your 6th pull or sooner with 87.5%. Within \
                3 rolls it rings with 41.3%.\n";
    holds(bell, text, &[("60.1%", "61.6%"), ("87.5%", "78.5%"), ("41.3%", "43.1%")]);
    // Without a state each use is like any other.
    let amber = "Amber comes with 7% of pumps, clay with 38%, jet with 2% and mud with 53%. The chance of amber within 10 \
                 pumps is 51.6%.\n";
    holds(pump, amber, &[("51.6%", "56.1%")]);
}

#[test]
fn what_nothing_near_says_may_be_right_for_several_or_for_a_part() {
    let known = "A pump brings up amber with 7%, clay with 38%, jet with 2% and mud with 53%.";
    let left = |text: &str| loud_behind(pump, known, text);
    // 1 - 0.93^4, of a crew of four.
    assert_eq!(left("For a crew amber comes with 25.19%."), [""; 0]);
    assert_eq!(left("For a crew amber comes with 8.19%."), ["8.19%"]);
    // Of what is worth something: 7 and 2 of 9 parts.
    assert_eq!(left("Stones (9%): amber (78%), jet (22%)."), [""; 0]);
    assert_eq!(left("Stones (9%): amber (87%), jet (22%)."), ["9%"]);
}

#[test]
fn factors_and_what_happened_once_state_nothing() {
    let known = "The mean score of a throw is 7.0. A throw has a score of 7 with 16.67%, of 12 with 2.78%, of 5 with \
                 11.11% and of 4 with 8.33%.";
    let left = |text: &str| loud_behind(dice, known, text);
    assert_eq!(left("The old house rule multiplies the score by 0.9 on average."), [""; 0]);
    assert_eq!(left("My scores on average last night: 3, 11, 4, 9 and 6."), [""; 0]);
    assert_eq!(left("The mean score is 8.5."), ["8.5"]);
}

#[test]
fn six_different_round_values_tell_what_a_table_is_of() {
    let levels = "The bell\n\n| Tries before | Odds |\n|---|---|\n| 0 | 8% |\n| 1 | 16% |\n| 2 | 24% |\n| 3 | 32% |\n| 4 | 40% |\n\
                  | 5 | 48% |\n";
    holds(bell, levels, &[("24%", "42%"), ("40%", "60%")]);
    // So may numbers that stand last.
    let last = "The bell\n\n| Odds | Tries before |\n|---|---|\n| 8% | 0 |\n| 16% | 1 |\n| 24% | 2 |\n| 32% | 3 |\n| 40% | 4 |\n\
                | 48% | 5 |\n";
    holds(bell, last, &[("24%", "42%"), ("40%", "60%")]);
    let lines = "The bell, after so many tries:\n\n8% +0\n16% +1\n24% +2\n32% +3\n40% +4\n48% +5\n";
    holds(bell, lines, &[("24%", "42%"), ("40%", "60%")]);
}

#[test]
fn a_chance_may_be_told_of_the_long_run() {
    // 8% at first, and 24.2% of all pulls.
    let known = "The bell rings with 8% on the first pull, with 16% on the second and with 24% on the third.";
    let left = |text: &str| loud_behind(bell, known, text);
    assert_eq!(left("The bell rings with a chance of 24.2%."), [""; 0]);
    assert_eq!(left("The bell rings with a chance of 22.4%."), ["22.4%"]);
}

#[test]
fn a_chance_to_do_something_is_told_of_where_that_is_done() {
    let text = "Clay has a 38% chance to come up. Amber has a 7% chance to come up at filter grade 0, and a 16% chance to come up \
                at filter grade 3.\n";
    holds(pump, text, &[("38%", "83%"), ("16%", "61%")]);
    let own: Vec<Option<String>> = pump(text).into_iter().map(|finding| finding.question).collect();
    let of_amber = own.last().cloned().flatten().unwrap_or_default();
    assert!(of_amber.contains("filter=3"), "{own:?}");
}
