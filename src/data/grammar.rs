//! The parsers that pest makes from the grammars. No other file knows where they stand.

/// Data files: `grammar/block.pest` with the notations of `grammar/notation.pest`.
pub(super) mod block {
    #![allow(missing_docs)]
    /// The parser of data files.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/notation.pest"]
    #[grammar = "../grammar/block.pest"]
    pub struct BlockParser;
}

/// Typed lines and the forms of verbs: `grammar/command.pest`.
pub(super) mod command {
    #![allow(missing_docs)]
    /// The parser of typed lines and of forms.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/command.pest"]
    pub struct CommandParser;
}

/// Dice notation: `grammar/dice.pest`.
pub(super) mod dice {
    #![allow(missing_docs)]
    /// The parser of dice notation.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/dice.pest"]
    pub struct DiceParser;
}
