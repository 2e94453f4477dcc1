//! Words that say what kind of number a figure is.

pub(crate) const MEAN: [&str; 6] = ["average", "averages", "avg", "mean", "expected", "typically"];
pub(crate) const LEAST: [&str; 9] =
    ["least", "fewest", "min", "minimum", "lowest", "smallest", "from", "between", "minimal"];
pub(crate) const MOST: [&str; 9] =
    ["most", "max", "maximum", "highest", "largest", "greatest", "cap", "capped", "maximal"];
/// Words for what there has to be of something: that is the least of it.
pub(crate) const NEEDED: [&str; 10] =
    ["need", "needs", "needed", "require", "requires", "required", "insist", "insists", "demands", "wants"];
/// Words for the least that say nothing else, and those for the most.
pub(crate) const LEAST_OF_ALL: [&str; 7] =
    ["least", "fewest", "min", "minimum", "lowest", "smallest", "minimal"];
pub(crate) const MOST_OF_ALL: [&str; 9] =
    ["most", "max", "maximum", "highest", "largest", "greatest", "maximal", "exceed", "exceeds"];
/// Words behind a number that are nothing that it counts.
pub(super) const AFTER: [&str; 22] = [
    "otherwise", "then", "from", "each", "again", "already", "instead", "times", "time", "percent", "more",
    "fewer", "less", "only", "now", "though", "max", "min", "average", "behind", "use", "uses",
];
/// Words that tell of what is not there, or does not happen.
pub(crate) const DENIALS: [&str; 24] = [
    "no", "not", "never", "without", "none", "nothing", "empty", "miss", "misses", "fail", "fails", "cannot",
    "can't", "don't", "doesn't", "didn't", "haven't", "hasn't", "isn't", "won't", "else", "otherwise",
    "rest", "other",
];
/// Words that tell of chances.
pub(crate) const CHANCE: [&str; 11] = [
    "chance", "chances", "odds", "probability", "probabilities", "likelihood", "likely", "roll", "rolls",
    "base", "probable",
];
/// Words before a number word that is a number of something.
pub(super) const COUNTED: [&str; 9] =
    ["by", "to", "than", "least", "most", "exactly", "always", "costs", "needs"];
/// Words for what is always the same number.
pub(crate) const ALWAYS: [&str; 8] =
    ["always", "flat", "exactly", "fixed", "certain", "constant", "constantly", "guaranteed"];
/// Words for where a band of a roll ends.
pub(crate) const BOUND: [&str; 5] = ["below", "above", "threshold", "thresholds", "bound"];
/// Words after which each of several things is meant.
pub(crate) const EACH: [&str; 4] = ["each", "apiece", "individually", "individual"];
/// Words after which all of them are meant.
pub(crate) const TOGETHER: [&str; 4] = ["together", "combined", "altogether", "total"];
/// Words for where a state starts, and for going back there.
pub(crate) const START: [&str; 18] = [
    "start", "open", "opens", "starts", "starting", "started", "begin", "begins", "beginning", "initial",
    "initially", "fresh", "back", "reset", "resets", "returns", "restarts", "restart",
];
/// Words for the least that a state can be.
pub(crate) const FLOOR: [&str; 8] =
    ["lowest", "minimum", "floor", "capped", "cap", "stops", "bottom", "least"];
/// Words for the greatest.
pub(crate) const CEILING: [&str; 5] = ["highest", "maximum", "ceiling", "most", "top"];
/// Words for the upper end of a band.
pub(crate) const BELOW: [&str; 6] = ["below", "under", "to", "upper", "until", "end"];
/// Words for the lower end.
pub(crate) const ABOVE: [&str; 6] = ["above", "from", "lower", "over", "start", "begins"];
/// Words that say how many uses something takes, whatever stands beside them.
pub(crate) const TAKES: [&str; 9] =
    ["until", "takes", "take", "wait", "waits", "median", "need", "needs", "waiting"];
/// Words for the share in the long run.
pub(crate) const LONG: [&str; 13] = [
    "long", "overall", "all", "average", "eventually", "total", "every", "forever", "infinitely", "career",
    "lifetime", "consolidated", "effective",
];
/// Words in the heading over what is told of the long run.
pub(crate) const LONG_TITLE: [&str; 4] = ["long", "overall", "whole", "eventually"];
pub(crate) const MEDIAN: [&str; 4] = ["median", "half", "middle", "typical"];
pub(crate) const MODE: [&str; 5] = ["mode", "likeliest", "likely", "commonest", "single"];
/// Words for the mean number of uses that something takes.
pub(crate) const MEAN_OF_USES: [&str; 11] =
    ["average", "avg", "mean", "expected", "every", "typically", "takes", "until", "after", "wait", "waits"];
/// Words that say that something is there at all.
pub(crate) const THERE: [&str; 24] = [
    "given", "when", "if", "exists", "exist", "once", "non", "anything", "something", "nonempty", "dropped",
    "among", "conditional", "them", "these", "those", "share", "replace", "replaces", "turns", "becomes",
    "become", "which", "instead",
];
