//! Trees of draws: the first draw at the left, its branches to the right of it, the outcomes at their ends. All trees
//! stand one below the other.

use super::super::Style;
use super::super::tree::{both, remark, short, text};
use super::measure::{PX, Px, Wrapped, width, wrapped};
use super::name;
use super::page::{Anchor, EDGE, LINE, Page, SMALL, TEXT, WIDTH};
use crate::document::tree::{BranchView, TargetView, TreeView};

/// From one row to the next: two lines and the room between.
const PITCH: Px = 2 * LINE + 12 * PX;
/// The room that a line of words takes at most.
const WORDS: Px = 260 * PX;
/// The room for a branch.
const BEND: Px = 36 * PX;
/// What stays free between words and a branch.
const GAP: Px = 5 * PX;

/// Two lines at a place of the tree.
struct Item {
    parent: Option<usize>,
    column: usize,
    /// The middle between the lines, from the top of the tree.
    y: Px,
    /// The line in front, and the one in small letters.
    lines: [String; 2],
}

/// What is still to be placed.
enum Task {
    Draw(usize, Option<usize>),
    Branch(usize, usize, Option<usize>),
}

/// The document of the trees.
pub(in crate::render) fn trees(views: &[TreeView<'_>], style: &Style) -> String {
    let texts: Vec<String> = views.iter().map(|view| text::render(view, style)).collect();
    let captions: Vec<String> = views.iter().map(|view| view.caption.to_plain()).collect();
    let laid: Vec<Vec<Item>> = views.iter().map(|view| items(view, style)).collect();
    let wide = laid.iter().map(|items| columns(items).last().copied().unwrap_or(0)).max().unwrap_or(0);
    let (title, description) = (captions.join("; "), texts.join("\n"));
    let mut page = Page::wide(name(&[&title, &description]), WIDTH.max(wide + 2 * EDGE));
    let mut top = 0;
    for ((view, items), caption) in views.iter().zip(&laid).zip(&captions) {
        top = page.title_below(top, caption) + LINE;
        top = draw(&mut page, items, top);
        for one in &view.remarks {
            top += LINE;
            page.text(EDGE, top, Anchor::Start, "k", &remark(one, style));
        }
    }
    page.finish(top + EDGE, &title, &description)
}

/// The draws, branches and ends of a tree, each after the one that leads to it. A draw to which several branches lead
/// is placed once; the others name it.
fn items(view: &TreeView<'_>, style: &Style) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut rows = 0;
    let mut placed = vec![false; view.nodes.len()];
    let mut tasks = match &view.root {
        TargetView::Node(root) => vec![Task::Draw(*root, None)],
        end => {
            add(&mut items, None, [end.label(), String::new()]);
            Vec::new()
        }
    };
    // A stack, because a tree may be deeper than what a thread can recurse into.
    while let Some(task) = tasks.pop() {
        match task {
            Task::Draw(node, parent) => {
                placed[node] = true;
                let own = &view.nodes[node];
                let name = own.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
                let lines = [format!("{name}{}", own.text.to_plain()), own.place.to_plain()];
                let item = add(&mut items, parent, lines);
                let branches = (0..own.branches.len()).rev();
                tasks.extend(branches.map(|branch| Task::Branch(node, branch, Some(item))));
            }
            Task::Branch(node, branch, parent) => {
                let branch = &view.nodes[node].branches[branch];
                let item = add(&mut items, parent, [short(style, branch.mass), branch.label.to_plain()]);
                match branch.next {
                    TargetView::Node(next) if !placed[next] => tasks.push(Task::Draw(next, Some(item))),
                    _ => {
                        let end = add(&mut items, Some(item), end(view, branch, style));
                        items[end].y = rows * PITCH + PITCH / 2;
                        rows += 1;
                    }
                }
            }
        }
    }
    stand_amid_branches(&mut items);
    items
}

fn add(items: &mut Vec<Item>, parent: Option<usize>, lines: [String; 2]) -> usize {
    let column = parent.map_or(0, |parent| items[parent].column + 1);
    items.push(Item { parent, column, y: PITCH / 2, lines });
    items.len() - 1
}

/// What stands at the end of a branch.
fn end(view: &TreeView<'_>, branch: &BranchView<'_>, style: &Style) -> [String; 2] {
    let label = match &branch.next {
        TargetView::Node(next) => format!("\u{2192} {}", view.nodes[*next].name.clone().unwrap_or_default()),
        end => end.label(),
    };
    [label, both(style, branch.through)]
}

/// Places what leads on amid what it leads to.
fn stand_amid_branches(items: &mut [Item]) {
    let mut reach: Vec<Option<(Px, Px)>> = vec![None; items.len()];
    // Whatever leads to an item stands before it.
    for index in (0..items.len()).rev() {
        if let Some((first, last)) = reach[index] {
            items[index].y = (first + last) / 2;
        }
        if let Some(parent) = items[index].parent {
            let y = items[index].y;
            let (first, last) = reach[parent].unwrap_or((y, y));
            reach[parent] = Some((first.min(y), last.max(y)));
        }
    }
}

fn fitted(line: &str, size: Px) -> Wrapped {
    wrapped(line, WORDS, 1, |text| width(text, size))
}

/// How much room an item takes across.
fn across(item: &Item) -> Px {
    let widest = |line: &str, size| fitted(line, size).lines.iter().map(|line| width(line, size)).max();
    widest(&item.lines[0], TEXT).max(widest(&item.lines[1], SMALL)).unwrap_or(0)
}

/// Where each column begins, and where the last one ends, from the left edge of the tree.
fn columns(items: &[Item]) -> Vec<Px> {
    let count = items.iter().map(|item| item.column + 1).max().unwrap_or(0);
    let mut widths = vec![0; count];
    for item in items {
        widths[item.column] = across(item).max(widths[item.column]);
    }
    let mut begins = vec![0];
    for (column, width) in widths.iter().enumerate() {
        let room = if column + 1 < count { BEND } else { 0 };
        begins.push(begins.last().copied().unwrap_or(0) + width + room);
    }
    begins
}

/// Draws a tree below `top`; where it ends.
fn draw(page: &mut Page, items: &[Item], top: Px) -> Px {
    let columns = columns(items);
    let left = |item: &Item| EDGE + columns[item.column];
    let mut bottom = top;
    for item in items {
        let (x, y) = (left(item), top + item.y);
        bottom = bottom.max(y + PITCH / 2);
        if let Some(parent) = item.parent.map(|parent| &items[parent]) {
            let from = left(parent) + across(parent) + GAP;
            page.branch((from, top + parent.y), (x - GAP, y));
        }
        for (line, class, size, shift) in [(0, "", TEXT, -LINE / 2), (1, "m", SMALL, LINE / 2)] {
            let full = &item.lines[line];
            page.lines(x, y + shift, Anchor::Start, class, &fitted(full, size), full);
        }
    }
    bottom
}
