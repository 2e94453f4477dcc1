//! Which mechanics there are.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Header, Row, Table, Text};
use super::data::Head;
use super::{Data, Document, Records};
use crate::check::Model;
use crate::scenario::Mechanic;

/// All mechanics: kind `list`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanics, by name.
    pub mechanics: Vec<ListedData<'a>>,
    /// The libraries, by name; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub libraries: Vec<ListedLibrary<'a>>,
}

/// A library of the list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedLibrary<'a> {
    /// Its name.
    pub library: &'a str,
    /// What people call it.
    pub label: &'a str,
}

/// A mechanic of the list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedData<'a> {
    /// Its name.
    pub mechanic: &'a str,
    /// What people call it.
    pub label: &'a str,
    /// Its rule sets by name.
    pub rules: Vec<&'a str>,
}

/// The list of all mechanics.
#[derive(Debug, Clone, Copy)]
pub struct ListDocument<'a> {
    mechanics: &'a [Mechanic],
    libraries: &'a [Model],
}

impl<'a> ListDocument<'a> {
    /// The list of some mechanics.
    ///
    /// ```
    /// use trueodds::document::ListDocument;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let text = render(&ListDocument::new(&[award]), Format::Csv, &Style::default());
    /// assert!(text.contains("isaac/room-clear-award"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanics: &'a [Mechanic]) -> ListDocument<'a> {
        ListDocument { mechanics, libraries: &[] }
    }

    /// With the libraries beside the mechanics.
    #[must_use]
    pub fn with_libraries(self, libraries: &'a [Model]) -> ListDocument<'a> {
        ListDocument { libraries, ..self }
    }

    fn libraries(&self) -> Option<Table<'a>> {
        let own = |model: &Model| model.functions.iter().filter(|one| one.library.is_none()).count();
        let row =
            |model: &Model| Row::words(model.path.as_str(), [model.label.clone(), own(model).to_string()]);
        let header =
            vec![Header::words("Library"), Header::words("What it is"), Header::numbers("Functions")];
        let rows: Vec<Row> = self.libraries.iter().map(row).collect();
        (!rows.is_empty()).then(|| Table { caption: Text::plain("Libraries"), header, rows: rows.into() })
    }
}

fn rule_sets(mechanic: &Mechanic) -> Vec<&str> {
    mechanic.rule_sets.iter().map(|set| set.name.as_str()).collect()
}

impl<'a> Document for ListDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        if self.mechanics.is_empty() && self.libraries.is_empty() {
            let text = "There are no mechanics here; a data folder holds GAME/NAME.odds.";
            return vec![Block::paragraph(text)];
        }
        let row = |Mechanic { model, rule_sets, .. }: &Mechanic| {
            let counts = [model.inputs.len().to_string(), rule_sets.len().to_string()];
            Row::words(model.path.as_str(), std::iter::once(model.label.clone()).chain(counts))
        };
        let header = [Header::words("Mechanic"), Header::words("What it is")].into_iter();
        let mechanics = Table {
            caption: Text::plain("Mechanics"),
            header: header.chain(["Inputs", "Rule sets"].map(Header::numbers)).collect(),
            rows: self.mechanics.iter().map(row).collect(),
        };
        std::iter::once(mechanics).chain(self.libraries()).map(Block::Table).collect()
    }

    fn data(&self) -> Data<'_> {
        let listed = |mechanic: &'a Mechanic| ListedData {
            mechanic: &mechanic.model.path,
            label: &mechanic.model.label,
            rules: rule_sets(mechanic),
        };
        let library = |model: &'a Model| ListedLibrary { library: &model.path, label: &model.label };
        Box::new(ListData {
            head: Head::new("list"),
            mechanics: self.mechanics.iter().map(listed).collect(),
            libraries: self.libraries.iter().map(library).collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let header = ["mechanic", "label", "rules"].map(str::to_owned).to_vec();
        let record = |mechanic: &Mechanic| {
            vec![mechanic.model.path.clone(), mechanic.model.label.clone(), rule_sets(mechanic).join(" ")]
        };
        Box::new(std::iter::once(header).chain(self.mechanics.iter().map(record)))
    }

    fn subject(&self) -> String {
        "mechanics".to_owned()
    }
}
