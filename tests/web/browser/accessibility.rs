//! What axe-core finds.

use serde_json::{Value, json};

use super::Page;

const AXE: &str = include_str!("../axe/axe.min.js");

/// The rules that are looked at: WCAG 2.2 up to AA, and what its authors recommend besides.
const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

impl Page {
    /// What keeps people from using the page, a line each: the rule, the element, what is wrong with it.
    #[track_caller]
    pub(crate) fn accessibility(&self) -> Vec<String> {
        self.axe("violations")
    }

    /// What axe-core leaves to people to judge.
    #[track_caller]
    pub(crate) fn accessibility_undecided(&self) -> Vec<String> {
        self.axe("incomplete")
    }

    #[track_caller]
    fn axe(&self, kind: &str) -> Vec<String> {
        // Colours on their way between two are nobody's.
        self.wait_for_rest();
        // A world of its own on the same document: the page and axe-core do not meet, and the content policy of the
        // page is not asked.
        let frame = self.call("Page.getFrameTree", json!({}))["frameTree"]["frame"]["id"].clone();
        let world = self.call("Page.createIsolatedWorld", json!({ "frameId": frame, "worldName": "axe" }));
        let world = &world["executionContextId"];
        let options = json!({ "runOnly": TAGS, "resultTypes": [kind] });
        let script =
            format!("{AXE};\naxe.run(document, {options}).then(results => results[{}])", json!(kind));
        let ask = json!({
            "expression": script, "contextId": world, "returnByValue": true, "awaitPromise": true,
        });
        let answer = self.call("Runtime.evaluate", ask);
        assert!(answer.get("exceptionDetails").is_none(), "axe-core: {answer}");
        let rules = answer["result"]["value"].as_array().expect("axe-core answers with a list");
        rules.iter().flat_map(findings).collect()
    }
}

fn findings(rule: &Value) -> Vec<String> {
    let nodes = rule["nodes"].as_array().into_iter().flatten();
    let line = |node: &Value| {
        let place = node["target"].as_array().into_iter().flatten();
        let place: Vec<_> = place.map(|part| part.as_str().unwrap_or("a part of it")).collect();
        let why = node["failureSummary"].as_str().unwrap_or_default();
        let why: Vec<_> = why.lines().map(str::trim).collect();
        format!("{}: {}: {}", rule["id"].as_str().unwrap_or_default(), place.join(" "), why.join(" "))
    };
    nodes.map(line).collect()
}
