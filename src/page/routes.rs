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
    Replay(Cow<'a, str>),
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
const PROFILE: &str = "/user/:username";
const REPLAY: &str = "/replay/:race";

/// The title of a link to a race, instead of the page's own.
const INVITATION: &str = "Race me on {}!";

/// The description of the product, also for pages without one of their own.
const PRODUCT: &str =
    "Typing races in real time. Race others on {} or practice on your own, and become a faster, more accurate typist.";

/// The descriptions of the other pages, by pattern.
static DESCRIPTIONS: [(&str, &str); 30] = [
    ("/singleplayer", "Practice typing on your own: a text, a stopwatch, and your live speed. No account needed."),
    ("/multiplayer/:code", "You’re invited to a typing race. Join in: it starts in a few seconds."),
    ("/replay/:race", "A typing race on {}, key by key."),
    ("/join", "Join a typing event on {} with the code that its host shows. No account needed."),
    ("/e/:code", "You’re invited to a typing event on {}. Join with a nickname; no account needed."),
    ("/host", "Typing races on {} for a class, a club, or a stream. Whoever has the code joins."),
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
    ("/admin/users", "The {} admin page."),
    ("/account/banned", "A banned {} account."),
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
        &ROUTES[PROFILE]
    }

    /// The words of a replay if it cannot be read.
    pub(super) fn of_any_replay() -> &'static Self {
        &ROUTES[REPLAY]
    }

    pub(super) fn of_unknown_page() -> &'static Self {
        &ROUTES["*"]
    }
}

impl<'a> Route<'a> {
    /// Returns the target of `path`, and its address as links write it.
    pub(super) fn of(path: &'a str) -> (Self, String) {
        let Some((pattern, words)) = ROUTES.iter().find(|(pattern, _)| *pattern != "*" && is_like(pattern, path))
        else {
            return (Self::Unknown, address(path, segments(path)));
        };
        let value = percent_decode_str(segments(path).next_back().unwrap_or_default());
        let route = match pattern.as_str() {
            PROFILE => Self::Racer(value.decode_utf8_lossy()),
            REPLAY => Self::Replay(value.decode_utf8_lossy()),
            _ => Self::Screen(words),
        };
        let written = segments(pattern).zip(segments(path)).map(|(part, own)| if is_value(part) { own } else { part });
        (route, address(path, written))
    }
}

/// Returns true if `pattern` matches `path`, by the same rules as the client's `routeAt`: neither capital letters nor
/// encoded ones nor the number of slashes make a difference.
pub(super) fn is_like(pattern: &str, path: &str) -> bool {
    let is_same = |part: &str, segment| {
        percent_decode_str(segment).decode_utf8().is_ok_and(|segment| segment.eq_ignore_ascii_case(part))
    };
    segments(pattern).count() == segments(path).count()
        && segments(pattern).zip(segments(path)).all(|(part, segment)| is_value(part) || is_same(part, segment))
}

/// Returns true for a part of a pattern that stands for a value, such as `:username`.
fn is_value(part: &str) -> bool {
    part.starts_with(':')
}

fn segments(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// Returns an address of these segments. It ends with a slash if `path` does.
fn address<'a>(path: &str, segments: impl Iterator<Item = &'a str>) -> String {
    let mut address: String = segments.flat_map(|segment| ["/", segment]).collect();
    if address.is_empty() || path.ends_with('/') {
        address.push('/');
    }
    address
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{ROUTES, Route, is_like};

    /// An address, and the pattern of its screen.
    #[derive(Deserialize)]
    struct Case {
        path: String,
        pattern: String,
        address: String,
    }

    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../../shared/fixtures/addresses.json")).expect("the cases are valid JSON")
    }

    #[test]
    fn an_address_leads_to_the_screen_that_the_client_shows() {
        for Case { path, pattern, address } in cases() {
            let found = ROUTES.keys().find(|route| *route != "*" && is_like(route, &path));
            assert_eq!(found.map_or("*", String::as_str), pattern, "{path}");
            let (route, written) = Route::of(&path);
            assert_eq!((route == Route::Unknown, written), (pattern == "*", address), "{path}");
        }
    }

    #[test]
    fn profiles_and_replays_are_named_by_the_last_part_of_their_address() {
        assert_eq!(Route::of("/User//a%20na/").0, Route::Racer("a na".into()));
        assert_eq!(Route::of("/replay/%75VCeG/").0, Route::Replay("uVCeG".into()));
    }
}
