//! The outline as text, in one form for all markups: what one markup says another says in the same words.

use std::fmt::Write as _;

use super::{BlockKind, Grid};
use crate::page::Page;

/// A line for each block: indented by its parents, with a mark of its kind.
fn drawn(text: &str) -> String {
    let page = Page::read(text);
    let mut out = String::new();
    for (index, block) in page.outline.blocks.iter().enumerate() {
        let mut depth = 0;
        let mut above = block.parent;
        while let Some(parent) = above {
            assert!(parent < index, "a parent comes first");
            depth += 1;
            above = page.outline.blocks[parent].parent;
        }
        let mark = match block.kind {
            BlockKind::Heading(level) => format!("h{level} "),
            BlockKind::Sentence => "s ".to_owned(),
            BlockKind::Item => "- ".to_owned(),
            BlockKind::Code => "code ".to_owned(),
            BlockKind::Grid(grid) => {
                let _ = write!(out, "{}{}", " ".repeat(depth), table(&page, &page.outline.grids[grid]));
                continue;
            }
        };
        let line = page.block_text(index).replace('\n', "⏎");
        let _ = writeln!(out, "{}{mark}{line}", " ".repeat(depth));
    }
    out
}

fn content<'a>(page: &'a Page, grid: &Grid, cell: usize) -> &'a str {
    page.text[grid.cells[cell].content.clone()].trim()
}

/// Each cell of the body with its heads: `row/column=cell`.
fn table(page: &Page, grid: &Grid) -> String {
    let mut out = format!("table {}\n", page.text[grid.caption.clone()].trim());
    for row in (0..grid.rows).filter(|row| !grid.is_head(*row)) {
        for column in 0..grid.columns {
            let Some(cell) = grid.own(row, column) else { continue };
            let join = |heads: Vec<usize>| {
                heads.iter().map(|head| content(page, grid, *head)).collect::<Vec<_>>().join("+")
            };
            let (rows, columns) = (join(grid.row_heads(row, column)), join(grid.column_heads(row, column)));
            let total = if grid.is_total(row) { "!" } else { "" };
            let cell = page.text[cell.content.clone()].trim().replace('\n', "⏎");
            let _ = writeln!(out, "  {total}{rows} / {columns} = {cell}");
        }
    }
    out
}

#[test]
fn every_markup_gives_the_same_blocks() {
    let expected = "h1 Pond\ns Two bite:\n - Carp, 3%.\n  s Not at night.\n  - Gold carp, 1%\n - Eel, 4%\n h2 Odds\ns Where it rains.\n\
        s About 1.5 vs. 2 of them bite.\n";
    let wiki = "= Pond =\nTwo bite:\n* Carp, 3%. Not at night.\n** Gold carp, 1%\n* Eel, 4%\n\n== Odds ==\n\
        Where it rains. About 1.5 vs. 2 of them bite.\n";
    let markdown = "# Pond\n\nTwo bite:\n\n- Carp, 3%. Not at night.\n  - Gold carp, 1%\n- Eel, 4%\n\n## Odds\n\n\
        Where it rains. About 1.5 vs. 2 of them bite.\n";
    let html = "<h1>Pond</h1><p>Two bite:<ul><li>Carp, 3%. Not at night.<ul><li>Gold carp, 1%</ul><li>Eel, 4%</ul>\
        <h2>Odds</h2><p>Where it rains. About 1.5 vs. 2 of them bite.";
    let plain = "Pond\n\nTwo bite:\n  \u{2022} Carp, 3%. Not at night.\n    \u{2022} Gold carp, 1%\n  \u{2022} Eel, 4%\n\n\
        Odds\n\nWhere it rains. About 1.5 vs. 2 of them bite.\n";
    for text in [wiki, markdown, html, plain] {
        assert_eq!(drawn(text), expected, "{text}");
    }
}

#[test]
fn lines_after_each_other_that_begin_like_headings_are_a_numbered_list() {
    let items = "s What is left:\n - Coin: 13.97%\n - Key: 18.62%\n";
    assert_eq!(drawn("What is left:\n# Coin: 13.97%\n# Key: 18.62%\n"), items);
    assert_eq!(
        drawn("# Coins\n\nThey drop.\n\n# Keys\n\nThey do.\n"),
        "h1 Coins\ns They drop.\nh1 Keys\ns They do.\n"
    );
}

#[test]
fn every_markup_gives_the_same_tables() {
    let rows = "  Eel / Chance = 4%\n";
    let all = |drawn: &str| drawn.contains(rows) && drawn.contains("  Gold carp / Chance = 3%\n");
    for text in [
        "{|\n|+ Pond\n! scope=\"col\" | Catch\n! Chance\n|-\n! scope=\"row\" | Gold carp\n\
            | data-sort-value=\"3\" | 3%\n|-\n| Eel || class=\"x\" | 4%\n|}\n",
        "|-\n! Catch !! Chance\n|-\n| Gold carp || 3%\n|-\n| Eel || 4%\n\nMore.",
        "| Catch | Chance |\n|---|---:|\n| Gold carp | 3% |\n| Eel | 4% |\n",
        "| Catch | Chance |\n| Gold carp | 3% |\n| Eel | 4% |\n",
        "||Catch||Chance||\n|Gold carp|3%|\n|Eel|4%|\n",
        "|| Catch || Chance ||\n|| Gold carp || 3% ||\n|| Eel || 4% ||\n",
        "+-------+---+\n| Catch | Chance |\n+-------+---+\n| Gold carp | 3% |\n| Eel | 4% |\n+-------+---+\n",
        "Catch\tChance\nGold carp\t3%\nEel\t4%\n",
        "Pond\n\nCatch      Chance\n-----------------\nGold carp      3%\nEel            4%\n\nNo  more",
        "Catch      Chance\nGold carp      3%\nEel            4%\n",
        "<table><tr><th>Catch<th>Chance<tr><td>Gold carp<td>3%<tr><th scope=\"row\">Eel</th><td>4%</table>",
        "Pond.\n\n<table>\n<tr><th>Catch</th><th>Chance</th></tr>\n<tr><td>Gold carp<td>3%\n<tr><td>Eel<td>4%\n</table> So.",
        "[h1]Pond[/h1]\n[table]\n[tr][th]Catch[/th][th]Chance[/th][/tr]\n[tr][td]Gold carp[/td][td]3%[/td][/tr]\n\
            [tr][td]Eel[/td][td]4%[/td][/tr]\n[/table]\n",
        "\\begin{tabular}{lr}\n\\toprule\nCatch & Chance \\\\\n\\midrule\n\\textbf{Gold carp} & 3% \\\\\nEel & 4% \\\\\n\\end{tabular}\n",
    ] {
        let drawn = drawn(text);
        assert!(all(&drawn), "{text}\n{drawn}");
    }
}

#[test]
fn bbcode_is_read_as_wikitext_is() {
    let bbcode = "[h1]Pond[/h1]\nTwo [b]bite[/b]:\n[list]\n[*]Carp, 3%.\n[list]\n[*]Gold carp, 1%\n[/list]\n[*]Eel, 4%\n\
        [/list]\n[h2]Odds[/h2]\nWhere it rains.\n";
    let wikitext = "== Pond ==\nTwo <b>bite</b>:\n\n* Carp, 3%.\n** Gold carp, 1%\n* Eel, 4%\n=== Odds ===\nWhere it rains.\n";
    let plain = |text: &str| drawn(text).replace("[b]", "<b>").replace("[/b]", "</b>");
    assert_eq!(plain(bbcode), drawn(wikitext));
}

#[test]
fn heads_of_groups_stand_over_all_that_they_span() {
    let wiki = "{|\n! rowspan=2 | Catch !! colspan=2 | Chance\n|-\n! Day !! Night\n|-\n| Eel || 4% || 5%\n|-\n\
        ! colspan=3 | In the rain\n|-\n| rowspan=2 | Carp || 3% || 2%\n|-\n| 1% || 2%\n|-\n| '''Total''' || 8% || 9%\n|}";
    let expected = "table \n   / Catch = Eel\n  Eel / Chance+Day = 4%\n  Eel / Chance+Night = 5%\n   / In the rain+Catch = Carp\n\
        \u{20} Carp / In the rain+Chance+Day = 3%\n  Carp / In the rain+Chance+Night = 2%\n\
        \u{20} Carp / In the rain+Chance+Day = 1%\n  Carp / In the rain+Chance+Night = 2%\n\
        \u{20} ! / In the rain+Catch = '''Total'''\n  !'''Total''' / In the rain+Chance+Day = 8%\n\
        \u{20} !'''Total''' / In the rain+Chance+Night = 9%\n";
    assert_eq!(drawn(wiki), expected);
}

#[test]
fn latex_is_read_by_its_commands() {
    let text = "\\documentclass{article}\n\\begin{document}\n\\section{Pond}\nTwo bite:\n\\begin{itemize}\n\\item Carp, 3\\%.\n\
        Not at night.\n\\begin{enumerate}\n\\item Gold carp, 1\\%\n\\end{enumerate}\n\\item Eel,\n4\\%\n\\end{itemize}\n\
        % no more\n\\subsection*{Odds}\nIt rains.\n\nThen not.\n\\begin{verbatim}\nx % 3\n\\end{verbatim}\n\\end{document}\n";
    let expected = "h2 Pond\ns Two bite:\n - Carp, 3\\%.\n  s Not at night.\n  - Gold carp, 1\\%\n\
        \u{20}- Eel,⏎4\\%\n h3 Odds\ns It rains.\ns Then not.\ncode \\begin{verbatim}⏎x % 3⏎\\end{verbatim}\n";
    assert_eq!(drawn(text), expected);
    let table = "\\begin{table}\n\\begin{tabular}{|l|c|c|} \\hline\n\\multirow{2}{*}{Catch} & \\multicolumn{2}{c|}{Chance} \\\\\n\
        \\cline{2-3} & Day & Night \\\\ \\hline\nEel \\& co & 4\\% & \\makecell{5\\% \\\\ or so} \\\\[2pt] \\hline\n\
        \\multirow{2}{*}{Carp} & 3\\% & 2\\% \\\\\n& 1\\% & 2\\% \\\\ \\hline\n\\end{tabular}\n\\caption{The pond}\n\\end{table}\n";
    let expected = "table The pond\n   / Catch = Eel \\& co\n  Eel \\& co / Chance+Day = 4\\%\n\
        \u{20} Eel \\& co / Chance+Night = 5\\% \\\\ or so\n   / Catch = Carp\n  Carp / Chance+Day = 3\\%\n\
        \u{20} Carp / Chance+Night = 2\\%\n  Carp / Chance+Day = 1\\%\n  Carp / Chance+Night = 2\\%\n";
    assert_eq!(drawn(table), expected);
}

#[test]
fn wikitext_is_read_as_mediawiki_reads_it() {
    // Bars of links, templates and comments part no cells, and what stays open is text.
    let text = "{|\n|-\n| [[Carp|carp]] {{i|Eel|n}} || 4%<!-- || -->\n* long\n|}\nIt bites [[here at 5%.\n\nThen {{so. More.";
    let expected = "  [[Carp|carp]] {{i|Eel|n}} /  = 4%<!-- || -->⏎* long\n";
    assert!(drawn(text).contains(expected), "{}", drawn(text));
    assert!(drawn(text).ends_with("s It bites [[here at 5%.\ns Then {{so.\ns More.\n"), "{}", drawn(text));
    let template = "{{Infobox\n| chance = 5%\n| name = Eel\n}}\n'''Eels''' bite.";
    assert_eq!(drawn(template), "s {{Infobox\n - chance = 5%\n - name = Eel\ns '''Eels''' bite.\n");
    let code = "<pre>\nx = 5 % 3\n</pre>\nIt is <code>15%</code> here.\n<!-- * no\n* item -->\n; Carp\n: 3%\n== [[End]] ==";
    assert!(
        drawn(code).starts_with("code <pre>⏎x = 5 % 3⏎</pre>\ns It is <code>15%</code> here."),
        "{}",
        drawn(code)
    );
    assert!(drawn(code).ends_with(" - Carp\n  - 3%\nh2 [[End]]\n"), "{}", drawn(code));
}

#[test]
fn lines_with_a_label_are_items_and_other_lines_are_joined() {
    let text = "Chances:\nCoin: 15%\nHeart \u{2013} 20%\n\nThe rest falls in a room that is\nwrapped here. Done, e.g. Here.";
    assert_eq!(
        drawn(text),
        "s Chances:\n - Coin: 15%\n - Heart \u{2013} 20%\ns The rest falls in a room that is⏎wrapped here.\ns Done, e.g. Here.\n"
    );
}

#[test]
fn preformatted_text_with_columns_is_a_table_and_other_is_code() {
    let rows = "Fish   Chance\nCarp   3%\nEel    4%\nPike   5%\n";
    for text in [
        format!("= Pond =\n<pre>\n{rows}</pre>\n"),
        format!("# Pond\n\n```\n{rows}```\n"),
        format!("<h1>Pond</h1><p>a<p>b<pre>\n{rows}</pre>"),
    ] {
        let drawn = drawn(&text);
        assert!(drawn.contains("Carp / Chance = 3%"), "{drawn}");
    }
    let code = drawn("= Pond =\n<pre>\nif x == 1 then\n  fish = 3%\nend\n</pre>\n");
    assert!(code.contains("code "), "{code}");
}

#[test]
fn preformatted_text_about_chances_is_read_where_nothing_in_it_is_code() {
    for text in ["In the pond:\n  carp: 3%\n  eel: 4%   pike: 5%\n", "A carp bites in 3% of casts.\n"] {
        let fenced = drawn(&format!("# Pond\n\n```\n{text}```\n"));
        assert!(!fenced.contains("code"), "{fenced}");
    }
    for text in
        ["carp = 3%\n", "fish(3%);\n", "A carp bites.\n", "let carp = 3; // 3% bite\n", "$ fish\n3% carp\n"]
    {
        let fenced = drawn(&format!("# Pond\n\n```\n{text}```\n"));
        assert!(fenced.contains("code"), "{fenced}");
    }
}

#[test]
fn heads_of_aligned_columns_go_on_in_the_next_line() {
    let text = "Bite       By day, at noon,  Night\n                 in the sun\n--------------------------------\n\
        Carp                     3%     4%\nEel                      4%     5%\n";
    let drawn = drawn(text);
    assert!(drawn.contains("Carp / By day, at noon,+in the sun = 3%"), "{drawn}");
    assert!(drawn.contains("Eel / Night = 5%"), "{drawn}");
}

#[test]
fn heads_with_a_rule_of_their_own_stand_over_what_it_spans() {
    let text = "               By day         By night\n           ------------  --------------\n\
        Catch      Worm     Fly  Worm       Fly\n---------------------------------------\n\
        Gold carp    3%      4%    5%        6%\nEel          4%      5%    6%        7%\n";
    let drawn = drawn(text);
    for cell in ["Gold carp / By day+Worm = 3%", "Gold carp / By day+Fly = 4%", "Eel / By night+Fly = 7%"] {
        assert!(drawn.contains(cell), "{cell}\n{drawn}");
    }
}

#[test]
fn words_of_prose_make_no_code_of_indented_lines() {
    for line in
        ["A carp, 3%, then eels", "those return 4%", "local fishers say 3% bite", "eel = 4%, carp = 3%"]
    {
        let text = format!("Pond.\n\n  Two bite:\n  {line}\n");
        assert!(!drawn(&text).contains("code"), "{}", drawn(&text));
    }
    for line in ["if wet then", "if wet then bite() end", "local carp = 3", "return carp", "bite = rod % 3"] {
        let text = format!("Pond.\n\n  {line}\n");
        assert!(drawn(&text).contains("code"), "{}", drawn(&text));
    }
}

#[test]
fn values_apart_by_commas_are_a_table() {
    let found = |text: &str| drawn(text);
    let table = found("Pond.\n\nBite,Chance\nCarp,0.03\nEel,0.04\n\nThen night.\n");
    assert!(table.contains("table") && table.contains("/ Chance = 0.04"), "{table}");
    let table = found("Bite;Day;Night\nCarp;3,5%;1%\nEel;4%;2%\n");
    assert!(table.contains("/ Day = 3,5%") && table.contains("/ Night = 2%"), "{table}");
    let prose = found("Carp, eels, pike\nCome 3, 4, 5 at a time\nAnd 1, 2, 3 go\n");
    assert!(!prose.contains("table"), "{prose}");
}

#[test]
fn entries_of_an_infobox_are_items() {
    let text = "<h2>Eel</h2><div class=\"pi-data\"><h3 class=\"pi-data-label\">Chance</h3>\
                <div class=\"pi-data-value\">4%</div></div><div class=\"pi-data\">\
                <h3 class=\"pi-data-label\">At night</h3><div class=\"pi-data-value\">7%</div></div><p>It bites.</p>";
    let page = Page::read(text);
    let kinds: Vec<BlockKind> = page.outline.blocks.iter().map(|block| block.kind).collect();
    assert_eq!(kinds, [BlockKind::Heading(2), BlockKind::Item, BlockKind::Item, BlockKind::Sentence]);
    assert!(page.block_text(2).starts_with("At night") && page.block_text(2).ends_with("7%"));
}

#[test]
fn tables_that_were_copied_from_a_browser_keep_their_heads() {
    // A line without tabs between rows is a head as wide as the table.
    let tabs = "Catch\tDay\tNight\nRiver\nEel\t4%\t5%\nCarp\t3%\t2%\nLake\nEel\t8%\t9%\n";
    assert_eq!(
        drawn(tabs),
        "table \n   / River+Catch = Eel\n  Eel / River+Day = 4%\n  Eel / River+Night = 5%\n   / River+Catch = Carp\n\
         \u{20} Carp / River+Day = 3%\n  Carp / River+Night = 2%\n   / Lake+Catch = Eel\n  Eel / Lake+Day = 8%\n\
         \u{20} Eel / Lake+Night = 9%\n"
    );
    // A cell on each line: with a title right above, with all heads, without the first.
    let rows = "10\n4%\n5%\n20\n8%\n1 in 11\n";
    let table =
        "  10 / Day = 4%\n  10 / Night = 5%\n   / Cast = 20\n  20 / Day = 8%\n  20 / Night = 1 in 11\n";
    assert_eq!(drawn(&format!("Cast\nDay\nNight\n{rows}")), format!("table \n   / Cast = 10\n{table}"));
    assert_eq!(
        drawn(&format!("Eels\nCast\nDay\nNight\n{rows}")),
        format!("table Eels\n   / Cast = 10\n{table}")
    );
    let without = drawn(&format!("Day\nNight\n{rows}\nIt bites."));
    assert!(without.contains("  20 / Night = 1 in 11\n") && without.ends_with("s It bites.\n"), "{without}");
    // Dots lead from column to column.
    let dots =
        drawn("bite          day       night\neel.......... 4% ...... 5%\ncarp......... 3% ...... 2%\n");
    assert!(dots.contains("eel / night = 5%") && dots.contains("carp / day = 3%"), "{dots}");
    // Heads over several columns of a spreadsheet, in rows of their own.
    let sheet = drawn(
        "\tday\t\tnight\n\tchance\t\tchance\ncast\teel\tcarp\teel\n1\t0.04\t0.03\t0.05\n2\t0.08\t0.06\t0.1\n",
    );
    assert!(sheet.contains("1 / day+chance+carp = 0.03\n  1 / night+chance+eel = 0.05"), "{sheet}");
    // Rows of names and plain numbers.
    let means = drawn("Pond\nBites by day\nBites by night\nMere\n4\n5.5\nTarn\n3\n2\n");
    assert!(
        means.contains("Mere / Bites by night = 5.5\n   / Pond = Tarn\n  Tarn / Bites by day = 3"),
        "{means}"
    );
    // Lines of a label and its figure are none.
    assert!(!drawn("Coin\n15%\nHeart\n10%\n").contains("table"), "{}", drawn("Coin\n15%\nHeart\n10%\n"));
}

#[test]
fn a_table_that_lays_out_a_page_is_none() {
    let page = |text: &str| {
        format!(
            "<TABLE><TR><TD>Menu<TD><P>Two bite.{text}<TABLE><TR><TH COLSPAN=2>Catch<TH>Chance<TR><TD ROWSPAN=2>Eel\
             <TD>by day<TD>4%<TR><TD>by night<TD>5%</TABLE>At night.</TABLE>"
        )
    };
    assert_eq!(
        drawn(&page("<P>By day:")),
        "s Menu\ns Two bite.\ns By day:\n table \n  by day / Catch = Eel\n  Eel / Catch = by day\n  Eel+by day / Chance = 4%\n\
         \u{20} Eel / Catch = by night\n  Eel+by night / Chance = 5%\ns At night.\n"
    );
}

#[test]
fn a_box_beside_the_text_heads_nothing_behind_it() {
    let text = "<h1>Eel</h1><aside class=\"portable-infobox\"><h2>Eel</h2><section><h3>Bites</h3><div>At night, 4%</div>\
                </section></aside><p>It bites.</p><h2>Odds</h2><p>Never.</p>";
    assert_eq!(
        drawn(text),
        "h1 Eel\n- Eel\n- Bites</h3><div>At night, 4%\ns It bites.\n h2 Odds\ns Never.\n"
    );
}

#[test]
fn a_row_of_dots_leads_from_a_label_to_its_figure() {
    assert_eq!(
        drawn("Eel (of 2-3-4) ..... 4%\nCarp ... 5%\n\nIt bites... Never 3%.\n"),
        "- Eel (of 2-3-4) ..... 4%\n- Carp ... 5%\ns It bites...\ns Never 3%.\n"
    );
}

#[test]
fn a_line_of_capitals_is_a_title_over_what_follows_it() {
    assert_eq!(
        drawn("Odds\n\nSome.\n\n1. HOW LONG UNTIL ONE BITES\n   - an eel: 4%\n"),
        "h1 Odds\ns Some.\n h2 1. HOW LONG UNTIL ONE BITES\n- an eel: 4%\n"
    );
}

#[test]
fn templates_line_by_line_are_the_rows_of_a_table() {
    let named =
        "== Pond ==\n{{Drop|catch=[[Carp]]|day=3%|night=}}\n{{Drop|catch = Eel|day=4%|night=5%}}\nBoth bite.";
    let expected = "h2 Pond\n table \n   / catch = [[Carp]]\n  [[Carp]] / day = 3%\n  [[Carp]] / night = \n   / catch = Eel\n\
        \u{20} Eel / day = 4%\n  Eel / night = 5%\ns Both bite.\n";
    assert_eq!(drawn(named), expected);
    // Without names the template right above gives the heads.
    let headed = "{{Drop head|Catch|Day}}\n{{Drop|Carp|3%}}\n{{Drop|Eel|4%}}\n{{Drop|Pike|{{chance|1|7}}}}";
    let expected = "table \n   / Catch = Carp\n  Carp / Day = 3%\n   / Catch = Eel\n  Eel / Day = 4%\n   / Catch = Pike\n\
        \u{20} Pike / Day = {{chance|1|7}}\n";
    assert_eq!(drawn(headed), expected);
    // One template is none, nor are fractions, or templates whose arguments have other names.
    for text in [
        "{{Drop|catch=Carp|day=3%}}\n\n{{Drop|catch=Eel|day=4%}}",
        "{{frac|1|7}}\n{{frac|2|7}}\n{{frac|3|7}}",
        "{{sfrac|1|7}}\n{{sfrac|2|7}}\n{{Fraction|3|7}}\n{{fraction|4|7}}\n{{fraction|5|7}}",
        "{{Drop|catch=Carp|day=3%}}\n{{Drop|catch=Eel|night=4%}}",
        "{{Drop|Carp|3%}}\n{{Drop|Eel|4%}}",
    ] {
        assert!(!drawn(text).contains("table"), "{}", drawn(text));
    }
}

#[test]
fn a_head_over_several_aligned_columns_heads_each_of_them() {
    let text = "           Lake          River\nCatch      day   night   day   night\nCarp       3%    1%      5%    2%\nEel        4%    6%      7%    8%\n";
    let expected = "table \n   / +Catch = Carp\n  Carp / Lake+day = 3%\n  Carp / Lake+night = 1%\n  Carp / River+day = 5%\n\
        \u{20} Carp / River+night = 2%\n   / +Catch = Eel\n  Eel / Lake+day = 4%\n  Eel / Lake+night = 6%\n\
        \u{20} Eel / River+day = 7%\n  Eel / River+night = 8%\n";
    assert_eq!(drawn(text), expected);
}

#[test]
fn a_table_may_have_its_first_column_flush_right() {
    let expected = "table \n   / day = 9\n  9 / eel = 0.04\n  9 / carp = 0.03\n   / day = 10\n  10 / eel = 0.05\n\
        \u{20} 10 / carp = 0.06\n";
    assert_eq!(drawn("day   eel  carp\n  9  0.04  0.03\n 10  0.05  0.06\n"), expected);
}

#[test]
fn values_may_have_a_space_after_the_sign_that_parts_them() {
    let expected = "table \n   / day = 9\n  9 / eel = 4%\n  9 / carp = 3%\n   / day = 10\n  10 / eel = 5%\n  10 / carp = 6%\n";
    assert_eq!(drawn("day, eel, carp\n9, 4%, 3%\n10, 5%, 6%\n"), expected);
    // A sentence is none, whatever stands below it.
    for text in ["One day, an eel, or a carp.\n9, 4%, 3%\n10, 5%, 6%\n", "day, eel, carp\nOn 9, 4% bite\n"] {
        assert!(!drawn(text).contains("table"), "{}", drawn(text));
    }
}

#[test]
fn when_a_line_was_written_is_no_part_of_it() {
    for stamp in ["[12/05/2023, 18:02] ", "12/05/2023, 6:02 PM - ", "[18:02:11] "] {
        let text = format!("{stamp}Ann: eels?\n{stamp}Bob: 4% bite\n");
        assert_eq!(drawn(&text).replace(stamp, ""), "s Ann: eels?\n - Bob: 4% bite\n", "{stamp}");
    }
    assert_eq!(drawn("2:1 - even money\n"), "s 2:1 - even money\n");
}

#[test]
fn titles_of_tabs_head_what_each_of_them_holds() {
    let inside = "=\n* Eel 4%\n|-|Night=\n* Eel 5%\n";
    let expected = "h2 Pond\n h7 Day\n- Eel 4%\n h7 Night\n- Eel 5%\ns Both bite.\n";
    for text in [
        format!("== Pond ==\n<tabber>\n|-|Day{inside}</tabber>\nBoth bite."),
        format!("== Pond ==\n<tabber>\nDay{inside}</tabber>\nBoth bite."),
        format!("== Pond ==\n<tabber>Day{inside}</tabber>\nBoth bite."),
    ] {
        assert_eq!(drawn(&text), expected);
    }
}

#[test]
fn a_table_may_be_the_argument_of_a_template() {
    let rows = "! Catch !! Day\n{{!}}-\n{{!}} Eel {{!}}{{!}} 4%\n{{!}}-\n{{!}} Carp\n{{!}} 3%\n{{!}}}\n";
    let expected = "table \n   / Catch = Eel\n  Eel / Day = 4%\n   / Catch = Carp\n  Carp / Day = 3%\n";
    for text in [
        format!("{{{{Box\n| table = {{{{{{!}}}} class=\"wikitable\"\n{rows}}}}}"),
        format!("{{{{Box\n| table =\n{{{{(!}}}} class=\"wikitable\"\n{rows}}}}}"),
    ] {
        assert!(drawn(&text).contains(expected), "{}", drawn(&text));
    }
}

#[test]
fn lines_of_steps_and_of_several_figures_are_items() {
    for (text, items) in [
        ("+0 -> +1: 95%\n+1 -> +2: 90%\n", 2),
        ("+0 → +1: success 95%, lost 2%\n+1 → +2: success 90%, lost 3%\n", 2),
        ("4%: eel\n3%: carp\n", 2),
        ("Night: eel 0.04, carp 0.03\nDay: eel 0.05, carp 0.06\n", 2),
        ("A cast has three ends: an eel, a carp, or nothing.\n", 0),
        ("Eels: by night 4%, by day 5%.\n", 0),
    ] {
        let found = drawn(text).lines().filter(|line| line.trim_start().starts_with("- ")).count();
        assert_eq!(found, items, "{}", drawn(text));
    }
}

#[test]
fn lines_that_end_in_figures_are_rows_or_items() {
    for (text, found) in [
        ("Fish By day By night\nEel 4% 5%\nCarp 3% 6%\n", "Eel / By day = 4%"),
        ("Fish Day Night\nEel 4% 5%\nCarp 3% 6%\n", "Carp / Night = 6%"),
        ("Odds of a catch\nEel 4% 5%\nCarp 3% 6%\n", "table Odds of a catch"),
        ("1 4% no\n2 5% no\n3 6% yes\n", "3 /  = 6%"),
        ("Eel 4%\nCarp ~1/30\nOld boot 1 in 9\n", ""),
        ("Eel ..... 4%\nCarp .... 3%\n", ""),
    ] {
        let drawn = drawn(text);
        if found.is_empty() {
            assert!(!drawn.contains("table"), "{text}{drawn}");
        } else {
            assert!(drawn.contains(found), "{text}{drawn}");
        }
    }
    let items = drawn("Catches of the day\nEel 4%\nCarp 3%\nOld boot 1/9\n");
    assert_eq!(items.lines().filter(|line| line.trim_start().starts_with("- ")).count(), 3, "{items}");
    let prose = drawn(
        "We fished all day and the eels came in 4%\nof casts, which is fewer than the 5%\nof last year.\n",
    );
    assert!(!prose.contains("- "), "{prose}");
}
