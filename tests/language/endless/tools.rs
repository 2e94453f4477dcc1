//! What other tools say of counts without a bound: formulas in a symbol, explanations, chains.

use std::process::Command;

use super::Asked;

impl Asked {
    /// What a command prints about the program.
    fn said(&self, command: &str, args: &[&str]) -> String {
        let mut run = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
        let output = run.arg(command).arg(&self.path).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn a_mean_is_a_formula_in_a_symbol() {
    let text =
        "input p: number 1/10..1 = 1/3\noutcome n: integer 0..\noutcome total: integer 0..\nn = 0\ntotal = 0
        repeat { n = n + 1\n total = total + die(6) } until chance(p)\n";
    let asked = Asked::new("symbol", text);
    assert!(asked.said("formula", &["E(n)", "--in", "p"]).ends_with("0.1 ≤ p ≤ 1  1/p\n"));
    // 35/12 · 1/p + 49/4 · (1 - p)/p²
    let variance = asked.said("formula", &["Var(total)", "--in", "p"]);
    assert!(variance.ends_with("(147 − 112·p)/(12·p²)\n"), "{variance}");
    let solved = asked.said("solve", &["E(n) > 5", "--in", "p"]);
    assert!(solved.contains("0.1 ≤ p < 0.2"), "{solved}");
}

#[test]
fn a_mean_is_explained_by_what_is_solved_for() {
    let text = "outcome n: integer 0..\nn = 0\nrepeat { n = n + 1 } until chance(1/3)\n";
    let asked = Asked::new("explained", text);
    let given = asked.said("explain", &["E(n | n >= 3)"]);
    // 4/9 of the runs miss twice, and have a mean of 5.
    assert!(given.contains("5 = A / B\n  A = 20/9\n") && given.contains("B = 4/9\n"), "{given}");
    assert!(given.contains("It is solved for, exactly"), "{given}");
    let variance = asked.said("explain", &["Var(n)"]);
    assert!(variance.contains("A = 15\n") && variance.contains("B = 3\n"), "{variance}");
}

#[test]
fn a_count_over_uses_says_how_its_mean_is_had() {
    let text = "outcome n: integer 0..\nstate last: integer 0..1 = 0\nn = 0
        repeat { n = n + 1 } until chance(1/3)\nlast = min(n - 1, 1)\n";
    let said = Asked::new("uses", text).said("chain", &["count", "n", "--over", "3"]);
    assert!(said.contains("error[endless]") && said.contains("its mean in one use is `E(…)`"), "{said}");
}
