//! Many questions about one outcome, against each question asked on its own.

use trueodds::check::Asks;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::chain::{ChainContext, ChainNumber, HitNumber, OutcomeChain, chain_number};
use trueodds::scenario::Scenario;
use trueodds::session::Session;
use trueodds::value::Value;

/// A mechanic, an outcome, an event of it, and whether a value is that event.
type Case<'a> = (&'a str, &'a str, &'a str, &'a dyn Fn(&Value) -> bool);

#[test]
fn questions_about_one_outcome_have_the_answers_of_each_alone() {
    let session = Session::embedded().unwrap();
    let limits = Limits::default();
    let at_least = |least: i64| {
        move |value: &Value| value.as_number().is_some_and(|number| *number >= Rational::from(least))
    };
    let cases: [Case<'_>; 5] = [
        ("sts/card-roll", "rarity", "rarity = rare", &|value| *value == Value::Variant(0)),
        ("sts/card-roll", "rarity", "rarity != rare", &|value| *value != Value::Variant(0)),
        ("sts/card-reward", "rares", "rares >= 1", &at_least(1)),
        ("sts/card-reward", "uncommons", "uncommons >= 3", &at_least(3)),
        ("isaac/room-clear-award", "award", "award = nothing", &|value| *value == Value::Variant(0)),
    ];
    for (path, outcome, event, holds) in cases {
        let mechanic = session.mechanic(path).unwrap();
        let scenario = Scenario::of_defaults(&mechanic, mechanic.default_rule_set());
        let context = ChainContext::new(&mechanic, &scenario, &limits);
        let mut chain = OutcomeChain::new(&context, mechanic.field(outcome).unwrap()).unwrap();
        let event = || session.expression(&mechanic, event, Asks::Event).unwrap();
        let alone = |sought: &ChainNumber| chain_number(&mechanic, &scenario, sought, &limits).unwrap();
        let hit = |number: &HitNumber| alone(&ChainNumber::Hit(number.clone(), event()));
        let awaited = chain.awaited(&context, holds).unwrap();
        let level = HitNumber::Level(Rational::new(9, 10));
        for number in [HitNumber::Mean, HitNumber::Median, HitNumber::Mode, level] {
            assert_eq!(context.hit_number(&awaited, &number).unwrap(), hit(&number), "{path} {number:?}");
        }
        for uses in [0, 1, 2, 5, 12] {
            let left = chain.not_yet(&context, uses, holds).unwrap();
            assert_eq!(left, hit(&HitNumber::NotYet(uses)), "{path} {uses}");
            if uses > 0 {
                let after = chain.after(&context, uses, holds).unwrap();
                assert_eq!(after, alone(&ChainNumber::After(uses, event())), "{path} {uses}");
            }
        }
        assert_eq!(chain.share(&context, holds).unwrap(), alone(&ChainNumber::Stationary(event())), "{path}");
        // What never comes has no wait.
        assert!(chain.not_yet(&context, 3, &|_| false).is_err(), "{path}");
    }
}
