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
    /// The replay of the race with this id.
    Replay(&'a str),
    Unknown,
}

/// The title and description of a page in link previews; `{}` stands for the product's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) title: String,
    pub(super) description: &'static str,
    /// True if search engines may index the page.
    pub(super) is_public: bool,
}

/// A route in the client's list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    title: Title,
    #[serde(default)]
    is_public: bool,
}

/// The title of a page; previews are in English.
#[derive(Deserialize)]
struct Title {
    en: String,
}

/// The client's routes by pattern, from its own list.
static ROUTES: LazyLock<BTreeMap<String, Words>> = LazyLock::new(|| {
    let listed: BTreeMap<String, Listed> = serde_json::from_str(include_str!("../../client/src/app/routes.json"))
        .expect("the client's list is valid JSON");
    let with_words = |(pattern, Listed { title, is_public }): (String, Listed)| {
        let words = Words::new(&pattern, title.en, is_public);
        (pattern, words)
    };
    listed.into_iter().map(with_words).collect()
});

const RACE: &str = "/multiplayer/:code";

/// The title of a link to a race, instead of the page's own.
const INVITATION: &str = "Race me on {}!";

/// The description of the product, also for pages without one of their own.
const PRODUCT: &str =
    "Typing races in real time. Race others on {} or practice on your own, and become a faster, more accurate typist.";

/// The descriptions of the other pages, by pattern.
static DESCRIPTIONS: [(&str, &str); 25] = [
    ("/singleplayer", "Practice typing on your own: a text, a stopwatch, and your live speed. No account needed."),
    ("/multiplayer/:code", "You’re invited to a typing race. Join in: it starts in a few seconds."),
    ("/replay/:race", "A typing race on {}, key by key."),
    ("/today", "One text a day, the same for everyone on {}, and one attempt that counts. How fast are you today?"),
    ("/history", "Your races and practices on {}."),
    ("/history/:run", "One of your runs on {}."),
    ("/keys", "The keys that you miss on {}, and those that take you longest."),
    ("/shop", "Cloud forest birds to race with. The {} shop has new ones every day."),
    ("/shop/success", "Your {} purchase."),
    ("/shop/cancel", "Your {} purchase."),
    ("/account", "Your {} account."),
    ("/account/login", "Log in to {} and race others in real time."),
    ("/account/signup", "One free {} account for races, stats, and skins."),
    ("/account/forgot", "Reset the password of your {} account."),
    ("/account/reset", "Choose a new password for your {} account."),
    ("/account/restore", "Take back a change of your {} account’s email address."),
    ("/account/verify", "Verify the email address of your {} account."),
    ("/admin", "The {} admin page."),
    ("/settings", "Themes, typefaces, carets, and sounds: type on {} the way you like it."),
    ("/feedback", "Tell us what you think of {}."),
    ("/text-request", "Suggest a text for {} races."),
    ("/about", "Who makes {}, how its races work, and why: to make people faster and more accurate typists."),
    ("/imprint", "Legal information about the operator of {}."),
    ("/disclaimer", "The disclaimer of {}: warranty, liability, and affiliate links."),
    ("/terms-of-service", "The terms that govern your use of {}."),
];

impl Words {
    fn new(pattern: &str, title: String, is_public: bool) -> Self {
        let own = DESCRIPTIONS.iter().find(|(of, _)| *of == pattern);
        Self {
            title: if pattern == RACE { INVITATION.to_owned() } else { title },
            description: own.map_or(PRODUCT, |(_, description)| description),
            is_public,
        }
    }

    /// The words of a racer's profile if it cannot be read.
    pub(super) fn of_any_profile() -> &'static Self {
        &ROUTES["/user/:username"]
    }

    /// The words of a replay if it cannot be read.
    pub(super) fn of_any_replay() -> &'static Self {
        &ROUTES["/replay/:race"]
    }

    pub(super) fn of_unknown_page() -> &'static Self {
        &ROUTES["*"]
    }
}

impl<'a> Route<'a> {
    /// Returns the target of `path`, with or without a trailing slash.
    pub(super) fn of(path: &'a str) -> Self {
        let path = path.trim_matches('/');
        if let Some(name) = path.strip_prefix("user/").filter(|name| !name.contains('/')) {
            return Self::Racer(percent_decode_str(name).decode_utf8_lossy());
        }
        if let Some(race) = path.strip_prefix("replay/").filter(|race| !race.contains('/')) {
            return Self::Replay(race);
        }
        let found = ROUTES.iter().find(|(pattern, _)| *pattern != "*" && is_like(pattern, path));
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
        assert_eq!(Route::of("/replay/uVCeG3pQQ1yQyx0XH2r0Wg/"), Route::Replay("uVCeG3pQQ1yQyx0XH2r0Wg"));
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
        for path in [
            "/no",
            "/*",
            "/about/us",
            "/user",
            "/user/",
            "/user/ana/races",
            "/replay",
            "/replay/a/b",
            "/multiplayer",
            "/account/logout",
            "/shop/no",
        ] {
            assert_eq!(Route::of(path), Route::Unknown, "{path}");
        }
    }
}
