//! What a program is asked with: the values that its inputs and rules are given, as a person would type them.

use super::interpret::{Value, given, states};
use super::print::values_of;
use super::tree::{Bounds, Global, Id, Kind, Program, Role};

/// An outcome or a state, or a member of a family of them: how the engine calls it, its kind and its range.
#[derive(Debug, Clone)]
pub struct Column {
    pub name: String,
    /// How a question calls it.
    pub asked: String,
    pub kind: Kind,
    pub bounds: Bounds,
}

/// The outcomes that have a law, and then the states.
pub fn columns(program: &Program) -> (Vec<Column>, Vec<Column>) {
    let mut outcomes = Vec::new();
    for outcome in program.outcomes.iter().filter(|outcome| !outcome.dark) {
        for (name, kind) in members(program, outcome.id, outcome.kind) {
            outcomes.push(Column { asked: asked(&name), name, kind, bounds: outcome.bounds });
        }
    }
    let mut after = Vec::new();
    for state in states(program) {
        for (name, kind) in members(program, state.id, state.kind) {
            after.push(Column { asked: asked(&name), name, kind, bounds: Bounds::None });
        }
    }
    (outcomes, after)
}

/// A member without a name of its own, as `o1 of red, 2`.
fn asked(name: &str) -> String {
    match name.split_once('.') {
        Some((family, of)) => format!("({family} of {})", of.replace('.', ", ")),
        None => name.to_owned(),
    }
}

/// The outcomes that nobody can know.
pub fn dark(program: &Program) -> Vec<String> {
    let dark = program.outcomes.iter().filter(|outcome| outcome.dark);
    dark.map(|outcome| program.names[&outcome.id].clone()).collect()
}

/// The names and the kind of the members of a family, or of the one thing that is declared.
fn members(program: &Program, id: Id, kind: Kind) -> Vec<(String, Kind)> {
    let name = &program.names[&id];
    let Kind::Family(family) = kind else { return vec![(name.clone(), kind)] };
    let family = &program.families[family];
    let mut names = vec![family.pattern.clone().unwrap_or_else(|| name.clone())];
    for over in &family.over {
        let values = values_of(program, *over);
        let named = |name: &String| -> Vec<String> {
            let one = |value: &String| match (name.find('{'), name.find('}')) {
                (Some(from), Some(to)) => format!("{}{value}{}", &name[..from], &name[to + 1..]),
                _ => format!("{name}.{value}"),
            };
            values.iter().map(one).collect()
        };
        names = names.iter().flat_map(named).collect();
    }
    names.into_iter().map(|name| (name, family.kind)).collect()
}

/// `name=value` for each input that is given one.
pub fn inputs(program: &Program) -> Vec<String> {
    all_given(program, Role::Input).into_iter().map(|(name, value)| format!("{name}={value}")).collect()
}

/// A rule set with the values of the rules: of a family one by one, in rows, or all at once.
pub fn rule_set(program: &Program) -> String {
    let head = "title = \"Given\"\nkind = \"reading\"\ndefault = true\n[mechanic.program.rules]\n";
    let mut text = head.to_owned();
    let mut said = |name: &str, value: String| {
        text += &format!("\"{name}\" = {{ value = {value}, from = \"a page\" }}\n");
    };
    for global in program.globals.iter().filter(|global| global.role == Role::Rule) {
        let all = all_of(program, global);
        let quoted: Vec<String> = all.iter().map(|(_, value)| format!("\"{value}\"")).collect();
        let name = &program.names[&global.id];
        let (Kind::Family(family), false) = (global.kind, all.is_empty()) else {
            quoted.into_iter().for_each(|value| said(name, value));
            continue;
        };
        let family = &program.families[family];
        let firsts = values_of(program, family.over[0]);
        let rows: Vec<String> =
            quoted.chunks(quoted.len() / firsts.len()).map(|row| format!("[{}]", row.join(", "))).collect();
        let two = family.over.len() == 2;
        match global.id % 3 {
            0 if two => said(name, format!("[{}]", rows.join(", "))),
            0 => said(name, format!("[{}]", quoted.join(", "))),
            1 if two && family.pattern.is_none() => {
                firsts.iter().zip(rows).for_each(|(first, row)| said(&format!("{name}.{first}"), row));
            }
            _ => all.iter().zip(quoted).for_each(|((member, _), value)| said(member, value)),
        }
    }
    text
}

fn all_given(program: &Program, role: Role) -> Vec<(String, String)> {
    let globals = program.globals.iter().filter(|global| global.role == role);
    globals.flat_map(|global| all_of(program, global)).collect()
}

/// What an input or a rule is given, or each member of a family of them.
fn all_of(program: &Program, global: &Global) -> Vec<(String, String)> {
    let values = match (given(program, global), global.kind) {
        (None, _) => return Vec::new(),
        (Some(Value::List(values)), Kind::Family(_)) => values,
        (Some(value), _) => vec![value],
    };
    let names = members(program, global.id, global.kind);
    let typed = |((name, kind), value): ((String, Kind), Value)| (name, typed(program, kind, &value));
    names.into_iter().zip(values).map(typed).collect()
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
