//! No file is read or written by whoever asks, and nothing is told of which there are.

use std::fs;
use std::path::{Path, PathBuf};

use crate::client::post;
use crate::server::Server;

const SECRET: &str = "xyzzy";

/// A folder with files and folders that may be asked for by name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
    let _ = fs::remove_dir_all(&folder);
    for inner in ["there", "game/rulesets", "-", "floor"] {
        fs::create_dir_all(folder.join(inner)).unwrap();
    }
    let mechanic = format!("mechanic game/there\noutcome {SECRET}: flag\n{SECRET} = chance(1/2)\n");
    let page = format!("{SECRET} 50% of the time.\n");
    for below in ["there.odds", "there/there.odds", "game/there.odds", "-/there.odds", "floor/there.odds"] {
        fs::write(folder.join(below), &mechanic).unwrap();
    }
    for below in ["there.txt", "there/there.txt", "there", "-/there.txt", "floor/there.txt"] {
        let path = folder.join(below);
        if !path.is_dir() {
            fs::write(path, &page).unwrap();
        }
    }
    fs::write(folder.join("there.toml"), format!("{SECRET} = 1\n")).unwrap();
    fs::write(folder.join("there.csv"), format!("name,{SECRET}\n{SECRET},1\n")).unwrap();
    folder
}

/// Every file below a folder with its text.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The questions in which names may stand that are those of files on the command line.
const NAMING: [&str; 22] = [
    "list?games=",
    "show?mechanic=",
    "table?mechanic=",
    "query?queries=1&mechanic=",
    "plot?mechanic=",
    "chain?question=states&mechanic=",
    "verify?claims=",
    "verify?page=",
    "verify?page=-&claims=",
    "verify?claims=-&claims=",
    "what?value=50%25&names=",
    "diff?sides=rebirth&sides=repentance&mechanic=",
    "diff?mechanic=isaac/floor&sides=rebirth&sides=",
    "changes?from=rebirth&names=",
    "formula?in=luck&mechanic=",
    "solve?in=luck&comparisons=1&mechanic=",
    "explain?queries=1&mechanic=",
    "tree?mechanic=",
    "check?files=",
    "check?explain=",
    "fmt?files=",
    "fmt?check&files=",
];

/// Names of what is there, each beside one of what is not.
const NAMES: [(&str, &str); 11] = [
    ("there", "other"),
    ("there.odds", "other.odds"),
    ("there.txt", "other.txt"),
    ("there.toml", "other.toml"),
    ("./there.odds", "./other.odds"),
    ("game/there", "game/other"),
    ("there/", "other/"),
    ("../files/there.odds", "../files/other.odds"),
    ("/etc/passwd", "/etc/passwx"),
    ("%2e%2e/files/there.txt", "%2e%2e/files/other.txt"),
    ("there.odds%00", "other.odds%00"),
];

#[test]
fn names_of_files_are_refused_in_one_way_whether_they_are_there_or_not() {
    let folder = folder("files");
    let before = contents(&folder);
    let server = Server::start_in(&folder, &[]);
    for question in NAMING {
        for (there, other) in NAMES {
            let ask = |name: &str| post(server.port, &format!("/api/v1/{question}{name}"), b"1 in 2\n");
            let (found, missing) = (ask(there), ask(other));
            assert_eq!(found.status, 400, "{question}{there}: {}", found.text());
            found.document();
            assert!(!found.text().contains(SECRET), "{question}{there}: {}", found.text());
            let [shown, said] = [there, other].map(|name| name.replace("%2e", ".").replace("%00", ""));
            let [shown, said] = [shown, said].map(|name| name.trim_end_matches('/').to_owned());
            let same = missing.text().replace(&said, &shown);
            assert_eq!(found.text(), same, "{question}{there}");
        }
    }
    for (parameter, value) in [
        ("output", "written.txt"),
        ("data", "."),
        ("from-data", "."),
        ("from_data", "."),
        ("write", ""),
        ("fix", ""),
        ("annotate", ""),
        ("limit", "seconds=100000"),
        ("color", "always"),
        ("width", "20"),
        ("help", ""),
        ("version", ""),
        ("-o", "written.txt"),
        ("--output", "written.txt"),
    ] {
        for command in
            ["table?mechanic=isaac/floor", "verify?page=-", "diff?mechanic=isaac/floor", "fmt?files=-"]
        {
            let reply = post(server.port, &format!("/api/v1/{command}&{parameter}={value}"), b"x\n");
            assert_eq!(reply.status, 400, "{command}&{parameter}: {}", reply.text());
            assert!(
                reply.text().contains(&format!("has no `{}`", parameter.trim_start_matches("--"))),
                "{}",
                reply.text()
            );
        }
    }
    for (there, other) in NAMES {
        for page in ["/ask/", "/compare?mechanic="] {
            let [found, missing] = [there, other].map(|name| server.get(&format!("{page}{name}")));
            assert!(!found.text().contains(SECRET), "{page}{there}");
            let [shown, said] = [there, other].map(|name| name.replace("%2e", ".").replace("%00", ""));
            assert_eq!(found.text(), missing.text().replace(&said, &shown), "{page}{there}");
        }
    }
    assert!(contents(&folder) == before, "something was written");
    server.assert_answers();
}

#[test]
fn options_do_not_hide_in_values() {
    let folder = folder("hidden");
    let before = contents(&folder);
    let server = Server::start_in(&folder, &[]);
    for hidden in [
        "chain?mechanic=sts/card-roll&question=--output=written.txt&question=states",
        "chain?mechanic=--output=written.txt&mechanic=sts/card-roll&question=states",
        "chain?mechanic=--limit=states=1&mechanic=sts/card-roll&question=states",
        "chain?mechanic=sts/card-roll&mechanic=states&question=--output=written.txt",
        "chain?mechanic=sts/card-roll&question=hit&events=--output=written.txt",
        "table?mechanic=--output=written.txt",
        "table?mechanic=isaac/floor&mechanic=--output=written.txt",
        "query?mechanic=isaac/floor&queries=--output=written.txt",
        "fmt?files=--output=written.txt",
        "table?mechanic=isaac/floor&set=--output=written.txt",
        "table?mechanic=isaac/floor&total=--output=written.txt",
    ] {
        let reply = server.get(&format!("/api/v1/{hidden}"));
        assert_eq!(reply.status, 400, "{hidden}: {}", reply.text());
        assert_eq!(reply.document()["kind"], "refusal", "{hidden}");
    }
    assert!(contents(&folder) == before, "something was written");
}

#[test]
fn a_text_that_is_sent_along_reads_nothing_beside_it() {
    let server = Server::start_in(&folder("beside"), &[]);
    for (text, missing) in [
        ("mechanic game/own\nuses there\noutcome x: flag\nx = there.xyzzy\n", "there"),
        ("mechanic game/own\nuses ther\noutcome x: flag\nx = ther.xyzzy\n", "ther"),
        ("mechanic game/own\nuses game/there\noutcome x: flag\nx = there.xyzzy\n", "there"),
        ("mechanic game/own\noutcome x: flag\nx = one of sheet \"there.csv\"\n", "there"),
    ] {
        for question in ["table?mechanic=-", "check?files=-"] {
            let reply = post(server.port, &format!("/api/v1/{question}&format=json"), text.as_bytes());
            let rest = reply.text().replace("xyzzy`", "`").replace(&format!("`{missing}`"), "");
            assert!(!rest.contains("did you mean `there`"), "{text}{}", reply.text());
            assert!(!rest.contains("1/2"), "{text}{}", reply.text());
            reply.document();
        }
    }
}
