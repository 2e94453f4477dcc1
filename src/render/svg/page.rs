//! The document around a picture: what it is called, how it looks, and the marks put on it.

use super::super::xml::escape;
use super::measure::{PX, Px, Wrapped, bold_width, wrapped};
use crate::exact::Rational;

/// The width of every picture.
pub(super) const WIDTH: Px = 720 * PX;
/// What stays free at the edges.
pub(super) const EDGE: Px = 16 * PX;
/// The sizes of text.
pub(super) const TITLE: Px = 15 * PX;
pub(super) const TEXT: Px = 12 * PX;
pub(super) const SMALL: Px = 11 * PX;
/// From one line of text to the next.
pub(super) const LINE: Px = 15 * PX;

/// Colours, dashes and hatches repeat after so many.
const COLORS: usize = 12;
/// Not as many dashes as colours, so that it takes long until both repeat at once.
const DASHES: [&str; 7] = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "9 3 2 3 2 3"];

/// How text stands at its place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture being drawn.
pub(super) struct Page {
    marks: String,
    /// What tells the names inside this picture from those of others on the same page.
    id: String,
    /// How many hatches are used.
    hatches: usize,
    width: Px,
}

impl Page {
    pub(super) fn new(id: String) -> Page {
        Page::wide(id, WIDTH)
    }

    /// A picture that is as wide as this.
    pub(super) fn wide(id: String, width: Px) -> Page {
        Page { marks: String::new(), id, hatches: 0, width }
    }

    /// The title in bold lines from the top; where they end.
    pub(super) fn title(&mut self, title: &str) -> Px {
        self.title_below(0, title)
    }

    /// The same below what is already there.
    pub(super) fn title_below(&mut self, top: Px, title: &str) -> Px {
        let lines = wrapped(title, self.width - 2 * EDGE, 4, |text| bold_width(text, TITLE)).lines;
        let mut y = top + EDGE + TITLE;
        for line in &lines {
            self.text(EDGE, y, Anchor::Start, "t", line);
            y += 19 * PX;
        }
        y - 4 * PX
    }

    /// A branch of a tree: level at both ends.
    pub(super) fn branch(&mut self, from: (Px, Px), to: (Px, Px)) {
        let bend = px((from.0 + to.0) / 2);
        let (x1, y1, x2, y2) = (px(from.0), px(from.1), px(to.0), px(to.1));
        self.marks.push_str(&format!(
            "<path class=\"x\" fill=\"none\" d=\"M{x1} {y1}C{bend} {y1} {bend} {y2} {x2} {y2}\"/>\n"
        ));
    }

    /// A line of text, by its baseline.
    pub(super) fn text(&mut self, x: Px, y: Px, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let (x, y) = (px(x), px(y));
        self.marks.push_str(&format!("<text x=\"{x}\" y=\"{y}\"{anchor}{class}>{}</text>\n", escape(text)));
    }

    /// Lines of text around a middle; what was cut is shown in full where the pointer rests.
    pub(super) fn lines(
        &mut self,
        x: Px,
        middle: Px,
        anchor: Anchor,
        class: &str,
        wrapped: &Wrapped,
        full: &str,
    ) {
        if wrapped.shortened {
            self.marks.push_str(&format!("<g><title>{}</title>\n", escape(full)));
        }
        let count = Px::try_from(wrapped.lines.len()).unwrap_or(1);
        let mut y = middle - count * LINE / 2 + LINE * 3 / 4;
        for line in &wrapped.lines {
            self.text(x, y, anchor, class, line);
            y += LINE;
        }
        if wrapped.shortened {
            self.marks.push_str("</g>\n");
        }
    }

    pub(super) fn line(&mut self, from: (Px, Px), to: (Px, Px), class: &str) {
        let (x1, y1, x2, y2) = (px(from.0), px(from.1), px(to.0), px(to.1));
        self.marks.push_str(&format!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"{class}\"/>\n"
        ));
    }

    /// A bar; from the second style on it is hatched, so that it is told apart without colour.
    pub(super) fn bar(&mut self, corner: (Px, Px), size: (Px, Px), style: usize, tooltip: &str) {
        let place = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            px(corner.0),
            px(corner.1),
            px(size.0),
            px(size.1)
        );
        let color = style % COLORS;
        self.marks.push_str(&format!("<g class=\"s{color}\">{}", title(tooltip)));
        self.marks.push_str(&format!("<rect {place} class=\"b\"/>"));
        if style > 0 {
            let hatch = (style - 1) % HATCHES.len();
            self.hatches = self.hatches.max(hatch + 1);
            self.marks.push_str(&format!("<rect {place} fill=\"url(#{}-h{hatch})\"/>", self.id));
        }
        self.marks.push_str("</g>\n");
    }

    /// A line through points, with what it is called where that is not beside it.
    pub(super) fn curve(&mut self, points: &[(Px, Px)], (color, dash): (usize, usize), tooltip: &str) {
        let dash = match DASHES[dash % DASHES.len()] {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        self.marks.push_str(&format!(
            "<g class=\"s{}\">{}<polyline class=\"c\" fill=\"none\" stroke=\"currentColor\"{dash} points=\"{}\"/></g>\n",
            color % COLORS,
            title(tooltip),
            listed(points)
        ));
    }

    /// A point on a curve.
    pub(super) fn dot(&mut self, at: (Px, Px), color: usize, tooltip: &str) {
        self.marks.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"2.6\" class=\"b s{}\"><title>{}</title></circle>\n",
            px(at.0),
            px(at.1),
            color % COLORS,
            escape(tooltip)
        ));
    }

    /// An area with a border in the colour of text; every second one is hatched.
    pub(super) fn area(&mut self, points: &[(Px, Px)], style: usize, tooltip: &str) {
        let place = listed(points);
        let color = style % COLORS;
        self.marks.push_str(&format!("<g class=\"s{color}\">{}", title(tooltip)));
        self.marks.push_str(&format!("<polygon class=\"b a\" points=\"{place}\"/>"));
        if style % 2 == 1 {
            let hatch = (style / 2) % HATCHES.len();
            self.hatches = self.hatches.max(hatch + 1);
            self.marks
                .push_str(&format!("<polygon fill=\"url(#{}-h{hatch})\" points=\"{place}\"/>", self.id));
        }
        self.marks.push_str("</g>\n");
    }

    /// A sample of an area, in its colour and hatch.
    pub(super) fn swatch(&mut self, corner: (Px, Px), size: (Px, Px), style: usize) {
        let (left, top) = corner;
        let (right, bottom) = (left + size.0, top + size.1);
        self.area(&[(left, top), (right, top), (right, bottom), (left, bottom)], style, "");
    }

    /// The whole document.
    pub(super) fn finish(self, height: Px, title: &str, description: &str) -> String {
        let (id, width, height) = (&self.id, px(self.width), px(height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"trueodds\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <title id=\"{id}-t\">{}</title>\n<desc id=\"{id}-d\">{}</desc>\n<style>\n{STYLE}</style>\n",
            escape(title),
            escape(description)
        );
        if self.hatches > 0 {
            out.push_str("<defs>\n");
            for (index, (size, path)) in HATCHES.iter().enumerate().take(self.hatches) {
                out.push_str(&format!(
                    "<pattern id=\"{id}-h{index}\" width=\"{size}\" height=\"{size}\" patternUnits=\"userSpaceOnUse\">\
                     <path class=\"h\" d=\"{path}\"/></pattern>\n"
                ));
            }
            out.push_str("</defs>\n");
        }
        out.push_str(&format!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fff\" class=\"g\"/>\n"
        ));
        out.push_str(&self.marks);
        out.push_str("</svg>\n");
        out
    }
}

/// The picture brings its own ground, light or dark as its reader has it: text on a page of the other kind
/// could not be read. Colours are told apart by lightness too; dashes, hatches and labels do without them.
const STYLE: &str = "\
.trueodds{color:#1f2328;font-family:system-ui,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;font-size:12px}
.trueodds text{fill:currentColor}
.trueodds .t{font-size:15px;font-weight:600}
.trueodds .k{font-size:11px}
.trueodds .m{font-size:11px;opacity:.8}
.trueodds .g{fill:#fff}
.trueodds .b{fill:currentColor}
.trueodds .c{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.trueodds .a{stroke:#fff;stroke-width:1}
.trueodds .h{fill:none;stroke:#fff;stroke-width:1.6}
.trueodds .r{stroke:#1f2328;stroke-width:1;opacity:.16}
.trueodds .x{stroke:#1f2328;stroke-width:1;opacity:.7}
.trueodds .p{stroke:#1f2328;stroke-width:1;opacity:.45}
.trueodds .q{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:5 4}
.trueodds .s0{color:#0969b8}
.trueodds .s1{color:#c2410c}
.trueodds .s2{color:#0a7a5c}
.trueodds .s3{color:#a63a82}
.trueodds .s4{color:#8a6100}
.trueodds .s5{color:#5b6472}
.trueodds .s6{color:#6d3fd1}
.trueodds .s7{color:#0b7285}
.trueodds .s8{color:#4d7c0f}
.trueodds .s9{color:#b3123f}
.trueodds .s10{color:#1e3a8a}
.trueodds .s11{color:#6b4423}
@media (prefers-color-scheme:dark){
.trueodds{color:#e6edf3}
.trueodds .g{fill:#14181d}
.trueodds .a,.trueodds .h{stroke:#14181d}
.trueodds .r,.trueodds .x,.trueodds .p,.trueodds .q{stroke:#e6edf3}
.trueodds .s0{color:#5cb0f2}
.trueodds .s1{color:#f28a55}
.trueodds .s2{color:#3fc79c}
.trueodds .s3{color:#e592c8}
.trueodds .s4{color:#dcb13a}
.trueodds .s5{color:#aab4c0}
.trueodds .s6{color:#b39bff}
.trueodds .s7{color:#56c7d9}
.trueodds .s8{color:#a3d45a}
.trueodds .s9{color:#ff7a90}
.trueodds .s10{color:#8fa8ff}
.trueodds .s11{color:#c9a27e}
}
";

/// The size of a tile, and the path in it.
const HATCHES: [(i64, &str); 6] = [
    (6, "M-1 7L7 -1M-1 1L1 -1M5 7L7 5"),
    (6, "M-1 -1L7 7M-1 5L1 7M5 -1L7 1"),
    (5, "M0 2.5H5"),
    (5, "M2.5 0V5"),
    (7, "M0 3.5H7M3.5 0V7"),
    (6, "M2 3H4"),
];

/// A length as it is written: `123.4`, `12`.
pub(super) fn px(length: Px) -> String {
    let sign = if length < 0 { "-" } else { "" };
    let (whole, tenth) = (length.abs() / PX, length.abs() % PX);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

fn listed(points: &[(Px, Px)]) -> String {
    let texts: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
    texts.join(" ")
}

/// Where a number lies on a scale, to the tenth of a pixel.
pub(super) fn place(value: &Rational, scale: (&Rational, &Rational), room: (Px, Px)) -> Px {
    // A scale without width has only its beginning.
    let Some(share) = (value - scale.0).checked_div(&(scale.1 - scale.0)) else { return room.0 };
    let length = &share * &Rational::from(room.1 - room.0);
    let nearest = (&length + &Rational::new(1, 2)).floor();
    room.0 + nearest.to_i64().unwrap_or(0)
}

/// What is shown where the pointer rests.
fn title(tooltip: &str) -> String {
    if tooltip.is_empty() { String::new() } else { format!("<title>{}</title>", escape(tooltip)) }
}
