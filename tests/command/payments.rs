//! The purchase of a skin from the running command: through its simulator, and through a PayPal while the command is
//! killed.

use reqwest::redirect::Policy;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::colibri::{Colibri, Dir, Reached as _, until};
use crate::mail::{content, mails};
use crate::paypal::{CLIENT_ID, Call, Fault, PayPalPeer, SECRET};
use crate::racer::{call, sign_up};

fn text(value: &Value) -> String {
    value.as_str().expect("it is text").to_owned()
}

async fn owns(colibri: &Colibri, token: &str, skin: &str) -> bool {
    let stats = call(colibri, "/api/getstats", &json!({ "username": "buyer", "token": token })).await;
    stats["skins"].as_array().expect("it is a list").iter().any(|owned| owned["filename"] == skin)
}

#[tokio::test]
async fn a_skin_is_bought_through_the_simulator() {
    let dir = Dir::new();
    let colibri = Colibri::serve_with(&dir, &[("COLIBRI_PAYMENTS", "simulator")]);
    assert!(colibri.log().contains("skins are free"), "{}", colibri.log());
    let token = sign_up(&colibri, "buyer").await;
    let window = call(&colibri, "/api/shop/getShop", &json!({ "token": token })).await;
    assert_eq!(window["simulated"], true);
    let skin = text(&window["skins"][0]["filename"]);
    let link = text(&call(&colibri, "/api/shop/buy", &json!({ "token": token, "skin": skin })).await["link"]);
    assert!(link.starts_with(&format!("{}/simulator/checkout?token=EC-", colibri.url)), "{link}");

    // The requests of a browser: the page, its files, and its form.
    let browser = reqwest::Client::builder().redirect(Policy::none()).build().expect("it can be made");
    let page = browser.get(&link).send().await.expect("it answers");
    let policy = page.headers()["content-security-policy"].to_str().expect("it is text").to_owned();
    assert!(policy.contains("form-action 'self'") && policy.contains("style-src 'self'"), "{policy}");
    assert!(page.text().await.expect("it is text").contains("You won’t be charged"));
    let (status, style) = colibri.get("/simulator/checkout.css").await;
    assert!(status == 200 && style.contains("--forest"), "{status}");
    let (_, page_token) = link.split_once("token=").expect("it has one");
    let pressed = browser.post(format!("{}/simulator/approve", colibri.url)).form(&[("token", page_token)]);
    let pressed = pressed.send().await.expect("it answers");
    let back = pressed.headers()["location"].to_str().expect("it is text");
    assert!(pressed.status() == 303 && back.starts_with(&format!("{}/shop/success?skin={skin}&", colibri.url)));
    let fact = |name: &str| back.split('&').find_map(|pair| pair.strip_prefix(name)).expect("the fact is in the query");

    let form = json!({ "token": token, "paymentId": fact("paymentId="), "payerId": fact("PayerID="), "skin": skin });
    let bought = call(&colibri, "/api/shop/success", &form).await;
    assert_eq!(bought["price"], window["skins"][0]["price"]);
    assert!(owns(&colibri, &token, &skin).await);
    let invoice = format!("Your invoice for {}", text(&bought["name"]));
    let is_written = async || {
        // No event announces a file. Each check makes a request to the site, which gives it time.
        colibri.get("/healthz").await;
        mails(&dir).iter().any(|mail| content(mail).contains(&invoice))
    };
    until("an invoice is written", is_written).await;
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}

#[actix_web::test]
async fn a_payment_executed_during_a_kill_is_granted_at_the_next_start() {
    let (dir, paypal) = (Dir::new(), PayPalPeer::start());
    let site = format!("http://{}", paypal.address);
    let base_url = format!("{site}/simulator");
    let account = [
        ("PAYPAL_BASE_URL", &*base_url),
        ("PAYPAL_CLIENT_ID", CLIENT_ID),
        ("PAYPAL_SECRET", SECRET),
        // The test polls until the skin is granted.
        ("COLIBRI_RATE_LIMITS", "off"),
    ];

    let colibri = Colibri::serve_with(&dir, &account);
    let token = sign_up(&colibri, "buyer").await;
    let skin = text(&call(&colibri, "/api/shop/getShop", &json!({})).await["skins"][0]["filename"]);
    let link = text(&call(&colibri, "/api/shop/buy", &json!({ "token": token, "skin": skin })).await["link"]);
    let approved = paypal.approve(&link).await;
    paypal.next(Call::Execute, Fault::hangs().but_done());
    let form = json!({ "token": token, "paymentId": approved.payment, "payerId": approved.payer, "skin": skin });
    let waiting = reqwest::Client::new().post(format!("{}/api/shop/success", colibri.url)).json(&form).send();
    let waiting = actix_web::rt::spawn(waiting);
    let is_asked = async || {
        colibri.get("/healthz").await;
        paypal.asked(Call::Execute) > 0
    };
    until("the payment is executed", is_asked).await;
    assert_eq!(colibri.end(Signal::KILL), None);
    assert!(waiting.await.expect("it did not panic").is_err());

    let colibri = Colibri::serve_with(&dir, &account);
    until("the skin is granted", async || owns(&colibri, &token, &skin).await).await;
    assert_eq!(paypal.asked(Call::Execute), 1);
    let bought = call(&colibri, "/api/shop/success", &form).await;
    assert_eq!(bought["filename"], json!(skin));
    assert!(!colibri.log().contains(SECRET), "{}", colibri.log());
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}
