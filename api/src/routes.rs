//! Every path under `/api`, on one page.

use actix_web::middleware::DefaultHeaders;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, Resource, Responder, Result};

use crate::error::ApiError;
use crate::handlers::{
    account_settings, accounts, leaderboard, passwords, practice, race, shop, skins, stats, texts, verification,
};

/// Mounts the calls.
pub(crate) fn configure(cfg: &mut ServiceConfig) {
    let api = web::scope("/api")
        .service(post("/signup", accounts::signup))
        .service(post("/login", accounts::login))
        .service(post("/isloggedin", accounts::isloggedin))
        .service(post("/account/verify", verification::verify))
        .service(post("/account/verifyanother", verification::verify_another))
        .service(post("/account/forgot", passwords::forgot))
        .service(post("/account/reset", passwords::reset))
        .service(post("/account/changepassword", passwords::change))
        .service(post("/account/changeemail", account_settings::change_email))
        .service(post("/changeusername", account_settings::change_username))
        .service(post("/changecountry", account_settings::change_country))
        .service(post("/deleteaccount", account_settings::delete))
        .service(post("/multiplayer", race::multiplayer))
        .service(post("/play", race::play))
        .service(get("/gettext", texts::gettext))
        .service(post("/getstats", stats::getstats))
        .service(post("/changeskin", skins::change))
        .service(post("/unlockskin", skins::unlock))
        .service(post("/shop/getShop", shop::get_shop))
        .service(post("/leaderboard", leaderboard::leaderboard))
        .service(post("/singleplayer", practice::save))
        .service(post("/singleplayer/stats", practice::stats))
        .default_service(web::to(unknown_path));
    // Answers are about one user at one moment, and never a page.
    let headers = DefaultHeaders::new().add(("Cache-Control", "no-store")).add(("X-Content-Type-Options", "nosniff"));
    cfg.service(api.wrap(headers));
}

fn post<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path).route(web::post().to(handler)).default_service(web::to(|| wrong_method("POST")))
}

fn get<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path).route(web::get().to(handler)).default_service(web::to(|| wrong_method("GET")))
}

async fn unknown_path() -> Result<&'static str, ApiError> {
    Err(ApiError::NotFound("There is no such call."))
}

async fn wrong_method(allowed: &'static str) -> Result<&'static str, ApiError> {
    Err(ApiError::WrongMethod { allowed })
}
