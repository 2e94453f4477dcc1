//! Words of any text that say nothing of what a figure is about: who acts, how much, how it happens to be told.

/// In their order. A word of three letters or less says nothing anyway.
const PLAIN: [&str; 261] = [
    "about", "actually", "again", "alike", "almost", "alone", "already", "although", "always", "another",
    "anyone", "anything", "appear", "appears", "around", "average", "barely", "basically", "becomes", "been",
    "being", "bring", "brings", "brought", "came", "carries", "carry", "carrying", "case", "cases",
    "certainly", "clearly", "climbs", "come", "comes", "coming", "contain", "contains", "could", "decent",
    "does", "doing", "done", "down", "drops", "each", "effectively", "ends", "essentially", "even", "ever",
    "every", "everybody", "everyone", "everything", "exact", "exactly", "expect", "expected", "fairly",
    "falls", "find", "finds", "floors", "folks", "found", "game", "games", "gave", "generally", "gets",
    "getting", "give", "gives", "giving", "goes", "going", "grows", "happen", "happened", "happens",
    "hardly", "have", "having", "helps", "hence", "here", "higher", "hold", "holding", "holds", "however",
    "indeed", "it's", "itself", "just", "keep", "keeps", "know", "known", "lands", "largely", "leave",
    "leaves", "lift", "lifts", "literally", "look", "looking", "looks", "lots", "lovely", "lower", "made",
    "makes", "making", "maybe", "meagre", "mean", "means", "meanwhile", "measly", "median", "mere", "merely",
    "might", "mine", "modest", "most", "mostly", "much", "must", "namely", "nearly", "need", "needed",
    "needs", "nice", "normally", "obviously", "occur", "occurs", "oddly", "offer", "offered", "offers",
    "often", "ones", "only", "ours", "page", "pages", "paid", "paltry", "pays", "people", "perhaps",
    "player", "players", "possibly", "practically", "precisely", "pushes", "quality", "quite", "raises",
    "rarity", "rather", "really", "reduces", "remain", "remains", "rises", "rooms", "roughly", "runs",
    "said", "same", "says", "seem", "seems", "seen", "sees", "should", "show", "showing", "shown", "shows",
    "shrinks", "simply", "sits", "slightly", "solid", "some", "somebody", "someone", "something",
    "sometimes", "somewhat", "soon", "stands", "stay", "stays", "still", "such", "surely", "take", "taken",
    "takes", "taking", "that", "that's", "their", "theirs", "them", "themselves", "then", "there", "there's",
    "therefore", "these", "they", "they're", "thing", "things", "think", "this", "those", "though", "thus",
    "time", "times", "tiny", "truly", "turns", "typical", "typically", "usually", "very", "wait", "waited",
    "waiting", "waits", "ways", "well", "went", "were", "where", "whereas", "whopping", "will", "works",
    "would", "yield", "yields", "you'd", "you'll", "you've", "your", "yours", "yourself",
];

/// Words that turn or compare what is told, and are no thing that a figure may be told of.
const TURNING: [&str; 62] = [
    "across", "against", "altogether", "among", "anyway", "averages", "bare", "become", "before", "behind",
    "best", "better", "between", "bottom", "comparison", "compared", "double", "doubles", "during",
    "earlier", "either", "else", "enough", "fewer", "figure", "first", "forever", "frequent", "fresh",
    "instead", "jumps", "less", "like", "likelier", "likely", "little", "long", "make", "manages", "once",
    "ordinary", "pair", "plus", "point", "precise", "rarer", "remaining", "respectively", "rise", "since",
    "single", "straight", "together", "turn", "twice", "until", "usual", "while", "whole", "within", "worse",
    "you're",
];

/// Whether a word turns or compares what is told: it is no thing that a figure may be told of.
pub(crate) fn is_turning(word: &str) -> bool {
    TURNING.contains(&word)
}

/// Whether a word says nothing of what a figure is about.
pub(crate) fn is_plain(word: &str) -> bool {
    PLAIN.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::PLAIN;

    #[test]
    fn words_are_found_by_their_order() {
        assert!(PLAIN.is_sorted_by(|one, next| one < next));
    }
}
