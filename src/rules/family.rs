//! What a rule set says of a family of rules: of all members, of a row, of one.

use super::raw::{Override, Placed, Said};
use crate::check::Model;
use crate::check::model::{Binding, Domain, FamilyOf};
use crate::diagnostic::{Code, Diagnostic};

/// The rules that an override is about.
pub(super) struct Named {
    /// Their places in the model.
    pub(super) rules: Vec<usize>,
    /// What they go through.
    over: Vec<Domain>,
}

/// The rules of that name: one, a family or a row of it.
pub(super) fn named(model: &Model, name: &str, own: bool) -> Option<Named> {
    let exact =
        |rule: &crate::check::model::Rule| rule.declaration.name == name && rule.owner.is_none() == own;
    if let Some(index) = model.rules.iter().position(exact) {
        return Some(Named { rules: vec![index], over: Vec::new() });
    }
    let (family, said, members) = model.members_named(FamilyOf::Rules, name)?;
    let over = family.over.get(said..).unwrap_or_default().to_vec();
    let rules = members.into_iter().filter_map(Binding::index).collect();
    (family.owner.is_none() == own).then_some(Named { rules, over })
}

/// What is said of each rule, in their order: the same of all, or what stands for each.
pub(super) fn spread<'a>(
    named: &Named,
    change: &'a Override,
    model: &Model,
) -> Result<Vec<(usize, &'a Placed<Said>)>, Diagnostic> {
    let mut spread = Vec::new();
    divide(&named.rules, &named.over, &change.value, model, &mut spread)?;
    Ok(spread)
}

fn divide<'a>(
    rules: &[usize],
    over: &[Domain],
    said: &'a Placed<Said>,
    model: &Model,
    spread: &mut Vec<(usize, &'a Placed<Said>)>,
) -> Result<(), Diagnostic> {
    let Said::Each(each) = &said.value else {
        spread.extend(rules.iter().map(|rule| (*rule, said)));
        return Ok(());
    };
    let Some((first, rest)) = over.split_first() else {
        let message = "several values stand here for one rule";
        return Err(Diagnostic::error(Code::BadRuleSet, said.span, message).help("leave out the brackets"));
    };
    if each.len() != first.count() {
        let names: Vec<String> =
            (0..first.count().min(8)).map(|place| model.place_name(*first, place)).collect();
        let dots = if first.count() > 8 { ", …" } else { "" };
        let message = format!("{} values for {} members", each.len(), first.count());
        let help = format!("one for each of {}{dots}, or one without brackets for all", names.join(", "));
        return Err(Diagnostic::error(Code::BadRuleSet, said.span, message).help(help));
    }
    let width = rules.len() / first.count().max(1);
    for (rules, one) in rules.chunks(width.max(1)).zip(each) {
        divide(rules, rest, one, model, spread)?;
    }
    Ok(())
}
