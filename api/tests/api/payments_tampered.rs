//! Payments that differ from what the buyer or PayPal claims.

use serde_json::{Value, json};

use crate::support::paypal::{Call, Fault};
use crate::support::shop::{NOT_CHARGED, Shop, success_form};

const UNKNOWN: &str = "unknown-payment";

type Change = fn(&mut Value);

/// Answers of PayPal about a payment other than the requested one.
const OTHER_PAYMENTS: [(&str, Change); 5] = [
    ("a lower amount", |payment| payment["transactions"][0]["amount"]["total"] = json!("0.01")),
    ("an invalid amount", |payment| payment["transactions"][0]["amount"]["total"] = json!("free")),
    ("another currency", |payment| payment["transactions"][0]["amount"]["currency"] = json!("JPY")),
    ("another purchase", |payment| payment["transactions"][0]["custom"] = json!("b3b4a5c6")),
    ("nothing", |payment| payment["transactions"] = json!([])),
];

#[actix_web::test]
async fn a_payment_buys_only_for_its_buyer_and_only_its_skin() {
    let shop = Shop::open().await;
    let (ana, bob) = (shop.app.signup("ana").await, shop.app.signup("bob").await);
    let skin = shop.sold().await;
    let approved = shop.approved(&ana, &skin).await;
    shop.success(&bob, &approved, &skin).await.refuses(404, UNKNOWN);
    shop.success("bad", &approved, &skin).await.refuses(401, "not-logged-in");
    for other in ["jesus", "cat", "dodo", ""] {
        shop.success(&ana, &approved, other).await.refuses(422, "other-skin; field=skin");
    }
    let mut by_another = approved.clone();
    by_another.payer = "AAAAAAAAAAAAA".to_owned();
    let other_payer = "other-payer; field=payerId";
    shop.success(&ana, &by_another, &skin).await.refuses(422, other_payer);
    let mut invented = approved.clone();
    invented.payment = "PAYID-AAAAAAAAAAAAAAAAAAAAAAAA".to_owned();
    shop.success(&ana, &invented, &skin).await.refuses(404, UNKNOWN);
    shop.nothing_was_granted();
    assert_eq!(shop.paypal.asked(Call::Execute), 0);
    // An honest buyer can still pay.
    shop.grants_once(&ana, &approved, &skin).await;
    shop.success(&bob, &approved, &skin).await.refuses(404, UNKNOWN);
}

#[actix_web::test]
async fn ids_that_could_alter_the_url_are_refused_before_any_request() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    let before = shop.paypal.asked(Call::LookUp);
    let not_id = |field| format!("not-payment-id; field={field}; least=10; most=64");
    for wrong in
        ["", "short", "../../oauth2/token", "PAYID-0123/execute", "PAYID-0123456789?x=1", "PAYID-\u{202e}0123456"]
    {
        for field in ["paymentId", "payerId"] {
            let mut form = success_form(&ana, &approved, &skin);
            form[field] = json!(wrong);
            let refused = shop.app.post("/api/shop/success", &form).await;
            refused.refuses(422, &not_id(field));
        }
    }
    let mut long = success_form(&ana, &approved, &skin);
    long["paymentId"] = json!("A".repeat(65));
    shop.app.post("/api/shop/success", &long).await.refuses(422, &not_id("paymentId"));
    assert_eq!(shop.paypal.asked(Call::LookUp), before);
}

#[actix_web::test]
async fn a_payment_for_something_else_is_not_offered_to_the_buyer() {
    let (shop, ana, skin) = Shop::with_ana().await;
    for (case, change) in OTHER_PAYMENTS {
        shop.paypal.next(Call::Create, Fault::changes(change));
        let refused = shop.buy(&ana, &skin).await;
        assert_eq!(refused.error(), (502, NOT_CHARGED), "{case}");
    }
    let other_links: [Change; 4] = [
        |payment| payment["links"][0]["href"] = json!("javascript:alert(1)"),
        |payment| payment["links"][0]["href"] = json!("ftp://paypal.example"),
        |payment| payment["links"][0]["href"] = json!("//paypal.example"),
        |payment| payment["links"] = json!([]),
    ];
    for change in other_links {
        shop.paypal.next(Call::Create, Fault::changes(change));
        shop.buy(&ana, &skin).await.refuses(502, NOT_CHARGED);
    }
    assert_eq!(shop.purchases("open"), 0.0);
}

#[actix_web::test]
async fn a_payment_for_something_else_is_not_executed() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    for (case, change) in OTHER_PAYMENTS {
        shop.paypal.next(Call::LookUp, Fault::changes(change));
        let refused = shop.success(&ana, &approved, &skin).await;
        assert_eq!(refused.error(), (502, NOT_CHARGED), "{case}");
    }
    shop.paypal.next(Call::LookUp, Fault::changes(|payment| payment["id"] = json!("PAYID-ANOTHER")));
    shop.success(&ana, &approved, &skin).await.refuses(502, NOT_CHARGED);
    assert_eq!(shop.paypal.asked(Call::Execute), 0);
    shop.nothing_was_granted();
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn money_for_something_else_is_refunded_and_grants_no_skin() {
    // While PayPal says nothing about the money, nothing is decided.
    for (case, change) in OTHER_PAYMENTS.into_iter().filter(|(case, _)| *case != "nothing") {
        let (shop, ana, skin, approved) = Shop::with_approved().await;
        shop.paypal.next(Call::Execute, Fault::changes(change));
        for _ in 0..2 {
            let refused = shop.success(&ana, &approved, &skin).await;
            assert_eq!(refused.error(), (409, "payment-to-refund"), "{case}");
        }
        shop.nothing_was_granted();
        assert_eq!(shop.purchases("to_refund"), 1.0, "{case}");
    }
}
