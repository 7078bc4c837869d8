//! The REST calls that this site makes, as PayPal documents them
//! (<https://developer.paypal.com/docs/api/payments/v1/>).

use actix_web::http::StatusCode;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpRequest, HttpResponse, web};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{LONGEST_FORM, LONGEST_ORDER, PATH, SimulatedPayment, Simulator, TOKEN_TTL_S, form, name, read};

/// The names and messages of errors, as PayPal has them.
const INVALID_RESOURCE_ID: (&str, &str) = ("INVALID_RESOURCE_ID", "The requested resource ID was not found.");
const NOT_APPROVED: (&str, &str) = ("PAYMENT_NOT_APPROVED_FOR_EXECUTION", "The payer has not approved this payment.");
const ALREADY_DONE: (&str, &str) = ("PAYMENT_ALREADY_DONE", "Payment has been done already for this cart.");
const INVALID_PAYER_ID: (&str, &str) = ("INVALID_PAYER_ID", "Payer ID is invalid.");
const EXPIRED: (&str, &str) = ("PAYMENT_EXPIRED", "The payment is expired.");

/// The grant type of a token request. Any other value is a bad request.
#[derive(Deserialize)]
#[serde(tag = "grant_type", rename_all = "snake_case")]
enum Grant {
    ClientCredentials,
}

#[derive(Deserialize)]
struct Execution {
    payer_id: String,
}

pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/v1/oauth2/token", web::post().to(token))
        .route("/v1/payments/payment", web::post().to(create))
        .route("/v1/payments/payment/{id}", web::get().to(look_up))
        .route("/v1/payments/payment/{id}/execute", web::post().to(execute));
}

async fn token(simulator: web::Data<Simulator>, request: HttpRequest, body: web::Payload) -> HttpResponse {
    let expected = format!("{}:{}", simulator.credentials.client_id, simulator.credentials.secret);
    let expected = format!("Basic {}", BASE64_STANDARD.encode(expected));
    if header(&request, AUTHORIZATION.as_str()) != Some(&expected) {
        return unauthorized("invalid_client", "Client Authentication failed");
    }
    match read(body, LONGEST_FORM).await {
        Ok(body) if form::<Grant>(&body).is_some() => {}
        Ok(_) => return HttpResponse::BadRequest().finish(),
        Err(refusal) => return refusal,
    }
    HttpResponse::Ok().json(json!({
        "access_token": simulator.credentials.token,
        "token_type": "Bearer",
        "expires_in": TOKEN_TTL_S,
    }))
}

async fn create(simulator: web::Data<Simulator>, request: HttpRequest, body: web::Payload) -> HttpResponse {
    if let Some(refusal) = refuse_unauthorized(&simulator, &request) {
        return refusal;
    }
    let order = match parsed(body).await {
        Ok(order) => order,
        Err(refusal) => return refusal,
    };
    let payment = SimulatedPayment {
        id: format!("PAYID-{}", name(24)),
        token: format!("EC-{}", name(17)),
        order,
        payer: None,
        is_cancelled: false,
        sale: None,
        created_at: Utc::now(),
    };
    let mut answer = shown(&payment);
    let page = format!("{}{PATH}/checkout?token={}", simulator.site, payment.token);
    answer["links"] = json!([{ "href": page, "rel": "approval_url", "method": "REDIRECT" }]);
    simulator.records().add(payment);
    HttpResponse::Created().json(answer)
}

async fn look_up(simulator: web::Data<Simulator>, request: HttpRequest, id: web::Path<String>) -> HttpResponse {
    if let Some(refusal) = refuse_unauthorized(&simulator, &request) {
        return refusal;
    }
    match simulator.records().by_id(&id) {
        Some(payment) => HttpResponse::Ok().json(shown(payment)),
        None => error(StatusCode::NOT_FOUND, INVALID_RESOURCE_ID),
    }
}

async fn execute(
    simulator: web::Data<Simulator>,
    request: HttpRequest,
    id: web::Path<String>,
    body: web::Payload,
) -> HttpResponse {
    if let Some(refusal) = refuse_unauthorized(&simulator, &request) {
        return refusal;
    }
    let execution: Execution = match parsed(body).await {
        Ok(execution) => execution,
        Err(refusal) => return refusal,
    };
    let mut records = simulator.records();
    let Some(payment) = records.by_id(&id) else {
        return error(StatusCode::NOT_FOUND, INVALID_RESOURCE_ID);
    };
    let refusal = match &payment.payer {
        _ if payment.sale.is_some() => Some(ALREADY_DONE),
        _ if !payment.is_alive() => Some(EXPIRED),
        None => Some(NOT_APPROVED),
        Some(payer) if *payer != execution.payer_id => Some(INVALID_PAYER_ID),
        Some(_) => None,
    };
    if let Some(refusal) = refusal {
        return error(StatusCode::BAD_REQUEST, refusal);
    }
    payment.sale = Some(name(17));
    HttpResponse::Ok().json(shown(payment))
}

/// Reads a body of JSON, once its sender is known: of strangers, nothing is read.
async fn parsed<T: DeserializeOwned>(body: web::Payload) -> Result<T, HttpResponse> {
    serde_json::from_slice(&read(body, LONGEST_ORDER).await?).map_err(|_| HttpResponse::BadRequest().finish())
}

/// Returns a text in an order, or an empty one if it is missing.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the payment as PayPal shows it, as far as it is used.
fn shown(payment: &SimulatedPayment) -> Value {
    let mut payer = json!({ "payment_method": "paypal" });
    if let Some(payer_id) = &payment.payer {
        payer["payer_info"] = json!({ "payer_id": payer_id });
    }
    let mut transaction = payment.order["transactions"][0].clone();
    let sale = payment.sale.as_ref().map(|sale| json!({ "sale": { "id": sale, "state": "completed" } }));
    transaction["related_resources"] = sale.into_iter().collect();
    json!({
        "id": payment.id,
        "intent": "sale",
        "state": if payment.sale.is_some() { "approved" } else { "created" },
        "payer": payer,
        "transactions": [transaction],
    })
}

/// Returns the refusal of a caller without a valid token.
fn refuse_unauthorized(simulator: &Simulator, request: &HttpRequest) -> Option<HttpResponse> {
    let token = header(request, AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Bearer "));
    (token != Some(&*simulator.credentials.token))
        .then(|| unauthorized("invalid_token", "Token signature verification failed"))
}

fn unauthorized(error: &str, description: &str) -> HttpResponse {
    HttpResponse::Unauthorized().json(json!({ "error": error, "error_description": description }))
}

fn error(status: StatusCode, (name, message): (&str, &str)) -> HttpResponse {
    HttpResponse::build(status).json(json!({
        "name": name,
        "message": message,
        "information_link": format!("https://developer.paypal.com/docs/api/payments/v1/#error-{name}"),
        "debug_id": super::name(13).to_ascii_lowercase(),
    }))
}

fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}
