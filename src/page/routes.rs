//! The routes of the client's screens, as in `client/src/app/screens.ts`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// A screen that is the same for everyone.
    Screen(&'static Words),
    /// An invitation to a race.
    Race,
    /// The profile of the racer with this name.
    Racer(Cow<'a, str>),
    Unknown,
}

/// The words of a page's preview; `{}` stands for the product's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    /// True if search engines may index the page.
    pub(super) is_public: bool,
}

/// The description of the product, also used for pages without one of their own.
const PRODUCT: &str = "Typing races in real time. Race others on {} or practice on your own, and become a faster, more \
                       accurate typist.";

pub(super) static INVITATION: Words =
    hidden("Race me on {}!", "You’re invited to a typing race. Join in: it starts in a few seconds.");

/// The words of a racer's profile if it cannot be read.
pub(super) static DEFAULT_PROFILE: Words = public("Profile | {}", PRODUCT);

pub(super) static UNKNOWN_PAGE: Words = hidden("404 Page Not Found | {}", PRODUCT);

static SCREENS: [(&str, Words); 19] = [
    ("", public("{} | Typing races in real time", PRODUCT)),
    (
        "about",
        public(
            "About | {}",
            "Who makes {}, how its races work, and why: to make people faster and more accurate typists.",
        ),
    ),
    ("account", hidden("Account | {}", "Your {} account.")),
    ("account/login", public("Login | {}", "Log in to {} and race others in real time.")),
    ("account/signup", public("Sign up | {}", "One free {} account for races, stats, and skins.")),
    ("account/forgot", hidden("Forgot Password | {}", "Reset the password of your {} account.")),
    ("account/reset", hidden("Reset password | {}", "Choose a new password for your {} account.")),
    ("account/restore", hidden("Restore email address | {}", "Take back a change of your {} account’s email address.")),
    ("account/verify", hidden("Email verification | {}", "Verify the email address of your {} account.")),
    (
        "singleplayer",
        public(
            "Singleplayer | {}",
            "Practice typing on your own: a text, a stopwatch, and your live speed. No account needed.",
        ),
    ),
    ("shop", public("Shop | {}", "Cloud forest birds to race with. The {} shop has new ones every day.")),
    ("shop/success", hidden("Shop | {}", "Your {} purchase.")),
    ("shop/cancel", hidden("Shop | {}", "Your {} purchase.")),
    ("admin", hidden("Admin | {}", "The {} admin page.")),
    ("feedback", public("Feedback | {}", "Tell us what you think of {}.")),
    ("text-request", public("Text Request | {}", "Suggest a text for {} races.")),
    ("imprint", public("Imprint | {}", "Legal information about the operator of {}.")),
    ("disclaimer", public("Disclaimer | {}", "The disclaimer of {}: warranty, liability, and affiliate links.")),
    ("terms-of-service", public("Terms of Use | {}", "The terms that govern your use of {}.")),
];

const fn public(title: &'static str, description: &'static str) -> Words {
    Words { title, description, is_public: true }
}

const fn hidden(title: &'static str, description: &'static str) -> Words {
    Words { title, description, is_public: false }
}

impl<'a> Route<'a> {
    /// Returns the target of `path`, with or without a trailing slash.
    pub(super) fn of(path: &'a str) -> Self {
        let path = path.trim_matches('/');
        match path.split('/').collect::<Vec<_>>()[..] {
            ["multiplayer", _code] => Self::Race,
            ["user", name] => Self::Racer(percent_decode_str(name).decode_utf8_lossy()),
            _ => SCREENS.iter().find(|screen| screen.0 == path).map_or(Self::Unknown, |(_, words)| Self::Screen(words)),
        }
    }
}

/// Returns true if `pattern` matches `path`, by the same rules as the client's `screenAt`.
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
