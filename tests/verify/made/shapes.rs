//! In what sentences and tables figures are told.
//!
//! What stands in braces is filled in: a word, or behind `=` a figure with what it is told under. `{=chance at item}` is the
//! chance of what the sentence is about at the level that `{at}` names, with the item that `{item}` names.

/// About any thing.
pub(super) const OF_ANY: &[&str] = &[
    "{One} is {got} in {=chance} of {uses}.",
    "The chance to {get} {one} is {=chance}.",
    "With {item}, {many} are {got} {=chance item} of the time.",
    "At {level} {at} there is a {=chance at} chance of {one}.",
    "Either {one} or {other} is {got} in {=either} of {uses}.",
    "In {=else} of {uses} you {get} something other than {one}.",
    "{One} is {got} in {=share} of {uses} ({=chance}).",
    "Out of 100 {uses}, {=expected} will on average be {many}.",
    "If you have {item} but not {second}, {many} are {got} {=chance item} of the time.",
    "Many players bring {item}. They {get} {one} in {=chance item} of {uses} and {other} in {=chance item other}.",
    "{Many} and {others} come in {=chance} and {=chance other} of {uses} respectively.",
    "{Many}: {=chance} at {level} 1, {=chance at} at {level} {at}.",
    "If you make {n} {uses}, you will {get} at least one of the {many} with a probability of {=any}.",
    "A player at {level} {at} has a {=chance at} chance for {one}, one at {level} 1 has {=chance}.",
];

/// About the rarest thing, which levels, items and misses make more likely.
pub(super) const OF_RAREST: &[&str] = &[
    "The chance of {one} rises from {=chance} at {level} 1 to {=chance top} at {level} {top}.",
    "A player at {level} {at} who also carries {item} will {get} {one} in {=chance at item} of {uses}.",
    "At {level} {at} with {item} the chance for {one} is {=chance at item}; at {level} {at} without it, {=chance at}.",
    "At the maximum {level}, {item} brings the chance of {one} to {=chance top item}.",
    "{Many} have a base chance of {=chance}. {Item} raises this to {=chance item}.",
    "Without {item} the chance of {one} is only {=chance}; with it, it is {=chance item}.",
    "{Item} takes the chance of {one} from {=chance} to {=chance item}.",
    "With {item}, the chance of {one} is {=chance item} instead of {=chance}.",
    "Carrying {item} gives you a {=chance item} chance of {one}, up from {=chance}.",
    "{Many} have a {=chance} chance ({=chance item} with {item}).",
    "Q: How likely is {one}?\n\nA: {=chance}, or {=chance item} with {item}.",
    "If you have both {item} and {second}, the chance of {one} is {=chance item second}.",
    "{Many}: {=chance item second} with both {item name} and {second name}, {=chance item} with just {item name}, {=chance} with \
     neither.",
    "With neither {item name} nor {second name} the chance of {one} is {=chance}, with both {=chance item second}.",
    "{Item name} alone gives {one} {=chance item} of the time, {second name} alone {=chance second} and the two together \
     {=chance item second}.",
    "About {=in} {uses} brings {one}.",
    "Only {=chance} of {uses} bring {one}, but with {item} it is {=chance item}.",
    "With {item name} the odds of {one} are {=chance item} (about {=in item}).",
    "With {item} you are {=times item} times as likely to {get} {one}.",
    "The chance of at least one {bare} in {n} {uses} is {=any}.",
    "{N} {uses} at {level} {at} yield at least one {bare} with a probability of {=any at}.",
    "By the {nth} {use} {=any} of players have {got} {one}, by the {later} {=any later}.",
    "There is a {=none} chance that {n} {uses} bring no {bare} at all.",
    "{=none} of players still have not {got} {one} after {n} {uses}.",
    "Getting exactly two {many} in {n} {uses} happens {=two} of the time.",
    "The chance that the first {bare} comes exactly on the {nth} {use} is {=first}.",
    "In the long run {=long} of {uses} are {many}.",
    "On average it takes {=wait} {uses} to {get} {one}.",
    "The average number of {uses} until the first {bare} is {=wait}; with {item} it drops to {=wait item}.",
    "After {dry} {uses} without {one}, the next one has a {=chance dry} chance.",
    "The chance of {one} on the {dry nth} {use} since the last one is {=chance dry}.",
];

/// What the rows of a table are about.
pub(super) enum Each {
    /// They stand as they are.
    Once,
    Thing,
    Level,
    /// So many uses.
    Uses,
    /// So many misses before.
    Dry,
}

pub(super) struct Table {
    pub(super) caption: &'static str,
    pub(super) each: Each,
    /// A head with a star stands once for every thing, and so does what stands below it.
    pub(super) head: &'static [&'static str],
    pub(super) rows: &'static [&'static [&'static str]],
}

pub(super) const TABLES: &[Table] = &[
    Table {
        caption: "Chances per {use}",
        each: Each::Thing,
        head: &["{Outcome}", "Chance"],
        rows: &[&["{label}", "{=chance}"]],
    },
    Table {
        caption: "Chances and odds per {use}",
        each: Each::Thing,
        head: &["{Outcome}", "Chance", "Odds"],
        rows: &[&["{label}", "{=chance}", "{=odds}"]],
    },
    Table {
        caption: "Chances by equipment",
        each: Each::Thing,
        head: &["{Outcome}", "Without {item name}", "With {item name}"],
        rows: &[&["{label}", "{=chance}", "{=chance item}"]],
    },
    Table {
        caption: "Chances by {level}",
        each: Each::Level,
        head: &["{Level}", "{label}*"],
        rows: &[&["{at}", "{=chance at}*"]],
    },
    Table {
        caption: "Chance of {one} at each {level}",
        each: Each::Level,
        head: &["{Level}", "Nothing equipped", "{item name}"],
        rows: &[&["{at}", "{=chance at}", "{=chance at item}"]],
    },
    Table {
        caption: "How long it takes",
        each: Each::Level,
        head: &["{Level}", "Chance of {one}", "Average {uses} needed"],
        rows: &[&["{at}", "{=chance at}", "{=wait at}"]],
    },
    Table {
        caption: "Chance of {one}",
        each: Each::Once,
        head: &["{item name}", "{second name}", "Chance"],
        rows: &[
            &["No", "No", "{=chance}"],
            &["Yes", "No", "{=chance item}"],
            &["No", "Yes", "{=chance second}"],
            &["Yes", "Yes", "{=chance item second}"],
        ],
    },
    Table {
        caption: "Chance of {one} by item",
        each: Each::Once,
        head: &["Items", "{label} chance"],
        rows: &[
            &["None", "{=chance}"],
            &["{item name}", "{=chance item}"],
            &["{second name}", "{=chance second}"],
            &["Both", "{=chance item second}"],
        ],
    },
    Table {
        caption: "Chance of at least one {bare}",
        each: Each::Uses,
        head: &["{Uses}", "Chance"],
        rows: &[&["{n}", "{=any}"]],
    },
    Table {
        caption: "Chance of at least one {bare} after a number of {uses}",
        each: Each::Uses,
        head: &["{Uses}", "No item", "{item name}"],
        rows: &[&["{n}", "{=any}", "{=any item}"]],
    },
    Table {
        caption: "Number of {many} in 5 {uses}",
        each: Each::Once,
        head: &["{Many}", "Chance"],
        rows: &[&["0", "{=none}"], &["1", "{=once}"], &["2", "{=two}"], &["3 or more", "{=more}"]],
    },
    Table {
        caption: "Chance of the next {bare}",
        each: Each::Dry,
        head: &["{Counter}", "Chance of the next one"],
        rows: &[&["{dry}", "{=chance dry}"]],
    },
];
