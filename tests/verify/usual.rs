//! What is usual and what comes on top: rules of which either is enough, the same under another name or from another rule set,
//! what cannot come as things usually are, what holds where the usual is told of the next figure.

use trueodds::page::{Fit, Page, arithmetic::check};
use trueodds::verify::Finding;

use crate::parts::{are_right, behind, loud};
use crate::prepared::{findings_about, judge};

/// A dig finds a relic with 1/5, and with 1/10 more where the moon is full; a shard of it glows with 1/2, and with 1/4 more
/// under a lamp. Rested diggers dig a second time. An heirloom is only found by a guide, with 3/10.
const DIG: &str = r#"mechanic barrow/dig "Dig" use "dig", "digs"

input full_moon: flag "Full moon" or "moonlit night"
input lamp: flag "Carbide Lamp"
input whistle: flag "Bone Whistle"
input stamina: { rested "Rested", tired "Tired" } = rested "Stamina"
input guide: { alone "No guide", mole "Mole guide", badger "Badger guide" } = alone "Guide"
input wards: integer 0..6 = 0 "Wards"

outcome relic: flag "Relic"
outcome shard: { none "No shard", dull "Dull shard", glowing "Glowing shard" } = none "Shard"
outcome heirloom: flag "Heirloom"
outcome clay: { plain "Plain clay", red "Red clay", white "White clay" } "Clay"

rule relic: probability = 1/5 "Relic"
rule relic_moon: probability = 1/10 "Relic, more by a full moon"
rule glow: probability = 1/2 "Glowing shard"
rule glow_lamp: probability = 1/4 "Glowing shard, more with a Carbide Lamp"
rule most: integer = 14 "Most finds on a moonlit night" or "Most finds by a full moon"
rule curse: probability = 2/5 "Curse of a barrow"

procedure look(r: probability, more: probability) {
    relic = chance(r) or chance(more)
}
relic = false
look(rule.relic, if full_moon { rule.relic_moon } else { 0 })
if relic and stamina == rested {
    shard = if chance(rule.glow) or (lamp and chance(rule.glow_lamp)) { glowing } else { dull }
}
heirloom = match guide { alone => false, else => chance(3/10) }
clay = if whistle {
    one of { 1/2 => plain, 3/8 => red, else => white }
} else {
    one of { 5/8 => plain, 1/4 => red, else => white }
}
if wards > 0 and chance(curse / 2 ^ wards) { clay = plain }
"#;

const KNOWN: &str = "A dig finds plain clay with 62.5%, red clay with 25% and white clay with 12.5%. With the Bone Whistle a dig \
                     finds red clay with 37.5%.\n\n";

fn dig(text: &str) -> Vec<Finding> {
    behind("barrow", DIG, KNOWN, text)
}

fn page(text: &str) -> Vec<Finding> {
    findings_about("barrow", DIG, text, true)
}

fn ours(text: &str) -> Vec<Finding> {
    judge().page(&Page::read(text))
}

/// 1/2 + 1/4 - 1/8 = 5/8 of the shards under a lamp, though hardly a dig has one.
#[test]
fn either_of_two_rules_is_enough() {
    are_right(
        dig,
        "A shard glows with 50%. With a Carbide Lamp it is a glowing shard with 62.5%.",
        &["62.5%"],
    );
    // 1/5 + 1/10 - 1/50 = 28%, to a procedure that draws them.
    are_right(dig, "A relic turns up with 20%, by a full moon with 28%.", &["20%", "28%"]);
    assert_eq!(loud(&dig("A relic turns up with 20%, by a full moon with 29%.")), ["29%"]);
    // What neither gives, and not both, is no total of theirs.
    let other = dig("With a Carbide Lamp it is a glowing shard with 75%.");
    assert!(!other.iter().any(|finding| finding.stated == "75%" && finding.verdict.is_right()));
}

#[test]
fn more_that_never_comes_is_no_part_of_a_total() {
    let text = "The Binding of Isaac: special rooms.\n\nA Library comes on 5% of all floors. Having touched a book makes it 28.75%.\n";
    let found = ours(text);
    let own = found.iter().find(|finding| finding.stated == "28.75%").expect("it is listed");
    assert!(!own.verdict.is_right(), "{own:?}");
    let note = own.notes.join(" ");
    assert!(note.contains("Library (Touched a book) is 5.00%"), "{note}");
    assert!(note.contains("28.75% by \"Pseudo-code\" alone"), "{note}");
}

#[test]
fn a_column_of_base_chances_may_stand_before_one_with_a_bonus() {
    let table = "| Find | Chance | With bonus | When |\n|---|---|---|---|\n| Relic | 20% | 28% | full moon |\n\
                 | Glowing shard | 50% | 62.5% | Carbide Lamp |\n| Red clay | 25% | 37.5% | Bone Whistle |\n";
    let found = page(table);
    assert_eq!(loud(&found), Vec::<String>::new());
    let right = found.iter().filter(|finding| finding.verdict.is_right());
    assert_eq!(
        right.map(|finding| finding.stated.as_str()).collect::<Vec<_>>(),
        ["20%", "28%", "50%", "62.5%", "25%", "37.5%"]
    );
    assert_eq!(loud(&page(&table.replace("| 37.5%", "| 32.5%"))), ["32.5%"]);
}

/// The rule has the name, and the page another word for it.
#[test]
fn a_rule_goes_by_other_words_for_what_it_names() {
    let floors = "The Binding of Isaac: number of rooms of a floor.\n\n";
    let said = |text: &str| ours(&format!("{floors}{text}\n"));
    are_right(
        said,
        "XL floors multiply the number of rooms by 1.8, up to 45. A floor never has more than 20 rooms.",
        &["1.8", "45", "20"],
    );
    // A rule that is no number hides none.
    are_right(said, "Curse of the Lost adds 4 rooms. Hard mode adds 2 or 3 rooms.", &["4", "2"]);
    assert!(loud(&said("Each stage adds 3 or 4 rooms.")).is_empty());
    assert!(loud(&said("The number of rooms is 5 or 6 plus what the stage adds.")).is_empty());
}

#[test]
fn what_is_so_normally_is_not_what_is_so_in_a_normal_fight() {
    let text = "The Binding of Isaac: special rooms.\n\n== Bedroom ==\n2% normally. If you are nearly dead, 21.6%.\n";
    are_right(ours, text, &["2%", "21.6%"]);
}

#[test]
fn a_word_for_the_usual_is_no_outcome_among_items() {
    let of_clay = DIG.replace("plain \"Plain clay\"", "plain \"Plain\"");
    let table = |first: &str| {
        format!(
            "| Items | Red clay |\n|---|---|\n| Plain | {first} |\n| Bone Whistle | 37.5% |\n| Bone Whistle + Carbide Lamp | 37.5% |\n"
        )
    };
    let found = |first: &str| findings_about("barrow", &of_clay, &table(first), true);
    assert_eq!(loud(&found("25%")), Vec::<String>::new());
    assert_eq!(loud(&found("27%")), ["27%"]);
}

#[test]
fn what_cannot_come_as_things_usually_are_is_told_where_it_can() {
    are_right(dig, "An heirloom is found by 30% of such guides.", &["30%"]);
    let altered = dig("An heirloom is found by 35% of such guides.");
    assert!(!altered.iter().any(|finding| finding.verdict.is_right()));
}

/// Two fifths, halved by each ward.
#[test]
fn a_chance_in_the_text_takes_what_its_sentence_gives() {
    are_right(dig, "Clay turns plain with 20% at one ward, with 5% at 3 wards.", &["20%", "5%"]);
}

/// A rested digger has 1/5 · 1/2 of a glowing shard.
#[test]
fn the_usual_that_is_told_of_the_next_figure_is_not_told_of_this_one() {
    let text = |first: &str| {
        format!(
            "The Binding of Isaac: special rooms.\n\nDice rooms: {first}. Sacrifice rooms: 14%. At full health: 0.71% and 35%.\n"
        )
    };
    are_right(ours, &text("0.29%"), &["0.29%", "14%", "0.71%", "35%"]);
    let altered = ours(&text("0.39%"));
    assert!(!altered.iter().any(|finding| finding.stated == "0.39%" && finding.verdict.is_right()));
}

#[test]
fn the_rows_of_a_table_are_wholes() {
    let table = "Slay the Spire: card rewards.\n\n| Room | Common | Uncommon | Rare |\n|---|---|---|---|\n| Monster | 60% | 37% | 3% |\n\
                 | Elite | 50% | 40% | 10% |\n| Shop | 54% | 37% | 9% |\n";
    are_right(ours, table, &["60%", "50%", "10%"]);
}

/// A hit takes critical hits in: 1 - 9/20 and 1 - 1/5.
#[test]
fn what_a_word_takes_in_on_a_page_it_takes_in_everywhere() {
    let blow = "mechanic yard/blow \"Blow\" use \"blow\", \"blows\"\ninput guard: integer 0..9 = 5 \"Guard\"\n\
                outcome blow: { miss \"Miss\", hit \"Hit\", critical \"Critical hit\" } \"Blow\"\n\
                blow = one of { 20% + guard * 5% => miss, 5% => critical, else => hit }\n";
    let text = |last: &str| {
        format!(
            "With guard 5 a blow hits 55% of the time, critical hits included. It misses 45% of the time.\n\n\
                 | Guard | Hit |\n|---|---|\n| 0 | 80% |\n| 2 | 70% |\n| 5 | 55% |\n| 9 | 35% |\n\nAt guard 4 a blow hits {last} of the time.\n"
        )
    };
    let found = |last: &str| loud(&findings_about("yard", blow, &text(last), true));
    assert_eq!(found("60%"), Vec::<String>::new());
    assert_eq!(found("66%"), ["66%"]);
}

/// 1 - 0.97⁶ = 16.70%; none in four of 3 in 8: 15.26%.
#[test]
fn several_tries_come_to_what_the_chance_before_makes_them() {
    let several = |text: &str| {
        let page = Page::read(text);
        let found = check(&page).into_iter().filter(|check| check.code == "wrong-tries");
        found.map(|check| (text[check.range.clone()].to_owned(), check.fit)).collect::<Vec<_>>()
    };
    let found = [("16.7%".to_owned(), Fit::Rounded)];
    assert_eq!(several("A swan comes with 3% each day. Over six days that is 16.7%."), found);
    assert_eq!(several("A swan comes with 3% each day.\nWithin 6 days you see one with 16.7%.\n"), found);
    assert_eq!(several("A swan comes with 3% each day. Over six days that is 17.6%."), []);
    assert_eq!(
        several("A swan comes with 3/8. In four tries 15.3% see none."),
        [("15.3%".to_owned(), Fit::Rounded)]
    );
    // Six of what?
    assert_eq!(several("A swan comes with 3%, a heron with 16.7%. There are six of them."), []);
}

/// Each of these is two of the one before: as a tree they have 2⁶⁰ leaves.
#[test]
fn variables_that_stand_in_others_are_followed_once() {
    let more = |number: usize| {
        let before = number - 1;
        format!("let v{number} = if damp {{ v{before} }} else {{ v{before} }}\n")
    };
    let lets: String = (1..60).map(more).collect();
    let mine = format!(
        "mechanic pit/mine \"Mine\" use \"try\", \"tries\"\ninput damp: flag \"Damp\"\noutcome hit: flag \"Hit\"\n\
         rule red: probability = 1/5 \"Red vein\"\nrule sea: probability = 1/7 \"Red vein, more by the sea\"\n\
         let v0 = rule.red\n{lets}hit = chance(v59) or chance(rule.sea)\n"
    );
    // 1/5 + 1/7 - 1/35
    let found = findings_about("pit", &mine, "A try is a hit with 31.4%.\n", true);
    assert!(found.iter().all(|finding| finding.verdict.is_right()), "{found:#?}");
}
