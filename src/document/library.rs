//! A library: its functions and enumerations.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Header, Row, Table, Text};
use super::data::Head;
use super::{Data, Document, Records};
use crate::check::Model;
use crate::check::model::{Function, Kind, LocalId};

/// A library: kind `library`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LibraryData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The library.
    pub library: &'a str,
    /// What people call it.
    pub label: &'a str,
    /// Its functions.
    pub functions: Vec<FunctionData<'a>>,
    /// Its enumerations.
    pub enumerations: Vec<EnumerationData<'a>>,
}

/// A function of a library.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FunctionData<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its parameters.
    pub parameters: Vec<ParameterData<'a>>,
    /// What its value is, in words.
    pub value: String,
    /// Whether it draws.
    pub draws: bool,
}

/// A parameter of a function.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ParameterData<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is, in words.
    #[serde(rename = "type")]
    pub kind: String,
}

/// An enumeration.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EnumerationData<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values.
    pub values: Vec<&'a str>,
}

/// The document of a library.
#[derive(Debug, Clone, Copy)]
pub struct LibraryDocument<'a> {
    model: &'a Model,
}

impl<'a> LibraryDocument<'a> {
    /// The document of a library.
    ///
    /// ```
    /// use trueodds::document::LibraryDocument;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::default();
    /// session.add_text("common/dice", "library common/dice\nfunction twice(n: integer) = n * 2\n");
    /// let dice = session.library("common/dice")?.expect("a library");
    /// let text = render(&LibraryDocument::new(&dice), Format::Csv, &Style::default());
    /// assert!(text.contains("twice,n: a whole number,a whole number"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(model: &'a Model) -> LibraryDocument<'a> {
        LibraryDocument { model }
    }

    /// Its own functions, not those of the libraries it uses.
    fn functions(&self) -> impl Iterator<Item = &'a Function> {
        self.model.functions.iter().filter(|function| function.library.is_none())
    }

    fn parameters(&self, function: &'a Function) -> Vec<ParameterData<'a>> {
        let parameter = |(id, kind): (&LocalId, &Kind)| {
            let (name, range) = self.model.resolution.local(*id)?;
            let range = range.describe().map(|range| format!(" {range}")).unwrap_or_default();
            Some(ParameterData { name, kind: format!("{}{range}", self.model.describe(*kind)) })
        };
        function.parameters.iter().zip(&function.kinds).filter_map(parameter).collect()
    }

    /// The name, the parameters and the value of a function.
    fn words(&self, function: &'a Function) -> [String; 3] {
        let parameters = self.parameters(function).into_iter();
        let parameters: Vec<String> = parameters.map(|one| format!("{}: {}", one.name, one.kind)).collect();
        [function.name.clone(), parameters.join(", "), self.model.describe(function.result)]
    }

    fn enumerations(&self) -> impl Iterator<Item = (&'a str, Vec<&'a str>)> {
        self.model.enumerations.iter().map(|list| {
            (list.name.as_str(), list.variants.iter().map(|variant| variant.name.as_str()).collect())
        })
    }
}

impl<'a> Document for LibraryDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let model = self.model;
        let mut blocks = vec![Block::Heading(Text::plain(format!("{}: {}", model.path, model.label)))];
        let to_use = format!("A library: functions for mechanics that say `uses {}`.", model.path);
        blocks.push(Block::paragraph(to_use));
        let table = |caption: &str, header: &[&str], rows: Vec<Row>| {
            let header = header.iter().map(|text| Header::words(*text)).collect();
            Block::Table(Table { caption: Text::plain(caption), header, rows: rows.into() })
        };
        let row = |function| {
            let [name, parameters, value] = self.words(function);
            Row::words(name, [parameters, value])
        };
        blocks.push(table("Functions", &["Name", "Takes", "Gives"], self.functions().map(row).collect()));
        let lists: Vec<Row> =
            self.enumerations().map(|(name, values)| Row::words(name, [values.join(", ")])).collect();
        if !lists.is_empty() {
            blocks.push(table("Enumerations", &["Name", "Values"], lists));
        }
        blocks
    }

    fn data(&self) -> Data<'_> {
        let function = |function: &'a Function| FunctionData {
            name: &function.name,
            parameters: self.parameters(function),
            value: self.model.describe(function.result),
            draws: function.draws,
        };
        Box::new(LibraryData {
            head: Head::new("library"),
            library: &self.model.path,
            label: &self.model.label,
            functions: self.functions().map(function).collect(),
            enumerations: self
                .enumerations()
                .map(|(name, values)| EnumerationData { name, values })
                .collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let header = ["function", "takes", "gives"].map(str::to_owned).to_vec();
        Box::new(std::iter::once(header).chain(self.functions().map(|one| self.words(one).to_vec())))
    }

    fn subject(&self) -> String {
        self.model.path.clone()
    }
}
