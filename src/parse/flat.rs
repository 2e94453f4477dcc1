//! Parts of the tree on one line, for the printer.

use super::ast::{
    Arm, Basis, BinaryOp, Body, Choice, ChoiceWeight, Dice, End, Expr, ExprKind, KindName, KindSyntax, Let,
    Name, Namespace, Naming, NumberLabel, Over, Pattern, PatternKind, PatternValue, Place, PoolEntry,
    RangeSyntax, Statement, StatementKind, UnaryOp, Use, Variant,
};

/// Whether statements stand inside that take lines of their own.
pub(super) fn has_tall(expr: &Expr) -> bool {
    let bodies: Vec<&Body> = match &expr.kind {
        ExprKind::If(_, then, otherwise) => vec![then, otherwise],
        ExprKind::Match(_, arms) => arms.iter().map(|arm| &arm.body).collect(),
        ExprKind::OneOf(choices) => choices.iter().map(|choice| &choice.value).collect(),
        _ => Vec::new(),
    };
    bodies.into_iter().any(is_tall) || expr.kind.children().into_iter().any(has_tall)
}

/// Whether the block of a value has statements that take lines of their own.
pub(super) fn is_tall(body: &Body) -> bool {
    body.statements.iter().any(|statement| !statement.kind.is_simple())
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// ` "Coin" or "penny" {{i|Coin}}`
pub(super) fn naming(naming: &Naming) -> String {
    naming_parts(naming).concat()
}

/// What of it keeps together on a line: the label, and each other word. The template stands beside the last of them.
pub(super) fn naming_parts(naming: &Naming) -> Vec<String> {
    let label = naming.label.as_ref().map(|label| format!(" {}", quoted(label)));
    let aliases = naming.aliases.iter().map(|own| format!(" or {}", quoted(&own.text)));
    let mut parts: Vec<String> = label.into_iter().chain(aliases).collect();
    if let Some(template) = &naming.template {
        let beside = parts.pop().unwrap_or_default();
        parts.push(format!("{beside} {template}"));
    }
    parts
}

/// ` from "page: section"`, ` assumed "why"`; nothing where nothing is said.
pub(super) fn basis(basis: Option<&Basis>) -> String {
    let word = |basis: &Basis| if basis.assumed { "assumed" } else { "from" };
    let said = basis.map(|basis| format!(" {} {}", word(basis), quoted(&basis.source.text)));
    said.unwrap_or_default()
}

pub(super) fn flat_uses(uses: &[Use]) -> String {
    format!("uses {}", flat_list(uses, Use::text))
}

pub(super) fn flat_variant(variant: &Variant) -> String {
    format!("{}{}", variant.name.text, naming(&variant.naming))
}

pub(super) fn flat_variants(variants: &[Variant]) -> String {
    format!("{{ {} }}", flat_list(variants, flat_variant))
}

pub(super) fn flat_label(label: &NumberLabel) -> String {
    format!("{}{}", flat(&label.value), naming(&label.naming))
}

pub(super) fn flat_kind(kind: &KindSyntax) -> String {
    let with_range = |word: &str, range: &Option<RangeSyntax>| match range {
        None => word.to_owned(),
        Some(RangeSyntax { low, high, or_more }) => {
            let end = |end: &Option<Expr>| end.as_ref().map(flat).unwrap_or_default();
            let or_more = if or_more.is_some() { " or more" } else { "" };
            format!("{word} {}..{}{or_more}", end(low), end(high))
        }
    };
    match &kind.kind {
        KindName::Flag => "flag".to_owned(),
        KindName::Probability => "probability".to_owned(),
        KindName::Roll => "roll".to_owned(),
        KindName::Number(range) => with_range("number", range),
        KindName::Integer(range) => with_range("integer", range),
        KindName::Named(name) => name.text.clone(),
        KindName::List(element) => format!("list of {}", flat_kind(element)),
        KindName::Enumeration(variants) => flat_variants(variants),
    }
}

pub(super) fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not ",
        UnaryOp::Negate => "-",
    }
}

pub(super) fn flat_pattern(pattern: &Pattern) -> String {
    match &pattern.kind {
        PatternKind::Else => "else".to_owned(),
        PatternKind::Threshold(threshold, bound) => format!("{} {}", threshold.text(), flat(bound)),
        PatternKind::Values(values) => {
            let value = |value: &PatternValue| match &value.high {
                None => flat(&value.low),
                Some(high) => format!("{} to {}", flat(&value.low), flat(high)),
            };
            values.iter().map(value).collect::<Vec<_>>().join(" or ")
        }
    }
}

pub(super) fn flat_weight(choice: &Choice) -> String {
    match &choice.weight {
        ChoiceWeight::Equal => String::new(),
        ChoiceWeight::Given(weight) => format!("{} => ", flat(weight)),
        ChoiceWeight::Weight(weight) => format!("weight {} => ", flat(weight)),
        ChoiceWeight::Else => "else => ".to_owned(),
    }
}

pub(super) fn flat_entry(entry: &PoolEntry) -> String {
    let each = |(name, all): &(Name, Expr)| format!("for each {} in {}: ", name.text, flat(all));
    let each: String = entry.each.iter().map(each).collect();
    let weight = entry.weight.as_ref().map(|weight| format!(" of weight {}", flat(weight)));
    format!("{each}{}{} => {}", flat(&entry.count), weight.unwrap_or_default(), flat(&entry.value))
}

pub(super) fn flat_body(body: &Body) -> String {
    let value = flat(&body.value);
    if !body.braced {
        return value;
    }
    let before: String = body.statements.iter().map(|statement| flat_statement(statement) + "; ").collect();
    format!("{{ {before}{value} }}")
}

/// A simple statement on one line; nothing for the others.
fn flat_statement(statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Let(binding) => flat_let(binding),
        StatementKind::Assign(Place { name, of }, value) if of.is_empty() => {
            format!("{} = {}", name.text, flat(value))
        }
        StatementKind::Assign(Place { name, of }, value) => {
            format!("{} of {} = {}", name.text, flat_list(of, flat), flat(value))
        }
        StatementKind::Given(evidence) => format!("given {}", flat(evidence)),
        StatementKind::SetAt(name, place, value) => {
            format!("{} at {} = {}", name.text, flat(place), flat(value))
        }
        StatementKind::Run(name, arguments) => format!("{}({})", name.text, flat_list(arguments, flat)),
        StatementKind::Add(value, end, name) => {
            let place = if *end == End::First { "front of " } else { "" };
            format!("add {} to {place}{}", flat(value), name.text)
        }
        StatementKind::Put(value, name) => format!("put {} into {}", flat(value), name.text),
        _ => String::new(),
    }
}

fn flat_let(binding: &Let) -> String {
    let by = binding.family.as_ref().map(|family| format!(" by {}", flat_list(&family.by, flat_over)));
    let kind = binding.kind.as_ref().map(|kind| format!(": {}", flat_kind(kind)));
    let (by, kind) = (by.unwrap_or_default(), kind.unwrap_or_default());
    format!(
        "let {}{by}{kind} = {}",
        binding.family.as_ref().map_or(&binding.name, |family| &family.pattern).text,
        flat(&binding.value)
    )
}

pub(super) fn flat_over(over: &Over) -> String {
    match over {
        Over::Values(name) => name.text.clone(),
        Over::Range(first, last) => format!("{}..{}", flat(first), flat(last)),
    }
}

pub(super) fn flat_list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

pub(super) fn ends_in_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(..) => true,
        ExprKind::Unary(UnaryOp::Negate, inner) => matches!(inner.kind, ExprKind::Number(..)),
        ExprKind::Binary(BinaryOp::Multiply, _, right) => ends_in_number(right),
        _ => false,
    }
}

/// What stands before the number of dice.
pub(super) fn dice_words(dice: &Dice) -> String {
    let sum = if dice.added { "sum of " } else { "" };
    match &dice.keep {
        Some((keep, number)) => format!("{sum}{} {} of ", keep.text(), flat(number)),
        None => sum.to_owned(),
    }
}

/// The expression on one line. Callers ask [`has_tall`] first.
pub(super) fn flat(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(text, _) => text.clone(),
        ExprKind::Flag(value) => value.to_string(),
        ExprKind::Name(None, name) => name.text.clone(),
        ExprKind::Name(Some(Namespace::Input), name) => format!("input.{}", name.text),
        ExprKind::Name(Some(Namespace::Rule), name) => format!("rule.{}", name.text),
        ExprKind::Paren(inner) => format!("({})", flat(inner)),
        ExprKind::Unary(op, inner) => format!("{}{}", unary(*op), flat(inner)),
        ExprKind::Binary(op, left, right) => {
            // A fraction of two numbers is one number to the eye: 1/20, base * 9/10.
            let fraction =
                *op == BinaryOp::Divide && ends_in_number(left) && matches!(right.kind, ExprKind::Number(..));
            let space = if fraction { "" } else { " " };
            format!("{}{space}{}{space}{}", flat(left), op.text(), flat(right))
        }
        ExprKind::In(left, members) => format!("{} in {{ {} }}", flat(left), flat_list(members, flat)),
        ExprKind::Call(name, arguments) => format!("{}({})", name.text, flat_list(arguments, flat)),
        ExprKind::KindsWith(of, pattern) => format!("kinds of {} with {}", flat(of), flat_pattern(pattern)),
        ExprKind::Of(name, of) => format!("{} of {}", name.text, flat_list(of, flat)),
        ExprKind::If(guard, then, otherwise) => {
            format!("if {} {} else {}", flat(guard), flat_body(then), flat_body(otherwise))
        }
        ExprKind::Match(subject, arms) => {
            let arm = |arm: &Arm<Body>| format!("{} => {}", flat_pattern(&arm.pattern), flat_body(&arm.body));
            format!("match {} {{ {} }}", flat(subject), flat_list(arms, arm))
        }
        ExprKind::OneOf(choices) => {
            let choice = |choice: &Choice| flat_weight(choice) + &flat_body(&choice.value);
            format!("one of {{ {} }}", flat_list(choices, choice))
        }
        ExprKind::Use(name, arguments) => {
            let argument = |(name, value): &(Name, Expr)| format!("{} = {}", name.text, flat(value));
            format!("{}({})", name.text, flat_list(arguments, argument))
        }
        ExprKind::Member(inner, name) => format!("{}.{}", flat(inner), name.text),
        ExprKind::Draw(name) => format!("draw {}", name.text),
        ExprKind::Dice(dice) => {
            format!("{}{} {}", dice_words(dice), flat(&dice.count), flat(&dice.thing))
        }
        ExprKind::InList(left, list) => format!("{} in {}", flat(left), flat(list)),
        ExprKind::Range(first, last) => format!("{}..{}", flat(first), flat(last)),
        ExprKind::List(items) if items.is_empty() => "{}".to_owned(),
        ExprKind::List(items) => format!("{{ {} }}", flat_list(items, flat)),
        ExprKind::At(list, place) => format!("{} at {}", flat(list), flat(place)),
        ExprKind::Take(end, name) => format!("take {} of {}", end.text(), name.text),
        ExprKind::Invalid => String::new(),
    }
}
