//! The head of a page, in the words of the product. The template escapes every value that is put in.

use api::profile::Profile;
use askama::Template;

use crate::operator::Operator;

use super::routes::Screen;

/// The picture of the product, without its name: `client/art/preview.mjs` draws it.
const PICTURE: &str = "/img/preview.png";

/// The replacement of the title in the page: title, preview (<https://ogp.me>), and for the client, the operator of the
/// site. Browsers do not run a data block as a script, so the content security policy lets it stand.
#[derive(Template)]
#[template(
    ext = "html",
    source = r#"<title>{{ preview.title }}</title>
<meta name="description" content="{{ preview.description }}">
<link rel="canonical" href="{{ base }}{{ path }}">
{%- if !preview.is_public %}
<meta name="robots" content="noindex">
{%- endif %}
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{ site.product }}">
<meta property="og:title" content="{{ preview.title }}">
<meta property="og:description" content="{{ preview.description }}">
<meta property="og:url" content="{{ base }}{{ path }}">
<meta property="og:image" content="{{ base }}{{ preview.picture.path }}">
<meta property="og:image:width" content="{{ preview.picture.width }}">
<meta property="og:image:height" content="{{ preview.picture.height }}">
<meta property="og:image:alt" content="{{ preview.picture.shows }}">
<meta name="twitter:card" content="{{ preview.picture.card }}">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<script type="application/json" id="site">{{ site|json|safe }}</script>"#
)]
pub(super) struct Head<'a> {
    pub(super) preview: Preview,
    pub(super) site: &'a Operator,
    /// Scheme and host of the public address.
    pub(super) base: String,
    pub(super) path: &'a str,
}

/// The preview of a page that is shown where its link is shared.
pub(super) struct Preview {
    title: String,
    description: String,
    picture: Picture,
    /// True when search engines may index the page.
    is_public: bool,
}

struct Picture {
    path: String,
    width: u16,
    height: u16,
    shows: String,
    /// The size at which it is shown, as the value of `twitter:card`.
    card: &'static str,
}

impl Preview {
    /// Returns the preview of a screen that is the same for everybody.
    pub(super) fn of_screen(screen: Screen, operator: &Operator) -> Self {
        let product = &operator.product;
        let titled = |title: &str| format!("{title} | {product}");
        let (title, description) = match screen {
            Screen::Home => (format!("{product} | Typing races in real time"), general(operator)),
            Screen::About => (
                titled("About"),
                format!(
                    "Who makes {product}, why, and how its races work: a mission to make people faster and more accurate typists."
                ),
            ),
            Screen::Account => (titled("Account"), format!("Your account at {product}.")),
            Screen::Login => (titled("Login"), format!("Log in to {product} and race.")),
            Screen::Signup => (
                titled("Signup"),
                format!("One account at {product} for races, statistics and skins. It costs nothing."),
            ),
            Screen::Forgot => (titled("Forgot password"), format!("A new password for your account at {product}.")),
            Screen::Reset => (titled("Reset password"), format!("A new password for your account at {product}.")),
            Screen::Verify => (titled("Verify"), format!("Verify your email address at {product}.")),
            Screen::Singleplayer => (
                titled("Singleplayer"),
                "Practise typing on your own: a text, a stopwatch, and your speed while you type. No account needed."
                    .to_owned(),
            ),
            Screen::Shop => (
                titled("Shop"),
                format!("Birds of the cloud forest to race with: the {product} shop has new ones every day."),
            ),
            Screen::Purchase => (titled("Shop"), format!("Your purchase at {product}.")),
            Screen::Admin => (titled("Admin"), format!("Administration of {product}.")),
            Screen::Feedback => (titled("Feedback"), format!("Tell us what you think of {product}.")),
            Screen::TextRequest => (titled("Text Request"), format!("Suggest a text for the races of {product}.")),
            Screen::Imprint => (titled("Imprint"), format!("Who is responsible for {product}.")),
            Screen::Disclaimer => (titled("Disclaimer"), format!("What {product} answers for, and what not.")),
            Screen::Terms => (titled("Terms of Use"), format!("The terms on which {product} may be used.")),
        };
        let is_public = !matches!(
            screen,
            Screen::Account | Screen::Forgot | Screen::Reset | Screen::Verify | Screen::Purchase | Screen::Admin
        );
        Self { title, description, picture: Picture::of_product(), is_public }
    }

    /// Returns the preview of an invitation to a race.
    pub(super) fn of_invite(operator: &Operator) -> Self {
        Self {
            title: format!("Race me on {}!", operator.product),
            description: "You are invited to a typing race. Take a seat: it starts as soon as everybody is here."
                .to_owned(),
            picture: Picture::of_product(),
            is_public: false,
        }
    }

    /// Returns the preview of a racer's profile.
    pub(super) fn of_racer(racer: &Profile, operator: &Operator) -> Self {
        let Profile { username, wpm, accuracy, races_total, races_won, .. } = racer;
        let description = match races_total {
            0 => format!("{username} has not raced yet. Be the first opponent!"),
            1 => format!("{username} types {wpm:.2} wpm with {accuracy:.2}% accuracy, after one race."),
            _ => format!(
                "{username} types {wpm:.2} wpm with {accuracy:.2}% accuracy on average: {races_total} races, {races_won} won."
            ),
        };
        Self {
            title: format!("{username} | {}", operator.product),
            description,
            picture: Picture::of_skin(racer),
            is_public: true,
        }
    }

    /// Returns the preview of a racer's profile while it cannot be read.
    pub(super) fn of_some_racer(operator: &Operator) -> Self {
        Self {
            title: format!("Profile | {}", operator.product),
            description: general(operator),
            picture: Picture::of_product(),
            is_public: true,
        }
    }

    /// Returns the preview of a page that does not exist.
    pub(super) fn of_nothing(operator: &Operator) -> Self {
        Self {
            title: format!("404 Page Not Found | {}", operator.product),
            description: general(operator),
            picture: Picture::of_product(),
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
            shows: "Three hummingbirds race each other through the cloud forest".to_owned(),
            card: "summary_large_image",
        }
    }

    fn of_skin(racer: &Profile) -> Self {
        Self {
            path: format!("/img/skins/{}.png", racer.skin),
            width: 256,
            height: 256,
            shows: format!("What {} races as", racer.username),
            card: "summary",
        }
    }
}

fn general(operator: &Operator) -> String {
    format!(
        "Typing races in real time. Race others on {}, practise alone, become faster and more accurate.",
        operator.product
    )
}
