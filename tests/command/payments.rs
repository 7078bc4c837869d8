//! Buying a skin from the running command: from its simulator, and from a PayPal while the command is killed.

use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::colibri::{Colibri, Dir};
use crate::paypal::{CLIENT_ID, Call, Fault, PayPalPeer, SECRET};

/// The longest time that something may take on a busy machine.
const WITHIN: Duration = Duration::from_secs(60);

/// Makes a call that must succeed, and returns its answer.
async fn call(colibri: &Colibri, path: &str, body: &Value) -> Value {
    let answer = reqwest::Client::new().post(format!("{}{path}", colibri.url)).json(body).send().await;
    let answer = answer.expect("it answers");
    let (status, text) = (answer.status(), answer.text().await.expect("it is text"));
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).expect("it is JSON")
}

async fn sign_up(colibri: &Colibri) -> String {
    let form = json!({
        "username": "buyer", "email": "buyer@example.org", "country": "CR",
        "password": "quetzal over the cloud forest", "passwordConfirm": "quetzal over the cloud forest",
    });
    text(&call(colibri, "/api/signup", &form).await["token"])
}

fn text(value: &Value) -> String {
    value.as_str().expect("it is text").to_owned()
}

async fn owns(colibri: &Colibri, token: &str, skin: &str) -> bool {
    let stats = call(colibri, "/api/getstats", &json!({ "username": "buyer", "token": token })).await;
    stats["skins"].as_array().expect("it is a list").iter().any(|owned| owned["filename"] == skin)
}

/// Returns the texts of the data directory's mails, joined together.
fn mails(dir: &Dir) -> String {
    let files = std::fs::read_dir(dir.path().join("mails")).into_iter().flatten().map_while(Result::ok);
    let mails = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "eml"));
    mails.map(|mail| std::fs::read_to_string(mail).expect("it is text").replace("=\r\n", "")).collect()
}

#[tokio::test]
async fn a_skin_is_bought_from_the_simulator_from_the_window_to_the_invoice() {
    let dir = Dir::new();
    let colibri = Colibri::serve_with(&dir, &[("COLIBRI_PAYMENTS", "simulator")]);
    assert!(colibri.log().contains("skins are given away"), "{}", colibri.log());
    let token = sign_up(&colibri).await;
    let window = call(&colibri, "/api/shop/getShop", &json!({ "token": token })).await;
    assert_eq!(window["simulated"], true);
    let skin = text(&window["skins"][0]["filename"]);
    let link = text(&call(&colibri, "/api/shop/buy", &json!({ "token": token, "skin": skin })).await["link"]);
    assert!(link.starts_with(&format!("{}/simulator/checkout?token=EC-", colibri.url)), "{link}");

    // The requests of a browser: the page, the files that it loads, and its form.
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
    let fact = |name: &str| back.split('&').find_map(|pair| pair.strip_prefix(name)).expect("it is among them");

    let form = json!({ "token": token, "paymentId": fact("paymentId="), "payerId": fact("PayerID="), "skin": skin });
    let bought = call(&colibri, "/api/shop/success", &form).await;
    assert_eq!(bought["price"], window["skins"][0]["price"]);
    assert!(owns(&colibri, &token, &skin).await);
    let (began, invoice) = (Instant::now(), format!("Your invoice for {}", text(&bought["name"])));
    while !mails(&dir).contains(&invoice) {
        assert!(began.elapsed() < WITHIN, "no invoice is written");
        // No event announces a file; each look makes a request to the site, which gives it time.
        colibri.get("/healthz").await;
    }
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}

#[actix_web::test]
async fn a_payment_that_was_executed_when_the_command_was_killed_is_granted_when_it_runs_again() {
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
    let token = sign_up(&colibri).await;
    let skin = text(&call(&colibri, "/api/shop/getShop", &json!({})).await["skins"][0]["filename"]);
    let link = text(&call(&colibri, "/api/shop/buy", &json!({ "token": token, "skin": skin })).await["link"]);
    let approved = paypal.approve(&link).await;
    paypal.next(Call::Execute, Fault::hangs().but_done());
    let form = json!({ "token": token, "paymentId": approved.payment, "payerId": approved.payer, "skin": skin });
    let waiting = reqwest::Client::new().post(format!("{}/api/shop/success", colibri.url)).json(&form).send();
    let waiting = actix_web::rt::spawn(waiting);
    let began = Instant::now();
    while paypal.asked(Call::Execute) == 0 {
        assert!(began.elapsed() < WITHIN, "nothing is executed");
        colibri.get("/healthz").await;
    }
    assert_eq!(colibri.end(Signal::KILL), None);
    assert!(waiting.await.expect("it did not panic").is_err());

    let colibri = Colibri::serve_with(&dir, &account);
    while !owns(&colibri, &token, &skin).await {
        assert!(began.elapsed() < 2 * WITHIN, "the skin is not granted: {}", colibri.log());
    }
    assert_eq!(paypal.asked(Call::Execute), 1);
    let bought = call(&colibri, "/api/shop/success", &form).await;
    assert_eq!(bought["filename"], json!(skin));
    assert!(!colibri.log().contains(SECRET), "{}", colibri.log());
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}
