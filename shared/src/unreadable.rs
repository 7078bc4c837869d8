//! What is wrong with JSON from outside, in words for people: serde names types as programmers do.

/// The field at fault, as a path, and what is wrong with it: "is missing", "must be a number".
///
/// The field is empty when the whole is of another shape.
pub fn describe(error: &serde_path_to_error::Error<serde_json::Error>) -> (String, String) {
    let message = error.inner().to_string();
    // Where the text was at fault says nothing to people; JSON read from a value has no such place.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let path = error.path().to_string();
    let field = if path == "." { String::new() } else { path };
    if let Some(missing) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        return (missing.to_owned(), "is missing".to_owned());
    }
    if !message.starts_with("invalid ") {
        return (field, message.to_owned());
    }
    let reason = match message.rsplit_once("expected ").map(|(_, expected)| expected) {
        Some("a string") => "must be text",
        Some("f64") => "must be a number",
        Some("i64") => "must be a whole number",
        Some("a boolean") => "must be true or false",
        _ => "is of the wrong type",
    };
    (field, reason.to_owned())
}
