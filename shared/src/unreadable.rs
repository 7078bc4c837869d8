//! Descriptions for people of errors in JSON from clients, since serde's own are for programmers.

/// Returns the path of the wrong field, and what is wrong with it: "is missing", "must be a number".
///
/// The path is empty if the value as a whole has the wrong shape.
pub fn describe(error: &serde_path_to_error::Error<serde_json::Error>) -> (String, String) {
    let message = without_place(error.inner());
    let path = error.path().to_string();
    let field = if path == "." { String::new() } else { path };
    if let Some(missing) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        return (missing.to_owned(), "is missing".to_owned());
    }
    (field, wrong_type(error.inner()).map_or(message, str::to_owned))
}

/// Returns the reason for a value of the wrong type; `None` for an error with a message of its own.
pub fn wrong_type(error: &serde_json::Error) -> Option<&'static str> {
    let message = without_place(error);
    if !message.starts_with("invalid ") {
        return None;
    }
    Some(match message.rsplit_once("expected ").map(|(_, expected)| expected) {
        Some("a string") => "must be text",
        Some("f64") => "must be a number",
        Some("i64") => "must be a whole number",
        Some("a boolean") => "must be true or false",
        _ => "has the wrong type",
    })
}

/// Returns the message of `error` without the line and column, which mean nothing to people; JSON read from a value has
/// none.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.clone(), |(message, _)| message.to_owned())
}
