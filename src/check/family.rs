//! Enumerations by name and values qualified by them; families, their members and how these are named.

use super::families::{Domain, Family, FamilyOf};
use super::model::{Binding, Declaration, EnumId, Used, label_from_name};
use super::{Checker, Code, Diagnostic, Kind};
use crate::parse::ast::{self, Expr, Name, Naming, Over};
use crate::source::Span;

/// How many members a family may have.
const MAX_MEMBERS: usize = 1_000;

/// The names and labels of what one declaration declares: itself, or the members of a family.
pub(super) struct Declared {
    /// What the family goes through; `None` where it is none.
    over: Option<Vec<Domain>>,
    /// What each is called.
    pub(super) names: Vec<Called>,
}

/// What one declared thing is called.
pub(super) struct Called {
    pub(super) name: Name,
    pub(super) label: String,
    /// Other words for its label.
    pub(super) aliases: Vec<String>,
}

impl Declared {
    /// What the family goes through: first, and second where it does.
    pub(super) fn domains(&self) -> Option<(Domain, Option<Domain>)> {
        let over = self.over.as_ref()?;
        Some((*over.first()?, over.get(1).copied()))
    }
}

impl Checker {
    /// The names that a declaration declares.
    pub(super) fn declared(
        &mut self,
        name: &Name,
        family: Option<&ast::Family>,
        naming: &Naming,
    ) -> Declared {
        let Some(family) = family else {
            let label = naming.label.clone().unwrap_or_else(|| label_from_name(&name.text));
            let called = Called { name: name.clone(), label, aliases: naming.alias_texts() };
            return Declared { over: None, names: vec![called] };
        };
        let Some(over) = self.domains(family) else {
            return Declared { over: Some(Vec::new()), names: Vec::new() };
        };
        let braces = family.pattern.text.contains('{');
        let mut patterns = vec![(family.pattern.text.as_str(), braces, family.pattern.span)];
        patterns.extend(naming.label.as_deref().map(|label| (label, false, name.span)));
        patterns.extend(naming.aliases.iter().map(|own| (own.text.as_str(), false, own.span)));
        if patterns.into_iter().any(|(text, all, span)| !self.placeholders(text, all, family, span)) {
            return Declared { over: Some(Vec::new()), names: Vec::new() };
        }
        let count = over.iter().map(|over| over.count()).product();
        let shape = Family {
            name: name.text.clone(),
            of: FamilyOf::Variables,
            over,
            kind: Kind::Unknown,
            range: super::model::Range::default(),
            members: Vec::new(),
            owner: None,
            span: name.span,
        };
        let names = (0..count).map(|member| self.member_name(&shape, member, family, naming)).collect();
        Declared { over: Some(shape.over), names }
    }

    /// What a family goes through.
    fn domains(&mut self, family: &ast::Family) -> Option<Vec<Domain>> {
        let domains: Vec<Option<Domain>> = family.by.iter().map(|over| self.domain(over)).collect();
        let domains: Vec<Domain> = domains.into_iter().collect::<Option<_>>()?;
        if let Some(third) = family.by.get(2) {
            let message = "a family goes through one or two things";
            self.report(
                Diagnostic::error(Code::Limit, third.span(), message)
                    .help("make one family for each value of the third"),
            );
            return None;
        }
        let members = domains.iter().try_fold(1_usize, |product, over| product.checked_mul(over.count()));
        if members.is_none_or(|members| members > MAX_MEMBERS) {
            let message = format!("`{}` has more than {MAX_MEMBERS} members", family.pattern.text);
            self.report(Diagnostic::error(Code::Limit, family.pattern.span, message));
            return None;
        }
        Some(domains)
    }

    fn domain(&mut self, over: &Over) -> Option<Domain> {
        match over {
            Over::Values(name) => {
                let found = self.model.enumerations.iter().position(|list| list.name == name.text);
                if let Some(index) = found {
                    let count = self.model.enumerations[index].variants.len();
                    return Some(Domain::Values(EnumId(index), count));
                }
                let lists = self.model.enumerations.iter().map(|list| list.name.as_str());
                let help = crate::diagnostic::nearest(&name.text, lists)
                    .map(|near| format!("did you mean `{near}`?"))
                    .unwrap_or_else(|| format!("list its values: `enumeration {} {{ … }}`", name.text));
                let message = format!("no enumeration `{}`", name.text);
                self.report(Diagnostic::error(Code::UnknownName, name.span, message).help(help));
                None
            }
            Over::Range(first, last) => {
                let end = |expr: &Expr| self.constant(expr).filter(|end| end.is_integer())?.to_i64();
                let (Some(low), Some(high)) = (end(first), end(last)) else {
                    self.report(
                        Diagnostic::error(
                            Code::NotWhole,
                            over.span(),
                            "a family goes through whole numbers that the text says",
                        )
                        .help("as in `by 1..6`"),
                    );
                    return None;
                };
                let count = high.checked_sub(low).and_then(|count| usize::try_from(count).ok());
                let count = count.and_then(|count| count.checked_add(1));
                if count.is_none() {
                    let message = format!("no number is from {low} to {high}");
                    self.report(Diagnostic::error(Code::OutOfRange, over.span(), message));
                }
                count.map(|count| Domain::Numbers(low, count))
            }
        }
    }

    /// Keeps a family whose members are declared.
    pub(super) fn family(
        &mut self,
        head: &Declaration,
        of: FamilyOf,
        declared: Declared,
        members: Vec<Binding>,
    ) {
        let Some(over) = declared.over else { return };
        let name = head.name.clone();
        let own = |binding: Binding| members.contains(&binding);
        let clash = self.model.families.iter().find(|other| other.name == name).map(|other| other.span);
        if let Some(span) = clash.or_else(|| self.declared_as(&name, own)) {
            self.report(
                Diagnostic::error(Code::DuplicateName, head.span, format!("`{name}` is declared twice"))
                    .also(span, "it is declared here")
                    .help("rename one of the two"),
            );
        }
        let (kind, range, span) = (head.kind, head.range.clone(), head.span);
        self.can_be_member(kind, span);
        self.model.families.push(Family { name, of, over, kind, range, members, owner: None, span });
    }

    /// Where something of that name is declared, but for some.
    fn declared_as(&self, name: &str, but: impl Fn(Binding) -> bool) -> Option<Span> {
        let model = &self.model;
        let inputs = model.inputs.iter().map(|input| &input.declaration);
        let rules = model.rules.iter().map(|rule| &rule.declaration);
        let states = model.states.iter().map(|state| &state.declaration);
        let bound = |bind: fn(usize) -> Binding| move |(index, declaration)| (bind(index), declaration);
        let all = inputs.enumerate().map(bound(Binding::Input));
        let all = all.chain(rules.enumerate().map(bound(Binding::Rule)));
        let all = all.chain(states.enumerate().map(bound(Binding::State)));
        let mut all = all.chain(model.fields.iter().enumerate().map(bound(Binding::Field)));
        let found: Option<(Binding, &Declaration)> =
            all.find(|(binding, declaration)| declaration.name == name && !but(*binding));
        found.map(|(_, declaration)| declaration.span)
    }

    /// `let faces by 1..6: integer = 0`
    pub(super) fn variables(&mut self, binding: &ast::Let, family: &ast::Family) {
        let declared = self.declared(&binding.name, Some(family), &Naming::default());
        let (kind, range) = self.bound_kind(binding);
        self.can_be_member(kind, binding.value.span);
        self.must_not_draw(&binding.value, "the value with which all members of a family begin");
        let mut members = Vec::new();
        for called in &declared.names {
            let id = self.variable(&called.name, kind, range.clone());
            self.locals[id.0 as usize].read = true;
            members.push(Binding::Local(id));
        }
        let (name, span) = (binding.name.text.clone(), binding.name.span);
        let over = declared.over.unwrap_or_default();
        let of = FamilyOf::Variables;
        self.model.families.push(Family { name, of, over, kind, range, members, owner: None, span });
        self.bind(&binding.name, Kind::Family(self.model.families.len() - 1), super::model::Range::default());
    }

    /// What the members of a family cannot be.
    fn can_be_member(&mut self, kind: Kind, span: Span) {
        if let Kind::Record(_) | Kind::List(_) = kind {
            let message = "a family holds flags, numbers or named values";
            self.report(
                Diagnostic::error(Code::KindMismatch, span, message)
                    .help("declare what is something else one by one"),
            );
        }
    }

    /// Families of which nothing reads a member, or nothing changes one.
    pub(super) fn families_without_use(&mut self, findings: &mut Vec<Diagnostic>) {
        let mut read = std::mem::take(&mut self.input_read);
        let mut silent = self.as_families(FamilyOf::Inputs, &mut read);
        self.input_read = read;
        let mut read = std::mem::take(&mut self.rule_read);
        silent.extend(self.as_families(FamilyOf::Rules, &mut read));
        self.rule_read = read;
        let mut read = std::mem::take(&mut self.state_read);
        silent.extend(self.as_families(FamilyOf::States, &mut read));
        self.state_read = read;
        for index in &silent {
            let family = &self.model.families[*index];
            let message =
                format!("nothing reads the {}s of the family `{}`", family.of.member(), family.name);
            findings.push(
                Diagnostic::warning(Code::NeverRead, family.span, message)
                    .help("use one of them or remove them"),
            );
        }
        let mut changed = std::mem::take(&mut self.state_changed);
        let unchanged = self.as_families(FamilyOf::States, &mut changed);
        self.state_changed = changed;
        for index in unchanged.into_iter().filter(|index| !silent.contains(index)) {
            let family = &self.model.families[index];
            let message = format!("nothing changes the states of the family `{}`", family.name);
            let help = format!("write `{} of … = …` where one changes, or make them rules", family.name);
            findings.push(Diagnostic::warning(Code::NeverAssigned, family.span, message).help(help));
        }
    }

    /// Takes over the families of rules and states of a mechanic that is used.
    pub(super) fn import_families(&mut self, used: &Used) {
        for family in &used.model.families {
            let member = |member: &Binding| match member {
                Binding::Rule(index) => used.rules.get(*index).copied().map(Binding::Rule),
                Binding::State(index) => used.states.get(*index).copied().map(Binding::State),
                _ => None,
            };
            let members: Option<Vec<Binding>> = family.members.iter().map(member).collect();
            let Some(members) = members.filter(|members| !members.is_empty()) else { continue };
            let known = self.model.families.iter().any(|own| own.members == members);
            if known {
                continue;
            }
            let (owner, game) = (family.owner.as_deref(), self.model.game());
            let name = match family.of {
                FamilyOf::Rules => used.rule_name(owner, &family.name, game),
                _ => family.name.clone(),
            };
            let owner = Some(used.owner(owner, game));
            let (over, kind) = (used.domains(family), used.kind(family.kind));
            self.model.families.push(Family { name, over, kind, members, owner, ..family.clone() });
        }
    }

    /// Whether one of a family is read or changed is said once for all of them.
    pub(super) fn as_families(&self, of: FamilyOf, marks: &mut [bool]) -> Vec<usize> {
        let mut silent = Vec::new();
        for (number, family) in self.model.families.iter().enumerate().filter(|(_, family)| family.of == of) {
            let indices = || family.members.iter().filter_map(|member| member.index());
            let any = indices().any(|index| marks.get(index) == Some(&true));
            if !any && family.owner.is_none() && !family.members.is_empty() {
                silent.push(number);
            }
            for index in indices() {
                if let Some(mark) = marks.get_mut(index) {
                    *mark = true;
                }
            }
        }
        silent
    }
}
