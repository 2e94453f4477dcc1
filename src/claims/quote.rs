//! Words of a page that state something without a figure.

use std::ops::Range;

/// A short quotation: the page has these letters, digits and signs one after the other, whatever else stands
/// between them (spaces, line ends, markup) but a sign of comparison, in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Without spaces, in lower case.
    signs: Vec<char>,
}

impl Quote {
    /// Reads a quotation.
    ///
    /// # Errors
    /// One that has not at least two words.
    ///
    /// ```
    /// use trueodds::claims::Quote;
    ///
    /// let quote = Quote::read("more rooms")?;
    /// assert_eq!(quote.find("Later floors have [[more]] rooms."), [20..32]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(text: &str) -> Result<Quote, String> {
        if text.split_whitespace().count() < 2 {
            return Err("one word stands in many places; quote two words or more".to_owned());
        }
        let signs = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
        Ok(Quote { signs })
    }

    /// Where it stands in a text, in bytes. Cost: linear in the text, times the length of the quotation.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut before = None;
        for (start, sign) in text.char_indices() {
            let begins = self.signs.first().is_some_and(|first| same(sign, *first));
            if begins
                && !before.is_some_and(char::is_alphanumeric)
                && found.last().is_none_or(|last| last.end <= start)
                && let Some(length) = self.length_at(&text[start..])
            {
                found.push(start..start + length);
            }
            before = Some(sign);
        }
        found
    }

    /// How many bytes of a text it takes from its beginning on.
    fn length_at(&self, text: &str) -> Option<usize> {
        /// Signs that are no part of it and stand between two of its own at most: markup and indents.
        const BETWEEN: usize = 40;
        let mut rest = text.char_indices();
        let mut end = 0;
        for wanted in &self.signs {
            let stops = |sign: char| sign.is_alphanumeric() || matches!(sign, '<' | '>' | '=');
            let next = rest.by_ref().take(BETWEEN).find(|(_, sign)| same(*sign, *wanted) || stops(*sign));
            let (at, sign) = next.filter(|(_, sign)| same(*sign, *wanted))?;
            end = at + sign.len_utf8();
        }
        let whole = !rest.next().is_some_and(|(_, next)| next.is_alphanumeric());
        whole.then_some(end)
    }
}

fn same(sign: char, lower: char) -> bool {
    match sign.is_ascii() {
        true => sign.to_ascii_lowercase() == lower,
        false => sign == lower || sign.to_lowercase().eq([lower]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(quote: &str, text: &str) -> Vec<String> {
        let ranges = Quote::read(quote).unwrap().find(text);
        ranges.into_iter().map(|range| text[range].to_owned()).collect()
    }

    #[test]
    fn signs_of_the_quotation_must_be_there_and_others_are_passed_over() {
        assert_eq!(found("a > b", "if (A > B) {"), ["A > B"]);
        assert!(found("a > b", "if (A < B) {").is_empty());
        assert!(found("a > b", "if (A >= B) {").is_empty());
        assert_eq!(found("more rooms", "**more**\n  rooms"), ["more**\n  rooms"]);
    }

    #[test]
    fn words_are_whole_and_other_words_do_not_stand_between_them() {
        assert!(found("more rooms", "evermore rooms").is_empty());
        assert!(found("more room", "more rooms").is_empty());
        assert!(found("more rooms", "more big rooms").is_empty());
        assert_eq!(found("more rooms", "more rooms more rooms").len(), 2);
        assert_eq!(found("ärger mehr", "ÄRGER: mehr").len(), 1);
        assert!(Quote::read("more").is_err());
    }
}
