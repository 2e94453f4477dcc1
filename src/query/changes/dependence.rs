//! Which inputs decide whether and how a rule is read, from the program alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::lower::{Node, Op, Program, Slot, Term, TermKind};
use crate::parse::ast::BinaryOp;
use crate::value::{RuleValue, Value};

/// The numbers that inputs are compared with.
pub(super) type Near = BTreeMap<usize, BTreeSet<Rational>>;

/// A step at which something is read, with all that decides whether it is reached.
struct Site<'p> {
    node: &'p Node,
    guards: Vec<&'p Term>,
}

/// The inputs that a rule is read together with: in the same term, in the guards around it, and in what these are
/// calculated from without a draw.
pub(super) fn together(program: &Program, rule: usize) -> BTreeSet<usize> {
    let sites = sites(program);
    let drawn = drawn(&sites);
    let follows = tainted_inputs(program, rule);
    let tainted = tainted(&sites, rule, &follows, &drawn);
    let mut found = BTreeSet::new();
    let mut slots: BTreeSet<Slot> = BTreeSet::new();
    let mut open: Vec<&Term> = Vec::new();
    for site in &sites {
        let own = site.node.op.terms();
        if own.iter().any(|term| reads(term, rule, &follows, &tainted)) {
            open.extend(own);
            open.extend(&site.guards);
        }
        // Where it decides what is done, that has guards of its own.
        if let Op::Switch(arms, _) = &site.node.op
            && arms.iter().any(|(guard, _)| reads(guard, rule, &follows, &tainted))
        {
            site.node.each(&mut |inside| {
                if let Op::Switch(arms, _) = &inside.op {
                    open.extend(arms.iter().map(|(guard, _)| guard));
                }
            });
        }
    }
    while let Some(term) = open.pop() {
        term.each(&mut |inside| match &inside.kind {
            TermKind::Input(input) => {
                found.insert(*input);
            }
            TermKind::Slot(slot) if !drawn.contains(slot) && slots.insert(*slot) => {
                for site in sites.iter().filter(|site| site.node.op.writes() == Some(*slot)) {
                    open.extend(site.node.op.terms());
                    open.extend(&site.guards);
                }
            }
            _ => {}
        });
    }
    found.extend(follows);
    found
}

/// The numbers that a program compares its inputs with, as rules have them.
pub(super) fn near(program: &Program, rules: &[RuleValue]) -> Near {
    let mut found = Near::new();
    let defaults = program.inputs.iter().flat_map(|steps| &steps.default);
    for node in program.start.iter().chain(&program.body).chain(defaults) {
        node.each(&mut |node| node.op.terms().into_iter().for_each(|term| compared(term, rules, &mut found)));
    }
    found
}

/// All steps with the guards around them.
fn sites(program: &Program) -> Vec<Site<'_>> {
    fn walk<'p>(nodes: &'p [Node], guards: &[&'p Term], out: &mut Vec<Site<'p>>) {
        for node in nodes {
            out.push(Site { node, guards: guards.to_vec() });
            let mut inner = guards.to_vec();
            match &node.op {
                Op::Switch(arms, _) => inner.extend(arms.iter().map(|(guard, _)| guard)),
                Op::Repeat(count, _) => inner.push(count),
                _ => {}
            }
            node.op.bodies().into_iter().for_each(|body| walk(body, &inner, out));
        }
    }
    let mut out = Vec::new();
    walk(&program.start, &[], &mut out);
    walk(&program.body, &[], &mut out);
    out
}

/// The slots that draws give values, or that are given values after a draw.
fn drawn(sites: &[Site<'_>]) -> BTreeSet<Slot> {
    let mut drawn: BTreeSet<Slot> = BTreeSet::new();
    for site in sites {
        match &site.node.op {
            Op::Assign(..) => {}
            Op::Branch(arms, rest) => {
                let bodies = arms.iter().map(|(_, body)| body).chain(rest);
                bodies.flatten().for_each(|node| {
                    node.each(&mut |node| drawn.extend(node.op.writes()));
                });
            }
            op => drawn.extend(op.writes()),
        }
    }
    // What is calculated from them is no plain value either.
    loop {
        let before = drawn.len();
        for site in sites {
            let Some(slot) = site.node.op.writes() else { continue };
            let from = site.node.op.terms().into_iter().chain(site.guards.iter().copied());
            let mut reads = false;
            from.for_each(|term| {
                term.each(&mut |inside| {
                    reads |= matches!(&inside.kind, TermKind::Slot(slot) if drawn.contains(slot));
                });
            });
            if reads {
                drawn.insert(slot);
            }
        }
        if drawn.len() == before {
            return drawn;
        }
    }
}

/// The inputs whose defaults follow from a rule.
fn tainted_inputs(program: &Program, rule: usize) -> BTreeSet<usize> {
    let reads = |nodes: &[Node]| {
        let mut found = false;
        nodes.iter().for_each(|node| {
            node.each(&mut |node| {
                let none = (BTreeSet::new(), BTreeSet::new());
                found |= node.op.terms().into_iter().any(|term| reads(term, rule, &none.0, &none.1));
            });
        });
        found
    };
    let inputs = program.inputs.iter().enumerate().filter(|(_, steps)| reads(&steps.default));
    inputs.map(|(input, _)| input).collect()
}

/// The slots whose values are calculated from a rule without a draw.
fn tainted(
    sites: &[Site<'_>],
    rule: usize,
    follows: &BTreeSet<usize>,
    drawn: &BTreeSet<Slot>,
) -> BTreeSet<Slot> {
    let mut tainted = BTreeSet::new();
    loop {
        let before = tainted.len();
        for site in sites {
            let Some(slot) = site.node.op.writes().filter(|slot| !drawn.contains(slot)) else { continue };
            let mut from = site.node.op.terms().into_iter().chain(site.guards.iter().copied());
            if from.any(|term| reads(term, rule, follows, &tainted)) {
                tainted.insert(slot);
            }
        }
        if tainted.len() == before {
            return tainted;
        }
    }
}

fn reads(term: &Term, rule: usize, follows: &BTreeSet<usize>, tainted: &BTreeSet<Slot>) -> bool {
    let mut found = false;
    term.each(&mut |inside| {
        found |= match &inside.kind {
            TermKind::Rule(own) => *own == rule,
            TermKind::Input(input) => follows.contains(input),
            TermKind::Slot(slot) => tainted.contains(slot),
            _ => false,
        };
    });
    found
}

/// Notes the numbers that inputs are compared with in a term, and those of `clamp` and its like.
fn compared(term: &Term, rules: &[RuleValue], found: &mut Near) {
    term.each(&mut |inside| {
        let sides: Vec<&Term> = match &inside.kind {
            TermKind::Binary(op, left, right) if is_comparison(*op) => vec![left, right],
            TermKind::Call(_, arguments) => arguments.iter().collect(),
            _ => return,
        };
        let (mut inputs, mut numbers) = (Vec::new(), Vec::new());
        for side in sides {
            side.each(&mut |part| match &part.kind {
                TermKind::Input(input) => inputs.push(*input),
                TermKind::Constant(Value::Number(number)) => numbers.push(number.clone()),
                TermKind::Rule(rule) => {
                    let number = rules.get(*rule).and_then(RuleValue::known).and_then(Value::as_number);
                    numbers.extend(number.cloned());
                }
                _ => {}
            });
        }
        for input in inputs {
            found.entry(input).or_default().extend(numbers.iter().cloned());
        }
    });
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Less
            | BinaryOp::LessEquals
            | BinaryOp::Greater
            | BinaryOp::GreaterEquals
            | BinaryOp::Equals
            | BinaryOp::NotEquals
    )
}
