//! `verify`: findings about figures as tables, as JSON and as records.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::block::{Block, Cell, Header, Row, Stream, Table, Text};
use super::data::Head;
use super::{Data, Document, Records};
use crate::exact::{Rational, decimal};
use crate::verify::{Checked, ClaimInfo, Finding, LocatedFinding, Replacement, UnderRules, Verdict};

/// What was found, for people: the figures that are not right, the counts, and the claims under each rule set.
#[derive(Debug, Clone, Copy)]
pub struct FindingsDocument<'a>(pub &'a Checked);

/// The claims under each rule set: one table for each mechanic, one row for each claim.
#[derive(Debug, Clone, Copy)]
pub struct MatrixDocument<'a>(pub &'a Checked);

impl Document for FindingsDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let checked = self.0;
        let mut blocks = Vec::new();
        blocks.extend(not_right(checked));
        let counts = counts(checked);
        let counts = if counts.is_empty() { "No figures.".to_owned() } else { format!("{counts}.") };
        blocks.push(Block::Paragraph(Text::plain(counts)));
        if checked.findings.iter().any(|found| found.claim.is_some()) {
            blocks.extend(matrices(checked));
        }
        blocks
    }

    fn data(&self) -> Data<'_> {
        Box::new(VerifyData::new(self.0))
    }

    fn records(&self) -> Records<'_> {
        records(self.0)
    }

    fn subject(&self) -> String {
        SUBJECT.to_owned()
    }
}

impl Document for MatrixDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        matrices(self.0)
    }

    fn data(&self) -> Data<'_> {
        Box::new(VerifyData::new(self.0))
    }

    fn records(&self) -> Records<'_> {
        records(self.0)
    }

    fn subject(&self) -> String {
        SUBJECT.to_owned()
    }
}

/// Claims belong to no single mechanic.
const SUBJECT: &str = "claims";

/// The JSON document of kind `verify`.
#[derive(Debug, serde::Serialize, JsonSchema)]
pub struct VerifyData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// One for each figure, in the order of the page or of the claims.
    pub verdicts: Stream<'a, VerdictData>,
    /// How many figures have each verdict.
    pub summary: SummaryData,
}

/// What becomes of a figure.
#[derive(Debug, Clone, serde::Serialize, JsonSchema)]
pub struct VerdictData {
    /// The name of the claim that is about the figure; null where the page itself or a table decides.
    pub claim: Option<String>,
    /// The page, or the file of the claim.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line at which the figure begins, from 1.
    pub column: usize,
    /// The character behind the figure.
    pub end_column: usize,
    /// The first byte of the figure on its page, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The byte behind its last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// The figure as written.
    pub stated: String,
    /// What is exact: a fraction in lowest terms where it is one number, else words; null where nothing is known.
    pub exact: Option<String>,
    /// The exact number as a decimal, where it is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// `exact`, `rounded`, `truncated`, `depends`, `contradicts-code`, `contradicts-page`, `wrong`, `undecided` or
    /// `unclassified`.
    pub verdict: &'static str,
    /// The rule sets under which the figure is right.
    pub rules: Vec<String>,
    /// The kind of finding, such as `wrong-total`; the verdict where there is no other.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What is said of the figure, in one line.
    pub message: String,
    /// How that comes about, and what else there is to know.
    pub notes: Vec<String>,
    /// What was asked, in which reading, and what is exact, in words.
    pub details: Vec<String>,
    /// What to write in the place of the figure, where that is one number and no rounding is mended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// For how many more figures after it the same holds, which are not listed; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub further: Option<usize>,
    /// The rule sets under which the figure was judged.
    pub judged_under: Vec<String>,
    /// The exact numbers for which the figure would be right; null where it states no single number.
    pub accepted: Option<AcceptedData>,
    /// The question that decides it, where no claim does: as a person would type it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What is asked of which mechanic, where a claim is about the figure.
    #[serde(flatten)]
    pub about: Option<ClaimData>,
    /// The figure with its rounding mended, where only that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// The same with its place on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<ReplacementData>,
}

/// A part of a page and what is to stand there instead.
#[derive(Debug, Clone, serde::Serialize, JsonSchema)]
pub struct ReplacementData {
    /// What is to stand there.
    pub text: String,
    /// The first byte of what it takes the place of, from 0.
    pub start: usize,
    /// The byte behind its last one.
    pub end: usize,
    /// Its line, from 1.
    pub line: usize,
    /// The character in the line at which it begins, from 1.
    pub column: usize,
    /// The line in which it ends.
    pub end_line: usize,
    /// The character behind it.
    pub end_column: usize,
}

impl ReplacementData {
    fn new(replacement: &Replacement) -> ReplacementData {
        ReplacementData {
            text: replacement.text.clone(),
            start: replacement.range.start,
            end: replacement.range.end,
            line: replacement.from.0,
            column: replacement.from.1,
            end_line: replacement.to.0,
            end_column: replacement.to.1,
        }
    }
}

/// The exact numbers for which a figure is right. The upper end is among them only where both are equal.
#[derive(Debug, Clone, serde::Serialize, JsonSchema)]
pub struct AcceptedData {
    /// The least of them.
    pub from: String,
    /// Where they end.
    pub to: String,
}

/// A claim of the data.
#[derive(Debug, Clone, serde::Serialize, JsonSchema)]
pub struct ClaimData {
    /// The pages that state it.
    pub pages: Vec<String>,
    /// The section of the page.
    pub section: String,
    /// What it is about.
    pub about: String,
    /// What is wrong with the statement as the page has it, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The mechanic, with its game.
    pub mechanic: String,
    /// What decides it, as a person would type it.
    pub question: String,
    /// The inputs under which it is asked.
    pub inputs: String,
    /// What each rule set of the mechanic makes of the figure, by its name.
    #[serde(serialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, MatrixData>")]
    pub matrix: Vec<(String, MatrixData)>,
}

/// What a rule set makes of a figure.
#[derive(Debug, Clone, serde::Serialize, JsonSchema)]
pub struct MatrixData {
    /// The verdict, or `unavailable` where the rules lack what the claim is about or give no answer.
    pub verdict: &'static str,
    /// What is exact, in the terms of the claim.
    pub exact: String,
}

/// How many figures have each verdict; those that none has are left out.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct SummaryData {
    /// Right to the last digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<usize>,
    /// Right when rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounded: Option<usize>,
    /// Right with further digits dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<usize>,
    /// Right under other rule sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depends: Option<usize>,
    /// Against the code that the page prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts_code: Option<usize>,
    /// Against another figure of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts_page: Option<usize>,
    /// Right under no rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<usize>,
    /// Decided by no model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<usize>,
    /// Explained by nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unclassified: Option<usize>,
}

/// Pairs as an object that keeps their order.
fn in_order<S: Serializer, T: Serialize>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (key, value) in pairs {
        map.serialize_entry(key, value)?;
    }
    map.end()
}

impl VerifyData<'_> {
    /// The document of some findings.
    #[must_use]
    pub fn new(checked: &Checked) -> VerifyData<'_> {
        VerifyData {
            head: Head::new("verify"),
            verdicts: Stream::new(|| checked.findings.iter().map(VerdictData::new)),
            summary: SummaryData::new(checked),
        }
    }
}

impl VerdictData {
    fn new(found: &LocatedFinding) -> VerdictData {
        let finding = &found.finding;
        let words = (!finding.exact.is_empty()).then(|| finding.exact.clone());
        let accepted =
            |(low, high): &(Rational, Rational)| AcceptedData { from: low.to_string(), to: high.to_string() };
        VerdictData {
            claim: found.claim.as_ref().map(|claim| claim.id.clone()),
            file: found.file.clone(),
            line: found.line,
            column: found.column,
            end_column: found.end_column,
            start: finding.range.as_ref().map(|range| range.start),
            end: finding.range.as_ref().map(|range| range.end),
            stated: finding.stated.clone(),
            exact: finding.number.as_ref().map(ToString::to_string).or(words),
            decimal: finding.number.as_ref().map(decimal::plain),
            verdict: finding.verdict.name(),
            rules: finding.holds.clone(),
            code: finding.code,
            level: finding.level().name(),
            message: finding.message.clone(),
            notes: finding.notes.clone(),
            details: finding.details.clone(),
            instead: finding.instead.clone(),
            further: (finding.further > 0).then_some(finding.further),
            judged_under: finding.under.clone(),
            accepted: finding.accepted.as_ref().map(accepted),
            question: finding.question.clone().filter(|_| found.claim.is_none()),
            about: found.claim.as_deref().map(ClaimData::new),
            fix: finding.fix.as_ref().map(|(_, text)| text.clone()),
            replacement: found.replacement.as_ref().map(ReplacementData::new),
        }
    }
}

impl ClaimData {
    fn new(claim: &ClaimInfo) -> ClaimData {
        let entry = |under: &UnderRules| {
            let data = MatrixData { verdict: verdict_under(under), exact: under.exact.clone() };
            (under.rules.clone(), data)
        };
        ClaimData {
            pages: claim.pages.clone(),
            section: claim.section.clone(),
            about: claim.about.clone(),
            why: claim.why.clone(),
            mechanic: claim.mechanic.clone(),
            question: claim.question.clone(),
            inputs: claim.inputs.clone(),
            matrix: claim.matrix.iter().map(entry).collect(),
        }
    }
}

fn verdict_under(under: &UnderRules) -> &'static str {
    under.verdict.map_or("unavailable", Verdict::name)
}

impl SummaryData {
    fn new(checked: &Checked) -> SummaryData {
        let mut summary = SummaryData::default();
        for (verdict, count) in checked.summary() {
            let own = match verdict {
                Verdict::Exact => &mut summary.exact,
                Verdict::Rounded => &mut summary.rounded,
                Verdict::Truncated => &mut summary.truncated,
                Verdict::Depends => &mut summary.depends,
                Verdict::ContradictsCode => &mut summary.contradicts_code,
                Verdict::ContradictsPage => &mut summary.contradicts_page,
                Verdict::Wrong => &mut summary.wrong,
                Verdict::Undecided => &mut summary.undecided,
                Verdict::Unclassified => &mut summary.unclassified,
            };
            *own = Some(count);
        }
        summary
    }
}

fn records(checked: &Checked) -> Records<'_> {
    let header =
        ["claim", "file", "line", "column", "stated", "exact", "verdict", "code", "rules", "message"];
    let header = header.map(str::to_owned).to_vec();
    Box::new(std::iter::once(header).chain(checked.findings.iter().map(record)))
}

fn record(found: &LocatedFinding) -> Vec<String> {
    let finding = &found.finding;
    vec![
        found.claim.as_ref().map_or_else(String::new, |claim| claim.id.clone()),
        found.file.clone(),
        found.line.to_string(),
        found.column.to_string(),
        finding.stated.clone(),
        finding.exact.clone(),
        finding.verdict.name().to_owned(),
        finding.code.to_owned(),
        finding.holds.join(" "),
        finding.message.clone(),
    ]
}

/// How many figures have each verdict: `8 exact, 2 wrong`; empty where there are no figures.
#[must_use]
pub fn counts(checked: &Checked) -> String {
    let counts = checked.summary().into_iter().map(|(verdict, count)| format!("{count} {}", verdict.name()));
    counts.collect::<Vec<_>>().join(", ")
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

/// What a finding is about: its claim in words, else what is said of the figure.
fn about(found: &LocatedFinding) -> &str {
    found.claim.as_ref().map_or(found.finding.message.as_str(), |claim| claim.about.as_str())
}

/// What a finding is about, and what is wrong with it where the claim says so.
#[must_use]
pub fn about_and_why(found: &LocatedFinding) -> String {
    let why = found.claim.as_ref().and_then(|claim| claim.why.as_deref());
    why.map_or_else(
        || about(found).to_owned(),
        |why| format!("{}. {why}", about(found).trim_end_matches('.')),
    )
}

/// The figures that are not right, where there are any. A figure of a page is found by its line; what a claim states by
/// the page and section that state it.
fn not_right(checked: &Checked) -> Vec<Block<'_>> {
    let news = || checked.findings.iter().filter(|found| found.is_news());
    let stated = |found: &&LocatedFinding| found.finding.range.is_none() && found.claim.is_some();
    let on_page: Vec<Row> = news().filter(|found| !stated(found)).map(page_row).collect();
    let claimed = news().filter(stated).filter_map(|found| Some(claim_row(found, found.claim.as_deref()?)));
    let claimed: Vec<Row> = claimed.collect();
    let table = |header: &[&str], rows: Vec<Row>| Table {
        caption: Text::plain("Figures that are not right"),
        header: header.iter().copied().map(Header::words).collect(),
        rows: rows.into(),
    };
    let tables = [
        (!on_page.is_empty())
            .then(|| table(&["Place", "Stated", "Exact", "Verdict", "About", "Right under"], on_page)),
        (!claimed.is_empty()).then(|| {
            table(&["Page", "Stated", "Exact", "Verdict", "About", "Right under", "Claim"], claimed)
        }),
    ];
    tables.into_iter().flatten().map(Block::Table).collect()
}

/// What is said of a figure that is not right: what is stated, what is exact, the verdict, what it is about, and under
/// which rule sets it is right.
fn said(found: &LocatedFinding) -> [String; 5] {
    let finding = &found.finding;
    let code = finding.code.to_owned();
    [finding.stated.clone(), finding.exact.clone(), code, about_and_why(found), finding.holds.join(", ")]
}

fn page_row(found: &LocatedFinding) -> Row {
    Row::words(format!("{}:{}:{}", found.file, found.line, found.column), said(found))
}

fn claim_row(found: &LocatedFinding, claim: &ClaimInfo) -> Row {
    let place = format!("{}: {}", claim.pages.join(" and "), claim.section);
    Row::words(place, said(found).into_iter().chain([claim.id.clone()]))
}

/// The claims of each mechanic under its rule sets, and what the cells mean.
fn matrices(checked: &Checked) -> Vec<Block<'_>> {
    let mut mechanics: BTreeMap<&str, Vec<(&LocatedFinding, &ClaimInfo)>> = BTreeMap::new();
    for found in &checked.findings {
        if let Some(claim) = &found.claim {
            mechanics.entry(claim.mechanic.as_str()).or_default().push((found, claim));
        }
    }
    let tables = mechanics.iter().map(|(mechanic, claims)| Block::Table(matrix(mechanic, claims)));
    let mut blocks: Vec<Block<'_>> = tables.collect();
    blocks.push(Block::paragraph(
        "yes: the figure is exact; ~: rounded; cut: further digits dropped; no: it is not what the rules give; –: the rules lack what it is about.",
    ));
    blocks
}

fn matrix<'a>(mechanic: &str, claims: &[(&LocatedFinding, &ClaimInfo)]) -> Table<'a> {
    let sets = claims.first().map_or(&[][..], |(_, claim)| &claim.matrix);
    let fixed = ["Claim", "Stated", "Verdict"].into_iter();
    let row = |(found, claim): &(&LocatedFinding, &ClaimInfo)| {
        let finding = &found.finding;
        let mut cells = vec![Cell::words(finding.stated.as_str()), Cell::words(finding.verdict.name())];
        cells.extend(claim.matrix.iter().map(|under| Cell::words(answer(under))));
        Row::new(claim.id.as_str(), cells)
    };
    Table {
        caption: Text::plain(format!("{mechanic}: claims under each rule set")),
        header: fixed.chain(sets.iter().map(|under| under.rules.as_str())).map(Header::words).collect(),
        rows: claims.iter().map(row).collect(),
    }
}

/// A verdict in as few characters as a narrow column has.
fn answer(under: &UnderRules) -> &'static str {
    match under.verdict {
        Some(Verdict::Exact) => "yes",
        Some(Verdict::Rounded) => "~",
        Some(Verdict::Truncated) => "cut",
        None | Some(Verdict::Undecided) => "–",
        Some(_) => "no",
    }
}
