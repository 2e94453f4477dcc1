//! Tables in CSV files, where a session finds them.

use std::fs;
use std::path::{Path, PathBuf};

use trueodds::session::{DataSource, Session};

const PROGRAM: &str = "mechanic game/loot from \"by hand\"\n\nenumeration item from \"loot.csv\"\n\nrule weight by item: integer 1.. from \"loot.csv\"\n\noutcome drop: item\n\npool table { for each i in item: weight of i => i }\n\ndrop = draw table\n";
const USER: &str = "mechanic game/user\n\nuses loot\n\noutcome rich: flag\n\nlet found = loot()\nrich = found.drop == coin\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheets").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("game")).unwrap();
    fs::write(folder.join("game/loot.odds"), PROGRAM).unwrap();
    fs::write(folder.join("game/loot.csv"), "item,weight\ncoin,3\nkey,1\n").unwrap();
    folder
}

fn coins(session: &Session, name: &str) -> String {
    let mechanic = session.mechanic(name).unwrap();
    let law = mechanic.law("drop").unwrap().run().unwrap();
    law.probability("coin").unwrap().to_string()
}

#[test]
fn a_table_is_found_beside_a_draft_and_in_a_folder_of_data() {
    let folder = folder("found");
    // What nobody names is not read, whatever it is.
    fs::write(folder.join("game/other.csv"), [0xff, 0xfe]).unwrap();
    let session = Session::open(&DataSource::Folder(folder.clone())).unwrap();
    assert_eq!(coins(&session, "game/loot"), "3/4");
    let path = folder.join("game/loot.odds").display().to_string();
    let mut session = Session::default();
    session.add_file(&path).unwrap();
    assert_eq!(coins(&session, &path), "3/4");
}

#[test]
fn a_file_that_is_not_there_or_no_text_is_said() {
    let folder = folder("missing");
    fs::write(folder.join("game/loot.csv"), [b'a', 0xff]).unwrap();
    let path = folder.join("game/loot.odds").display().to_string();
    let problem = Session::default().add_file(&path).unwrap_err().to_string();
    assert!(problem.contains("loot.csv: not a text in UTF-8"), "{problem}");
    let problem = Session::open(&DataSource::Folder(folder.clone())).unwrap_err().to_string();
    assert!(problem.contains("loot.csv: not a text in UTF-8"), "{problem}");
    fs::remove_file(folder.join("game/loot.csv")).unwrap();
    let session = Session::open(&DataSource::Folder(folder)).unwrap();
    let problem = session.mechanic("game/loot").unwrap_err().to_string();
    assert!(problem.contains("loot.odds:3:23: there is no file `loot.csv`"), "{problem}");
}

#[test]
fn the_table_of_a_mechanic_in_use_is_found() {
    let folder = folder("used");
    fs::write(folder.join("game/user.odds"), USER).unwrap();
    let path = folder.join("game/user.odds").display().to_string();
    let mut session = Session::default();
    session.add_file(&path).unwrap();
    let mechanic = session.mechanic(&path).unwrap();
    let law = mechanic.law("rich").unwrap().run().unwrap();
    assert_eq!(law.probability("true").unwrap().to_string(), "3/4");
}
