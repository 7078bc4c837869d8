//! The security headers of every answer.

use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::DefaultHeaders;

/// The sources from which a page may load: only this host, and nothing inline. Small images may be embedded in a style
/// sheet as `data:`. `connect-src 'self'` includes WebSockets to this host (CSP level 3). No site may frame these
/// pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// The browser features that no page uses.
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

/// Browsers use only https for a year (RFC 6797). Subdomains are not included, since they may belong to others.
const HTTPS_ONLY: &str = "max-age=31536000";

/// Returns the headers of a site that browsers reach by https, or by http as in a local network.
pub(crate) fn security_headers(is_https: bool) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((CONTENT_SECURITY_POLICY, POLICY))
        // A URL can contain the code of a mail, so other sites get no referrer.
        .add((REFERRER_POLICY, "same-origin"))
        .add((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((HeaderName::from_static("permissions-policy"), PERMISSIONS))
        .add((HeaderName::from_static("cross-origin-opener-policy"), "same-origin"));
    if is_https { headers.add((STRICT_TRANSPORT_SECURITY, HTTPS_ONLY)) } else { headers }
}
