//! `/api/shop/getShop`.

use chrono::Utc;
use serde_json::{Value, json};

use crate::support::App;
use crate::support::app::filenames;
use crate::support::shop::sell_the_same_every_day;

async fn shop(app: &App, token: &Value) -> Value {
    app.post("/api/shop/getShop", &json!({ "token": token })).await.json()
}

#[actix_web::test]
async fn everyone_sees_the_same_skins_with_prices_until_midnight() {
    const DAY: i64 = 24 * 60 * 60;
    let (app, ana) = App::with_ana().await;
    sell_the_same_every_day(&app);
    let window = shop(&app, &json!(null)).await;
    let seconds = window["seconds"].as_i64().expect("it is a whole number");
    let since = (Utc::now().timestamp() + seconds).rem_euclid(DAY);
    assert!((1..=DAY).contains(&seconds) && since <= 10, "{seconds}");
    let skins = window["skins"].as_array().expect("it is a list");
    assert_eq!(skins.len(), 5);
    let (sold, free) = skins.split_at(4);
    for skin in sold {
        let price = skin["price"].as_f64().expect("it is a number");
        assert!((0.5..10.0).contains(&price) && skin["owned"] == false, "{skin}");
        assert!(skin["name"].is_string() && skin["description"].is_string(), "{skin}");
    }
    assert_eq!((&free[0]["filename"], &free[0]["price"]), (&json!("jesus"), &json!(0.0)));
    for token in [json!(ana), json!("bad"), json!("")] {
        assert_eq!(shop(&app, &token).await["skins"], window["skins"]);
    }
}

#[actix_web::test]
async fn owned_skins_are_marked_for_their_owner_only() {
    let app = App::start().await;
    sell_the_same_every_day(&app);
    let (ana, bob) = (app.signup("ana").await, app.signup("bob").await);
    let window = shop(&app, &json!(null)).await;
    let first = filenames(&window["skins"])[0].to_owned();
    app.execute(&format!("INSERT INTO owned_skins SELECT id, '{first}' FROM users WHERE username = 'ana'"));
    let owned = |window: &Value| -> Vec<bool> {
        let skins = window["skins"].as_array().expect("it is a list");
        skins.iter().map(|skin| skin["owned"].as_bool().expect("it is yes or no")).collect()
    };
    assert_eq!(owned(&shop(&app, &json!(ana)).await), [true, false, false, false, false]);
    assert_eq!(owned(&shop(&app, &json!(bob)).await), [false; 5]);
}
