//! The operator of the site: the names, addresses and links that visitors see. The defaults are samples.

use std::str::FromStr;

use clap::Args;
use serde::Serialize;
use url::Url;

/// The names, addresses and links that pages show. Each page passes them to the client.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Operator (pages show these samples until you set them)")]
#[serde(rename_all = "camelCase")]
pub(crate) struct Operator {
    /// Name of the product.
    #[arg(long = "site-product", env = "COLIBRI_SITE_PRODUCT", default_value = "Colibri", value_parser = line, value_name = "NAME")]
    pub(crate) product: String,

    /// Company that runs the site, as the legal pages name it.
    #[arg(long = "site-company", env = "COLIBRI_SITE_COMPANY", default_value = "Colibri Typing S.A.", value_parser = line, value_name = "NAME")]
    pub(crate) company: String,

    /// Postal address of the company; separate lines with |.
    #[arg(
        long = "site-address",
        env = "COLIBRI_SITE_ADDRESS",
        default_value = "Calle 33|Barrio Escalante|10101 San José|Costa Rica",
        value_delimiter = '|',
        value_parser = line,
        value_name = "LINE|..."
    )]
    pub(crate) address: Vec<String>,

    /// Entry of the company in the commercial register.
    #[arg(long = "site-register", env = "COLIBRI_SITE_REGISTER", default_value = "3-101-000000", value_parser = line, value_name = "TEXT")]
    pub(crate) register: String,

    /// Authors and the links on their names, separated by commas.
    #[arg(
        long = "site-authors",
        env = "COLIBRI_SITE_AUTHORS",
        default_value = "Ana Solano <https://example.org/ana>,Luis Mora <https://example.org/luis>",
        value_delimiter = ',',
        value_name = "NAME <URL>,..."
    )]
    pub(crate) authors: Vec<Named>,

    /// Mail address for support.
    #[arg(long = "site-support", env = "COLIBRI_SITE_SUPPORT", default_value = "support@example.org", value_parser = mail_address, value_name = "ADDRESS")]
    pub(crate) support: String,

    /// Repository of the source code (http:// or https://).
    #[arg(
        long = "site-source",
        env = "COLIBRI_SITE_SOURCE",
        default_value = "https://example.org/colibri/source",
        value_name = "URL"
    )]
    #[serde(rename = "sourceRepository")]
    pub(crate) source: Link,

    /// Privacy policy (http:// or https://).
    #[arg(
        long = "site-privacy",
        env = "COLIBRI_SITE_PRIVACY",
        default_value = "https://example.org/colibri/privacy",
        value_name = "URL"
    )]
    #[serde(rename = "privacyPolicy")]
    pub(crate) privacy: Link,

    /// Page for donations (http:// or https://).
    #[arg(
        long = "site-donation",
        env = "COLIBRI_SITE_DONATION",
        default_value = "https://example.org/colibri/donate",
        value_name = "URL"
    )]
    pub(crate) donation: Link,

    /// Affiliate partner that the disclaimer names, and its link.
    #[arg(
        long = "site-affiliate",
        env = "COLIBRI_SITE_AFFILIATE",
        default_value = "Teclas del Valle <https://example.org/teclas>",
        value_name = "NAME <URL>"
    )]
    pub(crate) affiliate: Named,
}

/// A name with a link, written `Name <https://…>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) url: Link,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.trim().strip_suffix('>').and_then(|text| text.split_once('<'));
        let (name, url) = parts.ok_or("expected Name <https://...>")?;
        Ok(Self { name: line(name)?, url: url.parse()? })
    }
}

/// An http or https URL for a page to link to, so that no setting can put a script behind a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Link(String);

impl FromStr for Link {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|error| format!("expected http(s)://...: {error}"))?;
        match url.scheme() {
            "http" | "https" => Ok(Self(url.into())),
            _ => Err("expected http://... or https://...".to_owned()),
        }
    }
}

fn line(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("expected text, but it is empty".to_owned()),
        text if text.chars().any(char::is_control) => Err("expected one line".to_owned()),
        text => Ok(text.to_owned()),
    }
}

fn mail_address(text: &str) -> Result<String, String> {
    match text.parse::<api::mail::Mailbox>() {
        Ok(mailbox) if mailbox.name.is_none() => Ok(mailbox.email.to_string()),
        _ => Err("expected name@host".to_owned()),
    }
}
