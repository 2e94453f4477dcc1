//! Findings with their places and claims: what formats need, and the matrix of claims and rule sets.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};

use super::page::{inputs_text, question_text};
use super::{Case, Exact, Finding, Verdict, fit};
use crate::exact::{Rational, decimal};
use crate::page::Page;
use crate::query::report::{Block, Cell, Header, Report, Row, Table, Text};
use crate::source::SourceMap;

/// A finding with everything a format may show of it.
#[derive(Debug, Clone)]
pub struct Item {
    /// What was found.
    pub finding: Finding,
    /// The file it is about: the page, or the claims file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The character after the last one.
    pub end_column: usize,
    /// The part of the line around the figure; all of it where it is not long.
    pub source: String,
    /// The character of that part, from 1, at which the figure begins.
    pub source_column: usize,
    /// The claim.
    pub claim: Option<Arc<ClaimInfo>>,
}

/// What formats show of a claim.
#[derive(Debug, Clone)]
pub struct ClaimInfo {
    /// Its name.
    pub id: String,
    /// The pages that state it.
    pub pages: Vec<String>,
    /// Where on the page.
    pub section: String,
    /// What it is about.
    pub about: String,
    /// The mechanic.
    pub mechanic: String,
    /// What decides it, as a person would type it.
    pub question: String,
    /// Under which inputs.
    pub inputs: String,
    /// For each rule set by name, what becomes of the figure, and what is exact.
    pub matrix: Vec<(String, &'static str, String)>,
}

/// All that was found, ready for a format.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The findings in the order of the page or of the claims.
    pub items: Vec<Item>,
}

impl Checked {
    /// The findings of a page that goes by this name.
    #[must_use]
    pub fn of_page(page: &Page, name: &str, findings: Vec<Finding>, cases: &[Case<'_>]) -> Checked {
        // Pages may have one claim many thousand times.
        let mut infos: FxHashMap<(usize, String), Arc<ClaimInfo>> = FxHashMap::default();
        let mut cursor = page.cursor();
        let item = |finding: Finding| {
            let range = finding.range.clone().unwrap_or(0..0);
            let (line, column) = cursor.locate(range.start);
            let length = page.text.get(range.clone()).map_or(0, |text| text.chars().count());
            let (source, source_column) = excerpt(page, line - 1, &range);
            let claim = finding.case.and_then(|number| {
                let case = cases.get(number)?;
                let key = (number, finding.stated.clone());
                let info = infos.entry(key).or_insert_with(|| Arc::new(info(case, &finding, page)));
                Some(Arc::clone(info))
            });
            let end_column = column + length;
            let file = name.to_owned();
            Item { finding, file, line, column, end_column, source, source_column, claim }
        };
        Checked { items: findings.into_iter().map(item).collect() }
    }

    /// The findings about claims as they are stated.
    #[must_use]
    pub fn of_claims(findings: Vec<Finding>, cases: &[Case<'_>], sources: &SourceMap) -> Checked {
        let nothing = Page::read("");
        let item = |mut finding: Finding| {
            let case = finding.case.and_then(|case| cases.get(case));
            let span = case.map(|case| case.claim.span).unwrap_or_default();
            let place = sources.locate(span);
            let file = sources.file(span.file).map(|file| file.name.clone()).unwrap_or_default();
            let text = sources.file(span.file).map_or("", |file| file.text.as_str());
            let source = text.lines().nth(place.line.saturating_sub(1)).unwrap_or_default().to_owned();
            let length = sources.text(span).chars().count();
            let claim = case.map(|case| Arc::new(info(case, &finding, &nothing)));
            if let (Some(case), Some(claim)) = (case, &claim) {
                let pages = claim.pages.join(" and ");
                finding.notes.insert(0, format!("{pages}, {}: {}", claim.section, case.claim.about));
            }
            let (line, column) = (place.line, place.column);
            let end_column = column + length;
            Item { finding, file, line, column, end_column, source, source_column: column, claim }
        };
        Checked { items: findings.into_iter().map(item).collect() }
    }

    /// How many findings have each verdict, in the order of [`Verdict::ALL`], those with none left out.
    #[must_use]
    pub fn summary(&self) -> Vec<(Verdict, usize)> {
        let count =
            |verdict: &Verdict| self.items.iter().filter(|item| item.finding.verdict == *verdict).count();
        Verdict::ALL
            .iter()
            .map(|verdict| (*verdict, count(verdict)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// The document of the JSON contract: kind `verify`.
    #[must_use]
    pub fn json(&self) -> Json {
        let mut document = Map::new();
        document.insert("schema".to_owned(), "trueodds/1".into());
        document.insert("kind".to_owned(), "verify".into());
        document.insert("verdicts".to_owned(), self.items.iter().map(Item::json).collect());
        let summary =
            self.summary().into_iter().map(|(verdict, count)| (verdict.name().to_owned(), Json::from(count)));
        document.insert("summary".to_owned(), Json::Object(summary.collect()));
        Json::Object(document)
    }

    /// The records of the CSV, header first.
    #[must_use]
    pub fn records(&self) -> Vec<Vec<String>> {
        let header =
            ["claim", "file", "line", "column", "stated", "exact", "verdict", "code", "rules", "message"];
        let mut records = vec![header.map(str::to_owned).to_vec()];
        for item in &self.items {
            let finding = &item.finding;
            let claim = item.claim.as_ref().map(|claim| claim.id.clone()).unwrap_or_default();
            records.push(vec![
                claim,
                item.file.clone(),
                item.line.to_string(),
                item.column.to_string(),
                finding.stated.clone(),
                finding.exact.clone(),
                finding.verdict.name().to_owned(),
                finding.code.to_owned(),
                finding.holds.join(" "),
                finding.message.clone(),
            ]);
        }
        records
    }
}

impl Item {
    fn json(&self) -> Json {
        let finding = &self.finding;
        let mut object = Map::new();
        let claim = self.claim.as_deref();
        object.insert("claim".to_owned(), claim.map(|claim| claim.id.clone()).into());
        object.insert("file".to_owned(), self.file.clone().into());
        object.insert("line".to_owned(), self.line.into());
        object.insert("column".to_owned(), self.column.into());
        object.insert("end_column".to_owned(), self.end_column.into());
        object.insert("stated".to_owned(), finding.stated.clone().into());
        let text = (!finding.exact.is_empty()).then(|| finding.exact.clone());
        let exact = finding.number.as_ref().map(ToString::to_string).or(text);
        object.insert("exact".to_owned(), exact.into());
        if let Some(number) = &finding.number {
            object.insert("decimal".to_owned(), decimal::plain(number).into());
        }
        object.insert("verdict".to_owned(), finding.verdict.name().into());
        object.insert("rules".to_owned(), finding.holds.clone().into());
        object.insert("code".to_owned(), finding.code.into());
        object.insert("level".to_owned(), finding.verdict.level().name().into());
        object.insert("message".to_owned(), finding.message.clone().into());
        object.insert("notes".to_owned(), finding.notes.clone().into());
        object.insert("judged_under".to_owned(), finding.under.clone().into());
        let accepted = finding.accepted.as_ref().map(|(low, high)| {
            let end = |number: &Rational| Json::from(number.to_string());
            let entries = [("from".to_owned(), end(low)), ("to".to_owned(), end(high))];
            Json::Object(entries.into_iter().collect())
        });
        object.insert("accepted".to_owned(), accepted.into());
        if let Some(claim) = claim {
            object.insert("pages".to_owned(), claim.pages.clone().into());
            object.insert("section".to_owned(), claim.section.clone().into());
            object.insert("about".to_owned(), claim.about.clone().into());
            object.insert("mechanic".to_owned(), claim.mechanic.clone().into());
            object.insert("question".to_owned(), claim.question.clone().into());
            object.insert("inputs".to_owned(), claim.inputs.clone().into());
            let matrix = claim.matrix.iter().map(|(set, verdict, exact)| {
                let entries =
                    [("verdict".to_owned(), (*verdict).into()), ("exact".to_owned(), exact.clone().into())];
                (set.clone(), Json::Object(entries.into_iter().collect()))
            });
            object.insert("matrix".to_owned(), Json::Object(matrix.collect()));
        }
        if let Some((_, text)) = &finding.fix {
            object.insert("fix".to_owned(), text.clone().into());
        }
        Json::Object(object)
    }
}

/// The part of a line around a figure, and the character in it at which the figure begins.
fn excerpt(page: &Page, line: usize, figure: &Range<usize>) -> (String, usize) {
    /// Bytes before and after the figure that are kept at most.
    const AROUND: usize = 400;
    let range = page.line_range(line);
    let mut start = figure.start.saturating_sub(AROUND).max(range.start);
    let mut end = (figure.end + AROUND).min(range.end);
    while !page.text.is_char_boundary(start) {
        start += 1;
    }
    while !page.text.is_char_boundary(end) {
        end -= 1;
    }
    let text = page.text.get(start..end).unwrap_or_default().trim_end_matches('\r');
    let before = page.text.get(start..figure.start).map_or(0, |before| before.chars().count());
    (text.to_owned(), before + 1)
}

/// The interval in which the exact number has to lie, in words.
#[must_use]
pub fn accepted_text(finding: &Finding) -> Option<String> {
    let (low, high) = finding.accepted.as_ref()?;
    if low == high {
        return None;
    }
    // What would have been right helps where a rounding went wrong, and not where the number is another one.
    let width = high - low;
    let far = finding.number.as_ref().is_some_and(|number| {
        let off = if number < low { low - number } else { number - high };
        off > &width * &Rational::from(3)
    });
    if far {
        return None;
    }
    let percent = finding.stated.contains('%');
    let text = |number: &Rational| {
        let scaled = if percent { number * &Rational::from(100) } else { number.clone() };
        format!("{}{}", decimal::plain(&scaled), if percent { "%" } else { "" })
    };
    Some(format!("right for {} up to, but not, {}", text(low), text(high)))
}

fn info(case: &Case<'_>, finding: &Finding, page: &Page) -> ClaimInfo {
    let claim = case.claim;
    let figures = match &finding.range {
        Some(range) => {
            let token = page.tokens.list.partition_point(|token| (token.start as usize) < range.start);
            page.figure_at(token).into_iter().collect()
        }
        None => claim.figures.clone(),
    };
    let matrix = case.mechanic.rule_sets.iter().zip(&case.exact).map(|(set, exact)| {
        let verdict = match exact {
            Exact::Unavailable(_) | Exact::Stopped(_) | Exact::Limited(_) => "unavailable",
            _ => fit(claim, &figures, exact).map_or(Verdict::Undecided, Verdict::from).name(),
        };
        (set.name.clone(), verdict, case.exact_text(exact))
    });
    ClaimInfo {
        id: claim.id.clone(),
        pages: claim.source.clone(),
        section: claim.section.clone(),
        about: claim.about.clone(),
        mechanic: claim.mechanic.clone(),
        question: question_text(&claim.question),
        inputs: inputs_text(&claim.inputs),
        matrix: matrix.collect(),
    }
}

/// What is not right as a table, the counts, and the matrix of the claims where there are any.
#[must_use]
pub fn findings_report(checked: &Checked) -> Report {
    let news: Vec<&Item> = checked
        .items
        .iter()
        .filter(|item| !item.finding.verdict.is_right())
        .filter(|item| item.finding.verdict != Verdict::Undecided)
        .collect();
    let header = |text: &str| Header { text: Text::plain(text), numeric: false };
    let row = |item: &&Item| {
        let about = item.claim.as_ref().map_or(item.finding.message.as_str(), |claim| claim.about.as_str());
        let cells = [
            &item.finding.stated,
            &item.finding.exact,
            item.finding.code,
            about,
            &item.finding.holds.join(", "),
        ];
        Row {
            label: Text::plain(format!("{}:{}:{}", item.file, item.line, item.column)),
            cells: cells.map(|text| Cell::Text(Text::plain(text))).to_vec(),
            total: false,
        }
    };
    let counts: Vec<String> =
        checked.summary().iter().map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    let counts = if counts.is_empty() { "No figures.".to_owned() } else { format!("{}.", counts.join(", ")) };
    let mut report = matrix_report(checked);
    let mut blocks = Vec::new();
    if !news.is_empty() {
        blocks.push(Block::Table(Table {
            caption: Text::plain("Figures that are not right"),
            header: ["Place", "Stated", "Exact", "Verdict", "About", "Right under"].map(header).to_vec(),
            rows: news.iter().map(row).collect(),
        }));
    }
    blocks.push(Block::Paragraph(Text::plain(counts)));
    if checked.items.iter().any(|item| item.claim.is_some()) {
        blocks.append(&mut report.blocks);
    }
    Report { blocks, ..report }
}

/// The matrix of claims and rule sets: one table for each mechanic, a row for each claim.
#[must_use]
pub fn matrix_report(checked: &Checked) -> Report {
    let mut mechanics: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in &checked.items {
        if let Some(claim) = &item.claim {
            mechanics.entry(claim.mechanic.as_str()).or_default().push(item);
        }
    }
    let blocks = mechanics.iter().map(|(mechanic, items)| Block::Table(matrix(mechanic, items)));
    let mut blocks: Vec<Block> = blocks.collect();
    blocks.push(Block::Paragraph(Text::plain(
        "yes: the figure is exact; ~: rounded; cut: further digits dropped; no: it is not what the rules give; –: the rules lack what it is about.",
    )));
    Report { blocks, json: checked.json(), records: checked.records(), subject: "claims".to_owned() }
}

fn matrix(mechanic: &str, items: &[&Item]) -> Table {
    let sets: Vec<String> = items
        .first()
        .and_then(|item| item.claim.as_ref())
        .map(|claim| claim.matrix.iter().map(|(set, ..)| set.clone()).collect())
        .unwrap_or_default();
    let header = |text: &str| Header { text: Text::plain(text), numeric: false };
    let mut headers = vec![header("Claim"), header("Stated"), header("Verdict")];
    headers.extend(sets.iter().map(|set| header(set)));
    let mark = |verdict: &str| match verdict {
        "exact" => "yes",
        "rounded" => "~",
        "truncated" => "cut",
        "unavailable" | "undecided" => "–",
        _ => "no",
    };
    let row = |item: &&Item| {
        let claim = item.claim.as_ref();
        let mut cells = vec![
            Cell::Text(Text::plain(item.finding.stated.clone())),
            Cell::Text(Text::plain(item.finding.verdict.name())),
        ];
        let marks = claim.iter().flat_map(|claim| &claim.matrix);
        cells.extend(marks.map(|(_, verdict, _)| Cell::Text(Text::plain(mark(verdict)))));
        let label = claim.map(|claim| claim.id.clone()).unwrap_or_default();
        Row { label: Text::plain(label), cells, total: false }
    };
    Table {
        caption: Text::plain(format!("{mechanic}: claims under each rule set")),
        header: headers,
        rows: items.iter().map(row).collect(),
    }
}
