//! The codes of errors: the names by which programs tell them apart, beside the sentences for people.
//!
//! REST answers carry them in a [header](HEADER), refused events in `code`. `shared/fixtures/errors.json` lists them with
//! their values; the tests here and those of the browser read it, so that neither side drifts.

use serde::{Deserialize, Serialize};

/// The header of a refused REST call: the code, then the values of its sentence, such as `too-large; kib=32`.
pub const HEADER: &str = "colibri-error";

/// Declares [`ErrorCode`]. Each error is one entry: its variant, its code, and the names of its values.
macro_rules! error_codes {
    ($($(#[$doc:meta])* $Error:ident = $code:literal $(($($value:literal),*))?,)*) => {
        /// An error that clients are told of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $code)] $Error,)*
        }

        impl ErrorCode {
            /// All errors.
            pub const ALL: &[Self] = &[$(Self::$Error),*];

            /// Returns the code, such as `room-full`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Error => $code,)*
                }
            }

            /// Returns the names of the values that come with the code.
            pub const fn values(self) -> &'static [&'static str] {
                match self {
                    $(Self::$Error => &[$($($value),*)?],)*
                }
            }
        }
    };
}

error_codes! {
    // Any call.
    /// The body is not a JSON object.
    Malformed = "malformed",
    /// The body is not declared as JSON.
    NotJson = "not-json",
    /// The body did not arrive in time.
    TooSlow = "too-slow",
    /// The body is too long.
    TooLarge = "too-large" ("kib"),
    /// There is no such call.
    UnknownCall = "unknown-call",
    /// The call is for another method.
    WrongMethod = "wrong-method" ("method"),
    /// A page of another site calls.
    ForeignPage = "foreign-page",
    /// The token is missing or no longer valid.
    NotLoggedIn = "not-logged-in",
    /// The caller is not an admin.
    NotAdmin = "not-admin",
    /// Too many tries.
    TooManyTries = "too-many-tries" ("seconds"),
    /// The server is about to end, and takes no new races.
    Restarting = "restarting",
    /// Something that is needed is slow or away.
    Unavailable = "unavailable",
    /// A fault of the server.
    Internal = "internal",

    // Accounts.
    /// The email or the password is wrong.
    WrongLogin = "wrong-login",
    /// The code of a mail is no longer valid.
    DeadLink = "dead-link",
    /// The address is verified already.
    AlreadyVerified = "already-verified",
    /// There is no user with this name.
    UnknownUser = "unknown-user",
    /// The value is taken.
    Taken = "taken" ("field"),

    // Texts.
    /// There are no texts.
    NoTexts = "no-texts",
    /// The suggested text is typed in races already.
    TextInUse = "text-in-use",
    /// The text was suggested already.
    AlreadySuggested = "already-suggested",
    /// There is no such text request.
    UnknownTextRequest = "unknown-text-request",
    /// The text request was decided already.
    AlreadyDecided = "already-decided",

    // Skins and payments.
    /// There is no skin with this name.
    UnknownSkin = "unknown-skin",
    /// The user does not own the skin.
    SkinLocked = "skin-locked",
    /// The skin is unlocked in another way.
    NotAnEgg = "not-an-egg",
    /// Nothing can be bought on this site.
    PaymentsOff = "payments-off",
    /// The skin is not for sale.
    NotForSale = "not-for-sale",
    /// The shop does not sell the skin today.
    NotSoldToday = "not-sold-today",
    /// The user owns the skin already.
    AlreadyOwned = "already-owned",
    /// A payment for the skin is being completed.
    PaymentUnderWay = "payment-under-way",
    /// There is no such payment of the user.
    UnknownPayment = "unknown-payment",
    /// The buyer has not approved the payment.
    PaymentNotApproved = "payment-not-approved",
    /// The payment can no longer be completed.
    PaymentOver = "payment-over",
    /// The buyer will get the money back.
    PaymentToRefund = "payment-to-refund",
    /// The buyer got the money back.
    PaymentRefunded = "payment-refunded",
    /// The provider declined the payment.
    PaymentDeclined = "payment-declined",
    /// The provider failed before money could move.
    PaymentFailed = "payment-failed",
    /// The provider failed when money may have moved.
    PaymentUnconfirmed = "payment-unconfirmed",

    // Fields of forms.
    /// The field is missing.
    Missing = "missing" ("field"),
    /// The value is of the wrong type.
    WrongType = "wrong-type" ("field"),
    /// The number is too small or too large.
    OutOfRange = "out-of-range" ("field", "least", "most"),
    /// The number is negative.
    Negative = "negative" ("field"),
    /// The text is too short or too long.
    Length = "length" ("field", "least", "most"),
    /// The text is too short or too long, or on more than one line.
    LineLength = "line-length" ("field", "least", "most"),
    /// The text is too long.
    TooLong = "too-long" ("field", "most"),
    /// The text has control characters.
    ControlCharacters = "control-characters" ("field"),
    /// The text has characters that change the writing direction.
    DirectionCharacters = "direction-characters" ("field"),
    /// The text has the NUL character.
    NulCharacter = "nul-character" ("field"),
    /// The value is not a username.
    NotUsername = "not-username" ("field", "least", "most"),
    /// The username is reserved.
    Reserved = "reserved" ("field"),
    /// The value is not an email address.
    NotEmail = "not-email" ("field"),
    /// The address is the user's already.
    OwnEmail = "own-email" ("field"),
    /// The value is not a country's code.
    NotCountry = "not-country" ("field"),
    /// The password is wrong.
    WrongPassword = "wrong-password" ("field"),
    /// The password is too easy to guess.
    WeakPassword = "weak-password" ("field"),
    /// The passwords differ.
    NotRepeated = "not-repeated" ("field"),
    /// The confirmation word is another.
    NotWord = "not-word" ("field", "word"),
    /// The value cannot be the code of a mail.
    NotCode = "not-code" ("field"),
    /// The text has a character that keyboards do not have: its code point in Unicode.
    NotOnKeyboard = "not-on-keyboard" ("field", "character"),
    /// The text is too short or too long in the form in which it is typed.
    TextLength = "text-length" ("field", "least", "most", "length"),
    /// The value is not a web address.
    NotWebAddress = "not-web-address" ("field", "most"),
    /// The time is too short or too long.
    NotTime = "not-time" ("field"),
    /// The value is not a date and time.
    NotDate = "not-date" ("field"),
    /// The date is in the future.
    InFuture = "in-future" ("field"),
    /// The value is not a price.
    NotPrice = "not-price" ("field", "most"),
    /// The value is not a file name.
    NotFilename = "not-filename" ("field", "most"),
    /// The skin has no image.
    NoImage = "no-image" ("field"),
    /// The image is not in base64.
    ImageNotBase64 = "image-not-base64" ("field"),
    /// The image has too many bytes.
    ImageTooLarge = "image-too-large" ("field", "kib"),
    /// The image has too many pixels.
    ImageTooWide = "image-too-wide" ("field", "pixels"),
    /// The image is not a square.
    ImageNotSquare = "image-not-square" ("field"),
    /// The image cannot be read.
    ImageUnreadable = "image-unreadable" ("field"),
    /// The value cannot be an id of the payment provider.
    NotPaymentId = "not-payment-id" ("field", "least", "most"),
    /// The payment is for another skin.
    OtherSkin = "other-skin" ("field"),
    /// Somebody else approved the payment.
    OtherPayer = "other-payer" ("field"),

    // Seats in races.
    /// All seats of the room are taken.
    RoomFull = "room-full",
    /// The race has begun.
    RaceBegun = "race-begun",
    /// There is no such room.
    UnknownRoom = "unknown-room",
    /// The racer has seats in too many rooms.
    TooManySeats = "too-many-seats",

    // Sockets.
    /// The racer sends too many events.
    TooManyEvents = "too-many-events",
    /// The event is too large.
    EventTooLarge = "event-too-large",
    /// There is no event with this name.
    UnknownEvent = "unknown-event",
    /// The event cannot be read.
    UnreadableEvent = "unreadable-event",
    /// The racer has opened too many windows.
    TooManyWindows = "too-many-windows",
    /// The racer is in too many rooms.
    TooManyRooms = "too-many-rooms",
    /// The racer has not joined the room.
    NotJoined = "not-joined",
    /// The room has too much to do.
    RoomBusy = "room-busy",
    /// The room is closed.
    RoomClosed = "room-closed",
    /// The racer has no seat in the room.
    NoSeat = "no-seat",
    /// The name in the event is another racer's.
    ForeignName = "foreign-name",
    /// The race has not started.
    RaceNotStarted = "race-not-started",
    /// The race is over.
    RaceOver = "race-over",
    /// The racer has finished.
    AlreadyFinished = "already-finished",
    /// Nobody types as fast.
    TooFast = "too-fast",
    /// More was taken back than one key does.
    TooFarBack = "too-far-back",
    /// The text is not typed to its end.
    NotTyped = "not-typed",
    /// The accuracy is not a number.
    NoAccuracy = "no-accuracy",
    /// Nobody presses as many keys in that time.
    TooManyKeys = "too-many-keys",
    /// The keys do not produce the text.
    WrongKeys = "wrong-keys",
    /// The result can never be saved.
    ResultNotSaved = "result-not-saved",
    /// The racer joined from another window.
    TakenOver = "taken-over",
    /// The race ended because of a fault of the server.
    RaceBroken = "race-broken",
    /// The race will not start, because the server restarts.
    RaceCalledOff = "race-called-off",
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::ErrorCode;

    #[test]
    fn the_list_for_browsers_has_every_error_with_its_values() {
        let listed: BTreeMap<String, Vec<String>> =
            serde_json::from_str(include_str!("../fixtures/errors.json")).expect("the list is readable");
        let errors = ErrorCode::ALL.iter().map(|code| {
            let values = code.values().iter().map(ToString::to_string).collect();
            (code.name().to_owned(), values)
        });
        let errors: BTreeMap<String, Vec<String>> = errors.collect();
        let json = serde_json::to_string_pretty(&errors).expect("they are written as JSON");
        assert_eq!(listed, errors, "shared/fixtures/errors.json should be {json}");
    }
}
