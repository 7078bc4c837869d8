//! The head of a page. The template escapes every value.

use api::link_preview::{FirstRacer, RacerPreview, ReplayPreview};
use askama::Template;

use crate::operator::Operator;

use super::routes::Words;

/// The preview image, without the product's name. `client/art/preview.mjs` draws it.
const PICTURE: &str = "/img/preview.png";

/// The number of characters of a text in the description of its race.
const EXCERPT: usize = 80;

/// The replacement for the page's title: title, preview (<https://ogp.me>), and the operator's details for the client.
/// Browsers do not run a data block as a script, so the content security policy allows it.
#[derive(Template)]
#[template(
    ext = "html",
    source = r#"<title>{{ preview.title }}</title>
<meta name="description" content="{{ preview.description }}">
<link rel="canonical" href="{{ base }}{{ address }}">
{%- if !preview.is_public %}
<meta name="robots" content="noindex">
{%- endif %}
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{ site.product }}">
<meta property="og:title" content="{{ preview.title }}">
<meta property="og:description" content="{{ preview.description }}">
<meta property="og:url" content="{{ base }}{{ address }}">
<meta property="og:image" content="{{ base }}{{ preview.picture.path }}">
<meta property="og:image:width" content="{{ preview.picture.width }}">
<meta property="og:image:height" content="{{ preview.picture.height }}">
<meta property="og:image:alt" content="{{ preview.picture.shows }}">
<meta name="twitter:card" content="{{ preview.picture.card }}">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
{%- if works_offline %}
<link rel="serviceworker" href="/serviceWorker.js">
{%- endif %}
<script type="application/json" id="site">{{ site|json|safe }}</script>"#
)]
pub(super) struct Head<'a> {
    pub(super) preview: Preview,
    pub(super) site: &'a Operator,
    /// Scheme and host of the public URL.
    pub(super) base: String,
    /// The path of the page as links write it.
    pub(super) address: &'a str,
    /// True if the client may register the service worker, whose address it takes from here.
    pub(super) works_offline: bool,
}

/// The preview that is shown where a link to the page is shared.
pub(super) struct Preview {
    title: String,
    description: String,
    picture: Picture,
    /// True if search engines may index the page.
    is_public: bool,
}

struct Picture {
    path: String,
    width: u16,
    height: u16,
    shows: String,
    /// The size of the preview, as the value of `twitter:card`.
    card: &'static str,
}

impl Preview {
    /// Returns the preview of a page that is the same for everyone.
    pub(super) fn of(words: &Words, operator: &Operator) -> Self {
        let named = |text: &str| text.replace("{}", &operator.product);
        Self {
            title: named(&words.title),
            description: named(words.description),
            picture: Picture::of_product(),
            is_public: words.is_public,
        }
    }

    pub(super) fn of_racer(racer: &RacerPreview, operator: &Operator) -> Self {
        let RacerPreview { username, skin, wpm, accuracy, races_total, races_won } = racer;
        let description = match races_total {
            0 => format!("{username} hasn’t raced yet. Be their first opponent!"),
            1 => format!("{username} types {wpm:.2} wpm with {accuracy:.2}% accuracy after one race."),
            _ => format!(
                "{username} averages {wpm:.2} wpm with {accuracy:.2}% accuracy: {races_total} races, {races_won} won."
            ),
        };
        Self {
            title: format!("{username} | {}", operator.product),
            description,
            picture: Picture::of_skin(username, skin),
            is_public: true,
        }
    }

    /// Returns the preview of a race, which has the title of any race if nobody's result in it is proven.
    pub(super) fn of_replay(replay: &ReplayPreview, operator: &Operator) -> Self {
        let ReplayPreview { text, author, first } = replay;
        let (title, picture) = match first {
            Some(FirstRacer { username, skin, wpm, won, others }) => {
                let title = match (won, others) {
                    (true, 1) => format!("{username} won at {wpm:.0} wpm against 1 other"),
                    (true, _) => format!("{username} won at {wpm:.0} wpm against {others} others"),
                    (false, _) => format!("{username} raced at {wpm:.0} wpm"),
                };
                (title, Picture::of_skin(username, skin))
            }
            None => (Self::of(Words::of_any_replay(), operator).title, Picture::of_product()),
        };
        let start: String = text.chars().take(EXCERPT).collect();
        let more = if start.len() < text.len() { "…" } else { "" };
        Self {
            title,
            description: format!("Watch the race, key by key: “{}{more}” by {author}", start.trim_end()),
            picture,
            is_public: false,
        }
    }
}

impl Picture {
    fn of_product() -> Self {
        Self {
            path: PICTURE.to_owned(),
            width: 1200,
            height: 630,
            shows: "Three hummingbirds racing through the cloud forest".to_owned(),
            card: "summary_large_image",
        }
    }

    fn of_skin(username: &str, skin: &str) -> Self {
        Self {
            path: format!("/img/skins/{skin}.png"),
            width: 256,
            height: 256,
            shows: format!("{username}’s skin"),
            card: "summary",
        }
    }
}
