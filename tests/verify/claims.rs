//! What the five pages say against the mechanics: the contradictions that are known, by claim, with the exact
//! number worked out by hand from the rules of each mechanic and not with the engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use num_rational::Ratio;
use trueodds::evaluate::Limits;
use trueodds::session::{Claims, Session};
use trueodds::verify::{Exact, Trend, Verdict, cases, decide, stated};

/// What became of one claim.
struct Judged {
    verdict: Verdict,
    under: Vec<String>,
    holds: BTreeSet<String>,
    exact: BTreeMap<String, Exact>,
}

/// The claims files of a folder like data/, by path.
fn claims_files(data: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let read = std::fs::read_dir(folder).into_iter().flatten();
        read.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let games = entries(data).into_iter().map(|game| game.join("claims"));
    let files = games.flat_map(|folder| entries(&folder));
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|ending| ending == "toml")).collect();
    files.sort();
    files
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

fn loaded() -> Claims {
    Session::embedded().unwrap().claims(&[]).unwrap()
}

/// Every claim by file and id, as `room-clear-awards/sack`.
static JUDGED: LazyLock<BTreeMap<String, Judged>> = LazyLock::new(|| {
    let claims = loaded();
    let mut cases = cases(&claims.files, &claims.mechanics).unwrap();
    decide(&mut cases, &Limits::default());
    let findings = stated(&cases, &[]);
    let judged = findings.into_iter().map(|finding| {
        let case = &cases[finding.case.unwrap()];
        let file = claims.sources.file(case.claim.span.file).unwrap();
        let stem = Path::new(&file.name).file_stem().unwrap().to_str().unwrap();
        let sets = case.mechanic.rule_sets.iter().map(|set| set.name.clone());
        let judged = Judged {
            verdict: finding.verdict,
            under: finding.under,
            holds: finding.holds.into_iter().collect(),
            exact: sets.zip(case.exact.iter().cloned()).collect(),
        };
        (format!("{stem}/{}", case.claim.id), judged)
    });
    judged.collect()
});

fn judged(claim: &str) -> &'static Judged {
    JUDGED.get(claim).unwrap_or_else(|| panic!("no claim {claim}"))
}

fn of(numerator: i64, denominator: i64) -> Ratio<i64> {
    Ratio::new(numerator, denominator)
}

/// The claim has the verdict, and under the rule set exactly this number decides it.
fn decided(claim: &str, verdict: Verdict, rules: &str, exact: Ratio<i64>) {
    let judged = judged(claim);
    assert_eq!(judged.verdict, verdict, "{claim}: verdict");
    match judged.exact.get(rules) {
        Some(Exact::Numbers(numbers)) => {
            let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            // Of a further chance what it adds stands behind it.
            assert_eq!(texts.last(), Some(&exact.to_string()), "{claim} under {rules}");
            assert!(texts.len() <= 2, "{claim} under {rules}: {texts:?}");
        }
        other => panic!("{claim} under {rules}: {other:?}"),
    }
}

/// The query number `place` of the claim moves from the first to the second number.
fn moves(claim: &str, rules: &str, place: usize, from: Ratio<i64>, to: Ratio<i64>) {
    let Some(Exact::Trends(trends)) = judged(claim).exact.get(rules) else {
        panic!("{claim} has no trends under {rules}");
    };
    let (trend, values) = &trends[place];
    let ends = [values.first(), values.last()].map(|value| value.unwrap().to_string());
    assert_eq!(ends, [from.to_string(), to.to_string()], "{claim} under {rules}");
    let wanted = match from.cmp(&to) {
        std::cmp::Ordering::Less => Trend::Rises,
        std::cmp::Ordering::Equal => Trend::Stays,
        std::cmp::Ordering::Greater => Trend::Falls,
    };
    assert_eq!(*trend, wanted, "{claim} under {rules}");
}

/// The claim is right under these rule sets and no other.
fn holds_under(claim: &str, rules: &[&str]) {
    let holds: Vec<&str> = judged(claim).holds.iter().map(String::as_str).collect();
    let rules: BTreeSet<&str> = rules.iter().copied().collect();
    assert_eq!(holds, rules.into_iter().collect::<Vec<_>>(), "{claim}");
}

use Verdict::{ContradictsCode, ContradictsPage, Wrong};

#[test]
fn what_the_two_pages_say_of_watch_battery_and_guppys_tail_contradicts_their_code() {
    // One in twenty; when it fails, one in fifteen of the rest.
    let second = of(1, 15) * (of(1, 1) - of(1, 20));
    assert_eq!(second, of(19, 300));
    decided("room-clear-awards/watch-battery-adds", ContradictsCode, "repentance-plus", second);
    decided("room-clear-awards/watch-battery-adds", ContradictsCode, "wiki-gg", of(1, 15));
    let Some(Exact::Numbers(numbers)) =
        judged("room-clear-awards/watch-battery-adds").exact.get("repentance-plus")
    else {
        panic!("no numbers");
    };
    assert_eq!(numbers[0].to_string(), of(1, 15).to_string(), "the further chance by itself");
    holds_under("room-clear-awards/watch-battery-adds", &["wiki-gg"]);
    // Fandom has 3.33% for the battery with the trinket, where the code has both draws.
    let both = of(1, 20) + second;
    assert_eq!(both, of(17, 150));
    decided("room-clear-awards/watch-battery-alone", ContradictsCode, "repentance-plus", both);
    holds_under("room-clear-awards/watch-battery-alone", &["fandom"]);
    // Two in three escape the chest, and one in three of these is nothing.
    let nothing = of(2, 3) * of(1, 3);
    decided("room-clear-awards/guppys-tail-nothing-third", ContradictsCode, "repentance-plus", nothing);
    decided("room-clear-awards/guppys-tail-nothing", Verdict::Rounded, "repentance-plus", of(2, 9));
    holds_under("room-clear-awards/guppys-tail-nothing-third", &["fandom"]);
}

#[test]
fn further_contracts_leave_two_thirds_of_the_loss_and_neither_a_third_nor_a_half() {
    // The loss is 0.333, then 0.333 · 0.666: by how much it falls, and to what share of it.
    let (one, two) = (of(333, 1000), of(333, 1000) * of(666, 1000));
    let reduced = of(1, 1) - two / one;
    assert_eq!(reduced, of(167, 500));
    decided("room-clear-awards/contract-reduces", ContradictsCode, "pseudo-code", reduced);
    decided("room-clear-awards/contract-halves", ContradictsCode, "pseudo-code", two / one);
    decided("room-clear-awards/contract-nothing", Verdict::Rounded, "pseudo-code", one);
    holds_under("room-clear-awards/contract-reduces", &["wiki-gg"]);
    holds_under("room-clear-awards/contract-halves", &["fandom"]);
}

#[test]
fn hard_mode_takes_65_of_100_hearts_where_both_pages_have_66() {
    // A draw of 0 to 99 that is 35 or more.
    let taken = of(100 - 35, 100);
    for rules in ["rebirth", "afterbirth", "afterbirth-plus", "pseudo-code"] {
        decided("room-clear-awards/hard-mode-older", ContradictsCode, rules, taken);
    }
    holds_under("room-clear-awards/hard-mode-older", &[]);
    // Fandom gives two figures without editions; its own second one is right, so its first is not.
    decided("room-clear-awards/hard-mode-first", ContradictsPage, "repentance-plus", of(33, 100));
    assert_eq!(judged("room-clear-awards/hard-mode-second").verdict, Verdict::Exact);
}

#[test]
fn luck_moves_nothing_and_the_chest_and_no_band_between_them() {
    // At luck 1 a second uniform of 0 to 0.1 is added: a band inside 0.1..1 gains below what it loses above;
    // nothing loses the mean of what is added, 0.05, and the chest gains it.
    let claim = "room-clear-awards/luck-others";
    assert_eq!(judged(claim).verdict, Wrong);
    let added = of(1, 10) / 2;
    moves(claim, "repentance-plus", 0, of(22, 100), of(22, 100) - added);
    let third = of(8, 100) / 3;
    let bands = [third, third, third, of(15, 100), of(15, 100), of(20, 100), of(15, 100)];
    for (place, band) in (1..).zip(bands) {
        moves(claim, "repentance-plus", place, band, band);
    }
    // At luck 10 two uniforms of 0 to 1 are added: above 0.95 lies all but a triangle of legs 0.95.
    let chest = of(1, 1) - of(95, 100) * of(95, 100) / 2;
    assert_eq!(chest, of(439, 800));
    moves("room-clear-awards/luck-chest", "repentance-plus", 0, of(1, 20), chest);
}

#[test]
fn lucky_foot_and_lucky_toe_alone_do_raise_the_chest() {
    // 9/10 · U + 1/10 exceeds 0.95 for the upper 0.05 / 0.9 of U, and is below 0.22 for its lower 0.12 / 0.9.
    let chest = of(5, 100) / of(90, 100);
    let nothing = (of(22, 100) - of(10, 100)) / of(90, 100);
    assert_eq!((chest, nothing), (of(1, 18), of(2, 15)));
    for item in ["lucky-foot", "lucky-toe"] {
        let claim = format!("room-clear-awards/{item}-chest");
        assert_eq!(judged(&claim).verdict, Wrong, "{claim}");
        for rules in ["rebirth", "repentance-plus", "pseudo-code", "wiki-gg"] {
            moves(&claim, rules, 0, of(1, 20), chest);
        }
        let claim = format!("room-clear-awards/{item}-nothing");
        assert_eq!(judged(&claim).verdict, Verdict::Exact, "{claim}");
        moves(&claim, "repentance-plus", 0, of(11, 50), nothing);
    }
}

#[test]
fn fandom_gives_both_items_to_the_wrong_roll() {
    // Lucky Foot leaves the second roll alone: times 1, plus 0. Lucky Toe alone is times 0.9, plus 0.1.
    let (one, zero) = (of(1, 1), of(0, 1));
    for (claim, code, fandom) in [
        ("lucky-foot-factor-second", one, of(9, 10)),
        ("lucky-foot-addend-second", zero, of(1, 10)),
        ("lucky-toe-factor-first", of(9, 10), of(98, 100)),
        ("lucky-toe-addend-first", of(1, 10), of(2, 100)),
    ] {
        let claim = format!("room-clear-awards/{claim}");
        decided(&claim, ContradictsCode, "pseudo-code", code);
        decided(&claim, ContradictsCode, "fandom", fandom);
        holds_under(&claim, &["fandom"]);
    }
}

#[test]
fn what_the_pages_say_of_floors_contradicts_their_code() {
    // Certain when healthy from the second stage on: `bit or stage >= 2`.
    decided("level-generation/challenge", ContradictsCode, "repentance-plus", of(1, 1));
    decided("level-generation/challenge", ContradictsCode, "wiki-2022", of(1, 2));
    holds_under("level-generation/challenge", &["wiki-2022", "wiki-older"]);
    // 20 rooms at most before the Labyrinth, so that its own limit of 45 is never reached.
    let most = (of(18, 10) * of(20, 1)).floor();
    decided("level-generation/rooms-xl-most", ContradictsCode, "repentance-plus", most);
    assert_eq!(most, of(36, 1));
    assert_eq!(judged("level-generation/last-floors-only").verdict, ContradictsCode);
    assert_eq!(judged("level-generation/shop-laps-not").verdict, ContradictsCode);
    // The flag of the book is read by the code and set by no version of the game.
    let book = of(1, 20) + (of(1, 1) - of(1, 20)) * of(1, 4);
    assert_eq!(book, of(23, 80));
    decided("level-generation/library-book-total", Wrong, "pseudo-code", book);
    decided("level-generation/library-book-total", Wrong, "repentance-plus", of(1, 20));
    decided("level-generation/library-book", Wrong, "repentance-plus", of(0, 1));
    // The code has 2 half hearts where the prose has 2 hearts, of red ones and of soul hearts alike.
    for claim in ["level-generation/bedroom-red-hearts", "level-generation/bedroom-soul-hearts"] {
        decided(claim, ContradictsCode, "repentance-plus", of(2, 2));
        decided(claim, ContradictsCode, "wiki-older", of(4, 2));
        holds_under(claim, &["wiki-2022", "wiki-older"]);
    }
}

/// Rare, uncommon and common of 100 at an offset: the draw of 0 to 99, plus the offset, is below the first
/// threshold, below both together, or neither.
fn roll(rare: i64, uncommon: i64, offset: i64) -> [Ratio<i64>; 3] {
    let below = |bound: i64| (bound - offset).clamp(0, 100);
    let (first, second) = (below(rare), below(rare + uncommon));
    [of(first, 100), of(second - first, 100), of(100 - second, 100)]
}

#[test]
fn the_summary_tables_of_card_rewards_add_the_offset_to_the_wrong_side() {
    let start = roll(3, 37, 5);
    let streak = roll(3, 37, -40);
    assert_eq!(start, [of(0, 100), of(35, 100), of(65, 100)]);
    assert_eq!(streak, [of(43, 100), of(37, 100), of(20, 100)]);
    for (place, rarity) in ["rare", "uncommon", "common"].into_iter().enumerate() {
        decided(&format!("card-rewards/summary-{rarity}-start"), Wrong, "shipped", start[place]);
        decided(&format!("card-rewards/summary-streak-{rarity}"), Wrong, "shipped", streak[place]);
    }
    // The greatest draws that are rare and uncommon at -40 are below 43 and below 80.
    decided("card-rewards/summary-streak-rare-threshold", Wrong, "shipped", of(3 + 40, 1));
    decided("card-rewards/summary-streak-uncommon-threshold", Wrong, "shipped", of(3 + 37 + 40, 1));
    decided("card-rewards/summary-streak-common-never", Wrong, "shipped", streak[2]);
    // So that no offset makes a rare certain, nor keeps commons out.
    decided("card-rewards/max-offset-rare", Wrong, "shipped", streak[0]);
    decided("card-rewards/effect-streak-certain", Wrong, "shipped", streak[0] + streak[1]);
    decided("card-rewards/constants-max-offset-certain", Wrong, "shipped", streak[0] + streak[1]);
    let none = roll(3, 37, 0);
    moves("card-rewards/effect-start-higher", "shipped", 0, none[0], start[0]);
    moves("card-rewards/effect-start-higher", "shipped", 1, none[0] + none[1], start[0] + start[1]);
}

#[test]
fn shops_and_colorless_cards_depend_on_which_text_is_read() {
    // The code says 9 of 100 for shops, the constants at the end of the document 3.
    decided("card-rewards/constants-shop-rare", ContradictsPage, "shipped", of(9, 1));
    decided("card-rewards/constants-shop-rare", ContradictsPage, "document-code", of(9, 1));
    holds_under("card-rewards/constants-shop-rare", &["document-constants"]);
    // In the game the offset of 5 counts in shops.
    let shop = roll(9, 37, 5);
    decided("card-rewards/summary-shop-rare", Wrong, "shipped", shop[0]);
    decided("card-rewards/summary-shop-common", Wrong, "shipped", shop[2]);
    moves("card-rewards/shop-no-offset", "shipped", 0, roll(9, 37, -40)[0], shop[0]);
    for claim in ["colorless-rare-percent", "summary-colorless-rare", "colorless-rare-chance"] {
        decided(&format!("card-rewards/{claim}"), Wrong, "shipped", of(3, 10));
    }
    decided("card-rewards/summary-colorless-uncommon", Wrong, "shipped", of(7, 10));
}

#[test]
fn forty_five_commons_lead_from_the_start_to_the_cap() {
    let commons = 5 - -40;
    decided("card-rewards/effect-streak", Verdict::Exact, "shipped", of(commons, 1));
    // The comparison as printed goes from 5 to -40 with one common.
    decided("card-rewards/effect-streak", Verdict::Exact, "document-code", of(1, 1));
    holds_under("card-rewards/effect-streak", &["shipped", "document-prose", "document-constants"]);
}

#[test]
fn the_matrix_says_which_rule_sets_support_a_claim() {
    let all = [
        "rebirth", "afterbirth", "afterbirth-plus", "repentance", "repentance-plus", "pseudo-code", "fandom",
    ];
    // 33% of hearts in hard mode: the newer editions, and the prose of both pages.
    holds_under("room-clear-awards/hard-mode-newer", &["repentance", "repentance-plus", "wiki-gg", "fandom"]);
    // Fandom's prose has no battery of its own.
    let battery: Vec<&str> = all.into_iter().filter(|set| *set != "fandom").chain(["wiki-gg"]).collect();
    holds_under("room-clear-awards/battery", &battery);
    // Watch Battery is not in Rebirth, which is neither for nor against the claim.
    let without = &judged("room-clear-awards/watch-battery-adds").exact["rebirth"];
    assert!(matches!(without, Exact::Unavailable(_)), "{without:?}");
    // Sacks are the same everywhere.
    let everywhere: Vec<&str> = all.into_iter().chain(["wiki-gg"]).collect();
    holds_under("room-clear-awards/sack", &everywhere);
    // Only the code and the older prose let a book count.
    holds_under("level-generation/library-book-total", &["pseudo-code", "wiki-older"]);
}

#[test]
fn every_claims_file_is_loaded_and_every_claim_says_where_it_stands() {
    let claims = loaded();
    let files = claims_files(&data());
    assert!(files.len() >= 5, "only {} claims files", files.len());
    assert_eq!(claims.files.len(), files.len(), "{files:?}");
    for file in &claims.files {
        assert!(!file.claims.is_empty(), "{} holds no claim", file.title);
        let ids: BTreeSet<&str> = file.claims.iter().map(|claim| claim.id.as_str()).collect();
        assert_eq!(ids.len(), file.claims.len(), "{}: two claims have one id", file.title);
        for claim in &file.claims {
            assert!(
                !claim.id.is_empty() && !claim.section.is_empty() && !claim.about.is_empty(),
                "{claim:?}"
            );
            assert!(
                !claim.source.is_empty() && claim.source.iter().all(|page| !page.is_empty()),
                "{claim:?}"
            );
            assert!(!claim.stated.is_empty(), "{} states nothing", claim.id);
        }
    }
    let all: usize = claims.files.iter().map(|file| file.claims.len()).sum();
    assert!(all > 200, "only {all} claims");
    assert_eq!(JUDGED.len(), all, "two files share a name and a claim");
    let pages: BTreeSet<&String> =
        claims.files.iter().flat_map(|file| &file.claims).flat_map(|claim| &claim.source).collect();
    assert_eq!(pages.len(), 5, "{pages:?}");
}

/// Claims that are right under no rules of the game, each with why. A new one is a decision, not an accident.
const WRONG: &[(&str, &str)] = &[
    ("room-clear-awards/luck-others", "luck leaves the bands between nothing and chest as they are"),
    ("room-clear-awards/lucky-foot-chest", "the item alone lifts the chest to 1/18"),
    ("room-clear-awards/lucky-toe-chest", "the trinket alone lifts the chest to 1/18"),
    ("room-clear-awards/contract-copies", "a trinket comes once"),
    ("level-generation/rooms-later-floors", "20 rooms from stage 5 on"),
    ("level-generation/no-more-special-rooms", "secret rooms need no dead end"),
    ("level-generation/library-book", "the flag is never set"),
    ("level-generation/library-book-total", "as above"),
    ("card-rewards/boss-same-system", "boss rewards have rares only"),
    ("card-rewards/cap-comparison", "only what is below the cap is raised to it"),
    ("card-rewards/start-offset-bonus", "a positive offset makes rares less likely"),
    ("card-rewards/elite-normal-system", "10 and 40 instead of 3 and 37"),
    ("card-rewards/shop-no-offset", "the offset counts in shops"),
    ("card-rewards/shop-independent", "as above"),
    ("card-rewards/constants-shop-no-offset", "as above"),
    ("card-rewards/shop-rare-comment", "4 of 100 at the start of a run"),
    ("card-rewards/summary-shop-rare", "as above"),
    ("card-rewards/summary-shop-common", "59 of 100"),
    ("card-rewards/upgrade-range", "up to 1/2 in act 3"),
    ("card-rewards/colorless-rare-chance", "3 of 10"),
    ("card-rewards/colorless-rare-percent", "3 of 10"),
    ("card-rewards/colorless-uncommon-percent", "7 of 10"),
    ("card-rewards/summary-colorless-rare", "3 of 10"),
    ("card-rewards/summary-colorless-uncommon", "7 of 10"),
    ("card-rewards/max-offset-rare", "43 of 100 at the cap are rare, not all"),
    ("card-rewards/effect-start-higher", "a positive offset makes rares less likely"),
    ("card-rewards/effect-streak-certain", "20 of 100 at the cap are common"),
    ("card-rewards/constants-max-offset-certain", "20 of 100 at the cap are common"),
    ("card-rewards/summary-rare-start", "the offset raises the roll, and a high roll is common"),
    ("card-rewards/summary-uncommon-start", "as above"),
    ("card-rewards/summary-common-start", "as above"),
    ("card-rewards/summary-streak-rare-threshold", "a draw below 43, not below -37"),
    ("card-rewards/summary-streak-rare", "43 of 100"),
    ("card-rewards/summary-streak-uncommon-threshold", "a draw below 80, not below -3"),
    ("card-rewards/summary-streak-uncommon", "37 of 100"),
    ("card-rewards/summary-streak-common-never", "20 of 100"),
    ("card-rewards/summary-streak-common", "20 of 100"),
];

#[test]
fn no_claim_is_wrong_in_every_edition_but_those_listed() {
    let found: BTreeSet<&str> = JUDGED
        .iter()
        .filter(|(_, judged)| judged.verdict == Wrong)
        .map(|(claim, _)| claim.as_str())
        .collect();
    let listed: BTreeSet<&str> = WRONG.iter().map(|(claim, _)| *claim).collect();
    assert_eq!(found, listed);
    assert!(WRONG.iter().all(|(_, reason)| !reason.is_empty()));
    // What is wrong holds in no edition, and what is right was judged under some rule set.
    let editions = ["rebirth", "afterbirth", "afterbirth-plus", "repentance", "repentance-plus", "shipped"];
    assert!(
        listed.iter().all(|claim| !editions.iter().any(|edition| judged(claim).holds.contains(*edition)))
    );
    assert!(JUDGED.values().all(|judged| !judged.under.is_empty()));
}

/// The rule sets that take a page literally, its prose and its code.
const READINGS: &[(&str, &[&str], &[&str])] = &[
    ("Room Clear Awards, wiki.gg", &["wiki-gg"], &["pseudo-code"]),
    ("Room Clear Awards, Fandom", &["fandom"], &["pseudo-code"]),
    ("Level Generation, revision of 11 January 2022", &["wiki-2022"], &["pseudo-code"]),
    ("Level Generation, older copy", &["wiki-older"], &["pseudo-code"]),
    (
        "Card Reward Mechanics",
        &["document-code", "document-prose", "document-constants"],
        &["document-code", "document-prose", "document-constants"],
    ),
];

/// Claims that the reading of their own page does not bear out, though another rule set does, each with why.
const AGAINST_ITS_PAGE: &[(&str, &str, &str)] = &[
    ("room-clear-awards/hard-mode-older", "wiki-gg", "the reading takes the figure of the newest editions"),
    ("room-clear-awards/hard-mode-first", "fandom", "of two figures the reading takes the second"),
    ("card-rewards/rares-never-upgraded", "document-code", "asked by act, which the page does not have"),
];

#[test]
fn every_claim_holds_under_a_reading_of_its_own_page_but_those_listed() {
    let claims = loaded();
    let mut against = BTreeSet::new();
    for claim in claims.files.iter().flat_map(|file| &file.claims) {
        let file = claims.sources.file(claim.span.file).unwrap();
        let stem = Path::new(&file.name).file_stem().unwrap().to_str().unwrap();
        let name = format!("{stem}/{}", claim.id);
        let judged = judged(&name);
        if judged.verdict == Verdict::Undecided || judged.verdict == Wrong {
            continue;
        }
        for page in &claim.source {
            let (_, prose, code) = READINGS.iter().find(|(of, ..)| of == page).unwrap();
            let readings = if claim.section == "Pseudo-code" { code } else { prose };
            if !readings.iter().any(|reading| judged.holds.contains(*reading)) {
                against.insert((name.clone(), readings[0]));
            }
        }
    }
    let listed: BTreeSet<(String, &str)> =
        AGAINST_ITS_PAGE.iter().map(|(claim, reading, _)| ((*claim).to_owned(), *reading)).collect();
    assert_eq!(against, listed);
}
