//! Tables: the values of the members of a family, each once.

use super::declare::written_basis;
use super::families::Domain;
use super::family::Declared;
use super::model::Declaration;
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::or_nearest;
use crate::exact::Rational;
use crate::parse::ast::{Expr, ExprKind, Row, Table};
use crate::value::{Basis, RuleValue, Value};

/// The value of a member, and what it rests on.
pub(super) type Cell = (RuleValue, Option<Basis>);

impl Checker {
    /// The values of a table in the order of the members. What is missing, double or too much is an error.
    pub(super) fn table(
        &mut self,
        head: &Declaration,
        declared: &Declared,
        table: &Table,
        basis: Option<&Basis>,
    ) -> Vec<Cell> {
        let fallback = Value::Number(Rational::ZERO);
        let Some((first, second)) = declared.domains() else { return Vec::new() };
        let mut rows: Vec<Option<&Row>> = vec![None; first.count()];
        for row in &table.rows {
            let Some(place) = self.row_place(head, first, &row.of) else { continue };
            match rows[place] {
                Some(earlier) => {
                    let name = self.model.place_name(first, place);
                    let message = format!("`{}` has two rows for `{name}`", head.name);
                    self.report(
                        Diagnostic::error(Code::DuplicateName, row.of.span, message)
                            .also(earlier.of.span, "the first is here")
                            .help("remove one"),
                    );
                }
                None => rows[place] = Some(row),
            }
        }
        self.missing_rows(head, first, &rows, table);
        let mut values = Vec::new();
        for row in &rows {
            let width = second.map_or(1, Domain::count);
            let Some(row) = row else {
                values.extend(std::iter::repeat_n((RuleValue::Known(fallback.clone()), None), width));
                continue;
            };
            self.width(head, second, row);
            let basis = written_basis(row.basis.as_ref()).or_else(|| basis.cloned());
            for place in 0..width {
                let cell = row.cells.get(place);
                let value = cell.map_or_else(|| fallback.clone(), |cell| self.default_value(head, cell));
                values.push((RuleValue::Known(value), basis.clone()));
            }
        }
        values
    }

    /// Which value a row is for.
    fn row_place(&mut self, head: &Declaration, over: Domain, of: &Expr) -> Option<usize> {
        let value = match (over.kind(), &of.kind) {
            (Kind::Enum(list), ExprKind::Name(None, name)) => {
                self.variant_index(list, &name.text).map(Value::Variant)
            }
            (Kind::Integer, _) => self.constant(of).map(Value::Number),
            _ => None,
        };
        let place = value.and_then(|value| over.place(&value));
        if place.is_none() {
            let by = over.describe(&self.model);
            let help = match &of.kind {
                ExprKind::Name(None, name) => {
                    let known = self.model.variants(over.kind()).iter().map(|variant| variant.name.as_str());
                    or_nearest(&name.text, known)
                }
                _ => Some(format!(
                    "a row begins with the value it is for, such as `{}`",
                    self.model.place_name(over, 0)
                )),
            };
            let message = format!("`{}` goes by `{by}`, which has no such value", head.name);
            self.report(Diagnostic::error(Code::UnknownName, of.span, message).maybe_help(help));
        }
        place
    }

    fn missing_rows(&mut self, head: &Declaration, over: Domain, rows: &[Option<&Row>], table: &Table) {
        let missing = (0..rows.len()).filter(|place| rows[*place].is_none());
        let names: Vec<String> =
            missing.map(|place| format!("`{}`", self.model.place_name(over, place))).collect();
        if names.is_empty() {
            return;
        }
        let shown = names.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 8 { format!(" and {} more", names.len() - 8) } else { String::new() };
        let message = format!("`{}` has no row for {shown}{more}", head.name);
        self.report(
            Diagnostic::error(Code::NotCovered, table.span, message)
                .help("add one: the value, then what it is given"),
        );
    }

    /// Whether a row has as many values as there are members for it.
    fn width(&mut self, head: &Declaration, second: Option<Domain>, row: &Row) {
        let wanted = second.map_or(1, Domain::count);
        if row.cells.len() == wanted {
            return;
        }
        let message = format!("this row has {}, and needs {wanted}", counted(row.cells.len()));
        let help = match second {
            Some(over) => {
                let names = (0..wanted.min(8)).map(|place| self.model.place_name(over, place));
                let dots = if wanted > 8 { ", …" } else { "" };
                format!("`{}` has one for each of {}{dots}", head.name, names.collect::<Vec<_>>().join(", "))
            }
            None => "write a new row after `,`, `;` or on a new line".to_owned(),
        };
        let place = row.cells.get(wanted).map_or(row.span, |cell| cell.span);
        self.report(Diagnostic::error(Code::WrongArguments, place, message).help(help));
    }
}

pub(super) fn counted(count: usize) -> String {
    match count {
        0 => "no value".to_owned(),
        1 => "one value".to_owned(),
        count => format!("{count} values"),
    }
}
