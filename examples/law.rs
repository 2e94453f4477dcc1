//! The chance of a chest after a room, with luck 3: `cargo run --example law` prints 931/5000.
#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use trueodds::session::Session;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::embedded()?;
    let award = session.mechanic("isaac/room-clear-award")?;
    let law = award.law("award")?.set("luck", 3)?.rules("repentance")?.run()?;
    println!("{}", law.probability("chest")?);
    Ok(())
}
