//! The format that the name of a file asks for.

use std::path::Path;

use crate::render::Format;

/// The formats that a file holds by the ending of its name; the first is taken where none is named.
const ENDINGS: [(&str, &[Format]); 17] = [
    ("wikitext", &[Format::Wikitext]),
    ("wiki", &[Format::Wikitext]),
    ("mediawiki", &[Format::Wikitext]),
    ("md", &[Format::Markdown]),
    ("markdown", &[Format::Markdown]),
    ("csv", &[Format::Csv]),
    ("json", &[Format::Json, Format::Sarif]),
    ("html", &[Format::Html]),
    ("htm", &[Format::Html]),
    ("tex", &[Format::Latex]),
    ("lua", &[Format::Lua]),
    ("svg", &[Format::Svg]),
    ("sarif", &[Format::Sarif]),
    ("xml", &[Format::Junit]),
    ("dot", &[Format::Dot]),
    ("gv", &[Format::Dot]),
    ("mmd", &[Format::Mermaid]),
];

/// Endings of files that are not written, with one that programs for them read.
const OTHERS: [(&str, &str); 14] = [
    ("png", "svg"),
    ("jpg", "svg"),
    ("jpeg", "svg"),
    ("gif", "svg"),
    ("webp", "svg"),
    ("pdf", "svg"),
    ("tsv", "csv"),
    ("xls", "csv"),
    ("xlsx", "csv"),
    ("ods", "csv"),
    ("doc", "html"),
    ("docx", "html"),
    ("odt", "html"),
    ("rtf", "html"),
];

/// The format of an answer: the one that was named, else the one that its file is for. A file of any other name, such
/// as `.txt`, holds whatever is asked for.
///
/// # Errors
/// A file for another format than the one that was named, or for one that nothing here writes.
pub(super) fn format_for(named: Option<Format>, output: Option<&Path>) -> Result<Format, String> {
    let ending = output.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    let (Some(output), Some(ending)) = (output, ending) else { return Ok(named.unwrap_or(Format::Terminal)) };
    let other = |ending: &str| output.with_extension(ending).display().to_string();
    if let Some((_, near)) = OTHERS.iter().find(|(own, _)| *own == ending) {
        let shown = output.display();
        return Err(format!("`--output {shown}`: there is no format for .{ending}; write {}", other(near)));
    }
    let Some((_, formats)) = ENDINGS.iter().find(|(own, _)| *own == ending) else {
        return Ok(named.unwrap_or(Format::Terminal));
    };
    match named {
        None => Ok(formats[0]),
        Some(named) if formats.contains(&named) => Ok(named),
        Some(named) => {
            let fitting =
                ENDINGS.iter().find(|(_, formats)| formats.contains(&named)).map_or("txt", |own| own.0);
            Err(format!(
                "`--output {}` asks for {}, and `--format` for {}; leave out `--format`, or call the file {}",
                output.display(),
                formats[0].name(),
                named.name(),
                other(fitting)
            ))
        }
    }
}
