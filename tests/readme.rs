//! The console blocks of the README, run as they stand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[test]
fn the_readme_shows_what_the_command_prints() {
    trycmd::TestCases::new().case("README.md");
}
