//! `what`: the questions that give a number.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Text};
use super::data::Head;
use super::{Data, Document, Records};
use crate::exact::decimal;
use crate::verify::{Hit, Hits, Verdict, exact_number};

/// The questions that give a number: kind `what`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WhatData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The number as it was given.
    pub stated: &'a str,
    /// The questions; where none gives the number, the nearest.
    pub answers: Vec<WhatAnswer<'a>>,
    /// How many more give it.
    pub more: usize,
    /// How many questions were asked.
    pub asked: usize,
}

/// A question that gives a number, or nearly.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WhatAnswer<'a> {
    /// What it gives, as a fraction in lowest terms.
    pub exact: String,
    /// The same as a decimal.
    pub decimal: String,
    /// `exact`, `rounded` or `truncated` where that is the number, else `near`.
    pub fit: &'static str,
    /// The question.
    pub question: &'a str,
    /// A command that answers it.
    pub command: &'a str,
    /// The rule sets under which it gives this.
    pub rules: &'a [String],
}

/// What gives a number, as text and data.
#[derive(Debug, Clone, Copy)]
pub struct WhatDocument<'a> {
    /// The number as it was given.
    pub stated: &'a str,
    /// What gives it.
    pub hits: &'a Hits,
    /// For each of them a command that answers it.
    pub commands: &'a [String],
}

fn fit(hit: &Hit) -> &'static str {
    hit.verdict.map_or("near", Verdict::name)
}

impl Document for WhatDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        if self.hits.hits.iter().all(|hit| hit.verdict.is_none()) {
            blocks.push(Block::paragraph(format!("No question asked gives {}. The nearest:", self.stated)));
        }
        for (hit, command) in self.hits.hits.iter().zip(self.commands) {
            let rules = hit.rules.join(", ");
            let text = format!("{}: {}, under {rules}", exact_number(&hit.value), hit.question);
            blocks.push(Block::Paragraph(Text::plain(text)));
            blocks.push(Block::Command(Text::plain(command)));
        }
        if self.hits.more > 0 {
            let text =
                format!("{} more give {}; name a mechanic, rules or inputs.", self.hits.more, self.stated);
            blocks.push(Block::paragraph(text));
        }
        let asked = self.hits.asked;
        let text = format!(
            "{asked} questions asked: with what is given, and with one flag, choice or whole number changed; where \
             there are many numbers, 0 to 4."
        );
        blocks.push(Block::paragraph(text));
        if !self.hits.cut.is_empty() {
            let text = format!("Not all was asked of {}; give inputs or rules.", self.hits.cut.join(", "));
            blocks.push(Block::paragraph(text));
        }
        blocks
    }

    fn data(&self) -> Data<'_> {
        let answer = |hit: &'_ Hit| (hit.value.to_string(), decimal::plain(&hit.value), fit(hit));
        let answers = self.hits.hits.iter().zip(self.commands).map(|(hit, command)| {
            let (exact, decimal, fit) = answer(hit);
            WhatAnswer { exact, decimal, fit, question: &hit.question, command, rules: &hit.rules }
        });
        Box::new(WhatData {
            head: Head::new("what"),
            stated: self.stated,
            answers: answers.collect(),
            more: self.hits.more,
            asked: self.hits.asked,
        })
    }

    fn records(&self) -> Records<'_> {
        let header = ["exact", "decimal", "fit", "question", "rules", "command"].map(str::to_owned).to_vec();
        let record = |(hit, command): (&Hit, &String)| {
            let (exact, decimal) = (hit.value.to_string(), decimal::plain(&hit.value));
            vec![
                exact,
                decimal,
                fit(hit).to_owned(),
                hit.question.clone(),
                hit.rules.join(" "),
                command.clone(),
            ]
        };
        Box::new(std::iter::once(header).chain(self.hits.hits.iter().zip(self.commands).map(record)))
    }

    fn subject(&self) -> String {
        self.stated.to_owned()
    }
}
