//! Letters: a mail's words as HTML and as plain text, from the templates in `templates/mail/`.

use askama::Template;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::words::{Part, Words, words};
use super::{Invoice, Mail, Reviewed, Site};
use crate::domain::Language;
use crate::domain::characters::changes_writing_direction;

/// The number of characters of a suggested text that a mail quotes.
const EXCERPT_LENGTH: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) html: String,
    pub(super) text: String,
    pub(super) link: String,
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct Page<'a> {
    language: &'static str,
    site: &'a Site,
    words: &'a Words,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "mail/letter.txt")]
struct PlainText<'a> {
    site: &'a Site,
    words: &'a Words,
    link: &'a str,
}

/// Returns the letter for a mail to this user at `email`. `code` goes into its link if the mail has one.
pub(super) fn letter(
    mail: &Mail,
    code: &str,
    username: &str,
    email: &str,
    language: Language,
    site: &Site,
) -> askama::Result<Letter> {
    let words = &words(&safe_to_quote(mail), username, site, language);
    let link = &format!("{}{}", site.url, path(mail, code, username, email));
    Ok(Letter {
        subject: words.subject.clone(),
        html: Page { language: language.name(), site, words, link }.render()?,
        text: PlainText { site, words, link }.render()?,
        link: link.clone(),
    })
}

/// Returns the path of the link. Neither usernames nor codes contain characters that must be escaped in a query. A reset
/// also has the address to which it goes, for password managers, in the fragment, which browsers send to no server.
fn path(mail: &Mail, code: &str, username: &str, email: &str) -> String {
    match mail {
        Mail::Verify => format!("/account/verify?user={username}&code={code}"),
        Mail::PasswordReset => {
            let email = utf8_percent_encode(email, NON_ALPHANUMERIC);
            format!("/account/reset?user={username}&code={code}#email={email}")
        }
        Mail::EmailChanged { .. } => format!("/account/restore?user={username}&code={code}"),
        Mail::PasswordChanged => "/account/forgot".to_owned(),
        Mail::Invoice(_) => format!("/user/{username}/"),
        Mail::TextRequestApproved { .. } => "/singleplayer/".to_owned(),
        Mail::TextRequestRejected { .. } => "/text-request".to_owned(),
        Mail::Banned { .. } => "/account/login".to_owned(),
        Mail::Unbanned { .. } => "/".to_owned(),
        Mail::Renamed { .. } => format!("/user/{username}/"),
        Mail::ResultAccepted(reviewed) | Mail::ResultRejected(reviewed) | Mail::ResultCleared(reviewed) => {
            format!("/history/{}", reviewed.run)
        }
    }
}

/// Returns the mail with user content made safe to quote.
fn safe_to_quote(mail: &Mail) -> Mail {
    match mail {
        Mail::Invoice(invoice) => Mail::Invoice(Invoice { item: plain(&invoice.item), ..invoice.clone() }),
        Mail::TextRequestApproved { text } => Mail::TextRequestApproved { text: excerpt(text) },
        Mail::TextRequestRejected { text, reason } => {
            Mail::TextRequestRejected { text: excerpt(text), reason: plain_lines(reason) }
        }
        Mail::ResultAccepted(reviewed) => Mail::ResultAccepted(reviewed_plainly(reviewed)),
        Mail::ResultRejected(reviewed) => Mail::ResultRejected(reviewed_plainly(reviewed)),
        Mail::ResultCleared(reviewed) => Mail::ResultCleared(reviewed_plainly(reviewed)),
        Mail::Banned { until, reason } => Mail::Banned { until: *until, reason: plain_lines(reason) },
        Mail::Unbanned { reason } => Mail::Unbanned { reason: plain_lines(reason) },
        Mail::Renamed { from, reason } => Mail::Renamed { from: from.clone(), reason: plain_lines(reason) },
        mail => mail.clone(),
    }
}

fn reviewed_plainly(reviewed: &Reviewed) -> Reviewed {
    Reviewed {
        text: format!("{}…", plain(&reviewed.text)),
        explanation: plain_lines(&reviewed.explanation),
        ..reviewed.clone()
    }
}

fn excerpt(text: &str) -> String {
    let text = plain(text);
    match text.char_indices().nth(EXCERPT_LENGTH) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// Returns a user's words on one line, without characters that could change the writing direction or end a header.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").replace(changes_writing_direction, "")
}

/// Returns an admin's words like [`plain`], but on the lines on which they were written.
fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::LazyLock;

    use serde_json::Value;

    use super::*;

    static SITE: LazyLock<Site> =
        LazyLock::new(|| Site { product: "Tecla & Co".to_owned(), url: "https://colibri.example".to_owned() });

    fn letter(language: Language, mail: &Mail) -> Letter {
        super::letter(mail, "c-o_d3", "ana_maria", "ana+m@example.org", language, &SITE).unwrap()
    }

    fn english(mail: &Mail) -> Letter {
        letter(Language::English, mail)
    }

    fn invoice(item: &str) -> Mail {
        Mail::Invoice(Invoice {
            number: "2026-000017".to_owned(),
            item: item.to_owned(),
            price_cents: 1205,
            payment: "PAYID-1".to_owned(),
            paid_at: "2026-03-04T23:59:59Z".parse().unwrap(),
        })
    }

    fn approved(text: &str) -> Mail {
        Mail::TextRequestApproved { text: text.to_owned() }
    }

    fn rejected(text: &str, reason: &str) -> Mail {
        Mail::TextRequestRejected { text: text.to_owned(), reason: reason.to_owned() }
    }

    fn reviewed(words: &str) -> Reviewed {
        Reviewed { run: "r12".to_owned(), wpm: 96, text: words.to_owned(), explanation: words.to_owned() }
    }

    #[test]
    fn letters_carry_the_operators_product_name() {
        let letter = english(&approved("slow and steady"));
        assert!(letter.text.starts_with("Tecla & Co\n"), "{}", letter.text);
        assert!(letter.text.contains("making Tecla & Co better"), "{}", letter.text);
        assert!(letter.html.contains(">Tecla &#38; Co</a>"), "{}", letter.html);
        assert!(letter.html.contains("making Tecla &#38; Co better"), "{}", letter.html);
        assert!(!letter.html.contains("Colibri"), "{}", letter.html);
    }

    // No later 1.x changes one of these: what it adds to a kind of mail has a default.
    #[test]
    fn the_mails_that_an_earlier_version_left_waiting_are_written() {
        let waiting: Vec<Value> =
            serde_json::from_str(include_str!("../../tests/fixtures/releases/1.0.0-mails.json")).unwrap();
        for details in waiting {
            let mail = serde_json::from_value(details.clone()).unwrap_or_else(|error| panic!("{details}: {error}"));
            assert!(english(&mail).text.contains("ana_maria"), "{details}");
        }
    }

    #[test]
    fn links_lead_to_screens_of_the_client() {
        let links = [
            (Mail::Verify, "/account/verify?user=ana_maria&code=c-o_d3"),
            (Mail::PasswordReset, "/account/reset?user=ana_maria&code=c-o_d3#email=ana%2Bm%40example%2Eorg"),
            (Mail::EmailChanged { change: 1 }, "/account/restore?user=ana_maria&code=c-o_d3"),
            (Mail::PasswordChanged, "/account/forgot"),
            (invoice("Violetear"), "/user/ana_maria/"),
            (approved("A text"), "/singleplayer/"),
            (rejected("A text", ""), "/text-request"),
            (Mail::ResultAccepted(reviewed("")), "/history/r12"),
            (Mail::ResultRejected(reviewed("")), "/history/r12"),
            (Mail::ResultCleared(reviewed("")), "/history/r12"),
            (Mail::Banned { until: None, reason: String::new() }, "/account/login"),
            (Mail::Unbanned { reason: String::new() }, "/"),
            (Mail::Renamed { from: "rude".to_owned(), reason: String::new() }, "/user/ana_maria/"),
        ];
        for (mail, path) in links {
            for language in [Language::English, Language::Spanish] {
                let letter = letter(language, &mail);
                assert_eq!(letter.link, format!("https://colibri.example{path}"));
                assert!(letter.text.contains(&format!("\n{}\n", letter.link)), "{}", letter.text);
                let in_html = letter.link.replace('&', "&#38;");
                assert!(letter.html.contains(&format!("href=\"{in_html}\"")), "{}", letter.html);
            }
        }
    }

    #[test]
    fn user_content_is_escaped_in_html_and_on_one_line_in_text() {
        let hostile = "<script>alert(1)</script>\r\nBcc: x@y.z\u{202e}\u{7}\" & '";
        let of = |words: &str| Reviewed { explanation: "Too fast".to_owned(), ..reviewed(words) };
        let reviews = [Mail::ResultAccepted(of(hostile)), Mail::ResultRejected(of(hostile))];
        for mail in [approved(hostile), rejected(hostile, ""), invoice(hostile)].into_iter().chain(reviews) {
            let Letter { subject, html, text, .. } = english(&mail);
            assert!(!html.contains("<script>") && html.contains("&#60;script&#62;alert(1)"), "{html}");
            for words in [&subject, &html, &text] {
                assert!(!words.contains(['\u{202e}', '\u{7}', '\r']) && !words.contains("\nBcc"), "{words}");
            }
            assert!(text.contains("alert(1)</script> Bcc: x@y.z \" & '"), "{text}");
        }
    }

    #[test]
    fn a_reason_keeps_its_lines() {
        let reason = "\nToo <short>\u{202e}\r\n\n  and twice  \n";
        let reason_of_act = || reason.to_owned();
        for mail in [
            rejected("A text", reason),
            Mail::ResultRejected(reviewed(reason)),
            Mail::ResultAccepted(reviewed(reason)),
            Mail::ResultCleared(reviewed(reason)),
            Mail::Banned { until: None, reason: reason_of_act() },
            Mail::Unbanned { reason: reason_of_act() },
            Mail::Renamed { from: "rude".to_owned(), reason: reason_of_act() },
        ] {
            let Letter { subject, html, text, .. } = english(&mail);
            assert!(text.contains("\nReason: Too <short>\n\nand twice\n"), "{text}");
            assert!(html.contains(">Reason: Too &#60;short&#62;<br/><br/>and twice</p>"), "{html}");
            assert!(!subject.contains('\n'), "{subject}");
        }
    }

    #[test]
    fn an_invoice_has_the_amount_and_the_date() {
        for (language, date, total, subject) in [
            (Language::English, "March 4, 2026", "$12.05", "Your invoice for Violetear"),
            (Language::Spanish, "4 de marzo de 2026", "$12,05", "Tu factura de Violetear"),
        ] {
            let letter = letter(language, &invoice("Violetear"));
            for fact in ["2026-000017", "Violetear", total, "PAYID-1", date] {
                assert!(letter.html.contains(fact) && letter.text.contains(fact), "{fact}");
            }
            assert_eq!(letter.subject, subject);
        }
    }

    #[test]
    fn a_letter_is_in_the_language_of_its_reader() {
        for (language, tag, subject, greeting) in [
            (Language::English, "en", "Verify your email address", "Hi ana_maria,"),
            (Language::Spanish, "es", "Verifica tu correo", "Hola, ana_maria:"),
        ] {
            let Letter { subject: actual, html, text, .. } = letter(language, &Mail::Verify);
            assert_eq!(actual, subject);
            assert!(text.starts_with(&format!("Tecla & Co\n\n{greeting}\n\n")), "{text}");
            assert!(html.contains(&format!("<html lang=\"{tag}\"")) && html.contains(greeting), "{html}");
        }
    }

    #[test]
    fn a_rejection_without_a_reason_mentions_none() {
        assert!(english(&rejected("A text", "Too short")).text.contains("\nReason: Too short\n"));
        let without = english(&rejected("A text", ""));
        assert!(!without.text.contains("Reason:") && !without.html.contains("Reason:"));
    }

    #[test]
    fn only_the_beginning_of_a_long_text_is_quoted() {
        let long = "é".repeat(EXCERPT_LENGTH + 1);
        assert_eq!(excerpt(&long), format!("{}…", "é".repeat(EXCERPT_LENGTH)));
        assert_eq!(excerpt(&long[..2 * EXCERPT_LENGTH]), "é".repeat(EXCERPT_LENGTH));
    }

    #[test]
    fn a_letter_loads_nothing_from_the_network() {
        let letter = english(&Mail::Verify);
        for way in ["<img", "<link", "<script", "url(", "@import", "<iframe"] {
            assert!(!letter.html.contains(way), "{way}");
        }
    }
}
