//! A claim, from the keys of its table and of what it stands in.

use super::question::{OF_CLAIM, question};
use super::raw::{OneOrMany, RawClaim, RawSection};
use super::{Claim, Question, Quote, Transform, inputs};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::page::{Figure, Pattern, read_figure, words_of};
use crate::source::{FileId, Span};

/// A pattern of fewer words that tell what it is about fits texts about anything.
const TELLING: usize = 2;

/// What the head of a file says for all its claims.
pub(super) struct Head<'a> {
    pub(super) game: &'a str,
    pub(super) file: FileId,
    pub(super) source: Vec<String>,
    pub(super) mechanic: Option<String>,
    pub(super) rules: Vec<String>,
    pub(super) within: Vec<String>,
    pub(super) in_code: bool,
}

impl Head<'_> {
    /// Reads a claim of a section.
    pub(super) fn claim(
        &self,
        section: &RawSection,
        mut raw: RawClaim,
        span: Span,
        problems: &mut Vec<Diagnostic>,
    ) -> Claim {
        let mut problem = |span: Span, message: String| {
            problems.push(Diagnostic::error(Code::BadClaims, span, message));
        };
        let find_span = raw.find.as_ref().map_or(span, |find| Span::new(self.file, find.span()));
        let texts = raw.find.take().map(|find| find.into_inner().list()).unwrap_or_default();
        let holes: Vec<(String, Vec<String>)> = texts.iter().map(|text| with_figures(text)).collect();
        let inside = holes.iter().map(|(_, figures)| figures).find(|figures| !figures.is_empty());
        let stated = match (raw.stated.take(), inside) {
            (Some(stated), None) => stated.list(),
            (None, Some(figures)) => figures.clone(),
            (None, None) => {
                problem(
                    span,
                    "no figure: write it as `stated`, or in the pattern where it stands, as in `{20%}`"
                        .to_owned(),
                );
                Vec::new()
            }
            (Some(stated), Some(_)) => {
                problem(find_span, "the figure is stated twice, in the pattern and as `stated`".to_owned());
                stated.list()
            }
        };
        let figures: Vec<Figure> = stated
            .iter()
            // What nobody decides may be stated in any word.
            .filter_map(|text| match read_figure(text) {
                Err(message) if raw.undecided.is_none() => {
                    problem(span, message);
                    None
                }
                read => read.ok(),
            })
            .collect();
        let mut patterns = Vec::new();
        let under =
            raw.under.as_ref().or(section.under.as_ref()).map(|text| words_of(text)).unwrap_or_default();
        for ((pattern, own), text) in holes.iter().zip(&texts) {
            match Pattern::read(pattern) {
                Ok(read) if read.holes() != stated.len() && !stated.is_empty() => {
                    let (holes, count) = (read.holes(), stated.len());
                    problem(
                        find_span,
                        format!("the pattern `{text}` has {holes} `{{}}`, and the claim states {count}"),
                    );
                }
                Ok(_) if !own.is_empty() && *own != stated => {
                    problem(find_span, format!("`{text}` states another figure than the pattern before it"));
                }
                // A heading tells as much as words beside the figure.
                Ok(read) if read.distinctive_words() + under.len() < TELLING => problem(
                    find_span,
                    format!(
                        "the pattern `{text}` has fewer than {TELLING} telling words, and fits texts about anything; \
                         add a word that stands near (after `..` on its line, after `...` further on), or name the \
                         heading it stands under: under = \"…\""
                    ),
                ),
                Ok(read) => patterns.push(read),
                Err(message) => problem(find_span, format!("`{text}`: {message}")),
            }
        }
        let mut says = Vec::new();
        if let Some(quotes) = raw.says.take() {
            let key_span = Span::new(self.file, quotes.span());
            if !patterns.is_empty() {
                problem(
                    key_span,
                    "`says` quotes words that have no figure, `find` finds a figure; write one of them"
                        .to_owned(),
                );
            }
            for text in quotes.into_inner().list() {
                match Quote::read(&text) {
                    Ok(quote) => says.push(quote),
                    Err(message) => problem(key_span, format!("`{text}`: {message}")),
                }
            }
        }
        let named = raw.mechanic.as_ref().or(section.mechanic.as_ref()).or(self.mechanic.as_ref());
        let mechanic = named.cloned().unwrap_or_else(|| {
            problem(span, "the claim names no mechanic, nor does the head of the file".to_owned());
            String::new()
        });
        let mechanic = if self.game.is_empty() { mechanic } else { format!("{}/{mechanic}", self.game) };
        let own = raw.transforms.take().or_else(|| section.transforms.clone());
        let transforms = transforms(own, span, &mut problem);
        let own = inputs(&raw.with, &raw.set, &raw.state, &raw.change);
        let inputs = inputs(&section.with, &section.set, &section.state, &section.change).changed_by(&own);
        let question = question(raw.question(), &OF_CLAIM, self.file, span, &mut problem).under(&inputs);
        if stated.len() > 1 && !matches!(question, Question::Law(_)) {
            problem(span, "only a `law` states several figures".to_owned());
        }
        if let Question::Law(queries) = &question
            && queries.len() != stated.len()
        {
            problem(
                span,
                format!("{} figures are stated, and {} queries asked", stated.len(), queries.len()),
            );
        }
        let id = raw.id.into_inner();
        Claim {
            about: raw.about.unwrap_or_else(|| id.replace('-', " ")),
            id,
            source: raw
                .source
                .or_else(|| section.source.clone())
                .map_or_else(|| self.source.clone(), OneOrMany::list),
            section: section.name.clone(),
            stated,
            figures,
            patterns,
            says,
            why: raw.why.or_else(|| section.why.clone()),
            within: raw.within.or_else(|| section.within.clone()).unwrap_or_else(|| self.within.clone()),
            subject: raw.subject,
            under,
            mechanic,
            pinned: raw.rules.is_some() || section.rules.is_some(),
            rules: raw.rules.or_else(|| section.rules.clone()).unwrap_or_else(|| self.rules.clone()),
            in_code: raw.code_figure.or(section.code_figure).unwrap_or(self.in_code),
            transforms,
            question,
            inputs,
            span,
        }
    }
}

/// A pattern with empty holes, and the figures that stood in them: `chest {20%}` is `chest {}` and `20%`.
fn with_figures(text: &str) -> (String, Vec<String>) {
    let mut pattern = String::new();
    let mut figures = Vec::new();
    let mut rest = text;
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        let figure = !matches!(inside, "" | "_");
        figures.extend(figure.then(|| inside.to_owned()));
        pattern.push_str(before);
        pattern.push_str(if inside == "_" { "{_}" } else { "{}" });
        rest = after;
    }
    pattern.push_str(rest);
    (pattern, figures)
}

fn transforms(
    names: Option<OneOrMany>,
    span: Span,
    problem: &mut impl FnMut(Span, String),
) -> Vec<Transform> {
    let names = names.map(OneOrMany::list).unwrap_or_default();
    let find = |name: &String| {
        let found = Transform::ALL.iter().find(|(known, _)| known == name);
        if found.is_none() {
            let help = or_nearest(name, Transform::ALL.iter().map(|(known, _)| *known)).unwrap_or_default();
            problem(span, format!("no way `{name}` to read a figure; {help}"));
        }
        found.map(|(_, transform)| *transform)
    };
    names.iter().filter_map(find).collect()
}
