//! The marks by which a wiki says in which editions something holds.

/// The codes by which a wiki marks sets of editions: for each code the editions in it, one bit each, the
/// first edition of the mechanic in the lowest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditionCodes {
    /// The template, such as `dlc`.
    pub template: String,
    /// Codes with their sets.
    pub codes: Vec<(String, u32)>,
}

impl EditionCodes {
    /// The template that marks a set of editions, where a code says just that.
    ///
    /// ```
    /// use trueodds::document::EditionCodes;
    ///
    /// let codes = EditionCodes { template: "dlc".to_owned(), codes: vec![("r".to_owned(), 24)] };
    /// assert_eq!(codes.mark(24).as_deref(), Some("{{dlc|r}}"));
    /// assert_eq!(codes.mark(10), None);
    /// ```
    #[must_use]
    pub fn mark(&self, editions: u32) -> Option<String> {
        let found = self.codes.iter().find(|(_, set)| *set == editions);
        found.map(|(code, _)| format!("{{{{{}|{code}}}}}", self.template))
    }
}
