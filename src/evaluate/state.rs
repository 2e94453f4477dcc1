//! One of the states that a program can be in at a place.

use crate::exact::Number;
use crate::lower::Slot;

use super::cell::Cell;
use super::region::Region;

/// What the slots hold, and what is known of the rolls in them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct State<N> {
    pub(super) cells: Vec<Cell<N>>,
    /// Where the rolls lie that were compared and are still referred to.
    pub(super) regions: Vec<Region<N>>,
}

impl<N: Number> State<N> {
    /// Gives a slot a value.
    pub(super) fn set(&mut self, slot: Slot, value: Cell<N>) {
        if let Some(cell) = self.cells.get_mut(slot.0 as usize) {
            *cell = value;
        }
    }

    /// Drops the regions that nothing refers to any more; returns the mass they had.
    pub(super) fn settle(&mut self) -> Option<N> {
        if self.regions.is_empty() {
            return None;
        }
        let used: Vec<u32> = self.uniforms().collect();
        let mut settled: Option<N> = None;
        self.regions.retain(|region| {
            let keep = used.iter().any(|id| region.mentions(*id));
            if !keep {
                let mass = region.mass();
                settled = Some(settled.as_ref().map_or(mass.clone(), |product| product.times(&mass)));
            }
            keep
        });
        settled
    }

    /// The uniforms that cells refer to, with repetitions, in the order of the cells.
    fn uniforms(&self) -> impl Iterator<Item = u32> + use<N> {
        let mut uniforms = Vec::new();
        for cell in &self.cells {
            if let Cell::Roll(roll) = cell {
                roll.each(&mut |sum| uniforms.extend(sum.terms.iter().map(|(id, _)| *id)));
            }
        }
        uniforms.into_iter()
    }

    /// The state with another region in a place, or with one more.
    pub(super) fn with_region(&self, place: Option<usize>, region: Region<N>) -> State<N> {
        let mut next = self.clone();
        match place.and_then(|place| next.regions.get_mut(place)) {
            Some(known) => *known = region,
            None => {
                next.regions.push(region);
                next.regions.sort_by_key(|region| region.direction.first().map(|(id, _)| *id));
            }
        }
        next
    }

    /// A number that no uniform of this state has.
    pub(super) fn fresh_uniform(&self) -> u32 {
        let compared = self.regions.iter().flat_map(|region| region.direction.iter().map(|(id, _)| *id));
        self.uniforms().chain(compared).max().map_or(0, |id| id.saturating_add(1))
    }

    /// Closes the gaps in the numbers of the uniforms, so that states that differ only in them merge.
    /// The order stays, and with it the form of every direction.
    pub(super) fn renumber(&mut self) {
        if self.regions.is_empty() && !self.cells.iter().any(|cell| matches!(cell, Cell::Roll(_))) {
            return;
        }
        let compared = self.regions.iter().flat_map(|region| region.direction.iter().map(|(id, _)| *id));
        let mut order: Vec<u32> = self.uniforms().chain(compared).collect();
        order.sort_unstable();
        order.dedup();
        if order.iter().enumerate().all(|(rank, id)| u32::try_from(rank) == Ok(*id)) {
            return;
        }
        let rename = |terms: &mut Vec<(u32, N)>| {
            for (id, _) in terms.iter_mut() {
                // Every one of them is in the order, which has fewer entries than there are numbers.
                if let Some(rank) = order.binary_search(id).ok().and_then(|rank| u32::try_from(rank).ok()) {
                    *id = rank;
                }
            }
        };
        for cell in &mut self.cells {
            if let Cell::Roll(roll) = cell {
                roll.each_mut(&mut |sum| rename(&mut sum.terms));
            }
        }
        for region in &mut self.regions {
            rename(&mut region.direction);
        }
    }
}
