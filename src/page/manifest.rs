//! The manifest that lets a browser install the site as an app (<https://www.w3.org/TR/appmanifest/>).

use serde_json::{Value, json};

use crate::operator::Operator;

/// The background color of the page in light mode: `--mist` in `client/src/design/tokens.css`.
const BACKGROUND: &str = "#f1f6f2";

/// Returns the manifest. `client/art/preview.mjs` draws its icons.
pub(crate) fn manifest(operator: &Operator) -> Value {
    let icon = |size: u16, purpose: &str, name: &str| {
        let sizes = format!("{size}x{size}");
        json!({ "src": format!("/img/icons/{name}-{size}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose })
    };
    json!({
        "id": "/",
        "name": operator.product,
        "short_name": operator.product,
        "description": "Typing races in real time.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "categories": ["games", "education"],
        "icons": [
            icon(192, "any", "icon"),
            icon(512, "any", "icon"),
            icon(192, "maskable", "maskable"),
            icon(512, "maskable", "maskable"),
        ],
        "shortcuts": [
            { "name": "Singleplayer", "description": "Practice your typing", "url": "/singleplayer/" },
        ],
    })
}
