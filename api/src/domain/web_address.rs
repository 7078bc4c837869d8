//! Addresses of web pages.

use utoipa::openapi::schema::SchemaFormat;

use super::characters::changes_writing_direction;
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

const LENGTH: usize = 300;

column_value! {
    /// An `http` or `https` address of a web page. Other schemes, such as `javascript:`, must never become a link.
    WebAddress
}

impl Value for WebAddress {
    type Json = String;

    fn parse(address: String) -> Result<Self, Invalid> {
        let is_page =
            url::Url::parse(&address).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        // `Url` accepts everything that browsers accept, such as `https:/host`, but other readers of the link may not.
        let lowered = address.to_ascii_lowercase();
        let starts_with_scheme = lowered.starts_with("http://") || lowered.starts_with("https://");
        let is_plain = address.chars().count() <= LENGTH
            && !address.contains(|c: char| c.is_whitespace() || c.is_control() || changes_writing_direction(c));
        if is_page && is_plain && starts_with_scheme {
            return Ok(Self(address));
        }
        Err(Invalid::new(
            ErrorCode::NotWebAddress,
            format!("must be a web address that starts with http:// or https:// and has at most {LENGTH} characters"),
        )
        .with([LENGTH]))
    }

    fn schema() -> ObjectBuilder {
        text()
            .format(Some(SchemaFormat::Custom("uri".to_owned())))
            .max_length(Some(LENGTH))
            .pattern(Some(r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s\u0000-\u0020\u007f-\u00a0]+$"))
            .description(Some("A page that shows that the author wrote it"))
            .examples(["https://www.gutenberg.org/ebooks/1342"])
    }
}
