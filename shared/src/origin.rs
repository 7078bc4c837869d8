//! The check that a request comes from a page of this site. A browser names a page by its origin (RFC 6454).

/// Returns true if a page at `origin` comes from `host`, the `Host` header of its request.
///
/// Compares host and port. The scheme is not known behind a proxy that ends TLS, so a default port may be left out on
/// either side.
pub fn is_own(origin: &str, host: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else {
        return false;
    };
    let default_port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return false,
    };
    let bare = |authority: &str| authority.strip_suffix(default_port).unwrap_or(authority).to_ascii_lowercase();
    bare(authority) == bare(host)
}

/// Returns true if `origin` is one of those `named` by the operator, such as `https://example.org`.
pub fn is_named(origin: &str, named: &[String]) -> bool {
    named.iter().any(|named| named.trim_end_matches('/').eq_ignore_ascii_case(origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_own_if_host_and_port_match() {
        let cases = [
            ("http://localhost:8080", "localhost:8080", true),
            ("https://Colibri.example", "colibri.example", true),
            ("https://colibri.example", "colibri.example:443", true),
            ("http://colibri.example:80", "colibri.example", true),
            ("https://colibri.example", "colibri.example:80", false),
            ("http://localhost:8081", "localhost:8080", false),
            ("https://colibri.example.evil.example", "colibri.example", false),
            ("https://evil.example", "colibri.example", false),
            ("file://colibri.example", "colibri.example", false),
            ("null", "colibri.example", false),
            ("", "", false),
        ];
        for (origin, host, own) in cases {
            assert_eq!(is_own(origin, host), own, "{origin} asks {host}");
        }
    }

    #[test]
    fn a_named_origin_is_compared_as_a_whole() {
        let named = ["https://colibri.example/".to_owned()];
        let cases = [
            ("https://colibri.example", true),
            ("HTTPS://COLIBRI.example", true),
            ("http://colibri.example", false),
            ("https://colibri.example.evil.example", false),
            ("https://colibri.exampl", false),
            ("null", false),
        ];
        for (origin, is_one) in cases {
            assert_eq!(is_named(origin, &named), is_one, "{origin}");
        }
    }
}
