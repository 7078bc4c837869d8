//! `/api/shop/buy` and `/api/shop/success`, with honest buyers and a PayPal that works.

use futures_util::future::join_all;
use serde_json::json;

use crate::support::app::{filenames, statuses};
use crate::support::paypal::{Call, PayPalPeer};
use crate::support::post::AppWithMail;
use crate::support::shop::Shop;
use crate::support::{App, PASSWORD};

#[actix_web::test]
async fn a_payment_grants_the_skin_and_an_invoice() {
    let shop = Shop::open().await;
    let AppWithMail { app, mut server, delivery: _delivery } = AppWithMail::beside(shop.app).await;
    let shop = Shop { app, ..shop };
    let ana = shop.app.signup("ana").await;
    server.next().await;
    let window = shop.app.post("/api/shop/getShop", &json!({ "token": ana })).await.json();
    assert_eq!(window["simulated"], false);
    let sold = window["skins"][0].clone();
    let skin = sold["filename"].as_str().expect("it is text");

    let link = shop.link(&ana, skin).await;
    assert!(link.starts_with(&format!("http://{}/", shop.paypal.address)), "{link}");
    shop.nothing_was_granted();
    let approved = shop.paypal.approve(&link).await;
    assert!(approved.back.starts_with(&format!("https://colibri.example/shop/success?skin={skin}&paymentId=PAYID-")));
    let bought = shop.success(&ana, &approved, skin).await.json();

    assert_eq!(bought, json!({ "name": sold["name"], "filename": skin, "price": sold["price"] }));
    shop.granted_once();
    let stats = shop.app.post("/api/getstats", &json!({ "username": "ana", "token": ana })).await.json();
    assert!(filenames(&stats["skins"]).contains(&skin));
    shop.app.post("/api/changeskin", &json!({ "token": ana, "skin": skin })).await.json();
    let invoice = server.next().await;
    assert_eq!(invoice.subject(), format!("Your invoice for {}", sold["name"].as_str().expect("it is text")));
    let price = format!("${:.2}", sold["price"].as_f64().expect("it is a number"));
    for fact in [price.as_str(), &approved.payment, "-000001"] {
        assert!(invoice.text().contains(fact), "{fact}: {}", invoice.text());
    }
}

#[actix_web::test]
async fn a_repeated_success_call_gets_the_same_answer_and_grants_once() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    let at_once = join_all((0..6).map(|_| shop.success(&ana, &approved, &skin))).await;
    let later = shop.success(&ana, &approved, &skin).await.json();
    for answer in at_once {
        assert_eq!(answer.json(), later);
    }
    shop.granted_once();
    let asked = shop.paypal.asked(Call::Execute);
    shop.success(&ana, &approved, &skin).await.json();
    assert_eq!(shop.paypal.asked(Call::Execute), asked, "a settled payment is not executed again");
}

#[actix_web::test]
async fn a_shop_without_payments_shows_prices_and_refuses_purchases() {
    let (app, ana) = App::with_ana().await;
    let window = app.post("/api/shop/getShop", &json!({})).await.json();
    assert_eq!(window["simulated"], false);
    let not_set_up = "payments-off";
    let skin = filenames(&window["skins"])[0];
    app.post("/api/shop/buy", &json!({ "token": ana, "skin": skin })).await.refuses(403, not_set_up);
    let success = json!({ "token": ana, "skin": skin, "paymentId": "PAYID-0123456789", "payerId": "0123456789ABC" });
    app.post("/api/shop/success", &success).await.refuses(403, not_set_up);
    assert_eq!(app.number("SELECT count(*) FROM purchases"), 0.0);
}

#[actix_web::test]
async fn only_skins_sold_today_and_not_yet_owned_can_be_bought() {
    let shop = Shop::open().await;
    let (ana, sold) = (shop.app.signup("ana").await, shop.sold().await);
    let window = shop.app.post("/api/shop/getShop", &json!({})).await.json();
    let today: Vec<String> = filenames(&window["skins"]).iter().map(|name| format!("'{name}'")).collect();
    let others =
        format!("SELECT min(filename) FROM skins WHERE unlock = 'shop' AND filename NOT IN ({})", today.join(","));
    let another_day = shop.app.text(&others);
    shop.app.execute(&format!("INSERT INTO owned_skins SELECT id, '{sold}' FROM users"));
    let cases = [
        ("dodo", 404, "unknown-skin"),
        (&another_day, 409, "not-sold-today"),
        (&sold, 409, "already-owned"),
        ("jesus", 403, "not-for-sale"),
        ("cat", 403, "not-for-sale"),
        ("hummingbird", 403, "not-for-sale"),
        ("violetear", 403, "not-for-sale"),
    ];
    for (skin, status, code) in cases {
        shop.buy(&ana, skin).await.refuses(status, code);
    }
    shop.buy("bad", &sold).await.refuses(401, "not-logged-in");
    assert_eq!(shop.app.number("SELECT count(*) FROM purchases"), 0.0);
    assert_eq!(shop.paypal.asked(Call::Create), 0);
}

#[actix_web::test]
async fn a_purchase_started_before_midnight_can_be_completed_after_it() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    shop.app.execute(&format!("UPDATE skins SET sold_from = '9999-01-01' WHERE filename = '{skin}'"));
    shop.buy(&ana, &skin).await.refuses(409, "not-sold-today");
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn of_two_simultaneous_payments_for_one_skin_one_moves_money() {
    let (shop, ana, skin) = Shop::with_ana().await;
    let payments = [shop.approved(&ana, &skin).await, shop.approved(&ana, &skin).await];
    let answers = join_all(payments.iter().map(|approved| shop.success(&ana, approved, &skin))).await;
    assert_eq!(statuses(&answers), [200, 409], "{answers:?}");
    shop.buy(&ana, &skin).await.refuses(409, "already-owned");
    assert_eq!(shop.paypal.asked(Call::Execute), 1);
    shop.granted_once();
}

#[actix_web::test]
async fn a_cancelled_or_unapproved_payment_grants_nothing() {
    let (shop, ana, skin) = Shop::with_ana().await;
    let link = shop.link(&ana, &skin).await;
    let payment = shop.app.text("SELECT payment_id FROM purchases");
    let form = json!({ "token": ana, "paymentId": payment, "payerId": "0123456789ABC", "skin": skin });
    let not_approved = "payment-not-approved";
    shop.app.post("/api/shop/success", &form).await.refuses(409, not_approved);
    let back = shop.paypal.press("cancel", &link).await.expect("it can be cancelled");
    assert!(back.starts_with("https://colibri.example/shop/cancel?token=EC-"), "{back}");
    assert!(shop.app.post("/api/shop/success", &form).await.status.is_client_error());
    shop.nothing_was_granted();
    // And the skin is for sale as before.
    let approved = shop.approved(&ana, &skin).await;
    shop.grants_once(&ana, &approved, &skin).await;
}

#[actix_web::test]
async fn a_purchase_outlives_its_buyers_account_anonymously() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    shop.success(&ana, &approved, &skin).await.json();
    let deletion = json!({ "token": ana, "confirmationText": "IRREVERSIBLE", "password": PASSWORD });
    shop.app.post("/api/deleteaccount", &deletion).await.json();
    let kept = "SELECT user_id IS NULL AND state = 'paid' AND invoice = 1 AND price_cents > 0 FROM purchases";
    assert_eq!(shop.app.text(kept), "true");
}

#[actix_web::test]
async fn a_refunded_buyer_is_told_so_rather_than_thanked() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    shop.success(&ana, &approved, &skin).await.json();
    // As docs/operations.md says.
    shop.app.execute("UPDATE purchases SET state = 'refunded'");
    shop.app.execute("DELETE FROM owned_skins");
    shop.success(&ana, &approved, &skin).await.refuses(409, "payment-refunded");
    assert_eq!((shop.owned(), shop.purchases("refunded")), (0.0, 1.0));
}

#[actix_web::test]
async fn the_simulators_page_is_labeled_and_has_no_scripts_or_styles() {
    let (shop, ana, skin) = Shop::with_ana().await;
    let link = shop.link(&ana, &skin).await;
    let (status, page) = shop.paypal.page(&link).await;
    let price =
        shop.app.text("SELECT price_cents / 100 || '.' || lpad((price_cents % 100)::text, 2, '0') FROM purchases");
    let name = shop.app.text("SELECT name FROM skins JOIN purchases ON skin = filename");
    assert_eq!(status, 200);
    for part in ["This is not PayPal", &format!("${price}"), &name, "action=\"/simulator/approve\"", "rel=\"icon\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for forbidden in ["<script", "<style", "style=", "onclick", "http://", "https://"] {
        assert!(!page.contains(forbidden), "{forbidden}: {page}");
    }
    let approved = shop.paypal.approve(&link).await;
    shop.success(&ana, &approved, &skin).await.json();
    let (status, page) = shop.paypal.page(&link).await;
    assert!(status == 404 && page.contains("Nothing to pay here"), "{page}");
    assert_eq!(shop.paypal.press("approve", &link).await, None);
}

#[actix_web::test]
async fn the_simulators_page_without_a_payment_says_so() {
    let paypal = PayPalPeer::start();
    let simulator = format!("http://{}/simulator", paypal.address);
    for query in ["", "?", "?token", "?token=", "?token=EC-UNKNOWN", "?token=a&token=b", "?payment=EC-UNKNOWN"] {
        let (status, page) = paypal.page(&format!("{simulator}/checkout{query}")).await;
        assert!(status == 404 && page.contains("Nothing to pay here"), "{query}: {status} {page}");
    }
    for button in ["approve", "cancel"] {
        let pressed = reqwest::Client::new().post(format!("{simulator}/{button}")).send().await.expect("it answers");
        let (status, page) = (pressed.status(), pressed.text().await.expect("it is text"));
        assert!(status == 404 && page.contains("Nothing to pay here"), "{button}: {status} {page}");
    }
    let spanish = reqwest::Client::new().get(format!("{simulator}/checkout")).header("Accept-Language", "es");
    let page = spanish.send().await.expect("it answers").text().await.expect("it is text");
    assert!(page.contains("lang=\"es\"") && page.contains("Aquí no hay nada que pagar"), "{page}");
}
