//! Words and signs of other languages, and what to write instead. Each is looked up only where the text has no
//! meaning as it stands, so none of them is a word of this language: an author may call anything so.

/// Signs that begin no construct; the longest that fits is meant. `{place}` is what stands before it.
const SIGNS: &[(&str, &str)] = &[
    ("+=", "write `{place} = {place} + …`"),
    ("-=", "write `{place} = {place} - …`"),
    ("*=", "write `{place} = {place} * …`"),
    ("/=", "write `{place} = {place} / …`"),
    ("%=", "write `{place} = mod({place}, …)`"),
    ("++", "write `{place} = {place} + 1`"),
    (":=", "write `{place} = …`, or `let {place} = …` for a new name"),
    ("===", "write `==`"),
    ("!==", "write `!=`"),
    ("<>", "write `!=`"),
    ("=<", "write `<=`"),
    ("->", "a case is written `value => result`, a function `function f(n: integer) = …`"),
    ("**", "write `^`"),
    ("//", COMMENT),
    ("/*", COMMENT),
    ("&&", "write `and`"),
    ("&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("?", "write `if x { a } else { b }`"),
    ("%", "a percent sign follows a number without a space; for a remainder write `mod(a, b)`"),
    ("[", "a list is written `{ 1, 2 }`, and its second thing is `xs at 2`"),
    ("]", "a list is written `{ 1, 2 }`, and its second thing is `xs at 2`"),
    ("'", QUOTES),
    ("\u{2018}", QUOTES),
    ("\u{2019}", QUOTES),
    ("\u{201c}", QUOTES),
    ("\u{201d}", QUOTES),
    ("`", QUOTES),
    ("\\", "a line goes on inside parentheses, or where the next one begins with an operator"),
    ("×", "write `*`"),
    ("·", "write `*`"),
    ("÷", "write `/`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("\u{2013}", "write `-`"),
    ("\u{2014}", "write `-`"),
    ("\u{2026}", "a range is written with two dots: `1..6`"),
];

const COMMENT: &str = "a comment begins with `#`; a quotient without its fraction is `floor(a / b)`";
const QUOTES: &str = "texts stand in straight double quotes: \"Lucky Foot\"";

/// Signs that mean something elsewhere, after what seems to be given a value.
const GIVING: &[(&str, &str)] = &[
    ("==", "`==` compares; to give it a value write `{place} = …`"),
    ("--", "write `{place} = {place} - 1`"),
    ("<-", "write `{place} = …`"),
    (":", "to bind a new name write `let {place}: integer = …`"),
];

/// Words, where no word can stand that is not of the language, or where they are called or read and nothing has
/// their name.
const WORDS: &[(&[&str], &str)] = &[
    (
        &["while", "loop", "forever"],
        "to go on until something is so: `repeat { … } until x`; n times: `repeat n { … }`",
    ),
    (&["do"], "what is repeated stands in braces: `repeat { … } until x`"),
    (
        &["for", "foreach", "each"],
        "write `for each x in 1..6 { … }`, or `repeat n { … }` to do something n times",
    ),
    (&["times"], "write `repeat n { … }`"),
    (
        &["break", "continue"],
        "no loop is left early: put what is left out in an `if`, or end the loop with `repeat { … } until x`",
    ),
    (
        &["return", "yield", "exit"],
        "an outcome is given with `name = value`; the value of a function is the end of its block",
    ),
    (&["elif", "elseif", "elsif"], "write `else if`"),
    (&["then"], "what `if` does stands in braces: `if x { … }`"),
    (&["end", "endif", "endfor", "endwhile", "done", "fi"], "a block ends with `}`"),
    (&["begin"], "a block begins with `{`"),
    (&["pass"], "a block that does nothing is `{}`"),
    (&["unless"], "write `if not x { … }`"),
    (&["switch", "case", "when"], "write `match x { 1 => …, 2 or 3 => …, else => … }`"),
    (
        &["def", "fn", "func", "fun", "proc", "sub"],
        "a function is written `function f(n: integer) = …`, steps with a name `procedure f(n: integer) { … }`",
    ),
    (
        &["var", "const", "local", "int", "float", "double", "bool", "auto"],
        "a new name is bound with `let x = …`; a number of the game is `rule x = …`",
    ),
    (&["set", "assign"], "a value is given with `x = …`"),
    (
        &["print", "println", "printf", "echo", "puts", "show", "display", "output"],
        "what comes out is declared, as in `outcome total: integer`, and given a value: `total = …`",
    ),
    (&["import", "include", "using"], "another mechanic is named with `uses`, as in `uses card-roll`"),
    (&["assert"], "write `require x \"why\"`"),
    (&["class", "struct", "enum", "type"], "names for values are listed: `enumeration room { boss, shop }`"),
    (&["array", "vector"], "a list is bound with `let xs: list of integer = { 1, 2 }`"),
    (&["AND"], "write `and`"),
    (&["OR"], "write `or`"),
    (&["NOT"], "write `not`"),
    (&["mod"], "write `mod(a, b)`"),
    (&["xor"], "write `xor(a, b)`, or `a != b` for flags"),
    (&["div"], "write `floor(a / b)`"),
    (&["is", "equals"], "write `==`"),
    (&["between"], "write `low <= x and x <= high`, or `x in { 1, 2, 3 }`"),
];

/// Words that stand for a value.
const VALUES: &[(&[&str], &str)] = &[
    (
        &["null", "nil", "none", "None", "NULL", "undefined", "nothing"],
        "there is no empty value: list a value for it, as in `{ nothing, coin }`",
    ),
    (&["True", "TRUE", "yes"], "write `true`"),
    (&["False", "FALSE", "no"], "write `false`"),
    (
        &["inf", "infinity", "Infinity"],
        "there is no infinite number; a range without an end is written `0..`",
    ),
    (&["rand"], RANDOM),
    (&["dice", "roll"], DIE),
];

const RANDOM: &str = "a whole number from 0 to n - 1 is `random(n)`, one from 1 to n `die(n)`, a number between 0 and 1 `uniform()`";
const DIE: &str = "a die with 6 sides is `die(6)`, the sum of four `sum of 4 die(6)`";

/// Words that are called.
const CALLED: &[(&[&str], &str)] = &[
    (
        &[
            "rand", "randf", "rnd", "randint", "randInt", "RandomInt", "randrange", "random_int", "rand_int",
            "randi", "RandomFloat", "random_float", "rng", "nextInt",
        ],
        RANDOM,
    ),
    (&["d", "D", "dice", "roll", "Roll", "roll_dice", "rolldice"], DIE),
    (
        &["coin", "flip", "coinflip", "flip_coin", "bernoulli", "prob", "probability", "percent", "P"],
        "something that happens with probability p is `chance(p)`",
    ),
    (&["len", "count", "size"], "how many things are in a list is `length of xs`"),
    (&["sum", "total"], "write `a + b`; all that is in a list is `sum of xs`"),
    (&["range"], "the whole numbers from 1 to n are `1..n`"),
    (&["append", "push", "enqueue"], "write `add x to xs`"),
    (&["pop", "shift", "dequeue"], "write `take last of xs` or `take first of xs`"),
    (
        &["choice", "choose", "pick", "sample", "random_choice"],
        "one of several values, each equally likely, is `one of { a, b }`; without putting it back, `draw` from a `pool`",
    ),
    (
        &["shuffle", "shuffled"],
        "what is drawn and not put back stands in a pool: `pool bag { 3 => red }`, `draw bag`",
    ),
    (&["int", "trunc", "truncate", "integer", "floordiv"], "a number without its fraction is `floor(x)`"),
    (&["ceiling"], "write `ceil(x)`"),
    (&["sqrt"], "the square root, rounded down, is `root(x)`"),
    (&["pow", "power"], "write `x ^ n`"),
    (&["mean", "average", "expected"], "an average is asked for in a query, as in `E(total)`"),
];

/// Functions of the language with the wrong number of arguments.
const ARGUMENTS: &[(&str, usize, &str)] = &[
    ("random", 0, "a number between 0 and 1 is `uniform()`, a whole number from 0 to 5 `random(6)`"),
    ("random", 2, "a whole number from a to b is `random(b - a + 1) + a`, one from 1 to 6 `die(6)`"),
    ("chance", 0, "say how likely, as in `chance(1/2)`"),
    ("chance", 2, "one in six is `chance(1/6)`"),
    ("uniform", 1, "a roll between 0 and x is `uniform(0, x)`"),
    ("die", 0, "say how many sides, as in `die(6)`"),
    ("die", 2, "the sum of four dice with 6 sides is `sum of 4 die(6)`"),
    ("round", 2, "to hundredths: `round(x * 100) / 100`"),
];

/// Names of kinds.
const KINDS: &[(&[&str], &str)] = &[
    (&["int", "whole", "Integer", "long", "uint"], "write `integer`"),
    (&["bool", "boolean", "Bool", "Boolean"], "write `flag`"),
    (&["float", "double", "real", "decimal", "rational", "Number"], "write `number`"),
    (&["percent", "percentage", "prob", "chance"], "write `probability`"),
    (&["string", "str", "text", "String", "enum"], "list the values: `{ boss, shop }`"),
    (&["array", "vector", "List"], "write `list of integer`"),
];

/// Functions that authors write without parentheses.
const FUNCTIONS: &[&str] =
    &["chance", "random", "uniform", "die", "min", "max", "floor", "ceil", "round", "abs"];

fn of_word(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

fn longest(table: &[(&'static str, &'static str)], text: &str) -> Option<(&'static str, &'static str)> {
    // Asked at every sign of a text: most have another first byte.
    let first = text.as_bytes().first();
    let fitting = table.iter().filter(|(sign, _)| sign.as_bytes().first() == first && text.starts_with(sign));
    fitting.max_by_key(|(sign, _)| sign.len()).copied()
}

/// The sign of another language that a text begins with.
pub(super) fn sign(text: &str) -> Option<&'static str> {
    longest(SIGNS, text).map(|(sign, _)| sign)
}

/// What to write for a sign, after `place`.
pub(super) fn for_sign(sign: &str, place: &str) -> Option<String> {
    longest(SIGNS, sign).map(|(_, help)| help.replace("{place}", place))
}

/// The sign by which a text after a place seems to give it a value, and what to write.
pub(super) fn giving(text: &str, place: &str) -> Option<(&'static str, String)> {
    longest(GIVING, text).map(|(sign, help)| (sign, help.replace("{place}", place)))
}

/// What to write for a word where it cannot stand.
pub(super) fn for_word(word: &str) -> Option<String> {
    of_word(WORDS, word).map(str::to_owned).or_else(|| dice(word))
}

/// What to write where a function stands without parentheses.
pub(super) fn for_bare_function(word: &str) -> Option<String> {
    FUNCTIONS.contains(&word).then(|| format!("what a function is given stands in parentheses: `{word}(…)`"))
}

/// What to write for a name that nothing declares.
pub(crate) fn for_name(name: &str) -> Option<String> {
    of_word(VALUES, name).map(str::to_owned).or_else(|| for_bare_function(name)).or_else(|| for_word(name))
}

/// What to write for a function that nothing declares.
pub(crate) fn for_call(name: &str) -> Option<&'static str> {
    of_word(CALLED, name).or_else(|| of_word(WORDS, name))
}

/// What to write for a function of the language that is given another number of arguments.
pub(crate) fn for_arguments(name: &str, count: usize) -> Option<&'static str> {
    ARGUMENTS
        .iter()
        .find(|(other, arguments, _)| *other == name && *arguments == count)
        .map(|(.., help)| *help)
}

/// What to write for a kind that does not exist.
pub(crate) fn for_kind(name: &str) -> Option<&'static str> {
    of_word(KINDS, name)
}

/// What to write for dice as players write them: `d6`, `4d6`, `4d6kh3`.
pub(super) fn dice(word: &str) -> Option<String> {
    let (count, rest) = word.split_once(['d', 'D'])?;
    let sides: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let keep = &rest[sides.len()..];
    let count = if count.is_empty() { 1 } else { count.parse::<u32>().ok()? };
    if sides.is_empty() {
        return None;
    }
    let kept = |text: &str| if text.is_empty() { Some(1) } else { text.parse::<u32>().ok() };
    let those = |end: &str, kept: u32| Some(format!("write `sum of {end} {kept} of {count} die({sides})`"));
    match keep {
        "" if count == 1 => Some(format!("write `die({sides})`")),
        "" => Some(format!("write `sum of {count} die({sides})`")),
        _ if keep.starts_with("kl") => those("lowest", kept(&keep[2..])?),
        _ if keep.starts_with("kh") => those("highest", kept(&keep[2..])?),
        _ if keep.starts_with("dl") => those("highest", count.checked_sub(kept(&keep[2..])?)?),
        _ if keep.starts_with("dh") => those("lowest", count.checked_sub(kept(&keep[2..])?)?),
        _ if keep.starts_with('k') => those("highest", kept(&keep[1..])?),
        _ => None,
    }
}
