//! What may be asked of a mechanic: each view is a question with the fields that it needs.

use crate::check::Kind;
use crate::check::model::Declaration;
use crate::exact::Rational;
use crate::scenario::{Mechanic, all_values};
use crate::web::Question;

/// A way to ask.
pub(super) struct View {
    /// Its name in the address.
    pub(super) name: &'static str,
    /// What people call it.
    pub(super) label: &'static str,
    /// The command that answers it.
    pub(super) command: &'static str,
    /// What it always asks with.
    pub(super) fixed: &'static [(&'static str, &'static str)],
    /// What is asked for beside rules and inputs.
    pub(super) fields: &'static [Field],
    /// What else can be said.
    pub(super) more: &'static [Field],
    /// Without which fields there is nothing to answer, and what is said then.
    pub(super) needs: (&'static [&'static str], &'static str),
    /// Whether inputs may run, and be pinned as cases.
    pub(super) has_axes: bool,
}

/// Something that can be said in a view.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) kind: FieldKind,
}

/// What a field holds.
#[derive(Clone, Copy)]
pub(super) enum FieldKind {
    /// An outcome.
    Outcome,
    /// An event, such as `award = chest`.
    Event,
    /// An event that is known, in the words of the mechanic.
    Given,
    /// A question, such as `P(award = chest)`.
    Question,
    /// A comparison, such as `P(award = chest) >= 1/4`.
    Comparison,
    /// An input or a state that runs.
    Run,
    /// The values that it runs through, such as `0..10`.
    Through,
    /// A number that an axis can be.
    Symbol,
    /// Any text, with an example.
    Text(&'static str),
    /// One of these.
    Choice(&'static [(&'static str, &'static str)]),
    /// There or not.
    Flag,
}

const fn field(name: &'static str, label: &'static str, kind: FieldKind) -> Field {
    Field { name, label, kind }
}

const OUTCOME: Field = field("outcome", "Outcome", FieldKind::Outcome);
const RUN: Field = field("run", "For each", FieldKind::Run);
const THROUGH: Field = field("through", "from .. to", FieldKind::Through);
const GIVEN: Field = field("given", "What is known", FieldKind::Given);
const SHOW: Field = field(
    "show",
    "Chances as",
    FieldKind::Choice(&[
        ("", "as usual"),
        ("percent", "21.6%"),
        ("fraction", "27/125"),
        ("both", "27/125 (21.6%)"),
        ("one-in", "1 in 4.63"),
    ]),
);
const CUMULATIVE: Field = field(
    "cumulative",
    "Numbers as",
    FieldKind::Choice(&[("", "exactly"), ("at-least", "at least"), ("at-most", "at most")]),
);
const MERGED: Field = field("merge-rows", "Equal rows as one", FieldKind::Flag);
const TRANSPOSED: Field = field("transpose", "Rows as columns", FieldKind::Flag);
const CAPTION: Field = field("caption", "Caption", FieldKind::Text("made from what is asked"));
const EVENT: Field = field("events", "What you wait for", FieldKind::Event);
const OWN_EVENT: Field = field("events", "Or in the words of the mechanic", FieldKind::Text("rarity = rare"));
const QUESTION: Field = field("queries", "Question", FieldKind::Question);
const OWN_QUESTION: Field = field(
    "queries",
    "Or in the words of the mechanic",
    FieldKind::Text("P(award = chest | award != nothing)"),
);
const LIST: Field = field("list", "Long tables too", FieldKind::Flag);

/// All views, the first of which is shown where none is named.
pub(super) const VIEWS: [View; 12] = [
    View {
        name: "table",
        label: "Table",
        command: "table",
        fixed: &[],
        fields: &[RUN, THROUGH, OUTCOME],
        more: &[SHOW, GIVEN, CUMULATIVE, MERGED, TRANSPOSED, CAPTION],
        needs: (&[], ""),
        has_axes: true,
    },
    View {
        name: "chart",
        label: "Chart",
        command: "plot",
        fixed: &[],
        fields: &[RUN, THROUGH, OUTCOME],
        more: &[
            field("queries", "A question in place of outcomes", FieldKind::Question),
            field("stacked", "Areas on top of each other", FieldKind::Flag),
            CAPTION,
        ],
        needs: (&[], ""),
        has_axes: true,
    },
    View {
        name: "ask",
        label: "One number",
        command: "query",
        fixed: &[],
        fields: &[QUESTION, RUN, THROUGH],
        more: &[OWN_QUESTION, SHOW, CAPTION],
        needs: (
            &["queries"],
            "Ask for a chance, a mean or any other number: choose a question or write one.",
        ),
        has_axes: true,
    },
    View {
        name: "why",
        label: "Why",
        command: "explain",
        fixed: &[],
        fields: &[QUESTION],
        more: &[OWN_QUESTION],
        needs: (&["queries"], "Choose a chance to see where it comes from, or select a number in a table."),
        has_axes: false,
    },
    View {
        name: "formula",
        label: "Formula",
        command: "formula",
        fixed: &[],
        fields: &[field("in", "In", FieldKind::Symbol), QUESTION],
        more: &[OWN_QUESTION],
        needs: (&["in"], "Choose the number that the formula is in."),
        has_axes: false,
    },
    View {
        name: "from",
        label: "From what value on",
        command: "solve",
        fixed: &[],
        fields: &[
            field("in", "In", FieldKind::Symbol),
            field("comparisons", "What shall hold", FieldKind::Comparison),
        ],
        more: &[],
        needs: (
            &["in", "comparisons"],
            "Say what shall hold, such as a chance of at least 1/4, and in which number.",
        ),
        has_axes: false,
    },
    View {
        name: "wait",
        label: "How long until",
        command: "chain",
        fixed: &[("question", "hit")],
        fields: &[EVENT, field("times", "How often", FieldKind::Text("1"))],
        more: &[OWN_EVENT, LIST],
        needs: (&["events"], "Choose what you wait for."),
        has_axes: false,
    },
    View {
        name: "luck",
        label: "How lucky was I",
        command: "chain",
        fixed: &[("question", "percentile")],
        fields: &[
            field("events", "What you counted", FieldKind::Event),
            field("seen", "How often it came", FieldKind::Text("3")),
            field("over", "In how many {many}", FieldKind::Text("150")),
        ],
        more: &[OWN_EVENT, LIST],
        needs: (
            &["events", "seen", "over"],
            "Say what you counted, how often it came, and in how many tries: it is compared with all runs.",
        ),
        has_axes: false,
    },
    View {
        name: "waiting",
        label: "How unlucky is my wait",
        command: "chain",
        fixed: &[("question", "hit")],
        fields: &[EVENT, field("not-yet", "How many {many} so far without it", FieldKind::Text("40"))],
        more: &[OWN_EVENT, LIST],
        needs: (
            &["events", "not-yet"],
            "Say what you wait for and how many tries there were so far without it.",
        ),
        has_axes: false,
    },
    View {
        name: "waited",
        label: "How unlucky was my wait",
        command: "chain",
        fixed: &[("question", "percentile"), ("first", "")],
        fields: &[EVENT, field("seen", "Which of the {many} was the first with it", FieldKind::Text("40"))],
        more: &[OWN_EVENT, LIST],
        needs: (&["events", "seen"], "Say what you waited for and at which try it came."),
        has_axes: false,
    },
    View {
        name: "long",
        label: "In the long run",
        command: "chain",
        fixed: &[("question", "stationary")],
        fields: &[OUTCOME],
        more: &[],
        needs: (&[], ""),
        has_axes: false,
    },
    View {
        name: "rules",
        label: "Rules and sources",
        command: "show",
        fixed: &[],
        fields: &[],
        more: &[],
        needs: (&[], ""),
        has_axes: false,
    },
];

impl View {
    /// The view of that name; the first where there is none.
    pub(super) fn named(name: &str) -> &'static View {
        VIEWS.iter().find(|view| view.name == name).unwrap_or(&VIEWS[0])
    }

    /// Everything that can be said in it.
    fn all_fields(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().chain(self.more)
    }

    /// The question that it asks of a mechanic with what is said.
    pub(super) fn question(&self, mechanic: &str, said: &Question) -> Question {
        let mut question = Question { command: self.command.to_owned(), ..Question::default() };
        question = question.with("mechanic", mechanic);
        for (name, value) in self.fixed {
            question = question.with(name, *value);
        }
        let shared: &[&str] =
            if self.command == "show" { &[] } else { &["rules", "set", "with", "state", "rule"] };
        let own = |name: &str| {
            let is_axis = self.has_axes && ["case", "sweep"].contains(&name);
            let is_style = ["digits", "wiki", "cite", "tilde", "round"].contains(&name);
            shared.contains(&name) || is_axis || is_style || self.all_fields().any(|field| field.name == name)
        };
        for (name, value) in said.given.iter().filter(|(name, _)| own(name)) {
            question = question.with(name, value.as_str());
        }
        if question.first("case").is_some() { with_now(question) } else { question }
    }

    /// Whether something is said in the fields that are folded away.
    pub(super) fn more_is_said(&self, said: &Question) -> bool {
        let is_above = |name: &str| self.fields.iter().any(|field| field.name == name);
        self.more.iter().any(|field| !is_above(field.name) && said.first(field.name).is_some())
    }

    /// What is said where something is missing; `None` where it can be answered.
    pub(super) fn hint(&self, said: &Question) -> Option<&'static str> {
        let (needed, hint) = self.needs;
        needed.iter().any(|name| said.first(name).is_none()).then_some(hint)
    }
}

/// Beside cases that are pinned, what is set now is one more: it changes none of them.
fn with_now(question: Question) -> Question {
    let flags = question.all("with").flat_map(|flags| flags.split(','));
    let now: Vec<String> = flags.chain(question.all("set")).map(|given| given.trim().to_owned()).collect();
    let parts = |case: &str| -> Vec<String> {
        let given = case.split_once(':').map_or("", |(_, given)| given);
        let mut parts: Vec<String> = given.split(',').map(|part| part.trim().to_owned()).collect();
        parts.retain(|part| !part.is_empty());
        parts.sort();
        parts
    };
    let mut sorted = now.clone();
    sorted.sort();
    let is_pinned = now.is_empty() || question.all("case").any(|case| parts(case) == sorted);
    let rest = question.without("with").without("set");
    if is_pinned { rest } else { rest.with("case", format!("Now: {}", now.join(", "))) }
}

/// A value to choose, and what people call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: String,
}

impl Choice {
    pub(super) fn new(value: impl Into<String>, label: impl Into<String>) -> Choice {
        Choice { value: value.into(), label: label.into() }
    }
}

/// Events that are asked for most: an outcome has a value.
pub(super) fn events(mechanic: &Mechanic) -> Vec<Choice> {
    /// More than these are no help in choosing.
    const MOST: usize = 200;
    let model = &mechanic.model;
    let of_field = |field: &Declaration| {
        let values = all_values(model, field.kind).unwrap_or_default();
        let (name, label, kind) = (field.name.clone(), field.label.clone(), field.kind);
        let event = move |value| {
            let text = model.value_text(kind, &value);
            let shown = model.variants(kind).iter().find(|variant| variant.name == text);
            let shown = shown.map_or_else(|| text.clone(), |variant| variant.label.clone());
            match kind {
                Kind::Flag if text == "true" => Choice::new(name.clone(), label.clone()),
                Kind::Flag => Choice::new(format!("not {name}"), format!("not {label}")),
                _ => Choice::new(format!("{name} = {text}"), format!("{label}: {shown}")),
            }
        };
        let any = match kind {
            // Of a number without end: that it is there at all.
            Kind::Integer if values.is_empty() => Some(Choice::new(
                format!("{} >= 1", field.name),
                format!("{label}: at least 1", label = field.label),
            )),
            _ => None,
        };
        values.into_iter().map(event).chain(any).collect::<Vec<_>>()
    };
    model.fields.iter().flat_map(of_field).take(MOST).collect()
}

/// Questions that are asked most: the chances of events, and means.
pub(super) fn questions(mechanic: &Mechanic) -> Vec<Choice> {
    let chance =
        |event: Choice| Choice::new(format!("P({})", event.value), format!("Chance of {}", event.label));
    let is_number = |field: &&Declaration| matches!(field.kind, Kind::Integer | Kind::Number);
    let numbers = mechanic.model.fields.iter().filter(is_number);
    let means =
        numbers.map(|field| Choice::new(format!("E({})", field.name), format!("Mean of {}", field.label)));
    events(mechanic).into_iter().map(chance).chain(means).collect()
}

/// Comparisons to begin with.
pub(super) fn comparisons(mechanic: &Mechanic) -> Vec<Choice> {
    let half = |event: Choice| {
        Choice::new(
            format!("P({}) >= 1/2", event.value),
            format!("{} in half of all cases or more", event.label),
        )
    };
    events(mechanic).into_iter().map(half).collect()
}

/// What can run.
pub(super) fn runs(mechanic: &Mechanic) -> Vec<Choice> {
    declared(mechanic).map(|own| Choice::new(own.name.clone(), own.label.clone())).collect()
}

/// Inputs and states.
fn declared(mechanic: &Mechanic) -> impl Iterator<Item = &Declaration> {
    let model = &mechanic.model;
    let inputs = model.inputs.iter().map(|input| &input.declaration);
    inputs.chain(model.states.iter().map(|state| &state.declaration))
}

/// What runs through which values, as one setting: `luck=0..10`. What is a number runs through usual values where none
/// are given, everything else through all it has; `0-5` and `0 to 5` are meant as `0..5`.
pub(super) fn sweep(mechanic: &Mechanic, run: &str, through: &str) -> String {
    let through = through.trim().replace(" to ", "..");
    let dash = through.char_indices().skip(1).find(|(_, c)| *c == '-' || *c == '–');
    let through = match dash {
        Some((place, sign)) if !through.contains([',', ':', '.', '/']) => {
            format!("{}..{}", through[..place].trim(), through[place + sign.len_utf8()..].trim())
        }
        _ => through,
    };
    if !through.is_empty() {
        return format!("{run}={through}");
    }
    let number = |own: &&Declaration| own.name == run && matches!(own.kind, Kind::Integer | Kind::Number);
    match declared(mechanic).find(number) {
        Some(own) => {
            let (least, most) = ends(own);
            format!("{run}={least}..{most}")
        }
        None => run.to_owned(),
    }
}

/// The numbers that an axis can be.
pub(super) fn symbols(mechanic: &Mechanic) -> Vec<Choice> {
    let model = &mechanic.model;
    let is_number = |own: &&Declaration| own.kind == Kind::Number || own.kind == Kind::Integer;
    let inputs = model.inputs.iter().map(|input| &input.declaration).filter(is_number);
    let rules = model.rules.iter().map(|rule| &rule.declaration).filter(is_number);
    inputs.chain(rules).map(|own| Choice::new(own.name.clone(), own.label.clone())).collect()
}

/// The ends of a slider: those of the range, or numbers that are usual.
pub(super) fn ends(own: &Declaration) -> (String, String) {
    /// How far a slider goes where one end or both are open.
    const WIDTH: i64 = 10;
    /// The same below an end: what counts down is a timer.
    const BELOW: i64 = 40;
    let (low, high) = (own.range.low.as_ref(), own.range.high.as_ref());
    let least = match (low, high) {
        (Some(low), _) => low.clone(),
        (None, Some(high)) => high - &Rational::from(BELOW),
        (None, None) => Rational::ZERO,
    };
    let most = high.cloned().unwrap_or_else(|| &least + &Rational::from(WIDTH));
    (least.to_string(), most.to_string())
}
