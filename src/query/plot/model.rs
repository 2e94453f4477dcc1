//! The chart itself: axis, series, marks.

use serde_json::Value as Json;

use super::super::report::Text;
use super::ticks::ticks;
use crate::exact::Rational;

/// How the numbers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chart {
    /// A bar for each place and group.
    Bars,
    /// A curve for each series.
    Curves,
    /// Areas upon each other, which sum to 1 at every place.
    Stacked,
    /// A column for each whole number along the axis.
    Columns,
}

impl Chart {
    /// As in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Chart::Bars => "bars",
            Chart::Curves => "curves",
            Chart::Stacked => "stacked",
            Chart::Columns => "columns",
        }
    }
}

/// What runs along a chart: outcomes of bars, values of an input.
#[derive(Debug, Clone)]
pub struct Axis {
    /// Its name as in JSON and CSV.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// The places, in order.
    pub places: Vec<Place>,
    /// Whether only whole numbers lie on it.
    pub whole: bool,
}

/// A place along the axis.
#[derive(Debug, Clone)]
pub struct Place {
    /// As a person would type it.
    pub name: String,
    /// What people call it.
    pub label: Text,
    /// Where it lies; that of an outcome is its number in the list.
    pub at: Rational,
}

/// What a curve is of: an outcome, or a question.
#[derive(Debug, Clone)]
pub struct Subject {
    /// As in JSON and CSV.
    pub name: String,
    /// What people call it.
    pub label: Text,
}

/// What is told apart in one picture: a rule set; among bars also the value of an input.
#[derive(Debug, Clone)]
pub struct Group {
    /// What people call it.
    pub label: Text,
    /// The rule set by name.
    pub rules: String,
    /// The inputs as in JSON.
    pub inputs: Json,
}

/// Numbers, one for each place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// What it is of; bars are of one subject.
    pub subject: usize,
    /// Under which group.
    pub group: usize,
    /// The numbers, in the order of the places.
    pub values: Vec<Rational>,
}

/// A value of the axis that is pointed out.
#[derive(Debug, Clone)]
pub struct Mark {
    /// What it is called.
    pub label: String,
    /// Where it lies.
    pub at: Rational,
}

/// A chart: what a picture says, in exact numbers.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The mechanic.
    pub mechanic: String,
    /// How it is drawn.
    pub chart: Chart,
    /// The title.
    pub title: Text,
    /// What is to be seen, in a sentence.
    pub description: String,
    /// What runs along it.
    pub axis: Axis,
    /// What the numbers are.
    pub measure: String,
    /// Whether they are probabilities.
    pub chances: bool,
    /// What curves are of.
    pub subjects: Vec<Subject>,
    /// What is told apart.
    pub groups: Vec<Group>,
    /// The numbers.
    pub series: Vec<Series>,
    /// Values of the axis that are pointed out.
    pub marks: Vec<Mark>,
    /// What a citation names.
    pub cited: String,
}

/// A line of a picture: all series that are the same number for number, with the label of them all.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// One label for all of them.
    pub label: String,
    /// The first of them, by its place in [`Plot::series`].
    pub first: usize,
    /// How many they are.
    pub count: usize,
}

impl Plot {
    /// The least and the greatest number, with 0 between them.
    #[must_use]
    pub fn range(&self) -> (Rational, Rational) {
        if self.chart == Chart::Stacked {
            return (Rational::ZERO, Rational::ONE);
        }
        let all = || self.series.iter().flat_map(|series| &series.values);
        let low = all().min().filter(|low| low.is_negative()).cloned().unwrap_or_default();
        let high = all().max().filter(|high| !high.is_negative()).cloned().unwrap_or_default();
        if low == high { (low, Rational::ONE) } else { (low, high) }
    }

    /// Where the axis begins and ends.
    #[must_use]
    pub fn extent(&self) -> (Rational, Rational) {
        let first = self.axis.places.first().map(|place| place.at.clone()).unwrap_or_default();
        let last = self.axis.places.last().map(|place| place.at.clone()).unwrap_or_default();
        if first == last { (first.clone(), &first + &Rational::ONE) } else { (first, last) }
    }

    /// Round numbers for the scale of values, at most `most`; the last is not below any value.
    #[must_use]
    pub fn value_ticks(&self, most: usize) -> Vec<Rational> {
        let (low, high) = self.range();
        // A scale of percentages has round percentages.
        let scale = if self.chances { Rational::from(100) } else { Rational::ONE };
        let found = ticks(&(&low * &scale), &(&high * &scale), most, false, true);
        found.iter().filter_map(|tick| tick.checked_div(&scale)).collect()
    }

    /// Round numbers along the axis, at most `most`; every place where they are so few.
    #[must_use]
    pub fn axis_ticks(&self, most: usize) -> Vec<Rational> {
        if self.axis.places.len() <= most {
            return self.axis.places.iter().map(|place| place.at.clone()).collect();
        }
        let (low, high) = self.extent();
        ticks(&low, &high, most, self.axis.whole, false)
    }

    /// The lines of a picture. Series that are equal everywhere are one line that names them all: a line
    /// under another would not be seen.
    #[must_use]
    pub fn drawn(&self) -> Vec<Drawn> {
        let mut equal: Vec<Vec<usize>> = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            match equal.iter_mut().find(|own| self.series[own[0]].values == series.values) {
                Some(own) => own.push(index),
                None => equal.push(vec![index]),
            }
        }
        let line = |own: Vec<usize>| Drawn { label: self.label_of(&own), first: own[0], count: own.len() };
        equal.into_iter().map(line).collect()
    }

    /// `Pill, Trinket: Rebirth, Afterbirth`; the groups are left out where they are all there are.
    fn label_of(&self, series: &[usize]) -> String {
        let mut subjects: Vec<(usize, Vec<usize>)> = Vec::new();
        for own in series.iter().filter_map(|index| self.series.get(*index)) {
            match subjects.iter_mut().find(|(subject, _)| *subject == own.subject) {
                Some((_, groups)) => groups.push(own.group),
                None => subjects.push((own.subject, vec![own.group])),
            }
        }
        let group = |group: &usize| self.groups.get(*group).map_or(String::new(), |it| it.label.to_plain());
        let mut parts: Vec<(Vec<String>, String)> = Vec::new();
        for (subject, groups) in subjects {
            let label = self.subjects.get(subject).map_or(String::new(), |it| it.label.to_plain());
            let all = groups.len() == self.groups.len();
            let under =
                if all { String::new() } else { groups.iter().map(group).collect::<Vec<_>>().join(", ") };
            match parts.iter_mut().find(|(_, other)| *other == under) {
                Some((labels, _)) => labels.push(label),
                None => parts.push((vec![label], under)),
            }
        }
        let one_subject = self.subjects.len() == 1;
        let part = |(labels, under): &(Vec<String>, String)| match (under.is_empty(), one_subject) {
            (true, _) => labels.join(", "),
            (false, true) => under.clone(),
            (false, false) => format!("{}: {under}", labels.join(", ")),
        };
        parts.iter().map(part).collect::<Vec<_>>().join("; ")
    }

    /// The label of a place.
    #[must_use]
    pub fn place_label(&self, at: &Rational) -> String {
        let found = self.axis.places.iter().find(|place| place.at == *at);
        let number = || at.to_string().replace('-', "\u{2212}");
        found.map_or_else(number, |place| place.label.to_plain())
    }
}
