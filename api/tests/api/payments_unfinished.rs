//! Payments that were left unfinished: their outcome when a process dies, and over time.

use std::time::Duration;

use api::Schedule;
use net::backoff::Backoff;
use serde_json::json;

use crate::support::app::{filenames, without_limits};
use crate::support::paypal::{Approved, Call, Fault};
use crate::support::shop::{OVER, PAYPAL_TIMEOUT, SCHEDULE, Shop, UNCONFIRMED, UNDER_WAY};

const INTERNAL: &str = "INTERNAL_SERVICE_ERROR";

/// So slow that within a test it runs only once, at startup.
const ASLEEP: Schedule = Schedule { poll: HOUR, backoff: Backoff { first: HOUR, longest: HOUR }, ..SCHEDULE };
const HOUR: Duration = Duration::from_secs(3600);

/// Returns a shop whose payment PayPal executed without an answer, and whose process is gone.
pub(crate) async fn killed_before_the_grant() -> (Shop, String, String, Approved) {
    killed_before_the_grant_of(Shop::open_with(ASLEEP, PAYPAL_TIMEOUT).await).await
}

async fn killed_before_the_grant_of(shop: Shop) -> (Shop, String, String, Approved) {
    let (shop, ana, skin) = shop.and_ana().await;
    let approved = unfinished_payment(&shop, &ana, &skin).await;
    shop.nothing_was_granted();
    assert_eq!(shop.purchases("executing"), 1.0);
    (shop, ana, skin, approved)
}

async fn unfinished_payment(shop: &Shop, token: &str, skin: &str) -> Approved {
    let approved = shop.approved(token, skin).await;
    shop.paypal.next(Call::Execute, Fault::refuses(500, INTERNAL).but_done());
    // The look-ups before and after the execution.
    shop.paypal.next(Call::LookUp, Fault::changes(|_| {}));
    shop.paypal.next(Call::LookUp, Fault::refuses(500, INTERNAL));
    shop.success(token, &approved, skin).await.refuses(502, UNCONFIRMED);
    approved
}

#[actix_web::test]
async fn a_payment_executed_before_the_process_ended_is_granted_at_the_next_start() {
    let (shop, ana, skin, approved) = killed_before_the_grant().await;
    let next = shop.beside(ASLEEP).await;
    next.grants_by_itself().await;
    let bought = next.success(&next.app.login("ana").await, &approved, &skin).await.json();
    assert_eq!(bought["filename"], json!(skin));
    assert_eq!(shop.success(&ana, &approved, &skin).await.json(), bought);
    assert_eq!(next.paypal.asked(Call::Execute), 1);
}

#[actix_web::test]
async fn of_many_processes_that_start_at_once_one_grants_the_skin() {
    let (shop, ..) = killed_before_the_grant().await;
    let started = futures_util::future::join_all((0..4).map(|_| shop.beside(SCHEDULE))).await;
    shop.app.until("SELECT state = 'paid' FROM purchases").await;
    for next in started {
        next.reconciliation.stop().await;
    }
    shop.granted_once();
}

#[actix_web::test]
async fn a_payment_is_looked_up_until_paypal_knows_the_outcome() {
    let (shop, ..) = killed_before_the_grant().await;
    let asked = shop.paypal.asked(Call::LookUp);
    for _ in 0..3 {
        shop.paypal.next(Call::LookUp, Fault::refuses(500, INTERNAL));
    }
    let next = shop.beside(SCHEDULE).await;
    next.grants_by_itself().await;
    assert_eq!(next.paypal.asked(Call::LookUp), asked + 4);
}

#[actix_web::test]
async fn a_buyer_who_returns_first_gets_the_skin() {
    let (shop, ana, skin, approved) = killed_before_the_grant().await;
    shop.grants_once(&ana, &approved, &skin).await;
    assert_eq!(shop.paypal.asked(Call::Execute), 1);
}

#[actix_web::test]
async fn a_payment_under_review_is_granted_once_it_completes() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    let pending = Fault::changes(|payment| {
        payment["transactions"][0]["related_resources"][0]["sale"]["state"] = json!("pending");
    });
    shop.paypal.next(Call::Execute, pending);
    shop.success(&ana, &approved, &skin).await.refuses(503, UNCONFIRMED);
    shop.grants_by_itself().await;
    shop.success(&ana, &approved, &skin).await.json();
}

#[actix_web::test]
async fn a_payment_that_is_denied_later_grants_nothing() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    let denied = Fault::changes(|payment| {
        payment["transactions"][0]["related_resources"][0]["sale"]["state"] = json!("denied");
    });
    shop.paypal.next(Call::Execute, denied);
    for _ in 0..2 {
        shop.success(&ana, &approved, &skin).await.refuses(409, OVER);
    }
    shop.nothing_was_granted();
    let again = shop.approved(&ana, &skin).await;
    shop.grants_once(&ana, &again, &skin).await;
}

#[actix_web::test]
async fn a_payment_that_was_not_executed_can_be_retried_after_a_while() {
    let schedule = Schedule { lease: Duration::ZERO, ..SCHEDULE };
    let (shop, ana, skin) = Shop::open_with(schedule, PAYPAL_TIMEOUT).await.and_ana().await;
    let approved = shop.approved(&ana, &skin).await;
    shop.paypal.next(Call::Execute, Fault::refuses(500, INTERNAL));
    shop.success(&ana, &approved, &skin).await.refuses(502, UNCONFIRMED);
    shop.app.execute("UPDATE purchases SET executed_at = now() - interval '10 minutes'");
    shop.app.until("SELECT state = 'open' FROM purchases").await;
    shop.nothing_was_granted();
    // Also if the buyer got it in another way.
    let other = shop.approved(&ana, &skin).await;
    shop.success(&ana, &other, &skin).await.json();
    shop.success(&ana, &approved, &skin).await.refuses(409, "already-owned");
    assert_eq!(shop.paypal.asked(Call::Execute), 2);
    shop.granted_once();
}

#[actix_web::test]
async fn a_purchase_that_is_never_approved_expires_and_is_deleted() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    shop.paypal.next(Call::Create, Fault::refuses(500, INTERNAL));
    assert_eq!(shop.buy(&ana, &skin).await.status, 502);
    shop.app.execute("UPDATE purchases SET created_at = now() - interval '5 hours'");
    let young = shop.approved(&ana, &skin).await;
    let next = shop.beside(SCHEDULE).await;
    next.app.until("SELECT count(*) = 2 FROM purchases WHERE state = 'expired'").await;
    shop.success(&ana, &approved, &skin).await.refuses(409, OVER);
    assert_eq!(shop.paypal.asked(Call::Execute), 0);
    shop.grants_once(&ana, &young, &skin).await;
    shop.app.execute("UPDATE purchases SET settled_at = now() - interval '31 days'");
    let last = shop.beside(SCHEDULE).await;
    last.app.until("SELECT count(*) = 1 AND bool_and(state = 'paid') FROM purchases").await;
}

#[actix_web::test]
async fn a_refused_payment_is_looked_up_once_more_before_it_expires() {
    let (shop, ana, skin) = Shop::with_ana().await;
    let (refused, taken) = (shop.approved(&ana, &skin).await, shop.approved(&ana, &skin).await);
    shop.paypal.next(Call::Execute, Fault::refuses(400, "INSTRUMENT_DECLINED"));
    shop.success(&ana, &refused, &skin).await.refuses(402, "payment-declined");
    shop.paypal.next(Call::Execute, Fault::refuses(400, "INSTRUMENT_DECLINED").but_done());
    assert_eq!(shop.success(&ana, &taken, &skin).await.status, 402);
    assert_eq!(shop.purchases("open"), 2.0);
    let old = "created_at = now() - interval '5 hours', executed_at = now() - interval '5 hours', look_at = now()";
    shop.app.execute(&format!("UPDATE purchases SET {old}"));
    // PayPal had taken the money for one of them after all.
    shop.app.until("SELECT count(*) = 0 FROM purchases WHERE state = 'open'").await;
    assert_eq!(shop.purchases("expired"), 1.0);
    assert_eq!(shop.app.number("SELECT count(payer_id) FROM purchases WHERE state = 'expired'"), 0.0);
    shop.granted_once();
}

#[actix_web::test]
async fn money_from_a_deleted_account_is_to_be_refunded() {
    let (shop, ana, ..) = killed_before_the_grant().await;
    let deletion = json!({ "token": ana, "confirmationText": "IRREVERSIBLE" });
    shop.app.post("/api/deleteaccount", &deletion).await.json();
    let next = shop.beside(SCHEDULE).await;
    next.app.until("SELECT state = 'to_refund' AND user_id IS NULL FROM purchases").await;
    assert_eq!((next.owned(), next.invoices()), (0.0, 0.0));
}

#[actix_web::test]
async fn money_for_a_skin_already_owned_is_to_be_refunded() {
    let (shop, ana, skin, approved) = killed_before_the_grant().await;
    shop.app.execute(&format!("INSERT INTO owned_skins SELECT id, '{skin}' FROM users"));
    let next = shop.beside(SCHEDULE).await;
    next.app.until("SELECT state = 'to_refund' FROM purchases").await;
    shop.success(&ana, &approved, &skin).await.refuses(409, "payment-to-refund");
    let stats = shop.app.post("/api/getstats", &json!({ "username": "ana", "token": ana })).await.json();
    assert!(filenames(&stats["skins"]).contains(&skin.as_str()));
}

#[actix_web::test]
async fn an_unfinished_purchase_is_parked_while_the_site_is_without_paypal() {
    let parked = "SELECT state = 'parked' AND look_at IS NULL FROM purchases";
    for is_simulated in [true, false] {
        let (shop, ..) = killed_before_the_grant().await;
        if is_simulated {
            shop.switched(SCHEDULE).await.app.until(parked).await;
        } else {
            let without = shop.app.start_beside(without_limits()).await;
            drop(without.api.settle_payments());
            without.until(parked).await;
        }
        let next = shop.beside(SCHEDULE).await;
        next.grants_by_itself().await;
        assert_eq!(next.paypal.asked(Call::Execute), 1);
    }
}

#[actix_web::test]
async fn a_parked_skin_is_not_sold_again_before_paypal_knows_the_outcome() {
    let (shop, ana, skin) = Shop::open_with(ASLEEP, PAYPAL_TIMEOUT).await.and_ana().await;
    let other = shop.approved(&ana, &skin).await;
    unfinished_payment(&shop, &ana, &skin).await;
    let without = shop.app.start_beside(without_limits()).await;
    drop(without.api.settle_payments());
    without.until("SELECT count(*) = 1 FROM purchases WHERE state = 'parked'").await;
    shop.paypal.next(Call::LookUp, Fault::refuses(500, INTERNAL));
    let asked = shop.paypal.asked(Call::LookUp);
    let next = shop.beside(ASLEEP).await;
    next.paypal.is_asked_again(Call::LookUp, asked).await;
    let ana = next.app.login("ana").await;
    next.buy(&ana, &skin).await.refuses(409, UNDER_WAY);
    next.success(&ana, &other, &skin).await.refuses(409, UNDER_WAY);
    assert_eq!((next.paypal.asked(Call::LookUp), next.paypal.asked(Call::Execute)), (asked + 2, 1));
}

#[actix_web::test]
async fn an_unfinished_payment_blocks_no_purchase_at_another_provider() {
    for shop in [Shop::open_with(ASLEEP, PAYPAL_TIMEOUT).await, Shop::open_simulated(ASLEEP).await] {
        let (shop, _, skin, approved) = killed_before_the_grant_of(shop).await;
        let (looked_up, executed) = (shop.paypal.asked(Call::LookUp), shop.paypal.asked(Call::Execute));
        let switched = shop.switched(SCHEDULE).await;
        let ana = switched.app.login("ana").await;
        // A payment that was approved at the other provider cannot be completed here, and PayPal is not asked about it.
        let unknown = "unknown-payment";
        switched.success(&ana, &approved, &skin).await.refuses(404, unknown);
        assert_eq!((switched.paypal.asked(Call::LookUp), switched.paypal.asked(Call::Execute)), (0, 0));
        let here = switched.approved(&ana, &skin).await;
        switched.success(&ana, &here, &skin).await.json();
        switched.granted_once();
        let left = switched.purchases("executing") + switched.purchases("parked");
        assert_eq!((left, switched.paypal.asked(Call::Execute)), (1.0, 1));
        assert_eq!((shop.paypal.asked(Call::LookUp), shop.paypal.asked(Call::Execute)), (looked_up, executed));
        // After the switch back, the money turns out to have moved.
        let back = shop.beside(SCHEDULE).await;
        back.app.until("SELECT count(*) = 1 FROM purchases WHERE state = 'to_refund'").await;
        back.granted_once();
    }
}

#[actix_web::test]
async fn of_payments_at_two_providers_the_first_known_is_granted() {
    let (shop, _, skin, _) = killed_before_the_grant().await;
    let switched = shop.switched(ASLEEP).await;
    unfinished_payment(&switched, &switched.app.login("ana").await, &skin).await;
    assert_eq!(shop.purchases("executing") + shop.purchases("parked"), 2.0);
    let back = shop.beside(SCHEDULE).await;
    back.app.until("SELECT state = 'paid' FROM purchases WHERE provider = 'paypal'").await;
    back.granted_once();
}

#[actix_web::test]
async fn an_old_simulated_purchase_expires_after_a_switch_to_paypal() {
    let (shop, ..) = killed_before_the_grant_of(Shop::open_simulated(ASLEEP).await).await;
    shop.app.execute("UPDATE purchases SET created_at = now() - interval '5 hours'");
    let switched = shop.switched(SCHEDULE).await;
    switched.app.until("SELECT state = 'expired' FROM purchases").await;
    assert_eq!((switched.owned(), switched.invoices()), (0.0, 0.0));
}
