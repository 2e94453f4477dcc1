//! Enumerations by name and values qualified by them; families, their members and how these are named.

use super::families::{Domain, Family, FamilyOf};
use super::model::{Binding, Declaration, EnumId, LocalId, Range, Used, label_from_name};
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{self, Enumeration, Expr, ExprKind, Name, Naming, Over};
use crate::source::Span;
use crate::value::Value;

/// How many members a family may have.
const MAX_MEMBERS: usize = 1_000;

/// The names and labels of what one declaration declares: itself, or the members of a family.
pub(super) struct Declared {
    /// What the family goes through; `None` where it is none.
    over: Option<Vec<Domain>>,
    /// The name and label of each.
    pub(super) names: Vec<(Name, String)>,
}

impl Declared {
    /// What the family goes through: first, and second where it does.
    pub(super) fn domains(&self) -> Option<(Domain, Option<Domain>)> {
        let over = self.over.as_ref()?;
        Some((*over.first()?, over.get(1).copied()))
    }
}

impl Checker {
    /// An enumeration of its own. Another of the same name would be hidden by it or hide it.
    pub(super) fn named_enumeration(&mut self, item: &Enumeration) {
        let taken = self.model.enumerations.iter().any(|other| other.name == item.name.text);
        let known = ["flag", "number", "integer", "probability", "roll"].contains(&item.name.text.as_str());
        if taken || known {
            let message = format!("there is already a kind `{}`", item.name.text);
            self.report(
                Diagnostic::error(Code::DuplicateName, item.name.span, message).help("choose another name"),
            );
        }
        self.enumeration(&item.name, &item.variants);
    }

    /// `room.boss`: the value of that name of the enumeration of that name. `None` where there is no such
    /// enumeration.
    pub(super) fn qualified_value(&mut self, list: &Name, value: &Name) -> Option<(Kind, Option<Binding>)> {
        let named: Vec<EnumId> = (0..self.model.enumerations.len())
            .map(EnumId)
            .filter(|id| self.model.enumerations[id.0].name == list.text)
            .collect();
        let first = *named.first()?;
        let found = named.iter().find_map(|id| Some((*id, self.variant_index(*id, &value.text)?)));
        if let Some((id, index)) = found {
            return Some((Kind::Enum(id), Some(Binding::Variant(index))));
        }
        let known = self.model.enumerations[first.0].variants.iter().map(|variant| variant.name.as_str());
        let help = or_nearest(&value.text, known);
        let message = format!("`{}` has no value `{}`", list.text, value.text);
        self.report(Diagnostic::error(Code::UnknownName, value.span, message).maybe_help(help));
        Some((Kind::Unknown, None))
    }

    /// The names that a declaration declares.
    pub(super) fn declared(
        &mut self,
        name: &Name,
        family: Option<&ast::Family>,
        naming: &Naming,
    ) -> Declared {
        let Some(family) = family else {
            let label = naming.label.clone().unwrap_or_else(|| label_from_name(&name.text));
            return Declared { over: None, names: vec![(name.clone(), label)] };
        };
        let Some(over) = self.domains(family) else {
            return Declared { over: Some(Vec::new()), names: Vec::new() };
        };
        let braces = family.pattern.text.contains('{');
        let mut patterns = vec![(family.pattern.text.as_str(), braces, family.pattern.span)];
        patterns.extend(naming.label.as_deref().map(|label| (label, false, name.span)));
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

    /// Whether every placeholder of a name or label stands for something the family goes through; where `all` must
    /// stand there, whether each does.
    fn placeholders(&mut self, text: &str, all: bool, family: &ast::Family, span: Span) -> bool {
        let places = placeholders(text);
        let mut used = vec![false; family.by.len()];
        for (index, (_, name)) in places.iter().enumerate() {
            let Some(place) = placeholder_index(name, index, family) else {
                let message = format!("`{}` does not go through `{{{name}}}`", family.pattern.text);
                let help = match family.by.first() {
                    Some(Over::Values(first)) => format!("write `{{{}}}`", first.text),
                    _ => "write `{}` for a number of a range".to_owned(),
                };
                self.report(Diagnostic::error(Code::UnknownName, span, message).help(help));
                return false;
            };
            if let Some(used) = used.get_mut(place) {
                *used = true;
            }
        }
        let missing = used.iter().position(|used| !used).filter(|_| all);
        if let Some(missing) = missing {
            let name = match &family.by[missing] {
                Over::Values(name) => format!("{{{}}}", name.text),
                Over::Range(..) => "{}".to_owned(),
            };
            let message =
                format!("several members of the family would be called the same; `{name}` is missing");
            self.report(
                Diagnostic::error(Code::DuplicateName, span, message)
                    .help("name all that it goes through, or nothing: then members are called `name.value`"),
            );
        }
        missing.is_none()
    }

    /// Name and label of a member.
    fn member_name(
        &self,
        shape: &Family,
        member: usize,
        family: &ast::Family,
        naming: &Naming,
    ) -> (Name, String) {
        let places: Vec<(Domain, usize)> = shape.over.iter().copied().zip(shape.places(member)).collect();
        let own = |labels: bool| -> Vec<String> {
            let text = |(over, place): &(Domain, usize)| match labels {
                true => self.model.place_label(*over, *place),
                false => self.model.place_name(*over, *place),
            };
            places.iter().map(text).collect()
        };
        let pattern = &family.pattern;
        let text = match pattern.text.contains('{') {
            true => filled(&pattern.text, &own(false), family),
            false => format!("{}.{}", pattern.text, own(false).join(".")),
        };
        let values = own(true).join(", ");
        let label = match &naming.label {
            Some(label) if label.contains('{') => filled(label, &own(true), family),
            Some(label) => format!("{label} ({values})"),
            None if pattern.text.contains('{') => label_from_name(&text),
            None => format!("{} ({values})", label_from_name(&pattern.text)),
        };
        (Name { text, span: pattern.span }, label)
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

    /// The family that a name stands for here.
    pub(super) fn find_family(&self, name: &str) -> Option<usize> {
        match self.find(None, name) {
            Some((_, Kind::Family(index))) => Some(index),
            _ => None,
        }
    }

    /// `rank of boss` where it is read: its kind, and which member it is, or the family where that is not certain.
    pub(super) fn member_of(&mut self, name: &Name, of: &[Expr]) -> (Kind, Option<Binding>) {
        let Some(family) = self.find_family(&name.text) else {
            return (self.no_family(name, of), None);
        };
        let (kind, binding) = self.chosen(family, name, of);
        match binding {
            Some(Binding::Family(_)) => {
                // One that may have no value is enough to say so.
                let members = self.model.families[family].members.clone();
                let unassigned = |member: &Binding| match member {
                    Binding::Field(index) => !self.assigned.get(*index).copied().unwrap_or(true),
                    _ => false,
                };
                let first = members.iter().copied().find(unassigned).or_else(|| members.first().copied());
                first.into_iter().for_each(|member| self.read(member, name));
            }
            Some(member) => self.read(member, name),
            None => {}
        }
        (kind, binding)
    }

    /// Which member of a family is meant: its kind, and the member, or the family where it is not certain.
    fn chosen(&mut self, index: usize, name: &Name, of: &[Expr]) -> (Kind, Option<Binding>) {
        let family = self.model.families[index].clone();
        if let Some((Binding::Local(id), _)) = self.find(None, &name.text) {
            self.locals[id.0 as usize].read = true;
        }
        if family.over.is_empty() {
            of.iter().for_each(|index| _ = self.expr(index, None));
            return (Kind::Unknown, None);
        }
        if of.len() != family.over.len() {
            of.iter().for_each(|index| _ = self.expr(index, None));
            self.wrong_indices(&family, name, of);
            return (family.kind, None);
        }
        let mut places = Some(Vec::new());
        let mut outside = false;
        for (expr, over) in of.iter().zip(&family.over) {
            let purpose = format!("what stands after `{} of`", family.name);
            let found = self.require(expr, over.kind(), &purpose);
            self.outside_of_family(expr, *over, &family.name, &mut outside);
            let place = self.constant_value(expr, found).and_then(|value| over.place(&value));
            places = places.zip(place).map(|(mut places, place)| {
                places.push(place);
                places
            });
        }
        let member = places.and_then(|places| family.member(&places));
        let binding = if outside { None } else { Some(member.unwrap_or(Binding::Family(index))) };
        (family.kind, binding)
    }

    /// A number that certainly is none of a family.
    fn outside_of_family(&mut self, expr: &Expr, over: Domain, name: &str, outside: &mut bool) {
        let Domain::Numbers(first, count) = over else { return };
        let bounds = self.bounds(expr);
        let last = first.saturating_add(i64::try_from(count).unwrap_or(i64::MAX) - 1);
        let (low, high) = (crate::exact::Rational::from(first), crate::exact::Rational::from(last));
        let above = bounds.low.as_ref().is_some_and(|least| *least > high);
        if above || bounds.high.as_ref().is_some_and(|most| *most < low) {
            let is = match bounds.constant() {
                Some(value) => format!("is {value}"),
                None if above => format!("is always above {high}"),
                None => format!("is always below {low}"),
            };
            let message = format!("`{name}` goes from {low} to {high}; this {is}");
            self.report(Diagnostic::error(Code::OutOfRange, expr.span, message));
            *outside = true;
        }
    }

    fn wrong_indices(&mut self, family: &Family, name: &Name, of: &[Expr]) {
        let by: Vec<String> =
            family.over.iter().map(|over| format!("`{}`", over.describe(&self.model))).collect();
        let last = of.last().map_or(name.span, |last| last.span);
        let found = super::table::counted(of.len());
        let message = format!("`{}` goes by {}; after `of` stands {found}", name.text, by.join(" and "));
        let first = |over: &Domain| self.model.place_name(*over, 0);
        let example: Vec<String> = family.over.iter().map(first).collect();
        let mut diagnostic = Diagnostic::error(Code::WrongArguments, name.span.to(last), message)
            .help(format!("as in `{} of {}`", name.text, example.join(", ")));
        if family.over.len() > of.len() {
            diagnostic = diagnostic.note(format!(
                "among the commas of a call, a list or the arms of a match write parentheses: `({} of {})`",
                name.text,
                example.join(", ")
            ));
        }
        self.report(diagnostic);
    }

    /// The value of an index that has only one.
    fn constant_value(&self, expr: &Expr, kind: Kind) -> Option<Value> {
        if let ExprKind::Paren(inner) = &expr.kind {
            return self.constant_value(inner, kind);
        }
        match (kind, self.resolution.binding(expr.id)) {
            (Kind::Enum(_), Some(Binding::Variant(index))) => Some(Value::Variant(index)),
            (Kind::Integer, _) => self.constant(expr).map(Value::Number),
            _ => None,
        }
    }

    fn no_family(&mut self, name: &Name, of: &[Expr]) -> Kind {
        for index in of {
            // What is no name is a mistake of its own.
            if !matches!(index.kind, ExprKind::Name(..)) {
                self.expr(index, None);
            }
        }
        let families = self.model.families.iter().filter(|family| family.owner.is_none());
        let help = or_nearest(&name.text, families.map(|family| family.name.as_str()));
        let (message, help) = match self.find(None, &name.text) {
            Some((_, Kind::Unknown)) => return Kind::Unknown,
            Some((_, kind)) => {
                let what = self.model.describe(kind);
                let help = "declare it once for every value: as in `outcome {room}_rank by room: integer`";
                (format!("`{}` is {what}, and no family", name.text), Some(help.to_owned()))
            }
            None => (format!("no family `{}`", name.text), help),
        };
        self.report(Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(help));
        Kind::Unknown
    }

    /// What a family that a place in a statement names is for: the member, or the family where it is not certain.
    pub(super) fn place_of(&mut self, place: &ast::Place) -> Option<(Binding, Kind)> {
        let Some(index) = self.find_family(&place.name.text) else {
            self.no_family(&place.name, &place.of);
            return None;
        };
        let (kind, binding) = self.chosen(index, &place.name, &place.of);
        let root = self.find(None, &place.name.text).map(|(root, _)| root);
        if root.is_some_and(|root| !self.can_change(root, &place.name)) {
            return None;
        }
        let family = &self.model.families[index];
        match (family.of, &family.owner) {
            (FamilyOf::Inputs | FamilyOf::Rules, _) => {
                let message = format!("`{}` is given from outside and cannot be changed", place.name.text);
                let help = "keep it in variables: `let … by …`";
                self.report(Diagnostic::error(Code::DuplicateName, place.name.span, message).help(help));
                None
            }
            _ => binding.map(|binding| (binding, kind)),
        }
    }

    /// A loop through all values of an enumeration: a family whose member is given a value in each round has all.
    pub(super) fn every(&mut self, name: &Name, list: EnumId, block: &ast::Block) {
        let fields = self.model.fields.len().min(self.assigned.len());
        let outer = self.assigned.split_off(fields);
        self.assigned.resize(fields + outer.len(), false);
        let next = LocalId(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        let every = self.every.replace(next);
        self.each(name, (Kind::Enum(list), Range::default()), block);
        self.every = every;
        let inner = self.assigned.split_off(fields);
        for (family, _) in self.model.families.iter().zip(inner).filter(|(_, given)| *given) {
            for member in &family.members {
                if let Binding::Field(index) = member
                    && let Some(assigned) = self.assigned.get_mut(*index)
                {
                    *assigned = true;
                }
            }
        }
        self.assigned.extend(outer);
    }

    /// Notes that the member of the variable of such a loop was given a value.
    pub(super) fn given_of_every(&mut self, place: &ast::Place, binding: Binding) {
        let (Binding::Family(index), [of], Some(every)) = (binding, place.of.as_slice(), self.every) else {
            return;
        };
        let place = self.model.fields.len() + index;
        if self.resolution.binding(of.id) == Some(Binding::Local(every))
            && let Some(given) = self.assigned.get_mut(place)
        {
            *given = true;
        }
    }

    /// What is given to a member of a family that is not certain.
    pub(super) fn give_some(&mut self, index: usize, value: &Expr) {
        let family = self.model.families[index].clone();
        for member in &family.members {
            if let Binding::State(state) = member {
                self.state_changed[*state] = true;
            }
        }
        let first = match family.members.first() {
            Some(Binding::Field(field)) => Some(self.model.fields[*field].clone()),
            Some(Binding::State(state)) => Some(self.model.states[*state].declaration.clone()),
            _ => None,
        };
        // Which of its outcomes it is, is not certain; what is wrong with one is with all.
        if let Some(Binding::Field(field)) = family.members.first() {
            self.give_field(*field, value);
            for member in &family.members {
                if let Binding::Field(other) = member
                    && other != field
                    && let Some((count, _)) = self.field_values.get_mut(*other)
                {
                    *count += 1;
                }
            }
        } else if let Some(first) = first {
            self.check_declared_range(&first, family.of.member(), value);
        }
    }

    /// `let faces by 1..6: integer = 0`
    pub(super) fn variables(&mut self, binding: &ast::Let, family: &ast::Family) {
        let declared = self.declared(&binding.name, Some(family), &Naming::default());
        let (kind, range) = self.bound_kind(binding);
        self.can_be_member(kind, binding.value.span);
        self.must_not_draw(&binding.value, "the value with which all members of a family begin");
        let mut members = Vec::new();
        for (name, _) in &declared.names {
            let id = self.variable(name, kind, range.clone());
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

    /// Whether an expression is the name of that enumeration.
    pub(super) fn names_enumeration(&self, expr: &Expr, list: EnumId) -> bool {
        matches!(&expr.kind, ExprKind::Name(None, name) if self.model.enumerations[list.0].name == name.text)
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
                Diagnostic::error(Code::NeverRead, family.span, message)
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
            let over = family.over.iter().map(|over| match over {
                Domain::Values(id, count) => match used.kind(Kind::Enum(*id)) {
                    Kind::Enum(own) => Domain::Values(own, *count),
                    _ => Domain::Values(*id, *count),
                },
                numbers @ Domain::Numbers(..) => *numbers,
            });
            let name = match (family.of, &family.owner) {
                (FamilyOf::Rules, None) => format!("{}.{}", used.name, family.name),
                _ => family.name.clone(),
            };
            let owner = family.owner.clone().or(Some(used.name.clone()));
            let (over, kind) = (over.collect(), used.kind(family.kind));
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

/// The placeholders of a name or label: what stands before each, and what stands in it.
fn placeholders(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split('{').scan("", |_, part| Some(part)).collect::<Vec<_>>();
    let mut found = Vec::new();
    for pair in parts.windows(2) {
        if let [before, part] = pair {
            let before = before.split_once('}').map_or(*before, |(_, after)| after);
            if let Some((name, _)) = part.split_once('}') {
                found.push((before, name));
            }
        }
    }
    found
}

/// What of a family a placeholder stands for: a name for the enumeration of that name, nothing for the next one.
fn placeholder_index(name: &str, index: usize, family: &ast::Family) -> Option<usize> {
    if name.is_empty() {
        return (index < family.by.len()).then_some(index);
    }
    family.by.iter().position(|over| matches!(over, Over::Values(own) if own.text == name))
}

/// A name or label with its placeholders replaced.
fn filled(text: &str, values: &[String], family: &ast::Family) -> String {
    let mut filled = String::new();
    for (index, (before, name)) in placeholders(text).into_iter().enumerate() {
        filled.push_str(before);
        let value = placeholder_index(name, index, family).and_then(|place| values.get(place));
        filled.push_str(value.map_or("", String::as_str));
    }
    filled + text.rsplit_once('}').map_or(text, |(_, after)| after)
}
