//! A text cut where its figures begin and end, so that each can be marked in its place.

use std::collections::BTreeSet;
use std::ops::Range;

/// Something on a text that is to be marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    /// Its bytes.
    pub(super) range: Range<usize>,
    /// How much it matters: where several share bytes, the one that matters most is marked there.
    pub(super) weight: u8,
}

/// A stretch of a text that is marked as one, or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stretch<'t> {
    /// The span that it belongs to, by its index.
    pub(super) span: Option<usize>,
    /// Whether that span was not met before.
    pub(super) is_first: bool,
    pub(super) parts: Vec<Part<'t>>,
}

/// A part of a stretch, which changes as one when the text is mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    /// The repair that takes its place, by its index.
    pub(super) repair: Option<usize>,
}

/// Cuts texts.
pub(super) struct Marker<'t, 's> {
    text: &'t str,
    spans: &'s [Span],
    /// The spans, from the first on the text to the last.
    order: Vec<usize>,
    repairs: &'s [Range<usize>],
    met: BTreeSet<usize>,
    /// For each span the one that is marked where it begins.
    marked: Vec<Option<usize>>,
}

impl<'t, 's> Marker<'t, 's> {
    /// Cuts a text at spans, and at repairs, which are in order and have no bytes in common. Ranges that are none of the
    /// text are passed over.
    pub(super) fn new(text: &'t str, spans: &'s [Span], repairs: &'s [Range<usize>]) -> Marker<'t, 's> {
        let is_there = |range: &Range<usize>| !range.is_empty() && text.get(range.clone()).is_some();
        let mut order: Vec<usize> = (0..spans.len()).filter(|span| is_there(&spans[*span].range)).collect();
        order.sort_by_key(|span| (spans[*span].range.start, spans[*span].range.end));
        Marker { text, spans, order, repairs, met: BTreeSet::new(), marked: vec![None; spans.len()] }
    }

    /// A part of the text as stretches. Cost: linear in its length and in the spans before its end.
    pub(super) fn stretches(&mut self, within: Range<usize>) -> Vec<Stretch<'t>> {
        let mut stretches: Vec<Stretch<'t>> = Vec::new();
        let last = self.order.partition_point(|span| self.spans[*span].range.start < within.end);
        let mut own = self.order.get(..last).unwrap_or_default().to_vec();
        own.retain(|span| self.spans[*span].range.end > within.start);
        let mut waiting = own.iter().copied().peekable();
        let mut open: Vec<usize> = Vec::new();
        let cuts = self.cuts(&own, &within);
        for (from, to) in cuts.iter().zip(cuts.iter().skip(1)) {
            open.retain(|span| self.spans[*span].range.end > *from);
            while let Some(span) = waiting.next_if(|span| self.spans[*span].range.start <= *from) {
                if self.spans[span].range.end > *from {
                    open.push(span);
                }
            }
            let span = open.iter().copied().max_by_key(|span| {
                let Span { range, weight } = &self.spans[*span];
                (*weight, std::cmp::Reverse(range.len()), std::cmp::Reverse(*span))
            });
            for other in &open {
                self.marked[*other] = self.marked[*other].or(span);
            }
            let after = self.repairs.partition_point(|repair| repair.start <= *from);
            let repair = after.checked_sub(1).filter(|repair| self.repairs[*repair].end > *from);
            let part = Part { text: self.text.get(*from..*to).unwrap_or_default(), repair };
            match stretches.last_mut().filter(|last| last.span == span) {
                Some(last) => last.parts.push(part),
                None => {
                    let is_first = span.is_some_and(|span| self.met.insert(span));
                    stretches.push(Stretch { span, is_first, parts: vec![part] });
                }
            }
        }
        stretches
    }

    /// Where a part of the text is cut, with its ends.
    fn cuts(&self, spans: &[usize], within: &Range<usize>) -> Vec<usize> {
        let first = self.repairs.partition_point(|repair| repair.end <= within.start);
        let repairs = self.repairs.iter().skip(first).take_while(|repair| repair.start < within.end);
        let ranges = spans.iter().map(|span| &self.spans[*span].range).chain(repairs);
        let mut cuts: Vec<usize> = ranges.flat_map(|range| [range.start, range.end]).collect();
        cuts.retain(|cut| within.contains(cut) && self.text.is_char_boundary(*cut));
        cuts.extend([within.start, within.end]);
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// The span to go to for a span: itself, or what is marked in its place; `None` where that is not on any part that
    /// was cut.
    pub(super) fn place(&self, span: usize) -> Option<usize> {
        if self.met.contains(&span) { Some(span) } else { self.marked.get(span).copied().flatten() }
    }
}

/// A part of a long text that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) range: Range<usize>,
    /// The line it begins in, from 1.
    pub(super) line: usize,
}

/// The lines around spans of a text: at most one line and `around` bytes before and after each. `spans` are in order.
pub(super) fn windows(text: &str, spans: &[Range<usize>], around: usize) -> Vec<Window> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for span in spans {
        let start = floor(text, span.start.saturating_sub(around));
        let before = text.get(start..span.start).unwrap_or_default();
        let start = before.rmatch_indices('\n').nth(1).map_or(start, |(at, _)| start + at + 1);
        let end = floor(text, (span.end + around).min(text.len()));
        let after = text.get(span.end..end).unwrap_or_default();
        let end = after.match_indices('\n').nth(1).map_or(end, |(at, _)| span.end + at);
        match ranges.last_mut().filter(|last| start <= last.end) {
            Some(last) => last.end = last.end.max(end),
            None => ranges.push(start..end),
        }
    }
    let (mut at, mut line) = (0, 1);
    let located = |range: Range<usize>| {
        line += text.get(at..range.start).unwrap_or_default().matches('\n').count();
        at = range.start;
        Window { range, line }
    };
    ranges.into_iter().map(located).collect()
}

/// The beginning of the sign that a byte belongs to.
fn floor(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// Bytes of a text counted as browsers count: in units of UTF-16. Asked for in any order; cost: linear in the text for
/// each step back.
pub(super) struct Units<'t> {
    text: &'t str,
    byte: usize,
    units: usize,
}

impl<'t> Units<'t> {
    pub(super) fn of(text: &'t str) -> Units<'t> {
        Units { text, byte: 0, units: 0 }
    }

    /// How many units stand before a byte.
    pub(super) fn before(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.units) = (0, 0);
        }
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.units += between.chars().map(char::len_utf16).sum::<usize>();
        self.byte = byte;
        self.units
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one place is meant, not its bytes")]
mod tests {
    use super::*;

    /// Stretches in brackets with their span, parts that are repaired in braces with their repair.
    fn told(text: &str, spans: &[(Range<usize>, u8)], repairs: &[Range<usize>]) -> String {
        let spans: Vec<Span> =
            spans.iter().map(|(range, weight)| Span { range: range.clone(), weight: *weight }).collect();
        shown(&Marker::new(text, &spans, repairs).stretches(0..text.len()))
    }

    fn shown(stretches: &[Stretch<'_>]) -> String {
        let part = |part: &Part<'_>| match part.repair {
            Some(repair) => format!("{{{repair}:{}}}", part.text),
            None => part.text.to_owned(),
        };
        let stretch = |stretch: &Stretch<'_>| {
            let text: String = stretch.parts.iter().map(part).collect();
            let first = if stretch.is_first { "" } else { "+" };
            stretch.span.map_or(text.clone(), |span| format!("[{span}{first}:{text}]"))
        };
        stretches.iter().map(stretch).collect()
    }

    #[test]
    fn spans_are_marked_in_their_place() {
        assert_eq!(told("a 5% b", &[(2..4, 0)], &[]), "a [0:5%] b");
        assert_eq!(told("no figures", &[], &[]), "no figures");
        assert_eq!(told("", &[], &[]), "");
    }

    #[test]
    fn spans_at_the_ends_and_beside_each_other_stay_apart() {
        assert_eq!(told("5%6%7%", &[(0..2, 0), (2..4, 0), (4..6, 0)], &[]), "[0:5%][1:6%][2:7%]");
        assert_eq!(told("5%", &[(0..2, 0)], &[]), "[0:5%]");
    }

    #[test]
    fn of_spans_that_share_bytes_the_one_that_matters_is_marked() {
        // Within another, and across the end of another.
        assert_eq!(told("1/5 (25%)", &[(0..9, 0), (5..8, 2)], &[]), "[0:1/5 (][1:25%][0+:)]");
        assert_eq!(told("1/5 (25%)", &[(0..9, 2), (5..8, 0)], &[]), "[0:1/5 (25%)]");
        assert_eq!(told("abcdef", &[(0..4, 1), (2..6, 2)], &[]), "[0:ab][1:cdef]");
        // As much as the other: the shorter one, then the first.
        assert_eq!(told("1/5 (25%)", &[(0..9, 1), (5..8, 1)], &[]), "[0:1/5 (][1:25%][0+:)]");
        assert_eq!(told("25%", &[(0..3, 1), (0..3, 1)], &[]), "[0:25%]");
    }

    #[test]
    fn what_is_not_marked_itself_is_found_where_another_is() {
        let spans = [Span { range: 0..9, weight: 2 }, Span { range: 5..8, weight: 0 }];
        let mut marker = Marker::new("1/5 (25%) of", &spans, &[]);
        assert_eq!(marker.place(1), None);
        let _ = marker.stretches(0..12);
        assert_eq!((marker.place(0), marker.place(1)), (Some(0), Some(0)));
    }

    #[test]
    fn parts_that_are_mended_are_parts_of_their_own() {
        assert_eq!(told("1/5 (25%) x", &[(0..9, 1)], &[5..8]), "[0:1/5 ({0:25%})] x");
        // Without a mark, and with one on a part only.
        assert_eq!(told("a 5% b 6%", &[], &[2..4, 7..9]), "a {0:5%} b {1:6%}");
        assert_eq!(told("1.25%", &[(0..3, 0)], &[0..5]), "[0:{0:1.2}]{0:5%}");
    }

    #[test]
    fn signs_of_several_bytes_stay_whole() {
        // Cyrillic letters have two bytes, this face has four.
        let text = "шанс 5% 🎲 6%";
        let (five, six) = (text.find("5%").unwrap(), text.find("6%").unwrap());
        assert_eq!(told(text, &[(five..five + 2, 0), (six..six + 2, 0)], &[]), "шанс [0:5%] 🎲 [1:6%]");
        assert_eq!(told("шш", &[(1..3, 0), (0..9, 0)], &[]), "шш", "ranges that are none of the text");
    }

    #[test]
    fn units_are_those_of_browsers() {
        let text = "шанс 🎲 6%";
        let mut units = Units::of(text);
        for at in [0, "ш".len(), text.find("6%").unwrap(), text.len(), text.find('🎲').unwrap()] {
            assert_eq!(units.before(at), text[..at].encode_utf16().count(), "{at}");
        }
    }

    #[test]
    fn a_part_of_a_text_is_cut_as_the_whole_is() {
        let spans = [Span { range: 0..2, weight: 0 }, Span { range: 4..6, weight: 0 }];
        let mut marker = Marker::new("5% 🎲6% 7%", &spans, &[]);
        assert_eq!(shown(&marker.stretches(3..9)), "🎲6%");
        let spans = [Span { range: 0..2, weight: 0 }, Span { range: 7..9, weight: 0 }];
        let mut marker = Marker::new("5% 🎲6% 7%", &spans, &[]);
        assert_eq!(shown(&marker.stretches(3..12)), "🎲[1:6%] 7%");
        assert_eq!(marker.place(0), None);
    }

    #[test]
    fn of_a_long_text_the_lines_around_are_shown() {
        let lines: Vec<String> = (1..=100).map(|number| format!("line {number}: x%")).collect();
        let text = lines.join("\n");
        let at = |what: &str| text.find(what).unwrap();
        let spans = [
            at("line 10:")..at("line 10:") + 4,
            at("line 12:")..at("line 12:") + 4,
            at("line 50:")..at("line 50:") + 4,
        ];
        let windows = windows(&text, &spans, 100);
        let shown: Vec<(usize, &str, &str)> = windows
            .iter()
            .map(|window| {
                let lines: Vec<&str> = text[window.range.clone()].lines().collect();
                (window.line, lines[0], lines[lines.len() - 1])
            })
            .collect();
        assert_eq!(shown, [(9, "line 9: x%", "line 13: x%"), (49, "line 49: x%", "line 51: x%")]);
    }

    #[test]
    fn of_a_long_line_the_signs_around_are_shown() {
        let text = format!("{}5%{}", "ш".repeat(1000), "🎲".repeat(1000));
        let windows = windows(&text, &[2000..2002], 101);
        assert_eq!(windows, [Window { range: 1898..2102, line: 1 }]);
        assert!(text.get(windows[0].range.clone()).is_some());
    }
}
