//! What a program is asked with: the values that its inputs and rules are given, as a person would type them.

use super::interpret::{Value, constant, states};
use super::tree::{Kind, Program, Role};

/// The outcomes that have a law, and then the states, by the names that the engine has for them.
pub fn columns(program: &Program) -> (Vec<String>, Vec<String>) {
    let outcomes = program.outcomes.iter().map(|(id, _)| program.names[id].clone()).collect();
    let states = states(program).into_iter().map(|state| program.names[&state.id].clone()).collect();
    (outcomes, states)
}

/// The kinds of the outcomes that have a law.
pub fn kinds(program: &Program) -> Vec<Kind> {
    program.outcomes.iter().map(|(_, kind)| *kind).collect()
}

/// `name=value` for each input.
pub fn inputs(program: &Program) -> Vec<String> {
    given(program, Role::Input).into_iter().map(|(name, value)| format!("{name}={value}")).collect()
}

/// A rule set with the values of the rules.
pub fn rule_set(program: &Program) -> String {
    let mut text =
        "title = \"Given\"\nkind = \"reading\"\ndefault = true\n[mechanic.program.rules]\n".to_owned();
    for (name, value) in given(program, Role::Rule) {
        text += &format!("\"{name}\" = {{ value = \"{value}\", from = \"a page\" }}\n");
    }
    text
}

fn given(program: &Program, role: Role) -> Vec<(String, String)> {
    let globals = program.globals.iter().filter(|global| global.role == role);
    globals
        .map(|global| {
            let value = constant(program, &global.given).ok();
            (
                program.names[&global.id].clone(),
                value.map(|value| typed(program, global.kind, &value)).unwrap_or_default(),
            )
        })
        .collect()
}

/// A value as a person types it.
pub fn typed(program: &Program, kind: Kind, value: &Value) -> String {
    match (value, kind) {
        (Value::Variant(index), Kind::Variant(of)) => program.enumerations[of].1[*index].clone(),
        (Value::Flag(flag), _) => flag.to_string(),
        (Value::Number(number), _) => number.to_string(),
        _ => "?".to_owned(),
    }
}
