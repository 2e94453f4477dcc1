//! The text of a program. Where the language leaves a choice of layout, it is made at random.

use super::tree::{
    Binary, Block, Body, Bounds, Builtin, Entry, Expr, Global, Id, Item, Keep, Kind, OfAll, Over, Pattern,
    Program, Role, Shape, Source, Statement,
};
use crate::support::Random;

/// The texts of a program: its own, that of the mechanic that it uses, and that of its library.
#[derive(Debug, Clone)]
pub struct Printed {
    pub program: String,
    pub used: Option<String>,
    pub library: Option<String>,
}

/// The text of a program.
pub fn print(program: &Program, seed: u64) -> Printed {
    let used = program.used.as_ref().map(|used| text_of(used, "sub", seed));
    let library = (!program.library.is_empty()).then(|| library(program, seed));
    Printed { program: text_of(program, "program", seed), used, library }
}

fn library(program: &Program, seed: u64) -> String {
    let mut printer = Printer { program, random: Random(seed ^ 1), in_library: true };
    let mut text = "library random/lib\n".to_owned() + &printer.enumerations();
    for item in &program.items {
        if let Item::Function(id, parameters, value) = item
            && program.library.contains(id)
        {
            text += &printer.function(*id, parameters, value);
        }
    }
    text
}

fn text_of(program: &Program, name: &str, seed: u64) -> String {
    let mut printer = Printer { program, random: Random(seed), in_library: false };
    let mut text = printer.head(name);
    for item in &program.items {
        let line = match item {
            Item::Function(id, ..) if program.library.contains(id) => continue,
            Item::Function(id, parameters, value) => printer.function(*id, parameters, value),
            Item::Procedure(id, parameters, block) => {
                let head = format!("procedure {}{}", printer.name(*id), printer.parameters(parameters));
                format!("{head} {}\n", printer.block(block))
            }
            Item::Statement(statement) => printer.statement(statement) + "\n",
        };
        if printer.random.below(12) == 0 {
            text += "\n# A line about what follows.\n";
        }
        text += &line;
    }
    text
}

struct Printer<'a> {
    program: &'a Program,
    random: Random,
    /// Whether what is printed stands in the library itself.
    in_library: bool,
}

impl Printer<'_> {
    fn name(&self, id: Id) -> &str {
        &self.program.names[&id]
    }

    fn head(&mut self, name: &str) -> String {
        let mut head = format!("mechanic random/{name}\n");
        match (&self.program.used, self.program.library.is_empty()) {
            (Some(_), true) => head += "uses sub\n",
            (Some(_), false) => head += "uses sub, lib\n",
            (None, true) => {}
            (None, false) => head += "uses lib\n",
        }
        if self.program.library.is_empty() {
            head += &self.enumerations();
        }
        for global in &self.program.globals {
            head += &self.global(global);
        }
        for outcome in &self.program.outcomes {
            let (name, kind) = self.declared(outcome.id, outcome.kind);
            let range = match outcome.bounds {
                Bounds::None => String::new(),
                Bounds::Within(low, high) if high % 2 == 0 => {
                    format!(" {low}..{high} {{ 2 \"Two\", {high} \"All\" }}")
                }
                Bounds::Within(low, high) => format!(" {low}..{high}"),
                Bounds::OrMore(low, high) => format!(" {low}..{high} or more"),
            };
            let start = outcome.start.as_ref().map(|start| format!(" = {}", self.expr(start)));
            head += &format!("outcome {name}: {kind}{range}{}\n", start.unwrap_or_default());
        }
        head
    }

    fn enumerations(&self) -> String {
        let mut text = String::new();
        for (name, values) in &self.program.enumerations {
            let values: Vec<String> = values.iter().map(|value| format!("{value} \"{value}!\"")).collect();
            text += &format!("enumeration {name} {{ {} }}\n", values.join(", "));
        }
        text
    }

    fn function(&mut self, id: Id, parameters: &[(Id, Kind)], value: &Body) -> String {
        let head = format!("function {}{}", self.name(id), self.parameters(parameters));
        format!("{head} = {}\n", self.body(value))
    }

    fn global(&mut self, global: &Global) -> String {
        let (name, kind) = self.declared(global.id, global.kind);
        if global.unknown {
            return format!("rule {name}: {kind} unknown \"nobody said\" from \"a page\"\n");
        }
        let value = match (&global.declared, global.kind) {
            (Expr::Members(values), Kind::Family(family)) => self.table(family, values),
            (value, _) => format!(" = {}", self.expr(value)),
        };
        match global.role {
            Role::Input => format!("input {name}: {kind}{value}\n"),
            Role::Rule => format!("rule {name}: {kind}{value} from \"a page\"\n"),
            Role::State => format!("state {name}: {kind}{value}\n"),
        }
    }

    /// The values of a family: a row for each value of the first thing it goes by.
    fn table(&mut self, family: usize, values: &[Expr]) -> String {
        let over = self.program.families[family].over.clone();
        let first = over.first().map(|over| values_of(self.program, *over)).unwrap_or_default();
        let mut rows = Vec::new();
        for (row, cells) in first.iter().zip(values.chunks(values.len() / first.len().max(1))) {
            let cells: Vec<String> = cells.iter().map(|cell| self.expr(cell)).collect();
            rows.push(format!("{row} {}", cells.join(" ")));
        }
        match self.random.below(3) {
            0 => format!(" {{ {} }}", rows.join(", ")),
            1 => format!(" {{ {} }}", rows.join("; ")),
            _ => format!(" {{\n{}\n}}", rows.join("\n")),
        }
    }

    /// What stands before and after the colon of a declaration.
    fn declared(&self, id: Id, kind: Kind) -> (String, String) {
        let Kind::Family(family) = kind else { return (self.name(id).to_owned(), self.kind(kind)) };
        let family = &self.program.families[family];
        let over = |over: &Over| match over {
            Over::Enumeration(of) => self.program.enumerations[*of].0.clone(),
            Over::Range(low, high) => format!("{low}..{high}"),
        };
        let by: Vec<String> = family.over.iter().map(over).collect();
        let name = family.pattern.clone().unwrap_or_else(|| self.name(id).to_owned());
        (format!("{name} by {}", by.join(", ")), self.kind(family.kind))
    }

    fn kind(&self, kind: Kind) -> String {
        match kind {
            Kind::Integer => "integer".to_owned(),
            Kind::Number => "number".to_owned(),
            Kind::Flag => "flag".to_owned(),
            Kind::Variant(of) => self.program.enumerations[of].0.clone(),
            Kind::List => "list of integer".to_owned(),
            Kind::Family(_) => "?".to_owned(),
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
            1 if self.random.below(4) == 0 => format!("{{ # Why.\n{}  # So.\n}}", lines.join("  # Then.\n")),
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
                let head = match kind {
                    Some(kind) => {
                        let (name, kind) = self.declared(*id, *kind);
                        format!("{name}: {kind}")
                    }
                    None => self.name(*id).to_owned(),
                };
                format!("let {head} = {}", self.expr(value))
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
                let lines: Vec<String> = entries.iter().map(|entry| self.entry(entry)).collect();
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
            Statement::PutBack(value, pool) => format!("put {} into {}", self.expr(value), self.name(*pool)),
            Statement::SetMember(id, _, of, value) => {
                format!("{} of {} = {}", self.name(*id).to_owned(), self.indexes(of), self.expr(value))
            }
            Statement::Tally(id, _, of) => format!("add {} to {}", self.expr(of), self.name(*id)),
            Statement::Count { counter, p: (n, d), most, into } => {
                let (counter, into) = (self.name(*counter), self.name(*into));
                let lines = [
                    format!("let {counter} = 0"),
                    format!("repeat {{ {counter} = {counter} + 1 }} until chance({n}/{d})"),
                    format!("{into} = {into} + min({counter}, {most})"),
                ];
                lines.join("\n")
            }
            Statement::Shared { roll: name, shape, flags } => {
                let name = self.name(*name).to_owned();
                let mut lines = vec![format!("let {name} = {}", roll(*shape))];
                for (flag, (n, d)) in flags {
                    let flag = self.name(*flag).to_owned();
                    lines.push(match self.random.below(3) {
                        0 => format!("{flag} = {name} < {n}/{d}"),
                        1 => format!("{flag} = ({n}/{d}) >= {name}"),
                        _ => format!("{flag} = if {name} > {n}/{d} {{ false }} else {{ true }}"),
                    });
                }
                lines.join("\n")
            }
            Statement::Skill { skill, shape, times, wins } => {
                let (skill, wins) = (self.name(*skill), self.name(*wins));
                let block = format!("{{ if chance({skill}) {{ {wins} = {wins} + 1 }} }}");
                format!("let {skill} = {}\nrepeat {times} {block}", roll(*shape))
            }
        }
    }

    fn entry(&mut self, entry: &Entry) -> String {
        let each = match entry.each {
            None => String::new(),
            Some((id, Over::Enumeration(of))) => {
                format!("for each {} in {}: ", self.name(id), self.program.enumerations[of].0)
            }
            Some((id, Over::Range(low, high))) => format!("for each {} in {low}..{high}: ", self.name(id)),
        };
        let weight = entry.weight.as_ref().map(|weight| format!(" of weight {}", self.expr(weight)));
        let (count, value) = (self.expr(&entry.count), self.expr(&entry.value));
        format!("{each}{count}{} => {value}", weight.unwrap_or_default())
    }

    /// What stands after `of`: names, numbers, or something in parentheses.
    fn indexes(&mut self, of: &[Expr]) -> String {
        let of: Vec<String> = of.iter().map(|expr| self.expr(expr)).collect();
        of.join(", ")
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
            Expr::Power(base, exponent) => {
                let base = self.expr(base);
                format!("({base} ^ {})", self.expr(exponent))
            }
            Expr::Members(_) => "?".to_owned(),
            Expr::Member(id, _, of) => format!("({} of {})", self.name(*id).to_owned(), self.indexes(of)),
            Expr::OfAll(of, id) => {
                let word = match of {
                    OfAll::Most => "most",
                    OfAll::Least => "least",
                    OfAll::Sum => "sum",
                };
                format!("({word} of {})", self.name(*id))
            }
            Expr::KindsWith(id, pattern) => {
                format!("(kinds of {} with {})", self.name(*id).to_owned(), self.pattern(pattern))
            }
            Expr::Dice { count, keep, sides } => {
                let keep = keep.as_ref().map(|(which, kept)| {
                    let which = if *which == Keep::Highest { "highest" } else { "lowest" };
                    format!("{which} {} of ", self.expr(kept))
                });
                format!("{}{} die({sides})", keep.unwrap_or_default(), self.expr(count))
            }
            Expr::Left(pool) => format!("(length of {})", self.name(*pool)),
            Expr::Compared(shape, below, bound) => {
                let sign = match (below, self.random.below(2)) {
                    (true, 0) => "<",
                    (true, _) => "<=",
                    (false, 0) => ">",
                    (false, _) => ">=",
                };
                format!("({} {sign} {})", roll(*shape), self.expr(bound))
            }
            Expr::Floored(shape, scale) => format!("floor(({}) * {scale})", roll(*shape)),
            Expr::ChanceOf(shape) => format!("chance({})", roll(*shape)),
            Expr::Rolled(shape, arms, otherwise) => {
                let mut lines = Vec::new();
                for ((n, d), body) in arms {
                    let word = if self.random.below(2) == 0 { "below" } else { "at most" };
                    lines.push(format!("{word} ({n}/{d}) => {}", self.body(body)));
                }
                lines.push(format!("else => {}", self.body(otherwise)));
                format!("(match {} {{ {} }})", roll(*shape), lines.join(", "))
            }
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
                let from = !self.in_library && self.program.library.contains(id) && self.random.below(3) == 0;
                format!(
                    "{}{}{}",
                    if from { "lib." } else { "" },
                    self.name(*id).to_owned(),
                    self.arguments(arguments)
                )
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

/// The values that something goes by, as a text has them.
pub fn values_of(program: &Program, over: Over) -> Vec<String> {
    match over {
        Over::Enumeration(of) => program.enumerations[of].1.clone(),
        Over::Range(low, high) => (low..=high).map(|n| n.to_string()).collect(),
    }
}

fn roll(shape: Shape) -> String {
    let several = |count: u32, between: &str| vec!["uniform()"; count as usize].join(between);
    match shape {
        Shape::Between(0, 4) => "uniform()".to_owned(),
        Shape::Between(low, high) => format!("uniform({low}/4, {high}/4)"),
        Shape::Sum(count) => several(count, " + "),
        Shape::Most(count) => format!("max({})", several(count, ", ")),
        Shape::Least(count) => format!("min({})", several(count, ", ")),
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
        Builtin::Root => "root",
        Builtin::Xor => "xor",
        Builtin::Float32 => "float32",
    }
}
