//! Mails in English.

use super::{Part, Words, dollars, note, text};
use crate::mail::{Invoice, Mail, Reviewed, Site};
use crate::models::account_code::Purpose;
use crate::models::address_change;

pub(super) fn words(mail: &Mail, username: &str, site: &Site) -> Words {
    let Site { product, .. } = site;
    let host = site.host();
    let mut why = format!("You are receiving this email because you have an account at {host}.");
    let (subject, preview, parts) = match mail {
        Mail::Verify => {
            let lifetime = hours(Purpose::Verify);
            why = format!("You are receiving this email because someone entered this address at {host}.");
            (
                "Verify your email address".to_owned(),
                format!("One click unlocks a new skin. The link is valid for {lifetime}."),
                vec![
                    text(format!("Welcome to {product}! Verify your email address and we’ll give you a new skin.")),
                    Part::Button("Verify my email"),
                    note(format!(
                        "The link is valid for {lifetime} and can be used once. If you didn’t enter this address, you \
                         can ignore this email."
                    )),
                ],
            )
        }
        Mail::PasswordReset => {
            let lifetime = hours(Purpose::Reset);
            (
                "Reset your password".to_owned(),
                format!("Choose a new password. The link is valid for {lifetime}."),
                vec![
                    text(format!(
                        "We received a request to reset your {product} password. You can choose a new one here:"
                    )),
                    Part::Button("Reset my password"),
                    note(format!(
                        "The link is valid for {lifetime} and can be used once. If you didn’t request it, you can \
                         ignore this email: your password won’t change."
                    )),
                ],
            )
        }
        Mail::EmailChanged { change: _ } => {
            let days = address_change::TTL.num_days();
            why = format!("You are receiving this email because an account at {host} used this address until now.");
            (
                "Your email address was changed".to_owned(),
                "Your account now uses a different address.".to_owned(),
                vec![
                    text(format!(
                        "The email address of your {product} account was just changed. We’ll keep writing to this \
                         one until the new one is verified."
                    )),
                    text("If this was you, there’s nothing to do."),
                    note(format!(
                        "If it wasn’t you, someone knows your password. Take the change back: your account gets this \
                         address again, all devices are logged out, and you can choose a new password. The link is \
                         valid for {days} days, even if the new address is verified."
                    )),
                    Part::Button("Take it back"),
                    Part::Imprint("If you need help, contact us:"),
                ],
            )
        }
        Mail::PasswordChanged => (
            "Your password was changed".to_owned(),
            "If this was you, there’s nothing to do.".to_owned(),
            vec![
                text(format!(
                    "The password of your {product} account was just changed. All devices that used the old one have \
                     been logged out."
                )),
                text("If this was you, there’s nothing to do."),
                note(
                    "If it wasn’t you, reset your password right away. We’ll send the link to this address, and \
                     whoever changed your password will be logged out.",
                ),
                Part::Button("This wasn’t me"),
            ],
        ),
        Mail::Invoice(Invoice { number, item, price_cents, payment, paid_at }) => {
            let price = dollars(*price_cents);
            (
                format!("Your invoice for {item}"),
                format!("{item}, {price}. Thank you for your purchase!"),
                vec![
                    text(format!("Thank you for your purchase! The {item} skin is yours. Here is your invoice.")),
                    Part::Facts(vec![
                        ("Invoice", number.clone()),
                        ("Date", paid_at.format("%B %-d, %Y").to_string()),
                        ("Skin", item.clone()),
                        ("Payment", payment.clone()),
                        ("Total", price),
                    ]),
                    Part::Button("Wear it"),
                    Part::Imprint("The seller’s details are in our imprint:"),
                ],
            )
        }
        Mail::TextRequestApproved { text: excerpt } => (
            "Your text was approved".to_owned(),
            "Racers can now type it.".to_owned(),
            vec![
                text("We like the text you suggested. Racers can now type it:"),
                Part::Quote(excerpt.clone()),
                text(format!("Thank you for making {product} better.")),
                Part::Button("Start typing"),
            ],
        ),
        Mail::TextRequestRejected { text: excerpt, reason } => {
            let mut parts = vec![
                text("Thank you for suggesting a text. Unfortunately, we can’t use this one:"),
                Part::Quote(excerpt.clone()),
            ];
            if !reason.is_empty() {
                parts.push(text(format!("Reason: {reason}")));
            }
            parts.extend([text("We’d love another suggestion from you."), Part::Button("Suggest another text")]);
            ("About the text you suggested".to_owned(), "Thank you for your suggestion.".to_owned(), parts)
        }
        Mail::ResultAccepted(Reviewed { wpm, text: excerpt, explanation, .. }) => (
            "Your result counts".to_owned(),
            format!("We have looked at your {wpm} wpm."),
            vec![
                text(format!("We have looked at your result of {wpm} wpm, and it counts from now on:")),
                Part::Quote(excerpt.clone()),
                text(format!("Reason: {explanation}")),
                Part::Button("See the run"),
            ],
        ),
        Mail::ResultRejected(Reviewed { wpm, text: excerpt, explanation, .. }) => (
            "About your result".to_owned(),
            format!("We have looked at your {wpm} wpm."),
            vec![
                text(format!(
                    "We have looked at your result of {wpm} wpm. It stays in your history, but does not count:"
                )),
                Part::Quote(excerpt.clone()),
                text(format!("Reason: {explanation}")),
                Part::Button("See the run"),
            ],
        ),
        Mail::ResultCleared(Reviewed { wpm, text: excerpt, explanation, .. }) => (
            "About your result".to_owned(),
            format!("Your {wpm} wpm no longer count."),
            vec![
                text(format!("Your result of {wpm} wpm stays in your history, but no longer counts:")),
                Part::Quote(excerpt.clone()),
                text(format!("Reason: {explanation}")),
                Part::Button("See the run"),
            ],
        ),
        Mail::Banned { until, reason } => {
            let end = until.map_or_else(|| "for good".to_owned(), |until| until.format("until %B %-d, %Y").to_string());
            (
                "Your account is banned".to_owned(),
                format!("You can’t use your account {end}."),
                vec![
                    text(format!("Your {product} account is banned {end}.")),
                    text(format!("Reason: {reason}")),
                    text(
                        "Log in to reply to us, download your data or delete your account. Your results are hidden as \
                         long as the ban lasts.",
                    ),
                    Part::Button("Log in"),
                ],
            )
        }
        Mail::Unbanned { reason } => (
            "Your ban was lifted".to_owned(),
            "You can use your account again.".to_owned(),
            vec![
                text(format!("You can use your {product} account again. Your results are back.")),
                text(format!("Reason: {reason}")),
                Part::Button("Start typing"),
            ],
        ),
        Mail::Renamed { from, reason } => (
            "You have a new username".to_owned(),
            format!("You are now called {username}."),
            vec![
                text(format!("We changed your username from {from} to {username}.")),
                text(format!("Reason: {reason}")),
                text("You can choose another one in your account."),
                Part::Button("See your profile"),
            ],
        ),
    };
    let parts = [text(format!("Hi {username},"))].into_iter().chain(parts).collect();
    let spelled_out = "If the button doesn’t work, open this address in your browser:";
    Words { subject, preview, parts, spelled_out, why }
}

fn hours(purpose: Purpose) -> String {
    match purpose.ttl().num_hours() {
        1 => "one hour".to_owned(),
        hours => format!("{hours} hours"),
    }
}
