//! A walk over a page with the Tab key.

use serde_json::{Value, json};

use super::Page;

const WALK: &str = include_str!("walk.js");

/// More stops than a page should have.
const MANY: usize = 1000;

/// Where the focus stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) selector: String,
    /// What it is and is called, as the browser tells those who hear the page.
    pub(crate) role: String,
    pub(crate) name: String,
    /// Whether it, its label or what stands around it has an outline or a shadow that it has not otherwise.
    pub(crate) shows_focus: bool,
    /// Whether it was in the window as a whole, or began there if it is larger.
    pub(crate) inside: bool,
    /// What stood before it.
    pub(crate) covered_by: Option<String>,
}

impl Page {
    /// Presses Tab from the top of the page until the focus leaves it or is back at the first stop.
    #[track_caller]
    pub(crate) fn walk(&self) -> Vec<Stop> {
        self.look(&script("start()"));
        let mut stops: Vec<Stop> = Vec::new();
        while stops.len() < MANY {
            self.press("Tab");
            let found = self.look(&script("stop()"));
            if let (Some(last), Some(shown)) = (stops.last_mut(), found["shown"].as_bool()) {
                last.shows_focus = shown;
            }
            if found["end"] == true {
                let again = &found["again"];
                assert!(
                    again.is_null() || found["first"] == true,
                    "the focus is caught: back at {again} {stops:?}"
                );
                return stops;
            }
            let (role, name) = self.focused();
            stops.push(Stop {
                selector: text(&found["selector"]),
                role,
                name,
                shows_focus: false,
                inside: found["inside"] == true,
                covered_by: found["cover"].as_str().map(str::to_owned),
            });
        }
        panic!("{MANY} stops and no end: {:?}", &stops[..10]);
    }

    /// The role and the name of what has the focus.
    #[track_caller]
    fn focused(&self) -> (String, String) {
        let element = self.call("Runtime.evaluate", json!({ "expression": "document.activeElement" }));
        let ask = json!({ "objectId": element["result"]["objectId"], "fetchRelatives": false });
        let tree = self.call("Accessibility.getPartialAXTree", ask);
        let node = &tree["nodes"][0];
        (text(&node["role"]["value"]), text(&node["name"]["value"]))
    }
}

fn script(call: &str) -> String {
    format!("(() => {{\n{WALK}\nreturn {call};\n}})()")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
