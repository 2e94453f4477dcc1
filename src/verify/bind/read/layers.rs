//! What stands around a figure in layers, by how near it is.

use std::ops::{Index, IndexMut};

/// How near words stand to a figure, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    /// Its own clause; its row and column.
    Own,
    /// What its sentence says before that.
    Before,
    /// What its sentence says after that.
    After,
    /// What introduces it: the sentences right before, the item above it; the caption of a table.
    Said,
    /// What was said further before, or over a table.
    Earlier,
    /// The heading.
    Heading,
    /// The headings above that, and the title.
    Title,
}

impl Layer {
    pub(crate) const ALL: [Layer; 7] =
        [Layer::Own, Layer::Before, Layer::After, Layer::Said, Layer::Earlier, Layer::Heading, Layer::Title];
}

/// Something of each layer.
#[derive(Debug, Clone)]
pub(crate) struct Layers<T>([Vec<T>; Layer::ALL.len()]);

impl<T> Layers<T> {
    /// From what stands in each, the nearest first.
    pub(crate) fn new(layers: [Vec<T>; Layer::ALL.len()]) -> Layers<T> {
        Layers(layers)
    }

    /// What is the figure's own.
    pub(crate) fn own(&self) -> &[T] {
        &self[Layer::Own]
    }

    /// What stands in the nearest ones, down to `last`.
    pub(crate) fn upto(&self, last: Layer) -> impl Iterator<Item = &T> + Clone {
        self.0[..=last as usize].iter().flatten()
    }

    /// What stands in those from `first` to `last`.
    pub(crate) fn between(&self, first: Layer, last: Layer) -> impl Iterator<Item = &T> + Clone {
        self.0[first as usize..=last as usize].iter().flatten()
    }

    /// What stands in any of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> + Clone {
        self.0.iter().flatten()
    }

    /// Each with what stands in it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Layer, &[T])> {
        Layer::ALL.into_iter().zip(self.0.iter().map(Vec::as_slice))
    }

    /// What `of` makes of each.
    pub(crate) fn map<U>(&self, of: impl Fn(&[T]) -> Vec<U>) -> Layers<U> {
        Layers(std::array::from_fn(|layer| of(&self.0[layer])))
    }
}

impl<T> Default for Layers<T> {
    fn default() -> Self {
        Layers(std::array::from_fn(|_| Vec::new()))
    }
}

impl<T> Index<Layer> for Layers<T> {
    type Output = Vec<T>;

    fn index(&self, layer: Layer) -> &Vec<T> {
        &self.0[layer as usize]
    }
}

impl<T> IndexMut<Layer> for Layers<T> {
    fn index_mut(&mut self, layer: Layer) -> &mut Vec<T> {
        &mut self.0[layer as usize]
    }
}
