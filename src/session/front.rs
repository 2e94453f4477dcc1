//! The few lines that a Rust user wants to write.

use std::fmt::Display;

use crate::check::{FieldId, Kind};
use crate::diagnostic::Message;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::prob::{Pmf, moments};
use crate::query::{QueryError, law_to_tail};
use crate::scenario::{Mechanic, Scenario, Settings, scenarios};
use crate::value::Value;

impl Mechanic {
    /// Asks for the law of an outcome.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(award.law("award").is_ok());
    /// assert!(award.law("awards").expect_err("misspelt").to_string().contains("did you mean `award`?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An outcome that does not exist.
    pub fn law(&self, outcome: &str) -> Result<LawQuestion<'_>, Message> {
        let field = self.field(outcome)?;
        Ok(LawQuestion { mechanic: self, field, settings: Settings::default(), limits: Limits::default() })
    }
}

/// The law of an outcome, under rules and inputs that are given one by one.
///
/// ```
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let law = award.law("count")?.with("lucky_foot")?.set("luck", "7/3")?.run()?;
/// assert_eq!(law.probabilities().map(|(_, chance)| chance).sum::<trueodds::exact::Rational>(), 1.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LawQuestion<'m> {
    mechanic: &'m Mechanic,
    field: FieldId,
    settings: Settings,
    limits: Limits,
}

impl<'m> LawQuestion<'m> {
    /// Gives an input a value, as a person would type it. Whether the rule set has the input is seen when the
    /// question is run.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(award.law("award")?.set("luck", "7/3").is_ok());
    /// assert!(award.law("award")?.set("luck", "seven").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An input that does not exist, or a value that does not fit it.
    pub fn set(mut self, input: &str, value: impl Display) -> Result<LawQuestion<'m>, Message> {
        let declaration = &self.mechanic.model[self.mechanic.input(input)?].declaration;
        let value = value.to_string();
        self.mechanic.model.parse_input(declaration, &value).map_err(|error| error.message)?;
        self.settings.set.push(format!("{input}={value}"));
        Ok(self)
    }

    /// Switches a flag on.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(award.law("award")?.with("lucky_foot").is_ok());
    /// assert!(award.law("award")?.with("luck").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An input that does not exist or is no flag.
    pub fn with(self, flag: &str) -> Result<LawQuestion<'m>, Message> {
        self.set(flag, true)
    }

    /// Lets a state begin with a value.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let roll = session.mechanic("sts/card-roll")?;
    /// assert!(roll.law("rarity")?.state("offset", -5).is_ok());
    /// assert!(roll.law("rarity")?.state("offse", -5).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A state that does not exist, or a value that does not fit it.
    pub fn state(mut self, state: &str, value: impl Display) -> Result<LawQuestion<'m>, Message> {
        let declaration = &self.mechanic.model[self.mechanic.state(state)?].declaration;
        let value = value.to_string();
        self.mechanic.model.parse_value(declaration, &value).map_err(|error| error.message)?;
        self.settings.state.push(format!("{state}={value}"));
        Ok(self)
    }

    /// Chooses the rule set.
    ///
    /// # Errors
    /// A rule set that does not exist.
    pub fn rules(mut self, name: &str) -> Result<LawQuestion<'m>, Message> {
        self.mechanic.find_rule_set(name)?;
        self.settings.rules = vec![name.to_owned()];
        Ok(self)
    }

    /// Sets the limits of the evaluation.
    ///
    /// ```
    /// use trueodds::evaluate::Limits;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(award.law("award")?.limits(Limits { steps: 1, ..Limits::default() }).run().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> LawQuestion<'m> {
        self.limits = limits;
        self
    }

    /// Computes the law.
    ///
    /// # Errors
    /// An input that the rule set lacks, or an evaluation that stops.
    pub fn run(self) -> Result<Law<'m>, QueryError> {
        let scenario = scenarios(self.mechanic, &self.settings)?.swap_remove(0);
        let joint = law_to_tail(self.mechanic, &scenario, &[self.field], &self.limits)
            .map_err(QueryError::stopped(&scenario))?;
        let pmf = joint.map(|values| values[0].clone());
        Ok(Law { mechanic: self.mechanic, field: self.field, scenario, pmf })
    }
}

/// The law of one outcome.
///
/// ```
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let law = award.law("award")?.set("luck", "7/3")?.run()?;
/// assert_eq!(law.probability("chest")?.to_string(), "931/6000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Law<'m> {
    mechanic: &'m Mechanic,
    field: FieldId,
    scenario: Scenario,
    pmf: Pmf<Value>,
}

impl Law<'_> {
    /// The probability of a value, as a person would type it.
    ///
    /// # Errors
    /// A value that the outcome cannot have.
    pub fn probability(&self, value: &str) -> Result<Rational, Message> {
        let model = &self.mechanic.model;
        if let Some((_, mass)) = self.probabilities().find(|(known, _)| known == value) {
            return Ok(mass.clone());
        }
        let value = model.parse_value(&model[self.field], value).map_err(|error| error.message)?;
        for taken in self.pmf.support() {
            if let (Value::Above(above), Value::Number(number)) = (taken, &value)
                && above.contains(number)
            {
                return Err(format!("{number} is recorded as `{above}`, which has one probability").into());
            }
        }
        Ok(self.pmf.mass_of(&value))
    }

    /// The values with their probabilities, ascending; those without probability are left out.
    pub fn probabilities(&self) -> impl Iterator<Item = (String, &Rational)> {
        let kind = self.mechanic.model[self.field].kind;
        self.pmf.iter().map(move |(value, mass)| (self.mechanic.model.value_text(kind, value), mass))
    }

    /// The mean; of a flag the probability that it holds. `None` for an outcome that is no number.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::default();
    /// session.add_text("dice/die", "mechanic dice/die\noutcome face: integer\nface = random(6) + 1\n");
    /// let die = session.mechanic("dice/die")?;
    /// assert_eq!(die.law("face")?.run()?.mean().expect("a number").to_string(), "7/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mean(&self) -> Option<Rational> {
        match self.mechanic.model[self.field].kind {
            Kind::Flag => Some(self.pmf.mass_of(&Value::Flag(true))),
            _ => {
                let entries = self.pmf.iter();
                let numbers: Option<Vec<_>> =
                    entries.map(|(value, mass)| Some((value.as_number()?.clone(), mass.clone()))).collect();
                numbers.map(|numbers| moments::mean(&Pmf::new(numbers)))
            }
        }
    }

    /// The law as a mass function over values.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let law = award.law("award")?.set("luck", "7/3")?.run()?;
    /// assert_eq!(law.pmf().total(), 1.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pmf(&self) -> &Pmf<Value> {
        &self.pmf
    }

    /// Under which rules and inputs it holds.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let law = award.law("award")?.set("luck", "7/3")?.run()?;
    /// assert_eq!(law.scenario().input(award.input("luck")?).as_number().expect("a number").to_string(), "7/3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }
}
