//! Durations in words.

/// Returns this many seconds in a convenient unit, rounded up.
pub(crate) fn in_words(seconds: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let (length, unit) = UNITS.into_iter().find(|(length, _)| seconds >= 2 * length).unwrap_or((1, "second"));
    match seconds.div_ceil(length) {
        1 => format!("1 {unit}"),
        count => format!("{count} {unit}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_given_in_a_convenient_unit() {
        let cases = [
            (0, "0 seconds"),
            (1, "1 second"),
            (119, "119 seconds"),
            (121, "3 minutes"),
            (7200, "2 hours"),
            (30 * 86_400, "30 days"),
        ];
        for (seconds, words) in cases {
            assert_eq!(in_words(seconds), words);
        }
    }
}
