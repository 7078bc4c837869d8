//! The site, as its mails name it.

/// The site that mails come from.
#[derive(Debug, Clone)]
pub struct Site {
    /// The name of the site.
    pub product: String,
    /// The URL of the site, the base of all links: scheme and host, without a trailing slash.
    pub url: String,
}

impl Site {
    /// Returns the host, for display.
    pub(super) fn host(&self) -> &str {
        self.url.split_once("://").map_or(&self.url, |(_, host)| host)
    }
}
