//! Pages that nobody wrote: marks that are never closed, and repeated without end. All that is asked is that they are
//! read to their end, which they are not where time grows faster than the length of the page.

use crate::prepared::with_judge;
use trueodds::page::Page;

const PIECES: &[&str] = &[
    "((",
    "5% (",
    "<!--",
    "[[",
    "{{",
    "<ref>",
    "<b",
    "|",
    "||",
    "1/3 + ",
    "= = ",
    "{|\n",
    "|-\n",
    "!!",
    "a]]b",
    "\\frac{",
    "\\begin{tabular}{l}",
    "\\begin{tabular}{",
    "\\begin{array} a & 5\\% \\\\ ",
    "\\begin{table}\n\\caption{a",
    "\\begin{itemize}\n\\item[a ",
    "\\begin{tabular}\\multicolumn{9}{c}{\\multirow{9}{*}{",
    "\\section{a \\cite[",
    "\\begin{tabular}{l}a\\end{tabular} ",
    "\\begin{tabular}{l}a\\\\end{tabular} ",
    "<code>",
    "<pre>",
    "<td>",
    "<ul><li>",
    "<table>",
    "* ",
    "*\n:\n",
    "- a\n  ",
    "\t",
    "a\tb\n",
    "a  b\n",
    "| a | 5%\n",
    "```\n",
    "`",
    "*",
    "_a",
    "> ",
    "[a](",
    "&",
    "~",
    "equally 5% ",
    "a, ",
    "total 5% ",
    "base ",
    "chance {{i|",
    "1 in ",
    "1-in-",
    "1 in\n",
    "a 5%\n",
    "5% +7\n",
    "a 5% 4%\n",
    "a b\na b 5% 4%\n",
    "7 5% no 4%\n",
    "roll a 7 or higher ",
    "Luck I Luck II ",
    "7, 8, 9, ",
    ": 9 / 10 ",
    "\u{2022} a 5%\n",
    "odds 3:1 ",
    ".",
    "e.g. A",
    "'''",
    "\n\n",
    "==\n",
    "#",
    "{{#expr:1+",
    "{{frac|",
    "[[File:a|",
    "5<b>",
    "coin 5%\n",
    "1,",
    "base 5% chance, plus an additional ",
    "Lucky Foot an item 22% ",
    "Lucky Foot is an item. The item 5%\n\n",
    "- Cain: Lucky Foot\n",
    "Room\nChance\n",
    "\tA\tB\nRiver\n",
    "carp .... 3% .... 4%\n",
    "a ....  b ....  ",
    "<table><p>",
    "<!--<table><p><table></table></table>-->",
    "at minus ",
    "|-|a=",
    "<tabber>a=",
    "a=",
    "{{!}}",
    "+0 -> +1: 5%\n",
    "[1:23] a: 5% ",
    "after 60 dry cards 5% ",
    "luck 1, 2, 3 is 5%, ",
    "offset 10, 2: 5%, 3: 6% ",
    "depending on the luck 5% ",
    "22% \u{2192} 13% ",
    "Lucky Foot 5% more common than ",
    "2% (3% Lucky Foot ",
    "~~5%",
    "<s>5%",
    "3x the ",
    "1/42.",
    "**a**\n\n|a|b|\n|-|-|\n|no|5%|\n\n",
];

const SIZE: usize = 400_000;

#[test]
fn every_page_is_read_to_its_end() {
    with_judge(|judge| {
        for piece in PIECES {
            for begin in ["", "# A\n\n## B\n\n", "{|\n! A !! B\n|-\n", "<table><tr><td><p><p>"] {
                let text = format!("{begin}{}", piece.repeat(SIZE / piece.len()));
                let read = Page::read(&text);
                assert!(
                    read.outline.blocks.iter().all(|block| text.get(block.range.clone()).is_some()),
                    "{piece}"
                );
                let findings = judge.page(&read);
                assert!(findings.iter().all(|finding| finding.range.is_some()), "{piece}");
            }
        }
    });
}

/// Tables of two rows and thousands of columns, in Markdown: what a head says is asked of all columns of its row.
#[test]
fn every_wide_table_is_read_to_its_end() {
    const COLUMNS: usize = 20_000;
    let row =
        |cells: &[&str]| format!("|{}\n", format!(" {} |", cells.join(" | ")).repeat(COLUMNS / cells.len()));
    with_judge(|judge| {
        for (heads, cells) in [
            (["Cards", "Cards"], ["50", "5%"]),
            (["Cards", "Rare"], ["50", "50%"]),
            (["Luck", "Coin"], ["3", "15%"]),
            (["Nothing", "Lucky Foot"], ["22%", "2%"]),
            (["", "Within"], ["50%", "19"]),
        ] {
            let rule = row(&["---"; 2]);
            let text = format!("# Card rewards\n\n{}{rule}{}", row(&heads), row(&cells));
            let findings = judge.page(&Page::read(&text));
            assert!(findings.iter().all(|finding| finding.range.is_some()), "{heads:?}");
        }
    });
}
