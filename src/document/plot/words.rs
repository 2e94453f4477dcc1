//! What a chart is called, and what it and its parts are in words.

use super::super::block::Text;
use super::super::columns::{Along as DocumentAlong, Columns};
use super::super::labels::declared_value;
use super::super::law::{outcome_label, row_label};
use super::{Mark, Named, Position};
use crate::exact::Rational;
use crate::query::Cumulative;
use crate::query::plot::{Along, Chart, Marker, Plot, Quantity};
use crate::scenario::Mechanic;

/// Words from numbers.
pub(super) struct Words<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) plot: &'a Plot,
}

impl<'a> Words<'a> {
    pub(super) fn columns(&self) -> Columns<'a> {
        let start = self.plot.start.as_deref();
        let columns = Columns::new(self.mechanic, &self.plot.scenarios, &self.plot.axes, start);
        columns.given(self.plot.given.as_deref())
    }

    pub(super) fn quantity(&self, quantity: &Quantity) -> Named {
        let model = &self.mechanic.model;
        match quantity {
            Quantity::Outcome(outcome) => {
                let names = outcome.iter().map(|(field, value)| model.value_text(model[*field].kind, value));
                let parts = outcome.iter().map(|(field, value)| (*field, value));
                Named {
                    name: names.collect::<Vec<_>>().join(","),
                    label: outcome_label(self.mechanic, self.plot.cumulative, parts),
                }
            }
            Quantity::Marginal(field, value) => {
                let declaration = &model[*field];
                Named {
                    name: format!("{}={}", declaration.name, model.value_text(declaration.kind, value)),
                    label: row_label(self.mechanic, *field, value),
                }
            }
            Quantity::Question(text) | Quantity::First(text) => {
                Named { name: text.clone(), label: Text::plain(text.clone()) }
            }
        }
    }

    /// The name and the label of what lies along the axis.
    pub(super) fn axis(&self) -> (String, String) {
        let named = |name: &str, label: &str| (name.to_owned(), label.to_owned());
        match (self.plot.along, self.plot.sweep(), self.plot.quantities.first()) {
            (Along::Sweep, Some(sweep), _) => {
                let declaration = sweep.declaration(self.mechanic);
                named(&declaration.name, &declaration.label)
            }
            (Along::Quantities, _, Some(Quantity::Outcome(outcome))) => {
                let declarations = outcome.iter().map(|(field, _)| &self.mechanic.model[*field]);
                let (names, labels): (Vec<&str>, Vec<&str>) =
                    declarations.map(|own| (own.name.as_str(), own.label.as_str())).unzip();
                (names.join(", "), labels.join(", "))
            }
            (Along::Quantities, _, Some(Quantity::Question(_))) => named("query", "Question"),
            (Along::Quantities, ..) => named("outcome", "Outcome"),
            _ => named("uses", &self.mechanic.model.use_name.heading()),
        }
    }

    pub(super) fn positions(&self, quantities: &[Named]) -> Vec<Named> {
        match (self.plot.along, self.plot.sweep()) {
            (Along::Quantities, _) => quantities.to_vec(),
            (Along::Sweep, Some(sweep)) => {
                let (model, declared) = (&self.mechanic.model, sweep.declaration(self.mechanic));
                let position = |value| Named {
                    name: model.value_text(declared.kind, value),
                    label: declared_value(model, declared, value),
                };
                sweep.values.iter().map(position).collect()
            }
            _ => {
                let named =
                    |at: &Rational| Named { name: at.to_string(), label: Text::plain(at.to_string()) };
                self.plot.positions.iter().map(named).collect()
            }
        }
    }

    pub(super) fn groups(&self) -> Vec<Text> {
        let columns = self.columns();
        let course = self.plot.course.map(DocumentAlong::Axis);
        let along: Vec<DocumentAlong> =
            columns.along().into_iter().filter(|along| Some(*along) != course).collect();
        if along.is_empty() {
            let title =
                |group: &usize| self.mechanic.rule_set_of(&self.plot.scenarios[*group]).title.as_str();
            return self.plot.groups.iter().map(|group| Text::plain(title(group))).collect();
        }
        columns.places(&along, false).into_iter().map(|place| Text::list(place.labels, ", ")).collect()
    }

    pub(super) fn marker(&self, marker: &Marker, groups: &[Text]) -> String {
        match (marker, self.plot.sweep()) {
            (Marker::Median(_, at), _) if groups.len() == 1 => format!("Median {at}"),
            (Marker::Median(group, at), _) => format!("Median {at}, {}", groups[*group].to_plain()),
            (Marker::Value(at), Some(sweep)) => format!("{} {at}", sweep.declaration(self.mechanic).name),
            (Marker::Value(at), None) => at.to_string(),
        }
    }

    /// The only question, where there is one.
    pub(super) fn only_question(&self) -> Option<&str> {
        match self.plot.quantities.as_slice() {
            [Quantity::Question(text)] => Some(text),
            _ => None,
        }
    }

    pub(super) fn title(&self) -> Text {
        let label = self.mechanic.model.label.as_str();
        if let Some(Quantity::First(event)) = self.plot.quantities.first() {
            let title = self
                .columns()
                .caption(format!("{label}: {} until {event} first holds", self.mechanic.model.use_name.many));
            return Text::plain(title.to_plain());
        }
        let title = match (self.plot.quantities.as_slice(), self.only_question()) {
            (_, Some(question)) => Text::plain(question),
            ([only], None) if self.plot.course.is_some() => self.quantity(only).label.and(" chance"),
            _ => Text::plain(label),
        };
        self.columns().caption(title)
    }

    pub(super) fn measure(&self) -> String {
        let measure = match (self.plot.along, self.plot.cumulative) {
            (Along::Uses, None) => return format!("Chance at this {}", self.mechanic.model.use_name.one),
            (Along::Uses, Some(Cumulative::AtMost)) => "Chance by then",
            (Along::Uses, Some(Cumulative::AtLeast)) => "Chance of not yet",
            _ if self.plot.chances => "Chance",
            _ => self.only_question().unwrap_or("Value"),
        };
        measure.to_owned()
    }

    pub(super) fn description(
        &self,
        axis: &str,
        positions: &[Position],
        measure: &str,
        marks: &[Mark],
    ) -> String {
        let (plot, count) = (self.plot, positions.len());
        if let Some(Quantity::First(event)) = plot.quantities.first() {
            let medians: Vec<&str> = marks.iter().map(|mark| mark.label.as_str()).collect();
            let medians = medians.join("; ");
            let uses = &self.mechanic.model.use_name.many;
            return format!("{measure}, where {event} first holds, for {uses} 1 to {count}. {medians}.");
        }
        if plot.chart == Chart::Bars {
            let groups = plot.groups.len();
            let under = if groups > 1 { format!(", {groups} side by side") } else { String::new() };
            if matches!(plot.quantities.first(), Some(Quantity::Question(_))) {
                return format!("Bar chart: the answers to {count} questions{under}.");
            }
            let what = if plot.chances { "chance" } else { "value" };
            return format!("Bar chart: the {what} of each of {count} outcomes{under}.");
        }
        let stacked = plot.chart == Chart::Stacked;
        let head = if stacked { "Stacked areas that sum to 100%," } else { "Curves" };
        let end = |position: Option<&Position>| position.map_or(String::new(), |own| own.label.to_plain());
        let (from, to) = (end(positions.first()), end(positions.last()));
        format!("{head} over {axis} from {from} to {to}, exact at {count} points.")
    }
}
