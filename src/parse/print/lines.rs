//! Statements on lines: short ones may share one, with `;` between.

use super::super::ast::{Block, Statement};
use super::{Printer, WIDTH};

impl Printer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        match block.statements.as_slice() {
            [] if self.was_one_line(block.span) => self.push("{}"),
            [single] if !block.braced => self.statement(single),
            several => {
                let simple = several.iter().all(|statement| statement.kind.is_simple());
                let flat = |printer: &mut Self| {
                    for (index, statement) in several.iter().enumerate() {
                        printer.push(if index == 0 { "{ " } else { "; " });
                        printer.statement(statement);
                    }
                    printer.push(" }");
                };
                if !simple || !self.was_one_line(block.span) || !self.on_this_line(flat) {
                    self.tall_block(block);
                }
            }
        }
    }

    /// Prints on the rest of the line, or not at all where that has no room for it.
    fn on_this_line(&mut self, print: impl Fn(&mut Self)) -> bool {
        let before = (self.out.len(), self.last_end);
        print(self);
        let fits = self.column() <= WIDTH && !self.out[before.0..].contains('\n');
        if !fits {
            self.out.truncate(before.0);
            self.last_end = before.1;
        }
        fits
    }

    fn tall_block(&mut self, block: &Block) {
        self.push("{");
        self.indent += 1;
        self.last_end = block.span.start as usize;
        let mut before = None;
        for statement in &block.statements {
            before = self.line_of(before, statement);
        }
        self.close(block.span);
    }

    /// A statement on a line of its own, or after `;` on that of `before`, where both were written on one line
    /// and fit there. Returns it where it is simple, so that another may follow on its line.
    pub(super) fn line_of<'s>(
        &mut self,
        before: Option<&Statement>,
        statement: &'s Statement,
    ) -> Option<&'s Statement> {
        let simple = statement.kind.is_simple();
        let together = before.is_some_and(|before| self.was_one_line(before.span.to(statement.span)));
        let print = |printer: &mut Self| {
            printer.push("; ");
            printer.statement(statement);
        };
        let mut one_line = true;
        if !(simple && together && self.on_this_line(print)) {
            self.line_for(statement.span);
            let start = self.out.len();
            self.statement(statement);
            one_line = !self.out[start..].contains('\n');
        }
        self.last_end = statement.span.end as usize;
        (simple && one_line).then_some(statement)
    }
}
