//! How much of what is in reach of a figure a question takes as given.

use crate::verify::bind::read::layers::Layer;

/// What a question takes as given: figures that stand together take the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Background {
    /// Which of the outcomes that its own words name it takes as known, from 1; 0 for none.
    known: usize,
    /// Whether it leaves out the further heads of its row.
    is_narrow: bool,
    taken: Taken,
}

/// What is taken of the words around a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Taken {
    /// All down to a layer.
    DownTo(Layer),
    /// Its sentence, and of what was said before only the sentence that came last.
    Last,
    /// Nothing.
    Nothing,
    /// Its own words, and one thing of those further around, by its place among them.
    Around(usize),
    /// Both things that were named last.
    Both,
    /// What the values of a table tell, by the number of the way to read it.
    Solved(usize),
}

impl Background {
    /// A figure's own words and nothing else; so is a number that stands in a mechanic whatever is given.
    pub(crate) const OWN: Background = Background::of(Taken::DownTo(Layer::Own));

    pub(crate) const fn of(taken: Taken) -> Background {
        Background { known: 0, is_narrow: false, taken }
    }

    /// The same beside a known outcome.
    pub(super) fn knowing(self, known: usize) -> Background {
        Background { known, ..self }
    }

    /// The same without the further heads of its row.
    pub(crate) fn narrow(self) -> Background {
        Background { is_narrow: true, ..self }
    }

    /// Whether the title of the page is taken as well.
    pub(crate) fn is_of_title(self) -> bool {
        self.taken == Taken::DownTo(Layer::Title)
    }

    /// Whether what the sentence of a figure says behind its clause is taken as well.
    pub(crate) fn is_of_what_follows(self) -> bool {
        self.taken == Taken::DownTo(Layer::After)
    }

    pub(crate) fn is_own(self) -> bool {
        self == Background::OWN
    }

    /// Whether nothing is taken but what the sentence of a figure says.
    pub(crate) fn is_of_sentence(self) -> bool {
        self.known == 0
            && !self.is_narrow
            && matches!(self.taken, Taken::DownTo(layer) if layer <= Layer::After)
    }
}
