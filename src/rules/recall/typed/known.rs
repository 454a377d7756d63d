//! What is looked up once, when a function is read, and not at each call.

/// The functions of a kind that trees call themselves, each by its name and the number of its arguments.
macro_rules! known {
    ($(#[$doc:meta])* $($name:literal $count:literal => $known:ident,)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Known {
            $($known,)*
        }

        impl Known {
            /// The one of a name with so many arguments.
            pub(super) fn of(name: &str, count: usize) -> Option<Known> {
                match (name, count) {
                    $(($name, $count) => Some(Known::$known),)*
                    _ => None,
                }
            }
        }
    };
}
