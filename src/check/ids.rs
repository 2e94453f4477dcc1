//! The numbers of the parts of a model: an input cannot be taken for a rule.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(usize);

        impl $name {
            /// The part at an index of its list in the model.
            #[must_use]
            pub const fn new(index: usize) -> $name {
                $name(index)
            }

            /// The index in its list in the model.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0
            }
        }
    };
}

id! {
    /// An input of a model.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let luck = award.input("luck")?;
    /// assert_eq!(award.model[luck].declaration.label, "Luck");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    InputId
}
id! {
    /// A rule of a model.
    RuleId
}
id! {
    /// An outcome field of a model.
    FieldId
}
id! {
    /// A state of a model.
    StateId
}
