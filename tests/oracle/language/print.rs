//! The text of a program. Where the language leaves a choice of layout, it is made at random.

use super::tree::{
    Binary, Block, Body, Builtin, Expr, Id, Item, Keep, Kind, Pattern, Program, Role, Source, Statement,
};
use crate::support::Random;

/// The text of a program, and that of the mechanic that it uses.
pub fn print(program: &Program, seed: u64) -> (String, Option<String>) {
    let used = program.used.as_ref().map(|used| text_of(used, "sub", seed));
    (text_of(program, "program", seed), used)
}

fn text_of(program: &Program, name: &str, seed: u64) -> String {
    let mut printer = Printer { program, random: Random(seed) };
    let mut text = printer.head(name);
    for item in &program.items {
        text += &match item {
            Item::Function(id, parameters, value) => {
                let head = format!("function {}{}", printer.name(*id), printer.parameters(parameters));
                format!("{head} = {}\n", printer.body(value))
            }
            Item::Procedure(id, parameters, block) => {
                let head = format!("procedure {}{}", printer.name(*id), printer.parameters(parameters));
                format!("{head} {}\n", printer.block(block))
            }
            Item::Statement(statement) => printer.statement(statement) + "\n",
        };
    }
    text
}

struct Printer<'a> {
    program: &'a Program,
    random: Random,
}

impl Printer<'_> {
    fn name(&self, id: Id) -> &str {
        &self.program.names[&id]
    }

    fn head(&mut self, name: &str) -> String {
        let mut head = format!("mechanic random/{name}\n");
        if self.program.used.is_some() {
            head += "uses sub\n";
        }
        for (name, values) in &self.program.enumerations {
            let values: Vec<String> = values.iter().map(|value| format!("{value} \"{value}!\"")).collect();
            head += &format!("enumeration {name} {{ {} }}\n", values.join(", "));
        }
        for global in &self.program.globals {
            let (name, kind) = (self.name(global.id).to_owned(), self.kind(global.kind));
            let value = self.expr(&global.declared);
            head += &match global.role {
                Role::Input => format!("input {name}: {kind} = {value}\n"),
                Role::Rule => format!("rule {name}: {kind} = {value} from \"a page\"\n"),
                Role::State => format!("state {name}: {kind} = {value}\n"),
            };
        }
        for (id, kind) in &self.program.outcomes {
            head += &format!("outcome {}: {}\n", self.name(*id), self.kind(*kind));
        }
        head
    }

    fn kind(&self, kind: Kind) -> String {
        match kind {
            Kind::Integer => "integer".to_owned(),
            Kind::Number => "number".to_owned(),
            Kind::Flag => "flag".to_owned(),
            Kind::Variant(of) => self.program.enumerations[of].0.clone(),
            Kind::List => "list of integer".to_owned(),
        }
    }

    fn parameters(&self, parameters: &[(Id, Kind)]) -> String {
        let one = |(id, kind): &(Id, Kind)| format!("{}: {}", self.name(*id), self.kind(*kind));
        format!("({})", parameters.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    /// Statements in braces, one on each line or with `;` between them.
    fn block(&mut self, block: &Block) -> String {
        let lines: Vec<String> = block.iter().map(|statement| self.statement(statement)).collect();
        self.braces(lines)
    }

    fn braces(&mut self, lines: Vec<String>) -> String {
        match self.random.below(3) {
            0 => format!("{{ {} }}", lines.join("; ")),
            1 => format!("{{\n{}\n}}", lines.join("\n")),
            _ => format!("{{{}\n}}", lines.join(" ;\n")),
        }
    }

    /// A value as a branch has it.
    fn body(&mut self, body: &Body) -> String {
        if body.statements.is_empty() && self.random.below(2) == 0 {
            return self.expr(&body.value);
        }
        self.braced(body)
    }

    fn braced(&mut self, body: &Body) -> String {
        let mut lines: Vec<String> =
            body.statements.iter().map(|statement| self.statement(statement)).collect();
        lines.push(self.expr(&body.value));
        self.braces(lines)
    }

    fn statement(&mut self, statement: &Statement) -> String {
        match statement {
            Statement::Let(id, kind, value) => {
                let kind = kind.map(|kind| format!(": {}", self.kind(kind))).unwrap_or_default();
                format!("let {}{kind} = {}", self.name(*id).to_owned(), self.expr(value))
            }
            Statement::Assign(id, value) => format!("{} = {}", self.name(*id).to_owned(), self.expr(value)),
            Statement::If(branches, otherwise) => {
                let one =
                    |(guard, block): &(Expr, Block)| format!("if {} {}", self.expr(guard), self.block(block));
                let mut text = branches.iter().map(one).collect::<Vec<_>>().join(" else ");
                if let Some(block) = otherwise {
                    text += &format!(" else {}", self.block(block));
                }
                text
            }
            Statement::Match(subject, arms) => {
                let subject = self.expr(subject);
                let arms: Vec<String> = arms
                    .iter()
                    .map(|(pattern, block)| format!("{} => {}", self.pattern(pattern), self.block(block)))
                    .collect();
                format!("match {subject} {{\n{}\n}}", arms.join("\n"))
            }
            Statement::Repeat(count, block) => format!("repeat {} {}", self.expr(count), self.block(block)),
            Statement::Until(block, guard) => {
                let block = self.block(block);
                format!("repeat {block} until {}", self.expr(guard))
            }
            Statement::Given(evidence) => format!("given {}", self.expr(evidence)),
            Statement::Pool(id, entries) => {
                let mut lines = Vec::new();
                for (count, weight, value) in entries {
                    let weight = weight.as_ref().map(|weight| format!(" of weight {}", self.expr(weight)));
                    let (count, value) = (self.expr(count), self.expr(value));
                    lines.push(format!("{count}{} => {value}", weight.unwrap_or_default()));
                }
                format!("pool {} {{ {} }}", self.name(*id), lines.join(", "))
            }
            Statement::ForEach(id, source, block) => {
                let source = match source {
                    Source::Enumeration(of) => self.program.enumerations[*of].0.clone(),
                    Source::Range(low, high) => format!("{}..{}", self.expr(low), self.expr(high)),
                    Source::List(list) => self.name(*list).to_owned(),
                };
                format!("for each {} in {source} {}", self.name(*id).to_owned(), self.block(block))
            }
            Statement::Run(id, arguments) => {
                format!("{}{}", self.name(*id).to_owned(), self.arguments(arguments))
            }
            Statement::Use(id, inputs, _) => {
                format!("let {} = {}", self.name(*id).to_owned(), self.used(inputs))
            }
            Statement::Add(value, list, front) => {
                let value = self.expr(value);
                format!("add {value} to {}{}", if *front { "front of " } else { "" }, self.name(*list))
            }
            Statement::Put(list, place, value) => {
                let place = self.expr(place);
                format!("{} at {place} = {}", self.name(*list).to_owned(), self.expr(value))
            }
        }
    }

    fn arguments(&mut self, arguments: &[Expr]) -> String {
        format!("({})", arguments.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", "))
    }

    /// The use of the other mechanic.
    fn used(&mut self, inputs: &[(Id, Expr)]) -> String {
        let mut named = Vec::new();
        for (input, value) in inputs {
            let name = self.program.used.as_ref().and_then(|used| used.names.get(input));
            let name = name.cloned().unwrap_or_default();
            named.push(format!("{name} = {}", self.expr(value)));
        }
        format!("sub({})", named.join(", "))
    }

    fn pattern(&mut self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Else => "else".to_owned(),
            Pattern::Below(bound) => format!("below {bound}"),
            Pattern::AtMost(bound) => format!("at most {bound}"),
            Pattern::Above(bound) => format!("above {bound}"),
            Pattern::AtLeast(bound) => format!("at least {bound}"),
            Pattern::Values(values) => {
                let one = |(low, high): &(Expr, Option<i64>)| {
                    let high = high.map(|high| format!(" to {high}")).unwrap_or_default();
                    self.expr(low) + &high
                };
                values.iter().map(one).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    /// An expression that can stand anywhere.
    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Number(n, 1) if *n < 0 => format!("({n})"),
            Expr::Number(n, 1) => n.to_string(),
            Expr::Number(n, d) => format!("({n}/{d})"),
            Expr::Flag(flag) => flag.to_string(),
            Expr::Variant(of, index) => {
                let (name, values) = &self.program.enumerations[*of];
                let value = &values[*index];
                let shared =
                    self.program.enumerations.iter().filter(|(_, all)| all.contains(value)).count() > 1;
                if shared || self.random.below(3) == 0 { format!("{name}.{value}") } else { value.clone() }
            }
            Expr::Read(id) => self.name(*id).to_owned(),
            Expr::Not(inner) => format!("(not {})", self.expr(inner)),
            Expr::Negate(inner) => format!("(-{})", self.expr(inner)),
            Expr::Binary(op, left, right) => {
                let left = self.expr(left);
                format!("({left} {} {})", text(*op), self.expr(right))
            }
            Expr::Power(base, exponent) => format!("({} ^ {exponent})", self.expr(base)),
            Expr::Builtin(builtin, arguments) => format!("{}{}", called(*builtin), self.arguments(arguments)),
            Expr::OneOfThese(value, these) => {
                let value = self.expr(value);
                let these: Vec<String> = these.iter().map(|expr| self.expr(expr)).collect();
                format!("({value} in {{ {} }})", these.join(", "))
            }
            Expr::Chance(p) => format!("chance({})", self.expr(p)),
            Expr::Random(n) => format!("random({})", self.expr(n)),
            Expr::Die(n) => format!("die({})", self.expr(n)),
            Expr::Sum { count, keep, roll } => {
                let keep = keep.as_ref().map(|(which, kept)| {
                    let which = if *which == Keep::Highest { "highest" } else { "lowest" };
                    format!("{which} {} of ", self.expr(kept))
                });
                let count = self.expr(count);
                format!("(sum of {}{count} {})", keep.unwrap_or_default(), self.rolled(roll))
            }
            Expr::If(branches, otherwise) => {
                let one =
                    |(guard, body): &(Expr, Body)| format!("if {} {}", self.expr(guard), self.braced(body));
                let branches = branches.iter().map(one).collect::<Vec<_>>().join(" else ");
                format!("({branches} else {})", self.braced(otherwise))
            }
            Expr::Match(subject, arms) => {
                let subject = self.expr(subject);
                let arms: Vec<String> = arms
                    .iter()
                    .map(|(pattern, body)| format!("{} => {}", self.pattern(pattern), self.body(body)))
                    .collect();
                format!("(match {subject} {{ {} }})", arms.join(", "))
            }
            Expr::Any(values) => {
                let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
                format!("one of {{ {} }}", values.join(", "))
            }
            Expr::Shares(shares, rest) => {
                let mut lines = self.choices(shares, "");
                lines.extend(rest.as_ref().map(|rest| format!("else => {}", self.body(rest))));
                format!("one of {{ {} }}", lines.join(", "))
            }
            Expr::Weights(weights) => format!("one of {{ {} }}", self.choices(weights, "weight ").join(", ")),
            Expr::Call(id, arguments) => {
                format!("{}{}", self.name(*id).to_owned(), self.arguments(arguments))
            }
            Expr::Use(inputs, outcome) => {
                let used = self.program.used.as_ref().and_then(|used| used.names.get(outcome));
                let outcome = used.cloned().unwrap_or_default();
                format!("{}.{outcome}", self.used(inputs))
            }
            Expr::Draw(pool) => format!("(draw {})", self.name(*pool)),
            Expr::List(values) => {
                let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
                format!("{{ {} }}", values.join(", "))
            }
            Expr::Range(low, high) => format!("{}..{}", self.expr(low), self.expr(high)),
            Expr::First(list) => format!("(first of {})", self.name(*list)),
            Expr::Last(list) => format!("(last of {})", self.name(*list)),
            Expr::Length(list) => format!("(length of {})", self.name(*list)),
            Expr::Total(list) => format!("(sum of {})", self.name(*list)),
            Expr::At(list, place) => format!("({} at {})", self.name(*list).to_owned(), self.expr(place)),
            Expr::Holds(value, list) => format!("({} in {})", self.expr(value), self.name(*list)),
            Expr::TakeFirst(list) => format!("(take first of {})", self.name(*list)),
            Expr::TakeLast(list) => format!("(take last of {})", self.name(*list)),
        }
    }

    /// What is rolled several times: a call, or something in parentheses.
    fn rolled(&mut self, roll: &Expr) -> String {
        let text = self.expr(roll);
        match roll {
            Expr::Die(_) | Expr::Random(_) | Expr::Call(..) => text,
            _ => format!("({text})"),
        }
    }

    fn choices(&mut self, choices: &[(Expr, Body)], word: &str) -> Vec<String> {
        choices
            .iter()
            .map(|(weight, body)| format!("{word}{} => {}", self.expr(weight), self.body(body)))
            .collect()
    }
}

fn text(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Less => "<",
        Binary::AtMost => "<=",
        Binary::Greater => ">",
        Binary::AtLeast => ">=",
        Binary::Equal => "==",
        Binary::Unequal => "!=",
        Binary::And => "and",
        Binary::Or => "or",
    }
}

fn called(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Min => "min",
        Builtin::Max => "max",
        Builtin::Clamp => "clamp",
        Builtin::Floor => "floor",
        Builtin::Ceil => "ceil",
        Builtin::Round => "round",
        Builtin::Abs => "abs",
        Builtin::Mod => "mod",
    }
}
