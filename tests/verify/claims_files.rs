//! One small file of claims or findings for each way to write one wrongly, in tests/check-claims. Its first lines say which
//! finding is expected and where, `# expect: bad-claims 8:1`, and what it says: what was found and what could
//! stand there instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trueodds::diagnostic::Diagnostic;
use trueodds::evaluate::Limits;
use trueodds::render::diagnostics;
use trueodds::session::Session;

fn files() -> Vec<PathBuf> {
    // The folder says which game they are about.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check-claims/isaac");
    let listed = |name: &str| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        assert!(paths.len() >= 25, "only {} files of {name}", paths.len());
        paths
    };
    [listed("claims"), listed("findings")].concat()
}

fn lines<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(key)).collect()
}

/// The findings as `bad-claims 8:1`, and how they look.
fn check(path: &Path) -> (Vec<String>, String) {
    let mut session = Session::embedded().unwrap();
    let findings = session.check_file(path.to_str().unwrap(), &Limits::default()).unwrap().findings;
    let place = |finding: &Diagnostic| {
        let at = session.sources().locate(finding.primary.span);
        format!("{} {}:{}", finding.code, at.line, at.column)
    };
    let found = findings.iter().map(place).collect();
    (found, diagnostics::render(&findings, session.sources(), false))
}

#[test]
fn every_file_has_the_finding_it_expects_where_it_expects_it() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let expected = lines(&text, "# expect: ");
        assert!(!expected.is_empty(), "{} expects nothing", path.display());
        let (found, _) = check(&path);
        if found != expected {
            let name = path.file_name().unwrap().display().to_string();
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_finding_says_its_file_what_was_found_and_what_is_expected() {
    let mut wrong = Vec::new();
    for path in files() {
        let (_, shown) = check(&path);
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(shown.contains(&format!("{name}:")), "{name} is not named:\n{shown}");
        let text = fs::read_to_string(&path).unwrap();
        let says = lines(&text, "# says: ");
        assert!(!says.is_empty(), "{name} expects no words");
        for said in says.iter().filter(|said| !shown.contains(**said)) {
            wrong.push(format!("{name} does not say {said:?}:\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The status and all output of the command in this folder.
fn trueodds(args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    let output = command.args(args).env_remove("TRUEODDS_DATA").output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), text)
}

/// A folder of data with one mechanic and these claims.
fn data(name: &str, claims: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-claims").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("game/claims")).unwrap();
    let mechanic =
        "mechanic game/it\nrule p: probability = 1/2 from \"here\"\noutcome x: flag\nx = chance(p)\n";
    fs::write(folder.join("game/it.odds"), mechanic).unwrap();
    fs::write(folder.join("game/claims/mine.toml"), claims).unwrap();
    folder.to_str().unwrap().to_owned()
}

const HEAD: &str = "title = \"T\"\nsource = \"Page\"\nmechanic = \"it\"\n";

fn claim(more: &str) -> String {
    format!(
        "\n[[section]]\nname = \"S\"\n[[section.claim]]\nid = \"a\"\nabout = \"It\"\nstated = \"50%\"\n{more}\n"
    )
}

#[test]
fn check_and_verify_refuse_the_same_data() {
    let fine = claim("query = 'P(x)'");
    for (name, claims, status) in [
        ("fine", fine.clone(), 0),
        ("twice", format!("{fine}{fine}"), 1),
        ("key", claim("kueri = 'P(x)'"), 1),
        ("name", claim("query = 'P(y)'"), 1),
        ("rules", claim("query = 'P(x)'\nrules = [\"nope\"]"), 1),
        ("mechanic", claim("query = 'P(x)'\nmechanic = \"that\""), 1),
    ] {
        let folder = data(name, &format!("{HEAD}{claims}"));
        let (checked, said) = trueodds(&["check", "--data", &folder]);
        assert_eq!(checked, Some(status), "check with {name}:\n{said}");
        let (judged, said) = trueodds(&["verify", "--data", &folder]);
        assert_eq!(judged, Some(if status == 0 { 0 } else { 2 }), "verify with {name}:\n{said}");
    }
}

#[test]
fn all_mistakes_of_all_files_are_said_at_once() {
    let folder = data("several", &format!("{HEAD}{}", claim("query = 'P(y)'\nset = { m = 1 }")));
    let other = Path::new(&folder).join("game/claims/other.toml");
    fs::write(other, format!("{HEAD}{}", claim("rule = 'q'"))).unwrap();
    let (_, said) = trueodds(&["verify", "--data", &folder]);
    for mistake in ["mine.toml:8:6", "no name `y`", "no input `m`", "other.toml:8:6", "no rule `q`"] {
        assert!(said.contains(mistake), "not said: {mistake}\n{said}");
    }
}

#[test]
fn data_without_claims_say_so() {
    let folder = data("none", HEAD);
    fs::remove_file(Path::new(&folder).join("game/claims/mine.toml")).unwrap();
    let (status, said) = trueodds(&["verify", "--data", &folder]);
    assert!(said.contains("no claims"), "{status:?}: {said}");
}

const DIE: &str =
    "mechanic dice/die\nrule p: probability = 1/4 from \"here\"\noutcome six: flag\nsix = chance(p)\n";
const DIE_CLAIMS: &str = "title = \"T\"\nsource = \"Page\"\n[[section]]\nname = \"S\"\n[[section.claim]]\nid = \"six\"\n\
    about = \"A six\"\nwhy = \"The die has four sides.\"\nfind = \"loaded die wins with {1/6}\"\nquery = 'P(six)'\n";

/// A folder with one mechanic that belongs to no game, and claims in one of the places where they may stand.
fn lone(name: &str, claims: &str, head: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lone-claims").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("claims")).unwrap();
    fs::write(folder.join("die.odds"), DIE).unwrap();
    fs::write(folder.join(claims), DIE_CLAIMS.replace("[[section]]", &format!("{head}[[section]]"))).unwrap();
    folder
}

#[test]
fn claims_beside_a_lone_mechanic_are_found_and_say_why() {
    for (name, place, head) in
        [("beside", "die.claims.toml", ""), ("below", "claims/of-die.toml", "mechanic = \"die\"\n")]
    {
        let folder = lone(name, place, head);
        let path = |file: &str| folder.join(file).display().to_string();
        let calls: [&[&str]; 4] = [
            &["verify", &path(place)],
            &["verify", &path("die.odds")],
            &["verify", "--data", folder.to_str().unwrap()],
            &["verify", &path(place), "--data", folder.to_str().unwrap()],
        ];
        for call in calls {
            let (status, said) = trueodds(call);
            assert_eq!(status, Some(1), "{call:?}:\n{said}");
            // Where a line ends depends on how long the path of the file is.
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            for words in ["A six: 1/4 (25%), not 1/6", "write 1/4", "The die has four sides.", "1 wrong"] {
                assert!(said.contains(words), "{call:?} does not say {words:?}:\n{said}");
            }
            let (status, said) = trueodds(&[&["check"], &call[1..]].concat());
            let fine = status == Some(0) && said.starts_with("no findings");
            assert!(fine || said.contains("missing-source"), "{call:?}: {status:?}: {said}");
        }
        let page = folder.join("page.txt");
        fs::write(&page, "The loaded die wins with 1/6.\n").unwrap();
        let (status, said) = trueodds(&["verify", &path("die.odds"), "--page", page.to_str().unwrap()]);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("page.txt:1:26") && said.contains("The die has four sides."), "{said}");
    }
}

#[test]
fn words_without_a_figure_are_judged_on_their_page_and_nowhere_else() {
    let more = "query = 'P(x)'\nfind = \"brass coin {} heads\"";
    let other = |id: &str, find: &str| {
        claim(&format!("query = 'P(x)'\nfind = \"{find}\"")).replace("\"a\"", &format!("\"{id}\""))
    };
    let quoted = claim("certain = 'x'\nsays = \"never fails you\"\nwhy = \"It does, every other time.\"")
        .replace("\"a\"", "\"d\"")
        .replace("50%", "always");
    let claims =
        [claim(more), other("b", "silver coin {} heads"), other("c", "golden coin {} heads"), quoted];
    let folder = data("quoted", &format!("{HEAD}{}", claims.concat()));
    let page = Path::new(&folder).join("page.txt");
    let judged = |text: &str| {
        fs::write(&page, text).unwrap();
        let (status, said) =
            trueodds(&["verify", "game", "--data", &folder, "--page", page.to_str().unwrap()]);
        // How lines are broken depends on how long the name of the folder is.
        (status, said.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let own = "A brass coin: 50% heads. A silver coin: 50% heads. A golden coin: 50% heads.\nIt *never* fails you.\n";
    let (status, said) = judged(own);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("page.txt:2:5: error[wrong]:"), "{said}");
    assert!(said.contains("not so: It"), "{said}");
    assert!(said.contains("It does, every other time."), "{said}");
    let (status, said) = judged("Our glue never fails you.\n");
    assert_eq!((status, said.as_str()), (Some(0), "no figures"));
}

#[test]
fn claims_count_on_a_text_that_names_their_source_or_quotes_three_of_them() {
    let coin = |id: &str| {
        let find = format!("query = 'P(x)'\nfind = \"the old {id} coin of the harbour shows heads {{}}\"");
        claim(&find).replace("\"a\"", &format!("\"{id}\""))
    };
    let claims = ["brass", "silver", "golden"].map(coin).concat();
    let head = HEAD.replace("\"Page\"", "[\"The Coins of Harbour Lane, copy of 1911\", \"Coins\"]");
    let folder = data("bound", &format!("{head}{claims}"));
    let page = Path::new(&folder).join("page.txt");
    let judged = |text: &str, name: Option<&str>| {
        fs::write(&page, text).unwrap();
        let args = ["verify", "--all", "--data", &folder, "--page", page.to_str().unwrap()];
        let (_, said) = trueodds(&[&args[..], name.as_slice()].concat());
        said.lines().last().unwrap().to_owned()
    };
    let line = |id: &str| format!("The old {id} coin of the harbour shows heads 40%.\n");
    let (one, two) = (line("brass"), [line("brass"), line("silver")].concat());
    let three = two.clone() + &line("golden");
    // However well a pattern fits, and a title of one word is a word like any.
    assert_eq!(judged(&one, None), "1 unclassified");
    assert_eq!(judged(&two, None), "2 unclassified");
    assert_eq!(judged(&format!("Coins\n\n{two}"), None), "2 unclassified");
    assert_eq!(judged(&format!("The Coins of Harbour Lane\n\n{two}"), None), "2 unclassified");
    // Three claims, and not one of them three times.
    assert_eq!(judged(&one.repeat(3), None), "3 unclassified");
    assert_eq!(judged(&three, None), "3 wrong");
    for named in [
        "== the ''Coins'' of [[Harbour Lane]], copy of 1911 ==\n",
        "After The Coins of Harbour Lane, copy of 1911:\n",
    ] {
        assert_eq!(judged(&format!("{named}\n{one}"), None), "1 wrong", "{named}");
    }
    assert_eq!(judged(&one, Some("game")), "1 wrong");
}

/// Rule sets `now` (the game), `then` (an edition before) and `text` (a page's own words), and one claim.
fn under_rule_sets(name: &str, stated: &str) -> String {
    let more = "query = 'P(x)'\nrules = [\"now\"]";
    let folder = data(name, &format!("{HEAD}{}", claim(more).replace("50%", stated)));
    let sets = Path::new(&folder).join("game/rulesets");
    fs::create_dir_all(&sets).unwrap();
    let set = |name: &str, kind: &str, p: &str| {
        let default = if name == "now" { "default = true\n" } else { "" };
        let text = format!(
            "title = \"{name}\"\nkind = \"{kind}\"\n{default}[mechanic.it.rules]\np = {{ value = \"{p}\", from = \"here\" }}\n"
        );
        fs::write(sets.join(format!("{name}.toml")), text).unwrap();
    };
    set("now", "edition", "49/50");
    set("then", "edition", "1/4");
    set("text", "reading", "1/8");
    let (_, said) = trueodds(&["verify", "--all", "--data", &folder]);
    said
}

#[test]
fn what_only_a_page_says_of_itself_is_wrong_and_what_another_edition_has_depends() {
    for (name, stated, says) in [
        ("sets-now", "98%", "1 exact"),
        ("sets-then", "25%", "1 depends"),
        ("sets-text", "1/8", "1 wrong"),
        ("sets-none", "1/9", "1 wrong"),
        // One digit is too little to tell a cut from another number, and numbers that are no percentage are not cut.
        ("sets-cut", "0.9", "1 wrong"),
        ("sets-cut-percent", "97.9%", "1 wrong"),
    ] {
        let said = under_rule_sets(name, stated);
        assert!(said.contains(says), "{stated}:\n{said}");
    }
}

#[test]
fn claims_beside_a_mechanic_that_name_another_say_which_there_are() {
    let folder = lone("other", "die.claims.toml", "mechanic = \"dye\"\n");
    for file in ["die.claims.toml", "die.odds"] {
        let (status, said) = trueodds(&["verify", folder.join(file).to_str().unwrap()]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("no mechanic `dye`") && said.contains("die"), "{said}");
    }
}

/// One mechanic whose tenth use brings it for certain.
const BELL: &str = "mechanic tower/bell\nstate silent: integer 0..9 = 0\noutcome ring: flag\n\
    ring = chance(if silent == 9 { 1 } else { 1/10 })\nsilent = if ring { 0 } else { silent + 1 }\n";
const BELL_CLAIMS: &str = r#"title = "Bells"
source = "A page"
[[section]]
name = "Rings"
claim = [
  { id = "sure", about = "Most", stated = "10", chain = { hit = "ring", take = "most" } },
  { id = "two", about = "Within two", stated = "19%", chain = { within = 2, event = "ring" } },
  { id = "none", about = "None in two", stated = "81%", chain = { not_yet = 2, event = "ring" } },
  { id = "three", about = "Within three", stated = "30%", chain = { within = 3, event = "ring" } },
]
"#;

#[test]
fn claims_may_be_about_what_comes_within_so_many_uses() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lone-claims/bell");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("bell.odds"), BELL).unwrap();
    fs::write(folder.join("bell.claims.toml"), BELL_CLAIMS).unwrap();
    let (status, said) = trueodds(&["verify", folder.join("bell.odds").to_str().unwrap()]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("Within three: 27%, not 30%") && said.contains("3 exact, 1 wrong"), "{said}");
}
