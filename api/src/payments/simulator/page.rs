//! The page on which a buyer approves or cancels a payment, in the language of the browser. It has no scripts, as the
//! site's content security policy requires.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::rest::text;
use super::words::{Words, words};
use super::{LONGEST_FORM, PATH, Simulator, form, name, read};
use crate::domain::Language;

const STYLE: &str = include_str!("../../../templates/simulator/checkout.css");

/// The number of characters of a payer's id, as at PayPal.
const PAYER_LENGTH: usize = 13;

/// The payment of a page or a button. Without one, the answer is that there is nothing to pay.
#[derive(Default, Deserialize)]
struct About {
    token: String,
}

#[derive(Template)]
#[template(path = "simulator/checkout.html")]
struct CheckoutPage<'a> {
    words: &'a Words,
    path: &'a str,
    token: &'a str,
    item: &'a str,
    /// In US dollars, as all prices are.
    total: String,
}

#[derive(Template)]
#[template(path = "simulator/over.html")]
struct OverPage<'a> {
    words: &'a Words,
    path: &'a str,
}

pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/checkout", web::get().to(checkout))
        .route("/checkout.css", web::get().to(style))
        .route("/{button:approve|cancel}", web::post().to(decide));
}

async fn checkout(
    simulator: web::Data<Simulator>,
    request: HttpRequest,
    about: Option<web::Query<About>>,
) -> HttpResponse {
    let about = about.map(web::Query::into_inner).unwrap_or_default();
    let payment = simulator.records().by_token(&about.token).filter(|payment| payment.is_open()).cloned();
    let Some(payment) = payment else { return over(&request) };
    let transaction = &payment.order["transactions"][0];
    let words = words_for(&request);
    let page = CheckoutPage {
        words,
        path: PATH,
        token: &payment.token,
        item: text(&transaction["description"]),
        total: text(&transaction["amount"]["total"]).replace('.', words.decimal_mark),
    };
    html(StatusCode::OK, &page)
}

async fn style() -> HttpResponse {
    HttpResponse::Ok().content_type("text/css; charset=utf-8").insert_header((CACHE_CONTROL, "no-cache")).body(STYLE)
}

/// Handles a button: approves or cancels the payment.
async fn decide(
    simulator: web::Data<Simulator>,
    request: HttpRequest,
    button: web::Path<String>,
    body: web::Payload,
) -> HttpResponse {
    let about = match read(body, LONGEST_FORM).await {
        Ok(body) => form::<About>(&body).unwrap_or_default(),
        Err(refusal) => return refusal,
    };
    let mut records = simulator.records();
    let Some(payment) = records.by_token(&about.token).filter(|payment| payment.is_open()) else {
        return over(&request);
    };
    let urls = &payment.order["redirect_urls"];
    if *button == "cancel" {
        payment.is_cancelled = true;
        return back(&urls["cancel_url"], &[("token", &payment.token)], &request);
    }
    let payer = payment.payer.get_or_insert_with(|| name(PAYER_LENGTH));
    let facts = [("paymentId", payment.id.as_str()), ("token", &payment.token), ("PayerID", payer)];
    back(&urls["return_url"], &facts, &request)
}

/// Sends the buyer back to the shop.
fn back(url: &Value, facts: &[(&str, &str)], request: &HttpRequest) -> HttpResponse {
    let Ok(mut url) = Url::parse(text(url)) else { return over(request) };
    url.query_pairs_mut().extend_pairs(facts);
    HttpResponse::SeeOther().insert_header((LOCATION, url.as_str())).finish()
}

fn over(request: &HttpRequest) -> HttpResponse {
    html(StatusCode::NOT_FOUND, &OverPage { words: words_for(request), path: PATH })
}

fn words_for(request: &HttpRequest) -> &'static Words {
    words(Language::of(request).unwrap_or_default())
}

fn html(status: StatusCode, page: &impl Template) -> HttpResponse {
    match page.render() {
        Ok(page) => HttpResponse::build(status)
            .content_type(ContentType::html())
            .insert_header((CACHE_CONTROL, "no-store"))
            .body(page),
        Err(error) => {
            tracing::error!(%error, "a page of the simulator could not be rendered");
            HttpResponse::InternalServerError().finish()
        }
    }
}
