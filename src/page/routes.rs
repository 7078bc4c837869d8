//! The routes of the client's screens.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use percent_encoding::percent_decode_str;
use serde::Deserialize;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// A screen that is the same for everyone.
    Screen(&'static Words),
    /// The profile of the racer with this name.
    Racer(Cow<'a, str>),
    Unknown,
}

/// What a page's preview says; `{}` stands for the product's name.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Words {
    title: Title,
    /// The title of a link that invites, instead of the page's own.
    invitation: Option<String>,
    pub(super) description: String,
    /// True if search engines may index the page.
    #[serde(default)]
    pub(super) is_public: bool,
}

/// The title of a page; previews are in English.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Title {
    en: String,
}

/// The client's routes by pattern, from its own list.
static ROUTES: LazyLock<BTreeMap<String, Words>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../client/src/app/routes.json")).expect("the client's list is valid JSON")
});

impl Words {
    /// The words of a racer's profile if it cannot be read.
    pub(super) fn of_any_profile() -> &'static Self {
        &ROUTES["/user/:username"]
    }

    pub(super) fn of_unknown_page() -> &'static Self {
        &ROUTES["*"]
    }

    pub(super) fn title(&self) -> &str {
        self.invitation.as_ref().unwrap_or(&self.title.en)
    }
}

impl<'a> Route<'a> {
    /// Returns the target of `path`, with or without a trailing slash.
    pub(super) fn of(path: &'a str) -> Self {
        let path = path.trim_matches('/');
        if let Some(name) = path.strip_prefix("user/").filter(|name| !name.contains('/')) {
            return Self::Racer(percent_decode_str(name).decode_utf8_lossy());
        }
        let found = ROUTES.iter().find(|(pattern, _)| is_like(pattern, path));
        found.map_or(Self::Unknown, |(_, words)| Self::Screen(words))
    }
}

/// Returns true if `pattern` matches `path`, by the same rules as the client's `routeAt`.
pub(super) fn is_like(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (pattern.trim_matches('/').split('/'), path.trim_matches('/').split('/'));
    pattern.clone().count() == path.clone().count()
        && pattern.zip(path).all(|(part, segment)| part.starts_with(':') || part == segment)
}

#[cfg(test)]
mod tests {
    use super::{Route, is_like};

    #[test]
    fn a_trailing_slash_makes_no_difference() {
        for path in ["/about", "/account", "/account/login", "/shop/success", "/multiplayer/k3f9wq2m", "/user/ana"] {
            assert_ne!(Route::of(path), Route::Unknown, "{path}");
            assert_eq!(Route::of(path), Route::of(&format!("{path}/")), "{path}");
        }
        assert_eq!(Route::of("/user/a%20na"), Route::Racer("a na".into()));
    }

    #[test]
    fn a_pattern_matches_only_the_paths_of_its_screen() {
        for (pattern, path, is_one) in [
            ("/", "/", true),
            ("/", "/about", false),
            ("/about", "/about/", true),
            ("/multiplayer/:code", "/multiplayer/k3f9wq2m/", true),
            ("/multiplayer/:code", "/multiplayer", false),
            ("/multiplayer/:code", "/user/ana", false),
            ("/account", "/account/login", false),
        ] {
            assert_eq!(is_like(pattern, path), is_one, "{pattern} {path}");
        }
    }

    #[test]
    fn a_path_without_a_screen_is_unknown() {
        for path in
            ["/no", "/about/us", "/user", "/user/", "/user/ana/races", "/multiplayer", "/account/logout", "/shop/no"]
        {
            assert_eq!(Route::of(path), Route::Unknown, "{path}");
        }
    }
}
