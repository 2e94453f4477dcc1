//! What has no mean, or none that is found: refused, each with why.

use super::Asked;

/// That a question is refused, and what is said.
fn refused(asked: &Asked, query: &str, because: &str) {
    let said = asked.answer(query).expect_err(query);
    assert!(said.contains("Endless") && said.contains(because), "{query}: {said}");
}

#[test]
fn what_is_no_polynomial_of_the_count_is_refused() {
    let text = "outcome n: integer 0..\nn = 0\nrepeat { n = n + 1 } until chance(1/3)\n";
    let asked = Asked::new("refused", text);
    for query in ["E(1 / n)", "E(mod(n, 2))", "E(2^n)", "E(n | mod(n, 2) = 0)", "Var(n / (n + 1))"] {
        refused(&asked, query, "`n` grows from round to round without end");
    }
}

#[test]
fn a_mean_that_is_infinite_is_refused() {
    let doubled = |ends: &str| {
        let text = format!("outcome x: integer\nx = 1\nrepeat {{ x = 2 * x }} until chance({ends})\n");
        Asked::new(&format!("infinite-{}", ends.replace('/', "-")), &text)
    };
    refused(&doubled("1/2"), "E(x)", "infinite");
    refused(&doubled("1/3"), "E(x)", "infinite");
    // The mean is 3, the variance is not finite.
    assert_eq!(doubled("3/4").number("E(x)").to_string(), "3");
    refused(&doubled("3/4"), "Var(x)", "infinite");
}

#[test]
fn what_turns_between_growing_and_falling_is_refused() {
    let text = "outcome x: integer\nx = 1\nrepeat { x = -2 * x } until chance(1/3)\n";
    refused(&Asked::new("turns", text), "E(x)", "takes turns in growing and falling");
}

#[test]
fn products_of_more_and_more_counts_are_refused() {
    let text = "outcome x: integer\nx = 2\nrepeat { x = x * x } until chance(1/2)\n";
    refused(&Asked::new("squared", text), "E(x)", "products that grow without end");
}
