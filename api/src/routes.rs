//! Every path under `/api`, on one page: its mounting, and its description in the document.

use actix_web::middleware::{DefaultHeaders, from_fn};
use actix_web::web::{self, ServiceConfig};

use crate::document::{self, Area, get, post};
use crate::error::ApiError;
use crate::handlers::{
    account_settings, accounts, admin, feedback, leaderboard, passwords, practice, race, shop, skins, stats,
    text_requests, texts, verification,
};
use crate::limits;
use crate::models::held_name;
use crate::origin;
use crate::payments;

const NAME_TAKEN: ApiError = ApiError::Taken { field: "username" };
const EMAIL_TAKEN: ApiError = ApiError::Taken { field: "email" };
/// The cost of a call that asks for the password, to a caller who does not know it.
const GUESSES: &str = "a wrong password counts as a login that failed";

/// The calls, by subject.
pub(crate) fn areas() -> Vec<Area> {
    vec![
        Area {
            name: "Accounts",
            about: "Signing up, logging in, and what one changes about one's account.",
            calls: vec![
                post("/signup", accounts::signup, "Makes an account, and mails a link that verifies the address.")
                    .refuses([NAME_TAKEN, EMAIL_TAKEN])
                    .at_most(limits::SIGNUPS),
                post("/login", accounts::login, "Gives a token to who knows the password.")
                    .refuses([ApiError::WrongLogin])
                    .at_most(limits::LOGINS_OF_ACCOUNT)
                    .at_most(limits::LOGINS_FROM_ADDRESS),
                post("/isloggedin", accounts::isloggedin, "Says whose token this is, also when it is nobody's."),
                post("/account/verify", verification::verify, "Redeems the code of the link that verifies an address.")
                    .refuses([ApiError::DeadLink])
                    .at_most(limits::CODES_FROM_ADDRESS),
                post("/account/verifyanother", verification::verify_another, "Mails that link once more.")
                    .refuses([verification::VERIFIED_ALREADY])
                    .at_most(limits::VERIFICATION_MAILS),
                post(
                    "/account/forgot",
                    passwords::forgot,
                    "Mails a link for choosing a new password, if anybody has the address.",
                )
                .at_most(limits::RESET_MAILS)
                .at_most(limits::RESETS),
                post("/account/reset", passwords::reset, "Sets a new password for who has the code of such a link.")
                    .refuses([ApiError::DeadLink])
                    .at_most(limits::CODES_FROM_ADDRESS),
                post(
                    "/account/changepassword",
                    passwords::change,
                    "Sets a new password for who knows the old one, and revokes every token before.",
                )
                .at_most(limits::PASSWORD_CHANGES)
                .at_most(GUESSES),
                post(
                    "/account/changeemail",
                    account_settings::change_email,
                    "Changes the address, which is then to be verified.",
                )
                .refuses([EMAIL_TAKEN])
                .at_most(limits::VERIFICATION_MAILS)
                .at_most(GUESSES),
                post(
                    "/changeusername",
                    account_settings::change_username,
                    "Changes the name, and holds the one before for its owner.",
                )
                .refuses([NAME_TAKEN])
                .at_most(held_name::limit()),
                post("/changecountry", account_settings::change_country, "Changes the country, or takes it away."),
                post("/deleteaccount", account_settings::delete, "Ends the account, for who typed the word."),
            ],
        },
        Area {
            name: "Races",
            about: "The way into a race; the race itself is on the socket.",
            calls: vec![
                post(
                    "/multiplayer",
                    race::multiplayer,
                    "Names a room to race in: an open one that still waits, or a new one.",
                )
                .refuses([ApiError::Restarting])
                .at_most(limits::ROOMS),
                post("/play", race::play, "Gives a seat in a room, or the one that the racer has.")
                    .refuses(race::no_seats()),
            ],
        },
        Area {
            name: "Texts",
            about: "What is typed, and what users suggest for it.",
            calls: vec![
                get("/gettext", texts::gettext, "Draws a text.").refuses([texts::NO_TEXTS]),
                post("/textrequest", text_requests::suggest, "Suggests a text.")
                    .refuses([text_requests::TYPED_ALREADY, text_requests::SUGGESTED_ALREADY])
                    .at_most(limits::TEXT_REQUESTS),
            ],
        },
        Area {
            name: "Statistics",
            about: "What anybody may know of racers.",
            calls: vec![
                post("/getstats", stats::getstats, "Sums up a user's races; to themselves, their skins too.")
                    .refuses([stats::UNKNOWN_USER]),
                post("/leaderboard", leaderboard::leaderboard, "Lists the first hundred in one of six orders."),
            ],
        },
        Area {
            name: "Practice",
            about: "Singleplayer, which nobody else sees.",
            calls: vec![
                post("/singleplayer", practice::save, "Saves a result.").at_most(limits::PRACTICES),
                post("/singleplayer/stats", practice::stats, "Sums up one's practice."),
            ],
        },
        Area {
            name: "Skins and shop",
            about: "What racers look like.",
            calls: vec![
                post("/changeskin", skins::change, "Puts on a skin that one owns.")
                    .refuses([ApiError::UNKNOWN_SKIN, skins::NOT_OWNED]),
                post("/unlockskin", skins::unlock, "Gives the skin of an egg that was found.")
                    .refuses([ApiError::UNKNOWN_SKIN, skins::NO_EGG]),
                post("/shop/getShop", shop::get_shop, "Shows what is sold today, and how long still."),
                post("/shop/buy", shop::buy, "Begins to buy a skin, and says where one pays.")
                    .refuses(payments::beginning_refused())
                    .at_most(limits::PURCHASES),
                post("/shop/success", shop::success, "Completes a purchase whose payment was approved.")
                    .refuses(payments::completing_refused())
                    .at_most(limits::PAYMENTS),
            ],
        },
        Area {
            name: "Feedback",
            about: "What users tell whoever runs the site.",
            calls: vec![
                post("/feedback", feedback::feedback, "Keeps a message, and thanks for the first with a skin.")
                    .at_most(limits::FEEDBACK),
            ],
        },
        Area {
            name: "Administration",
            about: "For accounts that are admins at the moment of the call.",
            calls: vec![
                post("/admin", admin::check, "Says whether one is an admin."),
                post("/admin/addskin", admin::add_skin, "Adds a skin for the shop to sell.")
                    .with_body_of(admin::ADD_SKIN_BODY)
                    .refuses([ApiError::Taken { field: "filename" }, ApiError::Taken { field: "name" }]),
                post(
                    "/admin/gettextrequests",
                    text_requests::list,
                    "Lists suggested texts that nobody has decided, the oldest first.",
                ),
                post(
                    "/admin/approvetextrequest",
                    text_requests::approve,
                    "Takes a suggested text, perhaps changed, and mails whoever suggested it.",
                )
                .refuses([
                    text_requests::UNKNOWN,
                    text_requests::DECIDED_ALREADY,
                    text_requests::TYPED_ALREADY,
                ]),
                post(
                    "/admin/rejecttextrequest",
                    text_requests::reject,
                    "Declines a suggested text, and mails whoever suggested it.",
                )
                .refuses([text_requests::UNKNOWN, text_requests::DECIDED_ALREADY]),
            ],
        },
    ]
}

/// Mounts the calls, and what describes them.
pub(crate) fn configure(cfg: &mut ServiceConfig) {
    let calls = areas().into_iter().flat_map(|area| area.calls);
    let api = calls.fold(web::scope("/api"), |api, call| api.service(call.into_resource()));
    let api = api.configure(document::configure).default_service(web::to(unknown_path));
    // Answers are about one user at one moment.
    cfg.service(api.wrap(from_fn(origin::check)).wrap(DefaultHeaders::new().add(("Cache-Control", "no-store"))));
}

async fn unknown_path() -> Result<&'static str, ApiError> {
    Err(ApiError::NotFound("There is no such call."))
}
