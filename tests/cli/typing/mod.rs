//! What people type in their first ten minutes: each line gets an answer, or a word on what to type instead.

mod complete;
mod formats;
mod help;

use std::process::{Command, Output, Stdio};

use crate::ran::{err, fed, out};

/// A line as typed, and what is said of it.
type Case = (&'static str, &'static [&'static str]);

/// The command with the words of a line; single quotes keep words together, as in a shell.
fn typed(line: &str) -> Output {
    let mut words: Vec<String> = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .args(words)
        .env_remove("TRUEODDS_DATA")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Each line is refused with status 2, prints nothing, and is told all of this.
fn are_told(cases: &[Case]) {
    for (line, said) in cases {
        let output = typed(line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", err(&output));
        assert_eq!(out(&output), "", "{line}");
        for text in *said {
            assert!(err(&output).contains(text), "`{line}` does not say {text:?}:\n{}", err(&output));
        }
    }
}

/// Each line is answered as the line beside it.
fn mean(cases: &[(&str, &str)]) {
    for (line, meant) in cases {
        let (output, expected) = (typed(line), typed(meant));
        assert_eq!(expected.status.code(), Some(0), "{meant}: {}", err(&expected));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", err(&output));
        assert_eq!(out(&output), out(&expected), "{line}");
    }
}

#[test]
fn a_name_in_the_place_of_an_option_is_told_its_option() {
    are_told(&[
        (
            "table isaac/room-clear-award --luck 5",
            &["no option `--luck`", "an input", "write `--set luck=5`"],
        ),
        ("table isaac/room-clear-award --luck=5", &["write `--set luck=5`"]),
        ("query isaac/room-clear-award 'P(award = chest)' --luck 7/3", &["write `--set luck=7/3`"]),
        ("chain sts/card-roll step --room elite", &["write `--set room=elite`"]),
        ("table isaac/room-clear-award --luck", &["write `--set luck=…`"]),
        ("table isaac/room-clear-award --luck 0..10", &["write `--sweep luck=0..10`"]),
        ("table isaac/room-clear-award --lucky_foot", &["a flag", "write `--with lucky_foot`"]),
        ("table isaac/room-clear-award --lucky-foot", &["write `--with lucky_foot`"]),
        ("table isaac/room-clear-award --rebirth", &["a rule set", "write `--rules rebirth`"]),
        (
            "table isaac/room-clear-award --hard",
            &["a value of `difficulty`", "write `--set difficulty=hard`"],
        ),
        ("table isaac/room-clear-award --battery 1/25", &["a rule of", "write `--rule battery=1/25`"]),
        ("table isaac/room-clear-award --count", &["an outcome", "write `--outcome count`"]),
        ("table isaac/room-clear-award --chest", &["write `--outcome award=chest`"]),
        ("table sts/card-roll --offset -5", &["a state", "write `--state offset=-5`"]),
    ]);
}

#[test]
fn an_option_of_elsewhere_is_told_what_it_is_here() {
    are_told(&[
        ("table isaac/room-clear-award --edition rebirth", &["write `--rules NAME`"]),
        ("table isaac/room-clear-award --item lucky_foot", &["write `--with NAME`"]),
        ("table isaac/room-clear-award --precision 3", &["write `--digits N`"]),
        ("table isaac/room-clear-award --places 3", &["write `--digits N`"]),
        ("table isaac/room-clear-award --step 2", &["write `--sweep NAME=0..10:STEP`"]),
        ("table isaac/room-clear-award --json", &["write `--format json`"]),
        ("table isaac/room-clear-award --transpos", &["did you mean `--transpose`?"]),
        ("query isaac/room-clear-award 'P(award = chest)' --outcome count", &["it is one of `table`"]),
        ("table isaac/room-clear-award --xyzzy", &["`trueodds table --help` lists"]),
        ("table isaac/room-clear-award -x", &["no option `-x`"]),
        ("--xyzzy", &["no option `--xyzzy`"]),
        (
            "diff isaac/room-clear-award --rules rebirth,repentance",
            &["follow the mechanic", "trueodds diff isaac/floor rebirth repentance"],
        ),
    ]);
}

#[test]
fn settings_are_taken_as_people_join_them() {
    let both = "table isaac/room-clear-award --set luck=3 --set contracts=2";
    mean(&[
        ("table isaac/room-clear-award --set luck=3 contracts=2", both),
        ("table isaac/room-clear-award --set luck=3,contracts=2", both),
        ("table --set luck=3 contracts=2 isaac/room-clear-award", both),
        (
            "query isaac/room-clear-award --set luck=3 contracts=2 'P(award = chest)'",
            "query isaac/room-clear-award --set luck=3 --set contracts=2 'P(award = chest)'",
        ),
        (
            "diff isaac/room-clear-award rebirth repentance --set luck=3,difficulty=hard",
            "diff isaac/room-clear-award rebirth repentance --set luck=3 --set difficulty=hard",
        ),
        (
            "table isaac/room-clear-award --set 'luck=one of { 1/2 => 0, 1/2 => 3 },contracts=2'",
            "table isaac/room-clear-award --set 'luck=one of { 1/2 => 0, 1/2 => 3 }' --set contracts=2",
        ),
    ]);
}

#[test]
fn a_value_without_its_sign_is_told_where_the_sign_goes() {
    are_told(&[
        ("table isaac/room-clear-award --set luck 5", &["joined by `=`", "write `--set luck=5`"]),
        ("query isaac/room-clear-award 'P(award = chest)' --set luck -1", &["write `--set luck=-1`"]),
        ("table isaac/room-clear-award --set difficulty hard", &["write `--set difficulty=hard`"]),
        ("table isaac/room-clear-award --set luck = 5", &["write `--set luck=5`"]),
        ("table isaac/room-clear-award --sweep luck 0..10", &["write `--sweep luck=0..10`"]),
        ("table sts/card-roll --state offset -5", &["write `--state offset=-5`"]),
        ("table isaac/room-clear-award --rule battery 1/25", &["write `--rule battery=1/25`"]),
        ("table isaac/room-clear-award --set lucky_foot", &["`lucky_foot` is a flag", "`--with lucky_foot`"]),
        ("table isaac/room-clear-award --set luck", &["expected `name=value`"]),
        ("table isaac/room-clear-award --with luck", &["`--set luck=…`"]),
        ("table isaac/room-clear-award --with luck=3", &["`--set luck=3`"]),
    ]);
}

#[test]
fn ranges_are_told_their_dots() {
    are_told(&[
        ("table isaac/room-clear-award --sweep luck=0-10", &["two dots", "write `--sweep luck=0..10`"]),
        ("table isaac/room-clear-award --sweep luck=-1-10", &["write `--sweep luck=-1..10`"]),
        ("table isaac/room-clear-award --sweep luck=0:10", &["write `--sweep luck=0..10`"]),
        ("table isaac/room-clear-award --sweep 'luck=0 to 10'", &["write `--sweep luck=0..10`"]),
        ("table isaac/room-clear-award --sweep luck=0..10..2", &["write `--sweep luck=0..10:2`"]),
        ("table isaac/room-clear-award --sweep luck=0...10", &["two dots"]),
        ("table isaac/room-clear-award --sweep luck=10..0", &["swap the ends"]),
        ("table isaac/room-clear-award --sweep luck", &["say through which values", "luck=0..10"]),
    ]);
    mean(&[(
        "table sts/card-roll --sweep offset=-5..0",
        "table sts/card-roll --sweep offset=-5,-4,-3,-2,-1,0",
    )]);
}

#[test]
fn words_that_are_left_over_are_told_their_place() {
    are_told(&[
        (
            "table isaac/room-clear-award --with lucky_foot guppys_tail",
            &["write `--with lucky_foot,guppys_tail`"],
        ),
        ("table isaac/room-clear-award --rules rebirth repentance", &["write `--rules rebirth,repentance`"]),
        ("table isaac/room-clear-award --with Lucky Foot", &["quote a name", "`--with \"Lucky Foot\"`"]),
        ("table isaac/room-clear-award lucky_foot", &["write `--with lucky_foot`"]),
        ("table isaac/room-clear-award luck=3", &["write `--set luck=3`"]),
        ("table isaac/room-clear-award rebirth", &["write `--rules rebirth`"]),
        ("table isaac/room-clear-award chest", &["write `--outcome award=chest`"]),
        ("table isaac/room-clear-award 'P(award = chest)'", &["`trueodds query isaac/room-clear-award 'P("]),
        ("table isaac/room-clear-award isaac/floor", &["one mechanic at a time"]),
        ("table isaac/room-clear-award whatever", &["`trueodds table --help`"]),
        ("table isaac room-clear-award", &["in one word: `trueodds table isaac/room-clear-award`"]),
    ]);
}

#[test]
fn a_mechanic_goes_by_every_name_that_it_has() {
    let whole = "table isaac/room-clear-award";
    mean(&[
        ("table room-clear-award", whole),
        ("table 'Room clear award'", whole),
        ("table 'room CLEAR award'", whole),
        ("table room_clear_award", whole),
        ("table Isaac/Room-Clear-Award", whole),
        ("query card-roll 'P(rarity = rare)'", "query sts/card-roll 'P(rarity = rare)'"),
        ("chain card-roll stationary", "chain sts/card-roll stationary"),
        ("show floor", "show isaac/floor"),
        ("what 15.52% room-clear-award", "what 15.52% isaac/room-clear-award"),
    ]);
    are_told(&[
        ("table isaac", &["is a game", "`isaac/floor`", "`isaac/room-clear-award`"]),
        ("table isaac/room-clear-awrd", &["did you mean `isaac/room-clear-award`?"]),
        ("table isaac:floor", &["did you mean `isaac/floor`?"]),
        ("table floor.odds", &["there is no file floor.odds", "`isaac/floor`"]),
        ("table data/isaac/floor", &["`data/isaac/floor.odds`"]),
        ("table data/isaac", &["is a folder of mechanics", "`data/isaac/floor.odds`"]),
        ("table src", &["is a folder with no mechanic"]),
        ("table README.md", &["a file that ends in .odds"]),
        ("table nothing", &["no mechanic `nothing`", "there is `isaac/floor`"]),
        ("table ''", &["is empty", "`isaac/floor`"]),
    ]);
    let several = tempfile::tempdir().unwrap();
    for game in ["a", "b"] {
        let folder = several.path().join(game);
        std::fs::create_dir(&folder).unwrap();
        let text = format!("mechanic {game}/coin\noutcome heads: flag\nheads = chance(1/2)\n");
        std::fs::write(folder.join("coin.odds"), text).unwrap();
    }
    let output = typed(&format!("table coin --data '{}'", several.path().display()));
    let said = "several mechanics are called `coin`: `a/coin`, `b/coin`";
    assert!(err(&output).contains(said), "{}", err(&output));
}

#[test]
fn a_command_that_is_none_is_told_the_one_that_is_meant() {
    are_told(&[
        ("tabel isaac/room-clear-award", &["no command `tabel`", "`trueodds table`"]),
        ("compare rebirth repentance", &["`trueodds diff`"]),
        ("graph isaac/room-clear-award", &["`trueodds plot`"]),
        ("calc 'P(award = chest)'", &["`trueodds query`"]),
        ("ls", &["`trueodds list`"]),
        ("version", &["`trueodds --version`"]),
        ("room-clear-award", &["is a mechanic", "`trueodds table isaac/room-clear-award`"]),
        ("isaac", &["is a game", "`trueodds list`"]),
        ("15.52%", &["`trueodds what 15.52%`"]),
        ("tests/data/page.txt", &["`trueodds verify --page tests/data/page.txt`"]),
        ("data/isaac/floor.odds", &["`trueodds table data/isaac/floor.odds`"]),
        ("xyzzy", &["there is list, show, table"]),
        (
            "chain sts/card-roll 'rarity = rare'",
            &["`hit 'rarity = rare'`", "`count 'rarity = rare' --over 10`"],
        ),
        ("chain sts/card-roll hits 'rarity = rare'", &["did you mean `hit`?"]),
    ]);
    let nothing = typed("");
    assert_eq!(nothing.status.code(), Some(2));
    assert!(err(&nothing).contains("Usage: trueodds") && err(&nothing).contains("verify"));
}

#[test]
fn what_is_missing_is_named_with_an_example() {
    are_told(&[
        ("table", &["needs a mechanic, as in `trueodds table isaac/room-clear-award`", "`sts/card-roll`"]),
        ("show", &["needs a mechanic"]),
        ("query", &["needs a mechanic", "'P(award = "]),
        ("query sts/card-roll", &["a question in quotes", "`trueodds query sts/card-roll 'P(rarity = "]),
        ("query 'P(award = chest)'", &["a mechanic before the question", "`isaac/room-clear-award`"]),
        ("explain isaac/room-clear-award", &["a question in quotes"]),
        ("formula isaac/room-clear-award 'P(award = chest)'", &["the number on its axis", "--in luck`"]),
        ("solve isaac/room-clear-award", &["a question in quotes", ">= 1/4' --in luck`"]),
        (
            "chain sts/card-roll",
            &["one question after the mechanic", "stationary", "`trueodds chain sts/card-roll step`"],
        ),
        ("chain sts/card-roll hit", &["in quotes: 'rarity = "]),
        ("what", &["needs a number", "`trueodds what 15.52%`"]),
        ("fmt", &["files or folders", "`trueodds fmt -`"]),
        ("verify --fix", &["--page"]),
        ("diff isaac/room-clear-award", &["two rule sets after the mechanic", "`--rule`"]),
        ("diff isaac/room-clear-award rebirth", &["two rule sets follow the mechanic"]),
        ("diff rebirth repentance", &["two rule sets follow the mechanic"]),
        ("list nothing", &["no game `nothing`", "`isaac`"]),
    ]);
}

#[test]
fn two_rule_sets_follow_the_mechanic() {
    mean(&[(
        "diff isaac/room-clear-award rebirth repentance --set difficulty=hard",
        "diff isaac/room-clear-award --from rebirth --to repentance --set difficulty=hard",
    )]);
    let both = typed("diff isaac/room-clear-award rebirth repentance --from rebirth");
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn an_event_is_asked_for_its_probability() {
    mean(&[
        ("query room-clear-award 'award = chest'", "query room-clear-award 'P(award = chest)'"),
        ("query room-clear-award award=chest", "query room-clear-award 'P(award=chest)'"),
        (
            "query room-clear-award 'award = chest | award != nothing'",
            "query room-clear-award 'P(award = chest | award != nothing)'",
        ),
        (
            "query room-clear-award 'count > 0 and award != key'",
            "query room-clear-award 'P(count > 0 and award != key)'",
        ),
        ("explain room-clear-award 'award = chest'", "explain room-clear-award 'P(award = chest)'"),
        (
            "plot room-clear-award 'award = chest' --sweep luck=0..3",
            "plot room-clear-award 'P(award = chest)' --sweep luck=0..3",
        ),
        (
            "formula room-clear-award 'award = chest' --in luck",
            "formula room-clear-award 'P(award = chest)' --in luck",
        ),
    ]);
    are_told(&[
        ("query room-clear-award 'award = chst'", &["unknown-name", "did you mean `chest`?"]),
        ("query room-clear-award 'luck = 3'", &["about an input", "`--set luck=3`"]),
        (
            "query room-clear-award award",
            &["`award` is an outcome", "P(award = …)", "`table --outcome award`"],
        ),
        ("query room-clear-award count", &["E(count)"]),
        ("query room-clear-award award = chest", &["quotes keep a question together; write 'award = chest'"]),
        ("query room-clear-award 'P(award = chest) + award'", &["syntax"]),
        ("query room-clear-award 'award = chest) + P(award = key'", &["syntax"]),
    ]);
}

#[test]
fn what_cannot_be_is_no_division_by_zero() {
    let cases: [Case; 3] = [
        (
            "query room-clear-award 'P(award = chest | award = chest and award = key)'",
            &["error[impossible-evidence]", "query:1:19", "give something that can happen"],
        ),
        ("query room-clear-award 'E(count | count > 1000)'", &["error[impossible-evidence]"]),
        ("query room-clear-award 'mode(award | count > 1000)'", &["error[impossible-evidence]"]),
    ];
    are_told(&cases);
}

#[test]
fn an_address_is_told_the_way_to_its_text() {
    let page = "https://bindingofisaacrebirth.wiki.gg/wiki/Room_Clear_Awards";
    let raw = format!("curl -fsSL '{page}?action=raw' | trueodds verify --page -");
    for line in [format!("verify {page}"), format!("verify --page {page}#Luck"), format!("table {page}")] {
        let output = typed(&line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(err(&output).contains(&raw), "{line}: {}", err(&output));
    }
}

#[test]
fn pages_come_from_pipes_and_files() {
    let page = std::fs::read("tests/data/page.txt").unwrap();
    let piped = |args: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
        let output = fed(command.args(args).env_remove("TRUEODDS_DATA"), &page);
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        out(&output)
    };
    let expected = out(&typed("verify --page tests/data/page.txt"));
    let by_dash = piped(&["verify", "--page", "-"]);
    assert_eq!(by_dash.lines().last(), expected.lines().last());
    assert_eq!(piped(&["verify", "-"]), by_dash);
    // What a shell makes of `<(…)`.
    #[cfg(target_os = "linux")]
    assert_eq!(piped(&["verify", "--page", "/dev/fd/0"]).lines().last(), expected.lines().last());
    are_told(&[
        ("verify tests/data/page.txt", &["is a file", "`--page tests/data/page.txt`"]),
        ("verify --page nothing.txt", &["nothing.txt"]),
    ]);
}

#[test]
fn codes_are_listed_and_explained() {
    let all = typed("check --explain");
    assert_eq!(all.status.code(), Some(0));
    for code in trueodds::diagnostic::Code::ALL {
        let line =
            out(&all).lines().find(|line| line.split(' ').next() == Some(code.name())).map(str::to_owned);
        assert!(line.is_some_and(|line| line.ends_with('.')), "{code}");
    }
    are_told(&[("check --explain unknown-nam", &["did you mean `unknown-name`?"])]);
}

#[test]
fn a_folder_without_mechanics_is_told_what_one_holds() {
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path().display();
    for (line, said) in [
        (format!("list --data '{path}'"), "expected GAME/NAME.odds"),
        (format!("check '{path}'"), "no mechanic (.odds) in this folder"),
        (format!("verify --page '{path}'"), "no page in this folder"),
        (format!("table '{path}'"), "is a folder with no mechanic"),
    ] {
        let output = typed(&line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(err(&output).contains(said), "{line}: {}", err(&output));
    }
}

#[test]
fn one_spelling_serves_every_command() {
    let every = "award,count";
    mean(&[
        ("table room-clear-award --outcome all", &format!("table room-clear-award --outcome {every}")),
        ("plot room-clear-award --outcome all", &format!("plot room-clear-award --outcome {every}")),
        ("tree room-clear-award --outcome all", &format!("tree room-clear-award --outcome {every}")),
        (
            "formula room-clear-award --in luck --outcome all",
            &format!("formula room-clear-award --in luck --outcome {every}"),
        ),
        (
            "diff room-clear-award rebirth repentance --outcome all",
            &format!("diff room-clear-award rebirth repentance --outcome {every}"),
        ),
        (
            "chain room-clear-award step --outcome all",
            &format!("chain room-clear-award step --outcome {every}"),
        ),
        ("what 15.52% isaac sts", "what 15.52%"),
    ]);
    // All rule sets of the game, in one word.
    let (all, named) = (
        typed("verify isaac/room-count --rules all"),
        typed(
            "verify isaac/room-count --rules \
        afterbirth,afterbirth-plus,pseudo-code,rebirth,repentance,repentance-plus,wiki-2022,wiki-older",
        ),
    );
    assert_eq!((all.status.code(), out(&all)), (named.status.code(), out(&named)));
    assert!(!out(&all).is_empty(), "{}", err(&all));
}
