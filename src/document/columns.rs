//! Scenarios that stand side by side, and what tells them from each other.

use super::data::Given;
use super::labels::{declared_value, describe, start_label, swept_label};
use super::{EditionCodes, Text};
use crate::rules::RuleSetKind;
use crate::scenario::{Axes, Axis, Mechanic, Scenario, Swept};
use crate::value::Value;

/// Nothing but the rule set.
static NO_AXES: Axes = Axes(Vec::new());

/// One of the things that scenarios differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Along {
    /// Their rule sets.
    Rules,
    /// An axis, by its index.
    Axis(usize),
}

/// A combination of places along some axes.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// What it is called along each of them.
    pub(super) labels: Vec<Text>,
    /// How far its scenarios are from those at the first place of each.
    pub(super) offset: usize,
}

/// Scenarios that stand side by side: every combination of rule sets and places along axes, what comes last changing
/// fastest.
#[derive(Debug, Clone)]
pub(super) struct Columns<'a> {
    /// The mechanic.
    pub(super) mechanic: &'a Mechanic,
    /// The scenarios.
    pub(super) scenarios: &'a [Scenario],
    /// What they differ in beside their rule sets.
    pub(super) axes: &'a Axes,
    /// The rule sets by their places among the scenarios, those together that share a head.
    sets: Vec<Vec<usize>>,
    /// The marks of editions on a wiki.
    codes: Option<&'a EditionCodes>,
    /// Where the states begin in the first of them; `None` for a mechanic without states.
    start: Option<&'a [Value]>,
    /// What is known, as typed.
    given: Option<&'a str>,
}

impl<'a> Columns<'a> {
    /// Several scenarios, and what they differ in.
    pub(super) fn new(
        mechanic: &'a Mechanic,
        scenarios: &'a [Scenario],
        axes: &'a Axes,
        start: Option<&'a [Value]>,
    ) -> Columns<'a> {
        let count = scenarios.len() / axes.count().max(1);
        let sets = (0..count).map(|set| vec![set]).collect();
        Columns { mechanic, scenarios, axes, sets, codes: None, start, given: None }
    }

    /// One scenario.
    pub(super) fn one(
        mechanic: &'a Mechanic,
        scenario: &'a Scenario,
        start: Option<&'a [Value]>,
    ) -> Columns<'a> {
        Columns::new(mechanic, std::slice::from_ref(scenario), &NO_AXES, start)
    }

    /// The same given what is known.
    pub(super) fn given(self, given: Option<&'a str>) -> Columns<'a> {
        Columns { given, ..self }
    }

    /// The same with one head for all rule sets that are `alike` at every place, as the indices of two scenarios; and
    /// the marks of editions for such heads.
    pub(super) fn together(
        self,
        codes: &'a EditionCodes,
        alike: impl Fn(usize, usize) -> bool,
    ) -> Columns<'a> {
        let stride = self.axes.count();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for set in (0..self.sets.len()).filter(|_| self.several_sets()) {
            let same =
                |first: usize| (0..stride).all(|place| alike(first * stride + place, set * stride + place));
            match sets.iter_mut().find(|own| same(own[0])) {
                Some(own) => own.push(set),
                None => sets.push(vec![set]),
            }
        }
        let sets = if sets.is_empty() { self.sets } else { sets };
        Columns { sets, codes: Some(codes), ..self }
    }

    /// Whether rule sets share a head.
    pub(super) fn are_together(&self) -> bool {
        self.sets.iter().any(|set| set.len() > 1)
    }

    /// Whether there are several rule sets.
    pub(super) fn several_sets(&self) -> bool {
        self.scenarios.windows(2).any(|pair| pair[0].rule_set != pair[1].rule_set)
    }

    /// What the scenarios differ in, the outermost first.
    pub(super) fn along(&self) -> Vec<Along> {
        let rules = self.several_sets().then_some(Along::Rules);
        rules.into_iter().chain((0..self.axes.0.len()).map(Along::Axis)).collect()
    }

    /// What is best read down where something else runs across: what runs first; else the last there is.
    pub(super) fn downward(&self) -> Option<Along> {
        let runs = self.axes.0.iter().position(|axis| matches!(axis, Axis::Sweep(_)));
        runs.map(Along::Axis).or_else(|| self.along().pop())
    }

    /// What an axis is called: `Luck`.
    pub(super) fn name(&self, along: Along) -> String {
        match along {
            Along::Rules => "Rules".to_owned(),
            Along::Axis(index) => match &self.axes.0[index] {
                Axis::Cases(_) => "Case".to_owned(),
                Axis::Sweep(sweep) => sweep.declaration(self.mechanic).label.clone(),
            },
        }
    }

    /// Every combination of places along some axes. `alone` where the name of an axis stands beside its places, so
    /// that they need not repeat it.
    pub(super) fn places(&self, along: &[Along], alone: bool) -> Vec<Place> {
        let mut places = vec![Place { labels: Vec::new(), offset: 0 }];
        for own in along {
            let each = self.places_along(*own, alone);
            let longer = |begin: &Place| {
                let begin = begin.clone();
                let next = move |(label, offset): &(Text, usize)| Place {
                    labels: begin.labels.iter().chain([label]).cloned().collect(),
                    offset: begin.offset + offset,
                };
                each.iter().map(next).collect::<Vec<_>>()
            };
            places = places.iter().flat_map(longer).collect();
        }
        places
    }

    fn places_along(&self, along: Along, alone: bool) -> Vec<(Text, usize)> {
        let stride = self.stride(along);
        let Along::Axis(index) = along else {
            return self.sets.iter().map(|sets| (self.set_label(sets), sets[0] * stride)).collect();
        };
        let places = 0..self.axes.0[index].len();
        places.map(|place| (self.place_label(index, place, alone), place * stride)).collect()
    }

    fn place_label(&self, axis: usize, place: usize, alone: bool) -> Text {
        match &self.axes.0[axis] {
            Axis::Cases(cases) => Text::plain(cases[place].name.as_str()),
            Axis::Sweep(sweep) if alone => {
                declared_value(&self.mechanic.model, sweep.declaration(self.mechanic), &sweep.values[place])
            }
            Axis::Sweep(sweep) => swept_label(self.mechanic, sweep.swept, &sweep.values[place]),
        }
    }

    fn stride(&self, along: Along) -> usize {
        match along {
            Along::Rules => self.axes.count(),
            Along::Axis(index) => self.axes.stride(index),
        }
    }

    /// `Rebirth, Afterbirth`, behind the mark that a wiki has for the editions among them.
    fn set_label(&self, sets: &[usize]) -> Text {
        let stride = self.stride(Along::Rules);
        let own = || sets.iter().map(|set| self.mechanic.rule_set_of(&self.scenarios[set * stride]));
        let between = if own().any(|set| set.title.contains(',')) { "; " } else { ", " };
        let titles = Text::plain(own().map(|set| set.title.as_str()).collect::<Vec<_>>().join(between));
        let editions = &self.mechanic.model.editions;
        let places: Vec<usize> = own()
            .filter(|set| set.kind == RuleSetKind::Edition)
            .filter_map(|set| editions.iter().position(|edition| *edition == set.name))
            .collect();
        let bits = places.iter().fold(0, |bits, place| bits | 1_u32 << place);
        let mark = self.codes.filter(|_| places.len() > 1).and_then(|codes| codes.mark(bits));
        match mark {
            Some(mark) => Text::label("", Some(&format!("{mark} "))).join(titles),
            None => titles,
        }
    }

    /// What a scenario is called, by its index: by what tells it from the others.
    pub(super) fn label(&self, scenario: usize) -> Text {
        let stride = self.axes.count().max(1);
        let set = scenario / stride;
        let shared = self.sets.iter().find(|sets| sets.contains(&set));
        let title = shared.map_or_else(Text::default, |sets| self.set_label(sets));
        let title = Some(title).filter(|_| self.several_sets() || self.axes.0.is_empty());
        Text::list(title.into_iter().chain(self.labels_of(scenario)), ", ")
    }

    /// What a scenario is called beside its rule set.
    pub(super) fn labels_of(&self, scenario: usize) -> impl Iterator<Item = Text> {
        (0..self.axes.0.len()).map(move |axis| self.place_label(axis, self.axes.place(scenario, axis), false))
    }

    /// What all columns have in common: `Repentance+; Luck 3, with Lucky Foot; from Offset 5`.
    pub(super) fn common(&self) -> Text {
        Text::list([self.common_inputs(), self.start_label(), self.given_label()], "; ")
    }

    /// `given curse_rank = 5`; nothing where nothing is.
    fn given_label(&self) -> Text {
        self.given.map_or_else(Text::default, |given| Text::plain(format!("given {given}")))
    }

    /// The same without where the states begin, and what is given.
    pub(super) fn common_inputs(&self) -> Text {
        let Some(first) = self.scenarios.first() else { return Text::default() };
        // A mechanic without rule sets has nothing to tell apart.
        if self.several_sets() || self.mechanic.has_only_declared_rules() {
            return self.inputs();
        }
        Text::list([Text::plain(self.mechanic.rule_set_of(first).title.clone()), self.inputs()], "; ")
    }

    /// `from Offset 5`; nothing for a mechanic without states, or where they run.
    fn start_label(&self) -> Text {
        if self.axes.sweeps().any(|sweep| matches!(sweep.swept, Swept::State(_))) {
            return Text::default();
        }
        self.start.map_or_else(Text::default, |start| start_label(self.mechanic, start))
    }

    /// The inputs that all columns have in common, and where their states begin.
    pub(super) fn common_settings(&self) -> Text {
        Text::list([self.inputs(), self.start_label()], "; ")
    }

    fn inputs(&self) -> Text {
        let first = self.scenarios.first();
        first.map_or_else(Text::default, |first| describe(self.mechanic, first, &self.axes.inputs()))
    }

    /// `by Luck and Contracts from Below`: what runs; nothing where nothing does.
    pub(super) fn by(&self) -> Text {
        let names =
            self.axes.sweeps().map(|sweep| Text::plain(sweep.declaration(self.mechanic).label.as_str()));
        let names = Text::list(names, " and ");
        if names.is_empty() { names } else { Text::plain("by ").join(names) }
    }

    /// A caption: what it is about by what, with what all columns have in common.
    pub(super) fn caption(&self, title: impl Into<Text>) -> Text {
        Text::list([title.into(), self.by()], " ").in_brackets(self.common())
    }

    /// What a citation names: mechanic, rule sets by name, inputs.
    pub(super) fn subject(&self) -> String {
        let model = &self.mechanic.model;
        let mut sets: Vec<&str> =
            self.scenarios.iter().map(|column| self.mechanic.rule_set_of(column).name.as_str()).collect();
        sets.dedup();
        let mut parts = vec![model.path.clone(), format!("rules {}", sets.join(", "))];
        let by = self.by().to_plain();
        parts.extend((!by.is_empty()).then_some(by));
        parts.extend(self.axes.cases().iter().map(|case| {
            let inputs = case.inputs.iter().map(|(input, _)| *input).collect::<Vec<_>>();
            let own = |input: &crate::check::InputId| {
                let value = case.inputs.iter().find(|(own, _)| own == input).map(|(_, value)| value);
                let mut scenario = self.scenarios.first().cloned().unwrap_or_default();
                value.into_iter().for_each(|value| scenario.set_input(*input, value.clone()));
                format!("{}={}", model[*input].declaration.name, scenario.input_text(self.mechanic, *input))
            };
            let inputs = inputs.iter().map(own).collect::<Vec<_>>().join(", ");
            let colon = if inputs.is_empty() { "" } else { ": " };
            format!("case {}{colon}{inputs}", case.name)
        }));
        let inputs = self.inputs().to_plain();
        parts.push(if inputs.is_empty() { "other inputs at their defaults".to_owned() } else { inputs });
        let start = self.start_label().to_plain();
        parts.extend((!start.is_empty()).then_some(start));
        parts.extend(self.given.map(|given| format!("given {given}")));
        parts.join("; ")
    }

    /// Under which rules, case and inputs a scenario is, for programs.
    pub(super) fn data(&self, scenario: usize) -> Given {
        Given { case: self.case(scenario), ..Given::new(self.mechanic, &self.scenarios[scenario]) }
    }

    /// The case of a scenario, by name.
    pub(super) fn case(&self, scenario: usize) -> Option<String> {
        self.axes.0.iter().enumerate().find_map(|(index, axis)| match axis {
            Axis::Cases(cases) => Some(cases[self.axes.place(scenario, index)].name.clone()),
            Axis::Sweep(_) => None,
        })
    }

    /// What tells records from each other: the rule set, the case, and what runs.
    pub(super) fn key_names(&self) -> Vec<String> {
        let name = |axis: &Axis| match axis {
            Axis::Cases(_) => "case".to_owned(),
            Axis::Sweep(sweep) => sweep.declaration(self.mechanic).name.clone(),
        };
        std::iter::once("rules".to_owned()).chain(self.axes.0.iter().map(name)).collect()
    }

    /// The values of what tells records from each other.
    pub(super) fn key(&self, scenario: usize) -> Vec<String> {
        let value = |(index, axis): (usize, &Axis)| match axis {
            Axis::Cases(cases) => cases[self.axes.place(scenario, index)].name.clone(),
            Axis::Sweep(sweep) => {
                let kind = sweep.declaration(self.mechanic).kind;
                self.mechanic.model.value_text(kind, &sweep.values[self.axes.place(scenario, index)])
            }
        };
        let rules = self.mechanic.rule_set_of(&self.scenarios[scenario]).name.clone();
        std::iter::once(rules).chain(self.axes.0.iter().enumerate().map(value)).collect()
    }
}
