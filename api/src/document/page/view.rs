//! What the page shows, read from the document.

use askama::filters::{Html, escape};
use serde_json::Value;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Operation;

/// Calls that are about the same things.
pub(super) struct Area {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) about: String,
    pub(super) calls: Vec<Call>,
}

/// A call.
pub(super) struct Call {
    pub(super) id: String,
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) summary: String,
    pub(super) how_often: Option<String>,
    pub(super) fields: Vec<Field>,
    pub(super) may_be_empty: bool,
    pub(super) answer: Kind,
    pub(super) refusals: Vec<Refusal>,
}

/// A type that answers have.
pub(super) struct Type {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) fields: Vec<Field>,
    /// What it is besides.
    pub(super) includes: Vec<Kind>,
}

/// One field of a body or of a type.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) is_required: bool,
    pub(super) kind: Kind,
    /// Its limits, in words.
    pub(super) limits: Vec<String>,
    /// HTML.
    pub(super) about: String,
}

/// What kind of value it is.
pub(super) struct Kind {
    pub(super) name: String,
    /// Whether it is described under this name.
    pub(super) is_type: bool,
    /// Whether it is a list of those.
    pub(super) is_list: bool,
}

/// An answer that is no success.
pub(super) struct Refusal {
    pub(super) status: String,
    /// HTML.
    pub(super) meaning: String,
}

/// The calls, in the order of the document's tags.
pub(super) fn areas(document: &OpenApi) -> Vec<Area> {
    let calls = |tag: &str| {
        let of_item = document.paths.paths.iter().flat_map(|(path, item)| {
            let both = [("POST", &item.post), ("GET", &item.get)];
            both.into_iter().filter_map(move |(method, call)| Some((path, method, call.as_ref()?)))
        });
        let tagged = of_item.filter(|(_, _, call)| call.tags.iter().flatten().any(|name| name == tag));
        tagged.map(|(path, method, operation)| call(path, method, operation)).collect()
    };
    let tags = document.tags.iter().flatten();
    tags.map(|tag| Area {
        id: tag.name.to_lowercase().replace(' ', "-"),
        name: tag.name.clone(),
        about: tag.description.clone().unwrap_or_default(),
        calls: calls(&tag.name),
    })
    .collect()
}

/// The types that answers refer to.
pub(super) fn types(document: &OpenApi) -> Vec<Type> {
    let schemas = document.components.iter().flat_map(|components| &components.schemas);
    schemas
        .map(|(name, schema)| {
            let schema = value(schema);
            let parts = schema["allOf"].as_array().map(Vec::as_slice).unwrap_or_default();
            Type {
                name: name.clone(),
                about: prose(schema["description"].as_str().unwrap_or_default()),
                fields: std::iter::once(&schema).chain(parts).flat_map(fields).collect(),
                includes: parts.iter().filter(|part| part["$ref"].is_string()).map(kind).collect(),
            }
        })
        .collect()
}

fn call(path: &str, method: &'static str, operation: &Operation) -> Call {
    let body = operation.request_body.as_ref().map(value).unwrap_or_default();
    let mut refusals: Vec<Refusal> = Vec::new();
    let mut answer = Kind { name: "nothing".to_owned(), is_type: false, is_list: false };
    for (status, response) in &operation.responses.responses {
        let response = value(response);
        if status == "200" {
            answer = kind(&response["content"]["application/json"]["schema"]);
        } else {
            let meaning = prose(response["description"].as_str().unwrap_or_default());
            refusals.push(Refusal { status: status.clone(), meaning });
        }
    }
    Call {
        id: operation.operation_id.clone().unwrap_or_default(),
        method,
        path: path.to_owned(),
        summary: operation.summary.clone().unwrap_or_default(),
        how_often: operation.description.clone(),
        fields: fields(&body["content"]["application/json"]["schema"]),
        may_be_empty: body["required"] != Value::Bool(true) && !body.is_null(),
        answer,
        refusals,
    }
}

fn fields(schema: &Value) -> Vec<Field> {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut fields: Vec<Field> = properties
        .map(|(name, schema)| Field {
            name: name.clone(),
            is_required: required.iter().any(|required| required == name),
            kind: kind(schema),
            limits: limits(schema),
            about: prose(schema["description"].as_str().unwrap_or_default()),
        })
        .collect();
    fields.sort_by_key(|field| (!field.is_required, field.name == "token"));
    fields
}

fn kind(schema: &Value) -> Kind {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return Kind { name: name.to_owned(), is_type: true, is_list: false };
    }
    if schema["type"] == "array" {
        return Kind { is_list: true, ..kind(&schema["items"]) };
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["anything"],
    };
    Kind { name: names.join(" or "), is_type: false, is_list: false }
}

/// What a value may be, as far as people want to read it: a pattern is for machines, and its field says it in words.
fn limits(schema: &Value) -> Vec<String> {
    let mut limits = Vec::new();
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| value.to_string().replace('"', "")).collect();
        limits.push(values.join(", "));
    }
    match (schema["minLength"].as_u64(), schema["maxLength"].as_u64()) {
        (Some(least), Some(most)) => limits.push(format!("{least} to {most} characters")),
        (None, Some(most)) => limits.push(format!("at most {most} characters")),
        (Some(least), None) => limits.push(format!("at least {least} characters")),
        (None, None) => {}
    }
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Number(least), Value::Number(most)) if most.as_f64() < Some(1e15) => {
            limits.push(format!("{least} to {most}"));
        }
        (Value::Number(least), _) => limits.push(format!("at least {least}")),
        _ => {}
    }
    if let Some(format) = schema["format"].as_str().filter(|format| matches!(*format, "email" | "uri" | "date-time")) {
        limits.push(format.to_owned());
    }
    limits
}

/// What stands between backticks is code; the rest is text.
pub(super) fn prose(text: &str) -> String {
    let escaped = escape(text, Html).map(|text| text.to_string()).unwrap_or_default();
    let mut parts = escaped.split('`');
    let mut html = parts.next().unwrap_or_default().to_owned();
    while let Some(code) = parts.next() {
        html.push_str("<code>");
        html.push_str(code);
        html.push_str("</code>");
        html.push_str(parts.next().unwrap_or_default());
    }
    html
}

/// The parts of a document as JSON, which is the form that its names are agreed in.
fn value(part: &impl serde::Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}
