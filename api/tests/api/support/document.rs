//! The parsed OpenAPI document of a running api.

use std::collections::BTreeSet;

use serde_json::Value;

use super::App;

pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) method: String,
    pub(crate) operation: Value,
    pub(crate) fields: Vec<String>,
    pub(crate) required: Vec<String>,
}

/// Returns the document of the site's calls.
pub(crate) async fn document(app: &App) -> Value {
    app.get("/api/openapi.json").await.json()
}

/// Returns the document of the public API.
pub(crate) async fn public_document(app: &App) -> Value {
    app.get("/api/v1/openapi.json").await.json()
}

/// Returns the site's calls.
pub(crate) async fn calls(app: &App) -> Vec<Call> {
    calls_of(&document(app).await)
}

pub(crate) fn calls_of(document: &Value) -> Vec<Call> {
    let paths = document["paths"].as_object().expect("there are calls");
    let calls = paths.iter().flat_map(|(path, item)| {
        item.as_object().expect("it has methods").iter().map(|(method, operation)| Call::new(path, method, operation))
    });
    calls.collect()
}

/// Returns the names of the fields of an answer, in alphabetical order.
pub(crate) fn fields(document: &Value, schema: &Value) -> BTreeSet<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let named = document.pointer(reference.trim_start_matches('#')).expect("it resolves");
        return fields(document, named);
    }
    let parts = schema["allOf"].as_array().into_iter().flatten().flat_map(|part| fields(document, part));
    let own = schema["properties"].as_object().into_iter().flat_map(|own| own.keys().cloned());
    parts.chain(own).collect()
}

impl Call {
    fn new(path: &str, method: &str, operation: &Value) -> Self {
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let fields = body["properties"].as_object().map(|fields| fields.keys().cloned().collect());
        let required = body["required"]
            .as_array()
            .map(|fields| fields.iter().map(|field| field.as_str().expect("it is a name").to_owned()).collect());
        Self {
            path: path.to_owned(),
            method: method.to_owned(),
            operation: operation.clone(),
            fields: fields.unwrap_or_default(),
            required: required.unwrap_or_default(),
        }
    }

    /// Returns true if the field may have any characters that can be shown.
    pub(crate) fn is_free_text(&self, field: &str) -> bool {
        let body = &self.operation["requestBody"]["content"]["application/json"]["schema"];
        body["properties"][field]["pattern"].as_str().is_some_and(|pattern| pattern.starts_with(r"^[^\u0000-"))
    }

    pub(crate) fn statuses(&self) -> Vec<u16> {
        let responses = self.operation["responses"].as_object().expect("it answers");
        responses.keys().map(|status| status.parse().expect("it is a number")).collect()
    }
}
