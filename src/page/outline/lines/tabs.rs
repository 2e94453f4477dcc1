//! Tabs of a wiki: `<tabber>`, then `|-|Title=` before what each of them holds. A title heads it like the deepest heading.

use std::ops::Range;

use super::{Reader, Within};

/// Tabs stand below all headings.
const LEVEL: u8 = 7;
/// A title is no longer.
const LONGEST: usize = 100;

impl Reader<'_, '_> {
    /// Takes from a line what begins or ends tabs: what is left of it, which may be nothing. `None` where it does neither.
    pub(super) fn tab(&mut self, text: &str, range: &Range<usize>) -> Option<Range<usize>> {
        let nothing = range.end..range.end;
        if self.within == Within::Paragraph {
            return None;
        }
        if text.starts_with("</tabber") || self.in_tabs && text == "}}" {
            self.flush();
            self.list.clear();
            self.out.end_headings(LEVEL);
            self.in_tabs = false;
            return Some(nothing);
        }
        let first = if text.starts_with("<tabber") { text.find('>').map(|at| at + 1) } else { None };
        let next = text.starts_with("|-|").then_some("|-|".len());
        self.in_tabs |= first.is_some();
        // The first title may stand on the line below the tag, without a mark.
        let bare = (self.in_tabs && text.ends_with('=') && !text.starts_with('=')).then_some(0);
        let start = first.or(next).or(bare)?;
        let Some(length) = text[start..].find('=').filter(|length| (1..LONGEST).contains(length)) else {
            return first.map(|_| nothing);
        };
        self.in_tabs = true;
        self.flush();
        self.end_rows();
        self.list.clear();
        let title = range.start + start;
        self.out.heading(LEVEL, title..title + length);
        Some(title + length + 1..range.end)
    }
}
