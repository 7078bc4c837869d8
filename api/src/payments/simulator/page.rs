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
use super::{LONGEST_FORM, PATH, SimulatedPayment, Simulator, form, name, read};
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
struct Page<'a> {
    /// True for Spanish, false for English.
    es: bool,
    path: &'a str,
    /// `None` if there is nothing to pay.
    due: Option<Due<'a>>,
}

struct Due<'a> {
    token: &'a str,
    item: &'a str,
    /// In US dollars, as all prices are.
    total: String,
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
    let due = payment.as_ref().map(|SimulatedPayment { token, order, .. }| {
        let transaction = &order["transactions"][0];
        let mark = if is_spanish(&request) { "," } else { "." };
        let total = text(&transaction["amount"]["total"]).replace('.', mark);
        Due { token, item: text(&transaction["description"]), total }
    });
    html(&request, due)
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
        return html(&request, None);
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
    let Ok(mut url) = Url::parse(text(url)) else { return html(request, None) };
    url.query_pairs_mut().extend_pairs(facts);
    HttpResponse::SeeOther().insert_header((LOCATION, url.as_str())).finish()
}

/// Returns the page with what is due, or without anything to pay.
fn html(request: &HttpRequest, due: Option<Due<'_>>) -> HttpResponse {
    let status = if due.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    match (Page { es: is_spanish(request), path: PATH, due }).render() {
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

fn is_spanish(request: &HttpRequest) -> bool {
    Language::of(request) == Some(Language::Spanish)
}
