//! What scenarios that stand side by side differ in: cases with names, and what runs through values.

use super::settings::Reader;
use super::{Mechanic, Scenario, Settings, Sweep, Swept, available};
use crate::check::{InputId, Kind};
use crate::diagnostic::{Message, Setting};
use crate::value::InputValue;

/// Inputs that are given together, with a name: `Both: lucky_foot, lucky_toe`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// The inputs that it gives; none where everything is as without it.
    pub inputs: Vec<(InputId, InputValue)>,
}

/// One of the things in which scenarios differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Axis {
    /// Inputs that are given together.
    Cases(Vec<Case>),
    /// An input or a state that runs.
    Sweep(Sweep),
}

/// What scenarios that stand side by side differ in beside their rule sets: every combination is one of them, and
/// what comes last changes fastest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Axes(pub Vec<Axis>);

impl Case {
    /// Reads `No items`, or `Both: lucky_foot, lucky_toe`: flags that are on, values of enumerations, and
    /// `input=value`.
    ///
    /// # Errors
    /// Everything that is wrong with it, one message each.
    ///
    /// ```
    /// use trueodds::scenario::Case;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let both = Case::parse(&award, "Both: Lucky Foot, lucky_toe, luck=3").expect("three inputs");
    /// assert_eq!((both.name.as_str(), both.inputs.len()), ("Both", 3));
    /// let near = &Case::parse(&award, "Foot: lucky_fot").expect_err("no such input")[0];
    /// assert!(near.to_string().contains("`lucky_foot`"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(mechanic: &Mechanic, text: &str) -> Result<Case, Vec<Message>> {
        let (name, given) = match text.split_once(':') {
            Some((name, given)) => (name.trim(), Some(given.trim())),
            None => (text.trim(), None),
        };
        let wrong = |problem: String| Message::default().typed(Setting::Case, quoted(text)).words(problem);
        if name.is_empty() {
            let problem = wrong(" has no name; write one before its inputs, as in ".to_owned());
            return Err(vec![problem.typed(Setting::Case, example(mechanic))]);
        }
        match given {
            Some("") => {
                let problem =
                    wrong(" gives nothing after the colon; for a case with nothing set write ".to_owned());
                Err(vec![problem.typed(Setting::Case, quoted(name))])
            }
            // An item alone would be a case without it, under its name.
            None if let Ok(input) = mechanic.input(name) => {
                let own = &mechanic.model[input].declaration;
                let value = if own.kind == Kind::Flag { "" } else { "=…" };
                let problem = wrong(" is a name without inputs; write ".to_owned());
                Err(vec![problem.typed(Setting::Case, quoted(&format!("{name}: {}{value}", own.name)))])
            }
            None => Ok(Case { name: name.to_owned(), inputs: Vec::new() }),
            Some(given) => {
                let mut reader = Reader::new(mechanic);
                let inputs = reader.inputs(&settings(mechanic, given).of_members(mechanic));
                let own = [Setting::Set, Setting::With];
                let said = |problem: Message| wrong(": ".to_owned()).join(problem.bare(&own));
                let problems: Vec<Message> = reader.problems.into_iter().map(said).collect();
                if problems.is_empty() { Ok(Case { name: name.to_owned(), inputs }) } else { Err(problems) }
            }
        }
    }

    fn gives(&self, input: InputId) -> bool {
        self.inputs.iter().any(|(own, _)| *own == input)
    }

    fn scenario(&self, mechanic: &Mechanic, of: &Scenario) -> Result<Scenario, Vec<Message>> {
        let mut scenario = of.clone();
        let mut problems = Vec::new();
        for (input, value) in &self.inputs {
            problems.extend(available(mechanic, of.rule_set, *input).err());
            scenario.set_input(*input, value.clone());
        }
        if problems.is_empty() { Ok(scenario) } else { Err(problems) }
    }
}

impl Axis {
    /// How many places it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Axis::Cases(cases) => cases.len(),
            Axis::Sweep(sweep) => sweep.values.len(),
        }
    }

    /// Whether it has no place.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The inputs that are given along it.
    fn inputs(&self) -> Vec<InputId> {
        match self {
            Axis::Cases(cases) => {
                cases.iter().flat_map(|case| &case.inputs).map(|(input, _)| *input).collect()
            }
            Axis::Sweep(sweep) => sweep.input().into_iter().collect(),
        }
    }

    fn scenarios(&self, mechanic: &Mechanic, of: &[Scenario]) -> Result<Vec<Scenario>, Vec<Message>> {
        let Axis::Cases(cases) = self else {
            let Axis::Sweep(sweep) = self else { return Ok(Vec::new()) };
            return sweep.scenarios(mechanic, of);
        };
        let (mut spread, mut problems) = (Vec::new(), Vec::new());
        for scenario in of {
            for case in cases {
                match case.scenario(mechanic, scenario) {
                    Ok(scenario) => spread.push(scenario),
                    Err(found) => problems.extend(found),
                }
            }
        }
        problems.dedup();
        if problems.is_empty() { Ok(spread) } else { Err(problems) }
    }
}

impl Axes {
    /// Reads cases and what runs; `settings` is what holds for all of them. At most `most` combinations.
    ///
    /// # Errors
    /// Everything that is wrong with them, one message each: also what is given twice.
    ///
    /// ```
    /// use trueodds::scenario::{Axes, Scenario, Settings};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let cases = ["No items".to_owned(), "Lucky Foot: lucky_foot".to_owned()];
    /// let sweeps = ["luck=0..2".to_owned()];
    /// let axes = Axes::parse(&award, &Settings::default(), &cases, &sweeps, 100).expect("two axes");
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// assert_eq!(axes.spread(&award, &[usual]).expect("six scenarios").len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(
        mechanic: &Mechanic,
        settings: &Settings,
        cases: &[String],
        sweeps: &[String],
        most: usize,
    ) -> Result<Axes, Vec<Message>> {
        let mut problems = Vec::new();
        let mut axes = Vec::new();
        let mut read = Vec::new();
        for text in cases {
            match Case::parse(mechanic, text) {
                Ok(case) => read.push(case),
                Err(found) => problems.extend(found),
            }
        }
        if !read.is_empty() {
            axes.push(Axis::Cases(read));
        }
        for text in sweeps {
            match Sweep::parse(mechanic, text, most) {
                Ok(sweep) => axes.push(Axis::Sweep(sweep)),
                Err(problem) => problems.push(problem),
            }
        }
        let axes = Axes(axes);
        problems.extend(axes.twice(mechanic, settings));
        let count = axes.0.iter().fold(1, |count: usize, axis| count.saturating_mul(axis.len()));
        if axes.0.len() > 1 && count > most {
            let counts: Vec<String> = axes.0.iter().map(|axis| axis.counted(mechanic)).collect();
            let problem = format!(
                "{} make {count} columns; the limit `columns` is {most}. Take larger steps, leave some out, or raise it with ",
                counts.join(" times ")
            );
            problems.push(Message::from(problem).typed(Setting::Limit, "columns=…"));
        }
        if problems.is_empty() { Ok(axes) } else { Err(problems) }
    }

    /// What runs, in its order.
    pub fn sweeps(&self) -> impl Iterator<Item = &Sweep> {
        self.0.iter().filter_map(|axis| match axis {
            Axis::Sweep(sweep) => Some(sweep),
            Axis::Cases(_) => None,
        })
    }

    /// The cases; none where there are no names.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        let cases = self.0.iter().find_map(|axis| match axis {
            Axis::Cases(cases) => Some(cases.as_slice()),
            Axis::Sweep(_) => None,
        });
        cases.unwrap_or_default()
    }

    /// How many scenarios there are under one rule set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(Axis::len).product()
    }

    /// How far the scenarios at one place of an axis are from those at the next.
    ///
    /// ```
    /// use trueodds::scenario::{Axes, Settings};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let sweeps = ["luck=0..2".to_owned(), "difficulty".to_owned()];
    /// let axes = Axes::parse(&award, &Settings::default(), &[], &sweeps, 100).expect("two axes");
    /// assert_eq!((axes.stride(0), axes.stride(1), axes.count()), (2, 1, 6));
    /// assert_eq!((axes.place(3, 0), axes.place(3, 1)), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stride(&self, axis: usize) -> usize {
        self.0.iter().skip(axis + 1).map(Axis::len).product()
    }

    /// The place of a scenario along an axis.
    #[must_use]
    pub fn place(&self, scenario: usize, axis: usize) -> usize {
        let length = self.0.get(axis).map_or(1, Axis::len);
        scenario / self.stride(axis).max(1) % length.max(1)
    }

    /// The inputs that are given along some axis.
    #[must_use]
    pub fn inputs(&self) -> Vec<InputId> {
        self.0.iter().flat_map(Axis::inputs).collect()
    }

    /// Each scenario, for each combination.
    ///
    /// # Errors
    /// The rule sets that do not have an input.
    pub fn spread(&self, mechanic: &Mechanic, scenarios: &[Scenario]) -> Result<Vec<Scenario>, Vec<Message>> {
        let start = scenarios.to_vec();
        self.0.iter().try_fold(start, |scenarios, axis| axis.scenarios(mechanic, &scenarios))
    }

    /// What two of them give, or one of them and the settings.
    fn twice(&self, mechanic: &Mechanic, settings: &Settings) -> Vec<Message> {
        let leave = "leave out one of the two";
        let mut problems = Vec::new();
        let name = |sweep: &Sweep| sweep.declaration(mechanic).name.clone();
        for (index, sweep) in self.sweeps().enumerate() {
            if self.sweeps().take(index).any(|other| other.swept == sweep.swept) {
                problems.push(format!("`{}` is swept twice; {leave}", name(sweep)));
            }
            let given = match sweep.swept {
                Swept::Input(input) => settings.gives(mechanic, input),
                Swept::State(state) => settings.gives_state(mechanic, state),
            };
            if given {
                problems.push(format!("`{}` is swept and given a value; {leave}", name(sweep)));
            }
            for case in
                self.cases().iter().filter(|case| sweep.input().is_some_and(|input| case.gives(input)))
            {
                problems.push(format!(
                    "`{}` is swept and given by the case `{}`; {leave}",
                    name(sweep),
                    case.name
                ));
            }
        }
        for (index, case) in self.cases().iter().enumerate() {
            if self.cases()[..index].iter().any(|other| other.name == case.name) {
                problems.push(format!("two cases are called `{}`; give one another name", case.name));
            }
            for (input, _) in case.inputs.iter().filter(|(input, _)| settings.gives(mechanic, *input)) {
                let input = &mechanic.model[*input].declaration.name;
                problems.push(format!("`{input}` is given for all and by the case `{}`; {leave}", case.name));
            }
        }
        problems.into_iter().map(Message::from).collect()
    }
}

impl From<Option<Sweep>> for Axes {
    fn from(sweep: Option<Sweep>) -> Axes {
        Axes(sweep.into_iter().map(Axis::Sweep).collect())
    }
}

impl Axis {
    /// `11 values of Luck`
    fn counted(&self, mechanic: &Mechanic) -> String {
        match self {
            Axis::Cases(cases) => format!("{} cases", cases.len()),
            Axis::Sweep(sweep) => {
                format!("{} values of {}", sweep.values.len(), sweep.declaration(mechanic).label)
            }
        }
    }
}

/// As a shell takes it.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A case of the mechanic at hand.
fn example(mechanic: &Mechanic) -> String {
    let flag = mechanic.model.inputs.iter().find(|input| input.declaration.kind == Kind::Flag);
    match flag.or(mechanic.model.inputs.first()).map(|input| &input.declaration) {
        Some(own) if own.kind == Kind::Flag => quoted(&format!("{}: {}", own.label, own.name)),
        Some(own) => quoted(&format!("Other: {}=…", own.name)),
        None => quoted("Name: input=value"),
    }
}

/// What stands between commas as settings. Commas may stand in a law too, and in a list.
fn settings(mechanic: &Mechanic, text: &str) -> Settings {
    let mut settings = Settings::default();
    let (mut depth, mut begin) = (0_usize, 0);
    for (at, sign) in text.char_indices().chain([(text.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || at == text.len() => {
                settings.add(mechanic, text[begin..at].trim());
                begin = (at + 1).min(text.len());
            }
            _ => {}
        }
    }
    settings
}
