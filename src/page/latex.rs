//! LaTeX: its commands as the signs that they stand for, or as space, so that what is left reads like any other text.

/// A group that is longer is no argument of a command that has to be left out.
const LONGEST: usize = 200;

/// Commands that stand for a sign.
const SIGNS: [(&str, &str); 20] = [
    ("sim", "~"),
    ("textasciitilde", "~"),
    ("approx", "\u{2248}"),
    ("simeq", "\u{2248}"),
    ("times", "\u{d7}"),
    ("cdot", "*"),
    ("pm", "\u{b1}"),
    ("le", "<="),
    ("leq", "<="),
    ("leqslant", "<="),
    ("ge", ">="),
    ("geq", ">="),
    ("geqslant", ">="),
    ("neq", "!="),
    ("lt", "<"),
    ("gt", ">"),
    ("to", "\u{2192}"),
    ("rightarrow", "\u{2192}"),
    ("surd", "\u{221a}"),
    ("textasciicircum", "^"),
];

/// Commands whose first arguments are no text, and how many of these there are.
const ARGUMENTS: [(&str, usize); 26] = [
    ("begin", 1),
    ("end", 1),
    ("documentclass", 1),
    ("usepackage", 1),
    ("includegraphics", 1),
    ("input", 1),
    ("label", 1),
    ("ref", 1),
    ("cite", 1),
    ("url", 1),
    ("href", 1),
    ("vspace", 1),
    ("hspace", 1),
    ("color", 1),
    ("textcolor", 1),
    ("rowcolor", 1),
    ("cellcolor", 1),
    ("cline", 1),
    ("cmidrule", 1),
    ("multicolumn", 2),
    ("multirow", 2),
    ("resizebox", 2),
    ("setlength", 2),
    ("newcommand", 2),
    ("renewcommand", 2),
    ("definecolor", 3),
];

/// Environments whose beginning has more arguments than their name.
const ENVIRONMENTS: [(&str, usize); 7] = [
    ("tabular", 1),
    ("array", 1),
    ("longtable", 1),
    ("minted", 1),
    ("tabular*", 2),
    ("tabularx", 2),
    ("tabulary", 2),
];

/// A text with the signs that commands stand for, each where its command begins, and space for other commands, for
/// braces and for what is no text, so that every other byte keeps its place. Fractions and `\%` stay. Cost: linear in
/// its length.
pub(super) fn plain(text: &str) -> String {
    let mut out = Plain { text, at: 0, term: 0, out: String::with_capacity(text.len()) };
    while out.at < text.len() {
        out.next();
    }
    out.out
}

/// The name of the command that a text begins with, without its `\`.
pub(super) fn command(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('\\')?;
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    rest.get(..length).filter(|name| !name.is_empty())
}

/// The length of the group in braces that a text begins with.
pub(super) fn group(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().take(LONGEST) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at + 1);
        }
    }
    None
}

/// The length of a command at the start of a text with the arguments that are no text.
pub(super) fn length(text: &str) -> usize {
    let Some(name) = command(text) else { return 0 };
    let of = |list: &[(&str, usize)], name| list.iter().find(|(own, _)| *own == name).map_or(0, |own| own.1);
    let mut count = of(&ARGUMENTS, name);
    let mut end = 1 + name.len();
    end += usize::from(text[end..].starts_with('*'));
    if name == "begin"
        && let Some(length) = group(&text[end..])
    {
        count += of(&ENVIRONMENTS, &text[end + 1..end + length - 1]);
    }
    while count > 0 {
        let rest = &text[end..];
        let optional = enclosed(rest, '[', b']').or_else(|| enclosed(rest, '(', b')'));
        // `\multirow{2}*{Eel}` has a sign for its second argument.
        let sign = rest.starts_with('*').then_some(1);
        let Some(length) = optional.or_else(|| group(rest)).or(sign) else { break };
        end += length;
        count -= usize::from(optional.is_none());
    }
    end
}

struct Plain<'a> {
    text: &'a str,
    at: usize,
    /// Where the term of an item ends.
    term: usize,
    out: String,
}

impl Plain<'_> {
    /// Takes so many bytes as a text that is no longer, with space behind it; the ends of lines stay.
    fn take(&mut self, length: usize, sign: &str) {
        self.out.push_str(sign);
        let over = &self.text.as_bytes()[self.at + sign.len()..self.at + length];
        self.out.extend(over.iter().map(|byte| if *byte == b'\n' { '\n' } else { ' ' }));
        self.at += length;
    }

    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let plain = rest.find(['\\', '{', '}', '$', '~', '%', ']']).unwrap_or(rest.len());
        if plain > 0 {
            self.out.push_str(&rest[..plain]);
            self.at += plain;
            return;
        }
        match rest.as_bytes()[0] {
            b'\\' => self.command(rest),
            b'$' if rest.starts_with("$-$") => {
                self.out.push_str("  -");
                self.at += 3;
            }
            b']' if self.at == self.term => self.take(1, ":"),
            b']' => self.take(1, "]"),
            // What stands behind a number was meant as its sign, though LaTeX prints none.
            b'%' if self.out.trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit()) => {
                self.take(1, "%")
            }
            b'%' => self.take(rest.find('\n').unwrap_or(rest.len()), ""),
            _ => self.take(1, ""),
        }
    }

    fn command(&mut self, rest: &str) {
        let Some(name) = command(rest) else {
            return match rest.as_bytes().get(1) {
                Some(b'%') => self.take(2, "\\%"),
                Some(b',') if rest[2..].starts_with("\\%") => self.take(4, "\u{202f}%"),
                Some(b'\\') => {
                    self.take(2, "\\\\");
                    self.take(optional(&self.text[self.at..]), "");
                }
                Some(sign @ (b'&' | b'$' | b'#' | b'_' | b'{' | b'}')) => {
                    self.out.extend([' ', *sign as char]);
                    self.at += 2;
                }
                Some(byte) if byte.is_ascii() && *byte != b'\n' => self.take(2, ""),
                _ => self.take(1, ""),
            };
        };
        let whole = 1 + name.len();
        if let Some(groups) = is_fraction(name).then(|| groups(&rest[whole..])).flatten() {
            // Other names of a fraction are longer.
            self.take(whole - "\\frac".len(), "");
            self.take("\\frac".len(), "\\frac");
            self.out.push_str(&self.text[self.at..self.at + groups]);
            self.at += groups;
        } else if let Some((_, sign)) = SIGNS.iter().find(|(own, _)| *own == name) {
            self.take(whole, sign);
        } else if name == "item" && optional(&rest[whole..]) > 0 {
            self.term = self.at + whole + optional(&rest[whole..]) - 1;
            self.take(whole + 1, "");
        } else {
            self.take(length(rest), "");
        }
    }
}

fn is_fraction(name: &str) -> bool {
    matches!(name, "frac" | "dfrac" | "tfrac" | "sfrac" | "nicefrac")
}

/// The length of two groups that are numbers.
fn groups(text: &str) -> Option<usize> {
    let is_number = |group: &str| {
        let inside = &group[1..group.len() - 1];
        !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit())
    };
    let first = group(text).filter(|length| is_number(&text[..*length]))?;
    let second = group(&text[first..]).filter(|length| is_number(&text[first..first + length]))?;
    Some(first + second)
}

/// The length of the optional argument that a text begins with: `[2pt]` of the space below a row.
pub(super) fn optional(text: &str) -> usize {
    enclosed(text, '[', b']').unwrap_or(0)
}

/// The length of what a text begins with from one sign to another, both with it.
fn enclosed(text: &str, open: char, close: u8) -> Option<usize> {
    let end = || text.bytes().take(LONGEST).position(|byte| byte == close);
    text.starts_with(open).then(end).flatten().map(|length| length + 1)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn commands_are_signs_or_space_and_every_byte_keeps_its_place() {
        let pairs = [
            ("\\textbf{Eel} & $\\sim$2.5\\% \\\\[2pt]", "        Eel  &  ~    2.5\\% \\\\     "),
            ("\\item[Eel] $1/7 \\approx 14\\,\\%$", "      Eel:  1/7 \u{2248}     14\u{202f}% "),
            ("\\begin{tabular}{l|r} % 5\nx", &format!("{}\nx", " ".repeat(24))),
            ("\\multicolumn{2}{c}{Night} 5% of", "                   Night  5% of"),
            ("\\dfrac{1}{7} \\frac{a}{b} 1~in~7", " \\frac{1}{7}       a  b  1 in 7"),
            ("\\{ {{{ \\begin{ $-$5 \u{e9}]", " {               -5 \u{e9}]"),
        ];
        for (text, expected) in pairs {
            assert_eq!(plain(text), expected, "{text}");
            assert_eq!(plain(text).len(), text.len());
        }
    }
}
