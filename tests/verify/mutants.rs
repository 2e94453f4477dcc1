//! A page with one figure altered: every number, words that say as much as one, and rows of tables that trade
//! their names.

use std::ops::Range;

/// One figure, and what is written in its place. Of two alterations one is enough: 2.67% for 8/3 % is as right
/// as 2.66%, and 2.65% is not.
#[derive(Debug, Clone)]
pub(crate) struct Mutant {
    pub(crate) range: Range<usize>,
    pub(crate) instead: Vec<String>,
    /// Whether rows of a table trade their names.
    pub(crate) is_swap: bool,
}

/// Words that are figures, where they are, and what stands there instead.
const PHRASES: &[(&str, &str)] = &[
    ("always generates", "never generates"),
    ("always generates during", "does not always generate during"),
    ("equally likely", "not equally likely"),
    ("equal chance", "unequal chance"),
    ("Equal chance", "Unequal chance"),
    ("can't spawn", "can always spawn"),
    ("Cannot spawn", "Can always spawn"),
    ("Will always be", "Will never be"),
    ("(guaranteed", "(not guaranteed"),
    ("range increases", "range decreases"),
    ("range decreases", "range increases"),
    ("chest increases", "chest decreases"),
    ("Toe decrease", "Toe increase"),
    ("two [[Boss", "three [[Boss"),
    ("two [[Treasure", "three [[Treasure"),
    ("Two super secret", "Three super secret"),
    ("never set", "always set"),
    ("always in effect", "never in effect"),
    ("is placed", "is never placed"),
    ("adds second", "adds third"),
    ("higher rare chance", "lower rare chance"),
    ("never auto-upgraded", "always auto-upgraded"),
    ("rewards only have", "rewards never have"),
    ("always rare from", "never rare from"),
    ("first one to activate", "first two to activate"),
    ("one in six", "one in seven"),
    ("all three are", "all four are"),
    ("all three poss", "all four poss"),
    ("All three poss", "All four poss"),
];

/// Everything that is altered on a page. What begins inside one of the texts `skipped`, or inside an attribute
/// when the text ends with its quotation mark, stays as it is.
pub(crate) fn mutants(text: &str, skipped: &[&str]) -> Vec<Mutant> {
    let stays: Vec<Range<usize>> = skipped.iter().flat_map(|needle| places(text, needle)).collect();
    let stay = |mutant: &Mutant| stays.iter().any(|range| range.contains(&mutant.range.start));
    let mut all = numbers(text);
    for (old, new) in PHRASES {
        let places = text.match_indices(old);
        all.extend(places.map(|(at, _)| Mutant {
            range: at..at + old.len(),
            instead: vec![(*new).to_owned()],
            is_swap: false,
        }));
    }
    all.extend(swapped_rows(text));
    all.retain(|mutant| !stay(mutant));
    all
}

fn places(text: &str, needle: &str) -> Vec<Range<usize>> {
    let places = text.match_indices(needle);
    let range = |(at, _): (usize, &str)| {
        let end = at + needle.len();
        let attribute = if needle.ends_with('"') { text[end..].find('"').unwrap() } else { 0 };
        at..end + attribute
    };
    places.map(range).collect()
}

/// Numbers that are no part of a word and do not count the entries of a list.
fn numbers(text: &str) -> Vec<Mutant> {
    let bytes = text.as_bytes();
    let word = |at: usize| text[at..].chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = end_of_number(bytes, at);
        let before = text[..at].chars().next_back();
        let in_word = before.is_some_and(|c| c.is_alphabetic() || c == '_') || word(end);
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let counts = text[line..at].trim().is_empty() && text[end..].starts_with(". ");
        if !in_word && !counts {
            let percent = text[end..].trim_start_matches([' ', '\u{a0}', '\\']).starts_with('%');
            found.push(Mutant { range: at..end, instead: altered(&text[at..end], percent), is_swap: false });
        }
        at = end;
    }
    found
}

/// Digits with groups of three, then digits after a point.
fn end_of_number(bytes: &[u8], start: usize) -> usize {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = start + digits(start);
    while matches!(bytes.get(end), Some(b',' | b'\'')) && digits(end + 1) == 3 {
        end += 4;
    }
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    end
}

/// One unit of the last place more; for percentages and decimals, which may be cut, one less too; for what is
/// large beside a rounded percentage, a tenth more.
fn altered(number: &str, percent: bool) -> Vec<String> {
    let places = number.split_once('.').map_or(0, |(_, places)| places.len());
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let value: i64 = digits.parse().unwrap();
    let by: &[i64] = match () {
        () if percent || places > 0 => &[1, -1],
        () if value >= 1000 => &[1, value / 10],
        () => &[1],
    };
    let write = |by: &i64| {
        let value = value.checked_add(*by).filter(|value| *value >= 0)?;
        let digits = format!("{value:0width$}", width = places + 1);
        let (whole, places) = digits.split_at(digits.len() - places);
        let point = if places.is_empty() { "" } else { "." };
        let whole = match number.contains(',') && whole.len() > 3 {
            true => format!("{},{}", &whole[..whole.len() - 3], &whole[whole.len() - 3..]),
            false => whole.to_owned(),
        };
        Some(format!("{whole}{point}{places}"))
    };
    by.iter().filter_map(write).collect()
}

/// A row of a table: where its name stands, and what follows it up to the next row.
struct Row {
    name: Range<usize>,
    rest: String,
    line: usize,
}

/// Rows next to each other trade their names; those with the same figures and the total do not.
fn swapped_rows(text: &str) -> Vec<Mutant> {
    let mut rows: Vec<Row> = Vec::new();
    let mut start = 0;
    let mut lines = text.split('\n').enumerate().peekable();
    while let Some((line, content)) = lines.next() {
        let head = lines.peek().is_some_and(|(_, next)| next.contains("--") && next.starts_with('|'))
            && !text.contains("{|");
        if let Some(name) = name_of_row(content).filter(|_| !head) {
            let rest = content[name.end..].to_owned();
            rows.push(Row { name: start + name.start..start + name.end, rest, line });
        } else if let Some(row) =
            rows.last_mut().filter(|row| row.rest.is_empty() || content.starts_with("| "))
        {
            // Cells on their own lines, as wikitext has them.
            row.rest.push_str(content);
        }
        start += content.len() + 1;
    }
    let neighbours = rows.iter().zip(rows.iter().skip(1));
    let apart = neighbours.filter(|(one, other)| {
        let between = &text[one.name.end..other.name.start];
        let figures = |row: &Row| row.rest.contains(|c: char| c.is_ascii_digit());
        let total = |row: &Row| text[row.name.clone()].trim().eq_ignore_ascii_case("total");
        let head = |row: &Row| row.rest.contains("Luck");
        let whole = |row: &Row| !figures(row) || total(row) || head(row);
        other.line - one.line <= 4
            && !between.contains("\n\n")
            && !between.contains("{|")
            && !whole(one)
            && !whole(other)
            && one.rest != other.rest
    });
    let swap = |(one, other): (&Row, &Row)| {
        let (first, second) = (&text[one.name.clone()], &text[other.name.clone()]);
        let instead = format!("{second}{}{first}", &text[one.name.end..other.name.start]);
        Mutant { range: one.name.start..other.name.end, instead: vec![instead], is_swap: true }
    };
    apart.map(swap).collect()
}

/// Where the name of a row of a table stands: in Markdown, wikitext with its cells on one line or on several,
/// and text with tabs.
fn name_of_row(line: &str) -> Option<Range<usize>> {
    if let Some(name) = line.strip_prefix("! scope=\"row\" | ") {
        return Some(line.len() - name.len()..line.len());
    }
    let letter = |name: &str| name.starts_with(|c: char| c.is_alphabetic() || c == '[');
    if let Some((name, _)) = line.split_once('\t') {
        return letter(name).then_some(0..name.len());
    }
    let cells = line.strip_prefix("| ")?;
    let end = cells.find(" || ").or_else(|| cells.find(" | "))?;
    (letter(&cells[..end]) && !cells[..end].contains('=')).then_some(2..2 + end)
}
