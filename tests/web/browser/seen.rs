//! What Chromium told of a page: what went wrong on it, what was loaded, what was saved from it.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Mutex;

use serde_json::Value;

/// What was told so far.
#[derive(Default)]
pub(super) struct Seen {
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    problems: Vec<String>,
    /// Documents that are there with all their parts.
    loaded: Vec<String>,
    /// Files that the page saves: their names by the number that Chromium gives each.
    names: BTreeMap<String, String>,
    saved: Vec<String>,
}

impl Seen {
    pub(super) fn hear(&self, method: &str, params: &Value) {
        let mut told = self.told.lock().unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match method {
            "Runtime.exceptionThrown" => told.problems.push(thrown(&params["exceptionDetails"])),
            "Runtime.consoleAPICalled" => {
                if let Some(kind @ ("error" | "assert")) = params["type"].as_str() {
                    let words = params["args"].as_array().into_iter().flatten().map(argument);
                    let words: Vec<_> = words.collect();
                    told.problems.push(format!("console.{kind}: {}", words.join(" ")));
                }
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                if entry["level"] == "error" {
                    let (source, said, place) = (&entry["source"], &entry["text"], &entry["url"]);
                    told.problems.push(format!("{}: {} {}", text(source), text(said), text(place)));
                }
            }
            "Inspector.targetCrashed" => told.problems.push("the page crashed".to_owned()),
            "Page.javascriptDialogOpening" => {
                told.problems.push(format!("a dialog stands before the page: {}", text(&params["message"])));
            }
            "Page.lifecycleEvent" if params["name"] == "load" => told.loaded.push(text(&params["loaderId"])),
            "Page.downloadWillBegin" => {
                told.names.insert(text(&params["guid"]), text(&params["suggestedFilename"]));
            }
            "Page.downloadProgress" if params["state"] == "completed" => {
                told.saved.push(text(&params["guid"]));
            }
            _ => {}
        }
    }

    pub(super) fn problems(&self) -> Vec<String> {
        self.told.lock().unwrap().problems.clone()
    }

    /// Takes out the problems that hold a text; whether there were any.
    pub(super) fn excuse(&self, text: &str) -> bool {
        let mut told = self.told.lock().unwrap();
        let before = told.problems.len();
        told.problems.retain(|problem| !problem.contains(text));
        told.problems.len() < before
    }

    pub(super) fn is_loaded(&self, document: &str) -> bool {
        self.told.lock().unwrap().loaded.iter().any(|loaded| loaded == document)
    }

    /// The files that were saved since the last time: as Chromium numbers them, and their names.
    pub(super) fn saved(&self) -> Vec<(String, String)> {
        let mut told = self.told.lock().unwrap();
        let saved = mem::take(&mut told.saved);
        saved.into_iter().map(|guid| (guid.clone(), told.names.remove(&guid).unwrap_or_default())).collect()
    }
}

/// What was thrown, with where.
pub(super) fn thrown(details: &Value) -> String {
    let exception = &details["exception"];
    let what =
        exception["description"].as_str().map_or_else(|| exception["value"].to_string(), str::to_owned);
    format!(
        "{}: {what} {}",
        details["text"].as_str().unwrap_or_default(),
        details["url"].as_str().unwrap_or_default()
    )
}

fn argument(argument: &Value) -> String {
    let text = argument["description"].as_str().or(argument["value"].as_str());
    text.map_or_else(|| argument["value"].to_string(), str::to_owned)
}
