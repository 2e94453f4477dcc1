//! The contract of the JSON output, as the schema that is committed says it.

use std::sync::OnceLock;

use serde_json::Value as Json;

fn validator() -> &'static jsonschema::Validator {
    static VALIDATOR: OnceLock<jsonschema::Validator> = OnceLock::new();
    VALIDATOR.get_or_init(|| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema/trueodds-1.json");
        let schema = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        jsonschema::validator_for(&schema).unwrap()
    })
}

/// Why a document does not fit the contract.
pub fn problem(document: &Json) -> Option<String> {
    validator().validate(document).err().map(|error| format!("{}: {error}", error.instance_path()))
}

/// Holds a document to the contract.
#[track_caller]
pub fn assert_fits(document: &Json) {
    if let Some(problem) = problem(document) {
        let start: String = document.to_string().chars().take(300).collect();
        panic!("{problem}\n{start}");
    }
}

/// Reads a document, and holds it to the contract.
#[track_caller]
pub fn read(text: &str) -> Json {
    let document = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_fits(&document);
    document
}
