//! The words of mails: a page and plain text for each kind, from the templates in `templates/mail/`.

use askama::Template;
use chrono::TimeDelta;

use super::Invoice;
use crate::domain::letters::turns_writing;
use crate::models::account_code::Purpose;

/// Characters of a suggested text that a mail repeats.
const EXCERPT_LENGTH: usize = 300;

/// A mail in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) html: String,
    pub(super) text: String,
    /// The address that its link leads to.
    pub(super) link: String,
}

/// The site that letters come from.
#[derive(Debug, Clone)]
pub struct Site {
    /// The name of the site.
    pub product: String,
    /// The address of the site, to which links lead: scheme and host, without a slash at the end.
    pub url: String,
}

impl Site {
    /// Its address for people: without the scheme.
    fn host(&self) -> &str {
        self.url.split_once("://").map_or(&self.url, |(_, host)| host)
    }
}

/// The facts that every letter is made of.
#[derive(Debug)]
struct Facts<'a> {
    subject: &'a str,
    site: &'a Site,
    username: &'a str,
    link: &'a str,
}

/// The page and the text of one kind of letter, with what it has beside the [`Facts`].
macro_rules! templates {
    ($html:ident, $html_path:literal, $text:ident, $text_path:literal $(, $field:ident: $type:ty)*) => {
        #[derive(Template)]
        #[template(path = $html_path)]
        struct $html<'a> {
            facts: &'a Facts<'a>,
            $($field: $type,)*
        }

        #[derive(Template)]
        #[template(path = $text_path)]
        struct $text<'a> {
            facts: &'a Facts<'a>,
            $($field: $type,)*
        }
    };
}

templates!(VerifyHtml, "mail/verify.html", VerifyText, "mail/verify.txt", lifetime: &'a str);
templates!(ResetHtml, "mail/password_reset.html", ResetText, "mail/password_reset.txt", lifetime: &'a str);
templates!(EmailChangedHtml, "mail/email_changed.html", EmailChangedText, "mail/email_changed.txt");
templates!(PasswordChangedHtml, "mail/password_changed.html", PasswordChangedText, "mail/password_changed.txt");
templates!(
    InvoiceHtml, "mail/invoice.html", InvoiceText, "mail/invoice.txt",
    invoice: &'a Invoice, date: &'a str, price: &'a str
);
templates!(
    ApprovedHtml, "mail/text_request_approved.html", ApprovedText, "mail/text_request_approved.txt",
    excerpt: &'a str
);
templates!(
    RejectedHtml, "mail/text_request_rejected.html", RejectedText, "mail/text_request_rejected.txt",
    excerpt: &'a str, reason: &'a str
);

/// Writes letters to one user of one site.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) site: &'a Site,
    pub(super) username: &'a str,
}

impl Writer<'_> {
    /// Asks whether the address is the user's.
    pub(super) fn verify(&self, code: &str) -> askama::Result<Letter> {
        let lifetime = &in_words(Purpose::Verify.lifetime());
        self.letter("Verify your email address", self.link_with_code("verify", code), |facts| {
            Ok((VerifyHtml { facts, lifetime }.render()?, VerifyText { facts, lifetime }.render()?))
        })
    }

    /// Leads to where a new password is chosen.
    pub(super) fn password_reset(&self, code: &str) -> askama::Result<Letter> {
        let lifetime = &in_words(Purpose::Reset.lifetime());
        self.letter("Choose a new password", self.link_with_code("reset", code), |facts| {
            Ok((ResetHtml { facts, lifetime }.render()?, ResetText { facts, lifetime }.render()?))
        })
    }

    /// Tells the address before.
    pub(super) fn email_changed(&self) -> askama::Result<Letter> {
        self.letter("Your email address was changed", self.link("/account/"), |facts| {
            Ok((EmailChangedHtml { facts }.render()?, EmailChangedText { facts }.render()?))
        })
    }

    /// Tells that the password is another.
    pub(super) fn password_changed(&self) -> askama::Result<Letter> {
        self.letter("Your password was changed", self.link("/account/forgot"), |facts| {
            Ok((PasswordChangedHtml { facts }.render()?, PasswordChangedText { facts }.render()?))
        })
    }

    /// A letter about a purchase: the item and its price.
    pub(super) fn invoice(&self, invoice: &Invoice) -> askama::Result<Letter> {
        let invoice = &Invoice { item: plain(&invoice.item), ..invoice.clone() };
        let date = &invoice.paid_at.format("%-d %B %Y").to_string();
        let price = &dollars(invoice.price_cents);
        self.letter(&format!("Your invoice for {}", invoice.item), self.profile(), |facts| {
            Ok((
                InvoiceHtml { facts, invoice, date, price }.render()?,
                InvoiceText { facts, invoice, date, price }.render()?,
            ))
        })
    }

    /// A suggested text was taken.
    pub(super) fn text_request_approved(&self, text: &str) -> askama::Result<Letter> {
        let excerpt = &excerpt(text);
        self.letter("Racers type your text now", self.link("/singleplayer/"), |facts| {
            Ok((ApprovedHtml { facts, excerpt }.render()?, ApprovedText { facts, excerpt }.render()?))
        })
    }

    /// A suggested text was not taken; `reason` may be empty.
    pub(super) fn text_request_rejected(&self, text: &str, reason: &str) -> askama::Result<Letter> {
        let (excerpt, reason) = (&excerpt(text), &plain(reason));
        self.letter("About the text that you suggested", self.link("/text-request"), |facts| {
            Ok((RejectedHtml { facts, excerpt, reason }.render()?, RejectedText { facts, excerpt, reason }.render()?))
        })
    }

    fn letter(
        &self,
        subject: &str,
        link: String,
        render: impl FnOnce(&Facts<'_>) -> askama::Result<(String, String)>,
    ) -> askama::Result<Letter> {
        let facts = Facts { subject, site: self.site, username: self.username, link: &link };
        let (html, text) = render(&facts)?;
        Ok(Letter { subject: subject.to_owned(), html, text, link })
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.site.url)
    }

    /// Neither names nor codes have a letter that a query could take for something else.
    fn link_with_code(&self, page: &str, code: &str) -> String {
        format!("{}/account/{page}?user={}&code={code}", self.site.url, self.username)
    }

    fn profile(&self) -> String {
        format!("{}/user/{}/", self.site.url, self.username)
    }
}

fn in_words(lifetime: TimeDelta) -> String {
    match lifetime.num_hours() {
        1 => "one hour".to_owned(),
        hours => format!("{hours} hours"),
    }
}

fn dollars(cents: u32) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// The beginning of a text that a user wrote.
fn excerpt(text: &str) -> String {
    let text = plain(text);
    match text.char_indices().nth(EXCERPT_LENGTH) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// Returns words that people wrote on one line, without characters that could turn the direction of the words around
/// them or end a header.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").replace(turns_writing, "")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::LazyLock;

    use chrono::DateTime;

    use super::*;

    static SITE: LazyLock<Site> =
        LazyLock::new(|| Site { product: "Tecla & Co".to_owned(), url: "https://colibri.example".to_owned() });

    fn writer() -> Writer<'static> {
        Writer { site: &SITE, username: "ana_maria" }
    }

    #[test]
    fn letters_are_signed_by_the_product_as_the_operator_calls_it() {
        let letter = writer().text_request_approved("slow and steady").unwrap();
        assert!(letter.text.starts_with("Tecla & Co\n"), "{}", letter.text);
        assert!(letter.text.contains("making Tecla & Co richer"), "{}", letter.text);
        assert!(letter.html.contains(">Tecla &#38; Co</a>"), "{}", letter.html);
        assert!(letter.html.contains("making Tecla &#38; Co richer"), "{}", letter.html);
        assert!(!letter.html.contains("Colibri"), "{}", letter.html);
    }

    #[test]
    fn links_lead_to_the_pages_of_the_client() {
        let letters = [
            (writer().verify("c-o_d3").unwrap(), "/account/verify?user=ana_maria&code=c-o_d3"),
            (writer().password_reset("c-o_d3").unwrap(), "/account/reset?user=ana_maria&code=c-o_d3"),
            (writer().email_changed().unwrap(), "/account/"),
            (writer().password_changed().unwrap(), "/account/forgot"),
        ];
        for (letter, path) in letters {
            assert_eq!(letter.link, format!("https://colibri.example{path}"));
            assert!(letter.text.contains(&format!("\n{}\n", letter.link)), "{}", letter.text);
            let in_html = letter.link.replace('&', "&#38;");
            assert!(letter.html.contains(&format!("href=\"{in_html}\"")), "{}", letter.html);
        }
    }

    #[test]
    fn what_people_wrote_is_escaped_in_html_and_on_one_line_in_text() {
        let hostile = "<script>alert(1)</script>\r\nBcc: x@y.z\u{202e}\u{7}\" & '";
        let invoice = Invoice {
            number: "2026-000017".to_owned(),
            item: hostile.to_owned(),
            price_cents: 299,
            payment: "PAYID-1".to_owned(),
            paid_at: DateTime::UNIX_EPOCH,
        };
        let letters = [
            writer().text_request_approved(hostile).unwrap(),
            writer().text_request_rejected(hostile, hostile).unwrap(),
            writer().invoice(&invoice).unwrap(),
        ];
        for Letter { subject, html, text, .. } in letters {
            assert!(!html.contains("<script>") && html.contains("&#60;script&#62;alert(1)"), "{html}");
            for words in [&subject, &html, &text] {
                assert!(!words.contains(['\u{202e}', '\u{7}', '\r']) && !words.contains("\nBcc"), "{words}");
            }
            assert!(text.contains("alert(1)</script> Bcc: x@y.z \" & '"), "{text}");
        }
    }

    #[test]
    fn an_invoice_says_what_was_paid_and_when() {
        let invoice = Invoice {
            number: "2026-000017".to_owned(),
            item: "Violetear".to_owned(),
            price_cents: 1205,
            payment: "PAYID-1".to_owned(),
            paid_at: "2026-03-04T23:59:59Z".parse().unwrap(),
        };
        let letter = writer().invoice(&invoice).unwrap();
        for fact in ["2026-000017", "Violetear", "$12.05", "PAYID-1", "4 March 2026"] {
            assert!(letter.html.contains(fact) && letter.text.contains(fact), "{fact}");
        }
        assert_eq!(letter.subject, "Your invoice for Violetear");
    }

    #[test]
    fn a_reason_is_told_only_when_there_is_one() {
        let (with, without) =
            (writer().text_request_rejected("A text", "Too short"), writer().text_request_rejected("A text", ""));
        assert!(with.unwrap().text.contains("\nWhy: Too short\n"));
        let without = without.unwrap();
        assert!(!without.text.contains("Why:") && !without.html.contains("Why:"));
    }

    #[test]
    fn a_long_text_is_repeated_only_in_its_beginning() {
        let long = "é".repeat(EXCERPT_LENGTH + 1);
        assert_eq!(excerpt(&long), format!("{}…", "é".repeat(EXCERPT_LENGTH)));
        assert_eq!(excerpt(&long[..2 * EXCERPT_LENGTH]), "é".repeat(EXCERPT_LENGTH));
    }

    #[test]
    fn nothing_in_a_letter_is_loaded_from_anywhere() {
        let letter = writer().verify("code").unwrap();
        for way in ["<img", "<link", "<script", "url(", "@import", "<iframe"] {
            assert!(!letter.html.contains(way), "{way}");
        }
    }
}
