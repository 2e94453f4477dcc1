//! BBCode, as guides of Steam and posts of forums have it: tags in square brackets.

/// Tags of tables and of words, which HTML has as well or which say nothing of a figure.
const TAGS: [&str; 26] = [
    "table", "tr", "th", "td", "caption", "b", "i", "u", "s", "strike", "strong", "em", "color", "size",
    "font", "center", "left", "right", "quote", "spoiler", "url", "img", "code", "pre", "sup", "sub",
];
/// Tags that lists and rules are of: their items say where they are.
const LISTS: [&str; 6] = ["list", "olist", "ul", "ol", "hr", "noparse"];
/// No tag is longer.
const LONGEST: usize = 300;

/// A tag of a text.
struct Tag<'a> {
    name: &'a str,
    closes: bool,
    /// Its bytes, with the brackets.
    length: usize,
}

/// A text with the tags of HTML for those of tables and words, and with the marks of wikitext for headings and items,
/// each as long as what it stands for, so that every other byte keeps its place. `None` where there are no tags of
/// BBCode. Cost: linear in its length.
pub(super) fn plain(text: &str) -> Option<String> {
    if !text.contains("[/") {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut depth, mut has_tags) = (text, 0_usize, false);
    while let Some(at) = rest.find('[') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(tag) = tag(rest) else {
            out.push('[');
            rest = &rest[1..];
            continue;
        };
        has_tags |= tag.closes;
        let level = tag.name.strip_prefix('h').and_then(|level| level.parse::<usize>().ok());
        let space = |out: &mut String, length: usize| out.extend(std::iter::repeat_n(' ', length));
        match tag.name {
            "*" | "li" => {
                let marks = if tag.closes { 0 } else { depth.clamp(1, 2) };
                out.extend(std::iter::repeat_n('*', marks));
                space(&mut out, tag.length - marks);
            }
            _ if let Some(level) = level => {
                // `[h1]` has room for three signs.
                let marks = (level + 1).min(3);
                if tag.closes {
                    space(&mut out, tag.length - marks);
                }
                out.extend(std::iter::repeat_n('=', marks));
                if !tag.closes {
                    space(&mut out, tag.length - marks);
                }
            }
            name if LISTS.contains(&name) => {
                if name != "hr" && name != "noparse" {
                    depth = if tag.closes { depth.saturating_sub(1) } else { depth + 1 };
                }
                space(&mut out, tag.length);
            }
            _ => {
                out.push('<');
                out.push_str(&rest[1..tag.length - 1]);
                out.push('>');
            }
        }
        rest = &rest[tag.length..];
    }
    out.push_str(rest);
    has_tags.then_some(out)
}

/// The tag that a text begins with.
fn tag(text: &str) -> Option<Tag<'_>> {
    let inside = &text[1..];
    let end = inside.bytes().take(LONGEST).position(|byte| b"]\n[<>".contains(&byte))?;
    let inside = inside[end..].starts_with(']').then(|| &inside[..end])?;
    let (closes, named) = inside.strip_prefix('/').map_or((false, inside), |name| (true, name));
    let name = &named[..named.find(['=', ' ']).unwrap_or(named.len())];
    let is_heading = || matches!(name.as_bytes(), [b'h', b'1'..=b'6']);
    let is_known =
        name == "*" || name == "li" || is_heading() || TAGS.contains(&name) || LISTS.contains(&name);
    is_known.then_some(Tag { name, closes, length: end + 2 })
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn tags_become_marks_of_the_same_length() {
        let pairs = [
            ("[h1]Bait[/h1]\n[h3]Worm[/h3]", Some("==  Bait   ==\n=== Worm  ===")),
            (
                "[list]\n[*]Eel\n[list]\n[*]4%[/list]\n[/list]",
                Some("      \n*  Eel\n      \n** 4%       \n       "),
            ),
            ("[tr][td]Eel[/td][td]4%[/td][/tr]", Some("<tr><td>Eel</td><td>4%</td></tr>")),
            ("[url=https://a.b/c]4%[/url] [x] [1]", Some("<url=https://a.b/c>4%</url> [x] [1]")),
            ("[1] of [b] and [[Eel]] [/x]", None),
        ];
        for (text, expected) in pairs {
            assert_eq!(plain(text).as_deref(), expected);
            assert!(expected.is_none_or(|expected| expected.len() == text.len()));
        }
    }
}
