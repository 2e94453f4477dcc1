//! The pity timer of Slay the Spire: how many cards until the first rare, and how rare 40 without one is.
#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use trueodds::check::Asks;
use trueodds::evaluate::Limits;
use trueodds::exact::decimal::{Rounding, round};
use trueodds::query::ChainContext;
use trueodds::query::chain::{Goals, HitRequest};
use trueodds::scenario::Scenario;
use trueodds::session::Session;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::embedded()?;
    let roll = session.mechanic("sts/card-roll")?;
    let rare = session.expression(&roll, "rarity = rare", Asks::Event)?;
    let usual = Scenario::of_defaults(&roll, roll.default_rule_set());
    let limits = Limits::default();
    let request = HitRequest { not_yet: vec![40], ..HitRequest::default() };
    let hit = ChainContext::new(&roll, &usual, &limits).first_hit(&Goals::once(rare), &request)?;
    if let Some(moments) = &hit.moments {
        println!("mean    {}", round(&moments.mean, 6, Rounding::HalfUp));
    }
    if let Some(median) = hit.median() {
        println!("median  {median}");
    }
    for (cards, chance) in &hit.not_yet {
        println!("none in {cards}: {}", round(chance, 6, Rounding::HalfUp));
    }
    Ok(())
}
