//! Text to tree. [`parse`] never fails: it returns what it could read, and a finding for all it could not.
//!
//! # Grammar
//!
//! A statement ends with its line, or with `;` on it (the `end` below); inside parentheses lines do not matter,
//! and a line that begins with an operator other than `-` continues the one before. `#` begins a comment.
//!
//! ```text
//! file       = { item end }
//! item       = mechanic | library | editions | uses | overview | enumeration | input | rule | outcome | state | function
//!            | procedure | statement
//! mechanic   = "mechanic" name "/" name naming [ "use" text "," text ] [ basis ]
//! library    = "library" name "/" name naming [ basis ]
//! editions   = "editions" name { "," name }
//! uses       = "uses" used { "," used } ; used = [ name "/" ] name [ "with" "its" part [ "and" part ] ]
//! part       = "inputs" | "outcomes"
//! overview   = "overview" name { "," name }
//! enumeration = "enumeration" name ( variants | sheet )
//! input      = "input" named ":" labelled [ "=" expr ] [ ( "since" | "before" ) name ] naming [ basis ]
//! rule       = "rule" named [ ":" labelled ] ( "=" expr | "unknown" text | table | sheet ) naming [ basis ]
//! outcome    = "outcome" named ":" labelled [ "=" expr ] naming
//! state      = "state" named ":" labelled [ "=" expr ] naming
//! named      = name [ by ] | members by
//! members    = { name | "{" [ name ] "}" }          (without spaces)
//! by         = "by" over { "," over } ; over = name | expr ".." expr
//! table      = "{" { row ( "," | ";" | line ) } "}" ; row = expr expr { expr } [ basis ]
//! sheet      = "from" text                             (a CSV file beside the program)
//! function   = "function" name parameters "=" body
//! procedure  = "procedure" name parameters block
//! parameters = "(" [ name ":" kind { "," name ":" kind } ] ")"
//! naming     = [ text { "or" text } ] [ template ]
//! basis      = ( "from" | "assumed" ) text
//! kind       = "flag" | "probability" | "roll" | ( "number" | "integer" ) [ range ] | variants | name
//!            | "list" "of" kind
//! labelled   = kind [ "{" expr naming { ( "," | line ) expr naming } "}" ]
//! range      = [ expr ] ".." [ expr [ "or" "more" ] ]
//! variants   = "{" name naming { ( "," | line ) name naming } "}"
//!
//! statement  = let | place "=" expr | if | match | repeat | "given" expr | "require" expr text | pool
//!            | foreach | run | add | put | name "at" index "=" expr
//! let        = "let" name [ by ] [ ":" kind ] "=" expr
//! place      = name [ "of" index { "," index } ]
//! if         = "if" expr block { "else" "if" expr block } [ "else" block ]
//! match      = "match" expr "{" { pattern "=>" ( block | statement ) } "}"
//! repeat     = "repeat" expr block | "repeat" block "until" expr
//! foreach    = "for" "each" name "in" expr block
//! run        = name "(" [ expr { "," expr } ] ")"
//! add        = "add" expr "to" [ "front" "of" ] name
//! pool       = "pool" name "{" entry { ( "," | line ) entry } "}"
//! entry      = { "for" "each" name "in" expr ":" } expr [ "of" "weight" expr ] "=>" expr
//! put        = "put" expr "into" name
//! block      = "{" { statement end } "}"          (no `end` is needed before "}")
//! pattern    = "else" | threshold expr | value { "or" value }
//! threshold  = "below" | "at most" | "above" | "at least"
//! value      = expr [ "to" expr ]
//!
//! expr       = or [ ".." sum ] ; or = and { "or" and } ; and = not { "and" not } ; not = [ "not" ] compare
//! compare    = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum | "in" ( "{" sum { "," sum } "}" | sum ) ]
//! sum        = product { ( "+" | "-" ) product } ; product = minus { ( "*" | "/" ) minus }
//! minus      = [ "-" ] power ; power = placed [ "^" minus ]
//! placed     = member [ "at" member ] ; member = primary { "." name }
//! primary    = number | text | "true" | "false" | [ ( "input" | "rule" ) "." ] name
//!            | [ name "." ] name "(" [ expr { "," expr } ] ")" | "(" expr ")" | "draw" name
//!            | name "of" index { "," index } | "{" [ expr { "," expr } ] "}"
//!            | "kinds" "of" name "with" [ threshold ] index
//!            | "take" ( "first" | "last" ) "of" name
//!            | name "(" name "=" expr { "," name "=" expr } ")"
//!            | "if" expr body "else" ( body | if ) | "match" expr "{" { pattern "=>" body } "}"
//!            | "one" "of" "{" { choice } "}"
//!            | [ "sum" "of" ] [ ( "highest" | "lowest" ) count "of" ] count index
//! count      = number | "(" expr ")" | name [ "(" [ expr { "," expr } ] ")" ] { "." name }
//! index      = primary { "." name }
//! choice     = expr | ( expr | "weight" expr | "else" ) "=>" body
//! body       = expr | "{" { statement end } expr "}"
//! number     = digits [ "." digits ] [ "%" ]
//! name       = letter { letter | digit | "_" | "-" letter }
//!
//! query      = q { ( "+" | "-" | "*" | "/" ) q } ; q = number | measure | "(" query ")"
//! measure    = ( "P" | "E" | "Var" | "sd" | "quantile" | "mode" ) "(" expr [ "," expr ] [ "|" expr ] ")"
//! ```
//!
//! In a query, `=` compares as `==` does. A second index after a comma stands on a line of its own or in
//! parentheses: among arguments, arms, alternatives and things of a pool a comma ends the expression.
//!
//! `weight` is a name wherever it was one before it was a word: where an operator or an arrow follows, and where the
//! file has a function of that name. In `sum of n (x)` the `n` is a number of dice, and in `sum of f(x) die(6)`, without
//! a space, `f` is called. Where neither `sum of` nor `highest` stands before `4 die(6)`, it ends in a call; after a
//! number, as in `6 (sum of 3 die(6))`, also in parentheses.

pub mod ast;
mod block;
mod cursor;
mod dice;
mod expr;
mod family;
mod flat;
pub(crate) mod foreign;
mod item;
mod lexer;
mod list;
mod pointer;
mod pool;
mod print;
mod query;
mod sheet;
mod statement;
mod token;
mod uses;

pub use cursor::MAX_NESTING;
pub use print::{print, print_expression};
pub use query::{Measure, Query, QueryKind, parse_expression, parse_query};
pub use sheet::{read_sheets, sheets};
pub use token::{CONTEXTUAL, RESERVED};

use crate::diagnostic::Diagnostic;
use crate::source::FileId;

/// Reads a whole file: the tree of all that could be read, and a finding for all that could not.
///
/// ```
/// use trueodds::{parse::parse, source::SourceMap};
///
/// let mut sources = SourceMap::default();
/// let text = "mechanic dice/coin\noutcome heads: flag\nheads = chance(1/2)\n";
/// let file = sources.add("coin.odds", text);
/// let (tree, findings) = parse(file, text);
/// assert!(findings.is_empty());
/// assert_eq!(tree.items.len(), 3);
/// ```
#[must_use]
pub fn parse(file: FileId, text: &str) -> (ast::File, Vec<Diagnostic>) {
    let (mut parser, comments) = cursor::Parser::new(file, text);
    let start = crate::source::Span::new(file, 0..0);
    let mut tree = ast::File { comments, span: start, ..ast::File::default() };
    parser.file(&mut tree);
    tree.changed = std::mem::take(&mut parser.changed);
    let (diagnostics, expressions) = parser.finish();
    tree.expressions = expressions;
    (tree, diagnostics)
}
