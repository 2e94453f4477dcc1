//! How pages set headings, lists and tables.

#[derive(Clone, Copy)]
pub(super) enum Format {
    Markdown,
    Wikitext,
    Html,
}

impl Format {
    pub(super) const ALL: [Format; 3] = [Format::Markdown, Format::Wikitext, Format::Html];

    /// A name that is set apart.
    pub(super) fn linked(self, name: &str) -> String {
        match self {
            Format::Markdown => format!("**{name}**"),
            Format::Wikitext => format!("[[{name}]]"),
            Format::Html => format!("<a href=\"/wiki/{}\">{name}</a>", name.replace(' ', "_")),
        }
    }

    pub(super) fn heading(self, text: &str) -> String {
        match self {
            Format::Markdown => format!("## {text}"),
            Format::Wikitext => format!("== {text} =="),
            Format::Html => format!("<h2>{text}</h2>"),
        }
    }

    pub(super) fn paragraph(self, text: &str) -> String {
        match self {
            Format::Html => format!("<p>{}</p>", text.replace("\n\n", "</p>\n<p>")),
            Format::Markdown | Format::Wikitext => text.to_owned(),
        }
    }

    pub(super) fn list(self, lines: &[String]) -> String {
        match self {
            Format::Markdown => format!("- {}", lines.join("\n- ")),
            Format::Wikitext => format!("* {}", lines.join("\n* ")),
            Format::Html => format!("<ul>\n<li>{}</li>\n</ul>", lines.join("</li>\n<li>")),
        }
    }

    /// The first row is the head; `has_heads` says that so is the first cell of each row, where a page may say so.
    pub(super) fn table(self, caption: &str, rows: &[Vec<String>], has_heads: bool) -> String {
        let (head, rows) = rows.split_first().unwrap();
        let mut lines = Vec::new();
        match self {
            Format::Markdown => {
                lines.extend([format!("**{caption}**"), String::new(), format!("| {} |", head.join(" | "))]);
                lines.push(format!("|{}", "---|".repeat(head.len())));
                lines.extend(rows.iter().map(|row| format!("| {} |", row.join(" | "))));
            }
            Format::Wikitext => {
                lines.extend(["{| class=\"wikitable\"".to_owned(), format!("|+ {caption}"), "|-".to_owned()]);
                lines.push(format!("! {}", head.join(" !! ")));
                for row in rows {
                    lines.push("|-".to_owned());
                    match row.split_first() {
                        Some((first, rest)) if has_heads => {
                            lines.extend([format!("! {first}"), format!("| {}", rest.join(" || "))]);
                        }
                        _ => lines.push(format!("| {}", row.join(" || "))),
                    }
                }
                lines.push("|}".to_owned());
            }
            Format::Html => {
                let (begin, end) = if has_heads { ("<th>", "</th>") } else { ("<td>", "</td>") };
                lines.push(format!("<table>\n<caption>{caption}</caption>"));
                lines.push(format!("<tr><th>{}</th></tr>", head.join("</th><th>")));
                for row in rows {
                    let (first, rest) = row.split_first().unwrap();
                    lines.push(format!("<tr>{begin}{first}{end}<td>{}</td></tr>", rest.join("</td><td>")));
                }
                lines.push("</table>".to_owned());
            }
        }
        lines.join("\n")
    }
}
