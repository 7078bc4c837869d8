//! The origins of pages, and the check that a request comes from a page of this site. A browser names a page by its
//! origin (RFC 6454).

use std::fmt;
use std::str::FromStr;

use url::Url;

/// The scheme, host and port of a site, such as `https://example.org`, in the form in which browsers write them: lower
/// case, international names in ASCII, without the default port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// The error for a text that is no origin of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected http://host or https://host, without a path")]
pub struct InvalidOrigin;

impl Origin {
    /// Returns true if browsers use https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }

    /// Returns true if a request to `host`, its `Host` header, may be one to this origin. The scheme is not known behind
    /// a proxy that ends TLS.
    fn is_at(&self, host: &str) -> bool {
        let scheme = if self.is_https() { "https" } else { "http" };
        format!("{scheme}://{host}").parse().as_ref() == Ok(self)
    }
}

impl FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let url = Url::parse(text).map_err(|_| InvalidOrigin)?;
        let origin = url.origin();
        let is_site = matches!(url.scheme(), "http" | "https");
        // Nothing but the origin, and perhaps a slash
        let is_bare = url.as_str().strip_suffix('/') == Some(origin.ascii_serialization().as_str());
        if is_site && is_bare { Ok(Self(origin.ascii_serialization())) } else { Err(InvalidOrigin) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns true if `page`, the `Origin` header of a request to `host`, is this site's: of that host, or one of those that
/// the operator `named`.
pub fn is_ours(page: &str, host: &str, named: &[Origin]) -> bool {
    page.parse::<Origin>().is_ok_and(|page| page.is_at(host) || named.contains(&page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for (text, expected) in [
            ("https://racing.example", "https://racing.example"),
            ("https://racing.example/", "https://racing.example"),
            ("https://Racing.Example", "https://racing.example"),
            ("HTTPS://racing.example:443", "https://racing.example"),
            ("http://racing.example:80/", "http://racing.example"),
            ("http://racing.example:443", "http://racing.example:443"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
            ("http://[::0001]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(text.parse::<Origin>().map(|origin| origin.to_string()).as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "",
            "null",
            "racing.example",
            "//racing.example",
            "file://racing.example",
            "https://",
            "https://racing.example/path",
            "https://racing.example?query",
            "https://racing.example#part",
            "https://ana@racing.example",
            "https://racing.example:99999",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(InvalidOrigin), "{text}");
        }
    }

    #[test]
    fn a_page_is_ours_if_host_and_port_match() {
        let cases = [
            ("http://localhost:8080", "localhost:8080", true),
            ("https://Colibri.example", "colibri.example", true),
            ("https://colibri.example", "Colibri.example:443", true),
            ("http://colibri.example:80", "colibri.example", true),
            ("https://colibri.example", "colibri.example:80", false),
            ("http://localhost:8081", "localhost:8080", false),
            ("https://colibri.example.evil.example", "colibri.example", false),
            ("https://evil.example", "colibri.example", false),
            ("https://evil.example", "colibri.example@evil.example", false),
            ("file://colibri.example", "colibri.example", false),
            ("null", "colibri.example", false),
            ("", "", false),
        ];
        for (origin, host, is_own) in cases {
            assert_eq!(is_ours(origin, host, &[]), is_own, "{origin} asks {host}");
        }
    }

    #[test]
    fn a_page_is_ours_if_the_operator_named_its_origin() {
        for named in ["https://colibri.example/", "https://Colibri.Example", "https://colibri.example:443"] {
            let named = [named.parse().expect("an origin")];
            let cases = [
                ("https://colibri.example", true),
                ("http://colibri.example", false),
                ("https://colibri.example:444", false),
                ("https://colibri.example.evil.example", false),
                ("https://colibri.exampl", false),
                ("null", false),
            ];
            for (origin, is_one) in cases {
                assert_eq!(is_ours(origin, "10.0.0.1:8080", &named), is_one, "{origin} for {named:?}");
            }
        }
    }
}
