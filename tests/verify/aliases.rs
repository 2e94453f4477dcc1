//! Other words for labels, as the mechanic itself says them.

use crate::prepared::findings_about;

/// One cast in five brings up a carp, with a worm two in five; of the others six in ten an old boot, and a tenth more for
/// each better rod.
const HOLE: &str = r#"mechanic tarn/hole "Ice hole" or "fishing hole" use "cast", "casts"

input bait: { bread "Bread" or "crust", worm "Worm" or "nightcrawler" } "Bait"
input rod: integer 1..3 { 1 "Twig rod" or "stick", 2 "Bamboo rod", 3 "Steel rod" } = 1 "Rod"
state dry: integer 0..2 { 2 "Starving" or "famished" } "Casts without a carp"

rule base: probability = 1/5 "Carp on bread" or "goldie on crumbs" from "a book"

outcome caught: { nothing "Nothing" or "an empty hook", carp "Carp" or "goldie", boot "Boot" or "junk" } "Caught"
outcome {caught}_gem by caught: flag = false "Gem in the {caught}" or "pearl in the {caught}"

caught = if dry == 2 or chance(if bait == worm { base * 2 } else { base }) {
    carp
} else if chance(1/2 + rod/10) {
    boot
} else {
    nothing
}
dry = if caught == carp { 0 } else { min(2, dry + 1) }
if caught == boot and chance(1/4) { boot_gem = true }
"#;

/// What is said with the labels, and what the same is with the other words.
const TOLD: [(&str, &str); 4] = [
    (
        "With bread 20% of casts bring up a carp, and 48% a boot.",
        "With crust 20% of casts bring up a goldie, and 48% junk.",
    ),
    ("A worm brings up a carp in 40% of casts.", "A nightcrawler brings up a goldie in 40% of casts."),
    (
        "With bread and a twig rod nothing comes 32% of the time.",
        "With crust and a stick an empty hook comes 32% of the time.",
    ),
    ("The chance of a gem in the boot is 12%.", "The chance of a pearl in the boot is 12%."),
];

#[test]
fn a_page_is_read_by_the_other_words_too() {
    let is_right = |text: &str| -> Vec<bool> {
        let text = format!("# Ice hole\n\n{text}\n");
        findings_about("tarn", HOLE, &text, false).iter().map(|found| found.verdict.is_right()).collect()
    };
    for (plain, other) in TOLD {
        let told = is_right(plain);
        assert!(told.iter().all(|own| *own), "{plain}: {told:?}");
        assert_eq!(is_right(other), told, "{other}");
    }
    // A member is called by what its value is called.
    assert_eq!(is_right("The chance of a gem in the junk is 12%."), [true]);
    let starving = is_right("While starving a carp is certain: 100% of casts. While famished it is 100%.");
    assert_eq!(starving, [true, true]);
}

#[test]
fn a_word_that_the_mechanic_does_not_have_explains_nothing() {
    let text = "# Ice hole\n\nWith crust 48% of casts bring up junk.\n";
    let without = HOLE.replace(" or \"junk\"", "").replace("tarn/hole", "tarn/bare");
    let with = findings_about("tarn", HOLE, text, false);
    assert!(with[0].verdict.is_right() && with[0].question.is_some(), "{with:?}");
    // That a boot comes with 48% may be found out without the word; that it was asked for is not said then.
    let found = findings_about("bare-tarn", &without, text, false);
    assert!(found.iter().all(|finding| finding.question.is_none()), "{found:?}");
}
