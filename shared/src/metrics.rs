//! The declaration of metrics, for crates that depend on `metrics`.

/// Declares a crate's metrics. Each entry has the kind, the unit, the constant for the name, the name, and what is
/// counted.
#[macro_export]
macro_rules! metrics {
    ($($describe:ident $unit:ident $name:ident = $key:literal, $text:literal;)*) => {
        $(#[doc = $text] pub(crate) const $name: &str = $key;)*

        /// Describes the metrics to the recorder. Called once, after the recorder is installed.
        pub fn describe() {
            $(::metrics::$describe!($name, ::metrics::Unit::$unit, $text);)*
        }
    };
}
