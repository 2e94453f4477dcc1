//! Colours of a terminal. None is the only sign of anything: curves have signs, areas have letters.

use super::Style;
use crate::document::block::Cell;

/// The colours of curves and areas, as numbers of the 256 that terminals have: told apart on light and dark ground.
const COLORS: [u8; 12] = [32, 166, 35, 169, 136, 245, 98, 37, 106, 161, 63, 95];
/// What stands out.
pub(super) const BOLD: &str = "\x1b[1m";
/// Ends every colour.
pub(super) const RESET: &str = "\x1b[0m";
const MORE: &str = "\x1b[32m";
const LESS: &str = "\x1b[31m";
const FAINT: &str = "\x1b[2m";

/// A sign of a curve.
pub(super) fn curve(sign: char, index: usize, style: &Style) -> String {
    if style.color { format!("\x1b[38;5;{}m{sign}{RESET}", color(index)) } else { sign.to_string() }
}

/// The letters of an area on its own ground.
pub(super) fn area(letters: &str, index: usize, style: &Style) -> String {
    if style.color && !letters.is_empty() {
        format!("\x1b[38;5;231;48;5;{}m{letters}{RESET}", color(index))
    } else {
        letters.to_owned()
    }
}

/// A cell of a table: what becomes more or less likely, and faint what never happens.
pub(super) fn cell(text: &str, cell: &Cell) -> String {
    let color = match cell {
        Cell::Points(points) if points.is_zero() => FAINT,
        Cell::Points(points) if points.is_negative() => LESS,
        Cell::Points(_) => MORE,
        Cell::Probability(mass, _) if mass.is_zero() => FAINT,
        _ => return text.to_owned(),
    };
    format!("{color}{text}{RESET}")
}

fn color(index: usize) -> u8 {
    COLORS[index % COLORS.len()]
}
