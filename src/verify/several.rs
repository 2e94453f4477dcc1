//! Several pages at once.

use std::convert::Infallible;

use super::Judge;
use crate::cores;

impl Judge<'_> {
    /// The same work on each of some pages, in their order and on all cores: each core goes on with a judge of its own from
    /// page to page. What is found on a page is the same however many there are.
    ///
    /// ```
    /// use trueodds::evaluate::Limits;
    /// use trueodds::page::Page;
    /// use trueodds::session::Session;
    /// use trueodds::verify::Judge;
    ///
    /// let claims = Session::embedded()?.claims(&["isaac".to_owned()])?;
    /// let (names, limits) = (claims.names(), Limits::default());
    /// let judge = Judge::new(&names, Vec::new(), &limits);
    /// let pages = vec!["Nothing at luck 0: 22%.", "No figure."];
    /// let found = judge.each(pages, |judge, page| judge.page(&Page::read(page)).len());
    /// assert_eq!(found, [1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each<T: Send, R: Send>(&self, pages: Vec<T>, work: impl Fn(&mut Self, T) -> R + Sync) -> Vec<R> {
        let Ok(found) =
            cores::map_with(pages, || self.clone(), |judge, page| Ok::<R, Infallible>(work(judge, page)));
        found
    }
}
