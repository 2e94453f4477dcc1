//! What some figures say of a reading, and whether that is enough.

/// A reading is confirmed by so many figures at least.
pub(super) const FEWEST: usize = 3;

/// What some figures say of a reading.
#[derive(Default, Clone, Copy)]
pub(super) struct Votes {
    pub(super) right: usize,
    pub(super) all: usize,
    /// So many of those that are right have three digits or more: no chance brings them there.
    precise: usize,
}

impl Votes {
    pub(super) fn take(&mut self, right: bool, precise: bool) {
        self.all += 1;
        self.right += usize::from(right);
        self.precise += usize::from(right && precise);
    }

    /// Those of the others than a figure that has voted too.
    pub(super) fn without(self, right: bool, precise: bool) -> Votes {
        Votes {
            right: self.right - usize::from(right),
            all: self.all - 1,
            precise: self.precise - usize::from(right && precise),
        }
    }

    pub(super) fn and(self, other: Votes) -> Votes {
        Votes {
            right: self.right + other.right,
            all: self.all + other.all,
            precise: self.precise + other.precise,
        }
    }

    /// Whether so many are right that one which is not is worth a look.
    pub(super) fn are_nearly_all(self) -> bool {
        const FEWEST: usize = 6;
        self.right >= FEWEST && self.right * 6 >= self.all * 5
    }

    /// Whether so large a part of some figures is right.
    pub(super) fn are_at_least(self, part: usize, of: usize) -> bool {
        const FEWEST: usize = 4;
        self.all >= FEWEST && self.right * of >= self.all * part
    }

    /// Whether there are some and none of them is right, but perhaps the one that is looked at.
    pub(super) fn are_foreign_but(self, own: bool) -> bool {
        const FEWEST: usize = 2;
        self.right == usize::from(own) && self.all >= FEWEST + usize::from(own)
    }

    /// Whether they are enough to call others wrong. In a table what is precise counts twice.
    pub(super) fn are_enough(self, in_table: bool) -> bool {
        let right = self.right + if in_table { self.precise } else { 0 };
        right >= FEWEST && self.right * 5 >= self.all * 4
    }
}
