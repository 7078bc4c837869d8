//! The paths that are screens of the client: the server's half of `client/src/app/screens.ts`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The target of a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    Screen(Screen),
    /// An invitation to a race.
    Race,
    /// The profile of the racer with this name.
    Racer(Cow<'a, str>),
    Unknown,
}

/// A screen that is the same for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Screen {
    Home,
    About,
    Account,
    Login,
    Signup,
    Forgot,
    Reset,
    Verify,
    Singleplayer,
    Shop,
    Purchase,
    Admin,
    Feedback,
    TextRequest,
    Imprint,
    Disclaimer,
    Terms,
}

impl<'a> Route<'a> {
    /// Returns the target of `path`, with or without a slash at its end.
    pub(super) fn of(path: &'a str) -> Self {
        let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
        Self::Screen(match segments[..] {
            [""] => Screen::Home,
            ["about"] => Screen::About,
            ["account"] => Screen::Account,
            ["account", "login"] => Screen::Login,
            ["account", "signup"] => Screen::Signup,
            ["account", "forgot"] => Screen::Forgot,
            ["account", "reset"] => Screen::Reset,
            ["account", "verify"] => Screen::Verify,
            ["singleplayer"] => Screen::Singleplayer,
            ["shop"] => Screen::Shop,
            ["shop", "success" | "cancel"] => Screen::Purchase,
            ["admin"] => Screen::Admin,
            ["feedback"] => Screen::Feedback,
            ["text-request"] => Screen::TextRequest,
            ["imprint"] => Screen::Imprint,
            ["disclaimer"] => Screen::Disclaimer,
            ["terms-of-service"] => Screen::Terms,
            ["multiplayer", _code] => return Self::Race,
            ["user", name] => return Self::Racer(percent_decode_str(name).decode_utf8_lossy()),
            _ => return Self::Unknown,
        })
    }
}

/// Returns true when `pattern` matches `path`, by the same rules as `screenAt` of the client.
pub(super) fn is_like(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (pattern.trim_matches('/').split('/'), path.trim_matches('/').split('/'));
    pattern.clone().count() == path.clone().count()
        && pattern.zip(path).all(|(part, segment)| part.starts_with(':') || part == segment)
}

#[cfg(test)]
mod tests {
    use super::{Route, Screen, is_like};

    #[test]
    fn a_slash_at_the_end_changes_nothing() {
        for (path, route) in [
            ("/", Route::Screen(Screen::Home)),
            ("/about", Route::Screen(Screen::About)),
            ("/about/", Route::Screen(Screen::About)),
            ("/account/", Route::Screen(Screen::Account)),
            ("/account/login", Route::Screen(Screen::Login)),
            ("/shop/success", Route::Screen(Screen::Purchase)),
            ("/multiplayer/k3f9wq2m/", Route::Race),
            ("/user/ana/", Route::Racer("ana".into())),
            ("/user/a%20na", Route::Racer("a na".into())),
        ] {
            assert_eq!(Route::of(path), route, "{path}");
        }
    }

    #[test]
    fn a_pattern_stands_for_the_paths_of_its_screen_only() {
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
