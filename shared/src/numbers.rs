//! The declaration of numbers that pages of the documentation list.

/// Declares constants, and lists them with their descriptions.
#[macro_export]
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $vis:vis const $NAME:ident: $Type:ty = $value:expr;)+) => {
        $($(#[doc = $doc])+ $vis const $NAME: $Type = $value;)+

        /// The descriptions of these numbers, with their values.
        #[allow(dead_code, reason = "only the documentation is made from it")]
        pub const NUMBERS: &[(&str, &dyn ::std::fmt::Debug)] = &[$((concat!($($doc),+), &$NAME)),+];
    };
}
