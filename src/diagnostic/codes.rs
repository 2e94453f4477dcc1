//! The stable names of findings, with a paragraph for each.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal;)+) => {
        /// The stable name of a kind of finding. Names are never reused for another meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)+];

            /// The name as printed: `unknown-name`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)+ }
            }

            /// What the finding means and how to mend it.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc, "\n",)+),)+ }
            }
        }
    };
}

codes! {
    /// A character that has no meaning in the language.
    UnexpectedCharacter = "unexpected-character";
    /// A text in quotes, or a template in double braces, that is not closed on its line.
    Unterminated = "unterminated";
    /// Digits that do not form a number. Numbers are whole (3), decimal (0.22) or a percentage (35%).
    BadNumber = "bad-number";
    /// The text does not follow the grammar here. The message says what was found and what could stand there.
    Syntax = "syntax";
    /// Blocks or brackets are nested deeper than the limit.
    NestingLimit = "nesting-limit";
    /// A word of the language was used as a name.
    ReservedWord = "reserved-word";

    /// A name that nothing declares.
    UnknownName = "unknown-name";
    /// The same name was declared twice.
    DuplicateName = "duplicate-name";
    /// A variant that several enumerations have, where nothing says which one is meant.
    AmbiguousName = "ambiguous-name";
    /// A value of one kind where another is needed: a flag where a number is, a coin where a difficulty is.
    KindMismatch = "kind-mismatch";
    /// A function was called with too few or too many arguments.
    WrongArguments = "wrong-arguments";
    /// A function or procedure that calls itself, or one that is declared further down. They use those above
    /// them, so none can call itself by way of another. The default of an input follows from inputs above it only.
    Recursion = "recursion";
    /// Something in a library that only a mechanic has. A library has functions and enumerations, and uses other
    /// libraries; what its functions need they are given.
    NotInLibrary = "not-in-library";
    /// A block that gives a value changes nothing outside it; parameters, and what a `for each` goes through,
    /// keep their value.
    ChangesOutside = "changes-outside";
    /// A probability below 0 or above 1.
    ProbabilityRange = "probability-range";
    /// The probabilities of a choice do not sum to 1, or its weights sum to 0. Nothing is normalised silently: write
    /// the missing case, or `else`. Shares of a whole are written `weight 5 => …`.
    WeightsSum = "weights-sum";
    /// A match that leaves some values without an arm.
    NotCovered = "not-covered";
    /// Two arms of a match for the same value.
    Overlap = "overlap";
    /// An arm that no value can reach, because the arms before it take everything.
    UnreachableArm = "unreachable-arm";
    /// An input, rule, variable or function that nothing reads.
    NeverRead = "never-read";
    /// An outcome that some way through the mechanic leaves without a value.
    NeverAssigned = "never-assigned";
    /// An outcome that is read before it has a value.
    ReadBeforeAssigned = "read-before-assigned";
    /// A value outside the range that was declared for it.
    OutOfRange = "out-of-range";
    /// An outcome that is recorded as `30 or more` was asked for more exactly than that. Ask whether it is at least
    /// 30, or let it be recorded further.
    NotRecorded = "not-recorded";
    /// A continuous roll used in a way that cannot be integrated exactly: rolls may be added, scaled by
    /// numbers, compared, taken as a probability by `chance`, and nothing else.
    RollNotIntegrable = "roll-not-integrable";
    /// Two rolls that share a uniform were compared separately, so that neither comparison is independent
    /// of the other. Compare the same combination, or draw a uniform of its own for each. What `chance` took as a
    /// probability counts as compared.
    RollShared = "roll-shared";
    /// A rule without a source. Every number says where it comes from.
    MissingSource = "missing-source";
    /// An edition that the mechanic does not list.
    UnknownEdition = "unknown-edition";
    /// The file does not say what its mechanic is called.
    MissingHeader = "missing-header";
    /// A draw where values are looked at in order and only as far as needed: the values of an arm, of
    /// `in { … }`, or a weight. Draw before it and use what was drawn. Also a draw that is made several times, as in
    /// `sum of 3 …`, and changes something that is there after it.
    DrawHere = "draw-here";
    /// What is rolled several times draws nothing, so that each roll would be the same.
    NoDraw = "no-draw";
    /// A mechanic that says what is known (`given`) cannot be used by another: what is known there would
    /// change what came before.
    GivenInUse = "given-in-use";
    /// Inputs that do not go together, as the mechanic says with `require`.
    Required = "required";
    /// A rule that is needed for the answer and whose value nobody knows, as the mechanic or the rule set says with
    /// `unknown`. Give it a value for the question.
    NotKnown = "not-known";
    /// What is said to be known cannot happen.
    ImpossibleEvidence = "impossible-evidence";
    /// A loop that may never end: from some state no way leads out of it.
    NeverEnds = "never-ends";
    /// A number that grows from round to round of a loop without end was asked for with all its values. Its mean, its
    /// variance, and the probability of one of its values or of all beyond one can be asked for.
    Endless = "endless";
    /// A chain that ends up in one of several closed classes, by chance: it has no single long-run law.
    SeveralClasses = "several-classes";
    /// A draw from a pool with nothing left in it.
    EmptyPool = "empty-pool";
    /// Something is taken from a list with nothing in it, or looked for at a place that it does not have.
    EmptyList = "empty-list";
    /// A CSV file that a mechanic reads is not there, or not of the form that it needs.
    BadTable = "bad-table";
    /// Something is put into a pool that never held such a thing.
    NotInPool = "not-in-pool";
    /// A division by zero.
    DivisionByZero = "division-by-zero";
    /// A number that must be whole and is not.
    NotWhole = "not-whole";
    /// The computation reached a limit. The message says which, and how to raise it.
    Limit = "limit";
    /// The work was ended from outside before it was done; nothing is wrong with the question.
    Cancelled = "cancelled";

    /// The file is not TOML, or not of the form of a rule set.
    BadRuleSet = "bad-rule-set";
    /// A rule set names a rule or an input that the mechanic does not have.
    UnknownRule = "unknown-rule";
    /// A rule set for a mechanic that does not exist.
    UnknownMechanic = "unknown-mechanic";
    /// A rule set extends one that does not exist.
    UnknownRuleSet = "unknown-rule-set";
    /// Rule sets that extend each other in a circle.
    ExtendsCycle = "extends-cycle";
    /// A claims file that is not TOML or not of its form, or a claim whose question does not fit its mechanic.
    BadClaims = "bad-claims";
    /// A findings file that is not TOML or not of its form, or a finding or table that does not fit its mechanic.
    BadFindings = "bad-findings";
    /// The evaluator met something that the checker should have refused: a defect of trueodds.
    Internal = "internal";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
