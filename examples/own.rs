//! A mechanic of one's own, from a string: the law of the sum of two dice that count double when they agree.
#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use trueodds::session::Session;

const DOUBLES: &str = "\
mechanic dice/doubles

outcome points: integer

let first = random(6) + 1
let second = random(6) + 1
points = if first == second { 2 * (first + second) } else { first + second }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::default();
    session.add_text("dice/doubles", DOUBLES);
    let doubles = session.mechanic("dice/doubles")?;
    for (points, chance) in doubles.law("points")?.run()?.probabilities() {
        println!("{points:>2}  {chance}");
    }
    Ok(())
}
