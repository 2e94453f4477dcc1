//! Words that say what kind of number a figure is.

pub(super) const MEAN: [&str; 5] = ["average", "avg", "mean", "expected", "typically"];
pub(super) const LEAST: [&str; 9] =
    ["least", "fewest", "min", "minimum", "lowest", "smallest", "from", "between", "minimal"];
pub(super) const MOST: [&str; 9] =
    ["most", "max", "maximum", "highest", "largest", "greatest", "cap", "capped", "maximal"];
/// Words for where a band of a roll ends.
pub(super) const BOUND: [&str; 5] = ["below", "above", "threshold", "thresholds", "bound"];
/// Words after which each of several things is meant.
pub(super) const EACH: [&str; 4] = ["each", "apiece", "individually", "individual"];
/// Words for how many uses something takes.
pub(super) const UNTIL: [&str; 8] = ["until", "takes", "wait", "every", "comes", "first", "before", "median"];
/// Words for the share in the long run.
pub(super) const LONG: [&str; 10] =
    ["long", "overall", "all", "average", "run", "eventually", "total", "every", "forever", "infinitely"];
pub(super) const MEDIAN: [&str; 4] = ["median", "half", "middle", "typical"];
pub(super) const MODE: [&str; 5] = ["mode", "likeliest", "likely", "commonest", "single"];
/// Words for the mean number of uses that something takes.
pub(super) const MEAN_OF_USES: [&str; 9] =
    ["average", "avg", "mean", "expected", "every", "typically", "takes", "until", "after"];
/// Words that say that something is there at all.
pub(super) const THERE: [&str; 24] = [
    "given",
    "when",
    "if",
    "exists",
    "exist",
    "once",
    "non",
    "anything",
    "something",
    "nonempty",
    "dropped",
    "among",
    "conditional",
    "them",
    "these",
    "those",
    "share",
    "replace",
    "replaces",
    "turns",
    "becomes",
    "become",
    "which",
    "instead",
];
