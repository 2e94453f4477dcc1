//! The console blocks of the README, run as they stand.

#[test]
fn the_readme_shows_what_the_command_prints() {
    trycmd::TestCases::new().case("README.md");
}
