//! Labels that are no condition of the figure beside them, though they stand near it: those of things that one does not
//! have as well, of another figure, of what comes.

use super::question::Asker;
use crate::verify::bind::read::layers::Layers;
use crate::verify::bind::read::place::{Place, states_chance};

impl Asker<'_, '_> {
    /// Whether the clause of a figure says that one has one thing and no other: `with just the Lamp Oil`, `the oil alone`.
    pub(super) fn has_alone(&self, labels: &Layers<usize>) -> bool {
        labels.own().iter().map(|mention| self.mentions.get(*mention)).any(|own| {
            let before = |back: usize| self.page.word_before(own.tokens.start, back);
            let is_article = matches!(before(1), Some("the" | "a" | "an" | "your"));
            let first = if is_article { before(2) } else { before(1) };
            own.is_thing()
                && (matches!(first, Some("just" | "only"))
                    || matches!(self.page.word_at(own.tokens.end), Some("alone" | "only")))
        })
    }

    /// Whether a label behind the clause of a figure stands nearer to another one.
    pub(super) fn stands_nearer_to_another(&self, place: &Place, mention: usize) -> bool {
        const FAR: usize = 12;
        let label = &self.mentions.get(mention).tokens;
        let states = |token: &usize| self.page.figure_at(*token).is_some_and(|figure| states_chance(&figure));
        let next =
            (label.end..label.end + FAR).take_while(|token| self.is_in_after(place, *token)).find(states);
        let since = (place.figure + 1..label.start).any(|token| states(&token));
        since || next.is_some_and(|next| next - label.end < label.start - place.figure)
    }

    /// Whether a label behind a figure is a state that comes to a number: `a 20% chance that you are back at level 0`.
    pub(super) fn becomes(&self, place: &Place, mention: usize) -> bool {
        const COMES: [&str; 17] = [
            "back", "down", "up", "returns", "return", "resets", "reset", "falls", "fall", "drops", "drop",
            "goes", "go", "sends", "sets", "again", "becomes",
        ];
        let mention = self.mentions.get(mention);
        let word = |back: usize| self.page.word_before(mention.tokens.start, back).unwrap_or_default();
        let article = usize::from(word(1) == "the");
        mention.is_state()
            && mention.tokens.start > place.figure
            && matches!(word(1 + article), "at" | "to" | "on" | "from")
            && COMES.contains(&word(2 + article))
    }
}
