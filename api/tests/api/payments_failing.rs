//! A PayPal that fails: the buyer gets an error, nothing is granted, and nothing is lost.

use std::time::Duration;

use crate::support::paypal::{Call, Fault};
use crate::support::shop::{NOT_CHARGED, OVER, SCHEDULE, Shop, UNCONFIRMED, UNDER_WAY};

/// The timeout for a PayPal that never answers.
const SHORT_TIMEOUT: Duration = Duration::from_secs(1);

/// PayPal's refusals of our credentials.
const INVALID_TOKEN: &str = r#"{"error":"invalid_token","error_description":"Token signature verification failed"}"#;
const INVALID_CLIENT: &str = r#"{"error":"invalid_client","error_description":"Client Authentication failed"}"#;

/// Returns faults of any request, each with the status that the buyer gets.
fn outages() -> Vec<(&'static str, Fault, u16)> {
    vec![
        ("too many requests", Fault::refuses(429, "RATE_LIMIT_REACHED"), 503),
        ("an internal error", Fault::refuses(500, "INTERNAL_SERVICE_ERROR"), 502),
        ("out of service", Fault::refuses(503, "SERVICE_UNAVAILABLE"), 503),
        ("an error page", Fault::answers(504, "<html>Gateway Time-out</html>"), 502),
        ("garbage", Fault::answers(200, "<html>It works!</html>"), 502),
        ("JSON of something else", Fault::answers(200, "{\"id\": 5}"), 502),
        ("nothing at all", Fault::answers(200, ""), 502),
        ("a redirect", Fault::answers(302, ""), 502),
        ("a cut in mid-answer", Fault::cuts(), 503),
        ("no answer", Fault::hangs(), 503),
    ]
}

#[actix_web::test]
async fn a_payment_that_cannot_be_created_is_an_error_and_can_be_retried() {
    let (shop, ana, skin) = Shop::open_with(SCHEDULE, SHORT_TIMEOUT).await.and_ana().await;
    let mut faults = outages();
    faults.push(("our own mistake", Fault::refuses(400, "VALIDATION_ERROR"), 502));
    for (case, fault, status) in faults {
        shop.paypal.next(Call::Create, fault);
        let refused = shop.buy(&ana, &skin).await;
        assert_eq!(refused.error(), (status, NOT_CHARGED), "{case}");
        assert_eq!(refused.header("retry-after").is_empty(), status != 503, "{case}");
    }
    assert_eq!((shop.purchases("open"), shop.paypal.asked(Call::Token)), (0.0, 1));
    let approved = shop.approved(&ana, &skin).await;
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn a_token_is_requested_once_and_again_when_it_is_refused() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    assert_eq!(shop.paypal.asked(Call::Token), 1);
    shop.paypal.next(Call::Execute, Fault::answers(401, INVALID_TOKEN));
    shop.success(&ana, &approved, &skin).await.json();
    assert_eq!((shop.paypal.asked(Call::Token), shop.paypal.asked(Call::Execute)), (2, 2));
    shop.granted_once();
}

#[actix_web::test]
async fn rejected_credentials_are_an_internal_error_without_a_charge() {
    let (shop, ana, skin) = Shop::with_ana().await;
    shop.paypal.next(Call::Token, Fault::answers(401, INVALID_CLIENT));
    shop.buy(&ana, &skin).await.refuses(502, NOT_CHARGED);
    let approved = shop.approved(&ana, &skin).await;
    for _ in 0..2 {
        shop.paypal.next(Call::Execute, Fault::answers(401, INVALID_TOKEN));
    }
    shop.success(&ana, &approved, &skin).await.refuses(502, NOT_CHARGED);
    shop.nothing_was_granted();
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn nothing_is_executed_while_the_payment_cannot_be_looked_up() {
    let (shop, ana, skin) = Shop::open_with(SCHEDULE, SHORT_TIMEOUT).await.and_ana().await;
    let approved = shop.approved(&ana, &skin).await;
    for (case, fault, status) in outages() {
        shop.paypal.next(Call::LookUp, fault);
        let refused = shop.success(&ana, &approved, &skin).await;
        assert_eq!(refused.error(), (status, NOT_CHARGED), "{case}");
    }
    assert_eq!(shop.paypal.asked(Call::Execute), 0);
    shop.nothing_was_granted();
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn a_buyer_whose_payment_paypal_refuses_can_try_again() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    let cases = [
        (400, "INSTRUMENT_DECLINED", 402, "payment-declined"),
        (400, "PAYMENT_NOT_APPROVED_FOR_EXECUTION", 409, "payment-not-approved"),
        (404, "INVALID_RESOURCE_ID", 409, OVER),
        (400, "VALIDATION_ERROR", 502, NOT_CHARGED),
    ];
    for (status, refusal, status_for_buyer, code) in cases {
        shop.paypal.next(Call::Execute, Fault::refuses(status, refusal));
        shop.success(&ana, &approved, &skin).await.refuses(status_for_buyer, code);
        assert_eq!(shop.purchases("open"), 1.0, "{code}");
    }
    shop.nothing_was_granted();
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn a_payment_executed_before_is_looked_up_and_granted() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    shop.paypal.next(Call::Execute, Fault::refuses(400, "PAYMENT_ALREADY_DONE").but_done());
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn an_execution_whose_answer_is_lost_is_looked_up_and_granted() {
    for (case, fault, _) in outages() {
        let (shop, ana, skin) = Shop::open_with(SCHEDULE, SHORT_TIMEOUT).await.and_ana().await;
        let approved = shop.approved(&ana, &skin).await;
        shop.paypal.next(Call::Execute, fault.but_done());
        let answer = shop.success(&ana, &approved, &skin).await;
        assert_eq!(answer.status, 200, "{case}: {answer:?}");
        shop.granted_once();
    }
}

#[actix_web::test]
async fn an_execution_that_did_not_happen_can_be_retried() {
    for (case, fault, status) in outages() {
        let (shop, ana, skin) = Shop::open_with(SCHEDULE, SHORT_TIMEOUT).await.and_ana().await;
        let approved = shop.approved(&ana, &skin).await;
        shop.paypal.next(Call::Execute, fault);
        let refused = shop.success(&ana, &approved, &skin).await;
        assert_eq!(refused.error(), (status, UNCONFIRMED), "{case}");
        shop.nothing_was_granted();
        // Money may be moving, so the buyer cannot pay for the same skin again.
        shop.buy(&ana, &skin).await.refuses(409, UNDER_WAY);
        shop.grants_once(&ana, &approved, &skin).await;
    }
}
