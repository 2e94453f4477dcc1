//! Probability mass functions.

use crate::exact::Rational;

/// A probability mass function: the outcomes with positive mass, in ascending order.
///
/// ```
/// use trueodds::{exact::Rational, prob::Pmf};
///
/// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
/// assert_eq!(die.total(), Rational::ONE);
/// assert_eq!(die.mass(|face| face % 2 == 0), Rational::new(1, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pmf<T> {
    entries: Vec<(T, Rational)>,
}

impl<T: Ord> Pmf<T> {
    /// Sorts the outcomes, adds up the masses of equal ones and leaves out those without mass.
    ///
    /// The masses need not sum to 1: see [`Pmf::total`].
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let half = Rational::new(1, 2);
    /// let coins = Pmf::new([(1, half.clone()), (0, Rational::ZERO), (1, half)]);
    /// assert_eq!(coins.iter().collect::<Vec<_>>(), [(&1, &Rational::ONE)]);
    /// ```
    pub fn new(weighted: impl IntoIterator<Item = (T, Rational)>) -> Pmf<T> {
        let mut sorted: Vec<(T, Rational)> = weighted.into_iter().collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let mut entries: Vec<(T, Rational)> = Vec::with_capacity(sorted.len());
        for (outcome, mass) in sorted {
            match entries.last_mut() {
                Some(last) if last.0 == outcome => last.1 = &last.1 + &mass,
                _ => entries.push((outcome, mass)),
            }
        }
        entries.retain(|(_, mass)| !mass.is_zero());
        Pmf { entries }
    }

    /// The mass of one outcome; zero outside the support.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert_eq!(die.mass_of(&6), Rational::new(1, 6));
    /// assert_eq!(die.mass_of(&7), Rational::ZERO);
    /// ```
    #[must_use]
    pub fn mass_of(&self, outcome: &T) -> Rational {
        match self.entries.binary_search_by(|entry| entry.0.cmp(outcome)) {
            Ok(index) => self.entries[index].1.clone(),
            Err(_) => Rational::ZERO,
        }
    }

    /// The law of a function of the outcome.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert_eq!(die.map(|face| face % 2).mass_of(&1), Rational::new(1, 2));
    /// ```
    pub fn map<U: Ord>(&self, function: impl Fn(&T) -> U) -> Pmf<U> {
        Pmf::new(self.entries.iter().map(|(outcome, mass)| (function(outcome), mass.clone())))
    }
}

impl<T> Pmf<T> {
    /// The outcomes with positive mass and their masses, in ascending order.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert!(die.iter().all(|(_, mass)| *mass == Rational::new(1, 6)));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&T, &Rational)> {
        self.entries.iter().map(|(outcome, mass)| (outcome, mass))
    }

    /// The outcomes with positive mass, in ascending order.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert_eq!(die.support().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    /// ```
    pub fn support(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().map(|(outcome, _)| outcome)
    }

    /// The number of outcomes with positive mass.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert_eq!(die.len(), 6);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no outcome has mass.
    ///
    /// ```
    /// use trueodds::prob::Pmf;
    ///
    /// assert!(Pmf::<i64>::new([]).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The sum of all masses: 1 for the law of a mechanic.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert_eq!(die.total(), Rational::ONE);
    /// ```
    #[must_use]
    pub fn total(&self) -> Rational {
        self.entries.iter().map(|(_, mass)| mass).sum()
    }

    /// The mass of an event.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// assert_eq!(die.mass(|face| *face > 4), Rational::new(1, 3));
    /// ```
    pub fn mass(&self, event: impl Fn(&T) -> bool) -> Rational {
        self.entries.iter().filter(|(outcome, _)| event(outcome)).map(|(_, mass)| mass).sum()
    }

    /// The law given an event, or `None` where the event has no mass.
    ///
    /// ```
    /// use trueodds::{exact::Rational, prob::Pmf};
    ///
    /// let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
    /// let high = die.condition(|face| *face > 4).expect("it can happen");
    /// assert_eq!(high.mass_of(&6), Rational::new(1, 2));
    /// assert!(die.condition(|face| *face > 6).is_none());
    /// ```
    pub fn condition(&self, event: impl Fn(&T) -> bool) -> Option<Pmf<T>>
    where
        T: Clone,
    {
        let evidence_mass = self.mass(&event);
        let entries = self
            .entries
            .iter()
            .filter(|(outcome, _)| event(outcome))
            .map(|(outcome, mass)| Some((outcome.clone(), mass.checked_div(&evidence_mass)?)))
            .collect::<Option<Vec<_>>>()?;
        (!evidence_mass.is_zero()).then_some(Pmf { entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditioning_normalises_and_refuses_impossible_evidence() {
        let die = Pmf::new((1..=6).map(|face| (face, Rational::new(1, 6))));
        let high = die.condition(|face| *face > 4).unwrap();
        assert_eq!(high.mass_of(&6), Rational::new(1, 2));
        assert_eq!(high.total(), Rational::ONE);
        assert!(die.condition(|face| *face > 6).is_none());
    }

    #[test]
    fn equal_outcomes_are_merged_and_empty_ones_left_out() {
        let pmf = Pmf::new([(1, Rational::new(1, 4)), (0, Rational::ZERO), (1, Rational::new(3, 4))]);
        assert_eq!(pmf.len(), 1);
        assert_eq!(pmf.map(|_| "x").mass_of(&"x"), Rational::ONE);
    }
}
