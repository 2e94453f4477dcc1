//! How much room text takes. Nobody knows which font will be there; these are the widths of a wide one
//! (DejaVu Sans), so that text set in a narrower one keeps clear all the more.

/// A length in tenths of a pixel.
pub(super) type Px = i64;

/// Tenths in a pixel.
pub(super) const PX: Px = 10;

/// The width of a character, in thousandths of the size of the font.
fn advance(c: char) -> i64 {
    match c {
        ' ' | '.' | ',' | '·' => 318,
        'i' | 'j' | 'l' | '\'' | '’' => 278,
        'I' | 'J' => 295,
        ':' | ';' | '/' | '|' | '\\' => 337,
        '-' | 'f' | '(' | ')' | '[' | ']' => 390,
        'r' | 't' | '!' => 411,
        's' | 'z' | 'c' | '?' | '*' | '"' | '_' | '–' => 550,
        'k' | 'v' | 'x' | 'y' | 'F' | 'L' | 'P' | 'T' | 'Y' => 611,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '—' | '…' => 1000,
        '~' | '+' | '=' | '<' | '>' | '−' | '×' | '&' | '≤' | '≥' | '√' => 838,
        'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' => 788,
        'a'..='z' | '0'..='9' => 640,
        'A'..='Z' => 700,
        '\u{80}'..='\u{24f}' => 790,
        _ => 1000,
    }
}

/// The width of a line.
pub(super) fn width(text: &str, size: Px) -> Px {
    let thousandths: i64 = text.chars().map(advance).sum();
    (thousandths * size + 999) / 1000
}

/// The same in bold.
pub(super) fn bold_width(text: &str, size: Px) -> Px {
    width(text, size) * 112 / 100
}

/// Text in lines that are no wider than the room, at most so many; `shortened` where words had to go.
#[derive(Debug, Clone)]
pub(super) struct Wrapped {
    pub(super) lines: Vec<String>,
    pub(super) shortened: bool,
}

/// Breaks text between words; what does not fit into the last line ends with an ellipsis.
pub(super) fn wrapped(text: &str, room: Px, most: usize, measure: impl Fn(&str) -> Px) -> Wrapped {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.peek() {
        let longer = if line.is_empty() { (*word).to_owned() } else { format!("{line} {word}") };
        if measure(&longer) <= room {
            line = longer;
            words.next();
        } else if line.is_empty() || lines.len() + 1 >= most {
            // A word too long for a line of its own, or the last line: cut it.
            let rest: Vec<&str> = words.collect();
            let joined = if line.is_empty() { rest.join(" ") } else { format!("{line} {}", rest.join(" ")) };
            lines.push(cut(&joined, room, measure));
            return Wrapped { lines, shortened: true };
        } else {
            lines.push(std::mem::take(&mut line));
        }
    }
    lines.push(line);
    Wrapped { lines, shortened: false }
}

/// As much of the text as fits, with an ellipsis.
fn cut(text: &str, room: Px, measure: impl Fn(&str) -> Px) -> String {
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        let shown: String = kept.iter().collect();
        let shown = format!("{}…", shown.trim_end());
        if kept.is_empty() || measure(&shown) <= room {
            return shown;
        }
        kept.pop();
    }
}

/// Moves lines of text apart so that none touches another, as little as can be. Each has the place where
/// it should be centred and its height; they are in the order of their places. The answer is where each is
/// centred, between `top` and `bottom` where they all fit.
pub(super) fn spread(wanted: &[(Px, Px)], top: Px, bottom: Px) -> Vec<Px> {
    // Labels that touch make a block, which lies where its labels would lie on average.
    struct Block {
        first: usize,
        height: Px,
        wish: Px,
        count: Px,
    }
    let start = |block: &Block| {
        let start = block.wish / block.count - block.height / 2;
        start.min(bottom - block.height).max(top)
    };
    let mut blocks: Vec<Block> = Vec::new();
    for (first, (place, height)) in wanted.iter().enumerate() {
        blocks.push(Block { first, height: *height, wish: *place, count: 1 });
        while let [.., above, below] = blocks.as_slice() {
            if start(above) + above.height <= start(below) {
                break;
            }
            let (height, wish) = (above.height + below.height, above.wish + below.wish);
            let (first, count) = (above.first, above.count + below.count);
            blocks.truncate(blocks.len() - 2);
            blocks.push(Block { first, height, wish, count });
        }
    }
    let mut centres = Vec::with_capacity(wanted.len());
    for block in &blocks {
        let mut from = start(block);
        let end = block.first + usize::try_from(block.count).unwrap_or(0);
        for (_, height) in wanted.iter().take(end).skip(block.first) {
            centres.push(from + height / 2);
            from += height;
        }
    }
    centres
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_clear_of_each_other() {
        let wanted = [(100, 140), (100, 140), (110, 280), (900, 140), (2000, 140)];
        let centres = spread(&wanted, 0, 1500);
        let ends: Vec<(Px, Px)> = centres
            .iter()
            .zip(&wanted)
            .map(|(centre, (_, height))| (centre - height / 2, centre + height / 2))
            .collect();
        assert!(ends.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ends:?}");
        assert!(ends[0].0 >= 0 && ends[4].1 <= 1500, "{ends:?}");
        assert_eq!(centres[3], 900);
    }

    #[test]
    fn text_is_wrapped_and_then_shortened() {
        let measure = |text: &str| width(text, 12 * PX);
        let short = wrapped("Lil' battery", 200 * PX, 2, measure);
        assert_eq!((short.lines, short.shortened), (vec!["Lil' battery".to_owned()], false));
        let long = wrapped("Dead end of the second Super Secret Room of the floor", 120 * PX, 2, measure);
        assert!(long.shortened && long.lines.len() == 2 && long.lines[1].ends_with('…'), "{long:?}");
        assert!(long.lines.iter().all(|line| measure(line) <= 120 * PX));
        assert_eq!(wrapped("", 10, 2, measure).lines, [""]);
    }
}
