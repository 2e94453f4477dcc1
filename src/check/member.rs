//! Members of families: which one is meant, what is read of it and what it is given.

use super::families::{Domain, Family, FamilyOf};
use super::model::{Binding, EnumId, LocalId, Range};
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{self, Expr, ExprKind, Name};
use crate::value::Value;

impl Checker {
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
            return self.tally_of(name, of).unwrap_or_else(|| (self.no_family(name, of), None));
        };
        let (kind, binding) = self.chosen(family, name, of, &format!("what stands after `{} of`", name.text));
        match binding {
            Some(Binding::Family(_)) => self.read_some(family, name),
            Some(member) => self.read(member, name),
            None => {}
        }
        (kind, binding)
    }

    /// Some member of a family is read. One that may have no value is enough to say so.
    pub(super) fn read_some(&mut self, family: usize, name: &Name) {
        let members = self.model.families[family].members.clone();
        let unassigned = |member: &Binding| match member {
            Binding::Field(index) => !self.assigned.get(*index).copied().unwrap_or(true),
            _ => false,
        };
        let first = members.iter().copied().find(unassigned).or_else(|| members.first().copied());
        first.into_iter().for_each(|member| self.read(member, name));
    }

    /// Which member of a family is meant: its kind, and the member, or the family where it is not certain.
    pub(super) fn chosen(
        &mut self,
        index: usize,
        name: &Name,
        of: &[Expr],
        purpose: &str,
    ) -> (Kind, Option<Binding>) {
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
            let found = self.require(expr, over.kind(), purpose);
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

    pub(super) fn no_family(&mut self, name: &Name, of: &[Expr]) -> Kind {
        if self.no_list_part(name, of) {
            return Kind::Unknown;
        }
        for index in of {
            // What is no name is a mistake of its own.
            if !matches!(index.kind, ExprKind::Name(..)) {
                self.expr(index, None);
            }
        }
        let families = self.model.families.iter().filter(|family| family.owner.is_none());
        let help = or_nearest(&name.text, families.map(|family| family.name.as_str()));
        let of_list = match of {
            [Expr { kind: ExprKind::Name(None, inner), .. }] => {
                matches!(self.find(None, &inner.text), Some((_, Kind::List(_)))).then(|| {
                    let list = &inner.text;
                    format!(
                        "of a list there is `first of {list}`, `last of`, `length of` and `sum of`; go through the \
                         rest with `for each x in {list} {{ … }}`"
                    )
                })
            }
            _ => None,
        };
        let help = of_list.or(help);
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
        let purpose = format!("what stands after `{} of`", place.name.text);
        let (kind, binding) = self.chosen(index, &place.name, &place.of, &purpose);
        (self.can_change_family(index, &place.name)).then_some(())?;
        binding.map(|binding| (binding, kind))
    }

    /// Whether members of a family can be given other values here; an error where not.
    pub(super) fn can_change_family(&mut self, index: usize, name: &Name) -> bool {
        let root = self.find(None, &name.text).map(|(root, _)| root);
        if root.is_some_and(|root| !self.can_change(root, name)) {
            return false;
        }
        if !matches!(self.model.families[index].of, FamilyOf::Inputs | FamilyOf::Rules) {
            return true;
        }
        let message = format!("`{}` is given from outside and cannot be changed", name.text);
        self.report(
            Diagnostic::error(Code::DuplicateName, name.span, message)
                .help("keep it in variables: `let … by …`"),
        );
        false
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
}
